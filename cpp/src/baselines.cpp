// Covariances are summed in a fixed order in double by loops of this file: a blocked matrix product
// would follow the cache size of the machine. Only the symmetric eigenvalue problem is left to
// Eigen.

#include <trip/baselines.h>
#include <trip/decompositions.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace trip {
namespace {

using Eigen::MatrixXd;
using Vector = std::vector<double>;

/// Orthonormal columns of length I, one after the other, as they are found.
struct Columns {
  int rows;
  Vector data;

  int count() const { return static_cast<int>(data.size()) / rows; }

  /// Appends v made orthogonal to the columns that are there, with its largest entry positive.
  void append(Vector v) {
    orthonormalize(rows, data.data(), count(), v.data());
    int largest = 0;
    for (int i = 1; i < rows; ++i) {
      if (std::fabs(v[i]) > std::fabs(v[largest])) largest = i;
    }
    const double sign = v[largest] < 0 ? -1 : 1;
    for (double value : v) data.push_back(sign * value);
  }

  Vector row_major() const {
    Vector result;
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < count(); ++j) result.push_back(data[j * rows + i]);
    }
    return result;
  }
};

/// Mean of the samples of one class (or of all, class -1), and how many there are.
template <class T>
Vector class_mean(const Samples<T>& samples, int wanted, int& count) {
  Vector mean(samples.width());
  count = 0;
  for (int n = 0; n < samples.count(); ++n) {
    if (wanted >= 0 && static_cast<int>(samples.response(n)) != wanted) continue;
    ++count;
    for (int i = 0; i < samples.width(); ++i) mean[i] += samples.row(n, 0)[i];
  }
  for (double& value : mean) value /= std::max(count, 1);
  return mean;
}

/// (1/N) sum_n (x_n - m_n)(x_n - m_n)^T, m_n = means[class of n], or means[0] when there is only
/// one.
template <class T>
MatrixXd scatter(const Samples<T>& samples, const std::vector<Vector>& means) {
  const int size = samples.width();
  MatrixXd total = MatrixXd::Zero(size, size);
  Vector x(size);
  for (int n = 0; n < samples.count(); ++n) {
    const Vector& mean = means[means.size() == 1 ? 0 : static_cast<int>(samples.response(n))];
    for (int i = 0; i < size; ++i) x[i] = samples.row(n, 0)[i] - mean[i];
    for (int j = 0; j < size; ++j) {
      double* column = &total(0, j);
      for (int i = j; i < size; ++i) column[i] += x[i] * x[j];
    }
  }
  for (int j = 0; j < size; ++j) {
    for (int i = j; i < size; ++i) total(j, i) = total(i, j) /= samples.count();
  }
  return total;
}

/// a^T b
Vector transposed_times(const MatrixXd& a, const Vector& b) {
  Vector result(a.cols());
  for (int j = 0; j < a.cols(); ++j) {
    for (int i = 0; i < a.rows(); ++i) result[j] += a(i, j) * b[i];
  }
  return result;
}

/// A symmetric matrix as V D V^T, eigenvalues ascending.
struct Eigenpairs {
  MatrixXd vectors;
  Vector values;

  explicit Eigenpairs(const MatrixXd& matrix) {
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(matrix);
    vectors = solver.eigenvectors();
    values.assign(solver.eigenvalues().data(), solver.eigenvalues().data() + matrix.rows());
  }
  int size() const { return static_cast<int>(values.size()); }
  Vector vector(int j) const { return {&vectors(0, j), &vectors(0, j) + size()}; }
};

/// Appends the eigenvectors of the `count` largest eigenvalues.
void append_leading(const Eigenpairs& pairs, int count, Columns& columns) {
  for (int j = 0; j < count; ++j) columns.append(pairs.vector(pairs.size() - 1 - j));
}

