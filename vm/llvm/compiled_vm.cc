// The host of compiled Relax functions: their registers, and the functions that they call.
#include "vm/llvm/compiled_vm.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/support/fault.h"
#include "vm/bytecode/machine.h"
#include "vm/llvm/emit_relax.h"
#include "vm/llvm/jit.h"

namespace assay {
namespace {

class CompiledVm : public VmMachine, public RelaxRun {
 public:
  CompiledVm(VmImage image, std::unique_ptr<KernelLibrary> kernels)
      : VmMachine(std::move(image), std::move(kernels), kCompiledPoison) {}

  Status Compile(int opt_level) {
    size_t instructions = 0;
    for (const VmFunction& function : image().functions) instructions += function.end - function.first;
    if (instructions > image().code.size()) {
      return Diag{DiagKind::kUnsupported, {}, "functions of the executable share instructions", {}, {}};
    }
    for (const VmFunction& function : image().functions) {
      bool unknown = FaultOn(Fault::packed_op_attribute_ignored_by_compiled_vm) &&
                     function.kind == VmFunctionKind::kPacked && function.name.starts_with("relax.run.");
      if (unknown)
        return Diag{
            DiagKind::kUnsupported, {}, fmt::format("no code for the operator behind {}", function.name), {}, {}};
    }
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> code = NewJitModule(context, opt_level);
    RelaxPlan plan = RelaxEmitter(*code, image()).Emit("relax.");
    entries_.resize(image().functions.size());
    if (plan.functions.empty()) return Done{};
    code_ = JitCompile(*code, opt_level, plan.symbols);
    for (size_t i = 0; i < plan.functions.size(); ++i) {
      entries_[static_cast<size_t>(plan.functions[i])] = reinterpret_cast<RelaxEntry>(code_->addresses()[i]);
    }
    for (const VmArg& arg : plan.fixed) fixed_values_.push_back(FixedValue(arg));
    arguments_.resize(plan.most_args);
    fixed = fixed_values_.data();
    args = arguments_.data();
    return Done{};
  }

  // ---- what code calls

  bool CallFrom(int32_t function, int32_t count, Value* result, uint32_t pc) {
    Called called = Gather(function, count, pc);
    if (auto* callee = std::get_if<Entered>(&called)) {
      RelaxEntry entry = entries_[static_cast<size_t>(callee->function)];
      Value* registers = Push(std::move(*callee), pc);
      if (registers == nullptr || !entry(this, registers)) return false;
      if (result != nullptr) Take(result);
      return true;
    }
    Outcome& outcome = *std::get_if<Outcome>(&called);
    auto* value = std::get_if<Value>(&outcome);
    if (value == nullptr) return End(std::move(outcome), pc);
    if (result != nullptr) *result = std::move(*value);
    return true;
  }
  Value* EnterFrom(int32_t function, int32_t count, uint32_t pc) {
    Called called = Gather(function, count, pc);
    if (auto* callee = std::get_if<Entered>(&called)) return Push(std::move(*callee), pc);
    End(std::move(*std::get_if<Outcome>(&called)), pc);
    return nullptr;
  }
  void Take(Value* result) { *result = std::move(result_); }
  bool Kill(Value* value) {
    if (!BurnFuel()) return false;
    *value = KilledValue();
    return true;
  }
  bool BurnFuel() {
    if (meter().Step()) return true;
    end_ = meter().Spent();
    return false;
  }
  int32_t TestAt(const Value& condition, uint32_t pc) {
    if (!BurnFuel()) return 2;
    if (std::optional<Outcome> end = EndIfUnreadable(condition, "the condition")) {
      End(std::move(*end), pc);
      return 2;
    }
    std::variant<bool, Outcome> test = Test(condition, image().code[pc].span);
    if (const bool* holds = std::get_if<bool>(&test)) return *holds ? 1 : 0;
    End(std::move(*std::get_if<Outcome>(&test)), pc);
    return 2;
  }
  bool ReturnAt(const Value& value, uint32_t pc) {
    if (!BurnFuel()) return false;
    At(pc);
    if (std::optional<Outcome> end = EndIfKilled(value, "returned", image().code[pc].span))
      return End(std::move(*end), pc);
    // The register goes with its frame.
    result_ = value;
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    Leave(*frame.function, frame.kept_as, result_);
    return true;
  }

