// VMShapeLower: symbolic shapes become values on a shape heap. At entry and at each match_cast, checks and matches of
// types store variables; expressions that become computable then are computed by one PrimFunc, `shape_func`; shapes are
// made from the heap where they are used. Codes are the runtime's: match 0 no-op, … see MatchCode, MakeCode.
// Tested by testdata/vm_shape_lower.
#include <algorithm>

#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/text/print.h"
#include "ir/walk.h"
#include "passes/gate.h"
#include "passes/lower/shape_slots.h"
#include "passes/op_names.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

// TVM's runtime::vm::MatchShapeCode.
enum class MatchCode : int64_t { kAssertEqualToImm = 0, kStoreToHeap = 1, kNoOp = 2, kAssertEqualToLoad = 3 };
// TVM's runtime::vm::MakeShapeCode.
enum class MakeCode : int64_t { kUseImm = 0, kLoadShape = 1 };

// A value whose dimensions are to be matched with a pattern.
struct MatchTodo {
  const Expr* value = nullptr;
  std::vector<const Expr*> pattern;
  std::string_view context;
};

// A type as it stands in TVMScript.
std::string Annotation(const Type* type) { return (Is<PrimType>(type) ? "T." : "") + PrintType(type); }

bool IsStaticTensor(const Type* type) {
  const auto* tensor = As<TensorType>(type);
  const auto* shape = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
  return shape != nullptr && std::ranges::all_of(shape->values, [](const Expr* dim) { return AsInt(dim) != nullptr; });
}

class ShapeLowerer : public RelaxMutator {
 public:
  ShapeLowerer(Context& context, const Module* module, ModuleEditor& editor, bool emit_err_ctx)
      : RelaxMutator(context, module), editor_(editor), emit_err_ctx_(emit_err_ctx) {}

  const Function* Lower(const ModuleEntry& entry, const Function* func);

 protected:
  const Function* VisitFunction(const Function* func) override {
    Fail({DiagKind::kCannotLower,
          func->span,
          "VMShapeLower needs nested functions lifted; run LambdaLift first",
          "",
          {}});
    return func;
  }
  const Expr* VisitVar(const Var* var) override;
  const Expr* VisitScalarOrShape(const Expr* e) override;
  const Expr* VisitRawCall(const Call* call) override;
  const Expr* VisitCall(const Call* call, const Call*) override;
  void VisitVarBinding(const VarBinding* binding) override;
  void NoteSize(const Var* var);
  void VisitMatchCast(const MatchCast* binding) override;
  void EnterSeq(const SeqExpr*) override { outside_.push_back({slots_->Progress(), taken_}); }
  void LeaveSeq() override;
  // Types are left as they are: only values are lowered.
  const Type* VisitType(const Type* type) override { return type; }

 private:
  // ---- matching
  void Check(const Type* type, const Expr* value, bool always, bool dynamic_only);
  void CheckTensor(const TensorType* type, const Expr* value, bool always, bool dynamic_only);
  void CheckShape(const ShapeType* type, const Expr* value, bool always);
  void CheckTuple(const TupleType* type, const Expr* value, bool always, bool dynamic_only);
  void MatchAll();
  std::vector<MatchTodo> RunMatch(const std::vector<MatchTodo>& todos);
  std::pair<MatchCode, int64_t> MatchArgument(const Expr* dim);
  void ComputeReady();
  // ---- emitting
  const Expr* Taken(const Expr* value);
  void EmitCheck(std::string_view symbol, std::vector<const Expr*> args);
  const Expr* Code(auto code) { return MakeInt(ctx, static_cast<int64_t>(code)); }
  const Expr* ErrorContext(std::string_view context) { return MakeString(ctx, emit_err_ctx_ ? context : ""); }
  const VarBinding* HeapBinding();
  bool AppendMakeArguments(const Expr* dim, std::vector<const Expr*>& args);
  std::string_view Keep(const std::string& text) { return ctx.Intern(text).text(); }
  void CheckParams(const ModuleEntry& entry, const Function* func);
  const SeqExpr* LowerBody(const ModuleEntry& entry, const Function* func);

  using Fields = std::unordered_map<const TupleGetItem*, const Expr*>;
  struct Known {
    std::vector<std::pair<bool, int>> slots;
    Fields taken;
  };

  ModuleEditor& editor_;
  bool emit_err_ctx_;
  std::optional<ShapeSlots> slots_;
  const Var* heap_ = nullptr;
  std::vector<MatchTodo> todos_;
  Fields taken_;
  // What was known where each open sequence began.
  std::vector<Known> outside_;
  std::vector<ShapeSlot*> ready_;
  std::string_view context_;
};

