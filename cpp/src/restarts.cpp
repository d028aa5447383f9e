// The order of the restarts: one after the other, or by successive halving.

#include <trip/halving.h>
#include <trip/trainer.h>

#include <algorithm>
#include <utility>

#include "fit_state.h"
#include "ladder.h"

namespace trip {

template <class T>
void Fit<T>::plan_restarts() {
  if (!options_.halving) return;
  for (const Group& group : groups_of(options_, steps_per_epoch()))
    ladders_.push_back({group, group.begin, 0, {}, {}});
  ++ladders_.front().next;  // the constructor begins the first restart
}

template <class T>
int Fit<T>::last_epoch() const {
  return ladders_.empty() ? options_.epochs : ladders_.front().end(options_.epochs);
}

/// A restart that has not ended waits for the others at the epoch of a comparison.
template <class T>
void Fit<T>::rest_if_due() {
  if (at_end() || epoch_ == options_.epochs || epoch_ != last_epoch()) return;
  ladders_.front().rested.push_back({restart_, standing(), state()});
  resting_ = true;
}

/// Ends the rested restarts that cannot go on, whatever restarts come to rest later.
template <class T>
void Fit<T>::drop_beaten() {
  Ladder<T>& ladder = ladders_.front();
  std::vector<Rested<T>> rested = std::exchange(ladder.rested, {});
  if (rested.empty()) return;
  std::vector<int> restarts;
  std::vector<double> standings;
  for (const Rested<T>& one : rested) {
    restarts.push_back(one.restart);
    standings.push_back(one.standing);
  }
  const std::vector<int> going =
      going_on(ladder.group, static_cast<int>(ladder.at), restarts, standings);
  for (Rested<T>& one : rested) {
    if (std::binary_search(going.begin(), going.end(), one.restart)) {
      ladder.rested.push_back(std::move(one));
    } else {
      resume(one.state);
      halt();
    }
  }
}

/// Begins the next restart, or goes on with the next one that has won the last comparison; a group
/// follows when the one before has ended. Restarts that have ended before a comparison take no
/// place in it.
template <class T>
bool Fit<T>::next_restart() {
  if (!options_.halving) {
    if (restart_ + 1 == options_.first_restart + options_.restarts) return false;
    ++restart_;
    start_restart();
    return true;
  }
  for (; !ladders_.empty(); ladders_.erase(ladders_.begin())) {
    Ladder<T>& ladder = ladders_.front();
    if (ladder.at == 0 && ladder.next < ladder.group.end) {
      drop_beaten();  // at once, since their states take memory
      restart_ = ladder.next++;
      start_restart();
      return true;
    }
    while (ladder.waiting.empty() && !ladder.rested.empty()) {
      drop_beaten();
      ladder.waiting = std::exchange(ladder.rested, {});
      ++ladder.at;
    }
    if (ladder.waiting.empty()) continue;
    resume(ladder.waiting.front().state);
    ladder.waiting.erase(ladder.waiting.begin());
    return true;
  }
  return false;
}

template <class T>
void Fit<T>::stop() {
  if (!at_end()) report();
  if (ladders_.empty()) return;
  for (std::vector<Rested<T>>* list : {&ladders_.front().rested, &ladders_.front().waiting}) {
    for (const Rested<T>& one : std::exchange(*list, {})) {
      resume(one.state);
      report();
    }
  }
}

template <class T>
void Fit<T>::halt() {
  if (!at_end_) report(true);
}

/// Adds a report at the position of its restart, and keeps its state if it is the best so far.
template <class T>
void Fit<T>::add_report(const RestartReport& report) {
  const auto after = std::upper_bound(
      reports_.begin(), reports_.end(), report,
      [](const RestartReport& a, const RestartReport& b) { return a.restart < b.restart; });
  const int position = static_cast<int>(after - reports_.begin());
  const bool first = reports_.empty();
  reports_.insert(after, report);
  if (!first && position <= best_) ++best_;
  if (!first && !report.better_than(reports_[best_])) return;
  best_ = position;
  best_parameters_ = parameters();
  best_history_ = history_;
  best_frames_ = frames_;
}

template class Fit<float>;
template class Fit<double>;

}  // namespace trip
