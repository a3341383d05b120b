#include "fuzzers/campaign/known_bugs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/store.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

class KnownBugsTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  void AddCase(const std::string& path, nlohmann::json json) {
    fs::create_directories(folder_ / path);
    ASSERT_TRUE(WriteFile(folder_ / path / "case.json", json.dump()).ok());
  }
  Result<KnownBugs> Load(const std::string& path, std::string_view subject) {
    std::vector<std::string> paths{folder_ / path};
    return KnownBugs::Load(paths, subject);
  }
  fs::path folder_ = fs::temp_directory_path() / ("assay-known-" + std::to_string(getpid()));
};

TEST_F(KnownBugsTest, CasesAreOfTheirImplementationAndNotClosed) {
  AddCase("set/a/lost-binding",
          {{"subject", "tvm"}, {"status", "open"}, {"signature", "ill_formed|P: relax.wf2"}, {"upstream", "#17231"}});
  AddCase("set/b/of-a-version", {{"subject", "tvm:0.26"}, {"status", "open"}, {"signature", "internal|x"}});
  AddCase("set/b/closed", {{"subject", "tvm"}, {"status", "fixed"}, {"signature", "internal|closed"}});
  AddCase("set/b/ours", {{"subject", "native"}, {"status", "open"}, {"signature", "internal|ours"}});
  auto tvm = Load("set", "tvm@/usr/bin/python3");
  ASSERT_TRUE(tvm.ok()) << tvm.error().message;
  EXPECT_EQ(tvm->size(), 2u);
  ASSERT_NE(tvm->Find("ill_formed|P: relax.wf2"), nullptr);
  EXPECT_EQ(ShownName(*tvm->Find("ill_formed|P: relax.wf2")), "lost-binding (upstream #17231)");
  ASSERT_NE(tvm->Find("internal|x"), nullptr);
  EXPECT_EQ(ShownName(*tvm->Find("internal|x")), "of-a-version");
  EXPECT_EQ(Load("set", "native")->size(), 1u);
  // One case by itself, too.
  EXPECT_EQ(Load("set/a/lost-binding", "tvm")->size(), 1u);
}

TEST_F(KnownBugsTest, SaysWhichPassesHang) {
  nlohmann::json passes = nlohmann::json::array({{{"name", "FuseOps"}}});
  AddCase("set/slow",
          {{"subject", "tvm"}, {"status", "open"}, {"signature", "hang|x"}, {"expect", "hang"}, {"passes", passes}});
  AddCase("set/of-a-build", {{"subject", "tvm"}, {"status", "open"}, {"signature", "hang|y"}, {"expect", "hang"}});
  passes[0]["name"] = "FuseTIR";
  AddCase("set/wrong",
          {{"subject", "tvm"}, {"status", "open"}, {"signature", "crash|x"}, {"expect", "crash"}, {"passes", passes}});
  auto known = Load("set", "tvm");
  ASSERT_TRUE(known.ok()) << known.error().message;
  EXPECT_THAT(known->PassesThatHang(), testing::ElementsAre("FuseOps"));
}

TEST_F(KnownBugsTest, ATextThatLosesADTypeIsFoundByWhichOnesAndByWhatWasStoredBefore) {
  AddCase("set/before", {{"subject", "tvm"}, {"status", "open"}, {"signature", "differs|round trip loses ty.dtype"}});
  AddCase("set/truth",
          {{"subject", "tvm"}, {"status", "open"}, {"signature", "differs|round trip loses ty.dtype: bool as int64"}});
  auto known = Load("set", "tvm");
  ASSERT_TRUE(known.ok()) << known.error().message;
  auto name = [&](std::string_view signature) {
    const KnownBug* bug = known->Find(signature);
    return bug == nullptr ? "" : bug->name;
  };
  EXPECT_EQ(name("differs|round trip loses ty.dtype: bool as int64"), "truth");
  EXPECT_EQ(name("differs|round trip loses ty.dtype: int64 as int32"), "before");
  EXPECT_EQ(name("differs|round trip loses ty.layout"), "");
}

TEST_F(KnownBugsTest, ACampaignsFindingsKeepTheNamesTheyHadThere) {
  {
    auto store = Store::Open(folder_ / "campaign", false);
    ASSERT_TRUE(store.ok()) << store.error().message;
    FindingRecord own, named;
    own.id = "01";
    own.signature = "internal|a";
    named.id = "02";
    named.signature = "internal|b";
    named.known_as = "a-slug";
    named.upstream = "#1";
    ASSERT_TRUE((*store)->Add(own, {{"module.py", ""}}).ok());
    ASSERT_TRUE((*store)->Add(named, {{"module.py", ""}}).ok());
  }
  auto known = Load("campaign", "native");
  ASSERT_TRUE(known.ok()) << known.error().message;
  EXPECT_EQ(known->Find("internal|a")->name, "01");
  EXPECT_EQ(ShownName(*known->Find("internal|b")), "a-slug (upstream #1)");
}

TEST_F(KnownBugsTest, ResultsAreDistinguishedByPassAndOperators) {
  auto add = [&](const char* slug, const char* signature, nlohmann::json passes) {
    AddCase(slug, {{"subject", "native"}, {"status", "open"}, {"signature", signature}, {"passes", std::move(passes)}});
  };
  const nlohmann::json tried = {{{"name", "LegalizeOps"}}}, none = nlohmann::json::array();
  add("a", "results|LegalizeOps|nn.conv2d+resize2d", tried);
  add("b", "results|LegalizeOps|", tried);
  add("c", "results||nn.conv2d", none);
  add("d", "results|FoldConstant|nn.relu", none);
  auto known = KnownBugs::Load(std::vector<std::string>{folder_.string()}, "native");
  ASSERT_TRUE(known.ok()) << known.error().message;
  auto after = known->OfResultsAfter("LegalizeOps");
  ASSERT_EQ(after.size(), 1u);
  EXPECT_THAT(after[0]->operators, testing::ElementsAre("nn.conv2d", "resize2d"));
  // Those of a build, with a step to blame and without.
  std::vector<std::string> of_build;
  for (const KnownBug* bug : known->OfResultsAfter("")) of_build.push_back(bug->name);
  EXPECT_THAT(of_build, testing::UnorderedElementsAre("c", "d"));
  EXPECT_TRUE(known->OfResultsAfter("FuseOps").empty());
}

// What nothing can be read of, with the path in what is said.
TEST_F(KnownBugsTest, AWrongPathIsRefused) {
  fs::create_directories(folder_ / "empty");
  for (const char* path : {"empty", "missing"}) {
    auto known = Load(path, "native");
    ASSERT_FALSE(known.ok()) << path;
    EXPECT_EQ(known.error().kind, std::string(path) == "missing" ? DiagKind::kIo : DiagKind::kCorrupt);
    EXPECT_THAT(known.error().message, testing::HasSubstr(path));
  }
  fs::create_directories(folder_ / "bad");
  ASSERT_TRUE(WriteFile(folder_ / "bad" / "case.json", "no json").ok());
  EXPECT_EQ(Load("bad", "native").error().kind, DiagKind::kCorrupt);
}

}  // namespace
}  // namespace assay
