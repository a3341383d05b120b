#include "ir/text/regions.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "ir/arith/analyzer.h"
#include "ir/arith/bounds.h"
#include "ir/text/scalar_build.h"
#include "ir/tir/accesses.h"
#include "ir/visit.h"
#include "ir/walk.h"

namespace assay {
namespace {

class Detector {
 public:
  Detector(Context& ctx, const std::vector<const Buffer*>& own, const std::vector<const MatchBufferRegion*>& matched)
      : ctx_(ctx), own_(own) {
    for (const MatchBufferRegion* region : matched) matched_.emplace(region->buffer, region->source);
  }

  // Walks statements and expressions with an own stack; loops enter the domains as they are met.
  void Collect(const Stmt* root) {
    WalkBeforeChildren(root, [&](const Node* node) { return Enter(node); });
  }
  BlockRegions Finish(const std::vector<const Buffer*>& init_writes) {
    BlockRegions out;
    for (auto& access : reads_) {
      if (std::find(init_writes.begin(), init_writes.end(), access.buffer) != init_writes.end()) continue;
      out.reads.push_back(ToRegion(access));
    }
    for (auto& access : writes_) out.writes.push_back(ToRegion(access));
    return out;
  }
  std::vector<const Buffer*> Written() const {
    std::vector<const Buffer*> buffers;
    for (const auto& access : writes_) buffers.push_back(access.buffer);
    return buffers;
  }

 private:
  struct Touched {
    const Buffer* buffer;
    std::vector<ExprBound> dims;
  };

  // other kinds: access what their parts access
  bool Enter(const Node* node) {
    if (const auto* loop = As<For>(node)) {
      const Expr* last = BuildBinary(ctx_, NodeKind::kSub, BuildBinary(ctx_, NodeKind::kAdd, loop->min, loop->extent),
                                     MakeInt(ctx_, 1, DTypeOf(loop->extent)));
      domains_[loop->loop_var] = {Bound(loop->min).low, Bound(last).high};
    } else if (const auto* bind = As<Bind>(node)) {
      domains_[bind->var] = Bound(bind->value);
    } else if (std::optional<ElementAccess> access = ElementAccessOf(node)) {
      Add(access->writes ? writes_ : reads_, access->buffer, Points(access->indices));
    } else if (const auto* inner = As<SBlockRealize>(node)) {
      EnterBlock(*inner);
      return false;
    } else if (const auto* alloc = As<AllocBuffer>(node)) {
      inner_.push_back(alloc->buffer);
    }
    return !Is<Buffer>(node);
  }

  // An inner block counts by its own regions, with its variables replaced by their values.
  void EnterBlock(const SBlockRealize& realize) {
    const SBlock* block = realize.block;
    for (size_t i = 0; i < block->iter_vars.size(); ++i) {
      domains_[block->iter_vars[i]->var] = Bound(realize.iter_values[i]);
    }
    auto add = [&](std::vector<Touched>& accesses, Nodes<BufferRegion> regions) {
      for (const BufferRegion* region : regions) {
        std::vector<ExprBound> dims;
        for (const Range* range : region->region) {
          const Expr* last =
              BuildBinary(ctx_, NodeKind::kSub, BuildBinary(ctx_, NodeKind::kAdd, range->min, range->extent),
                          OneOf(ctx_, range->min));
          dims.push_back({Bound(range->min).low, Bound(last).high});
        }
        Add(accesses, region->buffer, std::move(dims));
      }
    };
    add(reads_, block->reads);
    add(writes_, block->writes);
  }

  std::vector<ExprBound> Points(Nodes<Expr> indices) {
    std::vector<ExprBound> dims;
    for (const Expr* index : indices) dims.push_back(Bound(index));
    return dims;
  }

  // Over all inner loop variables; unknown where the form is not understood.
  ExprBound Bound(const Expr* e) { return BoundOver(ctx_, domains_, e, BuildBinary); }

  std::optional<int64_t> Difference(const Expr* a, const Expr* b) {
    if (DTypeOf(a) != DTypeOf(b)) return std::nullopt;
    return ConstantValue(ctx_, Simplify(ctx_, MakeBinary(ctx_, NodeKind::kSub, a, b)));
  }

