#include "vm/bytecode/interp.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "vm/bytecode/builtins.h"
#include "vm/bytecode/executable.h"
#include "vm/bytecode/graph_cache.h"
#include "vm/external_functions.h"
#include "vm/packed.h"
#include "vm/reference/tir_eval.h"

namespace assay {
namespace {

// A function of the image as a value, with the arguments that make_closure gave.
struct VmClosure : EngineObject {
  VmClosure() : EngineObject(ObjectKind::kVmClosure) {}
  VmClosure(const VmClosure& other) = default;
  int32_t function = 0;
  std::vector<Value> bound;
  // Closures within closures; 1 for a bare function.
  int depth = 1;
};
// What a killed register holds; reading it is a Trap.
struct Killed : EngineObject {
  Killed() : EngineObject(ObjectKind::kKilled) {}
};

// What a value costs to copy, in Values, and how deep it is: code that nobody wrote could double a tuple at each step, or
// nest one deeper than a destructor can go.
struct Weight {
  int64_t values = 1;
  int depth = 1;
};
constexpr int kMaxValueDepth = 200;

Weight WeightOf(const Value& value) {
  if (const auto* shape = value.As<ShapeValue>()) return {1 + static_cast<int64_t>(shape->dims.size()) / 4, 1};
  if (const auto* text = value.As<StringValue>()) return {1 + static_cast<int64_t>(text->text.size()) / 32, 1};
  if (const auto* object = value.As<ObjectValue>()) {
    bool closure = object->object->kind == ObjectKind::kVmClosure;
    return {1, closure ? static_cast<const VmClosure&>(*object->object).depth : 1};
  }
  const auto* tuple = value.As<TupleValue>();
  if (tuple == nullptr) return {};
  Weight whole;
  for (const Value& field : tuple->fields) {
    Weight part = WeightOf(field);
    whole.values += part.values;
    whole.depth = std::max(whole.depth, 1 + part.depth);
  }
  return whole;
}

class Interpreter : public Executable {
 public:
  Interpreter(VmImage image, std::unique_ptr<KernelLibrary> kernels)
      : image_(std::move(image)),
        kernels_(std::move(kernels)),
        externals_(std::vector<std::string_view>(image_.external_modules.begin(), image_.external_modules.end()), {}) {
    for (const VmFunction& function : image_.functions) targets_.push_back(Resolve(function));
  }

  Outcome Run(std::string_view name, std::span<const Value> args, const Budget& budget) override {
    Meter meter(budget);
    meter_ = &meter;
    frames_.clear();
    registers_.clear();
    fresh_.clear();
    graphs_.Clear();
    const VmFunction* function = FindFunction(name);
    if (Kernel* kernel = function == nullptr ? FindKernel(name) : nullptr) return RunAsEntry(*kernel, args, meter);
    if (function == nullptr) return Refused{fmt::format("the executable has no function {}", name)};
    if (args.size() != static_cast<size_t>(function->params)) {
      return MakeTrap("argument", fmt::format("{} arguments for {} parameters", args.size(), function->params));
    }
    Outcome outcome = OutOfBudget{};
    if (PushFrame(*function, OwnedCopies(args), -1)) outcome = Loop();
    registers_.clear();
    return outcome;
  }

 private:
  struct Target {
    BuiltinFn builtin = nullptr;
    PackedFn packed = nullptr;
    Kernel* kernel = nullptr;
  };
  struct Frame {
    const VmFunction* function;
    uint32_t pc;
    size_t base;
    // Where the caller wants the result.
    int32_t result;
    // The index under which the result is kept; negative: it is not.
    int64_t kept_as = -1;
  };

  Target Resolve(const VmFunction& function) {
    Target target;
    if (function.kind == VmFunctionKind::kKernel) {
      target.kernel = kernels_->Find(function.name);
    } else if (function.kind == VmFunctionKind::kPacked) {
      target.builtin = FindBuiltin(function.name);
      if (target.builtin == nullptr) target.packed = FindPacked(function.name);
    }
    return target;
  }
  const VmFunction* FindFunction(std::string_view name) const {
    for (const VmFunction& function : image_.functions) {
      if (function.kind == VmFunctionKind::kBytecode && (function.name == name || function.symbol == name)) return &function;
    }
    return nullptr;
  }

  Kernel* FindKernel(std::string_view name) {
    for (size_t i = 0; i < targets_.size(); ++i) {
      const VmFunction& function = image_.functions[i];
      if (targets_[i].kernel != nullptr && (function.name == name || function.symbol == name)) return targets_[i].kernel;
    }
    return nullptr;
  }

