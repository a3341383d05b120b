// LegalizeOps: operators become kernels by their rows' lowering rules, or calls of packed functions; what a rule emits
// is legalized in turn. What cannot be lowered stays and is noted by name, place and cause: later (by which pass) or
// now. Kernels are named and shared as in TVM; a result on a device binds its target. DispatchSortScan does this to a
// few operators alone. Tested by testdata/legalize_ops and testdata/dispatch.
#include <algorithm>
#include <numeric>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "ir/mentions.h"
#include "ir/ops/assumed.h"
#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/ops/sharding.h"
#include "ir/support/fault.h"
#include "ir/targets.h"
#include "ir/walk.h"
#include "passes/analysis/evaluate.h"
#include "passes/analysis/vdevices.h"
#include "passes/lower/known_kernels.h"
#include "passes/op_names.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/relax/function_passes.h"
#include "passes/rewrite/checked_shape.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"
#include "passes/rewrite/renew_defs.h"

namespace assay {
namespace {

// What the pass works with over all functions of the module.
struct LegalizeState {
  PassContext& pass_ctx;
  ModuleEditor& editor;
  std::unordered_set<std::string> skip_ops;
  // Empty, or the only operators to lower, silently: on devices of the host.
  std::span<const std::string_view> only = {};
  bool note_runtime_builtins = false;
  bool bound_target = false;
  KnownKernels known = {};
};

// Operators whose packed function takes over when there is no kernel (TVM's FCallPacked).
std::string_view PackedFunctionOf(std::string_view op) {
  struct Packed {
    std::string_view op, function;
  };
  static constexpr Packed kPacked[] = {{"relax.print", "relax.run.print"},
                                       {"relax.assert_op", "relax.run.assert_op"},
                                       {"relax.shape_to_tensor", "relax.run.shape_to_tensor"},
                                       {"relax.unique", "relax.run.unique"},
                                       {"relax.nonzero", "relax.run.nonzero"}};
  for (const Packed& entry : kPacked) {
    if (entry.op == op) return entry.function;
  }
  return {};
}

// recursion: types nest no deeper than the reader lets them
bool KnowsShape(const Type* type) {
  if (const auto* tensor = As<TensorType>(type)) return Is<ShapeExpr>(tensor->shape);
  if (const auto* shape = As<ShapeType>(type)) return shape->has_values;
  if (const auto* tuple = As<TupleType>(type))
    return std::all_of(tuple->fields.begin(), tuple->fields.end(), KnowsShape);
  return true;
}

// TVM's RequiresArgumentShapes = false.
bool NeedsShapes(std::string_view op) {
  return !op.starts_with("relax.inspect.") && !op.starts_with("relax.memory.") && op != "relax.arange";
}
// TVM's FDataDependent: the result's shape depends on values, so that only the arguments' shapes are known.
bool IsDataDependent(std::string_view op) { return op == "relax.dynamic_strided_slice" || op == "relax.arange"; }

// Why shapes do not suffice for a kernel; empty when they do.
std::string MissingShapes(const Call* call) {
  std::string_view op = OpNameOf(call);
  if (call->type == nullptr || Is<ObjectType>(call->type)) return "the type of the result is not known";
  if (!NeedsShapes(op)) return {};
  for (size_t i = 0; i < call->args.size(); ++i) {
    if (!KnowsShape(call->args[i]->type)) return "the shape of argument " + std::to_string(i) + " is not known";
  }
  if (!IsDataDependent(op) && !KnowsShape(call->type)) return "the shape of the result is not known";
  return {};
}

// The first tensor whose elements are of no known dtype; -1 when there is none.
int ArgumentWithoutDType(const Call* call) {
  for (size_t i = 0; i < call->args.size(); ++i) {
    const auto* tensor = As<TensorType>(call->args[i]->type);
    if (tensor != nullptr && tensor->dtype.IsVoid()) return static_cast<int>(i);
  }
  return -1;
}

// The first argument of a kernel that is called and whose parameter it may not fit; -1 when there is none.
int UntypedKernelArgument(const Call* call) {
  const auto* args = call->args.size() < 2 || !Is<GlobalVar>(call->args[0]) ? nullptr : As<Tuple>(call->args[1]);
  for (size_t i = 0; args != nullptr && i < args->fields.size(); ++i) {
    const auto* tensor = As<TensorType>(args->fields[i]->type);
    if (tensor != nullptr && (tensor->dtype.IsVoid() || tensor->rank == kUnknownRank)) return static_cast<int>(i);
  }
  return -1;
}

class LegalizeMutator : public RelaxMutator, private LowerSite {
 public:
  LegalizeMutator(Context& context, const Module* module, LegalizeState& state)
      : RelaxMutator(context, module), state_(state) {}

