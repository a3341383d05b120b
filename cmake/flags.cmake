# Compiler and linker flags that every layer shares; target assay_flags carries them.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Dev: quick to compile, quick enough to test, checks on.
set(CMAKE_CXX_FLAGS_DEV "-O1 -g1")
set(CMAKE_C_FLAGS_DEV "-O1 -g1")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

add_library(assay_flags INTERFACE)
target_compile_options(assay_flags INTERFACE -Wall -Wextra -Wpedantic -fno-rtti)
# A fuzzing service's compiler may warn of more.
if(NOT ASSAY_FUZZ_ENGINE STREQUAL "service")
  target_compile_options(assay_flags INTERFACE -Werror)
endif()
# GCC takes GoogleTest's EXPECT_ behind an if for an else that dangles, and its 12 takes the ends of short strings in a
# braced list for what lies behind them (its bug 105651), and the alternatives that a moved variant does not hold for
# read. Clang looks for all three, and the sanitizers' builds for what is read before it is written.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(assay_flags INTERFACE -Wno-dangling-else -Wno-array-bounds -Wno-maybe-uninitialized)
endif()
# Interpreter and machine code must agree to the bit, so no multiply-add is ever fused behind our back.
target_compile_options(assay_flags INTERFACE -ffp-contract=off)
# __FILE__ as a path from the source root: messages and objects do not depend on where the clone lies.
# Debuggers look for the files where they lie.
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  target_compile_options(assay_flags INTERFACE -fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=)
else()
  target_compile_options(assay_flags INTERFACE -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
endif()
target_compile_definitions(assay_flags INTERFACE
  ASSAY_VERSION="${PROJECT_VERSION}"
  # One definition of these headers' inline functions in layers with and without exceptions.
  JSON_NOEXCEPTION=1)

set(assay_instrumentation "")
if(ASSAY_SANITIZE)
  # The vptr check needs RTTI. A report ends the process, so that a campaign sees it as a crash.
  list(APPEND assay_instrumentation -fsanitize=${ASSAY_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(ASSAY_SANITIZE MATCHES "undefined")
    list(APPEND assay_instrumentation -fno-sanitize=vptr)
  endif()
endif()
target_link_options(assay_flags INTERFACE ${assay_instrumentation} -Wl,--as-needed)
if(ASSAY_FUZZ_ENGINE STREQUAL "libfuzzer")
  list(APPEND assay_instrumentation -fsanitize=fuzzer-no-link)
elseif(ASSAY_FUZZ_ENGINE STREQUAL "afl")
  list(APPEND assay_instrumentation -fsanitize-coverage=trace-pc-guard)
elseif(NOT ASSAY_FUZZ_ENGINE MATCHES "^(none|service)$")
  message(FATAL_ERROR "ASSAY_FUZZ_ENGINE is '${ASSAY_FUZZ_ENGINE}'; it may be libfuzzer, afl, service or none")
endif()
target_compile_options(assay_flags INTERFACE ${assay_instrumentation})

if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  if(ASSAY_PCH)
    target_compile_options(assay_flags INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
  target_link_options(assay_flags INTERFACE -fuse-ld=lld)
endif()