  // False when the budget does not allow it.
  bool PushFrame(const VmFunction& function, std::vector<Value> args, int32_t result) {
    if (!meter_->Allocate(function.registers * int64_t{sizeof(Value)})) return false;
    size_t base = registers_.size();
    registers_.resize(base + static_cast<size_t>(function.registers));
    for (size_t i = 0; i < args.size(); ++i) registers_[base + i] = std::move(args[i]);
    frames_.push_back({&function, function.first, base, result, -1});
    return true;
  }

  Value& Register(int64_t index) { return registers_[frames_.back().base + static_cast<size_t>(index)]; }

  // ---- the loop

  Outcome Loop() {
    while (true) {
      if (!meter_->Step()) return OutOfBudget{};
      const VmInstruction& instruction = image_.code[frames_.back().pc];
      std::optional<Outcome> done;
      switch (instruction.op) {
        case VmOpcode::kCall:
          done = Call(instruction);
          break;
        case VmOpcode::kRet:
          done = Return(instruction);
          break;
        case VmOpcode::kGoto:
          frames_.back().pc += static_cast<uint32_t>(instruction.offset);
          break;
        case VmOpcode::kIf:
          done = Test(instruction);
          break;
      }
      if (done) return Placed(std::move(*done), instruction);
    }
  }

  // A trap of a loaded executable, whose text is elsewhere, says its place in words.
  Outcome Placed(Outcome outcome, const VmInstruction& instruction) const {
    auto* trap = std::get_if<Trap>(&outcome);
    if (trap == nullptr || trap->span.file != 0 || image_.source.empty() || frames_.empty()) return outcome;
    // Passes make calls that stand nowhere in the text.
    std::string line = instruction.line == 0 ? image_.source : fmt::format("{}:{}", image_.source, instruction.line);
    trap->message += fmt::format(" (in {} of {})", frames_.back().function->name, line);
    return outcome;
  }

  // The program's result when the outermost function returns, or a Trap.
  std::optional<Outcome> Return(const VmInstruction& instruction) {
    Value value = Register(instruction.dst);
    if (IsKilled(value)) return Outcome(MakeTrap("use_after_kill", "a killed value is returned", instruction.span));
    Frame frame = frames_.back();
    frames_.pop_back();
    registers_.resize(frame.base);
    meter_->Release(frame.function->registers * int64_t{sizeof(Value)});
    if (frames_.empty()) return Outcome(std::move(value));
    if (frame.kept_as >= 0) graphs_.Keep(frame.kept_as, value);
    if (frame.result >= 0) Register(frame.result) = std::move(value);
    return std::nullopt;
  }

  std::optional<Outcome> Test(const VmInstruction& instruction) {
    const Value& condition = Register(instruction.dst);
    const auto* prim = condition.As<PrimValue>();
    const auto* tensor = condition.As<TensorValue>();
    if (prim == nullptr && (tensor == nullptr || tensor->tensor.size() != 1)) {
      return Outcome(MakeTrap("condition", "the condition is no scalar", instruction.span));
    }
    bool holds = prim != nullptr ? prim->scalar.IsTrue() : tensor->tensor.At(0).IsTrue();
    frames_.back().pc += holds ? 1u : static_cast<uint32_t>(instruction.offset);
    return std::nullopt;
  }

  std::optional<Outcome> Call(const VmInstruction& instruction) {
    const VmFunction& callee = image_.functions[static_cast<size_t>(instruction.func)];
    if (callee.name == "vm.builtin.kill") {
      Register(instruction.dst) = Value{ObjectValue{std::make_shared<Killed>()}};
      ++frames_.back().pc;
      return std::nullopt;
    }
    std::vector<Value> args;
    args.reserve(instruction.arg_count);
    for (uint32_t i = 0; i < instruction.arg_count; ++i) {
      args.push_back(ArgValue(image_.args[instruction.first_arg + i]));
      if (IsKilled(args.back())) return Outcome(MakeTrap("use_after_kill", "a killed value is used", instruction.span));
    }
    ++frames_.back().pc;
    if (callee.name == "vm.builtin.invoke_closure") return InvokeClosure(std::move(args), instruction);
    if (callee.name == "vm.builtin.make_closure") return Finish(MakeClosure(std::move(args), instruction.span), instruction);
    if (callee.name == "vm.builtin.call_tir_dyn") return CallTirDyn(std::move(args), instruction);
    if (callee.name == "vm.builtin.cuda_graph.get_cached_alloc") return CachedAllocation(std::move(args), instruction);
    if (callee.name == "vm.builtin.cuda_graph.run_or_capture") return RunOrCapture(std::move(args), instruction);
    return Dispatch(instruction.func, std::move(args), instruction);
  }

