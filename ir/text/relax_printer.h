// Relax functions, blocks and bindings (print_relax.cc). Internal to ir/text.
#pragma once

#include "ir/text/printer_part.h"

namespace assay {

class RelaxPrinter : public PrinterPart {
 public:
  RelaxPrinter(const PrintForm& form, PrintScope& scope, PrintHead& head, TypePrinter& types, AttrPrinter& attrs,
               ExprPrinter& exprs, CallPrinter& calls)
      : PrinterPart(form, scope, head), types_(types), attrs_(attrs), exprs_(exprs), calls_(calls) {}

  void RelaxFunction(const assay::Function& func, std::string_view name, bool top_level);
  // Of a program: the parameters, and a call with the name, whether the function is pure, and what it gives.
  void Declaration(std::string_view call, const assay::Function& func, std::string_view name);

 private:
  // What a sequence gives: the result of the function, or a variable, with the text of its type or none.
  struct Target {
    std::string name = {};
    std::string type = {};
  };
  void ProgramParams(std::string_view call, const assay::Function& func);
  void ProgramHead(const assay::Function& func, std::string_view name, bool is_private);
  void ResultLine(const Target& target, const assay::Expr* value);
  std::string Assignment(const Target& target, const std::string& value) const;
  void RelaxSignature(std::string& line, const assay::Function& func);
  void Sequence(const SeqExpr& seq, const Target& target);
  void Block(const BindingBlock& block);
  // What a block gives out has a name in any case.
  void BindingLine(const Binding& binding, bool is_output = false);
  bool IsUsed(const Var* var);
  void NestedFunction(const assay::Function& func, const std::string& name);
  void AssignedValue(Out out, const assay::Expr* value);
  void IfLines(const If& branch, const Target& target);
  bool HidesType(const Binding& binding) const;

  TypePrinter& types_;
  AttrPrinter& attrs_;
  ExprPrinter& exprs_;
  CallPrinter& calls_;
  const assay::Function* current_function_ = nullptr;
  // How often each variable of the current function stands in it; counted when first asked for.
  std::unordered_map<const Var*, int> occurrences_;
  bool occurrences_counted_ = false;
};

}  // namespace assay
