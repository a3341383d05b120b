// Types (print_type.cc, print_dist.cc). Internal to ir/text.
#pragma once

#include "ir/text/printer_part.h"

namespace assay {

class TypePrinter : public PrinterPart {
 public:
  TypePrinter(const PrintForm& form, PrintScope& scope, PrintHead& head, AttrPrinter& attrs, ExprPrinter& exprs)
      : PrinterPart(form, scope, head), attrs_(attrs), exprs_(exprs) {}

  void Type(Out out, const assay::Type* type);
  void PointerTypeText(Out out, const PointerType& type);
  // A dimension: quoted where it mentions variables that a signature defines.
  void Dimension(Out out, const assay::Expr* dim);

 private:
  void TensorTypeText(Out out, const TensorType& type);
  void TensorShapeText(Out out, const assay::Expr* shape);
  void DTensorTypeText(Out out, const DTensorType& type);
  void ShapeTypeText(Out out, const ShapeType& type);
  void FuncTypeText(Out out, const FuncType& type);

  AttrPrinter& attrs_;
  ExprPrinter& exprs_;
};

}  // namespace assay
