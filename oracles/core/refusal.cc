#include "oracles/core/refusal.h"

#include <fmt/format.h>

namespace assay {
namespace {

constexpr RefusalKindSpec kKinds[] = {
#define ASSAY_REFUSAL_KIND(Constant, spelling, doc) {spelling, doc},
#include "oracles/core/refusal_kinds.def"
};

}  // namespace

std::span<const RefusalKindSpec> AllRefusalKinds() { return kKinds; }

std::string_view RefusalKindName(RefusalKind kind) { return kKinds[static_cast<size_t>(kind)].name; }

bool IsLacking(const Refusal& refusal) {
  return refusal.kind == RefusalKind::kCannot || !refusal.lacks.empty() || refusal.diag == DiagKind::kUnknownOperator;
}

Result<RefusalKind> RefusalKindNamed(std::string_view name) {
  for (size_t i = 0; i < std::size(kKinds); ++i) {
    if (kKinds[i].name == name) return static_cast<RefusalKind>(i);
  }
  return Diag{DiagKind::kCorrupt,
              {},
              fmt::format("invalid kind of refusal: expected one such as \"{}\", got \"{}\"", kKinds[0].name, name),
              "",
              {}};
}

}  // namespace assay
