// The entry of libFuzzer. TRIP_FUZZ_TARGET is the function of input.h that this program runs.

#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  trip::fuzz::TRIP_FUZZ_TARGET(data, size);
  return 0;
}
