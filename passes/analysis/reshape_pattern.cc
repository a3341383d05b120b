#include "passes/analysis/reshape_pattern.h"

#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/arith/analyzer.h"
#include "ir/prim/exact_int.h"
#include "ir/prim/fold_binary.h"
#include "ir/rewrite.h"
#include "ir/walk.h"

namespace assay {
namespace {

// The one store of the kernel; nullptr when there is another statement that could have an effect.
// other kinds: have no effect but that of their parts
const BufferStore* OnlyStore(const PrimFunc* kernel) {
  const BufferStore* store = nullptr;
  bool other = false;
  WalkBeforeChildren(kernel->body, [&](const Node* node) {
    if (const auto* found = As<BufferStore>(node)) {
      other |= store != nullptr;
      store = found;
    }
    const auto* block = As<SBlock>(node);
    if (block != nullptr)
      other |= block->init != nullptr || !block->alloc_buffers.empty() || !block->match_buffers.empty();
    other |= Is<While>(node) || Is<IfThenElse>(node) || Is<AttrStmt>(node) || Is<Evaluate>(node) ||
             Is<AllocBuffer>(node) || Is<DeclBuffer>(node) || Is<Bind>(node);
    return !other && !Is<BufferStore>(node);
  });
  return other ? nullptr : store;
}

const Expr* Widened(Context& ctx, const Expr* e) {
  return DTypeOf(e) == DType::Int(64) ? e : MakeCast(ctx, DType::Int(64), e);
}

// Block variables whose value is a plain loop variable stand for it; both have one extent, so nothing needs replacing.
const Expr* FlatIndex(Context& ctx, const Buffer* buffer, const std::vector<const Expr*>& indices) {
  const Expr* flat = MakeInt(ctx, 0);
  for (size_t i = 0; i < indices.size(); ++i) {
    flat = AddDims(ctx, MulDims(ctx, flat, Widened(ctx, buffer->shape[i])), Widened(ctx, indices[i]));
  }
  return flat;
}

bool Same(Context& ctx, const Expr* a, const Expr* b) { return a == b || ProveEqual(ctx, a, b); }

// Removes divisions and modulos that do nothing, given that block variables lie in their domains.
class IndexSimplifier {
 public:
  // other kinds: OnlyStore lets none of them through
  IndexSimplifier(Context& context, const PrimFunc* kernel) : ctx_(context) {
    WalkBeforeChildren(kernel->body, [&](const Node* node) {
      const auto* iter = As<IterVar>(node);
      if (iter != nullptr && iter->dom != nullptr) extents_.emplace(iter->var, iter->dom->extent);
      return Is<For>(node) || Is<SeqStmt>(node) || Is<SBlockRealize>(node) || Is<SBlock>(node);
    });
  }
  const Expr* operator()(const Expr* index) {
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      if (const auto* var = As<Var>(rebuilt)) return IsUnit(var) ? MakeInt(ctx_, 0, DTypeOf(var)) : rebuilt;
      const BinaryExpr* e = AsBinary(rebuilt);
      bool divides = e != nullptr && (Is<FloorDiv>(e) || Is<FloorMod>(e));
      if (!divides || !Below(e->a, e->b)) return e == nullptr ? rebuilt : Settled(e);
      return Is<FloorDiv>(e) ? MakeInt(ctx_, 0, DTypeOf(e)) : e->a;
    };
    return static_cast<const Expr*>(Rewrite(ctx_, index, rule));
  }

