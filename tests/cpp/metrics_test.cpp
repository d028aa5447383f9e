// Compares accuracy, AUC, RMSE and correlation with reference values and definitions; covers the
// confusion matrix and known principal angles.

#include <trip/metrics.h>

#include <Eigen/Geometry>
#include <limits>
#include <numbers>

#include "golden.h"

namespace trip {
namespace {

using testing::Json;

/// The entries of one of the lists of metrics.json.
template <class Visit>
void for_each_entry(const std::string& list, Visit visit) {
  if (!testing::has_golden("metrics.json")) return;
  const Json golden = testing::read_json(testing::golden_path("metrics.json"));
  EXPECT_FALSE(golden.at(list).empty());
  for (const Json& entry : golden.at(list)) {
    SCOPED_TRACE(list + ": " + entry.at("name").get<std::string>());
    visit(entry);
  }
}

std::vector<bool> as_bool(const std::vector<int>& values) {
  return std::vector<bool>(values.begin(), values.end());
}

TEST(GoldenMetrics, Auc) {
  for_each_entry("auc", [](const Json& entry) {
    EXPECT_NEAR(
        auc(testing::data_of(entry.at("score")), as_bool(testing::data_of<int>(entry.at("y")))),
        entry.at("auc"), 1e-14);
  });
}

TEST(GoldenMetrics, Accuracy) {
  for_each_entry("accuracy", [](const Json& entry) {
    const std::vector<int> predicted =
        predicted_classes(testing::data_of(entry.at("out")), entry.at("out").at("shape")[1]);
    EXPECT_EQ(predicted, testing::data_of<int>(entry.at("predicted")));
    EXPECT_NEAR(accuracy(predicted, testing::data_of<int>(entry.at("y"))), entry.at("accuracy"),
                1e-14);
  });
}

TEST(GoldenMetrics, RmseAndPearson) {
  for_each_entry("rmse", [](const Json& entry) {
    const Vector predicted = testing::matrix_of(entry.at("pred"));
    const Vector y = testing::matrix_of(entry.at("y"));
    EXPECT_NEAR(rmse(predicted, y), entry.at("rmse"), 1e-13);
    EXPECT_NEAR(pearson(predicted, y), entry.at("pearson"), 1e-13);
  });
}

/// Three of four, one of two and none of the third class: (3/4 + 1/2) / 2, and with one missed
/// sample of the third (3/4 + 1/2 + 0) / 3.
TEST(BalancedAccuracy, IsTheMeanRecallOfTheClassesThatOccur) {
  const std::vector<int> labels = {0, 0, 0, 0, 1, 1}, predicted = {0, 0, 0, 2, 1, 0};
  EXPECT_DOUBLE_EQ(balanced_accuracy(confusion(predicted, labels, 3), 3), 0.625);
  EXPECT_DOUBLE_EQ(balanced_accuracy(confusion({0, 0, 0, 2, 1, 0, 1}, {0, 0, 0, 0, 1, 1, 2}, 3), 3),
                   1.25 / 3);
  EXPECT_EQ(balanced_accuracy(confusion(labels, labels, 3), 3), 1);
}

TEST(Score, HasWhatAppliesAndIsNoNumberElsewhere) {
  const std::vector<double> p = {0.9, 0.1, 0.4, 0.6, 0.3, 0.7};
  const Score classes = score_predictions(p, {0, 0, 1}, {}, 2);
  EXPECT_DOUBLE_EQ(classes.accuracy, 2.0 / 3);
  EXPECT_DOUBLE_EQ(classes.balanced_accuracy, 0.75);
  EXPECT_EQ(classes.auc, 1);
  EXPECT_DOUBLE_EQ(classes.macro_f1, 2.0 / 3);
  EXPECT_DOUBLE_EQ(classes.matthews, 0.5);
  EXPECT_NEAR(classes.brier, (0.01 + 0.36 + 0.09) / 3, 1e-15);
  EXPECT_EQ(classes.recall, (std::vector<double>{0.5, 1}));
  EXPECT_EQ(classes.confusion, (std::vector<double>{1, 1, 0, 1}));
  EXPECT_EQ(classes.reliability,
            (std::vector<double>{0, 0.1, 0.1, 0, 1, 0.5, 0.6, 0.6, 0, 1, 0.6, 0.7, 0.7, 1, 1}));
  const Score values = score_predictions({1, 2, 3}, {}, {2, 4, 7}, 1);
  EXPECT_DOUBLE_EQ(values.rmse, std::sqrt(21.0 / 3));
  EXPECT_NEAR(values.pearson, 5 / std::sqrt(2 * 38.0 / 3), 1e-15);
  std::vector<std::string> of_classes, of_values;
  for (const auto& [name, member] : kScores) {
    if (!std::isnan(classes.*member)) of_classes.push_back(name);
    if (!std::isnan(values.*member)) of_values.push_back(name);
  }
  EXPECT_EQ(of_classes, (std::vector<std::string>{"accuracy", "balancedAccuracy", "macroF1",
                                                  "matthews", "auc", "brier"}));
  EXPECT_EQ(of_values, (std::vector<std::string>{"rmse", "pearson"}));
}

TEST(Score, PredictionsMustFitTheResponse) {
  const auto refuse = [](const char* code, const char* seen, std::vector<double> predictions,
                         std::vector<int> labels, std::vector<double> weights) {
    testing::expect_error(code, {seen},
                          [&] { score_predictions(predictions, labels, {}, 2, weights); });
  };
  refuse("shape", "got 3", {0.5, 0.5, 1}, {0, 1}, {});
  refuse("shape", "got 1", {0.5, 0.5, 1, 0}, {0, 1}, {1});
  refuse("value", "class 2 of sample 1 is not in 0..1", {0.5, 0.5, 1, 0}, {0, 2}, {});
  refuse("value", "class -1 of sample 0", {0.5, 0.5, 1, 0}, {-1, 0}, {});
  refuse("shape", "need 0 predictions", {}, {}, {});
  const double nan = std::nan("");
  for (const std::vector<double>& weights : {std::vector<double>{1, -1}, {2, nan}})
    refuse("value", "scores: the weight of sample 1 is", {0.5, 0.5, 1, 0}, {0, 1}, weights);
  refuse("value", "scores: the weight of every sample is 0", {0.5, 0.5, 1, 0}, {0, 1}, {0, 0});
  testing::expect_error("shape", {"got 2"}, [] { score_predictions({1, 2}, {}, {1}, 1); });
  testing::expect_error("shape", {"2 for each sample"}, [] {
    score_predictions({1, 2, 3}, {}, {1, 2, 3}, 2);
  });
}

/// The square of 65,536 classes is 0 in 32 bits.
TEST(Score, ManyClassesAreRefused) {
  for (const int classes : {10001, 65536}) {
    const std::vector<std::string> parts{"at most 10000 classes", std::to_string(classes)};
    testing::expect_error("shape", parts, [&] { confusion({0}, {0}, classes); });
    testing::expect_error("shape", parts, [&] {
      score_predictions(std::vector<double>(classes, 1.0 / classes), {0}, {}, classes);
    });
  }
}

/// The second prediction is constant: its correlation is undefined and left out of the mean.
/// First: deviations (-4, -1, 5) / 3 and (-1, 0, 1), so 3 / sqrt(42 / 9 * 2). Errors: 1 of 3 and
/// (25 + 16 + 9) / 3, of which the mean is 8.5.
TEST(Score, UndefinedCorrelationsAreLeftOutOfTheMean) {
  const Score score = score_predictions({1, 5, 2, 5, 4, 5}, {}, {1, 0, 2, 1, 3, 2}, 2);
  EXPECT_NEAR(score.pearson, 9 / std::sqrt(84.0), 1e-14);
  EXPECT_TRUE(std::isnan(score.response_pearson[1]));
  EXPECT_NEAR(score.rmse, std::sqrt(8.5), 1e-14);
  EXPECT_TRUE(std::isnan(score_predictions({5, 5, 5, 5}, {}, {1, 0, 2, 1}, 2).pearson));
  testing::expect_error("shape", {"2 samples", "got 3"}, [] {
    score_predictions({1, 2, 3, 4}, {}, {1, 2, 3, 4}, 2, {1, 1, 1});
  });
}

/// All samples of class 0 are predicted as 0, of 1 as 2 and of 2 as 1: R_3 by its definition.
TEST(Matthews, IsACorrelationOfClasses) {
  EXPECT_EQ(matthews({4, 0, 0, 0, 3, 0, 0, 0, 2}, 3), 1);
  EXPECT_EQ(matthews({0, 4, 3, 0}, 2), -1);
  EXPECT_DOUBLE_EQ(matthews({4, 0, 0, 0, 0, 3, 0, 2, 0}, 3),
                   (4 * 9 - (16 + 6 + 6)) / std::sqrt((81 - 29.0) * (81 - 29.0)));
  EXPECT_EQ(matthews({3, 0, 2, 0}, 2), 0);  // one class is predicted
  EXPECT_EQ(matthews({3, 2, 0, 0}, 2), 0);  // one class occurs
  // A thousand classes, 1e15 times as many samples in the first: sums would lose the others.
  const int classes = 1000;
  std::vector<double> counts(classes * classes);
  counts[0] = 1e15;
  for (int c = 1; c < classes; ++c) counts[c * classes + c] = 1;
  EXPECT_EQ(matthews(counts, classes), 1);
  for (int c = 1; c < classes; ++c) std::swap(counts[c * classes + c], counts[c * classes]);
  EXPECT_EQ(matthews(counts, classes), 0);
}

class MetricSeeds : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, MetricSeeds, ::testing::Range(1, 21));

TEST_P(MetricSeeds, AucIsTheShareOfOrderedPairs) {
  Random random(GetParam());
  std::vector<double> score;
  std::vector<bool> positive;
  const uint32_t values = 2 + random.below(30);  // few values: many ties
  for (int n = 0; n < 60; ++n) {
    score.push_back(random.below(values));
    positive.push_back(n < 2 ? n == 1 : random.below(2) == 1);
  }
  double wins = 0, pairs = 0;
  for (int a = 0; a < 60; ++a) {
    for (int b = 0; b < 60; ++b) {
      if (!positive[a] || positive[b]) continue;
      ++pairs;
      wins += score[a] > score[b] ? 1 : score[a] == score[b] ? 0.5 : 0;
    }
  }
  EXPECT_DOUBLE_EQ(auc(score, positive), wins / pairs);
}

TEST_P(MetricSeeds, MulticlassAucIsTheMeanOverTheClassesPresent) {
  Random random(GetParam(), 1);
  const std::vector<double> p = testing::normal_values<double>(random, 40 * 4);
  std::vector<int> labels;
  for (int n = 0; n < 40; ++n) labels.push_back(n % 3);  // class 3 does not occur
  double expected = 0;
  for (int c = 0; c < 3; ++c) {
    std::vector<double> score;
    std::vector<bool> positive;
    for (int n = 0; n < 40; ++n) {
      score.push_back(p[n * 4 + c]);
      positive.push_back(labels[n] == c);
    }
    expected += auc(score, positive) / 3;
  }
  EXPECT_NEAR(multiclass_auc(p, labels, 4), expected, 1e-14);
}

/// Classes of 1 to 60 samples with many ties: rare classes are compared, others are sorted, and
/// both ways count the same pairs.
TEST(Metrics, RareAndFrequentClassesCountTheSamePairs) {
  Random random(31);
  const int classes = 12;
  std::vector<int> labels;
  for (int c = 0; c < classes; ++c) {
    for (int n = 0; n < 1 + c * c / 2; ++n) labels.push_back((7 * c) % classes);
  }
  const int count = static_cast<int>(labels.size());
  std::vector<double> p;
  for (int i = 0; i < count * classes; ++i) p.push_back(static_cast<double>(random.below(20)) / 20);
  double expected = 0;
  for (int c = 0; c < classes; ++c) {
    std::vector<double> score;
    std::vector<bool> positive;
    for (int n = 0; n < count; ++n) {
      score.push_back(p[n * classes + c]);
      positive.push_back(labels[n] == c);
    }
    expected += auc(score, positive);
  }
  EXPECT_EQ(multiclass_auc(p, labels, classes), expected / classes);
}

TEST(Metrics, TwoClassesUseTheProbabilityOfTheSecond) {
  const std::vector<double> p = {0.9, 0.1, 0.4, 0.6, 0.7, 0.3, 0.2, 0.8};
  EXPECT_EQ(multiclass_auc(p, {0, 1, 0, 1}, 2), 1);
  EXPECT_EQ(multiclass_auc(p, {1, 0, 1, 0}, 2), 0);
}

TEST(Metrics, UndefinedCasesAreNotANumber) {
  EXPECT_TRUE(std::isnan(auc({1, 2}, {true, true})));
  EXPECT_TRUE(std::isnan(auc({1, 2}, {false, false})));
  EXPECT_TRUE(std::isnan(auc({}, {})));
  EXPECT_TRUE(std::isnan(multiclass_auc({0.5, 0.5}, {0}, 2)));
  const Vector line = Vector::LinSpaced(10, 0, 9);
  EXPECT_TRUE(std::isnan(pearson(line, Vector::Ones(10))));
  EXPECT_TRUE(std::isnan(pearson(Vector::Ones(10), line)));
  // The mean of ten times 0.1 is not 0.1.
  EXPECT_TRUE(std::isnan(pearson(line, Vector::Constant(10, 0.1))));
  EXPECT_TRUE(std::isnan(pearson(Vector::Constant(10, 0.1), line)));
}

TEST(Metrics, AucOfUndefinedScoresEnds) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double value = auc({nan, 1, nan, 2}, {true, false, false, true});
  EXPECT_TRUE(std::isnan(value) || (value >= 0 && value <= 1));
}

