// A folder that one process at a time writes into: held from when it is taken until the object, or its process, ends.
// See flock(2); a file system without locks lets everybody in. Tested by folder_lock_test.cc.
#pragma once

#include <string>
#include <utility>

#include "ir/support/result.h"

namespace assay {

enum class IfTaken : bool { kWait, kFail };

class FolderLock {
 public:
  // The folder must be there. Diag kBadArgument where another process has it and nobody waits, kEnvironment where it
  // cannot be opened.
  static Result<FolderLock> Take(const std::string& folder, IfTaken if_taken);

  FolderLock() = default;
  FolderLock(FolderLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FolderLock& operator=(FolderLock&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FolderLock();

 private:
  explicit FolderLock(int fd) : fd_(fd) {}
  int fd_ = -1;
};

}  // namespace assay
