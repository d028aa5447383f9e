// A weighted least squares problem in [Xbar, 1] is first reduced to P + 1 rows for any N, by normal
// equations where they are accurate enough, otherwise by a QR factorization. rank_one.h fits these
// rows.

#include <trip/dataset.h>
#include <trip/error.h>
#include <trip/linear_algebra.h>
#include <trip/math.h>
#include <trip/metrics.h>
#include <trip/random.h>
#include <trip/surrogate.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "lane_math.h"
#include "least_squares.h"
#include "normal_equations.h"
#include "order.h"
#include "rank_one.h"

namespace trip {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// The weights, or relative weights where sums and products would leave the range of doubles.
Vector weights_of(const std::vector<double>& given, Eigen::Index count) {
  check_weights(given, static_cast<size_t>(count), "explanation");
  if (given.empty()) return Vector::Ones(count);
  constexpr double kExtreme = 1e100;
  const double largest = *std::max_element(given.begin(), given.end());
  if (largest < kExtreme && largest > 1 / kExtreme) return matrix_of(given, 1).col(0);
  const std::vector<double> relative = relative_weights(given);
  return relative.empty() ? Vector::Ones(count).eval() : Vector(matrix_of(relative, 1).col(0));
}

/// Xbar by columns, with rows at infinity up to whole lanes.
MatrixXd columns_of(const Matrix& latent) {
  MatrixXd columns = MatrixXd::Constant(padded(static_cast<int>(latent.rows())), latent.cols(),
                                        std::numeric_limits<double>::infinity());
  columns.topRows(latent.rows()) = latent;
  return columns;
}

/// ||Xbar_n - x||^2 of samples n .. n + 3, from Xbar by columns.
Lanes<double> squared_distances(const MatrixXd& columns, int n, const double* x) {
  const double* column = columns.data() + n;
  Lanes<double> square{};
  for (Index p = 0; p < columns.cols(); ++p, column += columns.rows()) {
    const Lanes<double> step = load(column) - splat(x[p]);
    square += step * step;
  }
  return square;
}

/// The largest squared distance d^2 of a neighbour. The row sqrt(pi) (Xbar, 1) of a farther sample
/// is at most exp(-(d / sigma)^2 / 2) (1 + d) times as long as that of the sample itself: less than
/// 1e-28. Directions with a singular value below 1e-10 of the largest are left out of the fit. In
/// the others 1e4 farther samples change the normal equations by 1e-32, far less than rounding. Up
/// to (d / sigma)^2 = 700, weights are normal numbers.
double limit_of(double sigma) { return std::min(140 + 2 * log(1 + sigma), 700.0) * sigma * sigma; }

/// The largest squared distance, in squared widths, of a neighbour in the normal equations: 1e6
/// samples beyond it have a total weight of 1e-20.
constexpr double kNear = 60;
/// The smallest sum of weighted squares of a coordinate, in squared widths. Samples beyond kNear do
/// not count beside it, and the coordinate is not short beside the column of ones.
constexpr double kEnough = 1e-3;

}  // namespace

Explainer::Explainer(const Architecture& architecture, Factors projections, Matrix latent,
                     double sigma, const std::vector<double>& weights)
    : a_(architecture),
      projections_(std::move(projections)),
      latent_(std::move(latent)),
      columns_(columns_of(latent_)),
      weights_(weights_of(weights, latent_.rows())),
      sigma_(sigma > 0 ? sigma : median_nearest_distance()),
      limit_(limit_of(sigma_)) {}

double Explainer::median_nearest_distance() const {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  Vector least = Vector::Constant(count(), kNone);
  for (int n = 0; n < count(); ++n) {
    for (int m = 0; m < n; ++m) {
      const double square = (latent_.row(n) - latent_.row(m)).squaredNorm();
      if (!(square > 0)) continue;  // duplicates do not count as neighbours
      least(n) = std::min(least(n), square);
      least(m) = std::min(least(m), square);
    }
  }
  std::vector<double> nearest;
  for (const double square : least) {
    if (square < kNone) nearest.push_back(std::sqrt(square));
  }
  if (nearest.empty()) return 1;
  const std::vector<int> order = falling(nearest);
  const size_t count = order.size();
  return (nearest[order[(count - 1) / 2]] + nearest[order[count / 2]]) / 2;
}

