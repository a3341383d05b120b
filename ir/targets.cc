#include "ir/targets.h"

#include <algorithm>
#include <array>

namespace assay {
namespace {

struct Default {
  std::string_view key;
  // A text wins over a number, which is a truth value where `truth` says so.
  std::string_view text = {};
  int64_t number = 0;
  bool truth = false;
};
constexpr Default kCuda[] = {{"arch", "sm_50"}, {"max_num_threads", {}, 1024}, {"thread_warp_size", {}, 32}};
constexpr Default kOpenCl[] = {
    {"image_base_address_alignment", {}, 64},   {"max_function_args", {}, 128},     {"max_num_threads", {}, 256},
    {"max_shared_memory_per_block", {}, 16384}, {"max_threads_per_block", {}, 256}, {"texture_depth_limit", {}, 2048},
    {"texture_spatial_limit", {}, 16384},       {"thread_warp_size", {}, 1}};
constexpr Default kMetal[] = {{"max_function_args", {}, 31},
                              {"max_num_threads", {}, 256},
                              {"max_shared_memory_per_block", {}, 32768},
                              {"max_threads_per_block", {}, 256},
                              {"thread_warp_size", {}, 16}};
constexpr Default kVulkan[] = {{"max_num_threads", {}, 256},
                               {"max_threads_per_block", {}, 256},
                               {"supports_float32", {}, 1, true},
                               {"supports_int32", {}, 1, true},
                               {"thread_warp_size", {}, 1}};
constexpr Default kWebGpu[] = {
    {"max_num_threads", {}, 256}, {"supports_subgroups", {}, 0, true}, {"thread_warp_size", {}, 1}};
// The triple of the machine for which TVM's wheels are built.
constexpr Default kLlvm[] = {{"mtriple", "x86_64-conda-linux-gnu"}};

struct TargetKindRow {
  std::string_view kind;
  std::array<std::string_view, 2> keys;
  std::span<const Default> defaults;
};
constexpr TargetKindRow kKinds[] = {
    {"c", {"cpu"}, {}},
    {"cuda", {"cuda", "gpu"}, kCuda},
    {"ext_dev", {}, {}},
    {"hexagon", {"hexagon", "cpu"}, {}},
    {"llvm", {"cpu"}, kLlvm},
    {"metal", {"metal", "gpu"}, kMetal},
    {"opencl", {"opencl", "gpu"}, kOpenCl},
    {"vulkan", {"vulkan", "gpu"}, kVulkan},
    {"webgpu", {"webgpu", "gpu"}, kWebGpu},
};

// An arm machine's features are in its triple, an old processor's in its name.
bool ForAnotherMachine(const AttrDict& config) {
  const auto* triple = As<AttrString>(config.Find("mtriple"));
  return triple != nullptr && !triple->value.text().starts_with("x86_64");
}

const Attr* KeysOf(Context& ctx, const TargetKindRow& row, const AttrDict& config) {
  std::vector<const Attr*> keys;
  const auto* device = As<AttrString>(config.Find("device"));
  if (device != nullptr) keys.push_back(device);
  for (std::string_view key : row.keys) {
    if (!key.empty() && (device == nullptr || !(device->value == key))) keys.push_back(MakeAttrString(ctx, key));
  }
  return MakeAttrList(ctx, keys);
}

const Attr* ValueOf(Context& ctx, const Default& given) {
  if (!given.text.empty()) return MakeAttrString(ctx, given.text);
  return given.truth ? static_cast<const Attr*>(MakeAttrBool(ctx, given.number != 0)) : MakeAttrInt(ctx, given.number);
}

// A host by its kind's name, or in full.
const Attr* CompleteHost(Context& ctx, const Attr* host) {
  if (const auto* name = As<AttrString>(host)) return CompleteTarget(ctx, MakeDict(ctx, {{"kind", name}}));
  if (const auto* wrapped = As<AttrTarget>(host)) return CompleteTarget(ctx, wrapped->config);
  const auto* config = As<AttrDict>(host);
  return config == nullptr ? host : CompleteTarget(ctx, config);
}

}  // namespace

const AttrTarget* TargetOf(const Expr* func) {
  const AttrDict* attrs = AttrsOf(func);
  return attrs == nullptr ? nullptr : As<AttrTarget>(attrs->Find(kTargetKey));
}

const AttrTarget* WithoutHost(Context& ctx, const AttrDict* config) {
  AttrTarget* device = ctx.arena.New<AttrTarget>();
  device->config = WithAttr(ctx, config, kHostKey, nullptr);
  return device;
}

std::string_view TargetKind(const AttrTarget& target) { return StringAttr(target.config, "kind"); }

std::string_view TargetKind(const VDevice& vdevice) {
  if (const auto* tag = As<AttrString>(vdevice.target)) return tag->value.text();
  const auto* target = As<AttrTarget>(vdevice.target);
  return target == nullptr ? StringAttr(As<AttrDict>(vdevice.target), "kind") : TargetKind(*target);
}

std::optional<int64_t> DeviceTypeNamed(std::string_view device) {
  static constexpr std::pair<std::string_view, int64_t> kTypes[] = {
      {"cpu", 1}, {"cuda", 2},  {"opencl", 4},   {"vulkan", 7},  {"metal", 8},
      {"vpi", 9}, {"rocm", 10}, {"ext_dev", 12}, {"webgpu", 15}, {"hexagon", 16}};
  const auto* found = std::ranges::find(kTypes, device, &std::pair<std::string_view, int64_t>::first);
  return found == std::end(kTypes) ? std::nullopt : std::optional(found->second);
}

std::optional<int64_t> DeviceTypeOf(const VDevice& vdevice) {
  std::string_view kind = TargetKind(vdevice);
  if (kind == "llvm" || kind == "c") return DeviceTypeNamed("cpu");
  return DeviceTypeNamed(kind == "nvptx" ? "cuda" : kind);
}

// recursion: a target nests in another one no deeper than the reader lets attributes
const AttrDict* CompleteTarget(Context& ctx, const AttrDict* config) {
  std::string_view kind = StringAttr(config, "kind");
  const auto* row = std::ranges::find(kKinds, kind, &TargetKindRow::kind);
  if (row == std::end(kKinds)) return config;
  AttrItems items;
  for (size_t i = 0; i < config->keys.size(); ++i) {
    bool host = config->keys[i] == "host";
    items.emplace_back(config->keys[i].text(), host ? CompleteHost(ctx, config->values[i]) : config->values[i]);
  }
  if (!ForAnotherMachine(*config)) {
    auto add = [&](std::string_view key, const Attr* value) {
      if (config->Find(key) == nullptr) items.emplace_back(key, value);
    };
    add("keys", KeysOf(ctx, *row, *config));
    add("tag", MakeAttrString(ctx, ""));
    // A processor's name says enough of the machine.
    bool named = kind == "llvm" && config->Find("mcpu") != nullptr;
    for (const Default& given : named ? std::span<const Default>() : row->defaults) add(given.key, ValueOf(ctx, given));
  }
  return MakeSortedDict(ctx, std::move(items));
}

}  // namespace assay
