# The libraries of other people, all from Debian 12 packages. Header paths are SYSTEM: their warnings are not ours.
if(ASSAY_PYTHON)
  include(linked_in)
endif()
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(pugixml REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(LibLZMA REQUIRED)
find_package(ZLIB REQUIRED)
find_package(GTest REQUIRED)
find_package(benchmark REQUIRED)
find_package(mimalloc 2.0 REQUIRED)
find_package(LLVM 19.1 QUIET CONFIG REQUIRED PATHS /usr/lib/llvm-19/lib/cmake NO_DEFAULT_PATH)

# LLVM is visible to vm/llvm alone, through this target.
add_library(assay_llvm INTERFACE)
target_include_directories(assay_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
if(ASSAY_PYTHON)
  assay_link_in_libraries()
else()
  target_link_libraries(assay_llvm INTERFACE LLVM)
endif()

# What the programs and benchmarks allocate with: compilers make many small objects that die young. Linked before the C
# library, whose malloc it replaces. Sanitizers bring their own.
add_library(assay_allocator INTERFACE)
if(NOT ASSAY_SANITIZE AND ASSAY_FUZZ_ENGINE STREQUAL "none")
  target_link_options(assay_allocator INTERFACE -Wl,--push-state,--no-as-needed $<TARGET_FILE:mimalloc> -Wl,--pop-state)
endif()
