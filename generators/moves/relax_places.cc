#include "generators/moves/relax_places.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/ops/purity.h"
#include "ir/tensor/tensor.h"
#include "ir/walk.h"
#include "passes/analysis/function_uses.h"
#include "passes/analysis/private_function.h"

namespace assay {
namespace {

// A sequence with what is in scope where it begins.
struct OpenSeq {
  const SeqExpr* seq;
  bool in_branch;
  std::vector<const Var*> scope;
};

bool HasValue(const Var* var) {
  const auto* tuple = As<TupleType>(var->type);
  return tuple == nullptr || !tuple->fields.empty();
}

// Calls f(binding, block, sequence) for each binding of the function and of its branches until f says stop.
template <class F>
void ForEachBinding(const Function* func, F&& f) {
  std::vector<OpenSeq> open{{func->body, false, {func->params.begin(), func->params.end()}}};
  for (size_t at = 0; at < open.size(); ++at) {
    const SeqExpr* seq = open[at].seq;
    for (const BindingBlock* block : seq->blocks) {
      for (const Binding* binding : block->bindings) {
        if (!f(binding, block, open[at])) return;
        if (const auto* choice = As<If>(binding->value)) {
          open.push_back({choice->true_branch, true, open[at].scope});
          open.push_back({choice->false_branch, true, open[at].scope});
        }
        if (HasValue(binding->var)) open[at].scope.push_back(binding->var);
      }
      if (block->is_dataflow) {
        std::erase_if(open[at].scope, [](const Var* var) { return var->flavor == VarFlavor::kDataflow; });
      }
    }
  }
}

bool IsDelicate(std::string_view op) {
  constexpr std::array kWords = {"inplace", "memory", "vm.", "builtin", "stop_lift", "checkpoint"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return op.find(word) != op.npos; });
}

}  // namespace

bool IsEditable(const Expr* func) {
  const AttrDict* attrs = AttrsOf(func);
  for (std::string_view key : {"Primitive", "Composite", "Codegen", "relax.force_pure"}) {
    if (attrs != nullptr && attrs->Find(key) != nullptr) return false;
  }
  bool delicate = !Is<Function>(func);
  if (delicate) return false;
  WalkOnce(func, [&](const Node* node) {
    const auto* op = As<Op>(node);
    delicate |= op != nullptr && IsDelicate(op->name.text());
  });
  return !delicate;
}

std::vector<size_t> EditableFunctions(const Module& module) {
  std::vector<size_t> found;
  for (size_t i = 0; i < module.entries.size(); ++i) {
    if (IsEditable(module.entries[i].func)) found.push_back(i);
  }
  return found;
}

std::vector<Place> PlacesIn(const Module& module) {
  std::vector<Place> places;
  for (size_t i : EditableFunctions(module)) {
    const auto* func = As<Function>(module.entries[i].func);
    ForEachBinding(func, [&](const Binding* binding, const BindingBlock* block, const OpenSeq& seq) {
      const auto* bound = As<VarBinding>(binding);
      if (bound != nullptr) places.push_back({i, func, bound, block->is_dataflow, seq.in_branch});
      return true;
    });
  }
  return places;
}

std::optional<Place> DrawPlace(MoveSite& site, const std::function<bool(const Place&)>& fits) {
  std::vector<Place> places = PlacesIn(site.module);
  std::erase_if(places, [&](const Place& place) { return !fits(place); });
  if (places.empty()) return std::nullopt;
  return site.bytes.Pick(places);
}

std::vector<const Var*> VisibleAt(const Place& place) {
  std::vector<const Var*> visible;
  ForEachBinding(place.func, [&](const Binding* binding, const BindingBlock*, const OpenSeq& seq) {
    if (binding == place.binding) visible = seq.scope;
    return binding != place.binding;
  });
  return visible;
}

