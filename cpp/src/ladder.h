#pragma once
// The restarts of a group (halving.h) between two comparisons.

#include <trip/halving.h>
#include <trip/trainer.h>

#include <vector>

namespace trip {

/// A restart that has trained as long as the next comparison asks.
template <class T>
struct Rested {
  int restart;
  double standing;
  RestartState<T> state;
};

template <class T>
struct Ladder {
  /// The epoch at which restarts rest, or `epochs` when no comparison is left.
  int end(int epochs) const {
    return at < group.comparisons.size() ? group.comparisons[at] : epochs;
  }

  Group group;
  int next;                        // the restart that begins next
  size_t at = 0;                   // position of the next comparison
  std::vector<Rested<T>> rested;   // restarts that wait for it, ascending
  std::vector<Rested<T>> waiting;  // restarts that go on after the last one
};

}  // namespace trip
