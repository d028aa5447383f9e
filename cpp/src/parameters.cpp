#include <trip/error.h>
#include <trip/parameters.h>

#include <cstdint>
#include <limits>

#include "simd.h"

namespace trip {

const Architecture& Architecture::checked() const {
  const size_t count = dims.size();
  require(count >= 1 && count <= kMaxModes, "shape",
          {"samples may have 1 to ", kMaxModes, " modes, got ", count});
  require(ranks.size() == count, "option",
          {"ranks needs one entry for each of the ", count, " modes, got ", ranks.size()});
  double latent = 1;
  for (size_t k = 0; k < count; ++k) {
    require(ranks[k] >= 1 && ranks[k] <= dims[k], "option",
            {"ranks[", k, "] must be an integer from 1 to ", dims[k],
             " (the size of that mode), got ", ranks[k]});
    latent *= ranks[k];
  }
  require(latent <= kMaxLatentSize, "option",
          {"the product of ranks must be at most ", kMaxLatentSize, ", got ", latent});
  require(hidden.size() <= kMaxLayers, "option",
          {"hidden must be a list of at most ", kMaxLayers, " integers, got ", hidden.size()});
  for (size_t layer = 0; layer < hidden.size(); ++layer) {
    require(
        hidden[layer] >= 1 && hidden[layer] <= kMaxWidth, "option",
        {"hidden[", layer, "] must be an integer from 1 to ", kMaxWidth, ", got ", hidden[layer]});
  }
  require(outputs >= 1, "shape", {"a model needs at least 1 output, got ", outputs});
  require(count == 1 || latent * first_width() <= kMaxComposed, "option",
          {"the product of ranks times the width of the first layer must be at most ", kMaxComposed,
           ", got ", latent, " x ", first_width()});
  return *this;
}

int Architecture::latent_size() const {
  int product = 1;
  for (int rank : ranks) product *= rank;
  return product;
}

Layout::Layout(const Architecture& a) {
  int end = 0;
  outside_size = 0;
  const auto block = [&](int rows, int cols, bool transposed) {
    // Positions are int, and a stride is at most kLanes - 1 longer than its row.
    const int64_t block_end =
        end + static_cast<int64_t>(rows) * (static_cast<int64_t>(cols) + kLanes);
    require(block_end <= std::numeric_limits<int>::max(), "memory",
            {"a model with a matrix of ", rows, " x ", cols,
             " has 2^31 parameters or more, which do not fit into memory"});
    const Block b{end, rows, cols, padded(cols), transposed};
    end += b.rows * b.stride;
    outside_size += rows * cols;
    return b;
  };
  for (int k = 0; k < a.modes(); ++k) projection.push_back(block(a.ranks[k], a.dims[k], true));
  network_begin = end;
  for (int k = 0; k < a.modes(); ++k) factor.push_back(block(a.first_width(), a.ranks[k], true));
  bias.push_back(block(1, a.first_width(), false));
  for (size_t layer = 0; layer < a.hidden.size(); ++layer) {
    const int out = layer + 1 < a.hidden.size() ? a.hidden[layer + 1] : a.outputs;
    weight.push_back(block(out, a.hidden[layer], false));
    bias.push_back(block(1, out, false));
  }
  size = end;
}

std::vector<Block> Layout::outside_order() const {
  std::vector<Block> blocks = projection;
  blocks.insert(blocks.end(), factor.begin(), factor.end());
  blocks.push_back(bias[0]);
  for (size_t layer = 0; layer < weight.size(); ++layer) {
    blocks.push_back(weight[layer]);
    blocks.push_back(bias[layer + 1]);
  }
  return blocks;
}

template <class T>
std::vector<T> Layout::to_outside(const T* buffer) const {
  std::vector<T> outside;
  outside.reserve(outside_size);
  for (const Block& b : outside_order()) {
    for_each_outside(b, [&](int position) { outside.push_back(buffer[position]); });
  }
  return outside;
}

template <class T>
void Layout::from_outside(const T* outside, T* buffer) const {
  for (const Block& b : outside_order()) {
    for_each_outside(b, [&](int position) { buffer[position] = *outside++; });
  }
}

template <class T>
void place(const Block& block, const Matrix& matrix, double scale, T* buffer) {
  const double* next = matrix.data();
  for_each_outside(block, [&](int at) { buffer[at] = static_cast<T>(scale * *next++); });
}

template void place(const Block&, const Matrix&, double, float*);
template void place(const Block&, const Matrix&, double, double*);
template std::vector<float> Layout::to_outside(const float*) const;
template std::vector<double> Layout::to_outside(const double*) const;
template void Layout::from_outside(const float*, float*) const;
template void Layout::from_outside(const double*, double*) const;

}  // namespace trip
