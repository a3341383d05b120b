// Source texts and spans into them: each node carries a 12-byte span, ignored by equality.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// Half-open byte range in a source file; file 0 means "made by code, no text".
struct SourceSpan {
  uint32_t file = 0;
  uint32_t begin = 0;
  uint32_t end = 0;
};

// 1-based line and column (in bytes) of a position.
struct LineColumn {
  uint32_t line = 0;
  uint32_t column = 0;
};

// The texts that spans point into. Ids start at 1.
class SourceMap {
 public:
  uint32_t Add(std::string name, std::string text);
  std::string_view NameOf(uint32_t file) const;
  std::string_view TextOf(uint32_t file) const;
  LineColumn Locate(uint32_t file, uint32_t offset) const;
  // "file.py:3:7", or "<made by code>" when the span has no file.
  std::string Describe(SourceSpan span) const;
  // The whole line that holds `offset`, without its newline.
  std::string_view LineAt(uint32_t file, uint32_t offset) const;
  // Drops the text but keeps names (to prove that a consumer does not need it).
  void DropTexts();

 private:
  struct File {
    std::string name;
    std::string text;
  };
  std::vector<File> files_;
};

}  // namespace assay
