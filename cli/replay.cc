// assay replay: judges stored cases again. A fixed case must pass; an open one is announced when it passes; with a
// fault switched on, the cases of that fault must fail. Every case runs in a child process.
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/case_update.h"
#include "cli/command.h"
#include "cli/facts.h"
#include "cli/files.h"
#include "cli/known.h"
#include "cli/limits.h"
#include "cli/names.h"
#include "cli/not_run.h"
#include "cli/options.h"
#include "cli/outcome_flags.h"
#include "cli/replay_cases.h"
#include "cli/report_files.h"
#include "cli/say.h"
#include "cli/subjects.h"
#include "fuzzers/campaign/blamed_step.h"
#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/known_failure.h"
#include "fuzzers/process/process.h"
#include "generators/modules/generate.h"
#include "ir/check/well_formed.h"
#include "ir/entries.h"
#include "ir/support/clock.h"
#include "ir/support/interrupt.h"
#include "ir/support/json_text.h"
#include "ir/support/plural.h"
#include "ir/support/read_json.h"
#include "oracles/conform/isolate.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

struct ReplayOptions {
  std::vector<std::string> paths;
  std::string subject;
  std::string target;
  std::vector<std::string> faults;
  double case_seconds = 60;
  LimitFlags limits;
  OutcomeFlags outcomes;
  std::string report;
  std::string baseline;
  std::vector<std::string> known;
  bool no_known = false;
  // Where what the subject's developers can repeat a failure by is written.
  std::string scripts;
  bool update = false;
  bool json = false;
  std::vector<std::string> python_path;
};

// How a case ends that this machine cannot judge; a case that cannot be read is an "error".
constexpr std::string_view kLacking = "environment";

// What one case is and how it ended: "pass", "fail", "skip", "error" or kLacking.
struct Replayed {
  std::string path;
  std::string oracle;
  std::string status;
  std::string fault;
  std::string result;
  std::string detail;
  // What its file is to say (case_update.h), where that is asked.
  nlohmann::json now = {};
  // For reports.
  std::string pass = "";
  Sides sides = {};
  // The other bug on file that it fails by.
  KnownAs known = {};
  // False where an open case fails, but not as its file says.
  bool as_recorded = true;
  // In the child alone.
  std::optional<Finding> shown = {};

  bool judged() const { return result != "error" && result != kLacking; }
};

// What is on file for each subject that cases are judged on, read once, before the first child.
using KnownBySubject = std::map<std::string, KnownBugs, std::less<>>;

nlohmann::json ToJson(const Replayed& one) {
  nlohmann::json json{{"path", one.path},           {"oracle", one.oracle},           {"status", one.status},
                      {"fault", one.fault},         {"result", one.result},           {"detail", one.detail},
                      {"known_as", one.known.name}, {"upstream", one.known.upstream}, {"as_recorded", one.as_recorded}};
  if (!one.sides.empty()) json["sides"] = SidesToJson(one.sides);
  return json;
}

// The bug on file that a finding of the case is of; nullptr: none.
const KnownBug* OnFile(Context& ctx, Subject& subject, const LoadedCase& loaded, const Finding& finding,
                       const KnownBugs& known, const Budget& budget) {
  AttributedFinding named = NamedAsInCampaigns(ctx, subject, loaded, finding);
  Case c = loaded.c;
  if (named.module) c.module = *named.module;
  c.passes = named.passes;
  const KnownBug* bug = nullptr;
  auto on_file = [&](const Finding& one) {
    bug = KnownFailure(ctx, subject, known, c, one, budget);
    return bug != nullptr;
  };
  if (BlameStep(ctx, subject, c, named.finding, on_file)) on_file(named.finding);
  return bug;
}

