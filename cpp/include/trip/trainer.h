#pragma once
// Training (paper, section 3; Adam on mini-batches): resumable, restartable, without a clock or
// output of its own.

#include <trip/dataset.h>
#include <trip/means.h>
#include <trip/model.h>
#include <trip/options.h>
#include <trip/random.h>

#include <memory>
#include <vector>

namespace trip {

/// One epoch: means over its mini-batches as they were met, before each step; test columns at its
/// end. Not-a-number where it does not apply.
struct HistoryRow {
  float loss, reconstruction, objective, accuracy, test_loss, test_accuracy;
};

/// The same by columns, an entry an epoch.
struct HistoryColumns {
  std::vector<float> loss, reconstruction, objective, accuracy, test_loss, test_accuracy;
};

/// A restart at its end, evaluated on the whole sets.
struct RestartReport {
  int restart = 0;
  double objective = 0, loss = 0, reconstruction = 0;
  double accuracy, test_accuracy, test_loss;  // not-a-number where it does not apply
  int epochs = 0;
  bool diverged = false;
  /// The kept restart has the lowest: the objective, plus a margin where a restart in all
  /// dimensions competes with restarts in a searched span.
  double ranking = 0;

  /// Diverged restarts come last.
  bool better_than(const RestartReport& other) const {
    return diverged != other.diverged ? other.diverged : ranking < other.ranking;
  }
};

/// Means on the training and the test set of the current parameters.
struct Evaluation {
  Means train, test;
  bool has_test = false;
};

/// All parameters at one epoch, in outside order.
template <class T>
struct Frames {
  std::vector<int> epochs;
  std::vector<T> parameters;  // one frame after the other
};

template <class T>
struct Space;
template <class T>
struct SearchedSpan;
template <class T>
struct Progress;

/// Trains one restart after the other. The bits depend on data, options and seeds alone, never on
/// how the work is sliced. After an exception a fit can only be destroyed.
template <class T>
class Fit {
 public:
  /// Throws Error with code "shape", "value" or "option". `test` may be null and is only evaluated.
  Fit(const Dataset<T>& train, const Dataset<T>* test, const Options& options);
  ~Fit();

  /// Steps until max_steps are done, `until_epoch` (at most options.epochs) epochs are finished, or
  /// the restart diverges; returns the number of steps. At its end a restart is evaluated and
  /// reported.
  int advance(int max_steps, int until_epoch);
  /// The same without a limit on the steps.
  void run_until(int epoch);
  /// Ends the current restart where it is and reports it.
  void stop();
  bool at_end() const { return at_end_; }
  /// Starts the next restart; false when there is none left.
  bool next_restart();

  const ModelSpec& spec() const { return spec_; }
  int restart() const { return restart_; }
  int epoch() const { return epoch_; }
  int steps_per_epoch() const { return (count_ + batch_size_ - 1) / batch_size_; }
  /// Current parameters (after a divergence the last finite ones), outside order with C in place of
  /// Z.
  std::vector<T> parameters() const;
  Evaluation evaluate();
  const std::vector<HistoryRow>& history() const { return history_; }
  /// From an epoch on, counted from 0.
  HistoryColumns history_from(int epoch) const;
  const std::vector<RestartReport>& reports() const { return reports_; }

  /// Position in reports() of the kept restart: the lowest ranking, ties to the lowest index. Needs
  /// a report.
  int best() const { return best_; }
  const std::vector<T>& best_parameters() const { return best_parameters_; }
  const std::vector<HistoryRow>& best_history() const { return best_history_; }
  HistoryColumns best_columns() const;
  const Frames<T>& best_frames() const { return best_frames_; }

 private:
  void fix_projection(const Dataset<T>& train, const Samples<T>& packed);
  Space<T>& space() const;
  void choose_space();
  void begin_at_start();
  void draw_start();
  void start_restart();
  bool step();
  void finish_epoch();
  void diverge();
  void report();
  void record_frame();

  Options options_;
  ModelSpec spec_;
  int count_, batch_size_;
  std::vector<int> frame_epochs_;

  std::unique_ptr<Space<T>> whole_;        // all dimensions
  std::unique_ptr<SearchedSpan<T>> span_;  // null: the present restart learns in all dimensions
  std::unique_ptr<Progress<T>> progress_;  // within the present epoch
  int restart_ = 0, epoch_ = 0;
  bool at_end_ = false, diverged_ = false;
  std::vector<HistoryRow> history_;
  Frames<T> frames_;

  std::vector<RestartReport> reports_;
  int best_ = 0;
  std::vector<T> best_parameters_;
  std::vector<HistoryRow> best_history_;
  Frames<T> best_frames_;
};

}  // namespace trip
