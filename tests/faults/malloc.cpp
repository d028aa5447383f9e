// An allocator whose nth call fails, and which counts the blocks that are alive. Linked with the
// bindings it makes a module of which tests/lib/faults.test.mjs asks that no failure loses
// anything.

#include <emscripten/emscripten.h>
#include <malloc.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

extern "C" {

void* emscripten_builtin_malloc(size_t size);
void* emscripten_builtin_memalign(size_t alignment, size_t size);
void emscripten_builtin_free(void* memory);

static int until_failure = 0, alive = 0;

/// The nth allocation from now on fails; 0: none does.
EMSCRIPTEN_KEEPALIVE void faults_arm(int nth) { until_failure = nth; }
/// Whether the failure is still to come.
EMSCRIPTEN_KEEPALIVE int faults_armed() { return until_failure > 0; }
EMSCRIPTEN_KEEPALIVE int faults_alive() { return alive; }

static bool fails() { return until_failure > 0 && --until_failure == 0; }
static void* counted(void* memory) {
  alive += memory != nullptr;
  return memory;
}

void* malloc(size_t size) { return fails() ? nullptr : counted(emscripten_builtin_malloc(size)); }

void free(void* memory) {
  alive -= memory != nullptr;
  emscripten_builtin_free(memory);
}

void* calloc(size_t count, size_t size) {
  void* memory = malloc(count * size);
  return memory ? std::memset(memory, 0, count * size) : nullptr;
}

void* realloc(void* memory, size_t size) {
  void* larger = malloc(size);
  if (!larger) return nullptr;
  if (memory) std::memcpy(larger, memory, std::min(size, malloc_usable_size(memory)));
  free(memory);
  return larger;
}

void* memalign(size_t alignment, size_t size) {
  return fails() ? nullptr : counted(emscripten_builtin_memalign(alignment, size));
}

void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void** memory, size_t alignment, size_t size) {
  *memory = memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

}  // extern "C"
