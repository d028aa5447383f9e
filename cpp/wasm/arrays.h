#pragma once
// Arrays, names and seeds at the border, and calls that may fail. An array is copied once each way,
// as a whole; nothing that leaves is a view of the heap.

#include <emscripten/bind.h>
#include <emscripten/val.h>
#include <trip/matrix.h>

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace trip::wasm {

using emscripten::val;

/// The exception that is being handled, as an error object that JavaScript makes of code and
/// message.
val current_error();

// From JavaScript

template <class T>
std::vector<T> to_vector(const val& array) {
  std::vector<T> values(array["length"].as<unsigned>());
  val(emscripten::typed_memory_view(values.size(), values.data())).call<void>("set", array);
  return values;
}

/// A seed, or a number above all seeds, which the core refuses.
inline uint64_t to_seed(double value) {
  return value >= 0 && value < 0x1p53 ? static_cast<uint64_t>(value) : ~uint64_t{0};
}

/// Set when an array of a value object did not fit into memory. Embind would lose the object if a
/// setter threw, so from() throws instead, once the object is its own.
inline bool array_lost = false;

/// A value object of JavaScript as an object of the core.
template <class T>
T from(const val& object) {
  array_lost = false;
  T value = object.as<T>();
  if (array_lost) throw std::bad_alloc();
  return value;
}

/// The type in which Embind takes an argument of a core function, and the argument itself. What
/// needs memory is converted inside of guarded(): an exception that leaves Embind's own conversion
/// is lost with all that has been converted before.
template <class T>
struct Argument {
  using Type = T;
  static T of(T value) { return value; }
};
template <>
struct Argument<uint64_t> {
  using Type = double;
  static uint64_t of(double value) { return to_seed(value); }
};
template <class T>
struct Argument<const T&> {
  using Type = const val&;
  static T of(const val& object) { return from<T>(object); }
};
template <class T>
struct Argument<const std::vector<T>&> {
  using Type = const val&;
  static std::vector<T> of(const val& array) { return to_vector<T>(array); }
};
template <>
struct Argument<const Vector&> {
  using Type = const val&;
  static Vector of(const val& array) {
    const std::vector<double> values = to_vector<double>(array);
    return Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size()));
  }
};

// To JavaScript

template <class T>
val copy_of(size_t length, const T* values) {
  return val(emscripten::typed_memory_view(length, values)).call<val>("slice");
}

inline val to_js(val value) { return value; }
inline val to_js(const Vector& v) { return copy_of(static_cast<size_t>(v.size()), v.data()); }
inline val to_js(const Matrix& m) { return copy_of(static_cast<size_t>(m.size()), m.data()); }
inline val to_js(uint64_t seed) { return val(static_cast<double>(seed)); }

/// Anything else that Embind knows: a number, a value object, an object that JavaScript owns from
/// then on.
template <class T>
val to_js(T value) {
  return val(std::move(value));
}

/// A typed array of numbers, else an array of objects.
template <class T>
val to_js(const std::vector<T>& values) {
  if constexpr (std::is_arithmetic_v<T>) {
    return copy_of(values.size(), values.data());
  } else {
    val array = val::array();
    for (const T& value : values) array.call<void>("push", to_js(value));
    return array;
  }
}

// Calls

/// Runs a call of the core. A failure is returned as an error object, which web/lib/core.ts throws:
/// a throw from here would pass through Embind, which would then lose the arguments that it has
/// converted.
template <class Call>
val guarded(Call call) {
  try {
    if constexpr (std::is_void_v<decltype(call())>) {
      call();
      return val::undefined();
    } else {
      return to_js(call());
    }
  } catch (...) {
    return current_error();
  }
}

template <auto kFunction>
struct Guarded;

template <class Result, class... Arguments, Result (*kFunction)(Arguments...)>
struct Guarded<kFunction> {
  static val call(typename Argument<Arguments>::Type... arguments) {
    return guarded([&] { return kFunction(Argument<Arguments>::of(arguments)...); });
  }
};

template <class Result, class Object, class... Arguments, Result (Object::*kMethod)(Arguments...)>
struct Guarded<kMethod> {
  static val call(Object& object, typename Argument<Arguments>::Type... arguments) {
    return guarded([&] { return (object.*kMethod)(Argument<Arguments>::of(arguments)...); });
  }
};

template <class Result, class Object, class... Arguments,
          Result (Object::*kMethod)(Arguments...) const>
struct Guarded<kMethod> {
  static val call(const Object& object, typename Argument<Arguments>::Type... arguments) {
    return guarded([&] { return (object.*kMethod)(Argument<Arguments>::of(arguments)...); });
  }
};

/// A function or a method of the core for Embind.
template <auto kFunction>
inline constexpr auto call = &Guarded<kFunction>::call;

// Fields of value objects

/// Types that cross as something else: arrays, names.
template <class T>
struct Converted {
  using WireType = emscripten::EM_VAL;

  template <class... Policy>
  static WireType toWireType(const T& value, Policy... policy) {
    return emscripten::internal::BindingType<val>::toWireType(to_js(value), policy...);
  }
  /// Embind asks for both ways; objects with matrices only leave the core.
  static T fromWireType(WireType handle) {
    val::take_ownership(handle);
    return {};
  }
};

template <class T>
struct ConvertedArray : Converted<std::vector<T>> {
  static std::vector<T> fromWireType(emscripten::EM_VAL handle) {
    const val array = val::take_ownership(handle);
    try {
      if constexpr (std::is_arithmetic_v<T>) return to_vector<T>(array);
    } catch (const std::bad_alloc&) {
      array_lost = true;
    }
    return {};
  }
};

/// Names of the values of an enumeration, in their order.
template <class Enum>
inline constexpr const char* const* kNames = nullptr;
template <class Enum>
inline constexpr int kNameCount = 0;

template <class Enum>
struct Named {
  using WireType = emscripten::EM_VAL;

  template <class... Policy>
  static WireType toWireType(Enum value, Policy... policy) {
    return emscripten::internal::BindingType<val>::toWireType(
        val(kNames<Enum>[static_cast<int>(value)]), policy...);
  }
  /// A name that is not known becomes a value that is none, which the core refuses.
  static Enum fromWireType(emscripten::EM_VAL handle) {
    const val name = val::take_ownership(handle);
    int value = 0;
    while (value < kNameCount<Enum> && !name.strictlyEquals(val(kNames<Enum>[value]))) ++value;
    return static_cast<Enum>(value);
  }
};

}  // namespace trip::wasm

namespace emscripten::internal {

template <class T>
struct BindingType<std::vector<T>, void> : trip::wasm::ConvertedArray<T> {};
template <>
struct BindingType<trip::Vector, void> : trip::wasm::Converted<trip::Vector> {};
template <>
struct BindingType<trip::Matrix, void> : trip::wasm::Converted<trip::Matrix> {};

template <class T>
struct TypeID<std::vector<T>, void> : TypeID<val> {};
template <>
struct TypeID<trip::Vector, void> : TypeID<val> {};
template <>
struct TypeID<trip::Matrix, void> : TypeID<val> {};

}  // namespace emscripten::internal
