// The state of a restart as lists of numbers: visit_state() names everything once, for writing and
// for reading.

#include <trip/error.h>
#include <trip/trainer.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "fit_state.h"
#include "ladder.h"

namespace trip {
namespace {

template <class T>
class Writer {
 public:
  explicit Writer(RestartState<T>& state) : state_(state) {}

  void number(double value) { state_.exact.push_back(value); }
  void count(int value) { state_.counts.push_back(value); }
  void flag(bool value) { count(value); }
  void word(uint64_t value) {
    count(static_cast<int>(static_cast<uint32_t>(value)));
    count(static_cast<int>(static_cast<uint32_t>(value >> 32)));
  }
  template <class Values>
  void array(const Values& values) {
    state_.values.insert(state_.values.end(), values.begin(), values.end());
  }
  void permutation(const std::vector<int>& order) {
    state_.counts.insert(state_.counts.end(), order.begin(), order.end());
  }
  void history(const std::vector<HistoryRow>& rows, int) {
    for (const HistoryRow& row : rows) {
      for (const float value :
           {row.loss, row.reconstruction, row.objective, row.accuracy, row.test_loss,
            row.test_accuracy, row.validation_loss, row.validation_accuracy})
        state_.values.push_back(static_cast<T>(value));
    }
  }
  void frames(const Frames<T>& frames, int, size_t) { array(frames.parameters); }

 private:
  RestartState<T>& state_;
};

template <class T>
bool all_finite(std::span<const T> values) {
  return std::all_of(values.begin(), values.end(), [](T value) { return std::isfinite(value); });
}

/// A state may come from elsewhere, so that lengths and positions are checked before they are used.
template <class T>
class Reader {
 public:
  explicit Reader(const RestartState<T>& state) : state_(state) {}

  static void check(bool fits) {
    require(fits, "value", {"the state of a restart does not belong to this training"});
  }
  void number(double& value) { value = next(state_.exact, exact_); }
  void count(int& value) { value = next(state_.counts, count_); }
  void flag(bool& value) { value = next(state_.counts, count_) != 0; }
  void word(uint64_t& value) {
    const uint64_t low = static_cast<uint32_t>(next(state_.counts, count_));
    value = low | uint64_t{static_cast<uint32_t>(next(state_.counts, count_))} << 32;
  }
  template <class Values>
  void array(Values&& values) {
    check(values.size() <= state_.values.size() - value_);
    std::copy_n(state_.values.begin() + value_, values.size(), values.begin());
    value_ += values.size();
  }
  void permutation(std::vector<int>& order) {
    std::vector<bool> seen(order.size());
    for (int& sample : order) {
      count(sample);
      check(sample >= 0 && static_cast<size_t>(sample) < seen.size() && !seen[sample]);
      seen[sample] = true;
    }
  }
  void history(std::vector<HistoryRow>& rows, int epochs) {
    for (int e = 0; e < epochs; ++e) {
      float row[8];  // without a test or validation set some are not numbers
      for (float& value : row) value = static_cast<float>(next(state_.values, value_));
      rows.push_back({row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7]});
    }
  }
  void frames(Frames<T>& frames, int count, size_t parameters) {
    check(count * parameters <= state_.values.size() - value_);
    frames.parameters.resize(count * parameters);
    array(frames.parameters);
  }
  void finish() const {
    check(value_ == state_.values.size() && exact_ == state_.exact.size() &&
          count_ == state_.counts.size());
  }

 private:
  template <class Value>
  static Value next(const std::vector<Value>& list, size_t& at) {
    check(at < list.size());
    return list[at++];
  }

  const RestartState<T>& state_;
  size_t value_ = 0, exact_ = 0, count_ = 0;
};

}  // namespace

/// Everything but the index of the restart and the number of its epochs.
template <class T>
template <class Archive>
void Fit<T>::visit_state(Archive& archive) {
  Space<T>& here = space();
  archive.array(here.objective.parameters());
  here.adam.visit_state(archive);
  progress_->visit_state(archive);
  archive.history(history_, epoch_);
  archive.frames(frames_, static_cast<int>(frames_.epochs.size()),
                 whole_->objective.layout().outside_size);
}

template <class T>
RestartState<T> Fit<T>::state() {
  RestartState<T> state;
  state.counts = {restart_, epoch_};
  Writer<T> writer(state);
  visit_state(writer);
  return state;
}

template <class T>
void Fit<T>::resume(const RestartState<T>& state) {
  Reader<T> reader(state);
  int restart = 0, epoch = 0;
  reader.count(restart);
  reader.count(epoch);
  const int64_t index = int64_t{restart} - options_.first_restart;
  Reader<T>::check(index >= 0 && index < options_.restarts && epoch >= 0 &&
                   epoch <= options_.epochs);
  restart_ = restart;
  choose_space();
  clear_restart();
  epoch_ = epoch;
  Space<T>& here = space();
  progress_->order.resize(count_);
  progress_->save(here.objective);
  if (here.has_validation()) progress_->best.parameters = progress_->saved;
  for (int frame : frame_epochs_)
    if (frame <= epoch) frames_.epochs.push_back(frame);
  visit_state(reader);
  reader.finish();
  const BestState<T>& best = progress_->best;
  Reader<T>::check(best.epoch >= -1 && best.epoch <= epoch && best.improved >= 0 &&
                   best.improved <= epoch);
  // Moments may be infinite: the squared gradient of large values overflows, and its parameter
  // rests.
  Reader<T>::check(all_finite<T>(here.objective.parameters()) && all_finite<T>(progress_->saved) &&
                   all_finite<T>(best.parameters) && here.objective.update());
}

template RestartState<float> Fit<float>::state();
template void Fit<float>::resume(const RestartState<float>&);
template RestartState<double> Fit<double>::state();
template void Fit<double>::resume(const RestartState<double>&);

}  // namespace trip
