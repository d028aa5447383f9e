#pragma once
// Explanations in terms of the original variables (paper, section 4): a rank-one linear surrogate
// of the model's own prediction, the rotation of the latent axes that follows from it, and local
// regression coefficients. All values are in double.

#include <trip/matrix.h>
#include <trip/parameters.h>

#include <vector>

namespace trip {

/// y~ = scale <Xbar, g^(1) o .. o g^(K)> + bias with unit vectors g^(k). scale >= 0, and the entry
/// of largest magnitude is positive in every g^(k) except the first.
struct RankOne {
  std::vector<Vector> g;  // J_k
  double scale = 0, bias = 0;
  double objective = 0;  // (1/N) sum_n pi_n (y~_n - y_n)^2; weighted: (1 / sum of w) sum_n w_n ..
};

/// The surrogate of one target and the axes that follow from it. Lists have one entry per mode.
struct Surrogate {
  RankOne fit;
  std::vector<Matrix> rotation;         // R^(k), J_k x J_k; may be a reflection
  std::vector<Vector> singular_values;  // of the centred u_n, J_k descending
  std::vector<Matrix> rotated;          // R^(k)T u_n (not centred), N x J_k
  std::vector<Matrix>
      axes;  // C^(k) R^(k), I_k x J_k: weights of the variables in each rotated axis
  std::vector<Vector> correlation;  // Pearson, of each rotated axis with the target, J_k
};

/// Local regression coefficients of one sample for one target. Lists have one entry per mode.
struct LocalCoefficients {
  RankOne fit;
  std::vector<Vector> latent;    // ghat^(k), J_k: the local weights contracted in every other mode
                                 // with the surrogate's g^(l)
  std::vector<Vector> rotated;   // R^(k)T ghat^(k), J_k
  std::vector<Vector> original;  // C^(k) ghat^(k), I_k
  double neighbours = 0;         // as Explainer::neighbours
};

class TallProblem;
struct Reduced;

/// Explains predictions on a fixed set of projected samples.
class Explainer {
 public:
  /// projections: C^(k), I_k x J_k; latent: N x P. sigma > 0 is the width of the neighbourhood,
  /// pi_n' = exp(-||Xbar_n - Xbar_n'||^2 / sigma^2); 0 selects the median distance to the nearest
  /// neighbour. `weights` (N, not negative; empty: all 1) are those of the samples in the
  /// surrogate, the rotation and the correlations, which describe the whole set. Neighbourhoods
  /// weight samples by their distance alone. Throws Error("shape" or "value") for weights that
  /// check_weights() refuses.
  Explainer(const Architecture& architecture, Factors projections, Matrix latent, double sigma,
            const std::vector<double>& weights = {});

  int count() const { return static_cast<int>(latent_.rows()); }
  double sigma() const { return sigma_; }
  /// Global surrogate of a target (N values): the best of `starts` runs of alternating least
  /// squares. Throws Error("shape") for another number of values.
  Surrogate surrogate(const Vector& target, int starts = 8) const;
  /// Coefficients of one sample for several targets; all targets share one factorisation.
  /// `surrogates`: one per target. A fit that the neighbourhood does not determine uses the
  /// solution of minimum norm (relative cutoff 1e-10).
  std::vector<LocalCoefficients> local(int sample, const std::vector<Vector>& targets,
                                       const std::vector<Surrogate>& surrogates) const;
  /// Effective number of neighbours, sum of pi. Below prod J + 1 the neighbourhood is too small for
  /// the local fit.
  double neighbours(int sample) const;

 private:
  /// Samples near one sample in ascending order, itself included, and their weights pi.
  struct Neighbourhood {
    std::vector<int> samples;
    std::vector<double> weights;
  };

  /// The sum of the weights, and a problem per target unless the normal equations lose digits.
  struct LocalProblems {
    double neighbours = 0;
    std::vector<Reduced> problems;
  };

  Neighbourhood neighbourhood(int sample) const;
  double weigh(const double* x, int first, int rows, double* weights) const;
  TallProblem problems(const Neighbourhood& near, const std::vector<Vector>& targets) const;
  LocalProblems centred_problems(int sample, const std::vector<Vector>& targets) const;
  void make_absolute(RankOne& fit, int sample, double response) const;
  double median_nearest_distance() const;

  Architecture a_;
  Factors projections_;
  Matrix latent_;
  Eigen::MatrixXd columns_;  // latent_ by columns, padded with rows at infinity
  Vector weights_;
  double sigma_;
  double limit_;  // largest squared distance of a neighbour
};

}  // namespace trip
