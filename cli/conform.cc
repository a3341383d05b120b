// assay conform: judges recorded suites and prints the scores.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
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
#include "cli/known.h"
#include "cli/limits.h"
#include "cli/names.h"
#include "cli/options.h"
#include "cli/outcome_flags.h"
#include "cli/own_files.h"
#include "cli/report_files.h"
#include "cli/say.h"
#include "cli/subjects.h"
#include "fuzzers/campaign/known_failure.h"
#include "fuzzers/process/process.h"
#include "generators/modules/generate.h"
#include "ir/support/interrupt.h"
#include "ir/support/plural.h"
#include "oracles/conform/allow_lists.h"
#include "oracles/conform/conform.h"
#include "oracles/conform/conform_report.h"

namespace assay {
namespace {

struct ConformCommandOptions {
  std::vector<std::string> suites;
  std::string subject = "native";
  std::string against;
  std::string target;
  std::string suite_kind;
  std::string report;
  std::string baseline;
  std::vector<std::string> allow;
  bool no_allow = false;
  std::vector<std::string> known;
  bool no_known = false;
  // 0: one for each core.
  int jobs = 0;
  double case_seconds = 20;
  LimitFlags limits;
  OutcomeFlags outcomes;
  size_t show = 20;
  bool json = false;
};

// What a run may use where a failure is looked up among bugs on file: cases of suites are larger than those of
// campaigns.
constexpr Budget kKnownBudget{.steps = 5'000'000, .bytes = int64_t{1} << 30};

void ShowProgress(std::string_view suite, size_t done, size_t of) {
  bool last = done == of;
  if (isatty(STDERR_FILENO) == 1 && (done % 10 == 0 || last)) {
    fmt::print(stderr, "\r{} {}/{}\x1b[K{}", suite, done, of, last ? "\r\x1b[K" : "");
  }
}

// Those that are given, or else the project's own and those beside the suites that fit the subject's version.
std::vector<std::string> AllowLists(const ConformCommandOptions& options, const ConformOptions& run) {
  if (options.no_allow) return {};
  if (!options.allow.empty()) return options.allow;
  std::vector<std::string> lists;
  if (std::string own = OwnFile("oracles/conform/allowed.json", "no difference is allowed by it"); !own.empty())
    lists.push_back(own);
  Context ctx;
  std::ranges::move(FittingAllowLists(options.suites, run.make_subject(ctx)->name()), std::back_inserter(lists));
  return lists;
}

Status ReadAllowLists(const std::vector<std::string>& lists, ConformOptions& run) {
  for (const std::string& list : lists) {
    ASSAY_TRY(std::vector<AllowedDifference> allow, ReadAllowed(list));
    std::ranges::move(allow, std::back_inserter(run.allow));
  }
  return Done{};
}

// Failures of the subject that are of bugs on file are told apart where they are judged.
Status ReadKnownBugs(const ConformCommandOptions& options, ConformOptions& run) {
  std::vector<std::string> paths = KnownPaths(SortedOut(options.known).bugs, options.no_known, options.subject);
  ASSAY_TRY(KnownBugs bugs, KnownBugs::Load(paths, options.subject));
  if (bugs.empty()) return Done{};
  run.known_as = [known = std::make_shared<const KnownBugs>(std::move(bugs))](JudgeSite& site,
                                                                              const Finding& finding) -> KnownAs {
    Budget budget = site.budget.Of(kKnownBudget);
    const KnownBug* bug = KnownFailure(site.ctx, site.subject, *known, site.judged.value_or(Case{}), finding, budget);
    return bug == nullptr ? KnownAs{} : KnownAs(*bug);
  };
  return Done{};
}

// What earlier runs list as failing is known by the name of their file.
Status NameByRuns(const std::vector<std::string>& runs, ConformResult& result) {
  for (const std::string& path : runs) {
    ASSAY_TRY(std::vector<ConformFailure> failures, ReadFailures(path));
    NameKnown(failures, std::filesystem::path(path).filename().string(), result);
  }
  return Done{};
}

Result<ConformOptions> Prepare(const ConformCommandOptions& options) {
  ConformOptions run;
  run.suites = options.suites;
  run.suite_kind = options.suite_kind;
  ASSAY_TRY(run.make_subject, SubjectNamed(options.subject, options.target));
  run.make_inputs = MakeInputs;
  run.isolate.jobs =
      options.jobs > 0 ? options.jobs : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  run.isolate.case_seconds = options.case_seconds;
  run.isolate.memory_bytes =
      std::max<uint64_t>(run.isolate.memory_bytes, 2 * static_cast<uint64_t>(options.limits.bytes));
  double end = Now() + options.limits.seconds;
  if (options.limits.seconds > 0) run.isolate.enough = [end] { return Now() >= end; };
  run.budget = {options.limits.steps, options.limits.bytes};
  run.progress = ShowProgress;
  return run;
}

void PrintScores(const ConformResult& result, const ConformView& view) {
  auto lacking = [](const ConformResult* of) {
    return of != nullptr && std::ranges::any_of(of->judged, [](const JudgedScore& one) { return !one.applies; });
  };
  bool lacks = lacking(&result), other_lacks = lacking(view.other);
  std::vector<std::string> head{"suite", "score", "passed", "of", "%"};
  if (lacks) head.emplace_back("not applicable");
  for (const char* label : {"passed", "of", "%", "not applicable"}) {
    bool shown = view.other != nullptr && (other_lacks || std::string_view(label) != "not applicable");
    if (shown) head.push_back(fmt::format("{} ({})", label, view.against));
  }
  Table table(head);
  for (const ScoreRow& row : ScoreRows(result, view.other)) {
    std::vector<std::string> cells{row.suite, row.score};
    std::ranges::move(ScoreCells(row.ours, lacks), std::back_inserter(cells));
    if (view.other != nullptr) std::ranges::move(ScoreCells(row.other, other_lacks), std::back_inserter(cells));
    table.Row(cells);
  }
  fmt::print("{}", table.Text());
}

std::string MoreLine(size_t count, size_t most) {
  return count > most ? fmt::format("  … and {} more (--show, --json or --report list them)\n", count - most) : "";
}

// By how many scores, the most frequent first.
void PrintReasons(const std::map<std::string, size_t>& reasons, std::string_view title, size_t most) {
  if (reasons.empty() || most == 0) return;
  std::vector<std::pair<size_t, std::string>> sorted;
  size_t all = 0;
  for (const auto& [why, count] : reasons) {
    sorted.emplace_back(count, why);
    all += count;
  }
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  fmt::print("\n{} {}\n", all, title);
  for (size_t i = 0; i < std::min(most, sorted.size()); ++i)
    fmt::print("  {:>4}  {}\n", sorted[i].first, FirstLine(sorted[i].second, 160));
  fmt::print("{}", MoreLine(sorted.size(), most));
}

void PrintNotApplicable(const ConformResult& result, size_t most) {
  std::map<std::string, size_t> reasons;
  for (const JudgedScore& one : result.judged) {
    if (!one.applies) ++reasons[one.why];
  }
  PrintReasons(reasons, "not applicable", most);
}

void PrintKnown(const ConformResult& result, size_t most) {
  std::map<std::string, size_t> bugs;
  for (const ConformFailure& one : result.failures) {
    if (!one.known.empty()) ++bugs["known: " + ShownName(one.known)];
  }
  PrintReasons(bugs, "of bugs on file", most);
}

// Each with its reason; where many lists say much, the first of them.
void PrintAllowed(const ConformResult& result, const std::vector<std::string>& lists, size_t most) {
  for (size_t i = 0; i < std::min(most, result.allowed.size()); ++i)
    fmt::print("allowed: {}: {}\n", result.allowed[i].id, result.allowed[i].reason);
  fmt::print("{}", MoreLine(result.allowed.size(), most));
  if (!result.allowed.empty())
    fmt::print("{} allowed by {}\n", Counted(result.allowed.size(), "case"), fmt::join(lists, ", "));
}

void PrintFailures(const std::vector<ConformFailure>& failures, std::string_view title, size_t most) {
  if (failures.empty() || most == 0) return;
  fmt::print("\n{} {}\n", failures.size(), title);
  for (size_t i = 0; i < std::min(most, failures.size()); ++i) {
    const ConformFailure& one = failures[i];
    std::string known = one.known.empty() ? "" : fmt::format("known: {}: ", ShownName(one.known));
    fmt::print("  {} {}: {}{}\n", one.id, one.score, known, FirstLine(one.why, 400));
  }
  fmt::print("{}", MoreLine(failures.size(), most));
}

// Differences of two subjects, score by score: what one fails and the other does not.
void PrintAgainst(const ConformResult& ours, const ConformView& view, size_t most) {
  ComparedSubjects compared = OtherSubject(ours, *view.other).Compare(ours);
  PrintFailures(compared.ours, fmt::format("failed by {} alone", view.subject), most);
  PrintFailures(compared.theirs, fmt::format("failed by {} alone", view.against), most);
  if (!compared.both.empty()) fmt::print("\n{} failed by both\n", compared.both.size());
}

// Failures of the recorded truth count; with a baseline, or another subject to compare with, those that are new there.
struct Counted {
  std::vector<ConformFailure> failures;
  std::string title = "failures";
  std::vector<std::string> newly_passing;
  std::vector<std::string> lists;
};

int Print(const ConformResult& result, const Counted& counted, const nlohmann::json& json, const ConformView& view,
          const ConformCommandOptions& options) {
  if (options.json) {
    PrintJson(json);
  } else {
    PrintScores(result, view);
    if (view.other != nullptr) PrintAgainst(result, view, options.show);
    if (view.other == nullptr) PrintFailures(counted.failures, counted.title, options.show);
    for (const std::string& name : counted.newly_passing) fmt::print("passes now: {}\n", name);
    PrintKnown(result, options.show);
    PrintNotApplicable(result, options.show);
    PrintAllowed(result, counted.lists, options.show);
  }
  return counted.failures.empty() ? kClean : kMismatch;
}

// Who, what and when.
Facts FactsOf(const ConformCommandOptions& options, const std::vector<std::string>& lists) {
  Facts facts = RunFactsOf(SubjectFact(options.subject), options.target);
  if (!options.against.empty()) facts.insert(facts.begin() + 1, {"Against", SubjectFact(options.against)});
  facts.emplace_back("Suites", fmt::format("{}", fmt::join(options.suites, " ")));
  if (!options.baseline.empty()) facts.emplace_back("Baseline", options.baseline);
  if (!options.known.empty()) facts.emplace_back("Known bugs", fmt::format("{}", fmt::join(options.known, " ")));
  if (!lists.empty()) facts.emplace_back("Allow lists", fmt::format("{}", fmt::join(lists, " ")));
  return facts;
}

// Names are checked before files are read: 2 before 3.
Status CheckNames(const ConformCommandOptions& options) {
  for (const std::string& name : {options.subject, options.against}) {
    if (name.empty()) continue;
    ASSAY_TRY([[maybe_unused]] SubjectMaker maker, SubjectNamed(name, options.target));
  }
  return Done{};
}

// What decides what comes of a case: units of one suite are of the same.
Result<SharedOutcomes> OutcomesOf(const ConformCommandOptions& options, const ConformOptions& run,
                                  const std::vector<std::string>& lists) {
  bool shares = options.outcomes.unit.given() || !options.outcomes.from.empty();
  if (shares && !options.against.empty())
    return Diag{
        DiagKind::kBadArgument, {}, "--against does not go with --unit and --from: units are of one subject", "", {}};
  // Digests of all files are for those who share.
  if (!shares) return SharedOutcomes();
  CampaignIdentity identity{.kind = "conform",
                            .subject = options.subject,
                            .version = SubjectIdentity(options.subject, run.make_subject),
                            .target = options.target};
  auto number = [](int64_t value) { return value == 0 ? std::string() : std::to_string(value); };
  identity.options = {{"suite-kind", options.suite_kind},
                      {"steps", number(options.limits.steps)},
                      {"memory", number(options.limits.bytes)}};
  ASSAY_TRY(identity.options["suites"], DigestOfFiles(options.suites));
  ASSAY_TRY(identity.options["known"],
            DigestOfFiles(KnownPaths(SortedOut(options.known).bugs, options.no_known, options.subject)));
  ASSAY_TRY(identity.options["allow"], DigestOfFiles(lists));
  return SharedOutcomes::Of(options.outcomes, std::move(identity));
}

// How many cases there are: judged and not.
uint64_t AllCases(const ConformResult& result) {
  uint64_t all = result.skipped;
  for (const auto& [kind, suite] : result.suites) all += suite.cases;
  return all;
}

// What the second subject makes of the cases; nothing where there is none.
Result<std::optional<ConformResult>> JudgeOther(const ConformCommandOptions& options, ConformOptions run) {
  if (options.against.empty()) return std::optional<ConformResult>();
  ASSAY_TRY(run.make_subject, SubjectNamed(options.against, options.target));
  run.known_as = nullptr;
  ASSAY_TRY(ConformResult result, RunConformance(run));
  return std::optional<ConformResult>(std::move(result));
}

int Conform(const ConformCommandOptions& options) {
  if (options.suites.empty()) {
    return ReportUsage({DiagKind::kBadArgument,
                        {},
                        "no suite: pass SUITE, such as corpus/conformance; `assay conform init` makes one",
                        "",
                        {}});
  }
  if (Status names = CheckNames(options); !names.ok()) return ReportUsage(names.error());
  if (Status folder = CheckReportFolder(options.report, "conform"); !folder.ok()) return ReportFile(folder.error());
  InterruptGuard guard;
  Result<ConformOptions> run = Prepare(options);
  if (!run.ok()) return ReportUsage(run.error());
  Counted counted;
  std::vector<ConformFailure> known;
  counted.lists = AllowLists(options, *run);
  if (Status lists = ReadAllowLists(counted.lists, *run); !lists.ok()) return Report(lists.error(), kBadInput);
  if (Status known_bugs = ReadKnownBugs(options, *run); !known_bugs.ok()) return ReportFile(known_bugs.error());
  if (!options.baseline.empty()) {
    auto failures = ReadFailures(options.baseline);
    if (!failures.ok()) return Report(failures.error(), kBadInput);
    known = *std::move(failures);
    counted.title = "failures that the baseline has not";
  }
  Result<SharedOutcomes> shared = OutcomesOf(options, *run, counted.lists);
  if (!shared.ok())
    return shared.error().kind == DiagKind::kBadArgument ? ReportUsage(shared.error()) : ReportFile(shared.error());
  if (shared->of_unit() || shared->taken_over()) {
    run->given = [&](uint64_t number) { return shared->Given(number); };
    run->told = [&](uint64_t number, const IsolatedResult& outcome) { shared->Tell(number, outcome); };
  }
  Result<ConformResult> result = RunConformance(*run);
  // No kind is called as --suite-kind says: a matter of usage.
  if (!result.ok()) return Report(result.error(), result.error().kind == DiagKind::kUnknownName ? kUsage : kBadInput);
  for (const std::string& note : result->notes) SayNote(note);
  if (shared->of_unit()) {
    // Scores are for whoever has all parts.
    Status written = shared->Write(AllCases(*result));
    return written.ok() ? int{kClean} : ReportFile(written.error());
  }
  if (Status named = NameByRuns(SortedOut(options.known).runs, *result); !named.ok())
    return Report(named.error(), kBadInput);
  counted.newly_passing = NewlyPassing(*result, known);
  Result<std::optional<ConformResult>> judged = JudgeOther(options, *std::move(run));
  if (!judged.ok()) return ReportFile(judged.error());
  const std::optional<ConformResult>& other = *judged;
  ConformView view{.subject = options.subject,
                   .baseline = options.baseline.empty() ? nullptr : &known,
                   .against = options.against,
                   .other = other ? &*other : nullptr,
                   .facts = FactsOf(options, counted.lists),
                   .history = HistoryIn(options.baseline),
                   .when = TimeStamp()};
  counted.failures = FailuresThatCount(*result, view);
  nlohmann::json json = ConformJson(*result, view);
  json["allow_lists"] = counted.lists;
  uint64_t skipped = result->skipped + (other ? other->skipped : 0);
  json["not_judged"] = skipped;
  ReportedRun report = ConformReport(*result, view);
  AddNotJudged(report, "conform", skipped);
  report.home = HomePage();
  if (Status written = WriteReports(options.report, "conform", report, json); !written.ok())
    return ReportFile(written.error());
  int code = Print(*result, counted, json, view, options);
  if (shared->taken_over()) return shared->NoteGaps(code, AllCases(*result));
  return skipped == 0 ? code : EndedEarly(code, skipped, options.limits);
}

}  // namespace

void AddConform(Command app, Job& job) {
  auto options = std::make_shared<ConformCommandOptions>();
  Command sub = app.AddSubcommand("conform", "Judge recorded behaviour, case by case, and print scores");
  sub.AddOption("SUITE", options->suites, "Suites (.jsonl, .jsonl.xz) or folders of them");
  sub.AddOption("--subject", options->subject, "What is judged: " + SubjectForms()).ShowDefault();
  sub.AddOption("--against", options->against, "A second subject; what only the first fails counts");
  AddTargetFlag(sub, options->target);
  std::vector<std::string_view> kinds;
  for (const SuiteKind* kind : AllSuiteKinds()) kinds.emplace_back(kind->name);
  AddChoice(sub, "--suite-kind", options->suite_kind,
            "Which kind of suite it is [default: by the file's name, or the first case]", kinds);
  sub.AddOption("--report", options->report,
                "Folder for conform.html, .md, .json, .xml (JUnit), .sarif; an earlier report there is replaced");
  sub.AddOption("--baseline", options->baseline, "An earlier --json output; what it lists as failing is not counted");
  sub.AddOption(
      "--allow", options->allow,
      "JSON lists of {id, reason, score}: what is not matched on purpose; an id may end in * [default: "
      "oracles/conform/allowed.json, and NAME-VERSION.json beside the suite, of the subject's version and before]");
  sub.AddFlag("--no-allow", options->no_allow, "Take no list of allowed differences").Excludes("--allow");
  AddKnownFlagsOfRuns(sub, options->known, options->no_known);
  AddWhole(sub, "--jobs", options->jobs, "Child processes [default: one for each core]", Jobs());
  AddDuration(sub, "--case-time", options->case_seconds, "How long one case may take");
  AddBudgetFlags(sub, options->limits, "200M, in the pass suite 20M", "1GiB");
  AddTimeFlag(sub, options->limits, "End after this long; cases that are left are not judged");
  AddOutcomeFlags(sub, options->outcomes);
  AddWhole(sub, "--show", options->show, "How many failures to print", kNoneOrSome).ShowDefault();
  sub.AddFlag("--json", options->json, "One JSON object on standard output");
  AddConformInit(sub, job);
  sub.SetJob(job, [options] { return Conform(*options); });
}

}  // namespace assay
