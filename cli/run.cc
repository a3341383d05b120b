// assay run: runs a function of a module on one engine, or on all of them to compare.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/divergence.h"
#include "cli/executable_input.h"
#include "cli/files.h"
#include "cli/module_input.h"
#include "cli/names.h"
#include "cli/run_inputs.h"
#include "cli/say.h"
#include "cli/subjects.h"
#include "cli/trace.h"
#include "oracles/conform/recorded_value.h"
#include "oracles/core/tolerance.h"
#include "oracles/subjects/native/native_build.h"
#include "vm/bytecode/interp.h"
#include "vm/reference/tir_eval.h"

namespace assay {
namespace {

struct RunOptions {
  std::string file;
  std::string entry = "main";
  std::string engine;
  std::string subject = "native";
  std::string inputs;
  std::string outputs;
  std::vector<std::string> faults;
  uint64_t seed = 1;
  // Absent: 2 for a module, and what an executable was built with.
  std::optional<int> opt_level;
  std::string checks = "memory";
  int threads = 1;
  bool compare = false;
  bool trace = false;
  bool json = false;
};

// One piece of work on one module.
struct RunJob {
  const RunOptions& options;
  Context& ctx;
  Module module;
  std::unique_ptr<Subject> subject;
  // What the module was read from, so that refusals name lines; empty for standard input.
  std::string text = {};

