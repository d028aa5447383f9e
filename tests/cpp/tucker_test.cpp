// Compares HOSVD and HOOI with reference values; an exact decomposition is found.

#include <trip/linear_algebra.h>
#include <trip/tucker.h>

#include "golden.h"

namespace trip {
namespace {

using testing::expect_near;
using testing::Json;
using testing::matrix_of;

Dataset<double> tensors_of(const Json& entry) {
  Dataset<double> data;
  const std::vector<int> shape = entry.at("X").at("shape").get<std::vector<int>>();
  data.count = shape[0];
  data.dims.assign(shape.begin() + 1, shape.end());
  data.x = testing::data_of(entry.at("X"));
  return data;
}

Matrix projector(const Matrix& c) { return c * c.transpose(); }

TEST(GoldenTucker, HosvdAndHooi) {
  testing::for_each_case("projections.json", [](const Json& entry) {
    if (!entry.contains("hooi_C")) return;
    const Dataset<double> data = tensors_of(entry);
    const std::vector<int> ranks = entry.at("J").get<std::vector<int>>();
    const Samples<double> samples = testing::pack(data);
    const Tucker first = hosvd(samples, data.dims, ranks);
    const Tucker last = hooi(samples, data.dims, ranks, 1e-10);
    for (size_t k = 0; k < ranks.size(); ++k) {
      SCOPED_TRACE("mode " + std::to_string(k));
      expect_near(first.c[k], matrix_of(entry.at("hosvd_C")[k]), 1e-6, "HOSVD");
      expect_near(last.c[k], matrix_of(entry.at("hooi_C")[k]), 1e-6, "HOOI");
      expect_near(projector(last.c[k]), matrix_of(entry.at("projectors")[k]), 1e-6, "projector");
    }
    EXPECT_NEAR(last.fit, entry.at("fit"), 1e-9);
    EXPECT_GE(last.fit, first.fit - 1e-12);
  });
}

/// X_n = core_n x_1 U_1 x_2 U_2 with orthonormal U: the subspaces are recovered without residual.
TEST(Tucker, ExactDecompositionIsFound) {
  Random random(1);
  const int rows = 7, columns = 6;
  const Matrix u = random_rotation(random, rows), v = random_rotation(random, columns);
  Dataset<double> data;
  data.dims = {rows, columns};
  data.count = 12;
  for (int n = 0; n < data.count; ++n) {
    const Matrix core = matrix_of(2, testing::normal_values<double>(random, 2 * 3));
    const Matrix x = u.leftCols(2) * core * v.leftCols(3).transpose();
    data.x.insert(data.x.end(), x.data(), x.data() + x.size());
  }
  const Samples<double> samples = testing::pack(data);
  for (const Tucker& t : {hosvd(samples, data.dims, {2, 3}), hooi(samples, data.dims, {2, 3})}) {
    EXPECT_NEAR(t.fit, 1, 1e-12);
    expect_near(projector(t.c[0]), projector(u.leftCols(2)), 1e-7, "first mode");
  }
}

/// A long mode with few stored values has fewer directions than the iteration uses.
TEST(Tucker, AlmostEmptyModeStaysDefined) {
  for (int filled : {1, 2, 3, 6}) {
    SCOPED_TRACE(std::to_string(filled) + " values");
    Dataset<double> data;
    data.dims = {300, 4};
    data.count = filled;
    data.x.assign(static_cast<size_t>(filled) * 1200, 0.0);
    for (int n = 0; n < filled; ++n) data.x[n * 1200 + (n * 117 % 300) * 4 + n % 4] = 1 + n;
    const Tucker t = hooi(testing::pack(data), data.dims, {4, 3});
    testing::expect_orthonormal(t.c[0], 1e-9);
    if (filled <= 3) {
      EXPECT_NEAR(t.fit, 1, 1e-12);
    }
  }
}

TEST(Tucker, ZeroDataStayDefined) {
  Dataset<double> data;
  data.dims = {4, 3};
  data.count = 2;
  data.x.assign(24, 0.0);
  const Tucker t = hooi(testing::pack(data), data.dims, {2, 2});
  EXPECT_EQ(t.fit, 0);
  for (const Matrix& c : t.c) testing::expect_orthonormal(c, 1e-12);
}

/// The nonzero values of dense samples, stored as sparse ones.
Dataset<double> sparse_of(const Dataset<double>& dense) {
  Dataset<double> data = dense;
  data.sparse = true;
  data.x.clear();
  data.offsets = {0};
  const int size = dense.features(), modes = dense.modes();
  for (int n = 0; n < dense.count; ++n) {
    for (int i = 0; i < size; ++i) {
      const double value = dense.x[static_cast<size_t>(n) * size + i];
      if (value == 0) continue;
      data.x.push_back(value);
      data.index.resize(data.x.size() * modes);
      for (int k = modes - 1, rest = i; k >= 0; rest /= dense.dims[k--])
        data.index[(data.x.size() - 1) * modes + k] = rest % dense.dims[k];
    }
    data.offsets.push_back(static_cast<int>(data.x.size()));
  }
  return data;
}

/// Random samples with a share of values that are not zero, each mode with unequal directions.
Dataset<double> scattered(const std::vector<int>& dims, int count, double share, uint64_t seed) {
  Random random(seed);
  Dataset<double> data;
  data.dims = dims;
  data.count = count;
  data.x.assign(static_cast<size_t>(count) * data.features(), 0.0);
  for (size_t i = 0; i < data.x.size(); ++i) {
    double scale = 1;
    size_t rest = i;
    for (size_t k = dims.size(); k-- > 0; rest /= dims[k]) scale += 5 * (rest % dims[k] % 5 == 1);
    if (random.uniform() < share) data.x[i] = scale * random.normal();
  }
  for (int n = 0; n < count; ++n) data.weights.push_back(1 + n % 3);
  return data;
}

/// A mode of 300 is decomposed by iteration, the others by their matrix.
TEST(Tucker, SparseSamplesHaveTheFactorsOfTheSameSamplesInDenseForm) {
  for (const std::vector<int>& dims : {std::vector<int>{9, 7}, {6, 5, 4}, {3, 300}}) {
    const Dataset<double> dense = scattered(dims, 9, 0.3, dims.size());
    const Samples<double> a = testing::pack(dense), b = testing::pack(sparse_of(dense));
    ASSERT_TRUE(b.sparse());
    const std::vector<int> ranks(dims.size(), 2);
    const Tucker first = hosvd(a, dims, ranks), sparse_first = hosvd(b, dims, ranks),
                 last = hooi(a, dims, ranks, 1e-9), sparse_last = hooi(b, dims, ranks, 1e-9);
    const double bound = dims.back() == 300 ? 1e-5 : 1e-9;
    for (size_t k = 0; k < dims.size(); ++k) {
      expect_near(sparse_first.c[k], first.c[k], bound, "HOSVD");
      expect_near(sparse_last.c[k], last.c[k], bound, "HOOI");
    }
    EXPECT_NEAR(sparse_first.fit, first.fit, bound);
    EXPECT_NEAR(sparse_last.fit, last.fit, bound);
  }
}

TEST(Tucker, SweepsAreCountedLimitedAndDoNotLowerTheFit) {
  const Dataset<double> data = scattered({9, 8, 7}, 12, 1, 5);
  const Samples<double> samples = testing::pack(data);
  const std::vector<int> ranks{2, 2, 2};
  double fit = 0;
  for (int limit = 0; limit <= 3; ++limit) {
    const Tucker t = hooi(samples, data.dims, ranks, 1e-6, limit);
    EXPECT_EQ(t.sweeps, limit);
    EXPECT_GE(t.fit, fit);
    fit = t.fit;
  }
  EXPECT_EQ(hooi(samples, data.dims, ranks, 1, 5).sweeps, 0);  // no subspace turns that far
  const int enough = hooi(samples, data.dims, ranks, 1e-6).sweeps;
  EXPECT_GT(enough, 3);
  EXPECT_LT(enough, 200);
  EXPECT_LT(hooi(samples, data.dims, ranks, 1e-2).sweeps, enough);
}

/// A mode of 300 is decomposed by iteration; its directions are the eigenvectors of the whole
/// matrix.
TEST(Tucker, LongModesHaveTheEigenvectorsOfTheirMatrix) {
  Random random(7);
  auto data = testing::random_dataset<double>(random, {3, 300}, 9, Task::kNone, 0);
  for (int row = 0; row < 27; ++row) {
    data.x[row * 300 + 3] *= 6;
    data.x[row * 300 + 50] *= 5;
  }
  const Matrix rows = matrix_of(27, data.x);
  const Matrix expected = eigenpairs(rows.transpose().lazyProduct(rows)).vectors.leftCols(2);
  const Samples<double> samples = testing::pack(data);
  for (const Tucker& t :
       {hosvd(samples, data.dims, {3, 2}), hooi(samples, data.dims, {3, 2}, 1e-8)}) {
    expect_near(projector(t.c[1]), projector(expected), 1e-5, "second mode");
    EXPECT_NEAR(t.fit, (rows * expected).squaredNorm() / rows.squaredNorm(), 1e-9);
  }
}

}  // namespace
}  // namespace trip
