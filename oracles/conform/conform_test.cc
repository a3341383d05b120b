// Whole conformance runs on small suites of our own, judged on the native subject and on a subject that misbehaves.
#include "oracles/conform/conform.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oracles/conform/conform_report.h"
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

using testing::HasSubstr;

const std::string kData = ASSAY_SOURCE_DIR "/oracles/conform/testdata";

ConformOptions Native(const std::vector<std::string>& suites) {
  ConformOptions options;
  options.suites = suites;
  options.make_subject = [](Context& ctx) { return MakeNativeSubject(ctx); };
  options.make_inputs = [](const Module&, std::string_view, uint64_t) {
    return std::vector<Value>{Value{TensorValue{Tensor::Floats(DType::Float(32), {2}, std::vector<double>{1, -2})}}};
  };
  return options;
}

std::string Points(const ConformResult& result, const char* suite, const char* score) {
  auto found = result.suites.find(suite);
  if (found == result.suites.end() || !found->second.scores.contains(score)) return "none";
  Score points = found->second.scores.find(score)->second;
  return ShowPoints(points.passed) + "/" + ShowPoints(points.of);
}

std::string Reasons(const ConformResult& result) {
  std::string text;
  for (const ConformFailure& failure : result.failures)
    text += failure.id + " " + failure.score + ": " + failure.why + "\n";
  return text;
}

// The last case of each suite is wrong on purpose.
TEST(ConformTest, EveryKindOfSuiteIsJudged) {
  auto result = RunConformance(Native({kData}));
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(Points(*result, "print", "parsed"), "2/3") << Reasons(*result);
  EXPECT_EQ(Points(*result, "print", "identical"), "1/2") << Reasons(*result);
  EXPECT_EQ(Points(*result, "wellformed", "accepts"), "1/1") << Reasons(*result);
  EXPECT_EQ(Points(*result, "wellformed", "rejects"), "1/2") << Reasons(*result);
  EXPECT_EQ(Points(*result, "infer", "types"), "2/3") << Reasons(*result);
  EXPECT_EQ(Points(*result, "infer", "rejections"), "1/1") << Reasons(*result);
  EXPECT_EQ(Points(*result, "pass", "structural"), "1/2") << Reasons(*result);
  EXPECT_EQ(Points(*result, "pass", "structural_all"), "1/2") << Reasons(*result);
  // Two of three parameters' cases of one test, and all of another.
  EXPECT_EQ(Points(*result, "run", "relax-reference"), "1.50/2") << Reasons(*result);
}

TEST(ConformTest, JsonHasTheDocumentedShape) {
  auto result = RunConformance(Native({kData + "/pass.jsonl"}));
  ASSERT_TRUE(result.ok());
  nlohmann::json json = ConformJson(*result);
  EXPECT_EQ(json["suites"]["pass"]["cases"], 2);
  EXPECT_EQ(json["suites"]["pass"]["by_pass"]["DeadCodeElimination"]["structural"]["of"], 2);
  EXPECT_EQ(json["failures"][0]["suite"], "pass");
  EXPECT_TRUE(json["allowed"].empty());
}

TEST(ConformTest, AReportHasACaseForEachScoreAndKnowsTheBaseline) {
  auto result = RunConformance(Native({kData + "/pass.jsonl"}));
  ASSERT_TRUE(result.ok());
  ReportedRun report = ConformReport(*result, {.subject = "native"});
  EXPECT_EQ(EndingsOf(report.cases).failed, result->failures.size());
  EXPECT_EQ(report.cases[0].group, "DeadCodeElimination");
  EXPECT_EQ(report.cases[0].line, 1);
  auto failed = std::find_if(report.cases.begin(), report.cases.end(),
                             [](const ReportedCase& one) { return one.ending == CaseEnding::kFailed; });
  ASSERT_NE(failed, report.cases.end());
  EXPECT_THAT(failed->module, HasSubstr("# before"));
  // A baseline that calls all that fails known, and one thing that passes now.
  std::vector<ConformFailure> baseline = result->failures;
  for (const JudgedScore& one : result->judged) {
    if (one.passed && baseline.size() == result->failures.size())
      baseline.push_back({one.suite, one.id, one.score, "", ""});
  }
  ReportedRun compared = ConformReport(*result, {.subject = "native", .baseline = &baseline});
  EXPECT_EQ(EndingsOf(compared.cases).failed, 0u);
  EXPECT_EQ(EndingsOf(compared.cases).known, result->failures.size());
  EXPECT_EQ(compared.newly_passing.size(), 1u);
}