// Findings of the oracle that the case names (all oracles for a case without one, or one that crashed). One that is of
// no bug on file comes first: `known` is null where nothing is on file beside the case itself.
void JudgeLoaded(Context& ctx, Subject& subject, const LoadedCase& loaded, const LimitFlags& limits, bool update,
                 const KnownBugs* known, Replayed& out) {
  std::vector<const OracleSpec*> oracles(AllOracles().begin(), AllOracles().end());
  if (const OracleSpec* named = FindOracle(loaded.file.oracle)) oracles = {named};
  OracleSettings settings;
  settings.budget = limits.Of(settings.budget);
  CaseReport report = JudgeCase(ctx, subject, loaded.c, oracles, settings);
  if (update) out.now = SignatureNow(ctx, subject, loaded, report.findings.empty() ? nullptr : &report.findings[0]);
  out.as_recorded = loaded.file.status != "open" || FailsAsRecorded(ctx, subject, loaded, report.findings);
  uint64_t agreed = 0;
  for (const auto& [name, tally] : report.tallies) agreed += tally.agree;
  out.result = !report.findings.empty() ? "fail" : agreed > 0 ? "pass" : "skip";
  if (!report.findings.empty()) {
    size_t shown = 0;
    for (size_t i = 0; known != nullptr && i < report.findings.size(); ++i) {
      const KnownBug* bug = OnFile(ctx, subject, loaded, report.findings[i], *known, settings.budget);
      out.known = bug == nullptr ? KnownAs{} : KnownAs(*bug);
      shown = i;
      if (bug == nullptr) break;
    }
    const Finding& first = report.findings[shown];
    out.shown = first;
    out.detail = fmt::format("{}{}{}: {}: {}", first.oracle, first.pass.empty() ? "" : " ", first.pass,
                             first.klass.name(), first.detail);
    out.pass = first.pass;
    out.sides = first.sides;
  } else if (agreed == 0 && !report.skips.empty()) {
    out.detail = WhySilent(report);
  } else {
    out.detail = WhyNotRun(oracles, report);
  }
}

// A case without an oracle is judged by all, and so is one of a worker that came to its end.
Status CheckOracle(const std::string& name) {
  if (name.empty() || name == kCrashOracle) return Done{};
  Result<std::vector<const OracleSpec*>> named = OraclesNamed({name});
  return named.ok() ? Status(Done{}) : Status(named.error());
}

// reproduce.py and issue.md of a failure, in a folder that is called as the case's is.
Status WriteScripts(const std::string& folder, const std::string& path, Subject& subject, const Case& c,
                    const Finding& finding) {
  fs::path into = fs::path(folder) / fs::path(path).lexically_normal().filename().replace_extension();
  std::error_code error;
  fs::create_directories(into, error);
  for (const auto& [name, text] : subject.Reproducer(c, finding)) ASSAY_RETURN_IF_ERROR(WriteWhole(into / name, text));
  return Done{};
}

