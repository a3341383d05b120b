// Merging is a union: whatever the order, however often a unit comes, in how many parts, and in merges of merges.
// ASSAY_MERGE_ORDERS says how many orders are tried; 25 when it is not set.
#include "fuzzers/units/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "fuzzers/campaign/known_bugs.h"
#include "fuzzers/campaign/store.h"
#include "fuzzers/units/merge_fixture.h"
#include "fuzzers/units/unit_folder.h"
#include "fuzzers/units/unit_source.h"
#include "ir/support/byte_source.h"
#include "ir/support/file.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(MergeTest, UnitsBecomeACampaignThatReadersRead) {
  std::vector<std::string> inputs;
  for (uint64_t unit = 0; unit < 4; ++unit) inputs.push_back(PutUnit(unit));
  Merged(inputs);
  EXPECT_EQ(result_->taken, 4u);
  EXPECT_EQ(result_->units, 4u);
  EXPECT_EQ(result_->whole, 4u);
  EXPECT_EQ(result_->tally.runs, 160u);
  EXPECT_EQ(result_->tally.oracles["made"].agree, 160u);
  uint64_t seen = 0;
  auto findings = Store::FindingsOf(Path("out"));
  ASSERT_TRUE(findings.ok()) << findings.error().message;
  for (const FindingRecord& finding : *findings) {
    seen += finding.seen;
    EXPECT_TRUE(fs::exists(finding.path + "/case.json")) << finding.path;
  }
  EXPECT_EQ(seen, 12u);
  auto known = KnownBugs::Load(std::vector{Path("out")}, "native");
  ASSERT_TRUE(known.ok()) << known.error().message;
  EXPECT_EQ(known->size(), findings->size());
  for (const char* report : {"report.md", "report.html", "report.json"}) EXPECT_TRUE(fs::exists(Path("out/") + report));
  // The least stands for each.
  for (const FindingRecord& finding : *findings) {
    for (const std::string& input : inputs) {
      auto unit = ReadUnit(input);
      ASSERT_TRUE(unit.ok());
      for (const FoundFolder& found : unit->findings) {
        if (found.signature != finding.signature) continue;
        auto there = ReadFile(finding.path + "/reduced.py");
        ASSERT_TRUE(there.ok());
        EXPECT_LE(there->size(), found.rank.size);
      }
    }
  }
}

TEST_F(MergeTest, ALongerPrefixTakesThePlaceOfAShorterOne) {
  std::string part = Put("part", made_.Files(2, 13)), whole = Put("whole", made_.Files(2, 40));
  std::map<std::string, std::string> alone = Merged({whole});
  EXPECT_EQ(Merged({part, whole}), alone);
  EXPECT_EQ(Merged({whole, part}), alone);
  EXPECT_EQ(result_->tally.runs, 40u);
  Merged({part});
  EXPECT_EQ(result_->tally.runs, 13u);
  EXPECT_EQ(result_->whole, 0u);
}

TEST_F(MergeTest, ACopyOfOtherBytesIsAFinding) {
  std::string one = Put("one", made_.Files(2, 40)), other = Put("other", made_.Files(2, 40, {}, 7));
  std::map<std::string, std::string> forwards = Merged({one, other});
  ASSERT_EQ(result_->differing.size(), 1u);
  EXPECT_EQ(result_->differing[0].unit, 2u);
  EXPECT_EQ(result_->differing[0].run, 87u);
  // Counted once.
  EXPECT_EQ(result_->tally.runs, 40u);
  EXPECT_EQ(Merged({other, one}), forwards);
  auto findings = Store::FindingsOf(Path("out"));
  ASSERT_TRUE(findings.ok());
  auto own = std::ranges::find(*findings, "deterministic", &FindingRecord::oracle);
  ASSERT_NE(own, findings->end());
  EXPECT_THAT(own->detail,
              HasSubstr("first of case 87: assay fuzz --unit 2/8 --runs 40 --seed 1 --subject native --only 87"));
  // A shorter one that the longer contradicts, as well.
  std::string part = Put("part", made_.Files(2, 20, {}, 7));
  Merged({one, part});
  EXPECT_EQ(result_->differing.size(), 1u);
}

