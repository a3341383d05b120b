#include "ir/support/memory_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

namespace assay {
namespace {

TEST(MemoryFile, HoldsItsBytes) {
  int file = MemoryFile("assay-test", "four", AcrossExec::kClosed);
  ASSERT_GE(file, 0);
  std::string read(8, '.');
  EXPECT_EQ(pread(file, read.data(), read.size(), 0), 4);
  EXPECT_EQ(read, "four....");
  close(file);
}

TEST(MemoryFile, GoesOnInAnotherProgramWhereAsked) {
  int kept = MemoryFile("assay-kept", "", AcrossExec::kOpen),
      closed = MemoryFile("assay-closed", "", AcrossExec::kClosed);
  EXPECT_EQ(fcntl(kept, F_GETFD) & FD_CLOEXEC, 0);
  EXPECT_EQ(fcntl(closed, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
  close(kept);
  close(closed);
}

}  // namespace
}  // namespace assay
