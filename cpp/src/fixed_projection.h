#pragma once
// The projections of methods that fix them before training, and projections that are given.

#include <trip/dataset.h>
#include <trip/matrix.h>
#include <trip/model.h>
#include <trip/options.h>

namespace trip {

/// Options::projection by mode, I_k x J_k; empty if there is none. Throws Error with code "option"
/// when it has another size or columns that are not orthonormal, and when the method, a search or a
/// start contradicts it.
Factors given_projection(const Options& o, const Architecture& a);

/// C of a method other than kTrip, which is `given` or computed from the training set. PCA and LDA
/// centre in double: `packed`, the scaled samples, have lost the spread of values that are given in
/// double and not standardised.
template <class T>
Factors fixed_projection(const Options& o, const Factors& given, const Dataset<T>& train,
                         const Samples<T>& packed);

}  // namespace trip
