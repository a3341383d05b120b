#include "ir/support/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

namespace assay {
namespace {

// A full disk may show only here. Pipes and devices have nothing to bring there.
bool Synced(int fd) { return fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS; }

}  // namespace

Diag FileError(DiagKind kind, const std::string& path, std::string_view what) {
  return {kind, {}, fmt::format("{}: {}", path, what), "", {}};
}
Diag SystemError(DiagKind kind, const std::string& path) { return FileError(kind, path, std::strerror(errno)); }

Result<std::string> ReadDescriptor(int fd, const std::string& called, size_t limit) {
  struct stat status;
  if (fstat(fd, &status) != 0) return SystemError(DiagKind::kIo, called);
  if (S_ISDIR(status.st_mode)) return FileError(DiagKind::kIo, called, "is a folder, not a file");
  std::string too_large = fmt::format("is larger than {} MiB", limit >> 20);
  if (S_ISREG(status.st_mode) && static_cast<size_t>(status.st_size) > limit) {
    return FileError(DiagKind::kTooLarge, called, too_large);
  }
  std::string text;
  for (;;) {
    char chunk[1 << 16];
    ssize_t count = read(fd, chunk, sizeof(chunk));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError(DiagKind::kIo, called);
    if (count == 0) return text;
    text.append(chunk, static_cast<size_t>(count));
    // A pipe does not say beforehand how much it holds.
    if (text.size() > limit) return FileError(DiagKind::kTooLarge, called, too_large);
  }
}

Result<std::string> ReadFile(const std::string& path, size_t limit) {
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return SystemError(DiagKind::kIo, path);
  Result<std::string> text = ReadDescriptor(fd, path, limit);
  close(fd);
  return text;
}

Status WriteFile(const std::string& path, std::string_view text, Durability durability, const std::string& called) {
  const std::string& name = called.empty() ? path : called;
  int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return SystemError(DiagKind::kEnvironment, name);
  bool ok = true;
  while (ok && !text.empty()) {
    ssize_t count = write(fd, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    ok = count > 0;
    if (ok) text.remove_prefix(static_cast<size_t>(count));
  }
  ok = ok && (durability == Durability::kCached || Synced(fd));
  int error = errno;
  if (close(fd) == 0 && ok) return Done{};
  errno = ok ? errno : error;
  return SystemError(DiagKind::kEnvironment, name);
}

Status WriteWhole(const std::string& path, std::string_view text, Durability durability) {
  // A device or a pipe takes what is written; a file put in its place would not be it.
  struct stat status;
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
    return WriteFile(path, text, durability);
  std::string beside = fmt::format("{}.new-{}", path, getpid());
  Status written = WriteFile(beside, text, durability, path);
  if (written.ok() && rename(beside.c_str(), path.c_str()) != 0) written = SystemError(DiagKind::kEnvironment, path);
  if (!written.ok()) unlink(beside.c_str());
  return written;
}

}  // namespace assay
