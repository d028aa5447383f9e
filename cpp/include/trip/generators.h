#pragma once
// Artificial data whose true structure is known.

#include <trip/dataset.h>
#include <trip/matrix.h>

#include <cstdint>
#include <vector>

namespace trip {

struct SpiralOptions {
  uint64_t seed = 1;
  int samples_per_class = 100;       // on each arm
  int noise_samples_per_class = 10;  // uniform in the plane
  int noise_dimensions = 97;  // minor ones, N(0, 0.1^2); one major dimension N(0, 1) is added
};

struct Spiral {
  Dataset<float> train, test;  // (2 arms + noise) x (3 + noise_dimensions)
  Matrix plane;                // I x 2: orthonormal basis of the plane that holds the spiral
};

/// The paper's Spiral (section 5): two interleaved arms in a plane, hidden among noise dimensions
/// by a random rotation. Training and test set are drawn independently; each is scaled by its own
/// deviation and not centred. Streams of the seed: 0 rotation, 1 training set, 2 test set.
Spiral make_spiral(const SpiralOptions& options);

/// Random sparse samples (the paper's Random-1st, -2nd, -3rd with sides of 1000): distinct uniform
/// positions, values N(0, 1), labels 0 or 1 at random.
struct RandomOptions {
  uint64_t seed = 1;
  std::vector<int> dims = {1000, 1000};
  int count = 100;
  int nonzeros = 1000;  // stored values per sample, at most prod I
};

Dataset<float> make_random(const RandomOptions& options);

/// Simulated replacement for the paper's gene network data: sparse matrices (targets by regulators)
/// with planted blocks among distractors and background. The planted blocks depend on the response
/// e: block T1 x R1 is proportional to e, blocks T2 x R1 and T1 x R2 to 1 - e^2.
struct NetworkOptions {
  uint64_t seed = 1;
  int rows = 13508;    // targets, at least 700
  int columns = 1732;  // regulators, at least 280
  int count = 762;
};

struct NetworkData {
  Dataset<float> data;  // regression
  // Indices of the planted groups, each in the order of its loadings: rows T1, T2, D1, D2 and
  // columns R1, R2, E1, E2.
  std::vector<int> t1, t2, d1, d2, r1, r2, e1, e2;
  std::vector<double> e;  // N
};

NetworkData make_network(const NetworkOptions& options);

/// Matrices or cubes with a planted 2 x 2 (x 2) core. Its first and last cell determine the class.
/// Two strong directions in every mode hide the core.
struct PlantedOptions {
  uint64_t seed = 1;
  std::vector<int> dims = {30,
                           20};  // sizes like the paper's: 30 x 20 and 12 x 10 x 8; each at least 4
  int count = 600;               // samples of the training set, and of the test set
};

struct Planted {
  Dataset<float> train, test;
  Factors basis;  // U^(k), I_k x 2
};

Planted make_planted(const PlantedOptions& options);

}  // namespace trip