TEST(ConformTest, AllowedCasesAreListedAndNotCounted) {
  ConformOptions options = Native({kData + "/print.jsonl"});
  options.allow = {{"print-unreadable", "on purpose"}, {"print-fine", "never needed"}};
  auto result = RunConformance(options);
  ASSERT_TRUE(result.ok());
  ASSERT_EQ(result->allowed.size(), 1u);
  EXPECT_EQ(result->allowed[0].reason, "on purpose");
  for (const ConformFailure& failure : result->failures) EXPECT_NE(failure.id, "print-unreadable");
}

TEST(ConformTest, AnIdMayStandForAllThatBeginLikeIt) {
  ConformOptions options = Native({kData + "/print.jsonl"});
  options.allow = {{"print-f*x", "a star inside is none"},
                   {"print-unread*", "another score", "rejects"},
                   {"print-unread*", "on purpose"}};
  auto result = RunConformance(options);
  ASSERT_TRUE(result.ok());
  ASSERT_EQ(result->allowed.size(), 1u);
  EXPECT_EQ(result->allowed[0].id, "print-unreadable");
  EXPECT_EQ(result->allowed[0].reason, "on purpose");
}

TEST(ConformTest, NewFailuresAreThoseOutsideTheBaseline) {
  std::vector<ConformFailure> known{{"print", "a", "parsed", "", ""}};
  std::vector<ConformFailure> now{{"print", "a", "parsed", "other words", ""}, {"print", "a", "identical", "", ""}};
  auto fresh = NewFailures(now, known);
  ASSERT_EQ(fresh.size(), 1u);
  EXPECT_EQ(fresh[0].score, "identical");
}

TEST(ConformTest, ACrashingSubjectFailsItsCasesAlone) {
  ConformOptions options = Native({kData + "/print.jsonl"});
  options.make_subject = [first = true](Context& ctx) mutable {
    // The parent asks for one subject; each child's first one dies.
    if (!std::exchange(first, false)) std::abort();
    return MakeNativeSubject(ctx);
  };
  auto result = RunConformance(options);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(Points(*result, "print", "parsed"), "0/3");
  EXPECT_THAT(result->failures[0].why, HasSubstr("SIGABRT"));
}

// A subject that lacks the pass.
class WithoutPasses : public Wrapper {
 public:
  using Wrapper::Wrapper;
  Answer<ModuleRef> ApplyDirect(const PassCall&, const ModuleRef&) override {
    return Refusal{RefusalKind::kCannot, "there is no such pass", {}};
  }
};

