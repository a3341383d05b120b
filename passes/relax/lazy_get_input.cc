// LazyGetInput and LazySetOutput: a function that transforms weights asks for each one when it needs it, by a callback,
// and hands over each output as soon as it is there, and written. Tested by testdata/lazy_get_input and
// lazy_set_output_test.cc.
#include <algorithm>
#include <unordered_set>

#include "ir/check/well_formed.h"
#include "ir/mentions.h"
#include "ir/ops/infer.h"
#include "ir/walk.h"
#include "passes/analysis/function_uses.h"
#include "passes/analysis/private_function.h"
#include "passes/analysis/symbols.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/relax/function_passes.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

const Function* WithNumInput(Context& ctx, const Function* func, int64_t num_input) {
  Function* fresh = ctx.arena.New<Function>(*func);
  fresh->attrs = WithAttr(ctx, func->attrs, "num_input", MakeAttrInt(ctx, num_input));
  return fresh;
}

class LazyInputMutator : public RelaxMutator {
 public:
  // With `sizes_first`, weights whose types define sizes are there from the start.
  LazyInputMutator(Context& context, const Module* module, bool sizes_first)
      : RelaxMutator(context, module), sizes_first_(sizes_first) {}

  const Function* VisitFunction(const Function* func) override {
    if (fget_ != nullptr) return RelaxMutator::VisitFunction(func);
    size_t num_input = static_cast<size_t>(std::max<int64_t>(NumInputAttr(func), 0));
    for (size_t i = num_input; i < func->params.size(); ++i) places_.emplace(func->params[i], i - num_input);
    std::vector<const Type*> arguments{ctx.Prim(DType::Int(64)), ctx.Object()};
    fget_ = MakeVar(ctx, "fget_param", MakeFuncType(ctx, arguments, ctx.Object(), true));
    std::vector<const Var*> params(func->params.begin(), func->params.begin() + static_cast<std::ptrdiff_t>(num_input));
    params.push_back(fget_);
    std::vector<const Type*> types;
    for (const Var* param : params) types.push_back(param->type);
    std::vector<const Var*> visible = DefinableSymbols(types);
    for (const Var* param : params) visible.push_back(param);
    BeginBlock(false);
    FetchShapes(func);
    if (sizes_first_) FetchSizes(func->params.first(num_input), func->params.subspan(num_input));
    const BindingBlock* start = EndBlock();
    const SeqExpr* body = VisitBody(params, func->body);
    if (start != nullptr) {
      std::vector<const BindingBlock*> blocks{start};
      blocks.insert(blocks.end(), body->blocks.begin(), body->blocks.end());
      body = MakeSeq(ctx, MergeBlocks(ctx, blocks), body->body);
    }
    const Type* ret_type = EraseVars(ctx, func->ret_type, visible);
    // Types of values, too, name a shape by the variable that it was fetched into.
    if (!shapes_.empty()) body = SubstituteIn(ctx, body, shapes_);
    const Function* lazy = MakeRefinedFunction(ctx, *func, params, body, ret_type);
    return WithNumInput(ctx, lazy, static_cast<int64_t>(num_input) + 1);
  }

 protected:
  const Expr* VisitVar(const Var* var) override {
    auto place = places_.find(var);
    if (place == places_.end()) return RelaxMutator::VisitVar(var);
    std::string name = var->name.str();
    std::vector<const Expr*> args{MakeInt(ctx, static_cast<int64_t>(place->second)), MakeString(ctx, name)};
    const Expr* untyped = Emit(Typed(MakeCall(ctx, fget_, args)), name + "_untyped");
    const Type* type = VisitType(var->type);
    const Var* weight = MakeVar(ctx, name, type, InDataflow() ? VarFlavor::kDataflow : VarFlavor::kPlain);
    EmitBinding(MakeMatchCast(ctx, weight, untyped, type));
    return weight;
  }