/// Covariance of the data projected on the complement of `columns`; their own directions get an
/// eigenvalue below all others, so that no leading eigenvector falls back into them.
MatrixXd complement_covariance(const MatrixXd& covariance, const Columns& columns) {
  MatrixXd result = covariance;
  const int size = columns.rows;
  const double below_all = -(covariance.trace() + 1);
  for (int k = 0; k < columns.count(); ++k) {
    const Vector b(&columns.data[k * size], &columns.data[k * size] + size);
    const Vector sb = transposed_times(result, b);
    const double bsb = std::inner_product(b.begin(), b.end(), sb.begin(), 0.0);
    // (1 - b b^T) S (1 - b b^T) + below_all b b^T
    for (int j = 0; j < size; ++j) {
      for (int i = 0; i < size; ++i) {
        result(i, j) += (b[i] * (bsb + below_all) - sb[i]) * b[j] - b[i] * sb[j];
      }
    }
  }
  return result;
}

/// V D^(-1/2) of Sw + ridge = V D V^T: whitens the scatter within classes.
MatrixXd whitening(MatrixXd within, double ridge) {
  const double trace = within.trace();
  within.diagonal().array() += trace > 0 ? ridge * trace / static_cast<double>(within.rows()) : 1;
  const Eigenpairs pairs(within);
  const double floor = 1e-14 * pairs.values.back();  // keeps ridge = 0 defined
  MatrixXd whiten = pairs.vectors;
  for (int j = 0; j < pairs.size(); ++j) {
    const double root = std::sqrt(std::max(pairs.values[j], floor));
    for (int i = 0; i < pairs.size(); ++i) whiten(i, j) /= root;
  }
  return whiten;
}

}  // namespace

template <class T>
FixedProjection pca(const Samples<T>& samples, int columns) {
  int count;
  const Eigenpairs pairs(scatter(samples, {class_mean(samples, -1, count)}));
  Columns directions{samples.width(), {}};
  append_leading(pairs, columns, directions);
  return {directions.row_major(), {pairs.values.rbegin(), pairs.values.rbegin() + columns}};
}

template <class T>
FixedProjection lda(const Samples<T>& samples, int classes, int columns, double ridge) {
  int count, present = 0;
  const int size = samples.width();
  const Vector mean = class_mean(samples, -1, count);
  std::vector<Vector> means;
  Vector weight;  // sqrt(N_c / N)
  for (int c = 0; c < classes; ++c) {
    means.push_back(class_mean(samples, c, count));
    weight.push_back(std::sqrt(static_cast<double>(count) / samples.count()));
    present += count > 0;
  }
  const MatrixXd whiten = whitening(scatter(samples, means), ridge);
  // Whitened and weighted class means as columns B, so that Sb = B B^T there; its left singular
  // vectors are the directions.
  Vector between, vectors(classes * classes), singular(classes);
  for (int c = 0; c < classes; ++c) {
    Vector difference(size);
    for (int i = 0; i < size; ++i) difference[i] = (means[c][i] - mean[i]) * weight[c];
    const Vector whitened = transposed_times(whiten, difference);
    between.insert(between.end(), whitened.begin(), whitened.end());
  }
  thin_svd(size, classes, between.data(), vectors.data(), singular.data());
  std::vector<int> order(classes);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return singular[a] > singular[b]; });

  Columns directions{size, {}};
  FixedProjection result;
  const MatrixXd back = whiten.transpose();
  const int useful = std::min({columns, present - 1, size});
  for (int j = 0; j < useful && singular[order[j]] > 0; ++j) {
    const double* column = &between[order[j] * size];
    directions.append(transposed_times(back, {column, column + size}));
    result.values.push_back(singular[order[j]] * singular[order[j]]);
  }
  const int missing = columns - directions.count();
  if (missing > 0) {
    append_leading(Eigenpairs(complement_covariance(scatter(samples, {mean}), directions)), missing,
                   directions);
  }
  result.c = directions.row_major();
  return result;
}

template FixedProjection pca(const Samples<float>&, int);
template FixedProjection pca(const Samples<double>&, int);
template FixedProjection lda(const Samples<float>&, int, int, double);
template FixedProjection lda(const Samples<double>&, int, int, double);

}  // namespace trip
