// Steps on the shapes of buffers: pad_einsum makes the axes of a sum of products multiples of numbers, transform_layout
// stores a buffer in another order.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "ir/arith/analyzer.h"
#include "ir/mentions.h"
#include "ir/prim/intrinsics.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/instances.h"
#include "passes/analysis/kernel_facts.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/schedule/nest_edits.h"
#include "passes/schedule/param_layout.h"
#include "passes/schedule/primitive_specs.h"

namespace assay {
namespace {

using Args = std::span<const PrimitiveArg>;

// ---- pad_einsum
constexpr std::string_view kPadPreconditions[] = {
    "the block is one store whose instances may run in another order, each variable bound to a loop of its own, over "
    "all of it",
    "it stores a product, or adds products to a sum that starts at 0",
    "operands are read at the block's variables, a buffer at the same ones each time, each axis over all of it, and "
    "all operands have the reductions that are padded",
    "the buffer is stored by this block alone and viewed by none",
    "there is a number for each variable, of which it is to be a multiple: 1 for no change; one of them changes "
    "something",
};

struct Einsum {
  BlockSite site;
  const BufferStore* store = nullptr;
  std::vector<const BufferLoad*> operands;
};

// Loads of a product; false for anything else but casts of them.
bool CollectOperands(const Expr* e, std::vector<const BufferLoad*>& operands) {
  std::vector<const Expr*> factors{e};
  while (!factors.empty()) {
    const Expr* factor = factors.back();
    factors.pop_back();
    while (const auto* cast = As<Cast>(factor)) factor = cast->value;
    if (const auto* product = As<Mul>(factor)) {
      factors.insert(factors.end(), {product->b, product->a});
      continue;
    }
    const auto* load = As<BufferLoad>(factor);
    if (load == nullptr || load->predicate != nullptr) return false;
    operands.push_back(load);
  }
  return true;
}

bool IsPlusZero(const Expr* e) {
  if (const auto* number = As<FloatImm>(e)) return number->value == 0 && !std::signbit(number->value);
  return AsInt(e) != nullptr && AsInt(e)->value == 0;
}

const Expr* Product(const SBlock& block, const BufferStore& store) {
  if (block.init == nullptr) return store.value;
  const auto* init = As<BufferStore>(block.init);
  const auto* sum = As<Add>(store.value);
  const auto* own = sum == nullptr ? nullptr : As<BufferLoad>(sum->a);
  bool adds = own != nullptr && own->buffer == store.buffer && init != nullptr && IsPlusZero(init->value);
  return adds ? sum->b : nullptr;
}

// Loops directly in each other, each from 0 over one variable's whole axis, in the order of the variables.
bool IsTrivial(Context& ctx, const BlockSite& site) {
  const SBlock& block = site.block();
  bool trivial = OutermostAround(site) == site.top && IsTrue(site.realize->predicate) &&
                 site.loops.size() == block.iter_vars.size();
  for (size_t i = 0; trivial && i < site.loops.size(); ++i) {
    const Range& axis = *block.iter_vars[i]->dom;
    bool from_zero = AsInt(axis.min) != nullptr && AsInt(axis.min)->value == 0;
    trivial = from_zero && site.realize->iter_values[i] == site.loops[i]->loop_var && IsPlain(*site.loops[i]) &&
              StartsAtZero(*site.loops[i]) && ProveEqual(ctx, axis.extent, site.loops[i]->extent) &&
              DTypeOf(axis.extent) == DTypeOf(site.loops[i]->extent);
    for (const For* other : site.loops)
      trivial = trivial && !Mentions(axis.extent, other->loop_var) && !Mentions(site.loops[i]->extent, other->loop_var);
  }
  return trivial;
}

// The number of the variable at each axis; empty where an index is anything else, or the axis is not all of its
// buffer's.
std::vector<size_t> VariablesAt(Context& ctx, const SBlock& block, Nodes<Expr> indices, const Buffer* buffer) {
  std::vector<size_t> variables;
  for (size_t axis = 0; axis < indices.size(); ++axis) {
    auto iter =
        std::ranges::find(block.iter_vars, indices[axis], [](const IterVar* v) -> const Expr* { return v->var; });
    auto number = static_cast<size_t>(iter - block.iter_vars.begin());
    bool fits = iter != block.iter_vars.end() && std::ranges::find(variables, number) == variables.end() &&
                ProveEqual(ctx, (*iter)->dom->extent, buffer->shape[axis]);
    if (!fits) return {};
    variables.push_back(number);
  }
  return variables;
}

Result<Einsum> EinsumAt(const KernelSchedule& schedule, std::string_view name) {
  ASSAY_TRY(BlockSite site, schedule.Site(name));
  std::string why = WhyOrdered(schedule.ctx, site);
  if (!why.empty() || !IsTrivial(schedule.ctx, site)) {
    return RefusedPrimitive(
        "pad_einsum.r1",
        fmt::format("block {}: {}", name, why.empty() ? "its variables are not bound to loops of their own" : why));
  }
  Einsum einsum{site, OnlyStore(site.block()), {}};
  const Expr* product = Product(site.block(), *einsum.store);
  bool reduces =
      std::ranges::any_of(site.block().iter_vars, [](const IterVar* v) { return v->iter_type != IterType::kDataPar; });
  bool is_product =
      product != nullptr && (!reduces || site.block().init != nullptr) && CollectOperands(product, einsum.operands);
  if (!is_product || einsum.store->buffer->dtype.IsBool())
    return RefusedPrimitive("pad_einsum.r2", fmt::format("block {} is no sum of products", name));
  return einsum;
}

Status CanPad(const KernelSchedule& schedule, const Einsum& einsum, const std::vector<int64_t>& multiples) {
  Context& ctx = schedule.ctx;
  const SBlock& block = einsum.site.block();
  const Buffer* out = einsum.store->buffer;
  bool fits = !VariablesAt(ctx, block, einsum.store->indices, out).empty() || out->shape.empty();
  // One copy has the axes of all that is read from a buffer.
  std::unordered_map<const Buffer*, std::vector<size_t>> read_at;
  for (const BufferLoad* load : einsum.operands) {
    std::vector<size_t> variables = VariablesAt(ctx, block, load->indices, load->buffer);
    fits &= read_at.emplace(load->buffer, variables).first->second == variables;
    fits &= (!variables.empty() || load->indices.empty()) && load->buffer->data != out->data &&
            load->buffer->strides.empty();
    for (size_t i = 0; i < multiples.size(); ++i) {
      bool padded = block.iter_vars[i]->iter_type == IterType::kCommReduce && multiples[i] > 1;
      // What is added must be 0, which infinity times 0 is not.
      fits &= !padded || std::ranges::find(variables, i) != variables.end();
    }
    fits &= !load->buffer->dtype.IsFloating() || load->buffer->dtype.bits >= 16;
  }
  if (!fits)
    return RefusedPrimitive("pad_einsum.r3", "an operand is not read at the block's variables, over all of its axes");
  int own = block.init != nullptr ? 2 : 1;
  bool alone = StoresInto(*schedule.func, out) == own && !IsNamedOtherwise(*schedule.func, out) && out->strides.empty();
  return alone ? Status(Done{})
               : Status(
                     RefusedPrimitive("pad_einsum.r4", fmt::format("buffer {} is stored elsewhere", out->name.text())));
}

class Padder {
 public:
  Padder(KernelSchedule& schedule, const Einsum& einsum, const std::vector<int64_t>& multiples)
      : schedule_(schedule), ctx_(schedule.ctx), einsum_(einsum) {
    const SBlock& block = einsum.site.block();
    for (size_t i = 0; i < multiples.size(); ++i)
      extents_.push_back(RaisedTo(block.iter_vars[i]->dom->extent, multiples[i]));
  }

