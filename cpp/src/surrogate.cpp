// A weighted least squares problem in [Xbar, 1] is first reduced by Householder reflections to P +
// 1 rows, whatever N is; every step of alternating least squares then works on those. K = 1 is a
// single linear solve.

#include <trip/decompositions.h>
#include <trip/math.h>
#include <trip/metrics.h>
#include <trip/random.h>
#include <trip/surrogate.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "order.h"

namespace trip {
namespace {

using Vector = std::vector<double>;
using Factors = std::vector<Vector>;

double dot(const Vector& a, const Vector& b) {
  return trip::dot(static_cast<int>(a.size()), a.data(), b.data());
}

double norm(const Vector& a) { return std::sqrt(dot(a, a)); }

/// sum_n pi_n (<Xbar_n, w> + b - y_n)^2 = ||R (w, b) - q||^2 + rest
struct Reduced {
  int columns = 0;  // P + 1
  Vector r;         // columns x columns, column by column, upper triangular
  Vector q;         // columns
  double rest = 0;
};

/// Householder QR of a rows x columns matrix given column by column, applied to the right-hand
/// sides as well.
std::vector<Reduced> reduce(int rows, int columns, Vector matrix, std::vector<Vector> sides) {
  const int pivots = std::min(rows, columns);
  for (int j = 0; j < pivots; ++j) {
    double* v = &matrix[static_cast<size_t>(j) * rows];
    double length = 0;
    for (int i = j; i < rows; ++i) length += v[i] * v[i];
    length = std::sqrt(length);
    if (length == 0) continue;
    const double head =
        v[j] < 0 ? v[j] - length
                 : v[j] + length;  // the reflection is 1 - 2 w w^T / w^T w, w = v with this head
    const double alpha = v[j] < 0 ? length : -length;
    v[j] = head;
    double ww = 0;
    for (int i = j; i < rows; ++i) ww += v[i] * v[i];
    const auto reflect = [&](double* x) {
      double along = 0;
      for (int i = j; i < rows; ++i) along += v[i] * x[i];
      along *= 2 / ww;
      for (int i = j; i < rows; ++i) x[i] -= along * v[i];
    };
    for (int k = j + 1; k < columns; ++k) reflect(&matrix[static_cast<size_t>(k) * rows]);
    for (Vector& side : sides) reflect(side.data());
    v[j] = alpha;
  }
  std::vector<Reduced> result;
  for (const Vector& side : sides) {
    Reduced reduced{columns, Vector(static_cast<size_t>(columns) * columns), Vector(columns), 0};
    for (int j = 0; j < columns; ++j) {
      for (int i = 0; i <= std::min(j, rows - 1); ++i) {
        reduced.r[static_cast<size_t>(j) * columns + i] = matrix[static_cast<size_t>(j) * rows + i];
      }
    }
    std::copy_n(side.begin(), pivots, reduced.q.begin());
    for (int i = pivots; i < rows; ++i) reduced.rest += side[i] * side[i];
    result.push_back(std::move(reduced));
  }
  return result;
}

/// Minimum-norm least squares of a rows x columns matrix (column by column) by its SVD, relative
/// cutoff 1e-10.
Vector minimum_norm(int rows, int columns, Vector matrix, const Vector& side) {
  Vector vectors(columns * columns), values(columns), solution(columns);
  thin_svd(rows, columns, matrix.data(), vectors.data(), values.data());
  const double cutoff = 1e-10 * *std::max_element(values.begin(), values.end());
  for (int k = 0; k < columns; ++k) {
    if (!(values[k] > cutoff)) continue;
    double along = 0;
    for (int i = 0; i < rows; ++i) along += matrix[static_cast<size_t>(k) * rows + i] * side[i];
    along /= values[k] * values[k];
    for (int j = 0; j < columns; ++j) solution[j] += vectors[j * columns + k] * along;
  }
  return solution;
}

/// g^(1) o .. o g^(K) as P values, mode `left_out` (or -1) replaced by the unit vector of index j.
Vector outer(const Factors& g, int left_out = -1, int j = 0) {
  Vector product{1};
  for (int k = 0; k < static_cast<int>(g.size()); ++k) {
    Vector next;
    for (double value : product) {
      for (int i = 0; i < static_cast<int>(g[k].size()); ++i)
        next.push_back(value * (k == left_out ? i == j : g[k][i]));
    }
    product.swap(next);
  }
  return product;
}

double residual(const Reduced& problem, const Vector& weights, double bias) {
  const int n = problem.columns;
  Vector error = problem.q;
  for (int j = 0; j < n; ++j) {
    const double value = j + 1 < n ? weights[j] : bias;
    for (int i = 0; i <= j; ++i) error[i] -= problem.r[static_cast<size_t>(j) * n + i] * value;
  }
  return dot(error, error) + problem.rest;
}

/// Unit vectors, positive scale, signs as RankOne says. g^(1) carries the scale on entry.
RankOne normalized(Factors g, double bias, double objective) {
  RankOne fit{std::move(g), 1, bias, objective};
  for (size_t k = fit.g.size(); k-- > 0;) {
    Vector& v = fit.g[k];
    const double length = norm(v);
    fit.scale *= length;
    double sign = 1;
    if (k > 0) {
      sign = sign_of_largest(static_cast<int>(v.size()), v.data());
      for (double& value : fit.g[0]) value *= sign;  // keeps the product
    }
    if (length > 0) {
      for (double& value : v) value *= sign / length;
    } else {
      v[0] = 1;  // no direction: the scale is zero
    }
  }
  return fit;
}

/// One step for mode k: least squares in g^(k) and the bias, the others fixed.
double improve(const Reduced& problem, int k, Factors& g, double& bias) {
  const int n = problem.columns, rank = static_cast<int>(g[k].size());
  Vector matrix(static_cast<size_t>(n) * (rank + 1));
  for (int j = 0; j < rank; ++j) {
    const Vector direction = outer(g, k, j);
    for (int p = 0; p + 1 < n; ++p) {
      for (int i = 0; i <= p; ++i)
        matrix[static_cast<size_t>(j) * n + i] +=
            problem.r[static_cast<size_t>(p) * n + i] * direction[p];
    }
  }
  std::copy_n(&problem.r[static_cast<size_t>(n - 1) * n], n,
              &matrix[static_cast<size_t>(rank) * n]);
  const Vector solution = minimum_norm(n, rank + 1, matrix, problem.q);
  g[k].assign(solution.begin(), solution.end() - 1);
  bias = solution.back();
  return residual(problem, outer(g), bias);
}

/// Alternating least squares from the given factors.
RankOne alternate(const Reduced& problem, Factors g) {
  double bias = 0, last = 0;
  const int modes = static_cast<int>(g.size());
  constexpr int kMaxSweeps = 1000;
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    double now = 0;
    for (int k = modes - 1; k >= 0; --k) {  // mode 0 last, so that it carries the scale
      now = improve(problem, k, g, bias);
      if (k > 0) {
        const double length = norm(g[k]);
        if (length > 0) {
          for (double& value : g[k]) value /= length;
          for (double& value : g[0]) value *= length;
        }
      }
    }
    if (modes == 1 || (sweep > 0 && last - now <= 1e-15 * std::max(last, 1e-300))) {
      last = now;
      break;
    }
    last = now;
  }
  return normalized(std::move(g), bias, last);
}

/// Leading singular directions of the unconstrained solution, mode by mode: the start that HOSVD
/// would take.
Factors unconstrained_start(const Reduced& problem, const std::vector<int>& ranks) {
  const int n = problem.columns, modes = static_cast<int>(ranks.size());
  const Vector w = minimum_norm(n, n, problem.r, problem.q);
  Factors g;
  int before = 1, after = n - 1;
  for (int k = 0; k < modes; ++k) {
    const int rank = ranks[k];
    after /= rank;
    Vector gram(rank * rank), vectors(rank * rank), values(rank);
    for (int a = 0; a < rank; ++a) {
      for (int b = 0; b < rank; ++b) {
        for (int l = 0; l < before; ++l) {
          for (int r = 0; r < after; ++r)
            gram[a * rank + b] += w[(l * rank + a) * after + r] * w[(l * rank + b) * after + r];
        }
      }
    }
    symmetric_eigen(rank, gram.data(), vectors.data(), values.data());
    const int best =
        static_cast<int>(std::max_element(values.begin(), values.end()) - values.begin());
    g.emplace_back();
    for (int j = 0; j < rank; ++j) g.back().push_back(vectors[j * rank + best]);
    before *= rank;
  }
  return g;
}

/// The best of the given starts; ties to the first.
RankOne best_of(const Reduced& problem, const std::vector<Factors>& starts) {
  RankOne best;
  for (size_t s = 0; s < starts.size(); ++s) {
    RankOne fit = alternate(problem, starts[s]);
    if (s == 0 || fit.objective < best.objective) best = std::move(fit);
  }
  return best;
}

/// u_n: a sample contracted with g^(l) in every mode but k.
Vector contracted(const double* sample, const std::vector<int>& ranks, const Factors& g, int k) {
  Vector u(ranks[k]);
  for (int j = 0; j < ranks[k]; ++j) {
    const Vector direction = outer(g, k, j);
    for (size_t p = 0; p < direction.size(); ++p) u[j] += direction[p] * sample[p];
  }
  return u;
}

/// a (rows x n, row-major) times b (n x columns, row-major)
Vector times(const Vector& a, const Vector& b, int n, int columns) {
  const int rows = static_cast<int>(a.size()) / n;
  Vector result(static_cast<size_t>(rows) * columns);
  for (int i = 0; i < rows; ++i) {
    for (int k = 0; k < n; ++k) {
      for (int j = 0; j < columns; ++j)
        result[static_cast<size_t>(i) * columns + j] +=
            a[static_cast<size_t>(i) * n + k] * b[k * columns + j];
    }
  }
  return result;
}

/// Left singular vectors of the matrix with columns u_n - mean, descending, as columns of a J x J
/// matrix; each turned so that the largest entry of C times it is positive.
Vector rotation_of(const Vector& u, int count, int rank, const Vector& c, Vector& singular_values) {
  Vector centred(u.size()), vectors(rank * rank), values(rank);  // column by column, N x J
  for (int j = 0; j < rank; ++j) {
    double mean = 0;
    for (int n = 0; n < count; ++n) mean += u[static_cast<size_t>(n) * rank + j];
    mean /= count;
    for (int n = 0; n < count; ++n)
      centred[static_cast<size_t>(j) * count + n] = u[static_cast<size_t>(n) * rank + j] - mean;
  }
  thin_svd(count, rank, centred.data(), vectors.data(), values.data());
  const std::vector<int> order = falling(values);
  Vector rotation(rank * rank);
  for (int j = 0; j < rank; ++j) {
    singular_values.push_back(values[order[j]]);
    for (int i = 0; i < rank; ++i) rotation[i * rank + j] = vectors[i * rank + order[j]];
  }
  const Vector axes = times(c, rotation, rank, rank);
  const int rows = static_cast<int>(c.size()) / rank;
  for (int j = 0; j < rank; ++j) {
    if (sign_of_largest(rows, &axes[j], rank) > 0) continue;
    for (int i = 0; i < rank; ++i) rotation[i * rank + j] = -rotation[i * rank + j];
  }
  return rotation;
}

}  // namespace

