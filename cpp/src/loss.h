#pragma once
// Losses of one tile: softmax cross entropy (natural logarithm) and squared error without 1/2,
// summed over the responses (paper, section 3). Each sample counts by its weight.

#include "projection.h"

namespace trip {

/// The responses (responses x kTile) and weights (kTile, 0 in unused lanes) of the `count` samples
/// of a tile. A sample of weight 0 has no effect, even if its loss is infinite.
template <class T>
struct TileTruth {
  const T *response, *weight;
  int count;
};

/// Weighted sums over the samples of a tile.
struct TileLoss {
  double loss = 0;
  double correct = 0;  // samples whose predicted class (lowest index among equals) is the true one
};

/// logits, dlogits: c x kTile. The response is the class index. dlogits = scale * weight *
/// dL/dlogits, zero in unused lanes; may be null.
template <class T>
TileLoss softmax_cross_entropy(const T* logits, int classes, const TileTruth<T>& truth, T scale,
                               T* dlogits);

/// prediction, dprediction: responses x kTile. dprediction = scale * weight * 2 (prediction -
/// response); may be null.
template <class T>
TileLoss squared_error(const T* prediction, int responses, const TileTruth<T>& truth, T scale,
                       T* dprediction);

/// Probabilities, c x kTile.
template <class T>
void softmax(const T* logits, int classes, int vectors, T* probability);

}  // namespace trip
