#include "vm/reference/relax_eval.h"

#include <fmt/format.h>

#include "ir/ops/eval_index.h"
#include "ir/ops/infer.h"
#include "ir/ops/infer_rules.h"
#include "ir/ops/op_spec.h"
#include "ir/support/plural.h"
#include "passes/fuse/external_modules.h"
#include "vm/bytecode/builtins.h"
#include "vm/bytecode/executable.h"
#include "vm/bytecode/storage_watch.h"
#include "vm/effects.h"
#include "vm/external_functions.h"
#include "vm/packed.h"
#include "vm/reference/perturb.h"
#include "vm/reference/relax_destination.h"
#include "vm/reference/tir_eval.h"
#include "vm/reference/type_match.h"
#include "vm/reference/unfit_values.h"
#include "vm/scalar_ops.h"
#include "vm/value_weight.h"

namespace assay {
namespace {

// A function value: a local function with what it captured, a module function, or a packed one.
struct Closure : ClosureObject {
  Closure() : ClosureObject(ObjectKind::kClosure) {}
  Closure(const Closure& other) = default;
  const Function* function = nullptr;
  std::shared_ptr<const ValueMap> captured;
  const GlobalVar* global = nullptr;
  const ExternFunc* packed = nullptr;
  // Arguments that make_closure gave already.
  std::vector<Value> bound;
};

class RelaxReference : public Executable {
 public:
  RelaxReference(Context& ctx, const Module& module, std::unique_ptr<KernelLibrary> kernels, const LoadOptions& options)
      : ctx_(ctx),
        module_(module),
        kernels_(std::move(kernels)),
        externals_(ExternalModules(module), options),
        watch_(kernels_->shadow()),
        perturber_(options.perturbation, options.other_library, options.narrowed),
        check_types_(options.check_types) {}
  ~RelaxReference() override {
    // A recursive local function's environment holds the function itself: cut the circle.
    for (const auto& environment : self_references_) environment->clear();
  }

  Outcome Run(std::string_view function, std::span<const Value> args, const Budget& budget) override {
    Meter meter(budget);
    meter_ = &meter;
    depth_ = 0;
    overwritten_.Forget();
    const Expr* func = Resolve(function);
    if (func == nullptr) return Refused{fmt::format("the module has no function {}", function)};
    if (const auto* relax = As<Function>(func)) return Readable(CallFunction(*relax, OwnedCopies(args), nullptr));
    for (const ModuleEntry& entry : module_.entries) {
      Kernel* kernel = entry.func == func ? kernels_->Find(entry.var->name.text()) : nullptr;
      if (kernel != nullptr) return RunAsEntry(*kernel, args, meter);
    }
    return Refused{fmt::format("{} is no function of the module's own", function)};
  }

 private:
  const Expr* Resolve(std::string_view name) const {
    if (const Expr* func = module_.Find(name)) return func;
    for (const ModuleEntry& entry : module_.entries) {
      if (StringAttr(AttrsOf(entry.func), "global_symbol") == name) return entry.func;
    }
    return nullptr;
  }

  // Whoever called reads all of the result.
  Outcome Readable(Outcome outcome) const {
    const auto* value = std::get_if<Value>(&outcome);
    std::optional<Trap> trap = value == nullptr ? std::nullopt : watch_.CheckRead(*value, "the result");
    if (value != nullptr && !trap) trap = overwritten_.CheckRead(*value, {});
    return trap ? Outcome(*std::move(trap)) : outcome;
  }

  // ---- functions

  // recursion: capped by kMaxCallDepth; functions and branches nest as deep as the parser lets them
  Outcome CallFunction(const Function& function, std::span<const Value> args, const ValueMap* captured) {
    if (++depth_ > kMaxCallDepth) return MakeTrap(TrapKind::kStackOverflow, "calls nest too deep", function.span);
    Outcome outcome = EvalFunction(function, args, captured);
    --depth_;
    // Seen from a caller, a pure function was given what it has no result for.
    auto* trap = std::get_if<Trap>(&outcome);
    if (trap != nullptr && trap->kind == TrapKind::kMatchCast && depth_ > 0 && function.is_pure)
      trap->kind = TrapKind::kArgument;
    return outcome;
  }

