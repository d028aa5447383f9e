#pragma once
// Successive halving (Jamieson and Talwalkar 2016; beyond the paper): every restart is trained for
// a short time, and only those with the lowest objectives go on.

#include <trip/options.h>

#include <vector>

namespace trip {

/// The restarts begin .. end - 1, which are compared with each other at the epochs `comparisons`.
struct Group {
  int begin, end;
  std::vector<int> comparisons;
};

/// The restarts of a fit: searched ones, then those in all dimensions, which fall later and alone
/// see signals outside the span. With Options::halving a group of two or more is compared after a
/// tenth and a fifth of all epochs, rounded up; an epoch that is not above the one before and below
/// the last one is left out. Beside a search, restarts in all dimensions are compared after 2000
/// and 4000 steps at the earliest, since the objective shows a signal in weak directions late.
std::vector<Group> groups_of(const Options& options, int steps_per_epoch);

/// The restarts that go on after comparison `at` of a group, among those that wait for it
/// (ascending). A third of all restarts of the group goes on after the first comparison, an eighth
/// after the second, rounded up: those with the lowest standings. Ties go to the lower index. A
/// standing that is not a number comes last.
std::vector<int> going_on(const Group& group, int at, const std::vector<int>& restarts,
                          const std::vector<double>& standings);

}  // namespace trip
