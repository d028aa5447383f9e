#pragma once
// Matrices with orthonormal columns, written as the polar factor C = P Q^T of an unconstrained Z =
// P S Q^T, and the gradient through it (paper, section 3: the function f).

#include <vector>

#include "simd.h"

namespace trip {

/// The algorithm that computes singular values and the right singular vectors of Z.
enum class PolarRoute {
  kFast,      // eigenvalues of Z^T Z, summed in double: exact enough for Z in single precision
  kAccurate,  // SVD of Z itself: keeps the digits of Z in double
};

/// Up to this number of columns, products of columns are summed one by one, since blocks of four
/// would be mostly empty.
inline constexpr int kFewColumns = 3;

/// C and dE/dZ for one mode. Matrices are stored transposed (J x I, rows padded as in Block). The
/// fast route allocates no memory after construction.
template <class T>
class Polar {
 public:
  Polar(int rows, int columns, PolarRoute route);

  /// Computes C from Z. False when the rank is lost (s_min <= 8 eps max(I, J) s_max) or Z is not
  /// finite; then C is not written.
  bool forward(const T* z, T* c);
  /// dE/dZ = f(dE/dC, Z) for the Z of the last forward().
  void backward(const T* c, const T* dc, T* dz);

  /// Computes H = (Z^T Z)^(-1/2), so that C = Z H; false like forward(). A later forward() with the
  /// same Z has the same result as without this call.
  bool factor(const T* z);
  /// H, J x J with padded rows.
  const T* root() const { return root_.data(); }
  /// Adds the gradient through H to dz, which is dE/dZ at constant H; droot: dE/dH.
  void backward_root(const T* z, const T* droot, T* dz);

  /// Singular values of Z, in no particular order.
  const std::vector<double>& singular_values() const { return s_; }

 private:
  bool accurate(const T* z, T* c);
  bool keeps_rank() const;
  bool squared_too_far() const;
  void form_gram(const T* z);
  bool decompose();
  void root_of_two();
  void inverse_root();
  void divide_in_eigenbasis(bool for_root);
  void multiply(const T* in, const Buffer<T>& m, bool add, T* out) const;
  static void narrow(const Buffer<double>& m, Buffer<T>& factor);

  int rows_, columns_, stride_;
  int small_stride_;  // of the J x J matrices: their rows are padded too
  PolarRoute route_;
  // J x J row-major, in double for both scalars
  Buffer<double> q_, qt_;   // right singular vectors in columns, and in rows
  std::vector<double> s_;   // J singular values
  Buffer<double> inverse_;  // Q S^-1 Q^T = (Z^T Z)^(-1/2)
  Buffer<double> gram_, work_, skew_;
  Buffer<T> root_, weight_;       // H and M as multiply() reads them
  Buffer<double> panel_, space_;  // some rows of Z; work space of eigenrows()
};

}  // namespace trip
