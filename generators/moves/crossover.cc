// Moves that bring something of another module in: one of its functions, or some of its bindings. What they take is
// wired to what is in scope and has the type, or to constants.
#include <algorithm>

#include "generators/modules/values.h"
#include "generators/moves/crossover.h"
#include "ir/ops/engine_rows.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/support/check.h"
#include "ir/tensor/tensor.h"
#include "ir/walk.h"
#include "passes/analysis/private_function.h"
#include "passes/analysis/unused_functions.h"
#include "passes/rewrite/global_names.h"

namespace assay {
namespace {

constexpr size_t kMostEntries = 24;

// The place's own value with one operand of the type replaced by `by`; the value itself when there is none.
const Expr* UsedIn(const Expr* value, const Expr* by, Context& ctx) {
  const Call* call = OperatorCall(value);
  if (call == nullptr) return value;
  std::vector<const Expr*> args(call->args.begin(), call->args.end());
  auto found =
      std::ranges::find_if(args, [&](const Expr* arg) { return Is<Var>(arg) && SameType(arg->type, by->type); });
  if (found == args.end()) return value;
  *found = by;
  Call* changed = ctx.arena.New<Call>(*call);
  changed->args = ctx.Copy(args);
  return changed;
}

// With variables of their own, since the same may come from the donor twice.
std::vector<ModuleEntry> Copied(Context& ctx, const std::vector<ModuleEntry>& entries) {
  Module module;
  module.entries = entries;
  Result<Module> copy = Deserialize(ctx, Serialize(module), OpOfFullName);
  ASSAY_CHECK(copy.ok());
  return {copy->entries.begin(), copy->entries.end()};
}

}  // namespace

bool TakesMoreFunctions(const MoveSite& site) {
  return site.donor != nullptr && site.donor->global_infos.empty() && site.module.entries.size() < kMostEntries;
}

const Expr* WiredTo(MoveSite& site, const Place& place, const Type* type) {
  if (const Var* var = DrawVisible(site, place, type)) return var;
  const TensorType* tensor = StaticTensor(type);
  if (tensor == nullptr || tensor->vdevice != nullptr) return nullptr;
  std::vector<int64_t> shape;
  for (const Expr* dim : As<ShapeExpr>(tensor->shape)->values) shape.push_back(AsInt(dim)->value);
  return MakeConstant(site.ctx, RandomTensor(site.bytes, tensor->dtype, shape, ValueStyle::kModerate));
}

const Expr* SplicedIn(BindingEditor& editor, const VarBinding& binding, const Expr* brought) {
  const Expr* used = UsedIn(binding.value, brought, editor.context());
  return used == binding.value ? editor.Emit(used) : used;
}

std::vector<ModuleEntry> RenamedFromDonor(MoveSite& site, const ModuleEntry& chosen) {
  std::vector<ModuleEntry> brought{chosen};
  Callees callees;
  for (std::string_view name : callees.Of(chosen.func)) {
    for (const ModuleEntry& entry : site.donor->entries) {
      if (entry.var->name == name) brought.push_back(entry);
    }
  }
  brought = Copied(site.ctx, brought);
  GlobalRenaming renaming;
  Module taken = site.module;
  for (const ModuleEntry& entry : brought) {
    const GlobalVar* var = FreshGlobal(site.ctx, taken, fmt::format("{}_in", entry.var->name.text()), entry.func);
    renaming[entry.var->name] = var;
    taken = WithFunction(site.ctx, taken, var, entry.func);
  }
  Module donor;
  donor.entries = brought;
  brought = RenamedEntries(site.ctx, donor, renaming);
  for (ModuleEntry& entry : brought) entry.func = WithFunctionAttr(site.ctx, entry.func, "global_symbol", nullptr);
  return brought;
}

namespace {

bool IsStaticTuple(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  return tuple != nullptr && !tuple->fields.empty() && std::ranges::all_of(tuple->fields, StaticTensor);
}

// ---- a function

bool IsImportable(const Module& donor, const ModuleEntry& entry) {
  const auto* func = As<Function>(entry.func);
  if (func == nullptr || !IsEditable(func) || !func->is_pure || func->params.empty()) return false;
  bool result = StaticTensor(func->ret_type) != nullptr || IsStaticTuple(func->ret_type);
  bool fixed =
      result && std::ranges::all_of(func->params, [](const Var* p) { return StaticTensor(p->type) != nullptr; });
  // Those that call Relax functions may go in circles.
  WalkOnce(func->body, [&](const Node* node) {
    const auto* callee = As<GlobalVar>(node);
    fixed &= callee == nullptr || Is<PrimFunc>(donor.Find(callee->name.text()));
  });
  return fixed;
}

std::optional<Module> ImportFunction(MoveSite& site) {
  if (!TakesMoreFunctions(site)) return std::nullopt;
  std::vector<ModuleEntry> offered;
  for (const ModuleEntry& entry : site.donor->entries) {
    if (IsImportable(*site.donor, entry)) offered.push_back(entry);
  }
  auto place = DrawPlace(site, [](const Place& p) { return !p.in_dataflow || !Is<Function>(p.binding->value); });
  if (offered.empty() || !place) return std::nullopt;
  std::vector<ModuleEntry> brought = RenamedFromDonor(site, site.bytes.Pick(offered));
  std::vector<ModuleEntry> entries(site.module.entries.begin(), site.module.entries.end());
  entries.insert(entries.end(), brought.begin(), brought.end());
  Module with = WithEntries(site.ctx, site.module, entries);
  std::vector<const Expr*> args;
  for (const Var* param : As<Function>(brought[0].func)->params) args.push_back(WiredTo(site, *place, param->type));
  if (std::ranges::find(args, nullptr) != args.end()) return std::nullopt;
  return EditBindingOf(site, with, *place, [&](BindingEditor& editor, const VarBinding& binding) -> const Expr* {
    const Expr* result = editor.Emit(editor.Typed(MakeCall(site.ctx, brought[0].var, args)));
    if (IsStaticTuple(result->type)) result = editor.Emit(MakeTupleGetItem(site.ctx, result, 0));
    return SplicedIn(editor, binding, result);
  });
}

// ---- bindings

// A run of bindings of a block that compute tensors of fixed sizes by operators alone.
bool IsPortable(const Module& donor, const Binding* binding) {
  const Call* call = Is<VarBinding>(binding) ? OperatorCall(binding->value) : nullptr;
  bool portable = call != nullptr && StaticTensor(binding->var->type) != nullptr && IsPureValue(donor, call) &&
                  As<Op>(call->op)->spec->lower.rule != nullptr && IsCarriedOut(*As<Op>(call->op)->spec);
  if (!portable) return false;
  WalkOnce(binding, [&](const Node* node) {
    const auto* var = As<Var>(node);
    const auto* tensor = var == nullptr ? nullptr : StaticTensor(var->type);
    portable &= !Is<GlobalVar>(node) && !Is<ExternFunc>(node) &&
                (var == nullptr || (tensor != nullptr && tensor->vdevice == nullptr));
  });
  return portable;
}

std::vector<const Binding*> DrawRun(MoveSite& site) {
  std::vector<std::vector<const Binding*>> runs;
  for (size_t i : EditableFunctions(*site.donor)) {
    for (const BindingBlock* block : As<Function>(site.donor->entries[i].func)->body->blocks) {
      runs.emplace_back();
      for (const Binding* binding : block->bindings) {
        if (IsPortable(*site.donor, binding)) runs.back().push_back(binding);
      }
    }
  }
  std::erase_if(runs, [](const auto& run) { return run.empty(); });
  if (runs.empty()) return {};
  const std::vector<const Binding*>& run = site.bytes.Pick(runs);
  size_t from = site.bytes.Below(run.size());
  size_t count = 1 + site.bytes.Below(std::min<size_t>(run.size() - from, 4));
  return {run.begin() + static_cast<std::ptrdiff_t>(from), run.begin() + static_cast<std::ptrdiff_t>(from + count)};
}

std::optional<Module> SpliceBindings(MoveSite& site) {
  if (site.donor == nullptr) return std::nullopt;
  std::vector<const Binding*> run = DrawRun(site);
  auto place = DrawPlace(site, [](const Place& p) { return OperatorCall(p.binding->value) != nullptr; });
  if (run.empty() || !place) return std::nullopt;
  return EditBinding(site, *place, [&](BindingEditor& editor, const VarBinding& target) -> const Expr* {
    VarMap wires;
    for (const Binding* binding : run) {
      for (const Var* var : VarsIn(binding->value, Types::kSkip)) {
        if (!wires.contains(var)) wires[var] = WiredTo(site, *place, var->type);
      }
      auto typed = editor.Typed(SubstituteIn(site.ctx, As<Call>(binding->value), wires));
      wires[binding->var] = editor.Emit(typed);
    }
    return SplicedIn(editor, target, wires[run.back()->var]);
  });
}

}  // namespace

const MoveSpec kImportFunction = {"import_function", MoveFamily::kCrossover,
                                  "a function of another module, with its kernels, comes in and is called",
                                  ImportFunction};
const MoveSpec kSpliceBindings = {"splice_bindings", MoveFamily::kCrossover,
                                  "some bindings of another module come in and are used", SpliceBindings};

}  // namespace assay
