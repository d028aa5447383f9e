// Angles between subspaces (metrics.h).

#include <trip/error.h>
#include <trip/linear_algebra.h>
#include <trip/metrics.h>

#include <cmath>

namespace trip {

Vector principal_angles(const Matrix& a, const Matrix& b) {
  require(a.rows() == b.rows() && a.size() > 0 && b.size() > 0, "shape",
          {"principal angles need two matrices with the same number of rows, got ",
           static_cast<int>(a.rows()), " and ", static_cast<int>(b.rows()), " rows, ",
           static_cast<int>(a.cols()), " and ", static_cast<int>(b.cols()), " columns"});
  require_orthonormal("value", "a", a);
  require_orthonormal("value", "b", b);
  if (a.cols() < b.cols()) return principal_angles(b, a);
  const Matrix cross = a.transpose().lazyProduct(b);
  // The smallest angle has the largest cosine and the smallest sine.
  const Vector cosine = svd(cross).singularValues();
  const Vector sine = svd(b - a.lazyProduct(cross)).singularValues().reverse();
  return sine.binaryExpr(cosine, [](double s, double c) { return std::atan2(s, c); }) *
         (180 / 3.14159265358979323846);
}

Vector angles_between(const std::vector<double>& a, const std::vector<double>& b, int rows) {
  require(rows >= 1 && a.size() % rows == 0 && b.size() % rows == 0, "shape",
          {"principal angles need two matrices of ", rows, " rows, got ", a.size(), " and ",
           b.size(), " values"});
  return principal_angles(matrix_of(a, static_cast<int>(a.size()) / rows),
                          matrix_of(b, static_cast<int>(b.size()) / rows));
}

}  // namespace trip
