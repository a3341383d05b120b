// LowerMatchBuffer: what a block reads and writes through a view of a region (T.match_buffer) is read and written in
// the buffer itself. Tested by testdata/lower_match_buffer.
#include <unordered_map>

#include <fmt/format.h>

#include "ir/ops/term.h"
#include "ir/walk.h"
#include "passes/analysis/kernel_facts.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/refusing_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class MatchLowerer : public RefusingMutator {
 public:
  using RefusingMutator::RefusingMutator;

 protected:
  // other kinds: have no indices and regions of their own
  const Stmt* VisitStmt(const Stmt* s) override {
    if (const auto* block = As<SBlock>(s); block != nullptr && (!views_.empty() || !block->match_buffers.empty()))
      return VisitBlock(*block);
    if (const auto* store = As<BufferStore>(s)) return VisitStore(*static_cast<const BufferStore*>(Children(store)));
    return Children(s);
  }
  const Expr* VisitExpr(const Expr* e) override {
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      const auto* load = As<BufferLoad>(rebuilt);
      auto found = load == nullptr ? views_.end() : views_.find(load->buffer);
      if (found == views_.end()) return rebuilt;
      BufferLoad* direct = ctx.arena.New<BufferLoad>(*load);
      direct->buffer = found->second->buffer;
      direct->indices = ctx.Copy(Shifted(*found->second, load->indices));
      return direct;
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
  }

 private:
  const Stmt* VisitBlock(const SBlock& block) {
    SBlock* direct = ctx.arena.New<SBlock>(block);
    direct->match_buffers = {};
    direct->reads = Direct(block.reads);
    direct->writes = Direct(block.writes);
    VarMap sizes;
    for (const MatchBufferRegion* match : block.match_buffers) AddSizes(*match, sizes);
    // A view whose size is named is another buffer then, and one in all places.
    RewriteMemo memo;
    auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
      auto size = Is<Var>(original) ? sizes.find(As<Var>(original)) : sizes.end();
      return size == sizes.end() ? rebuilt : size->second;
    };
    auto with_sizes = [&](const Node* node) {
      return Rewrite(ctx, node, rule, [](const Node*) { return true; }, Types::kInclude, memo);
    };
    direct->body = static_cast<const Stmt*>(with_sizes(block.body));
    direct->init = static_cast<const Stmt*>(with_sizes(block.init));
    // Only what stands inside can be a view of a view, so that sources are direct already.
    VarMap names;
    for (const MatchBufferRegion* match : block.match_buffers) {
      RefuseReads(*match, block);
      const auto* view = As<Buffer>(with_sizes(match->buffer));
      views_[view] = Direct(*match->source);
      AddNames(*view, *views_[view], names);
    }
    direct->body = Named(direct->body, names);
    direct->init = Named(direct->init, names);
    RefusePointers(*direct, block);
    return Children(direct);
  }
  Nodes<BufferRegion> Direct(Nodes<BufferRegion> regions) {
    std::vector<const BufferRegion*> direct;
    for (const BufferRegion* region : regions) direct.push_back(Direct(*region));
    return ctx.Copy(direct);
  }
  const BufferRegion* Direct(const BufferRegion& region) {
    auto found = views_.find(region.buffer);
    if (found == views_.end()) return &region;
    std::vector<const Expr*> begins;
    for (const Range* range : region.region) begins.push_back(range->min);
    std::vector<const Expr*> moved = Shifted(*found->second, ctx.Copy(begins));
    std::vector<const Range*> ranges;
    size_t dropped = moved.size() - begins.size();
    for (size_t i = 0; i < moved.size(); ++i) {
      const Expr* extent = i < dropped ? MakeInt(ctx, 1, DTypeOf(moved[i])) : region.region[i - dropped]->extent;
      ranges.push_back(MakeRange(ctx, moved[i], extent));
    }
    return MakeRegion(ctx, found->second->buffer, ranges);
  }
  // Variables of the view's shape are extents of the region; strides and offsets are those of the buffer, whoever names
  // them.
  void AddSizes(const MatchBufferRegion& match, VarMap& sizes) {
    size_t dropped = match.source->region.size() - match.buffer->shape.size();
    for (size_t i = 0; i < match.buffer->shape.size(); ++i) {
      const auto* var = As<Var>(match.buffer->shape[i]);
      if (var != nullptr && Is<Var>(match.buffer->shape[i]))
        sizes.emplace(var, match.source->region[i + dropped]->extent);
    }
  }
  // Where the view begins is found once, in front of the block; in its accesses it would be found anew.
  void RefuseReads(const MatchBufferRegion& match, const SBlock& block) {
    bool pure = std::ranges::all_of(match.source->region,
                                    [](const Range* range) { return IsPure(range->min) && IsPure(range->extent); });
    if (pure || failure_) return;
    std::string message = fmt::format("block {} matches {} at a place that is read from memory", block.name_hint.text(),
                                      match.buffer->name.text());
    failure_ = Diag{DiagKind::kCannotLower, block.span, std::move(message), "", {}};
  }
  // What calls are given of a view: its memory is the buffer's, and begins where the region does.
  void AddNames(const Buffer& view, const BufferRegion& source, VarMap& names) {
    const Buffer& buffer = *source.buffer;
    if (!buffer.axis_separators.empty()) return;
    names.emplace(view.data, buffer.data);
    std::vector<const Expr*> strides(buffer.strides.begin(), buffer.strides.end());
    for (size_t i = strides.empty() ? buffer.shape.size() : 0; i-- > 0;) {
      const Expr* behind = i + 1 == buffer.shape.size() ? MakeInt(ctx, 1, DTypeOf(buffer.shape[i]))
                                                        : Times(strides.front(), buffer.shape[i + 1]);
      strides.insert(strides.begin(), behind);
    }
    size_t dropped = strides.size() - view.shape.size();
    for (size_t i = 0; i < view.strides.size(); ++i) AddName(view.strides[i], strides[i + dropped], names);
    const auto* offset = As<Var>(view.elem_offset);
    if (offset == nullptr) return;
    auto number = [&](const Expr* e) { return CastTo(DTypeOf(offset), {ctx, e}); };
    Term begins = IntLiteral(ctx, 0, DTypeOf(offset));
    if (buffer.elem_offset != nullptr) begins = begins + number(buffer.elem_offset);
    for (size_t i = 0; i < strides.size(); ++i) begins = begins + number(source.region[i]->min) * number(strides[i]);
    names.emplace(offset, begins.expr());
  }
  const Expr* Times(const Expr* a, const Expr* b) { return (CastTo(DTypeOf(b), {ctx, a}) * Term(ctx, b)).expr(); }
  // A number is no name.
  void AddName(const Expr* name, const Expr* value, VarMap& names) {
    const auto* var = As<Var>(name);
    if (var != nullptr) names.emplace(var, CastTo(DTypeOf(var), {ctx, value}).expr());
  }
  const Stmt* Named(const Stmt* s, const VarMap& names) {
    if (s == nullptr || names.empty()) return s;
    auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
      auto named = Is<Var>(original) ? names.find(As<Var>(original)) : names.end();
      return named == names.end() ? rebuilt : named->second;
    };
    // What the block matches goes; what it declares on top of that stays, elsewhere.
    auto enter = [&](const Node* node) { return !Is<Buffer>(node) || !views_.contains(As<Buffer>(node)); };
    RewriteMemo memo;
    return static_cast<const Stmt*>(Rewrite(ctx, s, rule, enter, Types::kSkip, memo));
  }
  // Where axes lie apart, nothing here computes the offset.
  void RefusePointers(const SBlock& direct, const SBlock& block) {
    NodeSet seen;
    for (const MatchBufferRegion* match : block.match_buffers) {
      const Buffer* view = match->buffer;
      std::vector<const Node*> names{view->data};
      names.insert(names.end(), view->strides.begin(), view->strides.end());
      if (view->elem_offset != nullptr) names.push_back(view->elem_offset);
      auto look = [&](const Node* node) {
        if (Is<Var>(node) && std::ranges::find(names, node) != names.end() && !failure_) {
          std::string message =
              fmt::format("block {} takes the address of {}, a region of a buffer with axis separators",
                          block.name_hint.text(), view->name.text());
          failure_ = Diag{DiagKind::kCannotLower, block.span, std::move(message), "", {}};
        }
        return !Is<Buffer>(node);
      };
      WalkBeforeChildren(direct.body, look);
    }
  }
  const Stmt* VisitStore(const BufferStore& store) {
    auto found = views_.find(store.buffer);
    if (found == views_.end()) return &store;
    BufferStore* direct = ctx.arena.New<BufferStore>(store);
    direct->buffer = found->second->buffer;
    direct->indices = ctx.Copy(Shifted(*found->second, store.indices));
    return direct;
  }
  // Leading axes that the view leaves out stand at their start.
  std::vector<const Expr*> Shifted(const BufferRegion& source, Nodes<Expr> indices) {
    std::vector<const Expr*> shifted;
    size_t dropped = source.region.size() - indices.size();
    for (size_t i = 0; i < source.region.size(); ++i) {
      // A let in it stands at each place anew.
      const Expr* begin = FreshCopy(ctx, source.region[i]->min);
      if (i >= dropped) begin = Sum(begin, indices[i - dropped]);
      shifted.push_back(begin);
    }
    return shifted;
  }
  const Expr* Sum(const Expr* begin, const Expr* index) {
    const IntImm* start = AsInt(begin);
    if (start != nullptr && start->value == 0) return index;
    if (DTypeOf(begin).Scalar() != DTypeOf(index).Scalar()) begin = MakeCast(ctx, DTypeOf(index).Scalar(), begin);
    if (DTypeOf(index).IsScalar()) return MakeBinary(ctx, NodeKind::kAdd, begin, index);
    Broadcast* spread = ctx.arena.New<Broadcast>();
    spread->value = begin;
    spread->lanes = MakeInt(ctx, DTypeOf(index).lanes, DType::Int(32));
    spread->type = index->type;
    return MakeBinary(ctx, NodeKind::kAdd, spread, index);
  }

  std::unordered_map<const Buffer*, const BufferRegion*> views_;
};

Result<Module> RunLowerMatchBuffer(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return LowerPrimFuncs<MatchLowerer>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kLowerMatchBuffer = {
    .name = "LowerMatchBuffer",
    .doc = "reads and writes buffers themselves where blocks do so through views of regions",
    .changes = Alters({Facet::kKernels}),
    .run = RunLowerMatchBuffer,
};

}  // namespace assay
