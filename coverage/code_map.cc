// Reading a library's code (code_map.h); kept maps are in code_file.cc.
#include "coverage/code_map.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "coverage/disassemble.h"
#include "coverage/elf_code.h"

namespace assay {
namespace {

constexpr std::string_view kSources = "/src/";
constexpr uint32_t kNoFile = UINT32_MAX;

// Paths of source files that the library has in its constants, by where they stand: below the folder of sources that
// most of them have in common.
class SourcePaths {
 public:
  explicit SourcePaths(const std::vector<ElfSection>& sections) {
    for (const ElfSection& section : sections) Find(section);
    std::map<std::string_view, int> roots;
    for (const auto& [at, path] : paths_) ++roots[RootOf(path)];
    auto most = std::ranges::max_element(roots, {}, [](const auto& root) { return root.second; });
    if (most == roots.end()) return;
    std::string_view root = most->first;
    std::erase_if(paths_, [&](const auto& path) { return RootOf(path.second) != root; });
    for (auto& [at, path] : paths_) path.remove_prefix(root.size() + kSources.size());
  }

  // Empty where no path stands.
  std::string_view At(uint64_t address) const {
    auto path = paths_.find(address);
    return path == paths_.end() ? std::string_view() : path->second;
  }

 private:
  static std::string_view RootOf(std::string_view path) { return path.substr(0, path.find(kSources)); }

  void Find(const ElfSection& section) {
    for (size_t end = 0, begin = 0; begin < section.bytes.size(); begin = end + 1) {
      end = std::min(section.bytes.find('\0', begin), section.bytes.size());
      std::string_view text = section.bytes.substr(begin, end - begin);
      if (!text.ends_with(".cc") && !text.ends_with(".cpp")) continue;
      // Before it, there may be what is no text.
      size_t start = text.find_last_of("\n\t\x01\x02\x03");
      if (start != std::string_view::npos) continue;
      if (text.starts_with('/') && text.find(kSources) != std::string_view::npos)
        paths_.emplace(section.address + begin, text);
    }
  }

  std::unordered_map<uint64_t, std::string_view> paths_;
};

class Reader {
 public:
  explicit Reader(const ElfCode& library) : library_(library), paths_(library.constants()) {}

  CodeMap Read() {
    for (const CodeRange& range : library_.Functions()) Add(range);
    KeepOwn();
    AttributeFiles(code_);
    code_.build_id = library_.build_id();
    return std::move(code_);
  }

  bool Ready() const { return disassembler_.Ready(); }

 private:
  void Add(const CodeRange& range) {
    std::string_view bytes = library_.BytesOf(range);
    if (bytes.empty()) return;
    Disassembler::Result result =
        disassembler_.Read({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, range.begin);
    std::string_view file;
    for (uint64_t named : result.named) {
      if (file.empty()) file = paths_.At(named);
    }
    code_.functions.push_back(
        {static_cast<uint32_t>(range.begin), static_cast<uint32_t>(code_.blocks.size()), FileNumber(file)});
    for (uint64_t block : result.blocks) code_.blocks.push_back(static_cast<uint32_t>(block));
  }

  uint32_t FileNumber(std::string_view file) {
    if (file.empty()) return kNoFile;
    auto [at, fresh] = numbers_.try_emplace(std::string(file), static_cast<uint32_t>(code_.files.size()));
    if (fresh) code_.files.push_back(at->first);
    return at->second;
  }

  // What stands before the first function that names a file of the project, or behind the last, is of what it links.
  void KeepOwn() {
    auto names = [](const CodeFunction& function) { return function.file != kNoFile; };
    auto& functions = code_.functions;
    auto first = std::ranges::find_if(functions, names);
    if (first == functions.end()) return;
    auto last = std::find_if(functions.rbegin(), functions.rend(), names).base();
    uint32_t from = first->first_block;
    uint32_t to = last == functions.end() ? static_cast<uint32_t>(code_.blocks.size()) : last->first_block;
    functions.erase(last, functions.end());
    functions.erase(functions.begin(), first);
    code_.blocks.erase(code_.blocks.begin() + to, code_.blocks.end());
    code_.blocks.erase(code_.blocks.begin(), code_.blocks.begin() + from);
    for (CodeFunction& function : functions) function.first_block -= from;
  }

  const ElfCode& library_;
  SourcePaths paths_;
  Disassembler disassembler_;
  CodeMap code_;
  std::map<std::string, uint32_t> numbers_;
};

}  // namespace

void CodeMap::AddFunction(const std::string& file, size_t parts) {
  if (parts == 0) return;
  if (files.empty() || files.back() != file) files.push_back(file);
  uint32_t begin = blocks.empty() ? kOtherCode : std::max(kOtherCode, blocks.back() + 1);
  functions.push_back({begin, static_cast<uint32_t>(blocks.size()), static_cast<uint32_t>(files.size() - 1)});
  for (size_t i = 0; i < parts; ++i) blocks.push_back(begin + static_cast<uint32_t>(i));
}

Result<CodeMap> ReadCode(const std::string& path) {
  ASSAY_TRY(ElfCode library, ElfCode::Open(path));
  Reader reader(library);
  if (!reader.Ready()) return UnfitCode(path, kNoDisassembler);
  CodeMap code = reader.Read();
  if (code.blocks.empty()) return UnfitCode(path, "it has no code that its tables name");
  return code;
}

}  // namespace assay
