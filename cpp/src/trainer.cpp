#include <trip/baselines.h>
#include <trip/error.h>
#include <trip/math.h>
#include <trip/order.h>
#include <trip/trainer.h>
#include <trip/tucker.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace trip {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// A batch whose objective is this many times that of the first one has left all reason, even if
/// its numbers are finite.
constexpr double kExplosion = 1e6;

void require_option(bool condition, const char* name, const char* accepted, double seen) {
  require(condition, "option", {name, " must be ", accepted, ", got ", seen});
}

void check_numbers(const Options& o) {
  require_option(std::isfinite(o.lambda) && o.lambda >= 0, "lambda",
                 "a finite number of at least 0", o.lambda);
  require_option(std::isfinite(o.learning_rate) && o.learning_rate > 0, "learningRate",
                 "a finite number above 0", o.learning_rate);
  require_option(o.epochs >= 0 && o.epochs <= 1000000, "epochs", "an integer from 0 to 1000000",
                 o.epochs);
  require_option(std::isfinite(o.lda_ridge) && o.lda_ridge >= 0, "ldaRidge",
                 "a finite number of at least 0", o.lda_ridge);
  require_option(o.batch_size >= 1, "batchSize", "an integer of at least 1", o.batch_size);
  require_option(o.restarts >= 1 && o.restarts <= 100000, "restarts", "an integer from 1 to 100000",
                 o.restarts);
  require_option(o.first_restart >= 0, "firstRestart", "an integer of at least 0", o.first_restart);
  require_option(o.record >= 0 && o.record <= 10000, "record", "an integer from 0 to 10000",
                 o.record);
  require_option(o.hidden.size() <= 16, "hidden", "a list of at most 16 widths",
                 static_cast<double>(o.hidden.size()));
  for (int width : o.hidden)
    require_option(width >= 1 && width <= 4096, "hidden", "widths from 1 to 4096", width);
}

void check_start(const Options& o, int parameters) {
  const bool fits = static_cast<int>(o.start.size()) == parameters && o.restarts == 1 && !o.search;
  require(o.start.empty() || fits, "option",
          {"start must be ", parameters, " parameters, for one restart without search; got ",
           o.start.size(), " for ", o.restarts, " restarts"});
}

template <class T>
void check_response(const Dataset<T>& data) {
  require(data.task != Task::kNone, "value",
          {"train: y is missing; training needs a class or a number for each sample"});
  if (data.task == Task::kRegression) return;
  const int first = data.labels.empty() ? 0 : data.labels[0];
  require(std::any_of(data.labels.begin(), data.labels.end(),
                      [&](int label) { return label != first; }),
          "value",
          {"train: all ", data.count,
           " samples belong to one class; classification needs at least two"});
}

template <class T>
void check_method(const Options& o, const Dataset<T>& data) {
  const int modes = data.modes();
  require(o.method != Method::kTucker || modes > 1, "option",
          {"method 'tucker' takes matrices and cubes, these samples are vectors; use 'pca'"});
  if (o.method != Method::kPca && o.method != Method::kLda) return;
  const char* name = o.method == Method::kPca ? "pca" : "lda";
  require(
      modes == 1, "option",
      {"method '", name, "' takes vectors, these samples have ", modes, " modes; use 'tucker'"});
  require(!data.sparse, "option", {"method '", name, "' takes dense samples, these are sparse"});
  require(o.method == Method::kPca || data.task == Task::kClassification, "option",
          {"method 'lda' needs classes, this response is a number"});
}

template <class T>
void check_test(const Dataset<T>& train, const Dataset<T>& test) {
  validate(test, "test");
  require(test.sparse == train.sparse, "value",
          {"test: must be sparse when the training set is, and dense otherwise"});
  require(test.dims == train.dims, "shape",
          {"test: the samples have another shape than those of the training set"});
  require(test.task == train.task && test.classes == train.classes, "value",
          {"test: the response is of another kind than that of the training set"});
}

/// Epochs of `count` frames from 0 to `epochs`, without repetition.
std::vector<int> spread_epochs(int count, int epochs) {
  std::vector<int> result;
  for (int i = 0; i < count; ++i) {
    const int64_t epoch =
        count == 1 ? epochs
                   : (2 * static_cast<int64_t>(i) * epochs + (count - 1)) / (2 * (count - 1));
    if (result.empty() || result.back() != epoch) result.push_back(static_cast<int>(epoch));
  }
  return result;
}

