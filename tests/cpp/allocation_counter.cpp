// A separate file keeps the compiler from optimising operator new away.

#include "allocation_counter.h"

#include <cstdlib>
#include <new>

namespace {

bool counting = false;
int allocations = 0;

}  // namespace

extern "C" {
void* __real_malloc(size_t size);
void* __wrap_malloc(size_t size);

void* __wrap_malloc(size_t size) {
  allocations += counting;
  return __real_malloc(size);
}
}

void* operator new(size_t size) {
  if (void* memory = __wrap_malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}

void* operator new(size_t size, const std::nothrow_t&) noexcept {
  return __wrap_malloc(size > 0 ? size : 1);
}

void* operator new(size_t size, std::align_val_t alignment) {
  const size_t multiple = static_cast<size_t>(alignment);
  allocations += counting;
  if (void* memory = std::aligned_alloc(multiple, (size / multiple + 1) * multiple)) return memory;
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace trip::testing {

void start_counting_allocations() {
  allocations = 0;
  counting = true;
}

int stop_counting_allocations() {
  counting = false;
  return allocations;
}

}  // namespace trip::testing
