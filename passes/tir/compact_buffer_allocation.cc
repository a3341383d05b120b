// CompactBufferAllocation: a dimension of an allocated buffer becomes as long as what is accessed of it, in all
// iterations of the loops inside of the allocation, and indices move by where that begins. What a block's
// `buffer_dim_align` asks for, as the step storage_align leaves it, becomes strides. Tested by
// testdata/compact_buffer_allocation.
#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "ir/arith/analyzer.h"
#include "ir/mentions.h"
#include "ir/support/function_ref.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"
#include "passes/analysis/accesses.h"
#include "passes/analysis/loop_indices.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/refusing_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// Beyond what any memory is aligned to; what is over it is not listened to.
constexpr int64_t kLargestAlignment = 1 << 20;

// What is left of a buffer: where each dimension begins in the old one.
struct Compacted {
  const Buffer* buffer = nullptr;
  std::vector<const Expr*> begins;
};

// How far apart elements of a dimension lie: the first multiple of `factor` that leaves room, and `offset` more, as
// TVM's storage_align says it.
struct Alignment {
  int64_t factor = 0;
  int64_t offset = 0;
};
// By buffer, one for each dimension.
using Alignments = std::unordered_map<const Buffer*, std::vector<Alignment>>;

// An entry says: number of the written buffer, dimension, factor, offset. Others say nothing.
void NoteAlignment(const SBlock& block, const Attr* entry, Alignments& alignments) {
  std::vector<int64_t> numbers;
  const auto* list = As<AttrList>(entry);
  for (const Attr* item : list == nullptr ? Nodes<Attr>() : list->items) {
    if (const auto* number = As<AttrInt>(item)) numbers.push_back(number->value);
  }
  if (numbers.size() != 4 || numbers[0] < 0 || numbers[0] >= std::ssize(block.writes)) return;
  const Buffer* buffer = block.writes[static_cast<size_t>(numbers[0])]->buffer;
  if (numbers[1] < 0 || numbers[1] >= std::ssize(buffer->shape) || numbers[2] <= 0 || numbers[2] > kLargestAlignment ||
      numbers[3] < 0)
    return;
  std::vector<Alignment>& dims = alignments[buffer];
  dims.resize(buffer->shape.size());
  dims[static_cast<size_t>(numbers[1])] = {numbers[2], numbers[3] % numbers[2]};
}

Alignments AlignmentsIn(const Stmt* body) {
  Alignments alignments;
  WalkBeforeChildren(body, [&](const Node* node) {
    const auto* block = As<SBlock>(node);
    const Attr* asked =
        block == nullptr || block->annotations == nullptr ? nullptr : block->annotations->Find("buffer_dim_align");
    if (const auto* entries = As<AttrList>(asked)) {
      for (const Attr* entry : entries->items) NoteAlignment(*block, entry, alignments);
    }
    return true;
  });
  return alignments;
}

class BufferCompactor : public RefusingMutator {
 public:
  using RefusingMutator::RefusingMutator;

  const PrimFunc* VisitFunction(const PrimFunc* func) override {
    KernelFacts facts(ctx, *func);
    BindLoops(facts, func->body);
    facts_ = &facts;
    accesses_ = AccessesIn(ctx, func->body);
    alignments_ = AlignmentsIn(func->body);
    Plan(func->body, 0);
    if (failure_ || compacted_.empty()) return func;
    return RefusingMutator::VisitFunction(func);
  }

 protected:
  // other kinds: have no indices and regions of their own
  const Stmt* VisitStmt(const Stmt* s) override {
    if (const auto* realize = As<SBlockRealize>(s)) return VisitBlock(*realize);
    const Stmt* visited = Children(s);
    const auto* store = As<BufferStore>(s);
    auto found = store == nullptr ? compacted_.end() : compacted_.find(store->buffer);
    if (found == compacted_.end()) return visited;
    BufferStore* moved = ctx.arena.New<BufferStore>(*static_cast<const BufferStore*>(visited));
    moved->indices = Moved(found->second, moved->indices);
    return moved;
  }
  const Buffer* VisitBuffer(const Buffer* buffer) override {
    auto found = compacted_.find(buffer);
    return found == compacted_.end() ? buffer : found->second.buffer;
  }
  const Expr* VisitExpr(const Expr* e) override {
    auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
      const auto* load = As<BufferLoad>(original);
      auto found = load == nullptr ? compacted_.end() : compacted_.find(load->buffer);
      if (found == compacted_.end()) return rebuilt;
      BufferLoad* moved = ctx.arena.New<BufferLoad>(*static_cast<const BufferLoad*>(rebuilt));
      moved->buffer = found->second.buffer;
      moved->indices = Moved(found->second, moved->indices);
      return moved;
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
  }

