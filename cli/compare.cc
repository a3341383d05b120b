// assay run --compare: every engine against relax-reference, or where that gives nothing against the first engine that
// does.
#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/run_job.h"
#include "cli/say.h"
#include "oracles/core/checked_run.h"
#include "oracles/core/divergence.h"
#include "oracles/core/results.h"
#include "oracles/core/tolerance.h"
#include "oracles/core/trace_entry.h"
#include "oracles/subjects/native/native_build.h"
#include "oracles/subjects/subject_spec.h"

namespace assay {
namespace {

constexpr std::string_view kReference = "relax-reference";

// Something that the function does, where an engine runs it.
bool Ran(const Outcome& outcome) {
  return std::holds_alternative<Value>(outcome) || std::holds_alternative<Trap>(outcome);
}

// A tensor, a number or the like somewhere in a tuple, or a trap. Tuples nest no deeper than types.
bool HasResults(const Value& value) {
  if (const auto* tuple = value.As<TupleValue>())
    return std::ranges::any_of(tuple->fields, [](const Value& field) { return HasResults(field); });
  return value.As<NullValue>() == nullptr;
}
bool HasResults(const Outcome& outcome) {
  const auto* value = std::get_if<Value>(&outcome);
  return value == nullptr || HasResults(*value);
}

// What others are compared with: the reference's outcome with its bounds, or that of another engine to the bit.
struct Measure {
  std::string engine{kReference};
  ReferenceOutcome reference{Refused{"not run"}, {}};

  bool IsReference() const { return engine == kReference; }
};

// "module.py:7:5: trap result: …": with its place, where that is known.
std::string WithPlace(const Context& ctx, const Outcome& outcome) {
  const auto* trap = std::get_if<Trap>(&outcome);
  if (trap == nullptr || trap->span.file == 0) return Describe(outcome);
  return fmt::format("{}: {}", ctx.sources.Describe(trap->span), Describe(outcome));
}

// What one engine says against the measure, in words.
struct EngineVerdict {
  enum class Kind : uint8_t { kAgrees, kDiffers, kNotCompared };
  std::string text;
  Kind kind;

  bool differs() const { return kind == Kind::kDiffers; }
};

// A refusal is no disagreement, and of a run that has no defined result nothing is promised (docs/semantics.md).
EngineVerdict VerdictOf(const RunJob& job, const std::string& engine, const Outcome& outcome, const Measure& measure,
                        const std::vector<Value>& inputs) {
  using enum EngineVerdict::Kind;
  const Outcome& want = measure.reference.outcome;
  auto not_compared = [](std::string_view why, const std::string& outcome_text) {
    return EngineVerdict{fmt::format("not compared: {} ({})", why, outcome_text), kNotCompared};
  };
  constexpr std::string_view kNoPromise = "other compilers promise nothing here";
  if (!Ran(outcome)) return {Explain(outcome, job.budget), kNotCompared};
  if (IsUndefined(want)) return not_compared("the run has no defined result", WithPlace(job.ctx, want));
  if (std::holds_alternative<Trap>(want) && !job.subject->Traits().tells_traps)
    return not_compared(kNoPromise, Describe(want));
  if (engine == measure.engine && !measure.IsReference()) return {"ran; the reference did not", kNotCompared};
  std::optional<Mismatch> found =
      measure.IsReference() ? CompareWithReference(outcome, measure.reference).mismatch : CompareBits(outcome, want);
  std::optional<Trap> untold;
  if (found) untold = UntoldTrap(job.ctx, *job.subject, job.module, job.options.entry, inputs, job.budget);
  if (untold) return not_compared(kNoPromise, Describe(Outcome(*untold)));
  if (found) return {found->what, kDiffers};
  std::string agrees = measure.IsReference() ? "agrees" : "agrees with " + measure.engine;
  // Passes may move a trap before another one; who reads of it shall know.
  const auto *got_trap = std::get_if<Trap>(&outcome), *want_trap = std::get_if<Trap>(&want);
  if (got_trap != nullptr && want_trap != nullptr && got_trap->kind != want_trap->kind)
    return {fmt::format("traps too, in another way: got {}, want {}", Describe(outcome), Describe(want)), kAgrees};
  return {std::holds_alternative<Trap>(outcome) ? fmt::format("{}: {}", agrees, Describe(outcome)) : agrees, kAgrees};
}

// Where an engine whose result is not the reference's goes its own way: in a pass of the build, or else in the earliest
// binding whose value is not the reference's; empty when that cannot be told.
std::string Diverged(RunJob& job, const std::string& engine, const std::optional<Divergence>& build) {
  if (build) return fmt::format("in pass {}, function {}, {}", build->pass, job.options.entry, build->where);
  auto traced = TraceEntry(job.ctx, job.module, job.options.entry, SIZE_MAX);
  auto inputs = job.Inputs();
  if (!traced.ok() || !inputs.ok()) return {};
  auto reference = RunReference(job.ctx, traced->module, job.options.entry, {*inputs}, job.budget);
  if (!reference.ok()) return {};
  if (job.subject->Traits().rounds_otherwise) {
    AddRunsOfOthers(job.ctx, traced->module, job.options.entry, *inputs, job.budget, (*reference)[0]);
  }
  auto first = FirstDivergence(traced->names, RunOn(job, traced->module, engine), (*reference)[0]);
  return first ? fmt::format("in function {}, binding {}", job.options.entry, *first) : "";
}

// What has been found out so far, which may be told from another thread when the time is up.
class Comparing {
 public:
  explicit Comparing(RunJob& job) : job_(job) {}

