// Covariances are summed in a fixed order in double by loops of this file: a blocked matrix product
// would follow the cache size of the machine.

#include <trip/baselines.h>
#include <trip/decompositions.h>
#include <trip/eigenpairs.h>

#include <algorithm>
#include <cmath>

#include "order.h"
#include "samples.h"

namespace trip {
namespace {

using Eigen::MatrixXd;
using Vector = std::vector<double>;

/// Samples in double, row-major, with their classes.
struct Table {
  int count, width;
  Vector x;
  std::vector<int> label;

  const double* row(int n) const { return &x[static_cast<size_t>(n) * width]; }
};

template <class T>
Table to_table(const Samples<T>& samples) {
  Table table{samples.count(), samples.width(), {}, {}};
  for (int n = 0; n < samples.count(); ++n) {
    table.x.insert(table.x.end(), samples.row(n, 0), samples.row(n, 0) + samples.width());
    table.label.push_back(static_cast<int>(samples.response(n)));
  }
  return table;
}

/// Orthonormal columns of length I, one after the other, as they are found.
struct Columns {
  int rows;
  Vector data = {};

  int count() const { return static_cast<int>(data.size()) / rows; }
  const double* operator[](int j) const { return &data[static_cast<size_t>(j) * rows]; }

  /// Appends v made orthogonal to the columns that are there, with its largest entry positive.
  void append(Vector v) {
    orthonormalize(rows, data.data(), count(), v.data());
    const double sign = sign_of_largest(rows, v.data());
    for (double value : v) data.push_back(sign * value);
  }

  /// Appends unit vectors, those least covered so far first, until there are `wanted` columns.
  void fill(int wanted) {
    while (count() < wanted) {
      int free = 0;
      double least = 2;
      for (int i = 0; i < rows; ++i) {
        double covered = 0;
        for (int j = 0; j < count(); ++j) covered += (*this)[j][i] * (*this)[j][i];
        if (covered < least - 1e-12) {
          least = covered;
          free = i;
        }
      }
      Vector unit(rows);
      unit[free] = 1;
      append(unit);
    }
  }

  /// sum_j weights[j] column_j
  Vector combine(const double* weights) const {
    Vector result(rows);
    for (int j = 0; j < count(); ++j) {
      for (int i = 0; i < rows; ++i) result[i] += weights[j] * (*this)[j][i];
    }
    return result;
  }

  Vector row_major() const {
    Vector result;
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < count(); ++j) result.push_back((*this)[j][i]);
    }
    return result;
  }
};

/// Mean of the samples of one class (or of all, class -1), and how many there are.
Vector class_mean(const Table& table, int wanted, int& count) {
  Vector mean(table.width);
  count = 0;
  for (int n = 0; n < table.count; ++n) {
    if (wanted >= 0 && table.label[n] != wanted) continue;
    ++count;
    for (int i = 0; i < table.width; ++i) mean[i] += table.row(n)[i];
  }
  for (double& value : mean) value /= std::max(count, 1);
  return mean;
}

/// The table with means[class of n] (or means[0] when there is only one) taken off each sample.
Table centred(Table table, const std::vector<Vector>& means) {
  for (int n = 0; n < table.count; ++n) {
    const Vector& mean = means[means.size() == 1 ? 0 : table.label[n]];
    for (int i = 0; i < table.width; ++i)
      table.x[static_cast<size_t>(n) * table.width + i] -= mean[i];
  }
  return table;
}

/// (1/N) sum_n x_n x_n^T
MatrixXd scatter(const Table& table) {
  const int size = table.width;
  MatrixXd total = MatrixXd::Zero(size, size);
  for (int n = 0; n < table.count; ++n) {
    const double* x = table.row(n);
    for (int j = 0; j < size; ++j) {
      double* column = &total(0, j);
      for (int i = j; i < size; ++i) column[i] += x[i] * x[j];
    }
  }
  for (int j = 0; j < size; ++j) {
    for (int i = j; i < size; ++i) total(j, i) = total(i, j) /= table.count;
  }
  return total;
}

/// (1/N) X X^T, which has the eigenvalues of the scatter and is smaller when there are fewer
/// samples than variables.
MatrixXd gram(const Table& table) {
  MatrixXd total(table.count, table.count);
  for (int n = 0; n < table.count; ++n) {
    for (int m = 0; m <= n; ++m) {
      total(n, m) = total(m, n) = dot(table.width, table.row(n), table.row(m)) / table.count;
    }
  }
  return total;
}

/// a^T b
Vector transposed_times(const MatrixXd& a, const Vector& b) {
  Vector result(a.cols());
  for (int j = 0; j < a.cols(); ++j)
    result[j] = dot(static_cast<int>(a.rows()), &a(0, j), b.data());
  return result;
}

Vector column(const MatrixXd& m, int j) { return {&m(0, j), &m(0, j) + m.rows()}; }

/// Leading principal directions of a centred table, at most `wanted`, as many as it has; the
/// variances go to `values`.
Columns principal_directions(const Table& table, int wanted, Vector& values) {
  Columns directions{table.width};
  const bool dual = table.count < table.width;
  const Eigenpairs pairs(dual ? gram(table) : scatter(table));
  const int last = static_cast<int>(pairs.values.size()) - 1;
  const double floor =
      dual ? 1e-12 * std::max(pairs.values[last], 0.0) : -1;  // of X X^T, below is rounding
  for (int j = last; j >= 0 && directions.count() < wanted && pairs.values[j] > floor; --j) {
    const Vector u = column(pairs.vectors, j);
    values.push_back(pairs.values[j]);
    if (!dual) {
      directions.append(u);
      continue;
    }
    Vector v(table.width);  // X^T u
    for (int n = 0; n < table.count; ++n) {
      for (int i = 0; i < table.width; ++i) v[i] += u[n] * table.row(n)[i];
    }
    directions.append(v);
  }
  return directions;
}

