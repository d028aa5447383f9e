#include <trip/error.h>
#include <trip/linear_algebra.h>
#include <trip/math.h>
#include <trip/random.h>
#include <trip/tour.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace trip {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr unsigned kBothSides = Eigen::ComputeFullU | Eigen::ComputeFullV;
/// Lengths up to this count as 0.
constexpr double kNothing = 1e-12;

Matrix read_matrix(const char* name, const std::vector<double>& values, int rows) {
  require(rows >= 1 && !values.empty() && values.size() % rows == 0 &&
              values.size() / rows <= static_cast<size_t>(rows),
          "shape",
          {name, " has ", values.size(), " numbers; ", rows, " rows of 1 to ", rows,
           " columns are accepted"});
  return matrix_of(values, static_cast<int>(values.size()) / rows);
}

Matrix read_frame(const char* name, const std::vector<double>& values, int rows) {
  const Matrix frame = read_matrix(name, values, rows);
  require_orthonormal("value", name, frame);
  return frame;
}

/// The polar factor of a matrix with independent columns, by Q R = Z and the singular value
/// decomposition of R.
Matrix polar_factor(const Matrix& z) {
  const MatrixXd q = orthonormalized(z);
  const auto parts = svd(q.transpose().lazyProduct(z), kBothSides);
  const Vector& values = parts.singularValues();
  require(values(values.size() - 1) > kNothing * values(0), "value",
          {"the columns are linearly dependent: their largest singular value is ", values(0),
           ", their smallest ", values(values.size() - 1)});
  return times(q, times(parts.matrixU(), parts.matrixV().transpose()));
}

/// The angle, 0 to pi / 2, of a sine and a cosine that are not negative. Newton's method on
/// sin(angle - wanted), which triples the digits in each step.
double angle_of(double sine, double cosine) {
  const double length = std::sqrt(sine * sine + cosine * cosine);
  const double s = sine / length, c = cosine / length;
  double angle = s < c ? s : 1.5707963267948966 - c;
  for (int step = 0; step < 4; ++step) angle += s * trip::cos(angle) - c * trip::sin(angle);
  return angle;
}

/// A unit vector orthogonal to the columns of the frame: the part of the axis of row i outside the
/// plane. Subtracting it twice removes the rounding of the first time.
Vector outside(const Matrix& frame, Index i) {
  Vector axis = Vector::Unit(frame.rows(), i);
  for (int pass = 0; pass < 2; ++pass) {
    const Vector within = frame.transpose().lazyProduct(axis);
    axis -= frame.lazyProduct(within);
    axis /= axis.norm();
  }
  return axis;
}

/// Row of the smallest norm, the first among equals, except row `other`.
Index farthest_row(const Matrix& frame, Index other) {
  Index best = other == 0 ? 1 : 0;
  for (Index i = best + 1; i < frame.rows(); ++i)
    if (i != other && frame.row(i).squaredNorm() < frame.row(best).squaredNorm()) best = i;
  return best;
}

/// Turns the rows of `frame` (.. x d) by the shortest rotation of R^d that brings the unit vector a
/// to the unit vector b, which is not opposite to a: the product of two reflections.
void rotate_rows(const Vector& a, const Vector& b, MatrixXd& frame) {
  const Vector sum = a + b;
  const Vector along = frame.lazyProduct(a), between = frame.lazyProduct(sum);
  frame += 2 * along * b.transpose() - (2 / sum.squaredNorm()) * between * sum.transpose();
}

/// The same for any b. Between opposite vectors it is half a turn, by way of the axis that is
/// nearest to orthogonal to a.
void rotate_rows_any(const Vector& a, const Vector& b, MatrixXd& frame) {
  if ((a + b).norm() > kNothing) return rotate_rows(a, b, frame);
  Index k;
  a.cwiseAbs().minCoeff(&k);
  const Vector axis = Vector::Unit(a.size(), k);
  const Vector half = (axis - axis.dot(a) * a).normalized();
  rotate_rows(a, half, frame);
  rotate_rows(half, b, frame);
}

}  // namespace

Matrix orthonormalize(const std::vector<double>& matrix, int rows) {
  return polar_factor(read_matrix("matrix", matrix, rows));
}

Matrix interpolate_planes(const std::vector<double>& from, const std::vector<double>& to, int rows,
                          double t) {
  const Matrix a = read_frame("from", from, rows), b = read_frame("to", to, rows);
  require(a.cols() == b.cols(), "shape",
          {"to has ", static_cast<int>(b.cols()), " columns; the ", static_cast<int>(a.cols()),
           " of from are accepted"});
  require(t >= 0 && t <= 1, "value", {"t is ", t, "; 0 to 1 is accepted"});
  if (t == 0) return a;
  const auto parts = svd(a.transpose().lazyProduct(b), kBothSides);
  const MatrixXd u = parts.matrixU(), ends = times(b, parts.matrixV());
  MatrixXd moved = times(a, u);  // principal directions of `from`
  for (Index j = 0; j < moved.cols(); ++j) {
    const double cosine = std::min(parts.singularValues()(j), 1.0);
    Vector direction = ends.col(j) - cosine * moved.col(j);
    const double sine = direction.norm();
    if (sine <= kNothing) continue;
    const double angle = t * angle_of(sine, cosine);
    moved.col(j) = trip::cos(angle) * moved.col(j) + (trip::sin(angle) / sine) * direction;
  }
  return times(moved, u.transpose());
}

Matrix turn_plane(const std::vector<double>& given, int rows, int variable,
                  const std::vector<double>& position) {
  const Matrix frame = read_frame("frame", given, rows);
  const Index columns = frame.cols();
  require(variable >= 0 && variable < rows, "value",
          {"variable is ", variable, "; 0 to ", rows - 1, " is accepted"});
  require(static_cast<Index>(position.size()) == columns, "shape",
          {"position has ", position.size(), " numbers; one for each of the ",
           static_cast<int>(columns), " columns is accepted"});
  Vector wanted = Eigen::Map<const Vector>(position.data(), columns);
  require(wanted.allFinite(), "value", {"position must be finite numbers"});
  const bool whole = columns == rows;
  if (rows == 1 || (whole && wanted.norm() <= kNothing)) return frame;
  if (whole || wanted.norm() > 1) wanted.normalize();

  // The space in which the plane turns: its columns, and the direction in which it can be left.
  const Vector row = frame.row(variable);
  MatrixXd space(rows, columns + (whole ? 0 : 1));
  space.leftCols(columns) = frame;
  if (!whole) {
    const bool inside = 1 - row.squaredNorm() <= kNothing;
    space.col(columns) = outside(frame, inside ? farthest_row(frame, variable) : variable);
  }
  Vector now = space.row(variable), then(space.cols());
  now.normalize();
  then.head(columns) = wanted;
  if (!whole) then(columns) = std::sqrt(std::max(0.0, 1 - wanted.squaredNorm()));
  rotate_rows_any(now, then, space);
  return polar_factor(space.leftCols(columns));
}

Matrix random_plane(int rows, int columns, uint64_t seed, int index) {
  require(columns >= 1 && columns <= rows, "shape",
          {"a random plane needs 1 to ", rows, " columns, got ", columns});
  require(seed <= kMaxSeed, "value", {"seed must be an integer from 0 to 2^53 - 1"});
  require(index >= 0, "value", {"index is ", index, "; an integer of at least 0 is accepted"});
  Random random(seed, 7, static_cast<uint64_t>(index));
  MatrixXd normal(rows, columns);
  for (double& value : normal.reshaped()) value = random.normal();
  return orthonormalized(std::move(normal));
}

}  // namespace trip
