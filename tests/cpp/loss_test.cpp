// Compares cross entropy and squared error with plain formulas in double: values, gradients, ties,
// lanes without a sample, extreme and undefined outputs.

#include "loss.h"

#include <limits>

#include "support.h"

namespace trip {
namespace {

template <class T>
class LossTest : public ::testing::Test {
 protected:
  /// Relative rounding error of the scalar, including the errors of exp and log.
  static constexpr double kBound = sizeof(T) == 4 ? 4e-7 : 1e-15;
};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(LossTest, Scalars);

/// Weights of `count` samples, 0 in the lanes without one: 1 each, or random ones of which about a
/// quarter are 0.
template <class T>
std::vector<T> weights_of(int count, Random* random = nullptr) {
  std::vector<T> weights(kTile, T(0));
  for (int n = 0; n < count; ++n)
    weights[n] = random ? static_cast<T>(std::max(0.0, random->uniform(-1, 3))) : T(1);
  return weights;
}

TYPED_TEST(LossTest, CrossEntropyIsTheFormula) {
  using T = TypeParam;
  Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const int classes = 2 + trial % 6;
    const int count = 1 + static_cast<int>(random.below(kTile));
    const T scale = static_cast<T>(random.uniform(0, 2));
    const double size = std::pow(10.0, trial % 4 - 1);
    std::vector<T> logits = testing::normal_values<T>(random, classes * kTile, size);
    std::vector<T> response(kTile), gradient(classes * kTile, T(9));
    for (T& y : response) y = static_cast<T>(random.below(classes));
    const std::vector<T> weight = weights_of<T>(count, trial % 2 == 1 ? &random : nullptr);
    const TileTruth<T> tile{response.data(), weight.data(), count};
    const TileLoss seen =
        softmax_cross_entropy(logits.data(), classes, tile, scale, gradient.data());
    double loss = 0, correct = 0;
    for (int n = 0; n < count; ++n) {
      int best = 0;
      for (int c = 1; c < classes; ++c) {
        if (logits[c * kTile + n] > logits[best * kTile + n]) best = c;
      }
      const int truth = static_cast<int>(response[n]);
      correct += best == truth ? weight[n] : 0;
      double sum = 0;
      const double high = logits[best * kTile + n];
      for (int c = 0; c < classes; ++c) sum += std::exp(logits[c * kTile + n] - high);
      loss += weight[n] * (std::log(sum) - (logits[truth * kTile + n] - high));
      for (int c = 0; c < classes; ++c) {
        const double p = std::exp(logits[c * kTile + n] - high) / sum;
        EXPECT_NEAR(gradient[c * kTile + n], scale * weight[n] * (p - (c == truth)),
                    6 * this->kBound * (1 + size));
      }
    }
    EXPECT_NEAR(seen.loss, loss, 3 * this->kBound * count * (1 + 5 * size));
    EXPECT_NEAR(seen.correct, correct, trial % 2 == 1 ? this->kBound * (1 + correct) : 0);
    for (int n = count; n < padded(count); ++n) {
      for (int c = 0; c < classes; ++c) EXPECT_EQ(gradient[c * kTile + n], T(0));
    }
    const TileLoss without = softmax_cross_entropy<T>(logits.data(), classes, tile, scale, nullptr);
    EXPECT_EQ(without.loss, seen.loss);
    EXPECT_EQ(without.correct, seen.correct);
  }
}

TYPED_TEST(LossTest, TiesGoToTheLowestClass) {
  using T = TypeParam;
  std::vector<T> logits(3 * kTile, T(0)), response(kTile);
  for (int n = 0; n < kTile; ++n) response[n] = static_cast<T>(n % 3);
  for (int n = 0; n < kTile; ++n) logits[n] = n < 6 ? T(0) : T(-1);  // then class 1 is first
  const std::vector<T> weight = weights_of<T>(12);
  const TileLoss seen = softmax_cross_entropy<T>(
      logits.data(), 3, {response.data(), weight.data(), 12}, T(1), nullptr);
  EXPECT_EQ(seen.correct, 2 + 2);
}

TYPED_TEST(LossTest, ExtremeLogitsStayFinite) {
  using T = TypeParam;
  std::vector<T> logits(2 * kTile, T(0)), response(kTile, T(0)), gradient(2 * kTile);
  for (int n = 0; n < kTile; ++n) {
    logits[n] = T(-1e4);
    logits[kTile + n] = T(1e4);
  }
  const std::vector<T> weight = weights_of<T>(kTile);
  const TileLoss seen = softmax_cross_entropy<T>(
      logits.data(), 2, {response.data(), weight.data(), kTile}, T(1), gradient.data());
  EXPECT_NEAR(seen.loss, 2e4 * kTile, 1e-6 * 2e4 * kTile);
  EXPECT_EQ(gradient[0], T(-1));
  EXPECT_EQ(gradient[kTile], T(1));
}

TYPED_TEST(LossTest, UndefinedOutputsGiveAnUndefinedLoss) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
  const std::vector<T> two = weights_of<T>(2), three = weights_of<T>(3);
  for (T bad : {nan, infinity, -infinity}) {
    for (int c = 0; c < 2; ++c) {
      std::vector<T> logits(2 * kTile, T(0)), response(kTile, T(c));
      const TileTruth<T> tile{response.data(), three.data(), 3};
      logits[c * kTile + 1] = bad;
      const TileLoss seen = softmax_cross_entropy<T>(logits.data(), 2, tile, T(1), nullptr);
      EXPECT_FALSE(std::isfinite(seen.loss)) << bad << " in class " << c;
      logits[c * kTile + 1] = 0;
      logits[c * kTile + 3] = bad;  // a lane without a sample
      EXPECT_TRUE(
          std::isfinite(softmax_cross_entropy<T>(logits.data(), 2, tile, T(1), nullptr).loss));
    }
    std::vector<T> prediction(kTile, T(0)), response(kTile, T(0));
    prediction[2] = bad;
    const auto error_of = [&](const std::vector<T>& weight, int count) {
      const TileTruth<T> tile{response.data(), weight.data(), count};
      return squared_error<T>(prediction.data(), 1, tile, T(1), nullptr).loss;
    };
    EXPECT_FALSE(std::isfinite(error_of(three, 3)));
    EXPECT_TRUE(std::isfinite(error_of(two, 2)));
    EXPECT_TRUE(std::isfinite(error_of(two, 3)));  // the sample has weight 0
  }
}

