#include <trip/history.h>

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

}  // namespace trip
