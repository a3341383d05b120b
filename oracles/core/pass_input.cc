#include "oracles/core/pass_input.h"

#include <algorithm>
#include <array>

#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// What brings kernels from blocks to plain loops over flat buffers, in TVM's order.
constexpr std::array<std::string_view, 7> kForms = {"LowerInitBlock",        "PlanAndUpdateBufferAllocationLocation",
                                                    "ConvertBlocksToOpaque", "CompactBufferAllocation",
                                                    "LowerMatchBuffer",      "LowerOpaqueBlock",
                                                    "FlattenBuffer"};
// Passes that stand among them.
constexpr std::pair<std::string_view, std::string_view> kBefore[] = {
    {"LiftThreadBinding", "CompactBufferAllocation"},
    {"UnifyThreadBinding", "LowerMatchBuffer"},
};

}  // namespace

bool HasProps(Context& ctx, const Module& module, Props props) {
  return std::ranges::all_of(kAllProps,
                             [&](Prop prop) { return (props & prop) == 0 || CheckProp(ctx, module, prop).ok(); });
}

bool IsHandedOver(Context& ctx, const Module& module, const PassSpec& pass) {
  return pass.establishes == kNoProps && !HasProps(ctx, module, pass.needs | pass.expects);
}

std::vector<PassCall> FormBefore(const Subject& subject, const PassSpec& pass) {
  if (!IsTirPass(pass)) return {};
  const auto* row = std::ranges::find(kBefore, pass.name, &std::pair<std::string_view, std::string_view>::first);
  std::string_view end = row == std::end(kBefore) ? pass.name : row->second;
  std::vector<PassCall> before;
  for (std::string_view name : kForms) {
    if (name == end) break;
    const PassSpec* form = FindPass(name);
    if (subject.Has(*form)) before.push_back({form, {}});
  }
  return before;
}

}  // namespace assay
