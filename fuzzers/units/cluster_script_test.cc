// Scripts of engines: shells take them, and they name each unit once.
#include "fuzzers/units/cluster_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "ir/support/file.h"
#include "ir/support/temp_folder.h"

namespace assay {
namespace {

using testing::HasSubstr;

ClusterCampaign Sample() {
  ClusterCampaign campaign;
  campaign.units = 5;
  campaign.cases = 20;
  campaign.out = "/shared/it's here";
  campaign.words = {"--seed", "7", "--pass", "FuseOps{\"a b\": \"$HOME\"}"};
  return campaign;
}

std::string ScriptOf(std::string_view name, const ClusterCampaign& campaign) {
  for (const ClusterEngine& engine : ClusterEngines()) {
    if (engine.name == name) return engine.script(campaign);
  }
  return "";
}

TEST(ClusterScriptTest, EveryEngineHasTheUnitAndItsMerge) {
  for (const ClusterEngine& engine : ClusterEngines()) {
    std::string script = engine.script(Sample());
    EXPECT_THAT(script, HasSubstr("assay fuzz --unit ")) << engine.name;
    EXPECT_THAT(script, HasSubstr("/5\" --runs 20 ")) << engine.name;
    EXPECT_THAT(script, HasSubstr("--findings-exit 0")) << engine.name;
    EXPECT_THAT(script, HasSubstr("assay merge ")) << engine.name;
    // No place in the texts was left for words that are not there.
    EXPECT_THAT(script, testing::Not(testing::ContainsRegex("[{][0-9][}]"))) << engine.name;
    EXPECT_FALSE(engine.doc.empty());
  }
}

// With a program in place of assay that says its words, one in a line.
TEST(ClusterScriptTest, ShellsGiveTheWordsAsTheyWere) {
  TempFolder folder;
  std::string assay = folder.path() + "/assay", out = folder.path() + "/out";
  ASSERT_TRUE(WriteFile(assay, "#!/bin/sh\nfor word; do echo \"$word\"; done >> \"" + out + "\"\n").ok());
  ASSERT_EQ(std::system(("chmod +x " + assay).c_str()), 0);
  ASSERT_TRUE(WriteFile(folder.path() + "/slurm.sh", ScriptOf("slurm", Sample())).ok());
  std::string run = "PATH=" + folder.path() + ":$PATH SLURM_ARRAY_TASK_ID=3 sh " + folder.path() + "/slurm.sh";
  ASSERT_EQ(std::system(run.c_str()), 0);
  auto said = ReadFile(out);
  ASSERT_TRUE(said.ok());
  EXPECT_EQ(*said,
            "fuzz\n--unit\n3/5\n--runs\n20\n--jobs\n1\n--seed\n7\n--pass\nFuseOps{\"a b\": \"$HOME\"}\n--quiet\n"
            "--findings-exit\n0\n--out\n/shared/it's here/units/3\n");
  // What is missing is said also where the merge does not end with 0, and its code is the script's.
  ASSERT_TRUE(WriteFile(assay, "#!/bin/sh\necho $1 >> \"" + out + "\"\ntest $1 != merge || exit 3\nexit 1\n").ok());
  ASSERT_TRUE(WriteFile(folder.path() + "/parallel", "#!/bin/sh\n").ok());
  ASSERT_EQ(std::system(("chmod +x " + folder.path() + "/parallel; rm " + out).c_str()), 0);
  ClusterCampaign here = Sample();
  here.out = folder.path() + "/c";
  ASSERT_TRUE(WriteFile(folder.path() + "/parallel.sh", ScriptOf("parallel", here)).ok());
  int code = std::system(("PATH=" + folder.path() + ":$PATH sh " + folder.path() + "/parallel.sh").c_str());
  EXPECT_EQ(WEXITSTATUS(code), 3);
  EXPECT_EQ(*ReadFile(out), "merge\nunits\n");
  EXPECT_EQ(ShellWord("a b"), "'a b'");
  EXPECT_EQ(ShellWord(""), "''");
  EXPECT_EQ(ShellWord("it's"), "'it'\\''s'");
  EXPECT_EQ(ShellWord("a/b-c_1.0"), "a/b-c_1.0");
}

// Files of ClusterFuzz's fuzzer name cases; its program has one judged, with the words as they were.
TEST(ClusterScriptTest, ClusterFuzzWritesFilesAndJudgesThem) {
  TempFolder folder;
  std::string at = folder.path(), assay = at + "/assay";
  ASSERT_TRUE(WriteFile(assay, "#!/bin/sh\nfor word; do echo \"$word\"; done > \"" + at + "/said\"\n").ok());
  ClusterCampaign campaign = Sample();
  campaign.words.insert(campaign.words.end(), {"", "\"\"\"", "back\\"});
  ASSERT_TRUE(WriteFile(at + "/run.py", ScriptOf("clusterfuzz", campaign)).ok());
  std::string run = "cd " + at + " && chmod +x assay && python3 run.py ";
  ASSERT_EQ(std::system((run + "--input_dir in --output_dir out --no_of_files 5").c_str()), 0);
  ASSERT_EQ(
      std::system(("test $(grep -lxE 'assay case [0-9]+ finding [0-3]' " + at + "/out/fuzz-* | wc -l) = 5").c_str()),
      0);
  ASSERT_TRUE(WriteFile(at + "/one", "assay case 67 finding 0\n").ok());
  ASSERT_EQ(std::system((run + "one").c_str()), 0);
  EXPECT_THAT(
      *ReadFile(at + "/said"),
      testing::StartsWith("fuzz\n--unit\n3/5\n--runs\n20\n--only\n67\n--jobs\n1\n--seed\n7\n--pass\nFuseOps{\"a b\": "
                          "\"$HOME\"}\n\n\"\"\"\nback\\\n--quiet\n--findings-exit\n0\n--out\n"));
  for (const char* text : {"assay case 100 finding 0\n", "else"}) {
    ASSERT_TRUE(WriteFile(at + "/one", text).ok());
    EXPECT_EQ(WEXITSTATUS(std::system((run + "one 2>/dev/null").c_str())), 3) << text;
  }
}

}  // namespace
}  // namespace assay
