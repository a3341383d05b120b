#include "passes/dlight/device.h"

#include <algorithm>
#include <bit>

#include "ir/targets.h"

namespace assay {
namespace {

constexpr int64_t kThreadsWhereUnsaid = 256;

bool IsGpu(const AttrDict& config) {
  const auto* keys = As<AttrList>(config.Find("keys"));
  return keys != nullptr && std::ranges::any_of(keys->items, [](const Attr* key) {
           const auto* text = As<AttrString>(key);
           return text != nullptr && text->value == "gpu";
         });
}

}  // namespace

std::optional<Device> DeviceOf(Context& ctx, const PrimFunc& func) {
  const AttrTarget* target = TargetOf(&func);
  if (target == nullptr) return Device{};
  const AttrDict* config = CompleteTarget(ctx, target->config);
  if (!IsGpu(*config)) return std::nullopt;
  Device device{std::string(TargetKind(*target)), kThreadsWhereUnsaid};
  for (std::string_view key : {"max_num_threads", "max_threads_per_block"}) {
    if (const auto* threads = As<AttrInt>(config->Find(key))) device.max_threads = std::max<int64_t>(threads->value, 1);
  }
  return device;
}

std::optional<int64_t> ThreadsFor(const Device& device, const Expr* extent) {
  int64_t most = 64;
  if (device.kind == "cuda") most = 1024;
  if (device.kind == "rocm" || device.kind == "metal" || device.kind == "opencl") most = 256;
  const IntImm* known = AsInt(extent);
  if (known == nullptr) return most;
  if (known->value < 1) return std::nullopt;
  return std::min<int64_t>(most, static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(known->value))));
}

}  // namespace assay
