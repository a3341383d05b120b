// LazyTransformParams: functions whose names end in "transform_params" fetch each weight by a packed function when they
// need it, hand over each output by another as soon as nothing else needs it, and let go of weights. Newer code uses
// LazyGetInput and LazySetOutput. Tested by testdata/lazy_transform_params.
#include <algorithm>
#include <iterator>

#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/walk.h"
#include "passes/analysis/function_uses.h"
#include "passes/analysis/lifetimes.h"
#include "passes/analysis/private_function.h"
#include "passes/analysis/symbols.h"
#include "passes/op_names.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

// What the last binding of a function that gives a tuple by name binds it to.
const Tuple* ResultTuple(const Function* func) {
  for (const BindingBlock* block : func->body->blocks) {
    for (const Binding* binding : block->bindings) {
      if (binding->var == func->body->body) return As<Tuple>(binding->value);
    }
  }
  return nullptr;
}

struct Outputs {
  // The variable of the result, whose binding goes.
  const Var* result = nullptr;
  std::unordered_map<const Var*, std::vector<int64_t>> places;
  std::vector<std::pair<int64_t, const Expr*>> leaves;
};

// Which variables each binding is the last to use, apart from the result's own. What nothing uses ends where it is
// bound. What others name ends behind these: engines keep one register for both, which a kill clears.
std::unordered_map<const Var*, std::vector<const Var*>> LastUses(const Function* func, const Var* result) {
  std::vector<const Binding*> bindings;
  for (const BindingBlock* block : func->body->blocks) {
    std::ranges::copy_if(block->bindings, std::back_inserter(bindings),
                         [&](const Binding* binding) { return binding->var != result; });
  }
  // Of each name by itself, and of what it names.
  LifeTable<> lives, registers;
  for (const Binding* binding : bindings) {
    lives.Use(binding->value, binding->var);
    registers.Use(binding->value, binding->var);
    if (const auto* named = As<Var>(binding->value)) registers.Name(registers[binding->var], named);
  }
  std::unordered_map<const Var*, std::vector<const Var*>> ends;
  for (const Binding* binding : bindings) {
    std::vector<const Var*>& here = ends[binding->var];
    std::vector<const Var*> firsts;
    for (const Var* var : VarsIn(binding->value, Types::kSkip)) {
      const Var* first = registers.Root(var);
      if (first != var && lives[var].last == binding->var) here.push_back(var);
      if (registers[first].last == binding->var && std::ranges::count(firsts, first) == 0) firsts.push_back(first);
    }
    bool unused = !lives[binding->var].used, names = registers.Root(binding->var) != binding->var;
    if (unused && names) here.push_back(binding->var);
    here.insert(here.end(), firsts.begin(), firsts.end());
    if (unused && !names) here.push_back(binding->var);
  }
  return ends;
}

class LazyMutator : public RelaxMutator {
 public:
  LazyMutator(Context& context, const Module* module, std::string_view get, std::string_view set, Outputs outputs)
      : RelaxMutator(context, module), get_(get), set_(set), outputs_(std::move(outputs)) {}

