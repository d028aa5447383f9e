#include <trip/error.h>
#include <trip/math.h>
#include <trip/trainer.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "fit_input.h"
#include "fit_state.h"
#include "fixed_projection.h"
#include "initial_values.h"
#include "ladder.h"
#include "order.h"

namespace trip {
namespace {

/// With Options::search the objective of a restart in all dimensions must be lower by the margin,
/// since they allow more overfitting than the span.
constexpr double kSearchMargin = 0.03;

/// A batch whose objective is this many times the objective of the first batch has diverged, even
/// if its values are finite.
constexpr double kExplosion = 1e6;

}  // namespace

template <class T>
Fit<T>::Fit(const Dataset<T>& given, const Dataset<T>* test, const Options& options,
            const Dataset<T>* validation)
    : options_(options) {
  check_options(options);
  validate(given, "train");
  // Samples of weight 0 are left out before anything depends on their number.
  const std::optional<Dataset<T>> part = without_weightless(given);
  const Dataset<T>& train = part ? *part : given;
  const std::vector<double> weights = relative_weights(train.weights);
  count_ = train.count;
  require(
      !train.sparse || !options.standardize, "option",
      {"standardize must be false for sparse samples, since it would make their zeros nonzero"});
  check_response(train);
  const bool classes = train.task == Task::kClassification;
  spec_.architecture = Architecture{train.dims, options.ranks, options.hidden,
                                    classes ? train.classes : train.responses}
                           .checked();
  check_method(options, train);
  projection_ = given_projection(options, spec_.architecture);
  if (test) check_held_out("test", train, *test);
  if (validation) check_held_out("validation", train, *validation);

  spec_.method = options.method;
  spec_.task = train.task;
  spec_.lambda = options.lambda;
  if (options.standardize)
    spec_.scaling = visit_values(train, [&](const auto& values) {
      return Standardizer::fit(values, train.count, train.features(), weights);
    });
  if (!classes) spec_.target = target_scaling(train, options.standardize_target, weights);
  if (options.method != Method::kTrip) options_.search = false;
  batch_size_ = std::min(options.batch_size, train.count);

  whole_ = std::make_unique<Space<T>>(spec_, train.dims, options.learning_rate);
  const int parameters = whole_->objective.layout().outside_size;
  check_start(options, parameters);
  const auto pack = [&](const Dataset<T>& data) {
    return Samples<T>(data, spec_.scaling, spec_.target);
  };
  whole_->train = pack(train);
  if (test) whole_->test = pack(*test);
  if (validation) whole_->validation = pack(*validation);
  if (options.method != Method::kTrip) {
    whole_->objective.set_projection(fixed_projection(options_, projection_, train, whole_->train));
    whole_->in_every_set([&](const Samples<T>& samples) { return whole_->projected(samples); });
  }

  progress_ = std::make_unique<Progress<T>>();
  frame_epochs_ = spread_epochs(options.record, options.epochs);
  frames_.epochs.reserve(frame_epochs_.size());
  frames_.parameters.reserve(frame_epochs_.size() * parameters);
  history_.reserve(options.epochs);
  plan_restarts();
  restart_ = options.first_restart;
  start_restart();
}

template <class T>
Fit<T>::~Fit() = default;

template <class T>
Space<T>& Fit<T>::space() const {
  return inside_ ? span_->space : *whole_;
}

/// Selects the span for a searched restart and all dimensions for the others. Data with too many
/// modes for a span always use all dimensions.
template <class T>
void Fit<T>::choose_space() {
  const bool searched = is_searched(options_, restart_);
  inside_ = searched && span_;
  if (!searched || span_) return;
  const Architecture& a = spec_.architecture;
  const Span span = leading_span(whole_->train, a);
  if (span.dims.empty()) return;
  span_ = std::unique_ptr<SearchedSpan<T>>(
      new SearchedSpan<T>{span, {spec_, span.dims, options_.learning_rate}, {}});
  Space<T>& inside = span_->space;
  const auto place_within = [&](const Samples<T>& samples) {
    return samples.count() > 0 ? within(samples, a.dims, span) : Samples<T>();
  };
  inside.train = place_within(whole_->train);
  inside.test = place_within(whole_->test);
  inside.validation = place_within(whole_->validation);
  span_->starts =
      neighbour_starts(inside.train, span.dims, a.ranks, spec_.task == Task::kClassification,
                       kSearchedRestarts / 2, options_.start_seed);
  inside_ = true;
}

/// Starts from the parameters of Options::start. The columns of Z = sqrt(I) C are as long as those
/// of a random start, so that a step rotates the projection by the same angle.
template <class T>
void Fit<T>::begin_at_start() {
  Objective<T>& objective = whole_->objective;
  const Layout& layout = objective.layout();
  const std::vector<T> start(options_.start.begin(), options_.start.end());
  Buffer<T> inside(layout.size);
  layout.from_outside(start.data(), inside.data());
  for (const Block& z : layout.projection) {
    const T length = std::sqrt(static_cast<T>(z.cols));
    for (int i = 0; i < z.rows * z.stride; ++i) inside[z.offset + i] *= length;
  }
  const int first = whole_->first_trained();
  std::copy(inside.begin() + first, inside.end(), objective.parameters().begin() + first);
}

/// Draws random initial values, or a random network for a searched or given projection.
template <class T>
void Fit<T>::draw_start() {
  Objective<T>& objective = space().objective;
  const Layout& layout = objective.layout();
  const uint64_t r = static_cast<uint64_t>(restart_);
  const Factors& start = inside_ ? span_->starts[restart_ % span_->starts.size()] : projection_;
  if (options_.method == Method::kTrip && !start.empty()) {
    // Columns are as long as those of a random start, so that a step rotates the projection by the
    // same angle.
    for (size_t k = 0; k < start.size(); ++k)
      place(layout.projection[k], start[k], std::sqrt(spec_.architecture.dims[k]),
            objective.parameters().data());
  } else if (options_.method == Method::kTrip) {
    draw_projection(Random(options_.start_seed, 0, r), objective);
  }
  draw_network(spec_.architecture, layout, Random(options_.start_seed, 1, r),
               objective.parameters());
}

/// Clears the state and the record of the restart before.
template <class T>
void Fit<T>::clear_restart() {
  *progress_ = Progress<T>();
  epoch_ = 0;
  at_end_ = resting_ = diverged_ = false;
  history_.clear();
  frames_.epochs.clear();
  frames_.parameters.clear();
}

template <class T>
void Fit<T>::start_restart() {
  choose_space();
  if (options_.start.empty()) {
    draw_start();
  } else {
    begin_at_start();
  }
  Space<T>& here = space();
  const bool ranked = here.objective.update();
  here.adam.reset();
  clear_restart();
  progress_->random = Random(options_.order_seed, 2, static_cast<uint64_t>(restart_));
  progress_->order = consecutive(count_);
  progress_->save(here.objective);
  if (here.has_validation()) progress_->best.parameters = progress_->saved;
  diverged_ = !ranked;
  record_frame();
  if (options_.epochs == 0 || diverged_) report();
}

template <class T>
int Fit<T>::advance(int max_steps, int until_epoch) {
  until_epoch = std::min(until_epoch, last_epoch());
  int steps = 0;
  while (!at_end() && steps < max_steps && epoch_ < until_epoch) {
    ++steps;
    if (!step()) diverge();
  }
  rest_if_due();
  return steps;
}

template <class T>
void Fit<T>::run_until(int epoch) {
  advance(std::numeric_limits<int>::max(), epoch);
}

/// The share of the restart's steps that are done.
template <class T>
double Fit<T>::share_done() const {
  const double steps = steps_per_epoch(), step = progress_->position / batch_size_;
  return (epoch_ * steps + step) / (options_.epochs * steps);
}

/// Trains on one mini-batch. False when the objective is no longer finite or has exploded, or a Z
/// has lost its rank.
template <class T>
bool Fit<T>::step() {
  Progress<T>& now = *progress_;
  Space<T>& here = space();
  Objective<T>& objective = here.objective;
  if (now.position == 0) {
    now.random.shuffle(now.order);
    now.totals = Totals();
  }
  const int batch = std::min(batch_size_, count_ - now.position);
  const Totals totals = objective.batch_gradient(here.train, now.order.data(), now.position, batch);
  // Weights that are tiny compared with the largest one become 0 in single precision.
  if (totals.weight == 0) {
    end_batch(batch);
    return true;
  }
  const double value = objective.means(totals).objective;
  // A first objective beyond single precision is infinite, so the limit is capped at the largest
  // double.
  if (now.limit == 0)
    now.limit = std::min(kExplosion * (std::fabs(value) + 1), std::numeric_limits<double>::max());
  if (now.beyond_limit(value)) return false;
  if (now.position == 0) now.save(objective);
  objective.hold_square_modes();
  here.adam.step(objective.gradient(), objective.parameters(), here.first_trained(),
                 learning_rate_share(options_.learning_rate_decay, share_done()));
  if (!objective.update()) return false;
  now.totals.add(totals);
  end_batch(batch);
  return true;
}

/// Moves to the next batch.
template <class T>
void Fit<T>::end_batch(int batch) {
  progress_->position += batch;
  if (progress_->position == count_) finish_epoch();
}

template <class T>
void Fit<T>::finish_epoch() {
  progress_->position = 0;
  ++epoch_;
  Space<T>& here = space();
  const Means train = here.objective.means(progress_->totals), test = here.test_means(),
              validation = here.validation_means();
  const auto narrow = [](double value) { return static_cast<float>(value); };
  history_.push_back({narrow(train.loss), narrow(train.reconstruction), narrow(train.objective),
                      narrow(train.accuracy), narrow(test.loss), narrow(test.accuracy),
                      narrow(validation.loss), narrow(validation.accuracy)});
  BestState<T>& best = progress_->best;
  if (here.has_validation())
    best.offer(validation.loss, epoch_, options_.min_delta, here.objective.parameters());
  const bool last = epoch_ == options_.epochs || best.out_of_patience(options_.patience, epoch_);
  // No later batch would detect a divergence in the last steps.
  if (last && progress_->beyond_limit(here.train_means().objective)) {
    --epoch_;  // the state returns to the beginning of this epoch
    history_.pop_back();
    return diverge();
  }
  record_frame();
  if (last) report();
}

template <class T>
void Fit<T>::diverge() {
  Objective<T>& objective = space().objective;
  std::copy(progress_->saved.begin(), progress_->saved.end(), objective.parameters().begin());
  objective.update();
  diverged_ = true;
  report();
}

template <class T>
void Fit<T>::record_frame() {
  if (!std::binary_search(frame_epochs_.begin(), frame_epochs_.end(), epoch_)) return;
  const std::vector<T> now = parameters();
  frames_.epochs.push_back(epoch_);
  frames_.parameters.insert(frames_.parameters.end(), now.begin(), now.end());
}

template <class T>
std::vector<T> Fit<T>::parameters() const {
  const std::vector<T> outside = space().objective.outside_parameters();
  return inside_ ? span_->span.expand(spec_.architecture.ranks, outside) : outside;
}

template <class T>
HistoryColumns Fit<T>::history_from(int epoch) const {
  const size_t first = std::min(static_cast<size_t>(std::max(epoch, 0)), history_.size());
  return columns_of(std::span(history_).subspan(first));
}

template <class T>
HistoryColumns Fit<T>::best_columns() const {
  return columns_of(best_history_);
}

template <class T>
Reference Fit<T>::best_reference() const {
  return Model<T>(spec_, best_parameters_).reference_of(whole_->train);
}

template <class T>
Evaluation Fit<T>::evaluate() {
  return {space().train_means(), space().test_means(), space().has_test()};
}

/// RestartReport::ranking. A validation loss that is not finite ranks last.
template <class T>
double Fit<T>::ranking_of(double objective, double validation_loss) const {
  if (space().has_validation())
    return std::isfinite(validation_loss) ? validation_loss
                                          : std::numeric_limits<double>::infinity();
  return objective + (options_.search && !is_searched(options_, restart_) ? kSearchMargin : 0);
}

template <class T>
double Fit<T>::standing() const {
  if (space().has_validation()) return progress_->best.loss;
  return history_.empty() ? std::numeric_limits<double>::quiet_NaN() : history_.back().objective;
}

template <class T>
void Fit<T>::report(bool halted) {
  at_end_ = true;
  const BestState<T>& best = progress_->best;
  const bool stopped = epoch_ < options_.epochs && best.out_of_patience(options_.patience, epoch_);
  if (!diverged_) best.restore(space().objective);
  const Evaluation e = evaluate();
  const Means validation = space().validation_means();
  diverged_ = diverged_ || !std::isfinite(e.train.objective);
  const RestartReport report{.restart = restart_,
                             .objective = e.train.objective,
                             .loss = e.train.loss,
                             .reconstruction = e.train.reconstruction,
                             .accuracy = e.train.accuracy,
                             .test_accuracy = e.test.accuracy,
                             .test_loss = e.test.loss,
                             .validation_loss = validation.loss,
                             .validation_accuracy = validation.accuracy,
                             .epochs = epoch_,
                             .best_epoch = diverged_ || !best.any() ? epoch_ : best.epoch,
                             .stopped_epoch = stopped && !diverged_ ? epoch_ : 0,
                             .halted_epoch = halted && !diverged_ ? epoch_ : 0,
                             .diverged = diverged_,
                             .ranking = ranking_of(e.train.objective, validation.loss)};
  add_report(report);
}

template class Fit<float>;
template class Fit<double>;

}  // namespace trip
