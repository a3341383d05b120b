#include "cli/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace assay {
namespace {

std::string WithoutSlash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

}  // namespace

Result<std::string> ReadInput(const std::string& path, size_t limit) {
  return path == "-" ? ReadDescriptor(STDIN_FILENO, "standard input", limit) : ReadFile(path, limit);
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

Status CheckOutFile(const std::string& path) {
  if (path.empty() || path == "-") return Done{};
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    return FileError(DiagKind::kEnvironment, path, "is a folder, not a file");
  std::string folder = std::filesystem::path(path).parent_path().string();
  bool there = std::filesystem::is_directory(folder.empty() ? "." : folder, error);
  if (!there) return FileError(DiagKind::kEnvironment, path, "No such file or directory");
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error)) return Done{};
  return access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) == 0 ? Status(Done{})
                                                                         : SystemError(DiagKind::kEnvironment, path);
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
      return FileError(DiagKind::kBadArgument, path, "exists and is not a folder");
    bool empty = std::filesystem::is_empty(target, error);
    if (error) return FileError(DiagKind::kEnvironment, path, error.message());
    if (!empty) return FileError(DiagKind::kBadArgument, path, "exists and is not empty");
    // A link to an empty folder: what it points to is replaced.
    target = std::filesystem::canonical(target, error).string();
  }
  OutFolder folder;
  folder.path_ = target;
  folder.building_ = fmt::format("{}.new-{}", target, getpid());
  if (!std::filesystem::create_directories(folder.building_, error) || error) {
    folder.building_.clear();
    return FileError(DiagKind::kEnvironment, path, error ? error.message() : "cannot be made");
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
  return WriteFile(building_ + "/" + name, text, Durability::kCached, path_ + "/" + name);
}

Status OutFolder::Commit() {
  if (rename(building_.c_str(), path_.c_str()) != 0) {
    // An empty folder that something is mounted on cannot be replaced: it is filled.
    if (errno == EBUSY || errno == EXDEV) {
      std::error_code error;
      std::filesystem::copy(building_, path_, std::filesystem::copy_options::recursive, error);
      return error ? Status(FileError(DiagKind::kEnvironment, path_, error.message())) : Status(Done{});
    }
    // Somebody else has put something there since Create looked.
    bool taken = errno == ENOTEMPTY || errno == EEXIST;
    if (taken) return FileError(DiagKind::kBadArgument, path_, "exists and is not empty");
    if (errno == ENOTDIR) return FileError(DiagKind::kBadArgument, path_, "exists and is not a folder");
    return SystemError(DiagKind::kEnvironment, path_);
  }
  building_.clear();
  return Done{};
}

}  // namespace assay
