// Every step of alternating least squares works on the P + 1 rows of the reduced problem. K = 1
// needs a single linear solve.

#include "rank_one.h"

#include <trip/linear_algebra.h>
#include <trip/tensor.h>

#include <Eigen/QR>
#include <algorithm>
#include <utility>

#include "order.h"

namespace trip {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Least squares solution of smallest norm, with a relative cutoff of 1e-10 for singular values.
/// When all pivots are far above the cutoff, the solution is unique and follows from the QR
/// factorization.
Vector minimum_norm(const MatrixXd& matrix, const Vector& side) {
  Qr qr(matrix);
  qr.setThreshold(1e-6);
  if (qr.isInjective()) return qr.solve(side);
  const Reduced square = reduced(matrix, side);
  auto parts = svd(square.r, Eigen::ComputeThinU | Eigen::ComputeThinV);
  parts.setThreshold(1e-10);
  return parts.solve(square.q);
}

/// ||R (w, b) - q||^2 + rest with w = g^(1) o .. o g^(K).
double residual(const Reduced& problem, const Vectors& g, double bias) {
  Vector w = Vector::Ones(1);
  for (const Vector& v : g) {
    const Matrix next = w * v.transpose();
    w = Vector(next.reshaped<Eigen::RowMajor>());
  }
  w.conservativeResize(w.size() + 1);
  w(w.size() - 1) = bias;
  return (problem.q - problem.r * w).squaredNorm() + problem.rest;
}

/// Unit vectors, positive scale, signs as RankOne requires. g^(1) carries the scale on entry.
RankOne normalized(Vectors g, double bias, double objective) {
  RankOne fit{std::move(g), 1, bias, objective};
  for (size_t k = fit.g.size(); k-- > 0;) {
    Vector& v = fit.g[k];
    const double length = v.norm(), sign = k > 0 ? column_signs(v)(0) : 1;
    fit.scale *= length;
    fit.g[0] *= sign;  // keeps the product
    if (length > 0) {
      v *= sign / length;
    } else {
      v = Vector::Unit(v.size(), 0);  // any direction, since the scale is zero
    }
  }
  return fit;
}

/// One step for mode k: least squares in g^(k) and the bias, the others fixed.
double improve(const Reduced& problem, const std::vector<int>& ranks, int k, Vectors& g,
               double& bias) {
  const Index latent = problem.r.cols() - 1;
  MatrixXd matrix(latent + 1, ranks[k] + 1);
  matrix << contracted(problem.r.leftCols(latent), ranks, g, k), problem.r.col(latent);
  const Vector solution = minimum_norm(matrix, problem.q);
  g[k] = solution.head(ranks[k]);
  bias = solution(ranks[k]);
  return residual(problem, g, bias);
}

/// Alternating least squares from the given vectors.
RankOne alternate(const Reduced& problem, const std::vector<int>& ranks, Vectors g,
                  int max_sweeps = 1000) {
  double bias = 0, last = 0;
  const int modes = static_cast<int>(g.size());
  for (int sweep = 0; sweep < max_sweeps; ++sweep) {
    double now = 0;
    for (int k = modes - 1; k >= 0; --k) {  // mode 0 last, so that it carries the scale
      now = improve(problem, ranks, k, g, bias);
      const double length = g[k].norm();
      if (k > 0 && length > 0) {
        g[k] /= length;
        g[0] *= length;
      }
    }
    const bool done = modes == 1 || (sweep > 0 && last - now <= 1e-15 * std::max(last, 1e-300));
    last = now;
    if (done) break;
  }
  return normalized(std::move(g), bias, last);
}

/// The `kept` of `drawn` random starts whose objective is lowest after a few sweeps of alternating
/// least squares. The objective of a local fit has several minima; random starts find those that
/// the given starts miss.
std::vector<Vectors> promising_starts(const Reduced& problem, const std::vector<int>& ranks,
                                      int drawn, int kept) {
  constexpr int kFewSweeps = 4;
  Random random(0, 2);
  std::vector<Vectors> starts;
  std::vector<double> rising;
  for (int s = 0; s < drawn; ++s) {
    RankOne fit = alternate(problem, ranks, random_start(ranks, random), kFewSweeps);
    rising.push_back(-fit.objective);
    fit.g[0] *= fit.scale;
    starts.push_back(std::move(fit.g));
  }
  std::vector<Vectors> best;
  for (int s : falling(rising)) {
    if (static_cast<int>(best.size()) < kept) best.push_back(starts[s]);
  }
  return best;
}

constexpr int kDrawn = 20, kKept = 4;  // more find no better minimum in one of 300 fits

}  // namespace

Matrix contracted(const Matrix& x, const std::vector<int>& ranks, const Vectors& g, int k) {
  std::vector<int> sizes = {static_cast<int>(x.rows())};
  sizes.insert(sizes.end(), ranks.begin(), ranks.end());
  std::vector<double> tensor(x.data(), x.data() + x.size());
  for (int l = static_cast<int>(ranks.size()) - 1; l >= 0; --l) {
    if (l != k) tensor = contract(tensor, sizes, l + 1, g[l]);
  }
  return Eigen::Map<const Matrix>(tensor.data(), x.rows(), ranks[k]);
}

Vectors unconstrained_start(const Reduced& problem, const std::vector<int>& ranks) {
  const Vector w = minimum_norm(problem.r, problem.q);
  Vectors g;
  Index after = w.size() - 1;
  for (const int rank : ranks) {
    after /= rank;
    MatrixXd gram = MatrixXd::Zero(rank, rank);
    for (Index first = 0; first + 1 < w.size(); first += rank * after) {
      const Eigen::Map<const Matrix> slice(w.data() + first, rank, after);
      gram += slice.lazyProduct(slice.transpose());
    }
    g.push_back(eigenpairs(gram).vectors.col(0));
  }
  return g;
}

Vectors random_start(const std::vector<int>& ranks, Random& random) {
  Vectors g;
  for (int rank : ranks) {
    Vector& v = g.emplace_back(rank);
    for (double& value : v) value = random.normal();
  }
  return g;
}

RankOne best_of(const Reduced& problem, const std::vector<int>& ranks,
                const std::vector<Vectors>& starts) {
  RankOne best;
  for (size_t s = 0; s < starts.size(); ++s) {
    RankOne fit = alternate(problem, ranks, starts[s]);
    if (s == 0 || fit.objective < best.objective) best = std::move(fit);
  }
  return best;
}

RankOne local_fit(const Reduced& problem, const std::vector<int>& ranks, const Vectors& global) {
  std::vector<Vectors> starts{global};
  if (ranks.size() > 1) {
    starts.push_back(unconstrained_start(problem, ranks));
    for (Vectors& g : promising_starts(problem, ranks, kDrawn, kKept))
      starts.push_back(std::move(g));
  }
  return best_of(problem, ranks, starts);
}

}  // namespace trip
