// HOSVD and HOOI against reference values; a decomposition that exists is found.

#include <trip/tucker.h>

#include "golden.h"

namespace trip {
namespace {

using testing::expect_near;
using testing::Json;

Dataset<double> tensors_of(const Json& entry) {
  Dataset<double> data;
  const std::vector<int> shape = entry.at("X").at("shape").get<std::vector<int>>();
  data.count = shape[0];
  data.dims.assign(shape.begin() + 1, shape.end());
  data.x = testing::data_of(entry.at("X"));
  return data;
}

/// C C^T.
std::vector<double> projector(const std::vector<double>& c, int rows) {
  const int columns = static_cast<int>(c.size()) / rows;
  std::vector<double> p(static_cast<size_t>(rows) * rows);
  for (int a = 0; a < rows; ++a) {
    for (int b = 0; b < rows; ++b) {
      for (int j = 0; j < columns; ++j) p[a * rows + b] += c[a * columns + j] * c[b * columns + j];
    }
  }
  return p;
}

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
      expect_near(first.c[k], testing::data_of(entry.at("hosvd_C")[k]), 1e-6, "HOSVD");
      expect_near(last.c[k], testing::data_of(entry.at("hooi_C")[k]), 1e-6, "HOOI");
      expect_near(projector(last.c[k], data.dims[k]), testing::data_of(entry.at("projectors")[k]),
                  1e-6, "projector");
    }
    EXPECT_NEAR(last.fit, entry.at("fit"), 1e-9);
    EXPECT_GE(last.fit, first.fit - 1e-12);
  });
}

/// X_n = core_n x_1 U_1 x_2 U_2 with orthonormal U: the subspaces come back, and nothing is left.
TEST(Tucker, ExactDecompositionIsFound) {
  Random random(1);
  const int rows = 7, columns = 6;
  const std::vector<double> u = random_rotation(random, rows), v = random_rotation(random, columns);
  Dataset<double> data;
  data.dims = {rows, columns};
  data.count = 12;
  for (int n = 0; n < data.count; ++n) {
    const std::vector<double> core = testing::normal_values<double>(random, 2 * 3);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        double value = 0;
        for (int a = 0; a < 2; ++a) {
          for (int b = 0; b < 3; ++b)
            value += core[a * 3 + b] * u[i * rows + a] * v[j * columns + b];
        }
        data.x.push_back(value);
      }
    }
  }
  const Samples<double> samples = testing::pack(data);
  for (const Tucker& t : {hosvd(samples, data.dims, {2, 3}), hooi(samples, data.dims, {2, 3})}) {
    EXPECT_NEAR(t.fit, 1, 1e-12);
    std::vector<double> basis;
    for (int i = 0; i < rows; ++i) basis.insert(basis.end(), {u[i * rows], u[i * rows + 1]});
    expect_near(projector(t.c[0], rows), projector(basis, rows), 1e-7, "first mode");
  }
}

/// A long mode with a handful of values has fewer directions than the iteration carries along.
TEST(Tucker, AlmostEmptyModeStaysDefined) {
  for (int filled : {1, 2, 3, 6}) {
    SCOPED_TRACE(std::to_string(filled) + " values");
    Dataset<double> data;
    data.dims = {300, 4};
    data.count = filled;
    data.x.assign(static_cast<size_t>(filled) * 1200, 0.0);
    for (int n = 0; n < filled; ++n) data.x[n * 1200 + (n * 117 % 300) * 4 + n % 4] = 1 + n;
    const Tucker t = hooi(testing::pack(data), data.dims, {4, 3});
    const std::vector<double>& c = t.c[0];
    for (int a = 0; a < 4; ++a) {
      for (int b = 0; b <= a; ++b) {
        double product = 0;
        for (int i = 0; i < 300; ++i) product += c[i * 4 + a] * c[i * 4 + b];
        EXPECT_NEAR(product, a == b, 1e-9);
      }
    }
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
  for (size_t k = 0; k < 2; ++k) {
    double squares = 0;
    for (double value : t.c[k]) squares += value * value;
    EXPECT_NEAR(squares, 2, 1e-12);  // two columns of length 1
  }
}

}  // namespace
}  // namespace trip
