#pragma once
// Projects samples for the network, X_n -> Xbar_n for a tile of samples, and computes dE/dZ^(k)
// from dE/dXbar_n (paper, section 3).

#include <trip/parameters.h>

#include <memory>
#include <vector>

#include "orthonormal.h"
#include "projection.h"
#include "sparse_projection.h"

namespace trip {

/// C is learned through Z, or is fixed and stored in the parameters in place of Z.
enum class ProjectionMode { kLearned, kFixed };

/// Mode products of dense, sparse or projected samples with one set of matrices, which are stored
/// at the offsets of Layout::projection. The work space is allocated with the first samples of a
/// kind.
template <class T>
class SampleProducts {
 public:
  SampleProducts(const Architecture& architecture, const T* matrices)
      : a_(architecture), matrices_(matrices) {}

  /// Must be called after the matrices have changed.
  void invalidate() { loaded_ = false; }
  /// xbar: P x kTile. Samples that are already projected are copied.
  void forward(const Samples<T>& samples, const Tile& tile, T* xbar);
  /// Accumulates the gradients of the matrices for the tile of the last forward(). Gradients of
  /// dense samples are added to `gradient` at once, gradients of sparse samples by finish().
  void backward(const Samples<T>& samples, const Tile& tile, const T* dxbar, T* gradient);
  void finish(const Samples<T>& samples, T* gradient);

 private:
  Architecture a_;
  const T* matrices_;
  bool loaded_ = false;  // sparse_ has the current matrices
  std::unique_ptr<DenseProducts<T>> dense_;
  std::unique_ptr<SparseProducts<T>> sparse_;
};

/// An algorithm that projects. A training step calls forward() and backward() for each tile, then
/// finish(); with a fixed projection it calls forward() alone.
template <class T>
class Projector {
 public:
  virtual ~Projector() = default;

  /// Must be called after the parameters have changed. False when a Z has lost its rank; its C is
  /// then unchanged.
  virtual bool update() = 0;
  /// C^(k) at the offsets of Layout::projection.
  virtual const T* projection() = 0;
  /// Xbar through C, P x kTile.
  virtual void project(const Samples<T>& samples, const Tile& tile, T* xbar) = 0;

  virtual void forward(const Samples<T>& samples, const Tile& tile, T* xbar) = 0;
  /// dxbar: P x kTile, for the tile of the last forward().
  virtual void backward(const Samples<T>& samples, const Tile& tile, const T* dxbar,
                        T* gradient) = 0;
  /// Completes dE/dZ^(k) in `gradient`, at the offsets of Layout::projection.
  virtual void finish(const Samples<T>& samples, T* gradient) = 0;
};

/// The projector for an architecture. `parameters` (Z^(k), or fixed C^(k), at the offsets of
/// Layout::projection) must not be moved. Learned projections with many columns are factored on the
/// fast route; all others compute C.
template <class T>
std::unique_ptr<Projector<T>> make_projector(const Architecture& architecture, const T* parameters,
                                             ProjectionMode mode, PolarRoute route);

}  // namespace trip
