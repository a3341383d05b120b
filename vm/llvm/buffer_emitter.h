// Buffers: views of memory, and accesses to their elements (emit_buffer.cc, emit_element.cc). Internal to vm/llvm.
#pragma once

#include <memory>

#include "vm/llvm/emitter_part.h"

namespace assay {

struct BufferView {
  const Buffer* buffer = nullptr;
  KernelMemory memory;
  DType element;
  int lanes = 1;
  std::vector<Lane> dims;
  std::vector<Lane> strides;
  Lane offset;
  // Every index within the dimensions is within the memory.
  bool covered = false;
};

struct BufferAccess {
  const BufferView* view = nullptr;
  std::vector<Lanes> indices;
  std::vector<DType> types;
  int lanes = 1;
  // The last index counts up by one from lane to lane, and stands for the first of them.
  bool run = false;
  // Which lanes are on; no lanes: all.
  Lanes mask;
  llvm::Value* On(int lane) const { return mask.count() == 0 ? nullptr : mask.At(lane).value; }
};

class BufferEmitter : public EmitterPart {
 public:
  BufferEmitter(FunctionBuilder& fn, const EmitOptions& options, NumberEmitter& numbers, ArithmeticEmitter& arithmetic,
                MemoryTracker& tracked, FuelEmitter& fuel, KernelScope& scope, CallEmitter& calls,
                ExpressionEmitter& exprs)
      : EmitterPart(fn, options),
        numbers_(numbers),
        arithmetic_(arithmetic),
        tracked_(tracked),
        fuel_(fuel),
        scope_(scope),
        calls_(calls),
        exprs_(exprs) {}

  // Evaluates dimensions, strides and offset, and makes the view known.
  BufferView& Declare(const Buffer* buffer, const KernelMemory& memory);
  void DeclareOver(const DeclBuffer& decl);
  void Allocate(const Buffer* buffer);
  void MatchRegion(const MatchBufferRegion& match);
  BufferAccess AccessOf(const Node* place, const Buffer* buffer, Nodes<Expr> indices, const Expr* predicate);
  llvm::Value* Locate(const BufferAccess& access, int lane);
  llvm::Value* LoadLane(const BufferAccess& access, int lane);
  void StoreLane(const BufferAccess& access, int lane, llvm::Value* value);
  // Where the first element lies, if all lanes of the access lie in a row; null otherwise. `inside` says whether the
  // last lane is within the dimension; null if that is certain.
  llvm::Value* RunAddress(const BufferAccess& access, llvm::Value** inside);
  Lanes LoadRun(const BufferAccess& access, llvm::Value* address, llvm::Value* inside);
  void StoreRun(const BufferAccess& access, llvm::Value* address, llvm::Value* inside, const Lanes& value);

 private:
  BufferView MakeView(const Buffer* buffer, const KernelMemory& memory);
  BufferView& Remember(BufferView view);
  // Row-major strides of the dimensions; `stated` wins where it is not empty.
  std::vector<Lane> StridesOf(std::span<const Lane> dims, std::span<const Lane> stated);
  const BufferView* ViewOf(const Buffer* buffer);
  bool CanBeGiven(llvm::Value* bytes) const;
  llvm::Value* Given(int64_t bytes);
  llvm::Value* AllocatedNow(llvm::Value* bytes);
  llvm::Value* AllocationBytes(const BufferView& view, int64_t width, int64_t& known);
  // Defines symbolic extents, strides and offset of a matched buffer from its region.
  void BindRegionExtents(const MatchBufferRegion& match, size_t dropped);
  void BindIfFree(const Expr* e, Lane wide);
  // The index of one lane; the checked number of its element in the memory, and its checked address.
  Lane IndexAt(const BufferAccess& access, size_t axis, int lane);
  Lane Flat(const BufferAccess& access, int lane);
  llvm::Value* ElementAddress(const BufferView& view, const Lane& flat);
  // Reads or writes the lane where it is on; a lane that is off is not even located, and reads as zero.
  template <class Emit>
  llvm::Value* WhereOn(llvm::Value* on, llvm::Value* otherwise, Emit&& emit);
  void CheckBounds(const BufferView& view, std::span<const Lane> indices);
  void CheckCapacity(const BufferView& view, const Lane& flat);
  Lane Wide(NodeKind kind, Lane a, Lane b);
  // With more than one lane, a vector of elements in a row.
  llvm::Value* LoadElement(DType dtype, llvm::Value* address, const KernelMemory& memory, int lanes = 1);
  void StoreElement(DType dtype, llvm::Value* address, llvm::Value* value, const KernelMemory& memory);

  NumberEmitter& numbers_;
  ArithmeticEmitter& arithmetic_;
  MemoryTracker& tracked_;
  FuelEmitter& fuel_;
  KernelScope& scope_;
  CallEmitter& calls_;
  ExpressionEmitter& exprs_;
  std::vector<std::unique_ptr<BufferView>> view_store_;
};

}  // namespace assay
