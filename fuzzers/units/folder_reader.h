// FolderReader: a folder that comes from elsewhere, read without following anything out of it: no links, no `..`, no
// devices or pipes, no file beyond a limit. Tested by folder_reader_test.cc.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fuzzers/units/packed_files.h"
#include "ir/support/result.h"

namespace assay {

class FolderReader {
 public:
  // Diag kIo where there is no such folder; a link to one is followed, since whoever names it means that.
  static Result<FolderReader> Open(const std::string& folder);
  // A file that several are packed into: read here, as a folder of these. Diag kCorrupt for what is none.
  static Result<FolderReader> OpenPacked(const std::string& file, size_t limit);
  FolderReader(FolderReader&& other) noexcept
      : folder_(std::move(other.folder_)), fd_(std::exchange(other.fd_, -1)), packed_(std::move(other.packed_)) {}
  FolderReader& operator=(FolderReader&& other) noexcept {
    std::swap(folder_, other.folder_);
    std::swap(fd_, other.fd_);
    std::swap(packed_, other.packed_);
    return *this;
  }
  ~FolderReader();

  // A file's bytes, by its path within the folder. Diag kCorrupt names the file and says what it is instead: a link,
  // something else, too large, not there, shorter than it was.
  Result<std::string> Read(const std::string& path, size_t limit) const;
  // The paths of all files below it, sorted. Diag kCorrupt for anything that is neither a file nor a folder, for more
  // than `most`, and for folders in each other beyond `depth`.
  Result<std::vector<std::string>> List(size_t most, int depth = 4) const;
  // The names of what is in it: folders, links to folders, which are not followed, and files; sorted, but for hidden
  // ones. Diag kCorrupt where it may not be read.
  struct Names {
    std::vector<std::string> folders, links, files;
  };
  Result<Names> NamesIn() const;

  const std::string& folder() const { return folder_; }

 private:
  FolderReader(std::string folder, int fd) : folder_(std::move(folder)), fd_(fd) {}
  int OpenBelow(const std::string& path, int flags) const;
  Status ListInto(const std::string& below, int depth, size_t most, std::vector<std::string>& paths) const;

  std::string folder_;
  int fd_ = -1;
  // In place of a folder.
  std::optional<PackedFiles> packed_;
};

}  // namespace assay
