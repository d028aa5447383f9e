#include "loss.h"

#include "lane_math.h"

namespace trip {
namespace {

template <class T>
Lanes<T> largest(const T* logits, int classes) {
  Lanes<T> high = load(logits);
  for (int c = 1; c < classes; ++c) high = max<T>(load(logits + c * kTile), high);
  return high;
}

}  // namespace

template <class T>
TileLoss softmax_cross_entropy(const T* logits, int classes, const TileTruth<T>& tile, T scale,
                               T* dlogits) {
  TileLoss total;
  const Lanes<T> zero{};
  for (int n = 0; n < tile.count; n += kLanes) {
    const Lanes<T> high = largest(logits + n, classes), truth = load(tile.response + n),
                   weight = load(tile.weight + n);
    const Mask<T> real = weight > zero;
    Lanes<T> sum_exp{}, own{};
    Mask<T> undecided = real, correct{};
    for (int c = 0; c < classes; ++c) {
      const Lanes<T> shifted = load(logits + c * kTile + n) - high;
      const Lanes<T> e = exp(shifted);
      if (dlogits) store<T>(dlogits + c * kTile + n, e);
      sum_exp += e;
      const Mask<T> is_truth = truth == splat(static_cast<T>(c));
      own = is_truth ? shifted : own;
      const Mask<T> wins = undecided & (shifted == zero);
      correct |= wins & is_truth;
      undecided &= ~wins;
    }
    const Lanes<T> loss = real ? log(sum_exp) - own : zero;
    total.loss += sum<T>(loss * weight);
    total.correct += sum<T>(correct ? weight : zero);
    if (!dlogits) continue;
    const Lanes<T> factor = weight * scale;
    const Lanes<T> normalizer = splat(T(1)) / sum_exp;
    for (int c = 0; c < classes; ++c) {
      const Lanes<T> p = load(dlogits + c * kTile + n) * normalizer;
      const Lanes<T> target = truth == splat(static_cast<T>(c)) ? splat(T(1)) : zero;
      store<T>(dlogits + c * kTile + n, (p - target) * factor);
    }
  }
  return total;
}

template <class T>
TileLoss squared_error(const T* prediction, int responses, const TileTruth<T>& tile, T scale,
                       T* dprediction) {
  TileLoss total;
  const Lanes<T> zero{};
  for (int n = 0; n < tile.count; n += kLanes) {
    const Lanes<T> weight = load(tile.weight + n), factor = weight * (scale * 2);
    const Mask<T> real = weight > zero;
    Lanes<T> square{};
    for (int at = n; at < responses * kTile; at += kTile) {
      const Lanes<T> error = real ? load(prediction + at) - load(tile.response + at) : zero;
      square += error * error;
      if (dprediction) store<T>(dprediction + at, error * factor);
    }
    total.loss += sum<T>(square * weight);
  }
  return total;
}

template <class T>
void softmax(const T* logits, int classes, int vectors, T* probability) {
  for (int n = 0; n < vectors * kLanes; n += kLanes) {
    const Lanes<T> high = largest(logits + n, classes);
    Lanes<T> sum_exp{};
    for (int c = 0; c < classes; ++c) {
      const Lanes<T> e = exp(load(logits + c * kTile + n) - high);
      store<T>(probability + c * kTile + n, e);
      sum_exp += e;
    }
    for (int c = 0; c < classes; ++c)
      store<T>(probability + c * kTile + n, load(probability + c * kTile + n) / sum_exp);
  }
}

#define TRIP_INSTANTIATE(T)                                                           \
  template TileLoss softmax_cross_entropy(const T*, int, const TileTruth<T>&, T, T*); \
  template TileLoss squared_error(const T*, int, const TileTruth<T>&, T, T*);         \
  template void softmax(const T*, int, int, T*);
TRIP_INSTANTIATE(float)
TRIP_INSTANTIATE(double)
#undef TRIP_INSTANTIATE

}  // namespace trip