  const Function* VisitFunction(const Function* func) override {
    if (state_.only.empty()) LetSizesLeave(func);
    return RelaxMutator::VisitFunction(func);
  }

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override { return Legalize(call, 0); }
  const Var* VisitVarDef(const Var* var) override {
    if (!leaving_.contains(var)) return RelaxMutator::VisitVarDef(var);
    return MakeVar(RelaxMutator::ctx, var->name.text(), var->type, VarFlavor::kPlain);
  }
  void VisitMatchCast(const MatchCast* cast) override {
    TakeSizesOf(*cast);
    RelaxMutator::VisitMatchCast(cast);
  }
  void EnterSeq(const SeqExpr* seq) override;
  void LeaveSeq() override { literals_.pop_back(); }

 private:
  // ---- LowerSite
  Context& ctx() override { return RelaxMutator::ctx; }
  const GlobalVar* AddKernel(std::string_view hint, const PrimFunc* kernel) override {
    return state_.editor.AddFunction(hint, kernel);
  }
  const Var* Emit(const Expr* value) override;
  bool Affords(int64_t elements, int64_t bytes) override {
    Meter& meter = state_.pass_ctx.meter;
    spent_ = !meter.Step(elements) || !meter.Allocate(bytes);
    return !spent_;
  }

  const Expr* Legalize(const Call* call, int depth);
  const Call* AsInferred(const Call* call);
  const Call* WithShapeLiterals(const Call* call, const OpSpec& row);
  const Expr* ShapeLiteral(const Var* shape);
  const Expr* AnyLiteral(const Var* shape);
  const Expr* FreshLiteral(const Var* shape, int rank);
  void LetSizesLeave(const Function* func);
  void TakeSizesOf(const MatchCast& cast);
  const Expr* LowerByRule(const Call* call, const OpSpec& row, std::string& why);
  const Expr* AsPackedCall(const Call* call, std::string_view function, bool pure);
  const Expr* BindTarget(const Expr* lowered);
  const Expr* Again(const Expr* lowered, const Call* call, int depth);
  bool TakesPart(const Call& call) const;
  void Note(const Call* call, std::string why);