  void Add(std::vector<Touched>& accesses, const Buffer* buffer, std::vector<ExprBound> dims) {
    auto is_inside = [&] {
      return std::ranges::find(own_, buffer) != own_.end() || std::ranges::find(inner_, buffer) != inner_.end();
    };
    // What a buffer stands for may stand for a region of another one in turn.
    for (auto match = matched_.find(buffer); !is_inside() && match != matched_.end(); match = matched_.find(buffer)) {
      dims = InSource(*match->second, dims);
      buffer = match->second->buffer;
    }
    if (is_inside()) return;
    auto known = std::find_if(accesses.begin(), accesses.end(), [&](const Touched& a) { return a.buffer == buffer; });
    if (known == accesses.end()) {
      accesses.push_back({buffer, std::move(dims)});
      return;
    }
    for (size_t i = 0; i < dims.size() && i < known->dims.size(); ++i) known->dims[i] = Union(known->dims[i], dims[i]);
  }
  // Of a buffer that stands for the region, whose leading dimensions it may lack.
  std::vector<ExprBound> InSource(const BufferRegion& source, const std::vector<ExprBound>& dims) {
    std::vector<ExprBound> out;
    size_t dropped = source.region.size() - std::min(source.region.size(), dims.size());
    for (size_t i = 0; i < source.region.size(); ++i) {
      const Expr* min = source.region[i]->min;
      ExprBound dim = i < dropped ? ExprBound{min, min} : dims[i - dropped];
      if (i >= dropped && dim.low != nullptr) {
        bool point = dim.low == dim.high;
        dim.low = Simplify(ctx_, BuildBinary(ctx_, NodeKind::kAdd, min, dim.low));
        dim.high = point ? dim.low : Simplify(ctx_, BuildBinary(ctx_, NodeKind::kAdd, min, dim.high));
      }
      out.push_back(dim);
    }
    return out;
  }
  ExprBound Union(ExprBound a, ExprBound b) {
    if (a.low == nullptr || b.low == nullptr) return {};
    if (DTypeOf(a.low) != DTypeOf(b.low)) return {};
    return {Outer(NodeKind::kMin, a.low, b.low), Outer(NodeKind::kMax, a.high, b.high)};
  }
  // The less or greater of two ends; an expression where nobody knows which.
  const Expr* Outer(NodeKind kind, const Expr* a, const Expr* b) {
    std::optional<int64_t> difference = Difference(b, a);
    if (!difference) return BuildBinary(ctx_, kind, a, b);
    return (kind == NodeKind::kMin ? *difference < 0 : *difference > 0) ? b : a;
  }

  const BufferRegion* ToRegion(const Touched& access) {
    std::vector<const Range*> ranges;
    for (size_t i = 0; i < access.dims.size(); ++i) {
      ExprBound dim = access.dims[i];
      const Expr* shape = access.buffer->shape[i];
      if (dim.low == nullptr) {
        ranges.push_back(MakeRange(ctx_, MakeInt(ctx_, 0, DTypeOf(shape)), shape));
      } else if (dim.low == dim.high) {
        ranges.push_back(MakeRange(ctx_, dim.low, OneOf(ctx_, dim.low)));
      } else {
        const Expr* low = Simplify(ctx_, dim.low);
        const Expr* end = Simplify(ctx_, BuildBinary(ctx_, NodeKind::kAdd, dim.high, OneOf(ctx_, dim.high)));
        const Expr* length = BuildBinary(ctx_, NodeKind::kSub, end, low);
        // As TVM writes it, which simplifies no hull of two ends.
        bool hull = Is<Min>(dim.low) || Is<Max>(dim.high);
        ranges.push_back(MakeRange(ctx_, low, hull ? length : Simplify(ctx_, length)));
      }
    }
    return MakeRegion(ctx_, access.buffer, ranges);
  }

  Context& ctx_;
  const std::vector<const Buffer*>& own_;
  // What matched buffers stand for.
  std::unordered_map<const Buffer*, const BufferRegion*> matched_;
  std::vector<const Buffer*> inner_;
  ExprDomains domains_;
  std::vector<Touched> reads_;
  std::vector<Touched> writes_;
};

}  // namespace

BlockRegions DetectRegions(Context& ctx, const Stmt* body, const Stmt* init, const std::vector<const Buffer*>& own,
                           const std::vector<const MatchBufferRegion*>& matched) {
  Detector detector(ctx, own, matched);
  std::vector<const Buffer*> init_writes;
  if (init != nullptr) {
    detector.Collect(init);
    init_writes = detector.Written();
  }
  detector.Collect(body);
  return detector.Finish(init_writes);
}

}  // namespace assay
