#include "ir/support/interrupt.h"

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(InterruptTest, SignalsAreNotedWhileTheOutermostGuardLives) {
  for (int signal : kInterruptSignals) {
    struct sigaction before{}, after{};
    sigaction(signal, nullptr, &before);
    {
      InterruptGuard outer;
      EXPECT_FALSE(Interrupted());
      {
        InterruptGuard inner;
      }
      raise(signal);
      EXPECT_EQ(InterruptSignal(), signal);
      // One that is made later forgets nothing as long as the outer one is there.
      InterruptGuard inner;
      EXPECT_EQ(InterruptSignal(), signal);
    }
    EXPECT_EQ(InterruptSignal(), signal) << "what is asked afterwards is the exit code";
    sigaction(signal, nullptr, &after);
    EXPECT_EQ(before.sa_handler, after.sa_handler);
  }
  InterruptGuard fresh;
  EXPECT_FALSE(Interrupted());
}

// nohup leaves it so; scripts leave the other one so for what they start in the background.
TEST(InterruptTest, AnIgnoredSighupStaysIgnored) {
  for (int asked : {SIGHUP, SIGINT}) {
    auto before = signal(asked, SIG_IGN);
    {
      InterruptGuard guard;
      raise(asked);
      EXPECT_EQ(Interrupted(), asked != SIGHUP);
    }
    EXPECT_EQ(signal(asked, before), SIG_IGN);
  }
}

TEST(InterruptTest, ASecondSignalEndsTheProcess) {
  pid_t child = fork();
  if (child == 0) {
    InterruptGuard guard;
    raise(SIGTERM);
    raise(SIGTERM);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGTERM);
}

}  // namespace
}  // namespace assay
