#pragma once
// Losses of one tile: softmax cross entropy (natural logarithm) and squared error without 1/2
// (paper, section 3).

#include "projection.h"

namespace trip {

struct TileLoss {
  double loss = 0;  // sum over the real samples of the tile
  int correct = 0;  // samples whose predicted class (lowest index among equals) is the true one
};

/// logits, dlogits: c x kTile. `response` holds the class index of each sample. dlogits = scale *
/// dL/dlogits, zero in unused lanes; may be null.
template <class T>
TileLoss softmax_cross_entropy(const T* logits, int classes, const T* response, int count, T scale,
                               T* dlogits);

/// prediction, dprediction: kTile. dprediction = scale * 2 (prediction - response); may be null.
template <class T>
TileLoss squared_error(const T* prediction, const T* response, int count, T scale, T* dprediction);

/// Probabilities, c x kTile.
template <class T>
void softmax(const T* logits, int classes, int vectors, T* probability);

}  // namespace trip
