// The same data, options and seeds give the same bits in every build. tests/fingerprints.json holds
// the fingerprints, which the tests of the package use too. build-scripts/update-fingerprints.mjs
// rewrites it after a change that intends to change bits.

#include <trip/fingerprint.h>
#include <trip/generators.h>
#include <trip/trainer.h>

#include <iomanip>

#include "golden.h"

namespace trip {
namespace {

using testing::Json;

TEST(FingerprintHash, IsFnv1aOfNamesLengthsAndValues) {
  EXPECT_EQ(Fingerprint().hex(), "cbf29ce484222325");
  Fingerprint f;  // the bytes "a", 01 00 00 00, 62
  f.add("a", std::vector<uint8_t>{'b'});
  uint64_t expected = 0xcbf29ce484222325u;
  for (uint8_t byte : {0x61, 1, 0, 0, 0, 0x62}) expected = (expected ^ byte) * 0x100000001b3u;
  EXPECT_EQ(f.hex(), [&] {
    std::ostringstream hex;
    hex << std::hex << std::setw(16) << std::setfill('0') << expected;
    return hex.str();
  }());
}

TEST(FingerprintHash, NamesAndLengthsCount) {
  const auto of = [](const std::string& name, const std::vector<float>& values) {
    Fingerprint f;
    f.add(name, values);
    return f.hex();
  };
  EXPECT_NE(of("a", {1, 2}), of("b", {1, 2}));
  EXPECT_NE(of("a", {}), of("a", {0}));
  EXPECT_NE(of("a", {0.0f}), of("a", {-0.0f}));
}

/// Options by their names in JavaScript.
Options options_of(const Json& json) {
  Options o;
  for (const auto& [name, value] : json.items()) {
    if (name == "method") {
      o.method = value == "pca" ? Method::kPca : value == "lda" ? Method::kLda : Method::kTrip;
    } else if (name == "ranks") {
      o.ranks = value.get<std::vector<int>>();
    } else if (name == "hidden") {
      o.hidden = value.get<std::vector<int>>();
    } else if (name == "lambda") {
      o.lambda = value;
    } else if (name == "epochs") {
      o.epochs = value;
    } else if (name == "batchSize") {
      o.batch_size = value;
    } else if (name == "learningRate") {
      o.learning_rate = value;
    } else if (name == "standardize") {
      o.standardize = value;
    } else if (name == "restarts") {
      o.search = value == "auto";
      o.halving = o.search && json.value("halving", true);
      o.restarts = o.search ? 12 : value.get<int>();
    } else if (name == "startSeed") {
      o.start_seed = value;
    } else if (name == "orderSeed") {
      o.order_seed = value;
    } else if (name != "halving") {
      ADD_FAILURE() << "unknown option " << name;
    }
  }
  return o;
}

/// Random sparse samples, or the training set of a Spiral. With a `shape` the samples are matrices,
/// and the response is the product of the first two values of the sample.
Dataset<float> data_of(const Json& entry) {
  if (entry.contains("random")) {
    const Json& random = entry.at("random");
    return make_random({.seed = random.at("seed"),
                        .dims = random.at("dims").get<std::vector<int>>(),
                        .count = random.at("count"),
                        .nonzeros = random.at("nonzeros")});
  }
  SpiralOptions options;
  options.seed = entry.at("spiral").at("seed");
  Dataset<float> data = make_spiral(options).train;
  if (!entry.contains("shape")) return data;
  const size_t features = data.features();
  data.dims = entry.at("shape").get<std::vector<int>>();
  EXPECT_EQ(static_cast<size_t>(data.features()), features);
  data.task = Task::kRegression;
  data.labels.clear();
  data.classes = 0;
  for (int n = 0; n < data.count; ++n) {
    const float* x = &data.x[n * features];
    data.targets.push_back(static_cast<float>(static_cast<double>(x[0]) * x[1]));
  }
  return data;
}

TEST(Fingerprint, IsTheSameInEveryBuild) {
  const Json entries = testing::read_json(TRIP_TESTS_DIR "/fingerprints.json");
  EXPECT_GE(entries.size(), 11u);
  for (const auto& [name, entry] : entries.items()) {
    Fit<float> fit(data_of(entry), nullptr, options_of(entry.at("options")));
    do fit.run_until(1 << 30);
    while (fit.next_restart());
    const std::string seen = Model<float>(fit.spec(), fit.best_parameters()).fingerprint();
    RecordProperty(name, seen);
    EXPECT_EQ(seen, entry.at("fingerprint").get<std::string>()) << name;
  }
}

}  // namespace
}  // namespace trip
