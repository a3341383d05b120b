#include "generators/modules/function_dims.h"

#include "generators/modules/dims.h"
#include "generators/modules/tir_expr.h"
#include "ir/arith/analyzer.h"
#include "ir/mentions.h"
#include "ir/rewrite.h"
#include "ir/walk.h"

namespace assay {

const Expr* FunctionDims::SmallDim() {
  bool empty = scope_.module.Has(Feature::kEmpty) && scope_.sizes != Sizes::kSymbolic && bytes().Chance(1, 5);
  return empty ? MakeInt(ctx(), 0) : PositiveDim();
}

const Expr* FunctionDims::PositiveDim() {
  bool symbolic = !scope_.symbols.empty() && scope_.sizes != Sizes::kConstant;
  if (symbolic && (scope_.sizes == Sizes::kSymbolic || bytes().Chance(1, 2))) return bytes().Pick(scope_.symbols);
  if (bytes().Chance(1, 8)) return MakeInt(ctx(), 1);
  return MakeInt(ctx(), bytes().Pick(scope_.module.plan.extents));
}

// The same size, chosen by what need not be known.
const Expr* FunctionDims::KnownDim(const Expr* dim) {
  std::vector<Axis> axes;
  for (const Var* symbol : scope_.symbols) axes.push_back({symbol, symbol, false});
  std::vector<const Buffer*> none;
  const Expr* known = TirExpr(scope_.module, none, axes, DType::Int(64)).Known(dim);
  bool plain = true;
  // Relax has no names within scalars, and no passes compute a size by functions of numbers.
  WalkBeforeChildren(known, [&](const Node* node) {
    plain &= !Is<Let>(node) && !Is<Call>(node);
    return plain;
  });
  return plain ? known : dim;
}

const Expr* FunctionDims::ComputedOf(const Expr* dim) {
  switch (bytes().Below(4)) {
    case 0: return MakeBinary(ctx(), NodeKind::kAdd, dim, MakeInt(ctx(), 1));
    case 1: return MakeBinary(ctx(), NodeKind::kMul, dim, MakeInt(ctx(), 2));
    case 2: return MakeBinary(ctx(), NodeKind::kMul, scope_.symbols.front(), scope_.symbols.back());
    default:
      // TVM 0.26 gives a variable whose type says n + n another one beside it, which it then does not find.
      if (scope_.symbols.size() == 1)
        return MakeBinary(ctx(), NodeKind::kMul, scope_.symbols.front(), MakeInt(ctx(), 2));
      return MakeBinary(ctx(), NodeKind::kAdd, scope_.symbols.front(), scope_.symbols.back());
  }
}

// Kernels may count in int32; Relax counts in int64.
const Expr* FunctionDims::WideDim(const Expr* dim) {
  return DTypeOf(dim) == DType::Int(64) ? dim : MakeInt(ctx(), static_cast<const IntImm*>(dim)->value);
}

std::vector<const Expr*> FunctionDims::MappedDims(const std::vector<const Expr*>& dims, const VarMap& symbols) {
  std::vector<const Expr*> mapped;
  for (const Expr* dim : dims)
    mapped.push_back(IsConstantDim(dim) ? WideDim(dim) : Simplify(ctx(), SubstituteIn(ctx(), dim, symbols)));
  return mapped;
}

}  // namespace assay
