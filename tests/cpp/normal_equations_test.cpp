// Weighted problems reduced by their normal equations, against the reflections of the rows.

#include "normal_equations.h"

#include <trip/linear_algebra.h>

#include <algorithm>
#include <limits>

#include "support.h"

namespace trip {
namespace {

constexpr double kTiny = std::numeric_limits<double>::min();

Eigen::MatrixXd random_matrix(int rows, int columns, Random& random) {
  return testing::matrix_of(
      rows, testing::normal_values<double>(random, static_cast<size_t>(rows) * columns));
}

std::vector<Reduced> solve(const Eigen::MatrixXd& m, const Eigen::MatrixXd& sides,
                           const Vector& weights, double least = kTiny) {
  const int rows = static_cast<int>(m.rows()), unknowns = static_cast<int>(m.cols());
  NormalEquations equations(unknowns, static_cast<int>(sides.cols()));
  for (int first = 0; first < rows; first += NormalEquations::kRows) {
    const int next = std::min(NormalEquations::kRows, rows - first);
    for (int j = 0; j < unknowns; ++j) equations.set(j, m.col(j).data() + first, next, {0, 1});
    for (int s = 0; s < sides.cols(); ++s)
      equations.set(unknowns + s, sides.col(s).data() + first, next, {0, 1});
    std::fill_n(equations.weights(), padded(next), 0.0);
    std::copy_n(weights.data() + first, next, equations.weights());
    equations.add(padded(next));
  }
  return equations.reduced(least);
}

/// Whole lanes and blocks, and rows left over.
TEST(NormalEquations, HaveTheErrorsAndSolutionsOfTheRows) {
  Random random(1);
  for (int rows : {12, 13, 127, 128, 129, 515}) {
    for (int unknowns : {1, 2, 3, 5}) {
      SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(unknowns));
      const Eigen::MatrixXd m = random_matrix(rows, unknowns, random);
      const Eigen::MatrixXd sides = random_matrix(rows, 3, random);
      const Vector weights = random_matrix(rows, 1, random).col(0).cwiseAbs();
      const Vector root = weights.cwiseSqrt();
      const std::vector<Reduced> seen = solve(m, sides, weights);
      ASSERT_EQ(seen.size(), 3U);
      for (int s = 0; s < 3; ++s) {
        const Eigen::MatrixXd scaled = root.asDiagonal() * m;
        const Vector side = root.cwiseProduct(sides.col(s));
        const Vector v = scaled.colPivHouseholderQr().solve(side);
        const Vector own = seen[s].r.colPivHouseholderQr().solve(seen[s].q);
        EXPECT_NEAR((own - v).norm(), 0, 1e-12 * v.norm());
        const Vector other = 2 * v + Vector::Ones(unknowns);
        const double expected = (scaled * other - side).squaredNorm();
        EXPECT_NEAR((seen[s].r * other - seen[s].q).squaredNorm() + seen[s].rest, expected,
                    1e-13 * (expected + side.squaredNorm()));
      }
    }
  }
}

/// Columns of any length count alike; a square of a thousandth of the column's is the limit.
TEST(NormalEquations, NearlyDependentColumnsHaveNoResult) {
  Random random(2);
  const Eigen::MatrixXd three = orthonormalized(random_matrix(200, 3, random));
  const Eigen::MatrixXd side = random_matrix(200, 1, random);
  const Vector weights = Vector::Ones(200);
  for (double unit : {1e-100, 1.0, 1e100}) {
    for (const auto& [angle, accepted] : {std::pair{0.032, true}, {0.0316, false}, {0.0, false}}) {
      Eigen::MatrixXd m = three;
      m.col(2) = unit * (std::sqrt(1 - angle * angle) * three.col(0) + angle * three.col(1));
      EXPECT_FALSE(solve(m.rightCols(2), side, weights).empty());
      Eigen::MatrixXd pair(200, 2);
      pair << m.col(0), m.col(2);
      EXPECT_EQ(!solve(pair, side, weights).empty(), accepted) << angle << ", " << unit;
    }
  }
}

TEST(NormalEquations, ShortColumnsHaveNoResult) {
  const Eigen::MatrixXd m{{0.1, 1}, {-0.1, 1}, {0.2, 1}};  // squares with the weights: 0.05
  const Vector weights{{1, 2, 0.5}};
  const Eigen::MatrixXd side = Eigen::MatrixXd::Ones(3, 1);
  EXPECT_FALSE(solve(m, side, weights, 0.0499).empty());
  EXPECT_TRUE(solve(m, side, weights, 0.0501).empty());
  EXPECT_TRUE(solve(0 * m, side, weights).empty());
  EXPECT_TRUE(solve(m / 0.0, side, weights).empty());
}

TEST(NormalEquations, ColumnsAreShiftedAndScaled) {
  for (int rows : {1, 3, 4, 5, 11, 128}) {
    NormalEquations equations(2, 1);
    std::vector<double> values(rows);
    for (int r = 0; r < rows; ++r) values[r] = 3 + r;
    equations.set(1, values.data(), rows, {2, 0.25});
    for (int r = 0; r < NormalEquations::kRows; ++r) {
      EXPECT_EQ(equations.block(1)[r], r < rows ? (1 + r) / 4.0 : 0) << r << " of " << rows;
      EXPECT_EQ(equations.block(0)[r], 0);
    }
  }
}

/// The rest is never negative, even where the side is a combination of the columns.
TEST(NormalEquations, RestsAreNotNegative) {
  Random random(3);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const Eigen::MatrixXd m = random_matrix(40, 3, random);
    const Eigen::MatrixXd side = m * Vector{{1, -2, 3}};
    const Reduced seen = solve(m, side, Vector::Ones(40)).at(0);
    EXPECT_GE(seen.rest, 0);
    EXPECT_LT(seen.rest, 1e-13 * side.squaredNorm());
  }
}

}  // namespace
}  // namespace trip
