#include "fuzzers/campaign/known_failure.h"

#include <unistd.h>

#include <filesystem>

#include <gtest/gtest.h>

#include "fuzzers/campaign/case_file.h"
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// Takes sums for products after one pass, whatever else the module holds.
class WrongSums : public Wrapper {
 public:
  using Wrapper::Wrapper;
  Answer<ModuleRef> ApplyDirect(const PassCall& pass, const ModuleRef& module) override {
    if (pass.pass->name != "DeadCodeElimination") return inner->ApplyDirect(pass, module);
    std::string text = inner->Print(module);
    for (size_t at = text.find("R.add("); at != std::string::npos; at = text.find("R.add("))
      text.replace(at, 6, "R.multiply(");
    return inner->Parse(text);
  }
};

// Two bugs in one pass: it takes sums for differences, and products for quotients.
class WrongSumsAndProducts : public Wrapper {
 public:
  using Wrapper::Wrapper;
  Answer<ModuleRef> ApplyDirect(const PassCall& pass, const ModuleRef& module) override {
    if (pass.pass->name != "DeadCodeElimination") return inner->ApplyDirect(pass, module);
    std::string text = inner->Print(module);
    for (auto [right, wrong] : {std::pair{"R.add(", "R.subtract("}, std::pair{"R.multiply(", "R.divide("}}) {
      for (size_t at = text.find(right); at != std::string::npos; at = text.find(right))
        text.replace(at, std::string_view(right).size(), wrong);
    }
    return inner->Parse(text);
  }
};

// A step of the build takes sums for differences.
class BuildsWrongSums : public Wrapper {
 public:
  using Wrapper::Wrapper;
  Answer<ModuleRef> ApplyDirect(const PassCall& pass, const ModuleRef& module) override {
    if (pass.pass->name != "LegalizeOps") return inner->ApplyDirect(pass, module);
    std::string text = inner->Print(module);
    for (size_t at = text.find("R.add("); at != std::string::npos; at = text.find("R.add("))
      text.replace(at, 6, "R.subtract(");
    return inner->ApplyDirect(pass, *inner->Parse(text));
  }
};

class KnownFailureTest : public OraclesTest {
 protected:
  void TearDown() override { fs::remove_all(folder_); }
  // A bug on file of that signature, beside those that are there.
  KnownBugs OnFile(const std::string& signature, const std::string& pass, const std::string& slug = "a-slug") {
    fs::create_directories(folder_ / slug);
    nlohmann::json json{{"subject", "native"},
                        {"status", "open"},
                        {"signature", signature},
                        {"upstream", "#7"},
                        {"passes", {{{"name", pass}}}}};
    EXPECT_TRUE(WriteFile(folder_ / slug / "case.json", json.dump()).ok());
    std::vector<std::string> paths{folder_};
    auto known = KnownBugs::Load(paths, "native");
    EXPECT_TRUE(known.ok());
    return *std::move(known);
  }
  std::string NameOf(Subject& subject, const Finding& finding, const KnownBugs& known) {
    const KnownBug* bug = KnownFailure(ctx, subject, known, c, finding, OracleSettings().budget);
    return bug == nullptr ? "" : ShownName(*bug);
  }
  static Finding Wrong(const std::string& pass) {
    return {.oracle = "pass_preserves_results", .pass = pass, .klass = FindingClass::kDiffers, .detail = ""};
  }

  fs::path folder_ = fs::temp_directory_path() / ("assay-known-failure-" + std::to_string(getpid()));
};

TEST_F(KnownFailureTest, ACauseIsEnough) {
  KnownBugs known = OnFile("internal|no such thing", "");
  Wrapper sound(ctx);
  Finding finding{.oracle = "input_unchanged", .pass = "FuseOps", .klass = FindingClass::kInternal, .detail = ""};
  finding.cause = {"no such thing"};
  EXPECT_EQ(NameOf(sound, finding, known), "a-slug (upstream #7)");
  finding.cause = {"something else"};
  EXPECT_EQ(NameOf(sound, finding, known), "");
}

