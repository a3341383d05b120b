// ToMixedPrecision: in dataflow blocks, operators that gain from float16 get their arguments so, others follow when all
// their arguments are float16, and the rest keep float32; variables that only the first kind uses are kept in float16.
// Tested by testdata/to_mixed_precision.
#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/support/fault.h"
#include "ir/tensor/scalar.h"
#include "passes/analysis/precision_uses.h"
#include "passes/op_names.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

constexpr double kLargestFloat16 = 65504;

struct PrecisionOptions {
  DType out_dtype = DType::Float(32);
  std::unordered_set<std::string> fp16_inputs;
};

DType ElementOf(const Type* type) {
  const auto* tensor = As<TensorType>(type);
  return tensor == nullptr ? DType::Void() : tensor->dtype;
}

// float16 holds all of its values, roughly.
bool IsInRange(const Constant* constant) {
  DType dtype = constant->value.dtype;
  if (dtype == DType::Float(16)) return true;
  bool known = dtype == DType::Float(32) || dtype == DType::Float(64) || (dtype.IsInt() && dtype.lanes == 1);
  for (int64_t i = 0; known && i < constant->value.ElementCount(); ++i) {
    Scalar scalar = LoadScalar(dtype, constant->value.data + i * dtype.ElementBytes());
    if (std::abs(scalar.AsDouble()) > kLargestFloat16) return false;
  }
  return known;
}

// recursion: tuples nest as deep as the parser lets them
bool AllCastable(Nodes<Expr> args) {
  return std::ranges::all_of(args, [](const Expr* arg) {
    const auto* constant = As<Constant>(arg);
    const auto* tuple = As<Tuple>(arg);
    return !IsNestedTensor(arg->type) || ElementOf(arg->type) == DType::Float(16) ||
           (constant != nullptr && IsInRange(constant)) || (tuple != nullptr && AllCastable(tuple->fields));
  });
}

// A float32 scalar where a tensor can stand as well: it stays what it is, and tensors beside it must be of its dtype.
bool HasFullScalar(const OpSpec& row, Nodes<Expr> args) {
  for (size_t i = 0; i < args.size() && i < row.operands.size(); ++i) {
    const auto* scalar = As<PrimType>(args[i]->type);
    bool for_tensor = row.operands[i].kind == OperandKind::kAny;
    if (scalar != nullptr && for_tensor && scalar->dtype == DType::Float(32)) return true;
  }
  return false;
}

// Operator attributes with one value changed; the order is the row's.
const AttrDict* Replaced(Context& ctx, const AttrDict* attrs, std::string_view key, const Attr* value) {
  AttrItems items;
  for (size_t i = 0; attrs != nullptr && i < attrs->keys.size(); ++i) {
    items.emplace_back(attrs->keys[i].text(), attrs->keys[i] == key ? value : attrs->values[i]);
  }
  return MakeDict(ctx, items);
}

bool IsCastable(DType dtype) { return dtype == DType::Float(16) || dtype == DType::Float(32); }

// Whether some float32 or float16 tensor of `type` has another dtype than `dtype_of` says of its place in `like`. Types
// nest as deep as the parser lets them.
// recursion: types nest no deeper than the reader lets them
template <class F>
bool AnyLeafIsCast(const Type* type, const Type* like, F&& dtype_of) {
  const auto *tuple = As<TupleType>(type), *likes = As<TupleType>(like);
  if (tuple == nullptr) {
    DType from = ElementOf(type), to = dtype_of(like);
    return from != to && !to.IsVoid() && IsCastable(from);
  }
  bool any = false;
  for (size_t i = 0; likes != nullptr && i < tuple->fields.size() && i < likes->fields.size(); ++i) {
    any |= AnyLeafIsCast(tuple->fields[i], likes->fields[i], dtype_of);
  }
  return any;
}

class PrecisionMixer : public RelaxMutator {
 public:
  PrecisionMixer(Context& context, const Module* module, const Function* func, const PrecisionOptions& options)
      : RelaxMutator(context, module), options_(options), uses_(FindPrecisionUses(func)) {}

