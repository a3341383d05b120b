#include "vm/llvm/debug_info.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Object/ObjectFile.h>

#include <memory>
#include <string>

namespace assay {

DebugInfo::DebugInfo(llvm::Module& module, const SourceMap* sources) : builder_(module), sources_(sources) {
  module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  module.addModuleFlag(llvm::Module::Warning, "Dwarf Version", 4);
}

DebugInfo::Location DebugInfo::LocationOf(SourceSpan span) const {
  if (span.file == 0) return {};
  if (sources_ == nullptr) return {span.begin, 0};
  LineColumn at = sources_->Locate(span.file, span.begin);
  return {at.line, at.column};
}

void DebugInfo::Begin(llvm::Function& function, std::string_view name, SourceSpan span) {
  std::string path = sources_ == nullptr || span.file == 0 ? "module.py" : std::string(sources_->NameOf(span.file));
  if (file_ == nullptr) {
    file_ = builder_.createFile(path, ".");
    builder_.createCompileUnit(llvm::dwarf::DW_LANG_C, file_, "assay", /*isOptimized=*/false, "", 0);
  }
  auto* type = builder_.createSubroutineType(builder_.getOrCreateTypeArray({}));
  unsigned line = LocationOf(span).line;
  llvm::StringRef title(name.data(), name.size());
  function_ = builder_.createFunction(file_, title, title, file_, line, type, line, llvm::DINode::FlagPrototyped,
                                      llvm::DISubprogram::SPFlagDefinition);
  function.setSubprogram(function_);
}

llvm::DebugLoc DebugInfo::At(SourceSpan span) const {
  Location place = LocationOf(span);
  return llvm::DILocation::get(function_->getContext(), place.line, place.column, function_);
}

namespace {

using ObjectPointer = std::unique_ptr<llvm::object::ObjectFile>;

ObjectPointer Open(std::string_view object) {
  llvm::MemoryBufferRef bytes(llvm::StringRef(object.data(), object.size()), "kernels");
  auto opened = llvm::object::ObjectFile::createObjectFile(bytes);
  if (opened) return std::move(*opened);
  llvm::consumeError(opened.takeError());
  return nullptr;
}

// The code of all sections, one after the other.
std::string CodeOf(const llvm::object::ObjectFile& object) {
  std::string code;
  for (const llvm::object::SectionRef& section : object.sections()) {
    if (!section.isText()) continue;
    if (auto contents = section.getContents()) {
      code += contents->str();
    } else {
      llvm::consumeError(contents.takeError());
    }
  }
  return code;
}

}  // namespace

uint64_t LineOfCode(std::string_view object, std::string_view plain, std::string_view symbol, uint64_t offset) {
  ObjectPointer with = Open(object), without = Open(plain);
  if (with == nullptr || without == nullptr || CodeOf(*with) != CodeOf(*without)) return 0;
  std::unique_ptr<llvm::DWARFContext> dwarf = llvm::DWARFContext::create(*with);
  for (const llvm::object::SymbolRef& candidate : with->symbols()) {
    auto name = candidate.getName();
    auto address = candidate.getAddress();
    auto section = candidate.getSection();
    bool good = name && address && section;
    if (good && *name == llvm::StringRef(symbol.data(), symbol.size()) && *section != with->section_end()) {
      return dwarf->getLineInfoForAddress({*address + offset, (*section)->getIndex()}).Line;
    }
    if (!name) llvm::consumeError(name.takeError());
    if (!address) llvm::consumeError(address.takeError());
    if (!section) llvm::consumeError(section.takeError());
  }
  return 0;
}

}  // namespace assay
