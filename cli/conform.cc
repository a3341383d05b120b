// assay conform: judges recorded suites and prints the scores.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/conform_init.h"
#include "cli/facts.h"
#include "cli/files.h"
#include "cli/limits.h"
#include "cli/names.h"
#include "cli/options.h"
#include "cli/own_files.h"
#include "cli/report_files.h"
#include "cli/say.h"
#include "cli/subjects.h"
#include "fuzzers/process/process.h"
#include "generators/modules/generate.h"
#include "ir/support/interrupt.h"
#include "oracles/conform/conform.h"
#include "oracles/conform/conform_report.h"

namespace assay {
namespace {

struct ConformCommandOptions {
  std::vector<std::string> suites;
  std::string subject = "native";
  std::string against;
  std::string suite_kind;
  std::string report;
  std::string baseline;
  std::vector<std::string> allow;
  // 0: one for each core.
  int jobs = 0;
  double case_seconds = 20;
  LimitFlags limits;
  size_t show = 20;
  bool json = false;
};

void ShowProgress(std::string_view suite, size_t done, size_t of) {
  bool last = done == of;
  if (isatty(STDERR_FILENO) == 1 && (done % 10 == 0 || last)) {
    fmt::print(stderr, "\r{} {}/{}\x1b[K{}", suite, done, of, last ? "\r\x1b[K" : "");
  }
}

// The project's own list, where it is there.
std::vector<std::string> OwnAllowLists() {
  std::string list = OwnFile("oracles/conform/allowed.json");
  return list.empty() ? std::vector<std::string>() : std::vector<std::string>{list};
}

Result<ConformOptions> Prepare(const ConformCommandOptions& options) {
  ConformOptions run;
  run.suites = options.suites;
  run.suite_kind = options.suite_kind;
  ASSAY_TRY(run.make_subject, SubjectNamed(options.subject));
  run.make_inputs = MakeInputs;
  run.isolate.jobs = options.jobs > 0 ? options.jobs : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  run.isolate.case_seconds = options.case_seconds;
  run.isolate.memory_bytes = std::max<uint64_t>(run.isolate.memory_bytes, 2 * static_cast<uint64_t>(options.limits.bytes));
  double end = Now() + options.limits.seconds;
  if (options.limits.seconds > 0) run.isolate.enough = [end] { return Now() >= end; };
  run.budget = {options.limits.steps, options.limits.bytes};
  run.progress = ShowProgress;
  return run;
}

void PrintScores(const ConformResult& result) {
  Table table({"suite", "score", "passed", "of", "%"});
  for (const auto& [name, suite] : result.suites) {
    for (const auto& [score, points] : suite.scores) {
      table.Row({name, score, ShowPoints(points.passed), ShowPoints(points.of),
                 fmt::format("{:.1f}", points.of > 0 ? 100 * points.passed / points.of : 100)});
    }
  }
  fmt::print("{}", table.Text());
}

void PrintFailures(const std::vector<ConformFailure>& failures, std::string_view title, size_t most) {
  if (failures.empty() || most == 0) return;
  fmt::print("\n{} {}\n", failures.size(), title);
  for (size_t i = 0; i < std::min(most, failures.size()); ++i) {
    fmt::print("  {} {}: {}\n", failures[i].id, failures[i].score, failures[i].why);
  }
  if (failures.size() > most) fmt::print("  … and {} more (--show, --json or --report list them)\n", failures.size() - most);
}

// Differences of two subjects, case by case: what one fails and the other does not.
void PrintAgainst(const ConformResult& ours, const ConformResult& theirs, const ConformCommandOptions& options) {
  PrintFailures(NewFailures(ours.failures, theirs.failures), fmt::format("failed by {} alone", options.subject), options.show);
  PrintFailures(NewFailures(theirs.failures, ours.failures), fmt::format("failed by {} alone", options.against), options.show);
}

// Failures of the recorded truth count; with a baseline, or another subject to compare with, those that are new there.
struct Counted {
  std::vector<ConformFailure> failures;
  std::string title = "failures";
  std::vector<std::string> newly_passing;
};

int Print(const ConformResult& result, const Counted& counted, const nlohmann::json& json, const ConformView& view, const ConformCommandOptions& options) {
  if (options.json) {
    PrintJson(json);
  } else {
    PrintScores(result);
    if (view.other != nullptr) PrintAgainst(result, *view.other, options);
    if (view.other == nullptr) PrintFailures(counted.failures, counted.title, options.show);
    for (const std::string& name : counted.newly_passing) fmt::print("passes now: {}\n", name);
    for (const AllowedDifference& one : result.allowed) fmt::print("allowed: {}: {}\n", one.id, one.reason);
  }
  return counted.failures.empty() ? kClean : kMismatch;
}

// Who, what and when.
Facts FactsOf(const ConformCommandOptions& options) {
  Facts facts = RunFacts();
  facts.insert(facts.begin(), {"Subject", SubjectFact(options.subject)});
  if (!options.against.empty()) facts.insert(facts.begin() + 1, {"Against", SubjectFact(options.against)});
  facts.emplace_back("Suites", fmt::format("{}", fmt::join(options.suites, " ")));
  if (!options.baseline.empty()) facts.emplace_back("Baseline", options.baseline);
  return facts;
}

// Names are checked before files are read: 2 before 3.
Status CheckNames(const ConformCommandOptions& options) {
  for (const std::string& name : {options.subject, options.against}) {
    if (name.empty()) continue;
    ASSAY_TRY([[maybe_unused]] SubjectMaker maker, SubjectNamed(name));
  }
  return Done{};
}

int Conform(const ConformCommandOptions& options) {
  if (options.suites.empty()) {
    return ReportUsage({DiagKind::kBadArgument, {}, "no suite: pass SUITE, such as corpus/conformance; `assay conform init` makes one", "", {}});
  }
  if (Status names = CheckNames(options); !names.ok()) return ReportUsage(names.error());
  if (Status folder = CheckReportFolder(options.report, "conform"); !folder.ok()) return ReportFile(folder.error());
  InterruptGuard guard;
  Result<ConformOptions> run = Prepare(options);
  if (!run.ok()) return ReportUsage(run.error());
  Counted counted;
  std::vector<ConformFailure> known;
  for (const std::string& list : options.allow.empty() ? OwnAllowLists() : options.allow) {
    auto allow = ReadAllowed(list);
    if (!allow.ok()) return Report(allow.error(), kBadInput);
    std::ranges::move(*allow, std::back_inserter(run->allow));
  }
  if (!options.baseline.empty()) {
    auto failures = ReadFailures(options.baseline);
    if (!failures.ok()) return Report(failures.error(), kBadInput);
    known = *std::move(failures);
    counted.title = "failures that the baseline has not";
  }
  Result<ConformResult> result = RunConformance(*run);
  // A file whose name is no kind of suite is a matter of usage: --suite-kind says it.
  if (!result.ok()) return Report(result.error(), result.error().kind == DiagKind::kUnknownName ? kUsage : kBadInput);
  counted.newly_passing = NewlyPassing(*result, known);
  std::optional<ConformResult> other;
  if (!options.against.empty()) {
    run->make_subject = *SubjectNamed(options.against);
    auto judged = RunConformance(*run);
    if (!judged.ok()) return ReportFile(judged.error());
    other = *std::move(judged);
  }
  ConformView view{.subject = options.subject, .baseline = options.baseline.empty() ? nullptr : &known, .against = options.against,
                   .other = other ? &*other : nullptr, .facts = FactsOf(options), .history = HistoryIn(options.baseline), .when = TimeStamp()};
  counted.failures = FailuresThatCount(*result, view);
  nlohmann::json json = ConformJson(*result, view);
  ReportedRun report = ConformReport(*result, view);
  report.home = HomePage();
  if (Status written = WriteReports(options.report, "conform", report, json); !written.ok()) return ReportFile(written.error());
  int code = Print(*result, counted, json, view, options);
  uint64_t skipped = result->skipped + (other ? other->skipped : 0);
  return skipped == 0 ? code : EndedEarly(code, skipped, options.limits);
}

}  // namespace

void AddConform(CLI::App& app, Job& job) {
  auto options = std::make_shared<ConformCommandOptions>();
  CLI::App* sub = app.add_subcommand("conform", "Judge recorded behaviour, case by case, and print scores");
  sub->add_option("SUITE", options->suites, "Suites (.jsonl, .jsonl.xz) or folders of them");
  sub->add_option("--subject", options->subject, "What is judged: native, or a real TVM: tvm:VERSION, tvm@PYTHON, tvm")->capture_default_str();
  sub->add_option("--against", options->against, "A second subject; what only the first fails counts");
  std::vector<std::string> kinds;
  for (const SuiteKind* kind : AllSuiteKinds()) kinds.emplace_back(kind->name);
  AddChoice(*sub, "--suite-kind", options->suite_kind, "Which kind of suite it is [default: the file's name]", kinds);
  sub->add_option("--report", options->report, "Folder for conform.html, .md, .json, .xml (JUnit), .sarif; an earlier report there is replaced");
  sub->add_option("--baseline", options->baseline, "An earlier --json output; what it lists as failing is not counted");
  sub->add_option("--allow", options->allow, "JSON lists of {id, reason, score}: what is not matched on purpose; an id may end in * [default: oracles/conform/allowed.json]");
  AddWhole(*sub, "--jobs", options->jobs, "Child processes [default: one for each core]", kJobs);
  AddDuration(*sub, "--case-time", options->case_seconds, "How long one case may take");
  AddBudgetFlags(*sub, options->limits, "200M, in the pass suite 20M", "1GiB");
  AddTimeFlag(*sub, options->limits, "End after this long; cases that are left are not judged");
  AddWhole(*sub, "--show", options->show, "How many failures to print", kNoneOrSome)->capture_default_str();
  sub->add_flag("--json", options->json, "One JSON object on standard output");
  AddConformInit(*sub, job);
  sub->callback([options, sub, &job] {
    // A subcommand of its own has set the job.
    if (sub->get_subcommands().empty()) job = [options] { return Conform(*options); };
  });
}

}  // namespace assay
