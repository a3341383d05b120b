# Tests of the house rules: sizes of files and functions, and that the layer check passes and fails where it must.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(assay_testdata ${CMAKE_SOURCE_DIR}/cmake/testdata)

add_test(NAME house.sizes COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/scripts/sizes.py
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
add_test(NAME house.sizes_counts COMMAND bash -c
  "diff sample.expected <(${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/scripts/sizes.py --list sample.cc)"
  WORKING_DIRECTORY ${assay_testdata}/sizes)

# assay_layer_fixture(NAME SENTENCE): configures testdata/layers/NAME and expects to read SENTENCE.
function(assay_layer_fixture name sentence)
  add_test(NAME house.layers_${name} COMMAND ${CMAKE_COMMAND} -S ${assay_testdata}/layers/${name}
    -B ${CMAKE_BINARY_DIR}/layers_${name} -G ${CMAKE_GENERATOR} -DASSAY_LAYERS=${CMAKE_SOURCE_DIR}/cmake/layers.cmake)
  set_tests_properties(house.layers_${name} PROPERTIES PASS_REGULAR_EXPRESSION "${sentence}")
endfunction()
assay_layer_fixture(good "Generating done")
assay_layer_fixture(upward "low/inner/base.h:3: \"low/middle.h\" is in layer 'low', out of reach of")
assay_layer_fixture(stray "low/inner/other.h:3: \"base.h\" is in no layer")
