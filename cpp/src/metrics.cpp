#include <trip/decompositions.h>
#include <trip/error.h>
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
  // Doubled counts keep halves of ties whole.
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

double multiclass_auc(const std::vector<double>& probability, const std::vector<int>& labels,
                      int classes) {
  double total = 0;
  int present = 0;
  for (int c = classes == 2 ? 1 : 0; c < classes; ++c) {
    std::vector<double> score;
    std::vector<bool> positive;
    for (size_t n = 0; n < labels.size(); ++n) {
      score.push_back(probability[n * classes + c]);
      positive.push_back(labels[n] == c);
    }
    const double value = auc(score, positive);
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

double rmse(const std::vector<double>& predicted, const std::vector<double>& targets) {
  double total = 0;
  for (size_t n = 0; n < targets.size(); ++n)
    total += (predicted[n] - targets[n]) * (predicted[n] - targets[n]);
  return std::sqrt(total / static_cast<double>(targets.size()));
}

namespace {

bool is_constant(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [&](double v) { return v == values[0]; });
}

/// Orthonormal columns up to the rounding of single precision, in which projections are kept.
void require_orthonormal(const char* name, const std::vector<double>& m, int rows) {
  const int columns = static_cast<int>(m.size()) / rows;
  for (int a = 0; a < columns; ++a) {
    for (int b = 0; b <= a; ++b) {
      double product = 0;
      for (int i = 0; i < rows; ++i) product += m[i * columns + a] * m[i * columns + b];
      require(std::fabs(product - (a == b)) <= 1e-3, "value",
              {name, " must have orthonormal columns, and the product of its columns ", b, " and ",
               a, " is ", product});
    }
  }
}

}  // namespace

double pearson(const std::vector<double>& a, const std::vector<double>& b) {
  const double count = static_cast<double>(a.size());
  double mean_a = 0, mean_b = 0, aa = 0, bb = 0, ab = 0;
  for (size_t n = 0; n < a.size(); ++n) {
    mean_a += a[n] / count;
    mean_b += b[n] / count;
  }
  for (size_t n = 0; n < a.size(); ++n) {
    aa += (a[n] - mean_a) * (a[n] - mean_a);
    bb += (b[n] - mean_b) * (b[n] - mean_b);
    ab += (a[n] - mean_a) * (b[n] - mean_b);
  }
  // The mean of equal values may be off by a rounding, so that their deviations are not zero.
  return aa > 0 && bb > 0 && !is_constant(a) && !is_constant(b)
             ? ab / (std::sqrt(aa) * std::sqrt(bb))
             : std::numeric_limits<double>::quiet_NaN();
}

std::vector<double> principal_angles(const std::vector<double>& a, const std::vector<double>& b,
                                     int rows) {
  require(rows >= 1 && !a.empty() && !b.empty() && a.size() % rows == 0 && b.size() % rows == 0,
          "shape",
          {"principal angles need two matrices of ", rows, " rows, got ", a.size(), " and ",
           b.size(), " values"});
  require_orthonormal("a", a, rows);
  require_orthonormal("b", b, rows);
  const bool swap = a.size() < b.size();
  const std::vector<double>&large = swap ? b : a, &small = swap ? a : b;
  const int p = static_cast<int>(large.size()) / rows, q = static_cast<int>(small.size()) / rows;
  std::vector<double> cross(p * q),
      residual(rows * q);  // large^T small and small - large cross, column by column
  for (int j = 0; j < q; ++j) {
    for (int i = 0; i < rows; ++i) residual[j * rows + i] = small[i * q + j];
    for (int k = 0; k < p; ++k) {
      double& value = cross[j * p + k];
      for (int i = 0; i < rows; ++i) value += large[i * p + k] * small[i * q + j];
      for (int i = 0; i < rows; ++i) residual[j * rows + i] -= large[i * p + k] * value;
    }
  }
  std::vector<double> cosine(q), sine(q), vectors(q * q), angles;
  thin_svd(p, q, cross.data(), vectors.data(), cosine.data());
  thin_svd(rows, q, residual.data(), vectors.data(), sine.data());
  // The smallest angle has the largest cosine and the smallest sine.
  const std::vector<int> by_cosine = falling(cosine), by_sine = falling(sine);
  for (int k = 0; k < q; ++k) {
    angles.push_back(std::atan2(sine[by_sine[q - 1 - k]], cosine[by_cosine[k]]) *
                     (180 / 3.14159265358979323846));
  }
  return angles;
}

}  // namespace trip