/// Mean and population deviation of the targets; a constant target keeps scale 1.
template <class T>
void standardize_targets(const Dataset<T>& data, ModelSpec& spec) {
  const Standardizer s = Standardizer::fit(data.targets, data.count, 1);
  spec.target_mean = s.mean[0];
  spec.target_scale = s.scale[0];
}

/// U(-bound, bound) over a block in outside order.
template <class T>
void fill_uniform(const Block& block, double bound, Random& random, T* buffer) {
  for_each_outside(block, [&](int position) {
    buffer[position] = static_cast<T>(random.uniform(-bound, bound));
  });
}

/// Z ~ N(0, 1), stream 0 of the start seed; the network from stream 1, so that all methods start
/// with the same network.
template <class T>
void draw_projection(const Layout& layout, Random random, std::vector<T>& buffer) {
  for (const Block& z : layout.projection) {
    for_each_outside(z, [&](int position) { buffer[position] = static_cast<T>(random.normal()); });
  }
}

/// Weights and biases U(+-1/sqrt(fan in)); factors G^(k) U(+-a), a = 3^((K-1)/2K) (prod J)^(-1/2K),
/// which gives the entries of W the variance of an ordinary layer.
template <class T>
void draw_network(const Architecture& a, const Layout& layout, Random random,
                  std::vector<T>& buffer) {
  const double modes = a.modes(), latent = a.latent_size();
  const double bound = exp((log(3.0) * (modes - 1) - log(latent)) / (2 * modes));
  for (const Block& g : layout.factor) fill_uniform(g, bound, random, buffer.data());
  fill_uniform(layout.bias[0], 1 / std::sqrt(latent), random, buffer.data());
  for (size_t l = 0; l < layout.weight.size(); ++l) {
    const double fan_in = layout.weight[l].cols;
    fill_uniform(layout.weight[l], 1 / std::sqrt(fan_in), random, buffer.data());
    fill_uniform(layout.bias[l + 1], 1 / std::sqrt(fan_in), random, buffer.data());
  }
}

}  // namespace

template <class T>
Fit<T>::Fit(const Dataset<T>& train, const Dataset<T>* test, const Options& options)
    : options_(options), has_test_(test != nullptr) {
  check_numbers(options);
  validate(train, "train");
  require(!train.sparse || !options.standardize, "option",
          {"standardize must be false for sparse samples, whose zeros it would fill"});
  check_response(train);
  const bool classes = train.task == Task::kClassification;
  spec_.architecture =
      Architecture{train.dims, options.ranks, options.hidden, classes ? train.classes : 1}
          .checked();
  check_method(options, train);
  if (test) check_test(train, *test);

  spec_.method = options.method;
  spec_.task = train.task;
  spec_.lambda = options.lambda;
  if (options.standardize)
    spec_.scaling = Standardizer::fit(train.x, train.count, train.features());
  if (!classes && options.standardize_target) standardize_targets(train, spec_);

  train_ = Samples<T>(train, spec_.scaling, spec_.target_mean, spec_.target_scale);
  if (test) test_ = Samples<T>(*test, spec_.scaling, spec_.target_mean, spec_.target_scale);
  if (options.method != Method::kTrip) options_.search = false;
  make_objective(spec_.architecture);
  check_start(options, objective_->layout().outside_size);
  if (options.method != Method::kTrip) fix_projection(train.classes);
  batch_size_ = std::min(options.batch_size, train.count);
  frame_epochs_ = spread_epochs(options.record, options.epochs);
  frames_.epochs.reserve(frame_epochs_.size());
  frames_.parameters.reserve(frame_epochs_.size() * objective_->layout().outside_size);
  history_.reserve(options.epochs);
  restart_ = options.first_restart;
  start_restart();
}

template <class T>
void Fit<T>::make_objective(const Architecture& architecture) {
  const ProjectionMode mode =
      options_.method == Method::kTrip ? ProjectionMode::kLearned : ProjectionMode::kFixed;
  objective_ = std::make_unique<Objective<T>>(architecture, spec_.task, options_.lambda, mode);
  adam_ = std::make_unique<Adam<T>>(objective_->layout().size, options_.learning_rate);
}

