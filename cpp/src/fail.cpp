// A file of its own, in whose place another definition can be linked.

#include <trip/error.h>

namespace trip {

void fail(const char* code, std::initializer_list<Part> parts) {
  throw Error(code, to_text(parts));
}

}  // namespace trip