TYPED_TEST(LossTest, SquaredErrorIsTheFormula) {
  using T = TypeParam;
  Random random(2);
  for (int trial = 0; trial < 100; ++trial) {
    const int count = 1 + static_cast<int>(random.below(kTile));
    const int responses = 1 + trial % 3, size = responses * kTile;
    const T scale = static_cast<T>(random.uniform(0, 2));
    const std::vector<T> prediction = testing::normal_values<T>(random, size, 3);
    const std::vector<T> response = testing::normal_values<T>(random, size, 3);
    const std::vector<T> weight = weights_of<T>(count, trial % 2 == 1 ? &random : nullptr);
    std::vector<T> gradient(size, T(9));
    const TileLoss seen =
        squared_error(prediction.data(), responses, {response.data(), weight.data(), count}, scale,
                      gradient.data());
    double loss = 0;
    for (int n = 0; n < count; ++n) {
      for (int at = n; at < size; at += kTile) {
        const double error = static_cast<double>(prediction[at]) - response[at];
        loss += weight[n] * error * error;
        EXPECT_NEAR(gradient[at], 2 * scale * weight[n] * error, 150 * this->kBound);
      }
    }
    EXPECT_NEAR(seen.loss, loss, this->kBound * (1 + loss) * 4);
    EXPECT_EQ(seen.correct, 0);
    for (int n = count; n < padded(count); ++n) {
      for (int at = n; at < size; at += kTile) EXPECT_EQ(gradient[at], T(0));
    }
  }
}

TYPED_TEST(LossTest, ProbabilitiesAreTheSoftmax) {
  using T = TypeParam;
  Random random(3);
  for (int classes : {1, 2, 3, 7}) {
    const std::vector<T> logits = testing::normal_values<T>(random, classes * kTile, 5);
    std::vector<T> p(classes * kTile, T(-1));
    softmax(logits.data(), classes, 3, p.data());
    for (int n = 0; n < 3 * kLanes; ++n) {
      double sum = 0, total = 0;
      for (int c = 0; c < classes; ++c) sum += std::exp(static_cast<double>(logits[c * kTile + n]));
      for (int c = 0; c < classes; ++c) {
        const double seen = p[c * kTile + n];
        EXPECT_NEAR(seen, std::exp(static_cast<double>(logits[c * kTile + n])) / sum,
                    10 * this->kBound);
        total += seen;
      }
      EXPECT_NEAR(total, 1, 4 * this->kBound);
    }
    EXPECT_EQ(p[3 * kLanes], T(-1));  // after the requested vectors
  }
}

}  // namespace
}  // namespace trip
