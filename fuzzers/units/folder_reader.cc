#include "fuzzers/units/folder_reader.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "ir/support/file.h"
#include "ir/support/printable.h"

namespace assay {
namespace {

Diag Corrupt(const std::string& path, std::string_view what) {
  return {DiagKind::kCorrupt, {}, fmt::format("{}: {}", Printable(path), what), "", {}};
}

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};
using OpenFolder = std::unique_ptr<DIR, CloseFolder>;

// What stands under a name of an open folder; a link is one itself.
mode_t KindOf(int folder, const dirent& entry) {
  if (entry.d_type == DT_REG) return S_IFREG;
  if (entry.d_type == DT_DIR) return S_IFDIR;
  struct stat info{};
  return fstatat(folder, entry.d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 ? info.st_mode & S_IFMT : 0;
}

std::string_view NameOf(mode_t kind) {
  switch (kind) {
    case S_IFLNK: return "a link";
    case S_IFIFO: return "a pipe";
    case S_IFSOCK: return "a socket";
    case S_IFDIR: return "a folder";
    default: return "a device";
  }
}

}  // namespace

Result<FolderReader> FolderReader::Open(const std::string& folder) {
  int fd = open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return SystemError(DiagKind::kIo, folder);
  return FolderReader(folder, fd);
}

Result<FolderReader> FolderReader::OpenPacked(const std::string& file, size_t limit) {
  size_t slash = file.rfind('/');
  ASSAY_TRY(FolderReader beside, Open(slash == std::string::npos ? "." : file.substr(0, slash + 1)));
  beside.folder_ = file.substr(0, slash == std::string::npos ? 0 : slash);
  ASSAY_TRY(std::string text, beside.Read(file.substr(slash == std::string::npos ? 0 : slash + 1), limit));
  FolderReader packed(file, -1);
  ASSAY_TRY(packed.packed_, ParsePacked(text, file));
  return packed;
}

FolderReader::~FolderReader() {
  if (fd_ >= 0) close(fd_);
}

// The kernel itself sees to it that nothing leads out; one before 5.6 looks at the last name alone.
int FolderReader::OpenBelow(const std::string& path, int flags) const {
  flags |= O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  open_how how{};
  how.flags = static_cast<uint64_t>(flags);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  auto fd = static_cast<int>(syscall(SYS_openat2, fd_, path.c_str(), &how, sizeof(how)));
  return fd < 0 && (errno == ENOSYS || errno == EPERM) ? openat(fd_, path.c_str(), flags) : fd;
}

Result<std::string> FolderReader::Read(const std::string& path, size_t limit) const {
  std::string shown = fmt::format("{}/{}", folder_, path);
  if (packed_) {
    auto file = packed_->find(path);
    if (file == packed_->end()) return Corrupt(shown, std::strerror(ENOENT));
    if (file->second.size() <= limit) return file->second;
    return Corrupt(shown, fmt::format("expected at most {} bytes, got {}", limit, file->second.size()));
  }
  int fd = OpenBelow(path, O_RDONLY);
  if (fd < 0 && errno == ELOOP) return Corrupt(shown, "expected a file, got a link");
  if (fd < 0) return Corrupt(shown, std::strerror(errno));
  struct stat info{};
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
    close(fd);
    return Corrupt(shown, fmt::format("expected a file, got {}", NameOf(info.st_mode & S_IFMT)));
  }
  auto size = static_cast<size_t>(info.st_size);
  if (size > limit) {
    close(fd);
    return Corrupt(shown, fmt::format("expected at most {} bytes, got {}", limit, size));
  }
  std::string text(size, '\0');
  size_t got = 0;
  while (got < size) {
    ssize_t count = read(fd, text.data() + got, size - got);
    if (count <= 0) break;
    got += static_cast<size_t>(count);
  }
  close(fd);
  return got == size ? Result<std::string>(std::move(text))
                     : Corrupt(shown, fmt::format("expected {} bytes, got {}", size, got));
}

// recursion: no deeper than so many folders.
Status FolderReader::ListInto(const std::string& below, int depth, size_t most, std::vector<std::string>& paths) const {
  std::string shown = below.empty() ? folder_ : fmt::format("{}/{}", folder_, below);
  int fd = OpenBelow(below.empty() ? "." : below, O_RDONLY | O_DIRECTORY);
  if (fd < 0) return Corrupt(shown, std::strerror(errno));
  OpenFolder open(fdopendir(fd));
  std::vector<std::string> folders;
  while (const dirent* entry = readdir(open.get())) {
    std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    std::string path = below.empty() ? name : fmt::format("{}/{}", below, name);
    mode_t kind = KindOf(fd, *entry);
    if (kind == S_IFREG) {
      paths.push_back(std::move(path));
    } else if (kind == S_IFDIR && depth > 1) {
      folders.push_back(std::move(path));
    } else {
      return Corrupt(fmt::format("{}/{}", folder_, path), fmt::format("expected a file, got {}", NameOf(kind)));
    }
    if (paths.size() + folders.size() > most) return Corrupt(shown, fmt::format("expected at most {} files", most));
  }
  for (const std::string& folder : folders) ASSAY_RETURN_IF_ERROR(ListInto(folder, depth - 1, most, paths));
  return Done{};
}

Result<std::vector<std::string>> FolderReader::List(size_t most, int depth) const {
  std::vector<std::string> paths;
  if (packed_) {
    for (const auto& [name, text] : *packed_) paths.push_back(name);
    return paths;
  }
  ASSAY_RETURN_IF_ERROR(ListInto("", depth, most, paths));
  std::ranges::sort(paths);
  return paths;
}

Result<FolderReader::Names> FolderReader::NamesIn() const {
  int fd = OpenBelow(".", O_RDONLY | O_DIRECTORY);
  if (fd < 0) return Corrupt(folder_, std::strerror(errno));
  OpenFolder open(fdopendir(fd));
  Names names;
  while (const dirent* entry = readdir(open.get())) {
    if (entry->d_name[0] == '.') continue;
    mode_t kind = KindOf(fd, *entry);
    if (kind == S_IFDIR) names.folders.emplace_back(entry->d_name);
    if (kind == S_IFREG) names.files.emplace_back(entry->d_name);
    struct stat info{};
    bool leads = kind == S_IFLNK && fstatat(fd, entry->d_name, &info, 0) == 0 && S_ISDIR(info.st_mode);
    if (leads) names.links.emplace_back(entry->d_name);
  }
  std::ranges::sort(names.folders);
  std::ranges::sort(names.links);
  std::ranges::sort(names.files);
  return names;
}

}  // namespace assay
