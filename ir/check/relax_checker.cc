// The Relax rules, one walk per function in evaluation order. Nesting (functions, branches) recurses: the parser and
// the generators cap it; everything else walks with an own stack.
#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "ir/check/call_tir_rule.h"
#include "ir/check/reporter.h"
#include "ir/check/scalar_parts.h"
#include "ir/ops/describe.h"
#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/ops/purity.h"
#include "ir/prim/intrinsics.h"
#include "ir/support/fault.h"
#include "ir/walk.h"

namespace assay {
namespace {

// Leaves of A-normal form: what may stand as an argument, a condition, a tuple field, a result (TVM's IsLeafOrTuple).
bool IsLeaf(const Expr* e) {
  switch (ExprKindOf(e)) {
    case ExprKind::kCall: {
      const auto* op = As<Op>(static_cast<const Call*>(e)->op);
      return op != nullptr && IsIntrinsicName(op->name.text());
    }
    case ExprKind::kIf:
    case ExprKind::kSeqExpr:
    case ExprKind::kFunction:
    case ExprKind::kTupleGetItem:
    case ExprKind::kPrimFunc: return false;
#define ASSAY_NODE(Name)
#define ASSAY_BINARY(Name) case ExprKind::k##Name:
#include "ir/node_kinds.def"
    case ExprKind::kVar:
    case ExprKind::kIntImm:
    case ExprKind::kFloatImm:
    case ExprKind::kStringImm:
    case ExprKind::kCast:
    case ExprKind::kNot:
    case ExprKind::kSelect:
    case ExprKind::kLet:
    case ExprKind::kRamp:
    case ExprKind::kBroadcast:
    case ExprKind::kShuffle:
    case ExprKind::kBufferLoad:
    case ExprKind::kOp:
    case ExprKind::kGlobalVar:
    case ExprKind::kConstant:
    case ExprKind::kDataTypeImm:
    case ExprKind::kTuple:
    case ExprKind::kShapeExpr:
    case ExprKind::kExternFunc: return true;
  }
  ASSAY_UNREACHABLE();
}
// Scalar arithmetic below the level of Relax: only its variables are of interest.
bool IsScalarArithmetic(const Expr* e) {
  switch (e->kind) {
    case NodeKind::kCast:
    case NodeKind::kNot:
    case NodeKind::kSelect:
    case NodeKind::kRamp:
    case NodeKind::kBroadcast:
    case NodeKind::kShuffle: return true;
    // other kinds: are looked at one by one
    default: return IsBinary(e->kind);
  }
}

class RelaxChecker {
 public:
  RelaxChecker(Context& ctx, const Module& module, RuleReporter& reporter)
      : ctx_(ctx), module_(module), reporter_(reporter) {}

  void CheckTopLevel(const ModuleEntry& entry) {
    outermost_ = entry.func;
    outermost_name_ = entry.var->name;
    CheckFunction(*As<Function>(entry.func));
  }
  // Whatever lacks a type is said of something, also where no cause was found.
  void Finish() {
    if (untyped_ && !reporter_.HasReports()) {
      reporter_.Violated(Rule::kRelaxTyped, untyped_->first, fmt::format("this {} has no type", untyped_->second));
    }
  }

 private:
  // ---- definitions

  void Define(const Var* var, bool binds_typed = true) {
    if (var->flavor == VarFlavor::kDataflow) {
      if (!in_dataflow_) {
        reporter_.Violated(Rule::kRelaxDataflowVar, var->span,
                           fmt::format("dataflow variable {} is defined outside a dataflow block", var->name.text()));
      }
    }
    if (!scope_.Insert(var)) {
      reporter_.Violated(Rule::kRelaxVarOnce, var->span,
                         fmt::format("variable {} is defined more than once", var->name.text()));
    }
    // A variable without a type is said of where the value that it is bound to has one.
    if (var->type == nullptr && !binds_typed) return;
    CheckTypeOf(var);
  }