TEST(Metrics, ConfusionCountsTrueClassesByRow) {
  EXPECT_EQ(confusion({0, 1, 1, 2, 0}, {0, 1, 2, 2, 1}, 3),
            (std::vector<double>{1, 0, 0, 1, 1, 0, 0, 1, 1}));
}

TEST(Metrics, PearsonIsInvariantToScaleAndShift) {
  Random random(2);
  const Vector a = testing::vector_of(testing::normal_values<double>(random, 30));
  const Vector b = testing::vector_of(testing::normal_values<double>(random, 30));
  EXPECT_NEAR(pearson(a, 1000 + 0.001 * b.array()), pearson(a, b), 1e-9);
  EXPECT_NEAR(pearson(a, -3 * a), -1, 1e-14);
}

/// Two columns at the given angles to the first two axes of R^6, rotated within their plane.
Matrix plane_at(double first, double second) {
  const Matrix columns{{std::cos(first), 0},
                       {0, std::cos(second)},
                       {std::sin(first), 0},
                       {0, std::sin(second)},
                       {0, 0},
                       {0, 0}};
  return columns * Eigen::Rotation2Dd(-0.7).toRotationMatrix();
}

TEST(PrincipalAngles, KnownAnglesComeOutInOrder) {
  const Matrix axes = plane_at(0, 0);
  constexpr double kDegree = std::numbers::pi / 180;
  const double known[][2] = {{0, 0}, {30, 10}, {90, 45}, {90, 90}, {1e-5, 60}, {1e-9, 1e-7}};
  for (const auto& pair : known) {
    const auto angles = principal_angles(axes, plane_at(pair[0] * kDegree, pair[1] * kDegree));
    ASSERT_EQ(angles.size(), 2);
    const double low = std::min(pair[0], pair[1]), high = std::max(pair[0], pair[1]);
    // Small angles keep their digits: a cosine alone would lose those below 1e-6 degrees.
    EXPECT_NEAR(angles[0], low, 1e-14 * 180 + 1e-12 * low);
    EXPECT_NEAR(angles[1], high, 1e-14 * 180 + 1e-12 * high);
  }
}