  Value ArgValue(const VmArg& arg) {
    switch (arg.kind) {
      case ArgKind::kRegister:
        return Register(arg.value);
      case ArgKind::kImmediate:
        return Value{PrimValue{Scalar::Int(DType::Int(64), arg.value)}};
      case ArgKind::kConstant:
        return image_.constants[static_cast<size_t>(arg.value)];
      case ArgKind::kFunction: {
        auto closure = std::make_shared<VmClosure>();
        closure->function = static_cast<int32_t>(arg.value);
        return Value{ObjectValue{std::move(closure)}};
      }
    }
    return {};
  }
  static bool IsKilled(const Value& value) {
    const auto* object = value.As<ObjectValue>();
    return object != nullptr && object->object->kind == ObjectKind::kKilled;
  }

  std::optional<Outcome> Finish(Outcome outcome, const VmInstruction& instruction) {
    auto* value = std::get_if<Value>(&outcome);
    if (value == nullptr) return outcome;
    Weight weight = WeightOf(*value);
    if (weight.depth > kMaxValueDepth) return Outcome(MakeTrap("too_deep", "a value nests too deep", instruction.span));
    // A small one costs no more than the step that made it.
    if (weight.values > 64 && !meter_->Allocate(weight.values * int64_t{sizeof(Value)})) return Outcome(OutOfBudget{});
    if (instruction.dst >= 0) Register(instruction.dst) = std::move(*value);
    return std::nullopt;
  }

  std::optional<Outcome> Dispatch(int32_t function, std::vector<Value> args, const VmInstruction& instruction) {
    const VmFunction& callee = image_.functions[static_cast<size_t>(function)];
    const Target& target = targets_[static_cast<size_t>(function)];
    if (callee.kind == VmFunctionKind::kBytecode) {
      if (frames_.size() >= kMaxCallDepth) return Outcome(MakeTrap("stack_overflow", "calls nest too deep", instruction.span));
      if (args.size() != static_cast<size_t>(callee.params)) {
        return Outcome(MakeTrap("argument", fmt::format("{} arguments for {}", args.size(), callee.name), instruction.span));
      }
      if (!PushFrame(callee, std::move(args), instruction.dst)) return Outcome(OutOfBudget{});
      return std::nullopt;
    }
    if (target.builtin != nullptr) {
      Outcome outcome = target.builtin(args, {*meter_, instruction.span});
      if (callee.name == "vm.builtin.alloc_tensor") NoteFresh(outcome);
      return Finish(std::move(outcome), instruction);
    }
    if (target.packed != nullptr) {
      Outcome outcome = target.packed(args);
      ForgetFresh(args);
      return Finish(std::move(outcome), instruction);
    }
    if (target.kernel != nullptr) return CallKernel(*target.kernel, args, instruction);
    if (std::optional<Outcome> outcome = externals_.Call(callee.name, args, *meter_)) {
      ForgetFresh(args);
      return Finish(*std::move(outcome), instruction);
    }
    return Outcome(Refused{fmt::format("no function is registered as {}", callee.name)});
  }

  // ---- kernels

  // Tensors that nothing has written yet: a kernel's trailing ones are its outputs, which the tree walker then guards.
  void NoteFresh(const Outcome& outcome) {
    const auto* value = std::get_if<Value>(&outcome);
    const auto* tensor = value == nullptr ? nullptr : value->As<TensorValue>();
    if (tensor != nullptr) fresh_.insert(tensor->tensor.data());
  }
  void ForgetFresh(std::span<const Value> args) {
    for (const Value& arg : args) {
      if (const auto* tensor = arg.As<TensorValue>()) fresh_.erase(tensor->tensor.data());
    }
  }
  size_t FreshFrom(std::span<const Value> args) const {
    size_t from = args.size();
    while (from > 0) {
      const auto* tensor = args[from - 1].As<TensorValue>();
      if (tensor == nullptr || !fresh_.contains(tensor->tensor.data())) break;
      --from;
    }
    return from;
  }
  std::optional<Outcome> CallKernel(Kernel& kernel, std::span<const Value> args, const VmInstruction& instruction) {
    Outcome outcome = kernel.Run(args, FreshFrom(args), *meter_);
    ForgetFresh(args);
    const auto* value = std::get_if<Value>(&outcome);
    // A kernel called for its effects yields the empty tuple.
    if (value != nullptr && value->As<NullValue>() != nullptr) outcome = Value{TupleValue{}};
    return Finish(std::move(outcome), instruction);
  }
  // (kernel, tensors…, shape of scalars)
  std::optional<Outcome> CallTirDyn(std::vector<Value> args, const VmInstruction& instruction) {
    const VmClosure* closure = AsClosure(args.empty() ? Value{} : args[0]);
    if (closure == nullptr) return Outcome(MakeTrap("argument", "call_tir_dyn wants a kernel", instruction.span));
    std::vector<Value> flat;
    for (size_t i = 1; i < args.size(); ++i) {
      const auto* shape = args[i].As<ShapeValue>();
      if (shape == nullptr) {
        flat.push_back(std::move(args[i]));
        continue;
      }
      for (int64_t dim : shape->dims) flat.push_back(Value{PrimValue{Scalar::Int(DType::Int(64), dim)}});
    }
    return Dispatch(closure->function, std::move(flat), instruction);
  }

