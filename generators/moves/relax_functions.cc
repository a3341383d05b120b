// Moves on functions as wholes: a call becomes a function or a closure and back, functions come and go, attributes
// change.
#include <algorithm>

#include "generators/moves/relax_places.h"
#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "ir/walk.h"
#include "passes/analysis/function_uses.h"
#include "passes/analysis/private_function.h"
#include "passes/analysis/symbols.h"
#include "passes/op_names.h"
#include "passes/pass.h"
#include "passes/rewrite/bind_vars.h"
#include "passes/rewrite/function_at.h"
#include "passes/rewrite/global_names.h"
#include "passes/rewrite/renew_defs.h"

namespace assay {
namespace {

// The variables that the value uses and that have to come in from outside; without symbolic sizes.
std::vector<const Var*> InputsOf(const Expr* value) {
  std::vector<const Var*> inputs = FreeVarsIn(value, Types::kSkip);
  std::erase_if(inputs, [](const Var* var) { return Is<PrimType>(var->type); });
  return inputs;
}

// Whether every symbolic size in the value and its types is one that parameters of these types define.
bool DefinesSymbols(const std::vector<const Var*>& params, const Expr* value) {
  std::vector<const Type*> types;
  for (const Var* param : params) types.push_back(param->type);
  std::vector<const Var*> defined = DefinableSymbols(types);
  std::vector<const Var*> used = VarsIn(value);
  for (const Var* var : VarsIn(value->type)) used.push_back(var);
  for (const Var* param : params) {
    for (const Var* var : VarsIn(param->type)) used.push_back(var);
  }
  return std::ranges::all_of(used, [&](const Var* var) {
    return !Is<PrimType>(var->type) || std::ranges::find(defined, var) != defined.end();
  });
}

// A function of these parameters that gives back the value, with variables of its own.
const Function* FunctionOf(Context& ctx, const std::vector<const Var*>& inputs, const Expr* value) {
  VarMap map;
  std::vector<const Var*> params;
  for (const Var* input : inputs) {
    params.push_back(MakeVar(ctx, input->name.text(), input->type));
    map[input] = params.back();
  }
  const Var* result = MakeVar(ctx, "gv", value->type);
  const BindingBlock* block = MakeBlock(ctx, {MakeBinding(ctx, result, SubstituteIn(ctx, value, map))}, false);
  return WithFreshVars(ctx, MakeFunction(ctx, params, MakeSeq(ctx, {block}, result), value->type));
}

bool IsPureCall(const Module& module, const Place& place) {
  return Is<Call>(place.binding->value) && Is<TensorType>(place.binding->value->type) &&
         IsPureValue(module, place.binding->value);
}

std::optional<Module> Outline(MoveSite& site) {
  auto place = DrawPlace(site, [&](const Place& p) { return IsPureCall(site.module, p); });
  if (!place) return std::nullopt;
  const Expr* value = place->binding->value;
  std::vector<const Var*> inputs = InputsOf(value);
  if (inputs.empty() || !DefinesSymbols(inputs, value)) return std::nullopt;
  const Function* func = FunctionOf(site.ctx, inputs, value);
  const GlobalVar* var = FreshGlobal(site.ctx, site.module, "outlined", func);
  Module with = WithFunction(site.ctx, site.module, var, func);
  return EditBindingOf(site, with, *place, [&](BindingEditor& editor, const VarBinding&) {
    return editor.Typed(MakeCall(site.ctx, var, {inputs.begin(), inputs.end()}));
  });
}

// The first input becomes a parameter; the others are captured.
std::optional<Module> Closure(MoveSite& site) {
  auto place = DrawPlace(site, [&](const Place& p) {
    return !p.in_dataflow && IsPureCall(site.module, p) && StaticTensor(p.binding->value->type) != nullptr &&
           OperatorCall(p.binding->value) != nullptr;
  });
  if (!place) return std::nullopt;
  std::vector<const Var*> inputs = InputsOf(place->binding->value);
  bool fixed =
      !inputs.empty() && std::ranges::all_of(inputs, [](const Var* var) { return StaticTensor(var->type) != nullptr; });
  if (!fixed) return std::nullopt;
  const Function* func = FunctionOf(site.ctx, {inputs[0]}, place->binding->value);
  return EditBinding(site, *place, [&](BindingEditor& editor, const VarBinding&) {
    const Var* closure = editor.Emit(func, "closure");
    return editor.Typed(MakeCall(site.ctx, closure, {inputs[0]}));
  });
}

// Whether some call of a function of the module is given what may be less than a parameter says, or gives more than the
// body says: a call says so much of its arguments and its result, and what stands in its place does not.
bool SaysMoreThanItIsGiven(Context& ctx, const Module& module) {
  bool more = false;
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<Function>(entry.func)) continue;
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const auto* global = call == nullptr ? nullptr : As<GlobalVar>(call->op);
      const auto* func = global == nullptr ? nullptr : As<Function>(module.Find(global->name.text()));
      if (func == nullptr) return;
      more |= IsSubtype(ctx, func->ret_type, func->body->body->type) != SubtypeAnswer::kAlways;
      for (size_t i = 0; i < std::min(func->params.size(), call->args.size()); ++i)
        more |=
            IsSubtype(ctx, EraseVars(ctx, func->params[i]->type, {}), call->args[i]->type) != SubtypeAnswer::kAlways;
    });
  }
  return more;
}