// ---- values

const Expr* ShapeLowerer::VisitVar(const Var* var) {
  const ShapeSlot* slot = Is<PrimType>(var->type) ? slots_->Find(var) : nullptr;
  return slot == nullptr ? RelaxMutator::VisitVar(var) : VisitScalarOrShape(var);
}

// Appends what makes `dim`: a code and a constant or an index of the heap.
bool ShapeLowerer::AppendMakeArguments(const Expr* dim, std::vector<const Expr*>& args) {
  if (const IntImm* constant = AsInt(dim)) {
    args.push_back(Code(MakeCode::kUseImm));
    args.push_back(MakeInt(ctx, constant->value));
    return true;
  }
  const ShapeSlot* slot = slots_->Find(dim);
  if (slot == nullptr || !slot->computed) {
    Fail({DiagKind::kCannotLower, dim->span, "a symbolic dimension has no value where it is used", "", {}});
    return false;
  }
  args.push_back(Code(MakeCode::kLoadShape));
  args.push_back(MakeInt(ctx, slot->index));
  return true;
}

const Expr* ShapeLowerer::VisitScalarOrShape(const Expr* e) {
  if (const auto* shape = As<ShapeExpr>(e)) {
    bool constant = true;
    for (const Expr* dim : shape->values) constant &= AsInt(dim) != nullptr;
    if (constant) return e;
    int rank = static_cast<int>(shape->values.size());
    std::vector<const Expr*> args{heap_, MakeInt(ctx, rank)};
    for (const Expr* dim : shape->values) {
      if (!AppendMakeArguments(dim, args)) return e;
    }
    return MakePackedCall(ctx, "vm.builtin.make_shape", args, MakeShapeTypeOfRank(ctx, rank));
  }
  if (!Is<PrimType>(e->type) || AsInt(e) != nullptr || slots_->Find(e) == nullptr) return e;
  std::vector<const Expr*> args{heap_};
  if (!AppendMakeArguments(e, args)) return e;
  return MakePackedCall(ctx, "vm.builtin.make_prim_value", args, e->type);
}

// A tensor in a shape that is only known at run time is known by its rank.
const Expr* ShapeLowerer::VisitCall(const Call* call, const Call*) {
  if (!IsCallOf(call, "relax.vm.alloc_tensor") || Is<ShapeExpr>(call->args[2])) return call;
  const auto* shape = As<ShapeType>(call->args[2]->type);
  const auto* type = As<TensorType>(call->type);
  if (shape == nullptr || type == nullptr || shape->has_values) return call;
  Call* fresh = ctx.arena.New<Call>(*call);
  fresh->type = MakeTensorTypeOfRank(ctx, shape->rank, type->dtype, type->vdevice);
  return fresh;
}

// An operator that nobody has lowered, of whose operands less may be known from here on than it asks for.
const Expr* ShapeLowerer::VisitRawCall(const Call* call) {
  std::string_view op = OpNameOf(call);
  if (op.empty() || IsForCodegen(op)) return RelaxMutator::VisitRawCall(call);
  Call* fresh = ctx.arena.New<Call>(*call);
  std::vector<const Expr*> args;
  for (const Expr* arg : call->args) args.push_back(AsArgument(VisitExpr(arg)));
  fresh->args = ctx.Copy(args);
  auto typed = WithInferredType(ctx, module_, fresh);
  if (typed.ok()) return *typed;
  Fail(CannotBeCompiled(call));
  return call;
}

void ShapeLowerer::VisitVarBinding(const VarBinding* binding) {
  RelaxMutator::VisitVarBinding(binding);
  NoteSize(binding->var);
}

// A scalar that a binding or a cast gives may be a size of what follows.
void ShapeLowerer::NoteSize(const Var* var) {
  if (!Is<PrimType>(var->type) || slots_->Find(var) == nullptr) return;
  context_ = "";
  todos_.push_back({RelaxMutator::VisitVar(var), {var}, context_});
  MatchAll();
}

// The checks stand before the binding; code generation then treats match_cast as a plain binding.
void ShapeLowerer::VisitMatchCast(const MatchCast* binding) {
  const Expr* value = AsArgument(VisitExpr(binding->value));
  context_ = Keep("ErrorContext(match_cast, ty=" + Annotation(binding->target) + ") ");
  Check(binding->target, value, false, false);
  MatchAll();
  RelaxMutator::VisitMatchCast(binding);
  NoteSize(binding->var);
}

void ShapeLowerer::LeaveSeq() {
  slots_->Restore(outside_.back().slots);
  taken_ = std::move(outside_.back().taken);
  outside_.pop_back();
}

