# Tests of the house rules: sizes of files and functions, that no two layers define one name, and that the layer check passes and fails where it must.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(assay_testdata ${CMAKE_SOURCE_DIR}/cmake/testdata)

add_test(NAME house.sizes COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/scripts/sizes.py
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
add_test(NAME house.sizes_counts COMMAND bash -c
  "diff sample.expected <(${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/scripts/sizes.py --list sample.cc sample.py)"
  WORKING_DIRECTORY ${assay_testdata}/sizes)

add_test(NAME house.symbols COMMAND bash -c
  "${Python3_EXECUTABLE} cmake/scripts/symbols.py ${CMAKE_BINARY_DIR}/libassay_*.a" WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
add_test(NAME house.symbols_counts COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/scripts/symbols.py
  --listing ${assay_testdata}/symbols/twice.txt)
set_tests_properties(house.symbols_counts PROPERTIES PASS_REGULAR_EXPRESSION
  "_ZN5assay3FooEv is defined by libassay_a.a:x.cc.o and libassay_b.a:y.cc.o\n1 definitions, 1 more than once")

# Circles of calls across files, of the build whose inlining the reasons are written for.
if(CMAKE_BUILD_TYPE STREQUAL "Dev" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64"
   AND "${ASSAY_SANITIZE}${CMAKE_CXX_FLAGS}" STREQUAL "" AND ASSAY_FUZZ_ENGINE STREQUAL "none")
  add_test(NAME house.recursion COMMAND bash -c
    "${Python3_EXECUTABLE} cmake/scripts/recursion.py ${CMAKE_BINARY_DIR}/libassay_*.a" WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
endif()

# Verbs of ./dev take no subcommand of assay away.
add_test(NAME house.dev COMMAND ${Python3_EXECUTABLE} -c "import dev_test; dev_test.test_subcommands_of_assay_are_passed_on()"
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/cmake/scripts)

# What documents and comments say of paths, decisions and tables is so.
add_test(NAME house.claims COMMAND ${Python3_EXECUTABLE} cmake/scripts/claims.py WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
add_test(NAME house.claims_fire COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/scripts/claims.py --root ${assay_testdata}/claims)
set_tests_properties(house.claims_fire PROPERTIES PASS_REGULAR_EXPRESSION "3 files, 8 wrong claims")

# No word that misleads stands in code, messages or documents.
add_test(NAME house.words COMMAND ${Python3_EXECUTABLE} cmake/scripts/words.py WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
add_test(NAME house.words_fire COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/scripts/words.py
  --root ${assay_testdata}/words --list ${assay_testdata}/words/words.txt)
set_tests_properties(house.words_fire PROPERTIES PASS_REGULAR_EXPRESSION "2 files, 2 words, 3 uses of them")

# What tells kinds of nodes apart stops the build for a new one or says why not; what recurses along nodes says how deep.
add_test(NAME house.kinds COMMAND ${Python3_EXECUTABLE} cmake/scripts/kinds.py --reasons WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
add_test(NAME house.kinds_fire COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/scripts/kinds.py --reasons
  --root ${assay_testdata}/kinds)
set_tests_properties(house.kinds_fire PROPERTIES PASS_REGULAR_EXPRESSION
  "sample.cc:21: .*sample.cc:22: .*sample.cc:39: .*sample.cc:51: .*sample.cc:54: .*6 lines .* 2 do neither.*3 switches .* 1 do neither.*3 circles .* 2 do neither")

# A subject's name decides nothing outside of its folder: what is asked of it is a field of its row, a trait or a method.
add_test(NAME house.subjects COMMAND ${Python3_EXECUTABLE} cmake/scripts/subjects.py WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
add_test(NAME house.subjects_fire COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/scripts/subjects.py
  --root ${assay_testdata}/subjects)
set_tests_properties(house.subjects_fire PROPERTIES PASS_REGULAR_EXPRESSION
  "cli/sample.cc:5: .*cli/sample.cc:6: .*cli/sample.cc:7: .*cli/sample.cc:8: .*cli/sample.cc:9: .*2 subjects, 1 files, 5 comparisons with a subject's name")

# JSON text is read in one place, which knows how deep it may nest.
add_test(NAME house.json COMMAND bash -c
  "! grep -rn 'son::parse(' ir passes vm generators oracles fuzzers cli --include=*.cc --include=*.h | grep -v '_test\\.cc:' | grep -v '^ir/support/read_json.cc:'"
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})

# Every file that includes CLI11 compiles the whole of it; what others need of it, command.h declares.
add_test(NAME house.parser COMMAND bash -c
  "diff <(grep -rl 'CLI/CLI.hpp' ir passes vm generators oracles fuzzers cli --include=*.cc --include=*.h | sort) <(printf '%s\\n' cli/cli.cc cli/command.cc cli/help.cc)"
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})

# What the mutation build plants in a source.
add_test(NAME house.mutate COMMAND bash -c
  "${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/scripts/mutate.py --out ${CMAKE_BINARY_DIR}/mutate sample.cc near/shared.cc near/some_pass.cc near/other_pass.cc near/beside.cc && diff sample.expected <(cat ${CMAKE_BINARY_DIR}/mutate/sample.cc ${CMAKE_BINARY_DIR}/mutate/mutants.inc)"
  WORKING_DIRECTORY ${assay_testdata}/mutate)

# assay_layer_fixture(NAME SENTENCE): configures testdata/layers/NAME and expects to read SENTENCE.
function(assay_layer_fixture name sentence)
  add_test(NAME house.layers_${name} COMMAND ${CMAKE_COMMAND} -S ${assay_testdata}/layers/${name}
    -B ${CMAKE_BINARY_DIR}/layers_${name} -G ${CMAKE_GENERATOR} -DASSAY_LAYERS=${CMAKE_SOURCE_DIR}/cmake/layers.cmake)
  set_tests_properties(house.layers_${name} PROPERTIES PASS_REGULAR_EXPRESSION "${sentence}")
endfunction()
assay_layer_fixture(good "Generating done")
assay_layer_fixture(upward "low/inner/base.h:3: \"low/middle.h\" is in layer 'low', out of reach of")
assay_layer_fixture(stray "low/inner/other.h:3: \"base.h\" is in no layer")

# What is installed runs, and brings what completes its command line.
add_test(NAME house.install COMMAND bash -c
  "rm -rf install && ${CMAKE_COMMAND} --install . --prefix install && install/bin/assay --version && grep -q rediscovery install/share/bash-completion/completions/assay && grep -q compdef install/share/zsh/vendor-completions/_assay && test -s install/share/doc/assay/semantics.md"
  WORKING_DIRECTORY ${CMAKE_BINARY_DIR})

# The tutorials' commands do what their pages say; pages that need a real TVM are left out here.
if(ASSAY_FAULTS)
add_test(NAME docs.tutorials COMMAND ${Python3_EXECUTABLE} docs/tutorials/run.py --assay $<TARGET_FILE:assay>
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(docs.tutorials PROPERTIES TIMEOUT 300 PASS_REGULAR_EXPRESSION "2 passed, 0 failed, 3 skipped")
# So do those of the first day, which print what the page says.
add_test(NAME docs.first_day COMMAND ${Python3_EXECUTABLE} docs/tutorials/run.py --assay $<TARGET_FILE:assay> docs/guide/first_day.md
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(docs.first_day PROPERTIES TIMEOUT 300 PASS_REGULAR_EXPRESSION "1 passed, 0 failed, 0 skipped")
endif()

# Engines as their scripts are run, on this machine: the same merge as one process makes. Without what an engine needs, nothing is tried.
foreach(engine kubernetes engines)
  add_test(NAME units.${engine} COMMAND ${Python3_EXECUTABLE} cmake/scripts/${engine}_check.py $<TARGET_FILE:assay> --units 2 --runs 4
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(units.${engine} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 4)
endforeach()
# Cases that end their machine are found, and the rest of their unit is done.
add_test(NAME units.poison COMMAND ${Python3_EXECUTABLE} cmake/scripts/poison_check.py $<TARGET_FILE:assay> WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(units.poison PROPERTIES TIMEOUT 300)

# Our own conformance suite passes, and is what its tables give.
add_test(NAME conformance.own COMMAND assay conform corpus/conformance WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
# Of our own compiler all of it is judged.
set_tests_properties(conformance.own PROPERTIES TIMEOUT 120 FAIL_REGULAR_EXPRESSION "not applicable")
find_package(Python3 QUIET COMPONENTS NumPy)
if(Python3_NumPy_FOUND)
  add_test(NAME conformance.made COMMAND ${Python3_EXECUTABLE} oracles/conform/cases/make.py --check
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
endif()
