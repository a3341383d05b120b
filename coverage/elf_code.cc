#include "coverage/elf_code.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <llvm/DebugInfo/DWARF/DWARFDataExtractor.h>
#include <llvm/DebugInfo/DWARF/DWARFDebugFrame.h>
#include <llvm/Object/BuildID.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

namespace assay {

namespace object = llvm::object;

namespace {

constexpr uint32_t kNoFile = UINT32_MAX;

std::string Hex(llvm::ArrayRef<uint8_t> bytes) {
  std::string out;
  for (uint8_t byte : bytes) out += fmt::format("{:02x}", byte);
  return out;
}

// The folder that both files are below, with its slash; empty: none.
std::string CommonFolder(const std::string& a, const std::string& b) {
  auto apart = std::ranges::mismatch(a, b).in1;
  std::string folder(a.begin(), apart);
  folder.resize(folder.rfind('/') == std::string::npos ? 0 : folder.rfind('/') + 1);
  return folder;
}

}  // namespace

struct ElfCode::Parts {
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::unique_ptr<object::ObjectFile> file;
  const object::ELFObjectFileBase& elf() const { return static_cast<const object::ELFObjectFileBase&>(*file); }
};

ElfCode::ElfCode() : parts_(std::make_unique<Parts>()) {}
ElfCode::ElfCode(ElfCode&&) noexcept = default;
ElfCode& ElfCode::operator=(ElfCode&&) noexcept = default;
ElfCode::~ElfCode() = default;

Diag UnfitCode(const std::string& path, std::string_view why) {
  return {DiagKind::kEnvironment, {}, fmt::format("{}: {}", path, why), "", {}};
}

Result<ElfCode> ElfCode::Open(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) return UnfitCode(path, buffer.getError().message());
  auto parsed = object::ObjectFile::createELFObjectFile((*buffer)->getMemBufferRef());
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return UnfitCode(path, "this is no ELF library");
  }
  ElfCode code;
  code.parts_->buffer = std::move(*buffer);
  code.parts_->file = std::move(*parsed);
  if (code.parts_->elf().getArch() != llvm::Triple::x86_64)
    return UnfitCode(path, "blocks are found in code of x86-64 alone");
  code.ReadSections();
  if (code.frames_.bytes.empty()) return UnfitCode(path, "it has no table of its functions (.eh_frame)");
  return code;
}

void ElfCode::ReadSections() {
  build_id_ = Hex(object::getBuildID(&parts_->elf()));
  for (const object::SectionRef& section : parts_->elf().sections()) {
    auto bytes = section.getContents();
    auto name = section.getName();
    if (!bytes || !name) {
      llvm::consumeError(bytes.takeError());
      llvm::consumeError(name.takeError());
      continue;
    }
    ElfSection part{section.getAddress(), {bytes->data(), bytes->size()}};
    if (section.isText()) code_.push_back(part);
    if (*name == ".eh_frame") frames_ = part;
    if (section.isData() && name->starts_with(".rodata")) constants_.push_back(part);
  }
}

std::vector<CodeRange> ElfCode::Functions() const {
  llvm::DWARFDataExtractor data({frames_.bytes.data(), frames_.bytes.size()}, true, 8);
  llvm::DWARFDebugFrame frames(llvm::Triple::x86_64, /*IsEH=*/true, frames_.address);
  // What cannot be read is the end of what is known.
  llvm::consumeError(frames.parse(data));
  std::vector<CodeRange> ranges;
  for (const llvm::dwarf::FrameEntry& entry : frames.entries()) {
    if (entry.getKind() != llvm::dwarf::FrameEntry::FK_FDE) continue;
    const auto& function = static_cast<const llvm::dwarf::FDE&>(entry);
    ranges.push_back({function.getInitialLocation(), function.getInitialLocation() + function.getAddressRange()});
  }
  std::ranges::sort(ranges, {}, &CodeRange::begin);
  std::vector<CodeRange> apart;
  for (const CodeRange& range : ranges) {
    if (range.end <= range.begin || (!apart.empty() && range.begin < apart.back().end)) continue;
    apart.push_back(range);
  }
  return apart;
}

std::string_view ElfCode::BytesOf(const CodeRange& range) const {
  auto section = std::ranges::find_if(code_, [&](const ElfSection& part) { return part.Holds(range); });
  if (section == code_.end() || range.end > kOtherCode) return {};
  return section->bytes.substr(range.begin - section->address, range.end - range.begin);
}

std::vector<ElfSymbol> ElfCode::Symbols() const {
  std::vector<ElfSymbol> symbols;
  for (const object::ELFSymbolRef& symbol : parts_->elf().symbols()) {
    bool file = symbol.getELFType() == llvm::ELF::STT_FILE;
    if (!file && symbol.getELFType() != llvm::ELF::STT_FUNC) continue;
    auto name = symbol.getName();
    auto address = symbol.getAddress();
    if (!name || !address) {
      llvm::consumeError(name.takeError());
      llvm::consumeError(address.takeError());
      continue;
    }
    symbols.push_back({.kind = file ? ElfSymbol::Kind::kFile : ElfSymbol::Kind::kFunction,
                       .name = {name->data(), name->size()},
                       .address = *address,
                       .local = symbol.getBinding() == llvm::ELF::STB_LOCAL});
  }
  return symbols;
}

void AttributeFiles(CodeMap& code) {
  std::map<std::string, uint32_t> numbers;
  for (uint32_t i = 0; i < code.files.size(); ++i) numbers.emplace(code.files[i], i);
  auto between = [&](uint32_t before, uint32_t behind) {
    if (before == behind && before != kNoFile) return before;
    bool both = before != kNoFile && behind != kNoFile;
    std::string folder = both ? CommonFolder(code.files[before], code.files[behind]) : "";
    auto [at, fresh] = numbers.try_emplace(folder, static_cast<uint32_t>(code.files.size()));
    if (fresh) code.files.push_back(folder);
    return at->second;
  };
  uint32_t before = kNoFile;
  for (size_t i = 0; i < code.functions.size();) {
    if (code.functions[i].file != kNoFile) {
      before = code.functions[i++].file;
      continue;
    }
    size_t end = i;
    while (end < code.functions.size() && code.functions[end].file == kNoFile) ++end;
    uint32_t file = between(before, end < code.functions.size() ? code.functions[end].file : kNoFile);
    for (; i < end; ++i) code.functions[i].file = file;
  }
}

}  // namespace assay
