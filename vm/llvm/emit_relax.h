// The emitter of Relax functions: instructions of an image become one LLVM function each over the registers that the
// interpreter would have, with calls for calls and branches for If. Internal to vm/llvm. Tested by
// compiled_vm_test.cc.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <map>

#include "vm/llvm/relax_run.h"

namespace assay {

class RelaxEmitter {
 public:
  // `image` must have passed VerifyVm.
  RelaxEmitter(llvm::Module& module, const VmImage& image);
  // Adds the image's functions, each a RelaxEntry, under their names with `prefix` before them and '_' for what is no
  // letter, digit, '_' or '.'; where names repeat, LLVM numbers them.
  RelaxPlan Emit(std::string_view prefix);

 private:
  void EmitFunction(const VmFunction& function, llvm::Function* code);
  // A block for each instruction that is jumped to, or comes after an If; null for others.
  std::vector<llvm::BasicBlock*> BlocksOf(const VmFunction& function);
  void Branch(const VmInstruction& instruction, uint32_t pc, llvm::BasicBlock* then, llvm::BasicBlock* otherwise);
  void Call(const VmInstruction& call, uint32_t pc);
  void PutArguments(const VmInstruction& call);
  llvm::Value* Fixed(const VmArg& arg);
  llvm::Value* Register(int64_t index);
  // Goes on when the run does; otherwise the function returns.
  void LeaveUnless(llvm::Value* goes_on);
  llvm::Value* CallHost(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> args);
  llvm::Value* Load(llvm::Type* type, size_t offset);
  llvm::Value* Int(int64_t value) { return builder_.getInt32(static_cast<uint32_t>(value)); }

  llvm::Module& module_;
  const VmImage& image_;
  llvm::IRBuilder<> builder_;
  RelaxPlan plan_;
  // By index in the image; null for what is no function of it.
  std::vector<llvm::Function*> functions_;
  std::map<std::pair<ArgKind, int64_t>, size_t> fixed_;
  // ---- of the function that is emitted
  llvm::Function* function_ = nullptr;
  llvm::Value* run_ = nullptr;
  llvm::Value* registers_ = nullptr;
  llvm::Value* fixed_values_ = nullptr;
  llvm::Value* args_ = nullptr;
  // Returns that the run has ended.
  llvm::BasicBlock* leave_ = nullptr;
};

}  // namespace assay
