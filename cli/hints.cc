#include "cli/hints.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "cli/say.h"
#include "ir/support/plural.h"
#include "ir/walk.h"

namespace assay {
namespace {

struct Hint {
  std::string_view key;
  // The pass that heeds it in TVM.
  std::string_view pass;
};
constexpr Hint kIdle[] = {{"pragma_auto_unroll_max_step", "UnrollLoop"},
                          {"pragma_loop_partition_hint", "LoopPartition"}};

// other kinds: hints stand in attributes and on loops
bool Carries(const Node* node, std::string_view key) {
  if (const auto* attr = As<AttrStmt>(node)) return attr->attr_key == key;
  const auto* loop = As<For>(node);
  return loop != nullptr && loop->annotations != nullptr && loop->annotations->Find(key) != nullptr;
}

}  // namespace

void NoteIdleHints(const Context& ctx, const Module& module, std::span<const PassCall> passes) {
  for (const Hint& hint : kIdle) {
    bool asked = passes.empty() ||
                 std::ranges::any_of(passes, [&](const PassCall& call) { return call.pass->name == hint.pass; });
    size_t count = 0;
    const Node* first = nullptr;
    for (const ModuleEntry& entry : module.entries) {
      const auto* kernel = As<PrimFunc>(entry.func);
      if (kernel == nullptr || !asked) continue;
      WalkOnce(kernel->body, [&](const Node* node) {
        if (!Carries(node, hint.key)) return;
        ++count;
        if (first == nullptr) first = node;
      });
    }
    if (count == 0) continue;
    std::string place = first->span.file == 0 ? "" : fmt::format(" (first at {})", ctx.sources.Describe(first->span));
    SayNote(fmt::format("{} of {}{} has no effect: {} does not heed it here", hint.key, Counted(count, "loop"), place,
                        hint.pass));
  }
}

}  // namespace assay
