// The pass suite: a pass, as its Python factory was called, turns `before` into `after` or refuses it.
#include <algorithm>

#include <fmt/format.h>

#include "ir/entries.h"
#include "ir/support/plural.h"
#include "ir/text/parse.h"
#include "oracles/conform/skeleton.h"
#include "oracles/conform/suite.h"
#include "oracles/core/cause.h"
#include "oracles/core/pass_oracles.h"
#include "oracles/core/tolerance.h"
#include "passes/unknown_pass.h"

namespace assay {
namespace {

constexpr std::string_view kScores[] = {"structural", "structural_all", "behavioural", "rejections"};
constexpr std::string_view kFields[] = {"pass",  "args",   "kwargs", "config", "target", "opt_level",
                                        "first", "before", "after",  "error",  "message"};
// Sets of random inputs that `behavioural` runs each entry function on.
constexpr uint64_t kInputSets = 2;
constexpr uint64_t kInputSeeds = 40;
constexpr Budget kRunBudget{.steps = 20'000'000, .bytes = int64_t{1} << 30};

Result<std::vector<std::string>> ScoresOf(const nlohmann::json& recorded, const Subject&) {
  ASSAY_RETURN_IF_ERROR(NeedTexts(recorded, {"pass", "before"}));
  if (recorded.contains("error")) return std::vector<std::string>{"rejections"};
  ASSAY_RETURN_IF_ERROR(NeedTexts(recorded, {"after"}));
  std::vector<std::string> scores{"structural_all", "behavioural"};
  // What LegalizeOps writes into kernels is compared by behaviour.
  if (TextField(recorded, "pass") != "LegalizeOps") scores.emplace_back("structural");
  return scores;
}

// The pass with the factory's positional and keyword arguments as its options; absent and null ones keep their
// defaults.
Result<PassCall> CallOf(Context& ctx, const nlohmann::json& recorded) {
  std::string name = TextField(recorded, "pass");
  const PassSpec* pass = FindPass(name);
  if (pass == nullptr) return UnknownPass(name);
  nlohmann::json options = nlohmann::json::object();
  const auto args = recorded.value("args", nlohmann::json::array());
  for (size_t i = 0; i < args.size(); ++i) {
    if (args[i].is_null()) continue;
    if (i >= pass->options.size()) {
      return Diag{DiagKind::kArityMismatch,
                  {},
                  fmt::format("{} takes {}", name, Counted(pass->options.size(), "argument")),
                  "",
                  {}};
    }
    options[std::string(pass->options[i])] = args[i];
  }
  const auto kwargs = recorded.value("kwargs", nlohmann::json::object());
  for (const auto& [key, value] : kwargs.items()) {
    if (!value.is_null()) options[key] = value;
  }
  ASSAY_TRY(std::vector<PassCall> calls, ParsePassList(ctx, options.empty() ? name : name + options.dump()));
  return calls[0];
}

// The recorded PassContext; its values are read as a pass's options are.
Result<PassSettings> SettingsOf(Context& ctx, const nlohmann::json& recorded) {
  PassSettings settings;
  auto level = recorded.find("opt_level");
  if (level != recorded.end() && level->is_number_integer()) settings.opt_level = level->get<int>();
  const auto config = recorded.value("config", nlohmann::json::object());
  for (const auto& [key, value] : config.items()) {
    if (value.is_boolean()) settings.config.emplace(key, MakeAttrBool(ctx, value.get<bool>()));
    if (value.is_number_integer()) settings.config.emplace(key, MakeAttrInt(ctx, value.get<int64_t>()));
    if (value.is_string()) settings.config.emplace(key, MakeAttrString(ctx, value.get<std::string>()));
  }
  return settings;
}

// The module in assay's own IR, to run it.
Result<Module> NativeModuleOf(JudgeSite& site, const ModuleRef& ref) {
  if (const Module* module = site.subject.Native(ref)) return *module;
  return ParseModule(site.ctx, "result.py", site.subject.Print(ref));
}

// A run whose meaning TVM leaves open (its kernels read or overwrite what lies there): nothing to compare with.
bool IsUndefinedInTVM(const Outcome& outcome) {
  const auto* trap = std::get_if<Trap>(&outcome);
  return trap != nullptr && (trap->kind == TrapKind::kOutOfBounds || trap->kind == TrapKind::kReadBeforeWrite);
}

// Integers of tensors become indices that small dimensions have.
Value WithSmallIndices(const Value& value, int64_t below) {
  const auto* held = value.As<TensorValue>();
  if (held == nullptr || !held->tensor.dtype().IsInteger()) return value;
  Tensor small(held->tensor.dtype(), held->tensor.shape());
  for (int64_t i = 0; i < small.size(); ++i) {
    int64_t number = held->tensor.At(i).AsInt() % below;
    small.Set(i, Scalar::Int(small.dtype(), number < 0 ? -number : number));
  }
  return {TensorValue{small, held->device}};
}

// Arguments for the function: drawn as they come, then with small indices.
std::vector<Value> InputsOf(JudgeSite& site, const Module& module, std::string_view entry, uint64_t seed) {
  std::vector<Value> inputs = site.make_inputs(module, entry, seed);
  if (seed <= kInputSets) return inputs;
  for (Value& value : inputs) value = WithSmallIndices(value, 1 + static_cast<int64_t>(seed % 3));
  return inputs;
}

// Whether one function gives the same on random inputs in both modules; the difference, or nothing. Inputs on which the
// recorded module's meaning is undefined are drawn again, while there are seeds. Counts what was run.
std::optional<std::string> RunDifference(JudgeSite& site, const Module& got, const Module& want, std::string_view entry,
                                         int& compared) {
  uint64_t sets = 0;
  for (uint64_t seed = 1; seed <= kInputSeeds && sets < kInputSets; ++seed) {
    std::vector<std::vector<Value>> inputs{InputsOf(site, want, entry, seed)};
    auto wanted = RunReference(site.ctx, want, entry, inputs, site.budget.Of(kRunBudget));
    if (!wanted.ok()) return std::nullopt;
    const Outcome& outcome = (*wanted)[0].outcome;
    if (IsUndefinedInTVM(outcome)) continue;
    ++sets;
    auto found = RunReference(site.ctx, got, entry, inputs, site.budget.Of(kRunBudget));
    if (!found.ok()) return fmt::format("{}: {}", entry, found.error().message);
    if (std::holds_alternative<Refused>(outcome) || std::holds_alternative<OutOfBudget>(outcome)) continue;
    ++compared;
    Comparison comparison = CompareWithReference((*found)[0].outcome, (*wanted)[0]);
    if (comparison.mismatch) return fmt::format("{}: {}", entry, comparison.mismatch->what);
  }
  return std::nullopt;
}

void JudgeBehaviour(JudgeSite& site, const Module& got, const Module& want, Marks& marks) {
  if (auto found = SkeletonDifference(got, want)) return Fail(marks, "behavioural", "skeleton: " + *found);
  int compared = 0;
  // Kernels speak for themselves where nothing calls them.
  bool kernels_alone =
      std::ranges::none_of(want.entries, [](const ModuleEntry& entry) { return Is<Function>(entry.func); });
  for (const ModuleEntry& entry : want.entries) {
    if (!Is<Function>(entry.func) && !kernels_alone) continue;
    if (auto found = RunDifference(site, got, want, entry.var->name.text(), compared)) {
      return Fail(marks, "behavioural", *found);
    }
  }
  if (compared == 0) return Fail(marks, "behavioural", "kernels differ and no function of the module can be compared");
  Pass(marks, "behavioural");
}

void JudgeResult(JudgeSite& site, const nlohmann::json& recorded, const ModuleRef& result, Marks& marks) {
  auto after = site.subject.Parse(TextField(recorded, "after"));
  if (!after.ok()) return RefuseRest(marks, "`after` cannot be read: ", after.refusal(), "round_trip");
  auto difference = site.subject.Difference(result, *after);
  if (!difference) {
    for (const char* score : {"structural", "structural_all", "behavioural"}) Pass(marks, score);
    return;
  }
  Sides sides{.expected_title = "recorded",
              .got_title = "got",
              .expected = TextField(recorded, "after"),
              .got = site.subject.Print(result),
              .where = difference->text};
  Fail(marks, "structural", difference->text, sides);
  Fail(marks, "structural_all", difference->text, sides);
  auto got = NativeModuleOf(site, result), want = NativeModuleOf(site, *after);
  if (!got.ok() || !want.ok()) return FailRest(marks, "the result cannot be read");
  JudgeBehaviour(site, *got, *want, marks);
}

// What oracles would say of a result that is not the recorded one: it is ill-formed, or it computes something else.
void NoteFinding(JudgeSite& site, const PassCall& call, const ModuleRef& before, const ModuleRef& result,
                 Marks& marks) {
  auto failed = [](const Mark& mark) { return mark.ending == MarkEnding::kFailed && !mark.finding; };
  if (std::ranges::none_of(marks, failed)) return;
  std::optional<Finding> finding;
  std::vector<Violation> violations = site.subject.Violations(result);
  auto module = NativeModuleOf(site, before);
  if (!violations.empty()) {
    finding = MakeFinding(*FindOracle("well_formed_after_pass"), &call, FindingClass::kIllFormed,
                          violations.front().message, FactsOf(violations, site.subject));
    finding->cause = CauseOf(*finding);
  } else if (module.ok() && std::ranges::any_of(
                                marks, [&](const Mark& mark) { return mark.score == "behavioural" && failed(mark); })) {
    finding = MakeFinding(*FindOracle("pass_preserves_results"), &call, FindingClass::kDiffers, "");
  }
  if (!finding) return;
  if (module.ok()) site.judged = Case{*module, EntryOf(*module), {}, {call}, {}};
  for (Mark& mark : marks) {
    if (failed(mark)) mark.finding = finding;
  }
}

// `before`, once the passes that `first` lists have run on it.
Answer<ModuleRef> InputOf(JudgeSite& site, const nlohmann::json& recorded) {
  auto before = site.subject.Parse(TextField(recorded, "before"));
  std::string first = TextField(recorded, "first");
  if (!before.ok() || first.empty()) return before;
  auto calls = ParsePassList(site.ctx, first);
  if (!calls.ok()) return Refusal{RefusalKind::kBadInput, calls.error().message};
  return site.subject.ApplySequential(*calls, *before);
}

// A suite of one implementation alone may say in `message` what the refusal is about.
void JudgeRefusal(const nlohmann::json& recorded, const Answer<ModuleRef>& result, Marks& marks) {
  if (result.ok()) return Fail(marks, "rejections", "accepted");
  const Refusal& refusal = result.refusal();
  if (IsLacking(refusal)) return Refuse(marks, "rejections", "", refusal, "input_unchanged");
  bool says = refusal.message.find(TextField(recorded, "message")) != std::string::npos;
  if (!says) return Fail(marks, "rejections", "refused in other words: " + refusal.message);
  Pass(marks, "rejections");
}

void Judge(JudgeSite& site, const nlohmann::json& recorded, Marks& marks) {
  auto call = CallOf(site.ctx, recorded);
  if (!call.ok()) return FailRest(marks, call.error().message);
  if (std::string lacks = site.subject.WhyLacks(*call->pass); !lacks.empty())
    return RefuseRest(marks, "", {RefusalKind::kCannot, lacks}, "", &*call);
  auto before = InputOf(site, recorded);
  if (!before.ok()) return RefuseRest(marks, "`before` cannot be read: ", before.refusal(), "round_trip");
  auto settings = SettingsOf(site.ctx, recorded);
  if (!settings.ok()) return FailRest(marks, settings.error().message);
  auto result = site.subject.ApplyWithin(*settings, *call, *before);
  if (recorded.contains("error")) return JudgeRefusal(recorded, result, marks);
  if (!result.ok()) return RefuseRest(marks, "refused: ", result.refusal(), "input_unchanged", &*call);
  JudgeResult(site, recorded, *result, marks);
  NoteFinding(site, *call, *before, *result, marks);
}

}  // namespace

extern const SuiteKind kPassSuite;
const SuiteKind kPassSuite{.name = "pass",
                           .doc = "passes turn modules into the recorded ones",
                           .own_field = "before",
                           .scores = kScores,
                           .fields = kFields,
                           .outcome = "after",
                           .scores_of = ScoresOf,
                           .judge = Judge};

}  // namespace assay
