// The purpose of the method: on a pair of Spiral sets the start with the lowest objective finds the
// plane hidden in 100 dimensions, which principal components miss. A lambda that is too small
// overfits the training set.

#include <trip/trainer.h>

#include <iostream>

#include "golden.h"

namespace trip {
namespace {

struct Sets {
  Dataset<float> train = testing::read_csv("spiral_train.csv");
  Dataset<float> test = testing::read_csv("spiral_test.csv");
};

bool has_sets() {
  return testing::has_golden("spiral_train.csv") && testing::has_golden("spiral_test.csv") &&
         testing::has_golden("spiral.json");
}

/// Reports of all restarts and the projection of the best.
struct Outcome {
  std::vector<RestartReport> reports;
  RestartReport best;
  std::vector<float> c;

  double mean(double RestartReport::*value) const {
    double total = 0;
    for (const RestartReport& report : reports) total += report.*value;
    return total / static_cast<double>(reports.size());
  }
};

Outcome train(const Sets& sets, Method method, double lambda, int restarts, uint64_t seed) {
  Options options;
  options.method = method;
  options.lambda = lambda;
  options.standardize = false;
  options.restarts = restarts;
  options.start_seed = seed;
  options.order_seed = derive_seed(seed, 1);
  Fit<float> fit(sets.train, &sets.test, options);
  do fit.run_until(options.epochs);
  while (fit.next_restart());
  return {fit.reports(), fit.reports()[fit.best()],
          Model<float>(fit.spec(), fit.best_parameters()).projection(0)};
}

/// ||Q^T C||_F^2 / 2: 1 when the plane is found.
double plane_overlap(const std::vector<double>& q, const std::vector<float>& c) {
  double overlap = 0;
  for (int a = 0; a < 2; ++a) {
    for (int b = 0; b < 2; ++b) {
      double dot = 0;
      for (size_t i = 0; i < q.size() / 2; ++i) dot += q[i * 2 + a] * c[i * 2 + b];
      overlap += dot * dot / 2;
    }
  }
  return overlap;
}

TEST(GoldenSpiral, LowestObjectiveFindsThePlane) {
  if (!has_sets()) return;
  const Sets sets;
  const std::vector<double> plane =
      testing::data_of(testing::read_json(testing::golden_path("spiral.json")).at("plane_raw"));
  const Outcome pca = train(sets, Method::kPca, 0.1, 10, 1);
  const double baseline = pca.mean(&RestartReport::test_accuracy);
  std::cout << "PCANN: mean test accuracy of 10 starts " << baseline << "\n";
  const Outcome trip = train(sets, Method::kTrip, 0.1, 64, 1);
  const double overlap = plane_overlap(plane, trip.c);
  std::cout << "TRIP, lambda 0.1, lowest of 64: objective " << trip.best.objective << ", fit "
            << trip.best.accuracy << ", test " << trip.best.test_accuracy << ", plane overlap "
            << overlap << "\n";
  EXPECT_GE(overlap, 0.85);
  EXPECT_GE(trip.best.test_accuracy, baseline + 0.1);
}

TEST(GoldenSpiral, SmallLambdaOverfits) {
  if (!has_sets()) return;
  const Outcome trip = train(Sets(), Method::kTrip, 0.001, 10, 1);
  const double fit = trip.mean(&RestartReport::accuracy);
  const double test = trip.mean(&RestartReport::test_accuracy);
  std::cout << "TRIP, lambda 0.001, mean of 10 starts: fit " << fit << ", test " << test << "\n";
  EXPECT_GT(fit, 0.95);
  EXPECT_LT(test, 0.6);
}

}  // namespace
}  // namespace trip