// The module adds and multiplies: what is wrong goes away with the sums.
TEST_F(KnownFailureTest, WrongResultsAreTriedWithoutTheBugsOperators) {
  WrongSums wrong(ctx);
  EXPECT_EQ(
      NameOf(wrong, Wrong("DeadCodeElimination"), OnFile("results|DeadCodeElimination|add", "DeadCodeElimination")),
      "a-slug (upstream #7)");
  // Wherever it was seen: a build's results without a pass to blame.
  Finding of_build = Wrong("");
  EXPECT_EQ(NameOf(wrong, of_build, OnFile("results|DeadCodeElimination|add", "DeadCodeElimination")),
            "a-slug (upstream #7)");
}

// Either alone leaves the other; campaigns take the operators of both away, one after the other.
TEST_F(KnownFailureTest, SeveralBugsOfResultsMayMeet) {
  WrongSumsAndProducts wrong(ctx);
  Finding finding = Wrong("DeadCodeElimination");
  EXPECT_EQ(NameOf(wrong, finding, OnFile("results|DeadCodeElimination|add", "DeadCodeElimination", "sums")), "")
      << "products are wrong as well";
  EXPECT_EQ(NameOf(wrong, finding, OnFile("results|DeadCodeElimination|multiply", "DeadCodeElimination", "products")),
            "products (upstream #7)");
}

// A case of a build alone, whose signature names the step to blame: asked is the build.
TEST_F(KnownFailureTest, WrongResultsOfAStepOfTheBuildAreTriedOnTheBuild) {
  BuildsWrongSums wrong(ctx);
  Wrapper sound(ctx);
  Finding of_build = Wrong("");
  of_build.oracle = "interpreted_equals_compiled";
  EXPECT_EQ(NameOf(wrong, of_build, OnFile("results|LegalizeOps|add", "")), "a-slug (upstream #7)");
  EXPECT_EQ(NameOf(wrong, of_build, OnFile("results|LegalizeOps|exp", "")), "") << "the module has no such operator";
  EXPECT_EQ(NameOf(sound, of_build, OnFile("results|LegalizeOps|add", "")), "");
}

// The signature names the pass to blame, whatever pass a case tries.
TEST_F(KnownFailureTest, ThePassIsThatOfTheSignature) {
  WrongSums wrong(ctx);
  EXPECT_EQ(NameOf(wrong, Wrong("DeadCodeElimination"), OnFile("results|DeadCodeElimination|add", "FuseOps")),
            "a-slug (upstream #7)");
}

TEST_F(KnownFailureTest, ABugOfAnotherOperatorOrPassExplainsNothing) {
  WrongSums wrong(ctx);
  Wrapper sound(ctx);
  EXPECT_EQ(NameOf(wrong, Wrong("DeadCodeElimination"),
                   OnFile("results|DeadCodeElimination|subtract", "DeadCodeElimination")),
            "")
      << "the module has no such operator";
  EXPECT_EQ(NameOf(wrong, Wrong("DeadCodeElimination"), OnFile("results|FuseOps|add", "FuseOps")), "");
  EXPECT_EQ(
      NameOf(sound, Wrong("DeadCodeElimination"), OnFile("results|DeadCodeElimination|add", "DeadCodeElimination")), "")
      << "nothing is wrong here";
}

TEST_F(KnownFailureTest, CasesOnFileKnowTheirPlace) {
  KnownBugs known = OnFile("internal|x", "");
  EXPECT_TRUE(known.Holds(folder_ / "a-slug"));
  EXPECT_TRUE(known.Holds(folder_.string() + "/./a-slug/"));
  EXPECT_FALSE(known.Holds(folder_ / "another"));
}

}  // namespace
}  // namespace assay
