#include "oracles/core/change_kind.h"

#include <iterator>

namespace assay {
namespace {

constexpr std::string_view kNames[] = {
#define ASSAY_VISIBLE_CHANGE(Constant, spelling, Function) spelling,
#define ASSAY_BREAKING_CHANGE(Constant, spelling, Function, rule, seen_by) spelling,
#include "oracles/core/changes.def"
};

}  // namespace

std::string_view ChangeName(ChangeKind kind) { return kNames[static_cast<size_t>(kind)]; }

std::optional<ChangeKind> ChangeNamed(std::string_view name) {
  for (size_t i = 0; i < std::size(kNames); ++i) {
    if (kNames[i] == name) return static_cast<ChangeKind>(i);
  }
  return std::nullopt;
}

}  // namespace assay
