// A model from any description and numbers, as a file of a model may contain them, and its use.

#include <trip/model.h>
#include <trip/parameters.h>

#include "input.h"

namespace trip::fuzz {
namespace {

/// The number of parameters of a small model, or any other number.
size_t length_for(Bytes& bytes, const Architecture& a) {
  size_t length = 0;
  accepted([&] { length = Layout(a.checked()).outside_size; });
  if (length > 500 || bytes.ConsumeIntegralInRange(0, 15) == 0)
    return bytes.ConsumeIntegralInRange(0, 300);
  return length;
}

ModelSpec description(Bytes& bytes) {
  ModelSpec spec;
  spec.method = static_cast<Method>(bytes.ConsumeIntegralInRange(0, 4));
  spec.task = bytes.ConsumeBool() ? Task::kClassification : Task::kRegression;
  Architecture& a = spec.architecture;
  a.dims = sizes(bytes, 3, 6);
  for (int dim : a.dims) a.ranks.push_back(bytes.ConsumeIntegralInRange(1, std::min(dim, 3)));
  a.hidden.resize(bytes.ConsumeIntegralInRange(0, 3));
  for (int& width : a.hidden) width = bytes.ConsumeIntegralInRange(1, 6);
  a.outputs = bytes.ConsumeIntegralInRange(1, 3);
  if (bytes.ConsumeIntegralInRange(0, 7) == 0) {
    std::vector<int>* const lists[] = {&a.dims, &a.ranks, &a.hidden};
    std::vector<int>& list = *bytes.PickValueInArray(lists);
    list.resize(bytes.ConsumeIntegralInRange(0, 20), 1);
    for (int& size : list)
      if (bytes.ConsumeIntegralInRange(0, 3) == 0) size = bytes.ConsumeIntegral<int>();
    if (bytes.ConsumeBool()) a.outputs = bytes.ConsumeIntegral<int>();
  }
  spec.lambda = number(bytes);
  double features = 1;
  for (int size : a.dims) features *= size;
  if (bytes.ConsumeBool() && features > 0 && features <= 216) {
    spec.scaling.mean = numbers<double>(bytes, static_cast<size_t>(features));
    spec.scaling.scale = numbers<double>(bytes, static_cast<size_t>(features));
  }
  const int responses = std::min(std::max(spec.responses(), 0), 100);
  spec.target = {numbers<double>(bytes, responses), std::vector<double>(responses, 1)};
  if (bytes.ConsumeIntegralInRange(0, 7) == 0)
    spec.target.scale = numbers<double>(bytes, responses);
  return spec;
}

template <class T>
void use(Bytes& bytes, Model<T>& model, Model<T>& restored) {
  const Architecture& a = model.spec().architecture;
  const Dataset<T> data = dataset<T>(bytes, a.dims, model.spec().task, a.outputs);
  accepted([&] {
    const std::vector<T> latent = model.transform(data);
    check_finite(latent, "a projected sample");
    check_same(latent, restored.transform(data), "a restored model");
    check_same(model.inverse_transform(latent), restored.inverse_transform(latent), "the inverse");
    check_same(model.predict(data), restored.predict(data), "a prediction");
  });
  accepted([&] { check_finite(model.predict_probability(data), "a probability"); });
  accepted([&] { model.score(data); });
  accepted([&] {
    const Reference reference = model.reference(data);
    if (!reference.mean.empty()) model.diagnose(data, reference.mean, reference.covariance, {}, 3);
  });
  const size_t length = bytes.ConsumeIntegralInRange(0, 20);
  const std::vector<T> latent = numbers<T>(bytes, length);
  accepted([&] { check_same(model.predict_latent(latent), restored.predict_latent(latent), "p"); });
  accepted([&] { model.projection(bytes.ConsumeIntegralInRange(-1, 8)); });
}

template <class T>
void run(Bytes& bytes) {
  const ModelSpec spec = description(bytes);
  const std::vector<T> parameters = numbers<T>(bytes, length_for(bytes, spec.architecture));
  accepted([&] {
    Model<T> model(spec, parameters), restored(model.spec(), parameters);
    check(model.fingerprint() == restored.fingerprint(), "a restored model has its fingerprint");
    use(bytes, model, restored);
  });
}

}  // namespace

void model(const uint8_t* data, size_t size) {
  Bytes bytes(data, size);
  if (bytes.ConsumeBool()) {
    run<double>(bytes);
  } else {
    run<float>(bytes);
  }
}

}  // namespace trip::fuzz