Replayed ReplayOne(const std::string& path, const ReplayOptions& options, const KnownBySubject& known) {
  Replayed out{.path = path, .oracle = "", .status = "", .fault = "", .result = "error", .detail = ""};
  Context ctx;
  Result<LoadedCase> loaded = LoadCase(ctx, path);
  if (!loaded.ok()) {
    out.detail = Render(loaded.error(), ctx.sources);
    return out;
  }
  // Nobody has looked at a module alone before.
  DiagSink sink;
  if (!fs::is_directory(path)) CheckWellFormed(ctx, loaded->c.module, sink);
  if (!sink.ok()) {
    out.detail = Render(sink.diags()[0], ctx.sources);
    return out;
  }
  if (Status oracle = CheckOracle(loaded->file.oracle); !oracle.ok()) {
    out.detail = fmt::format("{}/case.json: {}", path, oracle.error().message);
    return out;
  }
  out.oracle = loaded->file.oracle;
  out.status = fs::is_directory(path) ? loaded->file.status : "fixed";
  out.fault = loaded->file.fault;
  const std::string& name = options.subject.empty() ? loaded->file.subject : options.subject;
  Result<SubjectMaker> make = SubjectNamed(name, options.target.empty() ? loaded->file.target : options.target);
  if (!make.ok()) {
    out.detail = make.error().message;
    // A case about another implementation, or a device that this one does not compile for, says nothing here.
    bool of_device = options.target.empty() && !loaded->file.target.empty() && SubjectNamed(name, "").ok();
    if (options.subject.empty() || of_device) out.result = "skip";
    return out;
  }
  std::unique_ptr<Subject> subject = (*make)(ctx);
  // A pass of one's own that is not there is no reason to go on without it; one of another implementation says nothing.
  if (Status has = CheckHas(*subject, loaded->c.passes, PassesAsked::kOwn); !has.ok()) {
    out.detail = has.error().message;
    if (has.error().kind == DiagKind::kEnvironment) out.result = kLacking;
    if (loaded->file.subject != name && !subject->Traits().elsewhere) out.result = "skip";
    return out;
  }
  auto bugs = known.find(name);
  bool others = bugs != known.end() && !bugs->second.Holds(path);
  // Of a module alone each public function is a case; the first that fails is told of.
  std::vector<std::string> entries{loaded->c.entry};
  if (!fs::is_directory(path)) entries = EntriesOf(loaded->c.module);
  bool passed = false;
  std::string told;
  for (const std::string& entry : entries) {
    loaded->c.entry = loaded->file.entry = entry;
    if (entries.size() > 1) loaded->c.inputs = {MakeInputs(loaded->c.module, entry, loaded->file.input_seeds[0])};
    JudgeLoaded(ctx, *subject, *loaded, options.limits, options.update, others ? &bugs->second : nullptr, out);
    passed |= out.result == "pass";
    if (entries.size() > 1 && !out.detail.empty()) out.detail = fmt::format("function {}: {}", entry, out.detail);
    if (told.empty() || out.result == "fail") told = out.detail;
    if (out.result == "fail") break;
  }
  out.detail = told;
  if (out.result == "skip" && passed) out.result = "pass";
  if (!out.shown || options.scripts.empty()) return out;
  if (Status written = WriteScripts(options.scripts, path, *subject, loaded->c, *out.shown); !written.ok())
    SayError(written.error().message);
  return out;
}

// What a child that died leaves: its own description is lost, so that the case is read again.
Replayed Crashed(const std::string& path, const std::string& how) {
  Replayed out{.path = path, .oracle = "", .status = "fixed", .fault = "", .result = "fail", .detail = how};
  Context ctx;
  Result<std::string> text = ReadFile(path + "/case.json");
  if (!text.ok()) return out;
  nlohmann::json json = JsonOf(*text);
  out.oracle = TextIn(json, "oracle");
  out.status = TextIn(json, "status");
  out.fault = TextIn(json, "fault");
  return out;
}

std::vector<Replayed> ReplayAll(const std::vector<std::string>& paths, const ReplayOptions& options,
                                const KnownBySubject& known, SharedOutcomes& shared) {
  IsolateOptions isolate;
  isolate.case_seconds = options.case_seconds;
  isolate.memory_bytes = std::max<uint64_t>(isolate.memory_bytes, 2 * static_cast<uint64_t>(options.limits.bytes));
  double end = Now() + options.limits.seconds;
  if (options.limits.seconds > 0) isolate.enough = [end] { return Now() >= end; };
  isolate.given = [&](size_t i) { return shared.Given(i); };
  isolate.finished = [&](size_t i, const IsolatedResult& one) { shared.Tell(i, one); };
  auto work = [&](size_t i) {
    Replayed one = ReplayOne(paths[i], options, known);
    nlohmann::json json = ToJson(one);
    json["now"] = one.now;
    json["pass"] = one.pass;
    return json.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  };
  std::vector<Replayed> all;
  std::vector<IsolatedResult> results = RunIsolated(paths.size(), work, isolate);
  for (size_t i = 0; i < results.size(); ++i) {
    // Neither said nor counted.
    if (results[i].skipped) continue;
    nlohmann::json json = JsonOf(results[i].text);
    // What comes from elsewhere may be anything.
    if (!results[i].finished || !json.is_object()) {
      all.push_back(Crashed(paths[i], results[i].text));
      continue;
    }
    auto recorded = json.find("as_recorded");
    all.push_back({TextIn(json, "path"),
                   TextIn(json, "oracle"),
                   TextIn(json, "status"),
                   TextIn(json, "fault"),
                   TextIn(json, "result"),
                   TextIn(json, "detail"),
                   json.value("now", nlohmann::json()),
                   TextIn(json, "pass"),
                   SidesFromJson(json.value("sides", nlohmann::json())),
                   {TextIn(json, "known_as"), TextIn(json, "upstream")},
                   recorded == json.end() || !recorded->is_boolean() || recorded->get<bool>()});
  }
  return all;
}

