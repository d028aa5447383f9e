#pragma once
// The record of a restart.

#include <span>
#include <vector>

namespace trip {

/// One epoch: weighted means over the samples of its mini-batches, each computed before the batch's
/// step; test and validation values at the end of the epoch. A value that does not apply is
/// not-a-number.
struct HistoryRow {
  float loss, reconstruction, objective, accuracy, test_loss, test_accuracy;
  float validation_loss, validation_accuracy;
};

/// The same by columns, one entry per epoch.
struct HistoryColumns {
  std::vector<float> loss, reconstruction, objective, accuracy, test_loss, test_accuracy;
  std::vector<float> validation_loss, validation_accuracy;
};

HistoryColumns columns_of(std::span<const HistoryRow> rows);

/// Epochs of `count` frames, evenly spaced from 0 to `epochs`, without duplicates.
std::vector<int> spread_epochs(int count, int epochs);

}  // namespace trip
