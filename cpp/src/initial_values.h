#pragma once
// Random initial values of a restart.

#include <trip/model.h>
#include <trip/random.h>

#include <span>

#include "objective.h"

namespace trip {

/// Z ~ N(0, 1) from stream 0 of the start seed. The network uses stream 1, so that all methods
/// start with the same network. A Z without full rank, which is rare and usually square, is drawn
/// again.
template <class T>
void draw_projection(Random random, Objective<T>& objective);

/// Weights and biases U(+-1/sqrt(fan in)); factors G^(k) U(+-a), a = 3^((K-1)/2K) (prod J)^(-1/2K),
/// which gives the entries of W the variance of an ordinary layer.
template <class T>
void draw_network(const Architecture& a, const Layout& layout, Random random, std::span<T> buffer);

}  // namespace trip
