#include <trip/error.h>
#include <trip/generators.h>
#include <trip/math.h>
#include <trip/random.h>

#include <cmath>

namespace trip {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// x / population standard deviation of x, in place.
void divide_by_deviation(std::vector<double>& x) {
  double mean = 0, square = 0;
  for (double value : x) mean += value;
  mean /= static_cast<double>(x.size());
  for (double value : x) square += (value - mean) * (value - mean);
  const double deviation = std::sqrt(square / static_cast<double>(x.size()));
  for (double& value : x) value /= deviation;
}

Dataset<float> spiral_set(const SpiralOptions& options, const std::vector<double>& rotation,
                          Random random) {
  const int per_class = options.samples_per_class + options.noise_samples_per_class;
  const int count = 2 * per_class, dims = 3 + options.noise_dimensions;
  Dataset<float> data{.dims = {dims},
                      .count = count,
                      .x = {},
                      .task = Task::kClassification,
                      .classes = 2,
                      .labels = {},
                      .targets = {}};
  std::vector<double> first(count), second(count);  // coordinates in the plane
  for (int n = 0; n < count; ++n) {
    const int label = n / per_class;
    data.labels.push_back(label);
    if (n % per_class < options.samples_per_class) {
      const double t = random.uniform(0, 3.5 * kPi);
      first[n] = t * sin(t + label * kPi);
      second[n] = t * cos(t + label * kPi);
    } else {
      first[n] = random.uniform(-10, 10);
      second[n] = random.uniform(-10, 10);
    }
  }
  divide_by_deviation(first);
  divide_by_deviation(second);
  std::vector<double> sample(dims);
  data.x.reserve(static_cast<size_t>(count) * dims);
  for (int n = 0; n < count; ++n) {
    sample[0] = first[n];
    sample[1] = second[n];
    sample[2] = random.normal();
    for (int i = 3; i < dims; ++i) sample[i] = 0.1 * random.normal();
    for (int i = 0; i < dims; ++i) {
      double rotated = 0;
      for (int k = 0; k < dims; ++k)
        rotated += rotation[static_cast<size_t>(i) * dims + k] * sample[k];
      data.x.push_back(static_cast<float>(rotated));
    }
  }
  return data;
}

void require_range(const char* name, int value, int low, int high) {
  require(value >= low && value <= high, "option",
          {name, " must be an integer from ", low, " to ", high, ", got ", value});
}

}  // namespace

Spiral make_spiral(const SpiralOptions& options) {
  require_range("samplesPerClass", options.samples_per_class, 2, 100000);
  require_range("noiseSamplesPerClass", options.noise_samples_per_class, 0, 100000);
  require_range("noiseDimensions", options.noise_dimensions, 0, 2000);
  const int dims = 3 + options.noise_dimensions;
  Random rotation_random(options.seed, 0);
  const std::vector<double> rotation = random_rotation(rotation_random, dims);
  Spiral spiral{spiral_set(options, rotation, Random(options.seed, 1)),
                spiral_set(options, rotation, Random(options.seed, 2)),
                {}};
  for (int i = 0; i < dims; ++i) {
    for (int j = 0; j < 2; ++j) spiral.plane.push_back(rotation[static_cast<size_t>(i) * dims + j]);
  }
  return spiral;
}

}  // namespace trip
