#include "oracles/conform/conform.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/support/clock.h"
#include "ir/support/file.h"
#include "ir/support/read_json.h"
#include "ir/support/unknown_name.h"
#include "oracles/conform/array_file.h"
#include "oracles/conform/read_suite.h"

namespace assay {
namespace {

constexpr size_t kMaxReason = 500;

struct LoadedSuite {
  const SuiteKind* kind = nullptr;
  std::string path;
  std::vector<nlohmann::json> cases;
  // For each case, what it counts for.
  std::vector<std::vector<std::string>> scores;
};

Diag UnknownKind(std::string_view name) {
  std::vector<std::string_view> names;
  for (const SuiteKind* kind : AllSuiteKinds()) names.push_back(kind->name);
  return UnknownName("kind of suite", name, names);
}

// "FILE:LINE: case ID: what".
std::string AtCase(const std::string& path, const nlohmann::json& recorded, std::string_view what) {
  return fmt::format("{}:{}: case {}: {}", path, recorded.value(kLineKey, 1), TextField(recorded, "id"), what);
}

std::vector<std::string_view> FieldsOf(const SuiteKind& kind) {
  std::vector<std::string_view> fields(std::begin(kCommonFields), std::end(kCommonFields));
  fields.insert(fields.end(), kind.fields.begin(), kind.fields.end());
  return fields;
}

// Those of a case that stand in none of `known`.
std::vector<std::string> UnknownFields(const nlohmann::json& recorded, const std::vector<std::string_view>& known) {
  std::vector<std::string> unknown;
  for (const auto& [field, value] : recorded.items()) {
    if (field != kLineKey && std::ranges::find(known, field) == known.end()) unknown.push_back(field);
  }
  return unknown;
}

std::string UnknownFieldText(const std::string& field, const SuiteKind& kind) {
  std::vector<std::string_view> known = FieldsOf(kind);
  return UnknownText("field", field, known);
}

// Of a case by which no kind is known: the fields that there are, each beside its kind.
Diag KindlessCase(const std::string& path, const nlohmann::json& recorded) {
  std::vector<std::string_view> known(std::begin(kCommonFields), std::end(kCommonFields));
  std::string kinds;
  for (const SuiteKind* kind : AllSuiteKinds()) {
    kinds += fmt::format("{}{} ({})", kinds.empty() ? "" : ", ", kind->name, fmt::join(kind->fields, " "));
    known.insert(known.end(), kind->fields.begin(), kind->fields.end());
  }
  std::vector<std::string> unknown = UnknownFields(recorded, known);
  std::string what =
      unknown.empty() ? "no field says of which kind it is" : fmt::format("unknown field '{}'", unknown[0]);
  std::string hint = unknown.empty() ? "; --suite-kind says it" : NearHint(unknown[0], known);
  return {DiagKind::kCorrupt,
          {},
          AtCase(path, recorded,
                 fmt::format("{}: expected {} and those of one kind: {}{}", what, fmt::join(kCommonFields, ", "), kinds,
                             hint)),
          "",
          {}};
}

// nullptr: no case says it, nor the name.
Result<const SuiteKind*> KindOf(const std::string& path, const std::string& given,
                                const std::vector<nlohmann::json>& cases) {
  if (!given.empty()) {
    const SuiteKind* kind = FindSuiteKind(given);
    if (kind == nullptr) return UnknownKind(given);
    return kind;
  }
  if (const SuiteKind* kind = FindSuiteKind(SuiteStem(path))) return kind;
  // Whose name says nothing, its first case does.
  if (cases.empty()) return nullptr;
  const SuiteKind* kind = SuiteKindOf(cases[0]);
  if (kind == nullptr) return KindlessCase(path, cases[0]);
  return kind;
}

Diag At(const std::string& path, const nlohmann::json& recorded, Diag diag) {
  diag.message = AtCase(path, recorded, diag.message);
  return diag;
}

// "error" is a sentence, and stands alone.
Status CheckOutcome(const SuiteKind& kind, const nlohmann::json& recorded) {
  auto error = recorded.find("error");
  if (kind.outcome.empty() || error == recorded.end()) return Done{};
  auto wrong = [](std::string message) { return Diag{DiagKind::kCorrupt, {}, std::move(message), "", {}}; };
  if (!error->is_string())
    return wrong(fmt::format("invalid \"error\": expected a string, got {}", error->dump().substr(0, 40)));
  if (recorded.contains(kind.outcome))
    return wrong(fmt::format("has both \"error\" and \"{}\": expected one of them", kind.outcome));
  return Done{};
}

// Of fields that have no effect, once each.
void NoteUnknownFields(const LoadedSuite& suite, std::vector<std::string>& notes) {
  std::set<std::string> told;
  for (const nlohmann::json& recorded : suite.cases) {
    for (const std::string& field : UnknownFields(recorded, FieldsOf(*suite.kind))) {
      if (!told.insert(field).second) continue;
      notes.push_back(AtCase(suite.path, recorded, UnknownFieldText(field, *suite.kind) + " (it has no effect)"));
    }
  }
}

// What is missing may stand there under another name.
Diag WithUnknownField(Diag diag, const nlohmann::json& recorded, const SuiteKind& kind) {
  std::vector<std::string> unknown = UnknownFields(recorded, FieldsOf(kind));
  if (!unknown.empty()) diag.message += fmt::format("; {}", UnknownFieldText(unknown[0], kind));
  return diag;
}

Result<LoadedSuite> Load(const std::string& path, const std::string& given, const Subject& subject) {
  LoadedSuite suite{.path = path, .cases = {}, .scores = {}};
  ASSAY_TRY(suite.cases, ReadSuite(path));
  ASSAY_TRY(suite.kind, KindOf(path, given, suite.cases));
  for (nlohmann::json& recorded : suite.cases) {
    if (Status arrays = LocateArrays(recorded, std::filesystem::path(path).parent_path().string()); !arrays.ok()) {
      return At(path, recorded, arrays.error());
    }
    if (Status outcome = CheckOutcome(*suite.kind, recorded); !outcome.ok()) return At(path, recorded, outcome.error());
    auto scores = suite.kind->scores_of(recorded, subject);
    if (!scores.ok()) return At(path, recorded, WithUnknownField(scores.error(), recorded, *suite.kind));
    suite.scores.push_back(*std::move(scores));
  }
  if (suite.kind != nullptr && suite.kind->complete != nullptr) suite.kind->complete(suite.cases);
  return suite;
}

// Whatever the kind knows to be wrong, found by children: a reader that dies of a case takes nothing with it, and the
// case is judged like others.
Status CheckCases(const LoadedSuite& suite, const IsolateOptions& options) {
  if (suite.kind->check == nullptr) return Done{};
  auto work = [&](size_t index) {
    Context ctx;
    Status good = suite.kind->check(ctx, suite.cases[index]);
    return good.ok() ? std::string() : good.error().message;
  };
  IsolateOptions isolate = options;
  isolate.progress = nullptr;
  std::vector<IsolatedResult> results = RunIsolated(suite.cases.size(), work, isolate);
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i].finished || results[i].text.empty()) continue;
    return At(suite.path, suite.cases[i], {DiagKind::kCorrupt, {}, results[i].text, "", {}});
  }
  return Done{};
}

