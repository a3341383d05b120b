#include "oracles/conform/allow_lists.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class AllowListsTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "deeper");
    for (const char* name : {"run.jsonl", "tvm-0.9.json", "tvm-0.26.json", "tvm-0.27.json", "tvm-0.27.1.json",
                             "tvm-mine.json", "tvm-0.26.txt", "other-0.1.json", "deeper/tvm-0.1.json"}) {
      std::ofstream(folder_ / name) << "[]";
    }
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::vector<std::string> Names(const std::string& suite, std::string_view subject) {
    std::vector<std::string> names;
    for (const std::string& path : FittingAllowLists({suite, suite}, subject)) {
      EXPECT_TRUE(fs::exists(path)) << path;
      names.push_back(fs::path(path).filename());
    }
    return names;
  }
  fs::path folder_ = fs::temp_directory_path() / ("assay-allow-" + std::to_string(getpid()));
};

TEST_F(AllowListsTest, ThoseOfTheVersionAndBeforeStandInOrder) {
  EXPECT_THAT(Names(folder_, "tvm 0.27.0.post1"), ElementsAre("tvm-0.9.json", "tvm-0.26.json", "tvm-0.27.json"));
  EXPECT_THAT(Names(folder_ / "run.jsonl", "tvm 0.27.1"),
              ElementsAre("tvm-0.9.json", "tvm-0.26.json", "tvm-0.27.json", "tvm-0.27.1.json"));
  EXPECT_THAT(Names(folder_, "tvm 0.26.0"), ElementsAre("tvm-0.9.json", "tvm-0.26.json"));
  EXPECT_THAT(Names(folder_, "tvm 0.8.0"), IsEmpty());
}

TEST_F(AllowListsTest, OthersHaveNone) {
  EXPECT_THAT(Names(folder_, "native"), IsEmpty());
  EXPECT_THAT(Names(folder_, "tvm"), IsEmpty()) << "no version";
  EXPECT_THAT(Names(folder_ / "missing" / "run.jsonl", "tvm 0.27"), IsEmpty());
}

}  // namespace
}  // namespace assay