TEST(ConformTest, WhoHasNoSuchPassIsNotJudged) {
  std::string path = "/tmp/assay-conform-refused-" + std::to_string(getpid()) + ".jsonl";
  nlohmann::json refused{{"id", "r"},
                         {"test", "r"},
                         {"pass", "LambdaLift"},
                         {"args", nlohmann::json::array()},
                         {"kwargs", nlohmann::json::object()},
                         {"before", kModule},
                         {"error", "unsupported"}};
  std::ofstream(path) << refused.dump() << "\n";
  ConformOptions options = Native({path});
  options.suite_kind = "pass";
  options.make_subject = [](Context& ctx) { return std::make_unique<WithoutPasses>(ctx); };
  auto result = RunConformance(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(Points(*result, "pass", "rejections"), "0/0") << Reasons(*result);
  EXPECT_EQ(result->suites["pass"].scores["rejections"].not_applicable, 1);
  EXPECT_TRUE(result->failures.empty());
  nlohmann::json lacking = ConformJson(*result)["not_applicable"];
  ASSERT_EQ(lacking.size(), 1u);
  EXPECT_EQ(
      lacking[0],
      (nlohmann::json{{"suite", "pass"}, {"id", "r"}, {"score", "rejections"}, {"why", "there is no such pass"}}));
  ReportedRun report = ConformReport(*result, {.subject = "wrapper"});
  EXPECT_EQ(StatusWord(report.cases[0], report), "not applicable");
  EXPECT_THAT(JUnitReport(report), HasSubstr("<skipped message=\"not applicable: there is no such pass\""));
  EXPECT_THAT(MarkdownReport(report), HasSubstr("## Not applicable\n\n- there is no such pass: 1\n"));
  EXPECT_THAT(HtmlReport(report), HasSubstr("not applicable"));
  unlink(path.c_str());
}

// Says no to everything that it is asked, in one way.
class SaysNo : public Wrapper {
 public:
  SaysNo(Context& context, Refusal refusal) : Wrapper(context), refusal_(std::move(refusal)) {}
  Answer<ModuleRef> Parse(std::string_view) override { return refusal_; }
  Answer<ModuleRef> ApplyDirect(const PassCall&, const ModuleRef&) override { return refusal_; }
  Answer<ProgramRef> Build(const ModuleRef&, const BuildOptions&) override { return refusal_; }
  Answer<InferredType> Infer(std::string_view, const std::map<std::string, std::string>&, std::string_view) override {
    return refusal_;
  }

 private:
  Refusal refusal_;
};

// Whether a kind of no is a failure is told by what the subject says of it, not by its words.
TEST(ConformTest, WhatTheSubjectHasNotIsNoFailure) {
  struct Row {
    const char* name;
    Refusal refusal;
    bool applies;
  };
  const Row rows[] = {{"no such thing", {RefusalKind::kCannot, "x"}, false},
                      {"unknown name", {.kind = RefusalKind::kUnsupported, .message = "x", .lacks = "R.nope"}, false},
                      {"unknown operator",
                       {.kind = RefusalKind::kUnsupported, .message = "x", .diag = DiagKind::kUnknownOperator},
                       false},
                      {"words alone", {RefusalKind::kUnsupported, "there is no such pass, not supported"}, true},
                      {"bad input", {RefusalKind::kBadInput, "x"}, true},
                      {"internal", {RefusalKind::kInternal, "x"}, true},
                      {"crash", {RefusalKind::kCrash, "x"}, true}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    ConformOptions options = Native({kData});
    options.make_subject = [&](Context& ctx) { return std::make_unique<SaysNo>(ctx, row.refusal); };
    auto result = RunConformance(options);
    ASSERT_TRUE(result.ok()) << result.error().message;
    size_t applies = std::ranges::count_if(result->judged, [](const JudgedScore& one) { return one.applies; });
    EXPECT_EQ(applies, row.applies ? result->judged.size() : 0u);
    if (!row.applies) EXPECT_TRUE(result->failures.empty()) << Reasons(*result);
  }
}

// Says no to what it reads, whose text it takes as it is.
class ReadsTextAndSaysNo : public SaysNo {
 public:
  using SaysNo::SaysNo;
  SubjectTraits Traits() const override { return {.takes_text = true}; }
};

// Who takes text and calls it bad input has found it ill-formed; assay itself goes by the rule.
TEST(ConformTest, ReadersOfTextRejectIllFormedModules) {
  struct Row {
    const char* name;
    Refusal refusal;
    const char *takes_text, *native;
  };
  const Row rows[] = {
      {"bad input", {RefusalKind::kBadInput, "Undefined variable: a"}, "2/2", "0/2"},
      {"a name that it lacks", {.kind = RefusalKind::kBadInput, .message = "x", .lacks = "R.nope"}, "0/0", "0/0"},
      {"what it does not handle", {RefusalKind::kUnsupported, "not supported"}, "0/0", "0/2"},
      {"internal", {RefusalKind::kInternal, "x"}, "0/2", "0/2"},
      {"crash", {RefusalKind::kCrash, "x"}, "0/2", "0/2"}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    for (bool takes_text : {true, false}) {
      ConformOptions options = Native({kData + "/wellformed.jsonl"});
      options.make_subject = [&](Context& ctx) -> std::unique_ptr<Subject> {
        if (takes_text) return std::make_unique<ReadsTextAndSaysNo>(ctx, row.refusal);
        return std::make_unique<SaysNo>(ctx, row.refusal);
      };
      auto result = RunConformance(options);
      ASSERT_TRUE(result.ok()) << result.error().message;
      EXPECT_EQ(Points(*result, "wellformed", "rejects"), takes_text ? row.takes_text : row.native);
    }
  }
}

// What runs is the module, and not its text, which may be in a dialect that another implementation has no more.
TEST(ConformTest, AnotherImplementationRunsWhatAssayHasRead) {
  struct ReadsNothing : SaysNo {
    explicit ReadsNothing(Context& context) : SaysNo(context, {.kind = RefusalKind::kUnsupported, .message = "x"}) {}
    SubjectTraits Traits() const override { return {.elsewhere = true}; }
    Answer<ModuleRef> Import(const Module& module) override { return inner->Import(module); }
    Answer<ProgramRef> Build(const ModuleRef& module, const BuildOptions& options) override {
      return inner->Build(module, options);
    }
  };
  ConformOptions options = Native({kData + "/run.jsonl"});
  options.make_subject = [](Context& ctx) { return std::make_unique<ReadsNothing>(ctx); };
  auto result = RunConformance(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  auto native = RunConformance(Native({kData + "/run.jsonl"}));
  ASSERT_TRUE(native.ok());
  EXPECT_EQ(result->failures.size(), native->failures.size());
}

TEST(ConformTest, EnginesThatRefuseByDesignLeaveItToOthers) {
  ConformOptions options = Native({kData + "/run.jsonl"});
  class Reads : public SaysNo {
   public:
    using SaysNo::SaysNo;
    Answer<ModuleRef> Parse(std::string_view text) override { return inner->Parse(text); }
  };
  auto of = [&](DiagKind diag) {
    options.make_subject = [diag](Context& ctx) {
      return std::make_unique<Reads>(ctx, Refusal{.kind = RefusalKind::kUnsupported, .message = "x", .diag = diag});
    };
    auto result = RunConformance(options);
    return result.ok() ? result->failures.size() : size_t{1000};
  };
  EXPECT_EQ(of(DiagKind::kUnsupported), 0u);
  EXPECT_GT(of(DiagKind::kCannotLower), 0u);
}

// A failure goes to whoever has bugs on file as the finding that an oracle would make of it.
TEST(ConformTest, FailuresOfBugsOnFileBearTheirNames) {
  ConformOptions options = Native({kData});
  options.make_subject = [](Context& ctx) {
    return std::make_unique<SaysNo>(ctx, Refusal{.kind = RefusalKind::kInternal, .message = "x 17", .cause = "x N"});
  };
  options.known_as = [](JudgeSite&, const Finding& finding) -> KnownAs {
    bool it = finding.klass == FindingClass::kUnreadable && finding.cause.text == "x N";
    return it ? KnownAs{"a-slug", "#1"} : KnownAs{};
  };
  auto result = RunConformance(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_FALSE(result->failures.empty());
  for (const ConformFailure& failure : result->failures)
    EXPECT_EQ(failure.known.name, failure.suite == "infer" ? "" : "a-slug") << failure.suite;
  ConformView view{.subject = "wrapper"};
  for (const ConformFailure& failure : FailuresThatCount(*result, view)) EXPECT_EQ(failure.suite, "infer");
  ReportedRun report = ConformReport(*result, view);
  EXPECT_EQ(EndingsOf(report.cases).failed, FailuresThatCount(*result, view).size());
  EXPECT_THAT(JUnitReport(report), HasSubstr("<skipped message=\"known: a-slug (upstream #1)\""));
  nlohmann::json failures = ConformJson(*result)["failures"];
  EXPECT_EQ(failures.back()["known_as"], "a-slug");
  EXPECT_EQ(failures.back()["upstream"], "#1");
}

TEST(ConformTest, FailuresOfAnEarlierRunBearItsName) {
  auto result = RunConformance(Native({kData + "/print.jsonl"}));
  ASSERT_TRUE(result.ok());
  ASSERT_GT(result->failures.size(), 1u);
  NameKnown({result->failures[0]}, "nightly.json", *result);
  EXPECT_EQ(result->failures[0].known.name, "nightly.json");
  EXPECT_EQ(NotOnFile(result->failures).size(), result->failures.size() - 1);
  EXPECT_EQ(EndingsOf(ConformReport(*result, {.subject = "native"}).cases).known, 1u);
}

// What becomes of a suite of passes with one case.
std::string OfPassCase(nlohmann::json one, const char* score) {
  std::string path = "/tmp/assay-conform-case-" + std::to_string(getpid()) + ".jsonl";
  one.update({{"id", "c"}, {"test", "c"}, {"args", nlohmann::json::array()}});
  std::ofstream(path) << one.dump() << "\n";
  ConformOptions options = Native({path});
  options.suite_kind = "pass";
  auto result = RunConformance(options);
  unlink(path.c_str());
  return result.ok() ? Points(*result, "pass", score) + " " + Reasons(*result) : result.error().message;
}

TEST(ConformTest, RefusalsMayHaveToSayWhatTheyAreAbout) {
  nlohmann::json one{{"pass", "BindSymbolicVars"},
                     {"kwargs", {{"binding_map", {{"k", 2}}}}},
                     {"before", kModule},
                     {"error", "no symbol"}};
  EXPECT_THAT(OfPassCase(one, "rejections"), HasSubstr("1/1"));
  one["message"] = "there is no symbolic variable 'k'";
  EXPECT_THAT(OfPassCase(one, "rejections"), HasSubstr("1/1"));
  one["message"] = "there is no symbolic variable 'n'";
  EXPECT_THAT(OfPassCase(one, "rejections"), HasSubstr("0/1 c rejections: refused in other words: binding_map"));
}

TEST(ConformTest, PassesMayRunBeforeTheOneThatIsJudged) {
  std::string plain(kModule), flow = plain;
  flow.replace(flow.find("        y: "), std::string::npos, R"(        with R.dataflow():
            y: R.Tensor((2, 3), dtype="float32") = R.add(x, x)
            z: R.Tensor((2, 3), dtype="float32") = R.multiply(y, x)
            R.output(z)
        return z
)");
  nlohmann::json one{
      {"pass", "DeadCodeElimination"}, {"kwargs", nlohmann::json::object()}, {"before", flow}, {"after", plain}};
  EXPECT_THAT(OfPassCase(one, "structural"), HasSubstr("0/1"));
  one["first"] = "ToNonDataflow";
  EXPECT_THAT(OfPassCase(one, "structural"), HasSubstr("1/1"));
  one["first"] = "ToNonDataflo";
  EXPECT_THAT(OfPassCase(one, "structural"), HasSubstr("0/1"));
}

TEST(ConformTest, AnUnknownKindSaysHowToNameIt) {
  std::string path = "/tmp/assay-conform-" + std::to_string(getpid()) + ".jsonl";
  std::ofstream(path) << "{\"id\": \"x\"}\n";
  auto unknown = RunConformance(Native({path}));
  ASSERT_FALSE(unknown.ok());
  EXPECT_THAT(unknown.error().message, HasSubstr("--suite-kind"));
  ConformOptions options = Native({path});
  options.suite_kind = "infer";
  auto lacking = RunConformance(options);
  ASSERT_FALSE(lacking.ok());
  EXPECT_THAT(lacking.error().message, HasSubstr("\"call\""));
  unlink(path.c_str());
}

}  // namespace
}  // namespace assay