TEST_F(MergeTest, WhereAClockHadAPartCopiesMayPart) {
  std::string one = Put("one", made_.Files(2, 40, {3, 9})), other = Put("other", made_.Files(2, 40, {9}));
  std::map<std::string, std::string> forwards = Merged({one, other});
  EXPECT_THAT(result_->differing, IsEmpty());
  EXPECT_EQ(Merged({other, one}), forwards);
  EXPECT_EQ(Merged({other}), forwards);
  // Neither says all that the other does.
  std::string third = Put("third", made_.Files(2, 40, {12}));
  forwards = Merged({other, third});
  EXPECT_THAT(result_->differing, IsEmpty());
  EXPECT_EQ(Merged({third, other, one}), forwards);
}

TEST_F(MergeTest, AnyOrderOfAnyMergesIsTheSame) {
  const char* wanted = std::getenv("ASSAY_MERGE_ORDERS");
  int orders = wanted == nullptr ? 25 : std::atoi(wanted);
  made_.units = 5;
  std::vector<std::string> all;
  for (uint64_t unit = 0; unit < 5; ++unit) all.push_back(PutUnit(unit));
  all.push_back(Put("part-1", made_.Files(1, 17)));
  all.push_back(Put("part-3", made_.Files(3, 0)));
  all.push_back(Put("other-2", made_.Files(2, 40, {}, 31)));
  all.push_back(Put("third-2", made_.Files(2, 25, {}, 4)));
  all.push_back(Put("clock-4", made_.Files(4, 40, {5, 6})));
  const std::map<std::string, std::string> expected = Merged(all);
  EXPECT_EQ(result_->differing.size(), 3u);
  ByteSource bytes = ByteSource::FromSeed(1);
  for (int order = 0; order < orders; ++order) {
    // Each input once at least, in any order, some again, gathered in merges of merges.
    std::vector<std::string> left = all;
    for (uint64_t again = bytes.Below(4); again > 0; --again) left.push_back(bytes.Pick(all));
    for (size_t i = left.size(); i > 1; --i) std::swap(left[i - 1], left[bytes.Below(i)]);
    int nested = 0;
    while (left.size() > 1 && bytes.Chance(4, 5)) {
      size_t some = 1 + bytes.Below(left.size());
      std::string merge = Path("nested/" + std::to_string(nested++));
      std::vector<std::string> inputs(left.end() - static_cast<ptrdiff_t>(some), left.end());
      left.resize(left.size() - some);
      auto result = Merge(merge, inputs);
      ASSERT_TRUE(result.ok()) << result.error().message;
      ASSERT_THAT(result->refused, IsEmpty());
      left.insert(left.begin() + static_cast<ptrdiff_t>(bytes.Below(left.size() + 1)), merge);
      if (nested == 6) break;
    }
    fs::remove_all(Path("out"));
    // One after the other into one folder, or all at once.
    bool at_once = bytes.Chance(1, 2);
    for (size_t i = 0; i < (at_once ? 1 : left.size()); ++i) {
      auto result = Merge(Path("out"), at_once ? left : std::vector{left[i]});
      ASSERT_TRUE(result.ok()) << result.error().message;
      ASSERT_THAT(result->refused, IsEmpty());
    }
    std::map<std::string, std::string> tree = TreeOf(Path("out"));
    ASSERT_EQ(NamesOf(tree), NamesOf(expected)) << "order " << order;
    for (const auto& [name, text] : tree) ASSERT_EQ(text, expected.at(name)) << name << " in order " << order;
    fs::remove_all(Path("nested"));
  }
}

TEST_F(MergeTest, AMergeThatWasEndedGoesOn) {
  std::vector<std::string> inputs;
  for (uint64_t unit = 0; unit < 3; ++unit) inputs.push_back(PutUnit(unit));
  std::map<std::string, std::string> expected = Merged(inputs);
  // As it stands between putting aside and putting in place, with drafts, without index.
  fs::path finding = fs::directory_iterator(Path("out/findings"))->path();
  fs::rename(finding, finding.parent_path() / (".aside-" + finding.filename().string()));
  fs::create_directories(Path("out/findings/.draft-0123456789abcdef"));
  fs::create_directories(Path("out/units/.draft-1"));
  fs::remove(Path("out/index.sqlite"));
  auto again = Merge(Path("out"), {inputs[0]});
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->taken, 0u);
  EXPECT_EQ(TreeOf(Path("out")), expected);
}