  int Run(const std::vector<Value>& inputs) {
    Deadline deadline(job_.options.limits.seconds, [&] { return Late(); });
    if (auto outcomes = RunReference(job_.ctx, job_.module, job_.options.entry, {inputs}, job_.budget); outcomes.ok()) {
      measure_.reference = std::move((*outcomes)[0]);
    }
    for (const std::string& engine : job_.subject->Engines()) {
      Enter(engine);
      Add(engine, RunOn(job_, job_.module, engine), inputs);
    }
    std::lock_guard lock(mutex_);
    told_ = Tell();
    return *told_;
  }

 private:
  void Enter(const std::string& engine) {
    std::lock_guard lock(mutex_);
    at_ = engine;
  }

  void Add(const std::string& engine, const Outcome& outcome, const std::vector<Value>& inputs) {
    if (Ran(outcome) && !Ran(measure_.reference.outcome)) measure_ = {engine, {outcome, {}}};
    EngineVerdict verdict = VerdictOf(job_, engine, outcome, measure_, inputs);
    if (verdict.differs() && measure_.IsReference() && Widen(inputs))
      verdict = VerdictOf(job_, engine, outcome, measure_, inputs);
    bool placed = verdict.differs() && measure_.IsReference();
    if (placed && !walked_) diverged_ = FirstBadPass(inputs);
    walked_ |= placed;
    std::string first = placed ? Diverged(job_, engine, diverged_) : "";
    if (!first.empty()) verdict.text += "; first " + first;
    std::lock_guard lock(mutex_);
    mismatch_ |= verdict.differs();
    const Outcome& want = measure_.reference.outcome;
    bool judged = verdict.kind != EngineVerdict::Kind::kNotCompared && engine != measure_.engine;
    compared_ += judged && (HasResults(outcome) || HasResults(want)) ? 1 : 0;
    no_results_ |= std::holds_alternative<Value>(outcome) && !HasResults(outcome);
    values_ += std::holds_alternative<Value>(outcome) ? 1 : 0;
    traps_ += std::holds_alternative<Trap>(outcome) ? 1 : 0;
    table_.Row({engine, OutcomeWord(outcome), verdict.text});
    engines_.push_back(OutcomeJson(engine, outcome, job_.budget));
    engines_.back()["verdict"] = verdict.text;
  }

  // Another implementation's results are measured by what its library and its order of operations may come to; false
  // where the measure was so before.
  bool Widen(const std::vector<Value>& inputs) {
    if (widened_ || !job_.subject->Traits().rounds_otherwise) return false;
    widened_ = true;
    AddRunsOfOthers(job_.ctx, job_.module, job_.options.entry, inputs, job_.budget, measure_.reference);
    return true;
  }

  // In the build of the subject; nothing where no pass is to blame.
  std::optional<Divergence> FirstBadPass(const std::vector<Value>& inputs) {
    const ReferenceOutcome& reference = measure_.reference;
    if (FindSubject(job_.options.subject)->own_engines) {
      return FindDivergence(job_.ctx, NativeBuildPipeline(job_.ctx), job_.module, job_.options.entry, inputs, reference,
                            job_.budget);
    }
    auto found =
        FindDivergenceIn(job_.ctx, *job_.subject, job_.module, job_.options.entry, inputs, reference, job_.budget);
    return found.ok() ? found->first : std::nullopt;
  }

  // Under the lock.
  int Tell() {
    if (job_.options.json) {
      PrintJson({{"engines", engines_}, {"agree", !mismatch_}, {"values", values_}});
    } else {
      fmt::print("{}", table_.Text());
    }
    if (mismatch_) return kMismatch;
    if (values_ > 0 && compared_ == 0) SayNote(NothingCompared());
    if (values_ > 0) return kClean;
    if (traps_ > 0) SayError("no engine gives a value: the function traps");
    if (traps_ == 0) SayError("no engine gives a value: none runs the function");
    return traps_ > 0 ? kMismatch : kBadInput;
  }

  std::string NothingCompared() const {
    if (no_results_) return fmt::format("nothing was compared: function {} has no results", job_.options.entry);
    if (values_ == 1) return "nothing was compared: only one engine gives a value";
    return "nothing was compared: no engine's value has another to agree with";
  }

  int Late() {
    std::lock_guard lock(mutex_);
    // Done in the last moment.
    if (told_) return *told_;
    std::string why = ExplainTime(job_.options.limits.seconds), engine = at_.empty() ? std::string(kReference) : at_;
    table_.Row({engine, OutcomeWord(OutOfBudget{}), why});
    engines_.push_back({{"engine", engine}, {"outcome", OutcomeWord(OutOfBudget{})}, {"why", why}, {"verdict", why}});
    int code = Tell();
    return code == kClean ? kBadInput : code;
  }

  RunJob& job_;
  Measure measure_;
  bool walked_ = false;
  bool widened_ = false;
  std::optional<Divergence> diverged_;
  std::mutex mutex_;
  // Which engine is at it.
  std::string at_;
  std::optional<int> told_;
  bool mismatch_ = false;
  int values_ = 0, traps_ = 0;
  // Engines whose results stood against those of another.
  int compared_ = 0;
  bool no_results_ = false;
  Table table_{{"engine", "outcome", "against relax-reference"}};
  nlohmann::json engines_ = nlohmann::json::array();
};

}  // namespace

int Compare(RunJob& job) {
  auto inputs = job.Inputs();
  if (!inputs.ok()) return ReportFile(inputs.error(), &job.ctx);
  return Comparing(job).Run(*inputs);
}

}  // namespace assay
