// VmMachine: what running an image means, whoever decides which instruction comes next: what calls of builtins, kernels
// and closures do, what they cost, and where they end the run. The interpreter (interp.cc) walks over the instructions;
// compiled Relax functions (vm/llvm/compiled_vm.cc) are machine code that makes the same calls. Tested by
// bytecode_test.cc.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "vm/bytecode/builtins.h"
#include "vm/bytecode/graph_cache.h"
#include "vm/bytecode/image.h"
#include "vm/bytecode/storage_watch.h"
#include "vm/external_functions.h"
#include "vm/kernel.h"
#include "vm/packed.h"

namespace assay {

class VmMachine : public Executable {
 public:
  using Executable::Run;
  Outcome Run(std::string_view name, std::span<const Value> args, const Budget& budget) final;

 protected:
  // `image` must have passed VerifyVm.
  // `poison` is what storage holds before anything is written.
  VmMachine(VmImage image, std::unique_ptr<KernelLibrary> kernels, uint8_t poison = kBytecodePoison);

  // Runs a function of the image, with as many arguments as it takes, from its first instruction to its last.
  virtual Outcome RunFunction(int32_t function, std::vector<Value> args) = 0;

  const VmImage& image() const { return image_; }
  Meter& meter() { return *meter_; }

  // A function of the image that a call comes to: the machine's owner runs it.
  struct Entered {
    int32_t function = 0;
    std::vector<Value> args;
    // The index under which its result is kept; negative: it is not.
    int64_t kept_as = -1;
  };
  // Otherwise the call is done: its value, or how the run ends.
  using Called = std::variant<Outcome, Entered>;
  Called Call(int32_t function, std::vector<Value> args, SourceSpan span);
  // Every function that is entered is left once, with its result, unless the run ends in it. Nothing when it may be
  // entered.
  std::optional<Outcome> Enter(const Entered& callee, SourceSpan span);
  void Leave(const VmFunction& function, int64_t kept_as, const Value& result);

  // How the run ends because a register is used that was killed ("returned", "used"); nothing when it was not.
  static std::optional<Outcome> EndIfKilled(const Value& value, std::string_view how, SourceSpan span);
  static Value KilledValue();
  // How the run ends because somebody, in words, looks at a value with bytes that nobody may read.
  std::optional<Outcome> EndIfUnreadable(const Value& value, std::string_view reader) const;
  // From now on instruction `pc` is at work; for what watched storage says of its tensors.
  void At(uint32_t pc) { pc_ = pc; }
  // What an argument stands for that is no register.
  Value FixedValue(const VmArg& arg) const;
  // Whether a condition holds, or how the run ends because it is none.
  static std::variant<bool, Outcome> Test(const Value& condition, SourceSpan span);
  // A trap of a loaded executable, whose text is elsewhere, says its place in words: that of instruction `pc`.
  Outcome Placed(Outcome outcome, uint32_t pc) const;

 private:
  // Functions that the machine itself answers, since they need more than their arguments.
  enum class Special : uint8_t { kNone, kInvokeClosure, kMakeClosure, kCallTirDyn, kCachedAllocation, kRunOrCapture };
  struct Target {
    Special special = Special::kNone;
    BuiltinFn builtin = nullptr;
    // The builtin looks at the elements of its tensors.
    bool reads = false;
    PackedFn packed = nullptr;
    Kernel* kernel = nullptr;
  };
  Target Resolve(const VmFunction& function);
  // The index of the function of that name; -1 when there is none.
  int32_t FindFunction(std::string_view name) const;
  Kernel* FindKernel(std::string_view name);

  Called Dispatch(int32_t function, std::vector<Value> args, SourceSpan span);
  Outcome CallKernel(Kernel& kernel, const VmFunction& callee, std::span<const Value> args);
  Called CallTirDyn(std::vector<Value> args, SourceSpan span);
  Called CachedAllocation(std::vector<Value> args, SourceSpan span);
  Called RunOrCapture(std::vector<Value> args, SourceSpan span);
  Called InvokeClosure(std::vector<Value> args, SourceSpan span);
  Outcome MakeClosure(std::vector<Value> args, SourceSpan span);
  // What a call gives, paid for.
  Outcome Weighed(Outcome outcome, SourceSpan span);

  VmImage image_;
  uint8_t poison_;
  std::unique_ptr<KernelLibrary> kernels_;
  // Runs get copies of their arguments.
  bool copies_inputs_ = true;
  StorageWatch watch_;
  ExternalFunctions externals_;
  std::vector<Target> targets_;
  // ---- of one run
  GraphCache graphs_;
  size_t depth_ = 0;
  // The instruction at work, where the owner says so.
  uint32_t pc_ = 0;
  Meter* meter_ = nullptr;
};

}  // namespace assay
