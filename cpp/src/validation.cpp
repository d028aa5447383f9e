#include <trip/error.h>
#include <trip/random.h>
#include <trip/validation.h>

#include "order.h"

namespace trip {

std::vector<int> assign_folds(int count, const std::vector<int>& labels, int folds, uint64_t seed) {
  require(folds >= 2 && folds <= count, "option",
          {"folds must be an integer from 2 to ", count, " (the samples), got ", folds});
  require(labels.empty() || labels.size() == static_cast<size_t>(count), "shape",
          {"folds of ", count, " samples need as many labels, got ", labels.size()});
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

std::vector<int> draw(int count, int below, uint64_t seed) {
  require(count >= 0 && below >= 1, "option",
          {"a draw needs a count of at least 0 and at least 1 to draw from, got ", count, " and ",
           below});
  Random random(seed, 4);
  std::vector<int> drawn(count);
  for (int& item : drawn) item = static_cast<int>(random.below(static_cast<uint32_t>(below)));
  return drawn;
}

}  // namespace trip