// ---- checks

// A field of a tuple is taken out where it is used first, which may be after other checks.
// recursion: tuples nest as deep as the parser lets them
const Expr* ShapeLowerer::Taken(const Expr* value) {
  const auto* item = As<TupleGetItem>(value);
  if (item == nullptr) return AsArgument(value);
  if (auto known = taken_.find(item); known != taken_.end()) return known->second;
  const Expr* field = Emit(MakeTupleGetItem(ctx, Taken(item->tuple), item->index));
  taken_.emplace(item, field);
  return field;
}

void ShapeLowerer::EmitCheck(std::string_view symbol, std::vector<const Expr*> args) {
  args[0] = Taken(args[0]);
  args.push_back(ErrorContext(context_));
  Emit(MakePackedCall(ctx, symbol, args, MakeTupleType(ctx, {})), "_");
}

// recursion: types nest as deep as the parser lets them
void ShapeLowerer::Check(const Type* type, const Expr* value, bool always, bool dynamic_only) {
  if (!always && IsSubtype(ctx, type, value->type) == SubtypeAnswer::kAlways) return;
  if (const auto* tensor = As<TensorType>(type)) {
    CheckTensor(tensor, value, always, dynamic_only);
  } else if (const auto* shape = As<ShapeType>(type)) {
    CheckShape(shape, value, always);
  } else if (const auto* tuple = As<TupleType>(type)) {
    CheckTuple(tuple, value, always, dynamic_only);
  } else if (const auto* prim = As<PrimType>(type)) {
    EmitCheck("vm.builtin.check_prim_value_info", {value, MakeDataType(ctx, prim->dtype)});
  } else if (Is<FuncType>(type)) {
    if (always || !Is<FuncType>(value->type)) EmitCheck("vm.builtin.check_func_info", {value});
  }
}

void ShapeLowerer::CheckTensor(const TensorType* type, const Expr* value, bool always, bool dynamic_only) {
  const auto* shape = As<ShapeExpr>(type->shape);
  if (dynamic_only && IsStaticTensor(type)) return;
  const Type* coarse = MakeTensorTypeOfRank(ctx, type->rank, type->dtype);
  if (always || IsSubtype(ctx, coarse, value->type) != SubtypeAnswer::kAlways) {
    const Expr* dtype = MakeDataType(ctx, type->dtype);
    if (type->dtype.IsVoid())
      dtype = Emit(MakeCall(ctx, OpNode(ctx, "relax.null_value"), {}, nullptr, {}, ctx.Object()));
    EmitCheck("vm.builtin.check_tensor_info", {value, MakeInt(ctx, type->rank), dtype});
  }
  if (shape != nullptr) {
    todos_.push_back({value, {shape->values.begin(), shape->values.end()}, context_});
  } else if (const auto* var = As<Var>(type->shape); var != nullptr && slots_->SizesOf(var) != nullptr) {
    for (const Expr* sized : {RelaxMutator::VisitVar(var), value})
      todos_.push_back({sized, *slots_->SizesOf(var), context_});
  } else if (type->shape != nullptr) {
    Fail({DiagKind::kCannotLower,
          value->span,
          "a tensor type whose shape is a variable of unknown rank cannot be matched",
          "",
          {}});
  }
}

void ShapeLowerer::CheckShape(const ShapeType* type, const Expr* value, bool always) {
  if (always || IsSubtype(ctx, MakeShapeTypeOfRank(ctx, type->rank), value->type) != SubtypeAnswer::kAlways) {
    EmitCheck("vm.builtin.check_shape_info", {value, MakeInt(ctx, type->rank)});
  }
  if (type->has_values) todos_.push_back({value, {type->values.begin(), type->values.end()}, context_});
}

void ShapeLowerer::CheckTuple(const TupleType* type, const Expr* value, bool always, bool dynamic_only) {
  const auto* known = As<TupleType>(value->type);
  if (always || known == nullptr) {
    EmitCheck("vm.builtin.check_tuple_info", {value, MakeInt(ctx, static_cast<int64_t>(type->fields.size()))});
  }
  for (size_t i = 0; i < type->fields.size(); ++i) {
    int64_t index = static_cast<int64_t>(i);
    const auto* literal = As<Tuple>(value);
    const Expr* field = literal != nullptr && i < literal->fields.size() ? literal->fields[i]
                        : known != nullptr ? static_cast<const Expr*>(MakeTupleGetItem(ctx, value, index))
                                           : MakePackedCall(ctx, "vm.builtin.tuple_getitem",
                                                            {value, MakeInt(ctx, index)}, ctx.Object());
    if (field->type == nullptr) continue;
    // A field that needs no check is not taken out.
    if (!always && IsSubtype(ctx, type->fields[i], field->type) == SubtypeAnswer::kAlways) continue;
    if (Is<ObjectType>(type->fields[i]) || (dynamic_only && IsStaticTensor(type->fields[i]))) continue;
    Check(type->fields[i], known != nullptr ? field : AsArgument(field), always, dynamic_only);
  }
}

