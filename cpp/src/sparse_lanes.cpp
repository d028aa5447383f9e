#include <algorithm>

#include "sparse_projection.h"

namespace trip {

template <class T>
void LaneSpace<T>::prepare(const std::vector<ModeRows<T>>& modes, int lane_mode, int latent_size) {
  const int columns = modes[lane_mode].rank, plane = padded(columns);
  count = latent_size / columns;
  int after = 1;
  for (size_t k = lane_mode + 1; k < modes.size(); ++k) after *= modes[k].rank;
  for (int p = 0; p < latent_size; ++p) {
    const int before = p / (columns * after), j = p / after % columns;
    places.push_back((before * after + p % after) * plane + j);
  }
  planes.assign(count * plane, 0);
  // Each S or A has at most `count` values. With ranks of 1 their sizes do not shrink.
  products.assign(modes.size() * count * kLanes, 0);
  contracted = products;
  rows = modes;
  std::rotate(rows.begin() + lane_mode, rows.begin() + lane_mode + 1, rows.end());
  for (size_t k = 0; k + 1 < rows.size(); ++k) twos = twos && rows[k].rank == 2;
}

template struct LaneSpace<float>;
template struct LaneSpace<double>;

}  // namespace trip