  bool Changes() const {
    const SBlock& block = einsum_.site.block();
    for (size_t i = 0; i < extents_.size(); ++i) {
      if (!ProveEqual(ctx_, extents_[i], block.iter_vars[i]->dom->extent)) return true;
    }
    return false;
  }

  void Apply() {
    const SBlock& block = einsum_.site.block();
    const Stmt* padded = Nest();
    for (const BufferLoad* load : einsum_.operands) {
      if (!std::ranges::count(done_, load->buffer)) padded = PadOperand(*load, padded);
    }
    const Buffer* out = einsum_.store->buffer;
    const Buffer* wide = Wide(out, einsum_.store->indices);
    std::vector<const Stmt*> after;
    if (wide != out) {
      made_.push_back(wide);
      padded = WithOtherBuffer(ctx_, padded, out, wide);
      NewAxes axes(ctx_, out->shape);
      const BufferStore* back = MakeStore(ctx_, out, MakeLoad(ctx_, wide, axes.indices), axes.indices);
      after.push_back(MakeNest(schedule_, axes, wide->name.text(), back));
    }
    std::string name = block.name_hint.str();
    schedule_.Replace(einsum_.site.top, padded);
    AddToScope(schedule_, name, made_, before_, after);
  }

 private:
  const Expr* RaisedTo(const Expr* extent, int64_t multiple) {
    DType dtype = DTypeOf(extent);
    const Expr* by = MakeInt(ctx_, multiple, dtype);
    const Expr* raised = MakeBinary(ctx_, NodeKind::kAdd, extent, MakeInt(ctx_, multiple - 1, dtype));
    return Simplify(ctx_, MakeBinary(ctx_, NodeKind::kMul, MakeBinary(ctx_, NodeKind::kFloorDiv, raised, by), by));
  }
  // The block over the wider axes.
  const Stmt* Nest() {
    SBlock* block = ctx_.arena.New<SBlock>(einsum_.site.block());
    std::vector<const IterVar*> iters;
    for (size_t i = 0; i < extents_.size(); ++i) {
      IterVar* iter = ctx_.arena.New<IterVar>(*block->iter_vars[i]);
      iter->dom = MakeRange(ctx_, iter->dom->min, extents_[i]);
      iters.push_back(iter);
    }
    block->iter_vars = ctx_.Copy(iters);
    SBlockRealize* realize = ctx_.arena.New<SBlockRealize>(*einsum_.site.realize);
    realize->block = block;
    const Stmt* nest = realize;
    for (size_t i = extents_.size(); i-- > 0;) {
      For* loop = ctx_.arena.New<For>(*einsum_.site.loops[i]);
      loop->extent = extents_[i];
      loop->body = nest;
      nest = loop;
    }
    return nest;
  }
  // The buffer with the axes that it has among the block's; itself where none is wider.
  const Buffer* Wide(const Buffer* buffer, Nodes<Expr> indices) {
    std::vector<const Expr*> shape;
    bool wider = false;
    for (size_t axis = 0; axis < indices.size(); ++axis) {
      size_t variable = VariablesAt(ctx_, einsum_.site.block(), indices, buffer)[axis];
      wider |= !ProveEqual(ctx_, extents_[variable], buffer->shape[axis]);
      shape.push_back(extents_[variable]);
    }
    return wider ? MakeBuffer(ctx_, buffer->name.str() + "_pad", buffer->dtype, shape) : buffer;
  }
  // A copy with zeros behind the ends, which the nest reads instead.
  const Stmt* PadOperand(const BufferLoad& load, const Stmt* nest) {
    const Buffer *buffer = load.buffer, *wide = Wide(buffer, load.indices);
    done_.push_back(buffer);
    if (wide == buffer) return nest;
    NewAxes axes(ctx_, wide->shape);
    const Expr* inside = nullptr;
    for (size_t axis = 0; axis < axes.indices.size(); ++axis) {
      if (ProveEqual(ctx_, wide->shape[axis], buffer->shape[axis])) continue;
      const Expr* below = MakeBinary(ctx_, NodeKind::kLT, axes.indices[axis], buffer->shape[axis]);
      inside = inside == nullptr ? below : MakeBinary(ctx_, NodeKind::kAnd, inside, below);
    }
    DType dtype = buffer->dtype;
    const Expr* zero =
        dtype.IsFloating() ? static_cast<const Expr*>(MakeFloat(ctx_, 0, dtype)) : MakeInt(ctx_, 0, dtype);
    const Expr* value =
        MakeIntrinsic(ctx_, IntrinsicId::if_then_else, dtype, {inside, MakeLoad(ctx_, buffer, axes.indices), zero});
    before_.push_back(MakeNest(schedule_, axes, wide->name.text(), MakeStore(ctx_, wide, value, axes.indices)));
    made_.push_back(wide);
    return WithOtherBuffer(ctx_, nest, buffer, wide);
  }