// ---- matching

// What to do with one dimension, and the constant or heap index to do it with.
std::pair<MatchCode, int64_t> ShapeLowerer::MatchArgument(const Expr* dim) {
  if (const IntImm* constant = AsInt(dim)) return {MatchCode::kAssertEqualToImm, constant->value};
  ShapeSlot* slot = slots_->Find(dim);
  if (slot == nullptr) return {MatchCode::kNoOp, 0};
  if (slot->computed) return {MatchCode::kAssertEqualToLoad, slot->index};
  if (!Is<Var>(dim)) return {MatchCode::kNoOp, 0};
  slot->computed = true;
  ready_.push_back(slot);
  return {MatchCode::kStoreToHeap, slot->index};
}

// Emits the matches; hands back those with dimensions that have no value yet.
std::vector<MatchTodo> ShapeLowerer::RunMatch(const std::vector<MatchTodo>& todos) {
  std::vector<MatchTodo> outstanding;
  for (const MatchTodo& todo : todos) {
    bool scalar = Is<PrimType>(todo.value->type);
    std::vector<const Expr*> args{nullptr, heap_};
    if (!scalar) args.push_back(MakeInt(ctx, static_cast<int64_t>(todo.pattern.size())));
    size_t skipped = 0;
    for (const Expr* dim : todo.pattern) {
      auto [code, argument] = MatchArgument(dim);
      skipped += code == MatchCode::kNoOp;
      args.push_back(Code(code));
      args.push_back(MakeInt(ctx, argument));
    }
    if (skipped != 0) outstanding.push_back(todo);
    // A pattern without dimensions says nothing that the rank has not said.
    if (skipped == todo.pattern.size()) continue;
    args[0] = Taken(todo.value);
    args.push_back(ErrorContext(todo.context));
    std::string_view symbol = scalar ? "vm.builtin.match_prim_value" : "vm.builtin.match_shape";
    Emit(MakePackedCall(ctx, symbol, args, MakeTupleType(ctx, {})), "_");
  }
  return outstanding;
}

void ShapeLowerer::MatchAll() {
  std::vector<MatchTodo> outstanding = RunMatch(todos_);
  todos_.clear();
  ComputeReady();
  if (RunMatch(outstanding).empty() || failed()) return;
  SourceSpan place = outstanding.front().value->span;
  Fail({DiagKind::kCannotLower, place, "a symbolic dimension depends on a variable that has no value yet", "", {}});
}

// One PrimFunc computes every expression whose last variable has just become known.
void ShapeLowerer::ComputeReady() {
  std::vector<ShapeSlot*> computable;
  for (const ShapeSlot* var : ready_) {
    for (ShapeSlot* user : var->users) {
      if (--user->outstanding == 0) computable.push_back(user);
    }
  }
  ready_.clear();
  if (computable.empty()) return;
  const Buffer* heap = MakeBuffer(ctx, "H", DType::Int(64), {MakeInt(ctx, slots_->size())});
  VarMap loads;
  std::vector<const Stmt*> stores;
  for (ShapeSlot* slot : computable) {
    for (const Var* var : VarsIn(slot->expr, Types::kSkip)) {
      if (!loads.contains(var)) loads.emplace(var, MakeLoad(ctx, heap, {MakeInt(ctx, slots_->Find(var)->index)}));
    }
    slot->computed = true;
    stores.push_back(MakeStore(ctx, heap, SubstituteIn(ctx, slot->expr, loads), {MakeInt(ctx, slot->index)}));
  }
  PrimFunc* func = ctx.arena.New<PrimFunc>();
  const Var* handle = MakeVar(ctx, "H", DType::Handle());
  func->params = ctx.Copy(std::vector<const Var*>{handle});
  func->buffers = ctx.Copy(std::vector<const Buffer*>{heap});
  func->body = MakeSeqStmt(ctx, stores);
  func->attrs = MakeSortedDict(ctx, {{"tirx.is_host_func", MakeAttrBool(ctx, true)}});
  const GlobalVar* var = editor_.AddFunction("shape_func", func);
  Emit(MakeCall(ctx, var, {heap_}, nullptr, {}, MakeTupleType(ctx, {})), "_");
}

