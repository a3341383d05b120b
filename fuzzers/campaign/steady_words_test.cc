// Words of a program are the same the next time it runs.
#include "fuzzers/campaign/steady_words.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(SteadyWordsTest, AddressesProcessesAndTimesAreLeftOut) {
  struct Row {
    const char* said;
    const char* words;
  };
  for (const Row& row : {
           Row{"==123==ERROR at pc 0x7ffc01ab (0x12)", "==…==ERROR at pc 0x… (0x…)"},
           Row{"libc_sigaction.c, line 0, in 0x00007f754d25a04f", "libc_sigaction.c, line 0, in 0x…"},
           Row{"[09:22:18] /src/block_builder.cc:67: Warning", "[…] /src/block_builder.cc:67: Warning"},
           Row{"a == b, 0x, ==, 1:2:3, 109:22:18, 09:22:181", "a == b, 0x, ==, 1:2:3, 109:22:18, 09:22:181"},
           Row{"at 23:59:59", "at …"},
           Row{"0xff", "0x…"},
           Row{"", ""},
       })
    EXPECT_EQ(SteadyWords(row.said), row.words);
}

}  // namespace
}  // namespace assay
