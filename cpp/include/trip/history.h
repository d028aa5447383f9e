#pragma once
// The record of a restart.

#include <span>
#include <vector>

namespace trip {

/// One epoch: means over its mini-batches, each computed before its step; test and validation
/// values at the end of the epoch. A value that does not apply is not-a-number.
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

}  // namespace trip
