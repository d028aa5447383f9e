#include <trip/error.h>
#include <trip/halving.h>
#include <trip/search.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "order.h"

namespace trip {
namespace {

/// A comparison after `tenths` of the epochs, from which one of `divisor` restarts goes on.
struct Comparison {
  int tenths, divisor;
};
constexpr Comparison kComparisons[] = {{1, 3}, {2, 8}};

/// Beside a search, restarts in all dimensions make so many steps for each tenth. After fewer, the
/// lowest of four is rarely the one that will find a weak direction.
constexpr int kSteps = 2000;

int64_t quotient_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// The epochs of the comparisons, of which each tenth needs so many epochs at least.
std::vector<int> comparisons_of(int epochs, int64_t least) {
  std::vector<int> result;
  for (const Comparison& one : kComparisons) {
    const int64_t epoch =
        std::max(quotient_up(int64_t{epochs} * one.tenths, 10), least * one.tenths);
    if (epoch > (result.empty() ? 0 : result.back()) && epoch < epochs)
      result.push_back(static_cast<int>(epoch));
  }
  return result;
}

}  // namespace

std::vector<Group> groups_of(const Options& options, int steps_per_epoch) {
  const int first = options.first_restart, end = first + options.restarts;
  int middle = first;
  while (middle < end && is_searched(options, middle)) ++middle;
  std::vector<Group> groups;
  const auto add = [&](int from, int to, int64_t least) {
    if (from == to) return;
    const bool compared = options.halving && to - from > 1;
    groups.push_back(
        {from, to, compared ? comparisons_of(options.epochs, least) : std::vector<int>{}});
  };
  add(first, middle, 0);
  add(middle, end, options.search ? quotient_up(kSteps, steps_per_epoch) : 0);
  return groups;
}

std::vector<int> going_on(const Group& group, int at, const std::vector<int>& restarts,
                          const std::vector<double>& standings) {
  require(at >= 0 && at < static_cast<int>(group.comparisons.size()) &&
              restarts.size() == standings.size(),
          "value",
          {"comparison ", at, " of ", restarts.size(), " restarts with ", standings.size(),
           " standings"});
  std::vector<int> order = consecutive(static_cast<int>(restarts.size()));
  sort_stably(order, [&](int a, int b) {
    return standings[a] < standings[b] || (std::isnan(standings[b]) && !std::isnan(standings[a]));
  });
  const auto places = quotient_up(int64_t{group.end} - group.begin, kComparisons[at].divisor);
  std::vector<int> result;
  for (int position : order) {
    if (static_cast<int64_t>(result.size()) < places) result.push_back(restarts[position]);
  }
  sort_stably(result, [](int a, int b) { return a < b; });
  return result;
}

}  // namespace trip
