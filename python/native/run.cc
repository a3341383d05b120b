// Runs on assay's engines, and the comparison of what two modules compute.
#include <algorithm>

#include <fmt/format.h>

#include "cli/limits.h"
#include "cli/module_input.h"
#include "cli/names.h"
#include "cli/run_job.h"
#include "generators/modules/generate.h"
#include "ir/text/print.h"
#include "oracles/core/bounds.h"
#include "oracles/core/results.h"
#include "oracles/subjects/native/native_build.h"
#include "python/native/problems.h"
#include "python/native/values.h"
#include "vm/llvm/engines.h"

namespace assay::python {
namespace {

// The most elements of a random argument, as `assay run` has it.
constexpr int64_t kMostRandom = kMaxTensorBytes;

Budget BudgetOf(int64_t steps, int64_t bytes, const Budget& otherwise) {
  return {.steps = steps > 0 ? steps : otherwise.steps, .bytes = bytes > 0 ? bytes : otherwise.bytes};
}

Result<std::vector<Value>> GivenInputs(const Expr* func, const std::vector<Datum>& given) {
  std::vector<Param> params = ParamsOf(func);
  std::vector<Value> values;
  for (size_t i = 0; i < given.size() && i < params.size(); ++i) {
    ASSAY_TRY(Value value, ToArgument(i, params[i], given[i]));
    values.push_back(std::move(value));
  }
  // Whatever they are, there are too many.
  values.resize(given.size());
  ASSAY_RETURN_IF_ERROR(CheckArguments(params, values));
  return values;
}

Result<std::vector<Value>> RandomInputs(const Module& module, const std::string& entry, uint64_t seed) {
  LargeInputs made = MakeLargeInputs(module, entry, seed, kMostRandom);
  auto wrong = [&](DiagKind kind, std::string message) { return Diag{kind, {}, std::move(message), "", {}}; };
  if (made.negative != nullptr) {
    return wrong(DiagKind::kTypeMismatch,
                 fmt::format("invalid extent {} of a parameter of {}: expected 0 or more, got less for all sizes that "
                             "were tried; inputs may be given",
                             PrintExpr(made.negative), entry));
  }
  if (made.none) {
    return wrong(
        DiagKind::kTooLarge,
        fmt::format("a parameter of {} has more than 1 GiB, the most that one tensor holds; inputs may be given",
                    entry));
  }
  return std::move(made.values);
}

Result<std::vector<Value>> InputsOf(const Module& module, const std::string& entry,
                                    const std::optional<std::vector<Datum>>& given, uint64_t seed) {
  return given ? GivenInputs(module.Find(entry), *given) : RandomInputs(module, entry, seed);
}

std::vector<Datum> ToData(const std::vector<Value>& values) {
  std::vector<Datum> data;
  for (const Value& value : values) data.push_back(ToDatum(value));
  return data;
}

// As `assay run` does, but that the module is the one that was read, so that traps and refusals have its places.
Result<std::unique_ptr<Executable>> Loaded(Context& ctx, const Module& module, const RunOptions& options) {
  const EngineSpec* engine = FindEngine(options.engine);
  Module ready = module;
  if (engine->input == EngineInput::kCompiled) {
    ASSAY_TRY(ready, BuildNatively(ctx, module));
  }
  LoadOptions load{.opt_level = options.opt_level, .threads = options.threads};
  return engine->load(ctx, ready, load);
}

Status CheckRange(std::string_view name, int value, int least, int most) {
  if (value >= least && value <= most) return Done{};
  return Diag{DiagKind::kBadArgument,
              {},
              fmt::format("invalid {}: expected {} to {}, got {}", name, least, most, value),
              "",
              {}};
}

Status CheckOptions(const RunOptions& options) {
  ASSAY_RETURN_IF_ERROR(CheckRange("opt_level", options.opt_level, 0, 3));
  ASSAY_RETURN_IF_ERROR(CheckRange("threads", options.threads, 1, 64));
  Result<const EngineSpec*> engine = EngineNamed(options.engine);
  if (!engine.ok()) return engine.error();
  return Done{};
}

// The bounds of the reference's own result, or of another engine's: what the reference allows.
Result<Value> Bounded(Context& ctx, const Module& module, const std::string& entry, const std::vector<Value>& inputs,
                      const Budget& budget) {
  ASSAY_TRY(std::vector<ReferenceOutcome> reference, RunReferenceOnce(ctx, module, entry, {CopiesOf(inputs)}, budget));
  if (!std::holds_alternative<Value>(reference[0].outcome)) return Value{};
  AddRunsOfOthers(ctx, module, entry, inputs, budget, reference[0]);
  return BoundsOf(reference[0]);
}

}  // namespace

Reply<RunResult> Run(const Source& source, const RunOptions& options) {
  Context ctx;
  Reply<RunResult> answer;
  if (Status fits = CheckOptions(options); !fits.ok()) return Failed<RunResult>(fits.error());
  std::optional<Module> module = Read(ctx, source, options.check, answer.problems);
  if (!module) return answer;
  Result<std::string> entry = EntryNamed(*module, options.entry);
  if (!entry.ok()) return Failed<RunResult>(entry.error(), &ctx);
  auto inputs = InputsOf(*module, *entry, options.inputs, options.seed);
  if (!inputs.ok()) return Failed<RunResult>(inputs.error(), &ctx);
  Budget budget = BudgetOf(options.steps, options.bytes, kRunBudget);
  auto executable = Loaded(ctx, *module, options);
  if (!executable.ok()) return Failed<RunResult>(executable.error(), &ctx);
  Outcome outcome = (*executable)->Run(*entry, CopiesOf(*inputs), budget);
  const auto* value = std::get_if<Value>(&outcome);
  if (value == nullptr) return {std::nullopt, {ToProblem(outcome, budget, ctx)}};
  RunResult result{.entry = *entry, .inputs = ToData(*inputs), .value = ToDatum(*value)};
  if (options.bounds) {
    Result<Value> bounds = Bounded(ctx, *module, *entry, *inputs, budget);
    if (!bounds.ok()) return Failed<RunResult>(bounds.error(), &ctx);
    result.bounds = ToDatum(*bounds);
  }
  answer.value = std::move(result);
  return answer;
}

namespace {

// One set of inputs: where the second module's result is another one than the first's.
class Comparer {
 public:
  Comparer(Context& ctx, const Module& before, const Module& after, std::string entry, const EquivalentOptions& options)
      : ctx_(ctx),
        before_(before),
        after_(after),
        entry_(std::move(entry)),
        exact_(options.exact),
        budget_(BudgetOf(options.steps, 0, {.steps = 100'000'000, .bytes = int64_t{2} << 30})) {}

