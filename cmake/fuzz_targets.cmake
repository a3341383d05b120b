# Fuzz targets: each .cc of the folder defines LLVMFuzzerTestOneInput and becomes an executable of its own, driven by
# libFuzzer, by AFL++, or by standalone_main.cc, which runs the files that it is given.
# What the tests run for some seconds under each engine: targets of the IR. The others need every layer built thrice.
# AFL++ runs the one that needs the fewest layers: what it shows is that a target works under AFL++ at all.
set(ASSAY_SMOKE_TARGETS parse_fuzz round_trip_fuzz equal_fuzz arith_fuzz serial_fuzz)
set(ASSAY_AFL_SMOKE_TARGETS arith_fuzz)

function(assay_fuzz_targets folder)
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/${folder}/*.cc)
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$|/standalone_main\\.cc$")
  set(names "")
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    list(APPEND names ${name})
    add_executable(${name} ${source})
    assay_set_flags(${name} fuzzers)
    assay_link_included(${name} ${source})
    assay_add_driver(${name} ${folder})
    if(name IN_LIST ASSAY_SMOKE_TARGETS)
      assay_add_smoke_test(libfuzzer ${name} "${ASSAY_LIBFUZZER_DIR}")
    endif()
    if(name IN_LIST ASSAY_AFL_SMOKE_TARGETS)
      assay_add_smoke_test(afl ${name} "${ASSAY_AFL_DIR}")
    endif()
  endforeach()
  add_custom_target(fuzz_targets DEPENDS ${names})
  if(ASSAY_FUZZ_ENGINE STREQUAL "afl")
    add_custom_target(smoke_targets DEPENDS ${ASSAY_AFL_SMOKE_TARGETS})
  else()
    add_custom_target(smoke_targets DEPENDS ${ASSAY_SMOKE_TARGETS})
  endif()
endfunction()

# A target links the layers that it includes, and no more: the smoke tests then build quickly.
function(assay_link_included name source)
  file(STRINGS ${CMAKE_SOURCE_DIR}/${source} includes REGEX "^#include \"")
  foreach(line IN LISTS includes)
    string(REGEX REPLACE "^[^\"]*\"([^\"]*)\".*" "\\1" path "${line}")
    cmake_path(GET path PARENT_PATH included)
    assay_owner(${included} owner)
    target_link_libraries(${name} PRIVATE assay_${owner})
  endforeach()
endfunction()

function(assay_add_driver name folder)
  if(ASSAY_FUZZ_ENGINE STREQUAL "libfuzzer")
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  elseif(ASSAY_FUZZ_ENGINE STREQUAL "afl")
    # clang 19 instruments; AFL++'s own compiler in Debian 12 is clang 14, whose objects would not meet libLLVM 19.
    target_link_libraries(${name} PRIVATE /usr/lib/afl/libAFLDriver.a /usr/lib/afl/afl-compiler-rt.o)
  else()
    target_sources(${name} PRIVATE ${folder}/standalone_main.cc)
  endif()
endfunction()

# CTest entry fuzz.<engine>.<target>: some seconds of fuzzing with the binary of that engine's own build folder.
function(assay_add_smoke_test engine name binary_dir)
  if(NOT binary_dir)
    return()
  endif()
  add_test(NAME fuzz.${engine}.${name}
    COMMAND ${CMAKE_SOURCE_DIR}/cmake/scripts/fuzz_smoke.sh ${engine} ${binary_dir}/${name} 4)
  set_tests_properties(fuzz.${engine}.${name} PROPERTIES TIMEOUT 120 LABELS fuzz)
endfunction()
