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

  /// Whether a training does better with the two factors of C = Z H than with C, which costs I J^2.
  bool factored() const { return route_ == PolarRoute::kFast && columns_ > kFewColumns; }
  /// H = (Z^T Z)^(-1/2) from Z; false like forward(). Does not change what a later forward() of the
  /// same Z gives.
  bool factor(const T* z);
  /// H, J x J with padded rows.
  const T* root() const { return root_.data(); }
  /// Adds to dz, which is dE/dZ at constant H, what comes through H; droot: dE/dH.
  void backward_root(const T* z, const T* droot, T* dz);

  /// Singular values of Z, in no particular order.
  const std::vector<double>& singular_values() const { return s_; }

 private:
  /// Up to here, products of columns are summed one by one: there are too few of them for tiles.
  static constexpr int kFewColumns = 3;

  bool accurate(const T* z, T* c);
  bool keeps_rank() const;
  bool squared_too_far() const;
  void form_gram(const T* z);
  void decompose();
  void set_vectors(const double* q);
  void inverse_root();
  void weigh(bool for_root);
  void multiply(const T* in, const std::vector<T>& m, bool add, T* out) const;
  static void narrow(const std::vector<double>& m, std::vector<T>& factor);

  int rows_, columns_, stride_;
  int small_stride_;  // of the J x J matrices: rows padded too
  PolarRoute route_;
  // J x J row-major, in double whatever T is
  std::vector<double> q_, qt_;   // right singular vectors in columns, and in rows
  std::vector<double> s_;        // J singular values
  std::vector<double> inverse_;  // Q S^-1 Q^T = (Z^T Z)^(-1/2)
  std::vector<double> gram_, work_, skew_;
  std::vector<T> root_, weight_;       // H and M as multiply() takes them
  std::vector<double> panel_, space_;  // some rows of Z; of eigenrows()
};

}  // namespace trip
