# Finds the toolchain file of the emcc on PATH (a system package or an SDK) and uses it with settings that this project needs.
if(NOT EMSCRIPTEN_ROOT_PATH)
  execute_process(COMMAND em-config EMSCRIPTEN_ROOT
    OUTPUT_VARIABLE EMSCRIPTEN_ROOT_PATH OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE TRIP_EM_CONFIG_RESULT)
  if(NOT TRIP_EM_CONFIG_RESULT EQUAL 0)
    message(FATAL_ERROR "em-config was not found: put Emscripten 3.1.6 or newer on PATH")
  endif()
endif()

# Eigen is headers only, so the host's package is the right one.
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
# Without the switches that some versions pass to Node and that newer Node versions refuse.
find_program(TRIP_NODE node NO_CMAKE_FIND_ROOT_PATH REQUIRED)
set(CMAKE_CROSSCOMPILING_EMULATOR ${TRIP_NODE})

include(${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake)
