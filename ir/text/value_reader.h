// Values of Relax: names, operators by their rows, calls of other kinds, constants (read_relax_expr.cc,
// read_relax_call.cc, read_dist.cc). Internal to ir/text.
#pragma once

#include "ir/ops/op_spec.h"
#include "ir/text/reader_part.h"

namespace assay {

class ValueReader : public ReaderPart {
 public:
  ValueReader(ReadSite& site, ModuleAround& around, TypeReader& types, ScalarReader& scalars, AttrReader& attrs,
              BindingBuilder& bindings)
      : ReaderPart(site, around), types_(types), scalars_(scalars), attrs_(attrs), bindings_(bindings) {}

  const Expr* LowerRelax(const PyExpr* e);
  static bool IsMetadata(const PyExpr* e);
  const Expr* LowerMetadata(const PyExpr* e);
  const Expr* LowerRelaxCall(const PyExpr* e);
  const Expr* LowerConst(const PyExpr* e);
  // A literal of a scalar that stands for R.const of it.
  const Expr* LowerBareConst(const PyExpr* e);

 private:
  struct OperandArg {
    const Operand* operand = nullptr;
    const PyExpr* value = nullptr;
  };
  const Expr* LowerRelaxNode(const PyExpr* e);
  const Expr* LowerRelaxName(const PyExpr* e);
  const Expr* LowerRelaxAttribute(const PyExpr* e);
  const Expr* LowerRelaxSubscript(const PyExpr* e);
  const Expr* LowerRelaxBinary(const PyExpr* e);
  const Expr* LowerRelaxTuple(const PyExpr* e);
  const Expr* LowerRelaxOp(const PyExpr* e, std::string_view path);
  const Expr* LowerRelaxSurface(const PyExpr* e, std::string_view path, bool& known);
  bool BindOperands(const PyExpr* e, const OpSpec& row, std::vector<OperandArg>& given, AttrItems& attrs);
  bool AttrsOfRow(const PyExpr* e, std::string_view path, const AttrItems& attrs, const AttrDict*& out);
  const Expr* LeftOutOperand(const OpSpec& row, const Operand& operand, const std::vector<const Expr*>& args);
  const OpSpec& AttentionRow(const PyExpr* e, const OpSpec& row);
  static void CompleteArange(std::vector<OperandArg>& given);
  const Attr* DTypeLeftOut(const OpSpec& row, const std::vector<const Expr*>& args);
  const Expr* LowerTableOp(const PyExpr* e, const OpSpec& written);
  const Expr* LowerUnknownOp(const PyExpr* e, std::string_view path);
  const Expr* LowerCallTir(const PyExpr* e, std::string_view path);
  const Expr* LowerPackedCall(const PyExpr* e);
  const Expr* LowerPyFuncCall(const PyExpr* e);
  const AttrDict* WithPadDType(const AttrDict* attrs, const Expr* data);
  const Expr* LowerPrint(const PyExpr* e, std::string_view path);
  const Expr* LowerHintOnDevice(const PyExpr* e);
  const Expr* LowerToVDevice(const PyExpr* e);
  const Expr* LowerConstOf(const PyExpr* e, std::optional<DType> given);
  const Expr* LowerConstElement(const PyExpr* e);
  const Expr* LowerFunctionCall(const PyExpr* e);
  const Expr* LowerAsType(const PyExpr* e);
  const Expr* LowerOperand(const PyExpr* e, const Operand& operand);
  const Expr* LowerArgument(const PyExpr* e);
  bool LowerTypeArgs(const PyExpr* call, std::vector<const Type*>& types);
  const Expr* LowerSharding(const PyExpr* e, std::string_view path);
  const Expr* LowerDistConst(const PyExpr* e);

  TypeReader& types_;
  ScalarReader& scalars_;
  AttrReader& attrs_;
  BindingBuilder& bindings_;
};

}  // namespace assay
