#pragma once
// Lanes that are loaded and stored in two halves, for rows of two values.

#include "simd.h"

namespace trip {

/// (p[0], p[1], q[0], q[1])
template <class T>
TRIP_INLINE Lanes<T> load_pairs(const T* p, const T* q) {
  return Lanes<T>{p[0], p[1], q[0], q[1]};
}

/// Writes the lanes 0 and 1 to p, the lanes 2 and 3 to q.
template <class T>
TRIP_INLINE void store_pairs(T* p, T* q, Lanes<T> v) {
  p[0] = v[0];
  p[1] = v[1];
  q[0] = v[2];
  q[1] = v[3];
}

/// (p[0], p[1], p[0], p[1])
template <class T>
TRIP_INLINE Lanes<T> load_twice(const T* p) {
  return load_pairs(p, p);
}

#if defined(__SSE2__)
template <>
TRIP_INLINE Lanes<float> load_pairs(const float* p, const float* q) {
  const __m128 low = _mm_loadl_pi(_mm_setzero_ps(), reinterpret_cast<const __m64*>(p));
  return _mm_loadh_pi(low, reinterpret_cast<const __m64*>(q));
}
template <>
TRIP_INLINE void store_pairs(float* p, float* q, Lanes<float> v) {
  _mm_storel_pi(reinterpret_cast<__m64*>(p), v);
  _mm_storeh_pi(reinterpret_cast<__m64*>(q), v);
}
#elif defined(__wasm_simd128__)
template <>
TRIP_INLINE Lanes<float> load_pairs(const float* p, const float* q) {
  return (Lanes<float>)wasm_v128_load64_lane(q, wasm_v128_load64_zero(p), 1);
}
template <>
TRIP_INLINE void store_pairs(float* p, float* q, Lanes<float> v) {
  wasm_v128_store64_lane(p, (v128_t)v, 0);
  wasm_v128_store64_lane(q, (v128_t)v, 1);
}
template <>
TRIP_INLINE Lanes<float> load_twice(const float* p) {
  return (Lanes<float>)wasm_v128_load64_splat(p);
}
#endif

}  // namespace trip