 private:
  // Loops around an allocation keep their variables in what is said of it.
  // other kinds: hold no statements and allocate nothing
  // recursion: statements nest as deep as the parser lets them
  void Plan(const Stmt* s, size_t depth) {
    if (s == nullptr) return;
    if (const auto* seq = As<SeqStmt>(s)) {
      // From the end, so that what is defined behind an allocation is known there.
      std::unordered_set<const Var*> inner;
      for (auto item = seq->seq.rbegin(); item != seq->seq.rend(); ++item) {
        AddDefined(*item, inner);
        if (const auto* alloc = As<AllocBuffer>(*item)) Add(alloc->buffer, depth, inner);
        Plan(*item, depth);
      }
    } else if (const auto* branch = As<IfThenElse>(s)) {
      Plan(branch->then_case, depth);
      Plan(branch->else_case, depth);
    } else if (const auto* attr = As<AttrStmt>(s)) {
      InThreads(*attr, [&] { Plan(attr->body, depth); });
    } else if (const auto* loop = As<For>(s)) {
      InThreads(*loop, [&] { Plan(loop->body, depth + 1); });
    } else if (const auto* loop = As<While>(s)) {
      Plan(loop->body, depth + 1);
    } else if (const auto* realize = As<SBlockRealize>(s)) {
      const SBlock& block = *realize->block;
      if (!block.iter_vars.empty()) Refuse(block);
      // Reads and writes of the block itself name nothing that it allocates.
      std::unordered_set<const Var*> inner;
      if (!block.alloc_buffers.empty()) AddDefined(block.body, inner);
      for (const Buffer* buffer : block.alloc_buffers) Add(buffer, depth + 1, inner);
      Plan(block.body, depth + 1);
    }
  }
  // Threads of a block, where the statement binds them, share some of what is allocated inside.
  // other kinds: bind no threads
  void InThreads(const Stmt& s, FunctionRef<void()> inside) {
    std::optional<size_t> axis = ThreadAxisOf(&s);
    bool of_block = axis && *axis >= kFirstThreadAxis;
    if (of_block) {
      const auto* loop = As<For>(&s);
      const Var* var = loop != nullptr ? loop->loop_var : ThreadOf(&s)->var;
      const Expr* extent = loop != nullptr ? loop->extent : As<AttrStmt>(&s)->value;
      const Expr* low = loop != nullptr ? loop->min : MakeInt(ctx, 0, DTypeOf(extent));
      const Expr* end = MakeBinary(ctx, NodeKind::kAdd, low, extent);
      const Expr* last = Simplify(ctx, MakeBinary(ctx, NodeKind::kSub, end, MakeInt(ctx, 1, DTypeOf(end))));
      threads_.emplace_back(var, ExprBound{low, last});
    }
    inside();
    if (of_block) threads_.pop_back();
  }
  // What the threads that share the buffer touch, where one touches this.
  ExprBound OverThreads(const Buffer* buffer, ExprBound bound) {
    if (bound.low == nullptr || !IsSharedByThreads(*buffer)) return bound;
    ExprDomains domains;
    for (const auto& [var, range] : threads_) domains[var] = range;
    return {BoundIn(ctx, domains, bound.low).low, BoundIn(ctx, domains, bound.high).high};
  }
  void Refuse(const SBlock& block) {
    if (failure_) return;
    std::string message =
        fmt::format("block {} has iteration variables; run ConvertBlocksToOpaque first", block.name_hint.text());
    failure_ = Diag{DiagKind::kCannotLower, block.span, std::move(message), "", {}};
  }
  static void AddDefined(const Stmt* s, std::unordered_set<const Var*>& vars) {
    for (const Var* var : DefinedIn(s)) vars.insert(var);
  }
  void Add(const Buffer* buffer, size_t depth, const std::unordered_set<const Var*>& inner) {
    auto use = accesses_.uses.find(buffer);
    bool plain =
        buffer->strides.empty() && buffer->elem_offset == nullptr && use != accesses_.uses.end() && !use->second.opaque;
    if (!plain) return;
    Compacted made;
    std::vector<const Expr*> shape;
    bool shorter = false;
    for (size_t i = 0; i < buffer->shape.size(); ++i) {
      ExprBound bound = BoundOf(use->second, i, depth, inner);
      const Expr* extent = bound.low == nullptr ? nullptr : ExtentOf(bound, buffer->shape[i]);
      shorter |= extent != nullptr;
      made.begins.push_back(extent == nullptr ? nullptr : bound.low);
      shape.push_back(extent == nullptr ? buffer->shape[i] : extent);
    }
    auto asked = alignments_.find(buffer);
    if (!shorter && asked == alignments_.end()) return;
    Buffer* compact = ctx.arena.New<Buffer>(*buffer);
    compact->shape = ctx.Copy(shape);
    if (asked != alignments_.end()) compact->strides = StridesOf(shape, asked->second);
    made.buffer = compact;
    compacted_[buffer] = std::move(made);
  }
  // From the last dimension on, so that what is inside of one lies compactly or as asked for; none where a size is
  // symbolic.
  Nodes<Expr> StridesOf(std::span<const Expr* const> shape, std::span<const Alignment> asked) {
    std::vector<const Expr*> strides(shape.size());
    int64_t stride = 1;
    for (size_t i = shape.size(); i-- > 0;) {
      const auto [factor, offset] = asked[i];
      if (factor > 0) stride += (factor + offset - stride % factor) % factor;
      strides[i] = MakeInt(ctx, stride, DTypeOf(shape[i]));
      const IntImm* extent = AsInt(shape[i]);
      if (i > 0 && (extent == nullptr || __builtin_mul_overflow(stride, std::max<int64_t>(extent->value, 1), &stride)))
        return {};
    }
    return ctx.Copy(strides);
  }
  // Of what all accesses touch of a dimension, in terms of what is around the allocation; unknown when low is null.
  ExprBound BoundOf(const BufferUse& use, size_t dimension, size_t depth, const std::unordered_set<const Var*>& inner) {
    ExprBound all;
    for (const Access* access : use.accesses) {
      const Expr* index = access->indices[dimension];
      const auto* ramp = As<Ramp>(index);
      bool known = facts_->DoesNotOverflow(ramp == nullptr ? index : ramp->base) && access->scopes.size() >= depth &&
                   (ramp != nullptr || DTypeOf(index).IsScalar());
      ExprBound bound =
          known ? BoundIn(ctx, DomainsOf(ctx, std::span(access->scopes).subspan(depth)), index) : ExprBound{};
      bound = OverThreads(access->buffer, bound);
      if (bound.low == nullptr || bound.high == nullptr || !IsOuter(bound.low, inner) || !IsOuter(bound.high, inner))
        return {};
      all = all.low == nullptr ? bound : Hull(ctx, all, bound);
      if (all.low == nullptr) return {};
    }
    return all;
  }
  static bool IsOuter(const Expr* e, const std::unordered_set<const Var*>& inner) {
    return IsPure(e) && !MentionsAny(e, inner);
  }
  // Null where that is not less than the dimension has. Indices outside of the buffer say nothing.
  const Expr* ExtentOf(ExprBound& bound, const Expr* extent) {
    const IntImm *low = AsInt(bound.low), *high = AsInt(bound.high), *whole = AsInt(extent);
    if (low != nullptr && low->value < 0) bound.low = MakeInt(ctx, 0, DTypeOf(low));
    if (whole != nullptr && high != nullptr && high->value >= whole->value)
      bound.high = MakeInt(ctx, whole->value - 1, DTypeOf(high));
    std::optional<int64_t> last = Gap(ctx, bound.low, bound.high);
    if (!last || *last < 0 || (whole != nullptr && *last + 1 >= whole->value) || !facts_->DoesNotOverflow(bound.low))
      return nullptr;
    return MakeInt(ctx, *last + 1, DTypeOf(extent));
  }

