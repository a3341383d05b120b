#include "passes/rewrite/relax_mutator.h"

#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "ir/ops/refined_result.h"
#include "ir/prim/intrinsics.h"
#include "ir/support/check.h"
#include "ir/walk.h"
#include "passes/analysis/symbols.h"

namespace assay {
namespace {

template <class T>
bool SameItems(Nodes<T> a, const std::vector<const T*>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace

std::vector<const BindingBlock*> MergeBlocks(Context& ctx, const std::vector<const BindingBlock*>& blocks) {
  std::vector<const BindingBlock*> out;
  for (const BindingBlock* block : blocks) {
    if (out.empty() || out.back()->is_dataflow != block->is_dataflow) {
      out.push_back(block);
      continue;
    }
    std::vector<const Binding*> all(out.back()->bindings.begin(), out.back()->bindings.end());
    all.insert(all.end(), block->bindings.begin(), block->bindings.end());
    out.back() = MakeBlock(ctx, all, block->is_dataflow);
  }
  return out;
}

const SeqExpr* WithBoundTuple(Context& ctx, std::vector<const BindingBlock*> blocks, const Expr* result) {
  if (Is<Tuple>(result)) {
    const Var* bound = MakeVar(ctx, "gv", result->type);
    blocks.push_back(MakeBlock(ctx, {MakeBinding(ctx, bound, result)}, false));
    result = bound;
  }
  return MakeSeq(ctx, MergeBlocks(ctx, blocks), result);
}

bool SameType(const Type* a, const Type* b) {
  if (a == b) return true;
  if (a == nullptr || b == nullptr || a->kind != b->kind) return false;
  const auto* left = As<TensorType>(a);
  const auto* right = As<TensorType>(b);
  if (left == nullptr) return Equal(a, b);
  if (left->dtype != right->dtype || left->rank != right->rank || left->vdevice != right->vdevice) return Equal(a, b);
  const auto* dims = As<ShapeExpr>(left->shape);
  const auto* other = As<ShapeExpr>(right->shape);
  if (dims == nullptr || other == nullptr || dims->values.size() != other->values.size()) return Equal(a, b);
  bool same = true;
  for (size_t i = 0; i < dims->values.size() && same; ++i) {
    const IntImm* x = AsInt(dims->values[i]);
    const IntImm* y = AsInt(other->values[i]);
    same = dims->values[i] == other->values[i] || (x != nullptr && y != nullptr && x->value == y->value);
  }
  return same || Equal(a, b);
}

bool IsScalarCall(const Expr* e) {
  const auto* call = As<Call>(e);
  if (call == nullptr) return false;
  const auto* op = As<Op>(call->op);
  return op != nullptr && IsIntrinsicName(op->name.text());
}

Result<const Call*> WithNameableType(Context& ctx, const Module* module, const Call* call) {
  ASSAY_TRY(const Call* typed, WithInferredType(ctx, module, call));
  bool speaks_of_locals = false;
  WalkBeforeChildren(typed->type, [&](const Node* node) {
    const auto* var = As<Var>(node);
    speaks_of_locals |= var != nullptr && var->flavor == VarFlavor::kDataflow;
    return !speaks_of_locals;
  });
  if (!speaks_of_locals) return typed;
  std::vector<const Var*> visible = VarsIn(typed->type);
  std::erase_if(visible, [](const Var* var) { return var->flavor == VarFlavor::kDataflow; });
  Call* fresh = ctx.arena.New<Call>(*typed);
  fresh->type = EraseVars(ctx, typed->type, visible);
  return fresh;
}

const Expr* FieldOf(Context& ctx, const Expr* tuple, int64_t index) {
  const auto* literal = As<Tuple>(tuple);
  if (literal != nullptr) return literal->fields[static_cast<size_t>(index)];
  return MakeTupleGetItem(ctx, tuple, index);
}

bool IsLeafOrTuple(const Expr* e) {
  switch (ExprKindOf(e)) {
    case ExprKind::kCall: return IsScalarCall(e);
    case ExprKind::kTupleGetItem:
    case ExprKind::kIf:
    case ExprKind::kFunction:
    case ExprKind::kSeqExpr: return false;
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
    case ExprKind::kPrimFunc:
    case ExprKind::kConstant:
    case ExprKind::kDataTypeImm:
    case ExprKind::kTuple:
    case ExprKind::kShapeExpr:
    case ExprKind::kExternFunc: return true;
  }
  ASSAY_UNREACHABLE();
}

Status RelaxMutator::status() const {
  if (error_) return *error_;
  return Done{};
}

void RelaxMutator::Fail(Diag diag) {
  if (!error_) error_ = std::move(diag);
}

const Expr* RelaxMutator::VisitCall(const Call* call, const Call*) { return call; }
const Expr* RelaxMutator::VisitScalarOrShape(const Expr* e) {
  if (!scalars_remapped_) return e;
  return SubstituteIn(ctx, e, remap_);
}

const Expr* RelaxMutator::VisitVar(const Var* var) {
  auto found = remap_.find(var);
  return found == remap_.end() ? var : found->second;
}

void RelaxMutator::Remap(const Var* from, const Expr* to) {
  if (from == to) return;
  remap_[from] = to;
  if (Is<PrimType>(from->type)) scalars_remapped_ = true;
}

const Type* RelaxMutator::VisitType(const Type* type) {
  if (remap_.empty() || type == nullptr) return type;
  const auto* tensor = As<TensorType>(type);
  const auto* shape_var = tensor == nullptr ? nullptr : As<Var>(tensor->shape);
  bool affected = scalars_remapped_ || Is<TupleType>(type) || (shape_var != nullptr && remap_.contains(shape_var));
  if (!affected) return type;
  return SubstituteIn(ctx, type, remap_);
}

const Var* RelaxMutator::VisitVarDef(const Var* var) {
  const Type* type = VisitType(var->type);
  return type == var->type ? var : MakeVar(ctx, var->name.text(), type, var->flavor);
}

const Expr* RelaxMutator::AsArgument(const Expr* e) { return IsLeafOrTuple(e) ? e : Emit(e); }

const Call* RelaxMutator::Typed(const Call* call) {
  if (failed()) return call;
  auto typed = WithNameableType(ctx, module_, call);
  if (typed.ok()) return *typed;
  Fail(std::move(typed).error());
  return call;
}

// Operands are rewritten; the type is inferred again only when an operand's type is another one.
const Call* RelaxMutator::RebuildCall(const Call* call) {
  bool changed = false;
  bool retype = false;
  auto operand = [&](const Expr* e) {
    const Expr* mapped = AsArgument(VisitExpr(e));
    changed |= mapped != e;
    retype |= mapped->type != e->type && !SameType(mapped->type, e->type);
    return mapped;
  };
  const Expr* callee = Is<Var>(call->op) ? operand(call->op) : call->op;
  std::vector<const Expr*> args;
  args.reserve(call->args.size());
  for (const Expr* arg : call->args) args.push_back(operand(arg));
  std::vector<const Type*> ty_args;
  ty_args.reserve(call->ty_args.size());
  for (const Type* type : call->ty_args) {
    ty_args.push_back(VisitType(type));
    changed |= ty_args.back() != type;
    retype |= ty_args.back() != type;
  }
  if (!changed) return call->type == nullptr ? Typed(call) : call;
  Call* fresh = ctx.arena.New<Call>(*call);
  fresh->op = callee;
  fresh->args = ctx.Copy(args);
  fresh->ty_args = ctx.Copy(ty_args);
  // Nothing about an opaque callee says what it gives back, so that its arguments change nothing.
  bool opaque = Is<ExternFunc>(callee) && ty_args.empty();
  if ((retype && !opaque) || call->type == nullptr) return Typed(fresh);
  // The type may name a shape among the operands.
  fresh->type = VisitType(call->type);
  return fresh;
}

// recursion: functions and branches nest as deep as the parser lets them, and so do tuples
const Expr* RelaxMutator::VisitTuple(const Tuple* tuple) {
  std::vector<const Expr*> fields;
  fields.reserve(tuple->fields.size());
  for (const Expr* field : tuple->fields) fields.push_back(AsArgument(VisitExpr(field)));
  const auto* visited = SameItems(tuple->fields, fields) ? tuple : MakeTuple(ctx, fields);
  if (std::ranges::none_of(fields, [](const Expr* field) { return Is<GlobalVar>(field); })) return visited;
  // A function of the module may have another type than when the tuple was made.
  for (const Expr*& field : fields) {
    if (const auto* global = As<GlobalVar>(field)) field = MakeGlobalVar(ctx, global->name.text());
  }
  Tuple* untyped = ctx.arena.New<Tuple>(*visited);
  untyped->fields = ctx.Copy(fields);
  untyped->type = nullptr;
  Result<const Expr*> typed = WithInferredTypes(ctx, module_, untyped);
  return typed.ok() && !SameType((*typed)->type, visited->type) ? *typed : visited;
}

const Expr* RelaxMutator::VisitTupleGetItem(const TupleGetItem* item) {
  const Expr* tuple = AsArgument(VisitExpr(item->tuple));
  // Reading folds a field of a tuple that is written in place, and so does this.
  return tuple == item->tuple ? item : FieldOf(ctx, tuple, item->index);
}

const Expr* RelaxMutator::VisitExpr(const Expr* e) {
  switch (ExprKindOf(e)) {
    case ExprKind::kVar: return VisitVar(static_cast<const Var*>(e));
    case ExprKind::kCall: return IsScalarCall(e) ? VisitScalarOrShape(e) : VisitRawCall(static_cast<const Call*>(e));
    case ExprKind::kTuple: return VisitTuple(static_cast<const Tuple*>(e));
    case ExprKind::kTupleGetItem: return VisitTupleGetItem(static_cast<const TupleGetItem*>(e));
    case ExprKind::kIf: return VisitIf(static_cast<const If*>(e));
    case ExprKind::kFunction: return VisitFunction(static_cast<const Function*>(e));
    case ExprKind::kSeqExpr: return VisitSeq(static_cast<const SeqExpr*>(e));
    case ExprKind::kOp:
    case ExprKind::kGlobalVar:
    case ExprKind::kExternFunc:
    case ExprKind::kConstant:
    case ExprKind::kStringImm:
    case ExprKind::kDataTypeImm: return e;
#define ASSAY_NODE(Name)
#define ASSAY_BINARY(Name) case ExprKind::k##Name:
#include "ir/node_kinds.def"
    case ExprKind::kIntImm:
    case ExprKind::kFloatImm:
    case ExprKind::kCast:
    case ExprKind::kNot:
    case ExprKind::kSelect:
    case ExprKind::kLet:
    case ExprKind::kRamp:
    case ExprKind::kBroadcast:
    case ExprKind::kShuffle:
    case ExprKind::kBufferLoad:
    case ExprKind::kPrimFunc:
    case ExprKind::kShapeExpr: return VisitScalarOrShape(e);
  }
  ASSAY_UNREACHABLE();
}

const Expr* RelaxMutator::VisitIf(const If* branch) {
  const Expr* cond = AsArgument(VisitExpr(branch->cond));
  const SeqExpr* then_branch = VisitSeq(branch->true_branch);
  const SeqExpr* else_branch = VisitSeq(branch->false_branch);
  if (cond == branch->cond && then_branch == branch->true_branch && else_branch == branch->false_branch) return branch;
  If* fresh = ctx.arena.New<If>(*branch);
  fresh->cond = cond;
  fresh->true_branch = then_branch;
  fresh->false_branch = else_branch;
  bool same_types =
      SameType(then_branch->type, branch->true_branch->type) && SameType(else_branch->type, branch->false_branch->type);
  if (!same_types || fresh->type == nullptr) fresh->type = JoinTypes(ctx, SeqType(then_branch), SeqType(else_branch));
  return fresh;
}

// ---- bindings and blocks

const Var* RelaxMutator::Emit(const Expr* value, std::string_view hint) {
  if (hint.empty()) hint = InDataflow() ? "lv" : "gv";
  const Var* var = MakeVar(ctx, hint, value->type, InDataflow() ? VarFlavor::kDataflow : VarFlavor::kPlain);
  EmitBinding(MakeBinding(ctx, var, value));
  return var;
}

// recursion: functions and branches nest as deep as the parser lets them
void RelaxMutator::EmitBinding(const Binding* binding) {
  ASSAY_CHECK(!frames_.empty(), "a binding needs a block");
  const auto* nested = As<SeqExpr>(binding->value);
  if (nested == nullptr || !Is<VarBinding>(binding)) {
    frames_.back().bindings.push_back(binding);
    // A scalar is a size from here on, and so is what a match_cast defines.
    const Var* var = binding->var;
    if (Is<PrimType>(var->type) && var->flavor != VarFlavor::kDataflow) SeeSymbolsOf(MakeShapeType(ctx, {var}));
    if (const auto* cast = As<MatchCast>(binding)) SeeSymbolsOf(cast->target);
    return;
  }
  for (const BindingBlock* block : nested->blocks) {
    for (const Binding* inner : block->bindings) EmitBinding(inner);
  }
  EmitBinding(MakeBinding(ctx, binding->var, nested->body));
}

// Uses may already go by the variable that a subclass put in place of the binding's own.
const Var* RelaxMutator::Retyped(const Var* var, const Type* type) {
  const Var* fresh = MakeVar(ctx, var->name.text(), type, var->flavor);
  Remap(var, fresh);
  return fresh;
}

void RelaxMutator::ReEmit(const VarBinding* binding, const Expr* value) {
  const Var* var = VisitVarDef(binding->var);
  if (var == binding->var && value == binding->value && var->type != nullptr) {
    EmitBinding(binding);
    return;
  }
  bool another = value != binding->value && var->type != value->type && SaysTheSameOfFunctions(var->type, value->type);
  if (another || (value->type != nullptr && !SameType(var->type, value->type))) var = Retyped(var, value->type);
  Remap(binding->var, var);
  // A local function calls itself by the variable that it is bound to.
  if (var != binding->var && Is<Function>(value)) value = SubstituteIn(ctx, value, {{binding->var, var}});
  VarBinding* fresh = ctx.arena.New<VarBinding>(*binding);
  fresh->var = var;
  fresh->value = value;
  EmitBinding(fresh);
}

void RelaxMutator::VisitVarBinding(const VarBinding* binding) {
  const Expr* value = VisitExpr(binding->value);
  const auto* global = As<GlobalVar>(value);
  ReEmit(binding, global == nullptr ? value : AsInModule(global));
}

const GlobalVar* RelaxMutator::AsInModule(const GlobalVar* global) {
  if (module_ == nullptr) return global;
  Result<const Expr*> typed = WithInferredTypes(ctx, module_, MakeGlobalVar(ctx, global->name.text()));
  return typed.ok() && !SameType((*typed)->type, global->type) ? As<GlobalVar>(*typed) : global;
}

void RelaxMutator::VisitMatchCast(const MatchCast* binding) {
  const Expr* value = VisitExpr(binding->value);
  // A field may stand in a match_cast itself.
  const auto* field = As<TupleGetItem>(value);
  if (field == nullptr || !Is<Var>(field->tuple)) value = AsArgument(value);
  const Type* target = VisitType(binding->target);
  const Var* var = VisitVarDef(binding->var);
  if (value == binding->value && target == binding->target && var == binding->var) {
    EmitBinding(binding);
    return;
  }
  if (target != binding->target && !SameType(var->type, target)) var = Retyped(var, target);
  Remap(binding->var, var);
  MatchCast* fresh = ctx.arena.New<MatchCast>(*binding);
  fresh->var = var;
  fresh->value = value;
  fresh->target = target;
  EmitBinding(fresh);
}

void RelaxMutator::VisitBinding(const Binding* binding) {
  if (failed()) {
    EmitBinding(binding);
  } else if (const auto* bound = As<VarBinding>(binding)) {
    VisitVarBinding(bound);
  } else {
    const auto* cast = As<MatchCast>(binding);
    VisitMatchCast(cast);
    SeeSymbolsOf(cast->target);
  }
}

void RelaxMutator::BeginBlock(bool is_dataflow) { frames_.push_back({{}, is_dataflow}); }

const BindingBlock* RelaxMutator::EndBlock() {
  std::vector<const BindingBlock*> blocks;
  FinishBlock(nullptr, blocks);
  ASSAY_CHECK(blocks.size() < 2, "a block that was split is part of a sequence");
  return blocks.empty() ? nullptr : blocks[0];
}

void RelaxMutator::ContinueAs(bool is_dataflow) {
  Frame& frame = frames_.back();
  if (frame.is_dataflow == is_dataflow) return;
  if (!frame.bindings.empty()) frame.ended.push_back(MakeBlock(ctx, frame.bindings, frame.is_dataflow));
  frame.bindings.clear();
  frame.is_dataflow = is_dataflow;
}

void RelaxMutator::FinishBlock(const BindingBlock* original, std::vector<const BindingBlock*>& blocks) {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  blocks.insert(blocks.end(), frame.ended.begin(), frame.ended.end());
  bool same = original != nullptr && frame.ended.empty() && original->is_dataflow == frame.is_dataflow &&
              SameItems(original->bindings, frame.bindings);
  if (same) {
    blocks.push_back(original);
  } else if (!frame.bindings.empty()) {
    blocks.push_back(MakeBlock(ctx, frame.bindings, frame.is_dataflow));
  }
}

void RelaxMutator::VisitBlock(const BindingBlock* block) {
  frames_.back().bindings.reserve(block->bindings.size());
  BeginBindings(block);
  for (const Binding* binding : block->bindings) VisitBinding(binding);
  FinishBindings(block);
}

// Whether the type says sizes that only the types behind the first `outer` define.
static bool SaysInnerSizes(const Type* type, const std::vector<const Type*>& defining, size_t outer) {
  if (type == nullptr || outer == 0 || defining.size() == outer) return false;
  auto defines = [&](size_t from, size_t to, const Var* var) {
    return std::any_of(defining.begin() + static_cast<std::ptrdiff_t>(from),
                       defining.begin() + static_cast<std::ptrdiff_t>(to), [&](const Type* one) {
                         std::vector<const Var*> vars = VarsIn(one);
                         return std::ranges::find(vars, var) != vars.end();
                       });
  };
  return std::ranges::any_of(VarsIn(type), [&](const Var* var) {
    return Is<PrimType>(var->type) && defines(outer, defining.size(), var) && !defines(0, outer, var);
  });
}

const SeqExpr* RelaxMutator::VisitSeq(const SeqExpr* seq) {
  EnterSeq(seq);
  size_t outer_types = defining_types_.size();
  std::vector<const BindingBlock*> blocks;
  blocks.reserve(seq->blocks.size() + 1);
  for (const BindingBlock* block : seq->blocks) {
    BeginBlock(KeepsDataflow(block));
    VisitBlock(block);
    FinishBlock(block, blocks);
  }
  BeginBlock(false);
  const Expr* body = AsArgument(VisitExpr(seq->body));
  FinishBlock(nullptr, blocks);
  // A pass may have moved the binding that defines a size to where it is needed.
  bool moved = SaysInnerSizes(seq->type, defining_types_, outer_types);
  defining_types_.resize(outer_types);
  const SeqExpr* result = FinishSeq(seq, blocks, body);
  LeaveSeq();
  bool same = result == seq || (SameType(result->type, seq->type) && !moved);
  return same ? result : WithOuterSymbols(result);
}

// Dimensions that a binding inside defines are not known outside (TVM's EraseToWellDefinedInScope).
const SeqExpr* RelaxMutator::WithOuterSymbols(const SeqExpr* seq) {
  const Type* type = SeqType(seq);
  if (SameType(type, seq->type)) return seq;
  SeqExpr* fresh = ctx.arena.New<SeqExpr>(*seq);
  fresh->type = type;
  return fresh;
}

const SeqExpr* RelaxMutator::FinishSeq(const SeqExpr* original, const std::vector<const BindingBlock*>& blocks,
                                       const Expr* body) {
  if (body == original->body && SameItems(original->blocks, blocks)) return original;
  const SeqExpr* fresh = MakeSeq(ctx, MergeBlocks(ctx, blocks), body);
  SeqExpr* spanned = ctx.arena.New<SeqExpr>(*fresh);
  spanned->span = original->span;
  bool same_type = SameType(body->type, original->body->type) && original->type != nullptr;
  // What the sequence itself defines is not visible outside.
  spanned->type = same_type || body->type == nullptr ? original->type : SeqType(spanned);
  if (SaysTheSameOfFunctions(spanned->type, body->type)) spanned->type = body->type;
  return spanned;
}

const Type* RelaxMutator::SeqType(const SeqExpr* seq) const {
  return seq->type == nullptr ? nullptr : EraseVars(ctx, seq->type, VisibleSymbols());
}

std::vector<const Var*> RelaxMutator::VisibleSymbols() const {
  std::vector<const Var*> symbols;
  for (const Type* type : defining_types_) {
    for (const Var* var : VarsIn(type)) symbols.push_back(var);
  }
  return symbols;
}

// ---- functions

namespace {

// The body's type, with the annotation's dimensions where these say more: a result that has come to lie elsewhere is
// still of the size that was declared. Types nest as deep as the parser lets them.
// recursion: types nest no deeper than the reader lets them
const Type* Reconciled(Context& ctx, const Type* declared, const Type* actual) {
  const auto *tuple = As<TupleType>(declared), *other = As<TupleType>(actual);
  if (tuple != nullptr && other != nullptr && tuple->fields.size() == other->fields.size()) {
    std::vector<const Type*> fields;
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      fields.push_back(Reconciled(ctx, tuple->fields[i], other->fields[i]));
    }
    return MakeTupleType(ctx, fields);
  }
  const auto *tensor = As<TensorType>(declared), *placed = As<TensorType>(actual);
  if (tensor == nullptr || placed == nullptr) return actual;
  TensorType* moved = ctx.arena.New<TensorType>(*tensor);
  moved->vdevice = placed->vdevice;
  return IsSubtype(ctx, actual, moved) == SubtypeAnswer::kAlways ? moved : actual;
}

}  // namespace

const SeqExpr* RelaxMutator::VisitBody(const std::vector<const Var*>& params, const SeqExpr* body) {
  size_t outer_types = defining_types_.size();
  for (const Var* param : params) {
    // A scalar parameter defines itself.
    SeeSymbolsOf(Is<PrimType>(param->type) ? MakeShapeType(ctx, {param}) : param->type);
  }
  const SeqExpr* visited = VisitSeq(body);
  defining_types_.resize(outer_types);
  return visited;
}

const Function* RelaxMutator::VisitFunction(const Function* func) {
  std::vector<const Var*> params;
  for (const Var* param : func->params) {
    params.push_back(VisitVarDef(param));
    Remap(param, params.back());
  }
  bool same_params = SameItems(func->params, params);
  const SeqExpr* body = VisitBody(params, func->body);
  if (same_params && body == func->body && !always_refines_) return func;
  const Type* ret_type = same_params ? func->ret_type : VisitType(func->ret_type);
  // A body that knows less than the annotation keeps the annotation; one that contradicts it, or has become another
  // whose dimensions cannot be compared with it, replaces it.
  SubtypeAnswer fits =
      ret_type == nullptr || body->type == nullptr ? SubtypeAnswer::kAlways : IsSubtype(ctx, ret_type, body->type);
  bool another = !same_params || !SameType(body->type, func->body->type);
  bool replaces = always_refines_ || !another ? fits == SubtypeAnswer::kNever : fits != SubtypeAnswer::kAlways;
  if (replaces && IsSubtype(ctx, body->type, ret_type) != SubtypeAnswer::kAlways) {
    ret_type = EraseVars(ctx, Reconciled(ctx, ret_type, body->type), SymbolsInParams(params));
  }
  return MakeRefinedFunction(ctx, *func, params, body, ret_type);
}

const Function* MakeRefinedFunction(Context& ctx, const Function& like, const std::vector<const Var*>& params,
                                    const SeqExpr* body, const Type* ret_type) {
  const Type* body_type = body->type;
  if (body_type != ret_type) ret_type = RefinedResult(ctx, ret_type, body_type, SymbolsInParams(params));
  if (body_type != ret_type && SaysTheSameOfFunctions(ret_type, body_type)) ret_type = body_type;
  const Function* made = MakeFunction(ctx, params, body, ret_type, like.is_pure, like.attrs);
  Function* fresh = ctx.arena.New<Function>(*made);
  fresh->span = like.span;
  return fresh;
}

}  // namespace assay
