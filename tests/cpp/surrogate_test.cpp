// The rank-one surrogate, the rotation and the local coefficients against reference values.

#include <trip/surrogate.h>

#include "golden.h"

namespace trip {
namespace {

using testing::expect_near;
using testing::Json;

constexpr double kBound = 1e-6;  // golden/README.md, for a converged solver

template <class List>  // of matrices or vectors
void expect_arrays(const List& seen, const Json& expected, double bound, const std::string& name) {
  ASSERT_EQ(seen.size(), expected.size()) << name;
  for (size_t k = 0; k < seen.size(); ++k)
    expect_near(seen[k], testing::matrix_of(expected[k]), bound, name + " " + std::to_string(k));
}

Explainer explainer_of(const Json& entry) {
  Architecture a;
  a.dims = entry.at("dims").get<std::vector<int>>();
  a.ranks = entry.at("J").get<std::vector<int>>();
  a.outputs = 1;
  Factors c;
  for (const Json& array : entry.at("C")) c.push_back(testing::matrix_of(array));
  return Explainer(a, c, testing::matrix_of(entry.at("Xbar")), entry.at("sigma"));
}

TEST(GoldenSurrogate, GlobalFitAndRotation) {
  testing::for_each_case("interpret.json", [](const Json& entry) {
    const Explainer explainer = explainer_of(entry);
    const double bound = entry.at("K") == 1 ? 1e-9 : kBound;
    for (const Json& target : entry.at("targets")) {
      const Surrogate seen = explainer.surrogate(testing::matrix_of(target.at("y_pred")));
      const Json& expected = target.at("surrogate");
      expect_arrays(seen.fit.g, expected.at("g"), bound, "g");
      EXPECT_NEAR(seen.fit.scale, expected.at("scale"), bound);
      EXPECT_NEAR(seen.fit.bias, expected.at("b"), bound);
      EXPECT_NEAR(seen.fit.objective, expected.at("objective"), bound);
      expect_arrays(seen.rotation, target.at("R"), bound, "R");
      expect_arrays(seen.rotated, target.at("rotated"), 10 * bound, "rotated");
      expect_arrays(seen.axes, target.at("CR"), bound, "C R");
      expect_arrays(seen.singular_values, target.at("U_singular_values"), 10 * bound,
                    "singular values");
    }
  });
}

TEST(GoldenSurrogate, LocalCoefficients) {
  testing::for_each_case("interpret.json", [](const Json& entry) {
    const Explainer explainer = explainer_of(entry);
    EXPECT_EQ(explainer.sigma(), entry.at("sigma").get<double>());
    std::vector<Vector> targets;
    std::vector<Surrogate> surrogates;
    for (const Json& target : entry.at("targets")) {
      targets.push_back(testing::matrix_of(target.at("y_pred")));
      surrogates.push_back(explainer.surrogate(targets.back()));
    }
    for (size_t t = 0; t < targets.size(); ++t) {
      for (const Json& expected : entry.at("targets")[t].at("lrc")) {
        const int n = expected.at("n");
        SCOPED_TRACE("target " + std::to_string(t) + ", sample " + std::to_string(n));
        const LocalCoefficients seen = explainer.local(n, targets, surrogates)[t];
        EXPECT_NEAR(seen.fit.objective, expected.at("objective"), kBound);
        EXPECT_NEAR(seen.fit.bias, expected.at("b"), kBound);
        expect_arrays(seen.latent, expected.at("ghat"), kBound, "ghat");
        expect_arrays(seen.rotated, expected.at("R_ghat"), kBound, "R ghat");
        expect_arrays(seen.original, expected.at("C_ghat"), kBound, "C ghat");
      }
    }
  });
}

Matrix three_samples() { return Matrix{{0, 0}, {3, 4}, {0, 0}}; }

/// The sum of the weights, the sample itself included.
TEST(Explainer, NeighboursAreTheSumOfTheWeights) {
  const Explainer explainer({{2}, {2}, {}, 1}, {Matrix::Identity(2, 2)}, three_samples(), 5);
  EXPECT_NEAR(explainer.neighbours(0), 2 + std::exp(-1.0), 1e-14);
  EXPECT_NEAR(explainer.neighbours(1), 1 + 2 * std::exp(-1.0), 1e-14);
}

TEST(Explainer, TheSampleItselfCountsHoweverNarrowTheNeighbourhood) {
  for (double sigma : {1e-160, 1e-300, 5e-324}) {
    const Explainer explainer({{2}, {2}, {}, 1}, {Matrix::Identity(2, 2)}, three_samples(), sigma);
    EXPECT_EQ(explainer.neighbours(0), 2);
    EXPECT_EQ(explainer.neighbours(1), 1);
  }
}

}  // namespace
}  // namespace trip