/// Enters the span or leaves it for all dimensions, as the present restart wants. Data with too
/// many modes for a span stay where they are.
template <class T>
void Fit<T>::choose_space() {
  const bool inside = options_.search && restart_ < kSearchedRestarts;
  if (inside == !span_.dims.empty()) return;
  const Architecture& a = spec_.architecture;
  if (inside) {
    span_ = leading_span(train_, a);
    if (span_.dims.empty()) return;
    whole_train_ = std::exchange(train_, within(train_, a.dims, span_));
    if (has_test_) whole_test_ = std::exchange(test_, within(test_, a.dims, span_));
    starts_ = neighbour_starts(train_, span_.dims, a.ranks, spec_.task == Task::kClassification,
                               kSearchedRestarts / 2, options_.start_seed);
    make_objective({span_.dims, a.ranks, a.hidden, a.outputs});
  } else {
    span_ = {};
    train_ = std::move(whole_train_);
    test_ = std::move(whole_test_);
    make_objective(a);
  }
}

/// C from the training set, then both sets projected once and for all.
template <class T>
void Fit<T>::fix_projection(int classes) {
  const Architecture& a = spec_.architecture;
  Factors factors;
  if (options_.method == Method::kTucker) {
    // Turning by less than this changes no picture and no prediction.
    factors = hooi(train_, a.dims, a.ranks, 1e-4, 50).c;
  } else if (options_.method == Method::kPca) {
    factors.push_back(pca(train_, a.ranks[0]).c);
  } else {
    factors.push_back(lda(train_, classes, a.ranks[0], options_.lda_ridge).c);
  }
  objective_->set_projection(factors);
  const int size = a.latent_size();
  if (has_test_) test_ = Samples<T>(objective_->project(test_), size, &test_);
  train_ = Samples<T>(objective_->project(train_), size, &train_);
}

/// Z = sqrt(I) C has the C that was given, and columns as long as those of a random start, so that
/// a step turns the projection as far.
template <class T>
void Fit<T>::begin_at_start() {
  const std::vector<T> start(options_.start.begin(), options_.start.end());
  T* parameters = objective_->parameters().data();
  objective_->layout().from_outside(start.data(), parameters);
  for (const Block& z : objective_->layout().projection) {
    const T length = std::sqrt(static_cast<T>(z.cols));
    for (int i = 0; i < z.rows * z.stride; ++i) parameters[z.offset + i] *= length;
  }
}

template <class T>
void Fit<T>::start_restart() {
  choose_space();
  const Layout& layout = objective_->layout();
  const uint64_t r = static_cast<uint64_t>(restart_);
  if (!options_.start.empty()) {
    begin_at_start();
  } else if (!span_.dims.empty()) {
    const Factors& start = starts_[restart_ % starts_.size()];
    // As long as the columns of a random start, so that a step turns the projection as far.
    for (size_t k = 0; k < start.size(); ++k)
      place(layout.projection[k], start[k], std::sqrt(spec_.architecture.dims[k]),
            objective_->parameters().data());
  } else if (options_.method == Method::kTrip) {
    draw_projection(layout, Random(options_.start_seed, 0, r), objective_->parameters());
  }
  if (options_.start.empty()) {
    draw_network(spec_.architecture, layout, Random(options_.start_seed, 1, r),
                 objective_->parameters());
  }
  objective_->update();
  adam_->reset();
  order_random_ = Random(options_.order_seed, 2, r);
  order_ = consecutive(train_.count());
  epoch_ = position_ = 0;
  at_end_ = diverged_ = false;
  history_.clear();
  frames_.epochs.clear();
  frames_.parameters.clear();
  save_state();
  record_frame();
  if (options_.epochs == 0) report();
}

template <class T>
bool Fit<T>::next_restart() {
  if (restart_ + 1 >= options_.first_restart + options_.restarts) return false;
  ++restart_;
  start_restart();
  return true;
}

template <class T>
void Fit<T>::save_state() {
  saved_parameters_ = objective_->parameters();
}

template <class T>
int Fit<T>::advance(int max_steps, int until_epoch) {
  until_epoch = std::min(until_epoch, options_.epochs);
  int steps = 0;
  while (!at_end_ && steps < max_steps && epoch_ < until_epoch) {
    ++steps;
    if (!step()) diverge();
  }
  return steps;
}

template <class T>
void Fit<T>::run_until(int epoch) {
  advance(std::numeric_limits<int>::max(), epoch);
}

