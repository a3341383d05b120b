# Which commit --version names. Included by CMakeLists.txt, it makes a target that asks git in every build; run as a script
# (cmake -DASSAY_COMMIT_FILE=... -P), it is that question. The file changes with its answer alone, and version.cc is all
# that includes it, so that a commit costs one object and a link.
if(DEFINED ASSAY_COMMIT_FILE)
  set(commit unknown)
  execute_process(COMMAND git -C ${ASSAY_SOURCE} describe --always --dirty --abbrev=12 --exclude=*
    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed AND found)
    set(commit ${found})
  endif()
  set(text "#define ASSAY_COMMIT \"${commit}\"\n")
  set(old "")
  if(EXISTS ${ASSAY_COMMIT_FILE})
    file(READ ${ASSAY_COMMIT_FILE} old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE ${ASSAY_COMMIT_FILE} "${text}")
  endif()
  return()
endif()

set(assay_commit_file ${CMAKE_BINARY_DIR}/version/commit.inc)
add_custom_target(assay_commit BYPRODUCTS ${assay_commit_file}
  COMMAND ${CMAKE_COMMAND} -DASSAY_COMMIT_FILE=${assay_commit_file} -DASSAY_SOURCE=${CMAKE_SOURCE_DIR} -P ${CMAKE_CURRENT_LIST_FILE}
  COMMENT "Asking git for the commit")
add_dependencies(assay_cli assay_commit)
set_property(SOURCE cli/version.cc APPEND PROPERTY INCLUDE_DIRECTORIES ${CMAKE_BINARY_DIR}/version)
set_property(SOURCE cli/version.cc APPEND PROPERTY COMPILE_DEFINITIONS
  "ASSAY_BUILD_TYPE=\"$<LOWER_CASE:$<CONFIG>>\";ASSAY_LLVM_VERSION=\"${LLVM_PACKAGE_VERSION}\"")
