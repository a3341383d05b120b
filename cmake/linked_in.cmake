# For a library that lives in one process with whatever else is there (TVM with an LLVM of its own): libraries are linked in, where
# Debian has archives of them, so that nobody else's version of a symbol is taken for ours. fmt and mimalloc, of which there are none,
# travel beside it. Included before the libraries are looked for.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_FIND_LIBRARY_SUFFIXES .a .so)
find_library(ASSAY_XXHASH_ARCHIVE xxhash REQUIRED)
add_library(xxhash STATIC IMPORTED)
set_target_properties(xxhash PROPERTIES IMPORTED_LOCATION ${ASSAY_XXHASH_ARCHIVE})

# Called once the libraries are found. What LLVM's archives name and nothing of ours needs (Z3) is left out by --as-needed.
function(assay_link_in_libraries)
  set_target_properties(pugixml::pugixml PROPERTIES INTERFACE_LINK_LIBRARIES pugixml::static)
  if(NOT TARGET zstd::libzstd_shared)
    find_library(ASSAY_ZSTD_ARCHIVE zstd REQUIRED)
    add_library(zstd::libzstd_shared STATIC IMPORTED GLOBAL)
    set_target_properties(zstd::libzstd_shared PROPERTIES IMPORTED_LOCATION ${ASSAY_ZSTD_ARCHIVE})
  endif()
  llvm_map_components_to_libnames(archives native orcjit passes debuginfodwarf)
  target_link_libraries(assay_llvm INTERFACE ${archives})
endfunction()
