#include "ir/support/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "ir/support/file.h"

namespace assay {

Result<FolderLock> FolderLock::Take(const std::string& folder, IfTaken if_taken) {
  const std::string path = folder.empty() ? "." : folder;
  int fd = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return SystemError(DiagKind::kEnvironment, path);
  FolderLock lock(fd);
  const int how = LOCK_EX | (if_taken == IfTaken::kFail ? LOCK_NB : 0);
  int failed = 0;
  while ((failed = flock(fd, how)) != 0 && errno == EINTR) {
  }
  if (failed != 0 && errno == EWOULDBLOCK)
    return FileError(DiagKind::kBadArgument, path, "another process is writing into this folder");
  return lock;
}

FolderLock::~FolderLock() {
  if (fd_ >= 0) close(fd_);
}

}  // namespace assay
