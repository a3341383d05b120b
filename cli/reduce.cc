// assay reduce: the smallest module that still shows a finding, or that a command still finds interesting.
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/names.h"
#include "cli/options.h"
#include "cli/say.h"
#include "cli/subjects.h"
#include "fuzzers/campaign/case_file.h"
#include "fuzzers/process/process.h"
#include "fuzzers/reduce/reduce.h"
#include "generators/modules/generate.h"
#include "ir/entries.h"
#include "ir/support/interrupt.h"
#include "ir/support/temp_folder.h"
#include "ir/text/print.h"
#include "passes/config.h"

namespace assay {
namespace {

struct ReduceOptions {
  std::string path;
  std::string entry;
  std::string oracle;
  std::string predicate;
  std::string passes;
  std::vector<std::string> config;
  std::string subject;
  std::string target;
  std::vector<std::string> faults;
  std::string out;
  double seconds = 60;
  int jobs = 1;
  bool json = false;
  std::vector<std::string> python_path;
};

// Holds while the oracle finds the same: same class, same pass.
class OraclePredicate {
 public:
  OraclePredicate(Context& ctx, Subject& subject, const LoadedCase& loaded, const OracleSpec* oracle)
      : loaded_(loaded), oracle_(oracle), ctx_(ctx), subject_(subject) {}

  // The finding of the whole case, to be pinned; nothing when there is none.
  bool Pin() {
    std::vector<Finding> findings = Findings(loaded_.c.module, loaded_.c.passes);
    if (findings.empty()) return false;
    pinned_ = findings[0];
    return true;
  }
  const Finding& pinned() const { return pinned_; }

  bool operator()(const Module& module, std::span<const PassCall> passes) {
    for (const Finding& finding : Findings(module, passes)) {
      if (finding.klass == pinned_.klass && finding.pass == pinned_.pass) return true;
    }
    return false;
  }

 private:
  std::vector<Finding> Findings(const Module& module, std::span<const PassCall> passes) {
    Case c{module, loaded_.c.entry, {}, {passes.begin(), passes.end()}, loaded_.c.config};
    // Parameters may be gone, so that inputs are made for what is left.
    for (uint64_t seed : loaded_.file.input_seeds) c.inputs.push_back(MakeInputs(module, c.entry, seed));
    const OracleSpec* oracles[] = {oracle_};
    return JudgeCase(ctx_, subject_, c, oracles).findings;
  }

  const LoadedCase& loaded_;
  const OracleSpec* oracle_;
  Context& ctx_;
  Subject& subject_;
  Finding pinned_;
};

// Wakes up what waits for a child when the time is up: a signal that does nothing interrupts it, time and again.
// Children of fork have no such timer.
class WakeAt {
 public:
  explicit WakeAt(double time) {
    struct sigaction wake = {};
    wake.sa_handler = [](int) {};
    sigaction(SIGALRM, &wake, &before_);
    double left = std::max(time - Now(), 0.001);
    auto whole = static_cast<time_t>(left);
    itimerval timer{.it_interval = {0, 100'000},
                    .it_value = {whole, static_cast<suseconds_t>((left - static_cast<double>(whole)) * 1e6)}};
    setitimer(ITIMER_REAL, &timer, nullptr);
  }
  ~WakeAt() {
    itimerval none = {};
    setitimer(ITIMER_REAL, &none, nullptr);
    sigaction(SIGALRM, &before_, nullptr);
  }
  WakeAt(const WakeAt&) = delete;
  WakeAt& operator=(const WakeAt&) = delete;

 private:
  struct sigaction before_ = {};
};

// Runs the user's command on a file of the module; exit code 0 means interesting.
class CommandPredicate {
 public:
  CommandPredicate(std::string command, double seconds) : command_(std::move(command)), end_(Now() + seconds) {}
  bool ready() const { return folder_.ready(); }

