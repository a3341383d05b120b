// Reading a library's code (code_map.h); kept maps are in code_file.cc.
#include "coverage/code_map.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <unordered_map>

#include <fmt/format.h>
#include <llvm/DebugInfo/DWARF/DWARFDataExtractor.h>
#include <llvm/DebugInfo/DWARF/DWARFDebugFrame.h>
#include <llvm/Object/BuildID.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include "coverage/disassemble.h"

namespace assay {
namespace {

namespace object = llvm::object;

constexpr std::string_view kSources = "/src/";
constexpr uint32_t kNoFile = UINT32_MAX;

struct Range {
  uint64_t begin = 0, end = 0;
};

// A part of the library in memory.
struct Section {
  uint64_t address = 0;
  std::string_view bytes;
  bool Holds(const Range& range) const { return range.begin >= address && range.end <= address + bytes.size(); }
};

struct Library {
  std::string build_id;
  std::vector<Section> code, text;
  Section frames;
};

Diag Unfit(const std::string& path, std::string_view why) {
  return {DiagKind::kEnvironment, {}, fmt::format("{}: {}", path, why), "", {}};
}

std::string Hex(llvm::ArrayRef<uint8_t> bytes) {
  std::string out;
  for (uint8_t byte : bytes) out += fmt::format("{:02x}", byte);
  return out;
}

Library SectionsOf(const object::ELFObjectFileBase& file) {
  Library library;
  library.build_id = Hex(object::getBuildID(&file));
  for (const object::SectionRef& section : file.sections()) {
    auto bytes = section.getContents();
    auto name = section.getName();
    if (!bytes || !name) {
      llvm::consumeError(bytes.takeError());
      llvm::consumeError(name.takeError());
      continue;
    }
    Section part{section.getAddress(), {bytes->data(), bytes->size()}};
    if (section.isText()) library.code.push_back(part);
    if (*name == ".eh_frame") library.frames = part;
    if (section.isData() && name->starts_with(".rodata")) library.text.push_back(part);
  }
  return library;
}

// As the tables for unwinding name them, ascending and apart.
std::vector<Range> FunctionsOf(const Library& library) {
  llvm::DWARFDataExtractor data({library.frames.bytes.data(), library.frames.bytes.size()}, true, 8);
  llvm::DWARFDebugFrame frames(llvm::Triple::x86_64, /*IsEH=*/true, library.frames.address);
  // What cannot be read is the end of what is known.
  llvm::consumeError(frames.parse(data));
  std::vector<Range> ranges;
  for (const llvm::dwarf::FrameEntry& entry : frames.entries()) {
    if (entry.getKind() != llvm::dwarf::FrameEntry::FK_FDE) continue;
    const auto& function = static_cast<const llvm::dwarf::FDE&>(entry);
    ranges.push_back({function.getInitialLocation(), function.getInitialLocation() + function.getAddressRange()});
  }
  std::ranges::sort(ranges, {}, &Range::begin);
  std::vector<Range> apart;
  for (const Range& range : ranges) {
    if (range.end <= range.begin || (!apart.empty() && range.begin < apart.back().end)) continue;
    apart.push_back(range);
  }
  return apart;
}

// Paths of source files that the library has in its constants, by where they stand: below the folder of sources that
// most of them have in common.
class SourcePaths {
 public:
  explicit SourcePaths(const std::vector<Section>& sections) {
    for (const Section& section : sections) Find(section);
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

  void Find(const Section& section) {
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
  explicit Reader(const Library& library) : library_(library), paths_(library.text) {}

  CodeMap Read(const std::vector<Range>& functions) {
    for (const Range& range : functions) Add(range);
    KeepOwn();
    Attribute();
    code_.build_id = library_.build_id;
    return std::move(code_);
  }

  bool Ready() const { return disassembler_.Ready(); }

 private:
  void Add(const Range& range) {
    auto section = std::ranges::find_if(library_.code, [&](const Section& part) { return part.Holds(range); });
    if (section == library_.code.end() || range.end > kOtherCode) return;
    std::string_view bytes = section->bytes.substr(range.begin - section->address, range.end - range.begin);
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

  // A compiler writes the functions of a file one behind the other, and a linker the files.
  void Attribute() {
    uint32_t before = kNoFile;
    for (size_t i = 0; i < code_.functions.size();) {
      if (code_.functions[i].file != kNoFile) {
        before = code_.functions[i++].file;
        continue;
      }
      size_t end = i;
      while (end < code_.functions.size() && code_.functions[end].file == kNoFile) ++end;
      uint32_t behind = end < code_.functions.size() ? code_.functions[end].file : kNoFile;
      uint32_t between = Between(before, behind);
      for (; i < end; ++i) code_.functions[i].file = between;
    }
  }

  uint32_t Between(uint32_t before, uint32_t behind) {
    if (before == behind && before != kNoFile) return before;
    std::string folder;
    if (before != kNoFile && behind != kNoFile) {
      const std::string &a = code_.files[before], &b = code_.files[behind];
      auto apart = std::ranges::mismatch(a, b).in1;
      folder = std::string(a.begin(), apart);
      folder.resize(folder.rfind('/') == std::string::npos ? 0 : folder.rfind('/') + 1);
    }
    auto [at, fresh] = numbers_.try_emplace(folder, static_cast<uint32_t>(code_.files.size()));
    if (fresh) code_.files.push_back(folder);
    return at->second;
  }

  const Library& library_;
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
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) return Unfit(path, buffer.getError().message());
  auto parsed = object::ObjectFile::createELFObjectFile((*buffer)->getMemBufferRef());
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return Unfit(path, "this is no ELF library");
  }
  const auto& file = static_cast<const object::ELFObjectFileBase&>(**parsed);
  if (file.getArch() != llvm::Triple::x86_64) return Unfit(path, "blocks are found in code of x86-64 alone");
  Library library = SectionsOf(file);
  if (library.frames.bytes.empty()) return Unfit(path, "it has no table of its functions (.eh_frame)");
  Reader reader(library);
  if (!reader.Ready()) return Unfit(path, "this LLVM cannot read code of x86-64");
  CodeMap code = reader.Read(FunctionsOf(library));
  if (code.blocks.empty()) return Unfit(path, "it has no code that its tables name");
  return code;
}

}  // namespace assay
