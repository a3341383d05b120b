// Running passes: directly, and through Sequential, which obeys the PassContext. Both check needs, well-formedness and
// gives when asked to.
#include <algorithm>

#include "ir/check/well_formed.h"
#include "ir/mentions.h"
#include "ir/ops/infer.h"
#include "ir/rewrite.h"
#include "passes/analysis/symbols.h"
#include "passes/enabled.h"
#include "passes/foreign_pass.h"
#include "passes/options.h"
#include "passes/pass.h"
#include "passes/pass_names.h"
#include "passes/target_pass.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

bool Contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The passes that give a property, as "A or B".
std::string GiversOf(Prop prop) {
  std::string text;
  for (const PassSpec* pass : AllPasses()) {
    if ((pass->gives & prop) == 0) continue;
    if (!text.empty()) text += " or ";
    text += pass->name;
  }
  return text.empty() ? "no pass" : text;
}

std::string Missing(const PassSpec& pass, Prop prop) {
  return "pass " + std::string(pass.name) + " needs a module that is " + std::string(PropName(prop)) + "; run " +
         GiversOf(prop) + " first";
}

// A result that is ill-formed, or lacks what the pass promises, is the pass's own mistake.
Status CheckResult(Context& ctx, const PassSpec& pass, const Module& result, bool left_notes) {
  DiagSink sink;
  CheckWellFormed(ctx, result, sink);
  if (!sink.ok()) {
    Diag diag = sink.Take().front();
    diag.message = "after " + std::string(pass.name) + ": " + diag.message;
    return diag;
  }
  for (Prop prop : kAllProps) {
    if ((pass.gives & prop) == 0 || left_notes) continue;
    Status holds = CheckProp(ctx, result, prop);
    if (holds.ok()) continue;
    Diag diag = holds.error();
    diag.kind = DiagKind::kIllFormed;
    diag.message =
        "after " + std::string(pass.name) + " the module is not " + std::string(PropName(prop)) + ": " + diag.message;
    return diag;
  }
  return Done{};
}

bool ShouldRun(const PassContext& pass_ctx, const PassSpec& pass, const Module& module) {
  if (!pass_ctx.should_run || Contains(pass_ctx.required_passes, pass.name)) return true;
  return pass_ctx.should_run(pass, module);
}

// What a function's body defines is not visible in the type of its result, as TVM's block builder sees to
// (EraseToWellDefinedInScope).
const Expr* WithErasedResult(Context& ctx, const Expr* e) {
  const auto* func = As<Function>(e);
  if (func == nullptr || func->body->type == nullptr) return e;
  std::vector<const Var*> visible = SymbolsThatParamsDefine(func->params);
  auto is_hidden = [&](const Var* var) { return std::ranges::find(visible, var) == visible.end(); };
  if (!MentionsAny(func->body->type, is_hidden)) return e;
  SeqExpr* body = ctx.arena.New<SeqExpr>(*func->body);
  body->type = EraseVars(ctx, body->type, visible);
  Function* erased = ctx.arena.New<Function>(*func);
  erased->body = body;
  return erased;
}

Module WithErasedResults(Context& ctx, const Module& before, const Module& module) {
  if (module.entries.data() == before.entries.data()) return module;
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  bool changed = false;
  for (ModuleEntry& entry : entries) {
    const Expr* erased = WithErasedResult(ctx, entry.func);
    changed |= erased != entry.func;
    entry.func = erased;
  }
  return changed ? WithEntries(ctx, module, entries) : module;
}

// The pass itself between its instruments.
Result<Module> Apply(PassContext& pass_ctx, const PassCall& call, const Module& module) {
  ASSAY_RETURN_IF_ERROR(CheckOptionNames(call));
  if (pass_ctx.before_pass) pass_ctx.before_pass(*call.pass, module);
  ASSAY_TRY(Module made, call.pass->run(pass_ctx, module, call.options));
  Module result = WithErasedResults(pass_ctx.ctx, module, made);
  if (pass_ctx.after_pass) pass_ctx.after_pass(*call.pass, result);
  return result;
}

// Passes that work on what another one makes: it comes too late where it stands behind them.
struct Follower {
  const PassSpec* pass;
  Prop prop;
};
constexpr Follower kFollowers[] = {
    {&kAnnotateTIROpPattern, kLegalized}, {&kFuseOps, kLegalized}, {&kFuseTIR, kLegalized}};

bool Follows(const PassSpec& pass, Prop prop) {
  return std::ranges::any_of(kFollowers, [&](const Follower& f) { return f.pass == &pass && f.prop == prop; });
}

// The first pass from `at` on that gives a property; nullptr when none does.
const PassSpec* LaterGiver(std::span<const PassCall> calls, size_t at, Prop prop) {
  for (const PassCall& call : calls.subspan(at)) {
    if ((call.pass->gives & prop) != 0) return call.pass;
  }
  return nullptr;
}

