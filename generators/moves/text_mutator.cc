#include "generators/moves/text_mutator.h"

#include "generators/moves/move.h"
#include "ir/check/well_formed.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

constexpr uint64_t kMostMoves = 4;
// Texts beyond this take longer to read than they are worth.
constexpr size_t kMostText = 1 << 16;

std::optional<Module> Read(Context& ctx, std::string_view text) {
  if (text.size() > kMostText) return std::nullopt;
  auto module = ParseModule(ctx, "fuzz.py", std::string(text));
  if (!module.ok() || module->entries.empty() || !IsWellFormed(ctx, *module)) return std::nullopt;
  return *module;
}

std::vector<const MoveSpec*> MovesThatCross(bool cross) {
  std::vector<const MoveSpec*> moves;
  for (const MoveSpec* move : AllMoves()) {
    if ((move->family == MoveFamily::kCrossover) == cross) moves.push_back(move);
  }
  return moves;
}

std::optional<std::string> TextAfter(Context& ctx, const Module& module, const Module* donor, uint64_t seed,
                                     size_t most) {
  ByteSource bytes = ByteSource::FromSeed(seed);
  std::string entry = module.Find("main") != nullptr ? "main" : module.entries[0].var->name.str();
  std::vector<const MoveSpec*> offered = MovesThatCross(donor != nullptr);
  size_t count = donor == nullptr ? 1 + bytes.Below(kMostMoves) : 1;
  auto moved = ApplyMoves({ctx, module, bytes, entry, donor}, offered, count);
  if (moved.moves.empty()) return std::nullopt;
  std::string text = PrintModule(moved.module);
  return text.size() > most ? std::nullopt : std::optional(std::move(text));
}

}  // namespace

std::optional<std::string> MutatedText(std::string_view text, uint64_t seed, size_t most) {
  Context ctx;
  std::optional<Module> module = Read(ctx, text);
  return module ? TextAfter(ctx, *module, nullptr, seed, most) : std::nullopt;
}

std::optional<std::string> CrossedText(std::string_view text, std::string_view other, uint64_t seed, size_t most) {
  Context ctx;
  std::optional<Module> module = Read(ctx, text), donor = Read(ctx, other);
  return module && donor ? TextAfter(ctx, *module, &*donor, seed, most) : std::nullopt;
}

}  // namespace assay