  // Bare variables in a definitional type come into scope at first sight; compound expressions are not looked into.
  void DefineFromType(const Type* type) {
    WalkBeforeChildren(type, [&](const Node* node) {
      if (const auto* var = As<Var>(node)) DefineSymbolic(var);
      return IsTypeKind(node->kind) ? node->kind != NodeKind::kFuncType : node->kind == NodeKind::kShapeExpr;
    });
  }
  // Nothing gives a shape that is a variable its value (TVM accepts it, and prints what cannot be read back).
  void DefineSymbolic(const Var* var) {
    if (!Is<PrimType>(var->type)) return CheckVar(var);
    scope_.Insert(var);
    ClaimForFunction(var);
  }
  void ClaimForFunction(const Var* var) {
    if (outermost_ == nullptr) return;
    auto [at, fresh] = owners_.emplace(var, outermost_);
    if (fresh || at->second == outermost_) return;
    reporter_.Violated(Rule::kRelaxParamUnique, var->span,
                       fmt::format("variable {} is also defined by the signature of another function than {}",
                                   var->name.text(), outermost_name_.text()));
  }

  // ---- uses

  void CheckVar(const Var* var) {
    if (var->flavor == VarFlavor::kDataflow && !in_dataflow_) {
      reporter_.Violated(Rule::kRelaxDataflowVar, place_,
                         fmt::format("dataflow variable {} is used outside its dataflow block", var->name.text()));
      return;
    }
    if (scope_.Contains(var)) return;
    Rule rule = branch_vars_.contains(var) ? Rule::kRelaxBranchScope : Rule::kRelaxVarDefined;
    reporter_.Violated(rule, place_, fmt::format("variable {} is not defined here", var->name.text()));
  }

  // Every variable in a type must be in scope; a function type brings its own.
  // recursion: function types nest no deeper than the reader lets types
  void CheckType(const Type* type) {
    WalkBeforeChildren(type, [&](const Node* node) {
      if (const auto* func = As<FuncType>(node)) {
        CheckFuncType(*func);
        return false;
      }
      // What is said of a device is none of the function's.
      if (Is<VDevice>(node)) return false;
      if (const auto* let = As<Let>(node)) return RefuseLet(let);
      if (const auto* load = As<BufferLoad>(node)) return RefuseLoad(load);
      if (IsOfScalars(node->kind)) CheckScalarParts(node, place_, reporter_);
      if (const auto* tensor = As<TensorType>(node)) CheckShape(tensor->shape);
      if (const auto* var = As<Var>(node)) {
        if (var->flavor == VarFlavor::kDataflow) {
          reporter_.Violated(Rule::kRelaxDataflowVar, place_,
                             fmt::format("dataflow variable {} is used in a type", var->name.text()));
        } else {
          CheckVar(var);
        }
      }
      return true;
    });
  }
  void CheckShape(const Expr* shape) {
    if (shape == nullptr || Is<ShapeExpr>(shape) || Is<Var>(shape)) return;
    reporter_.Violated(
        Rule::kRelaxDimension, PlaceOf(shape),
        fmt::format("a tensor's shape is a {}, neither written out nor a variable", NodeKindName(shape->kind)));
  }
  void CheckFuncType(const FuncType& type) {
    size_t mark = scope_.Mark();
    const Expr* outermost = std::exchange(outermost_, nullptr);
    for (const Type* param : type.params) DefineFromType(param);
    if (type.result != nullptr) CheckType(type.result);
    outermost_ = outermost;
    scope_.Undo(mark);
  }
  // The name of a function says all there is to know of its type, also inside a tuple.
  static bool NeedsNoType(const Expr* root) {
    bool named = true;
    WalkBeforeChildren(root, [&](const Node* node) {
      const Expr* e = AsExpr(node);
      bool tuple = Is<Tuple>(node) && e->type == nullptr;
      named &= e != nullptr && (tuple || e->type != nullptr || Is<ExternFunc>(node) || Is<GlobalVar>(node));
      return tuple;
    });
    return named;
  }
  static bool LacksType(const Expr* e) { return e->type == nullptr && !NeedsNoType(e); }
  // A function whose result has no type because its body has none.
  bool GivesUntyped(const Expr* callee) const {
    const auto* global = As<GlobalVar>(callee);
    const auto* function = global == nullptr ? nullptr : As<Function>(module_.Find(global->name.text()));
    if (function != nullptr) return function->ret_type == nullptr && LacksType(function->body);
    const auto* type = As<FuncType>(callee->type);
    return Is<Var>(callee) &&
           (callee->type == nullptr || (type != nullptr && type->has_params && type->result == nullptr));
  }
  // Whether `e` is nothing to judge because a part of it has no type, or one that says nothing: that part is what is
  // reported.
  bool LacksTypeInPart(const Expr* e) const {
    auto lacks = [&](const Expr* part) {
      return LacksType(part) || (Is<Var>(part) && follows_untyped_.contains(As<Var>(part)));
    };
    if (const auto* call = As<Call>(e)) return std::ranges::any_of(call->args, lacks) || GivesUntyped(call->op);
    if (const auto* tuple = As<Tuple>(e)) return std::ranges::any_of(tuple->fields, lacks);
    if (const auto* item = As<TupleGetItem>(e)) return lacks(item->tuple);
    if (const auto* seq = As<SeqExpr>(e)) return lacks(seq->body);
    const auto* branch = As<If>(e);
    return branch != nullptr && (lacks(branch->true_branch) || lacks(branch->false_branch));
  }
  // One report for what has no type, at the call that inference refuses and with its reason; what follows from it is
  // silent.
  void ReportUntyped(const Expr* e) {
    if (!untyped_) untyped_ = {PlaceOf(e), NodeKindName(e->kind)};
    if (LacksTypeInPart(e)) return;
    Result<const Type*> inferred = InferType(ctx_, &module_, e);
    bool refused = !inferred.ok() && (Is<Call>(e) || Is<TupleGetItem>(e));
    if (refused) return reporter_.Refused(PlaceOf(e), std::move(inferred).error());
    reporter_.Violated(Rule::kRelaxTyped, PlaceOf(e), fmt::format("this {} has no type", NodeKindName(e->kind)));
  }
  void CheckTypeOf(const Expr* e) {
    if (e->type == nullptr) {
      if (!NeedsNoType(e)) ReportUntyped(e);
    } else if (e->type->kind != NodeKind::kPrimType && e->type->kind != NodeKind::kObjectType) {
      CheckType(e->type);
    }
  }