  // ---- graphs

  // (function, index)
  std::optional<Outcome> CachedAllocation(std::vector<Value> args, const VmInstruction& instruction) {
    const VmClosure* callee = AsClosure(args.empty() ? Value{} : args[0]);
    std::optional<int64_t> index = IntArg(args, 1);
    if (callee == nullptr || !index || *index < 0) {
      return Outcome(MakeTrap("argument", "get_cached_alloc wants a function and an index", instruction.span));
    }
    if (const Value* kept = graphs_.Allocation(*index)) return Finish(*kept, instruction);
    size_t depth = frames_.size();
    std::optional<Outcome> done = Dispatch(callee->function, {}, instruction);
    if (!done && frames_.size() > depth) frames_.back().kept_as = *index;
    return done;
  }
  // (function, tuple of arguments, index, sizes where there are symbolic ones)
  std::optional<Outcome> RunOrCapture(std::vector<Value> args, const VmInstruction& instruction) {
    const VmClosure* callee = AsClosure(args.empty() ? Value{} : args[0]);
    const auto* inputs = args.size() < 2 ? nullptr : args[1].As<TupleValue>();
    std::optional<int64_t> index = IntArg(args, 2);
    if (callee == nullptr || inputs == nullptr || !index) {
      return Outcome(MakeTrap("argument", "run_or_capture wants a function, its arguments and an index", instruction.span));
    }
    const ShapeValue* sizes = ShapeArg(args, 3);
    std::span<const int64_t> key = sizes == nullptr ? std::span<const int64_t>() : std::span<const int64_t>(sizes->dims);
    return Dispatch(callee->function, graphs_.LaunchArguments(*index, key, inputs->fields), instruction);
  }

  // ---- closures

  static const VmClosure* AsClosure(const Value& value) {
    const auto* object = value.As<ObjectValue>();
    return object != nullptr && object->object->kind == ObjectKind::kVmClosure ? static_cast<const VmClosure*>(object->object.get()) : nullptr;
  }
  std::optional<Outcome> InvokeClosure(std::vector<Value> args, const VmInstruction& instruction) {
    const VmClosure* closure = AsClosure(args.empty() ? Value{} : args[0]);
    if (closure == nullptr) return Outcome(MakeTrap("not_callable", "what is invoked is no closure", instruction.span));
    std::vector<Value> all(args.begin() + 1, args.end());
    all.insert(all.end(), closure->bound.begin(), closure->bound.end());
    return Dispatch(closure->function, std::move(all), instruction);
  }
  Outcome MakeClosure(std::vector<Value> args, SourceSpan span) {
    const VmClosure* callee = AsClosure(args.empty() ? Value{} : args[0]);
    if (callee == nullptr) return MakeTrap("argument", "make_closure wants a function", span);
    auto closure = std::make_shared<VmClosure>(*callee);
    // As TVM's VMClosure::BindLastArgs: captured values follow the arguments, the latest first.
    closure->bound.insert(closure->bound.begin(), args.begin() + 1, args.end());
    int64_t values = 0;
    for (const Value& value : closure->bound) {
      Weight weight = WeightOf(value);
      values += weight.values;
      closure->depth = std::max(closure->depth, 1 + weight.depth);
    }
    if (!meter_->Allocate(values * int64_t{sizeof(Value)})) return OutOfBudget{};
    return Value{ObjectValue{std::move(closure)}};
  }

  VmImage image_;
  std::unique_ptr<KernelLibrary> kernels_;
  ExternalFunctions externals_;
  std::vector<Target> targets_;
  std::vector<Frame> frames_;
  std::vector<Value> registers_;
  std::unordered_set<const std::byte*> fresh_;
  GraphCache graphs_;
  Meter* meter_ = nullptr;
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
    .doc = "Relax by the VM's rules, kernels by the tree walker, which sees what machine code cannot",
    .input = EngineInput::kCompiled,
    .load = LoadOnTreeWalker,
};
const EngineSpec kVm = {
    .name = "vm",
    .doc = "bytecode, saved and loaded again; kernels by the tree walker",
    .input = EngineInput::kCompiled,
    .load = LoadFromBytes,
};

}  // namespace assay