const Var* DrawVisible(MoveSite& site, const Place& place, const Type* type, const Var* except) {
  std::vector<const Var*> visible = VisibleAt(place);
  std::erase_if(visible, [&](const Var* var) { return var == except || !SameType(var->type, type); });
  return visible.empty() ? nullptr : site.bytes.Pick(visible);
}

const Call* OperatorCall(const Expr* value) {
  const auto* call = As<Call>(value);
  const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
  return op != nullptr && op->spec != nullptr ? call : nullptr;
}

bool IsPureValue(const Module& module, const Expr* value) {
  return !Is<Function>(value) && MayBeInDataflow(&module, value);
}

bool MayStandTwice(const Module& module, const Expr* value) {
  bool defines = false;
  WalkOnce(value, [&](const Node* node) { defines |= Is<IndexMap>(node); });
  return !defines && IsPureValue(module, value);
}

const TensorType* StaticTensor(const Type* type) {
  const auto* tensor = As<TensorType>(type);
  const auto* shape = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
  if (shape == nullptr || tensor->dtype.IsVoid() || !std::ranges::all_of(shape->values, Is<IntImm>)) return nullptr;
  std::vector<int64_t> extents;
  for (const Expr* dim : shape->values) extents.push_back(AsInt(dim)->value);
  // Inference gives operators that are too wide for their operands negative extents, as TVM's does.
  return CheckedByteCount(tensor->dtype, extents).ok() ? tensor : nullptr;
}

const Call* TypedOpCall(Context& ctx, const Module& module, std::string_view op, const std::vector<const Expr*>& args,
                        const AttrItems& attrs) {
  auto typed = WithInferredType(ctx, &module, MakeOpCall(ctx, *FindOp(op), args, attrs));
  return typed.ok() ? *typed : nullptr;
}

const Var* BindingEditor::EmitOp(std::string_view op, const std::vector<const Expr*>& args, const AttrItems& attrs) {
  const Call* call = TypedOpCall(ctx, *module_, op, args, attrs);
  return call == nullptr ? nullptr : Emit(call);
}

void BindingEditor::VisitVarBinding(const VarBinding* binding) {
  if (binding != target_) return RelaxMutator::VisitVarBinding(binding);
  const Expr* value = edit_(*this, *binding);
  if (value == nullptr || value == binding->value) {
    RelaxMutator::VisitVarBinding(binding);
  } else {
    done_ = true;
    ReEmit(binding, value);
  }
}

std::optional<Module> WithRelaxFunction(MoveSite& site, const Module& module, size_t entry, const Function* func) {
  const Expr* before = module.entries[entry].func;
  if (func == before) return std::nullopt;
  bool same = Equal(SignatureOf(site.ctx, before), SignatureOf(site.ctx, func), {.map_free_vars = true});
  if (!same && MentionedFunctions(module).contains(module.entries[entry].var->name.text())) return std::nullopt;
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  GlobalVar* var = site.ctx.arena.New<GlobalVar>(*entries[entry].var);
  var->type = func->type;
  entries[entry] = {same ? entries[entry].var : var, func};
  return WithEntries(site.ctx, module, entries);
}

std::optional<Module> EditBindingOf(MoveSite& site, const Module& module, const Place& place,
                                    const BindingEditor::Edit& edit) {
  BindingEditor editor(site.ctx, &module, place.binding, edit);
  const Function* edited = editor.VisitFunction(place.func);
  if (!editor.done()) return std::nullopt;
  return WithRelaxFunction(site, module, place.entry, edited);
}

std::optional<Module> EditBinding(MoveSite& site, const Place& place, const BindingEditor::Edit& edit) {
  return EditBindingOf(site, site.module, place, edit);
}

const GlobalVar* FreshGlobal(Context& ctx, const Module& module, std::string_view hint, const Expr* func) {
  std::string name(hint);
  for (int i = 1; module.Find(name) != nullptr; ++i) name = fmt::format("{}_{}", hint, i);
  GlobalVar* var = ctx.arena.New<GlobalVar>();
  var->name = ctx.Intern(name);
  var->type = func->type;
  return var;
}

}  // namespace assay
