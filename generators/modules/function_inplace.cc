#include "generators/modules/function_inplace.h"

#include <algorithm>

#include "generators/modules/call_binder.h"
#include "generators/modules/dims.h"
#include "generators/modules/function_calls.h"
#include "generators/modules/tir_gen.h"
#include "ir/ops/kernel.h"
#include "ir/rewrite.h"

namespace assay {
namespace {

// Of the calls that overwrite, one in so many has several results.
constexpr uint32_t kOneInSeveral = 2;
// Kernels until one gives a tensor that may be overwritten.
constexpr int kOwnTries = 3;

TensorSpec SpecOf(const Type* type) {
  const auto* tensor = static_cast<const TensorType*>(type);
  const ShapeExpr* shape = ShapeListOf(tensor);
  return {tensor->dtype, {shape->values.begin(), shape->values.end()}};
}

// Constant extents of 1 and more, at least one.
bool HasExtents(const Type* type) {
  const ShapeExpr* shape = ShapeListOf(type);
  auto is_extent = [](const Expr* dim) { return IsConstantDim(dim) && As<IntImm>(dim)->value > 0; };
  return shape != nullptr && !shape->values.empty() && std::ranges::all_of(shape->values, is_extent);
}

bool IsAlike(const Type* a, const Type* b) {
  return static_cast<const TensorType*>(a)->dtype == static_cast<const TensorType*>(b)->dtype &&
         SameDims(ShapeListOf(a)->values, ShapeListOf(b)->values);
}

// What one result holds: two inputs of its type, which may be one, element by element.
Term Mixed(ByteSource& bytes, const Term& a, const Term& b) {
  static constexpr NodeKind kNumbers[] = {NodeKind::kAdd, NodeKind::kSub, NodeKind::kMul, NodeKind::kMax,
                                          NodeKind::kMin};
  static constexpr NodeKind kTruths[] = {NodeKind::kAnd, NodeKind::kOr};
  NodeKind kind =
      a.dtype().IsBool() ? kTruths[bytes.Below(std::size(kTruths))] : kNumbers[bytes.Below(std::size(kNumbers))];
  return {a.ctx(), MakeBinary(a.ctx(), kind, a.expr(), b.expr())};
}

}  // namespace

// The kernel that makes the tensor, or a tuple with it, is called nowhere else, so that no pass takes two such calls
// for one.
const Expr* FunctionInPlace::OwnTensor() {
  for (int i = 0; i < kOwnTries; ++i) {
    const Call* making = FunctionCalls(scope_).NewKernelCall();
    if (making == nullptr) return nullptr;
    scope_.module.kernels.pop_back();
    if (!CallBinder(scope_).EmitCall(making, nullptr)) continue;
    const Expr* made = scope_.entries.back().value;
    const auto* tuple = As<TupleType>(made->type);
    const Type* type = tuple == nullptr ? made->type : bytes().Pick(tuple->fields);
    if (!HasExtents(type)) continue;
    scope_.entries.pop_back();
    if (tuple == nullptr) return made;
    auto index = static_cast<int64_t>(std::ranges::find(tuple->fields, type) - tuple->fields.begin());
    const Expr* field = scope_.Emit(MakeTupleGetItem(ctx(), made, index));
    scope_.entries.pop_back();
    return field;
  }
  return nullptr;
}

// Another tensor of that type; null where there is none.
const Expr* FunctionInPlace::OwnTwin(const Expr* tensor) {
  const OpSpec* add = FindOp("add");
  if (add == nullptr || !CallBinder(scope_).EmitCall(MakeOpCall(ctx(), *add, {tensor, tensor}), add)) return nullptr;
  const Expr* twin = scope_.entries.back().value;
  scope_.entries.pop_back();
  return IsAlike(twin->type, tensor->type) ? twin : nullptr;
}

// Results in the order in which they are given, each of the type of an argument: that which it overwrites, or any.
GenKernel FunctionInPlace::KernelInPlace(const std::vector<const Expr*>& args,
                                         const std::vector<Overwriting>& results) {
  KernelBuilder builder(ctx());
  std::vector<KernelBuffer> inputs;
  for (size_t i = 0; i < args.size(); ++i)
    inputs.push_back(builder.Input("a" + std::to_string(i), static_cast<const TensorType*>(args[i]->type)));
  std::vector<KernelBuffer> made;
  for (const Overwriting& result : results) {
    std::vector<size_t> alike;
    for (size_t i = 0; i < args.size(); ++i) {
      if (IsAlike(args[i]->type, args[result.like]->type)) alike.push_back(i);
    }
    const KernelBuffer &one = inputs[result.like], &other = inputs[bytes().Pick(alike)];
    made.push_back(builder.Compute("stage", Axes("i", one.dims()),
                                   [&](const Terms& at) { return Mixed(bytes(), one(at), other(at)); }));
  }
  const PrimFunc* func = builder.Finish(made);
  GenKernel kernel;
  std::vector<const Buffer*> buffers(func->buffers.begin(),
                                     func->buffers.begin() + static_cast<std::ptrdiff_t>(args.size()));
  std::unordered_map<const Node*, const Node*> overwritten;
  for (const Expr* arg : args) kernel.inputs.push_back(SpecOf(arg->type));
  for (size_t i = 0; i < results.size(); ++i) {
    const Buffer* buffer = made[i].buffer();
    if (results[i].in_place) {
      overwritten.emplace(buffer, buffers[results[i].like]);
    } else {
      buffers.push_back(buffer);
      kernel.outputs.push_back(SpecOf(args[results[i].like]->type));
    }
  }
  auto rule = [&](const Node* rebuilt, const Node* original) {
    auto found = overwritten.find(original);
    return found == overwritten.end() ? rebuilt : found->second;
  };
  const auto* body = static_cast<const Stmt*>(Rewrite(ctx(), func->body, rule));
  FinishKernel(scope_.module, kernel, buffers, body, {}, true);
  return kernel;
}

// Of several tensors at least one is overwritten; two of one type tell which result is which.
const Call* FunctionInPlace::SeveralInPlace(const OpSpec& row) {
  std::vector<const Expr*> args;
  std::vector<Overwriting> results;
  for (uint64_t i = bytes().Chance(1, 4) ? 1 : 2 + bytes().Below(2); i > 0; --i) {
    const Expr* own = !args.empty() && bytes().Chance(1, 2) ? OwnTwin(args.back()) : OwnTensor();
    if (own == nullptr) break;
    results.push_back({args.size(), true});
    args.push_back(own);
  }
  if (args.empty()) return nullptr;
  if (const Expr* read = bytes().Chance(1, 2) ? scope_.Tensor({}) : nullptr; read != nullptr && HasExtents(read->type))
    args.insert(args.end(), read);
  if (bytes().Chance(1, 2)) results.push_back({bytes().Below(args.size()), false});
  for (size_t i = results.size(); i > 1; --i) std::swap(results[i - 1], results[bytes().Below(i)]);
  GenKernel kernel = KernelInPlace(args, results);
  kernel.var = scope_.module.Add(scope_.module.FreshName("kernel"), kernel.func);
  std::vector<int64_t> indices;
  std::vector<const Type*> types;
  for (const Overwriting& result : results) {
    indices.push_back(result.in_place ? static_cast<int64_t>(result.like) : -1);
    const TensorSpec spec = SpecOf(args[result.like]->type);
    types.push_back(result.in_place ? args[result.like]->type : MakeTensorType(ctx(), spec.dims, spec.dtype));
  }
  const Type* type = types.size() == 1 ? types[0] : MakeTupleType(ctx(), types);
  return MakeOpCall(ctx(), row, {kernel.var, MakeTuple(ctx(), args)},
                    {{"inplace_indices", MakeAttrInts(ctx(), indices)}}, {type});
}

const Call* FunctionInPlace::OneInPlace(const OpSpec& row) {
  const Expr* own = OwnTensor();
  if (own == nullptr) return nullptr;
  GenKernel kernel = TirGen(scope_.module).InPlaceKernel(SpecOf(own->type));
  kernel.var = scope_.module.Add(scope_.module.FreshName("kernel"), kernel.func);
  const std::vector<int64_t> first{0};
  return MakeOpCall(ctx(), row, {kernel.var, MakeTuple(ctx(), {own})},
                    {{"inplace_indices", MakeAttrInts(ctx(), first)}}, {own->type});
}

// Of what is overwritten nobody else holds the old name.
bool FunctionInPlace::InPlaceStep() {
  const OpSpec* row = FindOp("call_tir_inplace");
  if (row == nullptr) return false;
  const Call* call = bytes().Chance(1, kOneInSeveral) ? SeveralInPlace(*row) : OneInPlace(*row);
  if (call == nullptr || !CallBinder(scope_).EmitCall(call, nullptr)) return false;
  const Expr* made = scope_.entries.back().value;
  const auto* tuple = As<TupleType>(made->type);
  for (size_t i = 0; tuple != nullptr && i < tuple->fields.size(); ++i) {
    if (bytes().Chance(3, 4)) scope_.Emit(MakeTupleGetItem(ctx(), made, static_cast<int64_t>(i)));
  }
  return true;
}

}  // namespace assay
