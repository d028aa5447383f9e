#pragma once
// Kernels for sparse samples with up to three modes of rank 2, as in the paper. A stored value v
// selects a row (c_0, c_1) of each C^(k). The modes are called a, b, c from the last but two to the
// last; with fewer modes the first ones are missing.
//
// Lanes, with jk = j_b j_c:      jk =  00       01       10       11
//   s: c_c v                           s_0      s_1      s_0      s_1
//   S: c_b o c_c v                  b_0 s_0  b_0 s_1  b_1 s_0  b_1 s_1
//   Xbar: a_0 S, then a_1 S, one vector each.
// Backward, d_0 and d_1 are the same two vectors of dE/dXbar, and A = a_0 d_0 + a_1 d_1:
//   da_j = sum of the lanes of d_j S,  db_j = sum_k A_jk s_k,  dc_k = (b_0 A_0k + b_1 A_1k) v.

#include "pairs.h"
#include "samples.h"
#include "sparse_projection.h"

namespace trip {

/// Passes over the stored values of a sample with K modes. Pointers are copied into this object,
/// since the compiler knows that storing a T does not change a local object.
template <int K, class T>
class InPairs {
 public:
  InPairs(const Samples<T>& samples, const std::vector<ModeRows<T>>& modes) : samples_(samples) {
    for (int k = 0; k < K; ++k) {
      c_[k] = modes[k].c;
      dc_[k] = modes[k].dc;
    }
  }

  /// Sum of the shares of Xbar, 2^K values in one or two vectors.
  TRIP_INLINE void forward(int sample, Lanes<T> (&total)[2]) const {
    const int end = samples_.begin(sample + 1);
    for (int e = samples_.begin(sample); e < end; ++e) {
      const int* index = samples_.index(e);
      const Lanes<T> s = last(index) * samples_.value(e);
      if constexpr (K == 1) {
        total[0] += s;
      } else if constexpr (K == 2) {
        total[0] += spread(index) * s;
      } else {
        const Lanes<T> product = spread(index) * s;
        const T* a = c_[0] + size_t{2} * index[0];
        total[0] += product * a[0];
        total[1] += product * a[1];
      }
    }
  }

  /// Adds the gradients of the rows; d: dE/dXbar in one or two vectors.
  TRIP_INLINE void backward(int sample, const Lanes<T> (&d)[2]) const {
    const int end = samples_.begin(sample + 1);
    for (int e = samples_.begin(sample); e < end; ++e) {
      const int* index = samples_.index(e);
      const Lanes<T> value = splat(samples_.value(e));
      if constexpr (K == 1) {
        T* dc = dc_[0] + size_t{2} * index[0];
        const Lanes<T> share = d[0] * value;
        dc[0] += share[0];
        dc[1] += share[1];
      } else {
        const Lanes<T> s = last(index) * value, b = spread(index);
        Lanes<T> inner = d[0];  // A
        if constexpr (K == 3) {
          const T* a = c_[0] + size_t{2} * index[0];
          inner = d[0] * a[0] + d[1] * a[1];
          add_first(dc_[0] + size_t{2} * index[0], d, b * s);
        }
        add_last(index, inner * s, inner * b, value);
      }
    }
  }

 private:
  /// (c_0, c_1, c_0, c_1) of the last mode
  TRIP_INLINE Lanes<T> last(const int* index) const {
    return load_twice(c_[K - 1] + size_t{2} * index[K - 1]);
  }
  /// (b_0, b_0, b_1, b_1) of the last but one
  TRIP_INLINE Lanes<T> spread(const int* index) const {
    const Lanes<T> row = load_twice(c_[K - 2] + size_t{2} * index[K - 2]);
    return __builtin_shufflevector(row, row, 0, 0, 1, 1);
  }
  /// da_j += (l0 + l1) + (l2 + l3) of d_j S
  TRIP_INLINE static void add_first(T* da, const Lanes<T> (&d)[2], Lanes<T> product) {
    const Lanes<T> p = d[0] * product, q = d[1] * product;
    const Lanes<T> pairs =
        __builtin_shufflevector(p, q, 0, 2, 4, 6) + __builtin_shufflevector(p, q, 1, 3, 5, 7);
    const Lanes<T> sums = __builtin_shufflevector(pairs, pairs, 0, 2, 0, 2) +
                          __builtin_shufflevector(pairs, pairs, 1, 3, 1, 3);
    da[0] += sums[0];
    da[1] += sums[1];
  }
  /// db_j += A_j0 s_0 + A_j1 s_1, dc_k += (b_0 A_0k + b_1 A_1k) v
  TRIP_INLINE void add_last(const int* index, Lanes<T> as, Lanes<T> ab, Lanes<T> value) const {
    T *db = dc_[K - 2] + size_t{2} * index[K - 2], *dc = dc_[K - 1] + size_t{2} * index[K - 1];
    const Lanes<T> sums =
        __builtin_shufflevector(as, ab, 0, 2, 4, 5) + __builtin_shufflevector(as, ab, 1, 3, 6, 7);
    const Lanes<T> factor = __builtin_shufflevector(splat(T(1)), value, 0, 1, 4, 5);
    store_pairs<T>(db, dc, load_pairs<T>(db, dc) + sums * factor);
  }

  const Samples<T>& samples_;
  const T* c_[K];
  T* dc_[K];
};

}  // namespace trip
