// The search for starts, folds, draws and scores.

#include <trip/metrics.h>
#include <trip/search.h>
#include <trip/validation.h>

#include <algorithm>

#include "input.h"
#include "samples.h"

namespace trip::fuzz {
namespace {

void search_starts(Bytes& bytes) {
  Architecture a;
  a.dims = sizes(bytes, 3, 5);
  for (int dim : a.dims) a.ranks.push_back(bytes.ConsumeIntegralInRange(1, std::min(dim, 2)));
  a.outputs = 2;
  Dataset<float> data = dataset<float>(bytes, a.dims, Task::kClassification, 2);
  validate(data, "data");
  const Samples<float> samples(data);
  const Span span = leading_span(samples, a);
  check(!span.dims.empty(), "small samples have a span");
  for (size_t k = 0; k < span.dims.size(); ++k) {
    check(span.dims[k] >= a.ranks[k] && span.dims[k] <= a.dims[k], "a span holds the projection");
    const Matrix gram = span.basis[k].transpose() * span.basis[k];
    check((gram - Matrix::Identity(gram.rows(), gram.cols())).norm() < 1e-6, "orthonormal span");
  }
  const Samples<float> inside = within(samples, a.dims, span);
  const auto starts = neighbour_starts(inside, span.dims, a.ranks, true, 2, 1);
  check(starts == neighbour_starts(inside, span.dims, a.ranks, true, 2, 1), "same starts again");
}

void folds_and_draws(Bytes& bytes) {
  const bool odd = bytes.ConsumeIntegralInRange(0, 7) == 0;
  const int count = odd ? bytes.ConsumeIntegralInRange(-3, 3) : bytes.ConsumeIntegralInRange(2, 40);
  const int folds = odd ? bytes.ConsumeIntegral<int>() : bytes.ConsumeIntegralInRange(2, count);
  std::vector<int> labels(bytes.ConsumeBool() ? std::max(count, 0) : 0);
  for (int& label : labels) label = bytes.ConsumeIntegralInRange(0, 3);
  const uint64_t seed = bytes.ConsumeIntegral<uint32_t>();
  accepted([&] {
    const std::vector<int> fold = assign_folds(count, labels, folds, seed);
    check_same(fold, assign_folds(count, labels, folds, seed), "folds");
    std::vector<int> sizes(folds);
    for (int f : fold) ++sizes.at(f);
    const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
    check(*most - *least <= 1, "sizes of folds differ by at most one");
  });
  const int below = odd ? bytes.ConsumeIntegral<int>() : bytes.ConsumeIntegralInRange(1, 50);
  accepted([&] {
    for (int item : draw(count, below, seed))
      check(item >= 0 && item < below, "a draw is in range");
  });
}

void scores(Bytes& bytes) {
  const int width = bytes.ConsumeIntegralInRange(-1, 4), count = bytes.ConsumeIntegralInRange(0, 9);
  std::vector<int> labels(bytes.ConsumeBool() ? count : 0);
  for (int& label : labels) label = bytes.ConsumeIntegralInRange(-1, 4);
  const std::vector<double> predictions = numbers<double>(bytes, count * std::max(width, 0)),
                            targets =
                                numbers<double>(bytes, labels.empty() ? predictions.size() : 0);
  std::vector<double> weights;
  if (bytes.ConsumeBool()) weights.assign(count, 2);
  accepted([&] { score_predictions(predictions, labels, targets, width, weights); });
}

}  // namespace

void search(const uint8_t* data, size_t size) {
  Bytes bytes(data, size);
  switch (bytes.ConsumeIntegralInRange(0, 2)) {
    case 0:
      accepted([&] { search_starts(bytes); });
      break;
    case 1:
      folds_and_draws(bytes);
      break;
    default:
      scores(bytes);
  }
}

}  // namespace trip::fuzz