  const Stmt* VisitBlock(const SBlockRealize& realize) {
    SBlock* block = ctx.arena.New<SBlock>(*realize.block);
    block->reads = Moved(block->reads);
    block->writes = Moved(block->writes);
    std::vector<const Buffer*> allocated;
    for (const Buffer* buffer : block->alloc_buffers) allocated.push_back(VisitBuffer(buffer));
    block->alloc_buffers = ctx.Copy(allocated);
    block->body = OrNoOp(ctx, Visit(block->body), block->body);
    SBlockRealize* changed = ctx.arena.New<SBlockRealize>(realize);
    if (changed->predicate != nullptr) changed->predicate = VisitExpr(changed->predicate);
    changed->block = block;
    return changed;
  }
  // What a block says that it accesses may be more than it does; beyond what is left of a buffer nothing is said.
  Nodes<BufferRegion> Moved(Nodes<BufferRegion> regions) {
    std::vector<const BufferRegion*> moved;
    for (const BufferRegion* region : regions) {
      const BufferRegion* visited = WithVisitedBounds(*region);
      auto found = compacted_.find(region->buffer);
      moved.push_back(found == compacted_.end() ? visited : Moved(found->second, *visited));
    }
    return ctx.Copy(moved);
  }
  // Bounds may read what is compacted.
  const BufferRegion* WithVisitedBounds(const BufferRegion& region) {
    std::vector<const Range*> ranges;
    bool changed = false;
    for (const Range* range : region.region) {
      const Expr *min = VisitExpr(range->min), *extent = VisitExpr(range->extent);
      bool same = min == range->min && extent == range->extent;
      ranges.push_back(same ? range : MakeRange(ctx, min, extent));
      changed |= !same;
    }
    return changed ? MakeRegion(ctx, region.buffer, ranges) : &region;
  }
  const BufferRegion* Moved(const Compacted& made, const BufferRegion& region) {
    std::vector<const Range*> ranges;
    for (size_t i = 0; i < region.region.size(); ++i) {
      const Range& range = *region.region[i];
      const Expr *begin = made.begins[i], *extent = made.buffer->shape[i];
      if (begin == nullptr) {
        ranges.push_back(&range);
        continue;
      }
      std::optional<int64_t> surplus = Gap(ctx, extent, range.extent);
      bool whole = !surplus || *surplus >= 0;
      ranges.push_back(whole ? MakeRange(ctx, MakeInt(ctx, 0, DTypeOf(extent)), extent)
                             : MakeRange(ctx, Minus(range.min, begin), range.extent));
    }
    return MakeRegion(ctx, made.buffer, ranges);
  }