  // recursion: functions and branches nest as deep as the parser lets them; expressions are walked
  void CheckLeaf(const Expr* e, std::string_view place) {
    if (!IsLeaf(e)) {
      reporter_.Violated(Rule::kRelaxNormal, PlaceOf(e),
                         fmt::format("{} is a {}, not a leaf", place, NodeKindName(e->kind)));
      return;
    }
    CheckExpr(e);
  }

  // Any expression in the place of a binding's value or below; nested tuples walk, they do not recurse.
  void CheckExpr(const Expr* root) {
    WalkBeforeChildren(root, [&](const Node* node) {
      const Expr* e = AsExpr(node);
      if (e == nullptr) return false;
      if (!IsScalarArithmetic(e)) return CheckOne(e);
      CheckScalarParts(e, place_, reporter_);
      return true;
    });
  }
  // Whether the children are to be walked by the caller.
  bool CheckOne(const Expr* e) {
    switch (ExprKindOf(e)) {
      case ExprKind::kVar:
        CheckVar(static_cast<const Var*>(e));
        // That it has no type is said where it is defined.
        if (e->type != nullptr) CheckTypeOf(e);
        return false;
      case ExprKind::kGlobalVar: CheckGlobalVar(static_cast<const GlobalVar*>(e)); return false;
      case ExprKind::kCall: CheckCall(static_cast<const Call*>(e)); return false;
      case ExprKind::kIf: CheckIf(static_cast<const If*>(e)); return false;
      case ExprKind::kFunction: CheckFunction(*static_cast<const Function*>(e)); return false;
      case ExprKind::kSeqExpr:
        reporter_.Violated(Rule::kRelaxSeqPlace, PlaceOf(e),
                           "a sequence stands where only a function or a branch may have one");
        return false;
      case ExprKind::kTuple:
        for (const Expr* field : static_cast<const Tuple*>(e)->fields) CheckTupleField(field);
        CheckTypeOf(e);
        return true;
      case ExprKind::kTupleGetItem:
        CheckLeafShape(static_cast<const TupleGetItem*>(e)->tuple, "the tuple of an item access");
        CheckTypeOf(e);
        return true;
      case ExprKind::kShapeExpr:
        CheckScalarParts(e, place_, reporter_);
        for (const Expr* value : static_cast<const ShapeExpr*>(e)->values) CheckDimension(value);
        CheckTypeOf(e);
        return true;
      case ExprKind::kOp: return false;
      case ExprKind::kBufferLoad: return RefuseLoad(static_cast<const BufferLoad*>(e));
      case ExprKind::kLet:
        return RefuseLet(static_cast<const Let*>(e));
        // Nothing but their type is of interest.
#define ASSAY_NODE(Name)
#define ASSAY_BINARY(Name) case ExprKind::k##Name:
#include "ir/node_kinds.def"
      case ExprKind::kIntImm:
      case ExprKind::kFloatImm:
      case ExprKind::kStringImm:
      case ExprKind::kCast:
      case ExprKind::kNot:
      case ExprKind::kSelect:
      case ExprKind::kRamp:
      case ExprKind::kBroadcast:
      case ExprKind::kShuffle:
      case ExprKind::kPrimFunc:
      case ExprKind::kConstant:
      case ExprKind::kDataTypeImm:
      case ExprKind::kExternFunc: CheckTypeOf(e); return false;
    }
    ASSAY_UNREACHABLE();
  }
  // What a scalar names, a binding names: TVM's Relax normalizer has no Let. False: its children are not looked at.
  bool RefuseLet(const Let* let) {
    reporter_.Violated(Rule::kRelaxNormal, PlaceOf(let), "T.Let stands only in TIR; bind the value to a variable");
    return false;
  }
  bool RefuseLoad(const BufferLoad* load) {
    reporter_.Violated(Rule::kTirBufferDeclared, PlaceOf(load), "a Relax function declares no buffers");
    return false;
  }
  void CheckDimension(const Expr* value) {
    if (DTypeOf(value).IsInt()) return;
    reporter_.Violated(Rule::kRelaxDimension, PlaceOf(value),
                       fmt::format("a dimension is of {}, not a signed integer", DTypeName(DTypeOf(value))));
  }
  void CheckTupleField(const Expr* field) { CheckLeafShape(field, "a tuple field"); }
  void CheckLeafShape(const Expr* e, std::string_view place) {
    if (IsLeaf(e)) return;
    reporter_.Violated(Rule::kRelaxNormal, PlaceOf(e),
                       fmt::format("{} is a {}, not a leaf", place, NodeKindName(e->kind)));
  }

