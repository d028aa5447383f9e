// Errors without C++ exceptions, which would need a clean-up beside every call: a fault throws in
// JavaScript, past all frames of this module, and what the call had taken from the heap goes back
// at once. For this, every block knows on whose behalf it was taken: of one call, or of an object
// for which all its calls count as one.

#include <trip/error.h>

#include <cstdint>
#if __has_include(<__verbose_abort>)
#include <__verbose_abort>
#endif

#include "host.h"

extern "C" void __real_free(void* memory);

namespace trip::wasm {
namespace {

/// Stands before each block.
struct Header {
  Header *before, *after;
  int owner;
  void* memory;  // what the heap gave
};

/// Blocks begin with a line of the cache: vectors across two are slower. Aligned here, since
/// emmalloc of Emscripten 3 may refuse a large block, or take its size twice, when it is to align
/// it.
constexpr size_t kLine = 64, kMore = sizeof(Header) + kLine;

Header newest = {&newest, &newest, 0, nullptr};  // of a ring of all blocks
int current = 0;

[[noreturn]] void no_memory() {
  host_fail("memory", "not enough memory in WebAssembly for this size");
}

void give_back(Header* block) {
  block->before->after = block->after;
  block->after->before = block->before;
  __real_free(block->memory);
}

}  // namespace

/// Blocks belong to `owner` from now on.
TRIP_EXPORT void enter(int owner) { current = owner; }

/// Frees all blocks of the present owner.
TRIP_EXPORT void roll_back() {
  for (Header* block = newest.after; block != &newest;) {
    Header* next = block->after;
    if (block->owner == current) give_back(block);
    block = next;
  }
}

// The stack of a call that has thrown is given back like its blocks.
TRIP_EXPORT uintptr_t stack_pointer() {
  uintptr_t pointer;
  __asm__ volatile(".globaltype __stack_pointer, i32\nglobal.get __stack_pointer\nlocal.set %0"
                   : "=r"(pointer));
  return pointer;
}
TRIP_EXPORT void set_stack_pointer(uintptr_t pointer) {
  __asm__ volatile("local.get %0\nglobal.set __stack_pointer" : : "r"(pointer));
}

}  // namespace trip::wasm

/// In the place of the core's, which throws.
void trip::fail(const char* code, std::initializer_list<Part> parts) {
  wasm::host_fail(code, to_text(parts).c_str());
}

// The linker puts these in the place of malloc, free and abort (--wrap).

extern "C" void* __real_malloc(size_t size);

extern "C" void* __wrap_malloc(size_t size) {
  using namespace trip::wasm;
  void* memory = size <= PTRDIFF_MAX - kMore ? __real_malloc(kMore + size) : nullptr;
  if (!memory) no_memory();
  const uintptr_t after_header = reinterpret_cast<uintptr_t>(memory) + sizeof(Header);
  auto* block = reinterpret_cast<Header*>((after_header + kLine - 1) / kLine * kLine) - 1;
  *block = {&newest, newest.after, current, memory};
  newest.after = newest.after->before = block;
  return block + 1;
}

extern "C" void __wrap_free(void* memory) {
  if (memory) trip::wasm::give_back(static_cast<trip::wasm::Header*>(memory) - 1);
}

/// The standard library ends here when a vector would be longer than any memory.
extern "C" void __wrap_abort() { trip::wasm::no_memory(); }

#if __has_include(<__verbose_abort>)
#ifndef _LIBCPP_VERBOSE_ABORT_NOEXCEPT
#define _LIBCPP_VERBOSE_ABORT_NOEXCEPT
#endif
/// The same in newer ones, which would bring all of printf.
void std::__libcpp_verbose_abort(const char*, ...) _LIBCPP_VERBOSE_ABORT_NOEXCEPT {
  trip::wasm::no_memory();
}
#endif