// ---- reports

// Paths that an earlier `replay --json` calls bad news.
Result<std::set<std::string>> ReadBaseline(const std::string& path) {
  std::set<std::string> failing;
  if (path.empty()) return failing;
  ASSAY_TRY(std::string text, ReadInput(path));
  ASSAY_TRY(nlohmann::json json, ParseJson(text, path));
  if (!json.is_object() || !json.contains("cases") || !json["cases"].is_array()) {
    return Diag{DiagKind::kCorrupt, {}, path + " is not what `replay --json` prints", "", {}};
  }
  for (const nlohmann::json& one : json["cases"]) {
    if (TextIn(one, "result") == "fail" && TextIn(one, "status") != "open" && TextIn(one, "status") != "flaky")
      failing.insert(TextIn(one, "path"));
  }
  return failing;
}

// An open case that fails does what its file says; under a fault, failing is what must happen.
CaseEnding EndingOf(const Replayed& one, bool with_faults, bool known) {
  bool failed = one.result == "fail" || !one.judged();
  if (with_faults) return failed ? CaseEnding::kPassed : CaseEnding::kFailed;
  if (one.result == "skip") return CaseEnding::kSkipped;
  if (!failed) return CaseEnding::kPassed;
  return one.status == "open" || one.status == "flaky" || known || !one.known.empty() ? CaseEnding::kKnown
                                                                                      : CaseEnding::kFailed;
}

ReportedCase CaseOf(const Replayed& one, CaseEnding ending, const std::string& report_folder) {
  bool folder = fs::is_directory(one.path);
  ReportedCase out{.suite = "replay",
                   .group = one.oracle.empty() ? "all oracles" : one.oracle,
                   .name = one.path,
                   .ending = ending,
                   .klass = one.status,
                   .detail = one.detail.empty() ? one.result : one.detail,
                   .file = folder ? one.path + "/module.py" : one.path,
                   .fingerprint = one.path};
  out.id = one.path;
  out.pass = one.pass;
  out.sides = one.sides;
  out.replay = "assay replay " + one.path;
  bool open = (one.status == "open" || one.status == "flaky") && one.known.empty();
  if (ending == CaseEnding::kKnown) out.status = open ? "expected failure" : "known";
  if (ending == CaseEnding::kKnown)
    out.reason =
        open ? fmt::format("its case.json says \"{}\"{}", one.status, one.as_recorded ? "" : ", of another failure")
        : one.known.empty() ? "in the baseline"
                            : ShownName(one.known);
  std::error_code error;
  for (const char* name : {"module.py", "reduced.py", "case.json"}) {
    std::string path = one.path + "/" + name;
    if (folder && fs::exists(path, error)) out.links.emplace_back(name, LinkFrom(report_folder, path));
  }
  Result<std::string> text = ending == CaseEnding::kFailed || ending == CaseEnding::kKnown
                                 ? ReadInput(out.file)
                                 : Result<std::string>(std::string());
  if (text.ok()) out.module = *text;
  return out;
}

// "PATH: error: sentence": the path as the error has it, which may be of a file in the case's folder and with a place,
// or else the case's.
std::string ErrorLine(const Replayed& one) {
  constexpr std::string_view kError = "error: ";
  bool starts = one.detail.starts_with(kError);
  std::string_view said = std::string_view(one.detail).substr(starts ? kError.size() : 0);
  if (!said.starts_with(one.path)) return fmt::format("{}: {}{}", one.path, kError, said);
  if (!starts) return one.detail;
  size_t end = std::min(said.find(": ", one.path.size()), said.size());
  return fmt::format("{}: {}{}", said.substr(0, end), kError, said.substr(std::min(end + 2, said.size())));
}

