// FoldConstant: in dataflow blocks, operators of constants become constants, computed by the rows' reference
// evaluation; known shapes go to where they are used. Large results that come from nothing stay calls, and so does what
// takes more than one call may (analysis/evaluate.h). Tested by testdata/fold_constant and analysis/evaluate_test.cc.
#include <unordered_set>

#include "ir/ops/op_spec.h"
#include "ir/walk.h"
#include "passes/analysis/block_storage.h"
#include "passes/analysis/checkpoints.h"
#include "passes/analysis/evaluate.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/relax/function_passes.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

constexpr int64_t kMaxCreatedElements = 1024;

class ConstantFolder : public RelaxMutator {
 public:
  ConstantFolder(PassContext& pass_ctx, const Module* module)
      : RelaxMutator(pass_ctx.ctx, module), pass_ctx_(pass_ctx) {}

  const Function* VisitFunction(const Function* func) override {
    WalkBeforeChildren(func->body, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const Var* var = call == nullptr ? nullptr : CheckpointedBy(call);
      if (var != nullptr) checkpointed_.insert(var);
      return !IsTypeKind(node->kind);
    });
    return RelaxMutator::VisitFunction(func);
  }

 protected:
  const Expr* VisitVar(const Var* var) override {
    const Expr* now = RelaxMutator::VisitVar(var);
    if (checkpointed_.contains(var)) return now;
    auto known = known_.find(As<Var>(now));
    return known != known_.end() && Is<Constant>(known->second) ? known->second : now;
  }
  void VisitVarBinding(const VarBinding* binding) override {
    const Expr* value = VisitExpr(binding->value);
    ReEmit(binding, value);
    if (Is<Constant>(value) || Is<ShapeExpr>(value)) known_[As<Var>(RelaxMutator::VisitVar(binding->var))] = value;
  }
  const Expr* VisitCall(const Call* call, const Call*) override {
    if (!Is<Op>(call->op) || !IsWorthIt(call) || CheckpointedBy(call) != nullptr) return call;
    const Call* plain = WithShapes(call);
    const OpSpec* row = SpecOf(plain);
    if (failed() || !InDataflow() || row == nullptr || row->purity != Purity::kPure) return plain;
    bool shape = IsCallOf(plain, "relax.tensor_to_shape") || IsCallOf(plain, "relax.shape_to_tensor");
    if (row->lower.rule == nullptr && !shape) return plain;
    // What kernels compute is folded, and LegalizeOps makes no kernel of this, but a constant.
    if (IsCallOf(plain, "relax.arange")) return plain;
    const Expr* folded = Folded(plain, row);
    return folded == nullptr ? plain : folded;
  }

 private:
  // Small, or made of something: a large tensor that comes from nothing is computed faster than it is loaded.
  static bool IsWorthIt(const Call* call) {
    const auto* type = As<TensorType>(call->type);
    const auto* shape = type == nullptr ? nullptr : As<ShapeExpr>(type->shape);
    if (shape == nullptr) return true;
    int64_t count = 1;
    for (const Expr* dim : shape->values) {
      const IntImm* extent = AsInt(dim);
      if (extent == nullptr || extent->value <= 0) return true;
      count = count > kMaxCreatedElements / extent->value ? kMaxCreatedElements + 1 : count * extent->value;
    }
    return count <= kMaxCreatedElements || std::ranges::any_of(call->args, HasTensor);
  }
  // recursion: tuples nest as deep as the parser lets them
  static bool HasTensor(const Expr* e) {
    const auto* tuple = As<Tuple>(e);
    return Is<TensorType>(e->type) || (tuple != nullptr && std::ranges::any_of(tuple->fields, HasTensor));
  }
  // Variables of known shapes replaced by the shapes.
  const Call* WithShapes(const Call* call) {
    std::vector<const Expr*> args;
    bool changed = false;
    for (const Expr* arg : call->args) {
      auto known = known_.find(As<Var>(arg));
      args.push_back(known == known_.end() ? arg : known->second);
      changed |= args.back() != arg;
    }
    if (!changed) return call;
    Call* fresh = ctx.arena.New<Call>(*call);
    fresh->args = ctx.Copy(args);
    return Typed(fresh);
  }
  // Null when the argument is not known.
  static bool ValueOf(const Expr* e, Value& value);
  const Expr* ExprOf(const Value& value);
  const Expr* Folded(const Call* call, const OpSpec* row) {
    std::vector<Value> args(call->args.size());
    for (size_t i = 0; i < args.size(); ++i) {
      if (!ValueOf(call->args[i], args[i])) return nullptr;
    }
    Result<std::optional<Value>> value = EvaluateCall(pass_ctx_, "FoldConstant", *row, *call, args);
    if (!value.ok()) Fail(value.error());
    if (!value.ok() || !*value) return nullptr;
    if (Status kept = KeepBytes(pass_ctx_, *call, BytesOf(**value)); !kept.ok()) {
      Fail(kept.error());
      return nullptr;
    }
    const Expr* folded = ExprOf(**value);
    // What is known of the result by type, its device above all, must stay.
    return folded != nullptr && Fits(folded, call) ? folded : nullptr;
  }

  // A shape that was of known rank alone may become known.
  static bool Fits(const Expr* folded, const Call* call) {
    return SameType(folded->type, call->type) || IsCallOf(call, "relax.tensor_to_shape");
  }

  PassContext& pass_ctx_;
  // Constants and shapes, by the variables of the output that hold them.
  std::unordered_map<const Var*, const Expr*> known_;
  // Variables that must stay such where they are used.
  std::unordered_set<const Var*> checkpointed_;
};

