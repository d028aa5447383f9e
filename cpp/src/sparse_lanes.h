#pragma once
// Kernels for sparse samples with more than three modes, or with ranks other than 2. The values of
// mode l, the mode of highest rank, are processed in lanes. Xbar or dE/dXbar of a sample is stored
// in planes of J_l values, one plane for each value of the S_1 and A_1 of the other modes (see
// sparse_projection.cpp). S and A are built for four stored values at a time.

#include <utility>

#include "sparse_projection.h"

namespace trip {

/// Calls visit(0) .. visit(n - 1), unrolled: k is a constant.
template <class Visit, int... k>
TRIP_INLINE void each([[maybe_unused]] Visit visit, std::integer_sequence<int, k...>) {
  (visit(std::integral_constant<int, k>()), ...);
}

constexpr int kUnknown = -1;

/// Calls visit(0) .. visit(count - 1), unrolled when kKnown gives the number at compile time.
template <int kKnown, class Visit>
TRIP_INLINE void times(int count, Visit visit) {
  if constexpr (kKnown != kUnknown) {
    each(visit, std::make_integer_sequence<int, kKnown>());
  } else {
    for (int k = 0; k < count; ++k) visit(k);
  }
}

/// Passes over samples with K modes, or with any number of modes when K is 0. kTwos: all modes
/// except the one in lanes have rank 2. Pointers and sizes are copied into this object, since the
/// compiler knows that storing a T does not change a local object.
template <class T, int K, bool kTwos>
class InLanes {
 public:
  InLanes(const Samples<T>& samples, LaneSpace<T>& space)
      : samples_(samples),
        modes_(static_cast<int>(space.rows.size())),
        count_(space.count),
        planes_(space.planes.data()),
        products_(space.products.data()),
        contracted_(space.contracted.data()) {
    for (int k = 0; k < modes(); ++k) rows_[k] = space.rows[k];
  }

  /// Adds the stored values of the sample to the planes.
  void forward(int sample) {
    const int end = samples_.begin(sample + 1);
    for (int e = samples_.begin(sample); e < end; e += kLanes) {
      const T* s = multiply_four(e, end);
      add_shares(s);
    }
  }

  /// Adds the gradients of the rows that the stored values select; planes: dE/dXbar.
  void backward(int sample) {
    const int end = samples_.begin(sample + 1);
    for (int e = samples_.begin(sample); e < end; e += kLanes) {
      const T* s = multiply_four(e, end);
      add_gradients_in_lanes(s);
      if (others() == 0) continue;
      contract();
      add_other_gradients(s);
    }
  }

 private:
  static constexpr int kMost = K > 0 ? K : kMaxModes;
  // Compile-time values for the other modes: their number, their rank, the number of planes.
  static constexpr int kOthers = kTwos ? K - 1 : kUnknown, kRank = kTwos ? 2 : kUnknown,
                       kCount = kTwos ? 1 << (kMost - 1) : kUnknown;

  int modes() const { return K > 0 ? K : modes_; }
  int others() const { return modes() - 1; }
  int other_rank(int k) const { return kTwos ? kRank : rows_[k].rank; }
  int count() const { return kTwos ? kCount : count_; }
  int plane() const { return static_cast<int>(rows_[others()].stride); }

  /// S_{m+1} .. S_1 of the stored values e .. e + 3; returns S_1. Values from `end` on belong to
  /// the next sample or to the padding and count as zero: their rows are read, and zero is added.
  TRIP_INLINE const T* multiply_four(int e, int end) {
    const int *i0 = samples_.index(e), *i1 = i0 + modes(), *i2 = i1 + modes(), *i3 = i2 + modes();
    times<kTwos ? K : kUnknown>(modes(), [&](int k) {
      const int mode = rows_[k].mode;
      const size_t stride = kTwos && k < others() ? kRank : rows_[k].stride;
      at_[k][0] = i0[mode] * stride;
      at_[k][1] = i1[mode] * stride;
      at_[k][2] = i2[mode] * stride;
      at_[k][3] = i3[mode] * stride;
    });
    const Lanes<T> value = load(samples_.values(e)), place{0, 1, 2, 3};
    T* last = products_;
    store<T>(last, place < splat<T>(static_cast<T>(end - e)) ? value : Lanes<T>{});
    int length = 1;
    times<kOthers>(others(), [&](int from_end) {
      const int k = others() - 1 - from_end;
      T* next = last + length * kLanes;
      T* out = next;
      times<kRank>(other_rank(k), [&](int j) {
        const Lanes<T> c = column(k, j);
        for (int i = 0; i < length; ++i, out += kLanes) store<T>(out, load(last + i * kLanes) * c);
      });
      last = next;
      length *= other_rank(k);
    });
    return last;
  }