 private:
  // Shapes and scalars that types name are fetched once, where all types see them.
  void FetchShapes(const Function* func) {
    std::vector<const Var*> named = ShapesNamedByTypes(func);
    for (const Var* param : func->params) {
      if (Is<PrimType>(param->type)) named.push_back(param);
    }
    for (const Var* param : named) {
      if (!places_.contains(param)) continue;
      const Var* shape = As<Var>(VisitVar(param));
      places_.erase(param);
      shapes_[param] = shape;
      Remap(param, shape);
    }
  }

  // The weights that define sizes which no parameter does; those first that define what the types of others need.
  void FetchSizes(Nodes<Var> params, Nodes<Var> weights) {
    std::unordered_set<const Var*> known;
    for (const Var* param : params) {
      for (const Var* var : DefinableSymbols({param->type})) known.insert(var);
    }
    for (size_t iteration = 0; iteration < weights.size(); ++iteration) {
      for (const Var* weight : weights) {
        std::vector<const Var*> defined = DefinableSymbols({weight->type});
        auto is_known = [&](const Var* var) { return known.contains(var); };
        bool ready = std::ranges::all_of(VarsIn(weight->type), [&](const Var* var) {
          return is_known(var) || std::ranges::find(defined, var) != defined.end();
        });
        if (!ready || std::ranges::all_of(defined, is_known)) continue;
        VisitVar(weight);
        known.insert(defined.begin(), defined.end());
      }
    }
  }

  bool sizes_first_;
  const Var* fget_ = nullptr;
  std::unordered_map<const Var*, size_t> places_;
  VarMap shapes_;
};

