// What a merge says that it holds, from any text.
#include "fuzzers/units/merge_contents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzzers/units/digest.h"

namespace assay {
namespace {

using testing::HasSubstr;

std::string Hex(size_t digits) { return std::string(digits, 'a'); }

TEST(MergeContentsTest, ThereAndBack) {
  MergeContents contents{{"corpus/" + Hex(32) + ".py", Hex(32)},
                         {"findings/" + Hex(16) + "/case.json", Hex(32)},
                         {"units/12/" + Hex(64), Hex(32)}};
  for (const MergeContents& one : {contents, MergeContents()}) {
    auto read = ParseContents(ContentsText(one), "contents.txt");
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(*read, one);
  }
}

TEST(MergeContentsTest, FilesBelongToWhatIsListed) {
  EXPECT_EQ(ContentOf("corpus/a.py"), "corpus/a.py");
  EXPECT_EQ(ContentOf("findings/ab/case.json"), "findings/ab/case.json");
  EXPECT_EQ(ContentOf("units/3/ab/outside/cases.json"), "units/3/ab");
  EXPECT_EQ(ContentOf("units/3/ab/done"), "units/3/ab");
  EXPECT_EQ(ContentOf("units/3/ab"), "units/3/ab");
  EXPECT_EQ(ContentOf("units/3"), "units/3");
  for (const char* path : {"report.html", "merge.json", "corpus/.a.py.1", "units/3/.draft-ab/done"})
    EXPECT_EQ(ContentOf(path), "");
}

TEST(MergeContentsTest, OtherTextsAreRefused) {
  auto listing = [](const std::string& path, const std::string& digest) {
    std::string line = digest + " " + path + "\n";
    return "assay merge 1\ndigest " + DigestOf(line) + "\n" + line;
  };
  std::string good = ContentsText({{"units/1/" + Hex(64), Hex(32)}, {"units/2/" + Hex(64), Hex(32)}});
  struct Row {
    std::string text;
    const char* expected;
  };
  for (const Row& row : {
           Row{"", "expected 'assay merge 1', got ''"},
           Row{"assay unit 1\n", "expected 'assay merge 1', got 'assay unit 1'"},
           Row{"assay merge 1\n", "expected 'digest DIGEST'"},
           Row{"assay merge 1\ndigest " + Hex(32), "expected 'digest DIGEST'"},
           // Cut at the end of a line, and within one.
           Row{good.substr(0, good.rfind('\n', good.size() - 2) + 1), "expected lines of digest"},
           Row{good.substr(0, good.size() - 9), "expected lines of digest"},
           Row{listing("units/1/" + Hex(64), "A" + Hex(31)), "expected 'DIGEST PATH'"},
           Row{listing("units/1/" + Hex(63), Hex(32)), "expected the path of what a merge holds"},
           Row{listing("units/x/" + Hex(64), Hex(32)), "expected the path of what a merge holds"},
           Row{listing("corpus/../" + Hex(32) + ".py", Hex(32)), "expected the path of what a merge holds"},
           Row{listing("unit.json", Hex(32)), "expected the path of what a merge holds"},
           Row{listing("/etc/passwd", Hex(32)), "expected the path of what a merge holds"},
       }) {
    auto read = ParseContents(row.text, "contents.txt");
    ASSERT_FALSE(read.ok()) << row.text;
    EXPECT_THAT(read.error().message, HasSubstr(row.expected)) << row.text;
  }
}

}  // namespace
}  // namespace assay
