#include "judge.h"

#include <trip/tensor.h>

#include <algorithm>

#include "order.h"

namespace trip {
namespace {

constexpr int kMostJudges = 256;  // samples used to rate a projection
constexpr int kNeighbours = 5;    // neighbours of each sample

/// Projected samples in the order of their first coordinate.
struct Points {
  Points(const std::vector<double>& projected, int count)
      : width(static_cast<int>(projected.size()) / count),
        sample(consecutive(count)),
        place(count) {
    sort_stably(sample, [&](int a, int b) { return projected[a * width] < projected[b * width]; });
    for (int p = 0; p < count; ++p) {
      place[sample[p]] = p;
      const auto from = projected.begin() + sample[p] * width;
      values.insert(values.end(), from, from + width);
    }
  }

  int width;
  std::vector<int> sample, place;
  std::vector<double> values;  // N x width
};

/// The nearest neighbours so far, by distance, then by index.
struct Nearest {
  bool excludes(double square, int m) const {
    if (found < kNeighbours) return false;
    const double last = distance[kNeighbours - 1];
    return square > last || (square == last && m > neighbour[kNeighbours - 1]);
  }
  void offer(double square, int m) {
    if (excludes(square, m)) return;
    int place = found < kNeighbours ? found++ : kNeighbours - 1;
    for (; place > 0; --place) {
      const double before = distance[place - 1];
      if (before < square || (before == square && neighbour[place - 1] < m)) break;
      distance[place] = before;
      neighbour[place] = neighbour[place - 1];
    }
    distance[place] = square;
    neighbour[place] = m;
  }

  double distance[kNeighbours];
  int neighbour[kNeighbours];
  int found = 0;
};

/// Looks at points in both directions until their first coordinates alone are farther away than
/// the neighbours found: a sum of squares is never rounded below one of them.
Nearest nearest(const Points& points, int n) {
  const int width = points.width, place = points.place[n];
  const int count = static_cast<int>(points.place.size());
  const double* values = points.values.data();
  const int* samples = points.sample.data();
  const double* own = values + static_cast<size_t>(place) * width;
  Nearest result;
  const auto look = [&](int at) {
    const double* other = values + static_cast<size_t>(at) * width;
    double square = (own[0] - other[0]) * (own[0] - other[0]);
    if (result.found == kNeighbours && square > result.distance[kNeighbours - 1]) return false;
    for (int i = 1; i < width; ++i) square += (own[i] - other[i]) * (own[i] - other[i]);
    result.offer(square, samples[at]);
    return true;
  };
  int left = place - 1, right = place + 1;
  // One step to each side in turn: the branches are then easy to predict.
  while (left >= 0 || right < count) {
    if (left >= 0) left = look(left) ? left - 1 : -1;
    if (right < count) right = look(right) ? right + 1 : count;
  }
  return result;
}

}  // namespace

template <class T>
Judge::Judge(const Samples<T>& samples, const std::vector<int>& dims, bool classes, Random& random)
    : classes_(classes), responses_(samples.responses()) {
  std::vector<int> order = consecutive(samples.count());
  random.shuffle(order);
  order.resize(std::min(samples.count(), kMostJudges));
  for (int n : order) {
    for (int r = 0; r < samples.rows(); ++r)
      x_.insert(x_.end(), samples.row(n, r), samples.row(n, r) + samples.width());
    for (int r = 0; r < responses_; ++r) response_.push_back(samples.response(n, r));
    weight_.push_back(samples.weight(n));
  }
  sizes_ = {static_cast<int>(order.size())};
  sizes_.insert(sizes_.end(), dims.begin(), dims.end());
}

double Judge::operator()(const Factors& factors) const {
  std::vector<int> sizes = sizes_;
  std::vector<double> projected = x_;
  for (size_t k = 0; k < factors.size(); ++k)
    projected = contract(projected, sizes, static_cast<int>(k) + 1, factors[k]);
  const Points points(projected, count());
  double total = 0, weights = 0;
  for (int n = 0; n < count(); ++n) {
    const Nearest near = nearest(points, n);
    double same = 0, squares = 0;
    for (int r = 0; r < responses_; ++r) {
      const auto response = [&](int m) { return response_[m * responses_ + r]; };
      double error = 0;
      for (int i = 0; i < near.found; ++i) {
        same += response(near.neighbour[i]) == response(n) ? 1.0 / near.found : 0;
        error += (response(near.neighbour[i]) - response(n)) / near.found;
      }
      squares += error * error;
    }
    total += weight_[n] * (classes_ ? same : -squares);
    weights += weight_[n];
  }
  return total / weights;
}

template Judge::Judge(const Samples<float>&, const std::vector<int>&, bool, Random&);
template Judge::Judge(const Samples<double>&, const std::vector<int>&, bool, Random&);

}  // namespace trip
