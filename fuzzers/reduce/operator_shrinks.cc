// Plain operators: an operator that does not matter becomes the plainest there is, so that findings of one fault come out
// alike.
#include <algorithm>

#include "fuzzers/reduce/relax_body.h"
#include "fuzzers/reduce/shrinks.h"
#include "ir/builder.h"
#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/ops/op_spec.h"

namespace assay {
namespace {

constexpr std::string_view kUnary = "negative";
constexpr std::string_view kBinary = "add";

// The item computed by another operator, if that gives the same type.
bool TryOperator(Reducer& r, size_t index, size_t item, RelaxBody body, std::string_view op, const std::vector<const Expr*>& args) {
  const Var* var = body.items[item].binding->var;
  Result<const Call*> typed = WithInferredType(r.ctx, &r.module, MakeOpCall(r.ctx, *FindOp(op), args));
  if (!typed.ok() || !Equal((*typed)->type, var->type)) return false;
  body.items[item].binding = MakeBinding(r.ctx, var, *typed);
  return r.Try(WithEntryFunction(r.ctx, r.module, index, body.Build(r.ctx)));
}

// A scalar that an operator makes, written as it is.
void PlainScalarAt(Reducer& r, size_t index, size_t item) {
  RelaxBody body = RelaxBody::Of(*As<Function>(r.module.entries[index].func));
  const Var* var = body.items[item].binding->var;
  DType dtype = DTypeOf(var);
  if (!dtype.IsInt()) return;
  body.items[item].binding = MakeBinding(r.ctx, var, MakeInt(r.ctx, 1, dtype));
  r.Try(WithEntryFunction(r.ctx, r.module, index, body.Build(r.ctx)));
}

// Zeros of that type; null where its sizes are not known, or are too many to be read.
const Expr* ZerosOf(Context& ctx, const Type* type) {
  constexpr int64_t kMost = 64;
  if (const auto* tuple = As<TupleType>(type)) {
    std::vector<const Expr*> fields;
    for (const Type* field : tuple->fields) fields.push_back(ZerosOf(ctx, field));
    return std::ranges::count(fields, nullptr) != 0 ? nullptr : MakeTuple(ctx, fields);
  }
  const auto* tensor = As<TensorType>(type);
  const auto* shape = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
  if (shape == nullptr || tensor->vdevice != nullptr || tensor->dtype.IsVoid()) return nullptr;
  std::vector<int64_t> extents;
  int64_t elements = 1;
  for (const Expr* dim : shape->values) {
    const auto* extent = As<IntImm>(dim);
    if (extent == nullptr || extent->value < 0 || extent->value > kMost) return nullptr;
    extents.push_back(extent->value);
    elements *= extent->value;
    if (elements > kMost) return nullptr;
  }
  return MakeConstant(ctx, Tensor(tensor->dtype, extents));
}

// Where nothing new can be handed in, as in a function that others call: zeros in place of what the operator gives.
void ZerosAt(Reducer& r, size_t index, size_t item) {
  RelaxBody body = RelaxBody::Of(*As<Function>(r.module.entries[index].func));
  const Var* var = body.items[item].binding->var;
  const Expr* zeros = ZerosOf(r.ctx, var->type);
  if (zeros == nullptr) return;
  body.items[item].binding = MakeBinding(r.ctx, var, zeros);
  r.Try(WithEntryFunction(r.ctx, r.module, index, body.Build(r.ctx)));
}

// Of something new, and else of the operands that are there.
void PlainOperatorAt(Reducer& r, size_t index, size_t item) {
  RelaxBody body = RelaxBody::Of(*As<Function>(r.module.entries[index].func));
  const Binding* binding = body.items[item].binding;
  const auto* call = Is<MatchCast>(binding) ? nullptr : As<Call>(binding->value);
  const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
  if (op == nullptr || op->spec == nullptr || op->spec->name == kUnary) return;
  if (Is<PrimType>(binding->var->type)) return PlainScalarAt(r, index, item);
  if (!Is<TensorType>(binding->var->type)) return ZerosAt(r, index, item);
  RelaxBody fresh = body;
  fresh.params.push_back(MakeVar(r.ctx, binding->var->name.text(), binding->var->type));
  if (TryOperator(r, index, item, fresh, kUnary, {fresh.params.back()})) return;
  bool tensors = std::ranges::all_of(call->args, [](const Expr* arg) { return Is<TensorType>(arg->type); });
  if (op->spec->name == kBinary) return;
  if (tensors && !call->args.empty() && call->args.size() <= 2) {
    const Expr *first = call->args.front(), *last = call->args.back();
    if (call->args.size() == 1 && TryOperator(r, index, item, body, kUnary, {first})) return;
    if (TryOperator(r, index, item, body, kBinary, {first, last})) return;
  }
  ZerosAt(r, index, item);
}

}  // namespace

void PlainOperators(Reducer& r) {
  for (size_t index = 0; index < r.module.entries.size(); ++index) {
    const auto* func = As<Function>(r.module.entries[index].func);
    size_t items = func == nullptr ? 0 : RelaxBody::Of(*func).items.size();
    for (size_t item = 0; item < items && !r.Spent(); ++item) PlainOperatorAt(r, index, item);
  }
}

}  // namespace assay
