#pragma once
// Scores of predictions, and angles between subspaces.

#include <trip/matrix.h>

#include <limits>
#include <vector>

namespace trip {

/// Limit of the classes of scores: the confusion matrix has their square.
inline constexpr int kMostScored = 10000;

/// All scores of a set of predictions; not-a-number or empty where one does not apply. Every
/// function below counts a sample by its weight; without weights (empty) each counts 1.
struct Score {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  double loss = kNone, reconstruction = kNone, objective = kNone;  // training units
  double accuracy = kNone, balanced_accuracy = kNone, macro_f1 = kNone, matthews = kNone;
  double auc = kNone, brier = kNone;
  double rmse = kNone, pearson = kNone;
  std::vector<double> confusion;    // c x c
  std::vector<double> recall;       // c; not-a-number for a class without samples
  std::vector<double> reliability;  // bins x 5, see reliability()
  std::vector<double> response_rmse, response_pearson;  // of each of several responses
};

/// Every score that is one number, by the name that users write.
struct ScoreRow {
  const char* name;
  double Score::*member;
};
inline constexpr ScoreRow kScores[] = {
    {"loss", &Score::loss},
    {"reconstruction", &Score::reconstruction},
    {"objective", &Score::objective},
    {"accuracy", &Score::accuracy},
    {"balancedAccuracy", &Score::balanced_accuracy},
    {"macroF1", &Score::macro_f1},
    {"matthews", &Score::matthews},
    {"auc", &Score::auc},
    {"brier", &Score::brier},
    {"rmse", &Score::rmse},
    {"pearson", &Score::pearson},
};

/// The scores that follow from predicted classes and probabilities (N x c), without loss and
/// reconstruction.
Score score_classes(const std::vector<int>& predicted, const std::vector<double>& probability,
                    const std::vector<int>& labels, int classes,
                    const std::vector<double>& weights = {});
/// The same of predicted numbers, N x responses. Several responses have the root of the mean of
/// their squared errors, and the mean of the correlations that are defined.
Score score_values(const std::vector<double>& predicted, const std::vector<double>& targets,
                   int responses = 1, const std::vector<double>& weights = {});
/// Either of them: `predictions` are probabilities of labels (`width` classes), of which the
/// largest is predicted, or without labels values for targets (`width` responses). Fails with code
/// "shape" when the lengths differ, and with "value" for a label that is not in 0..width-1 and for
/// weights that are negative, not finite or all 0.
Score score_predictions(const std::vector<double>& predictions, const std::vector<int>& labels,
                        const std::vector<double>& targets, int width,
                        const std::vector<double>& weights = {});

/// Index of the largest entry in each row of `outputs` (N x c), the lowest index among equals.
template <class T>
std::vector<int> predicted_classes(const std::vector<T>& outputs, int classes);

/// Fraction of equal entries.
double accuracy(const std::vector<int>& predicted, const std::vector<int>& labels,
                const std::vector<double>& weights = {});

/// P(score of a positive > score of a negative) + P(equal) / 2; not-a-number when one of the groups
/// is empty.
double auc(const std::vector<double>& score, const std::vector<bool>& positive,
           const std::vector<double>& weights = {});

/// Two classes: AUC of the probability of class 1. More classes: mean of the one-against-rest AUC
/// over the classes present. `probability`: N x c.
double multiclass_auc(const std::vector<double>& probability, const std::vector<int>& labels,
                      int classes, const std::vector<double>& weights = {});

/// Confusion matrix: c x c counts (sums of weights) row-major, the true class by row. Fails with
/// code "shape" above kMostScored classes, and so do the scores of classes.
std::vector<double> confusion(const std::vector<int>& predicted, const std::vector<int>& labels,
                              int classes, const std::vector<double>& weights = {});

/// Share of the samples of each class that are predicted as this class, from the counts of
/// confusion(); not-a-number for a class without samples.
std::vector<double> recall(const std::vector<double>& confusion, int classes);

/// Mean recall of the classes that occur.
double balanced_accuracy(const std::vector<double>& confusion, int classes);

/// Mean F1 score of the classes that occur as a label or as a prediction. The F1 score of a class
/// is 2 r / (t + p), where t samples are of the class, p are predicted as it, and r are both.
double macro_f1(const std::vector<double>& confusion, int classes);

/// Matthews correlation of labels and predictions; R_K of Gorodkin (2004) above two classes. 0 when
/// all labels or all predictions are one class.
double matthews(const std::vector<double>& confusion, int classes);

/// Brier score. Two classes: mean of (p_1 - y)^2, where p_1 is the probability of class 1. More
/// classes: mean over the samples of the sum of (p_c - y_c)^2 over the classes.
double brier(const std::vector<double>& probability, const std::vector<int>& labels, int classes,
             const std::vector<double>& weights = {});

/// Reliability curve over ten bins of equal width, lowest first; bins without samples are left out.
/// Two classes: the probability of class 1 against the share of class 1. More classes: the
/// probability of the predicted class against the share of right predictions. A bin has five
/// numbers: its low and high end, the mean probability, the share, and the sum of the weights. A
/// probability on the border of two bins belongs to the lower one, as in scikit-learn.
std::vector<double> reliability(const std::vector<int>& predicted,
                                const std::vector<double>& probability,
                                const std::vector<int>& labels, int classes,
                                const std::vector<double>& weights = {});

/// Root mean squared error.
double rmse(const Vector& predicted, const Vector& targets, const Vector& weights = {});

/// Pearson correlation; not-a-number when one side is constant over the samples that count.
double pearson(const Vector& a, const Vector& b, const Vector& weights = {});

/// Angles in degrees, ascending, between the column spaces of A (I x p) and B (I x q) with
/// orthonormal columns (code "value" when they are not): min(p, q) of them. They are computed from
/// sines and cosines, so that small angles keep their digits (Bjorck and Golub 1973).
Vector principal_angles(const Matrix& a, const Matrix& b);
/// The same for row-major values with `rows` rows each.
Vector angles_between(const std::vector<double>& a, const std::vector<double>& b, int rows);

}  // namespace trip
