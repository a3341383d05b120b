#include "cli/own_files.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "cli/say.h"

namespace assay {

std::string OwnFile(std::string_view path, std::string_view without) {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (; folder.has_relative_path(); folder = folder.parent_path()) {
    for (const char* under : {"", "share/assay"}) {
      std::filesystem::path own = folder / under / path;
      if (std::filesystem::exists(own, error)) return own.lexically_normal().string();
    }
  }
  SayNote(fmt::format("{} is neither in a source tree around this program nor installed with it: {}", path, without));
  return "";
}

}  // namespace assay
