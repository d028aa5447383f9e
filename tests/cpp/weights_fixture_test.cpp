// Weights of samples and several responses: compared with scikit-learn and NumPy
// (fixtures/make.py).

#include <trip/baselines.h>
#include <trip/metrics.h>

#include "golden.h"
#include "support.h"

namespace trip {
namespace {

using testing::expect_near;
using testing::Json;
using testing::pack;

Json fixture(const char* part) {
  return testing::read_json(std::string(TRIP_TESTS_DIR) + "/cpp/fixtures/weights.json").at(part);
}

template <class T = double>
std::vector<T> list(const Json& entry, const char* name) {
  return entry.at(name).get<std::vector<T>>();
}

TEST(WeightsFixture, ScoresOfClassesAreThoseOfScikitLearn) {
  for (const Json& entry : fixture("classes")) {
    const int classes = entry.at("classes");
    const Score score = score_predictions(list(entry, "probability"), list<int>(entry, "labels"),
                                          {}, classes, list(entry, "weights"));
    EXPECT_NEAR(score.accuracy, entry.at("accuracy"), 1e-14);
    EXPECT_NEAR(score.balanced_accuracy, entry.at("balancedAccuracy"), 1e-14);
    EXPECT_NEAR(score.auc, entry.at("auc"), 1e-14);
    expect_near(score.confusion, list(entry, "confusion"), 1e-12, "confusion");
  }
}

TEST(WeightsFixture, ScoresOfValuesAreThoseOfScikitLearnAndNumPy) {
  for (const Json& entry : fixture("values")) {
    const int responses = entry.at("responses");
    const Score score = score_predictions(list(entry, "predicted"), {}, list(entry, "targets"),
                                          responses, list(entry, "weights"));
    const std::vector<double> errors = list(entry, "rmse"), correlations = list(entry, "pearson");
    EXPECT_NEAR(score.rmse, entry.at("pooledRmse"), 1e-13);
    if (responses == 1) {
      EXPECT_NEAR(score.pearson, correlations[0], 1e-13);
      EXPECT_TRUE(score.response_rmse.empty());
      continue;
    }
    expect_near(score.response_rmse, errors, 1e-13, "rmse");
    expect_near(score.response_pearson, correlations, 1e-13, "pearson");
    EXPECT_NEAR(score.pearson, testing::vector_of(correlations).mean(), 1e-13);
  }
}

TEST(WeightsFixture, ScalingIsThatOfScikitLearn) {
  const Json entry = fixture("scaling");
  const Standardizer s = Standardizer::fit(list(entry, "x"), 30, 3, list(entry, "weights"));
  expect_near(s.mean, list(entry, "mean"), 1e-12, "mean");
  expect_near(s.scale, list(entry, "scale"), 1e-12, "scale");
}

TEST(WeightsFixture, PcaAndLdaAreThoseOfRepeatedSamples) {
  const Json entry = fixture("projections");
  Dataset<double> data;
  data.dims = {5};
  data.count = 40;
  data.x = list(entry, "x");
  data.task = Task::kClassification;
  data.classes = 3;
  data.labels = list<int>(entry, "labels");
  data.weights = list(entry, "weights");
  const Dataset<double> part = without_weightless(data).value();
  EXPECT_LT(part.count, 40);
  const FixedProjection found = pca(pack(part), 2);
  const Matrix c = testing::matrix_of(5, list(entry, "pca"));
  EXPECT_LT(principal_angles(found.c, c).maxCoeff(), 1e-5);
  for (int j = 0; j < 2; ++j) EXPECT_NEAR(std::fabs(found.c.col(j).dot(c.col(j))), 1, 1e-9);
  expect_near(std::vector<double>(found.values.begin(), found.values.end()),
              list(entry, "variances"), 1e-9, "variances");
  const Matrix plane = testing::matrix_of(5, list(entry, "ldaPlane"));
  EXPECT_LT(principal_angles(lda(pack(part), 3, 2).c, plane).maxCoeff(), 1e-4);
}

/// The projection is the identity, so that only the network is left.
TEST(WeightsFixture, TwoResponsesHaveTheGradientOfScikitLearnsNetwork) {
  const Json entry = fixture("network");
  Dataset<double> data;
  data.dims = {3};
  data.count = 17;
  data.x = list(entry, "x");
  data.task = Task::kRegression;
  data.responses = 2;
  data.targets = list(entry, "y");
  const Architecture a{{3}, {3}, list<int>(entry, "hidden"), 2};
  Objective<double> objective(a, data.task, 0, ProjectionMode::kFixed);
  // scikit-learn's weights are in x out, as G; those of later layers are out x in here.
  const auto transposed = [](const std::vector<double>& values, int rows) {
    const Matrix m = testing::matrix_of(rows, values).transpose();
    return std::vector<double>(m.data(), m.data() + m.size());
  };
  const Layout& layout = objective.layout();
  const auto each_block = [&](const char* weights, const char* biases, auto visit) {
    const auto coefs = entry.at(weights).get<std::vector<std::vector<double>>>();
    const auto intercepts = entry.at(biases).get<std::vector<std::vector<double>>>();
    visit(layout.factor[0], coefs[0]);
    for (size_t l = 0; l < intercepts.size(); ++l) {
      visit(layout.bias[l], intercepts[l]);
      if (l > 0)
        visit(layout.weight[l - 1],
              transposed(coefs[l], static_cast<int>(intercepts[l - 1].size())));
    }
  };
  each_block("coefs", "intercepts", [&](const Block& block, const std::vector<double>& values) {
    testing::set_block(block, values, objective.parameters());
  });
  objective.set_projection({Matrix::Identity(3, 3)});
  objective.update();
  const Samples<double> samples = pack(data);
  expect_near(testing::run_forward(objective, samples).out, list(entry, "prediction"), 1e-12,
              "prediction");
  const Totals totals = objective.batch_gradient(samples, nullptr, 0, 17);
  EXPECT_NEAR(objective.means(totals).loss, entry.at("loss"), 1e-12);
  each_block("coefGradients", "interceptGradients",
             [&](const Block& block, const std::vector<double>& values) {
               expect_near(testing::block_values(block, objective.gradient()), values, 1e-11,
                           "gradient");
             });
}

}  // namespace
}  // namespace trip
