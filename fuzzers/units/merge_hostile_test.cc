// Folders from elsewhere are refused by name where anything in them is not as it should be, and the rest is merged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "fuzzers/units/corpus_union.h"
#include "fuzzers/units/digest.h"
#include "fuzzers/units/merge_contents.h"
#include "fuzzers/units/merge_fixture.h"
#include "fuzzers/units/packed_files.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class HostileMergeTest : public MergeTest {};

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
    {"a socket",
     [](const fs::path& unit) {
       // Bound where its name is short enough.
       sockaddr_un address{.sun_family = AF_UNIX, .sun_path = "socket"};
       fs::path here = fs::current_path();
       fs::current_path(unit);
       int fd = socket(AF_UNIX, SOCK_STREAM, 0);
       ASSERT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
       close(fd);
       fs::current_path(here);
     },
     "socket: expected a file, got a socket"},
    {"a folder for a file",
     [](const fs::path& unit) {
       fs::remove(unit / kTrailName);
       fs::create_directories(unit / kTrailName / "more");
     },
     "trail.txt: missing, though done lists it"},
    {"a name that a terminal would obey", [](const fs::path& unit) { Write(unit / "corpus" / "\x1b[2J\xff.py", "x"); },
     "corpus/\\x1b[2J\\xff.py: not listed in done"},
    {"a file that is listed twice",
     [](const fs::path& unit) {
       std::string text = Read(unit / kManifestName);
       std::string last = text.substr(text.rfind('\n', text.size() - 2) + 1);
       Write(unit / kManifestName, text + last);
     },
     "expected paths in order"},
    {"digests in capitals",
     [](const fs::path& unit) {
       std::string text = Read(unit / kManifestName);
       std::ranges::transform(text, text.begin(), [](char c) { return c >= 'a' && c <= 'f' ? char(c - 32) : c; });
       Write(unit / kManifestName, text);
     },
     "done: expected"},
    {"a summary larger than any",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) { files[kUnitName] += std::string(kMostSummaryBytes, ' '); });
     },
     "unit.json: expected at most 16777216 bytes"},
    {"a number that is none",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) { Swap(files, kUnitName, "\"kept\": ", "\"kept\": 1e3, \"own_texts\": "); });
     },
     "under tally.kept, got 1000.0"},
    {"a count that sums would not hold",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) { Swap(files, kUnitName, "\"kept\": ", "\"kept\": 9999999999999999"); });
     },
     "expected a whole number from 0 to 1000000000000000 under tally.kept"},
    {"cases whose numbers do not fit",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) {
         Swap(files, kUnitName, "\"units\": 8", "\"units\": 1000000000000000");
         Swap(files, kUnitName, "\"cases\": 40", "\"cases\": 1000000000000000");
       });
     },
     "expected at most 18446 units of 1000000000000000 cases, got 1000000000000000"},
    {"an entry that reaches more than any",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) {
         std::string text = "# reaches";
         for (size_t i = 0; i <= kMostReached; ++i) text += fmt::format(" {:x}", i);
         text += "\nx\n";
         files[fmt::format("corpus/{}.py", DigestOf(text))] = text;
       });
     },
     "expected what it reaches in the first line, at most 16384 features"},
    {"a case that no trail knows of",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) { files[kOutsideName] = OutsideText({{{900, "late"}}, {}}); });
     },
     "outside/cases.json: expected a case from 40 to 80, got 900"},
    {"a case of the clock that nobody names",
     [](const fs::path& unit) { Rewrite(unit, [](auto& files) { files[kTrailName].replace(9, 8, kClockLine); }); },
     "trail.txt: no digits for case 41, which does not stand outside"},
    {"a finding outside that the unit does not count",
     [](const fs::path& unit) {
       Rewrite(unit, [](auto& files) {
         for (const auto& [name, text] : std::map(files)) {
           if (name.starts_with("findings/")) files[std::string(kOutsideFolder) + name] = text;
         }
       });
     },
     "findings as counted, got"},
    {"a trail of another length",
     [](const fs::path& unit) { Rewrite(unit, [](auto& files) { files[kTrailName] += "00000000\n"; }); },
     "trail.txt: expected 360 bytes for 40 cases"},
};

