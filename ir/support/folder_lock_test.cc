#include "ir/support/folder_lock.h"

#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/support/temp_folder.h"

namespace assay {
namespace {

TEST(FolderLock, IsHeldByOneAtATime) {
  TempFolder folder;
  {
    auto first = FolderLock::Take(folder.path(), IfTaken::kFail);
    ASSERT_TRUE(first.ok()) << first.error().message;
    auto second = FolderLock::Take(folder.path(), IfTaken::kFail);
    ASSERT_FALSE(second.ok());
    EXPECT_EQ(second.error().kind, DiagKind::kBadArgument);
    EXPECT_THAT(second.error().message, testing::HasSubstr("another process is writing"));
  }
  EXPECT_TRUE(FolderLock::Take(folder.path(), IfTaken::kFail).ok());
}

TEST(FolderLock, EndsWithItsProcess) {
  TempFolder folder;
  pid_t child = fork();
  if (child == 0) {
    auto held = FolderLock::Take(folder.path(), IfTaken::kFail);
    _exit(held.ok() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(FolderLock::Take(folder.path(), IfTaken::kWait).ok());
}

TEST(FolderLock, NeedsAFolder) {
  EXPECT_EQ(FolderLock::Take("/no/such/folder", IfTaken::kFail).error().kind, DiagKind::kEnvironment);
}

}  // namespace
}  // namespace assay
