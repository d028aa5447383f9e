#pragma once
// Planes that move: the path between two planes, a plane turned by hand, and random planes for a
// tour (Buja, Cook, Asimov and Hurley 2005; Cook and Buja 1997). A frame is an orthonormal basis of
// a plane, I x J row-major. Everything is computed in double precision by the functions of math.h,
// so that the same frames have the same bits everywhere.

#include <trip/matrix.h>

#include <cstdint>
#include <vector>

namespace trip {

/// The matrix with orthonormal columns that is nearest to the given one, I x J with `rows` rows:
/// its polar factor Z (Z^T Z)^(-1/2), as C follows from Z in the paper (section 3). Fails with code
/// "shape" unless there are 1 to I columns, and with "value" when they are linearly dependent.
Matrix orthonormalize(const std::vector<double>& matrix, int rows);

/// The frame at the share t, 0 to 1, of the shortest path from the plane of `from` to that of `to`
/// (both I x J). Each principal direction of `from` turns by t times its principal angle towards
/// that of `to`, at constant speed, and nothing turns within the plane. The frame is `from` itself
/// at t = 0, and at t = 1 the basis of the plane of `to` that lies nearest to `from`. Between
/// orthogonal directions several paths have the same length, and one of them is taken.
Matrix interpolate_planes(const std::vector<double>& from, const std::vector<double>& to, int rows,
                          double t);

/// The frame turned by hand: row `variable` becomes `position` (J numbers), which is shortened to
/// length 1 if it is longer. The plane turns within the space that it spans together with the axis
/// of the variable, by the shortest rotation that brings the axis to its position; directions
/// orthogonal to that space stay. The sign of the axis outside the plane is kept. If the axis lies
/// in the plane, the plane may leave it towards the axis of another variable: the one farthest from
/// the plane, the first among equals. If J = I no direction is left, and `position` is lengthened
/// to 1; a position of length 0 then changes nothing. The result is made orthonormal again, so that
/// errors do not accumulate.
Matrix turn_plane(const std::vector<double>& frame, int rows, int variable,
                  const std::vector<double>& position);

/// Frame number `index` of the tour of a seed: uniformly distributed (Haar measure), from the QR
/// decomposition of normal numbers.
Matrix random_plane(int rows, int columns, uint64_t seed, int index);

}  // namespace trip
