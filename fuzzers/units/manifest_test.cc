// The manifest says of each file what it holds, and names none that a unit does not have.
#include "fuzzers/units/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzzers/units/digest.h"

namespace assay {
namespace {

using testing::HasSubstr;

const std::string kEntry = "corpus/" + std::string(32, 'a') + ".py";

TEST(ManifestTest, ComesBackAsItWasWritten) {
  Manifest manifest = ManifestOf({{kUnitName, "1"}, {kTrailName, "2"}, {kEntry, "3"}, {kOutsideName, "4"}});
  auto read = ParseManifest(ManifestText(manifest), "done");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->digests, manifest.digests);
  EXPECT_EQ(read->digest, manifest.digest);
  EXPECT_EQ(read->digests[kUnitName], DigestOf("1"));
}

TEST(ManifestTest, WhatStandsOutsideIsNotCompared) {
  Manifest one = ManifestOf({{kUnitName, "1"}, {kOutsideName, "a"}}), other = ManifestOf({{kUnitName, "1"}});
  EXPECT_EQ(one.digest, other.digest);
  EXPECT_NE(one.outside, other.outside);
}

TEST(ManifestTest, FilesOfAUnit) {
  const std::string id = "0123456789abcdef";
  for (const std::string& path : std::vector<std::string>{
           std::string(kUnitName), kEntry, "findings/" + id + "/case.json", "outside/findings/" + id + "/module.bin"})
    EXPECT_TRUE(IsUnitFile(path)) << path;
  for (const std::string& path : std::vector<std::string>{
           std::string(""), std::string("/etc/passwd"), std::string("../unit.json"), "findings/" + id + "/../x",
           "findings/" + id + "/..", "findings/" + id + "/.hidden", "findings/" + id + "/a/b", "findings/" + id + "/",
           "findings/0123/case.json", std::string("corpus/a.py"), "outside/" + kEntry, std::string("done"),
           "findings/" + id + "/" + std::string(65, 'a'), "findings/" + id + "/a b", "findings/" + id + "/$x",
           std::string("units/1"), "outside/outside/findings/" + id + "/a", std::string("unit.json\0", 10)})
    EXPECT_FALSE(IsUnitFile(path)) << path;
}

TEST(ManifestTest, OtherTextsAreRefusedByLine) {
  std::string text = ManifestText(ManifestOf({{kUnitName, "1"}, {kTrailName, "2"}}));
  struct Row {
    std::string text;
    const char* message;
  };
  std::string later = text, unordered = text;
  later.replace(later.find("unit 1"), 6, "unit 2");
  std::string line = text.substr(text.rfind('\n', text.size() - 2) + 1);
  for (const Row& row : {Row{"", "in line 1"}, Row{later, "expected 'assay unit 1' in line 1, got 'assay unit 2'"},
                         Row{text.substr(0, text.size() - 1), "expected 'DIGEST PATH' in line 5"},
                         Row{text + line, "expected paths in order in line 6"},
                         Row{text.substr(0, text.size() - line.size()), "as its lines give"},
                         Row{"assay unit 1\ndigest x\n", "expected 'digest DIGEST' in line 2, got 'digest x'"}}) {
    auto read = ParseManifest(row.text, "here/done");
    ASSERT_FALSE(read.ok()) << row.text;
    EXPECT_THAT(read.error().message, HasSubstr("invalid here/done: expected"));
    EXPECT_THAT(read.error().message, HasSubstr(row.message));
  }
}

}  // namespace
}  // namespace assay
