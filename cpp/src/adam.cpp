#include "adam.h"

#include <trip/math.h>

#include <cmath>
#include <numbers>

namespace trip {

double learning_rate_share(LearningRateDecay decay, double done) {
  return decay == LearningRateDecay::kCosine ? (1 + trip::cos(std::numbers::pi * done)) / 2 : 1;
}

template <class T>
void Adam<T>::reset() {
  power1_ = power2_ = 1;
  clear(moments_);
}

template <class T>
void Adam<T>::step(std::span<const T> gradient, std::span<T> parameters, int begin, double share) {
  constexpr double kBeta1 = 0.9, kBeta2 = 0.999;
  power1_ *= kBeta1;
  power2_ *= kBeta2;
  const T beta1 = static_cast<T>(kBeta1), rest1 = static_cast<T>(1 - kBeta1);
  const T beta2 = static_cast<T>(kBeta2), rest2 = static_cast<T>(1 - kBeta2);
  const T rate = static_cast<T>(learning_rate_ * share / (1 - power1_));
  const T root = static_cast<T>(1 / std::sqrt(1 - power2_));
  const Lanes<T> zero{}, tiny = splat(static_cast<T>(1e-30)), epsilon = splat(static_cast<T>(1e-8));
  for (size_t i = begin; i < parameters.size(); i += kLanes) {
    const Lanes<T> g = load(&gradient[i]);
    T* moments = &moments_[2 * i];
    Lanes<T> m = load(moments) * beta1 + g * rest1;
    Lanes<T> v = load(moments + kLanes) * beta2 + (g * g) * rest2;
    m = ((m < tiny) & (m > -tiny)) ? zero : m;
    v = v < tiny ? zero : v;
    store<T>(moments, m);
    store<T>(moments + kLanes, v);
    store<T>(&parameters[i], load(&parameters[i]) - (m * rate) / (sqrt(v) * root + epsilon));
  }
}

template class Adam<float>;
template class Adam<double>;

}  // namespace trip