Diag TooLate(const PassSpec& pass, const PassSpec& giver, const Status& holds) {
  const Diag& why = holds.error();
  std::string message = "pass " + std::string(pass.name) + " runs before " + std::string(giver.name) +
                        ", which makes what it works on; run " + std::string(giver.name) + " first";
  return {DiagKind::kPassOrder, why.span, message, "", {{why.span, why.message}}};
}

}  // namespace

Status CheckNeeds(Context& ctx, const PassSpec& pass, const Module& module) {
  for (Prop prop : kAllProps) {
    if ((pass.needs & prop) == 0) continue;
    Status holds = CheckProp(ctx, module, prop);
    if (holds.ok()) continue;
    const Diag& why = holds.error();
    return Diag{
        DiagKind::kPassOrder, why.span, Missing(pass, prop), std::string(PropName(prop)), {{why.span, why.message}}};
  }
  return Done{};
}

bool PassEnabled(const PassContext& pass_ctx, const PassSpec& pass) {
  if (Contains(pass_ctx.disabled_passes, pass.name)) return false;
  return Contains(pass_ctx.required_passes, pass.name) || pass_ctx.opt_level >= pass.opt_level;
}

std::span<const PassSpec* const> AllPasses() {
  static constexpr const PassSpec* kPasses[] = {
#define ASSAY_PASS(Name) &Name,
#include "passes/passes.def"
  };
  return kPasses;
}

const PassSpec* FindPass(std::string_view name) {
  std::span<const PassSpec* const> passes = AllRelaxAndTirPasses();
  auto found = std::ranges::find(passes, name, &PassSpec::name);
  if (found != passes.end()) return *found;
  auto own = std::ranges::find(TargetPasses(), name, &PassSpec::name);
  return own == TargetPasses().end() ? ForeignPass(name) : *own;
}

Result<Module> RunPass(PassContext& pass_ctx, const PassCall& call, const Module& module) {
  if (!ShouldRun(pass_ctx, *call.pass, module)) return module;
  if (!pass_ctx.verify_each) return Apply(pass_ctx, call, module);
  ASSAY_RETURN_IF_ERROR(CheckNeeds(pass_ctx.ctx, *call.pass, module));
  size_t notes_before = pass_ctx.notes.size();
  ASSAY_TRY(Module result, Apply(pass_ctx, call, module));
  bool left_notes = pass_ctx.notes.size() > notes_before;
  ASSAY_RETURN_IF_ERROR(CheckResult(pass_ctx.ctx, *call.pass, result, left_notes));
  return result;
}

Result<Module> RunSequential(PassContext& pass_ctx, std::span<const PassCall> calls, const Module& module) {
  std::vector<const PassCall*> enabled;
  for (const PassCall& call : calls) {
    if (PassEnabled(pass_ctx, *call.pass)) enabled.push_back(&call);
  }
  Module current = module;
  for (const PassCall* call : enabled) {
    if (!ShouldRun(pass_ctx, *call->pass, current)) continue;
    if (pass_ctx.verify_each) ASSAY_RETURN_IF_ERROR(CheckNeeds(pass_ctx.ctx, *call->pass, current));
    size_t notes_before = pass_ctx.notes.size();
    ASSAY_TRY(current, Apply(pass_ctx, *call, current));
    bool left_notes = pass_ctx.notes.size() > notes_before;
    if (pass_ctx.verify_each) {
      ASSAY_RETURN_IF_ERROR(CheckResult(pass_ctx.ctx, *call->pass, current, left_notes));
    }
  }
  return current;
}

Status CheckOrder(Context& ctx, std::span<const PassCall> calls, const Module& module) {
  // Known to hold, and known to be broken by an earlier pass; of the rest the input decides.
  Props held = kNoProps;
  Props broken = kNoProps;
  for (size_t at = 0; at < calls.size(); ++at) {
    const PassSpec& pass = *calls[at].pass;
    for (Prop prop : kAllProps) {
      if (Follows(pass, prop) && (held & prop) == 0) {
        const PassSpec* giver = LaterGiver(calls, at, prop);
        Status holds = CheckProp(ctx, module, prop);
        if (giver != nullptr && !holds.ok()) return TooLate(pass, *giver, holds);
      }
      if (((pass.needs | pass.expects) & prop) == 0 || (held & prop) != 0) continue;
      Status holds = CheckProp(ctx, module, prop);
      if ((broken & prop) == 0 && holds.ok()) {
        held |= prop;
        continue;
      }
      SourceSpan place = holds.ok() ? SourceSpan{} : holds.error().span;
      std::vector<DiagLabel> labels;
      if (!holds.ok()) labels.push_back({place, holds.error().message});
      return Diag{DiagKind::kPassOrder, place, Missing(pass, prop), std::string(PropName(prop)), labels};
    }
    held = (held & ~pass.breaks) | pass.gives;
    broken = (broken | pass.breaks) & ~pass.gives;
  }
  return Done{};
}

}  // namespace assay
