#pragma once
// Least squares fits of a response by <Xbar, g^(1) o .. o g^(K)> + b, by alternating least squares
// (paper, section 4).

#include <trip/random.h>
#include <trip/surrogate.h>

#include <vector>

#include "least_squares.h"

namespace trip {

/// g^(1) .. g^(K) or ghat^(1) .. ghat^(K).
using Vectors = std::vector<Vector>;

/// u_n = Xbar_n x_l g^(l) over all l except k: an N x P matrix becomes N x J_k.
Matrix contracted(const Matrix& x, const std::vector<int>& ranks, const Vectors& g, int k);

/// Leading singular directions of the unconstrained solution, mode by mode, as in HOSVD.
Vectors unconstrained_start(const Reduced& problem, const std::vector<int>& ranks);

/// A random start: entries N(0, 1).
Vectors random_start(const std::vector<int>& ranks, Random& random);

/// The best fit of the given starts, the first among equals.
RankOne best_of(const Reduced& problem, const std::vector<int>& ranks,
                const std::vector<Vectors>& starts);

/// The local fit of one target from several starts; `global` are the directions of the surrogate.
RankOne local_fit(const Reduced& problem, const std::vector<int>& ranks, const Vectors& global);

}  // namespace trip
