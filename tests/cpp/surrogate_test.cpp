// Compares the rank-one surrogate, the rotation and the local coefficients with reference values.

#include <trip/explanation.h>
#include <trip/linear_algebra.h>
#include <trip/model.h>
#include <trip/random.h>
#include <trip/surrogate.h>

#include <Eigen/QR>
#include <Eigen/SVD>
#include <limits>

#include "golden.h"

namespace trip {
namespace {

using testing::expect_near;
using testing::Json;

constexpr double kBound = 1e-6;  // golden/README.md, for a converged solver

template <class List>  // of matrices or vectors
void expect_arrays(const List& seen, const Json& expected, double bound, const std::string& name) {
  ASSERT_EQ(seen.size(), expected.size()) << name;
  for (size_t k = 0; k < seen.size(); ++k)
    expect_near(seen[k], testing::matrix_of(expected[k]), bound, name + " " + std::to_string(k));
}

Explainer explainer_of(const Json& entry) {
  Architecture a;
  a.dims = entry.at("dims").get<std::vector<int>>();
  a.ranks = entry.at("J").get<std::vector<int>>();
  a.outputs = 1;
  Factors c;
  for (const Json& array : entry.at("C")) c.push_back(testing::matrix_of(array));
  return Explainer(a, c, testing::matrix_of(entry.at("Xbar")), entry.at("sigma"));
}

TEST(GoldenSurrogate, GlobalFitAndRotation) {
  testing::for_each_case("interpret.json", [](const Json& entry) {
    const Explainer explainer = explainer_of(entry);
    const double bound = entry.at("K") == 1 ? 1e-9 : kBound;
    for (const Json& target : entry.at("targets")) {
      const Surrogate seen = explainer.surrogate(testing::matrix_of(target.at("y_pred")));
      const Json& expected = target.at("surrogate");
      expect_arrays(seen.fit.g, expected.at("g"), bound, "g");
      EXPECT_NEAR(seen.fit.scale, expected.at("scale"), bound);
      EXPECT_NEAR(seen.fit.bias, expected.at("b"), bound);
      EXPECT_NEAR(seen.fit.objective, expected.at("objective"), bound);
      expect_arrays(seen.rotation, target.at("R"), bound, "R");
      expect_arrays(seen.rotated, target.at("rotated"), 10 * bound, "rotated");
      expect_arrays(seen.axes, target.at("CR"), bound, "C R");
      expect_arrays(seen.singular_values, target.at("U_singular_values"), 10 * bound,
                    "singular values");
    }
  });
}

TEST(GoldenSurrogate, LocalCoefficients) {
  testing::for_each_case("interpret.json", [](const Json& entry) {
    const Explainer explainer = explainer_of(entry);
    EXPECT_EQ(explainer.sigma(), entry.at("sigma").get<double>());
    std::vector<Vector> targets;
    std::vector<Surrogate> surrogates;
    for (const Json& target : entry.at("targets")) {
      targets.push_back(testing::matrix_of(target.at("y_pred")));
      surrogates.push_back(explainer.surrogate(targets.back()));
    }
    for (size_t t = 0; t < targets.size(); ++t) {
      for (const Json& expected : entry.at("targets")[t].at("lrc")) {
        const int n = expected.at("n");
        SCOPED_TRACE("target " + std::to_string(t) + ", sample " + std::to_string(n));
        const LocalCoefficients seen = explainer.local(n, targets, surrogates)[t];
        EXPECT_NEAR(seen.fit.objective, expected.at("objective"), kBound);
        EXPECT_NEAR(seen.fit.bias, expected.at("b"), kBound);
        expect_arrays(seen.latent, expected.at("ghat"), kBound, "ghat");
        expect_arrays(seen.rotated, expected.at("R_ghat"), kBound, "R ghat");
        expect_arrays(seen.original, expected.at("C_ghat"), kBound, "C ghat");
      }
    }
  });
}

Matrix three_samples() { return Matrix{{0, 0}, {3, 4}, {0, 0}}; }

/// The number of neighbours is the sum of the weights, including the sample itself.
TEST(Explainer, NeighboursAreTheSumOfTheWeights) {
  const Explainer explainer({{2}, {2}, {}, 1}, {Matrix::Identity(2, 2)}, three_samples(), 5);
  EXPECT_NEAR(explainer.neighbours(0), 2 + std::exp(-1.0), 1e-14);
  EXPECT_NEAR(explainer.neighbours(1), 1 + 2 * std::exp(-1.0), 1e-14);
}

TEST(Explainer, TheSampleItselfCountsInAnyNeighbourhood) {
  for (double sigma : {1e-160, 1e-300, 5e-324}) {
    const Explainer explainer({{2}, {2}, {}, 1}, {Matrix::Identity(2, 2)}, three_samples(), sigma);
    EXPECT_EQ(explainer.neighbours(0), 2);
    EXPECT_EQ(explainer.neighbours(1), 1);
  }
}

/// Rows of a weighted least squares problem in [Xbar, 1], and its right-hand side.
struct Problem {
  Eigen::MatrixXd rows;
  Vector side;
};

/// The squared error of alternating least squares for vectors a (x) b from a random start.
double from_random_start(const Problem& p, int first, int second, Random& random) {
  Vector a(first), b(second);
  for (double& value : a) value = random.normal();
  for (double& value : b) value = random.normal();
  const Eigen::Index count = p.rows.rows(), latent = p.rows.cols() - 1;
  const auto solve = [&](int size, auto direction, Vector& out) {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(count, size + 1);
    for (int j = 0; j < size; ++j) matrix.col(j) = direction(j);
    matrix.col(size) = p.rows.col(latent);
    const Vector solution = matrix.colPivHouseholderQr().solve(p.side);
    out = solution.head(size);
    return (matrix * solution - p.side).squaredNorm();
  };
  double last = std::numeric_limits<double>::infinity();
  for (int sweep = 0; sweep < 1000; ++sweep) {
    solve(
        second,
        [&](int j) -> Vector {
          Vector column = Vector::Zero(count);
          for (int i = 0; i < first; ++i) column += a(i) * p.rows.col(i * second + j);
          return column;
        },
        b);
    b.normalize();
    const double now = solve(
        first, [&](int i) -> Vector { return p.rows.middleCols(i * second, second) * b; }, a);
    if (sweep > 0 && last - now <= 1e-13 * last) return now;
    last = now;
  }
  return last;
}

/// Reduces the weighted neighbourhood to P + 1 rows and a rest.
double best_of_random_starts(const Matrix& latent, const Vector& y, int sample,
                             const Explainer& explainer, const std::vector<int>& ranks) {
  const Eigen::Index count = latent.rows(), size = latent.cols();
  Eigen::MatrixXd rows(count, size + 1);
  Vector side(count);
  for (Eigen::Index n = 0; n < count; ++n) {
    const double distance = (latent.row(n) - latent.row(sample)).norm() / explainer.sigma();
    const double root = std::exp(-distance * distance / 2);
    rows.row(n) << root * latent.row(n), root;
    side(n) = root * y(n);
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(rows);
  const Vector turned = qr.householderQ().adjoint() * side;
  const Problem reduced{qr.matrixQR().topRows(size + 1).triangularView<Eigen::Upper>(),
                        turned.head(size + 1)};
  Random random(1, sample);
  double best = std::numeric_limits<double>::infinity();
  for (int start = 0; start < 200; ++start)
    best = std::min(best, from_random_start(reduced, ranks[0], ranks[1], random));
  return (best + turned.tail(count - size - 1).squaredNorm()) / static_cast<double>(count);
}

/// At least 99.5 % of 200 local fits are as good as the best of 200 random starts.
TEST(Explainer, LocalFitsOfMatricesFindTheBestMinimum) {
  const std::vector<std::vector<int>> shapes{{2, 2}, {3, 2}, {3, 3}, {4, 3}};
  int fits = 0, worse = 0;
  for (size_t shape = 0; shape < shapes.size(); ++shape) {
    const std::vector<int>& ranks = shapes[shape];
    Random random(shape, 5);
    const Architecture a{ranks, ranks, {}, 1};
    const Matrix latent = testing::matrix_of(
        90, testing::normal_values<double>(random, 90 * static_cast<size_t>(a.latent_size())));
    const Matrix weights = testing::matrix_of(
        a.latent_size(), testing::normal_values<double>(random, 6 * a.latent_size()));
    // The probability of a network of six units.
    const Vector y = ((latent * weights).cwiseMax(0).rowwise().sum().array() - 5).tanh().matrix();
    Factors c;
    for (int rank : ranks) c.push_back(Matrix::Identity(rank, rank));
    const Explainer explainer(a, c, latent, 1.5);
    const std::vector<Surrogate> surrogates{explainer.surrogate(y)};
    const double variance = (y.array() - y.mean()).square().mean();
    for (int n = 0; n < testing::seeds(50, 10); ++n) {
      const double seen = explainer.local(n, {y}, surrogates)[0].fit.objective;
      const double best = best_of_random_starts(latent, y, n, explainer, ranks);
      ++fits;
      worse += !(seen - best <= std::max(1e-6 * best, 1e-12 * variance));
    }
  }
  EXPECT_EQ(fits, testing::seeds(200, 40));
  EXPECT_LE(worse, 1) << "of " << fits;
}

/// Coefficients are proportional to the unit of the response.
TEST(Explainer, CoefficientsFollowTheUnitOfTheResponse) {
  Random random(8);
  for (const std::vector<int>& ranks : {std::vector<int>{3}, std::vector<int>{2, 2}}) {
    const Architecture a{ranks, ranks, {}, 1};
    const int size = a.latent_size();
    const Matrix latent = testing::matrix_of(
        50, testing::normal_values<double>(random, 50 * static_cast<size_t>(size)));
    const Vector y = testing::vector_of(testing::normal_values<double>(random, 50));
    Factors c;
    for (int rank : ranks) c.push_back(Matrix::Identity(rank, rank));
    const Explainer explainer(a, c, latent, 1);
    const LocalCoefficients plain = explainer.local(3, {y}, {explainer.surrogate(y)})[0];
    for (double unit : {1e-6, 1e6}) {
      const Vector other = unit * y;
      const LocalCoefficients seen = explainer.local(3, {other}, {explainer.surrogate(other)})[0];
      for (size_t k = 0; k < ranks.size(); ++k)
        expect_near(seen.original[k], unit * plain.original[k],
                    1e-6 * unit * plain.original[k].norm(), "coefficients");
    }
  }
}

/// Neighbours that are left out change nothing: the fit is that of all samples with their weights.
TEST(Explainer, LocalFitsAreThoseOfAllSamples) {
  const int count = 301, size = 2;
  for (double spread : {1.0, 4.0, 12.0}) {
    Random random(13);
    const Matrix latent =
        testing::matrix_of(count, testing::normal_values<double>(random, count * size, spread));
    const Vector y = latent.col(0).array().tanh() + latent.col(1).array() / 10;
    const Explainer explainer({{size}, {size}, {}, 1}, {Matrix::Identity(size, size)}, latent, 1);
    const std::vector<Surrogate> surrogates{explainer.surrogate(y)};
    int fits = 0;
    for (int n = 0; n < count; ++n) {
      const LocalCoefficients seen = explainer.local(n, {y}, surrogates)[0];
      Vector root(count);
      for (int m = 0; m < count; ++m)
        root(m) = std::exp(-(latent.row(m) - latent.row(n)).squaredNorm() / 2);
      EXPECT_NEAR(seen.neighbours, root.squaredNorm(), 1e-12 * seen.neighbours);
      EXPECT_EQ(seen.neighbours, explainer.neighbours(n));
      if (seen.neighbours < 2) continue;
      ++fits;
      Eigen::MatrixXd rows(count, size + 1);
      rows << root.asDiagonal() * latent, root;
      const Vector side = root.cwiseProduct(y);
      const Vector expected = rows.colPivHouseholderQr().solve(side);
      // Rounding of the reference grows with the condition.
      const Vector lengths = rows.bdcSvd().singularValues();
      const double bound = 1e-13 * lengths(0) / lengths(size);
      expect_near(seen.latent[0], expected.head(size), bound * expected.norm(), "coefficients");
      EXPECT_NEAR(seen.fit.bias, expected(size), bound * expected.norm());
      EXPECT_NEAR(seen.fit.objective, (rows * expected - side).squaredNorm() / count, 1e-13);
    }
    EXPECT_GE(fits, 5) << spread;
  }
}

/// Fits of many neighbours do not depend on where the samples lie and on the unit of their
/// coordinates, and several targets do not change one another.
TEST(Explainer, LocalFitsFollowTheOriginAndTheUnit) {
  Random random(14);
  const int count = 700;
  for (const std::vector<int>& ranks :
       {std::vector<int>{1}, std::vector<int>{2}, std::vector<int>{2, 2}}) {
    const Architecture a{ranks, ranks, {}, 1};
    const int size = a.latent_size();
    Factors c;
    for (int rank : ranks) c.push_back(Matrix::Identity(rank, rank));
    const Matrix latent = testing::matrix_of(
        count, testing::normal_values<double>(random, static_cast<size_t>(count) * size));
    const Vector y = latent.rowwise().sum().array().tanh() + 3;
    const Vector other = latent.col(0).array().square();
    const auto local = [&](const Matrix& at, double width, int sample) {
      const Explainer explainer(a, c, at, width);
      return explainer.local(sample, {other, y},
                             {explainer.surrogate(other), explainer.surrogate(y)})[1];
    };
    for (int sample : {0, 17, 699}) {
      const LocalCoefficients plain = local(latent, 1.5, sample);
      for (const auto& [origin, unit] : {std::pair{0.0, 1e-3}, {50.0, 1.0}, {-2.0, 1e4}}) {
        const LocalCoefficients seen =
            local(unit * (latent.array() + origin).matrix(), unit * 1.5, sample);
        double product = seen.fit.scale * unit;
        for (size_t k = 0; k < ranks.size(); ++k) {
          expect_near(seen.fit.g[k], plain.fit.g[k], 1e-6, "direction");
          product *= seen.fit.g[k].sum();
        }
        EXPECT_NEAR(unit * seen.fit.scale, plain.fit.scale, 1e-6 * plain.fit.scale);
        // <Xbar + origin, w> = <Xbar, w> + origin times the sum of w.
        EXPECT_NEAR(seen.fit.bias + origin * product, plain.fit.bias, 1e-5);
        EXPECT_NEAR(seen.fit.objective, plain.fit.objective, 1e-10);
        EXPECT_NEAR(seen.neighbours, plain.neighbours, 1e-9 * plain.neighbours);
      }
    }
  }
}

/// In a neighbourhood far wider than the samples, every local fit is that of all samples.
TEST(Explainer, WideNeighbourhoodsGiveTheRegressionOfAllSamples) {
  Random random(15);
  const int count = 100, size = 2;
  const Matrix latent =
      testing::matrix_of(count, testing::normal_values<double>(random, count * size));
  const Vector y = latent * Vector{{2, -1}} + 0.1 * latent.col(0).array().square().matrix();
  Eigen::MatrixXd rows(count, size + 1);
  rows << latent, Vector::Ones(count);
  const Vector expected = rows.colPivHouseholderQr().solve(y);
  // Up to a width of about 300, normal equations are taken.
  for (double width : {30.0, 200.0, 1e4, 1e8, 1e12, 1e100}) {
    const double bound = 2 / width / width + 1e-6;  // the least weight is about 1 - (5 / width)^2
    const Explainer explainer({{size}, {size}, {}, 1}, {Matrix::Identity(size, size)}, latent,
                              width);
    const LocalCoefficients seen = explainer.local(7, {y}, {explainer.surrogate(y)})[0];
    expect_near(seen.latent[0], expected.head(size), bound, "coefficients");
    EXPECT_NEAR(seen.fit.bias, expected(size), bound) << width;
  }
}

/// At any distance and width the coefficients are finite, and the sample itself has weight 1.
TEST(Explainer, IsolatedSamplesHaveFiniteCoefficients) {
  for (const std::vector<int>& ranks :
       {std::vector<int>{1}, std::vector<int>{2}, std::vector<int>{2, 2}}) {
    const Architecture a{ranks, ranks, {}, 1};
    Factors c;
    for (int rank : ranks) c.push_back(Matrix::Identity(rank, rank));
    for (double reach : {1e-30, 1e-3, 1.0, 20.0, 26.0, 27.0, 27.3, 30.0, 100.0, 1e8, 1e38}) {
      Random random(9);
      const Matrix latent = testing::matrix_of(
          30,
          testing::normal_values<double>(random, 30 * static_cast<size_t>(a.latent_size()), reach));
      const Vector y = testing::vector_of(testing::normal_values<double>(random, 30));
      for (double sigma : {1e-300, 1e-3, 1.0, 1e3, 1e300}) {
        const Explainer explainer(a, c, latent, sigma);
        const std::vector<Surrogate> surrogates{explainer.surrogate(y, 2)};
        for (int n = 0; n < 10; ++n) {
          const LocalCoefficients seen = explainer.local(n, {y}, surrogates)[0];
          EXPECT_GE(explainer.neighbours(n), 1);
          EXPECT_TRUE(std::isfinite(explainer.neighbours(n)));
          EXPECT_TRUE(std::isfinite(seen.fit.bias) && std::isfinite(seen.fit.objective));
          for (const Vector& v : seen.original)
            EXPECT_TRUE(v.allFinite()) << reach << ", " << sigma;
        }
      }
    }
  }
}

/// Without a width, the median distance to the nearest other sample is taken.
TEST(Explainer, AutomaticWidthIsTheMedianOfTheNearestDistances) {
  const auto width = [](const std::vector<double>& points) {
    const Matrix latent = testing::matrix_of(static_cast<int>(points.size()), points);
    return Explainer({{1}, {1}, {}, 1}, {Matrix::Identity(1, 1)}, latent, 0).sigma();
  };
  EXPECT_EQ(width({0, 1, 3, 7}), 1.5);     // of 1, 1, 2, 4
  EXPECT_EQ(width({7, 0, 3, 1, 12}), 2);   // of 4, 1, 2, 1, 5
  EXPECT_EQ(width({0, 0, 3, 7, 7.5}), 3);  // a copy is no neighbour: of 3, 3, 3, 0.5, 0.5
  EXPECT_EQ(width({4, 4, 4}), 1);
  EXPECT_EQ(width({4}), 1);
}

/// A projected variable that is always 0 has no coefficient, and changes none of the others.
TEST(Explainer, ZeroColumnHasNoCoefficient) {
  Random random(10);
  const Matrix one = testing::matrix_of(40, testing::normal_values<double>(random, 40));
  const Vector y = (3 * one.col(0)).array() + one.col(0).array().square();
  const Surrogate alone =
      Explainer({{1}, {1}, {}, 1}, {Matrix::Identity(1, 1)}, one, 1).surrogate(y);
  for (const int zero : {0, 1}) {
    Matrix two = Matrix::Zero(40, 2);
    two.col(1 - zero) = one;
    const Explainer explainer({{2}, {2}, {}, 1}, {Matrix::Identity(2, 2)}, two, 1);
    const Surrogate seen = explainer.surrogate(y);
    EXPECT_NEAR(seen.fit.g[0](zero), 0, 1e-14);
    EXPECT_NEAR(std::fabs(seen.fit.g[0](1 - zero)), 1, 1e-14);
    EXPECT_NEAR(seen.fit.scale, alone.fit.scale, 1e-12);
    EXPECT_NEAR(seen.fit.bias, alone.fit.bias, 1e-12);
    const LocalCoefficients local = explainer.local(3, {y}, {seen})[0];
    EXPECT_NEAR(local.original[0](zero), 0, 1e-13);
    EXPECT_TRUE(local.original[0].allFinite());
  }
  // Only the second column of the matrices x (0, 1) varies.
  Matrix matrices = Matrix::Zero(40, 4);
  matrices.col(1) = one;
  matrices.col(3) = one.reverse();
  const Explainer explainer({{2, 2}, {2, 2}, {}, 1},
                            {Matrix::Identity(2, 2), Matrix::Identity(2, 2)}, matrices, 1);
  const Surrogate seen = explainer.surrogate(y);
  EXPECT_NEAR(seen.fit.g[1](0), 0, 1e-12);
  EXPECT_NEAR(seen.fit.g[1](1), 1, 1e-12);
}

/// Equal columns share their coefficient: the solution of smallest norm.
TEST(Explainer, EqualColumnsHaveEqualCoefficients) {
  Random random(11);
  const Matrix one = testing::matrix_of(40, testing::normal_values<double>(random, 40));
  Matrix two(40, 2);
  two << one, one;
  const Vector y = 3 * one.col(0);
  const Surrogate seen =
      Explainer({{2}, {2}, {}, 1}, {Matrix::Identity(2, 2)}, two, 1).surrogate(y);
  EXPECT_NEAR(seen.fit.g[0](0), std::sqrt(0.5), 1e-9);
  EXPECT_NEAR(seen.fit.g[0](1), std::sqrt(0.5), 1e-9);
  EXPECT_NEAR(seen.fit.scale, std::sqrt(4.5), 1e-9);
}

/// A response without variation has scale 0, and directions of length 1.
TEST(Explainer, ConstantResponseHasUnitDirections) {
  Random random(12);
  const Matrix latent = testing::matrix_of(30, testing::normal_values<double>(random, 120));
  const Explainer explainer({{2, 2}, {2, 2}, {}, 1},
                            {Matrix::Identity(2, 2), Matrix::Identity(2, 2)}, latent, 1);
  const Surrogate seen = explainer.surrogate(Vector::Zero(30));
  EXPECT_EQ(seen.fit.scale, 0);
  for (const Vector& g : seen.fit.g) EXPECT_NEAR(g.norm(), 1, 1e-14);
}

/// The second column is eps times an orthogonal one, which is the response: above 1e-10 its
/// coefficient is 1 / eps, below it is left out and the mean squared error is that of the response.
TEST(Explainer, SingularValuesAreCutOffAtTenToTheMinusTen) {
  const Vector u{{1, -1, 1, -1}}, v{{1, 1, -1, -1}};
  for (const double eps : {4e-10, 2.5e-11}) {
    Matrix latent(4, 2);
    latent << u, eps * v;
    const Surrogate seen =
        Explainer({{2}, {2}, {}, 1}, {Matrix::Identity(2, 2)}, latent, 1).surrogate(v);
    EXPECT_NEAR(seen.fit.objective, eps > 1e-10 ? 0 : 1, 1e-9) << eps;
    if (eps > 1e-10) {
      EXPECT_NEAR(seen.fit.scale * eps, 1, 1e-4);
    }
  }
}

/// Samples and width times one power of two: no weight changes, coefficients are divided by it.
TEST(Explainer, NeighbourhoodsScaleWithTheirWidth) {
  Random random(14);
  const Matrix latent = testing::matrix_of(200, testing::normal_values<double>(random, 400, 4));
  const Vector y = latent.col(0).array().tanh() + latent.col(1).array() / 10;
  const auto explain = [&](double unit) {
    return Explainer({{2}, {2}, {}, 1}, {Matrix::Identity(2, 2)}, unit * latent, unit);
  };
  const Explainer plain = explain(1);
  const std::vector<Surrogate> surrogates{plain.surrogate(y)};
  for (const double unit : {0x1p-8, 0x1p8}) {
    const Explainer scaled = explain(unit);
    const std::vector<Surrogate> others{scaled.surrogate(y)};
    int fits = 0;
    for (int n = 0; n < 200; ++n) {
      const double neighbours = plain.neighbours(n);
      EXPECT_NEAR(scaled.neighbours(n), neighbours, 1e-12 * neighbours) << n;
      if (neighbours < 5) continue;
      ++fits;
      const Vector expected = plain.local(n, {y}, surrogates)[0].latent[0],
                   seen = unit * scaled.local(n, {y}, others)[0].latent[0];
      expect_near(seen, expected, 1e-8 * (1 + expected.norm()), "coefficients");
    }
    EXPECT_GT(fits, 3);
  }
}

/// A target of rank one on cubes is its own surrogate, everywhere.
TEST(Explainer, RankOneTargetsOfCubesAreFoundExactly) {
  Random random(15);
  const std::vector<int> ranks{2, 3, 2};
  const Matrix latent = testing::matrix_of(80, testing::normal_values<double>(random, 80 * 12));
  const Vector g[] = {Vector{{0.6, -0.8}}, Vector{{6, 3, -2}} / 7, Vector{{0.28, 0.96}}};
  Vector y = Vector::Constant(80, 0.5);
  for (int n = 0; n < 80; ++n) {
    for (int p = 0; p < 12; ++p)
      y(n) += 3 * latent(n, p) * g[0](p / 6) * g[1](p / 2 % 3) * g[2](p % 2);
  }
  Factors c;
  for (const int rank : ranks) c.push_back(Matrix::Identity(rank, rank));
  const Explainer explainer({ranks, ranks, {}, 1}, c, latent, 10);
  const std::vector<Surrogate> surrogates{explainer.surrogate(y)};
  const LocalCoefficients local = explainer.local(7, {y}, surrogates)[0];
  for (const RankOne* fit : {&surrogates[0].fit, &local.fit}) {
    EXPECT_LT(fit->objective, 1e-12);
    EXPECT_NEAR(fit->scale, 3, 1e-5);
    EXPECT_NEAR(fit->bias, 0.5, 1e-5);
    for (int k = 0; k < 3; ++k) expect_near(fit->g[k], g[k], 1e-5, "g");
  }
  for (int k = 0; k < 3; ++k) {
    expect_near(local.latent[k], Vector(3 * g[k]), 1e-4, "local");
    expect_near(local.rotated[k], Vector(surrogates[0].rotation[k].transpose() * local.latent[k]),
                1e-12, "rotated");
  }
}

/// An Explanation is an Explainer of the model's projections with its targets in order.
TEST(Explanation, IsThatOfTheModelsProjections) {
  Random random(16);
  ModelSpec spec;
  spec.task = Task::kRegression;
  spec.architecture = {{5, 4}, {2, 3}, {}, 1};
  Factors c;
  c.push_back(random_rotation(random, 5).leftCols(2));
  c.push_back(random_rotation(random, 4).leftCols(3));
  std::vector<double> parameters;
  for (const Matrix& one : c)
    parameters.insert(parameters.end(), one.data(), one.data() + one.size());
  parameters.resize(parameters.size() + 2 + 3 + 1, 0.5);  // G^(1), G^(2), b1
  const Model<double> model(spec, parameters);
  const std::vector<double> latent = testing::normal_values<double>(random, 40 * 6),
                            first = testing::normal_values<double>(random, 40),
                            second = testing::normal_values<double>(random, 40);
  std::vector<double> weights;
  for (int n = 0; n < 40; ++n) weights.push_back(1 + n % 3);
  Explanation seen(model, latent, 2, weights);
  const Explainer expected(spec.architecture, c, matrix_of(latent, 6), 2, weights);
  std::vector<Vector> targets;
  std::vector<Surrogate> surrogates;
  for (const std::vector<double>& values : {first, second}) {
    targets.push_back(testing::vector_of(values));
    surrogates.push_back(expected.surrogate(targets.back()));
    const Surrogate own = seen.add_target(values);
    for (int k = 0; k < 2; ++k) {
      EXPECT_TRUE(testing::same_bits(own.axes[k], surrogates.back().axes[k]));
      EXPECT_EQ(own.correlation[k], surrogates.back().correlation[k]);
    }
  }
  testing::expect_error("shape", {"39 values for 40 samples"},
                        [&] { seen.add_target(std::vector<double>(39)); });
  EXPECT_EQ(seen.sigma(), 2);
  EXPECT_EQ(seen.neighbours(3), expected.neighbours(3));
  const std::vector<LocalCoefficients> own = seen.local(3),
                                       other = expected.local(3, targets, surrogates);
  ASSERT_EQ(own.size(), 2u);
  for (int t = 0; t < 2; ++t) {
    for (int k = 0; k < 2; ++k) EXPECT_EQ(own[t].original[k], other[t].original[k]);
  }
}

TEST(Explainer, LengthsAndWeightsAreChecked) {
  const Matrix latent = testing::matrix_of(4, std::vector<double>{1, 0, 2, 5});
  const auto explainer = [&](const std::vector<double>& weights) {
    return Explainer({{1}, {1}, {}, 1}, {Matrix::Identity(1, 1)}, latent, 1, weights);
  };
  testing::expect_error("shape", {"3 weights for 4 samples"}, [&] { explainer({1, 1, 1}); });
  testing::expect_error("value", {"sample 2 is -1"}, [&] { explainer({1, 1, -1, 1}); });
  testing::expect_error("value", {"sample 3 is NaN"}, [&] { explainer({1, 1, 1, std::nan("")}); });
  testing::expect_error("value", {"every sample is 0"}, [&] { explainer({0, 0, 0, 0}); });
  for (const int length : {0, 3, 5}) {
    testing::expect_error("shape", {"target has " + std::to_string(length), "4 samples"},
                          [&] { explainer({}).surrogate(Vector::Ones(length)); });
  }
}

}  // namespace
}  // namespace trip
