#include "cli/executable_input.h"

#include <fmt/format.h>

#include "cli/files.h"

namespace assay {

bool IsExecutable(const std::string& path) { return StartsWithBytes(path, kVmMagic); }

Result<LoadedImage> ReadExecutable(Context& ctx, const std::string& path) {
  ASSAY_TRY(std::string bytes, ReadInput(path, kMaxBinaryBytes));
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  Result<LoadedImage> loaded = LoadImage(ctx, std::span(data, bytes.size()));
  if (loaded.ok()) return loaded;
  Diag diag = loaded.error();
  diag.message = fmt::format("{}: {}", path == "-" ? "standard input" : path, diag.message);
  return diag;
}

}  // namespace assay
