#include <trip/dataset.h>
#include <trip/error.h>
#include <trip/metrics.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "order.h"

namespace trip {

template <class T>
std::vector<int> predicted_classes(const std::vector<T>& outputs, int classes) {
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

template std::vector<int> predicted_classes(const std::vector<float>&, int);
template std::vector<int> predicted_classes(const std::vector<double>&, int);

namespace {

using Weights = std::vector<double>;

/// Relative weights, whose sums and products stay in the range of doubles. Weights of 1 if all are
/// equal: sums of ones are exact in double.
Weights weights_of(const Weights& given, size_t count) {
  Weights relative = relative_weights(given);
  return relative.empty() ? Weights(count, 1) : relative;
}

}  // namespace

double accuracy(const std::vector<int>& predicted, const std::vector<int>& labels,
                const std::vector<double>& given) {
  const Weights weight = weights_of(given, labels.size());
  double correct = 0, total = 0;
  for (size_t n = 0; n < labels.size(); ++n) {
    correct += predicted[n] == labels[n] ? weight[n] : 0;
    total += weight[n];
  }
  return correct / total;
}

double auc(const std::vector<double>& score, const std::vector<bool>& positive,
           const std::vector<double>& given) {
  const Weights weight = weights_of(given, score.size());
  const std::vector<int> order = rising(score);
  // Counts are doubled, so that a tie, which counts one half, stays an integer.
  double wins = 0, negatives = 0, positives = 0;
  for (size_t first = 0; first < order.size();) {
    size_t last = first;
    double tied_positive = 0, tied_negative = 0;
    for (; last < order.size() && score[order[last]] == score[order[first]]; ++last) {
      (positive[order[last]] ? tied_positive : tied_negative) += weight[order[last]];
    }
    wins += tied_positive * (2 * negatives + tied_negative);
    positives += tied_positive;
    negatives += tied_negative;
    first = std::max(last, first + 1);
  }
  if (positives == 0 || negatives == 0) return std::numeric_limits<double>::quiet_NaN();
  return wins / (2 * positives * negatives);
}

namespace {

/// Samples of a class below which comparing them with all others is less work than sorting.
constexpr size_t kRare = 32;

/// Samples in the order of their classes; those of class c are at first[c] .. first[c + 1].
struct ByClass {
  std::vector<size_t> first;
  std::vector<int> samples;
  std::vector<double> weight;  // of each class
  double total = 0;

  ByClass(const std::vector<int>& labels, int classes, const Weights& weights)
      : first(classes + 1), samples(labels.size()), weight(classes) {
    for (const int label : labels) ++first[label + 1];
    for (int c = 0; c < classes; ++c) first[c + 1] += first[c];
    std::vector<size_t> next = first;
    for (size_t n = 0; n < labels.size(); ++n) {
      samples[next[labels[n]]++] = static_cast<int>(n);
      weight[labels[n]] += weights[n];
      total += weights[n];
    }
  }

  size_t size(int c) const { return first[c + 1] - first[c]; }
};

/// For each rare class the pairs of one of its samples and one of another class in which its own
/// has the higher probability of the class, doubled; ties count half. One pass over the rows of
/// `probability` compares each with the few samples of every class: N^2 comparisons in all, far
/// fewer than sorting N samples for each class. The counts are those of auc().
std::vector<double> rare_wins(const std::vector<double>& probability,
                              const std::vector<int>& labels, const ByClass& members,
                              const Weights& weight) {
  const size_t classes = members.first.size() - 1;
  std::vector<double> own, own_weight;  // of each member, the former the probability of its class
  for (const int n : members.samples) {
    own.push_back(probability[n * classes + labels[n]]);
    own_weight.push_back(weight[n]);
  }
  std::vector<double> wins(classes);
  for (size_t n = 0; n < labels.size(); ++n) {
    const double* row = &probability[n * classes];
    for (size_t c = 0; c < classes; ++c) {
      if (static_cast<size_t>(labels[n]) == c || members.size(c) >= kRare) continue;
      double won = 0;
      for (size_t m = members.first[c]; m < members.first[c + 1]; ++m) {
        won += own_weight[m] * ((own[m] > row[c]) + (own[m] >= row[c]));
      }
      wins[c] += won * weight[n];
    }
  }
  return wins;
}

}  // namespace

double multiclass_auc(const std::vector<double>& probability, const std::vector<int>& labels,
                      int classes, const std::vector<double>& given) {
  const Weights weight = weights_of(given, labels.size());
  const ByClass members(labels, classes, weight);
  const std::vector<double> wins = rare_wins(probability, labels, members, weight);
  const size_t count = labels.size();
  double total = 0;
  int present = 0;
  for (int c = classes == 2 ? 1 : 0; c < classes; ++c) {
    const double positives = members.weight[c], negatives = members.total - positives;
    if (!(positives > 0 && negatives > 0)) continue;
    ++present;
    if (members.size(c) < kRare) {
      total += wins[c] / (2 * positives * negatives);
      continue;
    }
    std::vector<double> score(count);
    std::vector<bool> positive(count);
    for (size_t n = 0; n < count; ++n) {
      score[n] = probability[n * classes + c];
      positive[n] = labels[n] == c;
    }
    total += auc(score, positive, weight);
  }
  return present > 0 ? total / present : std::numeric_limits<double>::quiet_NaN();
}

std::vector<double> confusion(const std::vector<int>& predicted, const std::vector<int>& labels,
                              int classes, const std::vector<double>& given) {
  require(classes <= kMostScored, "shape",
          {"scores are for at most ", kMostScored, " classes, got ", classes});
  const Weights weight = given.empty() ? Weights(labels.size(), 1) : given;
  const size_t width = classes;
  std::vector<double> counts(width * width);
  for (size_t n = 0; n < labels.size(); ++n) counts[labels[n] * width + predicted[n]] += weight[n];
  return counts;
}

std::vector<double> recall(const std::vector<double>& confusion, int classes) {
  std::vector<double> recalls;
  for (int c = 0; c < classes; ++c) {
    const double* row = &confusion[static_cast<size_t>(c) * classes];
    const double samples = std::accumulate(row, row + classes, 0.0);
    recalls.push_back(samples > 0 ? row[c] / samples : Score::kNone);
  }
  return recalls;
}

double balanced_accuracy(const std::vector<double>& confusion, int classes) {
  double total = 0;
  int present = 0;
  for (const double one : recall(confusion, classes)) {
    if (std::isnan(one)) continue;
    total += one;
    ++present;
  }
  return total / present;
}

namespace {

/// Samples by their part in the decision about one class.
struct Outcome {
  double right = 0;   // of the class, predicted as it
  double missed = 0;  // of the class, predicted as another
  double wrong = 0;   // of another class, predicted as this one
  double rest = 0;    // of another class, predicted as another
};

/// The sum of all other entries, for each entry. Nothing is subtracted, so that small sums beside
/// large ones keep their digits.
std::vector<double> sums_of_others(const double* values, int count) {
  std::vector<double> sums(count);
  double before = 0, after = 0;
  for (int i = 0; i < count; ++i) {
    sums[i] += before;
    before += values[i];
  }
  for (int i = count - 1; i >= 0; --i) {
    sums[i] += after;
    after += values[i];
  }
  return sums;
}

std::vector<Outcome> outcomes(const std::vector<double>& confusion, int classes) {
  std::vector<Outcome> all(classes);
  for (int c = 0; c < classes; ++c) {
    const double* row = &confusion[static_cast<size_t>(c) * classes];
    const std::vector<double> others = sums_of_others(row, classes);
    all[c].right = row[c];
    all[c].missed = others[c];
    for (int k = 0; k < classes; ++k) {
      if (k == c) continue;
      all[k].wrong += row[k];
      all[k].rest += others[k];
    }
  }
  return all;
}

}  // namespace

double macro_f1(const std::vector<double>& confusion, int classes) {
  double total = 0;
  int present = 0;
  for (const Outcome& one : outcomes(confusion, classes)) {
    const double both = 2 * one.right + one.missed + one.wrong;
    if (both == 0) continue;
    total += 2 * one.right / both;
    ++present;
  }
  return total / present;
}

double matthews(const std::vector<double>& confusion, int classes) {
  // With t_k samples of class k, p_k predictions and s samples, right * s - t_k p_k is
  // right * rest - missed * wrong.
  double covariance = 0, of_labels = 0, of_predictions = 0;
  for (const auto& [right, missed, wrong, rest] : outcomes(confusion, classes)) {
    covariance += right * rest - missed * wrong;
    of_labels += (right + missed) * (wrong + rest);
    of_predictions += (right + wrong) * (missed + rest);
  }
  if (of_labels == 0 || of_predictions == 0) return 0;
  return covariance / of_labels * std::sqrt(of_labels / of_predictions);
}

double brier(const std::vector<double>& probability, const std::vector<int>& labels, int classes,
             const std::vector<double>& given) {
  const Weights weight = weights_of(given, labels.size());
  double squares = 0, total = 0;
  for (size_t n = 0; n < labels.size(); ++n) {
    double square = 0;
    for (int c = classes == 2 ? 1 : 0; c < classes; ++c) {
      const double error = probability[n * classes + c] - (labels[n] == c);
      square += error * error;
    }
    squares += weight[n] * square;
    total += weight[n];
  }
  return squares / total;
}

std::vector<double> reliability(const std::vector<int>& predicted,
                                const std::vector<double>& probability,
                                const std::vector<int>& labels, int classes,
                                const std::vector<double>& given) {
  constexpr int kBins = 10;
  struct Bin {
    double probability = 0, observed = 0, relative = 0, weight = 0;  // sums
  };
  const Weights weight = weights_of(given, labels.size());
  std::vector<Bin> bins(kBins);
  for (size_t n = 0; n < labels.size(); ++n) {
    const int c = classes == 2 ? 1 : predicted[n];
    const double p = probability[n * classes + c];
    int b = 0;
    // The borders are those of scikit-learn: 3 * 0.1 is not 0.3.
    while (b < kBins - 1 && p > (b + 1) * 0.1) ++b;
    bins[b].probability += weight[n] * p;
    bins[b].observed += labels[n] == c ? weight[n] : 0;
    bins[b].relative += weight[n];
    bins[b].weight += given.empty() ? 1 : given[n];
  }
  std::vector<double> curve;
  for (int b = 0; b < kBins; ++b) {
    const Bin& bin = bins[b];
    if (bin.relative == 0) continue;
    for (const double value :
         {static_cast<double>(b) / kBins, static_cast<double>(b + 1) / kBins,
          bin.probability / bin.relative, bin.observed / bin.relative, bin.weight})
      curve.push_back(value);
  }
  return curve;
}

namespace {

Vector weights_of(const Vector& given, Eigen::Index count) {
  return given.size() == 0 ? Vector::Ones(count).eval() : given;
}

/// Deviations from the weighted mean, times the roots of the weights. Zero when all values that
/// count are equal, since their mean may have a rounding error.
Vector deviations(const Vector& values, const Vector& weights) {
  Eigen::Index first = 0;
  while (weights(first) == 0) ++first;
  const bool constant = (weights.array() == 0 || values.array() == values(first)).all();
  if (constant) return Vector::Zero(values.size());
  return (values.array() - weights.dot(values) / weights.sum()) * weights.array().sqrt();
}

}  // namespace

double rmse(const Vector& predicted, const Vector& targets, const Vector& given) {
  const Vector weights = weights_of(given, targets.size());
  return std::sqrt(weights.dot((predicted - targets).cwiseAbs2()) / weights.sum());
}

double pearson(const Vector& a, const Vector& b, const Vector& given) {
  const Vector weights = weights_of(given, a.size());
  const Vector da = deviations(a, weights), db = deviations(b, weights);
  const double length_a = da.norm(), length_b = db.norm();
  return length_a > 0 && length_b > 0 ? da.dot(db) / (length_a * length_b)
                                      : std::numeric_limits<double>::quiet_NaN();
}

Score score_classes(const std::vector<int>& predicted, const std::vector<double>& probability,
                    const std::vector<int>& labels, int classes,
                    const std::vector<double>& weights) {
  Score score;
  score.confusion = confusion(predicted, labels, classes, weights);
  score.accuracy = accuracy(predicted, labels, weights);
  const std::vector<double> relative = relative_weights(weights);
  const std::vector<double> counts = confusion(predicted, labels, classes, relative);
  score.recall = recall(counts, classes);
  score.balanced_accuracy = balanced_accuracy(counts, classes);
  score.macro_f1 = macro_f1(counts, classes);
  score.matthews = matthews(counts, classes);
  score.auc = multiclass_auc(probability, labels, classes, weights);
  score.brier = brier(probability, labels, classes, weights);
  score.reliability = reliability(predicted, probability, labels, classes, weights);
  return score;
}

Score score_values(const std::vector<double>& predicted, const std::vector<double>& targets,
                   int responses, const std::vector<double>& weights) {
  const Vector weight = matrix_of(relative_weights(weights), 1).reshaped();
  const Matrix all = matrix_of(predicted, responses), truth = matrix_of(targets, responses);
  Score score;
  double squares = 0, correlations = 0;
  int defined = 0;
  for (int r = 0; r < responses; ++r) {
    score.rmse = rmse(all.col(r), truth.col(r), weight);
    score.pearson = pearson(all.col(r), truth.col(r), weight);
    if (responses == 1) return score;
    score.response_rmse.push_back(score.rmse);
    score.response_pearson.push_back(score.pearson);
    squares += score.rmse * score.rmse;
    if (std::isnan(score.pearson)) continue;
    correlations += score.pearson;
    ++defined;
  }
  score.rmse = std::sqrt(squares / responses);
  score.pearson = defined > 0 ? correlations / defined : Score::kNone;
  return score;
}

Score score_predictions(const std::vector<double>& predictions, const std::vector<int>& labels,
                        const std::vector<double>& targets, int width,
                        const std::vector<double>& weights) {
  // In double, since a product of sizes may be too large for the 32 bits of WebAssembly.
  const double values = labels.empty() ? static_cast<double>(targets.size())
                                       : static_cast<double>(labels.size()) * width;
  require(width >= 1 && values >= 1 && static_cast<double>(predictions.size()) == values &&
              predictions.size() % width == 0,
          "shape",
          {"scores need ", values, " predictions, ", width, " for each sample, got ",
           predictions.size()});
  const size_t samples = predictions.size() / width;
  require(weights.empty() || weights.size() == samples, "shape",
          {"scores of ", samples, " samples need as many weights, got ", weights.size()});
  check_weights(weights, samples, "scores");
  if (labels.empty()) return score_values(predictions, targets, width, weights);
  for (size_t n = 0; n < labels.size(); ++n) {
    require(labels[n] >= 0 && labels[n] < width, "value",
            {"class ", labels[n], " of sample ", n, " is not in 0..", width - 1});
  }
  return score_classes(predicted_classes(predictions, width), predictions, labels, width, weights);
}

}  // namespace trip
