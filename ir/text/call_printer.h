// Values of Relax: calls with their attributes, the call_tir family, packed functions, tuples, shapes and constants
// (print_relax_call.cc). Internal to ir/text.
#pragma once

#include "ir/text/printer_part.h"

namespace assay {

class CallPrinter : public PrinterPart {
 public:
  CallPrinter(const PrintForm& form, PrintScope& scope, PrintHead& head, TypePrinter& types, AttrPrinter& attrs,
              ExprPrinter& exprs)
      : PrinterPart(form, scope, head), types_(types), attrs_(attrs), exprs_(exprs) {}

  void RelaxCall(Out out, const Call& call);
  // What only Relax has among expressions.
  void RelaxExpr(Out out, const assay::Expr* e);
  // A value where a bare True is read as bool: an operand of an operator, or the value of a binding.
  void Operand(Out out, const assay::Expr* operand);
  // The text of a module or function with what it says of its constants.
  std::string WithConstants(std::string text) const;

 private:
  bool SpecialCall(Out out, const Call& call, std::string_view op);
  void CallTir(Out out, const Call& call, std::string_view op);
  void FormatCall(Out out, const Call& call, std::string_view op, size_t format_at);
  void HintOnDevice(Out out, const Call& call);
  void Callee(Out out, const assay::Expr* callee);
  void ConstantValue(Out out, const Constant& constant);
  void ConstantReference(Out out, const Constant& constant);
  static bool IsOpaque(const assay::Type* type);

  TypePrinter& types_;
  AttrPrinter& attrs_;
  ExprPrinter& exprs_;
  // What the text refers to, each once.
  std::vector<const Constant*> constants_;
};

}  // namespace assay