// Whether something is killed: what a function gives back of what it was given then has a second name in the caller,
// under which it is killed, once the function is written out there.
bool KillsMemory(const Module& module) {
  bool kills = false;
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<Function>(entry.func)) continue;
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      kills |= call != nullptr && KilledBy(call) != nullptr;
    });
  }
  return kills;
}

std::optional<Module> InlineFunctions(MoveSite& site) {
  if (SaysMoreThanItIsGiven(site.ctx, site.module) || KillsMemory(site.module)) return std::nullopt;
  PassContext pass_ctx(site.ctx);
  pass_ctx.verify_each = false;
  auto changed = FindPass("InlinePrivateFunctions")->run(pass_ctx, site.module, {});
  if (!changed.ok() || changed->Find(site.entry) == nullptr || Equal(site.module, *changed)) return std::nullopt;
  return *changed;
}

// ---- functions that come and go

// A function without its symbol, and so private.
const Expr* Private(Context& ctx, const Expr* func) { return WithFunctionAttr(ctx, func, "global_symbol", nullptr); }

std::optional<size_t> DrawFunction(MoveSite& site, const std::function<bool(const ModuleEntry&)>& fits) {
  std::vector<size_t> found;
  for (size_t i = 0; i < site.module.entries.size(); ++i) {
    if (fits(site.module.entries[i])) found.push_back(i);
  }
  return found.empty() ? std::nullopt : std::optional(site.bytes.Pick(found));
}

std::optional<Module> UnusedFunction(MoveSite& site) {
  constexpr size_t kMost = 16;
  auto entry = DrawFunction(site, [](const ModuleEntry& e) { return IsEditable(e.func) || Is<PrimFunc>(e.func); });
  if (!entry || site.module.entries.size() >= kMost) return std::nullopt;
  const Expr* func = site.module.entries[*entry].func;
  const Expr* copy = nullptr;
  if (const auto* relax = As<Function>(func)) copy = WithFreshVars(site.ctx, relax);
  if (const auto* kernel = As<PrimFunc>(func)) copy = RenewDefs(site.ctx, kernel);
  copy = Private(site.ctx, copy);
  return WithFunction(site.ctx, site.module, FreshGlobal(site.ctx, site.module, "unused", copy), copy);
}

// ---- attributes

std::optional<Module> OtherVisibility(MoveSite& site) {
  auto entry =
      DrawFunction(site, [&](const ModuleEntry& e) { return e.var->name != site.entry && IsEditable(e.func); });
  if (!entry) return std::nullopt;
  const ModuleEntry& chosen = site.module.entries[*entry];
  const Attr* symbol = IsPublic(chosen.func) ? nullptr : MakeAttrString(site.ctx, chosen.var->name.text());
  return WithFunctionAt(site.ctx, site.module, *entry,
                        WithFunctionAttr(site.ctx, chosen.func, "global_symbol", symbol));
}

std::optional<Module> FunctionNote(MoveSite& site) {
  auto entry = DrawFunction(site, [](const ModuleEntry& e) { return !Is<ExternFunc>(e.func); });
  if (!entry) return std::nullopt;
  const Expr* func = site.module.entries[*entry].func;
  bool there = AttrsOf(func) != nullptr && AttrsOf(func)->Find("assay.note") != nullptr;
  const Attr* note = there ? nullptr : MakeAttrInt(site.ctx, site.bytes.Between(0, 3));
  return WithFunctionAt(site.ctx, site.module, *entry, WithFunctionAttr(site.ctx, func, "assay.note", note));
}

std::optional<Module> ModuleAttribute(MoveSite& site) {
  bool there = site.module.attrs != nullptr && site.module.attrs->Find("system_lib_prefix") != nullptr;
  Module changed = site.module;
  const Attr* prefix = there ? nullptr : MakeAttrString(site.ctx, site.bytes.Chance(1, 2) ? "assay_" : "hello_");
  changed.attrs = WithAttr(site.ctx, site.module.attrs, "system_lib_prefix", prefix);
  return changed;
}

constexpr MoveFamily kMutate = MoveFamily::kMutate;
constexpr MoveFamily kSame = MoveFamily::kMetamorphic;

}  // namespace

const MoveSpec kOutline = {"outline", kSame, "a call becomes a private function, which is called", Outline};
const MoveSpec kClosure = {"closure", kSame, "a call becomes a local function that captures all operands but one",
                           Closure};
const MoveSpec kInlineFunctions = {"inline_functions", kSame,
                                   "private functions become what they do, where they are called", InlineFunctions};
const MoveSpec kUnusedFunction = {"unused_function", kSame, "a function is there once more, and nobody calls it",
                                  UnusedFunction};
const MoveSpec kOtherVisibility = {"other_visibility", kMutate,
                                   "a private function becomes public, or a public one private", OtherVisibility};
const MoveSpec kFunctionNote = {"function_note", kSame, "a function gets an attribute that means nothing, or loses it",
                                FunctionNote};
const MoveSpec kModuleAttribute = {"module_attribute", kMutate, "system_lib_prefix comes or goes", ModuleAttribute};

}  // namespace assay
