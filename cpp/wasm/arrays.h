#pragma once
// Conversion of values between C++ and JavaScript, and calls that may fail. An array is copied once
// in each direction in a single call. No view of the heap leaves the module.

#include <emscripten/bind.h>
#include <emscripten/val.h>
#include <trip/matrix.h>
#include <trip/options.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace trip::wasm {

using emscripten::val;

template <class T>
std::vector<T> to_vector(const val& array) {
  std::vector<T> values(array["length"].as<unsigned>());
  val(emscripten::typed_memory_view(values.size(), values.data())).call<void>("set", array);
  return values;
}

/// Converts a seed. An invalid seed becomes a number above all seeds, which the core rejects.
inline uint64_t to_seed(double value) {
  return value >= 0 && value < 0x1p53 ? static_cast<uint64_t>(value) : ~uint64_t{0};
}

/// Set when an array of a value object did not fit into memory. Embind would leak the object if a
/// setter threw, so from() throws after it owns the object.
inline bool array_lost = false;

/// Converts a value object of JavaScript to an object of the core.
template <class T>
T from(const val& object) {
  array_lost = false;
  T value = object.as<T>();
  if (array_lost) throw std::bad_alloc();
  return value;
}

/// The type in which Embind passes an argument of a core function, and its conversion. Arguments
/// that need memory are converted within guarded(), since an exception in Embind's own conversion
/// would leak the arguments before it.
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

/// Converts a value of the core to JavaScript by Embind's conversion, unless a specialisation has
/// another one.
template <class T>
struct ToJs {
  static val of(T value) { return val(std::move(value)); }
};

template <class T>
val to_js(T&& value) {
  return ToJs<std::remove_cvref_t<T>>::of(std::forward<T>(value));
}

template <class T>
val copy_of(const T* values, size_t length) {
  return val(emscripten::typed_memory_view(length, values)).call<val>("slice");
}

template <class T>
struct NumbersToJs {
  static val of(const T& m) { return copy_of(m.data(), static_cast<size_t>(m.size())); }
};
template <>
struct ToJs<Vector> : NumbersToJs<Vector> {};
template <>
struct ToJs<Matrix> : NumbersToJs<Matrix> {};
template <>
struct ToJs<std::string> {
  static val of(const std::string& text) { return val(text.c_str()); }
};
template <>
struct ToJs<uint64_t> {
  static val of(uint64_t seed) { return val(static_cast<double>(seed)); }
};
/// Numbers become a typed array, other elements a list.
template <class T>
struct ToJs<std::vector<T>> {
  static val of(const std::vector<T>& values) {
    if constexpr (std::is_arithmetic_v<T>) {
      return copy_of(values.data(), values.size());
    } else {
      val list = val::array();
      for (const T& value : values) list.call<void>("push", to_js(value));
      return list;
    }
  }
};

/// Runs call(context). A failure is returned as an error object, which web/lib/core/core.ts throws:
/// an exception that passed through Embind would leak the arguments that Embind has converted.
val guarded(val (*call)(void* context), void* context);

/// The same for a callable that returns a value of the core.
template <class Call>
val guarded(Call call) {
  const auto run = [](void* context) {
    Call& core_call = *static_cast<Call*>(context);
    if constexpr (std::is_void_v<decltype(core_call())>) {
      core_call();
      return val::undefined();
    } else {
      return to_js(core_call());
    }
  };
  return guarded(run, &call);
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

/// A function or method of the core, wrapped for Embind.
template <auto kFunction>
inline constexpr auto call = &Guarded<kFunction>::call;

/// Types with a conversion that differs from Embind's.
template <class T>
struct Converted {
  using WireType = emscripten::EM_VAL;

  template <class... Policy>
  static WireType toWireType(const T& value, Policy... policy) {
    return emscripten::internal::BindingType<val>::toWireType(to_js(value), policy...);
  }
  /// Converts lists of numbers. Embind requires this function for the other types too, which
  /// JavaScript never passes.
  static T fromWireType(WireType handle) {
    const val array = val::take_ownership(handle);
    if constexpr (std::is_same_v<T, std::vector<int>> || std::is_same_v<T, std::vector<float>> ||
                  std::is_same_v<T, std::vector<double>>) {
      try {
        return to_vector<typename T::value_type>(array);
      } catch (const std::bad_alloc&) {
        array_lost = true;
      }
    }
    return {};
  }
};

template <class Enum>
const char* name_of(Enum value) {
  return kNames<Enum>.begin()[static_cast<int>(value)];
}
/// The position of a name. An unknown name gets a position outside the enumeration, which the core
/// rejects.
inline int index_of(const val& given, Names names) {
  int value = 0;
  for (const char* name : names) {
    if (given.strictlyEquals(val(name))) break;
    ++value;
  }
  return value;
}

/// A value object whose arrays are moved out of the object that Embind fills, since a copy of all
/// samples would double the memory for a moment.
template <class T>
struct Moved : emscripten::internal::GenericBindingType<T> {
  static T fromWireType(T* filled) { return std::move(*filled); }
};

/// Enumerations are passed by name; kNames has the names in the order of the values.
template <class Enum>
struct Named {
  using WireType = emscripten::EM_VAL;

  template <class... Policy>
  static WireType toWireType(Enum value, Policy... policy) {
    return emscripten::internal::BindingType<val>::toWireType(val(name_of(value)), policy...);
  }
  static Enum fromWireType(WireType handle) {
    return static_cast<Enum>(index_of(val::take_ownership(handle), kNames<Enum>));
  }
};

}  // namespace trip::wasm

/// Makes Embind convert Type by Binding, as a value object.
#define TRIP_BINDS(Type, Binding)                                \
  namespace emscripten::internal {                               \
  template <>                                                    \
  struct BindingType<Type, void> : trip::wasm::Binding<Type> {}; \
  }
/// Makes Embind convert Type by Binding, as a value of JavaScript.
#define TRIP_CROSSES(Type, Binding)           \
  TRIP_BINDS(Type, Binding)                   \
  namespace emscripten::internal {            \
  template <>                                 \
  struct TypeID<Type, void> : TypeID<val> {}; \
  }
