#include "generators/modules/tir_free_memory.h"

#include <algorithm>
#include <array>

#include "generators/modules/dims.h"
#include "generators/modules/notes.h"
#include "generators/modules/tir_affine.h"
#include "generators/modules/tir_free_stores.h"
#include "generators/modules/tir_free_values.h"
#include "generators/modules/tir_held.h"

namespace assay {
namespace {

constexpr int64_t kMostElements = 64;

bool IsStatic(const Buffer* buffer) { return std::ranges::all_of(buffer->shape, IsConstantDim); }

}  // namespace

// recursion: at most kDepth deep
const Stmt* FreeMemory::Memory(int depth) {
  switch (depth <= 0 ? 5 : bytes().Below(6)) {
    case 0:
    case 1: return Stages();
    case 2:
    case 3: return HeldStmts(scope_).Held(depth - 1);
    default: return Allocation();
  }
}

const Stmt* FreeMemory::Allocation() {
  AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
  std::vector<const Expr*> shape;
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) shape.push_back(Int(1 + static_cast<int64_t>(bytes().Below(4))));
  std::string_view scope = scope_.SomeScope();
  alloc->buffer = Laid(MakeBuffer(ctx(), Fresh("m"), scope_.module.plan.PickDType(bytes(), kAnyDType), shape, scope));
  alloc->annotations = MaybeNote(scope_.module);
  const Stmt* filled = FreeStores(scope_).Filled(alloc->buffer);
  scope_.readable.push_back(alloc->buffer);
  scope_.writable.push_back(alloc->buffer);
  return MakeSeqStmt(ctx(), {alloc, filled});
}

// A few elements of a buffer, from where a variable in scope says on.
const Stmt* FreeMemory::MovingView(const Buffer* source, int64_t count) {
  int64_t extent = 1 + static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(std::min<int64_t>(count - 1, 4))));
  const Ranged& by = bytes().Pick(scope_.vars);
  int64_t most = count - extent;
  const Expr* offset = by.expr;
  if (by.low < 0 || by.high > most) offset = MakeBinary(ctx(), NodeKind::kFloorMod, offset, Int(most + 1));
  Buffer* view =
      ctx().arena.New<Buffer>(*MakeBuffer(ctx(), Fresh("view"), source->dtype, {Int(extent)}, source->scope.text()));
  view->data = source->data;
  view->elem_offset = offset;
  return Declared(view);
}

// The memory of a buffer under another shape: in one dimension, from some element on, or each so many elements.
const Stmt* FreeMemory::View() {
  const Buffer* source = bytes().Pick(scope_.writable);
  if (!IsStatic(source) || !source->strides.empty() || source->elem_offset != nullptr) return nullptr;
  int64_t count = LargestCount(source->shape);
  if (count > kMostElements) return nullptr;
  // Blocks know no loops around them.
  if (!scope_.blocks && !scope_.vars.empty() && count > 1 && bytes().Chance(1, 3)) return MovingView(source, count);
  int64_t skipped = bytes().Chance(1, 2) ? static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(count))) : 0;
  int64_t stride = bytes().Chance(1, 3) ? 2 : 1;
  int64_t extent = (count - skipped + stride - 1) / stride;
  Buffer* view =
      ctx().arena.New<Buffer>(*MakeBuffer(ctx(), Fresh("view"), source->dtype, {Int(extent)}, source->scope.text()));
  view->data = source->data;
  auto known = [&](int64_t number) { return scope_.blocks ? Int(number) : FreeValues(scope_).Known(number); };
  if (stride != 1) view->strides = ctx().Copy(std::vector<const Expr*>{known(stride)});
  if (skipped != 0) view->elem_offset = known(skipped);
  return Declared(view);
}

const Stmt* FreeMemory::Declared(const Buffer* view) {
  DeclBuffer* declared = ctx().arena.New<DeclBuffer>();
  declared->buffer = view;
  declared->data = view->data;
  scope_.readable.push_back(view);
  scope_.writable.push_back(view);
  return declared;
}

// An element of the stage before: at the same place, from the other end, further on, or the first one.
const Expr* FreeMemory::OfStage(const Buffer* before, const std::vector<const Expr*>& indices) {
  std::vector<const Expr*> from;
  for (size_t i = 0; i < indices.size(); ++i) {
    int64_t extent = As<IntImm>(before->shape[i])->value;
    switch (extent == 1 ? 0 : bytes().Below(5)) {
      case 1: from.push_back(MakeBinary(ctx(), NodeKind::kSub, Int(extent - 1), indices[i])); break;
      case 2: {
        const Expr* next = MakeBinary(ctx(), NodeKind::kAdd, indices[i], Int(1));
        from.push_back(MakeBinary(ctx(), NodeKind::kFloorMod, next, Int(extent)));
        break;
      }
      case 3: from.push_back(Int(0)); break;
      default: from.push_back(indices[i]);
    }
  }
  return MakeLoad(ctx(), before, from);
}