  const Function* VisitFunction(const Function* func) override {
    if (!params_.empty() || inside_) return RelaxMutator::VisitFunction(func);
    inside_ = true;
    params_.assign(func->params.begin(), func->params.end());
    return RelaxMutator::VisitFunction(func);
  }

 protected:
  const Var* VisitVarDef(const Var* var) override {
    bool named = options_.fp16_inputs.contains(var->name.str()) && std::ranges::find(params_, var) != params_.end();
    const auto* tensor = named ? As<TensorType>(var->type) : nullptr;
    if (tensor == nullptr) return RelaxMutator::VisitVarDef(var);
    TensorType* type = ctx.arena.New<TensorType>(*tensor);
    type->dtype = DType::Float(16);
    return MakeVar(ctx, var->name.text(), type, var->flavor);
  }
  // A use that does not say otherwise gets the variable as it was.
  const Expr* VisitVar(const Var* var) override { return Rewritten(RelaxMutator::VisitVar(var), var->type); }
  void BeginBindings(const BindingBlock* block) override {
    if (!block->is_dataflow) return;
    outer_.push_back(remap_);
    for (const Var* param : params_) KeepShort(param);
  }
  // What the block keeps in float16 is its own.
  void FinishBindings(const BindingBlock* block) override {
    if (!block->is_dataflow) return;
    for (const Var* param : params_) Restore(param);
    for (const Binding* binding : block->bindings) {
      if (binding->var->flavor != VarFlavor::kDataflow) RestoreOutput(binding->var);
    }
    outer_.pop_back();
  }
  void VisitVarBinding(const VarBinding* binding) override {
    if (!InDataflow()) return RelaxMutator::VisitVarBinding(binding);
    const Expr* value = Mixed(binding);
    ReEmit(binding, value == nullptr ? VisitExpr(binding->value) : value);
    plain_[binding->var] = As<Var>(RelaxMutator::VisitVar(binding->var));
    KeepShort(binding->var);
  }
  void VisitMatchCast(const MatchCast* binding) override {
    RelaxMutator::VisitMatchCast(binding);
    if (!InDataflow()) return;
    plain_[binding->var] = As<Var>(RelaxMutator::VisitVar(binding->var));
    KeepShort(binding->var);
  }

 private:
  // The binding's value, when it is an operator's call or about tuples; else null.
  const Expr* Mixed(const VarBinding* binding);
  const Expr* MixedCall(const Var* var, const Call* call, const OpSpec* row);
  // Variables replaced by what stands for them, whatever its dtype.
  // recursion: tuples nest as deep as the parser lets them
  const Expr* Remapped(const Expr* e) {
    if (const auto* var = As<Var>(e)) return RelaxMutator::VisitVar(var);
    const auto* tuple = As<Tuple>(e);
    if (tuple == nullptr) return VisitExpr(e);
    std::vector<const Expr*> fields;
    for (const Expr* field : tuple->fields) fields.push_back(Remapped(field));
    return MakeTuple(ctx, fields);
  }
  const Expr* Cast(const Expr* e, DType dtype) {
    const OpSpec* row = FindOp("astype");
    return Typed(MakeOpCall(ctx, *row, {AsArgument(e)}, {{"dtype", MakeAttrDType(ctx, dtype)}}));
  }
  // Each float32 or float16 tensor of `e` cast to what `dtype_of(its index path…)` says; `e` itself when nothing
  // changes. Tuples nest as deep as the parser lets them.
  template <class F>
  const Expr* CastLeaves(const Expr* e, const Type* like, F&& dtype_of);
  // The dtypes of another type, or one dtype for all.
  const Expr* Rewritten(const Expr* e, const Type* like) {
    return SameType(e->type, like) ? e : CastLeaves(e, like, [](const Type* leaf) { return ElementOf(leaf); });
  }
  const Expr* Rewritten(const Expr* e, DType dtype) {
    return CastLeaves(e, e->type, [&](const Type*) { return dtype; });
  }
  const Expr* Shortened(const Expr* e, const NestedBits& bits);
  // Stores the variable in float16 from here on where nothing needs more.
  void KeepShort(const Var* var) {
    auto use = uses_.find(var);
    if (use == uses_.end()) return;
    const Expr* now = RelaxMutator::VisitVar(var);
    const Expr* shortened = Shortened(now, use->second);
    if (shortened != now) remap_[var] = Emit(shortened);
  }
  void Restore(const Var* var) {
    auto before = outer_.back().find(var);
    if (before == outer_.back().end()) {
      remap_.erase(var);
    } else {
      remap_[var] = before->second;
    }
  }
  void RestoreOutput(const Var* var) {
    auto plain = plain_.find(var);
    if (plain == plain_.end()) return;
    if (plain->second == var) {
      remap_.erase(var);
    } else {
      remap_[var] = plain->second;
    }
  }