  KernelSchedule& schedule_;
  Context& ctx_;
  const Einsum& einsum_;
  std::vector<const Expr*> extents_;
  std::vector<const Buffer*> made_, done_;
  std::vector<const Stmt*> before_;
};

// pad_einsum(block, multiples of its variables).
Status PadEinsum(KernelSchedule& schedule, Args args) {
  constexpr int64_t kMost = 1024;
  ASSAY_TRY(Einsum einsum, EinsumAt(schedule, args[0].text));
  std::vector<int64_t> multiples;
  for (std::optional<int64_t> number : args[1].numbers) multiples.push_back(number.value_or(1));
  bool fits = multiples.size() == einsum.site.block().iter_vars.size() &&
              std::ranges::all_of(multiples, [](int64_t m) { return m >= 1 && m <= kMost; });
  if (!fits)
    return RefusedPrimitive("pad_einsum.r5", fmt::format("block {} has {} variables, which want numbers from 1 to {}",
                                                         args[0].text, einsum.site.block().iter_vars.size(), kMost));
  ASSAY_RETURN_IF_ERROR(CanPad(schedule, einsum, multiples));
  Padder padder(schedule, einsum, multiples);
  if (!padder.Changes()) return RefusedPrimitive("pad_einsum.r5", "all axes are such multiples already");
  padder.Apply();
  return Done{};
}

// Numbers for all variables, since a list of another length fits none.
void DrawPadding(const KernelSchedule& schedule, ByteSource& bytes, std::vector<PrimitiveArg>& args) {
  Result<BlockSite> site = schedule.Site(args[0].text);
  if (!site.ok()) return;
  args[1].numbers.clear();
  for (size_t i = 0; i < site->block().iter_vars.size(); ++i)
    args[1].numbers.emplace_back(bytes.Chance(1, 3) ? 2 + static_cast<int64_t>(bytes.Below(3)) : 1);
}

// ---- transform_layout
constexpr std::string_view kLayoutPreconditions[] = {
    "the block writes a buffer of that number that is allocated around it",
    "there is a factor for each axis, positive, which divides its extent: 1 or None for an axis that stays whole",
    "the order names each of the axes that are made, once",
    "the buffer is seen by plain accesses alone",
};

// One axis of the new layout: an old one, or a part of it.
struct LayoutAxis {
  size_t from = 0;
  // 0: what is left when the factor is taken out; 1: the factor; whole when the factor is 1.
  bool inner = false;
  int64_t factor = 1;