class LazyOutputMutator : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

  const Function* VisitFunction(const Function* func) override {
    if (fset_ != nullptr) return RelaxMutator::VisitFunction(func);
    std::vector<std::pair<size_t, const Expr*>> inlined = PlanOutputs(func);
    FindWriters(func);
    std::vector<const Type*> arguments{ctx.Prim(DType::Int(64)), ctx.Object()};
    fset_ = MakeVar(ctx, "fset_output", MakeFuncType(ctx, arguments, MakeTupleType(ctx, {}), false));
    int64_t num_input = NumInputAttr(func);
    std::vector<const Var*> params(func->params.begin(), func->params.end());
    params.insert(num_input < 0 ? params.end() : params.begin() + num_input, fset_);

    std::vector<const BindingBlock*> blocks;
    BeginBlock(false);
    for (const Var* param : func->params) EmitSets(param);
    if (const BindingBlock* start = EndBlock()) blocks.push_back(start);
    const SeqExpr* body = VisitBody(params, func->body);
    blocks.insert(blocks.end(), body->blocks.begin(), body->blocks.end());
    BeginBlock(false);
    for (auto [index, value] : inlined) Emit(SetCall(index, value), "_void");
    if (const BindingBlock* end = EndBlock()) blocks.push_back(end);
    const SeqExpr* lazy = MakeSeq(ctx, MergeBlocks(ctx, blocks), MakeTuple(ctx, {}));
    // It hands things over, and so is pure no longer, whatever was forced.
    const AttrDict* attrs = WithAttr(ctx, func->attrs, "relax.force_pure", nullptr);
    const Function* made = MakeFunction(ctx, params, lazy, lazy->type, false, attrs);
    return num_input < 0 ? made : WithNumInput(ctx, made, num_input + 1);
  }

 protected:
  void VisitVarBinding(const VarBinding* binding) override {
    RelaxMutator::VisitVarBinding(binding);
    EmitSets(binding->var);
    auto written = written_.find(binding);
    if (written == written_.end()) return;
    for (const Var* var : written->second) EmitPlaces(var);
  }
  void VisitMatchCast(const MatchCast* binding) override {
    RelaxMutator::VisitMatchCast(binding);
    EmitSets(binding->var);
  }

 private:
  // Where memory is written out, a kernel or a packed function may write an output behind where it is bound: it is
  // handed over behind the last binding of the function that may.
  void FindWriters(const Function* func) {
    std::unordered_map<const Var*, const Binding*> last;
    for (const BindingBlock* block : func->body->blocks) {
      if (block->is_dataflow) continue;
      for (const Binding* binding : block->bindings) {
        if (!MayWrite(binding->value)) continue;
        for (const Var* var : VarsIn(binding->value, Types::kSkip)) {
          if (places_.contains(var)) last[var] = binding;
        }
      }
    }
    for (auto [var, binding] : last) {
      written_[binding].push_back(var);
      waiting_.insert(var);
    }
    auto first_place = [&](const Var* var) { return places_.at(var).front(); };
    for (auto& [binding, vars] : written_) std::ranges::sort(vars, {}, first_place);
  }
  // A call of a kernel that is given its results, or of what runs outside; also within a branch.
  bool MayWrite(const Expr* value) const {
    bool writes = false;
    WalkOnce(value, [&](const Node* node) {
      const auto* call = As<Call>(node);
      if (call == nullptr) return;
      const auto* callee = As<GlobalVar>(call->op);
      bool is_kernel = callee != nullptr && Is<PrimFunc>(module_->Find(callee->name.text()));
      writes |= is_kernel || Is<ExternFunc>(call->op) || IsCallOf(call, "relax.vm.call_tir_dyn") ||
                IsCallOf(call, "relax.call_packed");
    });
    return writes;
  }

  // Fills places_ with what the function binds, which is handed over there; all else, a size among it, is given back
  // with its place.
  std::vector<std::pair<size_t, const Expr*>> PlanOutputs(const Function* func) {
    std::unordered_set<const Var*> bound(func->params.begin(), func->params.end());
    for (const BindingBlock* block : func->body->blocks) {
      for (const Binding* binding : block->bindings) bound.insert(binding->var);
    }
    std::vector<std::pair<size_t, const Expr*>> inlined;
    auto add = [&](size_t index, const Expr* value) {
      if (const auto* var = As<Var>(value); var != nullptr && bound.contains(var)) {
        places_[var].push_back(index);
      } else {
        inlined.emplace_back(index, value);
      }
    };
    const Expr* result = func->body->body;
    if (const auto* tuple = As<Tuple>(result)) {
      for (size_t i = 0; i < tuple->fields.size(); ++i) add(i, tuple->fields[i]);
    } else {
      add(0, result);
    }
    return inlined;
  }
  const Call* SetCall(size_t index, const Expr* value) {
    return Typed(MakeCall(ctx, fset_, {MakeInt(ctx, static_cast<int64_t>(index)), value}));
  }
  void EmitSets(const Var* var) {
    if (!waiting_.contains(var)) EmitPlaces(var);
  }
  void EmitPlaces(const Var* var) {
    auto places = places_.find(var);
    if (places == places_.end()) return;
    for (size_t index : places->second) Emit(SetCall(index, VisitVar(var)), "_void");
  }

  const Var* fset_ = nullptr;
  std::unordered_map<const Var*, std::vector<size_t>> places_;
  // The last bindings that may write outputs, and those outputs.
  std::unordered_map<const Binding*, std::vector<const Var*>> written_;
  std::unordered_set<const Var*> waiting_;
};

Status CheckNumInput(const Function* func) {
  if (NumInputAttr(func) <= static_cast<int64_t>(func->params.size())) return Done{};
  return Diag{DiagKind::kUnsupported, func->span, "num_input is more than the function has parameters", "", {}};
}

// Public functions get other parameters, and calls of them stay as they are.
Status CheckNothingCallsPublic(const Module& module) {
  auto mentioned = MentionedFunctions(module);
  for (const ModuleEntry& entry : module.entries) {
    if (Is<Function>(entry.func) && IsPublic(entry.func)) {
      ASSAY_RETURN_IF_ERROR(CheckCallersFit(entry, nullptr, mentioned));
    }
  }
  return Done{};
}

Result<const Function*> WithLazyInputs(PassContext& pass_ctx, const Module& module, const Function* func,
                                       bool sizes_first) {
  Context& ctx = pass_ctx.ctx;
  LazyInputMutator mutator(ctx, &module, sizes_first);
  const Function* lazy = mutator.VisitFunction(func);
  ASSAY_RETURN_IF_ERROR(mutator.status());
  ASSAY_TRY(lazy, EliminateCommonSubexpr(ctx, module, lazy, false));
  return RemoveUnusedBindings(pass_ctx, module, lazy);
}

