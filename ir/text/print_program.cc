#include "ir/text/print_program.h"

#include "ir/text/as_read.h"
#include "ir/text/print_literal.h"
#include "ir/text/printer.h"
#include "ir/walk.h"

namespace assay {
namespace {

// The functions that something in the module names: only these must be known before they are made.
std::unordered_set<std::string_view> NamedFunctions(const Module& module) {
  std::unordered_set<std::string_view> names;
  for (const ModuleEntry& entry : module.entries) {
    WalkBeforeChildren(entry.func, [&](const Node* node) {
      if (const auto* global = As<GlobalVar>(node)) names.insert(global->name.text());
      return true;
    });
  }
  return names;
}

}  // namespace

void Printer::ProgramDeclaration(const ModuleEntry& entry) {
  std::string name = entry.var->name.str();
  if (const auto* func = As<assay::Function>(entry.func)) return relax_.Declaration("declare(", *func, name);
  const auto* kernel = As<PrimFunc>(entry.func);
  if (kernel == nullptr) return;
  std::string line = "declare_kernel(";
  literal::Quoted(line, name);
  line += ", ";
  scope_.EnterKernel(*kernel);
  if (Returns(*kernel)) {
    types_.Type(line, kernel->ret_type);
  } else {
    line += "None";
  }
  scope_.LeaveKernel();
  scope_.Line(line + ")");
}

Result<std::string> Printer::Program(const assay::Module& module) {
  scope_.EnterModule(module);
  scope_.PushFrame(nullptr, 0);
  scope_.Reserve("Module");
  for (const char* name : kProgramNames) scope_.Reserve(name);
  scope_.PushFrame(nullptr, 0);
  ModuleInfos(module);
  std::vector<const ModuleEntry*> entries = EntriesInTextOrder(module);
  // As TVM's reader has it: what is no function is made first, then all functions are declared.
  for (const ModuleEntry* entry : entries) {
    if (!Is<ExternFunc>(entry->func)) continue;
    std::string line = "define(";
    literal::Quoted(line, entry->var->name.text());
    line += ", ";
    exprs_.Expr(line, entry->func);
    scope_.Line(line + ")");
  }
  std::unordered_set<std::string_view> named = NamedFunctions(module);
  for (const ModuleEntry* entry : entries) {
    if (named.contains(entry->var->name.text())) ProgramDeclaration(*entry);
  }
  for (const ModuleEntry* entry : entries) {
    if (!Is<ExternFunc>(entry->func)) Entry(*entry);
  }
  std::string text = scope_.PopFrame();
  scope_.PopFrame();
  if (!scope_.cannot_say().empty())
    return Diag{DiagKind::kUnsupported, {}, "no program makes " + scope_.cannot_say(), "", {}};
  return text;
}

Result<std::string> PrintProgram(const Module& module, const PrintOptions& options) {
  return Printer(options, true).Program(module);
}

}  // namespace assay
