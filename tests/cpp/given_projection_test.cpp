// A fit with a given projection: method fixed keeps it, method trip begins with it.

#include <trip/fingerprint.h>
#include <trip/linear_algebra.h>

#include "fits.h"

namespace trip {
namespace {

using testing::expect_error;
using testing::expect_near;
using testing::finish;
using testing::quick;
using testing::same_bits;
using testing::small_spiral;

/// C^(k) of all modes: the leading numbers of parameters in outside order.
template <class T>
std::vector<double> projection_of(const std::vector<T>& parameters, const Options& options,
                                  const std::vector<int>& dims) {
  size_t size = 0;
  for (size_t k = 0; k < dims.size(); ++k) size += dims[k] * options.ranks[k];
  return {parameters.begin(), parameters.begin() + size};
}

/// The methods that compute a projection share everything after it with the one that is given it.
TEST(GivenProjection, OfABaselineGivesTheBaselinesBits) {
  Random random(6, 0);
  for (const std::vector<int>& dims : {std::vector<int>{7}, {4, 3}, {3, 4, 2}}) {
    auto train = testing::random_dataset<float>(random, dims, 40, Task::kClassification, 2);
    const auto test = testing::random_dataset<float>(random, dims, 9, Task::kClassification, 2);
    for (const bool weighted : {false, true}) {
      if (weighted)
        for (int n = 0; n < train.count; ++n) train.weights.push_back(n % 4);
      for (const Method method : dims.size() == 1 ? std::vector{Method::kPca, Method::kLda}
                                                  : std::vector{Method::kTucker}) {
        Options options = quick(20);
        options.method = method;
        options.ranks.assign(dims.size(), 2);
        options.restarts = 2;
        Fit<float> own(train, &test, options, &test);
        finish(own);
        options.method = Method::kFixed;
        options.projection = projection_of(own.best_parameters(), options, dims);
        Fit<float> given(train, &test, options, &test);
        finish(given);
        EXPECT_TRUE(same_bits(given.best_parameters(), own.best_parameters()));
        EXPECT_EQ(given.reports()[1].objective, own.reports()[1].objective);
        EXPECT_EQ(given.reports()[1].test_loss, own.reports()[1].test_loss);
        EXPECT_EQ(given.spec().method, Method::kFixed);
      }
    }
  }
}

TEST(GivenProjection, IsWhereEachRestartOfTripBegins) {
  Random random(7, 0);
  for (const std::vector<int>& dims : {std::vector<int>{7}, {5, 4}, {2}}) {
    const auto train = testing::random_dataset<double>(random, dims, 40, Task::kRegression, 0);
    Options options = quick(0);
    options.ranks.assign(dims.size(), 2);
    options.restarts = 3;
    for (const int size : dims) {
      const Matrix c = random_rotation(random, size).leftCols(2);
      options.projection.insert(options.projection.end(), c.data(), c.data() + c.size());
    }
    Fit<double> still(train, nullptr, options);
    std::vector<std::vector<double>> networks;
    do {
      const std::vector<double> parameters = still.parameters();
      expect_near(projection_of(parameters, options, dims), options.projection, 1e-6, "C");
      networks.push_back({parameters.begin() + options.projection.size(), parameters.end()});
    } while (still.next_restart());
    ASSERT_EQ(networks.size(), 3u);
    EXPECT_FALSE(same_bits(networks[0], networks[1]));
    // The networks are those of a random start.
    Options usual = options;
    usual.projection.clear();
    const std::vector<double> first = Fit<double>(train, nullptr, usual).parameters();
    EXPECT_TRUE(same_bits(networks[0], {first.begin() + options.projection.size(), first.end()}));

    options.epochs = 30;
    options.restarts = 1;
    options.learning_rate = 0.01;
    Fit<double> fit(train, nullptr, options);
    const double before = fit.evaluate().train.objective;
    finish(fit);
    EXPECT_LT(fit.reports()[0].objective, before);
    const bool moves = dims.size() > 1 || dims[0] > 2;
    const auto after = projection_of(fit.best_parameters(), options, dims);
    double most = 0;
    for (size_t i = 0; i < after.size(); ++i)
      most = std::max(most, std::fabs(after[i] - options.projection[i]));
    EXPECT_EQ(most > 1e-3, moves) << most;
  }
}

TEST(GivenProjection, FixedContinuesANetwork) {
  const Spiral spiral = small_spiral();
  Options options = quick(15);
  options.method = Method::kFixed;
  const int size = spiral.train.dims[0];
  const Matrix plane = Matrix::Identity(size, 2);
  options.projection.assign(plane.data(), plane.data() + plane.size());
  Fit<float> first(spiral.train, nullptr, options);
  finish(first);
  options.start = first.best_parameters();
  options.epochs = 0;
  Fit<float> still(spiral.train, nullptr, options);
  EXPECT_NEAR(still.evaluate().train.objective, first.reports()[0].objective, 1e-6);
}

/// Products of columns may deviate by 1e-4.
TEST(GivenProjection, IsRefusedWhereItDoesNotFit) {
  const Spiral spiral = small_spiral();
  const int size = spiral.train.dims[0];
  const auto refused = [&](const std::vector<std::string>& message, auto change) {
    Options options = quick();
    options.method = Method::kFixed;
    options.projection.assign(2 * size, 0);
    options.projection[0] = options.projection[3] = 1;
    change(options);
    expect_error("option", message, [&] { Fit<float>(spiral.train, nullptr, options); });
  };
  refused({"'fixed' needs a projection"}, [](Options& o) { o.projection.clear(); });
  refused({"'fixed' and 'trip'"}, [](Options& o) { o.method = Method::kPca; });
  refused({"projection and search"}, [](Options& o) {
    o.method = Method::kTrip;
    o.search = true;
  });
  refused({"projection and start"}, [&](Options& o) {
    o.method = Method::kTrip;
    o.start.assign(3, 0);
  });
  refused({"projection has", "numbers"}, [](Options& o) { o.projection.push_back(0); });
  refused({"projection of mode 0", "columns 1 and 1 is 1.21"},
          [](Options& o) { o.projection[3] = 1.1; });
  refused({"projection of mode 0", "columns 0 and 1 is 0.01"},
          [](Options& o) { o.projection[1] = 0.01; });
  refused({"projection of mode 0", "NaN"}, [](Options& o) { o.projection[0] = std::nan(""); });
  refused({"columns 0 and 1 is 0.0005"}, [](Options& o) { o.projection[1] = 0.0005; });
  Options options = quick(0);
  options.method = Method::kFixed;
  options.projection.assign(2 * size, 0);
  options.projection[0] = options.projection[3] = 1;
  options.projection[1] = 0.00005;
  Fit<float>(spiral.train, nullptr, options);
}

TEST(GivenProjection, HasAFingerprint) {
  EXPECT_EQ(fingerprint_of({1, 0, 0.5}).size(), 16u);
  EXPECT_EQ(fingerprint_of({1, 0, 0.5}), fingerprint_of({1, 0, 0.5}));
  EXPECT_NE(fingerprint_of({1, 0, 0.5}), fingerprint_of({1, 0.5, 0}));
}

}  // namespace
}  // namespace trip
