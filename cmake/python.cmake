# What the wheel holds (docs/guide/python.md): one library of all layers, LLVM and most other libraries included, which shows
# nothing but assay::python and the program's start; the program and the extension module, which both link to it; and what travels
# with them. Included where ASSAY_PYTHON is on, by ./dev wheel.
find_package(Python 3.10 REQUIRED COMPONENTS Interpreter Development.Module OPTIONAL_COMPONENTS Development.SABIModule)
# Not what an earlier configuration found, which may be of another Python.
execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE nanobind_DIR
  COMMAND_ERROR_IS_FATAL ANY)
find_package(nanobind CONFIG REQUIRED)

# RunCli stands in an archive, out of which nothing else asks for it.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/whole.cc CONTENT "")
add_library(assay_whole SHARED ${CMAKE_BINARY_DIR}/whole.cc)
set_target_properties(assay_whole PROPERTIES OUTPUT_NAME assay INSTALL_RPATH "$ORIGIN")
target_link_libraries(assay_whole PRIVATE assay_flags $<LINK_LIBRARY:WHOLE_ARCHIVE,assay_python>)
target_link_options(assay_whole PRIVATE LINKER:--version-script=${CMAKE_SOURCE_DIR}/python/native/exports.map
  LINKER:--undefined=_ZN5assay6RunCliEiPPc LINKER:--gc-sections LINKER:--no-undefined)
set_target_properties(assay_whole PROPERTIES LINK_DEPENDS ${CMAKE_SOURCE_DIR}/python/native/exports.map)

# The program of the release build, allocator included, which Python's process is spared.
add_executable(assay_program cli/main.cc)
target_include_directories(assay_program PRIVATE ${CMAKE_SOURCE_DIR})
target_link_libraries(assay_program PRIVATE assay_flags assay_allocator assay_whole)
set_target_properties(assay_program PROPERTIES OUTPUT_NAME assay RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/program
  INSTALL_RPATH "$ORIGIN/..")

# Where Python is 3.12 or later, one extension serves all that follow.
nanobind_add_module(_native STABLE_ABI NB_STATIC NB_DOMAIN tvm_assay python/bindings/module.cc python/bindings/values.cc)
target_include_directories(_native PRIVATE ${CMAKE_SOURCE_DIR})
target_compile_options(_native PRIVATE -Wall -Wextra)
target_link_libraries(_native PRIVATE assay_whole)
set_target_properties(_native PROPERTIES INSTALL_RPATH "$ORIGIN" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/extension)
# python/tvm_assay/_native.pyi is a copy, which ./dev check wheel compares with it.
nanobind_add_stub(assay_stub MODULE _native OUTPUT ${CMAKE_BINARY_DIR}/extension/_native.pyi
  PYTHON_PATH $<TARGET_FILE_DIR:_native> DEPENDS _native)

add_custom_target(assay_wheel DEPENDS assay_whole assay_program _native assay_stub)

install(TARGETS assay_whole _native LIBRARY DESTINATION tvm_assay COMPONENT wheel)
install(TARGETS assay_program RUNTIME DESTINATION tvm_assay/bin COMPONENT wheel)
# Set by scikit-build-core.
if(SKBUILD_SCRIPTS_DIR)
  install(PROGRAMS python/scripts/assay DESTINATION ${SKBUILD_SCRIPTS_DIR} COMPONENT wheel)
endif()
# What an error of TVM's means, as the program knows it, too.
install(FILES oracles/subjects/tvm/tvm_errors.py DESTINATION tvm_assay RENAME _tvm_errors.py COMPONENT wheel)
install(DIRECTORY regressions/tvm DESTINATION tvm_assay/share/assay/regressions COMPONENT wheel)
install(FILES oracles/conform/allowed.json DESTINATION tvm_assay/share/assay/oracles/conform COMPONENT wheel)
install(DIRECTORY corpus/basics DESTINATION tvm_assay/share/assay/corpus COMPONENT wheel)