  void CheckGlobalVar(const GlobalVar* global) {
    if (module_.Find(global->name.text()) != nullptr) return;
    reporter_.Violated(Rule::kRelaxGlobalDefined, place_,
                       fmt::format("the module has no function {}", global->name.text()));
  }

  // A call of what no row is named after, whether its result is annotated or not.
  static bool IsUnknown(const Call* call) {
    const auto* op = As<Op>(call->op);
    return op != nullptr && op->spec == nullptr && op->name.text().starts_with("relax.");
  }
  void CheckCall(const Call* call) {
    CheckLeaf(call->op, "the callee");
    for (const Expr* arg : call->args) CheckLeaf(arg, "an argument");
    for (const Type* type : call->ty_args) CheckType(type);
    CheckScalarsAmong(call->attrs, place_, reporter_);
    const auto* op = As<Op>(call->op);
    if (IsUnknown(call)) {
      if (!untyped_) untyped_ = {PlaceOf(call), "Call"};
      reporter_.Violated(Rule::kRelaxKnownOp, PlaceOf(call), UnknownOperatorText(op->name.text()));
      return;
    }
    CheckTypeOf(call);
    bool scalar = op != nullptr && IsIntrinsicName(op->name.text());
    if (scalar) return;
    if (in_dataflow_ && IsImpureCall(&module_, *call)) {
      reporter_.Violated(Rule::kRelaxDataflowPure, PlaceOf(call), "an impure call stands in a dataflow block");
    }
    CheckAgainstInferred(call);
  }

