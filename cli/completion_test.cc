// The scripts that complete command lines, run by the shells that read them where these are installed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>

#include "cli/subprocess.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

// What bash offers behind these words, of which the last is being typed.
std::string Offered(const std::string& words, int at) {
  std::string folder = FreshFolder();
  std::ofstream(folder + "/complete.bash") << RunAssay({"completion", "bash"}).out << "COMP_WORDS=(" << words
                                           << ")\nCOMP_CWORD=" << at << "\n_assay\necho \"${COMPREPLY[@]}\"\n";
  std::string out, command = "bash --norc " + folder + "/complete.bash 2>&1";
  std::array<char, 4096> buffer{};
  FILE* shell = popen(command.c_str(), "r");
  while (size_t got = fread(buffer.data(), 1, buffer.size(), shell)) out.append(buffer.data(), got);
  pclose(shell);
  return out;
}

TEST(CompletionTest, BashOffersSubcommandsOptionsAndNames) {
  EXPECT_EQ(Offered("assay fu", 1), "fuzz\n");
  EXPECT_EQ(Offered("assay fuzz --stop", 2), "--stop-at-finding\n");
  EXPECT_EQ(Offered("assay fuzz --oracle idem", 3), "idempotent\n");
  EXPECT_EQ(Offered("assay opt x.py --passes LegalizeO", 4), "LegalizeOps\n");
  EXPECT_EQ(Offered("assay bench redis", 2), "rediscovery\n");
  EXPECT_EQ(Offered("assay opt x.py --passes = LegalizeO", 5), "LegalizeOps\n");
  EXPECT_EQ(Offered("assay opt x.py --passes=LegalizeO", 3), "--passes=LegalizeOps\n") << "one word, as zsh has it";
  EXPECT_EQ(Offered("assay fuzz --oracle=round_trip,idem", 2), "--oracle=round_trip,idempotent\n");
  EXPECT_EQ(Offered("assay list engi", 2), "engines\n");
  EXPECT_EQ(Offered("assay conform init s.jsonl m.py --np", 5), "--npz\n");
  EXPECT_EQ(Offered("assay fuzz --oracle round_trip,idem", 3), "round_trip,idempotent\n");
  EXPECT_EQ(Offered("assay report x --format sa", 4), "sarif\n");
  EXPECT_EQ(Offered("assay run x.py --color al", 4), "always\n");
  EXPECT_EQ(Offered("assay help redu", 2), "reduce\n");
  EXPECT_THAT(Offered("assay list op", 2), HasSubstr("ops"));
  EXPECT_THAT(Offered("assay check cli/testdata/ad", 2), HasSubstr("cli/testdata/add.py"));
}

TEST(CompletionTest, OtherShells) {
  std::string zsh = RunAssay({"completion", "zsh"}).out;
  EXPECT_THAT(zsh, testing::StartsWith("#compdef assay\n")) << "a file of $fpath";
  EXPECT_THAT(zsh, HasSubstr("bashcompinit"));
  std::string fish = RunAssay({"completion", "fish"}).out;
  EXPECT_THAT(fish,
              HasSubstr("complete -c assay -n '__fish_seen_subcommand_from fuzz' -l oracle -x -a 'rejects_invalid"));
  EXPECT_THAT(fish, Not(HasSubstr("\n\n")));
  EXPECT_EQ(RunAssay({"completion", "tcsh"}).code, 2);
}

}  // namespace
}  // namespace assay
