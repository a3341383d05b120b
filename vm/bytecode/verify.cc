// Verification of images: what passes cannot make the interpreter read outside its tables or run off the code.
#include <fmt/format.h>

#include "vm/bytecode/image.h"

namespace assay {
namespace {

// A run pays for them.
constexpr int32_t kMaxRegisters = 1 << 22;

class Verifier {
 public:
  explicit Verifier(const VmImage& image) : image_(image) {}

  Status Run() {
    for (const VmFunction& function : image_.functions) {
      if (function.kind == VmFunctionKind::kBytecode) {
        CheckFunction(function);
      } else if (function.params != 0 || function.registers != 0 || function.first != 0 || function.end != 0) {
        Fail(fmt::format("function {} is no bytecode but has registers or code", function.name));
      }
    }
    if (why_.empty()) return Done{};
    return Diag{DiagKind::kCorrupt, {}, why_, {}, {}};
  }

 private:
  void Fail(std::string why) {
    if (why_.empty()) why_ = std::move(why);
  }

  void CheckFunction(const VmFunction& function) {
    if (function.first >= function.end || function.end > image_.code.size()) {
      return Fail(fmt::format("function {} has no code", function.name));
    }
    if (function.params < 0 || function.registers < function.params || function.registers > kMaxRegisters) {
      return Fail(fmt::format("function {} has {} registers for {} parameters", function.name, function.registers,
                              function.params));
    }
    if (image_.code[function.end - 1].op != VmOpcode::kRet) {
      return Fail(fmt::format("function {} does not end by returning", function.name));
    }
    for (uint32_t pc = function.first; pc < function.end; ++pc) CheckInstruction(function, pc);
  }

  void CheckInstruction(const VmFunction& function, uint32_t pc) {
    const VmInstruction& instruction = image_.code[pc];
    if (instruction.name >= image_.names.size())
      return Fail(fmt::format("instruction {} is of a binding without a name", pc));
    bool drops = instruction.op == VmOpcode::kCall && instruction.dst == -1;
    if (instruction.op != VmOpcode::kGoto && !drops && !IsRegister(function, instruction.dst)) {
      return Fail(fmt::format("instruction {} names register {} of {}", pc, instruction.dst, function.registers));
    }
    if (instruction.op == VmOpcode::kGoto || instruction.op == VmOpcode::kIf) {
      int64_t target = int64_t{pc} + instruction.offset;
      if (target < function.first || target >= function.end) {
        Fail(fmt::format("instruction {} jumps out of function {}", pc, function.name));
      }
    }
    if (instruction.op == VmOpcode::kCall) CheckCall(function, instruction, pc);
  }

  void CheckCall(const VmFunction& function, const VmInstruction& call, uint32_t pc) {
    if (call.func < 0 || static_cast<size_t>(call.func) >= image_.functions.size()) {
      return Fail(fmt::format("instruction {} calls function {} of {}", pc, call.func, image_.functions.size()));
    }
    if (uint64_t{call.first_arg} + call.arg_count > image_.args.size()) {
      return Fail(fmt::format("instruction {} has arguments outside the table", pc));
    }
    const VmFunction& callee = image_.functions[static_cast<size_t>(call.func)];
    if (Kills(callee) && call.dst == -1) return Fail(fmt::format("instruction {} kills no register", pc));
    if (callee.kind == VmFunctionKind::kBytecode && callee.params != static_cast<int64_t>(call.arg_count)) {
      return Fail(fmt::format("instruction {} passes {} arguments to {}, which takes {}", pc, call.arg_count,
                              callee.name, callee.params));
    }
    for (uint32_t i = 0; i < call.arg_count; ++i) CheckArg(function, image_.args[call.first_arg + i], pc);
  }

  void CheckArg(const VmFunction& function, const VmArg& arg, uint32_t pc) {
    bool good = false;
    switch (arg.kind) {
      case ArgKind::kRegister: good = IsRegister(function, arg.value); break;
      case ArgKind::kImmediate: good = true; break;
      case ArgKind::kConstant: good = arg.value >= 0 && static_cast<size_t>(arg.value) < image_.constants.size(); break;
      case ArgKind::kFunction: good = arg.value >= 0 && static_cast<size_t>(arg.value) < image_.functions.size(); break;
    }
    if (!good) Fail(fmt::format("instruction {} has an argument out of range", pc));
  }

  static bool IsRegister(const VmFunction& function, int64_t index) { return index >= 0 && index < function.registers; }

  const VmImage& image_;
  std::string why_;
};

}  // namespace

Status VerifyVm(const VmImage& image) { return Verifier(image).Run(); }

}  // namespace assay