  // Nothing where the results agree; why they cannot be compared stands in `skipped`.
  std::optional<Difference> Compare(const std::vector<Value>& inputs, uint64_t seed, std::string& skipped) {
    auto run = [&](const Module& module) -> Outcome {
      auto outcomes = RunReferenceOnce(ctx_, module, entry_, {CopiesOf(inputs)}, budget_);
      return outcomes.ok() ? (*outcomes)[0].outcome : Outcome{Refused{outcomes.error().message}};
    };
    ReferenceOutcome want{run(before_), {}};
    Outcome got = run(after_);
    skipped = WhyNot(want.outcome, "before");
    if (skipped.empty()) skipped = WhyNot(got, "after");
    if (!skipped.empty()) return std::nullopt;
    std::optional<Mismatch> found = exact_ ? CompareBits(got, want.outcome) : CompareWithReference(got, want).mismatch;
    if (found && !exact_) {
      AddRunsOfOthers(ctx_, before_, entry_, inputs, budget_, want);
      found = CompareWithReference(got, want).mismatch;
    }
    if (!found) return std::nullopt;
    return Told(*found, want.outcome, got, inputs, seed);
  }

 private:
  // A run of which nothing is promised, unlike of a check that is written out; or that nobody can say the end of.
  std::string WhyNot(const Outcome& outcome, std::string_view which) const {
    if (std::holds_alternative<OutOfBudget>(outcome) || std::holds_alternative<Refused>(outcome))
      return fmt::format("{}: {}", which, assay::Explain(outcome, budget_));
    const auto* trap = std::get_if<Trap>(&outcome);
    bool asserted = trap != nullptr && (trap->kind == TrapKind::kAssert || trap->kind == TrapKind::kMatchCast);
    if (which == "before" && trap != nullptr && !asserted) return fmt::format("before: {}", Describe(outcome));
    return "";
  }

  Difference Told(const Mismatch& mismatch, const Outcome& want, const Outcome& got, const std::vector<Value>& inputs,
                  uint64_t seed) const {
    Difference difference{.entry = entry_, .seed = seed, .message = mismatch.what, .inputs = ToData(inputs)};
    const auto *expected = std::get_if<Value>(&want), *value = std::get_if<Value>(&got);
    if (expected != nullptr) difference.expected = ToDatum(*expected);
    if (value != nullptr) difference.got = ToDatum(*value);
    if (expected == nullptr || value == nullptr) return difference;
    for (const SideElement& element : ElementsThatDiffer(*expected, *value).elements)
      difference.elements.push_back({element.where, element.expected, element.got, element.off});
    return difference;
  }

  Context& ctx_;
  const Module& before_;
  const Module& after_;
  std::string entry_;
  bool exact_;
  Budget budget_;
};

}  // namespace

Reply<Equivalence> Equivalent(const Source& before, const Source& after, const EquivalentOptions& options) {
  Context ctx;
  Reply<Equivalence> answer;
  if (Status fits = CheckRange("n", options.n, 1, 1'000'000); !fits.ok()) return Failed<Equivalence>(fits.error());
  std::optional<Module> first = Read(ctx, before, /*checked=*/true, answer.problems);
  std::optional<Module> second = first ? Read(ctx, after, /*checked=*/true, answer.problems) : std::nullopt;
  if (!second) return answer;
  Result<std::string> entry = EntryNamed(*first, options.entry);
  if (!entry.ok()) return Failed<Equivalence>(entry.error(), &ctx);
  if (Result<std::string> same = EntryNamed(*second, *entry); !same.ok())
    return Failed<Equivalence>(same.error(), &ctx);
  Equivalence result;
  Comparer comparer(ctx, *first, *second, *entry, options);
  int sets = options.inputs ? 1 : options.n;
  for (int i = 0; i < sets && !result.difference; ++i) {
    uint64_t seed = options.inputs ? 0 : options.seed + static_cast<uint64_t>(i);
    auto inputs = InputsOf(*first, *entry, options.inputs, seed);
    if (!inputs.ok()) return Failed<Equivalence>(inputs.error(), &ctx);
    std::string skipped;
    result.difference = comparer.Compare(*inputs, seed, skipped);
    if (skipped.empty()) {
      ++result.compared;
    } else {
      ++result.skipped[skipped];
    }
  }
  answer.value = std::move(result);
  return answer;
}

}  // namespace assay::python