TEST_F(HostileMergeTest, HostileFoldersAreRefusedByNameAndTheRestIsMerged) {
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

// What is done to a copy of a merge, what is refused then, and how many units are there all the same.
struct Harmed {
  const char* name;
  std::function<void(const fs::path&)> harm;
  std::vector<const char*> messages;
  size_t taken = 3;
};

fs::path LeastIn(const fs::path& folder) {
  std::set<fs::path> paths;
  for (const auto& item : fs::directory_iterator(folder)) paths.insert(item.path());
  return *paths.begin();
}

const Harmed kHarmed[] = {
    {"nothing", [](const fs::path&) {}, {}},
    {"an entry cut out", [](const fs::path& at) { fs::remove(LeastIn(at / "corpus")); }, {".py: missing, though"}},
    {"a unit cut out", [](const fs::path& at) { fs::remove_all(at / "units/1"); }, {"/units/1/"}, 2},
    {"a file of a finding cut out",
     [](const fs::path& at) { fs::remove(LeastIn(at / "findings") / "reduced.py"); },
     {"/reduced.py: missing, though contents.txt lists it"}},
    {"a finding of other bytes",
     [](const fs::path& at) { (void)WriteFile(LeastIn(at / "findings") / "reduced.py", "else"); },
     {"/reduced.py: expected digest"}},
    {"an entry put in",
     [](const fs::path& at) { fs::copy(LeastIn(at / "corpus"), at / "corpus" / (std::string(32, '0') + ".py")); },
     {"00.py: not listed in contents.txt"}},
    {"a unit put in",
     [](const fs::path& at) { fs::copy(LeastIn(at / "units/1"), at / "units/9" / std::string(64, '0')); },
     {"/units/9/"}},
    {"a copy of a unit cut off",
     [](const fs::path& at) { fs::resize_file(LeastIn(at / "units/1"), 100); },
     {"bytes of done, got"},
     2},
    {"a copy of a unit that is not",
     [](const fs::path& at) { fs::resize_file(LeastIn(at / "units/1"), uint64_t{1} << 40); },
     {"expected at most 335544320 bytes, got 1099511627776"},
     2},
    {"more in a copy of a unit",
     [](const fs::path& at) {
       fs::path copy = LeastIn(at / "units/1");
       PackedFiles files = *ParsePacked(Read(copy), "copy");
       files["../../trail.txt"] = "x";
       Write(copy, PackedText(files));
     },
     {"/../../trail.txt: no file of a unit's copy"},
     2},
    {"a copy of a unit under another's name",
     [](const fs::path& at) {
       fs::copy(LeastIn(at / "units/0"), LeastIn(at / "units/1"), fs::copy_options::overwrite_existing);
     },
     {"expected its unit and digests as the name"},
     2},
    {"a folder for a copy of a unit",
     [](const fs::path& at) {
       fs::path copy = LeastIn(at / "units/1");
       fs::remove(copy);
       fs::create_directories(copy);
       Write(copy / "done", "x");
     },
     {"expected a file, got a folder"},
     2},
    {"a finding of a unit that there is not",
     [](const fs::path& at) {
       fs::path changed = LeastIn(at / "findings") / "environment.json";
       std::string before = DigestOf(Read(changed)), text = Read(changed);
       text.replace(text.find("\"unit\": ") + 8, 1, "99");
       Write(changed, text);
       std::string contents = Read(at / kContentsName);
       contents.replace(contents.find(before), before.size(), DigestOf(text));
       contents.erase(0, contents.find('\n', contents.find("digest ")) + 1);
       Write(at / kContentsName, fmt::format("assay merge 1\ndigest {}\n{}", DigestOf(contents), contents));
     },
     {"is none of unit 99"}},
    {"a link for a folder",
     [](const fs::path& at) {
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

// Of a copy of a merge, what is missing is missed, and what was put into it is not taken.
TEST_F(HostileMergeTest, AMergeIsWhatItSaysItHolds) {
  std::vector<std::string> inputs;
  for (uint64_t unit = 0; unit < 3; ++unit) inputs.push_back(PutUnit(unit));
  std::map<std::string, std::string> whole = Merged(inputs);
  fs::rename(Path("out"), Path("whole"));
  for (const Harmed& row : kHarmed) {
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

// A merge that is added to may come from elsewhere, too: nothing is written, and nothing removed, behind a link.
TEST_F(HostileMergeTest, NothingIsWrittenBehindALinkOfAMerge) {
  std::string unit = PutUnit(0), more = PutUnit(1);
  fs::create_directories(Path("mine/kept"));
  Write(Path("mine/notes.txt"), "mine");
  Write(Path("mine/kept/notes.txt"), "mine");
  const std::map<std::string, std::string> mine = TreeOf(Path("mine"));
  for (const char* place : {"corpus", "findings", "units", "units/1", "units/0", "report.html", "index.sqlite",
                            "contents.txt", "corpus/.new", "findings/0123456789abcdef"}) {
    SCOPED_TRACE(place);
    Merged({unit});
    fs::path link = fs::path(Path("out")) / place;
    fs::remove_all(link);
    bool file = link.extension() != "" && link.filename() != ".new";
    fs::create_symlink(Path(file ? "mine/notes.txt" : "mine"), link);
    auto added = Merge(Path("out"), {more});
    ASSERT_FALSE(added.ok());
    EXPECT_EQ(added.error().kind, DiagKind::kBadArgument);
    EXPECT_THAT(added.error().message, HasSubstr(link.string() + " is a link"));
    EXPECT_EQ(TreeOf(Path("mine")), mine);
  }
}

}  // namespace
}  // namespace assay
