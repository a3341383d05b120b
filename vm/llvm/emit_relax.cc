// As little code as there can be, since level 0 is paid for by the instruction: what an instruction does is the host's.
#include "vm/llvm/emit_relax.h"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <cstddef>

#include "ir/support/fault.h"

namespace assay {
namespace {

// Names of an image may come from a file, with bytes that mean something to an object file: those become '_'.
std::string AsSymbol(std::string_view name) {
  std::string symbol(name);
  std::ranges::replace_if(symbol, [](char c) { return !llvm::isAlnum(c) && c != '_' && c != '.'; }, '_');
  return symbol;
}

}  // namespace

RelaxEmitter::RelaxEmitter(llvm::Module& module, const VmImage& image)
    : module_(module), image_(image), builder_(module.getContext()) {}

RelaxPlan RelaxEmitter::Emit(std::string_view prefix) {
  llvm::Type* pointer = builder_.getPtrTy();
  auto* type = llvm::FunctionType::get(builder_.getInt1Ty(), {pointer, pointer}, /*isVarArg=*/false);
  functions_.resize(image_.functions.size());
  for (size_t i = 0; i < image_.functions.size(); ++i) {
    if (image_.functions[i].kind != VmFunctionKind::kBytecode) continue;
    std::string name = std::string(prefix) + AsSymbol(image_.functions[i].name);
    functions_[i] = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module_);
    functions_[i]->addFnAttr(llvm::Attribute::NoUnwind);
    functions_[i]->addRetAttr(llvm::Attribute::ZExt);
    plan_.functions.push_back(static_cast<int32_t>(i));
    plan_.symbols.push_back(functions_[i]->getName().str());
  }
  for (size_t i = 0; i < functions_.size(); ++i) {
    if (functions_[i] != nullptr) EmitFunction(image_.functions[i], functions_[i]);
  }
  return std::move(plan_);
}

std::vector<llvm::BasicBlock*> RelaxEmitter::BlocksOf(const VmFunction& function) {
  std::vector<llvm::BasicBlock*> blocks(function.end - function.first);
  auto mark = [&](uint32_t pc) {
    llvm::BasicBlock*& block = blocks[pc - function.first];
    if (block == nullptr) block = llvm::BasicBlock::Create(module_.getContext(), "", function_);
  };
  mark(function.first);
  for (uint32_t pc = function.first; pc < function.end; ++pc) {
    const VmInstruction& instruction = image_.code[pc];
    if (instruction.op == VmOpcode::kCall || instruction.op == VmOpcode::kRet) continue;
    mark(pc + static_cast<uint32_t>(instruction.offset));
    if (instruction.op == VmOpcode::kIf) mark(pc + 1);
  }
  return blocks;
}

void RelaxEmitter::EmitFunction(const VmFunction& function, llvm::Function* code) {
  llvm::LLVMContext& context = module_.getContext();
  function_ = code;
  run_ = code->getArg(0);
  registers_ = code->getArg(1);
  builder_.SetInsertPoint(llvm::BasicBlock::Create(context, "", code));
  fixed_values_ = Load(builder_.getPtrTy(), offsetof(RelaxRun, fixed));
  args_ = Load(builder_.getPtrTy(), offsetof(RelaxRun, args));
  std::vector<llvm::BasicBlock*> blocks = BlocksOf(function);
  leave_ = llvm::BasicBlock::Create(context, "", code);
  // Whether the instruction before went on to this one.
  bool reached = true;
  for (uint32_t pc = function.first; pc < function.end; ++pc) {
    const VmInstruction& instruction = image_.code[pc];
    auto block = [&](int32_t offset) { return blocks[pc - function.first + static_cast<uint32_t>(offset)]; };
    if (block(0) != nullptr) {
      if (reached) builder_.CreateBr(block(0));
      builder_.SetInsertPoint(block(0));
    } else if (!reached) {
      continue;
    }
    reached = instruction.op == VmOpcode::kCall;
    switch (instruction.op) {
      case VmOpcode::kCall: Call(instruction, pc); break;
      case VmOpcode::kRet:
        builder_.CreateRet(CallHost("relax_return", builder_.getInt1Ty(), {run_, Register(instruction.dst), Int(pc)}));
        break;
      case VmOpcode::kGoto:
        LeaveUnless(CallHost("relax_goto", builder_.getInt1Ty(), {run_}));
        builder_.CreateBr(block(instruction.offset));
        break;
      case VmOpcode::kIf: Branch(instruction, pc, block(1), block(instruction.offset)); break;
    }
  }
  builder_.SetInsertPoint(leave_);
  builder_.CreateRet(builder_.getFalse());
}

void RelaxEmitter::Branch(const VmInstruction& instruction, uint32_t pc, llvm::BasicBlock* then,
                          llvm::BasicBlock* otherwise) {
  llvm::Value* holds = CallHost("relax_test", builder_.getInt32Ty(), {run_, Register(instruction.dst), Int(pc)});
  LeaveUnless(builder_.CreateICmpULT(holds, Int(2)));
  if (FaultOn(Fault::compiled_if_swaps_branches)) std::swap(then, otherwise);
  builder_.CreateCondBr(builder_.CreateIsNotNull(holds), then, otherwise);
}

void RelaxEmitter::Call(const VmInstruction& call, uint32_t pc) {
  llvm::Value* result = call.dst < 0 ? llvm::ConstantPointerNull::get(builder_.getPtrTy()) : Register(call.dst);
  if (Kills(image_.functions[static_cast<size_t>(call.func)])) {
    return LeaveUnless(CallHost("relax_kill", builder_.getInt1Ty(), {run_, result}));
  }
  PutArguments(call);
  llvm::Function* callee = functions_[static_cast<size_t>(call.func)];
  if (callee == nullptr) {
    return LeaveUnless(
        CallHost("relax_call", builder_.getInt1Ty(), {run_, Int(call.func), Int(call.arg_count), result, Int(pc)}));
  }
  llvm::Value* registers =
      CallHost("relax_enter", builder_.getPtrTy(), {run_, Int(call.func), Int(call.arg_count), Int(pc)});
  LeaveUnless(builder_.CreateIsNotNull(registers));
  LeaveUnless(builder_.CreateCall(callee, {run_, registers}));
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

void RelaxEmitter::LeaveUnless(llvm::Value* goes_on) {
  llvm::BasicBlock* next = llvm::BasicBlock::Create(module_.getContext(), "", function_);
  builder_.CreateCondBr(goes_on, next, leave_);
  builder_.SetInsertPoint(next);
}

llvm::Value* RelaxEmitter::CallHost(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> args) {
  std::vector<llvm::Type*> types;
  for (const llvm::Value* arg : args) types.push_back(arg->getType());
  llvm::FunctionCallee host =
      module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, /*isVarArg=*/false));
  llvm::CallInst* call = builder_.CreateCall(host, args);
  // As C++ returns a bool.
  if (result->isIntegerTy(1)) call->addRetAttr(llvm::Attribute::ZExt);
  return call;
}

llvm::Value* RelaxEmitter::Load(llvm::Type* type, size_t offset) {
  return builder_.CreateLoad(type, builder_.CreateConstGEP1_64(builder_.getInt8Ty(), run_, offset));
}

}  // namespace assay
