// UpdateParamType: parameters get other types, and bodies are typed again from there. TVM's option is a Python function
// from a parameter to its type; here ty_func is a mapping, {"weight": "R.Tensor((64, 16), 'float32')"}, of parameters
// of every function, or of one: {"main.weight": …}. Symbolic variables of the function keep their names. Tested by
// testdata/update_param_type.
#include "ir/equal.h"
#include "ir/mentions.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/walk.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/relax/if_it_fits.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

constexpr std::string_view kTypes = "ty_func";

Diag BadType(std::string message) { return {DiagKind::kBadArgument, {}, std::move(message), "", {}}; }

// The text for a parameter: "main.weight" beats "weight"; empty when it keeps its type.
std::string_view TextFor(const AttrDict& types, const std::string& function, const Var* param) {
  const auto* text = As<AttrString>(types.Find(function + "." + param->name.str()));
  if (text == nullptr) text = As<AttrString>(types.Find(param->name.text()));
  return text == nullptr ? std::string_view() : text->value.text();
}

class ParamTypeMutator : public RelaxMutator {
 public:
  ParamTypeMutator(Context& context, const Module* module, const AttrDict& types, std::string function)
      : RelaxMutator(context, module), types_(types), function_(std::move(function)) {}

  const Function* VisitFunction(const Function* func) override {
    if (entered_) return RelaxMutator::VisitFunction(func);
    entered_ = true;
    for (const Var* param : func->params) params_.insert(param);
    for (const Var* var : VarsIn(func)) {
      if (Is<PrimType>(var->type)) symbols_.emplace(var->name.str(), var);
    }
    return RelaxMutator::VisitFunction(func);
  }

 protected:
  const Var* VisitVarDef(const Var* var) override {
    const Var* visited = RelaxMutator::VisitVarDef(var);
    std::string_view text = params_.contains(var) ? TextFor(types_, function_, var) : std::string_view();
    if (text.empty()) return visited;
    Result<const Type*> type = ParseType(ctx, std::string(text), symbols_);
    if (!type.ok()) {
      Fail(BadType("type of '" + var->name.str() + "': " + type.error().message));
      return visited;
    }
    return SameType(*type, visited->type) ? visited : MakeVar(ctx, var->name.text(), *type, var->flavor);
  }

 private:
  const AttrDict& types_;
  std::string function_;
  bool entered_ = false;
  std::unordered_set<const Var*> params_;
  NamedVars symbols_;
};

// Each name must be a parameter's.
Status CheckNames(const Module& module, const AttrDict& types) {
  std::unordered_set<std::string> known;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    for (const Var* param : func == nullptr ? Nodes<Var>() : func->params) {
      known.insert(param->name.str());
      known.insert(entry.var->name.str() + "." + param->name.str());
    }
  }
  for (size_t i = 0; i < types.keys.size(); ++i) {
    std::string key = types.keys[i].str();
    if (!Is<AttrString>(types.values[i])) return BadType("option 'ty_func' maps '" + key + "' to no text of a type");
    if (!known.contains(key)) return BadType("no function has the parameter '" + key + "'");
  }
  return Done{};
}

// Once over all functions: what they call has the types of `module`.
Result<Module> Retyped(Context& ctx, const Module& module, const AttrDict& types) {
  ModuleEditor editor(ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    if (func == nullptr) continue;
    ParamTypeMutator mutator(ctx, &module, types, module.entries[i].var->name.str());
    editor.Replace(i, mutator.VisitFunction(func));
    ASSAY_RETURN_IF_ERROR(mutator.status());
  }
  return editor.Finish();
}

Result<Module> RunUpdateParamType(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  const Attr* option = FindOption(options, kTypes);
  if (option == nullptr) return module;
  const auto* types = As<AttrDict>(option);
  if (types == nullptr) return InvalidOption(options, kTypes, "an object that maps parameters to texts of types");
  ASSAY_RETURN_IF_ERROR(CheckNames(module, *types));
  // A function's new type is one of its callers' types, whose callers may follow.
  Module updated = module;
  for (size_t calls = 0; calls <= module.entries.size(); ++calls) {
    ASSAY_TRY(Module next, Retyped(pass_ctx.ctx, updated, *types));
    bool settled = Equal(next, updated);
    updated = next;
    if (settled) break;
  }
  return IfItFits(pass_ctx.ctx, updated, "types");
}

// Whether a cast holds something against a size that the parameter tells: it would tell the size, were that gone.
bool IsHeldAgainst(const Function& func, const TensorType& tensor) {
  std::vector<const Var*> sizes = VarsIn(&tensor);
  bool held = false;
  WalkOnce(func.body, [&](const Node* node) {
    const auto* cast = As<MatchCast>(node);
    held |= cast != nullptr && MentionsAny(cast->target, sizes);
  });
  return held;
}

// One parameter that is a tensor: of any shape of its rank, or of the same type.
bool SampleOptions(Context& ctx, const Module& module, ByteSource& bytes, PassOptions& options) {
  struct Choice {
    std::string name;
    const TensorType* tensor;
    const Function* func;
  };
  std::vector<Choice> tensors;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    for (const Var* param : func == nullptr ? Nodes<Var>() : func->params) {
      const auto* tensor = As<TensorType>(param->type);
      if (tensor == nullptr || tensor->dtype.IsVoid() || tensor->vdevice != nullptr) continue;
      if (!IsNamedAlone(*func, *param)) continue;
      tensors.push_back({entry.var->name.str() + "." + param->name.str(), tensor, func});
    }
  }
  if (tensors.empty()) return false;
  const auto& [name, tensor, func] = tensors[bytes.Below(tensors.size())];
  const Type* wider = MakeTensorTypeOfRank(ctx, tensor->rank, tensor->dtype, nullptr);
  const Type* type = bytes.Chance(3, 4) && !IsHeldAgainst(*func, *tensor) ? wider : tensor;
  options[std::string(kTypes)] = MakeDict(ctx, {{name, MakeAttrString(ctx, PrintType(type))}});
  return true;
}

constexpr std::string_view kOptions[] = {kTypes};

}  // namespace

const PassSpec kUpdateParamType = {
    .name = "UpdateParamType",
    .doc = "gives parameters other types, and types bodies from there",
    .options = kOptions,
    .opt_level = 1,
    .signatures = Signatures::kChanged,
    .changes = Drops({Facet::kVariableTypes}) | Alters({Facet::kGraphs}),
    .run = RunUpdateParamType,
    .sample_options = SampleOptions,
};

}  // namespace assay
