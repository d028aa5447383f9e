#pragma once
// What the module asks of JavaScript; web/lib/core.ts provides it. Arguments wait there in a row
// and are taken one by one, results are given one by one. Arrays are copied both ways: nothing that
// leaves here views the heap.

namespace trip::wasm {

/// Element types of arrays, as JavaScript counts them.
enum class Kind { kInt, kFloat, kDouble };

#define TRIP_HOST(name) extern "C" [[clang::import_module("host"), clang::import_name(name)]]

/// The next argument, a number.
TRIP_HOST("take") double host_take();
/// The length of the next argument, an array, which then waits for its elements to be copied.
TRIP_HOST("length") int host_length();
TRIP_HOST("copy") void host_copy(Kind kind, void* to);
TRIP_HOST("give") void host_give(double value);
TRIP_HOST("giveArray") void host_give_array(Kind kind, const void* from, int length);
TRIP_HOST("giveText") void host_give_text(const char* text);
/// Throws an error in JavaScript. What C++ would clean up on the way is left to heap.cpp.
TRIP_HOST("fail") [[noreturn]] void host_fail(const char* code, const char* message);

#undef TRIP_HOST

/// Marks a function that JavaScript calls by its name.
#define TRIP_EXPORT extern "C" [[gnu::used, gnu::visibility("default")]]

}  // namespace trip::wasm
