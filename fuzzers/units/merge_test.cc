// Merging is a union: whatever the order, however often a unit comes, in how many parts, and in merges of merges.
// Folders from elsewhere are refused by name where anything in them is not as it should be, and the rest is merged.
// ASSAY_MERGE_ORDERS says how many orders are tried; 25 when it is not set.
#include "fuzzers/units/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <set>

#include "fuzzers/campaign/known_bugs.h"
#include "fuzzers/campaign/store.h"
#include "fuzzers/units/made_units.h"
#include "fuzzers/units/merge_contents.h"
#include "fuzzers/units/unit_folder.h"
#include "fuzzers/units/unit_source.h"
#include "ir/support/byte_source.h"
#include "ir/support/file.h"
#include "ir/support/temp_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Every file below a folder with what it holds.
std::map<std::string, std::string> TreeOf(const fs::path& folder) {
  std::map<std::string, std::string> tree;
  for (const auto& item : fs::recursive_directory_iterator(folder)) {
    if (!item.is_regular_file()) continue;
    auto text = ReadFile(item.path());
    EXPECT_TRUE(text.ok());
    tree[item.path().lexically_relative(folder)] = text.ok() ? *text : "";
  }
  return tree;
}

std::vector<std::string> NamesOf(const std::map<std::string, std::string>& tree) {
  std::vector<std::string> names;
  for (const auto& [name, text] : tree) names.push_back(name);
  return names;
}

class MergeTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.path() + "/" + name; }
  std::string Put(const std::string& name, const std::map<std::string, std::string>& files) {
    EXPECT_TRUE(WriteUnit(Path(name), files).ok());
    return Path(name);
  }
  std::string PutUnit(uint64_t unit) { return Put("u" + std::to_string(unit), made_.Files(unit, made_.cases)); }
  // What a merge of these into a fresh folder leaves; always the same folder, since reports name it.
  std::map<std::string, std::string> Merged(const std::vector<std::string>& inputs) {
    fs::remove_all(Path("out"));
    result_ = Merge(Path("out"), inputs);
    EXPECT_TRUE(result_.ok()) << result_.error().message;
    return TreeOf(Path("out"));
  }

  TempFolder folder_;
  MadeUnits made_;
  Result<MergeResult> result_{MergeResult{}};
};

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

// ---- hostile folders

struct Hostile {
  const char* name;
  // Changes unit 1 as it stands in this folder.
  std::function<void(const fs::path&)> harm;
  const char* message;
};

void Write(const fs::path& path, const std::string& text) { ASSERT_TRUE(WriteFile(path, text).ok()) << path; }
std::string Read(const fs::path& path) { return *ReadFile(path); }
fs::path FirstIn(const fs::path& folder) { return fs::directory_iterator(folder)->path(); }
// Changed, and listed as it is then.
void Rewrite(const fs::path& unit, const std::function<void(std::map<std::string, std::string>&)>& change) {
  std::map<std::string, std::string> files = TreeOf(unit);
  files.erase(kManifestName);
  change(files);
  fs::remove_all(unit);
  ASSERT_TRUE(WriteUnit(unit, files).ok());
}
void Swap(std::map<std::string, std::string>& files, const std::string& name, const std::string& from,
          const std::string& to) {
  size_t at = files[name].find(from);
  ASSERT_NE(at, std::string::npos) << files[name];
  files[name].replace(at, from.size(), to);
}
std::string NameIn(const std::map<std::string, std::string>& files, const std::string& begin, const std::string& end) {
  for (const auto& [name, text] : files) {
    if (name.starts_with(begin) && name.ends_with(end)) return name;
  }
  return "";
}

