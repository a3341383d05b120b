// A folder of one's own for files that nobody needs afterwards.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace assay {

// Gone with the object, and all that is in it.
class TempFolder {
 public:
  TempFolder() {
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "assay-XXXXXX").string();
    if (!error && mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~TempFolder() {
    std::error_code error;
    if (ready()) std::filesystem::remove_all(path_, error);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  // False when there is no place for it.
  bool ready() const { return !path_.empty(); }
  // Without a slash at its end; empty unless ready.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace assay