 protected:
  Outcome RunFunction(int32_t function, std::vector<Value> arguments) override {
    frames_.clear();
    auto index = static_cast<size_t>(function);
    Value* registers = Push({function, std::move(arguments)}, image().functions[index].first);
    bool done = registers != nullptr && entries_[index](this, registers);
    frames_.clear();
    return done ? Outcome(std::move(result_)) : std::move(end_);
  }

 private:
  // Registers stay where they are while further functions are entered.
  struct Frame {
    const VmFunction* function;
    std::vector<Value> registers;
    int64_t kept_as;
  };

  Called Gather(int32_t function, int32_t count, uint32_t pc) {
    if (!meter().Step()) return Outcome(meter().Spent());
    At(pc);
    std::vector<Value> values;
    values.reserve(static_cast<size_t>(count));
    for (const Value* value : std::span(arguments_).first(static_cast<size_t>(count))) values.push_back(*value);
    return Call(function, std::move(values), image().code[pc].span);
  }
  // The function's registers; nullptr when it may not be entered.
  Value* Push(Entered callee, uint32_t pc) {
    if (std::optional<Outcome> end = Enter(callee, image().code[pc].span)) {
      End(std::move(*end), pc);
      return nullptr;
    }
    const VmFunction& function = image().functions[static_cast<size_t>(callee.function)];
    std::vector<Value> registers = std::move(callee.args);
    registers.resize(static_cast<size_t>(function.registers));
    frames_.push_back({&function, std::move(registers), callee.kept_as});
    return frames_.back().registers.data();
  }
  // False, for the code to hand on.
  bool End(Outcome outcome, uint32_t pc) {
    end_ = Placed(std::move(outcome), pc);
    return false;
  }

  std::unique_ptr<JitCode> code_;
  // By index in the image; null for what is no function of it.
  std::vector<RelaxEntry> entries_;
  std::vector<Value> fixed_values_;
  std::vector<const Value*> arguments_;
  // ---- of one run
  std::vector<Frame> frames_;
  Value result_;
  Outcome end_;
};

}  // namespace

Result<std::unique_ptr<Executable>> MakeCompiledVm(VmImage image, std::unique_ptr<KernelLibrary> kernels,
                                                   int opt_level) {
  auto machine = std::make_unique<CompiledVm>(std::move(image), std::move(kernels));
  ASSAY_RETURN_IF_ERROR(machine->Compile(std::clamp(opt_level, 0, 3)));
  return std::unique_ptr<Executable>(std::move(machine));
}

}  // namespace assay

extern "C" {
static bool relax_call(assay::RelaxRun* run, int32_t function, int32_t count, assay::Value* result, uint32_t pc) {
  return static_cast<assay::CompiledVm*>(run)->CallFrom(function, count, result, pc);
}
static assay::Value* relax_enter(assay::RelaxRun* run, int32_t function, int32_t count, uint32_t pc) {
  return static_cast<assay::CompiledVm*>(run)->EnterFrom(function, count, pc);
}
static void relax_take(assay::RelaxRun* run, assay::Value* result) {
  static_cast<assay::CompiledVm*>(run)->Take(result);
}
static bool relax_kill(assay::RelaxRun* run, assay::Value* value) {
  return static_cast<assay::CompiledVm*>(run)->Kill(value);
}
static bool relax_goto(assay::RelaxRun* run) { return static_cast<assay::CompiledVm*>(run)->BurnFuel(); }
static int32_t relax_test(assay::RelaxRun* run, const assay::Value* condition, uint32_t pc) {
  return static_cast<assay::CompiledVm*>(run)->TestAt(*condition, pc);
}
static bool relax_return(assay::RelaxRun* run, const assay::Value* value, uint32_t pc) {
  return static_cast<assay::CompiledVm*>(run)->ReturnAt(*value, pc);
}
}

namespace assay {

std::span<const RuntimeSymbol> RelaxSymbols() {
  static const RuntimeSymbol kSymbols[] = {
      {"relax_call", reinterpret_cast<void*>(relax_call)},    {"relax_enter", reinterpret_cast<void*>(relax_enter)},
      {"relax_take", reinterpret_cast<void*>(relax_take)},    {"relax_kill", reinterpret_cast<void*>(relax_kill)},
      {"relax_goto", reinterpret_cast<void*>(relax_goto)},    {"relax_test", reinterpret_cast<void*>(relax_test)},
      {"relax_return", reinterpret_cast<void*>(relax_return)}};
  return kSymbols;
}

}  // namespace assay