  /// c_k[j] of the four stored values.
  Lanes<T> column(int k, int j) const {
    const T* c = rows_[k].c + j;
    return Lanes<T>{c[at_[k][0]], c[at_[k][1]], c[at_[k][2]], c[at_[k][3]]};
  }

  /// planes[w] += sum_q row[q] s[w][q]
  void add_shares(const T* s) {
    const T* rows = rows_[others()].c;
    const size_t* at = at_[others()];
    for (int j = 0; j < plane(); j += kLanes) {
      const Lanes<T> r0 = load(rows + at[0] + j), r1 = load(rows + at[1] + j),
                     r2 = load(rows + at[2] + j), r3 = load(rows + at[3] + j);
      T* out = planes_ + j;
      times<kCount>(count(), [&](int w) {
        const T* share = s + w * kLanes;
        store<T>(out, load(out) + r0 * share[0] + r1 * share[1] + r2 * share[2] + r3 * share[3]);
        out += plane();
      });
    }
  }

  /// drow[q] += sum_w planes[w] s[w][q]
  void add_gradients_in_lanes(const T* s) {
    for (int j = 0; j < plane(); j += kLanes) {
      Lanes<T> total[kLanes] = {};
      const T* d = planes_ + j;
      times<kCount>(count(), [&](int w) {
        const Lanes<T> gradient = load(d);
        TRIP_UNROLL for (int q = 0; q < kLanes; ++q) total[q] += gradient * s[w * kLanes + q];
        d += plane();
      });
      TRIP_UNROLL for (int q = 0; q < kLanes;
                       ++q) {  // one after the other, since rows may be equal
        T* drow = rows_[others()].dc + at_[others()][q] + j;
        store<T>(drow, load(drow) + total[q]);
      }
    }
  }

  /// A_1[w][q] = planes[w] . row[q]
  void contract() {
    const T* rows = rows_[others()].c;
    const size_t* at = at_[others()];
    const T* d = planes_;
    for (int w = 0; w < count(); ++w, d += plane()) {
      Lanes<T> total[kLanes] = {};
      for (int j = 0; j < plane(); j += kLanes) {
        const Lanes<T> gradient = load(d + j);
        TRIP_UNROLL for (int q = 0; q < kLanes; ++q) total[q] += gradient * load(rows + at[q] + j);
      }
      store<T>(contracted_ + w * kLanes, sum4<T>(total[0], total[1], total[2], total[3]));
    }
  }

  /// Gradients of the rows of the other modes. s: S_1, stored after S_2 and the others.
  void add_other_gradients(const T* s) {
    const T* now = contracted_;
    T* a = contracted_ + count() * kLanes;
    int length = count();
    times<kOthers>(others(), [&](int k) {
      length /= other_rank(k);
      s -= length * kLanes;
      times<kRank>(other_rank(k), [&](int j) {
        Lanes<T> total{};
        for (int i = 0; i < length; ++i)
          total += load(now + (j * length + i) * kLanes) * load(s + i * kLanes);
        TRIP_UNROLL for (int q = 0; q < kLanes; ++q) rows_[k].dc[at_[k][q] + j] += total[q];
      });
      if (k + 1 == others()) return;
      for (int i = 0; i < length; ++i) {
        Lanes<T> total{};
        times<kRank>(other_rank(k),
                     [&](int j) { total += column(k, j) * load(now + (j * length + i) * kLanes); });
        store<T>(a + i * kLanes, total);
      }
      now = a;
      a += length * kLanes;
    });
  }

  const Samples<T>& samples_;
  int modes_, count_;
  T *planes_, *products_, *contracted_;
  ModeRows<T> rows_[kMost];
  size_t at_[kMost][kLanes];
};

/// Calls visit(InLanes) for these samples.
template <class T, class Visit>
void with_lanes(const Samples<T>& samples, LaneSpace<T>& space, Visit visit) {
  const size_t modes = space.rows.size();
  if (modes == 1) return visit(InLanes<T, 1, true>(samples, space));
  if (modes == 2 && space.twos) return visit(InLanes<T, 2, true>(samples, space));
  if (modes == 3 && space.twos) return visit(InLanes<T, 3, true>(samples, space));
  visit(InLanes<T, 0, false>(samples, space));
}

}  // namespace trip