/// One mini-batch. False when the objective is no longer finite or has exploded, or a Z has lost
/// its rank.
template <class T>
bool Fit<T>::step() {
  if (position_ == 0) {
    order_random_.shuffle(order_);
    epoch_totals_ = Totals();
  }
  const int batch = std::min(batch_size_, train_.count() - position_);
  const Totals totals = objective_->batch_gradient(train_, order_.data(), position_, batch);
  const double objective = totals.objective(options_.lambda);
  if (epoch_ == 0 && position_ == 0) {
    // A first objective beyond single precision is infinite, and no limit for anything.
    limit_ = std::min(kExplosion * (std::fabs(objective) + 1), std::numeric_limits<double>::max());
  }
  if (!std::isfinite(objective) || std::fabs(objective) > limit_) return false;
  if (position_ == 0) save_state();
  adam_->step(objective_->gradient(), objective_->parameters(),
              options_.method == Method::kTrip ? 0 : objective_->layout().network_begin);
  if (!objective_->update()) return false;
  epoch_totals_.count += totals.count;
  epoch_totals_.loss += totals.loss;
  epoch_totals_.reconstruction += totals.reconstruction;
  epoch_totals_.correct += totals.correct;
  position_ += batch;
  if (position_ == train_.count()) finish_epoch();
  return true;
}

template <class T>
void Fit<T>::finish_epoch() {
  position_ = 0;
  ++epoch_;
  const bool classes = spec_.task == Task::kClassification;
  const Totals test = has_test_ ? objective_->evaluate(test_) : Totals();
  const auto narrow = [](double value) { return static_cast<float>(value); };
  history_.push_back({narrow(epoch_totals_.mean_loss()),
                      narrow(epoch_totals_.mean_reconstruction()),
                      narrow(epoch_totals_.objective(options_.lambda)),
                      narrow(classes ? epoch_totals_.accuracy() : kNone),
                      narrow(has_test_ ? test.mean_loss() : kNone),
                      narrow(has_test_ && classes ? test.accuracy() : kNone)});
  if (epoch_ == options_.epochs) {
    // The last steps of all have not been looked at by a following batch.
    const double last = objective_->evaluate(train_).objective(options_.lambda);
    if (!std::isfinite(last) || std::fabs(last) > limit_) {
      --epoch_;  // the state goes back to where this epoch began
      history_.pop_back();
      return diverge();
    }
    record_frame();
    return report();
  }
  record_frame();
}

template <class T>
void Fit<T>::diverge() {
  objective_->parameters() = saved_parameters_;
  objective_->update();
  diverged_ = true;
  report();
}

template <class T>
void Fit<T>::stop() {
  if (!at_end_) report();
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
  std::vector<T> inside = objective_->parameters();
  std::copy(objective_->projection().begin(), objective_->projection().end(), inside.begin());
  const std::vector<T> outside = objective_->layout().to_outside(inside.data());
  return span_.dims.empty() ? outside : span_.expand(spec_.architecture.ranks, outside);
}

template <class T>
Evaluation Fit<T>::evaluate() {
  return {objective_->evaluate(train_), has_test_ ? objective_->evaluate(test_) : Totals(),
          has_test_};
}

/// What the kept restart has the lowest of.
template <class T>
double Fit<T>::ranking(const RestartReport& report) const {
  const bool handicap = options_.search && report.restart >= kSearchedRestarts;
  return report.objective + (handicap ? kSearchMargin : 0);
}

template <class T>
void Fit<T>::report() {
  at_end_ = true;
  const bool classes = spec_.task == Task::kClassification;
  const Evaluation e = evaluate();
  const RestartReport report{restart_,
                             e.train.objective(options_.lambda),
                             e.train.mean_loss(),
                             e.train.mean_reconstruction(),
                             classes ? e.train.accuracy() : kNone,
                             classes && has_test_ ? e.test.accuracy() : kNone,
                             has_test_ ? e.test.mean_loss() : kNone,
                             epoch_,
                             diverged_};
  reports_.push_back(report);
  const RestartReport& best = reports_[best_];
  const bool better =
      report.diverged != best.diverged ? best.diverged : ranking(report) < ranking(best);
  if (reports_.size() > 1 && !better) return;
  best_ = static_cast<int>(reports_.size()) - 1;
  best_parameters_ = parameters();
  best_history_ = history_;
  best_frames_ = frames_;
}

template class Fit<float>;
template class Fit<double>;

}  // namespace trip