  // Where the body's own type says that this cannot be, something in it gave what its type does not say, such as a
  // packed function; elsewhere the declaration is a check like match_cast.
  Trap OfResult(const Function& function, Trap trap) const {
    const Type* type = function.body->type;
    if (type == nullptr) return trap;
    // Nor is it a check where the body says something else, of which passes take the body's word (as TVM's mutators).
    bool says_less = IsSubtype(ctx_, type, function.ret_type) == SubtypeAnswer::kAlways;
    bool agrees = IsSubtype(ctx_, function.ret_type, type) == SubtypeAnswer::kAlways;
    if (agrees || !says_less) trap.kind = TrapKind::kResult;
    trap.of_declaration = true;
    return trap;
  }

  // The same of a cast to what the value's own type says already, which passes leave out.
  Trap OfCast(const MatchCast& cast, Trap trap) const {
    const Type* type = cast.value->type;
    if (type != nullptr && IsSubtype(ctx_, cast.target, type) == SubtypeAnswer::kAlways) trap.kind = TrapKind::kResult;
    return trap;
  }

  Outcome EvalFunction(const Function& function, std::span<const Value> args, const ValueMap* captured) {
    if (args.size() != function.params.size()) {
      return MakeTrap(
          TrapKind::kArgument,
          fmt::format("{} for {}", Counted(args.size(), "argument"), Counted(function.params.size(), "parameter")),
          function.span);
    }
    ValueMap env;
    if (captured != nullptr) env = *captured;
    // A scalar parameter is its own symbolic variable; other parameters' types may mention it.
    for (size_t i = 0; i < args.size(); ++i) env[function.params[i]] = args[i];
    TypeMatcher matcher(env, TrapKind::kArgument);
    for (size_t i = 0; i < args.size(); ++i) {
      if (function.params[i]->type == nullptr) continue;
      if (Is<DTensorType>(function.params[i]->type)) return Refused{"a distributed tensor needs a mesh of devices"};
      if (auto trap = matcher.Match(function.params[i]->type, args[i], function.params[i]->span)) return *trap;
    }
    if (auto trap = matcher.Finish()) return *trap;
    Outcome outcome = EvalSeq(*function.body, env);
    const auto* value = std::get_if<Value>(&outcome);
    if (value == nullptr || function.ret_type == nullptr) return outcome;
    TypeMatcher result(env, TrapKind::kMatchCast);
    result.AcceptUnknownExtents();
    if (auto trap = result.Match(function.ret_type, *value, function.span)) return OfResult(function, *trap);
    if (auto trap = result.Finish()) return OfResult(function, *trap);
    return outcome;
  }

  Outcome EvalSeq(const SeqExpr& seq, ValueMap& env) {
    for (const BindingBlock* block : seq.blocks) {
      for (const Binding* binding : block->bindings) {
        if (!meter_->Step()) return meter_->Spent();
        Outcome outcome = Eval(binding->value, env);
        auto* value = std::get_if<Value>(&outcome);
        if (value == nullptr) return outcome;
        if (const auto* cast = As<MatchCast>(binding)) {
          TypeMatcher matcher(env, TrapKind::kMatchCast);
          if (auto trap = matcher.Match(cast->target, *value, cast->span)) return OfCast(*cast, *trap);
          if (auto trap = matcher.Finish()) return OfCast(*cast, *trap);
        }
        // A local function may call itself: it sees its own variable.
        if (auto* closure = OwnClosure(*value, binding->value)) {
          ValueMap with_self = *closure->captured;
          with_self[binding->var] = *value;
          self_references_.push_back(std::make_shared<ValueMap>(std::move(with_self)));
          closure->captured = self_references_.back();
        }
        if (auto trap = CheckType(*binding, *value, env)) return *trap;
        if (const auto* named = As<Var>(binding->value)) aliases_[binding->var] = named;
        env.insert_or_assign(binding->var, std::move(*value));
      }
    }
    return Eval(seq.body, env);
  }