// What a local function says of sizes is to mean those of the function around it, and not to define its own.
bool HasFunctionOfSizes(const Function* func) {
  std::vector<const Type*> types;
  for (const Var* param : func->params) types.push_back(param->type);
  std::vector<const Var*> sizes = DefinableSymbols(types);
  bool found = false;
  WalkOnce(func->body, [&](const Node* node) { found |= Is<Function>(node) && MentionsAny(node, sizes); });
  return found;
}

// Whether a size is used before any weight that says it, or after a branch that alone has fetched that.
bool LacksSizes(Context& ctx, const Module& module, const Function* func, const Function* lazy) {
  auto entry = std::ranges::find(module.entries, func, &ModuleEntry::func);
  return !FreeVarsIn(lazy).empty() || !IsWellFormed(ctx, WithFunction(ctx, module, entry->var, lazy));
}

Result<Module> RunLazyGetInput(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  ASSAY_RETURN_IF_ERROR(CheckNothingCallsPublic(module));
  return MapRelaxFunctions(ctx, module, [&](const Function* func) -> Result<const Function*> {
    if (!IsPublic(func)) return func;
    ASSAY_RETURN_IF_ERROR(CheckNumInput(func));
    if (HasFunctionOfSizes(func)) return WithLazyInputs(pass_ctx, module, func, true);
    // An operator may ask for a size that nothing before it says.
    Result<const Function*> lazy = WithLazyInputs(pass_ctx, module, func, false);
    bool lacks = !lazy.ok() || LacksSizes(ctx, module, func, *lazy);
    return lacks ? WithLazyInputs(pass_ctx, module, func, true) : lazy;
  });
}

Result<Module> RunLazySetOutput(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  ASSAY_RETURN_IF_ERROR(CheckNothingCallsPublic(module));
  return MapRelaxFunctions(ctx, module, [&](const Function* func) -> Result<const Function*> {
    if (!IsPublic(func)) return func;
    ASSAY_RETURN_IF_ERROR(CheckNumInput(func));
    LazyOutputMutator mutator(ctx, &module);
    const Function* lazy = mutator.VisitFunction(func);
    ASSAY_RETURN_IF_ERROR(mutator.status());
    return lazy;
  });
}

}  // namespace

constexpr std::string_view kLazyGetInputAttrs[] = {"num_input"};

const PassSpec kLazyGetInput = {
    .name = "LazyGetInput",
    .doc = "public functions ask for each weight by a callback when they need it",
    .idempotent = false,
    .why_not_idempotent = "each application adds one callback more",
    .signatures = Signatures::kChanged,
    .changes = Changes({Facet::kParameters, Facet::kPrivateParameters, Facet::kParameterTypes, Facet::kResultTypes,
                        Facet::kPrivateParameterTypes, Facet::kPrivateResultTypes, Facet::kParameterDevices,
                        Facet::kResultDevices}) |
               Adds({Facet::kVariableKinds}) | Drops({Facet::kExternals, Facet::kMemory}) | Alters({Facet::kGraphs}),
    .attrs = kLazyGetInputAttrs,
    .run = RunLazyGetInput,
};
constexpr std::string_view kLazySetOutputAttrs[] = {"num_input", "relax.force_pure"};

const PassSpec kLazySetOutput = {
    .name = "LazySetOutput",
    .doc = "public functions hand over each output by a callback as soon as it is there",
    .needs = kDataflowFree,
    .idempotent = false,
    .why_not_idempotent = "each application adds one callback more",
    .signatures = Signatures::kChanged,
    .changes = Changes({Facet::kParameters, Facet::kPrivateParameters, Facet::kParameterTypes, Facet::kResultTypes,
                        Facet::kPrivateParameterTypes, Facet::kPrivateResultTypes, Facet::kParameterDevices,
                        Facet::kResultDevices}) |
               Alters({Facet::kPurity, Facet::kGraphs}),
    .attrs = kLazySetOutputAttrs,
    .run = RunLazySetOutput,
};

}  // namespace assay
