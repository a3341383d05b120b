// Files that the commands read and write: input with limits, output that is whole or not there. Tested by
// files_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "ir/support/file.h"
#include "ir/support/result.h"

namespace assay {

// As ReadFile does, where "-" is standard input.
Result<std::string> ReadInput(const std::string& path, size_t limit = kMaxInputBytes);

// Whether the file starts with these bytes. False for one that cannot be read, and for standard input.
bool StartsWithBytes(const std::string& path, std::string_view bytes);

// As WriteWhole does, where "-" is standard output.
Status WriteResult(const std::string& path, std::string_view text);

// Whether a file can be made at the path, before the work whose result it gets; empty and "-": yes. Diag kEnvironment.
Status CheckOutFile(const std::string& path);

// Whether files can be made in a folder that is there. Diag kEnvironment.
Status CheckWritable(const std::string& folder);

// A folder that appears when it is complete: files are written into a neighbour, which Commit renames. An absent or
// empty folder is taken, and one that something is mounted on filled. What is not committed is removed again.
class OutFolder {
 public:
  // Diag kBadArgument when something stands there, kEnvironment when the machine refuses.
  static Result<OutFolder> Create(const std::string& path);
  OutFolder(OutFolder&& other) noexcept;
  ~OutFolder();

  Status Write(const std::string& name, std::string_view text);
  // Diags as Create has them.
  Status Commit();

 private:
  OutFolder() = default;
  std::string path_;
  std::string building_;
};

}  // namespace assay
