#pragma once
// Architectures, and the position of each parameter. One flat buffer holds all parameters, so that
// the optimiser updates them in one loop.

#include <trip/matrix.h>

#include <string>
#include <vector>

namespace trip {

/// Limits of the work space of the kernels.
inline constexpr int kMaxModes = 8, kMaxLatentSize = 65536;
/// Limits of the network. The first layer of K > 1 modes is composed from factors: it has prod J
/// times M weights, many more than parameters.
inline constexpr int kMaxLayers = 16, kMaxWidth = 4096, kMaxComposed = 4194304;

/// The computation of a model: X (I_1 x .. x I_K) -> Xbar (J_1 x .. x J_K) -> hidden ReLU layers ->
/// outputs.
struct Architecture {
  std::vector<int> dims;    // I_1, .., I_K
  std::vector<int> ranks;   // J_1, .., J_K
  std::vector<int> hidden;  // widths of the hidden layers
  int outputs = 0;          // number of classes, or 1

  int modes() const { return static_cast<int>(dims.size()); }
  /// prod J: size of the projected sample.
  int latent_size() const;
  /// J_k = I_k: C^(k) is a rotation of its mode and loses no information.
  bool square(int mode) const { return ranks[mode] == dims[mode]; }
  /// All modes are square, so that X and Xbar have the same norm.
  bool lossless() const { return ranks == dims; }
  /// Returns *this; throws Error("shape" or "option") unless 1 <= K <= kMaxModes, 1 <= J_k <= I_k,
  /// prod J <= kMaxLatentSize, the network is within its limits and has an output, and for K > 1
  /// prod J * M <= kMaxComposed.
  const Architecture& checked() const;
  /// M: width of the first layer.
  int first_width() const { return hidden.empty() ? outputs : hidden.front(); }
};

/// A rows x cols matrix in the flat buffer, rows padded to a multiple of the lanes. Padding stays
/// zero.
struct Block {
  int offset, rows, cols, stride;
  bool transposed;  // stored transposed compared with the outside order (Z, C, G)
};

/// Z^(k) (stored J_k x I_k), G^(k) (stored M x J_k), then b and W of each layer.
struct Layout {
  explicit Layout(const Architecture& architecture);

  std::vector<Block> projection;  // K blocks
  std::vector<Block> factor;      // K blocks
  std::vector<Block> bias;        // one per layer
  std::vector<Block> weight;      // one per layer after the first
  int network_begin;              // offset of the first G
  int size;                       // length of the buffer
  int outside_size;               // number of parameters without padding

  /// Blocks in outside order, the order in which callers see parameters: C^(k), G^(k), b1, then W
  /// and b of each further layer, row-major unpadded.
  std::vector<Block> outside_order() const;
  template <class T>
  std::vector<T> to_outside(const T* buffer) const;
  template <class T>
  void from_outside(const T* outside, T* buffer) const;
};

/// Calls visit(position in the buffer) for every element of a block in outside order.
template <class Visit>
void for_each_outside(const Block& b, Visit visit) {
  const int outer = b.transposed ? b.cols : b.rows, inner = b.transposed ? b.rows : b.cols;
  for (int i = 0; i < outer; ++i) {
    for (int j = 0; j < inner; ++j)
      visit(b.offset + (b.transposed ? j * b.stride + i : i * b.stride + j));
  }
}

/// Writes `scale` times a matrix in outside order to its block.
template <class T>
void place(const Block& block, const Matrix& matrix, double scale, T* buffer);

}  // namespace trip