// The line for one case, and whether it is bad news.
std::string Line(const Replayed& one, bool with_faults, bool& bad) {
  std::string what = fmt::format("{}: {}", one.path, one.result);
  if (!one.judged()) {
    bad = true;
    return ErrorLine(one);
  }
  if (one.result == "skip" && !with_faults) return fmt::format("{}: {}", what, one.detail);
  bool failed = one.result == "fail";
  if (with_faults) {
    bad |= !failed;
    return failed ? fmt::format("{} (as it must: {})", what, one.detail) : what + " (the fault is not seen)";
  }
  if (failed && !one.known.empty()) return fmt::format("{}: known: {}", one.path, ShownName(one.known));
  if (one.status == "open" && failed && !one.as_recorded)
    return fmt::format("{}: expected failure, but another one than its case.json says: {}", one.path, one.detail);
  if (one.status == "open") return failed ? one.path + ": expected failure" : what + " (open, but passes now)";
  if (one.status == "flaky") return what + (failed ? " (flaky, fails now)" : " (flaky, passes now)");
  bad |= failed;
  return one.detail.empty() ? what : fmt::format("{}: {}", what, one.detail);
}

// What the closing line counts a case as.
std::string_view CountedAs(const Replayed& one, bool with_faults, bool bad, bool known) {
  if (one.result == "error") return "unreadable";
  if (one.result == kLacking) return "without their passes";
  if (bad) return known ? "known" : "failed";
  if (!one.known.empty()) return "known";
  if (one.result == "skip") return "skipped";
  if (one.result == "pass") return one.status == "open" && !with_faults ? "unexpectedly passed" : "passed";
  return !with_faults && one.status == "flaky" ? "flaky" : "expected failures";
}

// Counts up what is said of each case.
struct Summary {
  std::map<std::string_view, size_t> counts;
  ReportedRun report{
      .title = "Replay", .group_word = "oracle", .class_word = "status", .made_by = "assay " ASSAY_VERSION};
  nlohmann::json cases = nlohmann::json::array();
  bool bad = false, unreadable = false, lacking = false;
};

void Take(const Replayed& one, const ReplayOptions& options, const std::set<std::string>& known, Summary& out) {
  bool with_faults = !options.faults.empty(), bad = false, old = known.contains(one.path);
  std::string line = Line(one, with_faults, bad);
  if (bad && old) line += " (known)";
  if (old && !bad && one.result == "pass") out.report.newly_passing.push_back(one.path);
  out.bad |= bad && !old;
  out.unreadable |= one.result == "error";
  out.lacking |= one.result == kLacking;
  ++out.counts[CountedAs(one, with_faults, bad, old)];
  out.cases.push_back(ToJson(one));
  out.report.cases.push_back(CaseOf(one, EndingOf(one, with_faults, old), options.report));
  if (!options.json) fmt::print("{}\n", line);
}

// "12 cases: 9 passed, 2 expected failures, 1 failed": what there is of each.
std::string ClosingLine(const Summary& summary) {
  std::string line = Counted(summary.cases.size(), "case"), mark = ": ";
  for (std::string_view word : {"passed", "expected failures", "unexpectedly passed", "flaky", "known", "skipped",
                                "unreadable", "without their passes", "failed"}) {
    auto found = summary.counts.find(word);
    bool always = word == "passed" || word == "failed";
    size_t count = found == summary.counts.end() ? 0 : found->second;
    if (count == 0 && !always) continue;
    line += fmt::format("{}{} {}", mark, count, word == "expected failures" ? Plural(count, "expected failure") : word);
    mark = ", ";
  }
  return line;
}

// What fails and should not, against what the baseline had of that.
RunSummary SummaryOfRun(const Summary& summary, const std::set<std::string>& known) {
  std::set<std::string> failing;
  for (const ReportedCase& one : summary.report.cases) {
    if (one.ending == CaseEnding::kFailed || one.status == "known") failing.insert(one.name);
  }
  RunSummary now = Summarised(failing, known);
  now.when = TimeStamp();
  now.subject = summary.report.subject;
  return now;
}