  // TVM rejects an annotation only when it is provably wrong; so does this. Operators without a row are not judged.
  void CheckAgainstInferred(const Call* call) {
    const auto* op = As<Op>(call->op);
    bool judged = call->type != nullptr && !LacksTypeInPart(call) && (op == nullptr || op->spec != nullptr);
    if (!judged) return;
    Call untyped = *call;
    untyped.type = nullptr;
    Result<const Type*> inferred = InferType(ctx_, &module_, &untyped);
    if (!inferred.ok()) {
      // A precondition has a rule of its own.
      if (!inferred.error().rule.empty()) return reporter_.Refused(PlaceOf(call), inferred.error());
      Rule rule = op != nullptr && op->name.text().starts_with("relax.call_tir") ? Rule::kRelaxCallTIR
                                                                                 : Rule::kRelaxTypeCorrect;
      reporter_.Violated(rule, PlaceOf(call), inferred.error().message);
      return;
    }
    bool calls_kernel = op != nullptr && op->name.text().starts_with("relax.call_tir");
    calls_kernel &= !FaultOn(Fault::checker_skips_call_tir_signature);
    if (std::optional<std::string> why = calls_kernel ? CallTIRMismatch(ctx_, module_, *call) : std::nullopt) {
      reporter_.Violated(Rule::kRelaxCallTIR, PlaceOf(call), *why);
    }
    if (*inferred != nullptr && IsSubtype(ctx_, call->type, *inferred) == SubtypeAnswer::kNever) {
      reporter_.Violated(
          Rule::kRelaxTypeCorrect, PlaceOf(call),
          fmt::format("invalid annotation: expected {}, got {}", TypeText(*inferred), TypeText(call->type)));
    }
  }

  void CheckIf(const If* branch) {
    if (in_dataflow_) {
      reporter_.Violated(Rule::kRelaxDataflowIf, branch->span, "an If stands in a dataflow block");
    }
    CheckLeaf(branch->cond, "the condition");
    CheckBranch(*branch->true_branch);
    CheckBranch(*branch->false_branch);
    CheckTypeOf(branch);
  }
  void CheckBranch(const SeqExpr& body) {
    size_t mark = scope_.Mark();
    CheckSeq(body);
    for (const BindingBlock* block : body.blocks) {
      for (const Binding* binding : block->bindings) branch_vars_.insert(binding->var);
    }
    scope_.Undo(mark);
  }

  void CheckSeq(const SeqExpr& seq) {
    for (const BindingBlock* block : seq.blocks) CheckBlock(*block);
    if (seq.span.file != 0) place_ = seq.span;
    CheckLeaf(seq.body, "the result of a sequence");
    CheckTypeOf(&seq);
  }
  void CheckBlock(const BindingBlock& block) {
    bool outer = std::exchange(in_dataflow_, block.is_dataflow);
    for (const Binding* binding : block.bindings) {
      if (binding->span.file != 0) place_ = binding->span;
      if (const auto* cast = As<MatchCast>(binding)) {
        CheckExpr(cast->value);
        DefineFromType(cast->target);
        CheckType(cast->target);
        Define(cast->var, cast->value->type != nullptr);
      } else {
        CheckVarBinding(*binding);
      }
    }
    in_dataflow_ = outer;
    if (!block.is_dataflow) return;
    for (const Binding* binding : block.bindings) {
      if (binding->var->flavor == VarFlavor::kDataflow) scope_.Hide(binding->var);
    }
  }
  void CheckVarBinding(const Binding& binding) {
    if (Is<PrimFunc>(binding.value)) {
      reporter_.Violated(Rule::kRelaxInlinePrimFunc, place_, "a PrimFunc is bound inside a Relax function");
      return;
    }
    // A local function may call itself.
    bool recursive = Is<Function>(binding.value);
    size_t mark = scope_.Mark();
    if (recursive) scope_.Insert(binding.var);
    CheckExpr(binding.value);
    if (recursive) scope_.Undo(mark);
    // Whatever follows from a call of a function that has no result type is not judged.
    bool typed = !LacksType(binding.value) && !LacksTypeInPart(binding.value);
    if (!typed) follows_untyped_.insert(binding.var);
    Define(binding.var, typed);
    CheckAssignable(binding);
  }
  // The variable's type must hold every value of the bound expression.
  void CheckAssignable(const Binding& binding) {
    const Type *to = binding.var->type, *from = binding.value->type;
    if (to == nullptr || from == nullptr || to == from) return;
    if (IsSubtype(ctx_, to, from) == SubtypeAnswer::kAlways) return;
    reporter_.Violated(Rule::kRelaxTypeCorrect, binding.var->span,
                       fmt::format("variable {} of type {} does not hold its value of type {}",
                                   binding.var->name.text(), TypeText(to), TypeText(from)));
  }

