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
// How many threads share a loop: the most that are a power of two, no more than there are iterations, as far as these
// are known, and than a block has for a reduction. Nothing for a loop without any.
std::optional<int64_t> ThreadsFor(const Device& device, const Expr* extent);

}  // namespace assay
