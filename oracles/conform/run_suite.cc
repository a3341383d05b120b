// The run suite: every engine of the subject compiles a module, runs it, and gives the recorded result or traps. Floats
// are compared within the tolerance that the case states, or else within the bound that the reference interpreter
// derives for this very module and input.
#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "ir/tensor/compare.h"
#include "ir/text/parse.h"
#include "ir/walk.h"
#include "oracles/conform/argument_check.h"
#include "oracles/conform/array_file.h"
#include "oracles/conform/given_tolerance.h"
#include "oracles/conform/recorded_value.h"
#include "oracles/conform/suite.h"
#include "oracles/core/cause.h"
#include "oracles/core/results.h"
#include "oracles/core/tolerance.h"

namespace assay {
namespace {

constexpr std::string_view kScores[] = {"relax-reference", "tir-reference", "vm", "vm-llvm", "vm-compiled"};
constexpr std::string_view kFields[] = {"module", "entry", "args", "result", "error", "tolerance"};
constexpr Budget kRunBudget{.steps = 200'000'000, .bytes = int64_t{1} << 30};
constexpr int kOptLevel = 2;

Result<std::vector<std::string>> ScoresOf(const nlohmann::json& recorded, const Subject& subject) {
  ASSAY_RETURN_IF_ERROR(NeedTexts(recorded, {"module", "entry"}));
  auto args = recorded.find("args");
  if (args == recorded.end() || !(args->is_array() || IsWholeArchive(*args)) ||
      (!recorded.contains("result") && !recorded.contains("error"))) {
    return Diag{DiagKind::kCorrupt, {}, "has no list or archive \"args\", or neither \"result\" nor \"error\"", "", {}};
  }
  if (auto tolerance = ToleranceOf(recorded); !tolerance.ok()) {
    return Diag{DiagKind::kCorrupt, {}, tolerance.error().message, "", {}};
  }
  return subject.Engines();
}

// vm.save_function keeps a function with its arguments under another name. What is recorded of a call by that name has
// neither: they are those of the call before it in the same test, whose name the new one begins with.
void CompleteSavedCalls(std::vector<nlohmann::json>& cases) {
  for (size_t i = 1; i < cases.size(); ++i) {
    const nlohmann::json& before = cases[i - 1];
    std::string entry = TextField(cases[i], "entry"), saved = TextField(before, "entry");
    bool session = !TextField(before, "test").empty() && TextField(cases[i], "test") == TextField(before, "test") &&
                   TextField(cases[i], "module") == TextField(before, "module");
    bool defined = TextField(cases[i], "module").find("def " + entry + "(") != std::string::npos;
    if (!session || defined || !cases[i]["args"].empty() || !entry.starts_with(saved)) continue;
    cases[i]["entry"] = saved;
    cases[i]["args"] = before["args"];
  }
}

// The most elements that any loop nest of the module goes through for one element of its output: how many roundings can
// stand between two orders of computing it. 1 without loops.
double LongestReduction(const Module& module) {
  double longest = 1;
  for (const ModuleEntry& entry : module.entries) {
    const auto* kernel = As<PrimFunc>(entry.func);
    if (kernel == nullptr) continue;
    double trips = 1, outputs = 1;
    WalkOnce(kernel->body, [&](const Node* node) {
      const auto* loop = As<For>(node);
      const auto* extent = loop == nullptr ? nullptr : As<IntImm>(loop->extent);
      if (extent != nullptr && extent->value > 0) trips *= static_cast<double>(extent->value);
    });
    const Buffer* last = kernel->buffers.empty() ? nullptr : kernel->buffers[kernel->buffers.size() - 1];
    for (const Expr* dim : last == nullptr ? Nodes<Expr>{} : last->shape) {
      const auto* extent = As<IntImm>(dim);
      if (extent != nullptr && extent->value > 0) outputs *= static_cast<double>(extent->value);
    }
    longest = std::max(longest, trips / outputs);
  }
  return longest;
}

// For modules whose arithmetic stands in kernels, where rows say nothing of tolerance.
class KernelBound {
 public:
  explicit KernelBound(const Module& module) : roundings_(2 * LongestReduction(module)) {}

  // Values nest no deeper than the types that the reader caps.
  // recursion: values nest no deeper than their types
  bool Agree(const Value& got, const Value& want) const {
    if (got.state.index() != want.state.index()) return false;
    if (const auto* tensor = got.As<TensorValue>()) return AgreeTensors(tensor->tensor, want.As<TensorValue>()->tensor);
    if (const auto* tuple = got.As<TupleValue>()) {
      const auto& fields = want.As<TupleValue>()->fields;
      bool agree = tuple->fields.size() == fields.size();
      for (size_t i = 0; agree && i < fields.size(); ++i) agree = Agree(tuple->fields[i], fields[i]);
      return agree;
    }
    return !CompareBits(got, want);
  }

