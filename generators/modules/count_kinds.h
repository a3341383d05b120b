// Counting, for tests, modules with something seldom in them.
#pragma once

#include <span>
#include <string_view>

#include "generators/modules/generate.h"
#include "ir/ops/op_spec.h"
#include "ir/walk.h"

namespace assay {

constexpr uint64_t kModules = 300;

// Of the nodes of a module.
using IsKind = bool (*)(const Node*);

// How many of 300 modules have a node of the kind.
inline int Count(const GenOptions& options, IsKind is_kind, uint64_t modules = kModules) {
  int found = 0;
  for (uint64_t seed = 0; seed < modules; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    bool has = false;
    for (const ModuleEntry& entry : Generate(ctx, bytes, options).entries) {
      WalkOnce(entry.func, [&](const Node* node) { has = has || is_kind(node); });
    }
    found += has ? 1 : 0;
  }
  return found;
}

inline const Call* CallOf(const Node* node, std::string_view op) {
  const auto* call = As<Call>(node);
  const OpSpec* row = call == nullptr ? nullptr : SpecOf(call);
  return row != nullptr && row->name == op ? call : nullptr;
}
inline std::span<const Expr* const> Fields(const Expr* e) { return As<Tuple>(e)->fields; }

}  // namespace assay