// ---- functions

const VarBinding* ShapeLowerer::HeapBinding() {
  if (slots_->size() == 0) {
    const Call* null = MakeCall(ctx, OpNode(ctx, "relax.null_value"), {}, nullptr, {}, ctx.Object());
    return MakeBinding(ctx, MakeVar(ctx, "shape_heap", ctx.Object()), null);
  }
  const Type* type = MakeTensorTypeOfRank(ctx, 1, DType::Int(64));
  const Expr* builtin = MakePackedCall(ctx, "vm.builtin.alloc_shape_heap", {}, type)->op;
  const Expr* size = MakeTuple(ctx, {MakeInt(ctx, slots_->size())});
  const Call* call = MakeCall(ctx, OpNode(ctx, "relax.call_builtin_with_ctx"), {builtin, size}, nullptr, {type}, type);
  return MakeBinding(ctx, MakeVar(ctx, "shape_heap", type), call);
}

void ShapeLowerer::CheckParams(const ModuleEntry& entry, const Function* func) {
  int64_t inputs = static_cast<int64_t>(func->params.size());
  // With num_input, what follows the inputs are weights, of which only symbolic shapes are checked.
  const auto* num_input = func->attrs == nullptr ? nullptr : As<AttrInt>(func->attrs->Find("num_input"));
  if (num_input != nullptr) inputs = num_input->value;
  for (size_t i = 0; i < func->params.size(); ++i) {
    const Var* param = func->params[i];
    context_ = Keep("ErrorContext(fn=" + entry.var->name.str() + ", loc=param[" + std::to_string(i) +
                    "], param=" + param->name.str() + ", annotation=" + Annotation(param->type) + ") ");
    Check(param->type, param, true, static_cast<int64_t>(i) >= inputs);
    if (Is<PrimType>(param->type) && slots_->Find(param) != nullptr) todos_.push_back({param, {param}, context_});
  }
  MatchAll();
}

const SeqExpr* ShapeLowerer::LowerBody(const ModuleEntry& entry, const Function* func) {
  std::vector<const BindingBlock*> blocks;
  BeginBlock(false);
  const VarBinding* heap = HeapBinding();
  heap_ = heap->var;
  EmitBinding(heap);
  CheckParams(entry, func);
  blocks.push_back(EndBlock());
  const SeqExpr* body = VisitBody({func->params.begin(), func->params.end()}, func->body);
  blocks.insert(blocks.end(), body->blocks.begin(), body->blocks.end());
  BeginBlock(false);
  if (func->ret_type != nullptr) {
    context_ = Keep("ErrorContext(fn=" + entry.var->name.str() +
                    ", loc=return, annotation=" + Annotation(func->ret_type) + ") ");
    Check(func->ret_type, body->body, false, false);
  }
  MatchAll();
  if (const BindingBlock* last = EndBlock()) blocks.push_back(last);
  return MakeSeq(ctx, MergeBlocks(ctx, blocks), body->body);
}

const Function* ShapeLowerer::Lower(const ModuleEntry& entry, const Function* func) {
  slots_.emplace(ctx, func);
  if (slots_->nested() != nullptr) return VisitFunction(slots_->nested());
  const SeqExpr* body = LowerBody(entry, func);
  return MakeRefinedFunction(ctx, *func, {func->params.begin(), func->params.end()}, body, func->ret_type);
}

Result<Module> RunVMShapeLower(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  ASSAY_TRY(bool emit_err_ctx, BoolOption(options, "emit_err_ctx", true));
  ModuleEditor editor(pass_ctx.ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    if (func == nullptr) continue;
    ShapeLowerer lowerer(pass_ctx.ctx, &module, editor, emit_err_ctx);
    editor.Replace(i, lowerer.Lower(module.entries[i], func));
    ASSAY_RETURN_IF_ERROR(lowerer.status());
  }
  return editor.Finish();
}

constexpr std::string_view kOptions[] = {"emit_err_ctx"};

}  // namespace

const PassSpec kVMShapeLower = {
    .name = "VMShapeLower",
    .doc = "computes and checks symbolic shapes through VM builtins and a shape heap",
    .options = kOptions,
    .needs = kDataflowFree | kPurityForced | kAllocLowered,
    .gives = kShapeLowered,
    .expects = kCallTIRLowered,
    .idempotent = false,
    .why_not_idempotent = "each application adds the checks of parameters again",
    .changes = Adds({Facet::kPrivateFunctions, Facet::kExternals, Facet::kDevices}) | Alters({Facet::kGraphs}),
    .run = RunVMShapeLower,
};

}  // namespace assay
