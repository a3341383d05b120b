#include "vm/llvm/join.h"

#include <fmt/format.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace assay {
namespace {

// Bounds the stack frame of a joined function, to which each instruction may add a slot.
constexpr size_t kMaxJoinedInstructions = 20'000;

size_t InstructionsOf(const llvm::Function& kernel) {
  size_t count = 0;
  for (const llvm::BasicBlock& block : kernel) count += block.size();
  return count;
}

// Moves the kernel's blocks to the end of `joined` and says where they start. Only slots of a function's entry are part
// of its frame.
llvm::BasicBlock* MoveInto(llvm::Function& joined, llvm::Function& kernel) {
  llvm::BasicBlock& entry = joined.getEntryBlock();
  llvm::BasicBlock& start = kernel.getEntryBlock();
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(start)) {
    if (llvm::isa<llvm::AllocaInst>(instruction)) instruction.moveBefore(entry, entry.end());
  }
  for (unsigned i = 0; i < kernel.arg_size(); ++i) kernel.getArg(i)->replaceAllUsesWith(joined.getArg(i));
  joined.splice(joined.end(), &kernel);
  kernel.eraseFromParent();
  return &start;
}

// Goes to the start of the number, of which `first` is the least. By comparisons in two halves: FastISel knows no
// switch.
// recursion: each call halves the starts
void Dispatch(llvm::IRBuilder<>& builder, llvm::Value* number, std::span<llvm::BasicBlock* const> starts,
              uint32_t first) {
  if (starts.size() == 1) {
    builder.CreateBr(starts.front());
    return;
  }
  auto half = static_cast<uint32_t>(starts.size() / 2);
  llvm::Function* function = builder.GetInsertBlock()->getParent();
  auto* low = llvm::BasicBlock::Create(function->getContext(), "", function);
  auto* high = llvm::BasicBlock::Create(function->getContext(), "", function);
  builder.CreateCondBr(builder.CreateICmpULT(number, builder.getInt32(first + half)), low, high);
  builder.SetInsertPoint(low);
  Dispatch(builder, number, starts.first(half), first);
  builder.SetInsertPoint(high);
  Dispatch(builder, number, starts.subspan(half), first + half);
}

void JoinGroup(const std::string& symbol, std::span<llvm::Function* const> kernels) {
  llvm::Function& first = *kernels.front();
  llvm::Function* joined =
      llvm::Function::Create(first.getFunctionType(), first.getLinkage(), symbol, first.getParent());
  joined->copyAttributesFrom(&first);
  // Debug information of all of it is told as that of the first one.
  llvm::DISubprogram* told = first.getSubprogram();
  for (llvm::Function* kernel : kernels) kernel->setSubprogram(nullptr);
  joined->setSubprogram(told);
  llvm::BasicBlock* entry = llvm::BasicBlock::Create(first.getContext(), "", joined);
  std::vector<llvm::BasicBlock*> starts;
  for (llvm::Function* kernel : kernels) starts.push_back(MoveInto(*joined, *kernel));
  llvm::IRBuilder<> builder(entry);
  Dispatch(builder, joined->getArg(joined->arg_size() - 1), starts, 0);
  if (told == nullptr) return;
  for (llvm::Instruction& instruction : llvm::instructions(*joined)) {
    const llvm::DebugLoc& at = instruction.getDebugLoc();
    if (at) instruction.setDebugLoc(llvm::DILocation::get(told->getContext(), at.getLine(), at.getCol(), told));
  }
}

}  // namespace

KernelPlaces KeepSeparate(std::span<llvm::Function* const> kernels) {
  KernelPlaces places;
  for (llvm::Function* kernel : kernels) {
    places.kernels.push_back({places.symbols.size(), 0});
    places.symbols.push_back(kernel->getName().str());
  }
  return places;
}

KernelPlaces Join(std::span<llvm::Function* const> kernels) {
  KernelPlaces places;
  std::vector<size_t> sizes;
  for (llvm::Function* kernel : kernels) sizes.push_back(InstructionsOf(*kernel));
  for (size_t begin = 0; begin < kernels.size();) {
    size_t instructions = 0, end = begin;
    do {
      places.kernels.push_back({places.symbols.size(), static_cast<int32_t>(end - begin)});
      instructions += sizes[end++];
    } while (end < kernels.size() && instructions + sizes[end] <= kMaxJoinedInstructions);
    places.symbols.push_back(fmt::format("joined{}", places.symbols.size()));
    JoinGroup(places.symbols.back(), kernels.subspan(begin, end - begin));
    begin = end;
  }
  return places;
}

}  // namespace assay
