// Sparse samples have the model of the same samples in dense form.

#include <trip/trainer.h>
#include <trip/tucker.h>

#include <set>

#include "input.h"
#include "samples.h"

namespace trip::fuzz {
namespace {

/// The same samples twice, with moderate values at distinct positions.
struct Twins {
  Dataset<double> sparse, dense;
};

Twins twins(Bytes& bytes, const std::vector<int>& dims) {
  Twins t;
  Dataset<double>& s = t.sparse;
  s.dims = dims;
  s.count = bytes.ConsumeIntegralInRange(2, 8);
  s.task = Task::kRegression;
  s.sparse = true;
  s.offsets = {0};
  t.dense = s;
  t.dense.sparse = false;
  t.dense.offsets.clear();
  const int features = s.features();
  t.dense.x.assign(static_cast<size_t>(s.count) * features, 0);
  for (int n = 0; n < s.count; ++n) {
    std::set<int> taken;
    const int wanted = bytes.ConsumeIntegralInRange(0, 8);
    for (int e = 0; e < wanted; ++e) {
      const int flat = bytes.ConsumeIntegralInRange(0, features - 1);
      if (!taken.insert(flat).second) continue;
      const double value = bytes.ConsumeIntegralInRange(-128, 127) / 32.0;
      s.x.push_back(value);
      t.dense.x[static_cast<size_t>(n) * features + flat] = value;
      std::vector<int> index(dims.size());
      for (int k = static_cast<int>(dims.size()) - 1, rest = flat; k >= 0; rest /= dims[k--])
        index[k] = rest % dims[k];
      s.index.insert(s.index.end(), index.begin(), index.end());
    }
    s.offsets.push_back(static_cast<int>(s.x.size()));
    s.targets.push_back(bytes.ConsumeIntegralInRange(-20, 20) / 4.0);
  }
  t.dense.targets = s.targets;
  return t;
}

}  // namespace

void sparse(const uint8_t* data, size_t size) {
  Bytes bytes(data, size);
  const std::vector<int> dims = sizes(bytes, 4, 7);
  Options o = options(bytes, dims);
  const Twins t = twins(bytes, dims);
  o.method = Method::kTrip;
  o.standardize = o.search = false;
  o.start.clear();
  o.projection.clear();
  accepted([&] {
    Fit<double> a(t.sparse, nullptr, o), b(t.dense, nullptr, o), again(t.sparse, nullptr, o);
    const double first = a.evaluate().train.objective, other = b.evaluate().train.objective;
    check(!(std::fabs(first - other) > 1e-8 * (1 + std::fabs(first))), "both forms start alike");
    a.run_until(1);
    again.run_until(1);
    check_same(a.parameters(), again.parameters(), "a sparse fit");
  });
  const Samples<double> packed(t.sparse), full(t.dense);
  const Tucker found = hooi(packed, dims, o.ranks, 1e-4, 3),
               same = hooi(full, dims, o.ranks, 1e-4, 0);
  check(found.fit >= -1e-9 && found.fit <= 1 + 1e-9, "the fit of Tucker is a share");
  const double rough = hooi(packed, dims, o.ranks, 1e-4, 0).fit;
  check(std::isfinite(same.fit) && found.fit >= rough - 1e-9, "sweeps do not lower the fit");
}

}  // namespace trip::fuzz
