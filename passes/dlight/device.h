// What schedules ask of the device that a kernel is for: its kind and how many threads a block of it has. Source:
// python/tvm/s_tir/dlight/base/utils.py.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ir/builder.h"

namespace assay {

struct Device {
  // "cuda", "opencl", …
  std::string kind = "cuda";
  int64_t max_threads = 1024;
};
// That of the function's target; CUDA's where it says none, as there is no current target here. Nothing for a
// processor.
std::optional<Device> DeviceOf(Context& ctx, const PrimFunc& func);

}  // namespace assay
