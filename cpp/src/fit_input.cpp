#include "fit_input.h"

#include <trip/error.h>

#include <algorithm>

namespace trip {

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
          {"method 'tucker' needs matrices or cubes, but the samples are vectors; use 'pca'"});
  if (o.method != Method::kPca && o.method != Method::kLda) return;
  const char* name = o.method == Method::kPca ? "pca" : "lda";
  require(
      modes == 1, "option",
      {"method '", name, "' needs vectors, but the samples have ", modes, " modes; use 'tucker'"});
  require(!data.sparse, "option",
          {"method '", name, "' needs dense samples, but these are sparse"});
  require(o.method == Method::kPca || data.task == Task::kClassification, "option",
          {"method 'lda' needs classes, but the response is a number"});
}

template <class T>
void check_held_out(const char* name, const Dataset<T>& train, const Dataset<T>& held_out) {
  validate(held_out, name);
  require(held_out.sparse == train.sparse, "value",
          {name, ": must be sparse if the training set is sparse, and dense otherwise"});
  require(held_out.dims == train.dims, "shape",
          {name, ": the samples have another shape than those of the training set"});
  require(held_out.task == train.task && held_out.classes == train.classes &&
              held_out.responses == train.responses,
          "value", {name, ": the response is of another kind than that of the training set"});
}

template <class T>
Standardizer target_scaling(const Dataset<T>& data, bool standardize,
                            const std::vector<double>& weights) {
  if (standardize) return Standardizer::fit(data.targets, data.count, data.responses, weights);
  const size_t responses = data.responses;
  return {std::vector<double>(responses, 0), std::vector<double>(responses, 1)};
}

template void check_response(const Dataset<float>&);
template void check_method(const Options&, const Dataset<float>&);
template void check_held_out(const char*, const Dataset<float>&, const Dataset<float>&);
template Standardizer target_scaling(const Dataset<float>&, bool, const std::vector<double>&);
template void check_response(const Dataset<double>&);
template void check_method(const Options&, const Dataset<double>&);
template void check_held_out(const char*, const Dataset<double>&, const Dataset<double>&);
template Standardizer target_scaling(const Dataset<double>&, bool, const std::vector<double>&);

}  // namespace trip