/// The sample itself has weight 1, even if the square of a tiny sigma is 0.
Explainer::Neighbourhood Explainer::neighbourhood(int sample) const {
  const double* const x = latent_.row(sample).data();
  const Lanes<double> limit = splat(limit_), width = splat(sigma_);
  Neighbourhood near;
  near.samples.resize(columns_.rows());
  near.weights.resize(columns_.rows());
  int found = 0;
  for (int n = 0; n < count(); n += kLanes) {
    const Lanes<double> square = squared_distances(columns_, n, x);
    const Mask<double> far = square > limit;
    if (far[0] & far[1] & far[2] & far[3]) continue;
    for (int i = 0; i < std::min(kLanes, count() - n); ++i) {
      near.samples[found] = n + i;
      near.weights[found] = square[i];
      found += !far[i];
    }
  }
  for (double* w = near.weights.data(); w < near.weights.data() + found; w += kLanes) {
    const Lanes<double> square = load(w);
    store(w, exp_of_negative(square > 0 ? -square / width / width : Lanes<double>{}));
  }
  near.samples.resize(found);
  near.weights.resize(found);
  return near;
}

/// Weights of samples first .. first + rows - 1, whole lanes, about x; 0 beyond kNear. Returns
/// their sum.
double Explainer::weigh(const double* x, int first, int rows, double* weights) const {
  const Lanes<double> inverse = splat(1 / sigma_), least = splat(-kNear), none{};
  Lanes<double> total{};
  for (int r = 0; r < rows; r += kLanes) {
    const Lanes<double> square = squared_distances(columns_, first + r, x);
    const Lanes<double> exponent = square > 0 ? -square * inverse * inverse : none;
    const Mask<double> near = exponent >= least;
    Lanes<double> weight{};
    if (near[0] | near[1] | near[2] | near[3]) weight = near ? exp_of_negative(exponent) : none;
    store(weights + r, weight);
    total += weight;
  }
  return sum<double>(total);
}

double Explainer::neighbours(int sample) const {
  const int whole = static_cast<int>(columns_.rows());
  double total = 0, weights[NormalEquations::kRows];
  for (int first = 0; first < whole; first += NormalEquations::kRows) {
    const int rows = std::min(NormalEquations::kRows, whole - first);
    total += weigh(latent_.row(sample).data(), first, rows, weights);
  }
  return total;
}

Surrogate Explainer::surrogate(const Vector& target, int starts) const {
  require(target.size() == count(), "shape",
          {"explanation: a target has ", static_cast<size_t>(target.size()), " values for ",
           count(), " samples"});
  const Index size = latent_.cols();
  const Vector root = weights_.cwiseSqrt();
  const MatrixXd design = MatrixXd::NullaryExpr(count(), size + 1, [&](Index n, Index p) {
    return p < size ? root(n) * latent_(n, p) : root(n);
  });
  const Reduced problem = reduced(design, root.cwiseProduct(target));
  std::vector<Vectors> from{unconstrained_start(problem, a_.ranks)};
  Random random(0, 1);
  while (a_.modes() > 1 && static_cast<int>(from.size()) < starts) {
    from.push_back(random_start(a_.ranks, random));
  }
  Surrogate result;
  result.fit = best_of(problem, a_.ranks, from);
  const double total = weights_.sum();
  result.fit.objective /= total;
  for (int k = 0; k < a_.modes(); ++k) {
    const Matrix u = contracted(latent_, a_.ranks, result.fit.g, k);
    const Eigen::RowVectorXd mean = weights_.transpose().lazyProduct(u) / total;
    // Left singular vectors of the matrix with columns u_n - mean, times the roots of the weights.
    const auto parts = svd(root.asDiagonal() * (u.rowwise() - mean), Eigen::ComputeThinV);
    const Matrix turned = projections_[k].lazyProduct(parts.matrixV());
    const Vector signs = column_signs(turned);
    const Matrix rotation = parts.matrixV() * signs.asDiagonal(), rotated = u.lazyProduct(rotation);
    Vector correlation(a_.ranks[k]);
    for (int j = 0; j < a_.ranks[k]; ++j) {
      correlation(j) = pearson(rotated.col(j), target, weights_);
    }
    result.axes.push_back(turned * signs.asDiagonal());
    result.rotation.push_back(rotation);
    result.singular_values.push_back(parts.singularValues());
    result.rotated.push_back(rotated);
    result.correlation.push_back(correlation);
  }
  return result;
}

