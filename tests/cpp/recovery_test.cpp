// Training recovers planted structure: matrices and cubes whose class depends on a hidden 2 x 2 (x
// 2) core, and a network whose response depends on two planted groups. Tucker finds the directions
// of largest variance and must miss both.

#include <trip/generators.h>
#include <trip/metrics.h>
#include <trip/surrogate.h>
#include <trip/trainer.h>

#include <algorithm>
#include <iostream>
#include <numeric>

#include "support.h"

namespace trip {
namespace {

template <class T>
Model<T> best_model(const Dataset<T>& train, const Dataset<T>& test, const Options& options) {
  Fit<T> fit(train, &test, options);
  do fit.run_until(options.epochs);
  while (fit.next_restart());
  return Model<T>(fit.spec(), fit.best_parameters());
}

struct PlantedCase {
  std::vector<int> dims;
  int restarts;
  uint64_t seed;
};

class Recovery : public ::testing::TestWithParam<PlantedCase> {};

TEST_P(Recovery, LowestObjectiveFindsThePlantedCore) {
  const auto& [dims, restarts, seed] = GetParam();
  const Planted planted = make_planted({seed, dims, 600});
  Options options;
  options.standardize = false;
  options.ranks.assign(dims.size(), 2);
  options.hidden = {10, 10};
  options.lambda = 0.01;
  options.learning_rate = 0.01;
  options.epochs = 300;
  options.batch_size = 64;
  options.restarts = testing::seeds(restarts, 4);
  options.start_seed = options.order_seed = seed;
  Model<float> trip = best_model(planted.train, planted.test, options);
  double angle = 0;
  for (size_t k = 0; k < dims.size(); ++k) {
    const Matrix c = testing::matrix_of(dims[k], trip.projection(static_cast<int>(k)));
    angle = std::max(angle, principal_angles(c, planted.basis[k]).maxCoeff());
  }
  options.method = Method::kTucker;
  options.restarts = 3;
  Model<float> tucker = best_model(planted.train, planted.test, options);
  const double accuracy = trip.score(planted.test).accuracy;
  const double baseline = tucker.score(planted.test).accuracy;
  std::cout << "seed " << seed << ", " << dims.size() << " modes: largest angle " << angle
            << ", test " << accuracy << ", TuckerNN " << baseline << "\n";
  EXPECT_LE(angle, 5);
  EXPECT_GE(accuracy, 0.95);
  EXPECT_LE(baseline, 0.6);
}

INSTANTIATE_TEST_SUITE_P(Matrices, Recovery,
                         ::testing::Values(PlantedCase{{30, 20}, 10, 1},
                                           PlantedCase{{30, 20}, 10, 11}));
INSTANTIATE_TEST_SUITE_P(Cubes, Recovery, ::testing::Values(PlantedCase{{12, 10, 8}, 8, 3}));

/// Samples first .. last - 1 of sparse matrices.
Dataset<float> part(const Dataset<float>& data, int first, int last) {
  Dataset<float> result = data;
  const int begin = data.offsets[first], end = data.offsets[last];
  result.count = last - first;
  result.targets.assign(data.targets.begin() + first, data.targets.begin() + last);
  result.x.assign(data.x.begin() + begin, data.x.begin() + end);
  result.index.assign(data.index.begin() + 2 * begin, data.index.begin() + 2 * end);
  result.offsets.clear();
  for (int n = first; n <= last; ++n) result.offsets.push_back(data.offsets[n] - begin);
  return result;
}

/// Share of the 50 variables with the highest |C R| on an axis that belong to a group.
double share(const Matrix& axes, int axis, const std::vector<int>& group) {
  std::vector<int> order(axes.rows());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return std::fabs(axes(a, axis)) > std::fabs(axes(b, axis));
  });
  const auto in_group = [&](int i) {
    return std::find(group.begin(), group.end(), i) != group.end();
  };
  return static_cast<double>(std::count_if(order.begin(), order.begin() + 50, in_group)) / 50;
}

TEST(NetworkRecovery, FirstAxesHoldTheGroupsOfTheResponse) {
  const NetworkData network = make_network({4, 2000, 400, 300});
  const Dataset<float> train = part(network.data, 0, 240), test = part(network.data, 240, 300);
  Options options;
  options.standardize = false;
  options.ranks = {2, 2};
  options.hidden = {10};
  options.lambda = 0.1;
  options.learning_rate = 0.01;
  options.epochs = 300;
  options.batch_size = 128;
  options.restarts = 2;
  Model<float> trip = best_model(train, test, options);
  const Factors c = {testing::matrix_of(2000, trip.projection(0)),
                     testing::matrix_of(400, trip.projection(1))};
  const Explainer explainer(trip.spec().architecture, c,
                            testing::matrix_of(train.count, trip.transform(train)), 1);
  const Surrogate surrogate = explainer.surrogate(testing::vector_of(trip.predict(train)));
  options.method = Method::kTucker;
  Model<float> tucker = best_model(train, test, options);
  const double rmse = trip.score(test).rmse, baseline = tucker.score(test).rmse;
  std::cout << "network: RMSE " << rmse << ", TuckerNN " << baseline << "\n";
  EXPECT_LE(rmse, 0.07);
  EXPECT_LE(rmse, 0.3 * baseline);
  EXPECT_GE(share(surrogate.axes[0], 0, network.t1), 0.9);
  EXPECT_GE(share(surrogate.axes[1], 0, network.r1), 0.9);
  EXPECT_GE(share(surrogate.axes[0], 1, network.t2), 0.8);
  EXPECT_GE(share(surrogate.axes[1], 1, network.r2), 0.8);
  for (int k = 0; k < 2; ++k) {
    EXPECT_GE(std::fabs(surrogate.correlation[k][0]), 0.98);
    EXPECT_LE(std::fabs(surrogate.correlation[k][1]), 0.2);
  }
}

}  // namespace
}  // namespace trip
