#pragma once
// Explanations in the language of the original variables (paper, section 4): a rank-one linear
// surrogate of the model's own prediction, the rotation of the latent axes that goes with it, and
// local regression coefficients. All in double.

#include <trip/parameters.h>

#include <cstdint>
#include <vector>

namespace trip {

/// y~ = scale <Xbar, g^(1) o .. o g^(K)> + bias with unit vectors g^(k). The entry of largest
/// magnitude of every g^(k) but the first is positive, and scale >= 0.
struct RankOne {
  std::vector<std::vector<double>> g;  // a mode each, J_k
  double scale = 0, bias = 0;
  double objective = 0;  // (1/N) sum_n pi_n (y~_n - y_n)^2
};

/// The surrogate of one target and the axes that follow from it.
struct Surrogate {
  RankOne fit;
  std::vector<std::vector<double>> rotation;  // R^(k), J_k x J_k row-major; may be a reflection
  std::vector<std::vector<double>> singular_values;  // of the centred u_n, J_k descending
  std::vector<std::vector<double>> rotated;          // R^(k)T u_n (not centred), N x J_k
  std::vector<std::vector<double>>
      axes;  // C^(k) R^(k), I_k x J_k: the variables behind each rotated axis
  std::vector<std::vector<double>>
      correlation;  // Pearson, of each rotated axis with the target, J_k
};

/// Local regression coefficients of one sample for one target.
struct LocalCoefficients {
  RankOne fit;
  std::vector<std::vector<double>> latent;   // ghat^(k), J_k: the local weights contracted in every
                                             // other mode with the surrogate's g^(l)
  std::vector<std::vector<double>> rotated;  // R^(k)T ghat^(k), J_k
  std::vector<std::vector<double>> original;  // C^(k) ghat^(k), I_k
};

/// Explains predictions on a fixed set of projected samples.
class Explainer {
 public:
  /// projections: C^(k), I_k x J_k row-major; latent: N x P row-major. sigma > 0 is the width of
  /// the neighbourhood, pi_n' = exp(-||Xbar_n - Xbar_n'||^2 / sigma^2); 0 takes the median distance
  /// to the nearest neighbour.
  Explainer(const Architecture& architecture, std::vector<std::vector<double>> projections,
            std::vector<double> latent, double sigma);

  int count() const { return count_; }
  double sigma() const { return sigma_; }
  /// Global surrogate of a target (N values), best of `starts` runs of alternating least squares.
  Surrogate surrogate(const std::vector<double>& target, int starts = 8) const;
  /// Coefficients of one sample for several targets; one factorisation serves all. `surrogates` are
  /// those of the targets. Fits that the neighbourhood does not determine take the solution of
  /// minimum norm (relative cutoff 1e-10).
  std::vector<LocalCoefficients> local(int sample, const std::vector<std::vector<double>>& targets,
                                       const std::vector<Surrogate>& surrogates) const;
  /// Effective number of neighbours, sum of pi; below prod J + 1 the local fit rests on too little.
  double neighbours(int sample) const;

 private:
  std::vector<double> weights(int sample) const;
  double median_nearest_distance() const;

  Architecture a_;
  std::vector<std::vector<double>> projections_;
  std::vector<double> latent_;
  int count_, size_;
  double sigma_;
};

}  // namespace trip
