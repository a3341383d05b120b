// What loops of kernels let be done with them (kernel_places.h).
#include "generators/moves/kernel_places.h"

#include <algorithm>

#include "ir/builder.h"

namespace assay {

Module WithNodes(MoveSite& site, size_t entry, const NodeMap& map) {
  std::vector<ModuleEntry> entries(site.module.entries.begin(), site.module.entries.end());
  entries[entry].func =
      static_cast<const Expr*>(Rewrite(site.ctx, entries[entry].func, [&](const Node* rebuilt, const Node* original) {
        if (auto found = map.find(original); found != map.end()) return found->second;
        // Statements that came in place of one.
        const auto* seq = As<SeqStmt>(rebuilt);
        return seq != nullptr && seq != original && std::ranges::any_of(seq->seq, Is<SeqStmt>)
                   ? MakeSeqStmt(site.ctx, {seq->seq.begin(), seq->seq.end()})
                   : rebuilt;
      }));
  return WithEntries(site.ctx, site.module, entries);
}

bool IsSimple(const For& loop) {
  return loop.for_kind == ForKind::kSerial && loop.step == nullptr && AsInt(loop.min) != nullptr &&
         AsInt(loop.min)->value == 0 && loop.annotations == nullptr;
}
int64_t ExtentOf(const For& loop) { return AsInt(loop.extent) == nullptr ? 0 : AsInt(loop.extent)->value; }

// other kinds: keep the block apart from the loops
bool MayReduceNothing(const Stmt* stmt) {
  auto open = [](const Expr* extent) { return AsInt(extent) == nullptr || AsInt(extent)->value <= 0; };
  bool any = false;
  for (const auto* loop = As<For>(stmt); loop != nullptr; loop = As<For>(stmt)) {
    any |= open(loop->extent);
    stmt = loop->body;
  }
  const auto* realize = As<SBlockRealize>(stmt);
  if (realize == nullptr || realize->block->init == nullptr) return false;
  // The first step, in which init would run, may be left out.
  if (realize->predicate != nullptr && AsInt(realize->predicate) == nullptr) return true;
  // Loops around these have their extents in the axes.
  return std::ranges::any_of(realize->block->iter_vars, [&](const IterVar* iter) {
    return iter->iter_type == IterType::kCommReduce && (any || open(iter->dom->extent));
  });
}

// other kinds: hold what breaks the loop around them
bool MayBreak(const For& loop) {
  bool found = false;
  WalkBeforeChildren(loop.body, [&](const Node* node) {
    found |= Is<Break>(node);
    return !found && !Is<For>(node) && !Is<While>(node);
  });
  return found;
}

}  // namespace assay
