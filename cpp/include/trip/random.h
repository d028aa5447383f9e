#pragma once
// A random number generator. The distributions of the standard library differ between
// implementations and are not used.

#include <trip/matrix.h>

#include <cstdint>
#include <vector>

namespace trip {

/// xoshiro256++ (Blackman and Vigna 2019), seeded by splitmix64 from a seed and a stream. Streams
/// of one seed are practically independent, so that an additional draw in one stream changes no
/// other stream.
class Random {
 public:
  explicit Random(uint64_t seed, uint64_t stream = 0, uint64_t substream = 0);

  uint64_t next();
  /// Uniform in [0, 1), a multiple of 2^-53.
  double uniform();
  double uniform(double low, double high);
  /// Standard normal (polar method of Marsaglia and Bray 1964).
  double normal();
  /// Uniform integer in [0, n), n >= 1, without bias (Lemire 2019).
  uint32_t below(uint32_t n);
  /// Shuffles in place (Fisher and Yates).
  void shuffle(std::vector<int>& items);

  /// Passes the state of the generator to an archive.
  template <class Archive>
  void visit_state(Archive& archive) {
    for (uint64_t& word : state_) archive.word(word);
    archive.number(spare_);
    archive.flag(has_spare_);
  }

 private:
  uint64_t state_[4];
  double spare_ = 0;
  bool has_spare_ = false;
};

/// Largest seed: every integer up to it is exact in a double.
inline constexpr uint64_t kMaxSeed = (uint64_t{1} << 53) - 1;

/// Derives the seeds that the caller does not give from a master seed: stream 0 is startSeed
/// (initial values), stream 1 is orderSeed (batch order). The result is the leading 53 bits of the
/// first output of Random(seed, 2^32 + stream).
uint64_t derive_seed(uint64_t seed, uint64_t stream);

/// Haar-random orthogonal matrix, n x n: Gram-Schmidt on a normal matrix.
Matrix random_rotation(Random& random, int n);

}  // namespace trip
