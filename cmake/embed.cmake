# assay_embed(LAYER NAME file...): the texts of files, one after the other, as `extern const std::string_view NAME` in the
# layer's library, so that the program needs no folder beside it. The texts may not hold `)TEXT"`.
function(assay_embed layer name)
  set(text "")
  foreach(file IN LISTS ARGN)
    file(READ ${CMAKE_SOURCE_DIR}/${file} part)
    string(APPEND text "${part}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  string(CONCAT code "// Made by cmake/embed.cmake.\n#include <string_view>\n\nnamespace assay {\n"
    "extern const std::string_view ${name};\nconst std::string_view ${name} = R\"TEXT(${text})TEXT\";\n}\n")
  assay_place_embedded(${layer} ${name} "${code}")
endfunction()

# assay_embed_files(LAYER NAME pattern...): all files that fit a pattern, by path, as `extern const
# std::span<const EmbeddedFile> NAME` (ir/support/embedded_file.h) in the layer's library. The same holds of their texts.
function(assay_embed_files layer name)
  file(GLOB_RECURSE files RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS ${ARGN})
  list(SORT files)
  set(rows "")
  foreach(file IN LISTS files)
    file(READ ${CMAKE_SOURCE_DIR}/${file} part)
    string(APPEND rows "    {\"${file}\", R\"TEXT(${part})TEXT\"sv},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  string(CONCAT code "// Made by cmake/embed.cmake.\n#include <span>\n\n#include \"ir/support/embedded_file.h\"\n\n"
    "namespace assay {\nnamespace {\nusing namespace std::string_view_literals;\nconstexpr EmbeddedFile kFiles[] = {\n${rows}};\n}  // namespace\n"
    "extern const std::span<const EmbeddedFile> ${name};\nconst std::span<const EmbeddedFile> ${name} = kFiles;\n}\n")
  assay_place_embedded(${layer} ${name} "${code}")
endfunction()

# assay_embed_names(LAYER NAME pattern...): the paths of all files that fit a pattern, a line each, as `extern const
# std::string_view NAME` in the layer's library.
function(assay_embed_names layer name)
  file(GLOB_RECURSE files RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS ${ARGN})
  list(SORT files)
  list(JOIN files "\n" lines)
  string(CONCAT code "// Made by cmake/embed.cmake.\n#include <string_view>\n\nnamespace assay {\n"
    "extern const std::string_view ${name};\nconst std::string_view ${name} = R\"TEXT(${lines}\n)TEXT\";\n}\n")
  assay_place_embedded(${layer} ${name} "${code}")
endfunction()

# Writes the code where it is another than before, and makes it the layer's.
function(assay_place_embedded layer name code)
  set(place ${CMAKE_BINARY_DIR}/embedded/${name}.cc)
  set(old "")
  if(EXISTS ${place})
    file(READ ${place} old)
  endif()
  if(NOT old STREQUAL code)
    file(WRITE ${place} "${code}")
  endif()
  target_sources(assay_${layer} PRIVATE ${place})
endfunction()

# assay_embed_library(LAYER NAME target): the bytes of a shared library that this build makes, as `extern const std::string_view NAME` in the
# layer's library.
function(assay_embed_library layer name target)
  set(library ${CMAKE_BINARY_DIR}/embedded/lib${target}.so)
  set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/embedded)
  string(CONCAT code "// Made by cmake/embed.cmake.\n#include <string_view>\n\n__asm__(\".pushsection .rodata\\n\"\n"
    "        \"assay_${name}:\\n.incbin \\\"${library}\\\"\\nassay_${name}_end:\\n\"\n        \".popsection\\n\");\n"
    "extern \"C\" const char assay_${name}[], assay_${name}_end[];\n\nnamespace assay {\n"
    "extern const std::string_view ${name};\n"
    "const std::string_view ${name}(assay_${name}, static_cast<size_t>(assay_${name}_end - assay_${name}));\n}\n")
  assay_place_embedded(${layer} ${name} "${code}")
  set_property(SOURCE ${CMAKE_BINARY_DIR}/embedded/${name}.cc APPEND PROPERTY OBJECT_DEPENDS ${library})
  add_dependencies(assay_${layer} ${target})
endfunction()
