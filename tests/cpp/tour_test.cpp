// Planes that move: compared with exponentials of matrices by SciPy (fixtures/make-tour.py), and
// with their definitions at the ends, for equal and orthogonal planes and over many steps.

#include <trip/linear_algebra.h>
#include <trip/metrics.h>
#include <trip/tour.h>

#include "golden.h"
#include "support.h"

namespace trip {
namespace {

using testing::expect_error;
using testing::expect_near;
using testing::expect_orthonormal;
using testing::Json;
using testing::same_bits;

Json fixture(const char* part) {
  return testing::read_json(std::string(TRIP_TESTS_DIR) + "/cpp/fixtures/tour.json").at(part);
}

std::vector<double> list(const Json& entry, const char* name) {
  return entry.at(name).get<std::vector<double>>();
}

std::vector<double> flat(const Matrix& m) { return {m.data(), m.data() + m.size()}; }

Matrix frame_of(const std::vector<double>& values, int rows) {
  return matrix_of(values, static_cast<int>(values.size()) / rows);
}

TEST(Orthonormalize, IsThePolarFactorOfSciPy) {
  for (const Json& entry : fixture("orthonormalize")) {
    const int rows = entry.at("rows");
    const Matrix seen = orthonormalize(list(entry, "matrix"), rows);
    expect_orthonormal(seen, 1e-14);
    expect_near(seen, frame_of(list(entry, "polar"), rows), 1e-9, "polar factor");
  }
}

TEST(Orthonormalize, RefusesColumnsThatDependOnEachOther) {
  expect_error("value", {"linearly dependent"}, [] { orthonormalize({1, 2, 2, 4, 3, 6}, 3); });
  expect_error("value", {"linearly dependent"}, [] { orthonormalize({0, 0}, 2); });
  expect_error("shape", {"matrix has 5 numbers", "3 rows"},
               [] { orthonormalize(std::vector<double>(5), 3); });
  expect_error("shape", {"1 to 2 columns"}, [] { orthonormalize(std::vector<double>(6), 2); });
  expect_error("shape", {"matrix has 0 numbers"}, [] { orthonormalize({}, 3); });
  expect_error("shape", {"0 rows"}, [] { orthonormalize({1}, 0); });
}

TEST(InterpolatePlanes, IsThatOfSciPysExponentials) {
  for (const Json& entry : fixture("path")) {
    const int rows = entry.at("rows");
    const std::vector<double> from = list(entry, "from"), to = list(entry, "to"),
                              shares = list(entry, "shares");
    for (size_t s = 0; s < shares.size(); ++s) {
      SCOPED_TRACE(std::to_string(rows) + " rows, t = " + std::to_string(shares[s]));
      const Matrix seen = interpolate_planes(from, to, rows, shares[s]);
      expect_orthonormal(seen, 1e-14);
      const std::vector<double> expected = entry.at("frames").at(s);
      expect_near(seen, frame_of(expected, rows), 1e-9, "frame");
    }
  }
}

TEST(InterpolatePlanes, HasConstantSpeedAndRightEnds) {
  for (const int columns : {1, 2, 3}) {
    const Matrix from = random_plane(9, columns, 3, 0), to = random_plane(9, columns, 3, 1);
    const auto at = [&](double t) { return interpolate_planes(flat(from), flat(to), 9, t); };
    EXPECT_TRUE(same_bits(at(0), from));
    EXPECT_LT(principal_angles(at(1), to).maxCoeff(), 1e-12);
    const Vector whole = principal_angles(from, to);
    for (const double t : {0.1, 0.5, 0.8}) {
      expect_near(Matrix(principal_angles(from, at(t))), Matrix(t * whole), 1e-11, "angles");
      expect_near(Matrix(principal_angles(at(t), to)), Matrix((1 - t) * whole), 1e-11,
                  "to the end");
    }
    // Nothing turns within the plane: the derivative is orthogonal to it.
    const Matrix change = at(0.4 + 1e-6) - at(0.4 - 1e-6);
    expect_near(Matrix(at(0.4).transpose() * change / 2e-6), Matrix(Matrix::Zero(columns, columns)),
                1e-8, "rotation within");
  }
}

TEST(InterpolatePlanes, TakesEqualAndOrthogonalPlanes) {
  const Matrix from = random_plane(6, 2, 1, 0);
  const double c = std::sqrt(0.5);
  const Matrix turned = from * Matrix{{c, -c}, {c, c}};
  for (const double t : {0.0, 0.3, 1.0})
    expect_near(interpolate_planes(flat(from), flat(turned), 6, t), from, 1e-12, "equal planes");
  const Matrix first = Matrix::Identity(4, 2), last = first.colwise().reverse();
  const auto at = [&](double t) { return interpolate_planes(flat(first), flat(last), 4, t); };
  EXPECT_LT(principal_angles(at(1), last).maxCoeff(), 1e-12);
  expect_near(Matrix(principal_angles(at(0.5), first)), Matrix{{45}, {45}}, 1e-12, "half way");
  expect_orthonormal(at(0.5), 1e-15);
  // One shared and one orthogonal direction, and all of the space.
  const Matrix shared{{1, 0}, {0, 0}, {0, 1}};
  const Matrix half = interpolate_planes(flat(Matrix::Identity(3, 2)), flat(shared), 3, 0.5);
  expect_near(half, Matrix{{1, 0}, {0, c}, {0, c}}, 1e-15, "one direction");
  const Matrix all = random_plane(3, 3, 1, 0);
  expect_near(interpolate_planes(flat(all), flat(random_plane(3, 3, 1, 1)), 3, 0.5), all, 1e-12,
              "all of the space");
}

TEST(InterpolatePlanes, RefusesWhatIsNoPlane) {
  const std::vector<double> plane = flat(Matrix::Identity(3, 2)), line{1, 0, 0};
  expect_error("value", {"t is 1.5", "0 to 1"}, [&] { interpolate_planes(plane, plane, 3, 1.5); });
  expect_error("value", {"t is -0.5"}, [&] { interpolate_planes(plane, plane, 3, -0.5); });
  expect_error("value", {"t is NaN"}, [&] { interpolate_planes(plane, plane, 3, std::nan("")); });
  expect_error("shape", {"to has 1 columns", "2 of from"},
               [&] { interpolate_planes(plane, line, 3, 0); });
  expect_error("value", {"from must have orthonormal columns", "0 and 0 is 4"}, [&] {
    interpolate_planes({2, 0, 0}, line, 3, 0);
  });
}

TEST(TurnPlane, IsThatOfSciPysExponentials) {
  for (const Json& entry : fixture("turn")) {
    const int rows = entry.at("rows");
    const Matrix seen =
        turn_plane(list(entry, "frame"), rows, entry.at("variable"), list(entry, "position"));
    expect_orthonormal(seen, 1e-14);
    expect_near(seen, frame_of(list(entry, "turned"), rows), 1e-9, "turned");
  }
}

TEST(TurnPlane, PutsTheVariableThereAndComesBack) {
  Random random(8);
  for (const int columns : {1, 2, 3}) {
    const Matrix start = random_plane(10, columns, 2, 0);
    for (int variable = 0; variable < 10; ++variable) {
      Vector wanted(columns);
      for (double& value : wanted) value = random.uniform(-1, 1) / std::sqrt(columns);
      const Matrix there = turn_plane(flat(start), 10, variable, {wanted.begin(), wanted.end()});
      expect_near(Matrix(there.row(variable)), Matrix(wanted.transpose()), 1e-14, "position");
      const Vector old = start.row(variable);
      expect_near(turn_plane(flat(there), 10, variable, {old.begin(), old.end()}), start, 1e-13,
                  "back");
      // The plane moves in one direction at most, and stays in the space that it spans with the
      // axis.
      const Vector angles = principal_angles(start, there);
      if (columns > 1) {
        EXPECT_LT(angles(columns - 2), 1e-6);
      }
      Matrix space(10, columns + 1);
      space << start, Vector::Unit(10, variable);
      EXPECT_LT(principal_angles(orthonormalized(space), there).maxCoeff(), 1e-6);
    }
  }
}

TEST(TurnPlane, StaysOrthonormalOverManyDrags) {
  Random random(4);
  std::vector<double> frame = flat(random_plane(20, 2, 1, 0));
  double worst = 0;
  for (int drag = 0; drag < 10000; ++drag) {
    const int variable = static_cast<int>(random.below(20));
    // A fifth of the drags ends on the limit, or is pulled beyond it.
    const double size = random.uniform() < 0.2 ? 1 + random.uniform() : 0.7;
    const double x = size * random.uniform(-1, 1), y = size * random.uniform(-1, 1);
    frame = flat(turn_plane(frame, 20, variable, {x, y}));
    const Matrix seen = matrix_of(frame, 2);
    worst =
        std::max(worst, (seen.transpose() * seen - Matrix::Identity(2, 2)).cwiseAbs().maxCoeff());
    const double length = std::max(1.0, std::sqrt(x * x + y * y));
    expect_near(Matrix(seen.row(variable)), Matrix{{x / length, y / length}}, 1e-12, "position");
  }
  EXPECT_LT(worst, 1e-14);
}

TEST(TurnPlane, LeavesThePlaneOfAVariableInsideIt) {
  // Variable 0 lies in the plane; variable 3 is the farthest from it.
  const double c = std::sqrt(0.5);
  const Matrix start{{1, 0}, {0, c}, {0, c}, {0, 0}};
  const Matrix seen = turn_plane(flat(start), 4, 0, {0.6, 0});
  expect_near(seen, Matrix{{0.6, 0}, {0, c}, {0, c}, {-0.8, 0}}, 1e-15, "turned");
  // To the opposite place, by way of another axis.
  const Matrix opposite = turn_plane(flat(start), 4, 0, {-1, 0});
  expect_orthonormal(opposite, 1e-15);
  expect_near(Matrix(opposite.row(0)), Matrix{{-1, 0}}, 1e-15, "opposite");
}

TEST(TurnPlane, RotatesTheWholeSpace) {
  const Matrix start = Matrix::Identity(2, 2);
  expect_near(turn_plane(flat(start), 2, 0, {0, 0.5}), Matrix{{0, 1}, {-1, 0}}, 1e-15, "quarter");
  expect_near(turn_plane(flat(start), 2, 0, {0, 0}), start, 0, "no direction");
  expect_near(turn_plane(flat(start), 2, 1, {0, -1}), Matrix{{-1, 0}, {0, -1}}, 1e-15, "half");
  EXPECT_EQ(turn_plane({1}, 1, 0, {-0.5})(0, 0), 1);
}

TEST(TurnPlane, RefusesOtherVariablesAndPositions) {
  const std::vector<double> plane = flat(Matrix::Identity(3, 2));
  expect_error("value", {"variable is 3", "0 to 2"}, [&] { turn_plane(plane, 3, 3, {0, 0}); });
  expect_error("value", {"variable is -1"}, [&] { turn_plane(plane, 3, -1, {0, 0}); });
  expect_error("shape", {"position has 1 numbers", "2 columns"},
               [&] { turn_plane(plane, 3, 0, {0}); });
  expect_error("value", {"position"}, [&] { turn_plane(plane, 3, 0, {0, std::nan("")}); });
  expect_error("value", {"frame must have orthonormal columns"}, [&] {
    turn_plane({1, 1, 0, 0, 0, 0}, 3, 0, {0, 0});
  });
}

TEST(RandomPlane, IsUniformAndFollowsSeedAndIndex) {
  constexpr int kCount = 4000;
  Matrix mean = Matrix::Zero(5, 5);
  int acute = 0;
  for (int index = 0; index < kCount; ++index) {
    const Matrix plane = random_plane(5, 2, 7, index);
    expect_orthonormal(plane, 1e-14);
    mean += plane * plane.transpose() / kCount;
    acute += plane(0, 0) > 0;
  }
  // The mean projector is J / I times the identity. An entry of a projector has a deviation below
  // 0.3; five deviations of the mean of 4000.
  expect_near(mean, Matrix(0.4 * Matrix::Identity(5, 5)), 0.024, "mean projector");
  EXPECT_NEAR(acute, kCount / 2, 160);
  EXPECT_TRUE(same_bits(random_plane(5, 2, 7, 3), random_plane(5, 2, 7, 3)));
  EXPECT_FALSE(same_bits(random_plane(5, 2, 7, 3), random_plane(5, 2, 7, 4)));
  EXPECT_FALSE(same_bits(random_plane(5, 2, 7, 3), random_plane(5, 2, 8, 3)));
  expect_error("shape", {"1 to 2 columns", "got 3"}, [] { random_plane(2, 3, 1, 0); });
  expect_error("value", {"index is -1"}, [] { random_plane(2, 1, 1, -1); });
  expect_error("value", {"seed"}, [] { random_plane(2, 1, ~uint64_t{0}, 0); });
}

/// Variable 0 lies in the plane and the variables 2 and 3 are equally far from it: the first is
/// taken.
TEST(TurnPlane, TakesTheFirstOfTheFarthestVariables) {
  const Matrix start = Matrix::Identity(4, 2);
  expect_near(turn_plane(flat(start), 4, 0, {0.6, 0}), Matrix{{0.6, 0}, {0, 1}, {-0.8, 0}, {0, 0}},
              1e-14, "turned");
}

}  // namespace
}  // namespace trip
