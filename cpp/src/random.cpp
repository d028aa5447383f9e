#include <trip/linear_algebra.h>
#include <trip/math.h>
#include <trip/random.h>

#include <cmath>
#include <utility>

namespace trip {
namespace {

uint64_t splitmix64(uint64_t& state) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

uint64_t rotate_left(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

}  // namespace

Random::Random(uint64_t seed, uint64_t stream, uint64_t substream) {
  uint64_t mix = seed;
  mix = splitmix64(mix) ^ stream;
  mix = splitmix64(mix) ^ substream;
  for (uint64_t& word : state_) word = splitmix64(mix);
}

uint64_t Random::next() {
  const uint64_t result = rotate_left(state_[0] + state_[3], 23) + state_[0];
  const uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = rotate_left(state_[3], 45);
  return result;
}

double Random::uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

double Random::uniform(double low, double high) { return low + (high - low) * uniform(); }

double Random::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  for (;;) {
    const double u = uniform(-1, 1);
    const double v = uniform(-1, 1);
    const double s = u * u + v * v;
    if (s >= 1 || s == 0) continue;
    const double factor = std::sqrt(-2 * log(s) / s);
    spare_ = v * factor;
    has_spare_ = true;
    return u * factor;
  }
}

uint32_t Random::below(uint32_t n) {
  const uint32_t threshold = (0u - n) % n;
  for (;;) {
    const uint64_t product = (next() >> 32) * n;
    if (static_cast<uint32_t>(product) >= threshold) return static_cast<uint32_t>(product >> 32);
  }
}

void Random::shuffle(std::vector<int>& items) {
  for (uint32_t i = static_cast<uint32_t>(items.size()); i > 1; --i) {
    const uint32_t j = below(i);
    const int item = items[i - 1];
    items[i - 1] = items[j];
    items[j] = item;
  }
}

uint64_t derive_seed(uint64_t seed, uint64_t stream) {
  return Random(seed, (uint64_t{1} << 32) + stream).next() >> 11;
}

Matrix random_rotation(Random& random, int n) {
  Eigen::MatrixXd normal(n, n);
  for (double& value : normal.reshaped()) value = random.normal();
  return orthonormalized(std::move(normal));
}

}  // namespace trip
