#pragma once
// Training (paper, section 3; method of Adam on mini-batches): resumable, restartable, without a
// clock or output of its own.

#include <trip/adam.h>
#include <trip/model.h>
#include <trip/objective.h>
#include <trip/random.h>
#include <trip/search.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace trip {

/// With Options::search: the restarts that start from searched projections, two from each, and by
/// how much a later one must be lower in its objective: all dimensions offer more to overfit with
/// than the span.
inline constexpr int kSearchedRestarts = 8;
inline constexpr double kSearchMargin = 0.03;

struct Options {
  Method method = Method::kTrip;
  std::vector<int> ranks = {
      2};  // J_k, 1 .. I_k; larger keeps more of X and gives the network more to read
  std::vector<int> hidden = {10, 10,
                             10};  // widths; deeper bends the boundary more and is harder to start
  double lambda = 0.1;             // >= 0; small fits the response, large approaches PCA
  int epochs = 2000;               // >= 0
  int batch_size = 20;             // >= 1; more than N means full batches
  double learning_rate = 0.001;    // > 0; too large ends as diverged
  bool standardize = true;         // variables to mean 0, deviation 1
  bool standardize_target = true;  // regression only
  int first_restart = 0,
      restarts = 1;  // restart r draws from streams of its own, whatever the others do
  // Learned projections: restarts 0 .. 7 learn inside the span of the leading directions, from
  // projections that were searched (search.h); later ones as always. The lowest objective decides
  // between them, with kSearchMargin.
  bool search = false;
  // Parameters of a model of the same architecture, C in place of Z, to begin with instead of
  // random ones; empty for those. A fixed projection is computed as ever. Takes one restart,
  // without search; numbers that are not finite end as diverged.
  std::vector<float> start;
  uint64_t start_seed = 1, order_seed = 1;  // initial values; order of the samples
  double lda_ridge =
      1e-8;        // LDA: this times trace(Sw) / I is added to the diagonal of Sw; larger shrinks
  int record = 0;  // frames to keep, evenly spaced over the epochs, first and last included
};

/// One epoch: means over its mini-batches as they were met, before each step; test columns at its
/// end. Not-a-number where it does not apply.
struct HistoryRow {
  float loss, reconstruction, objective, accuracy, test_loss, test_accuracy;
};

/// A restart at its end, evaluated on the whole sets.
struct RestartReport {
  int restart = 0;
  double objective = 0, loss = 0, reconstruction = 0;
  double accuracy, test_accuracy, test_loss;  // not-a-number where it does not apply
  int epochs = 0;
  bool diverged = false;
  double ranking = 0;  // the kept restart has the lowest
};

/// Means on the training and the test set of the current parameters.
struct Evaluation {
  Totals train, test;
  bool has_test = false;
};

/// All parameters at one epoch, in outside order.
template <class T>
struct Frames {
  std::vector<int> epochs;
  std::vector<T> parameters;  // one frame after the other
};

/// Trains one restart after the other. The bits depend on data, options and seeds alone, never on
/// how the work is sliced.
template <class T>
class Fit {
 public:
  /// Throws Error with code "shape", "value" or "option". `test` may be null and is only evaluated.
  Fit(const Dataset<T>& train, const Dataset<T>* test, const Options& options);

  /// Steps until max_steps are done, `until_epoch` (at most options.epochs) epochs are finished, or
  /// the restart diverges; returns the steps taken. At its end a restart is evaluated and reported.
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
  int steps_per_epoch() const { return (train_.count() + batch_size_ - 1) / batch_size_; }
  /// Current parameters (after a divergence the last finite ones), outside order with C in place of
  /// Z.
  std::vector<T> parameters() const;
  Evaluation evaluate();
  const std::vector<HistoryRow>& history() const { return history_; }
  const std::vector<RestartReport>& reports() const { return reports_; }

  /// Position in reports() of the lowest objective: diverged ones last, ties to the lowest index.
  /// Needs a report.
  int best() const { return best_; }
  const std::vector<T>& best_parameters() const { return best_parameters_; }
  const std::vector<HistoryRow>& best_history() const { return best_history_; }
  const Frames<T>& best_frames() const { return best_frames_; }

 private:
  void fix_projection(int classes);
  void make_objective(const Architecture& architecture);
  double ranking(const RestartReport& report) const;
  void choose_space();
  void begin_at_start();
  void start_restart();
  bool step();
  void finish_epoch();
  void diverge();
  void report();
  void save_state();
  void record_frame();

  Options options_;
  ModelSpec spec_;
  bool has_test_;
  Samples<T> train_, test_;
  std::unique_ptr<Objective<T>> objective_;
  std::unique_ptr<Adam<T>> adam_;
  int batch_size_;
  std::vector<int> frame_epochs_;

  Span span_;                    // where the present restart learns; no dims: in all dimensions
  std::vector<Factors> starts_;  // projections inside the span
  Samples<T> whole_train_, whole_test_;  // what train_ and test_ are outside the span
  int restart_ = 0, epoch_ = 0, position_ = 0;
  bool at_end_ = false, diverged_ = false;
  double limit_ = 0;  // of the objective of a batch, beyond which the restart has diverged
  Random order_random_{0};
  std::vector<int> order_;
  std::vector<T> saved_parameters_;  // the last state known to be finite
  Totals epoch_totals_;
  std::vector<HistoryRow> history_;
  Frames<T> frames_;

  std::vector<RestartReport> reports_;
  int best_ = 0;
  std::vector<T> best_parameters_;
  std::vector<HistoryRow> best_history_;
  Frames<T> best_frames_;
};

}  // namespace trip
