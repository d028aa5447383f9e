#include <trip/error.h>
#include <trip/linear_algebra.h>
#include <trip/metrics.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "order.h"

namespace trip {

std::vector<int> predicted_classes(const std::vector<double>& outputs, int classes) {
  std::vector<int> predicted;
  for (size_t n = 0; n < outputs.size(); n += classes) {
    int best = 0;
    for (int c = 1; c < classes; ++c) {
      if (outputs[n + c] > outputs[n + best]) best = c;
    }
    predicted.push_back(best);
  }
  return predicted;
}

double accuracy(const std::vector<int>& predicted, const std::vector<int>& labels) {
  int correct = 0;
  for (size_t n = 0; n < labels.size(); ++n) correct += predicted[n] == labels[n];
  return static_cast<double>(correct) / static_cast<double>(labels.size());
}

double auc(const std::vector<double>& score, const std::vector<bool>& positive) {
  std::vector<int> order = consecutive(static_cast<int>(score.size()));
  sort_stably(order, [&](int a, int b) { return score[a] < score[b]; });
  // Counts are doubled, so that a tie, which counts one half, stays an integer.
  uint64_t wins = 0, negatives = 0, positives = 0;
  for (size_t first = 0; first < order.size();) {
    size_t last = first;
    uint64_t tied_positive = 0, tied_negative = 0;
    for (; last < order.size() && score[order[last]] == score[order[first]]; ++last) {
      ++(positive[order[last]] ? tied_positive : tied_negative);
    }
    wins += tied_positive * (2 * negatives + tied_negative);
    positives += tied_positive;
    negatives += tied_negative;
    first = std::max(last, first + 1);
  }
  if (positives == 0 || negatives == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(wins) /
         (2.0 * static_cast<double>(positives) * static_cast<double>(negatives));
}

namespace {

/// AUC of a class with few samples. Each of its samples is compared with all samples of other
/// classes; with many classes this is much less work than sorting all samples for each class.
/// Counts are integers, so both algorithms give the same bits.
double rare_auc(const std::vector<double>& score, const std::vector<bool>& positive,
                const std::vector<int>& members) {
  uint64_t wins = 0;
  for (const int member : members) {
    for (size_t n = 0; n < score.size(); ++n) {
      if (positive[n]) continue;
      wins += score[member] > score[n] ? 2 : score[member] == score[n];
    }
  }
  const double positives = static_cast<double>(members.size());
  const double negatives = static_cast<double>(score.size()) - positives;
  if (positives == 0 || negatives == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(wins) / (2.0 * positives * negatives);
}

/// Number of samples in a class below which comparing is less work than sorting.
constexpr size_t kRare = 32;

}  // namespace

double multiclass_auc(const std::vector<double>& probability, const std::vector<int>& labels,
                      int classes) {
  double total = 0;
  int present = 0;
  for (int c = classes == 2 ? 1 : 0; c < classes; ++c) {
    std::vector<double> score;
    std::vector<bool> positive;
    std::vector<int> members;
    for (size_t n = 0; n < labels.size(); ++n) {
      score.push_back(probability[n * classes + c]);
      positive.push_back(labels[n] == c);
      if (labels[n] == c) members.push_back(static_cast<int>(n));
    }
    const double value =
        members.size() < kRare ? rare_auc(score, positive, members) : auc(score, positive);
    if (value != value) continue;
    total += value;
    ++present;
  }
  return present > 0 ? total / present : std::numeric_limits<double>::quiet_NaN();
}

std::vector<double> confusion(const std::vector<int>& predicted, const std::vector<int>& labels,
                              int classes) {
  std::vector<double> counts(classes * classes);
  for (size_t n = 0; n < labels.size(); ++n) ++counts[labels[n] * classes + predicted[n]];
  return counts;
}

double rmse(const Vector& predicted, const Vector& targets) {
  return std::sqrt((predicted - targets).array().square().mean());
}

double pearson(const Vector& a, const Vector& b) {
  const Vector da = a.array() - a.mean(), db = b.array() - b.mean();
  const double length_a = da.norm(), length_b = db.norm();
  // The mean of equal values may have a rounding error, which makes their deviations nonzero.
  const bool constant = (a.array() == a(0)).all() || (b.array() == b(0)).all();
  return length_a > 0 && length_b > 0 && !constant ? da.dot(db) / (length_a * length_b)
                                                   : std::numeric_limits<double>::quiet_NaN();
}

namespace {

/// Accepts columns that are orthonormal up to the rounding of single precision, the precision of
/// projections.
void require_orthonormal(const char* name, const Matrix& m) {
  const Matrix products = m.transpose().lazyProduct(m);
  for (int a = 0; a < products.rows(); ++a) {
    for (int b = 0; b <= a; ++b) {
      require(std::fabs(products(a, b) - (a == b)) <= 1e-3, "value",
              {name, " must have orthonormal columns, but the product of its columns ", b, " and ",
               a, " is ", products(a, b)});
    }
  }
}

}  // namespace

Vector principal_angles(const Matrix& a, const Matrix& b) {
  require(a.rows() == b.rows() && a.size() > 0 && b.size() > 0, "shape",
          {"principal angles need two matrices with the same number of rows, got ",
           static_cast<int>(a.rows()), " and ", static_cast<int>(b.rows()), " rows, ",
           static_cast<int>(a.cols()), " and ", static_cast<int>(b.cols()), " columns"});
  require_orthonormal("a", a);
  require_orthonormal("b", b);
  if (a.cols() < b.cols()) return principal_angles(b, a);
  const Matrix cross = a.transpose().lazyProduct(b);
  // The smallest angle has the largest cosine and the smallest sine.
  const Vector cosine = svd(cross).singularValues();
  const Vector sine = svd(b - a.lazyProduct(cross)).singularValues().reverse();
  return sine.binaryExpr(cosine, [](double s, double c) { return std::atan2(s, c); }) *
         (180 / 3.14159265358979323846);
}

Vector angles_between(const std::vector<double>& a, const std::vector<double>& b, int rows) {
  require(rows >= 1 && a.size() % rows == 0 && b.size() % rows == 0, "shape",
          {"principal angles need two matrices of ", rows, " rows, got ", a.size(), " and ",
           b.size(), " values"});
  return principal_angles(matrix_of(a, static_cast<int>(a.size()) / rows),
                          matrix_of(b, static_cast<int>(b.size()) / rows));
}

}  // namespace trip
