#include "ir/relax/signature.h"

#include <algorithm>
#include <vector>

#include "ir/builder.h"
#include "ir/mentions.h"

namespace assay {
namespace {

// Whole dimensions, which a type tells. Types nest as deep as the parser lets them.
// recursion: types nest as deep as the parser lets them
void ForgetTold(const Type* type, VarSet& vars) {
  Nodes<Expr> dims;
  if (const auto* tensor = As<TensorType>(type); tensor != nullptr && Is<ShapeExpr>(tensor->shape)) {
    dims = As<ShapeExpr>(tensor->shape)->values;
  } else if (const auto* shape = As<ShapeType>(type)) {
    dims = shape->values;
  } else if (const auto* tuple = As<TupleType>(type)) {
    for (const Type* field : tuple->fields) ForgetTold(field, vars);
  }
  for (const Expr* dim : dims) {
    if (const auto* var = As<Var>(dim)) vars.erase(var);
  }
}

// recursion: types nest as deep as the parser lets them
const Type* Without(Context& ctx, const Type* type, const VarSet& vars) {
  if (type == nullptr || !MentionsAny(type, vars)) return type;
  if (const auto* tensor = As<TensorType>(type))
    return MakeTensorTypeOfRank(ctx, tensor->rank, tensor->dtype, tensor->vdevice);
  if (const auto* shape = As<ShapeType>(type)) return MakeShapeTypeOfRank(ctx, static_cast<int>(shape->values.size()));
  if (const auto* func = As<FuncType>(type)) {
    std::vector<const Type*> params(func->params.begin(), func->params.end());
    for (const Type*& param : params) param = Without(ctx, param, vars);
    return MakeFuncType(ctx, params, Without(ctx, func->result, vars), func->purity);
  }
  const auto* tuple = As<TupleType>(type);
  if (tuple == nullptr) return ctx.Object();
  std::vector<const Type*> fields(tuple->fields.begin(), tuple->fields.end());
  for (const Type*& field : fields) field = Without(ctx, field, vars);
  return MakeTupleType(ctx, fields);
}

}  // namespace

const FuncType* MakeSignature(Context& ctx, Nodes<Var> params, const Type* result, bool purity) {
  VarSet scalars;
  std::vector<const Type*> types;
  for (const Var* param : params) {
    types.push_back(param->type);
    if (Is<PrimType>(param->type)) scalars.insert(param);
  }
  if (!scalars.empty()) {
    for (const Type* type : types) ForgetTold(type, scalars);
    result = Without(ctx, result, scalars);
  }
  return MakeFuncType(ctx, types, result, purity);
}

}  // namespace assay
