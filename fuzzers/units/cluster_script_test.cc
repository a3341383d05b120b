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
  EXPECT_EQ(ShellWord("a b"), "'a b'");
  EXPECT_EQ(ShellWord(""), "''");
  EXPECT_EQ(ShellWord("it's"), "'it'\\''s'");
  EXPECT_EQ(ShellWord("a/b-c_1.0"), "a/b-c_1.0");
}

}  // namespace
}  // namespace assay
