// X is the N x I matrix of the centred samples, one per row.

#include <trip/baselines.h>
#include <trip/error.h>
#include <trip/linear_algebra.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "order.h"
#include "samples.h"

namespace trip {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// The packed samples in double.
template <class T>
ExactSamples exact(const Samples<T>& samples) {
  ExactSamples result{Matrix(samples.count(), samples.width()), {}, {}};
  for (int n = 0; n < samples.count(); ++n) {
    std::copy_n(samples.row(n, 0), samples.width(), &result.x(n, 0));
    result.weights.push_back(samples.weight(n));
  }
  return result;
}

/// s_n = sqrt(w_n N / sum of w), 1 for equal weights: a sum over samples times s_n is a weighted
/// sum, divided by N a weighted mean.
Vector root_weights(const std::vector<double>& weights) {
  const double count = static_cast<double>(weights.size());
  double total = 0;
  for (double weight : weights) total += weight;
  Vector root(weights.size());
  for (size_t n = 0; n < weights.size(); ++n) root(n) = std::sqrt(weights[n] * (count / total));
  return root;
}

/// Rows s_n (x_n - mean). Factors of 1 keep the bits.
Matrix centred(Matrix x, const Vector& root) {
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(x.cols());
  for (Index n = 0; n < x.rows(); ++n) mean += root(n) * root(n) * x.row(n);
  mean /= static_cast<double>(x.rows());
  for (Index n = 0; n < x.rows(); ++n) x.row(n) = root(n) * (x.row(n) - mean);
  return x;
}

/// The lower triangle of (1/N) X^T X, summed sample by sample: Eigen would sum the complete product
/// in blocks that depend on cache sizes.
MatrixXd scatter(const Matrix& x) {
  MatrixXd total = MatrixXd::Zero(x.cols(), x.cols());
  for (Index n = 0; n < x.rows(); ++n)
    total.selfadjointView<Eigen::Lower>().rankUpdate(x.row(n).transpose());
  return total / x.rows();
}

/// The first `wanted` principal directions, or as many as X has, and their variances.
Eigenpairs principal_directions(const Matrix& x, Index wanted) {
  if (x.rows() >= x.cols()) {
    const Eigenpairs pairs = eigenpairs(scatter(x));
    return {pairs.vectors.leftCols(wanted), pairs.values.head(wanted)};
  }
  // (1/N) X X^T is smaller and has the same nonzero eigenvalues; its eigenvectors U give V = X^T U.
  MatrixXd gram(x.rows(), x.rows());
  gram.triangularView<Eigen::Lower>() = x.lazyProduct(x.transpose());
  const Eigenpairs pairs = eigenpairs(gram / x.rows());
  const double rounding = 1e-12 * std::max(pairs.values(0), 0.0);
  const Index found = std::min<Index>(wanted, (pairs.values.array() > rounding).count());
  return {orthonormalized(times(x.transpose(), pairs.vectors.leftCols(found))),
          pairs.values.head(found)};
}

/// V D^(-1/2) of Sw + ridge = V D V^T, which whitens the scatter within classes.
MatrixXd whitening(MatrixXd within, double ridge) {
  within.diagonal().array() += ridge;
  const Eigenpairs pairs = eigenpairs(within);
  const double floor = 1e-14 * pairs.values(0);  // keeps ridge = 0 defined
  return pairs.vectors * pairs.values.cwiseMax(floor).cwiseSqrt().cwiseInverse().asDiagonal();
}

/// The deviation of each variable. Variables are divided by it before the ridge is added, so that
/// discriminants do not depend on units. Standardised variables keep their bits.
Vector units(const Matrix& x) {
  constexpr double kRounding = 1e-5;  // of standardised floats
  Vector result(x.cols());
  for (Index i = 0; i < x.cols(); ++i) {
    const double largest = x.col(i).cwiseAbs().maxCoeff();
    double deviation = 1;
    if (largest > 0) {
      const double square = (x.col(i) / largest).squaredNorm() / static_cast<double>(x.rows());
      deviation = largest * std::sqrt(square);
    }
    result(i) = std::fabs(deviation - 1) < kRounding ? 1 : deviation;
  }
  return result;
}

/// The classes of samples, and the factors s_n of their rows.
struct Groups {
  std::vector<int> label;
  Vector root;
  int classes;
};

/// At most `wanted` discriminant directions and their eigenvalues; ridge * trace(Sw) is added to
/// the diagonal of Sw.
Eigenpairs discriminant_directions(const Matrix& x, const Groups& groups, int wanted,
                                   double ridge) {
  const auto& [label, root, classes] = groups;
  Matrix means = Matrix::Zero(classes, x.cols());
  Vector counts = Vector::Zero(classes);  // s_n^2 each
  for (Index n = 0; n < x.rows(); ++n) {
    means.row(label[n]) += root(n) * x.row(n);
    counts(label[n]) += root(n) * root(n);
  }
  for (int c = 0; c < classes; ++c) {
    if (counts(c) > 0) means.row(c) /= counts(c);
  }
  Matrix deviations = x;
  for (Index n = 0; n < x.rows(); ++n) deviations.row(n) -= root(n) * means.row(label[n]);
  const MatrixXd within = scatter(deviations);
  const double trace = within.trace();
  const MatrixXd whiten = whitening(within, trace > 0 ? ridge * trace : 1);
  // B: the whitened class means, times sqrt(N_c / N). Sb is B B^T there, and its eigenvectors are
  // the left singular vectors B V S^-1.
  means.array().colwise() *= (counts.array() / static_cast<double>(x.rows())).sqrt();
  const MatrixXd between = whiten.transpose().lazyProduct(means.transpose());
  const auto parts = svd(between, Eigen::ComputeThinV);
  const Vector& singular = parts.singularValues();
  const Index present = (counts.array() > 0).count(), found = (singular.array() > 0).count();
  const Index useful = std::min({Index{wanted}, std::max<Index>(present - 1, 0), x.cols(), found});
  return {times(whiten, times(between, parts.matrixV().leftCols(useful))),
          singular.head(useful).array().square()};
}

/// The same for samples in any units. The directions are orthonormal in these units.
Eigenpairs discriminants(const Matrix& x, const Groups& groups, int wanted, double ridge) {
  const Vector unit = units(x);
  const Matrix scaled = x * unit.cwiseInverse().asDiagonal();
  const double share = ridge / static_cast<double>(x.cols());
  Eigenpairs found;
  if (x.rows() >= x.cols()) {
    found = discriminant_directions(scaled, groups, wanted, share);
  } else {
    // All means and scatter matrices lie in the span of the samples, so the problem is solved in
    // coordinates of the span.
    const MatrixXd span = principal_directions(scaled, x.rows()).vectors;
    if (span.cols() == 0) return {MatrixXd(x.cols(), 0), Vector(0)};
    const Eigenpairs inside =
        discriminant_directions(scaled.lazyProduct(span), groups, wanted, share);
    found.vectors = times(span, inside.vectors);
    found.values = inside.values;
  }
  return {orthonormalized(unit.cwiseInverse().asDiagonal() * found.vectors), found.values};
}

/// Discriminant directions, completed by principal directions up to the number of columns of X.
Eigenpairs completed_discriminants(const Matrix& x, const Groups& groups, int wanted,
                                   double ridge) {
  const Eigenpairs found = discriminants(x, groups, wanted, ridge);
  const Index missing = std::min<Index>(wanted, x.cols()) - found.vectors.cols();
  if (missing == 0) return found;
  Matrix rest = x;
  // An empty product takes columns of a matrix without memory, which is undefined.
  if (found.vectors.cols() > 0) {
    const Matrix along = x.lazyProduct(found.vectors);
    rest -= along.lazyProduct(found.vectors.transpose());
  }
  const MatrixXd others = principal_directions(rest, missing).vectors;
  MatrixXd all(x.cols(), found.vectors.cols() + others.cols());
  all << found.vectors, others;
  return {all, found.values};
}

/// The directions in `found`, completed by arbitrary orthogonal ones, with their signs fixed.
FixedProjection projection_on(const Eigenpairs& found, int columns) {
  MatrixXd c = MatrixXd::Zero(found.vectors.rows(), columns);
  c.leftCols(found.vectors.cols()) = found.vectors;
  c = orthonormalized(c);
  return {c * column_signs(c).asDiagonal(), found.values};
}

}  // namespace

