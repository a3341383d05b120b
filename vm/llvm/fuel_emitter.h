// Steps are taken from the budget at the head of each loop, or once for all loops (emit_fuel.cc). Internal to vm/llvm.
#pragma once

#include "vm/llvm/emitter_part.h"

namespace assay {

class FuelEmitter : public EmitterPart {
 public:
  FuelEmitter(FunctionBuilder& fn, const EmitOptions& options) : EmitterPart(fn, options) {}

  // How many steps the kernel takes in all is not known, or not all that matters.
  void Uncountable() { all_steps_.reset(); }
  // Some steps are taken already.
  bool taken() const { return !taken_.empty(); }
  // How often the code at hand runs, 0 if that is not known.
  int64_t times() const { return iterations_; }
  // Gives back what was so before.
  int64_t Times(int64_t iterations) { return std::exchange(iterations_, iterations); }
  void BurnFuel(llvm::Value* count);
  // Behind the whole body: takes all steps where the first ones are taken, if nothing but the budget can end the run.
  void BurnFuelAtOnce();

 private:
  struct Taken {
    llvm::BranchInst* branch = nullptr;
    llvm::LoadInst* left = nullptr;
  };
  static void GiveBack(const Taken& taken);

  // Where steps are taken, and how many in all as long as that is known.
  std::vector<Taken> taken_;
  std::optional<int64_t> all_steps_ = 0;
  int64_t iterations_ = 1;
};

}  // namespace assay
