#include "ir/support/source.h"

#include <algorithm>

#include <fmt/format.h>

namespace assay {

uint32_t SourceMap::Add(std::string name, std::string text) {
  files_.push_back({std::move(name), std::move(text)});
  return static_cast<uint32_t>(files_.size());
}

std::string_view SourceMap::NameOf(uint32_t file) const {
  return file == 0 || file > files_.size() ? std::string_view("<made by code>") : files_[file - 1].name;
}

std::string_view SourceMap::TextOf(uint32_t file) const {
  return file == 0 || file > files_.size() ? std::string_view() : std::string_view(files_[file - 1].text);
}

LineColumn SourceMap::Locate(uint32_t file, uint32_t offset) const {
  std::string_view before = TextOf(file).substr(0, offset);
  size_t newline = before.rfind('\n');
  auto line = 1 + std::count(before.begin(), before.end(), '\n');
  size_t column = newline == std::string_view::npos ? before.size() + 1 : before.size() - newline;
  return {static_cast<uint32_t>(line), static_cast<uint32_t>(column)};
}

std::string SourceMap::Describe(SourceSpan span) const {
  if (span.file == 0) return std::string(NameOf(0));
  LineColumn at = Locate(span.file, span.begin);
  return fmt::format("{}:{}:{}", NameOf(span.file), at.line, at.column);
}

std::string_view SourceMap::LineAt(uint32_t file, uint32_t offset) const {
  std::string_view text = TextOf(file);
  if (offset > text.size()) return {};
  size_t newline = text.substr(0, offset).rfind('\n');
  size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  size_t end = std::min(text.find('\n', begin), text.size());
  return text.substr(begin, end - begin);
}

void SourceMap::DropTexts() {
  for (File& file : files_) file.text.clear();
}

}  // namespace assay
