// assay bisect: which pass of a subject's own build first changes what a module computes. assay runs what each pass
// leaves on its reference engine, so that one pass is blamed, not what code generation makes of it later.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.h"
#include "cli/limits.h"
#include "cli/module_input.h"
#include "cli/names.h"
#include "cli/options.h"
#include "cli/run_inputs.h"
#include "cli/run_job.h"
#include "cli/say.h"
#include "cli/subjects.h"
#include "oracles/core/divergence.h"
#include "oracles/core/tolerance.h"

namespace assay {
namespace {

struct BisectOptions {
  std::string file;
  std::string subject = "native";
  std::string target;
  std::vector<std::string> faults;
  std::string entry;
  std::string inputs;
  uint64_t seed = 1;
  LimitFlags limits;
  bool json = false;
  std::vector<std::string> python_path;
};

struct BisectRun {
  BuildDivergence steps;
  // How the result of the subject's own program differs; empty when it does not.
  std::string result;
};

// How the subject's own program ends, against the reference.
Result<std::string> ResultOf(Subject& subject, const Module& module, const std::string& entry,
                             const std::vector<Value>& inputs, const ReferenceOutcome& reference,
                             const Budget& budget) {
  Answer<ModuleRef> imported = subject.Import(module);
  if (!imported.ok()) return imported.refusal().message;
  Answer<ProgramRef> program = subject.Build(*imported, {.engine = subject.Engines().front(), .usual_pipeline = true});
  if (!program.ok()) return "the build ends: " + program.refusal().message;
  Outcome outcome = subject.Run(*program, entry, inputs, budget);
  if (std::holds_alternative<OutOfBudget>(outcome))
    return Diag{DiagKind::kUnsupported,
                {},
                fmt::format("the program of {}: {}", subject.name(), Explain(outcome, budget)),
                "",
                {}};
  Comparison comparison = CompareWithReference(outcome, reference);
  return comparison.mismatch ? comparison.mismatch->what : std::string();
}

Result<BisectRun> Bisected(Context& ctx, Subject& subject, const Module& module, const std::string& entry,
                           const std::vector<Value>& inputs, const Budget& budget) {
  ASSAY_TRY(std::vector<ReferenceOutcome> reference, RunReference(ctx, module, entry, {inputs}, budget));
  if (!std::holds_alternative<Value>(reference[0].outcome)) {
    const auto* trap = std::get_if<Trap>(&reference[0].outcome);
    return Diag{
        DiagKind::kUnsupported,
        trap == nullptr ? SourceSpan{} : trap->span,
        fmt::format("relax-reference gives no value to compare with: {}", Explain(reference[0].outcome, budget)),
        "",
        {}};
  }
  if (subject.Traits().rounds_otherwise) AddRunsOfOthers(ctx, module, entry, inputs, budget, reference[0]);
  BisectRun run;
  ASSAY_TRY(run.steps, FindDivergenceIn(ctx, subject, module, entry, inputs, reference[0], budget));
  if (run.steps.spent) {
    return Diag{DiagKind::kOutOfBudget,
                {},
                fmt::format("what {} leaves does not run to its end: {}", run.steps.unfinished,
                            ExplainLimit(*run.steps.spent, budget)),
                "",
                {}};
  }
  ASSAY_TRY(run.result, ResultOf(subject, module, entry, inputs, reference[0], budget));
  return run;
}

void Print(const BisectRun& run, const std::string& subject) {
  if (run.steps.first) {
    fmt::print("first bad pass: {} (after {} that changed the module)\n  {}\n", run.steps.first->pass,
               run.steps.first->before, run.steps.first->where);
  } else if (!run.result.empty()) {
    fmt::print("no pass: code generation or the run time\n");
  } else {
    fmt::print("{} agrees with relax-reference after every pass\n", subject);
  }
  if (!run.result.empty()) fmt::print("result of {}: {}\n", subject, run.result);
  if (!run.steps.unread.empty())
    fmt::print("not looked at, as assay cannot run what they leave: {}\n", fmt::join(run.steps.unread, ", "));
}

int Bisect(const BisectOptions& options) {
  if (Status on = SwitchOnFaults(SplitNames(options.faults)); !on.ok()) return ReportUsage(on.error());
  if (Status path = TakePythonPath(options.python_path); !path.ok()) return ReportUsage(path.error());
  if (Status known = CheckSubject(options.subject, options.target); !known.ok()) return ReportUsage(known.error());
  if (Status in = CheckStandardInput(options.file, options.inputs); !in.ok()) return ReportUsage(in.error());
  Context ctx;
  Result<Module> module = LoadModule(ctx, options.file, Checked::kYes);
  if (!module.ok()) return ReportFile(module.error(), &ctx);
  Result<std::string> entry = EntryNamed(*module, options.entry);
  if (!entry.ok()) return ReportFile(entry.error());
  auto inputs = RunInputs(*module, *entry, options.inputs, options.seed);
  if (!inputs.ok()) return ReportFile(inputs.error(), &ctx);
  // A TVM takes seconds to start.
  Result<SubjectMaker> make = SubjectNamed(options.subject, options.target);
  if (!make.ok()) return ReportUsage(make.error());
  std::unique_ptr<Subject> subject = (*make)(ctx);
  LimitAnswers(*subject, options.limits);
  auto late = [&options] {
    SayError(ExplainTime(options.limits.seconds));
    return int{kBadInput};
  };
  std::optional<Deadline> deadline(std::in_place, options.limits.seconds, late);
  Result<BisectRun> run = Bisected(ctx, *subject, *module, *entry, *inputs, options.limits.Of(kCompareBudget));
  deadline.reset();
  if (!run.ok()) return Report(run.error(), kBadInput, &ctx);
  bool bad = run->steps.first.has_value() || !run->result.empty();
  if (options.json) {
    nlohmann::json json{{"agree", !bad}, {"result", run->result}, {"unread", run->steps.unread},
                        {"pass", ""},    {"before", 0},           {"where", ""}};
    if (run->steps.first)
      json.update(
          {{"pass", run->steps.first->pass}, {"before", run->steps.first->before}, {"where", run->steps.first->where}});
    PrintJson(json);
  } else {
    Print(*run, std::string(subject->name()));
  }
  return bad ? kMismatch : kClean;
}

}  // namespace

void AddBisect(Command app, Job& job) {
  auto options = std::make_shared<BisectOptions>();
  Command sub =
      app.AddSubcommand("bisect", "Name the first pass of a build after which a module computes something else");
  sub.AddOption("FILE", options->file, "A file of TVMScript").Required();
  sub.AddOption("--subject", options->subject, "Whose build: " + SubjectForms()).ShowDefault();
  AddTargetFlag(sub, options->target);
  AddPythonPathFlag(sub, options->python_path);
  sub.AddOption("--entry", options->entry, "The function to run [default: main, or else the only public one]");
  Option inputs = sub.AddOption("--inputs", options->inputs,
                                "Arguments: an .npz archive, an .npy file for the only one, or a JSON list");
  AddWhole(sub, "--seed", options->seed, "Random arguments from this seed", kAnySeed).ShowDefault().Excludes(inputs);
  sub.AddOption("--faults", options->faults, "Switch historical bugs on, by name (faults build)");
  AddBudgetFlags(sub, options->limits, "1G", "8GiB");
  AddTimeFlag(sub, options->limits, "End after this long, with nothing named");
  sub.AddFlag("--json", options->json, "One JSON object on standard output");
  sub.SetJob(job, [options] { return Bisect(*options); });
}

}  // namespace assay
