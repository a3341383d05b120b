// Relax functions, blocks and bindings.
#include "ir/equal.h"
#include "ir/text/attr_printer.h"
#include "ir/text/call_printer.h"
#include "ir/text/expr_printer.h"
#include "ir/text/print_literal.h"
#include "ir/text/relax_printer.h"
#include "ir/text/type_printer.h"
#include "ir/walk.h"

namespace assay {

// One by one: the type of a parameter may name those before it.
void RelaxPrinter::ProgramParams(std::string_view call, const assay::Function& func) {
  for (const Var* param : func.params) {
    if (param->type == nullptr) scope_.CannotSay("a parameter without a type");
    std::string type;
    types_.Type(type, param->type);
    std::string name = scope_.Define(param, PrintScope::Hint(param->name, "v"), scope_.Top());
    scope_.Line(name + " = " + std::string(call) + "(\"" + name + "\", " + type + ")");
  }
}

void RelaxPrinter::Declaration(std::string_view call, const assay::Function& func, std::string_view name) {
  scope_.PushFrame(nullptr, 0);
  scope_.Top().relax_function = true;
  ProgramParams("declared", func);
  std::string line(call);
  literal::Quoted(line, name);
  line += func.is_pure ? ", True, " : ", False, ";
  if (func.ret_type == nullptr) {
    line += "None";
  } else {
    types_.Type(line, func.ret_type);
  }
  scope_.Line(line + ")");
  std::string text = scope_.PopFrame();
  scope_.Lines(text);
}

// The lines that open a function, in its frame.
void RelaxPrinter::ProgramHead(const assay::Function& func, std::string_view name, bool is_private) {
  std::string call = "function(";
  literal::Quoted(call, name);
  call += func.is_pure ? ", True" : ", False";
  scope_.Line(call + (is_private ? ", True)" : ", False)"));
  ProgramParams("argument", func);
  if (func.ret_type == nullptr) return;
  std::string type;
  types_.Type(type, func.ret_type);
  scope_.Line("gives(" + type + ")");
}

void RelaxPrinter::RelaxSignature(std::string& line, const assay::Function& func) {
  scope_.Top().in_signature = true;
  for (size_t i = 0; i < func.params.size(); ++i) {
    const Var* param = func.params[i];
    if (i != 0) line += ", ";
    std::string type;
    if (param->type != nullptr) types_.Type(type, param->type);
    line += scope_.Define(param, PrintScope::Hint(param->name, "v"), scope_.Top());
    if (param->type != nullptr) line += ": " + type;
  }
  line += ')';
  if (func.ret_type != nullptr) {
    line += " -> ";
    types_.Type(line, func.ret_type);
  }
  line += ':';
  scope_.Top().in_signature = false;
}

// recursion: functions and branches nest as deep as the parser lets them
void RelaxPrinter::RelaxFunction(const assay::Function& func, std::string_view name, bool top_level) {
  if (top_level) {
    current_function_ = &func;
    occurrences_counted_ = false;
  }
  std::string_view symbol = StringAttr(func.attrs, "global_symbol");
  std::string decorator = "@";
  head_.RelaxName(decorator, "function");
  bool is_private = top_level && symbol.empty();
  if (!func.is_pure || is_private) {
    decorator += func.is_pure ? "(private=True)" : is_private ? "(pure=False, private=True)" : "(pure=False)";
  }
  if (!form_.program) scope_.Line(decorator);
  scope_.PushFrame(nullptr, form_.program ? 0 : 4);
  scope_.Top().relax_function = true;
  std::string header = "def " + std::string(name) + "(";
  if (form_.program) {
    ProgramHead(func, name, is_private || !top_level);
  } else {
    RelaxSignature(header, func);
  }
  std::string attrs;
  for (size_t i = 0; func.attrs != nullptr && i < func.attrs->keys.size(); ++i) {
    // A matching global symbol is implicit for a top-level function.
    if (top_level && func.attrs->keys[i] == "global_symbol" && symbol == name) continue;
    attrs += attrs.empty() ? "" : ", ";
    literal::Quoted(attrs, func.attrs->keys[i].text());
    attrs += ": ";
    attrs_.Attribute(attrs, func.attrs->values[i]);
  }
  if (!attrs.empty()) {
    std::string line;
    head_.RelaxName(line, "func_attr({");
    scope_.Line(line + attrs + "})");
  }
  // The body has a frame of its own, so that what it makes the function declare stands before it.
  scope_.PushFrame(nullptr, 0);
  Sequence(*func.body, {});
  std::string body = scope_.PopFrame();
  scope_.Lines(body);
  std::string text = scope_.PopFrame();
  if (!form_.program) scope_.Line(header);
  scope_.Lines(text);
  if (form_.program) scope_.Line("end()");
}

// An assigned value: a tuple of several fields stands there without its parentheses.
void RelaxPrinter::AssignedValue(Out out, const assay::Expr* value) {
  const auto* tuple = As<Tuple>(value);
  if (tuple != nullptr && tuple->fields.size() > 1 && !form_.program) return exprs_.CommaList(out, tuple->fields);
  calls_.Operand(out, value);
}

std::string RelaxPrinter::Assignment(const Target& target, const std::string& value) const {
  const auto& [name, type] = target;
  if (!form_.program) return name + (type.empty() ? "" : ": " + type) + " = " + value;
  return name + " = emit(\"" + name + "\", " + value + (type.empty() ? "" : ", " + type) + ")";
}

void RelaxPrinter::ResultLine(const Target& target, const assay::Expr* value) {
  std::string text;
  if (!target.name.empty()) {
    AssignedValue(text, value);
    return scope_.Line(Assignment(target, text));
  }
  exprs_.Expr(text, value);
  scope_.Line(form_.program ? "outcome(" + text + ")" : "return " + text);
}

void RelaxPrinter::Sequence(const SeqExpr& seq, const Target& target) {
  for (const BindingBlock* block : seq.blocks) Block(*block);
  ResultLine(target, seq.body);
}

void RelaxPrinter::Block(const BindingBlock& block) {
  if (!block.is_dataflow) {
    for (const Binding* binding : block.bindings) BindingLine(*binding);
    return;
  }
  std::string header;
  head_.RelaxName(header, "dataflow()");
  scope_.Line(form_.program ? "begin(" + header + ")" : "with " + header + ":");
  // Only the indentation is new: names live on in the enclosing frame.
  int indent = form_.program ? 0 : 4;
  scope_.Top().indent += indent;
  std::string outputs;
  for (const Binding* binding : block.bindings) {
    bool is_output = binding->var->flavor != VarFlavor::kDataflow;
    BindingLine(*binding, is_output);
    if (!is_output) continue;
    if (!outputs.empty()) outputs += ", ";
    exprs_.Variable(outputs, binding->var);
  }
  std::string line;
  head_.RelaxName(line, "output(");
  scope_.Line(line + outputs + ")");
  scope_.Top().indent -= indent;
  // Behind it other variables stand for what it gives out.
  if (form_.program) scope_.Line(outputs.empty() ? "end()" : outputs + ", = end().output_vars");
}

// call_tir and call_dps_packed say their type already; it is shown only where the variable's differs.
bool RelaxPrinter::HidesType(const Binding& binding) const {
  const auto* call = As<Call>(binding.value);
  const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
  if (op == nullptr || call->ty_args.size() != 1) return false;
  if (!(op->name == "relax.call_tir") && !(op->name == "relax.call_dps_packed")) return false;
  return Equal(call->ty_args[0], binding.var->type);
}

// TVM leaves out the variable of a void value, and so loses it where something uses it; here it is kept then.
bool RelaxPrinter::IsUsed(const Var* var) {
  if (current_function_ == nullptr) return false;
  if (!occurrences_counted_) {
    occurrences_.clear();
    WalkBeforeChildren(current_function_, [&](const Node* node) {
      if (const auto* seen = As<Var>(node)) ++occurrences_[seen];
      return true;
    });
    occurrences_counted_ = true;
  }
  return occurrences_[var] > 1;
}

void RelaxPrinter::BindingLine(const Binding& binding, bool is_output) {
  const Var* var = binding.var;
  std::string type;
  if (const auto* branch = As<If>(binding.value)) {
    if (var->type != nullptr) types_.Type(type, var->type);
    std::string name = scope_.Define(var, PrintScope::Hint(var->name, "v"), scope_.Top());
    return IfLines(*branch, {name, type});
  }
  if (const auto* func = As<assay::Function>(binding.value)) {
    std::string name = scope_.Define(var, PrintScope::Hint(var->name, "v"), scope_.Top());
    NestedFunction(*func, name);
    return;
  }
  std::string value;
  const auto* cast = As<MatchCast>(&binding);
  if (cast != nullptr) {
    if (var->type != nullptr) types_.Type(type, var->type);
    head_.RelaxName(value, "match_cast(");
    exprs_.Expr(value, cast->value);
    value += ", ";
    types_.Type(value, cast->target);
    value += ')';
  } else {
    AssignedValue(value, binding.value);
    const auto* tuple = As<TupleType>(var->type);
    const auto* value_tuple = As<TupleType>(binding.value->type);
    bool is_void = tuple != nullptr && tuple->fields.empty() &&
                   (binding.value->type == nullptr || (value_tuple != nullptr && value_tuple->fields.empty()));
    if (is_void && !is_output && !IsUsed(var)) return scope_.Line(form_.program ? "run(" + value + ")" : value);
    // Strings have a type of their own in 0.27.
    if (form_.New() && Is<StringImm>(binding.value) && Is<ObjectType>(var->type)) {
      head_.IrName(type, "StringType()");
    } else if (var->type != nullptr && !HidesType(binding)) {
      types_.Type(type, var->type);
    }
  }
  std::string name = scope_.Define(var, PrintScope::Hint(var->name, "v"), scope_.Top());
  scope_.Line(Assignment({name, type}, value));
}

// TVM heads a nested function with the imports that have been used so far, as it does a function that stands alone.
void RelaxPrinter::NestedFunction(const assay::Function& func, const std::string& name) {
  std::string outer = std::exchange(scope_.Top().text, "");
  bool recursive = false;
  if (form_.program) {
    WalkBeforeChildren(func.body, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const std::string* callee = call == nullptr ? nullptr : scope_.FindName(call->op);
      recursive |= callee != nullptr && *callee == name;
      return !recursive;
    });
    if (recursive) Declaration(name + " = provisional(", func, name);
    scope_.Line("begin_inner()");
  }
  RelaxFunction(func, name, false);
  if (form_.program) scope_.Line(name + " = emit_inner(\"" + name + "\"" + (recursive ? ", " + name + ")" : ")"));
  std::string text = std::exchange(scope_.Top().text, std::move(outer));
  if (form_.program) return scope_.Lines(text);
  for (std::string_view line : head_.InnerImports()) scope_.Line(line);
  scope_.Line("");
  scope_.Lines(text);
  scope_.Top().text += "\n";
}

void RelaxPrinter::IfLines(const If& branch, const Target& target) {
  std::string cond;
  exprs_.Expr(cond, branch.cond);
  scope_.Line(form_.program ? "begin(R.If(" + cond + "))\nbegin(R.Then())" : "if " + cond + ":");
  scope_.PushFrame(nullptr, form_.program ? 0 : 4);
  Sequence(*branch.true_branch, target);
  std::string text = scope_.PopFrame();
  scope_.PushFrame(nullptr, form_.program ? 0 : 4);
  Sequence(*branch.false_branch, target);
  std::string other = scope_.PopFrame();
  scope_.Lines(text);
  scope_.Line(form_.program ? "end()\nbegin(R.Else())" : "else:");
  scope_.Lines(other);
  if (form_.program) scope_.Line("end()\n" + target.name + " = end().var");
}

}  // namespace assay