  bool operator()(const Module& module, std::span<const PassCall>) const {
    // Several processes may ask at once.
    std::string file = fmt::format("{}/module{}.py", folder_.path(), getpid());
    if (!WriteFile(file, PrintModule(module)).ok()) return false;
    pid_t pid = fork();
    if (pid == 0) {
      signal(SIGALRM, SIG_DFL);
      dup2(STDERR_FILENO, STDOUT_FILENO);
      // The file is $1; a command without it gets the file as its last argument.
      std::string line = command_.find("$1") == std::string::npos ? command_ + " \"$1\"" : command_;
      execl("/bin/sh", "sh", "-c", line.c_str(), "assay-reduce", file.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    return pid > 0 && Succeeded(pid);
  }

  // The time was up when the last answer came, which then is a no.
  bool late() const { return Now() >= end_; }

 private:
  // What is asked when the reduction is interrupted, or its time is up, need not be answered.
  bool Succeeded(pid_t pid) const {
    WakeAt wake(end_);
    int status = 0;
    while (waitpid(pid, &status, 0) < 0) {
      if (errno != EINTR) return false;
      if (Interrupted() || Now() >= end_) KillTree(pid);
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  std::string command_;
  double end_;
  TempFolder folder_;
};

int Emit(const ReduceOptions& options, const LoadedCase& loaded, const ReduceResult& result, const std::string& what) {
  std::string text = PrintModule(result.module);
  if (!text.ends_with('\n')) text += '\n';
  size_t before = ModuleSize(loaded.c.module), after = ModuleSize(result.module);
  fmt::print(stderr, "{}{} nodes reduced to {} in {} tries: {}\n", what, before, after, result.tried, result.why);
  if (!options.out.empty()) {
    if (Status written = WriteWhole(options.out, text); !written.ok()) return ReportFile(written.error());
  }
  if (options.json) {
    PrintJson({{"module", text},
               {"nodes_before", before},
               {"nodes_after", after},
               {"tries", result.tried},
               {"why", result.why},
               {"passes", PassesToJson(result.passes)}});
  } else if (options.out.empty()) {
    fmt::print("{}", text);
  }
  return kClean;
}

int ReduceByCommand(Context& ctx, const ReduceOptions& options, const LoadedCase& loaded) {
  CommandPredicate predicate(options.predicate, options.seconds);
  if (!predicate.ready())
    return Report({DiagKind::kEnvironment, {}, "cannot make a folder for temporary files (see TMPDIR)", "", {}},
                  kEnvironment);
  auto keep = [&](const Module& module, std::span<const PassCall> passes) { return predicate(module, passes); };
  ReduceResult result = Reduce(ctx, loaded.c.module, loaded.c.entry, loaded.c.passes, keep,
                               {.seconds = options.seconds, .jobs = options.jobs});
  if (!result.shows && !Interrupted() && predicate.late()) {
    return Report({DiagKind::kBadArgument,
                   {},
                   fmt::format("the command takes longer than {} for the whole module; --time raises the limit",
                               ShowDuration(options.seconds)),
                   "",
                   {}},
                  kBadInput);
  }
  // The command may have been ended with this process.
  if (!result.shows && !Interrupted()) {
    return Report({DiagKind::kBadArgument, {}, "the command does not exit with 0 for the whole module", "", {}},
                  kBadInput);
  }
  return Emit(options, loaded, result, "");
}

int ReduceByOracle(Context& ctx, const ReduceOptions& options, LoadedCase& loaded) {
  std::string name = options.oracle.empty() ? loaded.file.oracle : options.oracle;
  auto oracles = OraclesNamed({name});
  if (!oracles.ok() || name.empty()) {
    Diag missing{DiagKind::kBadArgument, {}, "a module needs --oracle NAME or --predicate CMD", "", {}};
    return ReportUsage(name.empty() ? missing : oracles.error());
  }
  Result<SubjectMaker> make = SubjectNamed(options.subject.empty() ? loaded.file.subject : options.subject,
                                           options.target.empty() ? loaded.file.target : options.target);
  if (!make.ok()) return ReportUsage(make.error());
  std::unique_ptr<Subject> subject = (*make)(ctx);
  if (Status has = CheckHas(*subject, loaded.c.passes, PassesAsked::kOwn); !has.ok())
    return options.passes.empty() ? ReportFile(has.error()) : ReportUsage(has.error());
  // Of a module alone each public function is a case, until one fails.
  bool lone = !std::filesystem::is_directory(options.path) && options.entry.empty();
  std::vector<std::string> entries = lone ? EntriesOf(loaded.c.module) : std::vector{loaded.c.entry};
  size_t at = 0;
  loaded.c.entry = entries[at];
  OraclePredicate predicate(ctx, *subject, loaded, (*oracles)[0]);
  while (!predicate.Pin() && ++at < entries.size()) loaded.c.entry = entries[at];
  if (at == entries.size()) {
    return Report(
        {DiagKind::kBadArgument, {}, fmt::format("the input does not fail: oracle '{}' passes on it", name), "", {}},
        kBadInput);
  }
  auto keep = [&](const Module& module, std::span<const PassCall> passes) { return predicate(module, passes); };
  // A real TVM in a process of its own answers one at a time.
  ReduceBudget budget{.seconds = options.seconds, .jobs = subject->Traits().elsewhere ? 1 : options.jobs};
  ReduceResult result = Reduce(ctx, loaded.c.module, loaded.c.entry, loaded.c.passes, keep, budget);
  return Emit(options, loaded, result,
              fmt::format("{} {}: ", predicate.pinned().oracle, predicate.pinned().klass.name()));
}

int RunReduce(const ReduceOptions& options) {
  InterruptGuard guard;
  Context ctx;
  if (Status on = SwitchOnFaults(SplitNames(options.faults)); !on.ok()) return ReportUsage(on.error());
  std::vector<PassCall> calls;
  if (!options.passes.empty()) {
    auto parsed = ParsePassList(ctx, options.passes);
    if (!parsed.ok()) return ReportUsage(parsed.error());
    calls = *std::move(parsed);
  }
  Result<PassOptions> config = ParseConfig(ctx, options.config);
  if (!config.ok()) return ReportUsage(config.error());
  if (Status out = CheckOutFile(options.out); !out.ok()) return ReportFile(out.error());
  Result<LoadedCase> loaded = LoadCase(ctx, options.path, options.entry);
  if (!loaded.ok()) return ReportFile(loaded.error(), &ctx);
  AddPythonPath(loaded->file.python_path);
  if (Status path = TakePythonPath(options.python_path); !path.ok()) return ReportUsage(path.error());
  if (!options.predicate.empty() && !(calls.empty() && config->empty()))
    SayNote("no effect with --predicate, which says alone what is kept: --passes, --config");
  if (!calls.empty()) loaded->c.passes = calls;
  for (const auto& [key, value] : *config) loaded->c.config.insert_or_assign(key, value);
  return options.predicate.empty() ? ReduceByOracle(ctx, options, *loaded) : ReduceByCommand(ctx, options, *loaded);
}

}  // namespace

void AddReduce(Command app, Job& job) {
  auto options = std::make_shared<ReduceOptions>();
  Command sub = app.AddSubcommand("reduce", "Make a module smaller while it still shows a finding");
  sub.AddOption("PATH", options->path, "A finding's folder, or a module").Required();
  sub.AddOption("--entry", options->entry,
                "The function that is run [default: the case's; of a module each public one, until one fails]");
  Option oracle =
      sub.AddOption("--oracle", options->oracle, "Still found by this oracle, with the same class and pass");
  sub.AddOption("--predicate", options->predicate, "A shell command on the module's file ($1); 0: still interesting")
      .Excludes(oracle);
  sub.AddOption("--passes,--pass", options->passes, "Passes for the oracle, as for opt --passes").TypeName("PASSES");
  sub.AddOption("--config", options->config, "PassContext config for the passes");
  sub.AddOption("--subject", options->subject,
                "What is tested: " + SubjectForms() + " [default: the case's; of a module native]");
  AddTargetFlag(sub, options->target, "the case's");
  AddPythonPathFlag(sub, options->python_path);
  sub.AddOption("--faults", options->faults, "Switch historical bugs on");
  sub.AddOption("-o,--output", options->out, "Write the result to this file");
  AddDuration(sub, "--time", options->seconds, "How long: 60s, 5m, 2h");
  AddWhole(sub, "--jobs", options->jobs, "Processes that try candidates; with a real TVM, one", Jobs()).ShowDefault();
  sub.AddFlag("--json", options->json, "One JSON object on standard output");
  sub.SetJob(job, [options] { return RunReduce(*options); });
}

}  // namespace assay
