// One look at each instruction: a register is the run's own when every instruction that sets it allocates.
#include "vm/bytecode/input_writes.h"

#include <algorithm>

#include "vm/bytecode/builtins.h"

namespace assay {
namespace {

class Writes {
 public:
  Writes(const VmImage& image, KernelLibrary& kernels) : image_(image), kernels_(kernels) {}

  bool Reach(const VmFunction& function) {
    // Arguments, and what other calls give, may be the caller's.
    own_.assign(static_cast<size_t>(function.registers), true);
    std::fill_n(own_.begin(), function.params, false);
    for (const VmInstruction& instruction : Code(function)) {
      if (instruction.op == VmOpcode::kCall && instruction.dst >= 0 && !Allocates(Callee(instruction))) {
        own_[static_cast<size_t>(instruction.dst)] = false;
      }
    }
    return std::ranges::any_of(Code(function), [&](const VmInstruction& instruction) { return MayWrite(instruction); });
  }

 private:
  std::span<const VmInstruction> Code(const VmFunction& function) const {
    return std::span(image_.code).subspan(function.first, function.end - function.first);
  }
  const VmFunction& Callee(const VmInstruction& call) const { return image_.functions[static_cast<size_t>(call.func)]; }

  static bool Allocates(const VmFunction& callee) {
    static constexpr std::string_view kAllocating[] = {"vm.builtin.alloc_tensor", "vm.builtin.alloc_shape_heap",
                                                       "vm.builtin.null_value", "vm.builtin.kill"};
    return callee.kind == VmFunctionKind::kPacked && std::ranges::count(kAllocating, callee.name) != 0;
  }
  // The argument that a builtin writes; -1 for none.
  static int64_t WrittenBy(std::string_view builtin) {
    return builtin == "vm.builtin.match_shape" || builtin == "vm.builtin.match_prim_value" ? 1 : -1;
  }

  bool MayWrite(const VmInstruction& call) const {
    if (call.op != VmOpcode::kCall) return false;
    const VmFunction& callee = Callee(call);
    std::span<const VmArg> args = std::span(image_.args).subspan(call.first_arg, call.arg_count);
    auto foreign = [&](const VmArg& arg) {
      return arg.kind == ArgKind::kRegister && !own_[static_cast<size_t>(arg.value)];
    };
    // A function as a value may be called with anything.
    if (std::ranges::any_of(args, [](const VmArg& arg) { return arg.kind == ArgKind::kFunction; })) return true;
    switch (callee.kind) {
      case VmFunctionKind::kBytecode: return false;
      case VmFunctionKind::kKernel: {
        Kernel* kernel = kernels_.Find(callee.name);
        for (size_t i = 0; i < args.size(); ++i) {
          if (kernel == nullptr || (kernel->Writes(i) && foreign(args[i]))) return true;
        }
        return false;
      }
      case VmFunctionKind::kPacked: {
        if (FindBuiltin(callee.name) == nullptr && !Kills(callee)) return true;
        int64_t written = WrittenBy(callee.name);
        return written >= 0 && written < std::ssize(args) && foreign(args[static_cast<size_t>(written)]);
      }
    }
    ASSAY_UNREACHABLE();
  }

  const VmImage& image_;
  KernelLibrary& kernels_;
  std::vector<bool> own_;
};

}  // namespace

bool MayWriteInputs(const VmImage& image, KernelLibrary& kernels) {
  Writes writes(image, kernels);
  return std::ranges::any_of(image.functions, [&](const VmFunction& function) {
    return function.kind == VmFunctionKind::kBytecode && writes.Reach(function);
  });
}

}  // namespace assay
