#pragma once
// Matrices with orthonormal columns, written as the polar factor C = P Q^T of an unconstrained Z =
// P S Q^T, and the gradient through it (paper, section 3: the function f).

#include <vector>

namespace trip {

/// Which route computes singular values and the right singular vectors of Z.
enum class PolarRoute {
  kFast,      // eigenvalues of Z^T Z, summed in double: right for Z in single precision
  kAccurate,  // SVD of Z itself: keeps the digits of Z in double
};

/// C and dE/dZ for one mode. Matrices are stored transposed (J x I, rows padded as in Block). No
/// allocation after construction on the fast route.
template <class T>
class Polar {
 public:
  Polar(int rows, int columns, PolarRoute route);

  /// C from Z. False when the rank is lost: s_min <= 8 eps max(I, J) s_max, or Z is not finite;
  /// then C is not written.
  bool forward(const T* z, T* c);
  /// dE/dZ = f(dE/dC, Z) for the Z of the last forward().
  void backward(const T* c, const T* dc, T* dz);

  /// Singular values of Z, in no particular order.
  const std::vector<double>& singular_values() const { return s_; }

 private:
  bool fast(const T* z, T* c);
  bool accurate(const T* z, T* c);
  bool keeps_rank() const;
  void form_gram(const T* z);
  void form_cross(const T* c, const T* dc, std::vector<double>& cross);
  void decompose();
  void set_vectors(const double* q);
  void inverse_root();
  void multiply(const T* in, const T* other, T* out) const;
  static void narrow(const std::vector<double>& m, std::vector<T>& factor);

  int rows_, columns_, stride_;
  int small_stride_;  // of the J x J matrices: rows padded too
  PolarRoute route_;
  // J x J row-major, in double whatever T is
  std::vector<double> q_, qt_;   // right singular vectors in columns, and in rows
  std::vector<double> s_;        // J singular values
  std::vector<double> inverse_;  // Q S^-1 Q^T = (Z^T Z)^(-1/2)
  std::vector<double> gram_, work_, skew_;
  std::vector<T> factor_, other_factor_;  // what multiply() takes
  std::vector<double> panel_, space_;     // some rows of Z; of eigenrows()
  std::vector<T> panels_;                 // some rows of C and A
};

}  // namespace trip
