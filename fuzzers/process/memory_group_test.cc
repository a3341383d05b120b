// Control groups of both versions, as files that are laid out like theirs.
#include "fuzzers/process/memory_group.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "ir/support/temp_folder.h"

namespace assay {
namespace {

class MemoryGroupTest : public testing::Test {
 protected:
  void Write(const std::string& path, const std::string& text) const {
    std::filesystem::path file = folder_.path() + "/" + path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  MemoryGroup Group(const std::string& membership) const {
    Write("membership", membership);
    return MemoryGroup(folder_.path() + "/files", folder_.path() + "/membership");
  }

  TempFolder folder_;
};

constexpr uint64_t kGiB = uint64_t{1} << 30;

TEST_F(MemoryGroupTest, TheLeastLimitOfVersionTwoCounts) {
  Write("files/jobs/memory.max", "3221225472\n");
  Write("files/jobs/one/memory.max", "max\n");
  Write("files/jobs/one/memory.events", "low 0\nhigh 2\nmax 5\noom 1\noom_kill 4\n");
  MemoryGroup group = Group("0::/jobs/one\n");
  EXPECT_EQ(group.Limit(), 3 * kGiB);
  EXPECT_EQ(group.Kills(), 4u);
}

TEST_F(MemoryGroupTest, WithinAContainerTheTopIsTheGroup) {
  Write("files/memory.max", "2147483648\n");
  Write("files/memory.events", "oom_kill 1\n");
  MemoryGroup group = Group("0::/not/here\n");
  EXPECT_EQ(group.Limit(), 2 * kGiB);
  EXPECT_EQ(group.Kills(), 1u);
}

TEST_F(MemoryGroupTest, VersionOneBesideVersionTwo) {
  Write("files/unified/cgroup.procs", "1\n");
  Write("files/memory/jobs/memory.limit_in_bytes", "4294967296\n");
  Write("files/memory/jobs/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 7\n");
  Write("files/memory/memory.limit_in_bytes", "9223372036854771712\n");
  MemoryGroup group = Group("5:cpu,cpuacct:/\n4:memory:/jobs\n0::/\n");
  EXPECT_EQ(group.Limit(), 4 * kGiB);
  EXPECT_EQ(group.Kills(), 7u);
}

TEST_F(MemoryGroupTest, NoneIsNoLimit) {
  MemoryGroup group = Group("");
  EXPECT_EQ(group.Limit(), std::nullopt);
  EXPECT_EQ(group.Kills(), 0u);
  EXPECT_EQ(Group("no such line\n0::/\n").Limit(), std::nullopt);
}

TEST(ShareOfTest, WorkersShareTheLimit) {
  EXPECT_EQ(ShareOf(6 * kGiB, std::nullopt, 4), 6 * kGiB);
  EXPECT_EQ(ShareOf(6 * kGiB, 100 * kGiB, 4), 6 * kGiB);
  EXPECT_EQ(ShareOf(6 * kGiB, 8 * kGiB + kGiB / 4, 4), 2 * kGiB);
  EXPECT_EQ(ShareOf(0, 8 * kGiB + kGiB / 4, 4), 2 * kGiB);
  EXPECT_EQ(ShareOf(6 * kGiB, kGiB / 8, 4), kGiB) << "less would run nothing";
}

}  // namespace
}  // namespace assay
