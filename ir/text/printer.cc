// Whole modules, and what is written from outside.
#include "ir/text/printer.h"

#include <algorithm>

#include "ir/text/as_read.h"
#include "ir/text/print_literal.h"

namespace assay {

void Printer::GlobalInfos(const assay::Module& module) {
  std::string line;
  head_.IrName(line, "module_global_infos({");
  std::vector<const GlobalInfoList*> lists;
  for (const GlobalInfoList& list : module.global_infos) lists.push_back(&list);
  std::sort(lists.begin(), lists.end(), [](auto* a, auto* b) { return a->key < b->key; });
  for (const GlobalInfoList* list : lists) {
    if (list != lists.front()) line += ", ";
    literal::Quoted(line, list->key.text());
    line += ": [";
    for (size_t i = 0; i < list->infos.size(); ++i) {
      if (i != 0) line += ", ";
      attrs_.AnyNode(line, list->infos[i]);
    }
    line += "]";
  }
  scope_.Line(line + "})");
}

void Printer::Entry(const ModuleEntry& entry) {
  if (const auto* func = As<assay::Function>(entry.func))
    return relax_.RelaxFunction(*func, entry.var->name.text(), true);
  if (const auto* prim = As<PrimFunc>(entry.func)) return kernels_.PrimFunction(*prim, entry.var->name.text(), true);
  std::string line = entry.var->name.str() + " = ";
  exprs_.Expr(line, entry.func);
  scope_.Line(line);
}

void Printer::ModuleInfos(const assay::Module& module) {
  if (module.attrs != nullptr) {
    std::string line;
    head_.IrName(line, "module_attrs(");
    attrs_.Dictionary(line, module.attrs);
    scope_.Line(line + ")");
  }
  if (!module.global_infos.empty()) GlobalInfos(module);
}

std::string Printer::Module(const assay::Module& module) {
  scope_.EnterModule(module);
  scope_.PushFrame(nullptr, 0);
  scope_.Reserve("Module");
  scope_.PushFrame(nullptr, 4);
  ModuleInfos(module);
  std::vector<const ModuleEntry*> entries = EntriesInTextOrder(module);
  bool after_function = false;
  for (const ModuleEntry* entry : entries) {
    // A blank line after each function; the class's last one goes with the text's end.
    if (after_function) scope_.Top().text += "\n";
    after_function = !Is<ExternFunc>(entry->func);
    size_t declared = head_.type_vars();
    Entry(*entry);
    head_.SortTypeVars(declared);
  }
  if (scope_.Top().text.empty()) scope_.Line("pass");
  std::string body = scope_.PopFrame();
  scope_.PopFrame();
  head_.UseIr();
  std::string text = head_.Imports();
  text += "@I.ir_module\nclass Module:\n";
  text += body;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return calls_.WithConstants(std::move(text));
}

std::string Printer::Function(const assay::Expr* func) {
  scope_.PushFrame(nullptr, 0);
  std::string_view symbol = StringAttr(AttrsOf(func), "global_symbol");
  std::string_view name = symbol.empty() ? std::string_view("main") : symbol;
  if (const auto* relax = As<assay::Function>(func)) relax_.RelaxFunction(*relax, name, true);
  if (const auto* prim = As<PrimFunc>(func)) kernels_.PrimFunction(*prim, name, true);
  head_.SortTypeVars(0);
  std::string body = scope_.PopFrame();
  std::string text = head_.Imports() + body;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return calls_.WithConstants(std::move(text));
}

// A lone type as TVM's str() shows it: scalars by their dtype, tuples in TIR's form.
std::string Printer::StandAlone(const assay::Type* type) {
  if (const auto* prim = As<PrimType>(type); prim != nullptr && !form_.OldRelax()) return DTypeName(prim->dtype);
  if (const auto* tuple = As<TupleType>(type); tuple != nullptr && tuple->fields.empty() && !form_.OldRelax())
    return "None";
  scope_.PushFrame(nullptr, 0);
  scope_.Top().relax_function = !Is<TupleType>(type) || form_.OldRelax();
  std::string text;
  types_.Type(text, type);
  scope_.PopFrame();
  return text;
}

std::string Printer::StandAlone(const assay::Expr* expr) {
  scope_.PushFrame(nullptr, 0);
  scope_.Top().relax_function = true;
  std::string text;
  exprs_.Expr(text, expr);
  scope_.PopFrame();
  return text;
}

std::string PrintModule(const Module& module, const PrintOptions& options) { return Printer(options).Module(module); }
std::string PrintFunction(const Expr* func, const PrintOptions& options) { return Printer(options).Function(func); }
std::string PrintType(const Type* type, const PrintOptions& options) { return Printer(options).StandAlone(type); }
std::string PrintExpr(const Expr* expr, const PrintOptions& options) { return Printer(options).StandAlone(expr); }

}  // namespace assay