const Hostile kHostile[] = {
    {"a link to a file",
     [](const fs::path& unit) {
       fs::remove(unit / kTrailName);
       fs::create_symlink("/etc/passwd", unit / kTrailName);
     },
     "trail.txt: expected a file, got a link"},
    {"a link to a folder",
     [](const fs::path& unit) {
       fs::rename(unit / "corpus", unit.parent_path() / "elsewhere");
       fs::create_symlink(unit.parent_path() / "elsewhere", unit / "corpus");
     },
     "corpus: expected a file, got a link"},
    {"a link as the manifest",
     [](const fs::path& unit) {
       fs::rename(unit / kManifestName, unit.parent_path() / "manifest");
       fs::create_symlink(unit.parent_path() / "manifest", unit / kManifestName);
     },
     "done: expected a file, got a link"},
    {"a pipe", [](const fs::path& unit) { ASSERT_EQ(mkfifo((unit / "pipe").c_str(), 0600), 0); },
     "pipe: expected a file, got a pipe"},
    {"a pipe as the manifest",
     [](const fs::path& unit) {
       fs::remove(unit / kManifestName);
       ASSERT_EQ(mkfifo((unit / kManifestName).c_str(), 0600), 0);
     },
     "done: expected a file, got a pipe"},
    {"a path out of the folder",
     [](const fs::path& unit) {
       Write(unit / kManifestName, Read(unit / kManifestName) + std::string(32, '0') + " ../../u0/unit.json\n");
     },
     "expected the path of a unit's file in line"},
    {"a path from the root",
     [](const fs::path& unit) {
       Write(unit / kManifestName, Read(unit / kManifestName) + std::string(32, '0') + " /etc/passwd\n");
     },
     "expected the path of a unit's file in line"},
    {"a file that nobody lists", [](const fs::path& unit) { Write(unit / "corpus" / "more.py", "x"); },
     "more.py: not listed in done"},
    {"a folder within others", [](const fs::path& unit) { fs::create_directories(unit / "a/b/c/d/e"); },
     "expected a file, got a folder"},
    {"no manifest", [](const fs::path& unit) { fs::remove(unit / kManifestName); }, "done: No such file"},
    {"a manifest cut off", [](const fs::path& unit) { fs::resize_file(unit / kManifestName, 300); }, "done: expected"},
    {"a missing file", [](const fs::path& unit) { fs::remove(FirstIn(unit / "corpus")); },
     "missing, though done lists it"},
    {"a file cut off", [](const fs::path& unit) { fs::resize_file(FirstIn(unit / "corpus"), 20); },
     "expected the name"},
    {"a trail cut off", [](const fs::path& unit) { fs::resize_file(unit / kTrailName, 20); },
     "trail.txt: expected digest"},
    {"another digit",
     [](const fs::path& unit) {
       std::string text = Read(unit / kUnitName);
       text[text.find("\"runs\": ") + 8] = '1';
       Write(unit / kUnitName, text);
     },
     "unit.json: expected digest"},
    {"a huge file", [](const fs::path& unit) { fs::resize_file(unit / kTrailName, uint64_t{1} << 40); },
     "expected at most 67108864 bytes, got 1099511627776"},
    {"a huge entry", [](const fs::path& unit) { fs::resize_file(FirstIn(unit / "corpus"), uint64_t{1} << 30); },
     "expected at most 1048576 bytes"},
    {"a name that is not what it holds",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) {
         std::string name = NameIn(files, "corpus/", ".py");
         files["corpus/00000000000000000000000000000000.py"] = files[name];
         files.erase(name);
       });
     },
     "expected the name"},
    {"a finding of another name",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) {
         for (const auto& [name, text] : std::map(files)) {
           if (name.starts_with("findings/")) files["findings/0123456789abcdef" + name.substr(name.rfind('/'))] = text;
         }
       });
     },
     "expected 2 findings as counted, got 3"},
    {"a finding of another signature",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) {
         std::string name = NameIn(files, "findings/", "/case.json");
         Swap(files, name, "made|differs|", "made|differs|9");
       });
     },
     "expected the name"},
    {"a finding without its case",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) { files.erase(NameIn(files, "findings/", "/case.json")); });
     },
     "case.json: expected a file, got nothing"},
    {"a finding of a class that there is not",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) {
         Swap(files, NameIn(files, "findings/", "/case.json"), "\"expect\": \"differs\"", "\"expect\": \"funny\"");
       });
     },
     "funny"},
    {"a finding of another unit's case",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) {
         std::string name = NameIn(files, "findings/", "/environment.json");
         size_t at = files[name].find("\"run\": ");
         files[name].replace(at, 8, "\"run\": 900");
       });
     },
     "expected a case from 40 to 80"},
    {"no JSON", [](const fs::path& unit) { Rewrite(unit, [](auto& files) { files[kUnitName] = "{"; }); },
     "unit.json: expected JSON"},
    {"JSON that nests deeply",
     [](const fs::path& unit) { Rewrite(unit, [](auto& files) { files[kUnitName] = std::string(100'000, '['); }); },
     "nested deeper"},
    {"a text for a number",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) { Swap(files, kUnitName, "\"kept\": ", "\"kept\": \"x\", \"own_texts\": "); });
     },
     "under tally.kept"},
    {"a number below none",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) { Swap(files, kUnitName, "\"seen\": ", "\"seen\": -"); });
     },
     "expected a whole number from 0"},
    {"a key of nobody's",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) { Swap(files, kUnitName, "\"kept\": ", "\"keep\": "); });
     },
     "expected no such key under tally.keep"},
    {"another version",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) { Swap(files, kUnitName, "\"version\": 1", "\"version\": 2"); });
     },
     "expected version 1, got 2"},
    {"more cases than it has",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) {
         Swap(files, kUnitName, "\"cases\": 40,\n \"findings", "\"cases\": 41,\n \"findings");
       });
     },
     "expected"},
    {"a unit that there is not",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) { Swap(files, kUnitName, "\"unit\": 1", "\"unit\": 8"); });
     },
     "expected a unit from 0 to 7, got 8"},
    {"another campaign",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) { Swap(files, kUnitName, "\"seed\": \"1\"", "\"seed\": \"2\""); });
     },
     "of another campaign: seed \"1\" and \"2\""},
    {"another build",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) { Swap(files, kUnitName, "\"build\": \"made\"", "\"build\": \"other\""); });
     },
     "of another campaign: build \"made\" and \"other\""},
    {"a trail of another length",
     [](const fs::path& unit) { Rewrite(unit, [](auto& files) { files[kTrailName] += "00000000\n"; }); },
     "trail.txt: expected 360 bytes for 40 cases"},
};

