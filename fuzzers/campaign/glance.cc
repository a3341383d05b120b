// What shows at once of what a pass makes (glance.h).
#include "fuzzers/campaign/glance.h"

#include <algorithm>
#include <cmath>

#include "ir/check/known_sound.h"
#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "oracles/core/ambiguities.h"
#include "oracles/core/frame_items.h"
#include "oracles/core/tolerance.h"
#include "passes/left_over.h"
#include "passes/marks.h"

namespace assay {
extern const OracleSpec kFrameKept;
namespace {

// Of a run: what takes longer is no glance.
constexpr Budget kBudget{.steps = 100'000, .bytes = int64_t{64} << 20};

// What rounding may come to, at a glance: a hundredth of the largest.
constexpr double kNear = 0.01;

// recursion: tuples nest no deeper than types do, which the parser and the generators cap
bool IsNear(const Value& got, const Value& wanted) {
  if (got.state.index() != wanted.state.index()) return false;
  if (const auto* tuple = got.As<TupleValue>()) {
    const std::vector<Value>& fields = wanted.As<TupleValue>()->fields;
    return tuple->fields.size() == fields.size() &&
           std::ranges::equal(tuple->fields, fields, [](const Value& a, const Value& b) { return IsNear(a, b); });
  }
  const auto* tensor = got.As<TensorValue>();
  if (tensor == nullptr) return true;
  const Tensor &a = tensor->tensor, &b = wanted.As<TensorValue>()->tensor;
  if (a.dtype() != b.dtype() || a.shape() != b.shape()) return false;
  // Integers and bools may be what comparisons of floats came to.
  if (!a.dtype().IsFloating()) return true;
  double largest = 0, apart = 0;
  for (int64_t i = 0; i < a.size(); ++i) {
    double x = a.At(i).AsDouble(), y = b.At(i).AsDouble();
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    largest = std::max(largest, std::fabs(y));
    apart = std::max(apart, std::fabs(x - y));
  }
  return apart <= kNear * std::max(1.0, largest);
}
bool IsNear(const Outcome& got, const Outcome& wanted) {
  const auto *a = std::get_if<Value>(&got), *b = std::get_if<Value>(&wanted);
  return a != nullptr && b != nullptr && IsNear(*a, *b);
}

// Of promises that hold whatever a pass is told.
bool BreaksPromise(const PassSpec& pass, const Module& before, const Module& made) {
  LeftOver never = NeverMadeBy(pass);
  if (never != nullptr && !never(made).empty()) return true;
  return std::ranges::any_of(WrongMarks(pass, before, made), &WrongMark::of_what_it_made);
}

// Beside what its row says that it may.
bool ChangesFrame(Context& ctx, const PassSpec& pass, const Module& before, const Module& made) {
  if (!kFrameKept.applies(pass)) return false;
  std::vector<FrameChange> changes = FrameChanges(before, made, AllowedBy(pass), pass.attrs);
  TakeOutAmbiguous({ctx, before, "", pass}, changes);
  return !changes.empty();
}

}  // namespace

bool GivesUp(RefusalKind kind) { return kind == RefusalKind::kBadInput || kind == RefusalKind::kInternal; }

bool Glance::LooksWrong(const PassCall& pass) {
  // In the form that the pass takes.
  Answer<ModuleRef> input = oc_.FreshInputOf(pass);
  if (!input.ok()) return false;
  Answer<ModuleRef> made = oc_.subject.ApplyDirect(pass, *input);
  if (!made.ok()) return GivesUp(made.refusal().kind);
  const Module *before = oc_.subject.Native(*input), *output = oc_.subject.Native(*made);
  if (before == nullptr || output == nullptr) return false;
  if (AreSameNodes(*before, *output) || Equal(*before, *output)) return false;
  return !IsWellFormed(oc_.ctx, *output) || BreaksPromise(*pass.pass, *before, *output) ||
         ChangesFrame(oc_.ctx, *pass.pass, *before, *output) || GivesAnother(pass, *output);
}

const Outcome* Glance::Wanted() {
  if (!wanted_ && !oc_.c.inputs.empty()) {
    auto runs = RunReferenceOnce(oc_.ctx, oc_.c.module, oc_.c.entry, {oc_.c.inputs[0]}, kBudget);
    wanted_ = runs.ok() ? (*runs)[0].outcome : Outcome(Refused{});
  }
  return wanted_ && std::holds_alternative<Value>(*wanted_) ? &*wanted_ : nullptr;
}

// Of passes that keep results, but for rounding, and public functions as they are called.
bool Glance::GivesAnother(const PassCall& pass, const Module& output) {
  bool keeps = ResultsCompare(pass.pass->exact) && pass.pass->signatures != Signatures::kChanged;
  const Outcome* wanted = keeps ? Wanted() : nullptr;
  if (wanted == nullptr) return false;
  auto runs = RunReferenceOnce(oc_.ctx, output, oc_.c.entry, {oc_.c.inputs[0]}, kBudget);
  if (!runs.ok()) return false;
  const Outcome& got = (*runs)[0].outcome;
  bool says = std::holds_alternative<Value>(got) || std::holds_alternative<Trap>(got);
  if (!says || !CompareWithReference(got, {*wanted, {}}).mismatch) return false;
  return pass.pass->exact == Exactness::kBits || !IsNear(got, *wanted);
}

}  // namespace assay
