#pragma once
// Four lanes of one scalar, on compiler vector extensions. Builds without SIMD run the same lanes
// one by one in the same order, so every build computes the same bits. Only operations that IEEE
// 754 rounds exactly are used.

#include <cmath>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace trip {

// The WebAssembly build optimises for size; these macros mark the code that is optimised for speed.

/// A function that is always inlined.
#define TRIP_INLINE [[gnu::always_inline]] inline

/// A function that runs rarely, in a file that is optimised for speed.
#if defined(__clang__)
#define TRIP_COLD [[gnu::cold, clang::minsize]]
#else
#define TRIP_COLD [[gnu::cold]]
#endif

/// Placed before a loop with a constant number of iterations. The loop is unrolled, so that small
/// arrays of lanes stay in registers.
#if defined(__clang__)
#define TRIP_UNROLL _Pragma("clang loop unroll(full)")
#else
#define TRIP_UNROLL _Pragma("GCC unroll 16")
#endif

inline constexpr int kLanes = 4;

template <class T>
struct LanesOf;
template <>
struct LanesOf<float> {
  typedef float Type __attribute__((vector_size(16)));
  typedef int32_t Mask __attribute__((vector_size(16)));
};
template <>
struct LanesOf<double> {
  typedef double Type __attribute__((vector_size(32)));
  typedef int64_t Mask __attribute__((vector_size(32)));
};
template <class T>
using Lanes = typename LanesOf<T>::Type;
/// The result of comparing lanes: all bits are set where the comparison holds.
template <class T>
using Mask = typename LanesOf<T>::Mask;

/// n rounded up to a multiple of the number of lanes.
constexpr int padded(int n) { return (n + kLanes - 1) / kLanes * kLanes; }

template <class T>
TRIP_INLINE Lanes<T> load(const T* p) {
  Lanes<T> v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

template <class T>
TRIP_INLINE void store(T* p, Lanes<T> v) {
  std::memcpy(p, &v, sizeof v);
}

template <class T>
TRIP_INLINE Lanes<T> splat(T s) {
  return Lanes<T>{s, s, s, s};
}

/// The sum of the lanes as (l0 + l1) + (l2 + l3).
template <class T>
TRIP_INLINE T sum(Lanes<T> v) {
  return (v[0] + v[1]) + (v[2] + v[3]);
}

/// Lane i of the result is sum(v_i), added in the same order as sum().
template <class T>
TRIP_INLINE Lanes<T> sum4(Lanes<T> v0, Lanes<T> v1, Lanes<T> v2, Lanes<T> v3) {
  // Each shuffle takes two lanes of either operand, which is one instruction on every target.
  const Lanes<T> pairs01 = __builtin_shufflevector(v0, v1, 0, 2, 4, 6) +  // l0+l1, l2+l3 of v0, v1
                           __builtin_shufflevector(v0, v1, 1, 3, 5, 7);
  const Lanes<T> pairs23 =
      __builtin_shufflevector(v2, v3, 0, 2, 4, 6) + __builtin_shufflevector(v2, v3, 1, 3, 5, 7);
  return __builtin_shufflevector(pairs01, pairs23, 0, 2, 4, 6) +
         __builtin_shufflevector(pairs01, pairs23, 1, 3, 5, 7);
}

TRIP_INLINE Lanes<float> sqrt(Lanes<float> v) {
#if defined(__SSE2__)
  return _mm_sqrt_ps(v);
#elif defined(__wasm_simd128__)
  return (Lanes<float>)wasm_f32x4_sqrt((v128_t)v);
#else
  return Lanes<float>{std::sqrt(v[0]), std::sqrt(v[1]), std::sqrt(v[2]), std::sqrt(v[3])};
#endif
}

TRIP_INLINE Lanes<double> sqrt(Lanes<double> v) {
  return Lanes<double>{std::sqrt(v[0]), std::sqrt(v[1]), std::sqrt(v[2]), std::sqrt(v[3])};
}

template <class T>
TRIP_INLINE Lanes<T> max(Lanes<T> a, Lanes<T> b) {
  return a > b ? a : b;  // b if a is not a number
}

/// Memory aligned to 64 bytes, the size of a cache line and at least that of a vector register.
template <class T>
struct AlignedAllocator {
  using value_type = T;
  static constexpr std::align_val_t kAlignment{64};

  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}
  T* allocate(size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), kAlignment));
  }
  void deallocate(T* memory, size_t) { ::operator delete(memory, kAlignment); }
  bool operator==(const AlignedAllocator&) const { return true; }
};

/// An array that kernels read or write in vectors.
template <class T>
using Buffer = std::vector<T, AlignedAllocator<T>>;

/// Sets all values to zero.
template <class T>
void clear(Buffer<T>& values) {
  if (!values.empty()) std::memset(values.data(), 0, values.size() * sizeof(T));
}

/// An array and the array of its gradient.
template <class T>
struct WithGradient {
  const T* value;
  T* gradient;
};

}  // namespace trip