/// Covariance of the data projected on the complement of `columns`; their own directions get an
/// eigenvalue below all others, so that no leading eigenvector falls back into them.
MatrixXd complement_covariance(const MatrixXd& covariance, const Columns& columns) {
  MatrixXd result = covariance;
  const int size = columns.rows;
  const double below_all = -(covariance.trace() + 1);
  for (int k = 0; k < columns.count(); ++k) {
    const Vector b(columns[k], columns[k] + size);
    const Vector sb = transposed_times(result, b);
    const double bsb = dot(size, b.data(), sb.data());
    // (1 - b b^T) S (1 - b b^T) + below_all b b^T
    for (int j = 0; j < size; ++j) {
      for (int i = 0; i < size; ++i) {
        result(i, j) += (b[i] * (bsb + below_all) - sb[i]) * b[j] - b[i] * sb[j];
      }
    }
  }
  return result;
}

/// V D^(-1/2) of Sw + ridge = V D V^T: whitens the scatter within classes.
MatrixXd whitening(MatrixXd within, double ridge) {
  within.diagonal().array() += ridge;
  const Eigenpairs pairs(within);
  const int size = static_cast<int>(pairs.values.size());
  const double floor = 1e-14 * pairs.values[size - 1];  // keeps ridge = 0 defined
  MatrixXd whiten = pairs.vectors;
  for (int j = 0; j < size; ++j) {
    const double root = std::sqrt(std::max(pairs.values[j], floor));
    for (int i = 0; i < size; ++i) whiten(i, j) /= root;
  }
  return whiten;
}

/// Discriminant directions of a table, completed by principal directions as far as its width goes;
/// eigenvalues to `values`.
Columns discriminant_directions(const Table& table, int classes, int wanted, double ridge,
                                int variables, Vector& values) {
  int count, present = 0;
  const int size = table.width;
  const Vector mean = class_mean(table, -1, count);
  std::vector<Vector> means;
  Vector weight;  // sqrt(N_c / N)
  for (int c = 0; c < classes; ++c) {
    means.push_back(class_mean(table, c, count));
    weight.push_back(std::sqrt(static_cast<double>(count) / table.count));
    present += count > 0;
  }
  const MatrixXd within = scatter(centred(table, means));
  const double trace = within.trace();
  const MatrixXd whiten = whitening(within, trace > 0 ? ridge * trace / variables : 1);
  // Whitened and weighted class means as columns B, so that Sb = B B^T there; its left singular
  // vectors are the directions.
  Vector between, vectors(classes * classes), singular(classes);
  for (int c = 0; c < classes; ++c) {
    Vector difference(size);
    for (int i = 0; i < size; ++i) difference[i] = (means[c][i] - mean[i]) * weight[c];
    const Vector whitened = transposed_times(whiten, difference);
    between.insert(between.end(), whitened.begin(), whitened.end());
  }
  thin_svd(size, classes, between.data(), vectors.data(), singular.data());
  const std::vector<int> order = falling(singular);

  Columns directions{size};
  const MatrixXd back = whiten.transpose();
  const int useful = std::min({wanted, present - 1, size});
  for (int j = 0; j < useful && singular[order[j]] > 0; ++j) {
    const double* found = &between[static_cast<size_t>(order[j]) * size];
    directions.append(transposed_times(back, {found, found + size}));
    values.push_back(singular[order[j]] * singular[order[j]]);
  }
  const int missing = std::min(wanted, size) - directions.count();
  if (missing > 0) {
    const Eigenpairs pairs(complement_covariance(scatter(centred(table, {mean})), directions));
    for (int j = 0; j < missing; ++j) directions.append(column(pairs.vectors, size - 1 - j));
  }
  return directions;
}

}  // namespace

template <class T>
FixedProjection pca(const Samples<T>& samples, int columns) {
  int count;
  FixedProjection result;
  const Table table = to_table(samples);
  Columns directions =
      principal_directions(centred(table, {class_mean(table, -1, count)}), columns, result.values);
  directions.fill(columns);
  result.values.resize(columns);
  result.c = directions.row_major();
  return result;
}

template <class T>
FixedProjection lda(const Samples<T>& samples, int classes, int columns, double ridge) {
  int count;
  FixedProjection result;
  const Table table = to_table(samples);
  Columns directions{table.width};
  if (table.count >= table.width) {
    directions =
        discriminant_directions(table, classes, columns, ridge, table.width, result.values);
  } else {
    // All means and scatters lie in the span of the samples: the problem is solved in its
    // coordinates.
    Vector variances;
    const Table data = centred(table, {class_mean(table, -1, count)});
    const Columns span = principal_directions(data, data.count, variances);
    if (span.count() > 0) {
      Table reduced{data.count, span.count(), {}, data.label};
      for (int n = 0; n < data.count; ++n) {
        for (int j = 0; j < span.count(); ++j)
          reduced.x.push_back(dot(data.width, data.row(n), span[j]));
      }
      const Columns inner =
          discriminant_directions(reduced, classes, columns, ridge, table.width, result.values);
      for (int j = 0; j < inner.count(); ++j) directions.append(span.combine(inner[j]));
    }
  }
  directions.fill(columns);
  result.c = directions.row_major();
  return result;
}

template FixedProjection pca(const Samples<float>&, int);
template FixedProjection pca(const Samples<double>&, int);
template FixedProjection lda(const Samples<float>&, int, int, double);
template FixedProjection lda(const Samples<double>&, int, int, double);

}  // namespace trip
