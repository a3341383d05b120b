// A file of the source tree that travels in the program, put there by cmake/embed.cmake. Tested by own_texts_test.cc.
#pragma once

#include <string_view>

namespace assay {

struct EmbeddedFile {
  // From the source root.
  std::string_view path;
  std::string_view text;
};

}  // namespace assay
