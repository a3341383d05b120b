// What shows at once of what a pass makes (glance.h).
#include "fuzzers/campaign/glance.h"

#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "oracles/core/tolerance.h"

namespace assay {
namespace {

// Of a run: what takes longer is no glance.
constexpr Budget kBudget{.steps = 100'000, .bytes = int64_t{64} << 20};

}  // namespace

bool GivesUp(RefusalKind kind) { return kind == RefusalKind::kBadInput || kind == RefusalKind::kInternal; }

bool Glance::LooksWrong(const PassCall& pass) {
  Answer<ModuleRef> original = oc_.Original();
  if (!original.ok()) return false;
  Answer<ModuleRef> made = oc_.subject.ApplyDirect(pass, *original);
  if (!made.ok()) return GivesUp(made.refusal().kind);
  const Module* output = oc_.subject.Native(*made);
  if (output == nullptr || Equal(oc_.c.module, *output)) return false;
  return !IsWellFormed(oc_.ctx, *output) || GivesAnother(pass, *output);
}

const Outcome* Glance::Wanted() {
  if (!wanted_ && !oc_.c.inputs.empty()) {
    auto runs = RunReferenceOnce(oc_.ctx, oc_.c.module, oc_.c.entry, {oc_.c.inputs[0]}, kBudget);
    wanted_ = runs.ok() ? (*runs)[0].outcome : Outcome(Refused{});
  }
  return wanted_ && std::holds_alternative<Value>(*wanted_) ? &*wanted_ : nullptr;
}

// Of passes that keep results to the bit, and public functions as they are called.
bool Glance::GivesAnother(const PassCall& pass, const Module& output) {
  bool keeps = pass.pass->exact == Exactness::kBits && pass.pass->signatures != Signatures::kChanged;
  const Outcome* wanted = keeps ? Wanted() : nullptr;
  if (wanted == nullptr) return false;
  auto runs = RunReferenceOnce(oc_.ctx, output, oc_.c.entry, {oc_.c.inputs[0]}, kBudget);
  if (!runs.ok()) return false;
  const Outcome& got = (*runs)[0].outcome;
  bool says = std::holds_alternative<Value>(got) || std::holds_alternative<Trap>(got);
  return says && CompareWithReference(got, {*wanted, {}}).mismatch.has_value();
}

}  // namespace assay
