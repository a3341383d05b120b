#include "oracles/subjects/tvm/target.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/support/read_json.h"
#include "ir/support/unknown_name.h"

namespace assay {
namespace {

constexpr TargetKind kKinds[] = {
#define ASSAY_TVM_TARGET(kind, device, doc) {kind, device, doc},
#include "oracles/subjects/tvm/targets.def"
};

Diag Invalid(std::string_view got) {
  std::vector<std::string_view> names;
  for (const TargetKind& kind : kKinds) names.push_back(kind.name);
  return {DiagKind::kBadArgument,
          {},
          fmt::format("invalid target: expected {}, or TVM's JSON of one such as {{\"kind\": \"cuda\", \"arch\": "
                      "\"sm_80\"}}, got {}{}",
                      fmt::join(names, ", "), got, NearHint(got, names)),
          "",
          {}};
}

}  // namespace

std::span<const TargetKind> TvmTargetKinds() { return kKinds; }

Result<const TargetKind*> TvmTargetKindOf(std::string_view target) {
  std::string kind(target);
  if (target.starts_with('{')) {
    nlohmann::json json = JsonOf(target);
    auto named = json.is_object() ? json.find("kind") : json.end();
    if (!json.is_object() || named == json.end() || !named->is_string()) return Invalid(target);
    kind = named->get<std::string>();
  }
  const auto* found = std::ranges::find(kKinds, kind, &TargetKind::name);
  if (found == std::end(kKinds)) return Invalid(target);
  return found;
}

bool IsForDevice(std::string_view target) {
  Result<const TargetKind*> kind = target.empty() ? Result<const TargetKind*>(nullptr) : TvmTargetKindOf(target);
  return kind.ok() && *kind != nullptr && (*kind)->device;
}

bool IsForAdreno(std::string_view target) {
  if (!IsForDevice(target) || !target.starts_with('{')) return false;
  nlohmann::json json = JsonOf(target);
  auto is_adreno = [](const nlohmann::json& word) { return word == "adreno"; };
  auto device = json.find("device"), keys = json.find("keys");
  return (device != json.end() && is_adreno(*device)) ||
         (keys != json.end() && keys->is_array() && std::ranges::any_of(*keys, is_adreno));
}

}  // namespace assay
