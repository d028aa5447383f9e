#pragma once
// Training (paper, section 3; Adam on mini-batches). It can be paused, resumed and restarted; it
// reads no clock and prints nothing.

#include <trip/dataset.h>
#include <trip/history.h>
#include <trip/means.h>
#include <trip/model.h>
#include <trip/options.h>
#include <trip/random.h>

#include <memory>
#include <vector>

namespace trip {

/// The kept state of a restart, evaluated on the complete sets. With a validation set it is the
/// state with the lowest validation loss at the end of an epoch, otherwise the last one.
struct RestartReport {
  int restart = 0;
  double objective = 0, loss = 0, reconstruction = 0;
  double accuracy, test_accuracy, test_loss;    // not-a-number when it does not apply
  double validation_loss, validation_accuracy;  // the same
  int epochs = 0;                               // epochs finished
  int best_epoch = 0;                           // epoch of the kept state
  int stopped_epoch = 0;  // epoch after which Options::patience ended the restart, 0 otherwise
  int halted_epoch = 0;   // epoch after which Options::halving ended the restart, 0 otherwise
  bool diverged = false;
  /// The restart with the lowest ranking is kept. The ranking is the validation loss; without a
  /// validation set it is the objective, plus a margin for a restart in all dimensions that
  /// competes with restarts in a searched span.
  double ranking = 0;

  /// Any restart is better than a diverged one. Ties go to the lower index.
  bool better_than(const RestartReport& other) const {
    if (diverged != other.diverged) return other.diverged;
    return ranking < other.ranking || (ranking == other.ranking && restart < other.restart);
  }
};

/// A restart between two epochs: everything that its next steps depend on, and its record so far.
/// Fit::resume() reads the numbers in the order in which Fit::state() wrote them.
template <class T>
struct RestartState {
  std::vector<T> values;
  std::vector<double> exact;
  std::vector<int> counts;
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
template <class T>
struct Ladder;

/// Trains one restart after the other; with Options::halving each restart up to the next comparison
/// (halving.h), and those that go on from there. A restart that goes on makes the steps of an
/// uninterrupted one. The bits of the result depend on data, options and seeds
/// alone, never on the number of steps per call. After an exception a fit can only be destroyed.
/// Each mini-batch minimises the weighted mean over its samples; samples of weight 0 are left out
/// of the training set.
template <class T>
class Fit {
 public:
  /// Throws Error with code "shape", "value" or "option". `test` may be null and is only evaluated.
  /// `validation` may be null; its loss (without the reconstruction) after each epoch chooses the
  /// kept state of a restart, the kept restart, and with Options::patience the end of a restart.
  /// Both sets are scaled like the training set.
  Fit(const Dataset<T>& train, const Dataset<T>* test, const Options& options,
      const Dataset<T>* validation = nullptr);
  ~Fit();

  /// Steps until max_steps are done, `until_epoch` (at most options.epochs) epochs are finished,
  /// the restart is due for a comparison, or it diverges; returns the number of steps. A restart
  /// that ends is evaluated and reported.
  int advance(int max_steps, int until_epoch);
  /// The same without a limit on the steps.
  void run_until(int epoch);
  /// Ends the current restart at its current step and reports it, and those that have not ended
  /// because of a comparison, of which the last one is then the current restart.
  void stop();
  /// Ends the current restart and reports it as one that others have beaten.
  void halt();
  /// Whether the current restart has ended, or waits for a comparison.
  bool at_end() const { return at_end_ || resting_; }
  /// Starts the next restart, or goes on with one; false when there is none left.
  bool next_restart();

  /// The value that halving compares: the objective of the last epoch, as in the history; with a
  /// validation set the lowest validation loss so far.
  double standing() const;
  /// The current restart, which is between two epochs and has not ended.
  RestartState<T> state();
  /// Goes on with a restart of this training, from state() of this or another Fit. Throws Error
  /// with code "value" when the state does not belong to the training.
  void resume(const RestartState<T>& state);

  const ModelSpec& spec() const { return spec_; }
  int restart() const { return restart_; }
  int epoch() const { return epoch_; }
  int steps_per_epoch() const { return (count_ + batch_size_ - 1) / batch_size_; }
  /// Current parameters in outside order, with C in place of Z; those of the kept state at the end
  /// of a restart (after a divergence the last finite ones).
  std::vector<T> parameters() const;
  Evaluation evaluate();
  const std::vector<HistoryRow>& history() const { return history_; }
  /// Rows from an epoch on, counted from 0.
  HistoryColumns history_from(int epoch) const;
  /// Reports of the restarts that have ended, ascending by restart.
  const std::vector<RestartReport>& reports() const { return reports_; }

  /// Position in reports() of the kept restart: the lowest ranking, ties to the lowest index. Needs
  /// a report.
  int best() const { return best_; }
  const std::vector<T>& best_parameters() const { return best_parameters_; }
  const std::vector<HistoryRow>& best_history() const { return best_history_; }
  HistoryColumns best_columns() const;
  const Frames<T>& best_frames() const { return best_frames_; }
  /// The training samples about the plane of the best parameters: one pass over them.
  Reference best_reference() const;

 private:
  Space<T>& space() const;
  void choose_space();
  void begin_at_start();
  void draw_start();
  void start_restart();
  void clear_restart();
  void plan_restarts();
  int last_epoch() const;
  void rest_if_due();
  void drop_beaten();
  template <class Archive>
  void visit_state(Archive& archive);
  double share_done() const;
  bool step();
  void end_batch(int batch);
  void finish_epoch();
  void diverge();
  void report(bool halted = false);
  void add_report(const RestartReport& report);
  double ranking_of(double objective, double validation_loss) const;
  void record_frame();

  Options options_;
  ModelSpec spec_;
  Factors projection_;  // Options::projection by mode
  int count_, batch_size_;
  std::vector<int> frame_epochs_;

  std::unique_ptr<Space<T>> whole_;        // all dimensions
  std::unique_ptr<SearchedSpan<T>> span_;  // null until a restart needs it
  bool inside_ = false;                    // the current restart learns in the span
  std::unique_ptr<Progress<T>> progress_;  // state within the current epoch
  std::vector<Ladder<T>> ladders_;         // with halving: groups that have not ended
  int restart_ = 0, epoch_ = 0;
  bool at_end_ = false, resting_ = false, diverged_ = false;
  std::vector<HistoryRow> history_;
  Frames<T> frames_;

  std::vector<RestartReport> reports_;
  int best_ = 0;
  std::vector<T> best_parameters_;
  std::vector<HistoryRow> best_history_;
  Frames<T> best_frames_;
};

}  // namespace trip