  // An operator, or a kind of expression.
  static std::string_view WhatBinds(const Binding& binding) {
    const auto* call = As<Call>(binding.value);
    const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
    return op == nullptr ? NodeKindName(binding.value->kind) : op->name.text();
  }

  std::optional<Trap> CheckType(const Binding& binding, const Value& value, ValueMap& env) const {
    const auto* call = As<Call>(binding.value);
    if (!check_types_ || binding.var->type == nullptr) return std::nullopt;
    // What a packed function gives is said by who calls it, and inferred by nobody; types of what is made of it are no
    // better.
    bool said = call != nullptr && !call->ty_args.empty();
    TypeMatcher matcher(env, said ? TrapKind::kResult : TrapKind::kUnsoundType);
    matcher.AcceptUnknownExtents();
    auto trap = matcher.Match(binding.var->type, value, binding.value->span);
    if (!trap) trap = matcher.Finish();
    if (!trap) return trap;
    trap->value_of = WhatBinds(binding);
    trap->message = fmt::format("{} = {}: {}", binding.var->name.text(), trap->value_of, trap->message);
    trap->variable = binding.var->name.str();
    trap->type = TypeText(binding.var->type, env);
    trap->held = TypeText(value);
    return trap;
  }

  static Closure* OwnClosure(const Value& value, const Expr* made_by) {
    const auto* object = Is<Function>(made_by) ? value.As<ObjectValue>() : nullptr;
    return object == nullptr ? nullptr : static_cast<Closure*>(object->object.get());
  }

  // ---- expressions

  Outcome Eval(const Expr* e, ValueMap& env) {
    switch (ExprKindOf(e)) {
      case ExprKind::kVar: {
        auto found = env.find(static_cast<const Var*>(e));
        if (found == env.end())
          return Refused{fmt::format("variable {} has no value", static_cast<const Var*>(e)->name.text())};
        if (IsKilled(found->second)) return MakeTrap(TrapKind::kUseAfterKill, "a killed value is used", e->span);
        return found->second;
      }
      case ExprKind::kConstant: return Value{TensorValue{Tensor::Copy(static_cast<const Constant*>(e)->value), -1}};
      case ExprKind::kTuple: return EvalTuple(*static_cast<const Tuple*>(e), env);
      case ExprKind::kTupleGetItem: return EvalItem(*static_cast<const TupleGetItem*>(e), env);
      case ExprKind::kShapeExpr: return EvalShape(static_cast<const ShapeExpr*>(e)->values, env);
      case ExprKind::kStringImm: return Value{StringValue{static_cast<const StringImm*>(e)->value.str()}};
      case ExprKind::kDataTypeImm: return Value{DTypeValue{static_cast<const DataTypeImm*>(e)->value}};
      case ExprKind::kIf: return EvalIf(*static_cast<const If*>(e), env);
      case ExprKind::kFunction: return MakeClosure(static_cast<const Function*>(e), env);
      case ExprKind::kGlobalVar:
      case ExprKind::kExternFunc: return FunctionValue(e);
      case ExprKind::kCall: return EvalCall(*static_cast<const Call*>(e), env);
      case ExprKind::kSeqExpr: return EvalSeq(*static_cast<const SeqExpr*>(e), env);
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
      case ExprKind::kOp:
      case ExprKind::kPrimFunc: return EvalPrim(e, env);
    }
    ASSAY_UNREACHABLE();
  }

