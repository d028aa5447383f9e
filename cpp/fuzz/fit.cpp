// A fit from any data and options, and everything that its model tells about them.

#include <trip/trainer.h>

#include <algorithm>
#include <type_traits>

#include "input.h"

namespace trip::fuzz {
namespace {

template <class T>
void run(Fit<T>& fit, int steps) {
  do {
    while (!fit.at_end()) fit.advance(steps, 1 << 30);
  } while (fit.next_restart());
}

template <class T>
void compare(Fit<T>& fit, Fit<T>& again, const Dataset<T>& train) {
  run(fit, 1000);
  run(again, 1);  // the number of steps a call does not matter
  check_same(fit.best_parameters(), again.best_parameters(), "a fit");
  check_same(fit.best_frames().parameters, again.best_frames().parameters, "a frame");
  check_finite(fit.best_parameters(), "a parameter");
  const RestartReport& best = fit.reports()[fit.best()];
  check(best.diverged || std::isfinite(best.objective), "the objective is finite or has diverged");
  Model<T> model(fit.spec(), fit.best_parameters());
  Model<T> restored(model.spec(), fit.best_parameters());
  check(model.fingerprint() == restored.fingerprint(), "a restored model has its fingerprint");
  accepted([&] {
    const std::vector<T> latent = model.transform(train);
    check_finite(latent, "a projected sample");
    check_same(latent, restored.transform(train), "a restored model");
    check_finite(model.predict(train), "a prediction");
    const Score score = model.score(train);
    check(std::isnan(score.accuracy) || (score.accuracy >= 0 && score.accuracy <= 1),
          "the accuracy is a share");
    const Reference reference = model.reference(train);
    if (!reference.mean.empty()) model.diagnose(train, reference.mean, reference.covariance, {}, 3);
  });
}

/// Another fit goes on from the state of a restart, with the same bits. A changed state is refused
/// or goes on.
template <class T>
void move(Fit<T>& from, Fit<T>& to, Bytes& bytes) {
  from.run_until(bytes.ConsumeIntegralInRange(0, 3));
  if (from.at_end()) return;
  RestartState<T> state = from.state();
  to.resume(state);
  for (Fit<T>* fit : {&from, &to}) fit->run_until(1 << 30);
  check_same(from.parameters(), to.parameters(), "a restart in another fit");
  const auto change = [&](auto& list) {
    using Value = typename std::decay_t<decltype(list)>::value_type;
    if (list.empty() || !bytes.ConsumeBool()) return;
    const size_t at = bytes.ConsumeIntegralInRange<size_t>(0, list.size() - 1);
    if constexpr (std::is_same_v<Value, int>) {
      list[at] = bytes.ConsumeIntegral<int>();
    } else {
      list[at] = static_cast<Value>(number(bytes));
    }
  };
  change(state.values);
  change(state.exact);
  change(state.counts);
  accepted([&] {
    to.resume(state);
    run(to, 3);
    check_finite(to.best_parameters(), "a parameter after a changed state");
  });
}

template <class T>
void run(Bytes& bytes) {
  const std::vector<int> dims = sizes(bytes, 3, 6);
  const Task task = static_cast<Task>(bytes.ConsumeIntegralInRange(0, 2));
  const int outputs = bytes.ConsumeIntegralInRange(1, 3);
  Options chosen = options(bytes, dims);
  const Dataset<T> train = dataset<T>(bytes, dims, task, outputs);
  const bool tested = bytes.ConsumeBool(), validated = bytes.ConsumeBool();
  Dataset<T> test, validation;
  if (tested) test = dataset<T>(bytes, dims, task, outputs);
  if (validated) validation = dataset<T>(bytes, dims, task, outputs);
  // These are read last, so that inputs of the corpus keep their meaning.
  if (bytes.ConsumeBool()) {
    chosen.halving = true;
    chosen.restarts = bytes.ConsumeIntegralInRange(1, 12);
    chosen.first_restart = bytes.ConsumeIntegralInRange(0, 9);
    chosen.epochs = bytes.ConsumeIntegralInRange(0, 12);
  }
  accepted([&] {
    const auto make = [&] {
      return Fit<T>(train, tested ? &test : nullptr, chosen, validated ? &validation : nullptr);
    };
    Fit<T> one = make(), two = make();
    compare(one, two, train);
    Fit<T> three = make(), four = make();
    move(three, four, bytes);
  });
}

}  // namespace

void fit(const uint8_t* data, size_t size) {
  Bytes bytes(data, size);
  if (bytes.ConsumeBool()) {
    run<double>(bytes);
  } else {
    run<float>(bytes);
  }
}

}  // namespace trip::fuzz
