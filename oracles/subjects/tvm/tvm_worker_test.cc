// A Python without TVM is a set-up error and never a finding; a child that crashes, hangs or eats memory is told, and
// the next one answers.
#include <dlfcn.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "ir/support/sanitized.h"
#include "ir/support/temp_folder.h"
#include "oracles/subjects/tvm/fake_tvm.h"

namespace assay {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string WhyNot(const Result<std::shared_ptr<TvmServer>>& server) {
  EXPECT_FALSE(server.ok());
  if (server.ok()) return "";
  EXPECT_EQ(server.error().kind, DiagKind::kEnvironment);
  return server.error().message;
}

TEST(TvmServer, APythonThatIsNotThereIsNamed) {
  std::string why = WhyNot(TvmServer::Start("/no/such/python"));
  EXPECT_THAT(why, HasSubstr("/no/such/python"));
  EXPECT_THAT(why, HasSubstr("No such file"));
}

TEST(TvmServer, APythonWithoutTvmSaysSo) {
  EXPECT_THAT(WhyNot(TvmServer::Start(kPython)), HasSubstr("No module named 'tvm'"));
}

// What a unit's identity has of them: the same wherever they stand, another one when a file is.
TEST(TvmServer, LibrariesAreKnownByTheirFiles) {
  TempFolder folder;
  namespace fs = std::filesystem;
  auto libraries = [&](const std::string& from) {
    setenv("PYTHONPATH", from.c_str(), 1);
    Result<std::shared_ptr<TvmServer>> server = TvmServer::Start(kPython);
    unsetenv("PYTHONPATH");
    return server.ok() ? (*server)->libraries() : server.error().message;
  };
  const std::string fake = ASSAY_SOURCE_DIR "/oracles/subjects/tvm/testdata/fake", copy = folder.path() + "/copy";
  fs::copy(fake, copy, fs::copy_options::recursive);
  std::string here = libraries(fake);
  EXPECT_EQ(here.size(), 16u) << here;
  EXPECT_EQ(libraries(copy), here);
  std::ofstream(copy + "/tvm/__init__.py", std::ios::app) << "# another one\n";
  EXPECT_EQ(libraries(copy).size(), 16u);
  EXPECT_NE(libraries(copy), here);
}

TEST(TvmServer, SomethingElseThanPythonIsNoTvm) {
  EXPECT_THAT(WhyNot(TvmServer::Start("/bin/true")), AllOf(HasSubstr("/bin/true is no Python with TVM"),
                                                           HasSubstr("it ended before it said which TVM it has")));
  EXPECT_THAT(WhyNot(TvmServer::Start("/bin/cat")), HasSubstr("is no Python with TVM"));
}

TEST(TvmServer, GarbageAndSilenceAreNoTvm) {
  EXPECT_THAT(WhyNot(StartFakeTvm("garbage")), HasSubstr("fake tvm \uFFFD?gave up")) << "fit for a terminal";
  TvmLimits limits;
  limits.start_seconds = 1;
  EXPECT_THAT(WhyNot(StartFakeTvm("silent", limits)),
              AllOf(HasSubstr("said nothing for 1 s"), Not(HasSubstr("ended"))));
}

// Whoever ends the start has found nothing wrong with the Python.
TEST(TvmServer, AnInterruptedStartSaysSo) {
  pthread_t starter = pthread_self();
  std::thread other([starter] {
    struct sigaction now{};
    while (sigaction(SIGTERM, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) std::this_thread::yield();
    pthread_kill(starter, SIGTERM);
  });
  TvmLimits limits;
  limits.start_seconds = 5;
  EXPECT_EQ(WhyNot(StartFakeTvm("silent", limits)), fmt::format("interrupted while tvm@{} was starting", kPython));
  other.join();
}

TEST(TvmServer, TheRemedyIsTheVersionThatTheFolderIsNamedAfter) {
  EXPECT_THAT(WhyNot(TvmServer::Start("/nowhere/.venv/tvm-0.26/bin/python")), HasSubstr("`./dev tvm 0.26` makes one"));
  EXPECT_THAT(WhyNot(TvmServer::Start("/no/such/python")), HasSubstr("`./dev tvm 0.27` makes one"));
}

class TvmWorkerTest : public testing::Test {
 protected:
  void SetUp() override {
    TvmLimits limits;
    limits.seconds = 2;
    limits.bytes = uint64_t{2} << 30;
    auto started = StartFakeTvm("", limits);
    ASSERT_TRUE(started.ok()) << started.error().message;
    server = *started;
  }
  Answer<nlohmann::json> Parse(uint64_t id) {
    return server->Worker().Ask({{"do", "parse"}, {"id", id}, {"text", "a module"}});
  }
  // What becomes of a pass.
  Answer<nlohmann::json> Apply(const std::string& pass) {
    EXPECT_TRUE(Parse(1).ok());
    return server->Worker().Ask({{"do", "apply"}, {"of", 1}, {"id", 2}, {"passes", {{{"name", pass}}}}});
  }
  std::string KindOf(const std::string& pass) {
    Answer<nlohmann::json> answer = Apply(pass);
    return std::string(answer.ok() ? "ok" : RefusalKindName(answer.refusal().kind));
  }
  std::shared_ptr<TvmServer> server;
};

TEST_F(TvmWorkerTest, HasVersionAndPasses) {
  EXPECT_EQ(server->version(), "0.27.fake");
  EXPECT_TRUE(server->passes().contains("LegalizeOps"));
}

TEST_F(TvmWorkerTest, ASingleQuestionMayTakeAsLongAsItIsGiven) {
  server->LimitAnswers(0.5, uint64_t{2} << 30);
  Answer<nlohmann::json> hung = Apply("FuseOps");
  ASSERT_FALSE(hung.ok());
  EXPECT_EQ(hung.refusal().kind, RefusalKind::kHang);
  EXPECT_EQ(hung.refusal().message, "no answer within 0.5 s");
}

TEST_F(TvmWorkerTest, AHangThatIsOnFileIsWaitedForLess) {
  server->ExpectHangs({"FuseOps"});
  Answer<nlohmann::json> hung = Apply("FuseOps");
  ASSERT_FALSE(hung.ok());
  EXPECT_EQ(hung.refusal().kind, RefusalKind::kHang);
  EXPECT_EQ(hung.refusal().message, "no answer within 1 s");
  EXPECT_EQ(KindOf("Normalize"), "ok");
}

TEST_F(TvmWorkerTest, EndsOfTheProcessAreDistinguished) {
  EXPECT_EQ(KindOf("LegalizeOps"), "crash");
  EXPECT_EQ(KindOf("TopologicalSort"), "crash");
  EXPECT_EQ(KindOf("FuseOps"), "hang");
  EXPECT_EQ(KindOf("FoldConstant"), "out_of_memory");
  EXPECT_EQ(KindOf("Normalize"), "ok") << "the next child answers";
}

// zlib under a name that a library of TVM's may have.
class WatchedTvmTest : public testing::Test {
 protected:
  void SetUp() override {
    if (kSanitized) GTEST_SKIP() << "sanitizers handle traps themselves";
    library_ = folder_.path() + "/libtvm_stand_in.so";
    Dl_info info;
    ASSERT_NE(dladdr(reinterpret_cast<const void*>(&adler32), &info), 0);
    std::filesystem::copy_file(info.dli_fname, library_);
    setenv("PYTHONPATH", ASSAY_SOURCE_DIR "/oracles/subjects/tvm/testdata/fake", 1);
    setenv("FAKE_TVM", library_.c_str(), 1);
    auto started = TvmServer::Start(kPython);
    ASSERT_TRUE(started.ok()) << started.error().message;
    server_ = *started;
  }
  void TearDown() override {
    unsetenv("PYTHONPATH");
    unsetenv("FAKE_TVM");
  }
  // How many blocks a text of that length reached first: reading it prints it, too.
  uint64_t Read(size_t length) {
    uint64_t before = Blocks();
    EXPECT_TRUE(server_->Worker().Ask({{"do", "parse"}, {"id", length}, {"text", std::string(length, 'x')}}).ok());
    return Blocks() - before;
  }
  uint64_t Blocks() {
    const QuestionTallies& questions = server_->Worker().questions();
    auto found = questions.find("parse");
    return found == questions.end() ? 0 : found->second.blocks;
  }

  TempFolder folder_;
  std::string library_;
  std::shared_ptr<TvmServer> server_;
};

TEST_F(WatchedTvmTest, BlocksCountForTheQuestionThatReachesThemFirst) {
  EXPECT_EQ(Read(3), 0u) << "nobody watches";
  Result<std::shared_ptr<Reach>> reach = server_->Watch(folder_.path() + "/maps");
  ASSERT_TRUE(reach.ok()) << reach.error().message;
  EXPECT_EQ(server_->version(), "0.27.fake");
  EXPECT_GT(Read(3), 0u);
  EXPECT_EQ(Read(3), 0u);
  EXPECT_GT(Read(10'000), 0u) << "another way through it";
  EXPECT_EQ((*reach)->FoundHere(), (*reach)->Found());
}

TEST_F(WatchedTvmTest, WhatOneProcessReachedNoOtherReachesFirst) {
  Result<std::shared_ptr<Reach>> reach = server_->Watch("");
  ASSERT_TRUE(reach.ok()) << reach.error().message;
  auto in_another = [&](int slot) {
    pid_t pid = fork();
    if (pid == 0) {
      (*reach)->UseSlot(slot);
      _exit(Read(3) > 0 ? 10 : 11);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WEXITSTATUS(status);
  };
  EXPECT_EQ(in_another(2), 10);
  EXPECT_EQ(in_another(3), 11);
}

// A server that is started again is watched again, and goes on from what there was.
TEST_F(WatchedTvmTest, AServerThatIsGoneIsWatchedAgain) {
  Result<std::shared_ptr<Reach>> reach = server_->Watch("");
  ASSERT_TRUE(reach.ok()) << reach.error().message;
  EXPECT_GT(Read(3), 0u);
  int starts = server_->starts();
  server_->Worker().Ask({{"do", "parse"}, {"id", 1}, {"text", "a module"}});
  server_->Worker().Ask({{"do", "apply"}, {"of", 1}, {"id", 2}, {"passes", {{{"name", "BindParams"}}}}});
  EXPECT_EQ(Read(3), 0u);
  EXPECT_GT(Read(10'000), 0u);
  EXPECT_GT(server_->starts(), starts);
}

TEST_F(TvmWorkerTest, WithoutALibraryOfCodeNothingIsWatched) {
  Result<std::shared_ptr<Reach>> reach = server->Watch("");
  ASSERT_FALSE(reach.ok());
  EXPECT_EQ(reach.error().message, "TVM 0.27.fake has no library of code");
  EXPECT_TRUE(Parse(1).ok());
}

TEST_F(TvmWorkerTest, ACrashNamesItsSignalAndLosesWhatWasHeld) {
  uint64_t before = server->Worker().Generation();
  Answer<nlohmann::json> answer = Apply("LegalizeOps");
  ASSERT_FALSE(answer.ok());
  EXPECT_THAT(answer.refusal().message, HasSubstr("SIGSEGV"));
  std::string first = answer.refusal().message.substr(0, answer.refusal().message.find('\n'));
  EXPECT_EQ(first, "TVM's process ended by SIGSEGV") << "what it said is of the module";
  EXPECT_EQ(answer.refusal().cause, "SIGSEGV in apply LegalizeOps");
  EXPECT_NE(server->Worker().Generation(), before);
  Answer<nlohmann::json> lost = server->Worker().Ask({{"do", "print"}, {"of", 1}});
  ASSERT_FALSE(lost.ok());
  EXPECT_EQ(lost.refusal().kind, RefusalKind::kCannot) << "what is not there is no fault of TVM's";
}

TEST_F(TvmWorkerTest, ErrorsAreDistinguished) {
  EXPECT_EQ(KindOf("CanonicalizeBindings"), "internal");
  EXPECT_EQ(KindOf("EliminateCommonSubexpr"), "unsupported");
  EXPECT_EQ(KindOf("RemoveUnusedOutputs"), "internal") << "a ValueError, of Python's own";
  EXPECT_EQ(KindOf("ExpandTupleArguments"), "unsupported") << "in words, though by a check";
  EXPECT_EQ(KindOf("Gradient"), "unsupported") << "of an operator for which nothing is registered";
  EXPECT_EQ(KindOf("AllocateWorkspace"), "needs") << "another pass, in words";
  EXPECT_EQ(KindOf("NoSuchPass"), "cannot");
  // Numbers and names of variables are no part of a cause.
  EXPECT_THAT(Apply("CanonicalizeBindings").refusal().cause,
              HasSubstr("Check failed: (V == N) is false: in V of VMTIRFunc V"));
  // Nor are shapes, nor where TVM converts the arguments of any call.
  EXPECT_EQ(Apply("ToMixedPrecision").refusal().cause,
            "InternalError (tensor) is false: got R.Tensor(…) __init__.py:end_in_native");
}

// Whether a text names what this TVM has not is told by the error that its reader met, whatever it says then.
TEST_F(TvmWorkerTest, NamesThatAreMissingAreTold) {
  auto lacks = [&](const std::string& text) {
    Answer<nlohmann::json> answer = server->Worker().Ask({{"do", "parse"}, {"id", 1}, {"text", text}});
    return answer.ok() ? "read" : answer.refusal().lacks;
  };
  EXPECT_EQ(lacks("evaluates: R.nope"), "types.nope");
  EXPECT_EQ(lacks("evaluates: R.nope.deeper(1)"), "types.nope");
  EXPECT_EQ(lacks("evaluates: (1).nope"), "") << "of a value, not of a namespace";
  EXPECT_EQ(lacks("evaluates: 1 / 0"), "");
  EXPECT_EQ(lacks("unreadable: module 'tvm.script' has no attribute 'nope'"), "") << "words alone";
}

TEST_F(TvmWorkerTest, APythonThatIsEndedFromOutsideIsStartedAgain) {
  // The second one is to find the stand-in, too.
  setenv("PYTHONPATH", ASSAY_SOURCE_DIR "/oracles/subjects/tvm/testdata/fake", 1);
  EXPECT_EQ(KindOf("BindParams"), "cannot") << "no crash of TVM's";
  unsetenv("PYTHONPATH");
  EXPECT_EQ(server->starts(), 2);
  EXPECT_EQ(KindOf("Normalize"), "ok");
  EXPECT_EQ(KindOf("LegalizeOps"), "crash") << "and tells how its children end";
}

TEST_F(TvmWorkerTest, AChildThatIsKilledFromOutsideIsNoCrash) {
  EXPECT_EQ(KindOf("FuseTIR"), "cannot");
  EXPECT_EQ(server->Worker().interruptions(), 1u);
  EXPECT_EQ(KindOf("LegalizeOps"), "crash");
  EXPECT_EQ(server->Worker().interruptions(), 1u);
}

TEST_F(TvmWorkerTest, WhatItPrintsIsNoAnswer) { EXPECT_EQ(KindOf("ToNonDataflow"), "ok"); }

TEST(TvmServer, ChildrenLiveWithLessMemoryThanTheyMayHave) {
  auto server = StartFakeTvm("narrow");
  ASSERT_TRUE(server.ok()) << server.error().message;
  Answer<nlohmann::json> read = (*server)->Worker().Ask({{"do", "parse"}, {"id", 1}, {"text", "a module"}});
  EXPECT_TRUE(read.ok()) << read.refusal().message;
}

TEST_F(TvmWorkerTest, DroppedThingsAreGone) {
  ASSERT_TRUE(Parse(7).ok());
  server->Worker().Drop(7, server->Worker().Generation());
  EXPECT_FALSE(server->Worker().Ask({{"do", "print"}, {"of", 7}}).ok());
}

TEST_F(TvmWorkerTest, AForkedProcessHasAWorkerOfItsOwn) {
  ASSERT_TRUE(Parse(1).ok());
  pid_t child = fork();
  if (child == 0) {
    // What the parent's child holds is not there.
    bool own = !server->Worker().Ask({{"do", "print"}, {"of", 1}}).ok() && Parse(1).ok();
    _exit(own ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(server->Worker().Ask({{"do", "print"}, {"of", 1}}).ok());
}

}  // namespace
}  // namespace assay
