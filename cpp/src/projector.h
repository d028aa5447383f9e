#pragma once
// The way of samples to the network: X_n -> Xbar_n for a tile of samples, and from dE/dXbar_n back
// to dE/dZ^(k) (paper, section 3).

#include <trip/parameters.h>

#include <memory>
#include <vector>

#include "orthonormal.h"
#include "projection.h"
#include "sparse_projection.h"

namespace trip {

/// Whether C is learned through Z or stands in the parameters in place of Z.
enum class ProjectionMode { kLearned, kFixed };

/// Mode products of samples of any kind with one set of matrices, which lie at the offsets of
/// Layout::projection. The work space is made when the first samples of a kind come.
template <class T>
class SampleProducts {
 public:
  SampleProducts(const Architecture& architecture, const T* matrices)
      : a_(architecture), matrices_(matrices) {}

  /// Call it when the matrices have changed.
  void invalidate() { loaded_ = false; }
  /// xbar: P x kTile. Samples that are projected already are copied.
  void forward(const Samples<T>& samples, const Tile& tile, T* xbar);
  /// Collects the gradients of the matrices for the tile of the last forward(): those of dense
  /// samples are added to `gradient`, those of sparse ones wait for finish().
  void backward(const Samples<T>& samples, const Tile& tile, const T* dxbar, T* gradient);
  void finish(const Samples<T>& samples, T* gradient);

 private:
  Architecture a_;
  const T* matrices_;
  bool loaded_ = false;  // sparse_ has the present matrices
  std::unique_ptr<DenseProducts<T>> dense_;
  std::unique_ptr<SparseProducts<T>> sparse_;
};

/// A way to project. A step of a training is forward() and backward() for each tile, then finish();
/// where the projection is fixed, it is forward() alone.
template <class T>
class Projector {
 public:
  virtual ~Projector() = default;

  /// Call it when the parameters have changed. False when a Z has lost its rank; its C is then the
  /// old one.
  virtual bool update() = 0;
  /// C^(k) at the offsets of Layout::projection.
  virtual const T* projection() = 0;
  /// Xbar through C, P x kTile.
  virtual void project(const Samples<T>& samples, const Tile& tile, T* xbar) = 0;

  virtual void forward(const Samples<T>& samples, const Tile& tile, T* xbar) = 0;
  /// dxbar: P x kTile, of the tile of the last forward().
  virtual void backward(const Samples<T>& samples, const Tile& tile, const T* dxbar,
                        T* gradient) = 0;
  /// Completes dE/dZ^(k) in `gradient`, at the offsets of Layout::projection.
  virtual void finish(const Samples<T>& samples, T* gradient) = 0;
};

/// The way for an architecture. `parameters` (Z^(k), or C^(k) where they are fixed, at the offsets
/// of Layout::projection) must stay where they are. Learned projections of many columns are
/// factored on the fast route, all others are formed.
template <class T>
std::unique_ptr<Projector<T>> make_projector(const Architecture& architecture, const T* parameters,
                                             ProjectionMode mode, PolarRoute route);

}  // namespace trip
