// The table of moves, and what holds of all their results (move.h).
#include "generators/moves/move.h"

#include <array>

#include "generators/modules/dims.h"
#include "generators/moves/retype.h"
#include "ir/check/well_formed.h"
#include "ir/walk.h"

namespace assay {

namespace {

constexpr const MoveSpec* kMoves[] = {
#define ASSAY_MOVE(Name) &Name,
#include "generators/moves/moves.def"
};
constexpr const MoveSpec* kKernelMoves[] = {
#define ASSAY_MOVE(Name)
#define ASSAY_KERNEL_MOVE(Name) &Name,
#include "generators/moves/moves.def"
};

// Modules that grow from move to move stop here.
constexpr size_t kMostNodes = 20'000;
constexpr int64_t kMostElements = 1 << 14;
// How often a move or a place that does not fit gives way to another one.
constexpr size_t kDraws = 4;

bool IsTooLarge(const Module& module) {
  size_t nodes = 0;
  bool large = false;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      ++nodes;
      const Expr* expr = AsExpr(node);
      large |= expr != nullptr && LargestElements(expr->type) > kMostElements;
    });
  }
  return large || nodes > kMostNodes;
}

}  // namespace

std::string_view FamilyName(MoveFamily family) {
  switch (family) {
    case MoveFamily::kMutate: return "mutate";
    case MoveFamily::kShrink: return "shrink";
    case MoveFamily::kMetamorphic: return "metamorphic";
    case MoveFamily::kCrossover: return "crossover";
  }
  ASSAY_UNREACHABLE();
}

std::span<const MoveSpec* const> AllMoves() { return kMoves; }
std::span<const MoveSpec* const> KernelMoves() { return kKernelMoves; }

const MoveSpec* FindMove(std::string_view name) {
  for (const MoveSpec* move : kMoves) {
    if (move->name == name) return move;
  }
  return nullptr;
}

std::optional<Module> DrawMove(MoveSite& site, const MoveSpec& move) {
  if (move.make != nullptr) return move.make(site);
  Proposals proposals = move.propose({site.ctx, site.module, site.entry});
  // Some of what is listed turns out not to be well-formed: where an attribute has the size that changes, say.
  for (size_t i = 0; i < kDraws && proposals.count() > 0; ++i) {
    std::optional<Module> moved = proposals.At(site.bytes.Below(proposals.count()));
    if (moved && IsWellFormed(site.ctx, *moved)) return WithResultsKnown(site.ctx, *moved);
  }
  return std::nullopt;
}

std::optional<Module> ApplyMove(MoveSite& site, const MoveSpec& move) {
  std::optional<Module> moved = DrawMove(site, move);
  if (!moved || IsTooLarge(*moved) || !IsWellFormed(site.ctx, *moved)) return std::nullopt;
  return moved;
}

Moved ApplyMoves(MoveSite site, std::span<const MoveSpec* const> offered, size_t count) {
  Moved result{site.module, {}};
  for (size_t i = 0; i < count * kDraws && result.moves.size() < count && !offered.empty(); ++i) {
    const MoveSpec* move = site.bytes.Pick(offered);
    MoveSite now{site.ctx, result.module, site.bytes, site.entry, site.donor};
    std::optional<Module> moved = ApplyMove(now, *move);
    if (!moved) continue;
    result.module = *moved;
    result.moves.push_back(move);
  }
  return result;
}

}  // namespace assay
