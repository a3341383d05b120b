// BundleModelParams: the parameters after the first num_input become one tuple; each use reads its field. A scalar
// parameter is read once at the start, since shapes need its name, and a shape that types name. Tested by
// testdata/bundle_model_params.
#include <algorithm>

#include "ir/ops/infer.h"
#include "ir/walk.h"
#include "passes/analysis/function_uses.h"
#include "passes/analysis/private_function.h"
#include "passes/analysis/symbols.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/relax/function_passes.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

class ParamBundler : public RelaxMutator {
 public:
  ParamBundler(Context& context, const Module* module, std::string_view tuple_name)
      : RelaxMutator(context, module), tuple_name_(tuple_name) {}

  const Function* VisitFunction(const Function* func) override {
    int64_t num_input = NumInputAttr(func);
    // Functions inside others are called there, with the parameters that they have.
    bool is_inner = std::exchange(inside_, true);
    if (is_inner || num_input < 0) return RelaxMutator::VisitFunction(func);
    if (num_input > static_cast<int64_t>(func->params.size())) {
      Fail({DiagKind::kUnsupported, func->span, "num_input is more than the function has parameters", "", {}});
      return func;
    }
    return Bundle(func, static_cast<size_t>(num_input));
  }

 protected:
  const Expr* VisitVar(const Var* var) override {
    auto field = fields_.find(var);
    if (field == fields_.end() || remap_.contains(var)) return RelaxMutator::VisitVar(var);
    const Type* wanted = VisitType(var->type);
    if (SameType(field->second->type, wanted)) return Emit(field->second, var->name.text());
    // The tuple's type could not say what the scalar parameters in it say.
    const Var* cast = MakeVar(ctx, var->name.text(), wanted, InDataflow() ? VarFlavor::kDataflow : VarFlavor::kPlain);
    EmitBinding(MakeMatchCast(ctx, cast, field->second, wanted));
    return cast;
  }

  void VisitVarBinding(const VarBinding* binding) override;

 private:
  const Function* Bundle(const Function* func, size_t num_input);
  std::vector<const Type*> BundledTypes(const Function* func, size_t num_input);
  std::vector<const Binding*> TellingFirst(std::vector<const MatchCast*> casts) const;
  // The type without the scalars that come in by the tuple.
  const Type* Erased(const Type* type) const;

  std::string tuple_name_;
  bool inside_ = false;
  std::unordered_set<const Var*> bundled_;
  // Sizes that types without such scalars do not tell any more.
  std::unordered_set<const Var*> untold_;
  // Bundled parameters, with the field that holds each.
  std::unordered_map<const Var*, const Expr*> fields_;
};

const Type* ParamBundler::Erased(const Type* type) const {
  std::vector<const Var*> visible;
  bool mentions = false;
  for (const Var* var : VarsIn(type)) {
    bool is_bundled = bundled_.contains(var);
    mentions |= is_bundled;
    if (!is_bundled) visible.push_back(var);
  }
  return mentions ? EraseVars(ctx, type, visible) : type;
}

// The scalar's binding is not in the signature, and so the variable of a choice may not mention it.
void ParamBundler::VisitVarBinding(const VarBinding* binding) {
  const Type* type = Is<If>(binding->value) ? Erased(binding->var->type) : binding->var->type;
  if (type == binding->var->type) return RelaxMutator::VisitVarBinding(binding);
  const Var* var = MakeVar(ctx, binding->var->name.text(), type, binding->var->flavor);
  const Expr* value = VisitExpr(binding->value);
  Remap(binding->var, var);
  EmitBinding(MakeBinding(ctx, var, value));
}

// The types of the tuple's fields. A size that they do not tell any more is not in the signature either.
std::vector<const Type*> ParamBundler::BundledTypes(const Function* func, size_t num_input) {
  std::vector<const Type*> all, types;
  for (const Var* param : func->params) all.push_back(param->type);
  for (bool more = true; more;) {
    more = false;
    types.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(num_input));
    for (size_t i = num_input; i < all.size(); ++i) types.push_back(Erased(all[i]));
    std::vector<const Var*> told = DefinableSymbols(types);
    for (const Var* var : DefinableSymbols(all)) {
      if (std::ranges::find(told, var) != told.end() || !bundled_.insert(var).second) continue;
      untold_.insert(var);
      more = true;
    }
  }
  types.erase(types.begin(), types.begin() + static_cast<std::ptrdiff_t>(num_input));
  return types;
}

