// Scalar expressions, variables and the small leaves of Relax (print_expr.cc). Internal to ir/text.
#pragma once

#include <initializer_list>

#include "ir/text/printer_part.h"

namespace assay {

// Python's operator precedence, as far as the printed language goes.
enum class Precedence : uint8_t {
  kLambda = 1,
  kOr = 3,
  kAnd = 4,
  kNot = 5,
  kCompare = 6,
  kBitOr = 7,
  kBitXor = 8,
  kBitAnd = 9,
  kShift = 10,
  kAdd = 11,
  kMul = 12,
  kInvert = 13,
  kAtom = 15
};

class ExprPrinter : public PrinterPart {
 public:
  ExprPrinter(const PrintForm& form, PrintScope& scope, PrintHead& head, TypePrinter& types, BufferPrinter& buffers,
              CallPrinter& calls)
      : PrinterPart(form, scope, head), types_(types), buffers_(buffers), calls_(calls) {}

  void Expr(Out out, const assay::Expr* e);
  void CommaList(Out out, Nodes<assay::Expr> items);
  void Variable(Out out, const Var* var);
  // "T.int64()": what makes such a variable.
  void VariableCreation(Out out, const Var& var);
  // A call of an operator that is not Relax's.
  void Intrinsic(Out out, const Call& call);
  void SumOf(Out out, const assay::Expr* a, const assay::Expr* b);
  // What an index map gives, in which Relax says no dtypes.
  void OfIndexMap(Out out, Nodes<assay::Expr> indices);
  // With its dtype, also where that is the usual one.
  void NamedNumber(Out out, const IntImm& imm);

 private:
  // Python's sign of a bit operation, which 0.27 writes; null for all other calls.
  struct BitSign {
    std::string_view sign;
    Precedence precedence;
    size_t operands;
  };
  const BitSign* BitSignOf(const Call& call) const;
  void StringsAttribute(Out out, const Call& call, std::string_view name);
  bool UsesSign(const BinaryExpr& e) const;
  Precedence PrecedenceOf(const assay::Expr* e);
  void Child(Out out, const assay::Expr* e, Precedence parent, bool also_when_equal);
  void Binary(Out out, const BinaryExpr& e);
  void LetExpr(Out out, const Let& let);
  void Load(Out out, const BufferLoad& load);
  bool PrintsBareNumber(const assay::Expr* e);
  void Immediate(Out out, const IntImm& imm);
  void Immediate(Out out, const FloatImm& imm);
  // One of several scalars that are read with one dtype.
  void Member(Out out, const assay::Expr* e, Nodes<assay::Expr> group);
  static bool NumbersAlone(Nodes<assay::Expr> group);
  void UndefinedTirVar(const Var* var);
  void UndefinedRelaxScalar(const Var* var);
  void UndefinedRelaxVar(const Var* var);
  void Global(Out out, const GlobalVar& global);
  void CallOf(Out out, std::string_view name, std::initializer_list<const assay::Expr*> args);

  TypePrinter& types_;
  BufferPrinter& buffers_;
  CallPrinter& calls_;
  // Inside the lambda of an index map.
  bool in_index_map_ = false;
};

}  // namespace assay
