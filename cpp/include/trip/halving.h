#pragma once
// Successive halving (Jamieson and Talwalkar 2016; beyond the paper): every restart is trained for
// a short time, and only those with the lowest objectives go on.

#include <trip/options.h>

#include <vector>

namespace trip {

/// The epochs at which the restarts of a fit with Options::halving wait for each other: a tenth and
/// a fifth of all epochs, rounded up. One that is not above the one before and below the last
/// epoch is left out. None for a single restart, and without Options::halving.
std::vector<int> comparisons_of(const Options& options);

/// The restarts that go on after comparison `at`, among those that wait for it (ascending).
/// Searched and plain restarts are compared separately: plain ones fall later, and only they see
/// signals outside the span. A third of all restarts of a kind goes on after the first comparison,
/// an eighth after the second, rounded up: those with the lowest standings. Ties go to the lower
/// index. A standing that is not a number comes last.
std::vector<int> going_on(const Options& options, int at, const std::vector<int>& restarts,
                          const std::vector<double>& standings);

}  // namespace trip