  Result<std::vector<Value>> Inputs() const { return RunInputs(module, options.entry, options.inputs, options.seed); }
};

// A module that an engine refuses to build is
// told like a refusal of the run.
Outcome RunOn(RunJob& job, const Module& module, const std::string& engine) {
  auto args = job.Inputs();
  if (!args.ok()) return Refused{args.error().message};
  bool whole = &module == &job.module && !job.text.empty();
  auto imported = whole ? job.subject->Parse(job.text) : job.subject->Import(module);
  if (!imported.ok()) return Refused{imported.refusal().message};
  auto program = job.subject->Build(*imported, {.engine = engine, .opt_level = job.options.opt_level.value_or(2), .threads = job.options.threads});
  if (!program.ok()) return Refused{program.refusal().message};
  return job.subject->Run(*program, job.options.entry, *args, Budget{});
}

std::string OutcomeWord(const Outcome& outcome) {
  static const char* const kWords[] = {"value", "trap", "refused", "out_of_budget"};
  return kWords[outcome.index()];
}

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

nlohmann::json OutcomeJson(const std::string& engine, const Outcome& outcome) {
  nlohmann::json json{{"engine", engine}, {"outcome", OutcomeWord(outcome)}};
  if (const auto* value = std::get_if<Value>(&outcome)) {
    json["value"] = ValueAsRecorded(*value);
  } else {
    json["why"] = Describe(outcome);
  }
  return json;
}

// A trap is the program's fault, a mismatch of what it should do; the rest is beyond this engine.
int CodeOf(const Outcome& outcome) {
  if (std::holds_alternative<Value>(outcome)) return kClean;
  return std::holds_alternative<Trap>(outcome) ? kMismatch : kBadInput;
}

int Tell(const RunOptions& options, const Outcome& outcome, const TrapPlace& place = {}) {
  if (const auto* value = options.outputs.empty() ? nullptr : std::get_if<Value>(&outcome)) {
    if (Status saved = WriteOutputs(options.outputs, *value); !saved.ok()) return ReportFile(saved.error());
  }
  if (options.json) {
    nlohmann::json json = OutcomeJson(options.engine, outcome);
    if (place.line != 0) json["place"] = {{"function", place.function}, {"line", place.line}, {"column", place.column}};
    PrintJson(json);
  } else if (const auto* value = std::get_if<Value>(&outcome)) {
    fmt::print("{}\n", ShowValue(*value));
  } else if (place.line != 0) {
    fmt::print(stderr, "{}:{}:{}: {}: in {}: {}\n", options.file, place.line, place.column, options.engine, place.function,
               Describe(outcome));
  } else {
    fmt::print(stderr, "assay: {}: {}\n", options.engine, Describe(outcome));
  }
  return CodeOf(outcome);
}

// On tir-reference, looking for all undefined behaviour.
Outcome RunChecked(RunJob& job) {
  auto args = job.Inputs();
  if (!args.ok()) return Refused{args.error().message};
  auto load = [&]() -> Result<std::unique_ptr<Executable>> {
    ASSAY_TRY(Module lowered, BuildNatively(job.ctx, job.module));
    ASSAY_TRY(auto kernels, MakeReferenceKernels(KernelsOf(job.ctx, lowered), true, TirChecks::kAll));
    return MakeVm(job.ctx, lowered, std::move(kernels));
  };
  auto executable = load();
  if (!executable.ok()) return Refused{executable.error().message};
  return (*executable)->Run(job.options.entry, *args, Budget{});
}

int RunOne(RunJob& job) {
  bool checked = job.options.checks == "all";
  Outcome outcome = checked ? RunChecked(job) : RunOn(job, job.module, job.options.engine);
  return Tell(job.options, outcome, PlaceOf(job.ctx, job.module, outcome));
}

// What one engine says against the reference: "agrees", or the difference. A refusal is no disagreement.
std::string Verdict(const Outcome& outcome, const ReferenceOutcome& reference, bool& mismatch) {
  bool none = std::holds_alternative<Refused>(outcome) || std::holds_alternative<OutOfBudget>(outcome);
  if (none) return Describe(outcome);
  if (std::holds_alternative<Refused>(reference.outcome)) return "ran; the reference refused";
  Comparison comparison = CompareWithReference(outcome, reference);
  mismatch |= comparison.mismatch.has_value();
  return comparison.mismatch ? comparison.mismatch->what : "agrees";
}

// Where an engine whose result is not the reference's goes its own way: in a pass of the build, or else in the earliest
// binding whose value is not the reference's; empty when that cannot be told.
std::string Diverged(RunJob& job, const std::string& engine, const std::optional<Divergence>& build) {
  if (build) return fmt::format("in pass {}, function {}, binding {}", build->pass, job.options.entry, build->where);
  auto traced = TraceEntry(job.ctx, job.module, job.options.entry, SIZE_MAX);
  auto inputs = job.Inputs();
  if (!traced.ok() || !inputs.ok()) return {};
  auto reference = RunReference(job.ctx, traced->module, job.options.entry, {*inputs}, Budget{});
  if (!reference.ok()) return {};
  auto first = FirstDivergence(traced->names, RunOn(job, traced->module, engine), (*reference)[0]);
  return first ? fmt::format("in function {}, binding {}", job.options.entry, *first) : "";
}

int Compare(RunJob& job) {
  auto inputs = job.Inputs();
  if (!inputs.ok()) return ReportFile(inputs.error(), &job.ctx);
  ReferenceOutcome reference{Refused{"not run"}, {}};
  auto outcomes = RunReference(job.ctx, job.module, job.options.entry, {*inputs}, Budget{});
  if (outcomes.ok()) reference = std::move((*outcomes)[0]);
  bool mismatch = false;
  Table table({"engine", "outcome", "against relax-reference"});
  nlohmann::json engines = nlohmann::json::array();
  bool walked = false;
  std::optional<Divergence> diverged;
  for (const std::string& engine : job.subject->Engines()) {
    Outcome outcome = RunOn(job, job.module, engine);
    bool differs = false;
    std::string verdict = Verdict(outcome, reference, differs);
    mismatch |= differs;
    if (differs && !walked) diverged = FindDivergence(job.ctx, job.module, job.options.entry, *inputs, reference);
    walked |= differs;
    std::string first = differs ? Diverged(job, engine, diverged) : "";
    if (!first.empty()) verdict = fmt::format("{}; first {}", verdict, first);
    table.Row({engine, OutcomeWord(outcome), verdict});
    engines.push_back(OutcomeJson(engine, outcome));
    engines.back()["verdict"] = verdict;
  }
  if (job.options.json) {
    PrintJson({{"engines", engines}, {"agree", !mismatch}});
  } else {
    fmt::print("{}", table.Text());
  }
  return mismatch ? kMismatch : kClean;
}

// The longest prefix of the entry's bindings that runs, with its values; and how the next one ends.
int Trace(RunJob& job) {
  size_t all = 0;
  if (const auto* func = As<Function>(job.module.Find(job.options.entry))) {
    for (const BindingBlock* block : func->body->blocks) all += block->bindings.size();
  }
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
  for (size_t i = 0; i < fields.size() && i < traced->names.size(); ++i) {
    fmt::print("{} = {}\n", traced->names[i], ShowValue(fields[i]));
  }
  if (good > all) return kClean;
  fmt::print(stderr, "assay: {}: binding {}: {}\n", job.options.engine, good + 1, Describe(last_bad));
  return CodeOf(last_bad);
}

int RunExecutable(RunOptions options) {
  if (options.compare || options.trace) {
    return ReportUsage({DiagKind::kBadArgument, {}, "--compare and --trace take the module, not an executable of it", "", {}});
  }
  Context ctx;
  Result<LoadedImage> loaded = ReadExecutable(ctx, options.file);
  if (!loaded.ok()) return ReportFile(loaded.error(), &ctx);
  auto inputs = RunInputs(loaded->module, options.entry, options.inputs, options.seed);
  if (!inputs.ok()) return ReportFile(inputs.error(), &ctx);
  if (options.engine.empty()) options.engine = loaded->image.compiled ? "vm-compiled" : "vm-llvm";
  LoadOptions load;
  load.opt_level = options.opt_level.value_or(loaded->image.opt_level);
  load.threads = options.threads;
  auto executable = LoadExecutable(*std::move(loaded), options.engine, load);
  if (!executable.ok() && executable.error().kind == DiagKind::kUnknownName) return ReportUsage(executable.error());
  if (!executable.ok()) return ReportFile(executable.error(), &ctx);
  return Tell(options, (*executable)->Run(options.entry, *inputs, Budget{}));
}

// On another subject, in one of its own ways of running.
int RunOnSubject(RunOptions options) {
  if (options.compare || options.trace || options.checks == "all") {
    return ReportUsage({DiagKind::kBadArgument, {}, "--compare, --trace and --checks are for assay's own engines", "", {}});
  }
  Result<SubjectMaker> make = SubjectNamed(options.subject);
  if (!make.ok()) return ReportUsage(make.error());
  Context ctx;
  std::unique_ptr<Subject> subject = (*make)(ctx);
  std::vector<std::string> engines = subject->Engines();
  if (options.engine.empty()) options.engine = engines.front();
  if (std::ranges::find(engines, options.engine) == engines.end()) {
    return ReportUsage(UnknownName("engine of this subject", options.engine, engines));
  }
  Result<Module> module = LoadModule(ctx, options.file);
  if (!module.ok()) return ReportFile(module.error(), &ctx);
  RunJob job{options, ctx, *module, std::move(subject)};
  return Tell(options, RunOn(job, job.module, options.engine));
}

int Run(RunOptions options) {
  if (Status on = SwitchOnFaults(SplitNames(options.faults)); !on.ok()) return ReportUsage(on.error());
  if (!options.outputs.empty() && (options.compare || options.trace)) {
    return ReportUsage({DiagKind::kBadArgument, {}, "--outputs saves the result of one run", "", {}});
  }
  if (options.checks == "all" && (options.compare || options.trace || IsExecutable(options.file) ||
                                  !(options.engine.empty() || options.engine == "tir-reference"))) {
    return ReportUsage({DiagKind::kBadArgument, {}, "--checks all is for one run of a module on tir-reference", "", {}});
  }
  if (options.subject != AllSubjects()[0]->name) return RunOnSubject(options);
  if (options.checks == "all") options.engine = "tir-reference";
  Result<const EngineSpec*> engine = EngineNamed(options.engine.empty() ? "vm-llvm" : options.engine);
  if (!engine.ok()) return ReportUsage(engine.error());
  if (IsExecutable(options.file)) return RunExecutable(options);
  options.engine = (*engine)->name;
  Context ctx;
  Result<Module> module = LoadModule(ctx, options.file);
  if (!module.ok()) return ReportFile(module.error(), &ctx);
  RunJob job{options, ctx, *module, MakeNativeSubject(ctx)};
  if (options.file != "-") {
    Result<std::string> text = ReadInput(options.file);
    if (text.ok()) job.text = *text;
  }
  auto inputs = job.Inputs();
  if (!inputs.ok()) return ReportFile(inputs.error(), &ctx);
  if (options.compare) return Compare(job);
  return options.trace ? Trace(job) : RunOne(job);
}

}  // namespace

void AddRun(CLI::App& app, Job& job) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* sub = app.add_subcommand("run", "Run a function of a module");
  sub->add_option("FILE", options->file, "A file of TVMScript, or an executable; - is TVMScript on standard input")->required();
  sub->add_option("--entry", options->entry, "The function to run")->capture_default_str();
  sub->add_option("--engine", options->engine, "What runs it; `assay list engines` names them (default vm-llvm, or what the executable was built for)");
  sub->add_option("--subject", options->subject, "native, or a real TVM: tvm:VERSION, tvm@PYTHON, tvm")->capture_default_str();
  auto* inputs = sub->add_option("--inputs", options->inputs, "Arguments: an .npz archive, an .npy file for the only one, or a JSON list");
  sub->add_option("--outputs", options->outputs, "Save the result's tensors: an .npz archive, or an .npy file for the only one");
  sub->add_option("--faults", options->faults, "Switch historical bugs on, by name (faults build)");
  sub->add_option("--seed", options->seed, "Random arguments from this seed")->capture_default_str()->excludes(inputs);
  sub->add_option("--opt-level", options->opt_level, "Of engines that compile to machine code (default 2, or what the executable was built with)")
      ->check(CLI::Range(0, 3));
  sub->add_option("--threads", options->threads, "That share parallel loops, on engines that compile to machine code; results are the same")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  sub->add_option("--checks", options->checks, "all: tir-reference also looks for overflow, races, undeclared and aliased accesses")
      ->check(CLI::IsMember({"memory", "all"}))
      ->capture_default_str();
  auto* compare = sub->add_flag("--compare", options->compare, "Run on every engine and compare with relax-reference; names the first pass, binding and element that differ");
  sub->add_flag("--trace", options->trace, "Print the value of every binding of the function")->excludes(compare);
  sub->add_flag("--json", options->json, "One JSON object on standard output");
  sub->callback([options, &job] { job = [options] { return Run(*options); }; });
}

}  // namespace assay
