#include "ir/ops/trap.h"

#include <ostream>

namespace assay {
namespace {

constexpr TrapKindSpec kKinds[] = {
#define ASSAY_TRAP_KIND(Constant, spelling, doc) {spelling, doc},
#include "ir/ops/trap_kinds.def"
};

}  // namespace

std::span<const TrapKindSpec> AllTrapKinds() { return kKinds; }

std::string_view TrapKindName(TrapKind kind) { return kKinds[static_cast<size_t>(kind)].name; }

std::optional<TrapKind> TrapKindNamed(std::string_view name) {
  for (size_t i = 0; i < std::size(kKinds); ++i) {
    if (kKinds[i].name == name) return static_cast<TrapKind>(i);
  }
  return std::nullopt;
}

void PrintTo(const Trap& trap, std::ostream* out) {
  *out << "trap " << TrapKindName(trap.kind) << ": " << trap.message;
}

}  // namespace assay
