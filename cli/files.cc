#include "cli/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace assay {
namespace {

Diag IoError(DiagKind kind, const std::string& path, std::string_view what) {
  return {kind, {}, fmt::format("{}: {}", path, what), "", {}};
}
Diag SystemError(DiagKind kind, const std::string& path) { return IoError(kind, path, std::strerror(errno)); }

Result<std::string> ReadAll(int fd, const std::string& path, size_t limit) {
  struct stat status;
  if (fstat(fd, &status) != 0) return SystemError(DiagKind::kIo, path);
  if (S_ISDIR(status.st_mode)) return IoError(DiagKind::kIo, path, "is a folder, not a file");
  std::string too_large = fmt::format("is larger than {} MiB", limit >> 20);
  if (S_ISREG(status.st_mode) && static_cast<size_t>(status.st_size) > limit) {
    return IoError(DiagKind::kTooLarge, path, too_large);
  }
  std::string text;
  for (;;) {
    char chunk[1 << 16];
    ssize_t count = read(fd, chunk, sizeof(chunk));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError(DiagKind::kIo, path);
    if (count == 0) return text;
    text.append(chunk, static_cast<size_t>(count));
    // A pipe does not say beforehand how much it holds.
    if (text.size() > limit) return IoError(DiagKind::kTooLarge, path, too_large);
  }
}

// `called` is the name that the user knows.
Status WriteNew(const std::string& path, const std::string& called, std::string_view text) {
  int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return SystemError(DiagKind::kEnvironment, called);
  bool ok = true;
  while (ok && !text.empty()) {
    ssize_t count = write(fd, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    ok = count > 0;
    if (ok) text.remove_prefix(static_cast<size_t>(count));
  }
  int error = errno;
  if (close(fd) == 0 && ok) return Done{};
  errno = ok ? errno : error;
  return SystemError(DiagKind::kEnvironment, called);
}

std::string WithoutSlash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

}  // namespace

Result<std::string> ReadInput(const std::string& path, size_t limit) {
  if (path == "-") return ReadAll(STDIN_FILENO, "standard input", limit);
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return SystemError(DiagKind::kIo, path);
  Result<std::string> text = ReadAll(fd, path, limit);
  close(fd);
  return text;
}

bool StartsWithBytes(const std::string& path, std::string_view bytes) {
  int fd = path == "-" ? -1 : open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return false;
  struct stat status;
  std::string start(bytes.size(), '\0');
  // What is no regular file may not give the same bytes again.
  bool regular = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
  bool same =
      regular && pread(fd, start.data(), start.size(), 0) == static_cast<ssize_t>(start.size()) && start == bytes;
  close(fd);
  return same;
}

Status WriteResult(const std::string& path, std::string_view text) {
  if (path != "-") return WriteWhole(path, text);
  bool good = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  return good ? Status(Done{}) : SystemError(DiagKind::kEnvironment, "standard output");
}

Status WriteWhole(const std::string& path, std::string_view text) {
  // A device or a pipe takes what is written; a file put in its place would not be it.
  struct stat status;
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
    return WriteNew(path, path, text);
  std::string beside = fmt::format("{}.new-{}", path, getpid());
  Status written = WriteNew(beside, path, text);
  if (written.ok() && rename(beside.c_str(), path.c_str()) != 0) written = SystemError(DiagKind::kEnvironment, path);
  if (!written.ok()) unlink(beside.c_str());
  return written;
}

Status CheckWritable(const std::string& folder) {
  return access(folder.c_str(), W_OK | X_OK) == 0 ? Status(Done{}) : SystemError(DiagKind::kEnvironment, folder);
}

Result<OutFolder> OutFolder::Create(const std::string& path) {
  std::error_code error;
  std::string target = WithoutSlash(path);
  auto status = std::filesystem::symlink_status(target, error);
  if (std::filesystem::exists(status)) {
    if (!std::filesystem::is_directory(target, error))
      return IoError(DiagKind::kBadArgument, path, "exists and is no folder");
    bool empty = std::filesystem::is_empty(target, error);
    if (error) return IoError(DiagKind::kEnvironment, path, error.message());
    if (!empty) return IoError(DiagKind::kBadArgument, path, "exists and is not empty");
    // A link to an empty folder: what it points to is replaced.
    target = std::filesystem::canonical(target, error).string();
  }
  OutFolder folder;
  folder.path_ = target;
  folder.building_ = fmt::format("{}.new-{}", target, getpid());
  if (!std::filesystem::create_directories(folder.building_, error) || error) {
    folder.building_.clear();
    return IoError(DiagKind::kEnvironment, path, error ? error.message() : "cannot be made");
  }
  return folder;
}

OutFolder::OutFolder(OutFolder&& other) noexcept
    : path_(std::move(other.path_)), building_(std::exchange(other.building_, "")) {}

OutFolder::~OutFolder() {
  std::error_code error;
  if (!building_.empty()) std::filesystem::remove_all(building_, error);
}

Status OutFolder::Write(const std::string& name, std::string_view text) {
  return WriteNew(building_ + "/" + name, path_ + "/" + name, text);
}

Status OutFolder::Commit() {
  if (rename(building_.c_str(), path_.c_str()) != 0) return SystemError(DiagKind::kEnvironment, path_);
  building_.clear();
  return Done{};
}

}  // namespace assay