  const Expr* Of(Context& ctx, const Expr* index) const {
    if (factor == 1) return index;
    return Simplify(ctx, MakeBinary(ctx, inner ? NodeKind::kFloorMod : NodeKind::kFloorDiv, index,
                                    MakeInt(ctx, factor, DTypeOf(index))));
  }
  const Expr* Extent(Context& ctx, const Expr* extent) const {
    if (factor == 1) return extent;
    return inner ? MakeInt(ctx, factor, DTypeOf(extent)) : MakeInt(ctx, AsInt(extent)->value / factor, DTypeOf(extent));
  }
};

class LayoutChanger : public StmtMutator {
 public:
  LayoutChanger(Context& context, const Buffer* from, const Buffer* to, const std::vector<LayoutAxis>& axes)
      : StmtMutator(context), from_(from), to_(to), axes_(axes) {}

 protected:
  const Buffer* VisitBuffer(const Buffer* buffer) override { return buffer == from_ ? to_ : buffer; }
  // other kinds: have no indices and regions of their own
  const Stmt* VisitStmt(const Stmt* s) override {
    const Stmt* visited = Children(s);
    if (const auto* store = As<BufferStore>(s); store != nullptr && store->buffer == from_) {
      BufferStore* moved = ctx.arena.New<BufferStore>(*As<BufferStore>(visited));
      moved->indices = ctx.Copy(Moved(moved->indices));
      return moved;
    }
    const auto* block = As<SBlock>(visited);
    if (block == nullptr) return visited;
    SBlock* moved = ctx.arena.New<SBlock>(*block);
    moved->reads = Regions(moved->reads);
    moved->writes = Regions(moved->writes);
    bool same = std::ranges::equal(moved->reads, block->reads) && std::ranges::equal(moved->writes, block->writes);
    return same ? visited : moved;
  }
  const Expr* VisitExpr(const Expr* e) override {
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      const auto* load = As<BufferLoad>(rebuilt);
      if (load == nullptr || load->buffer != from_) return rebuilt;
      BufferLoad* moved = ctx.arena.New<BufferLoad>(*load);
      moved->buffer = to_;
      moved->indices = ctx.Copy(Moved(load->indices));
      return moved;
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
  }