Explainer::Explainer(const Architecture& architecture, std::vector<Vector> projections,
                     Vector latent, double sigma)
    : a_(architecture),
      projections_(std::move(projections)),
      latent_(std::move(latent)),
      count_(static_cast<int>(latent_.size()) / a_.latent_size()),
      size_(a_.latent_size()),
      sigma_(sigma > 0 ? sigma : median_nearest_distance()) {}

double Explainer::median_nearest_distance() const {
  Vector nearest;
  for (int n = 0; n < count_; ++n) {
    double least = -1;
    for (int m = 0; m < count_; ++m) {
      if (m == n) continue;
      double square = 0;
      for (int p = 0; p < size_; ++p) {
        const double d = latent_[static_cast<size_t>(n) * size_ + p] -
                         latent_[static_cast<size_t>(m) * size_ + p];
        square += d * d;
      }
      if (square > 0 && (least < 0 || square < least))
        least = square;  // copies of a sample are no neighbours
    }
    if (least > 0) nearest.push_back(std::sqrt(least));
  }
  if (nearest.empty()) return 1;
  const std::vector<int> order = falling(nearest);
  const size_t count = order.size();
  return (nearest[order[(count - 1) / 2]] + nearest[order[count / 2]]) / 2;
}

Vector Explainer::weights(int sample) const {
  Vector result(count_);
  const double* centre = &latent_[static_cast<size_t>(sample) * size_];
  for (int n = 0; n < count_; ++n) {
    double square = 0;
    for (int p = 0; p < size_; ++p) {
      const double d = latent_[static_cast<size_t>(n) * size_ + p] - centre[p];
      square += d * d;
    }
    // The sample itself counts 1, even where the square of a tiny sigma is 0.
    result[n] = square > 0 ? exp(-square / sigma_ / sigma_) : 1;
  }
  return result;
}

