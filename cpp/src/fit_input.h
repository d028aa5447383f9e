#pragma once
// Checks of the data of a fit together with its options, and the scaling of its response.

#include <trip/dataset.h>
#include <trip/model.h>
#include <trip/options.h>

namespace trip {

/// Throws Error with code "value" unless there is a response, for classification of two classes.
template <class T>
void check_response(const Dataset<T>& data);

/// Throws Error with code "option" when the method does not fit the samples or the response.
template <class T>
void check_method(const Options& o, const Dataset<T>& data);

/// Throws Error with code "shape" or "value" unless the test or validation set, which `name` says,
/// is of the kind of the training set.
template <class T>
void check_held_out(const char* name, const Dataset<T>& train, const Dataset<T>& held_out);

/// Throws Error with code "option" unless Options::start is empty or has `parameters` numbers.
void check_start(const Options& o, int parameters);

/// Mean and population deviation of each response, or 0 and 1 unless it is standardised. A constant
/// response keeps scale 1.
template <class T>
Standardizer target_scaling(const Dataset<T>& data, bool standardize,
                            const std::vector<double>& weights);

}  // namespace trip
