// Adam against reference runs of 1, 10 and 100 steps, against the formula, and with gradients that
// vanish.

#include "adam.h"

#include <limits>

#include "golden.h"

namespace trip {
namespace {

using testing::expect_parameters;
using testing::Json;
using testing::NamedArray;
using testing::normal_values;

TEST(GoldenAdam, FullBatchInDouble) {
  testing::for_each_case("adam.json", [](const Json& entry) {
    const Json& initial = entry.at("initial");
    Objective<double> objective(testing::architecture_of(entry, initial), testing::task_of(entry),
                                entry.at("lambda"), ProjectionMode::kLearned,
                                PolarRoute::kAccurate);
    testing::set_parameters(objective, initial);
    const auto samples = testing::pack(testing::dataset_of<double>(entry));
    Adam<double> adam(objective.layout().size, entry.at("lr"));
    const auto expect_objective = [&](int steps) {
      const std::string key = std::to_string(steps);
      if (!entry.at("E").contains(key)) return;
      EXPECT_NEAR(objective.means(objective.evaluate(samples)).objective, entry.at("E").at(key),
                  1e-9)
          << key << " steps";
    };
    expect_objective(0);
    int done = 0;
    for (const Json& after : entry.at("after")) {
      const int steps = after.at("steps");
      for (; done < steps; ++done) {
        objective.batch_gradient(samples, nullptr, 0, samples.count());
        adam.step(objective.gradient(), objective.parameters(), 0);
        ASSERT_TRUE(objective.update());
      }
      SCOPED_TRACE(std::to_string(steps) + " steps");
      expect_parameters<double>(objective, objective.parameters(), after.at("params"),
                                [](const NamedArray&) { return 1e-9; });
      expect_objective(steps);
    }
    EXPECT_GT(done, 0);
  });
}

TEST(Adam, FollowsTheFormula) {
  constexpr int kSize = 12, kSteps = 50;
  constexpr double kRate = 0.01;
  Random random(1);
  std::vector<double> seen = normal_values<double>(random, kSize), expected = seen;
  std::vector<double> m(kSize), v(kSize);
  Adam<double> adam(kSize, kRate);
  for (int t = 1; t <= kSteps; ++t) {
    const std::vector<double> g = normal_values<double>(random, kSize);
    adam.step(g, seen, 0);
    for (int i = 0; i < kSize; ++i) {
      m[i] = 0.9 * m[i] + 0.1 * g[i];
      v[i] = 0.999 * v[i] + 0.001 * g[i] * g[i];
      const double corrected = m[i] / (1 - std::pow(0.9, t));
      expected[i] -= kRate * corrected / (std::sqrt(v[i] / (1 - std::pow(0.999, t))) + 1e-8);
    }
  }
  testing::expect_near(seen, expected, 1e-13, "parameters");
}

TEST(Adam, FirstStepIsTheLearningRate) {
  std::vector<float> parameters(4, 1.0f);
  Adam<float> adam(4, 0.25);
  const std::vector<float> gradient = {3, -2, 1e-3f, 0};
  adam.step(gradient, parameters, 0);
  EXPECT_NEAR(parameters[0], 0.75, 1e-6);
  EXPECT_NEAR(parameters[1], 1.25, 1e-6);
  EXPECT_NEAR(parameters[2], 0.75, 1e-5);
  EXPECT_EQ(parameters[3], 1);
}

TEST(Adam, StepsAreTheShareOfTheLearningRate) {
  std::vector<double> whole(4, 0.0), part(4, 0.0);
  const std::vector<double> gradient(4, 1.0);
  Adam<double> first(4, 0.1), second(4, 0.1);
  first.step(gradient, whole, 0);
  second.step(gradient, part, 0, 0.25);
  EXPECT_NEAR(part[0], whole[0] / 4, 1e-16);
}

TEST(LearningRateDecay, CosineFallsFromOneToZero) {
  const auto cosine = [](double done) {
    return learning_rate_share(LearningRateDecay::kCosine, done);
  };
  EXPECT_EQ(cosine(0), 1);
  EXPECT_NEAR(cosine(0.25), (1 + std::sqrt(0.5)) / 2, 1e-15);
  EXPECT_NEAR(cosine(0.5), 0.5, 1e-15);
  EXPECT_NEAR(cosine(0.75), (1 - std::sqrt(0.5)) / 2, 1e-15);
  EXPECT_NEAR(cosine(1), 0, 1e-15);
  for (int t = 1; t <= 1000; ++t) EXPECT_LT(cosine(t / 1000.0), cosine((t - 1) / 1000.0)) << t;
  for (double done : {0.0, 0.3, 1.0})
    EXPECT_EQ(learning_rate_share(LearningRateDecay::kNone, done), 1);
}

TEST(Adam, LeavesParametersBeforeBeginAlone) {
  std::vector<float> parameters(12, 1.0f);
  Adam<float> adam(12, 0.1);
  adam.step(std::vector<float>(12, 1.0f), parameters, 8);
  for (int i = 0; i < 12; ++i) EXPECT_EQ(parameters[i] == 1, i < 8) << i;
}

TEST(Adam, ResetForgetsEverything) {
  Random random(3);
  std::vector<float> first(8, 0.0f), second(8, 0.0f);
  Adam<float> adam(8, 0.1);
  const std::vector<float> gradient = normal_values<float>(random, 8);
  adam.step(gradient, first, 0);
  adam.reset();
  adam.step(gradient, second, 0);
  EXPECT_TRUE(testing::same_bits(first, second));
}

/// A unit that stays inactive has gradient 0. Its moments decay and must become 0, not denormal
/// numbers, and the parameter must stop changing.
template <class T>
void expect_rest() {
  std::vector<T> parameters(4, T(1)), before(4), gradient(4, T(1));
  Adam<T> adam(4, 0.1);
  adam.step(gradient, parameters, 0);
  std::fill(gradient.begin(), gradient.end(), T(0));
  // The first moment falls below 1e-30 after 650 steps, the second after 69,000.
  for (int t = 0; t < 700; ++t) {
    before = parameters;
    adam.step(gradient, parameters, 0);
  }
  EXPECT_EQ(parameters, before);
  std::vector<T> tiny(4, static_cast<T>(1e-18));
  Adam<T> fresh(4, 0.1);
  std::vector<T> moved(4, T(1));
  // The square is 1e-36, so the second moment is 0, and the divisor is epsilon alone.
  fresh.step(tiny, moved, 0);
  EXPECT_NEAR(moved[0], 1 - 0.1 * 1e-10, 1e-6);
}

TEST(Adam, VanishingGradientsStopTheParameters) {
  expect_rest<float>();
  expect_rest<double>();
}

TEST(Adam, GradientsOfAnySizeGiveFiniteSteps) {
  for (float size : {1e-38f, 1e-20f, 1e-8f, 1.0f, 1e15f}) {
    std::vector<float> parameters(4, 0.0f);
    Adam<float> adam(4, 0.1);
    for (int t = 0; t < 10; ++t) adam.step(std::vector<float>(4, size), parameters, 0);
    EXPECT_TRUE(std::isfinite(parameters[0])) << size;
    EXPECT_LE(std::fabs(parameters[0]), 1.01f) << size;
  }
}

}  // namespace
}  // namespace trip
