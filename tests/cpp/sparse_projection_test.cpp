// Compares sparse samples with the same samples in dense form: reference values, gradients,
// complete trainings; stored values that are refused.

#include "sparse_projection.h"

#include <trip/trainer.h>

#include <limits>

#include "golden.h"

namespace trip {
namespace {

using testing::expect_error;
using testing::expect_near;
using testing::expect_parameters;
using testing::Json;
using testing::largest;
using testing::NamedArray;
using testing::pack;
using testing::run_forward;
using testing::set_block;

/// A case of loss_grad.json with its samples taken from `coo`.
Dataset<double> sparse_of(const Json& entry) {
  Dataset<double> data = testing::dataset_of<double>(entry);
  const Json& coo = entry.at("coo");
  data.sparse = true;
  data.offsets = testing::data_of<int>(coo.at("offsets"));
  data.index = testing::data_of<int>(coo.at("index"));
  data.x = testing::data_of(coo.at("value"));
  return data;
}

double golden_bound(const std::vector<double>& expected) {
  return 1e-9 * std::max(1e-3, largest(expected));
}

TEST(GoldenSparse, ForwardAndGradientsInDouble) {
  testing::for_each_case("loss_grad.json", [](const Json& entry) {
    if (!entry.contains("coo")) return;
    const double lambda = entry.at("lambda");
    Objective<double> objective(testing::architecture_of(entry, entry.at("params")),
                                testing::task_of(entry), lambda, ProjectionMode::kLearned,
                                PolarRoute::kAccurate);
    testing::set_parameters(objective, entry.at("params"));
    const Samples<double> samples = pack(sparse_of(entry));
    const auto forward = run_forward(objective, samples);
    const std::vector<double> xbar = testing::data_of(entry.at("Xbar"));
    const std::vector<double> out = testing::data_of(entry.at("out"));
    expect_near(forward.xbar, xbar, golden_bound(xbar), "Xbar");
    expect_near(forward.out, out, golden_bound(out), "out");
    const Totals totals = objective.batch_gradient(samples, nullptr, 0, samples.count());
    EXPECT_NEAR(objective.means(totals).objective, entry.at("E"), golden_bound({entry.at("E")}));
    expect_parameters(objective, objective.gradient(), entry.at("grad"),
                      [](const NamedArray& array) { return golden_bound(array.values); });
  });
}

/// The same samples in sparse and dense form. Ranks are small for the first 24 seeds. Later seeds
/// have any rank in one mode, and every second one has the paper's rank 2 in the other modes.
struct Pair {
  static constexpr int kSmall = 24, kAll = 64;
  explicit Pair(int seed) : random(seed, 8) {
    const bool small = seed < kSmall;
    const int modes = 1 + seed % (small ? 4 : 5), wide = seed % modes;
    for (int k = 0; k < modes; ++k) {
      dims.push_back(2 + static_cast<int>(random.below(modes == 1 ? 20 : small ? 5 : 9 - modes)));
      const bool any = !small && k == wide, two = !small && k != wide && seed / 5 % 2 == 0;
      const int most = any ? dims[k] : std::min(dims[k], 3);
      ranks.push_back(two ? 2 : 1 + static_cast<int>(random.below(most)));
    }
    dense = testing::random_dataset<double>(random, dims, 40, Task::kClassification, 2);
    sparse = dense;
    sparse.sparse = true;
    sparse.x.clear();
    const int features = dense.features();
    for (int n = 0; n < dense.count; ++n) {
      sparse.offsets.push_back(static_cast<int>(sparse.x.size()));
      for (int i = 0; i < features; ++i) {
        double& value = dense.x[static_cast<size_t>(n) * features + i];
        if (n == 3 || random.below(3) > 0) value = 0;  // sample 3 stores nothing
        if (value == 0) continue;
        sparse.x.push_back(value);
        std::vector<int> position(modes);
        for (int k = modes, rest = i; k-- > 0; rest /= dims[k]) position[k] = rest % dims[k];
        sparse.index.insert(sparse.index.end(), position.begin(), position.end());
      }
    }
    sparse.offsets.push_back(static_cast<int>(sparse.x.size()));
  }