 private:
  std::vector<const Expr*> Moved(Nodes<Expr> indices) const {
    std::vector<const Expr*> moved;
    for (const LayoutAxis& axis : axes_) moved.push_back(axis.Of(ctx, indices[axis.from]));
    return moved;
  }
  // Points stay points; anything wider becomes all of the buffer.
  Nodes<BufferRegion> Regions(Nodes<BufferRegion> regions) const {
    std::vector<const BufferRegion*> moved;
    for (const BufferRegion* region : regions) {
      auto point = [](const Range* range) {
        return AsInt(range->extent) != nullptr && AsInt(range->extent)->value == 1;
      };
      // The buffer was replaced when the regions were visited.
      if (region->buffer != to_) {
        moved.push_back(region);
      } else if (std::ranges::all_of(region->region, point)) {
        std::vector<const Expr*> indices;
        for (const Range* range : region->region) indices.push_back(range->min);
        moved.push_back(PointRegion(ctx, to_, Moved(ctx.Copy(indices))));
      } else {
        std::vector<const Range*> all;
        for (const Expr* extent : to_->shape) all.push_back(MakeRange(ctx, MakeInt(ctx, 0, DTypeOf(extent)), extent));
        moved.push_back(MakeRegion(ctx, to_, all));
      }
    }
    return ctx.Copy(moved);
  }