// recursion: tuples nest as deep as the parser lets them
bool ConstantFolder::ValueOf(const Expr* e, Value& value) {
  if (const auto* constant = As<Constant>(e)) {
    value.state = TensorValue{Tensor::Copy(constant->value), -1};
  } else if (const auto* shape = As<ShapeExpr>(e)) {
    ShapeValue dims;
    for (const Expr* dim : shape->values) {
      if (AsInt(dim) == nullptr) return false;
      dims.dims.push_back(AsInt(dim)->value);
    }
    value.state = dims;
  } else if (const auto* integer = As<IntImm>(e)) {
    value.state = PrimValue{Scalar::Int(DTypeOf(e), integer->value)};
  } else if (const auto* real = As<FloatImm>(e)) {
    value.state = PrimValue{Scalar::Float(DTypeOf(e), real->value)};
  } else if (const auto* text = As<StringImm>(e)) {
    value.state = StringValue{text->value.str()};
  } else if (const auto* dtype = As<DataTypeImm>(e)) {
    value.state = DTypeValue{dtype->value};
  } else if (const auto* tuple = As<Tuple>(e)) {
    TupleValue fields;
    fields.fields.resize(tuple->fields.size());
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      if (!ValueOf(tuple->fields[i], fields.fields[i])) return false;
    }
    value.state = std::move(fields);
  } else {
    return false;
  }
  return true;
}

// recursion: values nest no deeper than their types
const Expr* ConstantFolder::ExprOf(const Value& value) {
  if (const auto* tensor = value.As<TensorValue>()) return MakeConstant(ctx, tensor->tensor);
  std::vector<const Expr*> parts;
  if (const auto* shape = value.As<ShapeValue>()) {
    for (int64_t dim : shape->dims) parts.push_back(MakeInt(ctx, dim));
    return MakeShape(ctx, parts);
  }
  const auto* tuple = value.As<TupleValue>();
  if (tuple == nullptr) return nullptr;
  for (const Value& field : tuple->fields) {
    parts.push_back(ExprOf(field));
    if (parts.back() == nullptr) return nullptr;
  }
  return MakeTuple(ctx, parts);
}

Result<Module> RunFoldConstant(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  return MapRelaxFunctions(ctx, module, [&](const Function* func) -> Result<const Function*> {
    // What is overwritten must not become a constant, which is there for the next run, too.
    if (HasInplaceCalls(module, func)) return func;
    // A checkpoint that nobody needs keeps no variable.
    ASSAY_TRY(const Function* needed, RemoveUnusedBindings(pass_ctx, module, func));
    ConstantFolder folder(pass_ctx, &module);
    const Function* folded = folder.VisitFunction(needed);
    Status status = folder.status();
    if (status.ok()) return RemoveUnusedBindings(pass_ctx, module, folded);
    // Sizes that become known may show that an operator never succeeds. That is for a run to say, which may not come
    // there; TVM ends in the operator's error.
    if (status.error().kind == DiagKind::kUnsupported || status.error().kind == DiagKind::kOutOfBudget)
      return status.error();
    return func;
  });
}

}  // namespace

const PassSpec kFoldConstant = {
    .name = "FoldConstant",
    .doc = "computes operators of constants",
    .exact = Exactness::kRounding,
    .changes = Drops({Facet::kExternals, Facet::kMemory}) | Alters({Facet::kGraphs}),
    .run = RunFoldConstant,
};

}  // namespace assay
