#pragma once
// Artificial data with known truth.

#include <trip/dataset.h>

#include <cstdint>
#include <vector>

namespace trip {

struct SpiralOptions {
  uint64_t seed = 1;
  int samples_per_class = 100;       // on each arm
  int noise_samples_per_class = 10;  // uniform in the plane
  int noise_dimensions =
      97;  // minor ones, N(0, 0.1^2); one major dimension N(0, 1) comes with them
};

struct Spiral {
  Dataset<float> train, test;  // (2 arms + noise) x (3 + noise_dimensions)
  std::vector<double>
      plane;  // I x 2 row-major: orthonormal basis of the plane that holds the spiral
};

/// The paper's Spiral (section 5): two interleaved arms in a plane, hidden among noise dimensions
/// by a random rotation. Training and test set are drawn independently, each scaled by its own
/// deviation, not centred. Streams of the seed: 0 rotation, 1 training set, 2 test set.
Spiral make_spiral(const SpiralOptions& options);

}  // namespace trip