TEST_F(MergeTest, HostileFoldersAreRefusedByNameAndTheRestIsMerged) {
  const std::map<std::string, std::string> expected = Merged({PutUnit(0), PutUnit(2)});
  for (const Hostile& row : kHostile) {
    SCOPED_TRACE(row.name);
    fs::remove_all(Path("bad"));
    fs::create_directories(Path("bad"));
    Put("bad/u1", made_.Files(1, 40));
    row.harm(Path("bad/u1"));
    std::map<std::string, std::string> merged = Merged({Path("u0"), Path("bad"), Path("u2")});
    ASSERT_TRUE(result_.ok());
    ASSERT_EQ(result_->refused.size(), 1u);
    EXPECT_THAT(result_->refused[0], HasSubstr("bad/u1"));
    EXPECT_THAT(result_->refused[0], HasSubstr(row.message));
    EXPECT_EQ(result_->taken, 2u);
    EXPECT_EQ(merged, expected);
  }
}

// Of a copy of a merge, what is missing is missed, and what was put into it is not taken.
TEST_F(MergeTest, AMergeIsWhatItSaysItHolds) {
  std::vector<std::string> inputs;
  for (uint64_t unit = 0; unit < 3; ++unit) inputs.push_back(PutUnit(unit));
  std::map<std::string, std::string> whole = Merged(inputs);
  fs::rename(Path("out"), Path("whole"));
  struct Row {
    const char* name;
    std::function<void(const fs::path&)> harm;
    std::vector<const char*> messages;
    // Units that are there all the same.
    size_t taken = 3;
  };
  auto first = [](const fs::path& folder) {
    std::set<fs::path> paths;
    for (const auto& item : fs::directory_iterator(folder)) paths.insert(item.path());
    return *paths.begin();
  };
  const Row rows[] = {
      {"nothing", [](const fs::path&) {}, {}},
      {"an entry cut out", [&](const fs::path& at) { fs::remove(first(at / "corpus")); }, {".py: missing, though"}},
      {"a unit cut out", [&](const fs::path& at) { fs::remove_all(at / "units/1"); }, {"/units/1/"}, 2},
      {"a file of a finding cut out",
       [&](const fs::path& at) { fs::remove(first(at / "findings") / "reduced.py"); },
       {"/reduced.py: missing, though contents.txt lists it"}},
      {"a finding of other bytes",
       [&](const fs::path& at) { (void)WriteFile(first(at / "findings") / "reduced.py", "else"); },
       {"/reduced.py: expected digest"}},
      {"an entry put in",
       [&](const fs::path& at) { fs::copy(first(at / "corpus"), at / "corpus" / (std::string(32, '0') + ".py")); },
       {"00.py: not listed in contents.txt"}},
      {"a unit put in",
       [&](const fs::path& at) { fs::copy(first(at / "units/1"), at / "units/9" / std::string(64, '0')); },
       {"/units/9/"}},
      {"a link for a folder",
       [&](const fs::path& at) {
         fs::rename(at / "corpus", at.parent_path() / "moved");
         fs::create_symlink(at.parent_path() / "moved", at / "corpus");
       },
       {"/corpus: expected a file, got a link"},
       0},
      {"no contents", [](const fs::path& at) { fs::remove(at / kContentsName); }, {"contents.txt: missing"}},
      {"contents cut off",
       [](const fs::path& at) { fs::resize_file(at / kContentsName, 200); },
       {"contents.txt: expected lines of digest"}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    fs::remove_all(Path("copy"));
    fs::remove_all(Path("moved"));
    fs::copy(Path("whole"), Path("copy"), fs::copy_options::recursive);
    fs::create_directories(Path("copy/units/9"));
    row.harm(Path("copy"));
    fs::remove_all(Path("out"));
    auto merged = Merge(Path("out"), {Path("copy")});
    ASSERT_TRUE(merged.ok());
    ASSERT_EQ(merged->refused.size(), row.messages.size()) << testing::PrintToString(merged->refused);
    for (size_t i = 0; i < row.messages.size(); ++i) EXPECT_THAT(merged->refused[i], HasSubstr(row.messages[i]));
    EXPECT_EQ(merged->taken, row.taken);
    if (row.messages.empty()) EXPECT_EQ(TreeOf(Path("out")), whole);
    // The units themselves mend it.
    ASSERT_TRUE(Merge(Path("out"), inputs).ok());
    EXPECT_EQ(TreeOf(Path("out")), whole);
  }
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