TEST(PrincipalAngles, SubspacesOfDifferentSize) {
  const Matrix axes = Matrix::Identity(4, 2), line{{0}, {std::cos(0.5)}, {std::sin(0.5)}, {0}};
  for (const auto& angles : {principal_angles(axes, line), principal_angles(line, axes)}) {
    ASSERT_EQ(angles.size(), 1);
    EXPECT_NEAR(angles[0], 0.5 * 180 / std::numbers::pi, 1e-12);
  }
}

TEST(PrincipalAngles, WholeSpaceHasNoAngle) {
  Random random(3);
  const Matrix a = random_rotation(random, 3), b = random_rotation(random, 3);
  for (double angle : principal_angles(a, b)) EXPECT_NEAR(angle, 0, 1e-12);
}

TEST(PrincipalAngles, ColumnsMustBeOrthonormal) {
  const Matrix axes = Matrix::Identity(3, 2);
  const auto column = [](double head) { return Matrix{{head}, {0}, {0}}; };
  testing::expect_error("value", {"b", "columns 0 and 0", "4"},
                        [&] { principal_angles(axes, column(2)); });
  testing::expect_error("value", {"a", "columns 0 and 1", "0.8"}, [&] {
    principal_angles(Matrix{{1, 0.8}, {0, 0.6}, {0, 0}}, axes);
  });
  testing::expect_error("value", {"a", "NaN"}, [&] { principal_angles(column(NAN), axes); });
  EXPECT_EQ(principal_angles(column(1.00001), axes).size(), 1);  // single precision
}

TEST(PrincipalAngles, DifferentNumbersOfRowsAreRefused) {
  testing::expect_error("shape", {"2 and 3 rows"},
                        [] { principal_angles(Matrix::Identity(2, 2), Matrix::Identity(3, 1)); });
  testing::expect_error("shape", {"rows"},
                        [] { principal_angles(Matrix(0, 0), Matrix::Identity(1, 1)); });
}

}  // namespace
}  // namespace trip