  // Rules may emit operators that are lowered by rules; this deep at most.
  static constexpr int kMaxDepth = 16;
  LegalizeState& state_;
  // A rule could not afford its constant.
  bool spent_ = false;
  int depth_ = 0;
  // Bindings that lowering put before the call at hand.
  int emitted_ = 0;
  // Scalars of dataflow blocks alone that sizes of results are: the blocks give them out, as types outlive the blocks.
  std::unordered_set<const Var*> leaving_;
  // Shape variables that are written out, by the sequences around this point: what has one shape goes on having one.
  std::vector<std::unordered_map<const Var*, const Expr*>> literals_;
};

// A shape that a constant says, as FoldConstant would find it behind this pass.
const ShapeExpr* ShapeOfConstant(Context& ctx, const Expr* value) {
  const auto* call = As<Call>(value);
  const auto* constant =
      call == nullptr || !IsCallOf(call, "relax.tensor_to_shape") ? nullptr : As<Constant>(call->args[0]);
  if (constant == nullptr || !constant->value.dtype.IsInteger() || constant->value.shape.size() != 1) return nullptr;
  std::vector<const Expr*> dims;
  for (int64_t i = 0; i < constant->value.ElementCount(); ++i) {
    int64_t extent = ElementAt(constant->value, i).AsInt();
    if (extent < 0) return nullptr;
    dims.push_back(MakeInt(ctx, extent));
  }
  return MakeShape(ctx, dims);
}

void LegalizeMutator::EnterSeq(const SeqExpr* seq) {
  auto& literals = literals_.emplace_back();
  if (FaultOn(Fault::fold_constant_without_second_legalize)) return;
  for (const BindingBlock* block : seq->blocks) {
    for (const Binding* binding : block->bindings) {
      if (const ShapeExpr* shape = ShapeOfConstant(RelaxMutator::ctx, binding->value)) literals[binding->var] = shape;
    }
  }
}

void LegalizeMutator::LetSizesLeave(const Function* func) {
  WalkOnce(func, [&](const Node* node) {
    const auto* binding = As<VarBinding>(node);
    const auto* call = binding == nullptr ? nullptr : As<Call>(binding->value);
    const OpSpec* row = call == nullptr ? nullptr : SpecOf(call);
    auto is_local = [](const Var* var) { return var->flavor == VarFlavor::kDataflow && Is<PrimType>(var->type); };
    auto takes_one = [&](const Expr* arg) { return Is<PrimType>(arg->type) && MentionsAny(arg, is_local); };
    if (row == nullptr || row->lower.rule == nullptr || std::ranges::none_of(call->args, takes_one)) return;
    Call* untyped = RelaxMutator::ctx.arena.New<Call>(*call);
    untyped->type = nullptr;
    Result<const Type*> type = InferType(RelaxMutator::ctx, nullptr, untyped);
    if (!type.ok() || *type == nullptr) return;
    for (const Var* var : VarsIn(*type)) {
      if (is_local(var)) leaving_.insert(var);
    }
  });
}

std::vector<const Expr*> DimsIn(const Type* type) {
  const auto* tensor = As<TensorType>(type);
  const auto* literal = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
  if (literal != nullptr) return {literal->values.begin(), literal->values.end()};
  const auto* shape = As<ShapeType>(type);
  if (shape != nullptr && shape->has_values) return {shape->values.begin(), shape->values.end()};
  return {};
}

// Where lowering gave sizes names, a match_cast that names them again defines none: what has these sizes goes on having
// the same ones.
void LegalizeMutator::TakeSizesOf(const MatchCast& cast) {
  const auto* value = As<Var>(cast.value);
  auto found = value == nullptr ? remap_.end() : remap_.find(value);
  if (found == remap_.end() || !DimsIn(value->type).empty()) return;
  std::vector<const Expr*> known = DimsIn(found->second->type), said = DimsIn(cast.target);
  if (known.size() != said.size()) return;
  std::vector<const Var*> visible = VisibleSymbols();
  for (size_t d = 0; d < said.size(); ++d) {
    const auto* name = As<Var>(said[d]);
    if (name == nullptr || DTypeOf(name) != DTypeOf(known[d])) continue;
    if (std::ranges::find(visible, name) == visible.end() && !remap_.contains(name)) Remap(name, known[d]);
  }
}

// A shape whose type names dimensions that only the run gives is bound by a match_cast.
const Var* LegalizeMutator::Emit(const Expr* value) {
  ++emitted_;
  const auto* call = As<Call>(value);
  if (const MatchCast* cast = AsCheckedShape(RelaxMutator::ctx, value, InDataflow())) {
    EmitBinding(cast);
    return cast->var;
  }
  if (call == nullptr) return RelaxMutator::Emit(value);
  const auto* shape = As<ShapeType>(call->type);
  bool gives_shape = OpNameOf(call) == "relax.tensor_to_shape" || OpNameOf(call) == "relax.call_pure_packed";
  if (!gives_shape || shape == nullptr || !shape->has_values) {
    return RelaxMutator::Emit(Legalize(call, depth_ + 1));
  }
  Context& context = RelaxMutator::ctx;
  Call* plain = context.arena.New<Call>(*call);
  plain->type = nullptr;
  const Var* given = RelaxMutator::Emit(Typed(plain));
  const Var* known = MakeVar(context, "shape", shape, InDataflow() ? VarFlavor::kDataflow : VarFlavor::kPlain);
  EmitBinding(MakeMatchCast(context, known, given, shape));
  return known;
}

// A shape that is known at run time alone, in dimensions: those of its type, or fresh variables of a match_cast. Null
// when not even its rank is known.
const Expr* LegalizeMutator::ShapeLiteral(const Var* shape) {
  const auto* type = As<ShapeType>(shape->type);
  if (type->has_values) return MakeShape(RelaxMutator::ctx, {type->values.begin(), type->values.end()});
  if (type->rank == kUnknownRank) return nullptr;
  for (const auto& literals : literals_) {
    if (auto known = literals.find(shape); known != literals.end()) return known->second;
  }
  return literals_.back()[shape] = FreshLiteral(shape, type->rank);
}

const Expr* LegalizeMutator::FreshLiteral(const Var* shape, int rank) {
  Context& context = RelaxMutator::ctx;
  std::vector<const Expr*> dims;
  ++emitted_;
  for (int d = 0; d < rank; ++d) dims.push_back(MakeVar(context, fmt::format("d{}", d), DType::Int(64)));
  const ShapeType* target = MakeShapeType(context, dims);
  const Var* var = MakeVar(context, "shape", target, InDataflow() ? VarFlavor::kDataflow : VarFlavor::kPlain);
  EmitBinding(MakeMatchCast(context, var, shape, target));
  return MakeShape(context, dims);
}

// Shapes that stand as variables are written out where that makes the result's shape known (TVM leaves such calls).
const Call* LegalizeMutator::WithShapeLiterals(const Call* call, const OpSpec& row) {
  if (KnowsShape(call->type) || FaultOn(Fault::fold_constant_without_second_legalize)) return call;
  using Literal = const Expr* (LegalizeMutator::*)(const Var*);
  auto with = [&](Literal literal) -> Result<const Call*> {
    std::vector<const Expr*> args(call->args.begin(), call->args.end());
    for (size_t i = 0; i < args.size() && i < row.operands.size(); ++i) {
      const auto* shape = As<Var>(args[i]);
      if (row.operands[i].kind != OperandKind::kShape || shape == nullptr) continue;
      if (const Expr* written = (this->*literal)(shape)) args[i] = written;
    }
    if (std::ranges::equal(args, call->args)) return call;
    Call* fresh = RelaxMutator::ctx.arena.New<Call>(*call);
    fresh->args = RelaxMutator::ctx.Copy(args);
    fresh->type = nullptr;
    return WithInferredType(RelaxMutator::ctx, module_, fresh);
  };
  // What an operator demands of extents, those that nobody knows need not fulfil: then nothing is written out.
  if (!with(&LegalizeMutator::AnyLiteral).ok()) return call;
  Result<const Call*> typed = with(&LegalizeMutator::ShapeLiteral);
  return typed.ok() ? *typed : call;
}

// A shape like the variable's, of extents that are bound nowhere.
const Expr* LegalizeMutator::AnyLiteral(const Var* shape) {
  const auto* type = As<ShapeType>(shape->type);
  if (type == nullptr || type->rank == kUnknownRank) return nullptr;
  for (const auto& literals : literals_) {
    if (auto known = literals.find(shape); known != literals.end()) return known->second;
  }
  std::vector<const Expr*> dims;
  for (int d = 0; d < type->rank; ++d)
    dims.push_back(MakeVar(RelaxMutator::ctx, fmt::format("d{}", d), DType::Int(64)));
  return MakeShape(RelaxMutator::ctx, dims);
}

bool MentionsDataflowVar(const Type* type) {
  return MentionsAny(type, [](const Var* var) { return var->flavor == VarFlavor::kDataflow; });
}

const Expr* LegalizeMutator::LowerByRule(const Call* call, const OpSpec& row, std::string& why) {
  why = MissingShapes(call);
  if (!why.empty()) return nullptr;
  Lowered lowered = row.lower.rule(*this, *call);
  if (const auto* refused = std::get_if<Refused>(&lowered)) {
    why = refused->why;
    if (spent_) Fail(CannotFold(*call));
    // Shapes without a dtype make no buffer: TVM stops here, where it only leaves calls whose shapes are not known.
    int untyped = ArgumentWithoutDType(call);
    if (untyped >= 0) {
      Fail({DiagKind::kUnsupported,
            call->span,
            fmt::format("{} cannot be lowered: the dtype of argument {} is not known", OpNameOf(call), untyped),
            "",
            {}});
    }
    return nullptr;
  }
  const Expr* value = *std::get_if<const Expr*>(&lowered);
  const auto* untyped = As<Call>(value);
  if (untyped != nullptr && untyped->type == nullptr) value = Typed(untyped);
  // Types outlive the block, and so cannot mention what it keeps to itself (rule relax.wf7).
  if (MentionsDataflowVar(value->type)) why = "a size of its result is a variable of the dataflow block alone";
  if (!why.empty()) return nullptr;
  EmitAssumed(*this, nullptr, *call);
  return value;
}

// In a pure context the packed function claims the operator's purity.
const Expr* LegalizeMutator::AsPackedCall(const Call* call, std::string_view function, bool pure) {
  Context& context = RelaxMutator::ctx;
  std::vector<const Expr*> args(call->args.begin(), call->args.end());
  // TVM's text of a packed call writes a flag as True and reads it back as the integer 1: this is what it means.
  for (const Expr*& arg : args) {
    if (const IntImm* flag = AsInt(arg); flag != nullptr && DTypeOf(flag).IsBool()) arg = MakeInt(context, flag->value);
  }
  const Call* packed = MakePackedCall(context, function, args, call->type);
  if (!pure) return packed;
  args.insert(args.begin(), packed->op);
  return MakeCall(context, OpNode(context, "relax.call_pure_packed"), args, nullptr, {call->type}, call->type);
}

const VDevice* DeviceOf(const Type* type) {
  if (const auto* tensor = As<TensorType>(type)) return tensor->vdevice;
  const auto* tuple = As<TupleType>(type);
  return tuple == nullptr || tuple->fields.empty() ? nullptr : DeviceOf(tuple->fields[0]);
}

// A kernel whose result lies on a device is called through a copy that carries the device's target.
const Expr* LegalizeMutator::BindTarget(const Expr* lowered) {
  const auto* call = As<Call>(lowered);
  if (call == nullptr || call->args.empty() || call->ty_args.empty()) return lowered;
  const VDevice* vdevice = DeviceOf(call->ty_args[0]);
  const auto* callee = As<GlobalVar>(call->args[0]);
  if (vdevice == nullptr || vdevice->target == nullptr || callee == nullptr) return lowered;
  const auto* kernel = As<PrimFunc>(state_.editor.Find(callee->name.text()));
  if (kernel == nullptr || TargetOf(kernel) != nullptr) return lowered;
  Context& context = RelaxMutator::ctx;
  const Attr* target = vdevice->target;
  if (const auto* config = As<AttrDict>(target)) {
    AttrTarget* wrapped = context.arena.New<AttrTarget>();
    wrapped->config = config;
    target = wrapped;
  }
  PrimFunc* bound = context.arena.New<PrimFunc>(*RenewDefs(context, kernel));
  bound->attrs = WithAttr(context, kernel->attrs, kTargetKey, target);
  std::string hint = callee->name.str() + "_" + std::string(TargetKind(*vdevice));
  std::vector<const Expr*> args(call->args.begin(), call->args.end());
  args[0] = state_.editor.AddFunction(hint, bound);
  state_.bound_target = true;
  Call* fresh = context.arena.New<Call>(*call);
  fresh->args = context.Copy(args);
  return fresh;
}

bool LegalizeMutator::TakesPart(const Call& call) const {
  return LiesOnHost(call.type) && std::ranges::find(state_.only, OpNameOf(&call)) != state_.only.end();
}

void LegalizeMutator::Note(const Call* call, std::string why) {
  // LegalizeOps will say it.
  if (!state_.only.empty()) return;
  std::string_view op = OpNameOf(call);
  std::string_view later = LaterPassOf(op);
  bool expected = IsDestinationPassing(op) || IsForCodegen(op) || op == "relax.call_pure_packed" ||
                  (IsRuntimeBuiltin(op) && !state_.note_runtime_builtins);
  if (expected) return;
  auto kind = later.empty() || later == "LegalizeOps" ? PassNote::Kind::kNow : PassNote::Kind::kLater;
  state_.pass_ctx.notes.push_back({"LegalizeOps", kind, std::string(op), call->span, std::move(why),
                                   kind == PassNote::Kind::kLater ? std::string(later) : std::string()});
}

// recursion: capped by kMaxDepth
const Expr* LegalizeMutator::Again(const Expr* lowered, const Call* call, int depth) {
  const auto* next = As<Call>(lowered);
  return next == nullptr || next == call || depth >= kMaxDepth ? lowered : Legalize(next, depth + 1);
}

// recursion: types nest no deeper than the reader lets them
bool LacksDType(const Type* type) {
  if (const auto* tensor = As<TensorType>(type)) return tensor->dtype.IsVoid();
  const auto* tuple = As<TupleType>(type);
  return tuple != nullptr && std::ranges::any_of(tuple->fields, LacksDType);
}

// Kernels are made from the arguments (in TVM, by TE): where an annotation lacks a dtype or the dimensions, or says
// dimensions that cannot be compared with the inferred ones, those stand.
const Call* LegalizeMutator::AsInferred(const Call* call) {
  if (call->type == nullptr || DeviceOf(call->type) != nullptr) return call;
  Call* untyped = RelaxMutator::ctx.arena.New<Call>(*call);
  untyped->type = nullptr;
  Result<const Type*> inferred = InferType(RelaxMutator::ctx, nullptr, untyped);
  if (!inferred.ok() || *inferred == nullptr || !KnowsShape(*inferred)) return call;
  bool less = (LacksDType(call->type) && !LacksDType(*inferred)) || !KnowsShape(call->type);
  if (!less && IsSubtype(RelaxMutator::ctx, call->type, *inferred) != SubtypeAnswer::kMaybe) return call;
  untyped->type = *inferred;
  return untyped;
}

const Expr* LegalizeMutator::Legalize(const Call* call, int depth) {
  std::string_view name = OpNameOf(call);
  if (name.empty() || IsScalarCall(call)) return call;
  if (depth == 0 && !state_.only.empty() && !TakesPart(*call)) return call;
  if (IsDestinationPassing(name)) {
    if (int untyped = UntypedKernelArgument(call); untyped >= 0) {
      state_.pass_ctx.notes.push_back({"LegalizeOps", PassNote::Kind::kNow, std::string(name), call->span,
                                       fmt::format("rank or dtype of argument {} of the kernel is not known", untyped),
                                       ""});
    }
    return call;
  }
  if (state_.skip_ops.contains(std::string(name))) {
    state_.pass_ctx.notes.push_back(
        {"LegalizeOps", PassNote::Kind::kLater, std::string(name), call->span, "skip_ops names it", "LegalizeOps"});
    return call;
  }
  const OpSpec* row = SpecOf(call);
  std::string why = "the operator has no row";
  depth_ = depth;
  if (row != nullptr && IsDistributedCall(*call)) {
    why = "its operands are distributed tensors, which need a mesh of devices";
  } else if (row != nullptr && row->lower.rule != nullptr) {
    if (const Call* lowered = state_.known.Find(RelaxMutator::ctx, call)) return BindTarget(lowered);
    // Also where the call stays, so that what takes its result knows the shape.
    call = WithShapeLiterals(call, *row);
    const Call* inferred = AsInferred(call);
    int emitted = emitted_;
    if (const Expr* lowered = LowerByRule(inferred, *row, why)) {
      const auto* kernel_call = As<Call>(lowered);
      if (kernel_call != nullptr && emitted == emitted_) state_.known.Add(call, kernel_call);
      return Again(BindTarget(lowered), inferred, depth);
    }
  } else if (row != nullptr) {
    why = std::string(row->lower.why_not);
  }
  std::string_view packed = PackedFunctionOf(name);
  if (!packed.empty()) return AsPackedCall(call, packed, row == nullptr || row->purity == Purity::kPure);
  Note(call, std::move(why));
  return call;
}

Result<LegalizeState> MakeState(PassContext& pass_ctx, ModuleEditor& editor, const PassOptions& options) {
  if (FindOption(options, "customize_legalize_map") != nullptr) {
    return Diag{DiagKind::kUnsupported, {}, "customize_legalize_map holds Python functions", "", {}};
  }
  LegalizeState state{pass_ctx, editor, {}};
  ASSAY_TRY(std::vector<std::string> skip, StringsOption(options, "skip_ops"));
  for (const std::string& op : skip) state.skip_ops.insert(op.starts_with("relax.") ? op : "relax." + op);
  ASSAY_TRY(state.note_runtime_builtins, BoolOption(options, "enable_warning", false));
  return state;
}

bool HasSymbolicParameter(const Function& func) {
  return std::ranges::any_of(func.params, [](const Var* param) { return !VarsIn(param->type).empty(); });
}

// By their names, as TVM: kernels of one name are numbered in this order.
std::vector<size_t> InOrderOfNames(const Module& module) {
  std::vector<size_t> order(module.entries.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, {}, [&](size_t i) { return module.entries[i].var->name.text(); });
  return order;
}

Result<Module> LegalizeAll(const Module& module, ModuleEditor& editor, LegalizeState& state) {
  Context& ctx = state.pass_ctx.ctx;
  for (size_t i : InOrderOfNames(module)) {
    const auto* func = As<Function>(module.entries[i].func);
    if (func == nullptr) continue;
    if (FaultOn(Fault::build_skips_legalize_for_symbolic_shapes) && HasSymbolicParameter(*func)) continue;
    LegalizeMutator mutator(ctx, &module, state);
    editor.Replace(i, mutator.VisitFunction(func));
    ASSAY_RETURN_IF_ERROR(mutator.status());
  }
  Module result = editor.Finish();
  // As TVM does: the kernels without a target may have lost their callers.
  return state.bound_target ? EliminateDeadCode(state.pass_ctx, result, {}) : result;
}

Result<Module> RunLegalizeOps(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  ASSAY_TRY(bool apply, BoolOption(pass_ctx.config, "relax.transform.apply_legalize_ops", true));
  ModuleEditor editor(pass_ctx.ctx, module);
  ASSAY_TRY(LegalizeState state, MakeState(pass_ctx, editor, options));
  if (!apply) return module;
  return LegalizeAll(module, editor, state);
}

// Operators for which TVM has kernels of their own on some targets; on the host they are lowered as any other.
constexpr std::string_view kSortAndScan[] = {"relax.argsort", "relax.bucketize", "relax.cumprod",
                                             "relax.cumsum",  "relax.sort",      "relax.topk"};

Result<Module> RunDispatchSortScan(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  ModuleEditor editor(pass_ctx.ctx, module);
  LegalizeState state{pass_ctx, editor, {}, kSortAndScan};
  return LegalizeAll(module, editor, state);
}

constexpr std::string_view kOptions[] = {"customize_legalize_map", "skip_ops", "enable_warning"};

}  // namespace

// Off, the pass does nothing, and what needs it is refused.
constexpr ConfigKey kApply[] = {{.name = "relax.transform.apply_legalize_ops", .low = 0, .high = 1, .percent = 2}};

const PassSpec kLegalizeOps = {
    .name = "LegalizeOps",
    .doc = "lowers operators to kernels and packed calls; notes what stays",
    .options = kOptions,
    .gives = kLegalized,
    .exact = Exactness::kRounding,
    .changes = Adds({Facet::kPrivateFunctions, Facet::kExternals}) |
               Drops({Facet::kPrivateFunctions, Facet::kExternals, Facet::kMemory, Facet::kVariableKinds}) |
               Alters({Facet::kGraphs}),
    .run = RunLegalizeOps,
    .config = kApply,
};

const PassSpec kDispatchSortScan = {
    .name = "DispatchSortScan",
    .doc = "lowers sorting and scanning operators for the host; on other devices they stay for LegalizeOps",
    .exact = Exactness::kRounding,
    .changes = Adds({Facet::kPrivateFunctions}) | Drops({Facet::kPrivateFunctions, Facet::kExternals, Facet::kMemory}) |
               Alters({Facet::kGraphs}),
    .run = RunDispatchSortScan,
};

}  // namespace assay