 private:
  // A variable over one value is zero.
  bool IsUnit(const Var* var) {
    auto found = extents_.find(var);
    return found != extents_.end() && ConstantValue(ctx_, found->second) == 1;
  }
  // x + 0 would hide a variable from the rules above it.
  const Expr* Settled(const BinaryExpr* e) {
    const IntImm* left = AsInt(e->a);
    const IntImm* right = AsInt(e->b);
    if (Is<Add>(e) && left != nullptr && left->value == 0) return e->b;
    if (Is<Add>(e) && right != nullptr && right->value == 0) return e->a;
    return e;
  }
  // Whether 0 <= e < bound: by constants, or because a variable runs over just that extent.
  bool Below(const Expr* e, const Expr* bound) {
    auto limit = ConstantValue(ctx_, bound);
    auto largest = Largest(e, 0);
    if (limit.has_value() && largest.has_value()) return *largest < *limit;
    auto found = extents_.find(As<Var>(e));
    return found != extents_.end() && Same(ctx_, found->second, bound);
  }
  // The largest value of a sum of products of block variables and constants, none negative; nothing when unknown.
  // recursion: capped by depth
  std::optional<int64_t> Largest(const Expr* e, int depth) {
    constexpr int64_t kTooLarge = int64_t{1} << 30;
    if (const IntImm* constant = AsInt(e)) {
      if (constant->value >= 0 && constant->value < kTooLarge) return constant->value;
      return std::nullopt;
    }
    if (auto found = extents_.find(As<Var>(e)); found != extents_.end()) {
      auto extent = ConstantValue(ctx_, found->second);
      if (extent.has_value() && *extent > 0 && *extent < kTooLarge) return *extent - 1;
      return std::nullopt;
    }
    const BinaryExpr* both = AsBinary(e);
    if (both == nullptr || !(Is<Add>(e) || Is<Mul>(e)) || depth >= 8) return std::nullopt;
    auto a = Largest(both->a, depth + 1);
    auto b = Largest(both->b, depth + 1);
    if (!a.has_value() || !b.has_value()) return std::nullopt;
    int64_t value = Is<Add>(e) ? *a + *b : *a * *b;
    if (value >= kTooLarge) return std::nullopt;
    return value;
  }

  Context& ctx_;
  std::unordered_map<const Var*, const Expr*> extents_;
};

// Indices as numbers at single elements: proving that a kernel moves its elements takes far longer than seeing one
// move.
class Sample {
 public:
  // other kinds: OnlyStore lets none of them through
  explicit Sample(const PrimFunc* kernel) {
    WalkBeforeChildren(kernel->body, [&](const Node* node) {
      const auto* iter = As<IterVar>(node);
      if (iter != nullptr && iter->dom != nullptr) axes_.push_back(iter);
      return Is<For>(node) || Is<SeqStmt>(node) || Is<SBlockRealize>(node) || Is<SBlock>(node);
    });
    for (const IterVar* axis : axes_) values_[axis->var] = 0;
  }
  // Whether some element that is second along one axis, and first along the others, changes its place.
  bool Moves(const BufferStore* store, const BufferLoad* load) {
    for (const IterVar* axis : axes_) {
      if (Value(axis->dom->extent).value_or(0) < 2) continue;
      values_[axis->var] = 1;
      auto to = Place(store->buffer, store->indices);
      auto from = Place(load->buffer, load->indices);
      values_[axis->var] = 0;
      if (to.has_value() && from.has_value() && *to != *from) return true;
    }
    return false;
  }

 private:
  std::optional<int64_t> Place(const Buffer* buffer, Nodes<Expr> indices) {
    std::optional<int64_t> place = 0;
    for (size_t i = 0; i < indices.size() && place.has_value(); ++i) {
      place = Combine(NodeKind::kMul, place, Value(buffer->shape[i]));
      place = Combine(NodeKind::kAdd, place, Value(indices[i]));
    }
    return place;
  }
  // recursion: casts nest as deep as the parser lets calls
  std::optional<int64_t> Value(const Expr* e) {
    using Number = std::optional<int64_t>;
    auto leaf = [&](const Expr* part) -> Number {
      if (const IntImm* constant = AsInt(part)) return constant->value;
      // What is no axis is a size: they all differ.
      if (const auto* var = As<Var>(part))
        return values_.try_emplace(var, 5 + 2 * static_cast<int64_t>(values_.size())).first->second;
      const auto* cast = As<Cast>(part);
      return cast == nullptr ? std::nullopt : Value(cast->value);
    };
    return FoldBinary(e, leaf, [](const BinaryExpr& both, Number a, Number b) { return Combine(both.kind, a, b); });
  }
  // Nothing for numbers that an index has no use for.
  static std::optional<int64_t> Combine(NodeKind kind, std::optional<int64_t> a, std::optional<int64_t> b) {
    constexpr int64_t kTooLarge = int64_t{1} << 30;
    if (!a.has_value() || !b.has_value() || *a < 0 || *b < 0 || *a >= kTooLarge || *b >= kTooLarge) return std::nullopt;
    bool indexes =
        kind == NodeKind::kAdd || kind == NodeKind::kMul || kind == NodeKind::kFloorDiv || kind == NodeKind::kFloorMod;
    return indexes ? ExactInt(kind, *a, *b) : std::nullopt;
  }