  const PrecisionOptions& options_;
  std::unordered_map<const Var*, NestedBits> uses_;
  std::vector<const Var*> params_;
  bool inside_ = false;
  // What stood for variables before the dataflow block, and before those around it: a local function's block stands in
  // one.
  std::vector<VarMap> outer_;
  // What stood for a block's own variables before they were shortened.
  std::unordered_map<const Var*, const Var*> plain_;
};

// Types nest as deep as the parser lets them.
// recursion: types nest no deeper than the reader lets them
bool IsShortened(const Type* type, const NestedBits& bits) {
  const auto* tuple = As<TupleType>(type);
  if (tuple == nullptr) return bits.bits == 16 && ElementOf(type) == DType::Float(32);
  bool any = false;
  for (size_t i = 0; i < tuple->fields.size() && i < bits.fields.size(); ++i) {
    any |= IsShortened(tuple->fields[i], bits.fields[i]);
  }
  return any;
}

// recursion: tuples nest as deep as the parser lets them
template <class F>
const Expr* PrecisionMixer::CastLeaves(const Expr* e, const Type* like, F&& dtype_of) {
  const auto* type = As<TupleType>(e->type);
  if (type == nullptr) return AnyLeafIsCast(e->type, like, dtype_of) ? Cast(e, dtype_of(like)) : e;
  const auto* likes = As<TupleType>(like);
  if (likes == nullptr || likes->fields.size() != type->fields.size()) return e;
  if (!AnyLeafIsCast(type, like, dtype_of)) return e;
  e = AsArgument(e);
  std::vector<const Expr*> fields;
  for (size_t i = 0; i < type->fields.size(); ++i) {
    const Expr* field = FieldOf(ctx, e, static_cast<int64_t>(i));
    fields.push_back(AsArgument(CastLeaves(field, likes->fields[i], dtype_of)));
  }
  return MakeTuple(ctx, fields);
}

// recursion: tuples nest as deep as the parser lets them
const Expr* PrecisionMixer::Shortened(const Expr* e, const NestedBits& bits) {
  const auto* type = As<TupleType>(e->type);
  if (type == nullptr) return bits.bits == 16 && ElementOf(e->type) == DType::Float(32) ? Cast(e, DType::Float(16)) : e;
  if (!IsShortened(type, bits) || bits.fields.size() != type->fields.size()) return e;
  e = AsArgument(e);
  std::vector<const Expr*> fields;
  for (size_t i = 0; i < type->fields.size(); ++i) {
    const Expr* field = MakeTupleGetItem(ctx, e, static_cast<int64_t>(i));
    fields.push_back(AsArgument(Shortened(field, bits.fields[i])));
  }
  return MakeTuple(ctx, fields);
}

const Expr* PrecisionMixer::Mixed(const VarBinding* binding) {
  bool local = binding->var->flavor == VarFlavor::kDataflow;
  const auto* call = As<Call>(binding->value);
  const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
  if (op != nullptr && !IsScalarCall(call)) return MixedCall(binding->var, call, op->spec);
  const Expr* value = nullptr;
  if (const auto* item = As<TupleGetItem>(binding->value)) {
    value = FieldOf(ctx, Remapped(item->tuple), item->index);
  } else if (Is<Tuple>(binding->value)) {
    value = Remapped(binding->value);
  }
  return value == nullptr || local ? value : Rewritten(value, binding->var->type);
}