  Outcome EvalPrim(const Expr* e, const ValueMap& env) {
    auto lookup = [&](const Var* var) -> std::optional<Scalar> {
      auto found = env.find(var);
      const auto* prim = found == env.end() ? nullptr : found->second.As<PrimValue>();
      return prim == nullptr ? std::nullopt : std::optional(prim->scalar);
    };
    ScalarOutcome outcome = EvalScalar(e, lookup);
    if (auto* scalar = std::get_if<Scalar>(&outcome)) return Value{PrimValue{*scalar}};
    if (auto* trap = std::get_if<Trap>(&outcome)) return std::move(*trap);
    return std::move(*std::get_if<Refused>(&outcome));
  }

  Outcome EvalTuple(const Tuple& made, ValueMap& env) {
    TupleValue tuple;
    for (const Expr* field : made.fields) {
      Outcome outcome = Eval(field, env);
      auto* value = std::get_if<Value>(&outcome);
      if (value == nullptr) return outcome;
      tuple.fields.push_back(std::move(*value));
    }
    return Weighed(Value{std::move(tuple)}, *meter_, made.span);
  }

  Outcome EvalItem(const TupleGetItem& item, ValueMap& env) {
    Outcome outcome = Eval(item.tuple, env);
    const auto* value = std::get_if<Value>(&outcome);
    if (value == nullptr) return outcome;
    const auto* tuple = value->As<TupleValue>();
    if (tuple == nullptr || item.index < 0 || item.index >= static_cast<int64_t>(tuple->fields.size())) {
      return MakeTrap(TrapKind::kTupleIndex, fmt::format("a {} has no item {}", KindOf(*value), item.index), item.span);
    }
    return tuple->fields[static_cast<size_t>(item.index)];
  }

  Outcome EvalIf(const If& branch, ValueMap& env) {
    Outcome outcome = Eval(branch.cond, env);
    const auto* value = std::get_if<Value>(&outcome);
    if (value == nullptr) return outcome;
    if (std::optional<Trap> trap = overwritten_.CheckRead(*value, branch.span)) return *std::move(trap);
    const auto* prim = value->As<PrimValue>();
    const auto* tensor = value->As<TensorValue>();
    if (prim == nullptr && (tensor == nullptr || tensor->tensor.size() != 1)) {
      return MakeTrap(TrapKind::kCondition, "the condition is no scalar", branch.span);
    }
    bool holds = prim != nullptr ? prim->scalar.IsTrue() : tensor->tensor.At(0).IsTrue();
    ValueMap inner = env;
    return EvalSeq(holds ? *branch.true_branch : *branch.false_branch, inner);
  }

  Outcome MakeClosure(const Function* function, const ValueMap& env) {
    auto closure = std::make_shared<Closure>();
    closure->function = function;
    closure->captured = std::make_shared<const ValueMap>(env);
    for (const auto& [var, value] : env) closure->depth = std::max(closure->depth, 1 + WeightOf(value).depth);
    return Weighed(Value{ObjectValue{std::move(closure)}}, *meter_, function->span);
  }
  Outcome FunctionValue(const Expr* e) {
    auto closure = std::make_shared<Closure>();
    closure->global = As<GlobalVar>(e);
    closure->packed = As<ExternFunc>(e);
    return Value{ObjectValue{std::move(closure)}};
  }

  static const Closure* AsClosure(const Value& value) {
    const auto* object = value.As<ObjectValue>();
    bool mine = object != nullptr && object->object->kind == ObjectKind::kClosure;
    return mine ? static_cast<const Closure*>(object->object.get()) : nullptr;
  }

  // ---- calls

  Outcome EvalCall(const Call& call, ValueMap& env) {
    if (!meter_->Step()) return meter_->Spent();
    if (const auto* op = As<Op>(call.op)) {
      if (!op->name.text().starts_with("relax.")) return EvalPrim(&call, env);
      return EvalOperator(call, op->name.text().substr(6), env);
    }
    std::vector<Value> args;
    if (auto failed = EvalArgs(call.args, env, args)) return std::move(*failed);
    if (const auto* packed = As<ExternFunc>(call.op)) return CallPacked(packed->global_symbol.text(), args);
    if (const auto* global = As<GlobalVar>(call.op)) return CallGlobal(*global, args, call);
    Outcome callee = Eval(call.op, env);
    const auto* value = std::get_if<Value>(&callee);
    if (value == nullptr) return callee;
    return Invoke(*value, std::move(args), call);
  }

