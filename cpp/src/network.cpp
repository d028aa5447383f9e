#include "network.h"

#include <limits>
#include <type_traits>

#include "pairs.h"

namespace trip {
namespace {

/// Some output units of a layer: the rows of W from `w` on, with the given stride.
template <class T>
struct Units {
  const T *w, *b;
  int in, stride;
};

/// M output units for V vectors of samples: a[m][n] = max(b[m] + sum_j w[m][j] h[j][n], floor), j
/// ascending.
template <int M, int V, class T>
void dense_block(const Units<T>& units, const T* h, T floor, T* a) {
  const auto [weights, b, in, stride] = units;
  const T* w = weights;
  Lanes<T> total[M][V];
  TRIP_UNROLL for (int m = 0; m < M; ++m) {
    TRIP_UNROLL for (int v = 0; v < V; ++v) total[m][v] = splat(b[m]);
  }
  for (const T* const end = h + in * kTile; h < end; h += kTile, ++w) {
    TRIP_UNROLL for (int m = 0; m < M; ++m) {
      const T weight = w[m * stride];
      TRIP_UNROLL for (int v = 0; v < V; ++v) total[m][v] += load(h + v * kLanes) * weight;
    }
  }
  const Lanes<T> low = splat(floor);
  TRIP_UNROLL for (int m = 0; m < M; ++m) {
    TRIP_UNROLL for (int v = 0; v < V; ++v) {
      // This comparison passes not-a-number on to the loss, where it is detected.
      store<T>(a + m * kTile + v * kLanes, total[m][v] < low ? low : total[m][v]);
    }
  }
}

/// M input units: dh[j][n] = sum_m w[m][j] da[m][n], m ascending; zero where the unit was inactive.
/// h is null when the input is not the output of a ReLU.
template <int M, int V, class T>
void dense_backward_input(const T* w, int out, int stride, const T* da, const T* h, T* dh) {
  Lanes<T> total[M][V] = {};
  for (const T* const end = da + out * kTile; da < end; da += kTile, w += stride) {
    TRIP_UNROLL for (int j = 0; j < M; ++j) {
      TRIP_UNROLL for (int v = 0; v < V; ++v) total[j][v] += load(da + v * kLanes) * w[j];
    }
  }
  const Lanes<T> zero{};
  TRIP_UNROLL for (int j = 0; j < M; ++j) {
    TRIP_UNROLL for (int v = 0; v < V; ++v) {
      const int at = j * kTile + v * kLanes;
      if (h) total[j][v] = load(h + at) > zero ? total[j][v] : zero;
      store<T>(dh + at, total[j][v]);
    }
  }
}

/// M output units and four input units: dw[m][j] += sum_n da[m][n] h[j][n].
template <int M, class T>
void dense_backward_weight(const T* da, const T* h, int vectors, int stride, T* dw) {
  Lanes<T> total[M][4] = {};
  for (const T* const end = h + vectors * kLanes; h < end; h += kLanes, da += kLanes) {
    TRIP_UNROLL for (int j = 0; j < 4; ++j) {
      const Lanes<T> input = load(h + j * kTile);
      TRIP_UNROLL for (int m = 0; m < M; ++m) total[m][j] += load(da + m * kTile) * input;
    }
  }
  TRIP_UNROLL for (int m = 0; m < M; ++m) {
    const Lanes<T> value = sum4<T>(total[m][0], total[m][1], total[m][2], total[m][3]);
    store<T>(dw + m * stride, load(dw + m * stride) + value);
  }
}

/// The same for two output units and two input units. Lanes: (m, j) = 00, 01, 10, 11.
template <class T>
void dense_backward_pairs(const T* da, const T* h, int vectors, int stride, T* dw) {
  Lanes<T> total[4] = {};
  for (const T* const end = h + vectors * kLanes; h < end; h += kLanes, da += kLanes) {
    const Lanes<T> d0 = load(da), d1 = load(da + kTile), h0 = load(h), h1 = load(h + kTile);
    total[0] += d0 * h0;
    total[1] += d0 * h1;
    total[2] += d1 * h0;
    total[3] += d1 * h1;
  }
  const Lanes<T> value = sum4<T>(total[0], total[1], total[2], total[3]);
  store_pairs<T>(dw, dw + stride, load_pairs<T>(dw, dw + stride) + value);
}

/// Runs kernel<M, V>(unit, offset of the vector) over all units and the vectors of a tile, in
/// blocks that fit the registers: pairs of units, and the last of an odd number by single vectors.
/// The blocks change the speed, never the bits.
template <class Kernel>
void in_blocks(int units, int vectors, Kernel kernel) {
  const auto pairs = [&](auto block, int v) {
    for (int m = 0; m + 2 <= units; m += 2)
      kernel(std::integral_constant<int, 2>(), block, m, v * kLanes);
  };
  int v = 0;
  for (; vectors - v >= 6 || vectors - v == 4; v += 4) pairs(std::integral_constant<int, 4>(), v);
  if (vectors - v == 5) {
    pairs(std::integral_constant<int, 5>(), v);
    v = vectors;
  }
  for (; vectors - v >= 2; v += 2) pairs(std::integral_constant<int, 2>(), v);
  if (v < vectors) pairs(std::integral_constant<int, 1>(), v);
  constexpr std::integral_constant<int, 1> one;
  for (v = 0; units % 2 == 1 && v < vectors; ++v) kernel(one, one, units - 1, v * kLanes);
}

template <class T>
void dense_forward(const Layer<T>& layer, const T* h, int vectors, T* a) {
  const T floor = layer.hidden ? T(0) : -std::numeric_limits<T>::infinity();
  const int stride = padded(layer.in);
  in_blocks(layer.out, vectors, [&](auto units, auto block, int m, int n) {
    const Units<T> these{layer.w + m * stride, layer.b + m, layer.in, stride};
    dense_block<units, block>(these, h + n, floor, a + m * kTile + n);
  });
}

/// The backward pass of dense_forward(): adds to dw and db, writes dh unless it is null.
template <class T>
void dense_backward(const Layer<T>& layer, WithGradient<T> h, const T* da, int vectors, T* dw,
                    T* db) {
  const int stride = padded(layer.in), out = layer.out;
  for (int j = 0; j < stride; j += 4) {
    const T* inputs = h.value + j * kTile;
    const auto block = [&](auto units, int m) {
      dense_backward_weight<units>(da + m * kTile, inputs, vectors, stride, dw + m * stride + j);
    };
    for (int m = 0; m + 2 <= out; m += 2) {
      if (layer.in - j <= 2) {
        dense_backward_pairs(da + m * kTile, inputs, vectors, stride, dw + m * stride + j);
      } else {
        block(std::integral_constant<int, 2>(), m);
      }
    }
    if (out % 2 == 1) block(std::integral_constant<int, 1>(), out - 1);
  }
  for (int m = 0; m < padded(out); m += 4) {  // rows of da beyond `out` are zero
    Lanes<T> total[4] = {};
    for (int v = 0; v < vectors * kLanes; v += kLanes) {
      TRIP_UNROLL for (int k = 0; k < 4; ++k) total[k] += load(da + (m + k) * kTile + v);
    }
    store<T>(db + m, load(db + m) + sum4<T>(total[0], total[1], total[2], total[3]));
  }
  if (!h.gradient) return;
  in_blocks(layer.in, vectors, [&](auto units, auto block, int j, int n) {
    const int at = j * kTile + n;
    dense_backward_input<units, block>(layer.w + j, out, stride, da + n,
                                       layer.first ? nullptr : h.value + at, h.gradient + at);
  });
}

/// Calls visit(p, j_1 .. j_K as an array) for every position p of the projected sample, row-major.
template <class Visit>
void for_each_latent(const std::vector<int>& ranks, Visit visit) {
  const int modes = static_cast<int>(ranks.size());
  int index[kMaxModes] = {};
  for (int p = 0;; ++p) {
    visit(p, index);
    int k = modes - 1;
    while (k >= 0 && ++index[k] == ranks[k]) index[k--] = 0;
    if (k < 0) return;
  }
}

}  // namespace

template <class T>
TRIP_COLD Network<T>::Network(const Architecture& architecture)
    : a_(architecture), layout_(architecture), latent_(architecture.latent_size()) {
  std::vector<int> widths = a_.hidden;
  widths.push_back(a_.outputs);
  for (int width : widths) {
    h_.emplace_back(padded(width) * kTile, T(0));
    dh_.emplace_back(padded(width) * kTile, T(0));
  }
  if (composed()) {
    w1_.assign(a_.first_width() * padded(latent_), 0);
    dw1_ = w1_;
  }
}

template <class T>
Layer<T> Network<T>::layer(int l, const T* parameters) const {
  const Block& b = layout_.bias[l];
  const T* w = parameters + (l == 0 ? layout_.factor[0] : layout_.weight[l - 1]).offset;
  return {b.cols,
          l == 0 ? latent_ : layout_.weight[l - 1].cols,
          l == 0 && composed() ? w1_.data() : w,
          parameters + b.offset,
          l + 1 < layers(),
          l == 0};
}

template <class T>
void Network<T>::prepare(const T* parameters) {
  if (!composed()) return;
  for (int m = 0; m < a_.first_width(); ++m) {
    for_each_latent(a_.ranks, [&](int p, const int* j) {
      T value = 1;
      for (int k = 0; k < a_.modes(); ++k) {
        const Block& g = layout_.factor[k];
        value *= parameters[g.offset + m * g.stride + j[k]];
      }
      w1_[m * padded(latent_) + p] = value;
    });
  }
}

template <class T>
const T* Network<T>::forward(const T* parameters, const T* xbar, const Tile& tile) {
  const T* in = xbar;
  for (int l = 0; l < layers(); ++l) {
    dense_forward(layer(l, parameters), in, tile.vectors(), h_[l].data());
    in = h_[l].data();
  }
  return in;
}

template <class T>
void Network<T>::backward(const T* parameters, const T* xbar, T* dout, const Tile& tile,
                          T* gradient, T* dxbar) {
  const T* da = dout;
  for (int l = layers() - 1; l > 0; --l) {
    dense_backward(layer(l, parameters), {h_[l - 1].data(), dh_[l - 1].data()}, da, tile.vectors(),
                   gradient + layout_.weight[l - 1].offset, gradient + layout_.bias[l].offset);
    da = dh_[l - 1].data();
  }
  T* dw = composed() ? dw1_.data() : gradient + layout_.factor[0].offset;
  dense_backward(layer(0, parameters), {xbar, dxbar}, da, tile.vectors(), dw,
                 gradient + layout_.bias[0].offset);
}

/// dE/dG^(k)[j, m] = sum over p with p_k = j of dE/dW[m, p] prod_{l != k} G^(l)[p_l, m]
template <class T>
void Network<T>::finish(const T* parameters, T* gradient) {
  if (!composed()) return;
  for (int m = 0; m < a_.first_width(); ++m) {
    for_each_latent(a_.ranks, [&](int p, const int* j) {
      for (int k = 0; k < a_.modes(); ++k) {
        T value = dw1_[m * padded(latent_) + p];
        for (int l = 0; l < a_.modes(); ++l) {
          const Block& g = layout_.factor[l];
          if (l != k) value *= parameters[g.offset + m * g.stride + j[l]];
        }
        const Block& g = layout_.factor[k];
        gradient[g.offset + m * g.stride + j[k]] += value;
      }
    });
  }
  clear(dw1_);
}

template class Network<float>;
template class Network<double>;

}  // namespace trip
