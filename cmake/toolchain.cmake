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
  if(ASSAY_PCH)
    # As ccache's manual says about precompiled headers; the other half is -fno-pch-timestamp.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${ASSAY_CCACHE})
  endif()
endif()

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Dev CACHE STRING "Dev, Release, Debug or RelWithDebInfo")
endif()
