#include "oracles/core/pass_input.h"

#include <algorithm>
#include <array>

#include "passes/target_pass.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// What brings kernels from blocks to plain loops over flat buffers, in TVM's order.
constexpr std::array<std::string_view, 7> kForms = {"LowerInitBlock",        "PlanAndUpdateBufferAllocationLocation",
                                                    "ConvertBlocksToOpaque", "CompactBufferAllocation",
                                                    "LowerMatchBuffer",      "LowerOpaqueBlock",
                                                    "FlattenBuffer"};
// Of what is scheduled for a device, it comes first.
constexpr std::string_view kCrossThread = "LowerCrossThreadReduction";
// Passes that stand among them.
constexpr std::pair<std::string_view, std::string_view> kBefore[] = {
    {kCrossThread, "LowerInitBlock"},
    {"InjectSoftwarePipeline", "LowerOpaqueBlock"},
    {"LiftThreadBinding", "CompactBufferAllocation"},
    {"ManifestSharedMemoryLocalStage", "CompactBufferAllocation"},
    {"UnifyThreadBinding", "LowerMatchBuffer"},
};

void AddIfThere(const Subject& subject, std::string_view name, std::vector<PassCall>& passes) {
  const PassSpec* pass = FindPass(name);
  if (subject.Has(*pass)) passes.push_back({pass, {}});
}

}  // namespace

bool HasProps(Context& ctx, const Module& module, Props props) {
  return std::ranges::all_of(kAllProps,
                             [&](Prop prop) { return (props & prop) == 0 || CheckProp(ctx, module, prop).ok(); });
}

bool IsHandedOver(Context& ctx, const Module& module, const PassSpec& pass) {
  return pass.establishes == kNoProps && !HasProps(ctx, module, pass.needs | pass.expects);
}

std::vector<PassCall> FormBefore(Subject& subject, const PassSpec& pass) {
  std::vector<PassCall> before;
  if (IsTargetPass(pass)) {
    std::string_view rest = FormOfTargetPass(pass);
    while (!rest.empty()) {
      std::string_view name = rest.substr(0, rest.find(','));
      AddIfThere(subject, name, before);
      rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    }
    return before;
  }
  if (!IsTirPass(pass)) return {};
  before = subject.Schedule();
  bool for_device = !before.empty();
  if (for_device && pass.name != kCrossThread) AddIfThere(subject, kCrossThread, before);
  const auto* row = std::ranges::find(kBefore, pass.name, &std::pair<std::string_view, std::string_view>::first);
  std::string_view end = row == std::end(kBefore) ? pass.name : row->second;
  for (std::string_view name : kForms) {
    if (name == end) break;
    // Where loops of threads stand in each other, memory of one thread is allocated for one thread alone.
    if (for_device && name == "CompactBufferAllocation") AddIfThere(subject, "LiftThreadBinding", before);
    if (for_device && name == "LowerMatchBuffer") AddIfThere(subject, "UnifyThreadBinding", before);
    AddIfThere(subject, name, before);
  }
  return before;
}

}  // namespace assay
