// Eigen's blocked products sum in an order that depends on the cache size, so no result may depend
// on them. Sizes in the tests exceed those from which Eigen works on blocks (32 or 48 columns, and
// an inner dimension of more than 256).

#include <trip/alignment.h>
#include <trip/baselines.h>
#include <trip/linear_algebra.h>
#include <trip/metrics.h>
#include <trip/surrogate.h>
#include <trip/tucker.h>

#include <Eigen/Core>
#include <functional>

#include "support.h"

namespace trip {
namespace {

/// Arrays that `compute` returns have the same bits for any cache size that Eigen assumes.
void expect_same_bits(const std::function<std::vector<Matrix>()>& compute) {
  const auto l1 = Eigen::l1CacheSize(), l2 = Eigen::l2CacheSize(), l3 = Eigen::l3CacheSize();
  std::vector<std::vector<Matrix>> seen;
  for (const auto& [kilobytes, larger] : {std::pair{32, 4}, {48, 40}, {64, 16}}) {
    Eigen::setCpuCacheSizes(kilobytes * 1024, larger * kilobytes * 1024,
                            4 * larger * kilobytes * 1024);
    seen.push_back(compute());
  }
  Eigen::setCpuCacheSizes(l1, l2, l3);
  for (size_t size = 1; size < seen.size(); ++size) {
    ASSERT_EQ(seen[size].size(), seen[0].size());
    for (size_t i = 0; i < seen[0].size(); ++i)
      EXPECT_TRUE(testing::same_bits(seen[size][i], seen[0][i])) << "array " << i;
  }
}

TEST(BitsDoNotDependOnTheCache, OfProductsAndFactors) {
  Random random(5);
  const auto normal = [&](int rows, int columns) -> Eigen::MatrixXd {
    return testing::matrix_of(rows, testing::normal_values<double>(random, rows * columns));
  };
  const Eigen::MatrixXd wide = normal(20, 3000), high = normal(3000, 60), square = normal(300, 300);
  expect_same_bits([&]() -> std::vector<Matrix> {
    const Eigenpairs pairs = eigenpairs(square);
    const auto parts = svd(high, Eigen::ComputeThinV);
    return {times(wide, high), orthonormalized(high), pairs.vectors,
            pairs.values,      parts.matrixV(),       parts.singularValues()};
  });
}

TEST(BitsDoNotDependOnTheCache, OfPcaAndLda) {
  Random random(6);
  const auto samples = testing::pack(
      testing::random_dataset<float>(random, {178}, 11500, Task::kClassification, 60));
  expect_same_bits([&]() -> std::vector<Matrix> {
    const FixedProjection a = pca(samples, 5), b = lda(samples, 60, 70);
    return {a.c, a.values, b.c, b.values};
  });
}

TEST(BitsDoNotDependOnTheCache, OfFewSamplesWithManyVariables) {
  Random random(7);
  const auto samples =
      testing::pack(testing::random_dataset<float>(random, {500}, 300, Task::kClassification, 3));
  expect_same_bits([&]() -> std::vector<Matrix> {
    return {pca(samples, 60).c, lda(samples, 3, 60).c};
  });
}

TEST(BitsDoNotDependOnTheCache, OfTucker) {
  Random random(8);
  const auto data = testing::random_dataset<float>(random, {300, 20}, 10, Task::kNone, 0);
  const auto samples = testing::pack(data);
  expect_same_bits([&]() -> std::vector<Matrix> {
    const Tucker a = hosvd(samples, data.dims, {30, 2});
    const Tucker b = hooi(samples, data.dims, {30, 2}, 1e-4, 2);
    return {a.c[0], a.c[1], b.c[0], b.c[1]};
  });
}

TEST(BitsDoNotDependOnTheCache, OfExplanations) {
  constexpr int kCount = 11500;
  Random random(9);
  const auto normal = [&](int rows, int columns) {
    return testing::matrix_of(rows, testing::normal_values<double>(random, rows * columns));
  };
  const Matrix latent = normal(kCount, 49);
  const Vector target = latent.col(0) + latent.col(8) + 0.1 * normal(kCount, 1);
  const Factors projections = {normal(300, 7), normal(40, 7)};
  expect_same_bits([&] {
    const Explainer explainer({{300, 40}, {7, 7}, {}, 1}, projections, latent, 10);
    const Surrogate surrogate = explainer.surrogate(target, 2);
    const LocalCoefficients local = explainer.local(3, {target}, {surrogate})[0];
    std::vector<Matrix> arrays;
    for (int k = 0; k < 2; ++k) {
      arrays.insert(arrays.end(), {surrogate.fit.g[k], surrogate.rotation[k], surrogate.rotated[k],
                                   surrogate.axes[k], surrogate.correlation[k], local.latent[k],
                                   local.rotated[k], local.original[k]});
    }
    return arrays;
  });
}

TEST(BitsDoNotDependOnTheCache, OfRotationsAndAngles) {
  expect_same_bits([]() -> std::vector<Matrix> {
    Random random(10);
    const Matrix a = random_rotation(random, 400), b = random_rotation(random, 400);
    return {a, principal_angles(a.leftCols(60), b.leftCols(50))};
  });
}

TEST(BitsDoNotDependOnTheCache, OfAlignments) {
  Random random(11);
  const std::vector<int> ranks{20, 3};
  const std::vector<double> a = testing::normal_values<double>(random, 700 * 60);
  std::vector<double> b = testing::normal_values<double>(random, 700 * 60, 0.1);
  for (size_t i = 0; i < a.size(); ++i) b[i] += a[i];
  std::vector<double> bases;
  const Eigen::MatrixXd common =
      testing::matrix_of(400, testing::normal_values<double>(random, 16000));
  for (int p = 0; p < 8; ++p) {
    const Matrix own = testing::matrix_of(400, testing::normal_values<double>(random, 16000));
    const Matrix basis = orthonormalized(common + 0.5 * own);
    bases.insert(bases.end(), basis.data(), basis.data() + basis.size());
  }
  expect_same_bits([&] {
    std::vector<Matrix> arrays = align(a, b, ranks);
    arrays.push_back(mean_plane(bases, 400, 40));
    arrays.push_back(random_angles(400, 40, 2, 1));
    return arrays;
  });
}

}  // namespace
}  // namespace trip
