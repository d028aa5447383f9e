// A start whose plane is far from the right one ends in a poor local minimum: three of four random
// starts do on the paper's Spiral. In few dimensions a good plane is cheap to find without a
// network: samples are projected on many random planes, and a plane is good when near samples have
// the same response.

#include <trip/linear_algebra.h>
#include <trip/random.h>
#include <trip/search.h>
#include <trip/tucker.h>

#include <algorithm>

#include "judge.h"
#include "objective.h"
#include "order.h"
#include "samples.h"

namespace trip {
namespace {

constexpr int kGuesses = 200;  // random projections
constexpr int kClimbers = 4;   // the best projections, which are improved
constexpr int kClimb = 40;     // steps of improvement for each
constexpr double kFirstStep = 0.3;
constexpr int kLargestSpan = 4096;  // prod d
constexpr int kFewVariables = 16;   // prod I up to which every direction is kept

/// Largest number of directions per mode: 4^8 is the limit of the kernels.
int most_directions(int modes) { return modes <= 2 ? 12 : modes == 3 ? 8 : 4; }

/// Number of directions of mode k whose sum of squares is above `share`.
template <class T>
int above_share(const Samples<T>& reduced, const std::vector<int>& sizes, int k, double share) {
  int after = 1;
  for (size_t l = k + 1; l < sizes.size(); ++l) after *= sizes[l];
  Vector energy = Vector::Zero(sizes[k]);
  for (int n = 0; n < reduced.count(); ++n) {
    for (int r = 0; r < reduced.rows(); ++r) {
      for (int i = 0; i < reduced.width(); ++i) {
        const double x = reduced.row(n, r)[i];
        energy((r * reduced.width() + i) / after % sizes[k]) += reduced.weight(n) * (x * x);
      }
    }
  }
  return static_cast<int>((energy.array() > share).count());
}

/// `from` (zero when empty) plus a normal random step with the given deviation per coordinate,
/// orthonormalized again.
Factors moved(const Factors& from, const std::vector<int>& dims, const std::vector<int>& ranks,
              double step, Random& random) {
  Factors result;
  for (size_t k = 0; k < dims.size(); ++k) {
    Eigen::MatrixXd factor(dims[k], ranks[k]);
    for (double& value : factor.reshaped()) value = step * random.normal();
    if (!from.empty()) factor += from[k];
    result.push_back(orthonormalized(factor));
  }
  return result;
}

}  // namespace

template <class T>
std::vector<T> Span::expand(const std::vector<int>& ranks, const std::vector<T>& parameters) const {
  using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  std::vector<T> result;
  const T* inside = parameters.data();
  for (size_t k = 0; k < dims.size(); ++k) {
    const Eigen::Map<const RowMajor> factor(inside, dims[k], ranks[k]);
    const Matrix c = basis[k].lazyProduct(factor.template cast<double>());
    result.insert(result.end(), c.data(), c.data() + c.size());
    inside += factor.size();
  }
  result.insert(result.end(), inside, parameters.data() + parameters.size());
  return result;
}

template <class T>
Span leading_span(const Samples<T>& samples, const Architecture& a) {
  double variables = 1;  // prod I in double, since it may exceed an int
  for (int size : a.dims) variables *= size;
  const bool few = variables <= kFewVariables;
  std::vector<int> most;
  double enough = 1;
  for (int k = 0; k < a.modes(); ++k) {
    const int wanted = few ? a.dims[k] : std::max(a.ranks[k] + 1, most_directions(a.modes()));
    most.push_back(std::min(a.dims[k], wanted));
    enough *= most.back();
  }
  if (enough > kLargestSpan) return {};
  Span all{most, hosvd(samples, a.dims, most).c}, span;
  const Samples<T> reduced = within(samples, a.dims, all);
  double squares = 0;
  for (int n = 0; n < samples.count(); ++n)
    squares += static_cast<double>(samples.weight(n)) * samples.squared_norm(n);
  for (int k = 0; k < a.modes(); ++k) {
    const int above = above_share(reduced, most, k, squares / a.dims[k]);
    span.dims.push_back(few ? most[k] : std::min(most[k], std::max(a.ranks[k] + 1, above)));
    span.basis.push_back(all.basis[k].leftCols(span.dims[k]));
  }
  return span;
}

template <class T>
Samples<T> within(const Samples<T>& samples, const std::vector<int>& dims, const Span& span) {
  const Architecture onto{dims, span.dims, {}, 1};
  Objective<T> objective(onto, Task::kRegression, 0, ProjectionMode::kFixed);
  objective.set_projection(span.basis);
  return Samples<T>(objective.project(samples), span.dims, samples);
}

template <class T>
std::vector<Factors> neighbour_starts(const Samples<T>& samples, const std::vector<int>& dims,
                                      const std::vector<int>& ranks, bool classes, int count,
                                      uint64_t seed) {
  Random random(seed, 3);
  const Judge judge(samples, dims, classes, random);
  std::vector<Factors> guesses(kGuesses);
  std::vector<double> scores;
  for (Factors& guess : guesses) {
    guess = moved({}, dims, ranks, 1, random);
    scores.push_back(judge(guess));
  }
  std::vector<int> order = falling(scores);
  order.resize(kClimbers);
  for (int climber : order) {
    double step = kFirstStep;
    for (int i = 0; i < kClimb; ++i) {
      const Factors next = moved(guesses[climber], dims, ranks, step, random);
      const double score = judge(next);
      const bool better = score > scores[climber];
      step *= better ? 1.2 : 0.85;
      if (!better) continue;
      guesses[climber] = next;
      scores[climber] = score;
    }
  }
  sort_stably(order, [&](int a, int b) { return scores[a] > scores[b]; });
  std::vector<Factors> result;
  for (int i = 0; i < count; ++i) result.push_back(guesses[order[i]]);
  return result;
}

#define TRIP_INSTANTIATE(T)                                                                   \
  template std::vector<T> Span::expand(const std::vector<int>&, const std::vector<T>&) const; \
  template Span leading_span(const Samples<T>&, const Architecture&);                         \
  template Samples<T> within(const Samples<T>&, const std::vector<int>&, const Span&);        \
  template std::vector<Factors> neighbour_starts(const Samples<T>&, const std::vector<int>&,  \
                                                 const std::vector<int>&, bool, int, uint64_t);
TRIP_INSTANTIATE(float)
TRIP_INSTANTIATE(double)
#undef TRIP_INSTANTIATE

}  // namespace trip
