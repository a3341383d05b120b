// The parts of an ELF file that say where its code is, for x86-64. Tested by code_map_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "coverage/code_map.h"
#include "ir/support/result.h"

namespace assay {

// Addresses count from where the file is loaded.
struct CodeRange {
  uint64_t begin = 0, end = 0;
};

// A part of the file in memory.
struct ElfSection {
  uint64_t address = 0;
  std::string_view bytes;
  bool Holds(const CodeRange& range) const { return range.begin >= address && range.end <= address + bytes.size(); }
};

struct ElfSymbol {
  enum class Kind : uint8_t { kFile, kFunction };
  Kind kind = Kind::kFunction;
  std::string_view name;
  uint64_t address = 0;
  // Of one source file, that of the last kFile before it.
  bool local = false;
};

class ElfCode {
 public:
  // Diag kEnvironment, with the path: no file, none of its kind, another machine's, no table of functions.
  static Result<ElfCode> Open(const std::string& path);
  ElfCode(ElfCode&&) noexcept;
  ElfCode& operator=(ElfCode&&) noexcept;
  ~ElfCode();

  // As the linker wrote it.
  const std::string& build_id() const { return build_id_; }
  // What constants stand in.
  const std::vector<ElfSection>& constants() const { return constants_; }
  // As the tables for unwinding name them, ascending and apart.
  std::vector<CodeRange> Functions() const;
  // Empty where no code is, or beyond what a map names.
  std::string_view BytesOf(const CodeRange& range) const;
  // Files and functions, as the linker wrote them; none where they were stripped.
  std::vector<ElfSymbol> Symbols() const;

 private:
  struct Parts;
  ElfCode();
  void ReadSections();

  std::unique_ptr<Parts> parts_;
  std::string build_id_;
  std::vector<ElfSection> code_, constants_;
  ElfSection frames_;
};

Diag UnfitCode(const std::string& path, std::string_view why);

// For functions of which no file is known, UINT32_MAX: a compiler writes the functions of a file one behind the other,
// and a linker the files, so that what stands between two of one file is of that file too, else of the folder that both
// have in common.
void AttributeFiles(CodeMap& code);

}  // namespace assay
