#include "vm/launch_loops.h"

#include <algorithm>

#include "ir/mentions.h"
#include "ir/prim/intrinsics.h"
#include "ir/tir/compact.h"
#include "ir/walk.h"
#include "passes/analysis/effects.h"
#include "passes/rewrite/stmt_mutator.h"
#include "vm/launch_splitter.h"
#include "vm/reference/tir_program.h"

namespace assay {
namespace {

// More than a block of any device has.
constexpr int64_t kMostThreads = 4096;

class LaunchFinder : public StmtMutator {
 public:
  LaunchFinder(Context& context, const PrimFunc& func) : StmtMutator(context), func_(func) {}

 protected:
  // other kinds: bind no axis
  const Stmt* VisitStmt(const Stmt* s) override {
    if (!ThreadAxisOf(s)) return Children(s);
    if (!Meets(s) && !NeedsThreads(s)) return s;
    const Stmt* split = LaunchSplitter(ctx, func_).Split(s);
    return split == nullptr ? s : split;
  }

 private:
  const PrimFunc& func_;
};

// How often the memory is named, by a buffer or by its pointer.
int MentionsOf(const Node* root, const Var* data) {
  int count = 0;
  // other kinds: name it by what they hold
  WalkBeforeChildren(root, [&](const Node* node) {
    const auto* buffer = As<Buffer>(node);
    count += node == data || (buffer != nullptr && buffer->data == data) ? 1 : 0;
    return buffer == nullptr;
  });
  return count;
}

}  // namespace

// Of a kernel where threads meet within blocks, what TVM's build makes before it comes to code; itself where that
// fails.
static const PrimFunc* WithoutBlocks(Context& ctx, const PrimFunc* func) {
  if (!HasBlocks(*func) || !Meets(func)) return func;
  ModuleEntry entry{MakeGlobalVar(ctx, "kernel"), func};
  Module lowered;
  lowered.entries = ctx.Copy(std::vector{entry});
  PassContext pass_ctx(ctx);
  pass_ctx.verify_each = false;
  for (std::string_view name : {"LowerInitBlock", "PlanAndUpdateBufferAllocationLocation", "ConvertBlocksToOpaque",
                                "LowerMatchBuffer", "LowerOpaqueBlock"}) {
    Result<Module> next = RunPass(pass_ctx, {FindPass(name), {}}, lowered);
    if (!next.ok()) return func;
    lowered = *next;
  }
  return As<PrimFunc>(lowered.entries[0].func);
}

Module WithLaunchesAsLoops(Context& ctx, const Module& module) {
  auto rewritten = [&](const PrimFunc* func) -> Result<const PrimFunc*> {
    func = WithoutBlocks(ctx, func);
    return LaunchFinder(ctx, *func).VisitFunction(func);
  };
  return *MapPrimFuncs(ctx, module, rewritten);
}

// other kinds: bind no axis
bool LaunchSplitter::CollectAxis(const Stmt* binding, size_t axis) {
  const auto* loop = As<For>(binding);
  if (loop != nullptr && loop->step != nullptr) return false;
  const Var* var = loop != nullptr ? loop->loop_var : ThreadOf(binding)->var;
  const Expr* extent = loop != nullptr ? loop->extent : As<AttrStmt>(binding)->value;
  Axis& known = axes_[axis];
  if (known.extent == nullptr) known = {extent, MakeVar(ctx_, kThreadAxisNames[axis].substr(0, 1), DType::Int(32))};
  const auto *first = As<IntImm>(known.extent), *now = As<IntImm>(extent);
  bool same = known.extent == extent || (first != nullptr && now != nullptr && first->value == now->value);
  if (!same) return false;
  const Expr* value = known.var;
  if (DTypeOf(var) != DType::Int(32)) value = MakeCast(ctx_, DTypeOf(var), value);
  const auto* start = loop == nullptr ? nullptr : As<IntImm>(loop->min);
  if (loop != nullptr && (start == nullptr || start->value != 0)) {
    if (start == nullptr) return false;
    value = MakeBinary(ctx_, NodeKind::kAdd, value, MakeInt(ctx_, start->value, DTypeOf(var)));
  }
  axis_of_[var] = axis;
  return values_.emplace(var, value).second || start == nullptr || start->value == 0;
}

// other kinds: define nothing
void LaunchSplitter::CollectDefinition(const Node* node) {
  if (const auto* loop = As<For>(node)) defined_.insert(loop->loop_var);
  // other kinds: bind no thread
  if (const auto* attr = As<AttrStmt>(node); attr != nullptr && ThreadOf(attr) != nullptr && !ThreadAxisOf(attr))
    defined_.insert(ThreadOf(attr)->var);
  if (const auto* bind = As<Bind>(node)) defined_.insert(bind->var);
  if (const auto* let = As<Let>(node)) defined_.insert(let->var);
  if (const auto* alloc = As<AllocBuffer>(node)) allocated_.push_back(alloc->buffer);
}

bool LaunchSplitter::Collect(const Stmt* launch) {
  bool fits = true;
  std::vector<const Buffer*> used;
  // other kinds: neither bind, define, jump nor use memory
  WalkOnce(launch, [&](const Node* node) {
    const Stmt* s = AsStmt(node);
    std::optional<size_t> axis = s == nullptr ? std::nullopt : ThreadAxisOf(s);
    if (axis) fits = fits && CollectAxis(s, *axis);
    if (Is<SBlock>(node) || Is<Return>(node)) fits = false;
    const IntrinsicSpec* row = IntrinsicOf(node);
    if (row != nullptr && row->form == CallForm::kReturn) fits = false;
    if (const auto* buffer = As<Buffer>(node)) used.push_back(buffer);
    CollectDefinition(node);
  });
  for (const Axis& axis : axes_) {
    if (axis.extent == nullptr) continue;
    bool known =
        !MentionsAny(axis.extent, [&](const Var* var) { return defined_.contains(var) || values_.contains(var); });
    fits = fits && known;
  }
  for (size_t i = kFirstThreadAxis; i < kThreadAxes && fits; ++i) {
    const auto* extent = As<IntImm>(axes_[i].extent);
    if (axes_[i].extent == nullptr) continue;
    fits = extent != nullptr && extent->value > 0 && extent->value <= kMostThreads && threads_ <= kMostThreads;
    if (fits) threads_ *= extent->value;
  }
  // Memory of threads that is there before the launch begins with what it holds, which is nothing where nobody else
  // names it.
  for (const Buffer* buffer : used) {
    bool outside = std::ranges::none_of(allocated_, [&](const Buffer* own) { return own->data == buffer->data; });
    std::string_view scope = buffer->scope.text();
    if (!outside || scope.empty() || scope == "global") continue;
    // By what allocates it.
    fits = fits && MentionsOf(func_.body, buffer->data) - MentionsOf(launch, buffer->data) == 1;
    allocated_.push_back(buffer);
    before_.push_back(buffer);
  }
  return fits && threads_ <= kMostThreads;
}

// recursion: statements nest as deep as the parser lets them
// other kinds: what they hold is looked at as it stands
void LaunchSplitter::Scan(const Stmt* s, bool together) {
  auto define = [&](const Var* var, bool uniform) { uniform ? void(uniform_.insert(var)) : void(uniform_.erase(var)); };
  WalkOnce(s, [&](const Node* node) {
    if (const auto* let = As<Let>(node)) define(let->var, IsUniform(let->value));
  });
  if (const auto* seq = As<SeqStmt>(s)) {
    for (const Stmt* item : seq->seq) Scan(item, together);
  } else if (const auto* loop = As<For>(s)) {
    bool same = ThreadAxisOf(s) || (IsUniform(loop->min) && IsUniform(loop->extent));
    if (!ThreadAxisOf(s)) define(loop->loop_var, same);
    Scan(loop->body, together && same);
  } else if (const auto* loop = As<While>(s)) {
    Scan(loop->body, together && IsUniform(loop->condition));
  } else if (const auto* choice = As<IfThenElse>(s)) {
    together = together && IsUniform(choice->condition);
    Scan(choice->then_case, together);
    if (choice->else_case != nullptr) Scan(choice->else_case, together);
  } else if (const For* virtual_thread = VirtualThreadAsLoop(ctx_, s)) {
    Scan(virtual_thread, together);
  } else if (const auto* attr = As<AttrStmt>(s)) {
    Scan(attr->body, together);
  } else if (const auto* bind = As<Bind>(s)) {
    define(bind->var, IsUniform(bind->value));
  } else if (const auto* store = As<BufferStore>(s)) {
    bool same = together && IsUniform(store->value) && store->predicate == nullptr &&
                std::ranges::all_of(store->indices, [&](const Expr* index) { return IsUniform(index); });
    if (!same) uniform_memory_.erase(store->buffer->data);
  }
}

// Begins with all memory, and takes away what a statement makes differ, until none does. Memory that is reached in
// another way than element by element is not looked at.
void LaunchSplitter::FindUniform(const Stmt* launch) {
  for (const Buffer* buffer : allocated_) {
    if (!IsSharedByThreads(*buffer)) uniform_memory_.insert(buffer->data);
  }
  // other kinds: name no pointer
  WalkBeforeChildren(launch, [&](const Node* node) {
    if (const auto* view = As<DeclBuffer>(node)) uniform_memory_.erase(view->buffer->data);
    if (const auto* var = As<Var>(node)) uniform_memory_.erase(var);
    for (const BufferLoad* element : HandedOnBy(node)) uniform_memory_.erase(element->buffer->data);
    return !Is<Buffer>(node);
  });
  size_t before = uniform_memory_.size() + 1;
  while (uniform_memory_.size() < before) {
    before = uniform_memory_.size();
    uniform_.clear();
    Scan(launch, true);
  }
}

// Memory that threads share is there once for the block, or for each warp; what they share with nobody stays where it
// is unless the splitting finds it in use behind a barrier.
bool LaunchSplitter::PlaceMemory() {
  for (const Buffer* buffer : before_) {
    if (!IsSharedByThreads(*buffer) && !KeepMemory(buffer)) return false;
  }
  for (const Buffer* buffer : allocated_) {
    if (!IsSharedByThreads(*buffer)) continue;
    if (!IsSizedOutside(*buffer)) return false;
    const Buffer* placed = buffer;
    if (buffer->scope.text() == "warp") {
      if (!IsCompact(*buffer)) return false;
      std::vector<const Expr*> shape{Int((threads_ + kWarpThreads - 1) / kWarpThreads)};
      shape.insert(shape.end(), buffer->shape.begin(), buffer->shape.end());
      placed = wider_[buffer] = MakeBuffer(ctx_, buffer->name.text(), buffer->dtype, shape);
    }
    AllocBuffer* alloc = ctx_.arena.New<AllocBuffer>();
    alloc->buffer = placed;
    memory_.push_back(alloc);
  }
  return true;
}

const Stmt* LaunchSplitter::Whole(const Stmt* body) {
  for (size_t i = 0; i < kFirstThreadAxis; ++i) {
    if (axes_[i].extent == nullptr) continue;
    const Expr* extent = axes_[i].extent;
    if (DTypeOf(extent) != DType::Int(32)) extent = MakeCast(ctx_, DType::Int(32), extent);
    body = MakeFor(ctx_, axes_[i].var, extent, body);
  }
  return body;
}

const Stmt* LaunchSplitter::Split(const Stmt* launch) {
  if (!Collect(launch) || !PlaceMemory()) return nullptr;
  FindUniform(launch);
  if (!Convert(launch)) return nullptr;
  ClosePiece();
  if (failed_) return nullptr;
  Stmts all = memory_;
  all.insert(all.end(), block_.begin(), block_.end());
  return Whole(MakeSeqStmt(ctx_, all));
}

}  // namespace assay
