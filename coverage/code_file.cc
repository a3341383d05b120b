// A map of code as a file (code_map.h): lines of words, then numbers of four bytes.
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "coverage/code_map.h"
#include "ir/support/file.h"
#include "ir/support/hash.h"

namespace assay {
namespace {

constexpr std::string_view kMagic = "assay code map 1\n";
constexpr size_t kMostFiles = 1 << 20;

Diag Corrupt(std::string_view what) {
  return {DiagKind::kCorrupt, {}, fmt::format("invalid map of code: {}", what), "", {}};
}

void AddNumber(std::string& out, uint64_t number) {
  for (int i = 0; i < 4; ++i) out += static_cast<char>(number >> (8 * i));
}

// Takes numbers and texts off a text, as long as there are any.
class Taker {
 public:
  explicit Taker(std::string_view text) : rest_(text) {}

  uint32_t Number() {
    uint32_t number = 0;
    if (rest_.size() < 4) return Fail();
    for (int i = 3; i >= 0; --i) number = number << 8 | static_cast<uint8_t>(rest_[static_cast<size_t>(i)]);
    rest_.remove_prefix(4);
    return number;
  }
  std::string Text() {
    uint32_t size = Number();
    if (size > rest_.size()) return std::string(Fail(), ' ');
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }
  // How many elements of at least so many bytes follow.
  size_t Count(size_t bytes) {
    uint32_t count = Number();
    return count > rest_.size() / bytes ? Fail() : count;
  }
  bool whole() const { return !failed_ && rest_.empty(); }

 private:
  uint32_t Fail() {
    failed_ = true;
    rest_ = {};
    return 0;
  }
  std::string_view rest_;
  bool failed_ = false;
};

bool IsSound(const CodeMap& code) {
  for (size_t i = 1; i < code.blocks.size(); ++i) {
    if (code.blocks[i - 1] >= code.blocks[i]) return false;
  }
  uint32_t before = 0;
  for (const CodeFunction& function : code.functions) {
    if (function.first_block < before || function.first_block >= code.blocks.size()) return false;
    if (function.file >= code.files.size() || code.blocks[function.first_block] != function.begin) return false;
    before = function.first_block;
  }
  return code.files.size() <= kMostFiles;
}

}  // namespace

std::string CodeText(const CodeMap& code) {
  std::string body;
  auto add_text = [&](const std::string& text) {
    AddNumber(body, text.size());
    body += text;
  };
  add_text(code.build_id);
  AddNumber(body, code.files.size());
  for (const std::string& file : code.files) add_text(file);
  AddNumber(body, code.functions.size());
  for (const CodeFunction& function : code.functions) {
    for (uint32_t number : {function.begin, function.first_block, function.file}) AddNumber(body, number);
  }
  AddNumber(body, code.blocks.size());
  for (uint32_t block : code.blocks) AddNumber(body, block);
  return fmt::format("{}{:016x}\n{}", kMagic, HashText(body), body);
}

Result<CodeMap> CodeFromText(std::string_view text) {
  constexpr size_t kSum = 17;
  if (!text.starts_with(kMagic) || text.size() < kMagic.size() + kSum) return Corrupt("it does not begin as one");
  std::string_view sum = text.substr(kMagic.size(), kSum), body = text.substr(kMagic.size() + kSum);
  if (sum != fmt::format("{:016x}\n", HashText(body))) return Corrupt("its bytes are not those that were written");
  Taker taker(body);
  CodeMap code;
  code.build_id = taker.Text();
  code.files.resize(taker.Count(4));
  for (std::string& file : code.files) file = taker.Text();
  code.functions.resize(taker.Count(12));
  for (CodeFunction& function : code.functions) {
    for (uint32_t* number : {&function.begin, &function.first_block, &function.file}) *number = taker.Number();
  }
  code.blocks.resize(taker.Count(4));
  for (uint32_t& block : code.blocks) block = taker.Number();
  if (!taker.whole()) return Corrupt("it ends too soon or too late");
  if (!IsSound(code)) return Corrupt("its blocks and functions do not ascend");
  return code;
}

std::string CodeFolder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return std::string(cache) + "/assay";
  const char* home = std::getenv("HOME");
  return home == nullptr || *home == '\0' ? "" : std::string(home) + "/.cache/assay";
}

Result<CodeMap> CodeOf(const std::string& library, const std::string& folder) {
  return KeptCode(library, folder, "library", ReadCode);
}

Result<CodeMap> KeptCode(const std::string& library, const std::string& folder, std::string_view reader,
                         Result<CodeMap> (*read)(const std::string&)) {
  std::error_code error;
  uint64_t size = std::filesystem::file_size(library, error);
  if (error) return FileError(DiagKind::kEnvironment, library, error.message());
  auto changed = std::filesystem::last_write_time(library, error).time_since_epoch().count();
  std::string key = fmt::format("{:016x}", HashText(fmt::format("{}\n{}\n{}\n{}", reader, library, size, changed)));
  std::string kept = folder.empty() ? "" : fmt::format("{}/{}.code", folder, key);
  if (!kept.empty()) {
    Result<std::string> text = ReadFile(kept);
    Result<CodeMap> code = text.ok() ? CodeFromText(*text) : Result<CodeMap>(text.error());
    if (code.ok()) return code;
  }
  ASSAY_TRY(CodeMap code, read(library));
  std::filesystem::create_directories(folder, error);
  // Where nothing may be written, it is read again the next time.
  if (!kept.empty() && !error) (void)WriteWhole(kept, CodeText(code), Durability::kCached).ok();
  return code;
}

}  // namespace assay
