#include "generators/modules/figure_names.h"

#include <string>

#include "generators/modules/aspects.h"
#include "generators/modules/dims.h"
#include "generators/modules/function_steps.h"

namespace assay {

const Expr* FigureNames::Cast(const Expr* value, const TensorType* type) {
  Var* var = gen_.NewVar(type);
  return gen_.EmitBinding(var, MakeMatchCast(gen_.ctx(), var, value, type));
}

// Of what a local function finds out, no type may speak outside.
const Expr* FigureNames::Named(const Expr* value) {
  const auto* type = static_cast<const TensorType*>(value->type);
  Nodes<Expr> known = ShapeListOf(type)->values;
  std::vector<const Expr*> dims(known.begin(), known.end());
  for (const Expr*& dim : dims) {
    if (gen_.local > 0 || gen_.nested > 0 || LargestDim(dim) > kLargestSymbol || gen_.bytes().Chance(1, 2)) continue;
    gen_.body_symbols.push_back(MakeVar(gen_.ctx(), "p" + std::to_string(gen_.body_symbols.size()), DType::Int(64)));
    dim = gen_.body_symbols.back();
  }
  return Cast(value, MakeTensorType(gen_.ctx(), dims, type->dtype, type->vdevice));
}

const Expr* FigureNames::OtherName(const Expr* value) {
  static const std::vector<const OpSpec*> kRestating = RowsIn({.all = Bits(Aspect::kRestates, Aspect::kGivesTensor)});
  const auto* type = As<TensorType>(value->type);
  uint64_t which = gen_.bytes().Below(5);
  const Expr* view = which == 4 ? FunctionSteps(gen_).PackedView(value) : nullptr;
  if (view != nullptr) return view;
  if (which == 0 && gen_.module.May(Feature::kMatchCast) && type != nullptr && ShapeListOf(type) != nullptr) {
    return gen_.bytes().Chance(1, 2) ? Named(value) : Cast(value, type);
  }
  if (which == 1 && gen_.module.May(Feature::kTuples))
    return Item(Fields({gen_.bytes().Pick(gen_.entries).value, value}), 1);
  if (which == 2 && gen_.module.May(Feature::kAliases)) return gen_.Emit(value);
  return Part(Put(*gen_.bytes().Pick(kRestating), {value}));
}

}  // namespace assay