  const Function* Lazy(const Function* func) {
    auto num_input = static_cast<size_t>(std::max<int64_t>(NumInputAttr(func), 0));
    Nodes<Var> weights = func->params.subspan(num_input);
    bool bundled = weights.size() == 1 && Is<TupleType>(weights[0]->type);
    if (bundled) bundle_ = weights[0];
    for (size_t i = 0; !bundled && i < weights.size(); ++i) places_.emplace(weights[i], static_cast<int64_t>(i));
    ends_ = LastUses(func, nullptr);
    result_is_read_ = std::ranges::find(ends_[outputs_.result], outputs_.result) == ends_[outputs_.result].end();
    if (!result_is_read_) ends_ = LastUses(func, outputs_.result);
    HandOverUnused(func->params);
    BeginBlock(false);
    FetchNamed(func);
    const BindingBlock* start = EndBlock();
    std::vector<const Var*> params(func->params.begin(), func->params.begin() + static_cast<std::ptrdiff_t>(num_input));
    AddSizes(func, weights, params);
    // Nothing mentions the tuple where outputs are handed over.
    const SeqExpr* handed_over =
        MakeSeq(ctx, {func->body->blocks.begin(), func->body->blocks.end()}, MakeTuple(ctx, {}));
    const SeqExpr* body = VisitBody(params, set_.empty() ? func->body : handed_over);
    if (start != nullptr) {
      std::vector<const BindingBlock*> blocks{start};
      blocks.insert(blocks.end(), body->blocks.begin(), body->blocks.end());
      body = MakeSeq(ctx, MergeBlocks(ctx, blocks), body->body);
    }
    std::vector<const Type*> types;
    for (const Var* param : params) types.push_back(param->type);
    const Type* ret_type = EraseVars(ctx, body->body->type, DefinableSymbols(types));
    const AttrDict* attrs = WithAttr(ctx, func->attrs, "relax.force_pure", nullptr);
    return MakeFunction(ctx, params, body, ret_type, false, attrs);
  }

 protected:
  const Expr* VisitVar(const Var* var) override {
    if (var == bundle_) FetchWhole();
    auto place = places_.find(var);
    if (place == places_.end()) return RelaxMutator::VisitVar(var);
    int64_t index = place->second;
    places_.erase(place);
    const Var* fetched = Emit(MakePackedCall(ctx, get_, {MakeInt(ctx, index)}, ctx.Object()));
    // The weight keeps its identity, since types may mention it.
    EmitBinding(MakeMatchCast(ctx, var, fetched, var->type));
    return var;
  }
  void VisitVarBinding(const VarBinding* binding) override {
    // What a branch or a local function fetched, it would have for itself alone.
    if (Is<If>(binding->value) || Is<Function>(binding->value)) FetchUsedIn(binding->value);
    bool is_result = binding->var == outputs_.result && !set_.empty();
    if (is_result && !result_is_read_) {
      Emit(MakeTuple(ctx, {}));
      return HandOverLeaves();
    }
    const auto* item = As<TupleGetItem>(binding->value);
    if (bundle_ != nullptr && item != nullptr && item->tuple == bundle_) {
      const Var* fetched = Emit(MakePackedCall(ctx, get_, {MakeInt(ctx, item->index)}, ctx.Object()));
      const Var* cast = MakeVar(ctx, binding->var->name.text(), item->type);
      EmitBinding(MakeMatchCast(ctx, cast, fetched, item->type));
      ReEmit(binding, cast);
      from_bundle_.insert(binding->var);
    } else {
      RelaxMutator::VisitVarBinding(binding);
    }
    if (is_result) HandOverLeaves();
    if (!set_.empty()) LetGo(binding->var);
  }
  void VisitMatchCast(const MatchCast* binding) override {
    const auto* item = As<TupleGetItem>(binding->value);
    if (bundle_ != nullptr && item != nullptr && item->tuple == bundle_) {
      MatchCast* cast = ctx.arena.New<MatchCast>(*binding);
      cast->value = Emit(MakePackedCall(ctx, get_, {MakeInt(ctx, item->index)}, ctx.Object()));
      RelaxMutator::VisitMatchCast(cast);
      from_bundle_.insert(binding->var);
    } else {
      RelaxMutator::VisitMatchCast(binding);
    }
    if (!set_.empty()) LetGo(binding->var);
  }

