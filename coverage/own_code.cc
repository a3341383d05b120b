#include "coverage/own_code.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "coverage/disassemble.h"
#include "coverage/elf_code.h"
#include "ir/support/sanitized.h"

namespace assay {

// Of the build (CMakeLists.txt).
extern const std::string_view kSourceFiles;

namespace {

constexpr uint32_t kNoFile = UINT32_MAX;
constexpr std::string_view kFolders[] = {"ir/", "passes/", "vm/"};
constexpr std::string_view kSupport = "ir/support/";
// Functions of containers: the standard library's, and our own.
constexpr std::string_view kOfContainers[] = {"_ZNSt",
                                              "_ZNKSt",
                                              "_ZSt",
                                              "_ZN9__gnu_cxx",
                                              "_ZNK9__gnu_cxx",
                                              "_ZN5assay10PointerMap",
                                              "_ZNK5assay10PointerMap",
                                              "_ZN5assay5Arena",
                                              "_ZN5assay10SmallStack",
                                              "_ZNK5assay10SmallStack"};

std::string_view FolderOf(std::string_view path) { return path.substr(0, path.rfind('/') + 1); }
std::string_view NameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool IsWatched(std::string_view file) {
  bool below = std::ranges::any_of(kFolders, [&](std::string_view folder) { return file.starts_with(folder); });
  return below && !file.starts_with(kSupport);
}

bool IsOfContainer(std::string_view symbol) {
  return std::ranges::any_of(kOfContainers, [&](std::string_view prefix) { return symbol.starts_with(prefix); });
}

class OwnReader {
 public:
  explicit OwnReader(const ElfCode& program) : program_(program) {
    for (const ElfSymbol& symbol : program.Symbols()) Take(symbol);
  }

  bool HasFiles() const { return !file_of_.empty(); }
  bool Ready() const { return disassembler_.Ready(); }

  CodeMap Read() {
    ranges_ = program_.Functions();
    // First which files they are of, with a block each, as the linker wrote them.
    for (const CodeRange& range : ranges_) {
      auto file = file_of_.find(range.begin);
      uint32_t number = file == file_of_.end() ? kNoFile : FileNumber(file->second);
      code_.functions.push_back({static_cast<uint32_t>(range.begin), 0, number});
    }
    AttributeFiles(code_);
    for (size_t i = 0; i < ranges_.size(); ++i) {
      auto name = name_of_.find(ranges_[i].begin);
      bool container = name != name_of_.end() && IsOfContainer(name->second);
      if (!container && IsWatched(code_.files[code_.functions[i].file])) watched_.insert(ranges_[i].begin);
    }
    KeepWatched();
    code_.build_id = program_.build_id();
    return std::move(code_);
  }

 private:
  void Take(const ElfSymbol& symbol) {
    if (symbol.kind == ElfSymbol::Kind::kFile) {
      std::string path = sources_.PathOf(symbol.name, group_);
      in_project_ = !path.empty();
      if (in_project_) group_ = path;
      return;
    }
    name_of_.emplace(symbol.address, symbol.name);
    if (symbol.local) file_of_.emplace(symbol.address, in_project_ ? group_ : "");
  }

  uint32_t FileNumber(const std::string& file) {
    auto [at, fresh] = numbers_.try_emplace(file, static_cast<uint32_t>(code_.files.size()));
    if (fresh) code_.files.push_back(file);
    return at->second;
  }

  void KeepWatched() {
    std::vector<CodeFunction> functions;
    for (size_t i = 0; i < ranges_.size(); ++i) {
      if (!watched_.contains(ranges_[i].begin)) continue;
      CodeFunction function = code_.functions[i];
      function.first_block = static_cast<uint32_t>(code_.blocks.size());
      std::vector<uint32_t> blocks = BlocksOf(ranges_[i]);
      if (blocks.empty()) continue;
      code_.blocks.insert(code_.blocks.end(), blocks.begin(), blocks.end());
      functions.push_back(function);
    }
    code_.functions = std::move(functions);
  }

  std::vector<uint32_t> BlocksOf(const CodeRange& range) const {
    std::string_view bytes = program_.BytesOf(range);
    if (bytes.empty()) return {};
    Disassembler::Result read =
        disassembler_.Read({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, range.begin);
    std::set<uint32_t> kept{static_cast<uint32_t>(range.begin)};
    for (auto [at, target] : read.calls) {
      if (target != 0 && !watched_.contains(target)) continue;
      auto behind = std::ranges::upper_bound(read.blocks, at);
      kept.insert(static_cast<uint32_t>(*std::prev(behind)));
    }
    return {kept.begin(), kept.end()};
  }

  const ElfCode& program_;
  SourceNames sources_;
  Disassembler disassembler_;
  // The file whose symbols are read, and whether it is the project's.
  std::string group_;
  bool in_project_ = false;
  std::unordered_map<uint64_t, std::string_view> name_of_;
  std::unordered_map<uint64_t, std::string> file_of_;
  std::vector<CodeRange> ranges_;
  std::unordered_set<uint64_t> watched_;
  std::map<std::string, uint32_t> numbers_;
  CodeMap code_;
};

}  // namespace

SourceNames::SourceNames() : SourceNames(kSourceFiles) {}

SourceNames::SourceNames(std::string_view lines) {
  while (!lines.empty()) {
    size_t end = std::min(lines.find('\n'), lines.size());
    if (end > 0) paths_.push_back(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

std::string SourceNames::PathOf(std::string_view name, std::string_view before) const {
  std::string_view found;
  for (std::string_view path : paths_) {
    if (NameOf(path) != name) continue;
    bool beside = FolderOf(path) == FolderOf(before);
    if (found.empty() || beside) found = path;
    if (beside) break;
  }
  return std::string(found);
}

Result<CodeMap> ReadOwnCode(const std::string& path) {
  ASSAY_TRY(ElfCode program, ElfCode::Open(path));
  OwnReader reader(program);
  if (!reader.HasFiles()) return UnfitCode(path, "it has no symbols, which tell its source files");
  if (!reader.Ready()) return UnfitCode(path, kNoDisassembler);
  CodeMap code = reader.Read();
  if (code.blocks.empty()) return UnfitCode(path, "none of its code is of the layers that are watched");
  return code;
}

namespace {

// Tried in a child, whose end takes the breakpoints along.
Status TryToWatch(Reach& reach) {
  pid_t child = fork();
  if (child == 0) _exit(reach.WatchThisProcess().ok() ? 0 : 1);
  int status = 0;
  if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0) return Done{};
  return Diag{DiagKind::kEnvironment, {}, "this machine does not let a program's code be written", "", {}};
}

}  // namespace

Result<std::shared_ptr<Reach>> WatchOwnCode(const std::string& folder) {
  if (kSanitized) return Diag{DiagKind::kEnvironment, {}, "sanitizers handle traps themselves", "", {}};
  std::error_code error;
  std::string program = std::filesystem::read_symlink("/proc/self/exe", error).string();
  if (error) return Diag{DiagKind::kEnvironment, {}, "this program's file cannot be found: " + error.message(), "", {}};
  ASSAY_TRY(CodeMap code, KeptCode(program, folder, "own", ReadOwnCode));
  ASSAY_TRY(std::shared_ptr<Reach> reach, Reach::Make(std::move(code), WhoseCode::kThisProgram));
  ASSAY_RETURN_IF_ERROR(TryToWatch(*reach));
  return reach;
}

}  // namespace assay
