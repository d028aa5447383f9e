#include <trip/error.h>
#include <trip/random.h>
#include <trip/validation.h>

#include "order.h"

namespace trip {

std::vector<int> assign_folds(int count, const std::vector<int>& labels, int folds, uint64_t seed) {
  require(folds >= 2 && folds <= count, "option",
          {"folds must be an integer from 2 to ", count, " (the samples), got ", folds});
  Random random(seed, 3);
  std::vector<int> order = consecutive(count);
  random.shuffle(order);
  if (!labels.empty()) {
    // Samples are assigned to the folds in turn, class after class. A class continues with the fold
    // after the last one of the class before it.
    sort_stably(order, [&](int a, int b) { return labels[a] < labels[b]; });
  }
  std::vector<int> fold(count);
  for (int i = 0; i < count; ++i) fold[order[i]] = i % folds;
  return fold;
}

}  // namespace trip
