// The frame of a kernel's function: parameters, exits, scopes, and the branches that leave it.
#include <fmt/format.h>

#include <cstddef>

#include "vm/llvm/emit.h"

namespace assay {

Result<FramePlan> KernelEmitter::Emit(const std::string& symbol) {
  const PrimFunc& func = signature_.func();
  place_ = &func;
  unit_->symbol = symbol;
  Enter(symbol, llvm::Function::ExternalLinkage);
  DeclareParameters();
  Statement(func.body);
  LeaveWith(KernelCode::kDone);
  if (!failure_) TakeStepsAtOnce();
  Leave();
  CanonicalizeObservable();
  TellMemoriesApart();
  EmitAllCalled();
  if (failure_) return *std::move(failure_);
  return std::move(plan_);
}

void KernelEmitter::Enter(const std::string& symbol, llvm::Function::LinkageTypes linkage) {
  llvm::Type* pointer = builder_.getPtrTy();
  auto* type = llvm::FunctionType::get(builder_.getInt32Ty(), {pointer, pointer, pointer, builder_.getInt32Ty()},
                                       /*isVarArg=*/false);
  EnterFunction(llvm::Function::Create(type, linkage, symbol, module_), symbol, 2);
}

void KernelEmitter::EnterFunction(llvm::Function* function, llvm::StringRef symbol, unsigned frame) {
  code_.function = function;
  code_.frame = function->getArg(frame);
  code_.function->addFnAttr(llvm::Attribute::NoUnwind);
  // Nothing here is to be taken for the C library, or replaced by calls of it.
  code_.function->addFnAttr("no-builtins");
  if (options_.debug != nullptr) {
    options_.debug->Begin(*code_.function, symbol, signature_.func().span);
    LeavePlace(place_);
  }
  // Stack slots go to the entry, code to the block after it.
  code_.entry = NewBlock();
  builder_.SetInsertPoint(code_.entry);
  OpenMeter();
}

void KernelEmitter::LeaveWith(KernelCode code) {
  CopySteps(code_.steps, code_.meter);
  builder_.CreateRet(builder_.getInt32(static_cast<uint32_t>(code)));
}

const Node* KernelEmitter::EnterPlace(const Node* node) {
  const Node* outer = place_;
  LeavePlace(node->span.file == 0 ? place_ : node);
  return outer;
}

void KernelEmitter::LeavePlace(const Node* outer) {
  place_ = outer;
  if (options_.debug != nullptr) builder_.SetCurrentDebugLocation(options_.debug->At(place_->span));
}

void KernelEmitter::DeclareParameters() {
  const PrimFunc& func = signature_.func();
  llvm::Type* wide = builder_.getInt64Ty();
  int64_t position = 0;
  memory_count_ = func.params.size();
  plan_.written.resize(func.params.size());
  for (const Var* var : signature_.vars()) {
    llvm::Value* cell =
        builder_.CreateLoad(wide, builder_.CreateConstGEP1_64(wide, code_.function->getArg(1), position++));
    if (TypeOf(DTypeOf(var)) == nullptr) return Fail(var, fmt::format("parameter {}", var->name.text()));
    vars_.Set(var, FromCell(DTypeOf(var), cell));
  }
  for (size_t i = 0; i < func.params.size() && !failure_; ++i) {
    const Buffer* buffer = func.buffers[i];
    if (buffer == nullptr) continue;
    llvm::Value* argument = Argument(i);
    Memory memory;
    memory.data = builder_.CreateLoad(builder_.getPtrTy(), argument);
    // Iterations that run apart have other arguments.
    if (options_.parallel) memory.bytes = LengthOf(argument);
    memory.id = i;
    memories_.Set(func.params[i], memory);
    memories_.Set(buffer->data, memory);
    View& view = Declare(buffer, memory);
    // The argument's shape was compared with the declared one.
    view.covered = buffer->strides.empty() && view.offset.value == nullptr;
  }
}

llvm::Value* KernelEmitter::Argument(size_t position) {
  return Behind(code_.function->getArg(0), position * sizeof(TensorArgument));
}

llvm::Value* KernelEmitter::LengthOf(llvm::Value* argument) {
  return builder_.CreateLoad(builder_.getInt64Ty(), Behind(argument, offsetof(TensorArgument, bytes)));
}

llvm::Value* KernelEmitter::Behind(llvm::Value* address, size_t bytes) {
  return bytes == 0 ? address : builder_.CreateConstGEP1_64(builder_.getInt8Ty(), address, bytes);
}

void KernelEmitter::Leave() {
  auto to_end = [&](llvm::BasicBlock* block) {
    if (block != &code_.function->back()) block->moveAfter(&code_.function->back());
  };
  for (llvm::BasicBlock* block : code_.cold) to_end(block);
  auto exit = [&](llvm::BasicBlock* block, KernelCode code) {
    if (block == nullptr) return;
    if (block->use_empty()) {
      block->eraseFromParent();
      return;
    }
    to_end(block);
    builder_.SetInsertPoint(block);
    LeaveWith(code);
  };
  exit(code_.trap_exit, KernelCode::kTrap);
  exit(code_.budget_exit, KernelCode::kOutOfBudget);
}

llvm::Value* KernelEmitter::FrameField(size_t offset) { return Behind(code_.frame, offset); }

llvm::BasicBlock* KernelEmitter::NewBlock() {
  return llvm::BasicBlock::Create(module_.getContext(), "", code_.function);
}

void KernelEmitter::GoOnAt(llvm::BasicBlock* block) {
  if (block != builder_.GetInsertBlock()) block->moveAfter(builder_.GetInsertBlock());
  builder_.SetInsertPoint(block);
}

llvm::AllocaInst* KernelEmitter::StackSlot(int64_t count) {
  llvm::IRBuilder<>::InsertPointGuard guard(builder_);
  builder_.SetInsertPoint(code_.entry, code_.entry->begin());
  return builder_.CreateAlloca(builder_.getInt64Ty(), Int64(count));
}

void KernelEmitter::StartDeadBlock() { builder_.SetInsertPoint(NewBlock()); }

void KernelEmitter::BranchToCold(llvm::Value* ok, llvm::BasicBlock* cold) {
  llvm::BasicBlock* next = NewBlock();
  builder_.CreateCondBr(ok, next, cold);
  GoOnAt(next);
}

void KernelEmitter::TrapUnless(llvm::Value* ok, Site site, llvm::ArrayRef<llvm::Value*> notes) {
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(ok);
  bool access = site.kind == SiteKind::kBounds || site.kind == SiteKind::kCapacity;
  if (failure_ || (options_.unchecked && access) || (constant != nullptr && constant->isOne())) return;
  llvm::BasicBlock* cold = NewBlock();
  code_.cold.push_back(cold);
  BranchToCold(ok, cold);
  llvm::IRBuilder<>::InsertPointGuard guard(builder_);
  builder_.SetInsertPoint(cold);
  builder_.CreateStore(Int64(static_cast<int64_t>(plan_.sites.size())), FrameField(offsetof(Frame, site)));
  plan_.sites.push_back(std::move(site));
  for (size_t i = 0; i < notes.size(); ++i) builder_.CreateStore(notes[i], FrameField(offsetof(Frame, notes) + 8 * i));
  if (code_.trap_exit == nullptr) code_.trap_exit = NewBlock();
  builder_.CreateBr(code_.trap_exit);
}

void KernelEmitter::OutOfBudgetUnless(llvm::Value* ok) {
  if (code_.budget_exit == nullptr) code_.budget_exit = NewBlock();
  BranchToCold(ok, code_.budget_exit);
}

void KernelEmitter::CloseScope(const Scope& scope) {
  vars_.Restore(scope.vars);
  memories_.Restore(scope.memories);
  views_.Restore(scope.views);
}

void KernelEmitter::Fail(const Node* node, const std::string& what) {
  if (!failure_) failure_ = Unsupported(node, "machine code cannot be made of " + what);
}

void KernelEmitter::FailTooLarge(const Node* node, const std::string& what) {
  if (failure_) return;
  Fail(node, what);
  failure_->kind = DiagKind::kTooLarge;
}

int KernelEmitter::LanesOf(const Node* node, DType dtype) {
  if (dtype.lanes >= 1) return dtype.lanes;
  if (dtype.lanes < 0) Fail(node, "scalable vectors");
  return 1;
}

}  // namespace assay