  // What stopped the evaluation of arguments, or nothing.
  std::optional<Outcome> EvalArgs(Nodes<Expr> exprs, ValueMap& env, std::vector<Value>& args) {
    for (const Expr* e : exprs) {
      Outcome outcome = Eval(e, env);
      auto* value = std::get_if<Value>(&outcome);
      if (value == nullptr) return outcome;
      args.push_back(std::move(*value));
    }
    return std::nullopt;
  }

  Outcome CallPacked(std::string_view name, std::span<const Value> args) {
    if (std::optional<Trap> trap = watch_.BeforeHost(args, name, /*may_write=*/true)) return *std::move(trap);
    if (std::optional<Trap> trap = overwritten_.CheckRead(args, {})) return *std::move(trap);
    if (std::optional<Outcome> outcome = externals_.Call(name, args, *meter_)) return *std::move(outcome);
    if (PackedFn packed = FindPacked(name)) {
      NoteEffect(name, args);
      return packed(args);
    }
    if (BuiltinFn builtin = FindBuiltin(name)) return builtin(args, {*meter_, {}, watch_.shadow()});
    return Refused{fmt::format("no packed function is registered as {}", name)};
  }

  // Whoever uses the variable from here on traps, as on the VM, whose register forgets the value.
  Outcome Kill(const Call& call, ValueMap& env) {
    const auto* var = call.args.empty() ? nullptr : As<Var>(call.args[0]);
    auto found = var == nullptr ? env.end() : env.find(var);
    if (found == env.end() || found->second.As<NullValue>() != nullptr) return Value{TupleValue{}};
    // A second name has the first one's register.
    const Var* root = RootOf(var);
    for (auto& [name, value] : env) {
      if (RootOf(name) == root) value = Value{ObjectValue{killed_}};
    }
    return Value{TupleValue{}};
  }
  const Var* RootOf(const Var* var) const {
    for (auto found = aliases_.find(var); found != aliases_.end(); found = aliases_.find(var)) var = found->second;
    return var;
  }
  static bool IsKilled(const Value& value) {
    const auto* object = value.As<ObjectValue>();
    return object != nullptr && object->object->kind == ObjectKind::kKilled;
  }

  // What a module says of memory after planning is what the VM does.
  std::optional<Outcome> MemoryOperator(std::string_view name, std::span<const Value> args, const Call& call) {
    bool memory = name.starts_with("memory.") || name.starts_with("vm.");
    std::string_view what = name.substr(name.find('.') + 1);
    if (!memory) return std::nullopt;
    if (what != "alloc_storage" && what != "alloc_tensor") return std::nullopt;
    return FindBuiltin(fmt::format("vm.builtin.{}", what))(args, {*meter_, call.span, watch_.shadow()});
  }

  Outcome CallGlobal(const GlobalVar& global, std::span<const Value> args, const Call& call) {
    const Expr* func = module_.Find(global.name.text());
    if (const auto* relax = As<Function>(func)) return CallFunction(*relax, args, nullptr);
    if (const auto* external = As<ExternFunc>(func)) return CallPacked(external->global_symbol.text(), args);
    Kernel* kernel = kernels_->Find(global.name.text());
    if (kernel == nullptr) return Refused{fmt::format("the module has no function {}", global.name.text())};
    Outcome outcome = kernel->Run(args, watch_.FreshFrom(args), *meter_);
    watch_.AfterKernel(args, global.name.text(), outcome);
    // A kernel called for its effects yields the empty tuple, whatever it returns.
    const auto* value = std::get_if<Value>(&outcome);
    const auto* tuple = As<TupleType>(call.type);
    bool effects = tuple != nullptr && tuple->fields.empty();
    bool nothing = value != nullptr && (effects || (value->As<NullValue>() != nullptr && !Is<PrimType>(call.type)));
    return nothing ? Outcome(Value{TupleValue{}}) : outcome;
  }

