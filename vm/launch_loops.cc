#include "vm/launch_loops.h"

#include <algorithm>

#include "ir/mentions.h"
#include "ir/prim/intrinsics.h"
#include "ir/walk.h"
#include "passes/rewrite/stmt_mutator.h"
#include "vm/launch_splitter.h"
#include "vm/reference/tir_program.h"

namespace assay {
namespace {

// More than a block of any device has.
constexpr int64_t kMostThreads = 4096;

class LaunchFinder : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

 protected:
  // other kinds: bind no axis
  const Stmt* VisitStmt(const Stmt* s) override {
    if (!ThreadAxisOf(s)) return Children(s);
    bool meets = false;
    WalkOnce(s, [&](const Node* node) { meets |= IsMeeting(node); });
    if (!meets && !NeedsThreads(s)) return s;
    const Stmt* split = LaunchSplitter(ctx).Split(s);
    return split == nullptr ? s : split;
  }
};

}  // namespace

Module WithLaunchesAsLoops(Context& ctx, const Module& module) {
  auto rewritten = [&](const PrimFunc* func) -> Result<const PrimFunc*> {
    return LaunchFinder(ctx).VisitFunction(func);
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
  // Memory of threads that is there before the launch begins with what it holds.
  for (const Buffer* buffer : used) {
    bool outside = std::ranges::none_of(allocated_, [&](const Buffer* own) { return own->data == buffer->data; });
    std::string_view scope = buffer->scope.text();
    if (outside && !scope.empty() && scope != "global") fits = false;
  }
  return fits && threads_ <= kMostThreads;
}

// Memory that threads share is there once for the block, or for each warp; what they share with nobody stays where it
// is unless the splitting finds it in use behind a barrier.
bool LaunchSplitter::PlaceMemory() {
  for (const Buffer* buffer : allocated_) {
    if (!IsSharedByThreads(*buffer)) continue;
    bool plain = std::ranges::all_of(buffer->shape, [](const Expr* dim) { return Is<IntImm>(dim); });
    if (!plain) return false;
    const Buffer* placed = buffer;
    if (buffer->scope.text() == "warp") {
      if (!buffer->strides.empty() || AsInt(buffer->elem_offset) != nullptr || !buffer->axis_separators.empty())
        return false;
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
  if (!Convert(launch)) return nullptr;
  ClosePiece();
  if (failed_) return nullptr;
  Stmts all = memory_;
  all.insert(all.end(), block_.begin(), block_.end());
  return Whole(MakeSeqStmt(ctx_, all));
}

}  // namespace assay
