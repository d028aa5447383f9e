// Compares PCA and LDA with reference values and with their definitions on random data; covers
// degenerate data.

#include <trip/baselines.h>
#include <trip/linear_algebra.h>
#include <trip/metrics.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include "golden.h"

namespace trip {
namespace {

using testing::expect_near;
using testing::expect_orthonormal;
using testing::Json;
using testing::matrix_of;

/// The samples and classes of a reference case.
Samples<double> samples_of(const Json& entry, int& classes) {
  const std::vector<int> y = testing::data_of<int>(entry.at("y"));
  classes = 1 + *std::max_element(y.begin(), y.end());
  return testing::pack(testing::dataset_of<double>(entry, Task::kClassification, classes));
}

/// The samples as rows.
template <class T>
Matrix rows_of(const Samples<T>& samples) {
  Matrix x(samples.count(), samples.width());
  for (int n = 0; n < samples.count(); ++n)
    std::copy_n(samples.row(n, 0), samples.width(), &x(n, 0));
  return x;
}

/// (x - mean) C, N x J.
Matrix scores(const Samples<double>& samples, const Vector& mean, const Matrix& c) {
  return (rows_of(samples).rowwise() - mean.transpose()) * c;
}

TEST(GoldenBaselines, Pca) {
  testing::for_each_case("projections.json", [](const Json& entry) {
    if (!entry.contains("pca")) return;
    int classes;
    const Samples<double> samples = samples_of(entry, classes);
    const Json& expected = entry.at("pca");
    const Matrix c = matrix_of(expected.at("C")), variance = matrix_of(expected.at("variance"));
    const FixedProjection seen = pca(samples, static_cast<int>(c.cols()));
    expect_near(seen.c, c, 1e-9, "C");
    expect_near(seen.values, variance, 1e-11 * variance(0), "variance");
    expect_near(scores(samples, matrix_of(entry.at("mean")), seen.c),
                matrix_of(expected.at("scores")), 1e-8, "scores");
  });
}

TEST(GoldenBaselines, Lda) {
  testing::for_each_case("projections.json", [](const Json& entry) {
    if (!entry.contains("lda")) return;
    int classes;
    const Samples<double> samples = samples_of(entry, classes);
    for (const Json& expected : entry.at("lda")) {
      SCOPED_TRACE("J = " + expected.at("J").dump());
      for (double ridge : {0.0, 1e-8}) {
        const double bound = ridge == 0 ? 1e-9 : 1e-6;
        const FixedProjection seen = lda(samples, classes, expected.at("J"), ridge);
        const Matrix values = matrix_of(expected.at("eigenvalues"));
        expect_near(seen.c, matrix_of(expected.at("C")), bound, "C");
        expect_near(seen.values, values, bound * std::max(1.0, values(0)), "eigenvalues");
        expect_near(scores(samples, matrix_of(entry.at("mean")), seen.c),
                    matrix_of(expected.at("scores")), 20 * bound, "scores");
      }
    }
  });
}

class BaselineSeeds : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, BaselineSeeds, ::testing::Range(1, 9));

TEST_P(BaselineSeeds, ColumnsAreOrthonormalWithAFixedSign) {
  Random random(GetParam());
  const int dims = 2 + static_cast<int>(random.below(12)), classes = 2 + GetParam() % 3;
  const int count = 3 + static_cast<int>(random.below(40));  // also fewer samples than variables
  const auto samples = testing::pack(testing::random_dataset<float>(
      random, {dims}, std::max(count, classes), Task::kClassification, classes));
  for (int columns : {1, dims / 2 + 1, dims}) {
    for (const FixedProjection& p : {pca(samples, columns), lda(samples, classes, columns)}) {
      ASSERT_EQ(p.c.rows(), dims);
      ASSERT_EQ(p.c.cols(), columns);
      expect_orthonormal(p.c, 1e-12);
      EXPECT_TRUE(
          (p.c.colwise().maxCoeff().array() == p.c.cwiseAbs().colwise().maxCoeff().array()).all());
    }
  }
}

TEST_P(BaselineSeeds, PrincipalDirectionsAreUncorrelatedAndDescend) {
  Random random(GetParam(), 1);
  const auto samples =
      testing::pack(testing::random_dataset<double>(random, {6}, 50, Task::kNone, 0));
  const FixedProjection p = pca(samples, 6);
  const Matrix s = scores(samples, rows_of(samples).colwise().mean().transpose(), p.c);
  expect_near(Matrix(s.transpose() * s / 50), Matrix(p.values.asDiagonal()), 1e-12, "covariance");
  for (int a = 1; a < 6; ++a) EXPECT_LE(p.values(a), p.values(a - 1));
}

/// The first direction separates best: no other direction has a larger ratio of the scatters.
TEST_P(BaselineSeeds, FirstDiscriminantHasTheLargestRatio) {
  Random random(GetParam(), 2);
  auto data = testing::random_dataset<double>(random, {5}, 60, Task::kClassification, 3);
  for (int n = 0; n < 60; ++n) data.x[n * 5 + data.labels[n]] += 1;
  const auto samples = testing::pack(data);
  const auto ratio = [&](const Matrix& direction) {
    double mean = 0, class_mean[3] = {}, within = 0, between = 0;
    const Vector s = rows_of(samples) * direction;
    for (int n = 0; n < 60; ++n) {
      mean += s[n] / 60;
      class_mean[data.labels[n]] += s[n] / 20;
    }
    for (int n = 0; n < 60; ++n) within += std::pow(s[n] - class_mean[data.labels[n]], 2) / 60;
    for (double m : class_mean) between += (m - mean) * (m - mean) / 3;
    return between / within;
  };
  const FixedProjection p = lda(samples, 3, 1);
  const double best = ratio(p.c);
  EXPECT_NEAR(best, p.values[0], 1e-6 * best);
  for (int trial = 0; trial < 200; ++trial)
    EXPECT_LE(ratio(matrix_of(5, testing::normal_values<double>(random, 5))), best * (1 + 1e-9));
}

TEST(Baselines, LdaOfOneClassIsPca) {
  Random random(3);
  Dataset<double> data = testing::random_dataset<double>(random, {3}, 12, Task::kClassification, 2);
  std::fill(data.labels.begin(), data.labels.end(), 1);
  const auto samples = testing::pack(data);
  for (int columns : {1, 2, 3}) {
    const FixedProjection found = lda(samples, 2, columns);
    EXPECT_EQ(found.values.size(), 0);
    expect_near(found.c, pca(samples, columns).c, 1e-12, "C");
  }
}

TEST(Baselines, DegenerateDataStayDefined) {
  Dataset<double> data;
  data.dims = {4};
  data.count = 6;
  data.task = Task::kClassification;
  data.classes = 2;
  for (int n = 0; n < 6; ++n) {
    data.labels.push_back(n % 2);
    // one constant column, and two equal columns
    for (double value : {5.0, n * 1.0, n * 1.0, n % 3 * 1.0}) data.x.push_back(value);
  }
  for (int kind = 0; kind < 3; ++kind) {
    if (kind == 1) std::fill(data.x.begin(), data.x.end(), 3.0);  // all samples equal
    if (kind == 2) {                                              // and fewer than variables
      data.count = 3;
      data.x.resize(12);
      data.labels.resize(3);
    }
    const auto samples = testing::pack(data);
    for (int columns : {1, 2, 4}) {
      for (const FixedProjection& p : {pca(samples, columns), lda(samples, 2, columns)}) {
        ASSERT_EQ(p.c.rows(), 4);
        ASSERT_EQ(p.c.cols(), columns);
        expect_orthonormal(p.c, 1e-12);
      }
    }
  }
}

TEST(Baselines, ClassWithoutSamplesIsLeftOut) {
  Random random(5);
  auto data = testing::random_dataset<double>(random, {4}, 20, Task::kClassification, 2);
  const FixedProjection two = lda(testing::pack(data), 2, 2);
  data.classes = 5;
  const FixedProjection five = lda(testing::pack(data), 5, 2);
  expect_near(five.c, two.c, 1e-9, "C");
  EXPECT_EQ(five.values.size(), 1);
}

/// Three overlapping classes; variables in units from 1e-3 to 1e3.
Dataset<double> in_units(const std::vector<double>& units, int count) {
  Random random(11);
  const int size = static_cast<int>(units.size());
  auto data = testing::random_dataset<double>(random, {size}, count, Task::kClassification, 3);
  for (int n = 0; n < count; ++n) {
    data.x[n * size + data.labels[n] % size] += 2;
    for (int i = 0; i < size; ++i) data.x[n * size + i] *= units[i];
  }
  return data;
}

/// Fisher's directions do not depend on units: eigenvalues are equal, and samples have the same
/// scores up to the basis of the plane.
TEST(Baselines, DiscriminantsDoNotDependOnUnits) {
  for (int count : {60, 4}) {  // also fewer samples than variables
    for (double ridge : {1e-8, 0.1}) {
      const std::vector<double> ones(6, 1), wild{1e3, 1e-3, 1, 1e6, 1e-6, 1e2};
      const auto plain = in_units(ones, count), changed = in_units(wild, count);
      const FixedProjection a = lda(testing::pack(plain), 3, 2, ridge),
                            b = lda(testing::pack(changed), 3, 2, ridge);
      // Coefficients of b, converted to the units of a, span the same plane.
      Eigen::MatrixXd back(6, 2);
      for (int i = 0; i < 6; ++i) back.row(i) = b.c.row(i) * wild[i];
      const Matrix turned = orthonormalized(back);
      EXPECT_LT(principal_angles(a.c, turned).maxCoeff(), count == 60 ? 1e-5 : 1e-2)
          << count << " samples, ridge " << ridge;
      expect_near(b.values, a.values, 1e-6 * a.values(0), "eigenvalues");
    }
  }
}

TEST(Baselines, PrincipalDirectionsFollowRotationsAndIgnoreShifts) {
  Random random(12);
  auto data = testing::random_dataset<double>(random, {5}, 40, Task::kNone, 0);
  for (int n = 0; n < 40; ++n) {
    for (int i = 0; i < 5; ++i) data.x[n * 5 + i] *= i + 1;
  }
  const FixedProjection plain = pca(testing::pack(data), 3);
  auto moved = data;
  for (size_t i = 0; i < moved.x.size(); ++i) moved.x[i] += 1e6 * (1 + static_cast<double>(i % 5));
  expect_near(pca(testing::pack(moved), 3).c, plain.c, 1e-8, "C of moved data");
  for (double scale : {1e-6, 1e6}) {
    auto scaled = data;
    for (double& value : scaled.x) value *= scale;
    const FixedProjection seen = pca(testing::pack(scaled), 3);
    expect_near(seen.c, plain.c, 1e-9, "C of data in another unit");
    expect_near(seen.values, plain.values * scale * scale, 1e-9 * scale * scale * plain.values(0),
                "variances of data in another unit");
  }
  const Matrix turn =
      orthonormalized(testing::matrix_of(5, testing::normal_values<double>(random, 25)));
  const Matrix x = rows_of(testing::pack(data)) * turn.transpose();
  auto turned = data;
  turned.x.assign(x.data(), x.data() + x.size());
  const FixedProjection seen = pca(testing::pack(turned), 3);
  EXPECT_LT(principal_angles(seen.c, turn * plain.c).maxCoeff(), 1e-6);
  expect_near(seen.values, plain.values, 1e-9 * plain.values(0), "variances of turned data");
}

/// Compares the third axis of LDA with its definition, on all random tables whose leading variance
/// exceeds the next by more than a thousandth.
void expect_third_axes(int tables, int count, int dims, uint64_t seed) {
  Random random(seed);
  int judged = 0, wrong = 0;
  for (int table = 0; table < tables; ++table) {
    auto data = testing::random_dataset<double>(random, {dims}, count, Task::kClassification, 3);
    const double scale[] = {1e-3, 1, 1e3, 1e6};
    for (double& value : data.x) value *= scale[table % 4];
    const auto samples = testing::pack(data);
    const Matrix c = lda(samples, 3, 3, 1e-8).c, first = c.leftCols(2);
    Matrix x = rows_of(samples);
    x = (x.rowwise() - x.colwise().mean()).eval();
    const Eigen::MatrixXd rest = x - x * first * first.transpose();
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(rest, Eigen::ComputeThinV);
    if (svd.singularValues()(1) > 0.999 * svd.singularValues()(0)) continue;
    ++judged;
    wrong += !(std::fabs(svd.matrixV().col(0).dot(c.col(2))) > 1 - 1e-6);
  }
  EXPECT_GT(judged, 0.9 * tables);
  EXPECT_EQ(wrong, 0) << "of " << judged << " tables, " << count << " x " << dims;
}

/// The axis after c - 1 is the leading principal direction of the data projected on the complement.
TEST(Baselines, ThirdAxisOfThreeClassesIsThePrincipalDirectionOfTheRest) {
  expect_third_axes(10000, 60, 9, 8);
  expect_third_axes(400, 60, 20, 9);
}

/// The samples one after the other, four times.
Dataset<double> repeated(Dataset<double> data) {
  const std::vector<double> x = data.x;
  const std::vector<int> labels = data.labels;
  for (int copy = 1; copy < 4; ++copy) {
    data.x.insert(data.x.end(), x.begin(), x.end());
    data.labels.insert(data.labels.end(), labels.begin(), labels.end());
  }
  data.count *= 4;
  return data;
}

/// Three overlapping classes of 8 samples of 12 variables.
Dataset<double> few_samples(uint64_t seed) {
  Random random(seed);
  auto data = testing::random_dataset<double>(random, {12}, 8, Task::kClassification, 3);
  for (int n = 0; n < 8; ++n) data.x[n * 12 + data.labels[n]] += 2;
  return data;
}

/// Fewer samples than variables take another route than many; copies of the samples change neither
/// means nor scatter, but the route.
TEST(Baselines, FewSamplesHaveTheProjectionsOfTheirCopies) {
  for (uint64_t seed : {21, 22, 23}) {
    const auto few = few_samples(seed);
    const auto samples = testing::pack(few), copies = testing::pack(repeated(few));
    const FixedProjection p = pca(samples, 10), many = pca(copies, 10);
    ASSERT_EQ(p.values.size(), 10);
    expect_near(p.values, many.values, 1e-12 * many.values(0), "variances");
    expect_near(p.c.leftCols(7), many.c.leftCols(7), 1e-9, "principal directions");  // rank 7
    for (double ridge : {0.01, 1.0}) {
      for (int columns : {1, 2, 4}) {
        const FixedProjection l = lda(samples, 3, columns, ridge),
                              all = lda(copies, 3, columns, ridge);
        expect_near(l.c, all.c, 1e-8, "discriminants");
        expect_near(l.values, all.values, 1e-9 * all.values(0), "eigenvalues");
      }
    }
  }
}

TEST(Baselines, DiscriminantsIgnoreTheScaleOfAllVariables) {
  const auto few = few_samples(24);
  for (const auto& data : {few, repeated(few)}) {
    auto scaled = data;
    for (double& value : scaled.x) value *= 100;
    for (double ridge : {1e-8, 0.1}) {
      const FixedProjection plain = lda(testing::pack(data), 3, 2, ridge),
                            seen = lda(testing::pack(scaled), 3, 2, ridge);
      // With a tiny ridge eight samples in seven dimensions are separated almost perfectly.
      const double bound = ridge < 0.1 ? 1e-5 : 1e-9;
      expect_near(seen.c, plain.c, bound, "discriminants");
      expect_near(seen.values, plain.values, bound * plain.values(0), "eigenvalues");
    }
  }
}

/// The eigenvalues are those of (Sw + ridge trace(Sw) / I)^-1 Sb for variables of deviation 1.
TEST(Baselines, RidgeIsAShareOfTheMeanVarianceWithinClasses) {
  const auto data = in_units(std::vector<double>{1, 5, 0.2, 1}, 60);
  Matrix x = matrix_of(60, data.x);
  x.rowwise() -= x.colwise().mean().eval();
  for (int i = 0; i < 4; ++i) x.col(i) /= std::sqrt(x.col(i).squaredNorm() / 60);
  Eigen::MatrixXd within = Eigen::MatrixXd::Zero(4, 4), between = within;
  for (int c = 0; c < 3; ++c) {
    Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(4);
    for (int n = c; n < 60; n += 3) mean += x.row(n) / 20;
    between += mean.transpose() * mean / 3;
    for (int n = c; n < 60; n += 3)
      within += (x.row(n) - mean).transpose() * (x.row(n) - mean) / 60;
  }
  for (double ridge : {0.01, 0.5, 3.0}) {
    const Eigen::MatrixXd regular =
        within + ridge * within.trace() / 4 * Eigen::MatrixXd::Identity(4, 4);
    const Eigen::VectorXd values =
        Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(between, regular).eigenvalues();
    const FixedProjection seen = lda(testing::pack(data), 3, 2, ridge);
    EXPECT_NEAR(seen.values(0), values(3), 1e-9 * values(3));
    EXPECT_NEAR(seen.values(1), values(2), 1e-9 * values(3));
  }
}

/// PCA reads no response, so that no response has to be a class.
TEST(Baselines, PrincipalDirectionsDoNotDependOnTheResponse) {
  Random random(25);
  auto data = testing::random_dataset<double>(random, {4}, 6, Task::kRegression, 0);
  const FixedProjection plain = pca(testing::pack(data), 2);
  for (double response : {2147483648.0, -2147483649.0, 4294967296.0, 1e300, -1e300, 0.5, -1.0}) {
    std::fill(data.targets.begin(), data.targets.end(), response);
    data.targets[0] = 0;
    const FixedProjection seen = pca(testing::pack(data), 2);
    EXPECT_TRUE(testing::same_bits(seen.c, plain.c)) << response;
    EXPECT_TRUE(testing::same_bits(seen.values, plain.values)) << response;
  }
}

/// LDA refuses responses that are no class before it converts them to integers.
TEST(Baselines, DiscriminantsRefuseResponsesThatAreNoClass) {
  Random random(26);
  auto data = testing::random_dataset<double>(random, {4}, 6, Task::kRegression, 0);
  for (double response : {2147483648.0, 4294967296.0, 1e300, -1e300, -1.0, 0.5, 2.0}) {
    for (int n = 0; n < 6; ++n) data.targets[n] = n % 2;
    data.targets[3] = response;
    testing::expect_error("value", {"sample 3", "0 to 1"}, [&] { lda(testing::pack(data), 2, 1); });
  }
}

}  // namespace
}  // namespace trip