/// One problem per target: sum_n pi_n (<Xbar_n, w> + b - y_n)^2, in the columns sqrt(pi) Xbar,
/// sqrt(pi) and sqrt(pi) y.
TallProblem Explainer::problems(const Neighbourhood& near,
                                const std::vector<Vector>& targets) const {
  const int size = static_cast<int>(latent_.cols()), count = static_cast<int>(near.samples.size());
  TallProblem problem(size + 1, static_cast<int>(targets.size()));
  double* const root = problem.block(size);
  for (int first = 0; first < count; first += problem.capacity()) {
    const int rows = std::min(problem.capacity(), count - first);
    const int* const samples = near.samples.data() + first;
    for (int r = 0; r < rows; ++r) root[r] = std::sqrt(near.weights[first + r]);
    const auto fill = [&](int column, const double* values) {
      double* const block = problem.block(column);
      for (int r = 0; r < rows; ++r) block[r] = root[r] * values[samples[r]];
    };
    for (int p = 0; p < size; ++p) fill(p, columns_.col(p).data());
    for (int t = 0; t < static_cast<int>(targets.size()); ++t)
      fill(size + 1 + t, targets[t].data());
    problem.add(rows);
  }
  return problem;
}

/// The least squares problems of a sample's neighbourhood in the columns (Xbar_n - Xbar) / sigma, 1
/// and y_n - y, where Xbar and y are those of the sample.
Explainer::LocalProblems Explainer::centred_problems(int sample,
                                                     const std::vector<Vector>& targets) const {
  const double* const x = latent_.row(sample).data();
  const int size = static_cast<int>(latent_.cols()), whole = static_cast<int>(columns_.rows());
  NormalEquations equations(size + 1, static_cast<int>(targets.size()));
  std::fill_n(equations.block(size), NormalEquations::kRows, 1.0);
  LocalProblems result;
  for (int first = 0; first < whole; first += NormalEquations::kRows) {
    const int rows = std::min(NormalEquations::kRows, whole - first);
    const double total = weigh(x, first, rows, equations.weights());
    if (!(total > 0)) continue;
    result.neighbours += total;
    const int own = std::min(rows, count() - first);
    for (int p = 0; p < size; ++p)
      equations.set(p, columns_.col(p).data() + first, own, {x[p], 1 / sigma_});
    for (size_t t = 0; t < targets.size(); ++t)
      equations.set(size + 1 + static_cast<int>(t), targets[t].data() + first, own,
                    {targets[t](sample), 1});
    equations.add(rows);
  }
  result.problems = equations.reduced(kEnough);
  return result;
}

/// Moves a fit of centred_problems() back to the origin and unit of Xbar and of the response.
void Explainer::make_absolute(RankOne& fit, int sample, double response) const {
  fit.scale /= sigma_;
  const Matrix along = contracted(latent_.row(sample), a_.ranks, fit.g, 0);
  fit.bias += response - fit.scale * along.row(0).dot(fit.g[0]);
}

std::vector<LocalCoefficients> Explainer::local(int sample, const std::vector<Vector>& targets,
                                                const std::vector<Surrogate>& surrogates) const {
  const LocalProblems centred = centred_problems(sample, targets);
  std::optional<TallProblem> tall;
  if (centred.problems.empty()) tall = problems(neighbourhood(sample), targets);
  std::vector<LocalCoefficients> result;
  for (size_t t = 0; t < targets.size(); ++t) {
    const Vectors& global = surrogates[t].fit.g;
    LocalCoefficients local;
    local.neighbours = centred.neighbours;
    local.fit = local_fit(tall ? tall->reduced(static_cast<int>(t)) : centred.problems[t], a_.ranks,
                          global);
    if (!tall) make_absolute(local.fit, sample, targets[t](sample));
    local.fit.objective /= count();
    for (int k = 0; k < a_.modes(); ++k) {
      double along = local.fit.scale;
      for (int l = 0; l < a_.modes(); ++l) {
        if (l != k) along *= local.fit.g[l].dot(global[l]);
      }
      const Vector latent = along * local.fit.g[k];
      local.latent.push_back(latent);
      local.rotated.push_back(surrogates[t].rotation[k].transpose() * latent);
      local.original.push_back(projections_[k] * latent);
    }
    result.push_back(std::move(local));
  }
  return result;
}

}  // namespace trip