  const Buffer* from_;
  const Buffer* to_;
  const std::vector<LayoutAxis>& axes_;
};

Result<std::vector<LayoutAxis>> LayoutOf(const Buffer* buffer, const PrimitiveArg& factors, const PrimitiveArg& order) {
  if (factors.numbers.size() != buffer->shape.size())
    return RefusedPrimitive("transform_layout.r2",
                            fmt::format("buffer {} has {} axes", buffer->name.text(), buffer->shape.size()));
  std::vector<LayoutAxis> axes, ordered;
  for (size_t i = 0; i < factors.numbers.size(); ++i) {
    int64_t factor = factors.numbers[i].value_or(1);
    const IntImm* extent = AsInt(buffer->shape[i]);
    bool divides = factor == 1 || (factor > 1 && extent != nullptr && extent->value % factor == 0);
    if (!divides)
      return RefusedPrimitive("transform_layout.r2", fmt::format("factor {} does not divide axis {}", factor, i));
    axes.push_back({i, false, factor});
    if (factor > 1) axes.push_back({i, true, factor});
  }
  std::vector<int64_t> taken;
  for (std::optional<int64_t> number : order.numbers) {
    bool fits = number && *number >= 0 && static_cast<size_t>(*number) < axes.size() &&
                std::ranges::find(taken, *number) == taken.end();
    if (!fits) return RefusedPrimitive("transform_layout.r3", "the order is no permutation");
    taken.push_back(*number);
    ordered.push_back(axes[static_cast<size_t>(*number)]);
  }
  if (ordered.size() != axes.size())
    return RefusedPrimitive("transform_layout.r3", fmt::format("{} axes are made", axes.size()));
  return ordered;
}

// Scalar indices, nothing that names the buffer's memory.
bool IsSeenPlainly(const PrimFunc& func, const Buffer* buffer) {
  auto is_plain = [&](const ElementAccess& access) {
    return access.buffer == buffer && access.predicate == nullptr &&
           std::ranges::all_of(access.indices, [](const Expr* e) { return DTypeOf(e).IsScalar() && IsPure(e); });
  };
  return !IsNamedOtherwise(func, buffer) && buffer->strides.empty() &&
         !AnyAccess(func.body, [&](const ElementAccess& access) {
           return access.buffer->data == buffer->data && !is_plain(access);
         });
}

// transform_layout(block, number of a buffer that it writes, factors of its axes, order of what they become).
Status TransformLayout(KernelSchedule& schedule, Args args) {
  Context& ctx = schedule.ctx;
  ASSAY_TRY(BlockSite site, schedule.Site(args[0].text));
  bool has = args[1].number >= 0 && static_cast<size_t>(args[1].number) < site.block().writes.size();
  const Buffer* buffer = has ? site.block().writes[static_cast<size_t>(args[1].number)]->buffer : nullptr;
  if (buffer == nullptr || !Allocates(site.scope, buffer))
    return RefusedPrimitive("transform_layout.r1", fmt::format("block {} writes no such buffer", args[0].text));
  ASSAY_TRY(std::vector<LayoutAxis> axes, LayoutOf(buffer, args[2], args[3]));
  if (!IsSeenPlainly(*schedule.func, buffer))
    return RefusedPrimitive("transform_layout.r4", fmt::format("buffer {} is viewed", buffer->name.text()));
  std::vector<const Expr*> shape;
  for (const LayoutAxis& axis : axes) shape.push_back(axis.Extent(ctx, buffer->shape[axis.from]));
  const Buffer* moved = MakeBuffer(ctx, buffer->name.text(), buffer->dtype, shape, buffer->scope.text());
  schedule.func = LayoutChanger(ctx, buffer, moved, axes).VisitFunction(schedule.func);
  return Done{};
}

// Factors that divide, and a permutation.
void DrawAxes(Nodes<Expr> shape, ByteSource& bytes, PrimitiveArg& factors, PrimitiveArg& order) {
  factors.numbers.clear();
  order.numbers.clear();
  for (const Expr* extent : shape) {
    const IntImm* known = AsInt(extent);
    auto factor = static_cast<int64_t>(2 + bytes.Below(3));
    bool divides = known != nullptr && known->value % factor == 0 && bytes.Chance(2, 3);
    factors.numbers.push_back(divides ? std::optional(factor) : std::nullopt);
    for (int made = 0; made < (divides ? 2 : 1); ++made) {
      auto place = static_cast<std::ptrdiff_t>(bytes.Below(order.numbers.size() + 1));
      order.numbers.insert(order.numbers.begin() + place, static_cast<int64_t>(order.numbers.size()));
    }
  }
}
void DrawLayout(const KernelSchedule& schedule, ByteSource& bytes, std::vector<PrimitiveArg>& args) {
  Result<BlockSite> site = schedule.Site(args[0].text);
  if (!site.ok() || site->block().writes.empty()) return;
  args[1].number = 0;
  DrawAxes(site->block().writes[0]->buffer->shape, bytes, args[2], args[3]);
}

std::string MapText(size_t rank, const std::vector<LayoutAxis>& axes) {
  std::string from, to;
  for (size_t i = 0; i < rank; ++i) from += fmt::format("{}i{}", i == 0 ? "" : ", ", i);
  for (const LayoutAxis& axis : axes) {
    to += fmt::format("i{}", axis.from);
    if (axis.factor != 1) to += fmt::format(" {} {}", axis.inner ? "%" : "//", axis.factor);
    to += ", ";
  }
  return fmt::format("lambda {}: ({})", from, to);
}

}  // namespace

std::optional<ParamLayout> DrawParamLayout(Context& ctx, const PrimFunc* kernel, size_t param, ByteSource& bytes) {
  const Buffer* buffer = kernel->buffers[param];
  if (buffer == nullptr || buffer->shape.empty() || buffer->elem_offset != nullptr) return std::nullopt;
  if (!IsSeenPlainly(*kernel, buffer)) return std::nullopt;
  PrimitiveArg factors, order;
  DrawAxes(buffer->shape, bytes, factors, order);
  Result<std::vector<LayoutAxis>> axes = LayoutOf(buffer, factors, order);
  if (!axes.ok()) return std::nullopt;
  std::vector<const Expr*> shape;
  for (const LayoutAxis& axis : *axes) shape.push_back(axis.Extent(ctx, buffer->shape[axis.from]));
  Buffer* moved = ctx.arena.New<Buffer>(*buffer);
  moved->shape = ctx.Copy(shape);
  PrimFunc* made = ctx.arena.New<PrimFunc>(*LayoutChanger(ctx, buffer, moved, *axes).VisitFunction(kernel));
  std::vector<const Buffer*> buffers(kernel->buffers.begin(), kernel->buffers.end());
  buffers[param] = moved;
  made->buffers = ctx.Copy(buffers);
  return ParamLayout{made, MapText(buffer->shape.size(), *axes)};
}

namespace primitive {
const PrimitiveSpec kPadEinsum{"pad_einsum", "axes of a sum of products become multiples, with zeros behind their ends",
                               "bn",         kPadPreconditions,
                               PadEinsum,    DrawPadding};
const PrimitiveSpec kTransformLayout{"transform_layout",
                                     "axes of a buffer are split by factors, and stored in another order",
                                     "binn",
                                     kLayoutPreconditions,
                                     TransformLayout,
                                     DrawLayout};
}  // namespace primitive

}  // namespace assay
