// Moves: typed, structure-aware changes of a module, one row each (moves.def). A move draws a place where it fits and
// gives a changed module, or nothing where there is none. Those that shrink list all that they can do, by index:
// campaigns mutate their corpus with one that is drawn, the reducer goes through them. The oracle equals_rewritten
// demands equal results of those that keep them. Tested by moves_test.cc and shrinks_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "ir/module.h"
#include "ir/support/byte_source.h"

namespace assay {

// kMutate: computes something else. kShrink: does so with less. kMetamorphic: the entry computes the same, so does
// every function that was there before. kCrossover: brings something of another module in.
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

// What a move that shrinks works on.
struct ShrinkSite {
  Context& ctx;
  Module module;
  // Never dropped or renamed.
  std::string_view entry = "main";
  // Also where memory is managed by hand, and in functions of which passes have written down what they are. A mutation
  // leaves these alone.
  bool everywhere = false;
};

// All that a move can do to a module: it has places, in an order that hangs on the module alone, and at each of them
// several ways.
struct Proposals {
  size_t places = 0;
  size_t ways = 1;
  // The module with the places [first, last) changed in this way, in time linear in what is kept of it. Nothing where
  // no one of them can be; places that cannot be stay as they are.
  std::function<std::optional<Module>(size_t way, size_t first, size_t last)> make;

  size_t count() const { return places * ways; }
  std::optional<Module> At(size_t index) const { return make(index % ways, index / ways, index / ways + 1); }
};

struct MoveSpec {
  std::string_view name;
  MoveFamily family = MoveFamily::kMutate;
  std::string_view doc;
  // One of the two: draws a change and makes it, or lists all changes (kShrink).
  std::optional<Module> (*make)(MoveSite&) = nullptr;
  Proposals (*propose)(const ShrinkSite&) = nullptr;
};

#define ASSAY_MOVE(Name) extern const MoveSpec Name;
#include "generators/moves/moves.def"

// All moves, in moves.def order.
std::span<const MoveSpec* const> AllMoves();
// Those that change kernels.
std::span<const MoveSpec* const> KernelMoves();
// nullptr when there is none of that name.
const MoveSpec* FindMove(std::string_view name);

// What the move makes of the module as it is: where it lists its changes, the first well-formed one of some that are
// drawn by index.
std::optional<Module> DrawMove(MoveSite& site, const MoveSpec& move);
// The same, but well-formed, different, and not too large. Nothing where it does not fit.
std::optional<Module> ApplyMove(MoveSite& site, const MoveSpec& move);

// A module and the moves that made it what it is.
struct Moved {
  Module module;
  std::vector<const MoveSpec*> moves;
};
// Up to `count` moves, one after the other, drawn from `offered`; those that do not fit are drawn again a few times.
Moved ApplyMoves(MoveSite site, std::span<const MoveSpec* const> offered, size_t count);

}  // namespace assay
