#pragma once
// Counts operator new and, by the linker's --wrap, direct calls of malloc, which is how Eigen
// allocates.

namespace trip::testing {

void start_counting_allocations();
/// How many there were since.
int stop_counting_allocations();

template <class Action>
int count_allocations(Action action) {
  start_counting_allocations();
  action();
  return stop_counting_allocations();
}

}  // namespace trip::testing
