// What the oracles that look at one pass share: fresh inputs, and words for what a pass answered.
#pragma once

#include <fmt/format.h>

#include "oracles/oracle.h"

namespace assay {

inline Finding MakeFinding(const OracleSpec& oracle, const PassCall* pass, std::string_view klass, std::string detail) {
  return {std::string(oracle.name), pass == nullptr ? "" : std::string(pass->pass->name), std::string(klass),
          std::move(detail), {}};
}
// A refusal is no agreement and no bug, unless it is a broken promise of the subject itself.
inline Verdict FromRefusal(const OracleSpec& oracle, const PassCall* pass, const Refusal& refusal) {
  if (refusal.kind == "internal") return MakeFinding(oracle, pass, "internal", refusal.message);
  return Skip{fmt::format("refused ({}): {}", refusal.kind, refusal.message)};
}

}  // namespace assay
