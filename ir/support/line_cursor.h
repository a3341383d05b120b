// LineCursor: the lines of many places of one text, each counted from the one before. Tested by line_cursor_test.cc.
#pragma once

#include <algorithm>

#include "ir/support/source.h"

namespace assay {

class LineCursor {
 public:
  explicit LineCursor(const SourceMap& sources) : sources_(sources) {}

  // From 1, as SourceMap::Locate has it; `file` is not 0.
  uint32_t LineOf(uint32_t file, uint32_t offset) {
    if (file != file_) file_ = file, offset_ = 0, line_ = 1;
    std::string_view text = sources_.TextOf(file);
    auto to = std::min<size_t>(offset, text.size()), from = std::min<size_t>(offset_, text.size());
    auto between = text.substr(std::min(from, to), std::max(from, to) - std::min(from, to));
    auto lines = static_cast<uint32_t>(std::count(between.begin(), between.end(), '\n'));
    line_ = to >= from ? line_ + lines : line_ - lines;
    offset_ = static_cast<uint32_t>(to);
    return line_;
  }

 private:
  const SourceMap& sources_;
  uint32_t file_ = 0, offset_ = 0, line_ = 1;
};

}  // namespace assay
