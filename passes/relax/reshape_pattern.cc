#include "passes/relax/reshape_pattern.h"

#include "ir/arith/analyzer.h"
#include "ir/rewrite.h"
#include "ir/walk.h"

namespace assay {
namespace {

// The one store of the kernel; nullptr when there is another statement that could have an effect.
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
const Expr* FlatIndex(Context& ctx, const Buffer* buffer, Nodes<Expr> indices) {
  const Expr* flat = MakeInt(ctx, 0);
  for (size_t i = 0; i < indices.size(); ++i) {
    flat = AddDims(ctx, MulDims(ctx, flat, Widened(ctx, buffer->shape[i])), Widened(ctx, indices[i]));
  }
  return flat;
}

bool Same(Context& ctx, const Expr* a, const Expr* b) { return a == b || ProveEqual(ctx, a, b); }

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
  if (low != nullptr && high != nullptr && Same(ctx, low->b, digits.extent) && Same(ctx, high->b, digits.extent) &&
      Same(ctx, low->a, high->a)) {
    return {wraps ? MakeBinary(ctx, NodeKind::kFloorMod, low->a, extent) : low->a, extent};
  }
  return {AddDims(ctx, MulDims(ctx, digit, digits.extent), digits.value), extent};
}

const Expr* CombinedIndex(Context& ctx, const Buffer* buffer, Nodes<Expr> indices) {
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
  const Expr* written = FlatIndex(ctx, target, store->indices);
  const Expr* read = CombinedIndex(ctx, source, load->indices);
  return Same(ctx, written, read) || Same(ctx, written, FlatIndex(ctx, source, load->indices));
}

}  // namespace assay
