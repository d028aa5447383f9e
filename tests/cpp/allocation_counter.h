#pragma once
// Counts calls of operator new and, by the linker's --wrap, direct calls of malloc, which Eigen
// uses.

namespace trip::testing {

void start_counting_allocations();
/// Number of allocations since counting started.
int stop_counting_allocations();

template <class Action>
int count_allocations(Action action) {
  start_counting_allocations();
  action();
  return stop_counting_allocations();
}

}  // namespace trip::testing