  Random random;
  std::vector<int> dims, ranks;
  Dataset<double> dense, sparse;
};

class SparseSeeds : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, SparseSeeds, ::testing::Range(0, Pair::kAll));

TEST_P(SparseSeeds, GradientIsThatOfTheDenseSamples) {
  Pair pair(GetParam());
  const Architecture a{pair.dims, pair.ranks, {5}, 2};
  Objective<double> objective(a, Task::kClassification, 0.3, ProjectionMode::kLearned,
                              PolarRoute::kAccurate);
  for (const Block& block : objective.layout().outside_order()) {
    set_block(block, testing::normal_values<double>(pair.random, block.rows * block.cols),
              objective.parameters());
  }
  ASSERT_TRUE(objective.update());
  const Samples<double> dense = pack(pair.dense), sparse = pack(pair.sparse);
  EXPECT_TRUE(sparse.sparse() && !dense.sparse());
  const auto forward_dense = run_forward(objective, dense);
  expect_near(run_forward(objective, sparse).xbar, forward_dense.xbar,
              1e-13 * std::max(1.0, largest(forward_dense.xbar)), "Xbar");
  for (int batch : {1, 7, 40}) {
    const double e = objective.means(objective.batch_gradient(dense, nullptr, 0, batch)).objective;
    const std::vector<double> expected = testing::copy(objective.gradient());
    EXPECT_NEAR(objective.means(objective.batch_gradient(sparse, nullptr, 0, batch)).objective, e,
                1e-12 * std::max(1.0, e));
    expect_near(objective.gradient(), expected, 1e-11 * std::max(1.0, largest(expected)),
                "gradient");
  }
}

TEST_P(SparseSeeds, TrainingFollowsTheDenseOne) {
  Pair pair(GetParam());
  Options options;
  options.ranks = pair.ranks;
  options.hidden = {6};
  options.epochs = 10;
  options.standardize = false;
  Fit<double> dense(pair.dense, nullptr, options), sparse(pair.sparse, &pair.sparse, options);
  dense.run_until(10);
  sparse.run_until(10);
  expect_near(sparse.parameters(), dense.parameters(), 1e-6, "parameters");
  EXPECT_EQ(sparse.reports()[0].test_accuracy, sparse.reports()[0].accuracy);
  // Sparse samples are evaluated after every epoch, with the projection of that epoch.
  const double objective = dense.reports()[0].objective;
  EXPECT_NEAR(sparse.reports()[0].objective, objective, 1e-6 * (1 + std::fabs(objective)));
  Model<double> model(sparse.spec(), sparse.best_parameters());
  const Score score = model.score(pair.sparse);
  EXPECT_NEAR(sparse.reports()[0].test_loss, score.loss, 1e-9 * (1 + score.loss));
  EXPECT_NEAR(sparse.history().back().test_loss, score.loss, 1e-5 * (1 + score.loss));
}

TEST(Sparse, MixedOrScaledInputIsRefused) {
  Pair pair(1);
  Options options;
  options.ranks = pair.ranks;
  options.epochs = 1;
  expect_error("option", {"standardize", "sparse"},
               [&] { Fit<double>(pair.sparse, nullptr, options); });
  options.standardize = false;
  expect_error("value", {"test", "sparse"},
               [&] { Fit<double>(pair.sparse, &pair.dense, options); });
  Pair vectors(0);
  options.ranks = {1};
  options.method = Method::kPca;
  expect_error("option", {"pca", "dense"}, [&] { Fit<double>(vectors.sparse, nullptr, options); });
}

TEST(Sparse, BadStoredValuesAreRefused) {
  const Pair pair(1);
  const auto expect_bad = [&](const char* code, auto change) {
    Dataset<double> data = pair.sparse;
    change(data);
    expect_error(code, {"train"}, [&] { validate(data, "train"); });
  };
  validate(pair.sparse, "train");
  expect_bad("shape", [](auto& d) { d.offsets.pop_back(); });
  expect_bad("shape", [](auto& d) { d.index.pop_back(); });
  expect_bad("shape", [](auto& d) { d.offsets.back() += 1; });
  expect_bad("shape", [](auto& d) { std::swap(d.offsets[1], d.offsets[2]); });
  expect_bad("value", [](auto& d) { d.index[0] = d.dims[0]; });
  expect_bad("value", [](auto& d) { d.index[1] = -1; });
  expect_bad("value", [](auto& d) { d.x[0] = std::numeric_limits<double>::quiet_NaN(); });
}

TEST(Sparse, APositionIsStoredOnceInASample) {
  Dataset<double> data;
  data.dims = {3, 4};
  data.count = 2;
  data.sparse = true;
  data.x = {1, 2, 3, 4, 5};
  data.index = {0, 1, 2, 3, 2, 3, 1, 1, 0, 1};
  data.offsets = {0, 2, 5};
  validate(data, "train");  // the same positions in two samples
  data.index = {0, 1, 2, 3, 1, 1, 2, 3, 1, 1};
  expect_error("value", {"stored values 2 and 4 of sample 1", "same position"},
               [&] { validate(data, "train"); });
  data.index = {0, 1, 2, 3, 2, 3, 1, 1, 0, 1};
  data.offsets = {1, 2, 5};
  expect_error("shape", {"offsets must rise from 0"}, [&] { validate(data, "train"); });
}

/// The product of the modes may exceed 64 bits, since samples are never converted to dense ones.
TEST(Sparse, HugeModesTrain) {
  Dataset<float> data;
  data.dims = {1000000, 1000000, 1000000, 1000};
  data.count = 6;
  data.sparse = true;
  data.task = Task::kClassification;
  data.classes = 2;
  Random random(2);
  for (int n = 0; n < data.count; ++n) {
    data.labels.push_back(n % 2);
    data.offsets.push_back(5 * n);
    for (int e = 0; e < 5; ++e) {
      data.x.push_back(static_cast<float>(random.normal()));
      for (int size : data.dims) data.index.push_back(static_cast<int>(random.below(size)));
    }
  }
  data.offsets.push_back(5 * data.count);
  Options options;
  options.ranks = {1, 1, 1, 1};
  options.hidden = {};
  options.epochs = 1;
  options.standardize = false;
  Fit<float> fit(data, nullptr, options);
  fit.run_until(1);
  EXPECT_TRUE(std::isfinite(fit.reports()[0].objective));
}

}  // namespace
}  // namespace trip
