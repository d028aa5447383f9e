// E and every gradient: compared with finite differences on random shapes, under changes of basis,
// and between single and double precision.

#include "objective.h"

#include "support.h"

namespace trip {
namespace {

using testing::block_values;
using testing::expect_near;
using testing::largest;
using testing::normal_values;
using testing::pack;
using testing::run_forward;
using testing::set_block;

/// A random problem. K, shapes, ranks, depth, widths, batch and task depend on the seed; `more`
/// enlarges modes and ranks. A third of the regressions has two responses, a third three; a quarter
/// of all problems has weights.
struct Problem {
  explicit Problem(int seed, int more = 0) : random(seed, 77) {
    const int modes = 1 + seed % 4;
    for (int k = 0; k < modes; ++k) {
      const int limit = modes == 1 ? 15 : modes == 2 ? 7 : 4;
      architecture.dims.push_back(1 + more + static_cast<int>(random.below(limit)));
      architecture.ranks.push_back(
          1 + static_cast<int>(random.below(std::min(architecture.dims.back(), 4 + more))));
    }
    const int depth = static_cast<int>(random.below(4));
    for (int l = 0; l < depth; ++l)
      architecture.hidden.push_back(1 + static_cast<int>(random.below(11)));
    task = seed % 3 == 0 ? Task::kRegression : Task::kClassification;
    architecture.outputs =
        task == Task::kRegression ? 1 + seed / 3 % 3 : 2 + static_cast<int>(random.below(4));
    const int count = 1 + static_cast<int>(random.below(70));
    data = testing::random_dataset<double>(random, architecture.dims, count, task,
                                           architecture.outputs);
    if (task == Task::kRegression) {
      data.responses = architecture.outputs;
      data.targets = normal_values<double>(random, static_cast<size_t>(count) * data.responses);
    }
    if (seed % 4 == 1) {  // about one in seven is 0
      for (int n = 0; n < count; ++n)
        data.weights.push_back(std::max(0.0, 1e5 * random.uniform(-0.5, 3)));
      data.weights[0] = 1e5;
    }
    lambda = seed % 5 == 0 ? 0 : random.uniform(0, 2);
  }

  Objective<double> objective() const { return objective(lambda); }
  Objective<double> objective(double with_lambda, PolarRoute route = PolarRoute::kAccurate) const {
    return Objective<double>(architecture, task, with_lambda, ProjectionMode::kLearned, route);
  }

  /// Well-conditioned Z, everything else N(0, 0.5^2).
  void draw_parameters(Objective<double>& o) {
    const Layout& layout = o.layout();
    for (const Block& block : layout.outside_order()) {
      const size_t count = static_cast<size_t>(block.rows) * block.cols;
      set_block(block, normal_values<double>(random, count, 0.5), o.parameters());
    }
    for (const Block& z : layout.projection) {
      for (int j = 0; j < z.rows; ++j) o.parameters()[z.offset + j * z.stride + j] += 1.5;
    }
    ASSERT_TRUE(o.update());
  }