Status CheckOptions(const ReplayOptions& options, const std::vector<std::string>& faults) {
  ASSAY_RETURN_IF_ERROR(SwitchOnFaults(faults));
  if (options.subject.empty()) return CheckTargetOfAny(options.target);
  ASSAY_TRY([[maybe_unused]] SubjectMaker subject, SubjectNamed(options.subject, options.target));
  return Done{};
}

// What the cases say that they are about; lone modules are for assay's own compiler.
std::set<std::string> SubjectsOf(const std::vector<std::string>& paths) {
  std::set<std::string> names;
  for (const std::string& path : paths) {
    Result<std::string> text = ReadFile(path + "/case.json");
    names.insert(text.ok() ? TextIn(JsonOf(*text), "subject") : CaseFile().subject);
  }
  return names;
}

void Start(const std::set<std::string>& subjects) {
  for (const std::string& name : subjects) {
    if (const SubjectSpec* subject = FindSubject(name)) (void)subject->find(SplitSubject(name)).ok();
  }
}

Result<KnownBySubject> KnownFor(const std::set<std::string>& subjects, const ReplayOptions& options) {
  KnownBySubject known;
  // Under a fault its cases must fail, whatever else does.
  if (!options.faults.empty()) return known;
  std::vector<std::string> given = SortedOut(options.known).bugs;
  for (const std::string& subject : subjects) {
    ASSAY_TRY(KnownBugs bugs, KnownBugs::Load(KnownPaths(given, options.no_known, subject), subject));
    if (!bugs.empty()) known.emplace(subject, std::move(bugs));
  }
  return known;
}

// What earlier runs call failing is known by the name of their file.
Status NameByRuns(const std::vector<std::string>& runs, std::vector<Replayed>& judged) {
  for (const std::string& path : runs) {
    ASSAY_TRY(std::set<std::string> failing, ReadBaseline(path));
    for (Replayed& one : judged) {
      if (one.result == "fail" && one.known.empty() && failing.contains(one.path))
        one.known.name = fs::path(path).filename().string();
    }
  }
  return Done{};
}

// The folders that the cases name, in front of those that are given.
void AddPythonPathsOf(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    Result<std::string> text = ReadFile(path + "/case.json");
    if (text.ok()) AddPythonPath(PythonPathOf(JsonOf(*text)));
  }
}

// What decides what comes of a case.
Result<SharedOutcomes> OutcomesOf(const ReplayOptions& options, const std::vector<std::string>& paths) {
  if (!options.outcomes.unit.given() && options.outcomes.from.empty()) return SharedOutcomes();
  CampaignIdentity identity{.kind = "replay", .subject = options.subject, .target = options.target};
  auto list = [](const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); };
  identity.options = {{"faults", list(options.faults)}, {"known", list(options.known)}};
  ASSAY_TRY(identity.options["cases"], DigestOfFiles(paths));
  return SharedOutcomes::Of(options.outcomes, std::move(identity));
}