// What a reader of a failure wants to see: the call with its types, or the modules.
std::string ShownText(const nlohmann::json& recorded) {
  std::string text;
  for (const char* key : {"call", "pass", "module", "before", "after", "reprinted"}) {
    std::string value = TextField(recorded, key);
    if (!value.empty()) text += fmt::format("# {}\n{}\n\n", key, value);
  }
  for (const char* key : {"kwargs", "vars", "type", "args", "result", "error"}) {
    if (recorded.contains(key))
      text +=
          fmt::format("# {}: {}\n", key, recorded[key].dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  return text;
}

std::string WithoutParameters(const std::string& test) { return test.substr(0, test.find('[')); }

// Valid UTF-8 is not promised by what subjects say; JSON needs it.
std::string Clean(std::string text) {
  if (text.size() > kMaxReason) text.resize(kMaxReason);
  return JsonOf(nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace)).get<std::string>();
}

// Marks travel from the child as JSON.
std::string Encode(const Marks& marks, const std::vector<KnownAs>& known) {
  nlohmann::json list = nlohmann::json::array();
  for (size_t i = 0; i < marks.size(); ++i) {
    const Mark& mark = marks[i];
    bool shown = mark.ending == MarkEnding::kFailed && !mark.sides.empty();
    list.push_back({mark.ending, Clean(mark.why), shown ? SidesToJson(mark.sides) : nlohmann::json(), known[i].name,
                    known[i].upstream});
  }
  return list.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

// What Encode writes of one mark; outcomes may come from elsewhere.
bool IsMark(const nlohmann::json& json) {
  bool fits = json.is_array() && json.size() == 5 && json[0].is_number_unsigned();
  for (size_t i : {1, 3, 4}) fits = fits && json[i].is_string();
  return fits && json[0].get<uint64_t>() <= static_cast<uint64_t>(MarkEnding::kNotApplicable);
}

class Runner {
 public:
  explicit Runner(const ConformOptions& options) : options_(options) {}
  ConformResult result;

  void Run(const LoadedSuite& suite) {
    auto work = [&](size_t index) { return JudgeOne(suite, index); };
    IsolateOptions isolate = options_.isolate;
    if (options_.progress) {
      isolate.progress = [&](size_t done) { options_.progress(suite.kind->name, done, suite.cases.size()); };
    }
    uint64_t before = std::exchange(cases_before_, cases_before_ + suite.cases.size());
    if (options_.given) isolate.given = [&](size_t index) { return options_.given(before + index); };
    if (options_.told)
      isolate.finished = [&](size_t index, const IsolatedResult& one) { options_.told(before + index, one); };
    std::vector<IsolatedResult> results = RunIsolated(suite.cases.size(), work, isolate);
    std::map<std::string, double> members;
    for (const nlohmann::json& recorded : suite.cases) ++members[WithoutParameters(TextField(recorded, "test"))];
    // Without a test each is by itself.
    members[""] = 1;
    SuiteResult& into = result.suites[std::string(suite.kind->name)];
    for (size_t i = 0; i < results.size(); ++i) {
      if (results[i].skipped) {
        ++result.skipped;
        continue;
      }
      ++into.cases;
      double weight = suite.kind->weigh_by_test ? 1 / members[WithoutParameters(TextField(suite.cases[i], "test"))] : 1;
      Count(suite, i, results[i], weight, into);
    }
  }

 private:
  std::string JudgeOne(const LoadedSuite& suite, size_t index) const {
    Marks marks = Unjudged(suite, index);
    Context ctx;
    std::unique_ptr<Subject> subject = options_.make_subject(ctx);
    JudgeSite site{ctx, *subject, options_.make_inputs, options_.budget};
    suite.kind->judge(site, suite.cases[index], marks);
    FailRest(marks, "not reached");
    return Encode(marks, KnownOf(site, marks));
  }

  // Engines often fail in the same way, of which one question is enough.
  std::vector<KnownAs> KnownOf(JudgeSite& site, const Marks& marks) const {
    std::vector<KnownAs> known(marks.size());
    for (size_t i = 0; i < marks.size() && options_.known_as; ++i) {
      if (marks[i].ending != MarkEnding::kFailed || !marks[i].finding) continue;
      auto same = std::ranges::find_if(
          marks, [&](const Mark& mark) { return mark.finding && SameFinding(*mark.finding, *marks[i].finding); });
      auto first = static_cast<size_t>(same - marks.begin());
      known[i] = first < i ? known[first] : options_.known_as(site, *marks[i].finding);
    }
    return known;
  }

  static Marks Unjudged(const LoadedSuite& suite, size_t index) {
    Marks marks;
    for (const std::string& score : suite.scores[index]) marks.push_back({.score = score, .why = ""});
    return marks;
  }

  void Count(const LoadedSuite& suite, size_t index, const IsolatedResult& judged, double weight, SuiteResult& into) {
    Marks marks = Unjudged(suite, index);
    nlohmann::json list = judged.finished ? JsonOf(judged.text) : nlohmann::json();
    std::vector<KnownAs> known(marks.size());
    for (size_t i = 0; i < marks.size(); ++i) {
      bool told = list.is_array() && i < list.size() && IsMark(list[i]);
      marks[i].why = told ? list[i][1].get<std::string>() : judged.text;
      if (!told) continue;
      marks[i].ending = list[i][0].get<MarkEnding>();
      marks[i].sides = SidesFromJson(list[i][2]);
      known[i] = {list[i][3].get<std::string>(), list[i][4].get<std::string>()};
    }
    const nlohmann::json& recorded = suite.cases[index];
    std::string pass = suite.kind == FindSuiteKind("pass") ? TextField(recorded, "pass") : "";
    for (size_t i = 0; i < marks.size(); ++i) {
      const Mark& mark = marks[i];
      Add(into.scores[mark.score], mark.ending, weight);
      if (!pass.empty()) Add(into.by_pass[pass][mark.score], mark.ending, weight);
      std::string group = pass.empty() ? WithoutParameters(TextField(recorded, "test")) : pass;
      Note(suite, recorded, mark, known[i], group.empty() ? std::string(suite.kind->name) : group);
    }
  }

  static void Add(Score& score, MarkEnding ending, double weight) {
    (ending == MarkEnding::kNotApplicable ? score.not_applicable : score.of) += weight;
    if (ending == MarkEnding::kPassed) score.passed += weight;
  }

  void Note(const LoadedSuite& suite, const nlohmann::json& recorded, const Mark& mark, const KnownAs& known,
            const std::string& group) {
    JudgedScore judged{.suite = std::string(suite.kind->name),
                       .id = TextField(recorded, "id"),
                       .score = mark.score,
                       .group = group,
                       .passed = mark.ending == MarkEnding::kPassed,
                       .applies = mark.ending != MarkEnding::kNotApplicable,
                       .known = known,
                       .why = mark.why,
                       .file = suite.path,
                       .line = recorded.value(kLineKey, 1),
                       .text = "",
                       .sides = mark.sides};
    if (mark.ending == MarkEnding::kFailed) Failed(recorded, judged);
    result.judged.push_back(std::move(judged));
  }

  const std::string* ReasonFor(const JudgedScore& judged) const {
    auto found = std::ranges::find_if(options_.allow, [&](const AllowedDifference& one) {
      std::string_view id = one.id;
      bool many = id.ends_with('*');
      if (many) id.remove_suffix(1);
      return (many ? judged.id.starts_with(id) : judged.id == id) && (one.score.empty() || one.score == judged.score);
    });
    return found == options_.allow.end() ? nullptr : &found->reason;
  }

  void Failed(const nlohmann::json& recorded, JudgedScore& judged) {
    const std::string* reason = ReasonFor(judged);
    if (reason == nullptr) {
      judged.text = ShownText(recorded);
      result.failures.push_back({judged.suite, judged.id, judged.score, judged.why, judged.group, judged.known});
      return;
    }
    judged.allowed = true;
    judged.why = *reason;
    if (listed_.insert(judged.id).second) result.allowed.push_back({judged.id, *reason});
  }

  const ConformOptions& options_;
  std::set<std::string> listed_;
  // Of the suites that were judged before.
  uint64_t cases_before_ = 0;
};

}  // namespace

Result<ConformResult> RunConformance(const ConformOptions& options) {
  double start = Now();
  Context ctx;
  std::unique_ptr<Subject> subject = options.make_subject(ctx);
  std::vector<LoadedSuite> loaded;
  // All of it is read before anything runs, so that a bad suite is told at once.
  for (const std::string& argument : options.suites) {
    ASSAY_TRY(std::vector<std::string> files, SuiteFiles(argument));
    for (const std::string& path : files) {
      ASSAY_TRY(LoadedSuite suite, Load(path, options.suite_kind, *subject));
      loaded.push_back(std::move(suite));
    }
  }
  Runner runner(options);
  for (const LoadedSuite& suite : loaded) {
    if (suite.cases.empty()) runner.result.notes.push_back(suite.path + ": 0 cases");
    if (suite.cases.empty()) continue;
    ASSAY_RETURN_IF_ERROR(CheckCases(suite, options.isolate));
    NoteUnknownFields(suite, runner.result.notes);
  }
  for (const LoadedSuite& suite : loaded) {
    if (suite.kind != nullptr) runner.Run(suite);
  }
  runner.result.seconds = Now() - start;
  return std::move(runner.result);
}

}  // namespace assay