double Explainer::neighbours(int sample) const {
  const Vector pi = weights(sample);
  return std::accumulate(pi.begin(), pi.end(), 0.0);
}

Surrogate Explainer::surrogate(const Vector& target, int starts) const {
  Vector matrix(static_cast<size_t>(count_) * (size_ + 1), 1.0);
  for (int n = 0; n < count_; ++n) {
    for (int p = 0; p < size_; ++p)
      matrix[static_cast<size_t>(p) * count_ + n] = latent_[static_cast<size_t>(n) * size_ + p];
  }
  const Reduced problem = reduce(count_, size_ + 1, std::move(matrix), {target})[0];
  std::vector<Factors> from{unconstrained_start(problem, a_.ranks)};
  Random random(0, 1);
  while (a_.modes() > 1 && static_cast<int>(from.size()) < starts) {
    from.emplace_back();
    for (int rank : a_.ranks) {
      from.back().emplace_back();
      for (int j = 0; j < rank; ++j) from.back().back().push_back(random.normal());
    }
  }
  Surrogate result;
  result.fit = best_of(problem, from);
  result.fit.objective /= count_;
  for (int k = 0; k < a_.modes(); ++k) {
    const int rank = a_.ranks[k];
    Vector u;
    for (int n = 0; n < count_; ++n) {
      const Vector un =
          contracted(&latent_[static_cast<size_t>(n) * size_], a_.ranks, result.fit.g, k);
      u.insert(u.end(), un.begin(), un.end());
    }
    Vector values, correlation;
    const Vector rotation = rotation_of(u, count_, rank, projections_[k], values);
    const Vector rotated = times(u, rotation, rank, rank);
    for (int j = 0; j < rank; ++j) {
      Vector axis;
      for (int n = 0; n < count_; ++n) axis.push_back(rotated[static_cast<size_t>(n) * rank + j]);
      correlation.push_back(pearson(axis, target));
    }
    result.axes.push_back(times(projections_[k], rotation, rank, rank));
    result.rotation.push_back(rotation);
    result.singular_values.push_back(values);
    result.rotated.push_back(rotated);
    result.correlation.push_back(correlation);
  }
  return result;
}

