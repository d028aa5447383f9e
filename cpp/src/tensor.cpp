#include <trip/tensor.h>

#include <functional>
#include <numeric>

namespace trip {

int product(const std::vector<int>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), 1, std::multiplies<int>());
}

std::vector<double> contract(const std::vector<double>& tensor, std::vector<int>& sizes, int k,
                             const Matrix& factor) {
  const int size = sizes[k], rank = static_cast<int>(factor.cols());
  int before = 1, after = 1;
  for (int l = 0; l < k; ++l) before *= sizes[l];
  for (size_t l = k + 1; l < sizes.size(); ++l) after *= sizes[l];
  std::vector<double> result(static_cast<size_t>(before) * rank * after);
  for (int b = 0; b < before; ++b) {
    for (int i = 0; i < size; ++i) {
      const double* in = &tensor[(static_cast<size_t>(b) * size + i) * after];
      for (int j = 0; j < rank; ++j) {
        const double weight = factor(i, j);
        double* out = &result[(static_cast<size_t>(b) * rank + j) * after];
        for (int a = 0; a < after; ++a) out[a] += weight * in[a];
      }
    }
  }
  sizes[k] = rank;
  return result;
}

}  // namespace trip
