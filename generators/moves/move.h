// Moves: typed, structure-aware changes of a module, one row each (moves.def). A move draws a place where it fits and gives
// a changed module, or nothing where there is none. Campaigns mutate their corpus with them, the reducer tries those that
// shrink, and the oracle equals_rewritten demands equal results of those that keep them. Tested by moves_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "ir/module.h"
#include "ir/support/byte_source.h"

namespace assay {

// kMutate: computes something else. kShrink: does so with less. kMetamorphic: the entry computes the same, so does every
// function that was there before. kCrossover: brings something of another module in.
enum class MoveFamily : uint8_t { kMutate, kShrink, kMetamorphic, kCrossover };
std::string_view FamilyName(MoveFamily family);

// What a move works on. Nodes of the input are never written to.
struct MoveSite {
  Context& ctx;
  const Module& module;
  ByteSource& bytes;
  // Never dropped or renamed.
  std::string_view entry = "main";
  // Another module, in the same context, that shares no variable with `module`; null: there is none.
  const Module* donor = nullptr;
};

struct MoveSpec {
  std::string_view name;
  MoveFamily family = MoveFamily::kMutate;
  std::string_view doc;
  std::optional<Module> (*make)(MoveSite&) = nullptr;
};

#define ASSAY_MOVE(Name) extern const MoveSpec Name;
#include "generators/moves/moves.def"

// All moves, in moves.def order.
std::span<const MoveSpec* const> AllMoves();
// nullptr when there is none of that name.
const MoveSpec* FindMove(std::string_view name);

// What the move makes of the module: well-formed, different, and not too large. Nothing where it does not fit.
std::optional<Module> ApplyMove(MoveSite& site, const MoveSpec& move);

// A module and the moves that made it what it is.
struct Moved {
  Module module;
  std::vector<const MoveSpec*> moves;
};
// Up to `count` moves, one after the other, drawn from `offered`; those that do not fit are drawn again a few times.
Moved ApplyMoves(MoveSite site, std::span<const MoveSpec* const> offered, size_t count);

}  // namespace assay