std::vector<LocalCoefficients> Explainer::local(int sample, const std::vector<Vector>& targets,
                                                const std::vector<Surrogate>& surrogates) const {
  const Vector pi = weights(sample);
  std::vector<int> near;  // samples whose weight is not zero
  for (int n = 0; n < count_; ++n) {
    if (pi[n] > 0) near.push_back(n);
  }
  const int rows = static_cast<int>(near.size());
  Vector matrix(static_cast<size_t>(rows) * (size_ + 1));
  std::vector<Vector> sides(targets.size(), Vector(rows));
  for (int r = 0; r < rows; ++r) {
    const double root = std::sqrt(pi[near[r]]);
    for (int p = 0; p < size_; ++p)
      matrix[static_cast<size_t>(p) * rows + r] =
          root * latent_[static_cast<size_t>(near[r]) * size_ + p];
    matrix[static_cast<size_t>(size_) * rows + r] = root;
    for (size_t t = 0; t < targets.size(); ++t) sides[t][r] = root * targets[t][near[r]];
  }
  const std::vector<Reduced> problems =
      reduce(rows, size_ + 1, std::move(matrix), std::move(sides));
  std::vector<LocalCoefficients> result;
  for (size_t t = 0; t < targets.size(); ++t) {
    const Factors& global = surrogates[t].fit.g;
    std::vector<Factors> starts{global};
    if (a_.modes() > 1) starts.push_back(unconstrained_start(problems[t], a_.ranks));
    LocalCoefficients local;
    local.fit = best_of(problems[t], starts);
    local.fit.objective /= count_;
    for (int k = 0; k < a_.modes(); ++k) {
      double along = local.fit.scale;
      for (int l = 0; l < a_.modes(); ++l) {
        if (l != k) along *= dot(local.fit.g[l], global[l]);
      }
      Vector latent = local.fit.g[k];
      for (double& value : latent) value *= along;
      const int rank = a_.ranks[k];
      local.original.push_back(times(projections_[k], latent, rank, 1));
      local.rotated.push_back(times(latent, surrogates[t].rotation[k], rank, rank));  // ghat^T R
      local.latent.push_back(std::move(latent));
    }
    result.push_back(std::move(local));
  }
  return result;
}

}  // namespace trip