  std::vector<const IterVar*> axes_;
  std::unordered_map<const Var*, int64_t> values_;
};

// A row-major index under construction, from the last dimension: what the dimensions so far amount to.
struct Digits {
  const Expr* value;
  const Expr* extent;
};

// Puts one more digit in front. x // M in front of x % M is x, and (x // M) % d in front of it is x % (M * d).
Digits Prepend(Context& ctx, const Expr* digit, const Expr* dim, const Digits& digits) {
  const Expr* extent = MulDims(ctx, digits.extent, dim);
  if (ConstantValue(ctx, dim) == 1) return {digits.value, extent};
  if (ConstantValue(ctx, digits.extent) == 1) return {digit, extent};
  const auto* low = As<FloorMod>(digits.value);
  const auto* outer = As<FloorMod>(digit);
  bool wraps = outer != nullptr && Same(ctx, outer->b, dim);
  const auto* high = As<FloorDiv>(wraps ? outer->a : digit);
  // (x % (M * d)) // M is the same digit.
  const auto* inner = high == nullptr || wraps ? nullptr : As<FloorMod>(high->a);
  if (low != nullptr && inner != nullptr && Same(ctx, inner->b, extent) && Same(ctx, high->b, digits.extent) &&
      Same(ctx, low->b, digits.extent) && Same(ctx, low->a, inner->a)) {
    return {MakeBinary(ctx, NodeKind::kFloorMod, low->a, extent), extent};
  }
  if (low != nullptr && high != nullptr && Same(ctx, low->b, digits.extent) && Same(ctx, high->b, digits.extent) &&
      Same(ctx, low->a, high->a)) {
    return {wraps ? MakeBinary(ctx, NodeKind::kFloorMod, low->a, extent) : low->a, extent};
  }
  return {AddDims(ctx, MulDims(ctx, digit, digits.extent), digits.value), extent};
}

const Expr* CombinedIndex(Context& ctx, const Buffer* buffer, const std::vector<const Expr*>& indices) {
  Digits digits{MakeInt(ctx, 0), MakeInt(ctx, 1)};
  for (size_t i = indices.size(); i-- > 0;) {
    digits = Prepend(ctx, Widened(ctx, indices[i]), Widened(ctx, buffer->shape[i]), digits);
  }
  // What wraps at the number of elements does not wrap: the destination's index is below it.
  const auto* wrapped = As<FloorMod>(digits.value);
  return wrapped != nullptr && Same(ctx, wrapped->b, digits.extent) ? wrapped->a : digits.value;
}

}  // namespace

bool HasReshapePattern(Context& ctx, const PrimFunc* kernel, const Buffer* source) {
  const Buffer* target = kernel->buffers.empty() ? nullptr : kernel->buffers.back();
  const BufferStore* store = OnlyStore(kernel);
  if (store == nullptr || target == nullptr || store->buffer != target || store->predicate != nullptr) return false;
  const auto* load = As<BufferLoad>(store->value);
  if (load == nullptr || load->buffer != source || source->dtype != target->dtype) return false;
  if (Sample(kernel).Moves(store, load)) return false;
  IndexSimplifier simplify(ctx, kernel);
  std::vector<const Expr*> to, from;
  for (const Expr* index : store->indices) to.push_back(simplify(index));
  for (const Expr* index : load->indices) from.push_back(simplify(index));
  const Expr* written = FlatIndex(ctx, target, to);
  return Same(ctx, written, CombinedIndex(ctx, source, from)) || Same(ctx, written, FlatIndex(ctx, source, from));
}

}  // namespace assay