  Outcome Invoke(const Value& callee, std::vector<Value> args, const Call& call) {
    if (const HostFunction* host = AsHostFunction(callee)) return host->Call(args);
    const Closure* closure = AsClosure(callee);
    if (closure == nullptr)
      return MakeTrap(TrapKind::kNotCallable, fmt::format("a {} is called", KindOf(callee)), call.span);
    args.insert(args.end(), closure->bound.begin(), closure->bound.end());
    if (closure->function != nullptr) return CallFunction(*closure->function, args, closure->captured.get());
    if (closure->global != nullptr) return CallGlobal(*closure->global, args, call);
    return CallPacked(closure->packed->global_symbol.text(), args);
  }

  Outcome EvalOperator(const Call& call, std::string_view name, ValueMap& env) {
    if (name == "call_tir" || name == "call_tir_with_grad" || name == "call_dps_packed") return CallDps(call, {}, env);
    if (name == "call_tir_inplace") return CallDps(call, IntsAttr(call, "inplace_indices"), env);
    if (name == "builtin.alloc_tensor") return Allocated(call, env);
    if (name == "memory.kill_tensor" || name == "memory.kill_storage" || name == "vm.kill_object")
      return Kill(call, env);
    std::vector<Value> args;
    if (auto failed = EvalArgs(call.args, env, args)) return std::move(*failed);
    if (name == "call_pure_packed" && !args.empty()) {
      return Invoke(args[0], {args.begin() + 1, args.end()}, call);
    }
    static constexpr std::string_view kWithTuple[] = {"invoke_closure", "invoke_pure_closure", "call_builtin_with_ctx"};
    if (std::ranges::find(kWithTuple, name) != std::end(kWithTuple)) return InvokeWithTuple(args, call);
    if (name == "make_closure") return BindArguments(args, call);
    if (name == "vm.call_tir_dyn") return CallTirDyn(args, call);
    if (std::optional<Outcome> outcome = MemoryOperator(name, args, call)) return *std::move(outcome);
    const OpSpec* row = SpecOf(&call);
    if (row == nullptr) return Refused{UnknownOperatorText(name)};
    if (std::optional<Trap> trap = watch_.BeforeHost(args, name, /*may_write=*/false)) return *std::move(trap);
    if (std::optional<Trap> trap = overwritten_.CheckRead(args, call.span)) return *std::move(trap);
    if (std::optional<Outcome> unfit = UnfitValues(ctx_, module_, call, name, args)) return *std::move(unfit);
    // What lowering makes of it is a packed function of this name.
    if (row->purity == Purity::kImpure) NoteEffect(fmt::format("relax.run.{}", name), args);
    perturber_.MoveOperands(call, args);
    eval::VisitLimit limit(meter_->left().steps);
    EvalResult result = row->eval({call, args});
    if (!meter_->Step(limit.visits())) return meter_->Spent();
    if (auto* trap = std::get_if<Trap>(&result)) {
      if (trap->span.file == 0) trap->span = call.span;
      return std::move(*trap);
    }
    if (auto* refused = std::get_if<Refused>(&result)) return Refused{fmt::format("{}: {}", name, refused->why)};
    Value moved = perturber_.Move(*row, args, std::move(*std::get_if<Value>(&result)));
    if (perturber_.left_range()) return Refused{fmt::format("{}: {}", name, kLeavesRange)};
    return moved;
  }