// Such that each mentions of the untold sizes those that it tells, or that one in front of it has told.
std::vector<const Binding*> ParamBundler::TellingFirst(std::vector<const MatchCast*> casts) const {
  std::vector<const Binding*> ordered;
  std::unordered_set<const Var*> told;
  while (!casts.empty()) {
    auto next = std::ranges::find_if(casts, [&](const MatchCast* cast) {
      std::vector<const Var*> own = DefinableSymbols({cast->target});
      return std::ranges::all_of(VarsIn(cast->target), [&](const Var* var) {
        return !untold_.contains(var) || told.contains(var) || std::ranges::find(own, var) != own.end();
      });
    });
    if (next == casts.end()) next = casts.begin();
    for (const Var* var : DefinableSymbols({(*next)->target})) told.insert(var);
    ordered.push_back(*next);
    casts.erase(next);
  }
  return ordered;
}

const Function* ParamBundler::Bundle(const Function* func, size_t num_input) {
  std::vector<const Var*> params(func->params.begin(), func->params.begin() + static_cast<std::ptrdiff_t>(num_input));
  std::vector<const Type*> input_types;
  for (const Var* param : params) input_types.push_back(param->type);
  std::vector<const Var*> shapes = ShapesNamedByTypes(func);
  auto has_name = [&](const Var* param) {
    return Is<PrimType>(param->type) || std::ranges::find(shapes, param) != shapes.end();
  };
  for (size_t i = num_input; i < func->params.size(); ++i) {
    if (has_name(func->params[i])) bundled_.insert(func->params[i]);
  }
  for (const Var* var : DefinableSymbols(input_types)) bundled_.erase(var);
  const Var* tuple = MakeVar(ctx, tuple_name_, MakeTupleType(ctx, BundledTypes(func, num_input)));
  params.push_back(tuple);
  std::vector<const Binding*> prologue;
  std::vector<const MatchCast*> casts;
  auto is_untold = [this](const Var* var) { return untold_.contains(var); };
  for (size_t i = num_input; i < func->params.size(); ++i) {
    const Var* param = func->params[i];
    const Expr* item = MakeTupleGetItem(ctx, tuple, static_cast<int64_t>(i - num_input));
    if (!has_name(param) && std::ranges::any_of(VarsIn(param->type), is_untold)) {
      casts.push_back(MakeMatchCast(ctx, param, item, param->type));
      SeeSymbolsOf(param->type);
      continue;
    }
    if (!has_name(param)) {
      fields_[param] = item;
      continue;
    }
    // The parameter itself becomes a binding, so that shapes keep their names.
    prologue.push_back(MakeBinding(ctx, param, item));
    if (Is<PrimType>(param->type)) SeeSymbolsOf(MakeShapeType(ctx, {param}));
  }
  // They mention scalars of the tuple.
  std::ranges::copy(TellingFirst(casts), std::back_inserter(prologue));
  const Type* ret_type = Erased(func->ret_type);
  const SeqExpr* body = VisitBody(params, func->body);
  if (!prologue.empty()) {
    std::vector<const BindingBlock*> blocks{MakeBlock(ctx, prologue, false)};
    blocks.insert(blocks.end(), body->blocks.begin(), body->blocks.end());
    body = MakeSeq(ctx, MergeBlocks(ctx, blocks), body->body);
  }
  return MakeRefinedFunction(ctx, *func, params, body, ret_type);
}

Result<Module> RunBundleModelParams(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  ASSAY_TRY(std::string tuple_name, StringOption(options, "param_tuple_name", "model_params"));
  auto mentioned = MentionedFunctions(module);
  ModuleEditor editor(pass_ctx.ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    if (func == nullptr) continue;
    ASSAY_TRY(const Function* bundled, BundleModelParams(pass_ctx.ctx, module, func, tuple_name));
    ASSAY_RETURN_IF_ERROR(CheckCallersFit(module.entries[i], bundled, mentioned));
    editor.Replace(i, bundled);
  }
  return editor.Finish();
}

constexpr std::string_view kOptions[] = {"param_tuple_name"};

}  // namespace

Result<const Function*> BundleModelParams(Context& ctx, const Module& module, const Function* func,
                                          std::string_view tuple_name) {
  ParamBundler bundler(ctx, &module, tuple_name);
  const Function* bundled = bundler.VisitFunction(func);
  ASSAY_RETURN_IF_ERROR(bundler.status());
  return bundled;
}

const PassSpec kBundleModelParams = {
    .name = "BundleModelParams",
    .doc = "bundles the parameters after the first num_input into one tuple",
    .options = kOptions,
    .opt_level = 1,
    .idempotent = false,
    .why_not_idempotent =
        "the tuple is itself a parameter after the first num_input, which a second application bundles",
    .signatures = Signatures::kChanged,
    .changes = Changes({Facet::kParameters, Facet::kPrivateParameters, Facet::kParameterTypes, Facet::kResultTypes,
                        Facet::kPrivateParameterTypes, Facet::kPrivateResultTypes, Facet::kParameterDevices,
                        Facet::kResultDevices}) |
               Alters({Facet::kGraphs}),
    .run = RunBundleModelParams,
};

}  // namespace assay