  Nodes<Expr> Moved(const Compacted& made, Nodes<Expr> indices) {
    std::vector<const Expr*> moved(indices.begin(), indices.end());
    for (size_t i = 0; i < moved.size(); ++i) {
      if (made.begins[i] != nullptr) moved[i] = Minus(moved[i], made.begins[i]);
    }
    return ctx.Copy(moved);
  }
  // recursion: calls, as T.Ramp is, nest as deep as the parser lets them
  const Expr* Minus(const Expr* index, const Expr* begin) {
    if (const auto* ramp = As<Ramp>(index)) {
      Ramp* moved = ctx.arena.New<Ramp>(*ramp);
      moved->base = Minus(ramp->base, begin);
      return moved;
    }
    return facts_->Simplify(MakeBinary(ctx, NodeKind::kSub, index, begin));
  }

  KernelFacts* facts_ = nullptr;
  // Around the statement that is planned, with their ranges.
  std::vector<std::pair<const Var*, ExprBound>> threads_;
  Accesses accesses_;
  Alignments alignments_;
  std::unordered_map<const Buffer*, Compacted> compacted_;
};

Result<Module> RunCompactBufferAllocation(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return LowerPrimFuncs<BufferCompactor>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kCompactBufferAllocation = {
    .name = "CompactBufferAllocation",
    .doc = "allocates of buffers what is accessed of them",
    .changes = Adds({Facet::kOwnShapes}) | Alters({Facet::kKernels, Facet::kOwnShapes}),
    .run = RunCompactBufferAllocation,
};

}  // namespace assay
