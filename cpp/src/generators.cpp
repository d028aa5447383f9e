#include <trip/error.h>
#include <trip/generators.h>
#include <trip/math.h>
#include <trip/parameters.h>
#include <trip/random.h>

#include <algorithm>
#include <cmath>

#include "order.h"

namespace trip {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// x / population standard deviation of x, in place.
void divide_by_deviation(Vector& x) { x /= std::sqrt((x.array() - x.mean()).square().mean()); }

Dataset<float> spiral_set(const SpiralOptions& options, const Matrix& rotation, Random random) {
  const int per_class = options.samples_per_class + options.noise_samples_per_class;
  const int count = 2 * per_class, dims = 3 + options.noise_dimensions;
  Dataset<float> data{.dims = {dims},
                      .count = count,
                      .x = {},
                      .task = Task::kClassification,
                      .classes = 2,
                      .labels = {},
                      .targets = {}};
  Vector first(count), second(count);  // coordinates in the plane
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
  Vector sample(dims);
  data.x.reserve(static_cast<size_t>(count) * dims);
  for (int n = 0; n < count; ++n) {
    sample[0] = first[n];
    sample[1] = second[n];
    sample[2] = random.normal();
    for (int i = 3; i < dims; ++i) sample[i] = 0.1 * random.normal();
    const Vector rotated = rotation * sample;
    for (double value : rotated) data.x.push_back(static_cast<float>(value));
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
  const Matrix rotation = random_rotation(rotation_random, dims);
  return {spiral_set(options, rotation, Random(options.seed, 1)),
          spiral_set(options, rotation, Random(options.seed, 2)), rotation.leftCols(2)};
}

namespace {

uint64_t volume(const std::vector<int>& dims) {
  uint64_t product = 1;
  for (int size : dims) product *= static_cast<uint64_t>(size);
  return product;
}

/// Uniform integer below n, for n beyond 32 bits too.
uint64_t below(Random& random, uint64_t n) {
  if (n <= 0xffffffffu) return random.below(static_cast<uint32_t>(n));
  const uint64_t limit = n * (~uint64_t{0} / n);  // values above it would make the remainder biased
  for (;;) {
    const uint64_t value = random.next();
    if (value < limit) return value % n;
  }
}

/// A hash set of positions: open addressing, at most half full.
class PositionSet {
 public:
  explicit PositionSet(size_t most) : slots_(2 * most + 1) {}

  /// False when the set already has the position.
  bool insert(uint64_t position) {
    const uint64_t taken = position + 1;  // 0 is a free slot
    size_t slot = (position * 0x9e3779b97f4a7c15u >> 32) % slots_.size();
    for (; slots_[slot] != 0; slot = (slot + 1) % slots_.size()) {
      if (slots_[slot] == taken) return false;
    }
    slots_[slot] = taken;
    return true;
  }

 private:
  std::vector<uint64_t> slots_;
};

struct Entry {
  uint64_t position;
  double value;
};

/// Adds `count` entries N(0, deviation^2) at distinct uniform positions that have no entry yet.
void add_distinct(Random& random, uint64_t total, int count, double deviation,
                  std::vector<Entry>& entries) {
  const size_t before = entries.size(), after = before + static_cast<size_t>(count);
  PositionSet used(after);
  for (const Entry& entry : entries) used.insert(entry.position);
  while (entries.size() < after) {
    const uint64_t position = below(random, total);
    if (used.insert(position)) entries.push_back({position, 0});
  }
  for (size_t e = before; e < after; ++e) entries[e].value = deviation * random.normal();
}

void append_sparse_sample(const std::vector<Entry>& entries, Dataset<float>& data) {
  std::vector<int> order = consecutive(static_cast<int>(entries.size()));
  sort_stably(order, [&](int a, int b) { return entries[a].position < entries[b].position; });
  const size_t modes = data.dims.size();
  for (int e : order) {
    uint64_t rest = entries[e].position;
    data.index.resize(data.index.size() + modes);
    for (size_t k = modes; k-- > 0;) {
      data.index[data.index.size() - modes + k] =
          static_cast<int>(rest % static_cast<uint64_t>(data.dims[k]));
      rest /= static_cast<uint64_t>(data.dims[k]);
    }
    data.x.push_back(static_cast<float>(entries[e].value));
  }
  data.offsets.push_back(static_cast<int>(data.x.size()));
}

Dataset<float> empty_sparse(const std::vector<int>& dims, int count, Task task) {
  Dataset<float> data;
  data.dims = dims;
  data.count = count;
  data.task = task;
  data.classes = task == Task::kClassification ? 2 : 0;
  data.sparse = true;
  data.offsets = {0};
  return data;
}

/// A group of indices with one loading each: |N(1, 0.3^2)| divided by the root mean square of the
/// group.
struct Group {
  std::vector<int> members;
  std::vector<double> loading;

  Group(Random& random, const std::vector<int>& order, int first, int size)
      : members(order.begin() + first, order.begin() + first + size) {
    double square = 0;
    for (int i = 0; i < size; ++i) {
      loading.push_back(std::fabs(1 + 0.3 * random.normal()));
      square += loading.back() * loading.back();
    }
    for (double& value : loading) value /= std::sqrt(square / size);
  }
};

std::vector<int> shuffled(Random& random, int count) {
  std::vector<int> order = consecutive(count);
  random.shuffle(order);
  return order;
}

/// Adds each pair of the two groups with the given probability: value = strength * loadings + N(0,
/// 0.2^2). The loop skips absent pairs by a geometric random number.
void add_block(Random& random, const Group& rows, const Group& columns, double probability,
               double strength, int width, std::vector<Entry>& entries) {
  const uint64_t pairs = rows.members.size() * columns.members.size();
  const double log_absent = log(1 - probability);
  for (uint64_t pair = 0;; ++pair) {
    pair += static_cast<uint64_t>(log(1 - random.uniform()) / log_absent);
    if (pair >= pairs) return;
    const size_t r = pair / columns.members.size(), c = pair % columns.members.size();
    const uint64_t position =
        static_cast<uint64_t>(rows.members[r]) * static_cast<uint64_t>(width) +
        static_cast<uint64_t>(columns.members[c]);
    entries.push_back(
        {position, strength * rows.loading[r] * columns.loading[c] + 0.2 * random.normal()});
  }
}

/// Appends the core (2 x .. x 2) expanded by the first two columns of the bases, two strong
/// directions on the next two columns, and noise in every element.
void append_planted_sample(const Factors& bases, Random& random, Dataset<float>& data) {
  const int modes = data.modes(), cells = 1 << modes;
  std::vector<double> core(cells);
  for (double& value : core) value = 0.5 * random.normal();
  for (double* corner : {&core.front(), &core.back()}) {
    do *corner = random.normal();
    while (std::fabs(*corner) < 0.5);
  }
  data.labels.push_back(core.front() * core.back() > 0 ? 1 : 0);
  const double strong[2] = {1.8 * random.normal(), 1.8 * random.normal()};
  std::vector<int> index(modes, 0);
  for (int i = 0, size = data.features(); i < size; ++i) {
    double value = 0.1 * random.normal();
    for (int cell = 0; cell < cells; ++cell) {
      double share = core[cell];
      for (int k = 0; k < modes; ++k) share *= bases[k](index[k], (cell >> (modes - 1 - k)) & 1);
      value += share;
    }
    for (int j = 0; j < 2; ++j) {
      double share = strong[j];
      for (int k = 0; k < modes; ++k) share *= bases[k](index[k], 2 + j);
      value += share;
    }
    data.x.push_back(static_cast<float>(value));
    for (int k = modes - 1; k >= 0 && ++index[k] == data.dims[k]; --k) index[k] = 0;
  }
}

}  // namespace

Dataset<float> make_random(const RandomOptions& options) {
  require(!options.dims.empty() && options.dims.size() <= kMaxModes, "option",
          {"dims needs 1 to ", kMaxModes, " sizes, got ", options.dims.size()});
  for (int size : options.dims) require_range("dims", size, 1, 1000000);
  double total = 1;
  for (int size : options.dims) total *= size;
  require(total < 9e18, "option", {"dims must have fewer than 2^63 elements, got ", total});
  require_range("count", options.count, 1, 1000000);
  require(options.nonzeros >= 0 && options.nonzeros <= total, "option",
          {"nonzeros must be an integer from 0 to ", total, " (the elements of a sample), got ",
           options.nonzeros});
  Random random(options.seed);
  Dataset<float> data = empty_sparse(options.dims, options.count, Task::kClassification);
  for (int n = 0; n < options.count; ++n) {
    std::vector<Entry> entries;
    add_distinct(random, volume(options.dims), options.nonzeros, 1, entries);
    append_sparse_sample(entries, data);
    data.labels.push_back(static_cast<int>(random.below(2)));
  }
  return data;
}

NetworkData make_network(const NetworkOptions& options) {
  require_range("rows", options.rows, 700, 10000000);
  require_range("columns", options.columns, 280, 10000000);
  require_range("count", options.count, 1, 1000000);
  Random random(options.seed);
  const std::vector<int> rows = shuffled(random, options.rows),
                         columns = shuffled(random, options.columns);
  const Group t1(random, rows, 0, 150), t2(random, rows, 150, 150), d1(random, rows, 300, 200),
      d2(random, rows, 500, 200);
  const Group r1(random, columns, 0, 60), r2(random, columns, 60, 60), e1(random, columns, 120, 80),
      e2(random, columns, 200, 80);
  NetworkData result;
  result.data = empty_sparse({options.rows, options.columns}, options.count, Task::kRegression);
  for (int n = 0; n < options.count; ++n) {
    const double e = random.uniform(-1, 1), hump = 1 - e * e;
    std::vector<Entry> entries;
    const auto block = [&](const Group& a, const Group& b, double probability, double strength) {
      add_block(random, a, b, probability, strength, options.columns, entries);
    };
    block(t1, r1, 0.0227, 3 * e);
    block(t2, r1, 0.0227, 3 * hump);
    block(t1, r2, 0.0227, 3 * hump);
    block(d1, e1, 0.02, random.uniform(-4.365, 4.365));
    block(d2, e2, 0.02, random.uniform(-4.365, 4.365));
    add_distinct(random, volume(result.data.dims), 860, 0.5, entries);
    append_sparse_sample(entries, result.data);
    result.e.push_back(e);
    result.data.targets.push_back(static_cast<float>(e + 0.02 * random.normal()));
  }
  result.t1 = t1.members;
  result.t2 = t2.members;
  result.d1 = d1.members;
  result.d2 = d2.members;
  result.r1 = r1.members;
  result.r2 = r2.members;
  result.e1 = e1.members;
  result.e2 = e2.members;
  return result;
}

Planted make_planted(const PlantedOptions& options) {
  require(options.dims.size() >= 2 && options.dims.size() <= kMaxModes, "option",
          {"dims needs 2 to ", kMaxModes, " sizes, got ", options.dims.size()});
  for (int size : options.dims) require_range("dims", size, 4, 1000);
  require_range("count", options.count, 1, 1000000);
  Planted result;
  Factors bases;  // I_k x I_k; four columns are used
  for (size_t k = 0; k < options.dims.size(); ++k) {
    Random random(options.seed, 0, k);
    bases.push_back(random_rotation(random, options.dims[k]));
    result.basis.push_back(bases.back().leftCols(2));
  }
  uint64_t stream = 1;
  for (Dataset<float>* data : {&result.train, &result.test}) {
    Random random(options.seed, stream++);
    data->dims = options.dims;
    data->count = options.count;
    data->task = Task::kClassification;
    data->classes = 2;
    for (int n = 0; n < options.count; ++n) append_planted_sample(bases, random, *data);
  }
  return result;
}

}  // namespace trip
