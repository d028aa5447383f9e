// Planes turned to one another, their mean and random planes: compared with SciPy and NumPy
// (fixtures/make-alignment.py), and with their definitions at ties, for several modes and at scale.

#include <trip/alignment.h>
#include <trip/linear_algebra.h>
#include <trip/metrics.h>
#include <trip/tensor.h>

#include <algorithm>

#include "golden.h"
#include "support.h"

namespace trip {
namespace {

using testing::expect_near;
using testing::expect_orthonormal;
using testing::Json;

Json fixture(const char* part) {
  return testing::read_json(std::string(TRIP_TESTS_DIR) + "/cpp/fixtures/alignment.json").at(part);
}

std::vector<double> list(const Json& entry, const char* name) {
  return entry.at(name).get<std::vector<double>>();
}

std::vector<double> flat(const Matrix& m) {
  return std::vector<double>(m.data(), m.data() + m.size());
}

Matrix normal(Random& random, int rows, int columns) {
  return testing::matrix_of(rows, testing::normal_values<double>(random, rows * columns));
}

TEST(Procrustes, IsThatOfSciPy) {
  for (const Json& entry : fixture("procrustes")) {
    const int columns = entry.at("columns");
    const Matrix a = matrix_of(list(entry, "a"), columns), b = matrix_of(list(entry, "b"), columns);
    const Matrix turn = procrustes(a, b);
    expect_near(turn, matrix_of(list(entry, "rotation"), columns), 1e-12, "R");
    EXPECT_NEAR((a * turn - b).norm(), entry.at("error"), 1e-12);
  }
}

TEST(Procrustes, LeavesAxesInPlaceThatNothingDetermines) {
  const Matrix nothing = Matrix::Zero(5, 3);
  expect_near(procrustes(nothing, nothing), Matrix::Identity(3, 3), 0, "R of zeros");
  // The first axis is turned to the third; the other two are free.
  const Matrix a{{1, 0, 0}, {2, 0, 0}}, b{{0, 0, 1}, {0, 0, 2}};
  const Matrix turn = procrustes(a, b);
  expect_orthonormal(turn, 1e-15);
  expect_near(Matrix(a * turn), b, 1e-15, "A R");
  EXPECT_NEAR(turn.trace(), 1, 1e-15);  // the second stays: no R with A R = B has a larger trace
}

/// A x_1 R1^T x_2 R2^T ..
std::vector<double> turned(std::vector<double> tensor, int count, const std::vector<int>& ranks,
                           const std::vector<Matrix>& rotations) {
  std::vector<int> sizes{count};
  sizes.insert(sizes.end(), ranks.begin(), ranks.end());
  for (size_t k = 0; k < ranks.size(); ++k)
    tensor = contract(tensor, sizes, static_cast<int>(k) + 1, rotations[k]);
  return tensor;
}

TEST(Align, FindsTheRotationOfEveryMode) {
  Random random(1);
  for (const std::vector<int>& ranks :
       {std::vector<int>{3}, {2, 2}, {2, 3, 2}, {1, 4}, {2, 1, 1}}) {
    const int count = 30, size = product(ranks);
    const std::vector<double> points = testing::normal_values<double>(random, count * size);
    std::vector<Matrix> truth;
    std::vector<double> start;
    for (const int rank : ranks) {
      truth.push_back(random_rotation(random, rank));
      const Matrix near = orthonormalized(truth.back() + 0.3 * normal(random, rank, rank));
      for (const double value : flat(near)) start.push_back(value);
    }
    const std::vector<double> wanted = turned(points, count, ranks, truth);
    const std::vector<Matrix> seen = align(points, wanted, ranks, start);
    ASSERT_EQ(seen.size(), ranks.size());
    for (const Matrix& rotation : seen) expect_orthonormal(rotation, 1e-13);
    expect_near(turned(points, count, ranks, seen), wanted, 1e-9, "A turned");
  }
}

/// With noise no rotation of one mode improves the result.
TEST(Align, EndsInAMinimum) {
  Random random(2);
  const std::vector<int> ranks{2, 3};
  const std::vector<double> a = testing::normal_values<double>(random, 40 * 6),
                            b = testing::normal_values<double>(random, 40 * 6);
  const auto error = [&](const std::vector<Matrix>& rotations) {
    return (testing::vector_of(turned(a, 40, ranks, rotations)) - testing::vector_of(b)).norm();
  };
  const std::vector<Matrix> best = align(a, b, ranks);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<Matrix> other = best;
    Matrix& mode = other[trial % 2];
    mode = mode * orthonormalized(Matrix::Identity(mode.rows(), mode.rows()) +
                                  0.1 * normal(random, mode.rows(), mode.rows()));
    EXPECT_GT(error(other), error(best));
  }
}

TEST(Align, RefusesOtherSizes) {
  testing::expect_error("shape", {"4 numbers a sample", "8 and 4"}, [] {
    align(std::vector<double>(8), std::vector<double>(4), {2, 2});
  });
  testing::expect_error("shape", {"6 and 6"}, [] {
    align(std::vector<double>(6), std::vector<double>(6), {2, 2});
  });
  testing::expect_error("shape", {"ranks"}, [] { align({}, {}, {}); });
  // Products of ranks that wrap to 0 and to 4 in 32 bits.
  for (const std::vector<int>& ranks : {std::vector<int>{65536, 65536}, {1073741825, 4}}) {
    testing::expect_error("shape", {"at most 65536 numbers", "got 4294967"},
                          [&] { align(std::vector<double>(4), std::vector<double>(4), ranks); });
  }
  testing::expect_error("shape", {"got 65537"}, [] {
    align(std::vector<double>(65537), std::vector<double>(65537), {65537});
  });
  testing::expect_error("shape", {"start", "has 3", "4 are"}, [] {
    align(std::vector<double>(4), std::vector<double>(4), {2}, {1, 0, 0});
  });
}

TEST(MeanPlane, IsThatOfNumPysEigenvectors) {
  for (const Json& entry : fixture("meanPlane")) {
    const int rows = entry.at("rows"), columns = entry.at("columns");
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
    const Matrix expected = matrix_of(list(entry, "plane"), columns);
    const Matrix seen = mean_plane(list(entry, "bases"), rows, columns);
    expect_orthonormal(seen, 1e-13);
    expect_near(Matrix(seen * seen.transpose()), Matrix(expected * expected.transpose()), 1e-11,
                "projector");
    expect_near(seen, expected, 1e-10, "eigenvectors");
  }
}

TEST(MeanPlane, IsExactForManyVariables) {
  Random random(3);
  constexpr int kRows = 3000, kColumns = 3, kPlanes = 40;
  const Matrix common = normal(random, kRows, kColumns);
  std::vector<double> bases;
  Eigen::MatrixXd joined(kRows, kPlanes * kColumns);
  for (int b = 0; b < kPlanes; ++b) {
    const Matrix basis = orthonormalized(common + normal(random, kRows, kColumns));
    joined.middleCols(b * kColumns, kColumns) = basis;
    for (const double value : flat(basis)) bases.push_back(value);
  }
  // The left singular vectors of all bases side by side, from their Gram matrix.
  const Eigenpairs pairs = eigenpairs(joined.transpose().lazyProduct(joined));
  const Matrix expected = orthonormalized(times(joined, pairs.vectors.leftCols(kColumns)));
  const Vector angles = principal_angles(mean_plane(bases, kRows, kColumns), expected);
  EXPECT_LT(angles(kColumns - 1), 1e-9);
}

/// The plane of most bases is found although it is orthogonal to the others.
TEST(MeanPlane, IsThatOfTheMajority) {
  const Matrix first = Matrix::Identity(6, 2);
  Matrix last = Matrix::Zero(6, 2);
  last.bottomRows(2) = Matrix::Identity(2, 2);
  std::vector<double> bases;
  for (const Matrix& basis : {first, last, last, first, last})
    for (const double value : flat(basis)) bases.push_back(value);
  const Matrix seen = mean_plane(bases, 6, 2);
  EXPECT_LT(principal_angles(seen, last)(1), 1e-9);
}

TEST(MeanPlane, RefusesOtherSizes) {
  testing::expect_error("shape", {"4 numbers each", "6 numbers"},
                        [] { mean_plane(std::vector<double>(6), 2, 2); });
  testing::expect_error("shape", {"got 0 numbers"}, [] { mean_plane({}, 2, 2); });
  testing::expect_error("shape", {"1 to 2 columns", "got 3"},
                        [] { mean_plane(std::vector<double>(6), 2, 3); });
}

TEST(RandomAngles, HaveTheDistributionOfRandomPlanes) {
  for (const Json& entry : fixture("randomAngles")) {
    constexpr int kCount = 4000;
    const Vector seen = random_angles(entry.at("rows"), entry.at("columns"), kCount, 9);
    const std::vector<double> quartiles = list(entry, "quartiles");
    for (int q = 0; q < 3; ++q) {
      // Four standard deviations of the share below a quartile.
      const double share = (q + 1) * 0.25, below = (seen.array() < quartiles[q]).count();
      EXPECT_NEAR(below / kCount, share, 4 * std::sqrt(share * (1 - share) / kCount) + 0.007);
    }
  }
}

TEST(RandomAngles, AreZeroOfTheWholeSpaceAndFollowTheSeed) {
  EXPECT_LT(random_angles(3, 3, 5, 1).maxCoeff(), 1e-6);
  EXPECT_EQ(random_angles(8, 2, 5, 1), random_angles(8, 2, 5, 1));
  EXPECT_NE(random_angles(8, 2, 5, 1), random_angles(8, 2, 5, 2));
  testing::expect_error("shape", {"1 to 2 columns", "got 3 and 5"},
                        [] { random_angles(2, 3, 5, 1); });
}

}  // namespace
}  // namespace trip
