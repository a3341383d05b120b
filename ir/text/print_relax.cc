// Relax functions, blocks and bindings.
#include "ir/equal.h"
#include "ir/text/printer.h"
#include "ir/walk.h"

namespace assay {

void Printer::RelaxSignature(std::string& line, const assay::Function& func) {
  Top().in_signature = true;
  for (size_t i = 0; i < func.params.size(); ++i) {
    const Var* param = func.params[i];
    if (i != 0) line += ", ";
    std::string type;
    if (param->type != nullptr) Type(type, param->type);
    line += Define(param, Hint(param->name, "v"), Top());
    if (param->type != nullptr) line += ": " + type;
  }
  line += ')';
  if (func.ret_type != nullptr) {
    line += " -> ";
    Type(line, func.ret_type);
  }
  line += ':';
  Top().in_signature = false;
}

// recursion: functions and branches nest as deep as the parser lets them
void Printer::RelaxFunction(const assay::Function& func, std::string_view name, bool top_level) {
  if (top_level) {
    current_function_ = &func;
    occurrences_counted_ = false;
  }
  std::string_view symbol = StringAttr(func.attrs, "global_symbol");
  std::string decorator = "@";
  RelaxName(decorator, "function");
  bool is_private = top_level && symbol.empty();
  if (!func.is_pure || is_private) {
    decorator += func.is_pure ? "(private=True)" : is_private ? "(pure=False, private=True)" : "(pure=False)";
  }
  Line(decorator);
  PushFrame(nullptr, 4);
  Top().relax_function = true;
  std::string header = "def " + std::string(name) + "(";
  RelaxSignature(header, func);
  std::string attrs;
  for (size_t i = 0; func.attrs != nullptr && i < func.attrs->keys.size(); ++i) {
    // A matching global symbol is implicit for a top-level function.
    if (top_level && func.attrs->keys[i] == "global_symbol" && symbol == name) continue;
    attrs += attrs.empty() ? "" : ", ";
    Quoted(attrs, func.attrs->keys[i].text());
    attrs += ": ";
    Attribute(attrs, func.attrs->values[i]);
  }
  if (!attrs.empty()) {
    std::string line;
    RelaxName(line, "func_attr({");
    Line(line + attrs + "})");
  }
  // The body has a frame of its own, so that what it makes the function declare stands before it.
  PushFrame(nullptr, 0);
  Sequence(*func.body, "return ");
  std::string body = PopFrame();
  Lines(body);
  std::string text = PopFrame();
  Line(header);
  Lines(text);
}

// An assigned value: a tuple of several fields stands there without its parentheses.
void Printer::AssignedValue(Out out, const assay::Expr* value) {
  const auto* tuple = As<Tuple>(value);
  if (tuple != nullptr && tuple->fields.size() > 1) return CommaList(out, tuple->fields);
  Operand(out, value);
}

void Printer::Sequence(const SeqExpr& seq, const std::string& result_prefix) {
  for (const BindingBlock* block : seq.blocks) Block(*block);
  std::string line = result_prefix;
  if (line.ends_with("= ")) {
    AssignedValue(line, seq.body);
  } else {
    Expr(line, seq.body);
  }
  Line(line);
}

void Printer::Block(const BindingBlock& block) {
  if (!block.is_dataflow) {
    for (const Binding* binding : block.bindings) BindingLine(*binding);
    return;
  }
  std::string header = "with ";
  RelaxName(header, "dataflow():");
  Line(header);
  // Only the indentation is new: names live on in the enclosing frame.
  Top().indent += 4;
  std::string outputs;
  for (const Binding* binding : block.bindings) {
    bool is_output = binding->var->flavor != VarFlavor::kDataflow;
    BindingLine(*binding, is_output);
    if (!is_output) continue;
    if (!outputs.empty()) outputs += ", ";
    Variable(outputs, binding->var);
  }
  std::string line;
  RelaxName(line, "output(");
  Line(line + outputs + ")");
  Top().indent -= 4;
}

// call_tir and call_dps_packed say their type already; it is shown only where the variable's differs.
bool Printer::HidesType(const Binding& binding) const {
  const auto* call = As<Call>(binding.value);
  const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
  if (op == nullptr || call->ty_args.size() != 1) return false;
  if (!(op->name == "relax.call_tir") && !(op->name == "relax.call_dps_packed")) return false;
  return Equal(call->ty_args[0], binding.var->type);
}

// TVM leaves out the variable of a void value, and so loses it where something uses it; here it is kept then.
bool Printer::IsUsed(const Var* var) {
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

void Printer::BindingLine(const Binding& binding, bool is_output) {
  const Var* var = binding.var;
  std::string type;
  if (const auto* branch = As<If>(binding.value)) {
    if (var->type != nullptr) Type(type, var->type);
    std::string name = Define(var, Hint(var->name, "v"), Top());
    return IfLines(*branch, name + (type.empty() ? "" : ": " + type) + " = ");
  }
  if (const auto* func = As<assay::Function>(binding.value)) {
    std::string name = Define(var, Hint(var->name, "v"), Top());
    NestedFunction(*func, name);
    return;
  }
  std::string value;
  const auto* cast = As<MatchCast>(&binding);
  if (cast != nullptr) {
    if (var->type != nullptr) Type(type, var->type);
    RelaxName(value, "match_cast(");
    Expr(value, cast->value);
    value += ", ";
    Type(value, cast->target);
    value += ')';
  } else {
    AssignedValue(value, binding.value);
    const auto* tuple = As<TupleType>(var->type);
    const auto* value_tuple = As<TupleType>(binding.value->type);
    bool is_void = tuple != nullptr && tuple->fields.empty() &&
                   (binding.value->type == nullptr || (value_tuple != nullptr && value_tuple->fields.empty()));
    if (is_void && !is_output && !IsUsed(var)) return Line(value);
    // Strings have a type of their own in 0.27.
    if (options_.dialect == TextDialect::k027 && Is<StringImm>(binding.value) && Is<ObjectType>(var->type)) {
      IrName(type, "StringType()");
    } else if (var->type != nullptr && !HidesType(binding)) {
      Type(type, var->type);
    }
  }
  std::string name = Define(var, Hint(var->name, "v"), Top());
  Line(name + (type.empty() ? "" : ": " + type) + " = " + value);
}

// TVM heads a nested function with the imports that have been used so far, as it does a function that stands alone.
void Printer::NestedFunction(const assay::Function& func, const std::string& name) {
  std::string outer = std::exchange(Top().text, "");
  RelaxFunction(func, name, false);
  std::string text = std::exchange(Top().text, std::move(outer));
  if (ir_used_) Line("# from tvm.script import ir as I");
  if (tir_used_) Line("# from tvm.script import tirx as T");
  if (tir_used_) Line("# from tvm.tirx.layout import Axis");
  Line("# from tvm.script import relax as R");
  Line("");
  Lines(text);
  Top().text += "\n";
}

void Printer::IfLines(const If& branch, const std::string& result_prefix) {
  std::string header = "if ";
  Expr(header, branch.cond);
  Line(header + ":");
  PushFrame(nullptr, 4);
  Sequence(*branch.true_branch, result_prefix);
  std::string text = PopFrame();
  PushFrame(nullptr, 4);
  Sequence(*branch.false_branch, result_prefix);
  std::string other = PopFrame();
  Lines(text);
  Line("else:");
  Lines(other);
}

}  // namespace assay
