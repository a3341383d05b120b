#include "ir/tir/threads.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "ir/builder.h"
#include "ir/walk.h"

namespace assay {
namespace {

// other kinds: bind no axis
const Stmt* AsBinding(const Node* node) {
  const Stmt* s = Is<For>(node) || Is<AttrStmt>(node) ? static_cast<const Stmt*>(node) : nullptr;
  return s != nullptr && ThreadAxisOf(s) ? s : nullptr;
}

// Uses a memory that is allocated around it.
bool Uses(const Stmt* s, const Var* data) {
  bool uses = false, allocates = false;
  // other kinds: neither allocate nor name an element
  WalkOnce(s, [&](const Node* node) {
    const auto* alloc = As<AllocBuffer>(node);
    allocates |= alloc != nullptr && alloc->buffer->data == data;
    const auto* load = As<BufferLoad>(node);
    const auto* store = As<BufferStore>(node);
    const Buffer* buffer = load != nullptr ? load->buffer : store != nullptr ? store->buffer : nullptr;
    uses |= node == data || (buffer != nullptr && buffer->data == data);
  });
  return uses && !allocates;
}

bool BindsAgainInside(const Stmt* binding) {
  bool again = false;
  WalkOnce(binding, [&](const Node* node) {
    const Stmt* inner = AsBinding(node);
    again |= inner != nullptr && inner != binding && ThreadAxisOf(inner) == ThreadAxisOf(binding);
  });
  return again;
}

}  // namespace

// other kinds: bind no thread
const IterVar* ThreadOf(const Stmt* s) {
  if (const auto* loop = As<For>(s)) return loop->for_kind == ForKind::kThreadBinding ? loop->thread_binding : nullptr;
  const auto* attr = As<AttrStmt>(s);
  bool binds = attr != nullptr && (attr->attr_key == "thread_extent" || attr->attr_key == "virtual_thread");
  return binds ? As<IterVar>(attr->node) : nullptr;
}

std::optional<size_t> ThreadAxisOf(const Stmt* s) {
  const IterVar* thread = ThreadOf(s);
  if (thread == nullptr) return std::nullopt;
  const auto* found = std::ranges::find(kThreadAxisNames, thread->thread_tag.text());
  if (found == std::end(kThreadAxisNames)) return std::nullopt;
  return static_cast<size_t>(found - std::begin(kThreadAxisNames));
}

// other kinds: bind no thread
const For* VirtualThreadAsLoop(Context& ctx, const Stmt* s) {
  const IterVar* thread = ThreadOf(s);
  if (thread == nullptr || !thread->thread_tag.text().starts_with("vthread")) return nullptr;
  const auto* bound = As<For>(s);
  For* loop = bound == nullptr ? ctx.arena.New<For>() : ctx.arena.New<For>(*bound);
  loop->for_kind = ForKind::kSerial;
  loop->thread_binding = nullptr;
  if (bound != nullptr) return loop;
  const auto* attr = As<AttrStmt>(s);
  loop->span = attr->span;
  loop->loop_var = thread->var;
  loop->min = MakeInt(ctx, 0, DTypeOf(thread->var));
  loop->extent = attr->value;
  loop->body = attr->body;
  return loop;
}

bool IsSharedByThreads(const Buffer& buffer) {
  std::string_view scope = buffer.scope.text();
  return scope.starts_with("shared") || scope == "warp";
}

bool NeedsThreads(const Stmt* launch) {
  std::vector<const Stmt*> bindings;
  std::vector<const Var*> own;
  bool blocks = false;
  // other kinds: neither bind threads nor allocate
  WalkOnce(launch, [&](const Node* node) {
    blocks |= Is<SBlock>(node);
    if (const Stmt* binding = AsBinding(node)) bindings.push_back(binding);
    const auto* alloc = As<AllocBuffer>(node);
    // Each warp has memory of its own, too.
    if (alloc != nullptr && !alloc->buffer->scope.text().starts_with("shared")) own.push_back(alloc->buffer->data);
  });
  if (blocks) return false;
  if (std::ranges::any_of(bindings, BindsAgainInside)) return true;
  return std::ranges::any_of(own, [&](const Var* data) {
    std::array<int, kThreadAxes> used{};
    return std::ranges::any_of(
        bindings, [&](const Stmt* binding) { return Uses(binding, data) && ++used[*ThreadAxisOf(binding)] > 1; });
  });
}

const Stmt* FindLaunchThatNeedsThreads(const Stmt* s) {
  const Stmt* found = nullptr;
  WalkBeforeChildren(s, [&](const Node* node) {
    const Stmt* launch = found == nullptr ? AsBinding(node) : nullptr;
    if (launch == nullptr) return found == nullptr;
    if (NeedsThreads(launch)) found = launch;
    return false;
  });
  return found;
}

}  // namespace assay
