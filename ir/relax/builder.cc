// Makers of Relax nodes declared in ir/builder.h.
#include <algorithm>
#include <cstring>

#include "ir/builder.h"
#include "ir/make.h"
#include "ir/relax/signature.h"

namespace assay {
namespace {

// The type without the shapes that have a name of their own: what a sequence gives speaks of sizes alone, wherever it
// stands (TVM's EraseToWellDefinedInScope). Types nest as deep as the parser lets them.
// recursion: types nest no deeper than the reader lets them
const Type* WithoutShapeVars(Context& ctx, const Type* type) {
  if (const auto* tensor = As<TensorType>(type)) {
    return Is<Var>(tensor->shape) ? MakeTensorTypeOfRank(ctx, tensor->rank, tensor->dtype, tensor->vdevice) : type;
  }
  const auto* tuple = As<TupleType>(type);
  if (tuple == nullptr) return type;
  std::vector<const Type*> fields;
  for (const Type* field : tuple->fields) fields.push_back(WithoutShapeVars(ctx, field));
  return std::ranges::equal(fields, tuple->fields) ? type : MakeTupleType(ctx, fields);
}

}  // namespace

const DataTypeImm* MakeDataType(Context& ctx, DType dtype) {
  return Make<DataTypeImm>(ctx, [&](DataTypeImm& n) {
    n.value = dtype;
    n.type = ctx.Object();
  });
}
const ExternFunc* MakeExternFunc(Context& ctx, std::string_view symbol) {
  return Make<ExternFunc>(ctx, [&](ExternFunc& n) { n.global_symbol = ctx.Intern(symbol); });
}
const ShapeExpr* MakeShape(Context& ctx, const std::vector<const Expr*>& dims) {
  return Make<ShapeExpr>(ctx, [&](ShapeExpr& n) {
    n.values = ctx.Copy(dims);
    n.type = MakeShapeType(ctx, dims);
  });
}
const Tuple* MakeTuple(Context& ctx, const std::vector<const Expr*>& fields) {
  std::vector<const Type*> types;
  for (const Expr* field : fields) types.push_back(field->type);
  bool typed = std::find(types.begin(), types.end(), nullptr) == types.end();
  return Make<Tuple>(ctx, [&](Tuple& n) {
    n.fields = ctx.Copy(fields);
    if (typed) n.type = MakeTupleType(ctx, types);
  });
}
const TupleGetItem* MakeTupleGetItem(Context& ctx, const Expr* tuple, int64_t index) {
  return Make<TupleGetItem>(ctx, [&](TupleGetItem& n) {
    n.tuple = tuple;
    n.index = index;
    const auto* type = As<TupleType>(tuple->type);
    if (type != nullptr && index >= 0 && index < static_cast<int64_t>(type->fields.size()))
      n.type = type->fields[index];
  });
}
const Constant* MakeConstant(Context& ctx, const TensorView& value) {
  std::vector<const Expr*> dims;
  for (int64_t extent : value.shape) dims.push_back(MakeInt(ctx, extent));
  return Make<Constant>(ctx, [&](Constant& n) {
    n.value.dtype = value.dtype;
    n.value.shape = ctx.arena.Copy(value.shape);
    size_t bytes = value.ByteCount();
    auto* place = static_cast<std::byte*>(ctx.arena.Allocate(bytes, 16));
    if (bytes != 0) std::memcpy(place, value.data, bytes);
    n.value.data = place;
    n.type = MakeTensorType(ctx, dims, value.dtype);
  });
}
const VarBinding* MakeBinding(Context& ctx, const Var* var, const Expr* value) {
  return Make<VarBinding>(ctx, [&](VarBinding& n) {
    n.var = var;
    n.value = value;
  });
}
const MatchCast* MakeMatchCast(Context& ctx, const Var* var, const Expr* value, const Type* target) {
  return Make<MatchCast>(ctx, [&](MatchCast& n) {
    n.var = var;
    n.value = value;
    n.target = target;
  });
}
const BindingBlock* MakeBlock(Context& ctx, const std::vector<const Binding*>& bindings, bool is_dataflow) {
  return Make<BindingBlock>(ctx, [&](BindingBlock& n) {
    n.bindings = ctx.Copy(bindings);
    n.is_dataflow = is_dataflow;
  });
}
const SeqExpr* MakeSeq(Context& ctx, const std::vector<const BindingBlock*>& blocks, const Expr* body) {
  return Make<SeqExpr>(ctx, [&](SeqExpr& n) {
    n.blocks = ctx.Copy(blocks);
    n.body = body;
    n.type = WithoutShapeVars(ctx, body->type);
  });
}
const Function* MakeFunction(Context& ctx, const std::vector<const Var*>& params, const SeqExpr* body,
                             const Type* ret_type, bool is_pure, const AttrDict* attrs) {
  return Make<Function>(ctx, [&](Function& n) {
    n.params = ctx.Copy(params);
    n.body = body;
    n.ret_type = ret_type;
    n.is_pure = is_pure;
    n.attrs = attrs;
    n.type = MakeSignature(ctx, n.params, ret_type, is_pure);
  });
}

}  // namespace assay
