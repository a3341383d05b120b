// assay run: runs a function of a module on one engine, or on all of them to compare.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/executable_input.h"
#include "cli/files.h"
#include "cli/module_input.h"
#include "cli/names.h"
#include "cli/run_job.h"
#include "cli/say.h"
#include "cli/subjects.h"
#include "oracles/conform/recorded_value.h"
#include "oracles/core/checked_run.h"
#include "oracles/core/results.h"
#include "oracles/core/tolerance.h"
#include "oracles/core/trace_entry.h"

namespace assay {
namespace {

// Where in the file a trap happened; empty when that is not known.
struct TrapPlace {
  std::string function;
  uint32_t line = 0, column = 0;
};

// Functions of one file stand one after the other.
TrapPlace PlaceOf(const Context& ctx, const Module& module, const Outcome& outcome) {
  const auto* trap = std::get_if<Trap>(&outcome);
  TrapPlace place;
  if (trap == nullptr || trap->span.file == 0) return place;
  LineColumn at = ctx.sources.Locate(trap->span.file, trap->span.begin);
  place.line = at.line;
  place.column = at.column;
  uint32_t nearest = 0;
  for (const ModuleEntry& entry : module.entries) {
    uint32_t begin = entry.func->span.begin;
    if (entry.func->span.file == 0 || begin > trap->span.begin || begin < nearest) continue;
    nearest = begin;
    place.function = entry.var->name.str();
  }
  return place;
}

// A trap is the program's fault, a mismatch of what it should do; the rest is beyond this engine.
int CodeOf(const Outcome& outcome) {
  if (std::holds_alternative<Value>(outcome)) return kClean;
  return std::holds_alternative<Trap>(outcome) ? kMismatch : kBadInput;
}

// What a run ends with, on standard error.
void SayEnd(const RunOptions& options, const TrapPlace& place, const std::string& end) {
  if (place.line == 0) return SayError(fmt::format("{}: {}", options.engine, end));
  fmt::print(stderr, "{}:{}:{}: {}: in {}: {}\n", options.file, place.line, place.column, options.engine,
             place.function, end);
}

int Tell(const RunOptions& options, const Outcome& outcome, const Budget& budget, const TrapPlace& place = {}) {
  if (const auto* value = options.outputs.empty() ? nullptr : std::get_if<Value>(&outcome)) {
    if (Status saved = WriteOutputs(options.outputs, *value); !saved.ok()) return ReportFile(saved.error());
  }
  if (options.json) {
    nlohmann::json json = OutcomeJson(options.engine, outcome, budget);
    if (place.line != 0) json["place"] = {{"function", place.function}, {"line", place.line}, {"column", place.column}};
    PrintJson(json);
  } else if (const auto* value = std::get_if<Value>(&outcome)) {
    fmt::print("{}\n", ShowValue(*value));
  } else {
    SayEnd(options, place, Explain(outcome, budget));
  }
  return CodeOf(outcome);
}

// On tir-reference, looking for all undefined behaviour, or with threads in another order.
Outcome Checked(RunJob& job) {
  auto args = job.Inputs();
  if (!args.ok()) return Refused{args.error().message};
  const RunOptions& options = job.options;
  TirOptions walk;
  if (options.checks == "all") walk.checks = TirChecks::kAll;
  if (options.thread_order == "reverse") walk.order.kind = ThreadOrder::Kind::kReverse;
  if (options.thread_order == "random") walk.order = {ThreadOrder::Kind::kShuffled, options.seed};
  return RunChecked(job.ctx, job.module, options.entry, *args, job.budget, walk);
}

// What is told where --time ends a run.
std::function<int()> LateRun(const RunOptions& options) {
  return [&options] {
    std::string why = ExplainTime(options.limits.seconds);
    if (options.json) {
      PrintJson({{"engine", options.engine}, {"outcome", "out_of_budget"}, {"why", why}});
    } else {
      SayError(fmt::format("{}: {}", options.engine, why));
    }
    return int{kBadInput};
  };
}

// Where the trap of an engine that keeps no places of the text happens: where relax-reference traps alike, within a
// budget of its own.
TrapPlace PlaceOnReference(RunJob& job, const Outcome& outcome) {
  bool own_engines = FindSubject(job.options.subject)->own_engines;
  if (!own_engines || !std::holds_alternative<Trap>(outcome)) return {};
  Budget budget = std::exchange(job.budget, Budget{.steps = 20'000'000, .bytes = int64_t{1} << 30});
  Outcome reference = RunOn(job, job.module, "relax-reference");
  job.budget = budget;
  bool alike = std::holds_alternative<Trap>(reference) && !CompareWithReference(outcome, {reference, {}}).mismatch;
  return alike ? PlaceOf(job.ctx, job.module, reference) : TrapPlace{};
}

int RunOne(RunJob& job) {
  bool checked = job.options.OnWalker();
  std::optional<Deadline> deadline(std::in_place, job.options.limits.seconds, LateRun(job.options));
  Outcome outcome = checked ? Checked(job) : RunOn(job, job.module, job.options.engine);
  TrapPlace place = PlaceOf(job.ctx, job.module, outcome);
  if (place.line == 0) place = PlaceOnReference(job, outcome);
  deadline.reset();
  return Tell(job.options, outcome, job.budget, place);
}

// The longest prefix of the entry's bindings that runs, with its values; and how the next one ends.
int Trace(RunJob& job) {
  size_t all = 0;
  if (const auto* func = As<Function>(job.module.Find(job.options.entry))) {
    for (const BindingBlock* block : func->body->blocks) all += block->bindings.size();
  }
  Deadline deadline(job.options.limits.seconds, LateRun(job.options));
  // Fewer bindings never fail where more of them run.
  size_t good = 0, bad = all + 2;
  Outcome last_bad = OutOfBudget{}, last_good = Value{TupleValue{}};
  for (size_t keep = all + 1; good + 1 < bad; keep = (good + bad) / 2) {
    Result<Traced> traced = TraceEntry(job.ctx, job.module, job.options.entry, keep);
    if (!traced.ok()) return ReportFile(traced.error(), &job.ctx);
    Outcome outcome = RunOn(job, traced->module, job.options.engine);
    bool ran = std::holds_alternative<Value>(outcome);
    (ran ? good : bad) = keep;
    (ran ? last_good : last_bad) = std::move(outcome);
  }
  Result<Traced> traced = TraceEntry(job.ctx, job.module, job.options.entry, good);
  if (!traced.ok()) return ReportFile(traced.error(), &job.ctx);
  const auto& fields = std::get_if<Value>(&last_good)->As<TupleValue>()->fields;
  bool whole = good > all;
  std::string end = whole ? "" : fmt::format("binding {}: {}", good + 1, Explain(last_bad, job.budget));
  nlohmann::json bindings = nlohmann::json::array();
  for (size_t i = 0; i < fields.size() && i < traced->names.size(); ++i) {
    if (job.options.json) bindings.push_back({{"name", traced->names[i]}, {"value", ValueAsRecorded(fields[i])}});
    if (!job.options.json) fmt::print("{} = {}\n", traced->names[i], ShowValue(fields[i]));
  }
  if (job.options.json) PrintJson({{"engine", job.options.engine}, {"bindings", bindings}, {"end", end}});
  if (!whole) SayEnd(job.options, PlaceOnReference(job, last_bad), end);
  return whole ? int{kClean} : CodeOf(last_bad);
}

// What of an executable's module is for callers: where it says which functions of Relax are, kernels are not.
Module CalledFrom(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> called;
  for (const ModuleEntry& entry : module.entries) {
    if (Is<Function>(entry.func)) called.push_back(entry);
  }
  return called.empty() ? module : WithEntries(ctx, module, called);
}

int RunExecutable(RunOptions options) {
  if (options.compare || options.trace) {
    return ReportUsage(
        {DiagKind::kBadArgument, {}, "--compare and --trace take the module, not an executable of it", "", {}});
  }
  Context ctx;
  Result<LoadedImage> loaded = ReadExecutable(ctx, options.file);
  if (!loaded.ok()) return ReportFile(loaded.error(), &ctx);
  Result<std::string> entry = EntryNamed(CalledFrom(ctx, loaded->module), options.entry, "executable");
  if (!entry.ok()) return ReportFile(entry.error());
  options.entry = *entry;
  if (Status fits = CheckOutputs(options.outputs, loaded->module.Find(*entry)); !fits.ok())
    return ReportUsage(fits.error());
  auto inputs = RunInputs(loaded->module, options.entry, options.inputs, options.seed);
  if (!inputs.ok()) return ReportFile(inputs.error(), &ctx);
  if (options.engine.empty()) options.engine = loaded->image.compiled ? "vm-compiled" : "vm-llvm";
  LoadOptions load;
  load.opt_level = options.opt_level.value_or(loaded->image.opt_level);
  load.threads = options.threads;
  auto executable = LoadExecutable(*std::move(loaded), options.engine, load);
  if (!executable.ok() && executable.error().kind == DiagKind::kUnknownName) return ReportUsage(executable.error());
  if (!executable.ok()) return ReportFile(executable.error(), &ctx);
  Budget budget = options.limits.Of(kRunBudget);
  std::optional<Deadline> deadline(std::in_place, options.limits.seconds, LateRun(options));
  Outcome outcome = (*executable)->Run(options.entry, *inputs, budget);
  deadline.reset();
  return Tell(options, outcome, budget);
}

// Reads the module, and does with it what is wanted.
int WithModule(RunOptions options, Context& ctx, std::unique_ptr<Subject> subject, int (*work)(RunJob&)) {
  Result<std::string> text = ReadInput(options.file);
  if (!text.ok()) return ReportFile(text.error());
  Result<Module> module = ModuleOfText(ctx, options.file, *text, options.no_check ? Checked::kNo : Checked::kYes);
  if (!module.ok()) return ReportFile(module.error(), &ctx);
  Result<std::string> entry = EntryNamed(*module, options.entry);
  if (!entry.ok()) return ReportFile(entry.error());
  options.entry = *entry;
  if (Status fits = CheckOutputs(options.outputs, module->Find(*entry)); !fits.ok()) return ReportUsage(fits.error());
  bool own_engines = FindSubject(options.subject)->own_engines;
  RunJob job{options, ctx, *module, std::move(subject),
             options.limits.Of(options.compare ? kCompareBudget : kRunBudget)};
  if (options.file != "-" && own_engines) job.text = *std::move(text);
  if (auto inputs = job.Inputs(); !inputs.ok()) return ReportFile(inputs.error(), &ctx);
  return work(job);
}

// Options that the kind of run does not look at.
void NoteIdle(const RunOptions& options, bool own_engines) {
  std::vector<std::string_view> idle;
  auto note = [&](bool given, std::string_view name) {
    if (given) idle.push_back(name);
  };
  bool interprets =
      own_engines && !options.compare && (options.engine.ends_with("reference") || options.engine == "vm");
  note(options.compare && !options.engine.empty(), "--engine");
  note((!own_engines || interprets) && options.opt_level.has_value(), "--opt-level");
  note((!own_engines || interprets) && options.threads != 1, "--threads");
  note(!own_engines && !options.compare && options.limits.steps > 0, "--steps");
  note(!own_engines && !options.compare && options.limits.bytes > 0, "--memory");
  if (idle.empty()) return;
  std::string where = options.compare ? "with --compare"
                      : own_engines   ? fmt::format("on {}", options.engine)
                                      : fmt::format("on {}", options.subject);
  SayNote(fmt::format("no effect {}: {}", where, fmt::join(idle, ", ")));
}

// On another subject, in one of its own ways of running.
int RunOnSubject(RunOptions options) {
  if (options.trace || options.OnWalker()) {
    return ReportUsage(
        {DiagKind::kBadArgument, {}, "--trace, --checks and --thread-order are for assay's own engines", "", {}});
  }
  if (IsExecutable(options.file)) {
    return ReportUsage(
        {DiagKind::kBadArgument,
         {},
         fmt::format("invalid FILE: expected TVMScript for {}, got {}, an executable of assay's own engines",
                     options.subject, options.file),
         "",
         {}});
  }
  Result<SubjectMaker> make = SubjectNamed(options.subject, options.target);
  if (!make.ok()) return ReportUsage(make.error());
  NoteIdle(options, false);
  Context ctx;
  std::unique_ptr<Subject> subject = (*make)(ctx);
  LimitAnswers(*subject, options.limits);
  std::vector<std::string> engines = subject->Engines();
  if (options.engine.empty()) options.engine = engines.front();
  if (std::ranges::find(engines, options.engine) == engines.end()) {
    return ReportUsage(UnknownName("engine of this subject", options.engine, {engines.begin(), engines.end()}));
  }
  return WithModule(options, ctx, std::move(subject), options.compare ? Compare : RunOne);
}

Status CheckOutputsName(const std::string& path) {
  if (path.empty() || path.ends_with(".npz") || path.ends_with(".npy")) return Done{};
  return Diag{DiagKind::kBadArgument,
              {},
              fmt::format("invalid --outputs: expected a file that ends in .npz or .npy, got {}", path),
              "",
              {}};
}

int Run(RunOptions options) {
  if (Status on = SwitchOnFaults(SplitNames(options.faults)); !on.ok()) return ReportUsage(on.error());
  if (Status in = CheckStandardInput(options.file, options.inputs); !in.ok()) return ReportUsage(in.error());
  if (Status out = CheckOutputsName(options.outputs); !out.ok()) return ReportUsage(out.error());
  if (Status out = CheckOutFile(options.outputs); !out.ok()) return ReportFile(out.error());
  if (!options.outputs.empty() && (options.compare || options.trace)) {
    return ReportUsage({DiagKind::kBadArgument, {}, "--outputs saves the result of one run", "", {}});
  }
  if (options.OnWalker() && (options.compare || options.trace || IsExecutable(options.file) ||
                             !(options.engine.empty() || options.engine == "tir-reference"))) {
    return ReportUsage({DiagKind::kBadArgument,
                        {},
                        fmt::format("{} is for one run of a module on tir-reference",
                                    options.checks == "all" ? "--checks all" : "--thread-order"),
                        "",
                        {}});
  }
  const SubjectSpec* subject = FindSubject(options.subject);
  if (subject != nullptr) {
    if (Status fits = CheckTarget(*subject, options.target); !fits.ok()) return ReportUsage(fits.error());
  }
  if (subject == nullptr || !subject->own_engines) return RunOnSubject(options);
  if (options.OnWalker()) options.engine = "tir-reference";
  Result<const EngineSpec*> engine = EngineNamed(options.engine.empty() ? "vm-llvm" : options.engine);
  if (!engine.ok()) return ReportUsage(engine.error());
  NoteIdle(options, true);
  if (IsExecutable(options.file)) return RunExecutable(options);
  options.engine = (*engine)->name;
  Result<SubjectMaker> make = subject->find(SplitSubject(options.subject));
  if (!make.ok()) return ReportUsage(make.error());
  Context ctx;
  return WithModule(options, ctx, (*make)(ctx), options.compare ? Compare : options.trace ? Trace : RunOne);
}

}  // namespace

Outcome RunOn(RunJob& job, const Module& module, const std::string& engine) {
  auto args = job.Inputs();
  if (!args.ok()) return Refused{args.error().message};
  bool whole = &module == &job.module && !job.text.empty();
  auto imported = whole ? job.subject->Parse(job.text) : job.subject->Import(module);
  if (!imported.ok()) return Refused{imported.refusal().message};
  auto program = job.subject->Build(*imported, {.engine = engine,
                                                .opt_level = job.options.opt_level.value_or(2),
                                                .usual_pipeline = true,
                                                .threads = job.options.threads});
  if (!program.ok()) return Refused{program.refusal().message};
  return job.subject->Run(*program, job.options.entry, *args, job.budget);
}

std::string OutcomeWord(const Outcome& outcome) {
  static const char* const kWords[] = {"value", "trap", "refused", "out_of_budget"};
  return kWords[outcome.index()];
}

nlohmann::json OutcomeJson(const std::string& engine, const Outcome& outcome, const Budget& budget) {
  nlohmann::json json{{"engine", engine}, {"outcome", OutcomeWord(outcome)}};
  if (const auto* value = std::get_if<Value>(&outcome)) {
    json["value"] = ValueAsRecorded(*value);
  } else {
    json["why"] = Explain(outcome, budget);
  }
  return json;
}

void AddRun(Command app, Job& job) {
  auto options = std::make_shared<RunOptions>();
  Command sub = app.AddSubcommand("run", "Run a function of a module");
  sub.AddOption("FILE", options->file, "A file of TVMScript, or an executable; - is TVMScript on standard input")
      .Required();
  sub.AddOption("--entry", options->entry, "The function to run [default: main, or else the only public one]");
  sub.AddOption(
      "--engine", options->engine,
      "What runs it; `assay list engines` names them [default: vm-llvm, or what the executable was built for]");
  sub.AddOption("--subject", options->subject, SubjectForms()).ShowDefault();
  AddTargetFlag(sub, options->target);
  Option inputs = sub.AddOption("--inputs", options->inputs,
                                "Arguments: an .npz archive, an .npy file for the only one, or a JSON list");
  sub.AddOption("--outputs", options->outputs,
                "Save the result's tensors: an .npz archive, or an .npy file for the only one");
  sub.AddOption("--faults", options->faults, "Switch historical bugs on, by name (faults build)");
  AddWhole(sub, "--seed", options->seed, "Random arguments from this seed", kAnySeed).ShowDefault().Excludes(inputs);
  AddWhole(sub, "--opt-level", options->opt_level,
           "Of engines that compile to machine code [default: 2, or what the executable was built with]", kOptLevels);
  AddWhole(sub, "--threads", options->threads,
           "Worker threads for parallel loops (compiled engines only); results are the same", {1, 64})
      .ShowDefault();
  AddChoice(sub, "--checks", options->checks,
            "all: tir-reference also looks for overflow, races, undeclared and aliased accesses", {"memory", "all"});
  AddChoice(
      sub, "--thread-order", options->thread_order,
      "In which order tir-reference runs the threads of a GPU kernel between barriers, and its blocks; --seed draws "
      "the random one",
      {"forward", "reverse", "random"});
  AddBudgetFlags(sub, options->limits, "200G; with --compare 1G", "8GiB");
  AddTimeFlag(sub, options->limits, "End after this long, whatever has been run");
  Option compare = sub.AddFlag(
      "--compare", options->compare,
      "Run on every engine and compare with relax-reference; names the first pass, binding and element that differ");
  sub.AddFlag("--trace", options->trace, "Print the value of every binding of the function").Excludes(compare);
  sub.AddFlag("--no-check", options->no_check, "Run the module even if it is ill-formed");
  sub.AddFlag("--json", options->json, "One JSON object on standard output");
  sub.SetJob(job, [options] { return Run(*options); });
}

}  // namespace assay
