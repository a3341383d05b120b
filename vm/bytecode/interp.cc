// The interpreter: a loop over the instructions of an image, with a stack of frames in one array of registers.
#include "vm/bytecode/interp.h"

#include <algorithm>

#include "vm/bytecode/executable.h"
#include "vm/bytecode/machine.h"
#include "vm/reference/tir_eval.h"

namespace assay {
namespace {

class Interpreter : public VmMachine {
 public:
  Interpreter(VmImage image, std::unique_ptr<KernelLibrary> kernels)
      : VmMachine(std::move(image), std::move(kernels)) {}

 protected:
  Outcome RunFunction(int32_t function, std::vector<Value> args) override {
    frames_.clear();
    std::optional<Outcome> outcome = PushFrame({function, std::move(args)}, -1, {});
    if (!outcome) outcome = Loop();
    registers_.clear();
    return *std::move(outcome);
  }

 private:
  struct Frame {
    const VmFunction* function;
    uint32_t pc;
    size_t base;
    // Where the caller wants the result.
    int32_t result;
    int64_t kept_as;
  };

  std::optional<Outcome> PushFrame(Entered callee, int32_t result, SourceSpan span) {
    if (std::optional<Outcome> end = Enter(callee, span)) return end;
    const VmFunction& function = image().functions[static_cast<size_t>(callee.function)];
    size_t base = registers_.size();
    registers_.resize(base + static_cast<size_t>(function.registers));
    std::ranges::move(callee.args, registers_.begin() + static_cast<int64_t>(base));
    frames_.push_back({&function, function.first, base, result, callee.kept_as});
    return std::nullopt;
  }

  Value& Register(int64_t index) { return registers_[frames_.back().base + static_cast<size_t>(index)]; }

  Outcome Loop() {
    while (true) {
      if (!meter().Step()) return meter().Spent();
      uint32_t pc = frames_.back().pc;
      At(pc);
      const VmInstruction& instruction = image().code[pc];
      std::optional<Outcome> done;
      switch (instruction.op) {
        case VmOpcode::kCall: done = CallOf(instruction); break;
        case VmOpcode::kRet: done = Return(instruction); break;
        case VmOpcode::kGoto: frames_.back().pc += static_cast<uint32_t>(instruction.offset); break;
        case VmOpcode::kIf: done = Branch(instruction); break;
      }
      if (done) return Placed(std::move(*done), pc);
    }
  }

  // The program's result when the outermost function returns, or a Trap.
  std::optional<Outcome> Return(const VmInstruction& instruction) {
    Value value = Register(instruction.dst);
    if (std::optional<Outcome> end = EndIfKilled(value, "returned", instruction.span)) return end;
    Frame frame = frames_.back();
    frames_.pop_back();
    registers_.resize(frame.base);
    Leave(*frame.function, frame.kept_as, value);
    if (frames_.empty()) return Outcome(std::move(value));
    if (frame.result >= 0) Register(frame.result) = std::move(value);
    return std::nullopt;
  }

  std::optional<Outcome> Branch(const VmInstruction& instruction) {
    if (auto end = EndIfUnreadable(Register(instruction.dst), "the condition")) return end;
    std::variant<bool, Outcome> test = Test(Register(instruction.dst), instruction.span);
    if (auto* end = std::get_if<Outcome>(&test)) return std::move(*end);
    frames_.back().pc += *std::get_if<bool>(&test) ? 1u : static_cast<uint32_t>(instruction.offset);
    return std::nullopt;
  }

  std::optional<Outcome> CallOf(const VmInstruction& instruction) {
    ++frames_.back().pc;
    if (Kills(image().functions[static_cast<size_t>(instruction.func)])) {
      Register(instruction.dst) = KilledValue();
      return std::nullopt;
    }
    std::vector<Value> args;
    args.reserve(instruction.arg_count);
    for (uint32_t i = 0; i < instruction.arg_count; ++i)
      args.push_back(ArgValue(image().args[instruction.first_arg + i]));
    Called called = Call(instruction.func, std::move(args), instruction.span);
    if (auto* callee = std::get_if<Entered>(&called))
      return PushFrame(std::move(*callee), instruction.dst, instruction.span);
    Outcome& outcome = *std::get_if<Outcome>(&called);
    auto* value = std::get_if<Value>(&outcome);
    if (value == nullptr) return std::move(outcome);
    if (instruction.dst >= 0) Register(instruction.dst) = std::move(*value);
    return std::nullopt;
  }

  Value ArgValue(const VmArg& arg) { return arg.kind == ArgKind::kRegister ? Register(arg.value) : FixedValue(arg); }

  std::vector<Frame> frames_;
  std::vector<Value> registers_;
};

}  // namespace

std::unique_ptr<Executable> MakeInterpreter(VmImage image, std::unique_ptr<KernelLibrary> kernels) {
  return std::make_unique<Interpreter>(std::move(image), std::move(kernels));
}

Result<std::unique_ptr<Executable>> MakeVm(Context& ctx, const Module& module, std::unique_ptr<KernelLibrary> kernels) {
  ASSAY_TRY(VmImage image, EmitVm(ctx, module));
  ASSAY_RETURN_IF_ERROR(VerifyVm(image));
  return MakeInterpreter(std::move(image), std::move(kernels));
}

namespace {

Result<std::unique_ptr<Executable>> LoadOnTreeWalker(Context& ctx, const Module& module, const LoadOptions&) {
  ASSAY_TRY(std::unique_ptr<KernelLibrary> kernels, MakeReferenceKernels(KernelsOf(ctx, module), true));
  return MakeVm(ctx, module, std::move(kernels));
}
// Through the saved form, so that what `assay build` writes is what runs.
Result<std::unique_ptr<Executable>> LoadFromBytes(Context& ctx, const Module& module, const LoadOptions&) {
  ASSAY_TRY(VmImage image, MakeExecutable(ctx, module));
  ASSAY_TRY(LoadedImage loaded, LoadImage(ctx, EncodeVm(image)));
  ASSAY_TRY(std::unique_ptr<KernelLibrary> kernels, MakeReferenceKernels(loaded.kernels, true));
  return MakeInterpreter(std::move(loaded.image), std::move(kernels));
}

}  // namespace

const EngineSpec kTirReference = {
    .name = "tir-reference",
    .doc = "Relax by the VM's rules, kernels by the reference interpreter, which sees what machine code cannot",
    .input = EngineInput::kCompiled,
    .load = LoadOnTreeWalker,
};
const EngineSpec kVm = {
    .name = "vm",
    .doc = "bytecode, saved and loaded again; kernels by the reference interpreter",
    .input = EngineInput::kCompiled,
    .load = LoadFromBytes,
};

}  // namespace assay