const Expr* PrecisionMixer::MixedCall(const Var* var, const Call* call, const OpSpec* row) {
  // A weight may be wrapped in another precision, which is decided here; a weight of integers is converted for good.
  bool wraps = IsCallOf(call, "relax.wrap_param");
  if (wraps && (SameType(call->type, call->args[0]->type) ||
                (IsCastable(ElementOf(call->args[0]->type)) && IsCastable(ElementOf(call->type))))) {
    return Remapped(call->args[0]);
  }
  MixedPolicy policy = PolicyOf(call);
  std::vector<const Expr*> args;
  for (const Expr* arg : call->args) args.push_back(Remapped(arg));
  Call* fresh = ctx.arena.New<Call>(*call);
  bool full = policy == MixedPolicy::kFollow && (!AllCastable(args) || HasFullScalar(*row, args));
  DType dtype = full ? DType::Float(32) : DType::Float(16);
  for (size_t i = 0; i < args.size(); ++i) {
    bool never = policy == MixedPolicy::kNever && !FaultOn(Fault::mixed_precision_casts_never_args);
    // A kernel's tensors may stand beside numbers. A product of float64 may have become shorter than what it meets
    // here.
    bool as_before = never || !IsNestedTensor(args[i]->type) || (full && !IsCastable(ElementOf(call->args[i]->type)));
    args[i] = AsArgument(as_before ? Rewritten(args[i], call->args[i]->type) : Rewritten(args[i], dtype));
  }
  fresh->args = ctx.Copy(args);
  if (policy == MixedPolicy::kNever) return fresh;
  if (policy == MixedPolicy::kAlways && !row->mixed.accumulator.empty()) {
    fresh->attrs = Replaced(ctx, call->attrs, row->mixed.accumulator, MakeAttrDType(ctx, options_.out_dtype));
  }
  const Expr* value = Typed(fresh);
  bool local = var->flavor == VarFlavor::kDataflow;
  if (local && policy != MixedPolicy::kAlways) return value;
  const Type* wanted = var->type;
  auto leaf = [&](const Type* type) { return local ? dtype : ElementOf(type); };
  // The call is bound before parts of it are cast.
  return AnyLeafIsCast(value->type, wanted, leaf) ? CastLeaves(Emit(value), wanted, leaf) : value;
}

Result<Module> RunToMixedPrecision(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  PrecisionOptions chosen;
  if (const Attr* dtype = FindOption(options, "out_dtype")) {
    const auto* text = As<AttrString>(dtype);
    auto parsed = text == nullptr ? std::nullopt : ParseDType(text->value.text());
    if (!parsed) return InvalidOption(options, "out_dtype", "a dtype");
    chosen.out_dtype = *parsed;
  }
  ASSAY_TRY(std::vector<std::string> inputs, StringsOption(options, "fp16_input_names"));
  chosen.fp16_inputs.insert(inputs.begin(), inputs.end());
  Context& ctx = pass_ctx.ctx;
  return MapRelaxFunctions(ctx, module, [&](const Function* func) -> Result<const Function*> {
    PrecisionMixer mixer(ctx, &module, func, chosen);
    const Function* mixed = mixer.VisitFunction(func);
    ASSAY_RETURN_IF_ERROR(mixer.status());
    return mixed;
  });
}

constexpr std::string_view kOptions[] = {"out_dtype", "fp16_input_names"};

}  // namespace

const PassSpec kToMixedPrecision = {
    .name = "ToMixedPrecision",
    .doc = "computes in float16 where that gains and does no harm",
    .options = kOptions,
    .idempotent = false,
    .why_not_idempotent = "casts that it put in follow when it looks again",
    .exact = Exactness::kNarrowed,
    .changes = Alters({Facet::kResultTypes, Facet::kGraphs, Facet::kVariableTypes}),
    .run = RunToMixedPrecision,
};

}  // namespace assay
