#pragma once
// Shared by the tests of the trainer: a small set, options of a short training, and the whole of a
// fit.

#include <trip/generators.h>
#include <trip/trainer.h>

#include "support.h"

namespace trip::testing {

inline Spiral small_spiral() { return make_spiral({3, 20, 2, 5}); }

inline Options quick(int epochs = 12) {
  Options options;
  options.epochs = epochs;
  options.hidden = {6, 5};
  options.standardize = false;
  return options;
}

/// Runs all restarts to their end.
template <class T>
void finish(Fit<T>& fit) {
  do fit.run_until(1 << 30);
  while (fit.next_restart());
}

}  // namespace trip::testing
