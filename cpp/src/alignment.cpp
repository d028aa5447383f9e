#include <trip/alignment.h>
#include <trip/error.h>
#include <trip/linear_algebra.h>
#include <trip/metrics.h>
#include <trip/parameters.h>
#include <trip/random.h>
#include <trip/tensor.h>

#include <algorithm>

namespace trip {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr unsigned kBothSides = Eigen::ComputeFullU | Eigen::ComputeFullV;

/// Row-major values N x J_1 x .. as a matrix whose columns are the positions along mode k.
Matrix matricized(const std::vector<double>& tensor, const std::vector<int>& ranks, int k) {
  Index after = 1;
  for (size_t l = k + 1; l < ranks.size(); ++l) after *= ranks[l];
  const Index size = ranks[k], rows = static_cast<Index>(tensor.size()) / size;
  return Matrix::NullaryExpr(rows, size, [&](Index row, Index j) {
    return tensor[(row / after * size + j) * after + row % after];
  });
}

/// The tensor with every mode turned except mode `fixed`.
std::vector<double> turned(std::vector<double> tensor, const std::vector<int>& ranks,
                           const std::vector<Matrix>& rotations, int fixed) {
  std::vector<int> sizes{static_cast<int>(tensor.size()) / product(ranks)};
  sizes.insert(sizes.end(), ranks.begin(), ranks.end());
  for (int l = 0; l < static_cast<int>(ranks.size()); ++l) {
    if (l != fixed) tensor = contract(tensor, sizes, l + 1, rotations[l]);
  }
  return tensor;
}

/// (1/B) sum_b C_b C_b^T X in the order of the planes.
MatrixXd projected(const std::vector<double>& bases, Index size, const MatrixXd& x) {
  MatrixXd sum = MatrixXd::Zero(x.rows(), x.cols());
  const Index columns = size / x.rows();
  for (size_t first = 0; first < bases.size(); first += size) {
    const Eigen::Map<const Matrix> basis(&bases[first], x.rows(), columns);
    const MatrixXd inner = basis.transpose().lazyProduct(x);
    sum += basis.lazyProduct(inner);
  }
  return sum / (static_cast<double>(bases.size()) / static_cast<double>(size));
}

MatrixXd normal_matrix(Random& random, int rows, int columns) {
  MatrixXd normal(rows, columns);
  for (double& value : normal.reshaped()) value = random.normal();
  return normal;
}

}  // namespace

Matrix procrustes(const Matrix& a, const Matrix& b) {
  const MatrixXd cross = a.transpose().lazyProduct(b);
  const auto parts = svd(cross, kBothSides);
  const MatrixXd u = parts.matrixU(), v = parts.matrixV();
  const Vector& values = parts.singularValues();
  const Index all = values.size();
  Index rank = 0;
  while (rank < all && values(rank) > 1e-12 * values(0)) ++rank;
  MatrixXd rotation = times(u.leftCols(rank), v.leftCols(rank).transpose());
  if (rank < all) {
    const MatrixXd u0 = u.rightCols(all - rank), v0 = v.rightCols(all - rank);
    const auto rest = svd(times(u0.transpose(), v0), kBothSides);
    const MatrixXd near = times(rest.matrixU(), rest.matrixV().transpose());
    rotation += times(times(u0, near), v0.transpose());
  }
  return rotation;
}

std::vector<Matrix> align(const std::vector<double>& a, const std::vector<double>& b,
                          const std::vector<int>& ranks, const std::vector<double>& start) {
  const auto is_positive = [](int rank) { return rank >= 1; };
  require(!ranks.empty() && std::all_of(ranks.begin(), ranks.end(), is_positive), "shape",
          {"an alignment needs ranks of at least 1"});
  size_t squares = 0;
  double values = 1;
  for (const int rank : ranks) {
    squares += static_cast<size_t>(rank) * rank;
    values *= rank;
  }
  require(values <= kMaxLatentSize, "shape",
          {"an alignment takes samples of at most ", kMaxLatentSize, " numbers, got ", values});
  require(a.size() == b.size() && a.size() % product(ranks) == 0, "shape",
          {"an alignment of ", product(ranks), " numbers a sample got ", a.size(), " and ",
           b.size(), " numbers"});
  require(start.empty() || start.size() == squares, "shape",
          {"the start of an alignment has ", start.size(), " numbers; ", squares, " are accepted"});
  std::vector<Matrix> rotations;
  const double* next = start.data();
  for (const int rank : ranks) {
    rotations.push_back(start.empty() ? Matrix(Matrix::Identity(rank, rank))
                                      : Matrix(Eigen::Map<const Matrix>(next, rank, rank)));
    if (!start.empty()) next += rank * rank;
  }
  const int modes = static_cast<int>(ranks.size());
  std::vector<Matrix> wanted;
  for (int k = 0; k < modes; ++k) wanted.push_back(matricized(b, ranks, k));
  for (int sweep = 0; sweep < 200; ++sweep) {
    double change = 0;
    for (int k = 0; k < modes; ++k) {
      const Matrix better =
          procrustes(matricized(turned(a, ranks, rotations, k), ranks, k), wanted[k]);
      change = std::max(change, (better - rotations[k]).cwiseAbs().maxCoeff());
      rotations[k] = better;
    }
    if (modes == 1 || change <= 1e-12) break;
  }
  return rotations;
}

Matrix mean_plane(const std::vector<double>& bases, int rows, int columns) {
  require(columns >= 1 && columns <= rows, "shape",
          {"a mean plane needs bases of 1 to ", rows, " columns, got ", columns});
  const size_t size = static_cast<size_t>(rows) * columns;
  require(!bases.empty() && bases.size() % size == 0, "shape",
          {"a mean plane needs bases of ", size, " numbers each, got ", bases.size(), " numbers"});
  Random random(0, 5);
  MatrixXd plane = orthonormalized(normal_matrix(random, rows, columns));
  MatrixXd image = projected(bases, static_cast<Index>(size), plane);
  MatrixXd direction(rows, 0);
  const Index widest = std::min<Index>(rows, 3 * static_cast<Index>(columns));
  for (int iteration = 0; iteration < 1000; ++iteration) {
    MatrixXd joined(rows, plane.cols() + image.cols() + direction.cols());
    joined << plane, image, direction;
    const MatrixXd basis = orthonormalized(joined.leftCols(std::min(widest, joined.cols())));
    const MatrixXd images = projected(bases, static_cast<Index>(size), basis);
    const Eigenpairs pairs = eigenpairs(basis.transpose().lazyProduct(images));
    const MatrixXd leading = pairs.vectors.leftCols(columns);
    const Index others = basis.cols() - columns;
    plane = times(basis, leading);
    image = times(images, leading);
    direction = times(basis.rightCols(others), leading.bottomRows(others));
    const MatrixXd residual = image - plane * pairs.values.head(columns).asDiagonal();
    if (basis.cols() == rows || residual.cwiseAbs().maxCoeff() <= 1e-13) break;
  }
  return plane * column_signs(plane).asDiagonal();
}

Vector random_angles(int rows, int columns, int count, uint64_t seed) {
  require(columns >= 1 && columns <= rows && count >= 1, "shape",
          {"random planes need 1 to ", rows, " columns and a count of at least 1, got ", columns,
           " and ", count});
  Random random(seed, 6);
  const Matrix fixed = Matrix::Identity(rows, columns);
  Vector angles(count);
  for (double& angle : angles) {
    const Matrix plane = orthonormalized(normal_matrix(random, rows, columns));
    angle = principal_angles(fixed, plane)(columns - 1);
  }
  return angles;
}

}  // namespace trip
