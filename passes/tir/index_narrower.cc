#include "passes/tir/index_narrower.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/tensor/int_range.h"
#include "ir/walk.h"
#include "passes/op_names.h"

namespace assay {
namespace {

// Zero in the dtype of the dimensions is what an offset is that nobody gives.
bool IsGivenZero(const Buffer& buffer) {
  const IntImm* offset = AsInt(buffer.elem_offset);
  return offset != nullptr && offset->value == 0 && !buffer.shape.empty() &&
         DTypeOf(offset) != DTypeOf(buffer.shape[0]);
}
bool IsArithmetic(NodeKind kind) { return kind >= NodeKind::kAdd && kind <= NodeKind::kMax; }
bool Fits(int64_t value, DType dtype) { return value >= LeastInt(dtype) && value <= GreatestInt(dtype); }

// Parameters, and what loops, axes, names and lets define.
// other kinds: define no scalar
std::unordered_set<const Var*> DefinedInNoBuffer(const PrimFunc& func) {
  std::unordered_set<const Var*> defined(func.params.begin(), func.params.end());
  WalkOnce(func.body, [&](const Node* node) {
    if (const auto* loop = As<For>(node)) defined.insert(loop->loop_var);
    if (const auto* axis = As<IterVar>(node)) defined.insert(axis->var);
    if (const auto* bind = As<Bind>(node)) defined.insert(bind->var);
    if (const auto* let = As<Let>(node)) defined.insert(let->var);
  });
  return defined;
}

}  // namespace

void IndexNarrower::Refuse(const Node* node, std::string message) {
  if (!failure_) failure_ = Diag{DiagKind::kCannotLower, node->span, std::move(message), "", {}};
}

bool IndexNarrower::UsesNarrowed(const Expr* e) const {
  bool uses = false;
  WalkBeforeChildren(e, [&](const Node* node) {
    uses |= Is<Var>(node) && vars_.contains(As<Var>(node));
    return !uses && !Is<Buffer>(node);
  });
  return uses;
}

bool IndexNarrower::UsesNarrowed(const Buffer& buffer) const {
  auto uses = [&](const Expr* e) { return e != nullptr && UsesNarrowed(e); };
  return std::ranges::any_of(buffer.shape, uses) || std::ranges::any_of(buffer.strides, uses) ||
         uses(buffer.elem_offset);
}

const Var* IndexNarrower::MakeNarrow(const Var* var) {
  const Var* narrow = MakeVar(ctx, var->name.text(), ctx.Prim(narrow_), var->flavor);
  vars_[var] = narrow;
  return narrow;
}

// ---- expressions

const Expr* IndexNarrower::Narrow(const Expr* e) {
  const Expr* narrow = NarrowOf(e);
  return narrow == nullptr || (DTypeOf(e).IsScalar() && !facts_->DoesNotOverflow(narrow)) ? nullptr : narrow;
}

// recursion: calls and right operands nest as deep as the parser lets them; chains of operators are gone through
const Expr* IndexNarrower::NarrowOf(const Expr* e) {
  std::vector<const BinaryExpr*> chain;
  while (IsArithmetic(e->kind) && DTypeOf(e).IsScalar() && IsWide(e)) {
    chain.push_back(AsBinary(e));
    e = chain.back()->a;
  }
  const Expr* narrow = NarrowFirst(e);
  for (; narrow != nullptr && !chain.empty(); chain.pop_back()) {
    const Expr* b = NarrowOf(chain.back()->b);
    narrow = b == nullptr ? nullptr : MakeBinary(ctx, chain.back()->kind, narrow, b);
  }
  return narrow;
}

const Expr* IndexNarrower::NarrowFirst(const Expr* e) {
  if (DTypeOf(e).Scalar() == narrow_) return Value(e);
  if (!IsWide(e)) return nullptr;
  if (const IntImm* imm = AsInt(e)) return Fits(imm->value, narrow_) ? MakeInt(ctx, imm->value, narrow_) : nullptr;
  if (const auto* var = As<Var>(e)) {
    auto found = vars_.find(var);
    return found == vars_.end() ? nullptr : found->second;
  }
  if (const auto* cast = As<Cast>(e)) {
    DType from = DTypeOf(cast->value);
    bool fits = from.IsInteger() && from.bits + (from.IsUInt() ? 1 : 0) <= narrow_.bits;
    if (from.Scalar() == narrow_) return Value(cast->value);
    // What fits into few bits is the same in all that have more.
    if (IsWide(cast->value)) return Narrow(cast->value);
    return fits ? MakeCast(ctx, narrow_.WithLanes(from.lanes), Value(cast->value)) : nullptr;
  }
  return NarrowParts(e);
}

const Expr* IndexNarrower::NarrowParts(const Expr* e) {
  if (const auto* select = As<Select>(e); select != nullptr && DTypeOf(e).IsScalar()) {
    const Expr* a = NarrowOf(select->true_value);
    const Expr* b = a == nullptr ? nullptr : NarrowOf(select->false_value);
    return b == nullptr ? nullptr : MakeSelect(ctx, Value(select->condition), a, b);
  }
  if (const auto* ramp = As<Ramp>(e)) {
    const IntImm *stride = AsInt(ramp->stride), *lanes = AsInt(ramp->lanes);
    if (stride == nullptr || lanes == nullptr || !Fits(stride->value, narrow_)) return nullptr;
    const Expr* base = NarrowOf(ramp->base);
    int64_t reach = stride->value * (lanes->value - 1);
    bool fits = base != nullptr && Fits(reach, narrow_) &&
                facts_->DoesNotOverflow(MakeBinary(ctx, NodeKind::kAdd, base, MakeInt(ctx, reach, narrow_)));
    if (!fits) return nullptr;
    Ramp* narrow = ctx.arena.New<Ramp>(*ramp);
    narrow->base = base;
    narrow->stride = MakeInt(ctx, stride->value, narrow_);
    narrow->type = ctx.Prim(narrow_.WithLanes(DTypeOf(e).lanes));
    return narrow;
  }
  const auto* spread = As<Broadcast>(e);
  const Expr* value = spread == nullptr ? nullptr : NarrowOf(spread->value);
  if (value == nullptr) return nullptr;
  Broadcast* narrow = ctx.arena.New<Broadcast>(*spread);
  narrow->value = value;
  narrow->type = ctx.Prim(narrow_.WithLanes(DTypeOf(e).lanes));
  return narrow;
}

// recursion: calls and right operands nest as deep as the parser lets them; chains of operators are gone through
const Expr* IndexNarrower::Value(const Expr* e) {
  std::vector<const BinaryExpr*> chain;
  const Expr* value = NarrowValue(e);
  for (; value == nullptr && AsBinary(e) != nullptr; value = NarrowValue(e)) {
    chain.push_back(AsBinary(e));
    e = chain.back()->a;
  }
  if (value == nullptr) value = ValueOf(e);
  for (; !chain.empty(); chain.pop_back()) {
    const BinaryExpr* binary = chain.back();
    const Node* changed = MapChildren(ctx, binary, Types::kSkip, [&](const Node* child) -> const Node* {
      return child == binary->a ? value : Value(static_cast<const Expr*>(child));
    });
    value = static_cast<const Expr*>(changed);
  }
  return value;
}

const Expr* IndexNarrower::NarrowValue(const Expr* e) {
  if (Is<IntImm>(e) || Is<FloatImm>(e) || Is<StringImm>(e)) return e;
  if (IsWide(e) && UsesNarrowed(e)) {
    if (const Expr* narrow = Narrow(e)) return MakeCast(ctx, DTypeOf(e), narrow);
  }
  const auto* cast = As<Cast>(e);
  if (cast != nullptr && IsWide(cast->value) && UsesNarrowed(cast->value)) {
    const Expr* narrow = Narrow(cast->value);
    if (narrow != nullptr) return DTypeOf(e) == DTypeOf(narrow) ? narrow : MakeCast(ctx, DTypeOf(e), narrow);
  }
  const BinaryExpr* binary = AsBinary(e);
  if (binary != nullptr && IsComparison(e->kind) && IsWide(binary->a) && UsesNarrowed(e)) {
    const Expr* a = Narrow(binary->a);
    const Expr* b = a == nullptr ? nullptr : Narrow(binary->b);
    if (b != nullptr) return MakeBinary(ctx, e->kind, a, b);
  }
  return nullptr;
}

const Expr* IndexNarrower::ValueOf(const Expr* e) {
  const auto* let = As<Let>(e);
  const Node* changed = MapChildren(ctx, e, Types::kSkip, [&](const Node* child) -> const Node* {
    if (let != nullptr && child == let->var) return child;
    if (const auto* buffer = As<Buffer>(child)) return VisitBuffer(buffer);
    const Expr* part = AsExpr(child);
    return part == nullptr ? child : Value(part);
  });
  const auto* load = As<BufferLoad>(e);
  if (load == nullptr) return static_cast<const Expr*>(changed);
  Nodes<Expr> indices = Indices(load->indices);
  if (changed == load && std::ranges::equal(indices, load->indices)) return load;
  BufferLoad* narrow = ctx.arena.New<BufferLoad>(*static_cast<const BufferLoad*>(changed));
  narrow->indices = indices;
  return narrow;
}

const Expr* IndexNarrower::Index(const Expr* e) {
  const Expr* narrow = Narrow(e);
  if (narrow == nullptr && force_ && Is<IntImm>(e))
    Refuse(place_, fmt::format("{} does not fit into {} bits", As<IntImm>(e)->value, narrow_.bits));
  return narrow == nullptr ? Value(e) : narrow;
}

Nodes<Expr> IndexNarrower::Indices(Nodes<Expr> indices) {
  std::vector<const Expr*> all;
  for (const Expr* index : indices) all.push_back(Index(index));
  return ctx.Copy(all);
}

// ---- statements

// other kinds: have no indices of their own
const Stmt* IndexNarrower::VisitStmt(const Stmt* s) {
  place_ = s;
  if (const auto* loop = As<For>(s)) return VisitLoop(*loop);
  if (const auto* realize = As<SBlockRealize>(s)) return VisitBlock(*realize);
  const Stmt* visited = Children(s);
  const auto* store = As<BufferStore>(visited);
  if (store == nullptr) return visited;
  Nodes<Expr> indices = Indices(As<BufferStore>(s)->indices);
  if (visited == s && std::ranges::equal(indices, store->indices)) return s;
  BufferStore* narrow = ctx.arena.New<BufferStore>(*store);
  narrow->indices = indices;
  return narrow;
}

const Stmt* IndexNarrower::VisitLoop(const For& loop) {
  bool may = IsWide(loop.loop_var) && loop.step == nullptr && loop.thread_binding == nullptr;
  const Expr* min = may ? Narrow(loop.min) : nullptr;
  const Expr* extent = min == nullptr ? nullptr : Narrow(loop.extent);
  if (extent == nullptr || !facts_->DoesNotOverflow(MakeBinary(ctx, NodeKind::kAdd, min, extent))) {
    // What its ends are made of may be narrow by now.
    facts_->BindRange(loop.loop_var, Value(loop.min), Value(loop.extent));
    return Children(&loop);
  }
  For* narrow = ctx.arena.New<For>(loop);
  narrow->loop_var = MakeNarrow(loop.loop_var);
  narrow->min = min;
  narrow->extent = extent;
  facts_->BindRange(narrow->loop_var, min, extent);
  narrow->body = OrNoOp(ctx, Visit(loop.body), loop.body);
  return narrow;
}

const Range* IndexNarrower::Narrow(const Range& range) {
  const Expr* min = Narrow(range.min);
  const Expr* extent = min == nullptr ? nullptr : Narrow(range.extent);
  return extent == nullptr ? MakeRange(ctx, Value(range.min), Value(range.extent)) : MakeRange(ctx, min, extent);
}

Nodes<BufferRegion> IndexNarrower::Regions(Nodes<BufferRegion> regions) {
  std::vector<const BufferRegion*> all;
  for (const BufferRegion* region : regions) {
    std::vector<const Range*> ranges;
    for (const Range* range : region->region) ranges.push_back(Narrow(*range));
    all.push_back(MakeRegion(ctx, VisitBuffer(region->buffer), ranges));
  }
  return ctx.Copy(all);
}

const Stmt* IndexNarrower::VisitBlock(const SBlockRealize& realize) {
  SBlockRealize* narrow = ctx.arena.New<SBlockRealize>(realize);
  SBlock* block = ctx.arena.New<SBlock>(*realize.block);
  std::vector<const IterVar*> axes;
  std::vector<const Expr*> values;
  for (size_t i = 0; i < block->iter_vars.size(); ++i) {
    IterVar* axis = ctx.arena.New<IterVar>(*block->iter_vars[i]);
    const Expr* value = realize.iter_values[i];
    const Expr* extent = IsWide(axis->var) ? Narrow(axis->dom->extent) : nullptr;
    const Expr* min = extent == nullptr ? nullptr : Narrow(axis->dom->min);
    if (min != nullptr) {
      const Expr* few = Narrow(value);
      values.push_back(few == nullptr ? MakeCast(ctx, narrow_, Value(value)) : few);
      axis->var = MakeNarrow(axis->var);
      axis->dom = MakeRange(ctx, min, extent);
    } else {
      values.push_back(Value(value));
      axis->dom = MakeRange(ctx, Value(axis->dom->min), Value(axis->dom->extent));
    }
    facts_->BindRange(axis->var, axis->dom->min, axis->dom->extent);
    axes.push_back(axis);
  }
  narrow->iter_values = ctx.Copy(values);
  if (realize.predicate != nullptr) narrow->predicate = Value(realize.predicate);
  block->iter_vars = ctx.Copy(axes);
  std::vector<const Buffer*> allocated;
  for (const Buffer* buffer : block->alloc_buffers) allocated.push_back(VisitBuffer(buffer));
  block->alloc_buffers = ctx.Copy(allocated);
  std::vector<const MatchBufferRegion*> matches;
  for (const MatchBufferRegion* match : block->match_buffers) {
    MatchBufferRegion* own = ctx.arena.New<MatchBufferRegion>(*match);
    own->source = Regions(ctx.Copy(std::vector<const BufferRegion*>{match->source}))[0];
    if (force_) NarrowDefined(*match->buffer);
    own->buffer = VisitBuffer(match->buffer);
    matches.push_back(own);
  }
  block->match_buffers = ctx.Copy(matches);
  block->reads = Regions(block->reads);
  block->writes = Regions(block->writes);
  if (block->annotations != nullptr)
    block->annotations = static_cast<const AttrDict*>(Child(block, block->annotations));
  if (block->init != nullptr) block->init = Visit(block->init);
  block->body = OrNoOp(ctx, Visit(block->body), block->body);
  narrow->block = block;
  return narrow;
}

// ---- buffers and sizes

const Buffer* IndexNarrower::VisitBuffer(const Buffer* buffer) {
  if (!force_ && !UsesNarrowed(*buffer)) return buffer;
  auto [it, fresh] = buffers_.emplace(buffer, buffer);
  if (!fresh) return it->second;
  if (force_ && buffer->dtype.IsInt() && buffer->dtype.bits > narrow_.bits)
    Refuse(buffer, fmt::format("buffer {} has numbers of {} bits", buffer->name.text(), buffer->dtype.bits));
  place_ = buffer;
  Buffer* narrow = ctx.arena.New<Buffer>(*buffer);
  narrow->shape = Sizes(buffer->shape);
  narrow->strides = Sizes(buffer->strides);
  if (buffer->elem_offset != nullptr) narrow->elem_offset = Size(buffer->elem_offset);
  if (buffer->elem_offset != nullptr && IsGivenZero(*buffer) && !IsGivenZero(*narrow)) narrow->elem_offset = nullptr;
  bool same = std::ranges::equal(narrow->shape, buffer->shape) &&
              std::ranges::equal(narrow->strides, buffer->strides) && narrow->elem_offset == buffer->elem_offset;
  return buffers_[buffer] = same ? buffer : narrow;
}

Nodes<Expr> IndexNarrower::Sizes(Nodes<Expr> sizes) {
  std::vector<const Expr*> all;
  for (const Expr* size : sizes) all.push_back(Size(size));
  return ctx.Copy(all);
}

// What a buffer defines by naming it, a parameter's or a view of a region: what nothing else defines.
void IndexNarrower::NarrowDefined(const Buffer& buffer) {
  auto is_new = [&](const Expr* e) {
    const auto* var = As<Var>(e);
    return var != nullptr && IsWide(var) && !vars_.contains(var) && !defined_.contains(var);
  };
  for (const Expr* extent : buffer.shape) {
    if (is_new(extent)) facts_->BindSize(MakeNarrow(As<Var>(extent)));
  }
  for (const Expr* stride : buffer.strides) {
    if (is_new(stride)) MakeNarrow(As<Var>(stride));
  }
  if (is_new(buffer.elem_offset)) MakeNarrow(As<Var>(buffer.elem_offset));
}

// Dimensions that are variables become narrow, and with them the types that mention them.
void IndexNarrower::NarrowSizes(PrimFunc& func) {
  for (const Buffer* buffer : func.buffers) {
    if (buffer != nullptr) NarrowDefined(*buffer);
  }
  std::vector<const Buffer*> buffers;
  for (const Buffer* buffer : func.buffers) buffers.push_back(buffer == nullptr ? nullptr : VisitBuffer(buffer));
  func.buffers = ctx.Copy(buffers);
  const auto* type = vars_.empty() ? nullptr : As<FuncType>(func.type);
  if (type == nullptr) return;
  // Its sizes are those of the buffers, and as narrow.
  FuncType* narrow = ctx.arena.New<FuncType>(*type);
  std::vector<const Type*> params;
  for (const Type* param : type->params) params.push_back(NarrowType(param));
  narrow->params = ctx.Copy(params);
  func.type = narrow;
}

const Type* IndexNarrower::NarrowType(const Type* type) {
  const auto* tensor = As<TensorType>(type);
  const auto* shape = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
  if (shape == nullptr) return type;
  ShapeExpr* sizes = ctx.arena.New<ShapeExpr>(*shape);
  sizes->values = Sizes(shape->values);
  TensorType* narrow = ctx.arena.New<TensorType>(*tensor);
  narrow->shape = sizes;
  return narrow;
}

const PrimFunc* IndexNarrower::VisitFunction(const PrimFunc* func) {
  KernelFacts facts(ctx, *func);
  facts_ = &facts;
  if (!force_) return RefusingMutator::VisitFunction(func);
  defined_ = DefinedInNoBuffer(*func);
  PrimFunc* narrow = ctx.arena.New<PrimFunc>(*func);
  NarrowSizes(*narrow);
  return RefusingMutator::VisitFunction(narrow);
}

}  // namespace assay
