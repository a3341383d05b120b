// The frame of a kernel's function: parameters, exits, scopes, and the branches that leave it.
#include <fmt/format.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <cstddef>

#include "vm/llvm/function_builder.h"
#include "vm/llvm/vector_math.h"

namespace assay {

void FunctionBuilder::Enter(const std::string& symbol, llvm::Function::LinkageTypes linkage) {
  llvm::Type* pointer = builder_.getPtrTy();
  auto* type = llvm::FunctionType::get(builder_.getInt32Ty(), {pointer, pointer, pointer, builder_.getInt32Ty()},
                                       /*isVarArg=*/false);
  EnterFunction(llvm::Function::Create(type, linkage, symbol, module_), symbol, 2);
}

void FunctionBuilder::EnterFunction(llvm::Function* function, llvm::StringRef symbol, unsigned frame) {
  code_.function = function;
  code_.frame = function->getArg(frame);
  code_.function->addFnAttr(llvm::Attribute::NoUnwind);
  // Nothing here is to be taken for the C library, or replaced by calls of it.
  code_.function->addFnAttr("no-builtins");
  if (options_.debug != nullptr) {
    options_.debug->Begin(*code_.function, symbol, signature_.func().span);
    LeaveNode(place_);
  }
  // Stack slots go to the entry, code to the block after it.
  code_.entry = NewBlock();
  builder_.SetInsertPoint(code_.entry);
  OpenMeter();
}

void FunctionBuilder::LeaveWith(KernelCode code) {
  CopySteps(code_.steps, code_.meter);
  builder_.CreateRet(builder_.getInt32(static_cast<uint32_t>(code)));
}

const Node* FunctionBuilder::EnterNode(const Node* node) {
  const Node* outer = place_;
  LeaveNode(node->span.file == 0 ? place_ : node);
  return outer;
}

void FunctionBuilder::LeaveNode(const Node* outer) {
  place_ = outer;
  if (options_.debug != nullptr) builder_.SetCurrentDebugLocation(options_.debug->At(place_->span));
}

void FunctionBuilder::ContinueAt(llvm::BasicBlock* block) {
  if (block->use_empty()) {
    block->eraseFromParent();
    return;
  }
  builder_.CreateBr(block);
  GoOnAt(block);
}

llvm::Value* FunctionBuilder::Argument(size_t position) {
  return AddressBehind(code_.function->getArg(0), position * sizeof(TensorArgument));
}

llvm::Value* FunctionBuilder::LengthOf(llvm::Value* argument) {
  return builder_.CreateLoad(builder_.getInt64Ty(), AddressBehind(argument, offsetof(TensorArgument, bytes)));
}

llvm::Value* FunctionBuilder::AddressBehind(llvm::Value* address, size_t bytes) {
  return bytes == 0 ? address : builder_.CreateConstGEP1_64(builder_.getInt8Ty(), address, bytes);
}

void FunctionBuilder::Leave() {
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

llvm::Value* FunctionBuilder::FrameField(size_t offset) { return AddressBehind(code_.frame, offset); }

llvm::BasicBlock* FunctionBuilder::NewBlock() {
  return llvm::BasicBlock::Create(module_.getContext(), "", code_.function);
}

void FunctionBuilder::GoOnAt(llvm::BasicBlock* block) {
  if (block != builder_.GetInsertBlock()) block->moveAfter(builder_.GetInsertBlock());
  builder_.SetInsertPoint(block);
}

llvm::AllocaInst* FunctionBuilder::StackSlot(int64_t count) {
  llvm::IRBuilder<>::InsertPointGuard guard(builder_);
  builder_.SetInsertPoint(code_.entry, code_.entry->begin());
  return builder_.CreateAlloca(builder_.getInt64Ty(), Int64(count));
}

void FunctionBuilder::StartDeadBlock() { builder_.SetInsertPoint(NewBlock()); }

void FunctionBuilder::BranchToCold(llvm::Value* ok, llvm::BasicBlock* cold) {
  llvm::BasicBlock* next = NewBlock();
  builder_.CreateCondBr(ok, next, cold);
  GoOnAt(next);
}

void FunctionBuilder::TrapUnless(llvm::Value* ok, Site site, llvm::ArrayRef<llvm::Value*> notes) {
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(ok);
  bool access = site.kind == SiteKind::kBounds || site.kind == SiteKind::kCapacity;
  if (failure_ || (options_.unchecked && access) || (constant != nullptr && constant->isOne())) return;
  llvm::BasicBlock* cold = NewBlock();
  code_.cold.push_back(cold);
  BranchToCold(ok, cold);
  llvm::IRBuilder<>::InsertPointGuard guard(builder_);
  builder_.SetInsertPoint(cold);
  builder_.CreateStore(Int64(static_cast<int64_t>(plan_.sites.size())), FrameField(offsetof(KernelFrame, site)));
  plan_.sites.push_back(std::move(site));
  for (size_t i = 0; i < notes.size(); ++i)
    builder_.CreateStore(notes[i], FrameField(offsetof(KernelFrame, notes) + 8 * i));
  if (code_.trap_exit == nullptr) code_.trap_exit = NewBlock();
  builder_.CreateBr(code_.trap_exit);
}

void FunctionBuilder::OutOfBudgetUnless(llvm::Value* ok) {
  if (code_.budget_exit == nullptr) code_.budget_exit = NewBlock();
  BranchToCold(ok, code_.budget_exit);
}

void FunctionBuilder::Fail(const Node* node, const std::string& what) {
  if (!failure_) failure_ = Unsupported(node, "machine code cannot be made of " + what);
}

bool FunctionBuilder::Descend(const Node* node) {
  if (!failure_ && (++nodes_ > kMaxNodes || depth_ >= kMaxDepth))
    FailTooLarge(node, "a function of this size or depth");
  if (failure_) return false;
  ++depth_;
  return true;
}

void FunctionBuilder::FailTooLarge(const Node* node, const std::string& what) {
  if (failure_) return;
  Fail(node, what);
  failure_->kind = DiagKind::kTooLarge;
}

int FunctionBuilder::LanesOf(const Node* node, DType dtype) {
  if (dtype.lanes >= 1) return dtype.lanes;
  if (dtype.lanes < 0) Fail(node, "scalable vectors");
  return 1;
}

// An optimiser keeps the count in a register between a slot's first load and its last store; without one the frame's
// own count is as quick, and its copies would be a tenth of all instructions.
void FunctionBuilder::OpenMeter() {
  if (options_.optimised) code_.steps = builder_.CreateAlloca(builder_.getInt64Ty());
  code_.meter = builder_.CreateLoad(builder_.getPtrTy(), FrameField(offsetof(KernelFrame, steps)));
  if (!options_.optimised) code_.steps = code_.meter;
  CopySteps(code_.meter, code_.steps);
}

void FunctionBuilder::CopySteps(llvm::Value* from, llvm::Value* to) {
  if (from != to) builder_.CreateStore(builder_.CreateLoad(builder_.getInt64Ty(), from), to);
}

void FunctionBuilder::RunCountedInFrame(FunctionRef<llvm::Value*()> call) {
  CopySteps(code_.steps, code_.meter);
  llvm::Value* code = call();
  CopySteps(code_.meter, code_.steps);
  llvm::BasicBlock* ended = NewBlock();
  code_.cold.push_back(ended);
  BranchToCold(builder_.CreateICmpEQ(code, builder_.getInt32(0)), ended);
  llvm::IRBuilder<>::InsertPointGuard guard(builder_);
  builder_.SetInsertPoint(ended);
  builder_.CreateRet(code);
}

llvm::Value* FunctionBuilder::CallRuntime(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> args,
                                          bool pure) {
  llvm::Function* callee = module_.getFunction(name);
  if (callee == nullptr) {
    llvm::SmallVector<llvm::Type*, 4> types;
    for (llvm::Value* arg : args) types.push_back(arg->getType());
    auto* type = llvm::FunctionType::get(result, types, /*isVarArg=*/false);
    callee = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module_);
    callee->addFnAttr(llvm::Attribute::NoUnwind);
    callee->addFnAttr(llvm::Attribute::WillReturn);
    if (pure) callee->setDoesNotAccessMemory();
    if (options_.optimised) OfferVectorForms(*callee);
  }
  return builder_.CreateCall(callee, args);
}

// By the names of LLVM's vector function ABI: so many lanes, no mask, one vector.
void FunctionBuilder::OfferVectorForms(llvm::Function& scalar) {
  std::string forms;
  for (const VectorFunction& function : VectorFunctions()) {
    if (std::string_view(scalar.getName()) != function.scalar) continue;
    llvm::Type* vector = llvm::FixedVectorType::get(scalar.getReturnType(), static_cast<unsigned>(function.lanes));
    auto callee = module_.getOrInsertFunction(function.vector, vector, vector);
    auto* form = llvm::cast<llvm::Function>(callee.getCallee());
    form->copyAttributesFrom(&scalar);
    llvm::appendToCompilerUsed(module_, form);
    forms += fmt::format("{}_ZGV_LLVM_N{}v_{}({})", forms.empty() ? "" : ",", function.lanes, function.scalar,
                         function.vector);
  }
  if (!forms.empty()) scalar.addFnAttr("vector-function-abi-variant", forms);
}

}  // namespace assay
