// E and every gradient against reference values for vectors, matrices and cubes, in double and in
// single precision.

#include "golden.h"
#include "loss.h"
#include "objective.h"

namespace trip {
namespace {

using testing::block_values;
using testing::expect_near;
using testing::expect_parameters;
using testing::Json;
using testing::largest;
using testing::NamedArray;
using testing::pack;
using testing::run_forward;
using testing::set_block;

/// golden/README.md: 1e-9 * max(1e-3, largest magnitude).
double golden_bound(const std::vector<double>& expected) {
  return 1e-9 * std::max(1e-3, largest(expected));
}

template <class T>
Objective<T> objective_of(const Json& entry, PolarRoute route) {
  return Objective<T>(testing::architecture_of(entry, entry.at("params")), testing::task_of(entry),
                      entry.at("lambda"), ProjectionMode::kLearned, route);
}

TEST(GoldenObjective, ForwardInDouble) {
  testing::for_each_case("loss_grad.json", [](const Json& entry) {
    Objective<double> objective = objective_of<double>(entry, PolarRoute::kAccurate);
    testing::set_parameters(objective, entry.at("params"));
    const auto samples = pack(testing::dataset_of<double>(entry));
    for (size_t k = 0; k < entry.at("C").size(); ++k) {
      const std::vector<double> expected = testing::data_of(entry.at("C")[k]);
      expect_near(block_values(objective.layout().projection[k], objective.projection()), expected,
                  golden_bound(expected), "C");
    }
    const auto forward = run_forward(objective, samples);
    const std::vector<double> xbar = testing::data_of(entry.at("Xbar"));
    const std::vector<double> out = testing::data_of(entry.at("out"));
    expect_near(forward.xbar, xbar, golden_bound(xbar), "Xbar");
    expect_near(forward.out, out, golden_bound(out), "out");
    const Totals totals = objective.evaluate(samples);
    EXPECT_NEAR(objective.means(totals).loss, entry.at("loss"), golden_bound({entry.at("loss")}));
    EXPECT_NEAR(objective.means(totals).reconstruction, entry.at("recon"),
                golden_bound({entry.at("recon")}));
    EXPECT_NEAR(objective.means(totals).objective, entry.at("E"), golden_bound({entry.at("E")}));
  });
}

TEST(GoldenObjective, ProbabilitiesInDouble) {
  testing::for_each_case("loss_grad.json", [](const Json& entry) {
    if (!entry.contains("prob")) return;
    Objective<double> objective = objective_of<double>(entry, PolarRoute::kAccurate);
    testing::set_parameters(objective, entry.at("params"));
    const int classes = entry.at("n_out");
    std::vector<double> seen, tile(classes * kTile);
    objective.for_each_tile(pack(testing::dataset_of<double>(entry)),
                            [&](int, int count, const double*, const double* out) {
                              softmax(out, classes, padded(count) / kLanes, tile.data());
                              for (int n = 0; n < count; ++n) {
                                for (int c = 0; c < classes; ++c)
                                  seen.push_back(tile[c * kTile + n]);
                              }
                            });
    expect_near(seen, testing::data_of(entry.at("prob")), 1e-9, "prob");
  });
}

TEST(GoldenObjective, EachSampleInDouble) {
  testing::for_each_case("loss_grad.json", [](const Json& entry) {
    Objective<double> objective = objective_of<double>(entry, PolarRoute::kAccurate);
    testing::set_parameters(objective, entry.at("params"));
    const auto samples = pack(testing::dataset_of<double>(entry));
    std::vector<double> loss, reconstruction;
    for (int n = 0; n < samples.count(); ++n) {
      const Totals totals = objective.batch_gradient(samples, nullptr, n, 1);
      loss.push_back(totals.loss);
      reconstruction.push_back(totals.reconstruction);
    }
    const std::vector<double> loss_n = testing::data_of(entry.at("loss_n"));
    const std::vector<double> recon_n = testing::data_of(entry.at("recon_n"));
    expect_near(loss, loss_n, golden_bound(loss_n), "loss_n");
    expect_near(reconstruction, recon_n, golden_bound(recon_n), "recon_n");
  });
}

TEST(GoldenObjective, GradientsInDouble) {
  testing::for_each_case("loss_grad.json", [](const Json& entry) {
    Objective<double> objective = objective_of<double>(entry, PolarRoute::kAccurate);
    testing::set_parameters(objective, entry.at("params"));
    const auto samples = pack(testing::dataset_of<double>(entry));
    const Totals totals = objective.batch_gradient(samples, nullptr, 0, samples.count());
    EXPECT_NEAR(objective.means(totals).objective, entry.at("E"), golden_bound({entry.at("E")}));
    expect_parameters(objective, objective.gradient(), entry.at("grad"),
                      [](const NamedArray& array) { return golden_bound(array.values); });
  });
}

/// Singular values of the Z of a case: the largest 1 / s_min, and the largest s_max / s_min of a
/// mode.
struct Conditioning {
  double inverse = 0, ratio = 1;
};

Conditioning conditioning_of(const Json& entry) {
  Conditioning result;
  for (size_t k = 0; k < entry.at("J").size(); ++k) {
    const int rows = entry.at("dims")[k], columns = entry.at("J")[k];
    const Block block{0, columns, rows, padded(rows), true};
    std::vector<double> z(block.rows * block.stride), c = z;
    set_block(block, testing::data_of(entry.at("params").at("Z")[k]), z);
    Polar<double> polar(rows, columns, PolarRoute::kAccurate);
    EXPECT_TRUE(polar.forward(z.data(), c.data()));
    const auto [low, high] =
        std::minmax_element(polar.singular_values().begin(), polar.singular_values().end());
    result.inverse = std::max(result.inverse, 1 / *low);
    result.ratio = std::max(result.ratio, *high / *low);
  }
  return result;
}

/// Single precision keeps five digits if Z is well conditioned, relative to the terms that cancel
/// in its gradient.
TEST(GoldenObjective, FloatAgainstDouble) {
  testing::for_each_case("loss_grad.json", [](const Json& entry) {
    const Conditioning z = conditioning_of(entry);
    const double bound = 1e-5 * std::max(1.0, z.ratio / 20);
    // Near the kink of a ReLU, rounding may activate or deactivate a unit.
    if (entry.at("min_abs_hidden_preactivation").get<double>() < 10 * bound) return;
    Objective<float> objective = objective_of<float>(entry, PolarRoute::kFast);
    testing::set_parameters(objective, entry.at("params"));
    const auto samples = pack(testing::dataset_of<float>(entry));
    const auto forward = run_forward(objective, samples);
    const std::vector<double> xbar = testing::data_of(entry.at("Xbar"));
    const std::vector<double> out = testing::data_of(entry.at("out"));
    expect_near(forward.xbar, xbar, bound * largest(xbar), "Xbar");
    expect_near(forward.out, out, bound * std::max(1.0, largest(out)), "out");
    const Totals totals = objective.batch_gradient(samples, nullptr, 0, samples.count());
    const double e = entry.at("E");
    EXPECT_NEAR(objective.means(totals).objective, e, bound * std::max(1.0, e));
    double projection_scale = 0;
    for (const Json& gradient : entry.at("grad_C_paper"))
      projection_scale =
          std::max(projection_scale, largest(testing::data_of(gradient)) * z.inverse);
    expect_parameters(objective, objective.gradient(), entry.at("grad"),
                      [&](const NamedArray& array) {
                        const double other = array.name == "Z" ? projection_scale : 0.1;
                        return 2 * bound * std::max(largest(array.values), other);
                      });
  });
}

}  // namespace
}  // namespace trip