  Outcome InvokeWithTuple(const std::vector<Value>& args, const Call& call) {
    const auto* tuple = args.size() < 2 ? nullptr : args[1].As<TupleValue>();
    if (tuple == nullptr)
      return MakeTrap(TrapKind::kArgument, "a closure is invoked without a tuple of arguments", call.span);
    return Invoke(args[0], tuple->fields, call);
  }
  // (kernel, (tensors…, sizes)): sizes go to the kernel one by one.
  Outcome CallTirDyn(const std::vector<Value>& args, const Call& call) {
    const auto* tuple = args.size() < 2 ? nullptr : args[1].As<TupleValue>();
    bool ends_in_shape = tuple != nullptr && !tuple->fields.empty() && tuple->fields.back().As<ShapeValue>() != nullptr;
    if (!ends_in_shape)
      return MakeTrap(TrapKind::kArgument, "call_tir_dyn wants a kernel and a tuple that ends in a shape", call.span);
    std::vector<Value> flat;
    for (const Value& field : tuple->fields) {
      const auto* shape = field.As<ShapeValue>();
      if (shape == nullptr) flat.push_back(field);
      for (int64_t dim : shape == nullptr ? std::vector<int64_t>() : shape->dims) {
        flat.push_back(Value{PrimValue{Scalar::Int(DType::Int(64), dim)}});
      }
    }
    return Invoke(args[0], std::move(flat), call);
  }
  Outcome BindArguments(const std::vector<Value>& args, const Call& call) {
    const auto* tuple = args.size() < 2 ? nullptr : args[1].As<TupleValue>();
    const Closure* callee = args.empty() ? nullptr : AsClosure(args[0]);
    if (tuple == nullptr || callee == nullptr)
      return MakeTrap(TrapKind::kArgument, "make_closure wants a function and a tuple", call.span);
    auto closure = std::make_shared<Closure>(*callee);
    // As TVM's VMClosure::BindLastArgs: captured values follow the arguments, the latest first.
    closure->bound.insert(closure->bound.begin(), tuple->fields.begin(), tuple->fields.end());
    for (const Value& value : tuple->fields) closure->depth = std::max(closure->depth, 1 + WeightOf(value).depth);
    return Weighed(Value{ObjectValue{std::move(closure)}}, *meter_, call.span);
  }

  // ---- destination passing

  // A tensor that a pass has made room for: what nobody wrote is not to be read.
  Outcome Allocated(const Call& call, const ValueMap& env) {
    std::vector<Value> made;
    if (auto failed = AllocateOutputs(call.type, env, *meter_, made)) return std::move(*failed);
    StorageShadow* shadow = watch_.shadow();
    if (shadow == nullptr) return std::move(made.front());
    if (!meter_->Allocate(int64_t{sizeof(Tenant)})) return meter_->Spent();
    const Tensor& plain = made.front().As<TensorValue>()->tensor;
    std::vector<std::weak_ptr<Tenant>> others;
    auto own = shadow->Place(shadow->NewStorage(), others, 0, plain.byte_count(), "a tensor of alloc_tensor");
    return Value{TensorValue{Tensor::InStorage(plain.dtype(), plain.shape(), std::move(own), 0), -1}};
  }

  // The arguments of a destination-passing call: a tuple's fields, or one value.
  std::optional<Outcome> EvalKernelArgs(const Expr* e, ValueMap& env, std::vector<Value>& args) {
    Outcome outcome = Eval(e, env);
    auto* value = std::get_if<Value>(&outcome);
    if (value == nullptr) return outcome;
    const auto* tuple = value->As<TupleValue>();
    if (tuple == nullptr) {
      args.push_back(std::move(*value));
    } else {
      args = tuple->fields;
    }
    return std::nullopt;
  }