 private:
  // Shapes that types name and scalars are fetched first, where all types see them.
  void FetchNamed(const Function* func) {
    for (const Var* shape : ShapesNamedByTypes(func)) VisitVar(shape);
    for (const Var* param : func->params) {
      if (Is<PrimType>(param->type)) VisitVar(param);
    }
  }
  void FetchUsedIn(const Expr* value) {
    for (const Var* var : VarsIn(value, Types::kSkip)) {
      if (places_.contains(var)) VisitVar(var);
    }
    if (bundle_ != nullptr && TakesWhole(value, bundle_)) FetchWhole();
  }
  // Where the tuple of weights is more than what fields are taken of.
  static bool TakesWhole(const Expr* value, const Var* bundle) {
    bool whole = false;
    WalkBeforeChildren(value, [&](const Node* node) {
      const auto* item = As<TupleGetItem>(node);
      whole |= node == bundle;
      return item == nullptr || item->tuple != bundle;
    });
    return whole;
  }
  // All of them, once; the tuple keeps its identity.
  void FetchWhole() {
    if (std::exchange(fetched_whole_, true)) return;
    const auto* type = As<TupleType>(bundle_->type);
    std::vector<const Expr*> weights;
    for (size_t i = 0; i < type->fields.size(); ++i) {
      const Var* fetched = Emit(MakePackedCall(ctx, get_, {MakeInt(ctx, static_cast<int64_t>(i))}, ctx.Object()));
      weights.push_back(MakeVar(ctx, bundle_->name.text(), type->fields[i]));
      EmitBinding(MakeMatchCast(ctx, As<Var>(weights.back()), fetched, type->fields[i]));
    }
    EmitBinding(MakeBinding(ctx, bundle_, MakeTuple(ctx, weights)));
  }
  // An output that is a weight or an input, and that no binding uses, has none that lets it go.
  void HandOverUnused(Nodes<Var> params) {
    auto ends = [&](const Var* param) {
      return std::ranges::any_of(ends_, [&](const auto& at) { return std::ranges::count(at.second, param) != 0; });
    };
    for (const Var* param : params) {
      auto output = outputs_.places.find(param);
      if (output == outputs_.places.end() || ends(param)) continue;
      for (int64_t index : output->second) outputs_.leaves.emplace_back(index, param);
    }
  }
  // After the binding that mentions them last, outputs are handed over and weights killed.
  void LetGo(const Var* after) {
    for (const Var* var : ends_[after]) {
      auto output = outputs_.places.find(var);
      if (output != outputs_.places.end()) {
        for (int64_t index : output->second)
          Emit(MakePackedCall(ctx, set_, {MakeInt(ctx, index), VisitVar(var)}, ctx.Object()), "_");
      }
      if (!from_bundle_.contains(var)) continue;
      Emit(MakeCall(ctx, OpNode(ctx, "relax.vm.kill_object"), {VisitVar(var)}, nullptr, {}, MakeTupleType(ctx, {})),
           "_");
    }
  }
  // Where the result is made, what is no variable is handed over.
  void HandOverLeaves() {
    for (auto [index, value] : outputs_.leaves)
      Emit(MakePackedCall(ctx, set_, {MakeInt(ctx, index), VisitExpr(value)}, ctx.Object()), "_");
  }
  // Sizes that the weights said must still come from somewhere.
  void AddSizes(const Function* func, Nodes<Var> weights, std::vector<const Var*>& params) {
    if (DefinedSymbols(func).empty()) return;
    std::vector<const Type*> open;
    for (const Var* weight : weights) open.push_back(weight->type);
    for (size_t i = 0; i < open.size(); ++i) {
      if (const auto* tuple = As<TupleType>(open[i])) {
        open.insert(open.begin() + static_cast<std::ptrdiff_t>(i) + 1, tuple->fields.begin(), tuple->fields.end());
      } else if (Is<PrimType>(open[i]) || Is<ShapeType>(open[i])) {
        params.push_back(MakeVar(ctx, "symbolic_var_holder", open[i]));
      }
    }
  }

  std::string_view get_, set_;
  Outputs outputs_;
  const Var* bundle_ = nullptr;
  // Weights that nothing has asked for yet.
  std::unordered_map<const Var*, int64_t> places_;
  std::unordered_map<const Var*, std::vector<const Var*>> ends_;
  bool fetched_whole_ = false;
  std::unordered_set<const Var*> from_bundle_;
  // Whether other bindings need the tuple, which then is made although nothing gives it.
  bool result_is_read_ = false;
};