  Random random;
  Architecture architecture;
  Task task;
  double lambda;
  Dataset<double> data;
};

class RandomObjective : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, RandomObjective, ::testing::Range(0, 60));

/// Checks random directions within each block of parameters.
TEST_P(RandomObjective, GradientIsTheFiniteDifference) {
  Problem problem(GetParam());
  Objective<double> objective = problem.objective();
  problem.draw_parameters(objective);
  const auto samples = pack(problem.data);
  objective.batch_gradient(samples, nullptr, 0, samples.count());
  const std::vector<double> gradient = testing::copy(objective.gradient()),
                            origin = testing::copy(objective.parameters());
  const auto value_at = [&](const std::vector<double>& direction, double step) {
    for (size_t i = 0; i < origin.size(); ++i)
      objective.parameters()[i] = origin[i] + step * direction[i];
    EXPECT_TRUE(objective.update());
    return objective.means(objective.evaluate(samples)).objective;
  };
  for (const Block& block : objective.layout().outside_order()) {
    for (int trial = 0; trial < 3; ++trial) {
      const size_t count = static_cast<size_t>(block.rows) * block.cols;
      std::vector<double> direction(origin.size());
      set_block(block, normal_values<double>(problem.random, count), direction);
      double expected = 0;
      for (size_t i = 0; i < origin.size(); ++i) expected += gradient[i] * direction[i];
      constexpr double kStep = 1e-6;
      const double seen = (value_at(direction, kStep) - value_at(direction, -kStep)) / (2 * kStep);
      EXPECT_NEAR(seen, expected, 2e-6 * std::max(1.0, std::fabs(expected)))
          << "block at " << block.offset;
    }
  }
}

/// Training with large ranks projects on Z and multiplies by (Z^T Z)^(-1/2), which equals
/// projecting on C. Reading C during training changes no bit.
TEST_P(RandomObjective, FactorsOfTheProjectionGiveItsGradient) {
  Problem problem(GetParam(), 4);
  Objective<double> exact = problem.objective(),
                    fast = problem.objective(problem.lambda, PolarRoute::kFast);
  problem.draw_parameters(exact);
  std::copy(exact.parameters().begin(), exact.parameters().end(), fast.parameters().begin());
  ASSERT_TRUE(fast.update());
  const auto samples = pack(problem.data);
  const auto gradient_of = [&](Objective<double>& objective) {
    const Totals totals = objective.batch_gradient(samples, nullptr, 0, samples.count());
    EXPECT_NEAR(objective.means(totals).objective, exact.means(exact.evaluate(samples)).objective,
                1e-10 * samples.count());
    return testing::copy(objective.gradient());
  };
  const std::vector<double> expected = gradient_of(exact), seen = gradient_of(fast);
  expect_near(seen, expected, 1e-9 * std::max(1.0, largest(expected)), "gradient");
  expect_near(fast.projection(), exact.projection(), 1e-10, "C");
  EXPECT_EQ(gradient_of(fast), seen);
}

TEST_P(RandomObjective, PaddingHasNoGradient) {
  Problem problem(GetParam());
  Objective<double> objective = problem.objective();
  problem.draw_parameters(objective);
  const auto samples = pack(problem.data);
  objective.batch_gradient(samples, nullptr, 0, samples.count());
  std::vector<double> cleared = testing::copy(objective.gradient());
  for (const Block& block : objective.layout().outside_order())
    set_block(block, std::vector<double>(static_cast<size_t>(block.rows) * block.cols), cleared);
  EXPECT_EQ(largest(cleared), 0);
}

/// C^(k) -> C^(k) R with G^(k) -> R^T G^(k) is the same function: E is unchanged, and gradients
/// rotate with the parameters.
TEST_P(RandomObjective, ChangeOfBasisWithinTheSubspaceChangesNothing) {
  Problem problem(GetParam());
  Objective<double> objective = problem.objective();
  problem.draw_parameters(objective);
  const auto samples = pack(problem.data);
  const double before =
      objective.means(objective.batch_gradient(samples, nullptr, 0, samples.count())).objective;
  const std::vector<double> gradient = testing::copy(objective.gradient());
  const Layout& layout = objective.layout();
  std::vector<std::vector<double>> expected;
  for (int k = 0; k < problem.architecture.modes(); ++k) {
    const int rank = problem.architecture.ranks[k], size = problem.architecture.dims[k];
    const Matrix r = random_rotation(problem.random, rank);
    const auto turn_columns = [&](const std::vector<double>& z) {  // Z R
      std::vector<double> turned(z.size());
      for (int i = 0; i < size; ++i) {
        for (int a = 0; a < rank; ++a) {
          for (int b = 0; b < rank; ++b) turned[i * rank + b] += z[i * rank + a] * r(a, b);
        }
      }
      return turned;
    };
    const Block &z = layout.projection[k], &g = layout.factor[k];
    set_block(z, turn_columns(block_values(z, objective.parameters())), objective.parameters());
    expected.push_back(turn_columns(block_values(z, gradient)));
    const int width = g.rows;
    const std::vector<double> old = block_values(g, objective.parameters());
    std::vector<double> turned(old.size());  // R^T G
    for (int b = 0; b < rank; ++b) {
      for (int a = 0; a < rank; ++a) {
        for (int m = 0; m < width; ++m) turned[b * width + m] += r(a, b) * old[a * width + m];
      }
    }
    set_block(g, turned, objective.parameters());
  }
  ASSERT_TRUE(objective.update());
  const double after =
      objective.means(objective.batch_gradient(samples, nullptr, 0, samples.count())).objective;
  EXPECT_NEAR(after, before, 1e-12 * std::max(1.0, std::fabs(before)));
  for (size_t k = 0; k < expected.size(); ++k) {
    expect_near(block_values(layout.projection[k], objective.gradient()), expected[k],
                1e-11 * std::max(1.0, largest(expected[k])), "gradient of Z");
  }
}

TEST_P(RandomObjective, LambdaEntersLinearly) {
  Problem problem(GetParam());
  const auto samples = pack(problem.data);
  const Random start = problem.random;
  std::vector<std::vector<double>> gradient;
  std::vector<Totals> totals;
  for (double lambda : {0.0, 1.0, 3.0}) {
    Objective<double> objective = problem.objective(lambda);
    problem.random = start;
    problem.draw_parameters(objective);
    totals.push_back(objective.batch_gradient(samples, nullptr, 0, samples.count()));
    gradient.push_back(testing::copy(objective.gradient()));
    const Means means = objective.means(totals.back());
    EXPECT_EQ(means.objective, means.loss + lambda * means.reconstruction);
  }
  EXPECT_EQ(totals[0].loss, totals[2].loss);
  EXPECT_EQ(totals[0].reconstruction, totals[2].reconstruction);
  std::vector<double> expected;
  for (size_t i = 0; i < gradient[0].size(); ++i)
    expected.push_back(gradient[0][i] + 3 * (gradient[1][i] - gradient[0][i]));
  expect_near(gradient[2], expected, 1e-12 * std::max(1.0, largest(expected)), "gradient");
}

/// ||X||^2 - ||Xbar||^2 is the squared distance to the reconstruction.
TEST_P(RandomObjective, ReconstructionIsTheSquaredDistance) {
  Problem problem(GetParam());
  Objective<double> objective = problem.objective();
  problem.draw_parameters(objective);
  const auto samples = pack(problem.data);
  const auto forward = run_forward(objective, samples);
  const int latent = problem.architecture.latent_size();
  double distance = 0;
  for (int n = 0; n < problem.data.count; ++n) {
    const std::vector<double> back =
        reconstruct(problem.architecture, objective.layout(), objective.projection().data(),
                    &forward.xbar[static_cast<size_t>(n) * latent]);
    for (size_t i = 0; i < back.size(); ++i) {
      const double difference = problem.data.x[n * back.size() + i] - back[i];
      distance += samples.weight(n) * difference * difference;
    }
  }
  EXPECT_NEAR(objective.evaluate(samples).reconstruction, distance,
              1e-11 * std::max(1.0, largest(problem.data.x) * problem.data.x.size()));
}

/// The gradient of a batch is the weighted mean of the gradients of its samples, in any order.
TEST_P(RandomObjective, BatchIsTheMeanOfItsSamples) {
  Problem problem(GetParam());
  Objective<double> objective = problem.objective();
  problem.draw_parameters(objective);
  const auto samples = pack(problem.data);
  std::vector<int> order(samples.count());
  for (int n = 0; n < samples.count(); ++n) order[n] = n;
  problem.random.shuffle(order);
  const int first = samples.count() / 3, batch = samples.count() - first;
  std::vector<double> mean(objective.gradient().size());
  double loss = 0, weight = 0;
  for (int i = first; i < samples.count(); ++i) weight += samples.weight(order[i]);
  for (int i = first; i < samples.count(); ++i) {
    loss += objective.batch_gradient(samples, nullptr, order[i], 1).loss;
    const double share = samples.weight(order[i]) / weight;
    for (size_t p = 0; p < mean.size(); ++p) mean[p] += share * objective.gradient()[p];
  }
  const Totals totals = objective.batch_gradient(samples, order.data(), first, batch);
  EXPECT_DOUBLE_EQ(totals.weight, problem.data.weights.empty() ? batch : weight);
  EXPECT_NEAR(totals.loss, loss, 1e-12 * std::max(1.0, loss));
  expect_near(objective.gradient(), mean, 1e-12 * std::max(1.0, largest(mean)), "gradient");
}

TEST_P(RandomObjective, FloatIsCloseToDouble) {
  Problem problem(GetParam());
  Objective<double> exact = problem.objective();
  problem.draw_parameters(exact);
  Objective<float> single(problem.architecture, problem.task, problem.lambda,
                          ProjectionMode::kLearned);
  for (size_t i = 0; i < exact.parameters().size(); ++i)
    single.parameters()[i] = static_cast<float>(exact.parameters()[i]);
  ASSERT_TRUE(single.update());
  Dataset<float> data;
  data.dims = problem.data.dims;
  data.count = problem.data.count;
  data.x = testing::cast<float>(problem.data.x);
  data.task = problem.data.task;
  data.classes = problem.data.classes;
  data.labels = problem.data.labels;
  data.targets = problem.data.targets;
  data.responses = problem.data.responses;
  data.weights = problem.data.weights;
  const double e = exact.means(exact.evaluate(pack(problem.data))).objective;
  EXPECT_NEAR(single.means(single.evaluate(pack(data))).objective, e,
              1e-5 * std::max(1.0, std::fabs(e)));
}

TEST(Objective, UpdateRefusesALostRankAndKeepsTheOldProjection) {
  const Architecture a{{4}, {2}, {3}, 2};
  Objective<float> objective(a, Task::kClassification, 0.1, ProjectionMode::kLearned);
  for (int j = 0; j < 2; ++j) {
    const Block& z = objective.layout().projection[0];
    objective.parameters()[z.offset + j * z.stride + j] = 1;
  }
  ASSERT_TRUE(objective.update());
  const std::vector<float> before = testing::copy(objective.projection());
  std::fill(objective.parameters().begin(), objective.parameters().end(), 1.0f);
  EXPECT_FALSE(objective.update());
  EXPECT_EQ(testing::copy(objective.projection()), before);
}

TEST(Objective, FixedProjectionGetsNoGradient) {
  Random random(2);
  const auto data = testing::random_dataset<float>(random, {5}, 9, Task::kClassification, 2);
  const Architecture a{{5}, {2}, {3}, 2};
  Objective<float> objective(a, Task::kClassification, 0.1, ProjectionMode::kFixed);
  for (const Block& block : objective.layout().outside_order())
    set_block(block, normal_values<float>(random, block.rows * block.cols), objective.parameters());
  objective.update();
  objective.batch_gradient(pack(data), nullptr, 0, 9);
  const std::span<const float> gradient = objective.gradient();
  const int begin = objective.layout().network_begin;
  EXPECT_EQ(largest(gradient.first(begin)), 0);
  EXPECT_GT(largest(gradient.subspan(begin)), 0);
}

}  // namespace
}  // namespace trip
