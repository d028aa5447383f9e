// A fit from any data and options, and everything that its model tells about them.

#include <trip/trainer.h>

#include <algorithm>

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

template <class T>
void run(Bytes& bytes) {
  const std::vector<int> dims = sizes(bytes, 3, 6);
  const Task task = static_cast<Task>(bytes.ConsumeIntegralInRange(0, 2));
  const int outputs = bytes.ConsumeIntegralInRange(1, 3);
  const Options chosen = options(bytes, dims);
  const Dataset<T> train = dataset<T>(bytes, dims, task, outputs);
  const bool tested = bytes.ConsumeBool(), validated = bytes.ConsumeBool();
  Dataset<T> test, validation;
  if (tested) test = dataset<T>(bytes, dims, task, outputs);
  if (validated) validation = dataset<T>(bytes, dims, task, outputs);
  accepted([&] {
    const auto make = [&] {
      return Fit<T>(train, tested ? &test : nullptr, chosen, validated ? &validation : nullptr);
    };
    Fit<T> one = make(), two = make();
    compare(one, two, train);
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
