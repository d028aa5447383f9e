#include <trip/history.h>

#include <cstdint>

namespace trip {

HistoryColumns columns_of(std::span<const HistoryRow> rows) {
  HistoryColumns columns;
  for (const HistoryRow& row : rows) {
    columns.loss.push_back(row.loss);
    columns.reconstruction.push_back(row.reconstruction);
    columns.objective.push_back(row.objective);
    columns.accuracy.push_back(row.accuracy);
    columns.test_loss.push_back(row.test_loss);
    columns.test_accuracy.push_back(row.test_accuracy);
    columns.validation_loss.push_back(row.validation_loss);
    columns.validation_accuracy.push_back(row.validation_accuracy);
  }
  return columns;
}

std::vector<int> spread_epochs(int count, int epochs) {
  std::vector<int> result;
  for (int i = 0; i < count; ++i) {
    const int64_t epoch =
        count == 1 ? epochs
                   : (2 * static_cast<int64_t>(i) * epochs + (count - 1)) / (2 * (count - 1));
    if (result.empty() || result.back() != epoch) result.push_back(static_cast<int>(epoch));
  }
  return result;
}

}  // namespace trip
