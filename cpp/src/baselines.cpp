// Covariances are summed in a fixed order in double by loops of this file: a blocked matrix product
// would follow the cache size of the machine.

#include <trip/baselines.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>
#include <cmath>

namespace trip {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Means of the samples of one class (or all, class -1), and how many there are.
template <class T>
VectorXd class_mean(const Samples<T>& samples, int wanted, int& count) {
  VectorXd mean = VectorXd::Zero(samples.width());
  count = 0;
  for (int n = 0; n < samples.count(); ++n) {
    if (wanted >= 0 && static_cast<int>(samples.response(n)) != wanted) continue;
    ++count;
    for (int i = 0; i < samples.width(); ++i) mean(i) += samples.row(n, 0)[i];
  }
  if (count > 0) mean /= count;
  return mean;
}

/// (1/N) sum_n (x_n - m_n)(x_n - m_n)^T, m_n = means[class of n] (or means[0] when there is only
/// one).
template <class T>
MatrixXd scatter(const Samples<T>& samples, const std::vector<VectorXd>& means) {
  const int size = samples.width();
  MatrixXd total = MatrixXd::Zero(size, size);
  std::vector<double> x(size);
  for (int n = 0; n < samples.count(); ++n) {
    const VectorXd& mean = means[means.size() == 1 ? 0 : static_cast<int>(samples.response(n))];
    for (int i = 0; i < size; ++i) x[i] = samples.row(n, 0)[i] - mean(i);
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

/// a^T b, summed row by row.
VectorXd transposed_times(const MatrixXd& a, const VectorXd& b) {
  VectorXd result(a.cols());
  for (Eigen::Index j = 0; j < a.cols(); ++j) {
    double value = 0;
    for (Eigen::Index i = 0; i < a.rows(); ++i) value += a(i, j) * b(i);
    result(j) = value;
  }
  return result;
}

void make_largest_entry_positive(VectorXd& v) {
  Eigen::Index largest = 0;
  for (Eigen::Index i = 1; i < v.size(); ++i) {
    if (std::fabs(v(i)) > std::fabs(v(largest))) largest = i;
  }
  if (v(largest) < 0) v = -v;
}

/// Takes the components along `basis` out of v (twice, for the sake of rounding) and normalises it.
void orthonormalize(VectorXd& v, const std::vector<VectorXd>& basis) {
  for (int pass = 0; pass < 2; ++pass) {
    for (const VectorXd& b : basis) v -= b * b.dot(v);
  }
  v /= std::sqrt(v.dot(v));
}

FixedProjection pack(const std::vector<VectorXd>& columns) {
  FixedProjection result;
  for (Eigen::Index i = 0; i < columns[0].size(); ++i) {
    for (const VectorXd& column : columns) result.c.push_back(column(i));
  }
  return result;
}

/// Appends `count` leading eigenvectors of `matrix`, orthogonal to those that are there.
void append_leading(const MatrixXd& matrix, int count, std::vector<VectorXd>& columns,
                    std::vector<double>* values) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(matrix);
  for (int j = 0; j < count; ++j) {
    const Eigen::Index from_end = matrix.rows() - 1 - j;
    VectorXd v = solver.eigenvectors().col(from_end);
    orthonormalize(v, columns);
    make_largest_entry_positive(v);
    columns.push_back(v);
    if (values) values->push_back(solver.eigenvalues()(from_end));
  }
}

/// Covariance of the data projected on the complement of `columns`; their own directions get
/// negative eigenvalues, so that no leading eigenvector falls back into them.
MatrixXd complement_covariance(const MatrixXd& covariance, const std::vector<VectorXd>& columns) {
  MatrixXd result = covariance;
  const double below_all = -(covariance.trace() + 1);
  for (const VectorXd& b : columns) {
    const VectorXd sb = transposed_times(result, b);
    const double bsb = b.dot(sb);
    for (Eigen::Index j = 0; j < b.size(); ++j) {
      for (Eigen::Index i = 0; i < b.size(); ++i)
        result(i, j) += (b(i) * bsb - sb(i)) * b(j) - b(i) * sb(j);
    }
  }
  for (const VectorXd& b : columns) {
    for (Eigen::Index j = 0; j < b.size(); ++j) {
      for (Eigen::Index i = 0; i < b.size(); ++i) result(i, j) += below_all * b(i) * b(j);
    }
  }
  return result;
}

/// V D^(-1/2) of Sw + ridge = V D V^T: whitens the scatter within classes.
MatrixXd whitening(MatrixXd within, double ridge) {
  const double size = static_cast<double>(within.rows());
  const double trace = within.trace();
  within.diagonal().array() += trace > 0 ? ridge * trace / size : 1;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(within);
  MatrixXd whiten = solver.eigenvectors();
  for (Eigen::Index j = 0; j < whiten.cols(); ++j) {
    const double floor =
        1e-14 * solver.eigenvalues()(whiten.cols() - 1);  // keeps ridge = 0 defined
    whiten.col(j) /= std::sqrt(std::max(solver.eigenvalues()(j), floor));
  }
  return whiten;
}

}  // namespace

template <class T>
FixedProjection pca(const Samples<T>& samples, int columns) {
  int count;
  const MatrixXd covariance = scatter(samples, {class_mean(samples, -1, count)});
  std::vector<VectorXd> directions;
  std::vector<double> values;
  append_leading(covariance, columns, directions, &values);
  FixedProjection result = pack(directions);
  result.values = values;
  return result;
}

template <class T>
FixedProjection lda(const Samples<T>& samples, int classes, int columns, double ridge) {
  int count, present = 0;
  const VectorXd mean = class_mean(samples, -1, count);
  std::vector<VectorXd> means;
  std::vector<double> weight;
  for (int c = 0; c < classes; ++c) {
    means.push_back(class_mean(samples, c, count));
    weight.push_back(std::sqrt(static_cast<double>(count) / samples.count()));
    present += count > 0;
  }
  const MatrixXd whiten = whitening(scatter(samples, means), ridge);
  MatrixXd between(samples.width(), classes);  // whitened, so that Sb = between between^T there
  for (int c = 0; c < classes; ++c) {
    const VectorXd difference = (means[c] - mean) * weight[c];
    between.col(c) = transposed_times(whiten, difference);
  }
  const Eigen::JacobiSVD<MatrixXd> svd(between, Eigen::ComputeThinU);
  const int useful = std::min<int>(std::min(columns, present - 1), samples.width());
  std::vector<VectorXd> directions;
  std::vector<double> values;
  const MatrixXd back = whiten.transpose();
  for (int j = 0; j < useful; ++j) {
    VectorXd v = transposed_times(back, svd.matrixU().col(j));
    orthonormalize(v, directions);
    make_largest_entry_positive(v);
    directions.push_back(v);
    values.push_back(svd.singularValues()(j) * svd.singularValues()(j));
  }
  if (columns > useful) {
    append_leading(complement_covariance(scatter(samples, {mean}), directions), columns - useful,
                   directions, nullptr);
  }
  FixedProjection result = pack(directions);
  result.values = values;
  return result;
}

template FixedProjection pca(const Samples<float>&, int);
template FixedProjection pca(const Samples<double>&, int);
template FixedProjection lda(const Samples<float>&, int, int, double);
template FixedProjection lda(const Samples<double>&, int, int, double);

}  // namespace trip