// A file for each, which is written again where a machine that stopped left it without what it held.
TEST_F(MergeTest, CopiesOfUnitsArePackedAndMended) {
  std::map<std::string, std::string> expected = Merged({PutUnit(0), PutUnit(1)});
  for (const char* unit : {"out/units/0", "out/units/1"}) {
    fs::directory_iterator copies(Path(unit));
    fs::path copy = copies->path();
    EXPECT_TRUE(fs::is_regular_file(copy));
    EXPECT_EQ(std::distance(copies, {}), 1);
    fs::resize_file(copy, unit[10] == '0' ? 0 : 100);
  }
  auto again = Merge(Path("out"), {Path("u0"), Path("u1")});
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_THAT(again->refused, ElementsAre(HasSubstr("expected 'assay packed 1', got ''"), HasSubstr("bytes of done")));
  EXPECT_EQ(TreeOf(Path("out")), expected);
}

TEST_F(MergeTest, OtherFoldersAreNoPlaceForAMerge) {
  PutUnit(0);
  fs::create_directories(Path("full"));
  ASSERT_TRUE(WriteFile(Path("full/notes.txt"), "mine").ok());
  auto full = Merge(Path("full"), {Path("u0")});
  ASSERT_FALSE(full.ok());
  EXPECT_EQ(full.error().kind, DiagKind::kBadArgument);
  EXPECT_THAT(TreeOf(Path("full")), testing::SizeIs(1));
  EXPECT_FALSE(Merge(Path("full/notes.txt"), {Path("u0")}).ok());
  // What is not there, or holds no unit, is refused by name, and the others are merged.
  fs::create_directories(Path("empty/below"));
  auto some = Merge(Path("out"), {Path("nowhere"), Path("empty"), Path("u0")});
  ASSERT_TRUE(some.ok()) << some.error().message;
  EXPECT_THAT(some->refused, testing::ElementsAre(HasSubstr("nowhere: expected a folder of units"),
                                                  HasSubstr("empty: expected units, found no folder with unit.json")));
  EXPECT_EQ(some->taken, 1u);
}

// What is put into a unit or a merge would be missed as not listed.
TEST_F(MergeTest, WithinAnotherIsNoPlace) {
  Merged({PutUnit(0)});
  std::map<std::string, std::string> before = TreeOf(Path("out"));
  for (const char* place : {"out/findings", "out/more/below", "out/units/1", "u0/merged"}) {
    auto within = Merge(Path(place), {Path("u0")});
    ASSERT_FALSE(within.ok()) << place;
    EXPECT_EQ(within.error().kind, DiagKind::kBadArgument);
    EXPECT_THAT(within.error().message,
                HasSubstr(Path(place) + ": it is within " + Path(place[0] == 'u' ? "u0" : "out")));
    Status unit = CheckUnitPlace(Path(place));
    ASSERT_FALSE(unit.ok()) << place;
    EXPECT_EQ(unit.error().kind, DiagKind::kBadArgument);
  }
  EXPECT_EQ(TreeOf(Path("out")), before);
}

// Root may write anywhere; as somebody else, a merge of root's is no place.
TEST_F(MergeTest, AMergeThatMayNotBeWrittenIsTold) {
  if (geteuid() != 0) GTEST_SKIP() << "becoming somebody else takes root";
  Merged({PutUnit(0)});
  for (const char* path : {"", "/out"}) ASSERT_EQ(chmod((folder_.path() + path).c_str(), 0755), 0);
  pid_t child = fork();
  if (child == 0) {
    if (setgid(65534) != 0 || setuid(65534) != 0) _exit(2);
    auto again = Merge(Path("out"), {Path("u0")});
    _exit(!again.ok() && again.error().kind == DiagKind::kEnvironment &&
                  again.error().message == Path("out") + ": Permission denied"
              ? 0
              : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(MergeTest, DraftsAreLeftAlone) {
  fs::create_directories(Path("units"));
  Put("units/u0", made_.Files(0, 40));
  Put("units/.draft-u1-abcdef", made_.Files(1, 40));
  Merged({Path("units")});
  EXPECT_EQ(result_->units, 1u);
  EXPECT_THAT(result_->refused, IsEmpty());
}

TEST_F(MergeTest, AnEntryThatIsNoModuleIsLeftOut) {
  MadeUnits made = made_;
  std::map<std::string, std::string> files = made.Files(0, 40);
  std::string text = "# reaches 1 2 3\nno module\n";
  files["corpus/" + ManifestOf({{"x", text}}).digests["x"] + ".py"] = text;
  Merged({Put("u0", files)});
  EXPECT_EQ(result_->left_out, 1u);
  EXPECT_THAT(result_->refused, IsEmpty());
}

}  // namespace
}  // namespace assay
