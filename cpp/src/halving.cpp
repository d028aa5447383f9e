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

int64_t quotient_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

}  // namespace

std::vector<int> comparisons_of(const Options& options) {
  std::vector<int> result;
  if (!options.halving || options.restarts == 1) return result;
  for (const auto& [tenths, divisor] : kComparisons) {
    const int epoch = static_cast<int>(quotient_up(int64_t{options.epochs} * tenths, 10));
    if (epoch > (result.empty() ? 0 : result.back()) && epoch < options.epochs)
      result.push_back(epoch);
  }
  return result;
}

std::vector<int> going_on(const Options& options, int at, const std::vector<int>& restarts,
                          const std::vector<double>& standings) {
  const int comparisons = static_cast<int>(std::size(kComparisons));
  require(at >= 0 && at < comparisons && restarts.size() == standings.size(), "value",
          {"comparison ", at, " of ", restarts.size(), " restarts with ", standings.size(),
           " standings"});
  std::vector<int> order = consecutive(static_cast<int>(restarts.size()));
  sort_stably(order, [&](int a, int b) {
    return standings[a] < standings[b] || (std::isnan(standings[b]) && !std::isnan(standings[a]));
  });
  const int end = options.first_restart + options.restarts;
  int searched = 0;
  while (options.first_restart + searched < end &&
         is_searched(options, options.first_restart + searched))
    ++searched;
  const int divisor = kComparisons[at].divisor;
  int64_t places[] = {quotient_up(options.restarts - searched, divisor),
                      quotient_up(searched, divisor)};
  std::vector<int> result;
  for (int position : order) {
    const int restart = restarts[position];
    if (places[is_searched(options, restart)]-- > 0) result.push_back(restart);
  }
  sort_stably(result, [](int a, int b) { return a < b; });
  return result;
}

}  // namespace trip
