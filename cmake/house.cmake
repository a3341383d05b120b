# Tests of the house rules: sizes of files and functions, and that the layer check really fires.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(scripts ${CMAKE_SOURCE_DIR}/cmake/scripts)
