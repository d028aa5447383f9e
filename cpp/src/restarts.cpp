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
  std::vector<int> comparisons = comparisons_of(options_);
  if (comparisons.empty()) return;
  ladder_ = std::make_unique<Ladder<T>>();
  ladder_->comparisons = std::move(comparisons);
}

template <class T>
int Fit<T>::last_epoch() const {
  return ladder_ ? ladder_->end(options_.epochs) : options_.epochs;
}

/// A restart that has not ended waits for the others at the epoch of a comparison.
template <class T>
void Fit<T>::rest_if_due() {
  if (at_end() || epoch_ == options_.epochs || epoch_ != last_epoch()) return;
  ladder_->rested.push_back({restart_, standing(), state()});
  resting_ = true;
}

/// Ends the rested restarts that cannot go on, whatever restarts come to rest later.
template <class T>
void Fit<T>::drop_beaten() {
  std::vector<Rested<T>> rested = std::exchange(ladder_->rested, {});
  std::vector<int> restarts;
  std::vector<double> standings;
  for (const Rested<T>& one : rested) {
    restarts.push_back(one.restart);
    standings.push_back(one.standing);
  }
  const std::vector<int> going =
      going_on(options_, static_cast<int>(ladder_->at), restarts, standings);
  for (Rested<T>& one : rested) {
    if (std::binary_search(going.begin(), going.end(), one.restart)) {
      ladder_->rested.push_back(std::move(one));
    } else {
      resume(one.state);
      halt();
    }
  }
}

/// Begins the next restart, or goes on with the next one that has won the last comparison. Restarts
/// that have ended before a comparison take no place in it.
template <class T>
bool Fit<T>::next_restart() {
  const bool first_round = !ladder_ || ladder_->at == 0;
  // stop() leaves the last of the restarts that it reported, and others may have begun after it.
  const bool passed = ladder_ && !reports_.empty() && reports_.back().restart > restart_;
  const int next = (passed ? reports_.back().restart : restart_) + 1;
  if (first_round && next < options_.first_restart + options_.restarts) {
    if (ladder_) drop_beaten();  // at once, since their states take memory
    restart_ = next;
    start_restart();
    return true;
  }
  if (!ladder_) return false;
  while (ladder_->waiting.empty()) {
    if (ladder_->rested.empty()) return false;
    drop_beaten();
    ladder_->waiting = std::exchange(ladder_->rested, {});
    ++ladder_->at;
  }
  resume(ladder_->waiting.front().state);
  ladder_->waiting.erase(ladder_->waiting.begin());
  return true;
}

template <class T>
void Fit<T>::stop() {
  if (!at_end()) report();
  if (!ladder_) return;
  for (const Rested<T>& one : std::exchange(ladder_->rested, {})) {
    resume(one.state);
    report();
  }
  for (const Rested<T>& one : std::exchange(ladder_->waiting, {})) {
    resume(one.state);
    report();
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