const Stmt* FreeMemory::Stages() {
  std::vector<const Expr*> shape;
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) shape.push_back(Int(2 + static_cast<int64_t>(bytes().Below(3))));
  DType dtype = scope_.module.plan.PickDType(bytes(), kAnyDType);
  std::vector<const Stmt*> stmts;
  const Buffer* before = nullptr;
  for (uint64_t i = 2 + bytes().Below(3); i > 0; --i) {
    AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
    alloc->buffer = MakeBuffer(ctx(), Fresh("stage"), dtype, shape, "global");
    stmts.push_back(alloc);
    stmts.push_back(before == nullptr
                        ? FreeStores(scope_).Filled(alloc->buffer)
                        : FreeStores(scope_).Filled(alloc->buffer, [&](const std::vector<const Expr*>& indices) {
                            const Expr* value = OfStage(before, indices);
                            bool two = !dtype.IsBool() && bytes().Chance(1, 2);
                            return two ? MakeBinary(ctx(), NodeKind::kAdd, value, OfStage(before, indices)) : value;
                          }));
    before = alloc->buffer;
  }
  scope_.readable.push_back(before);
  scope_.writable.push_back(before);
  const Buffer* target = scope_.writable[0];
  std::vector<const Expr*> at = FreeForms(scope_).Indices(before), into = FreeForms(scope_).Indices(target);
  const Expr* last = MakeLoad(ctx(), before, at);
  if (target->dtype != dtype) last = MakeCast(ctx(), target->dtype, last);
  stmts.push_back(MakeStore(ctx(), target, last, into));
  return MakeSeqStmt(ctx(), stmts);
}

Nodes<BufferRegion> FreeMemory::Whole(const std::vector<const Buffer*>& buffers) {
  std::vector<const BufferRegion*> regions;
  for (const Buffer* buffer : buffers) {
    std::vector<const Range*> ranges;
    // Readers of text simplify an extent, which they compute from both ends.
    for (const Expr* extent : buffer->shape) ranges.push_back(MakeRange(ctx(), FreeValues(scope_).Known(0), extent));
    regions.push_back(MakeRegion(ctx(), buffer, ranges));
  }
  return ctx().Copy(regions);
}

// Allocated by a block around the statements, or in front of them.
const Stmt* FreeMemory::Owning(const std::vector<const Buffer*>& own, const std::vector<const Stmt*>& stmts) {
  if (!scope_.blocks) {
    std::vector<const Stmt*> all;
    for (const Buffer* buffer : own) {
      AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
      alloc->buffer = buffer;
      all.push_back(alloc);
    }
    all.insert(all.end(), stmts.begin(), stmts.end());
    return MakeSeqStmt(ctx(), all);
  }
  SBlock* block = ctx().arena.New<SBlock>();
  block->name_hint = ctx().Intern(Fresh("holds"));
  block->alloc_buffers = ctx().Copy(own);
  block->reads = Whole(scope_.readable);
  block->writes = Whole(scope_.writable);
  block->body = MakeSeqStmt(ctx(), stmts);
  SBlockRealize* realize = ctx().arena.New<SBlockRealize>();
  realize->predicate = MakeBool(ctx(), true);
  realize->block = block;
  return realize;
}

// The buffer with rows farther apart than they are long, or sharing an element, behind the start of its memory, in an
// alignment, or with axes that belong together.
const Buffer* FreeMemory::Laid(const Buffer* buffer) {
  if (!bytes().Chance(1, 3)) return buffer;
  Buffer* laid = ctx().arena.New<Buffer>(*buffer);
  if (bytes().Chance(1, 2)) {
    std::vector<const Expr*> strides(buffer->shape.size());
    int64_t stride = bytes().Chance(1, 4) ? 2 : 1;
    for (size_t i = strides.size(); i-- > 0;) {
      strides[i] = Int(stride);
      stride = std::max<int64_t>(1, stride * As<IntImm>(buffer->shape[i])->value + bytes().Between(-1, 2));
    }
    laid->strides = ctx().Copy(strides);
  }
  if (bytes().Chance(1, 3)) {
    constexpr std::array<int64_t, 3> kFactors = {1, 2, 4};
    laid->offset_factor = bytes().Pick(kFactors);
    int64_t offset = laid->offset_factor * static_cast<int64_t>(bytes().Below(3));
    // Without a factor, text does not say an offset of nothing.
    if (offset != 0 || laid->offset_factor != 1) laid->elem_offset = Int(offset);
  }
  constexpr std::array<int64_t, 4> kAlignments = {64, 16, 32, 128};
  laid->data_alignment = bytes().Pick(kAlignments);
  if (buffer->shape.size() > 1 && bytes().Chance(1, 4)) laid->axis_separators = ctx().Copy(std::vector<int64_t>{1});
  return laid;
}

}  // namespace assay
