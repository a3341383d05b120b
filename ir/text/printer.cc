// Frames, names, and whole modules.
#include "ir/text/printer.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "ir/support/check.h"
#include "ir/walk.h"

namespace assay {

void Printer::PushFrame(const Node* node, int extra_indent) {
  int indent = frames_.empty() ? 0 : Top().indent;
  frames_.emplace_back();
  Top().node = node;
  Top().indent = indent + extra_indent;
}

std::string Printer::PopFrame() {
  PrintFrame frame = std::move(Top());
  frames_.pop_back();
  PrintFrame* around = frame.relax_function ? RelaxFunctionFrame() : nullptr;
  for (const Node* node : frame.defined) {
    auto found = docs_.find(node);
    FreeName(found->second);
    const auto* var = node->kind == NodeKind::kVar ? static_cast<const Var*>(node) : nullptr;
    if (around != nullptr && var != nullptr && Is<PrimType>(var->type)) around->inner_symbols.insert(found->second);
    docs_.erase(found);
  }
  return std::move(frame.text);
}

void Printer::LineIn(PrintFrame& frame, std::string_view line) {
  frame.text.append(static_cast<size_t>(frame.indent), ' ');
  frame.text += line;
  frame.text += '\n';
}

namespace {

// Words that Python keeps to itself.
bool IsPythonKeyword(std::string_view word) {
  static constexpr std::string_view kWords[] = {
      "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
      "class", "continue", "def",   "del",    "elif", "else",   "except", "for",      "finally",
      "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
      "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
  return std::ranges::find(kWords, word) != std::end(kWords);
}

}  // namespace

std::string Printer::UniqueName(std::string_view hint, const std::unordered_set<std::string>& others) {
  std::string base(hint);
  for (char& c : base) {
    if (c != '_' && !std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  auto taken = [&](const std::string& name) { return names_.contains(name) || others.contains(name); };
  if (!taken(base) && !IsPythonKeyword(base)) return base;
  uint64_t& first_free = free_from_.try_emplace(base, 1).first->second;
  while (names_.contains(fmt::format("{}_{}", base, first_free))) ++first_free;
  uint64_t number = first_free;
  while (taken(fmt::format("{}_{}", base, number))) ++number;
  return fmt::format("{}_{}", base, number);
}

void Printer::FreeName(const std::string& name) {
  names_.erase(name);
  size_t end = name.rfind('_');
  auto found = end == std::string::npos ? free_from_.end() : free_from_.find(name.substr(0, end));
  uint64_t number = 0;
  if (found == free_from_.end()) return;
  auto [rest, error] = std::from_chars(name.data() + end + 1, name.data() + name.size(), number);
  if (error == std::errc() && rest == name.data() + name.size())
    found->second = std::min(found->second, std::max<uint64_t>(number, 1));
}

std::string Printer::Define(const Node* node, std::string_view hint, PrintFrame& frame) {
  if (auto found = docs_.find(node); found != docs_.end()) return found->second;
  std::string name = UniqueName(hint, frame.inner_symbols);
  names_.insert(name);
  docs_.emplace(node, name);
  frame.defined.push_back(node);
  return name;
}

void Printer::DefineAs(const Node* node, std::string text, PrintFrame& frame) {
  if (docs_.emplace(node, std::move(text)).second) frame.defined.push_back(node);
}

PrintFrame* Printer::RelaxFunctionFrame() {
  for (auto it = frames_.rbegin(); it != frames_.rend(); ++it) {
    if (it->relax_function) return &*it;
  }
  return nullptr;
}

PrintFrame& Printer::FrameOfAllUses(const Node* what) {
  if (prim_func_ == nullptr) return Top();
  if (!mentions_) mentions_.emplace(prim_func_);
  std::vector<const Node*> path = mentions_->NodesAround(what);
  for (auto it = frames_.rbegin(); it != frames_.rend(); ++it) {
    if (it->node != nullptr && std::find(path.begin(), path.end(), it->node) != path.end()) return *it;
  }
  return Top();
}

// The comments that name what the text uses, a blank line, and in 0.27 the declarations of dimensions.
std::string Printer::Imports() const {
  std::string text;
  if (!type_vars_.empty()) text += "# from typing import TypeVar\n";
  if (ir_used_) text += "# from tvm.script import ir as I\n";
  if (tir_used_ && Old()) text += "# from tvm.script import tir as T\n";
  if (tir_used_ && !Old()) text += "# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n";
  if (relax_used_) text += "# from tvm.script import relax as R\n";
  text += '\n';
  for (const std::string& name : type_vars_) text += name + " = TypeVar(\"" + name + "\")\n";
  return text;
}

bool Printer::IsTypeVar(const Var* var) const {
  return options_.dialect == TextDialect::k027 && dimension_vars_.contains(var);
}

void Printer::NoteTypeVar(const Var* var, const std::string& name) {
  dimension_vars_.insert(var);
  if (std::find(type_vars_.begin(), type_vars_.end(), name) == type_vars_.end()) type_vars_.push_back(name);
}

// Each function declares its own by name, but for those that an earlier one has declared.
void Printer::SortTypeVars(size_t first) {
  std::sort(type_vars_.begin() + static_cast<std::ptrdiff_t>(first), type_vars_.end());
}

std::string Printer::Module(const assay::Module& module) {
  module_ = &module;
  PushFrame(nullptr, 0);
  names_.insert("Module");
  PushFrame(nullptr, 4);
  if (module.attrs != nullptr) {
    std::string line;
    IrName(line, "module_attrs(");
    Dictionary(line, module.attrs);
    Line(line + ")");
  }
  if (!module.global_infos.empty()) {
    std::string line;
    IrName(line, "module_global_infos({");
    std::vector<const GlobalInfoList*> lists;
    for (const GlobalInfoList& list : module.global_infos) lists.push_back(&list);
    std::sort(lists.begin(), lists.end(), [](auto* a, auto* b) { return a->key < b->key; });
    for (const GlobalInfoList* list : lists) {
      if (list != lists.front()) line += ", ";
      Quoted(line, list->key.text());
      line += ": [";
      for (size_t i = 0; i < list->infos.size(); ++i) {
        if (i != 0) line += ", ";
        AnyNode(line, list->infos[i]);
      }
      line += "]";
    }
    Line(line + "})");
  }
  // TVM's order: PrimFuncs, extern functions, Relax functions, each by name; "main" last.
  std::vector<const ModuleEntry*> entries;
  for (const ModuleEntry& entry : module.entries) entries.push_back(&entry);
  auto priority = [](const ModuleEntry* e) {
    return e->var->name == "main" ? 4 : Is<PrimFunc>(e->func) ? 1 : Is<ExternFunc>(e->func) ? 2 : 3;
  };
  std::sort(entries.begin(), entries.end(), [&](auto* a, auto* b) {
    return priority(a) != priority(b) ? priority(a) < priority(b) : a->var->name < b->var->name;
  });
  bool after_function = false;
  for (const ModuleEntry* entry : entries) {
    // A blank line after each function; the class's last one goes with the text's end.
    if (after_function) Top().text += "\n";
    after_function = !Is<ExternFunc>(entry->func);
    size_t declared = type_vars_.size();
    if (const auto* func = As<assay::Function>(entry->func)) {
      RelaxFunction(*func, entry->var->name.text(), true);
    } else if (const auto* prim = As<PrimFunc>(entry->func)) {
      PrimFunction(*prim, entry->var->name.text(), true);
    } else {
      std::string line = entry->var->name.str() + " = ";
      Expr(line, entry->func);
      Line(line);
    }
    SortTypeVars(declared);
  }
  if (Top().text.empty()) Line("pass");
  std::string body = PopFrame();
  PopFrame();
  ir_used_ = true;
  std::string text = Imports();
  text += "@I.ir_module\nclass Module:\n";
  text += body;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return WithConstants(std::move(text));
}

std::string Printer::Function(const assay::Expr* func) {
  PushFrame(nullptr, 0);
  std::string_view symbol = StringAttr(AttrsOf(func), "global_symbol");
  std::string_view name = symbol.empty() ? std::string_view("main") : symbol;
  if (const auto* relax = As<assay::Function>(func)) RelaxFunction(*relax, name, true);
  if (const auto* prim = As<PrimFunc>(func)) PrimFunction(*prim, name, true);
  SortTypeVars(0);
  std::string body = PopFrame();
  std::string text = Imports() + body;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return WithConstants(std::move(text));
}

// A lone type as TVM's str() shows it: scalars by their dtype, tuples in TIR's form.
std::string Printer::StandAlone(const assay::Type* type) {
  if (const auto* prim = As<PrimType>(type); prim != nullptr && !OldRelax()) return DTypeName(prim->dtype);
  if (const auto* tuple = As<TupleType>(type); tuple != nullptr && tuple->fields.empty() && !OldRelax()) return "None";
  PushFrame(nullptr, 0);
  Top().relax_function = !Is<TupleType>(type) || OldRelax();
  std::string text;
  Type(text, type);
  PopFrame();
  return text;
}

std::string Printer::StandAlone(const assay::Expr* expr) {
  PushFrame(nullptr, 0);
  Top().relax_function = true;
  std::string text;
  Expr(text, expr);
  PopFrame();
  return text;
}

std::string PrintModule(const Module& module, const PrintOptions& options) { return Printer(options).Module(module); }
std::string PrintFunction(const Expr* func, const PrintOptions& options) { return Printer(options).Function(func); }
std::string PrintType(const Type* type, const PrintOptions& options) { return Printer(options).StandAlone(type); }
std::string PrintExpr(const Expr* expr, const PrintOptions& options) { return Printer(options).StandAlone(expr); }

}  // namespace assay