FixedProjection pca(ExactSamples samples, int columns) {
  const Matrix x = centred(std::move(samples.x), root_weights(samples.weights));
  FixedProjection result = projection_on(principal_directions(x, columns), columns);
  result.values.conservativeResizeLike(Vector::Zero(columns));
  return result;
}

template <class T>
FixedProjection pca(const Samples<T>& samples, int columns) {
  return pca(exact(samples), columns);
}

FixedProjection lda(ExactSamples samples, int classes, int columns, double ridge) {
  const Groups groups{std::move(samples.labels), root_weights(samples.weights), classes};
  const Matrix x = centred(std::move(samples.x), groups.root);
  return projection_on(completed_discriminants(x, groups, columns, ridge), columns);
}

template <class T>
FixedProjection lda(const Samples<T>& samples, int classes, int columns, double ridge) {
  ExactSamples result = exact(samples);
  for (int n = 0; n < samples.count(); ++n) {
    const T response = samples.response(n);
    // The range comes first: the conversion of other numbers to int is undefined.
    const int label = response >= 0 && response < classes ? static_cast<int>(response) : -1;
    require(
        label >= 0 && label == response, "value",
        {"the response of sample ", n, " is ", response, ", not a class from 0 to ", classes - 1});
    result.labels.push_back(label);
  }
  return lda(std::move(result), classes, columns, ridge);
}

template FixedProjection pca(const Samples<float>&, int);
template FixedProjection pca(const Samples<double>&, int);
template FixedProjection lda(const Samples<float>&, int, int, double);
template FixedProjection lda(const Samples<double>&, int, int, double);

}  // namespace trip
