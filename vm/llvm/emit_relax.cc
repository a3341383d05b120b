// One block for each instruction, so that jumps have somewhere to go; LLVM joins them.
#include "vm/llvm/emit_relax.h"

#include <algorithm>
#include <cstddef>


namespace assay {

RelaxEmitter::RelaxEmitter(llvm::Module& module, const VmImage& image)
    : module_(module), image_(image), builder_(module.getContext()) {}

RelaxPlan RelaxEmitter::Emit(std::string_view prefix) {
  llvm::Type* pointer = builder_.getPtrTy();
  auto* type = llvm::FunctionType::get(builder_.getInt32Ty(), {pointer, pointer}, /*isVarArg=*/false);
  functions_.resize(image_.functions.size());
  for (size_t i = 0; i < image_.functions.size(); ++i) {
    if (image_.functions[i].kind != VmFunctionKind::kBytecode) continue;
    std::string name = std::string(prefix) + image_.functions[i].name;
    functions_[i] = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module_);
    functions_[i]->addFnAttr(llvm::Attribute::NoUnwind);
    plan_.functions.push_back(static_cast<int32_t>(i));
    plan_.symbols.push_back(functions_[i]->getName().str());
  }
  for (size_t i = 0; i < functions_.size(); ++i) {
    if (functions_[i] != nullptr) EmitFunction(image_.functions[i], functions_[i]);
  }
  return std::move(plan_);
}

void RelaxEmitter::EmitFunction(const VmFunction& function, llvm::Function* code) {
  llvm::LLVMContext& context = module_.getContext();
  function_ = code;
  run_ = code->getArg(0);
  registers_ = code->getArg(1);
  builder_.SetInsertPoint(llvm::BasicBlock::Create(context, "", code));
  steps_ = Load(builder_.getPtrTy(), offsetof(RelaxRun, steps));
  fixed_values_ = Load(builder_.getPtrTy(), offsetof(RelaxRun, fixed));
  args_ = Load(builder_.getPtrTy(), offsetof(RelaxRun, args));
  std::vector<llvm::BasicBlock*> blocks;
  for (uint32_t pc = function.first; pc < function.end; ++pc) blocks.push_back(llvm::BasicBlock::Create(context, "", code));
  leave_ = llvm::BasicBlock::Create(context, "", code);
  code_ = llvm::PHINode::Create(builder_.getInt32Ty(), 0, "", leave_);
  builder_.CreateBr(blocks.front());
  for (uint32_t pc = function.first; pc < function.end; ++pc) {
    const VmInstruction& instruction = image_.code[pc];
    auto block = [&](int64_t offset) { return blocks[static_cast<size_t>(pc - function.first + offset)]; };
    builder_.SetInsertPoint(block(0));
    TakeStep();
    switch (instruction.op) {
      case VmOpcode::kCall:
        Call(instruction, pc);
        builder_.CreateBr(block(1));
        break;
      case VmOpcode::kRet:
        builder_.CreateRet(CallHost("relax_return", builder_.getInt32Ty(), {run_, Register(instruction.dst), Int(pc)}));
        break;
      case VmOpcode::kGoto:
        builder_.CreateBr(block(instruction.offset));
        break;
      case VmOpcode::kIf: {
        llvm::Value* holds = CallHost("relax_test", builder_.getInt32Ty(), {run_, Register(instruction.dst), Int(pc)});
        LeaveUnless(builder_.CreateICmpULT(holds, Int(2)), Code(RelaxCode::kEnded));
        llvm::BasicBlock* then = block(1);
        llvm::BasicBlock* otherwise = block(instruction.offset);
        builder_.CreateCondBr(builder_.CreateIsNotNull(holds), then, otherwise);
        break;
      }
    }
  }
  builder_.SetInsertPoint(leave_);
  builder_.CreateRet(code_);
}

void RelaxEmitter::TakeStep() {
  llvm::Value* left = builder_.CreateLoad(builder_.getInt64Ty(), steps_);
  LeaveUnless(builder_.CreateICmpSGT(left, builder_.getInt64(0)), Code(RelaxCode::kOutOfBudget));
  builder_.CreateStore(builder_.CreateSub(left, builder_.getInt64(1)), steps_);
}

void RelaxEmitter::Call(const VmInstruction& call, uint32_t pc) {
  llvm::Value* null = llvm::ConstantPointerNull::get(builder_.getPtrTy());
  llvm::Value* result = call.dst < 0 ? null : Register(call.dst);
  if (Kills(image_.functions[static_cast<size_t>(call.func)])) {
    CallHost("relax_kill", builder_.getVoidTy(), {run_, result});
    return;
  }
  PutArguments(call);
  llvm::Function* callee = functions_[static_cast<size_t>(call.func)];
  if (callee == nullptr) {
    return LeaveUnlessDone(CallHost("relax_call", builder_.getInt32Ty(), {run_, Int(call.func), Int(call.arg_count), result, Int(pc)}));
  }
  llvm::Value* registers = CallHost("relax_enter", builder_.getPtrTy(), {run_, Int(call.func), Int(call.arg_count), Int(pc)});
  LeaveUnless(builder_.CreateIsNotNull(registers), Code(RelaxCode::kEnded));
  LeaveUnlessDone(builder_.CreateCall(callee, {run_, registers}));
  if (call.dst >= 0) CallHost("relax_take", builder_.getVoidTy(), {run_, result});
}

void RelaxEmitter::PutArguments(const VmInstruction& call) {
  plan_.most_args = std::max<size_t>(plan_.most_args, call.arg_count);
  for (uint32_t i = 0; i < call.arg_count; ++i) {
    const VmArg& arg = image_.args[call.first_arg + i];
    llvm::Value* value = arg.kind == ArgKind::kRegister ? Register(arg.value) : Fixed(arg);
    builder_.CreateStore(value, builder_.CreateConstGEP1_64(builder_.getPtrTy(), args_, i));
  }
}

llvm::Value* RelaxEmitter::Fixed(const VmArg& arg) {
  auto [at, fresh] = fixed_.emplace(std::pair(arg.kind, arg.value), plan_.fixed.size());
  if (fresh) plan_.fixed.push_back(arg);
  return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), fixed_values_, at->second * sizeof(Value));
}

llvm::Value* RelaxEmitter::Register(int64_t index) {
  return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), registers_, static_cast<uint64_t>(index) * sizeof(Value));
}

void RelaxEmitter::LeaveUnlessDone(llvm::Value* code) {
  LeaveUnless(builder_.CreateICmpEQ(code, Code(RelaxCode::kDone)), code);
}

void RelaxEmitter::LeaveUnless(llvm::Value* ok, llvm::Value* code) {
  code_->addIncoming(code, builder_.GetInsertBlock());
  llvm::BasicBlock* next = llvm::BasicBlock::Create(module_.getContext(), "", function_);
  builder_.CreateCondBr(ok, next, leave_);
  builder_.SetInsertPoint(next);
}

llvm::Value* RelaxEmitter::CallHost(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> args) {
  std::vector<llvm::Type*> types;
  for (const llvm::Value* arg : args) types.push_back(arg->getType());
  return builder_.CreateCall(module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, /*isVarArg=*/false)), args);
}

llvm::Value* RelaxEmitter::Load(llvm::Type* type, size_t offset) {
  return builder_.CreateLoad(type, builder_.CreateConstGEP1_64(builder_.getInt8Ty(), run_, offset));
}

}  // namespace assay