 private:
  bool AgreeTensors(const Tensor& got, const Tensor& want) const {
    double magnitude = 0;
    for (int64_t i = 0; i < want.size() && want.dtype().IsFloating(); ++i) {
      double value = std::fabs(want.At(i).AsDouble());
      if (std::isfinite(value)) magnitude = std::max(magnitude, value);
    }
    return !Compare(got, want, ErrorBound::Roundings(roundings_, magnitude));
  }

  double roundings_;
};

struct RunCase {
  Module module;
  std::string entry;
  std::vector<Value> args;
  // What the reference interpreter says, perturbed runs included; absent where it cannot run the module.
  std::optional<ReferenceOutcome> reference;
};

Result<RunCase> Load(JudgeSite& site, const nlohmann::json& recorded) {
  RunCase c;
  ASSAY_TRY(c.module, ParseModule(site.ctx, "case.py", TextField(recorded, "module")));
  c.entry = TextField(recorded, "entry");
  ASSAY_TRY(c.args, ArgumentsFor(c.module, c.entry, recorded["args"]));
  if (recorded.contains("error")) return c;
  auto outcomes = RunReference(site.ctx, c.module, c.entry, {c.args}, site.budget.Of(kRunBudget));
  if (!outcomes.ok() || !std::holds_alternative<Value>((*outcomes)[0].outcome)) return c;
  c.reference = std::move((*outcomes)[0]);
  if (site.subject.Traits().rounds_otherwise) {
    AddRunsOfOthers(site.ctx, c.module, c.entry, c.args, site.budget.Of(kRunBudget), *c.reference);
  }
  return c;
}

// Which limit a run came to, and what of the command line raises it.
std::string LimitText(const OutOfBudget& spent, const Budget& budget) {
  if (spent.limit == Limit::kSeconds) return Describe(spent);
  bool steps = spent.limit == Limit::kSteps;
  return fmt::format("{}: --{} raises the limit of {}", Describe(spent), steps ? "steps" : "memory",
                     steps ? budget.steps : budget.bytes);
}

struct Failure {
  std::string why;
  Sides sides = {};
  // What the subject says no by, and what an oracle would call a run that went wrong.
  std::optional<Refusal> refusal = {};
  std::optional<Finding> finding = {};
  bool applies = true;
};

// As interpreted_equals_compiled says of a run that ends otherwise than the reference: by what it traps, or else it is
// a matter of results.
Finding FindingOf(const Outcome& outcome, const Subject& subject) {
  bool traps = std::holds_alternative<Trap>(outcome);
  Finding finding = MakeFinding(*FindOracle("interpreted_equals_compiled"), nullptr,
                                traps ? FindingClass::kTrap : FindingClass::kDiffers, "", FactsOfRun(outcome, subject));
  finding.cause = CauseOf(finding);
  return finding;
}

// The words that a text consists of: letters, digits and underscores.
bool HasWord(std::string_view text, std::string_view word) {
  auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    size_t end = at + word.size();
    if ((at == 0 || !in_word(text[at - 1])) && (end == text.size() || !in_word(text[end]))) return true;
  }
  return false;
}

// An error that names a parameter, or arguments, is meant for arguments that do not fit.
bool IsAboutArguments(const std::string& error, const std::vector<Param>& params) {
  return HasWord(error, "argument") || HasWord(error, "arguments") ||
         std::ranges::any_of(params, [&](const Param& param) { return HasWord(error, param.name); });
}

// What the recorded result says without the value that it is for; `type`, where it is known, tells what a list is.
Result<Value> RecordedResult(const nlohmann::json& result, const Type* type) {
  bool archive = IsWholeArchive(result);
  Result<Value> value = archive ? ValueOfArchive(result) : ValueOfType(result, type);
  if (value.ok()) return value;
  Diag diag = value.error();
  if (archive) diag.message = "result: " + diag.message;
  return diag;
}

// A module that assay's own reader does not take is left to the subject.
Status CheckCase(Context& ctx, const nlohmann::json& recorded) {
  if (recorded.contains("result")) ASSAY_RETURN_IF_ERROR(RecordedResult(recorded["result"], nullptr));
  Result<Module> module = ParseModule(ctx, "case.py", TextField(recorded, "module"));
  if (!module.ok()) return Done{};
  std::string entry = TextField(recorded, "entry");
  ASSAY_TRY(std::vector<Value> args, ArgumentsFor(*module, entry, recorded["args"]));
  std::vector<Param> params = ParamsOf(module->Find(entry));
  Status fits = CheckArguments(params, args);
  if (fits.ok() && recorded.contains("result")) {
    // What is no value of the type stays what a run is compared with.
    const auto* func = As<Function>(module->Find(entry));
    Result<Value> result = RecordedResult(recorded["result"], func == nullptr ? nullptr : func->ret_type);
    if (result.ok()) return CheckResultKind(func, *result);
  }
  if (fits.ok() || !recorded.contains("error")) return fits;
  if (IsAboutArguments(TextField(recorded, "error"), params)) return Done{};
  Diag diag = fits.error();
  diag.message += "; an \"error\" that is meant for the arguments names the parameter";
  return diag;
}

// What differs from the recorded result, or nothing.
std::optional<Failure> ResultDifference(const RunCase& c, const nlohmann::json& recorded, const Outcome& outcome,
                                        const Budget& budget) {
  if (const auto* spent = std::get_if<OutOfBudget>(&outcome)) return Failure{LimitText(*spent, budget)};
  if (recorded.contains("error")) {
    if (std::holds_alternative<Trap>(outcome)) return std::nullopt;
    return Failure{
        fmt::format("got {}, want a trap: {}", Describe(outcome), TextField(recorded, "error").substr(0, 120))};
  }
  const auto* got = std::get_if<Value>(&outcome);
  if (got == nullptr) return Failure{Describe(outcome)};
  auto want = ValueLike(recorded["result"], *got);
  if (!want.ok()) return Failure{"the recorded " + want.error().message};
  // What people say of their own expectation counts, and nothing else.
  auto stated = ToleranceOf(recorded);
  if (stated.ok() && *stated) {
    std::optional<std::string> off = DifferenceWithin(**stated, *got, *want);
    return off ? std::optional<Failure>(Failure{*off, ElementsThatDiffer(*want, *got)}) : std::nullopt;
  }
  auto exact = CompareWithReference(*got, ReferenceOutcome{*want, {}});
  if (!exact.mismatch) return std::nullopt;
  if (KernelBound(c.module).Agree(*got, *want)) return std::nullopt;
  // The recorded result with the spread of our own perturbed runs around it.
  if (c.reference && !c.reference->perturbed.empty()) {
    auto engine = CompareWithReference(*got, *c.reference);
    auto record = CompareWithReference(*want, *c.reference);
    if (!engine.mismatch && !record.mismatch) return std::nullopt;
  }
  return Failure{exact.mismatch->what, ElementsThatDiffer(*want, *got)};
}

std::optional<Failure> RunOn(JudgeSite& site, const RunCase& c, const nlohmann::json& recorded, const ModuleRef& module,
                             const std::string& engine) {
  auto program = site.subject.Build(module, {engine, kOptLevel});
  if (!program.ok()) return Failure{.why = "cannot be built: ", .refusal = program.refusal()};
  // A run may write into its arguments; the next engine must not see that.
  std::vector<Value> fresh = OwnedCopies(c.args);
  Budget budget = site.budget.Of(kRunBudget);
  Outcome outcome = site.subject.Run(*program, c.entry, fresh, budget);
  if (const auto* refused = std::get_if<Refused>(&outcome)) return Failure{.why = refused->why, .applies = false};
  std::optional<Failure> failure = ResultDifference(c, recorded, outcome, budget);
  if (failure && !std::holds_alternative<OutOfBudget>(outcome)) failure->finding = FindingOf(outcome, site.subject);
  return failure;
}

// An engine of assay's own that says that it does not take the module leaves that to others.
bool IsByDesign(const Refusal& refusal) { return refusal.diag == DiagKind::kUnsupported; }

void Take(const std::optional<Failure>& failure, const std::string& engine, Marks& marks) {
  if (!failure) return Pass(marks, engine);
  if (!failure->applies) return NotApplicable(marks, engine, failure->why);
  if (!failure->refusal) return Fail(marks, engine, failure->why, failure->sides, failure->finding);
  if (IsByDesign(*failure->refusal)) return NotApplicable(marks, engine, failure->refusal->message);
  Refuse(marks, engine, failure->why, *failure->refusal, "refuse_or_compile");
}

// What runs is the module, in whichever dialect its text is: another implementation gets it as assay has read it, in
// its own dialect; the text as it stands where it does not take that.
Answer<ModuleRef> ModuleFor(JudgeSite& site, const RunCase& c, const nlohmann::json& recorded) {
  if (site.subject.Traits().elsewhere) {
    Answer<ModuleRef> imported = site.subject.Import(c.module);
    if (imported.ok()) return imported;
  }
  return site.subject.Parse(TextField(recorded, "module"));
}

void Judge(JudgeSite& site, const nlohmann::json& recorded, Marks& marks) {
  auto c = Load(site, recorded);
  if (!c.ok()) return FailRest(marks, c.error().message);
  auto module = ModuleFor(site, *c, recorded);
  if (!module.ok()) return RefuseRest(marks, "", module.refusal(), "round_trip");
  site.judged = Case{c->module, c->entry, {c->args}, {}, {}};
  for (const std::string& engine : site.subject.Engines())
    Take(RunOn(site, *c, recorded, *module, engine), engine, marks);
}

}  // namespace

extern const SuiteKind kRunSuite;
const SuiteKind kRunSuite{.name = "run",
                          .doc = "every engine computes the recorded results",
                          .own_field = "entry",
                          .scores = kScores,
                          .fields = kFields,
                          .outcome = "result",
                          .scores_of = ScoresOf,
                          .check = CheckCase,
                          .judge = Judge,
                          .weigh_by_test = true,
                          .complete = CompleteSavedCalls};

}  // namespace assay