  void CheckFunction(const Function& function) {
    if (function.span.file != 0) place_ = function.span;
    size_t mark = scope_.Mark();
    bool outer = std::exchange(in_dataflow_, false);
    CheckPurity(function);
    CheckScalarsAmong(function.attrs, place_, reporter_);
    for (const Var* param : function.params) {
      if (param->type != nullptr) DefineFromType(param->type);
    }
    DefineParams(function);
    if (function.ret_type == nullptr && !LacksType(function.body)) {
      reporter_.Violated(Rule::kRelaxTyped, function.span, "this function has no return type");
    } else if (function.ret_type != nullptr) {
      CheckType(function.ret_type);
    }
    CheckSeq(*function.body);
    in_dataflow_ = outer;
    scope_.Undo(mark);
  }
  // A scalar parameter may be named in another parameter's type: seen there first, it is still defined only here.
  void DefineParams(const Function& function) {
    std::unordered_set<const Var*> defined;
    for (const Var* param : function.params) {
      if (param->flavor == VarFlavor::kDataflow) {
        reporter_.Violated(Rule::kRelaxDataflowVar, param->span,
                           fmt::format("parameter {} is a dataflow variable", param->name.text()));
      }
      bool fresh = scope_.Insert(param) || DTypeOf(param).IsInteger();
      if (!defined.insert(param).second || !fresh) {
        reporter_.Violated(Rule::kRelaxVarOnce, param->span,
                           fmt::format("variable {} is defined more than once", param->name.text()));
      }
      ClaimForFunction(param);
      CheckTypeOf(param);
    }
  }
  void CheckPurity(const Function& function) {
    const auto* force = function.attrs == nullptr ? nullptr : function.attrs->Find("relax.force_pure");
    bool forced = force != nullptr && ((Is<AttrBool>(force) && static_cast<const AttrBool*>(force)->value) ||
                                       (Is<AttrInt>(force) && static_cast<const AttrInt*>(force)->value != 0));
    if (forced && !function.is_pure) {
      reporter_.Violated(Rule::kRelaxForcePure, function.span, "relax.force_pure is set on an impure function");
    }
    if (forced || !function.is_pure) return;
    const Call* impure = FindImpureCall(&module_, function.body);
    if (impure != nullptr && !IsUnknown(impure)) {
      reporter_.Violated(Rule::kRelaxFunctionPure, PlaceOf(impure), "a pure function contains an impure call");
    }
  }

  // Variables and functions of the module are shared: where one is used is said by what uses it.
  SourceSpan PlaceOf(const Expr* e) const {
    bool shared = Is<Var>(e) || Is<GlobalVar>(e) || Is<Constant>(e);
    return e->span.file != 0 && !shared ? e->span : place_;
  }

  Context& ctx_;
  const Module& module_;
  RuleReporter& reporter_;
  // Of the function or binding that is looked at.
  SourceSpan place_;
  ScopedSet<Var> scope_;
  std::unordered_set<const Var*> branch_vars_;
  std::unordered_map<const Var*, const Expr*> owners_;
  const Expr* outermost_ = nullptr;
  Name outermost_name_;
  bool in_dataflow_ = false;
  // The first thing without a type, and what it is.
  std::optional<std::pair<SourceSpan, std::string_view>> untyped_;
  // Variables whose values have no type, or follow from what has none.
  std::unordered_set<const Var*> follows_untyped_;
};

}  // namespace

void CheckRelaxFunctions(Context& ctx, const Module& module, RuleReporter& reporter) {
  RelaxChecker checker(ctx, module, reporter);
  for (const ModuleEntry& entry : module.entries) {
    if (Is<Function>(entry.func)) checker.CheckTopLevel(entry);
  }
  checker.Finish();
}

}  // namespace assay
