// C = P Q^T and f(A, Z): compared with reference values of 60 digits, the fast route with the
// accurate one; orthonormal columns, loss of rank.

#include "orthonormal.h"

#include <Eigen/Eigenvalues>
#include <limits>

#include "golden.h"

namespace trip {
namespace {

using testing::block_values;
using testing::cast;
using testing::expect_near;
using testing::largest;
using testing::normal_values;
using testing::set_block;

Block transposed_block(int rows, int columns) { return {0, columns, rows, padded(rows), true}; }

template <class T>
struct PolarResult {
  bool ok = false;
  std::vector<T> c, dz;  // I x J row-major
  std::vector<double> singular_values;
};

/// C and f(A, Z); z and a are I x J row-major.
template <class T>
PolarResult<T> run_polar(int rows, int columns, const std::vector<double>& z,
                         const std::vector<double>& a, PolarRoute route) {
  const Block block = transposed_block(rows, columns);
  std::vector<T> z_in(block.rows * block.stride), a_in = z_in, c = z_in, dz = z_in;
  set_block(block, z, z_in);
  set_block(block, a, a_in);
  Polar<T> polar(rows, columns, route);
  PolarResult<T> result;
  result.ok = polar.forward(z_in.data(), c.data());
  result.singular_values = polar.singular_values();
  if (!result.ok) return result;
  polar.backward(c.data(), a_in.data(), dz.data());
  for (const std::vector<T>* buffer : {&c, &dz}) {  // padding stays zero
    for (int j = 0; j < columns; ++j) {
      for (int i = rows; i < block.stride; ++i) EXPECT_EQ((*buffer)[j * block.stride + i], T(0));
    }
  }
  result.c = block_values(block, c);
  result.dz = block_values(block, dz);
  return result;
}

double condition(const std::vector<double>& singular_values) {
  const auto [low, high] = std::minmax_element(singular_values.begin(), singular_values.end());
  return *high / *low;
}

TEST(GoldenPolar, AccurateRouteInDouble) {
  testing::for_each_case("polar.json", [](const testing::Json& entry) {
    const std::vector<double> z = testing::data_of(entry.at("Z"));
    const PolarResult<double> seen = run_polar<double>(
        entry.at("I"), entry.at("J"), z, testing::data_of(entry.at("A")), PolarRoute::kAccurate);
    ASSERT_TRUE(seen.ok);
    expect_near(seen.c, testing::data_of(entry.at("C")), entry.at("tol_C"), "C");
    expect_near(seen.dz, testing::data_of(entry.at("f")),
                entry.at("tol_f_rel").get<double>() * entry.at("f_scale").get<double>(), "f");
    std::vector<double> s = seen.singular_values;
    std::sort(s.rbegin(), s.rend());
    expect_near(s, testing::data_of(entry.at("singular_values")), 1e-13 * s[0], "singular values");
  });
}

/// In single precision, rounding Z alone changes C by eps cond(Z), and f by the same relative
/// amount.
TEST(GoldenPolar, FastRouteInFloat) {
  constexpr double kEps = std::numeric_limits<float>::epsilon();
  testing::for_each_case("polar.json", [](const testing::Json& entry) {
    const double cond = condition(testing::data_of(entry.at("singular_values")));
    if (cond > 1e3) return;
    const PolarResult<float> seen =
        run_polar<float>(entry.at("I"), entry.at("J"), testing::data_of(entry.at("Z")),
                         testing::data_of(entry.at("A")), PolarRoute::kFast);
    ASSERT_TRUE(seen.ok);
    expect_near(seen.c, testing::data_of(entry.at("C")), 4 * kEps * cond, "C");
    // f is a difference of terms as large as A / s_min.
    const std::vector<double> s = testing::data_of(entry.at("singular_values"));
    const double scale = std::max(entry.at("f_scale").get<double>(),
                                  largest(testing::data_of(entry.at("A"))) / s.back());
    expect_near(seen.dz, testing::data_of(entry.at("f")), 8 * kEps * cond * scale, "f");
  });
}

struct Shape {
  int rows, columns;
};

void PrintTo(const Shape& shape, std::ostream* out) {
  *out << shape.rows << " x " << shape.columns;
}

class PolarShapes : public ::testing::TestWithParam<std::tuple<Shape, int>> {
 protected:
  int rows() const { return std::get<0>(GetParam()).rows; }
  int columns() const { return std::get<0>(GetParam()).columns; }
  std::vector<double> draw(int stream) const {
    Random random(std::get<1>(GetParam()), stream);
    return normal_values<double>(random, rows() * columns());
  }
};
INSTANTIATE_TEST_SUITE_P(
    Seeds, PolarShapes,
    ::testing::Combine(::testing::Values(Shape{1, 1}, Shape{7, 1}, Shape{2, 2}, Shape{3, 2},
                                         Shape{100, 2}, Shape{3, 3}, Shape{9, 3}, Shape{5, 4},
                                         Shape{33, 5}, Shape{6, 6}, Shape{40, 8}, Shape{300, 7},
                                         Shape{140, 13}),
                       ::testing::Range(1, 6)));

TEST_P(PolarShapes, FastRouteEqualsAccurateRoute) {
  const std::vector<double> z = draw(0), a = draw(1);
  const auto accurate = run_polar<double>(rows(), columns(), z, a, PolarRoute::kAccurate);
  const auto fast = run_polar<double>(rows(), columns(), z, a, PolarRoute::kFast);
  ASSERT_TRUE(accurate.ok && fast.ok);
  const double cond = condition(accurate.singular_values);
  const double scale = std::max(largest(accurate.dz),
                                largest(a) / *std::min_element(accurate.singular_values.begin(),
                                                               accurate.singular_values.end()));
  expect_near(fast.c, accurate.c, 1e-14 * cond * cond, "C");
  expect_near(fast.dz, accurate.dz, 1e-14 * cond * cond * scale, "f");
  const auto single = run_polar<float>(rows(), columns(), z, a, PolarRoute::kFast);
  ASSERT_TRUE(single.ok);
  expect_near(single.c, accurate.c, 1e-6 * cond, "C in single precision");
  expect_near(single.dz, accurate.dz, 2e-6 * cond * scale, "f in single precision");
}

TEST_P(PolarShapes, ColumnsAreOrthonormal) {
  const std::vector<double> z = draw(0);
  const auto check = [&](const auto& c, double bound) {
    for (int a = 0; a < columns(); ++a) {
      for (int b = 0; b < columns(); ++b) {
        double dot = 0;
        for (int i = 0; i < rows(); ++i)
          dot += static_cast<double>(c[i * columns() + a]) * c[i * columns() + b];
        EXPECT_NEAR(dot, a == b ? 1 : 0, bound);
      }
    }
  };
  const auto accurate = run_polar<double>(rows(), columns(), z, z, PolarRoute::kAccurate);
  check(accurate.c, 1e-14 * columns());
  const auto single = run_polar<float>(rows(), columns(), z, z, PolarRoute::kFast);
  check(single.c, 1e-6 * condition(accurate.singular_values));
}

/// C^T Z is symmetric and positive definite, which makes C the nearest matrix with orthonormal
/// columns.
TEST_P(PolarShapes, IsTheNearestMatrixWithOrthonormalColumns) {
  const std::vector<double> z = draw(0);
  const auto result = run_polar<double>(rows(), columns(), z, z, PolarRoute::kAccurate);
  Eigen::MatrixXd h = Eigen::MatrixXd::Zero(columns(), columns());
  for (int i = 0; i < rows(); ++i) {
    for (int a = 0; a < columns(); ++a) {
      for (int b = 0; b < columns(); ++b)
        h(a, b) += result.c[i * columns() + a] * z[i * columns() + b];
    }
  }
  EXPECT_LT((h - h.transpose()).cwiseAbs().maxCoeff(), 1e-13 * h.norm());
  EXPECT_GT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(h).eigenvalues().minCoeff(), 0);
}

TEST_P(PolarShapes, GradientIsTheDerivative) {
  const std::vector<double> z = draw(0), a = draw(1), direction = draw(2);
  const auto result = run_polar<double>(rows(), columns(), z, a, PolarRoute::kAccurate);
  // Small compared with the smallest singular value, which determines the curvature of C.
  const double h =
      1e-4 * *std::min_element(result.singular_values.begin(), result.singular_values.end());
  const auto inner_product = [&](double step) {
    std::vector<double> moved = z;
    for (size_t i = 0; i < z.size(); ++i) moved[i] += step * direction[i];
    const auto at = run_polar<double>(rows(), columns(), moved, a, PolarRoute::kAccurate);
    double value = 0;
    for (size_t i = 0; i < z.size(); ++i) value += a[i] * at.c[i];
    return value;
  };
  double expected = 0;
  for (size_t i = 0; i < z.size(); ++i) expected += result.dz[i] * direction[i];
  const double seen = (inner_product(h) - inner_product(-h)) / (2 * h);
  const double scale =
      largest(a) * static_cast<double>(z.size()) /
      *std::min_element(result.singular_values.begin(), result.singular_values.end());
  EXPECT_NEAR(seen, expected, 1e-6 * scale);
}

TEST_P(PolarShapes, GradientShrinksAsZGrows) {
  const std::vector<double> z = draw(0), a = draw(1);
  std::vector<double> large = z;
  for (double& value : large) value *= 1024;
  const auto one = run_polar<float>(rows(), columns(), z, a, PolarRoute::kFast);
  const auto other = run_polar<float>(rows(), columns(), large, a, PolarRoute::kFast);
  EXPECT_EQ(one.c, other.c);  // a power of two changes no digit
  std::vector<float> scaled = other.dz;
  for (float& value : scaled) value *= 1024;
  EXPECT_EQ(one.dz, scaled);
}

template <class T>
class PolarRank : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(PolarRank, Scalars);

TYPED_TEST(PolarRank, LossIsFoundAndLeavesTheProjectionAlone) {
  const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  for (int columns : {1, 2, 3, 5}) {
    const Block block = transposed_block(6, columns);
    Random random(4);
    const std::vector<TypeParam> good =
        testing::cast<TypeParam>(normal_values<double>(random, 6 * columns));
    std::vector<std::vector<TypeParam>> bad(4, good);
    std::fill(bad[0].begin(), bad[0].end(), TypeParam(0));
    bad[1][columns / 2] = nan;
    bad[2][columns / 2] = infinity;
    for (int i = 0; i < 6; ++i)  // the last column is a multiple of the first, or zero
      bad[3][i * columns + columns - 1] = columns == 1 ? TypeParam(0) : 2 * good[i * columns];
    for (PolarRoute route : {PolarRoute::kFast, PolarRoute::kAccurate}) {
      Polar<TypeParam> polar(6, columns, route);
      for (const std::vector<TypeParam>& values : bad) {
        std::vector<TypeParam> z(block.rows * block.stride), c(z.size(), TypeParam(7));
        set_block(block, values, z);
        EXPECT_FALSE(polar.forward(z.data(), c.data())) << columns;
        EXPECT_EQ(c, std::vector<TypeParam>(z.size(), TypeParam(7))) << columns;
        set_block(block, good, z);
        EXPECT_TRUE(polar.forward(z.data(), c.data())) << columns;
      }
    }
  }
}

TYPED_TEST(PolarRank, LimitIsEightEpsTimesTheLargerSide) {
  const double limit = 8 * static_cast<double>(std::numeric_limits<TypeParam>::epsilon()) * 6;
  for (const auto& [small, kept] : {std::pair(1.5 * limit, true), std::pair(0.5 * limit, false)}) {
    std::vector<double> z(12);
    z[0] = 1;
    z[3] = small;  // diag(1, small)
    for (PolarRoute route : {PolarRoute::kFast, PolarRoute::kAccurate})
      EXPECT_EQ(run_polar<TypeParam>(6, 2, z, z, route).ok, kept) << small;
  }
}

/// Near the limit the fast route switches to the accurate one, so that C keeps its digits.
TEST(Polar, FastRouteHandlesIllConditionedMatrices) {
  for (int columns : {2, 3, 4}) {
    Random random(columns);
    std::vector<double> z(20 * columns);
    for (int i = 0; i < 20; ++i) {
      const double shared = random.normal();
      for (int j = 0; j < columns; ++j)
        z[i * columns + j] = static_cast<float>(shared + (j > 0 ? 1e-3 * random.normal() : 0));
    }
    const auto exact = run_polar<double>(20, columns, z, z, PolarRoute::kAccurate);
    const auto fast = run_polar<float>(20, columns, z, z, PolarRoute::kFast);
    ASSERT_TRUE(fast.ok);
    // Z is exact in single precision, so that only the arithmetic causes errors.
    expect_near(fast.c, exact.c, 5e-4, "C");
  }
}

TEST(Polar, EqualSingularValuesAreHarmless) {
  for (int columns : {2, 3, 4}) {
    Random random(columns);
    const Matrix q = random_rotation(random, 5);
    std::vector<double> z;
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < columns; ++j) z.push_back(3 * q(i, j));
    }
    Random other(9);
    const std::vector<double> a = normal_values<double>(other, z.size());
    for (PolarRoute route : {PolarRoute::kFast, PolarRoute::kAccurate}) {
      const auto result = run_polar<double>(5, columns, z, a, route);
      ASSERT_TRUE(result.ok);
      for (size_t i = 0; i < z.size(); ++i) EXPECT_NEAR(result.c[i], z[i] / 3, 1e-14);
      EXPECT_LT(largest(result.dz), 10);
    }
  }
}

}  // namespace
}  // namespace trip