  Outcome CallDps(const Call& call, const std::vector<int64_t>& inplace, ValueMap& env) {
    std::vector<Value> args;
    if (auto failed = EvalKernelArgs(call.args[1], env, args)) return std::move(*failed);
    if (std::optional<Trap> trap = overwritten_.CheckRead(args, call.span)) return *std::move(trap);
    std::vector<Value> outputs;
    if (auto failed = AllocateOutputs(call.ty_args[0], env, *meter_, outputs)) return std::move(*failed);
    for (int64_t index : inplace) {
      if (index >= 0 && index < static_cast<int64_t>(args.size())) overwritten_.Note(args[static_cast<size_t>(index)]);
    }
    if (auto failed = ShareInplace(inplace, args, outputs, call.span)) return std::move(*failed);
    size_t fresh_from = args.size();
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (i >= inplace.size() || inplace[i] < 0) args.push_back(outputs[i]);
    }
    if (auto failed = AppendScalars(call, env, args)) return std::move(*failed);
    Outcome outcome = CallDestination(call.args[0], args, fresh_from);
    if (!std::holds_alternative<Value>(outcome)) return outcome;
    const auto* global = As<GlobalVar>(call.args[0]);
    const auto* kernel = global == nullptr ? nullptr : As<PrimFunc>(module_.Find(global->name.text()));
    if (kernel != nullptr) perturber_.MoveWritten(*kernel, args, outputs);
    return ArrangeOutputs(call.ty_args[0], outputs);
  }

  // tir_vars: scalars that the kernel takes after its buffers.
  std::optional<Outcome> AppendScalars(const Call& call, ValueMap& env, std::vector<Value>& args) {
    if (call.args.size() < 3) return std::nullopt;
    Outcome outcome = Eval(call.args[2], env);
    const auto* value = std::get_if<Value>(&outcome);
    if (value == nullptr) return outcome;
    const auto* shape = value->As<ShapeValue>();
    if (shape == nullptr) return Outcome(MakeTrap(TrapKind::kArgument, "a kernel's scalars are no shape", call.span));
    for (int64_t dim : shape->dims) args.push_back(IntOf(dim));
    return std::nullopt;
  }
  static Value IntOf(int64_t value) { return Value{PrimValue{Scalar::Int(DType::Int(64), value)}}; }

  Outcome CallDestination(const Expr* callee, std::span<const Value> args, size_t fresh_from) {
    if (const auto* packed = As<ExternFunc>(callee)) return CallPacked(packed->global_symbol.text(), args);
    const auto* global = As<GlobalVar>(callee);
    Kernel* kernel = global == nullptr ? nullptr : kernels_->Find(global->name.text());
    if (kernel == nullptr) return Refused{"the callee of a destination-passing call is no kernel of the module"};
    return kernel->Run(args, fresh_from, *meter_);
  }

  Context& ctx_;
  Module module_;
  std::unique_ptr<KernelLibrary> kernels_;
  ExternalFunctions externals_;
  StorageWatch watch_;
  Overwritten overwritten_;
  // Second names, by what they stand for.
  std::unordered_map<const Var*, const Var*> aliases_;
  Perturber perturber_;
  const bool check_types_;
  // Environments of recursive local functions; they hold themselves, so the executable owns them.
  std::vector<std::shared_ptr<ValueMap>> self_references_;
  Meter* meter_ = nullptr;
  // What a variable holds that was killed.
  const std::shared_ptr<EngineObject> killed_ = std::make_shared<EngineObject>(ObjectKind::kKilled);
  size_t depth_ = 0;
};

}  // namespace

Result<std::unique_ptr<Executable>> MakeRelaxReference(Context& ctx, const Module& module, const LoadOptions& options) {
  Module defined = KernelsOf(ctx, module);
  ASSAY_TRY(std::unique_ptr<KernelLibrary> kernels, MakeReferenceKernels(defined, false));
  return std::unique_ptr<Executable>(std::make_unique<RelaxReference>(ctx, defined, std::move(kernels), options));
}

const EngineSpec kRelaxReference = {
    .name = "relax-reference",
    .doc = "Relax as written, operators by their rows' reference evaluation, kernels by the reference interpreter",
    .input = EngineInput::kOriginal,
    .load = MakeRelaxReference,
};

}  // namespace assay