int Replay(const ReplayOptions& options) {
  std::vector<std::string> faults = SplitNames(options.faults);
  Result<std::vector<std::string>> paths = CasePaths(options.paths);
  // Before a subject starts the Python that imports from there.
  if (Status path = TakePythonPath(options.python_path); !path.ok()) return ReportUsage(path.error());
  if (paths.ok()) AddPythonPathsOf(*paths);
  if (Status good = CheckOptions(options, faults); !good.ok()) return ReportUsage(good.error());
  if (Status folder = CheckReportFolder(options.report, "replay"); !folder.ok()) return ReportFile(folder.error());
  InterruptGuard guard;
  if (!paths.ok()) return ReportFile(paths.error());
  Result<std::set<std::string>> known = ReadBaseline(options.baseline);
  if (!known.ok()) return ReportFile(known.error());
  std::set<std::string> subjects =
      options.subject.empty() ? SubjectsOf(*paths) : std::set<std::string>{options.subject};
  // Started once, an implementation in a process of its own serves all cases.
  if (options.subject.empty()) Start(subjects);
  Result<KnownBySubject> on_file = KnownFor(subjects, options);
  if (!on_file.ok()) return ReportFile(on_file.error());
  Summary summary;
  summary.report.subject = options.subject.empty() ? "stored cases" : options.subject;
  summary.report.compared = !options.baseline.empty();
  summary.report.facts = RunFactsOf(summary.report.subject, options.target);
  summary.report.home = HomePage();
  double start = Now();
  Result<SharedOutcomes> shared = OutcomesOf(options, *paths);
  if (!shared.ok())
    return shared.error().kind == DiagKind::kBadArgument ? ReportUsage(shared.error()) : ReportFile(shared.error());
  std::vector<Replayed> judged = ReplayAll(*paths, options, *on_file, *shared);
  if (shared->of_unit()) {
    Status written = shared->Write(paths->size());
    return written.ok() ? int{kClean} : ReportFile(written.error());
  }
  if (Status named = NameByRuns(SortedOut(options.known).runs, judged); !named.ok()) return ReportFile(named.error());
  for (const Replayed& one : judged) {
    // Under a fault, the cases of other bugs say nothing.
    bool belongs = faults.empty() || std::find(faults.begin(), faults.end(), one.fault) != faults.end();
    if (belongs) Take(one, options, *known, summary);
    if (!belongs || !options.update || !fs::is_directory(one.path)) continue;
    if (Status written = UpdateCase(one.path, one.now); !written.ok()) return ReportFile(written.error());
  }
  summary.report.seconds = Now() - start;
  std::vector<RunSummary> history = Continued(HistoryIn(options.baseline), SummaryOfRun(summary, *known));
  if (!options.baseline.empty()) summary.report.history = history;
  size_t skipped = paths->size() - judged.size();
  AddNotJudged(summary.report, "replay", skipped);
  nlohmann::json json{
      {"cases", summary.cases}, {"ok", !summary.bad}, {"not_judged", skipped}, {"history", HistoryToJson(history)}};
  if (options.json) PrintJson(json);
  if (summary.cases.empty() && skipped == 0) {
    return Report({DiagKind::kBadArgument, {}, "none of the cases belongs to the fault", "", {}}, kBadInput);
  }
  if (!options.json) fmt::print("{}\n", ClosingLine(summary));
  if (Status written = WriteReports(options.report, "replay", summary.report, json); !written.ok())
    return ReportFile(written.error());
  int code = summary.lacking ? kEnvironment : summary.unreadable ? kBadInput : summary.bad ? kMismatch : kClean;
  if (shared->taken_over()) return shared->NoteGaps(code, paths->size());
  return skipped == 0 ? code : EndedEarly(code, skipped, options.limits);
}

}  // namespace

void AddReplay(Command app, Job& job) {
  auto options = std::make_shared<ReplayOptions>();
  Command sub = app.AddSubcommand("replay", "Replay stored cases: findings, regressions, or lone modules");
  sub.AddOption("PATH", options->paths, "Case folders, folders of such, or modules").Required();
  sub.AddOption("--subject", options->subject, "Test this subject instead of the one that the case names");
  AddTargetFlag(sub, options->target, "the case's");
  AddPythonPathFlag(sub, options->python_path);
  sub.AddOption("--faults", options->faults, "Switch faults on: their cases must fail, others are left out");
  AddDuration(sub, "--case-time", options->case_seconds, "How long one case may take");
  AddBudgetFlags(sub, options->limits, "2M", "256MiB");
  AddTimeFlag(sub, options->limits, "End after this long; cases that are left are not judged");
  sub.AddOption("--report", options->report,
                "Folder for replay.html, .md, .json, .xml (JUnit), .sarif; an earlier report there is replaced");
  sub.AddOption("--baseline", options->baseline, "An earlier --json output; what fails there is not counted");
  sub.AddOption("--scripts", options->scripts,
                "Folder for what the subject's developers can repeat each failure by: NAME/reproduce.py and issue.md");
  AddOutcomeFlags(sub, options->outcomes);
  AddKnownFlagsOfRuns(sub, options->known, options->no_known);
  sub.AddFlag("--update-signatures", options->update, "Write into each case the signature that its finding has now");
  sub.AddFlag("--json", options->json, "One JSON object on standard output");
  sub.SetJob(job, [options] { return Replay(*options); });
}

}  // namespace assay
