#include "generators/moves/kernel_surroundings.h"

#include <optional>

#include "ir/builder.h"
#include "ir/tensor/int_range.h"
#include "ir/tir/accesses.h"
#include "ir/tir/barriers.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"

namespace assay {
namespace {

// Deep nests say no more.
constexpr size_t kMostCounters = 8;

// Nothing where it may count nothing, or not be known to.
std::optional<Counter> CounterOf(const Var* var, const Expr* min, const Expr* extent) {
  const IntImm *first = AsInt(min), *count = AsInt(extent);
  int64_t end = 0;
  bool counts = first != nullptr && count != nullptr && count->value > 0 &&
                !__builtin_add_overflow(first->value, count->value, &end) && end <= GreatestInt(DTypeOf(var));
  return counts ? std::optional(Counter{var, first->value, count->value}) : std::nullopt;
}

}  // namespace

// other kinds: count nothing
KernelSurroundings::KernelSurroundings(const Expr* func) {
  WalkOnce(func, [&](const Node* node) { Note(node); });
  // Nodes come before what stands in them, so that inner loops are met later.
  WalkBeforeChildren(func, [&](const Node* node) {
    if (const auto* loop = As<For>(node)) Enter(*loop);
    if (const auto* block = As<SBlock>(node)) Enter(*block);
    return !Is<Buffer>(node);
  });
}

void KernelSurroundings::Enter(const For& loop) {
  bool ordered = loop.for_kind == ForKind::kSerial || loop.for_kind == ForKind::kUnrolled;
  std::optional<Counter> counter = CounterOf(loop.loop_var, loop.min, loop.extent);
  if (ordered && !counter) return;
  WalkOnce(loop.body, [&](const Node* below) {
    if (!ordered) at_once_.insert(below);
    if (counter && counters_[below].size() < kMostCounters) counters_[below].push_back(*counter);
  });
}

// Loops around a block are not to be used in it.
void KernelSurroundings::Enter(const SBlock& block) {
  std::vector<Counter> axes;
  for (const IterVar* axis : block.iter_vars) {
    if (axis->dom == nullptr) continue;
    if (std::optional<Counter> counter = CounterOf(axis->var, axis->dom->min, axis->dom->extent))
      axes.push_back(*counter);
  }
  WalkOnce(&block, [&](const Node* below) {
    blocks_[below] = &block;
    counters_[below] = axes;
  });
}

// other kinds: are not about memory
void KernelSurroundings::Note(const Node* node) {
  if (const auto* store = As<BufferStore>(node)) stored_.insert(store->buffer->data);
  if (const auto* view = As<DeclBuffer>(node)) named_.insert(view->buffer->data);
  if (const auto* match = As<MatchBufferRegion>(node)) {
    named_.insert(match->buffer->data);
    named_.insert(match->source->buffer->data);
  }
  // A variable that stands by itself, not as a buffer's own.
  ForEachChild(node, Types::kSkip, [&](const Node* child) {
    const auto* var = As<Var>(child);
    if (var != nullptr && Is<PointerType>(var->type) && !Is<Buffer>(node)) named_.insert(var);
  });
  has_blocks_ |= Is<SBlock>(node);
  const Stmt* stmt = AsStmt(node);
  has_threads_ |= IsMeeting(node) || (stmt != nullptr && ThreadOf(stmt) != nullptr);
}

const std::vector<Counter>& KernelSurroundings::CountersAround(const Node* node) const {
  static const std::vector<Counter> kNone;
  auto found = counters_.find(node);
  return found == counters_.end() ? kNone : found->second;
}

const SBlock* KernelSurroundings::BlockAround(const Node* node) const {
  auto found = blocks_.find(node);
  return found == blocks_.end() ? nullptr : found->second;
}

}  // namespace assay
