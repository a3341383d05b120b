# Chooses clang 19 and ccache before project(), so that a plain `cmake -S . -B build` compiles as the presets do.
# CC, CXX and the usual CMake variables still win.
if(NOT DEFINED CMAKE_C_COMPILER AND NOT DEFINED ENV{CC})
  find_program(ASSAY_CLANG clang-19 REQUIRED)
  set(CMAKE_C_COMPILER ${ASSAY_CLANG})
endif()
if(NOT DEFINED CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX})
  find_program(ASSAY_CLANGXX clang++-19 REQUIRED)
  set(CMAKE_CXX_COMPILER ${ASSAY_CLANGXX})
endif()

find_program(ASSAY_CCACHE ccache)
if(ASSAY_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${ASSAY_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ASSAY_CCACHE})
endif()

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Dev CACHE STRING "Dev, Release, Debug or RelWithDebInfo")
endif()