Result<Outputs> PlanOutputs(const Function* func) {
  Outputs outputs;
  const Tuple* tuple = ResultTuple(func);
  if (tuple == nullptr) {
    return Diag{DiagKind::kUnsupported,
                func->span,
                "what LazyTransformParams makes lazy must give a tuple by its name",
                "",
                {}};
  }
  outputs.result = As<Var>(func->body->body);
  for (size_t i = 0; i < tuple->fields.size(); ++i) {
    auto index = static_cast<int64_t>(i);
    if (const auto* var = As<Var>(tuple->fields[i])) {
      outputs.places[var].push_back(index);
    } else {
      outputs.leaves.emplace_back(index, tuple->fields[i]);
    }
  }
  return outputs;
}

// TVM leaves such a function ill-formed.
Status CheckSizesAreKnown(const Function* lazy) {
  for (const Var* var : FreeVarsIn(lazy)) {
    if (!Is<PrimType>(var->type)) continue;
    return Diag{DiagKind::kUnsupported,
                lazy->span,
                "no weight that is fetched by then says what '" + var->name.str() + "' is",
                "",
                {}};
  }
  return Done{};
}

Result<std::string> NameOption(const PassOptions& options, std::string_view option, std::string fallback) {
  auto found = options.find(option);
  if (found == options.end()) return fallback;
  if (const auto* text = As<AttrString>(found->second)) return text->value.str();
  // None, in Python.
  if (Is<AttrNull>(found->second)) return std::string();
  return InvalidOption(options, option, "a name");
}

Result<Module> RunLazyTransformParams(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  Context& ctx = pass_ctx.ctx;
  ASSAY_TRY(std::string get, NameOption(options, "fget_item", "get_item"));
  ASSAY_TRY(std::string set, NameOption(options, "fset_item", "set_item"));
  if (get.empty()) return InvalidOption(options, "fget_item", "a name, as outputs alone cannot be lazy");
  auto mentioned = MentionedFunctions(module);
  ModuleEditor editor(ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    if (func == nullptr || !module.entries[i].var->name.text().ends_with("transform_params")) continue;
    if (NumInputAttr(func) > static_cast<int64_t>(func->params.size())) {
      return Diag{DiagKind::kUnsupported, func->span, "num_input is more than the function has parameters", "", {}};
    }
    ASSAY_TRY(Outputs outputs, PlanOutputs(func));
    LazyMutator mutator(ctx, &module, get, set, std::move(outputs));
    const Function* lazy = mutator.Lazy(func);
    ASSAY_RETURN_IF_ERROR(mutator.status());
    ASSAY_RETURN_IF_ERROR(CheckSizesAreKnown(lazy));
    ASSAY_RETURN_IF_ERROR(CheckCallersFit(module.entries[i], nullptr, mentioned));
    editor.Replace(i, lazy);
  }
  return editor.Finish();
}

constexpr std::string_view kOptions[] = {"fget_item", "fset_item"};

}  // namespace

constexpr std::string_view kLazyTransformParamsAttrs[] = {"relax.force_pure"};

const PassSpec kLazyTransformParams = {
    .name = "LazyTransformParams",
    .doc =
        "functions that transform weights fetch and hand over each by packed functions, and free it after its last use",
    .options = kOptions,
    .needs = kDataflowFree,
    .idempotent = false,
    .why_not_idempotent = "the result is no tuple any more",
    .signatures = Signatures::kChanged,
    .changes = Changes({Facet::kParameters, Facet::kPrivateParameters, Facet::kParameterTypes, Facet::kResultTypes,
                        Facet::kPrivateParameterTypes, Facet::kPrivateResultTypes, Facet::kParameterDevices,
                        Facet::kResultDevices}) |
               Adds({Facet::kExternals}) | Alters({Facet::kPurity, Facet::kGraphs}),
    .attrs = kLazyTransformParamsAttrs,
    .run = RunLazyTransformParams,
};

}  // namespace assay
