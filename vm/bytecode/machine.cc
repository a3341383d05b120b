// Calls of the virtual machine: one way for each kind of callee, and the state of a run that they share.
#include "vm/bytecode/machine.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/support/check.h"
#include "ir/support/plural.h"
#include "vm/bytecode/input_writes.h"
#include "vm/effects.h"
#include "vm/value_weight.h"

namespace assay {
namespace {

// A function of the image as a value, with the arguments that make_closure gave.
struct VmClosure : ClosureObject {
  VmClosure() : ClosureObject(ObjectKind::kVmClosure) {}
  VmClosure(const VmClosure& other) = default;
  int32_t function = 0;
  std::vector<Value> bound;
};
// What a killed register holds; reading it is a Trap.
struct Killed : EngineObject {
  Killed() : EngineObject(ObjectKind::kKilled) {}
};

const VmClosure* AsClosure(const Value& value) {
  const auto* object = value.As<ObjectValue>();
  bool closure = object != nullptr && object->object->kind == ObjectKind::kVmClosure;
  return closure ? static_cast<const VmClosure*>(object->object.get()) : nullptr;
}

}  // namespace

VmMachine::VmMachine(VmImage image, std::unique_ptr<KernelLibrary> kernels, uint8_t poison)
    : image_(std::move(image)),
      poison_(poison),
      kernels_(std::move(kernels)),
      copies_inputs_(MayWriteInputs(image_, *kernels_)),
      watch_(kernels_->shadow()),
      externals_(std::vector<std::string_view>(image_.external_modules.begin(), image_.external_modules.end()), {}) {
  for (const VmFunction& function : image_.functions) targets_.push_back(Resolve(function));
}

VmMachine::Target VmMachine::Resolve(const VmFunction& function) {
  static constexpr std::pair<std::string_view, Special> kSpecials[] = {
      {"vm.builtin.invoke_closure", Special::kInvokeClosure},
      {"vm.builtin.make_closure", Special::kMakeClosure},
      {"vm.builtin.call_tir_dyn", Special::kCallTirDyn},
      {"vm.builtin.cuda_graph.get_cached_alloc", Special::kCachedAllocation},
      {"vm.builtin.cuda_graph.run_or_capture", Special::kRunOrCapture},
  };
  Target target;
  for (const auto& [name, special] : kSpecials) {
    if (function.kind == VmFunctionKind::kPacked && function.name == name) target.special = special;
  }
  if (function.kind == VmFunctionKind::kKernel) {
    target.kernel = kernels_->Find(function.name);
  } else if (function.kind == VmFunctionKind::kPacked) {
    target.builtin = FindBuiltin(function.name);
    target.reads = function.name == "vm.builtin.tensor_to_shape";
    if (target.builtin == nullptr) target.packed = FindPacked(function.name);
  }
  return target;
}

int32_t VmMachine::FindFunction(std::string_view name) const {
  for (size_t i = 0; i < image_.functions.size(); ++i) {
    const VmFunction& function = image_.functions[i];
    bool named = function.name == name || function.symbol == name;
    if (function.kind == VmFunctionKind::kBytecode && named) return static_cast<int32_t>(i);
  }
  return -1;
}

Kernel* VmMachine::FindKernel(std::string_view name) {
  for (size_t i = 0; i < targets_.size(); ++i) {
    const VmFunction& function = image_.functions[i];
    if (targets_[i].kernel != nullptr && (function.name == name || function.symbol == name)) return targets_[i].kernel;
  }
  return nullptr;
}

Outcome VmMachine::Run(std::string_view name, std::span<const Value> args, const Budget& budget) {
  Meter meter(budget);
  meter_ = &meter;
  graphs_.Clear();
  depth_ = 0;
  pc_ = 0;
  int32_t function = FindFunction(name);
  if (Kernel* kernel = function < 0 ? FindKernel(name) : nullptr) return RunAsEntry(*kernel, args, meter);
  if (function < 0) return Refused{fmt::format("the executable has no function {}", name)};
  int32_t params = image_.functions[static_cast<size_t>(function)].params;
  if (args.size() != static_cast<size_t>(params)) {
    return MakeTrap(TrapKind::kArgument,
                    fmt::format("{} for {}", Counted(args.size(), "argument"), Counted(params, "parameter")));
  }
  Outcome outcome =
      RunFunction(function, copies_inputs_ ? OwnedCopies(args) : std::vector<Value>(args.begin(), args.end()));
  const auto* value = std::get_if<Value>(&outcome);
  std::optional<Outcome> end = value == nullptr ? std::nullopt : EndIfUnreadable(*value, "the result");
  return end ? Placed(*std::move(end), pc_) : std::move(outcome);
}

// ---- functions of the image

std::optional<Outcome> VmMachine::Enter(const Entered& callee, SourceSpan span) {
  const VmFunction& function = image_.functions[static_cast<size_t>(callee.function)];
  if (depth_ >= kMaxCallDepth) return Outcome(MakeTrap(TrapKind::kStackOverflow, "calls nest too deep", span));
  if (callee.args.size() != static_cast<size_t>(function.params)) {
    return Outcome(MakeTrap(TrapKind::kArgument,
                            fmt::format("{} for {}", Counted(callee.args.size(), "argument"), function.name), span));
  }
  if (!meter_->Allocate(function.registers * int64_t{sizeof(Value)})) return Outcome(meter_->Spent());
  ++depth_;
  return std::nullopt;
}

void VmMachine::Leave(const VmFunction& function, int64_t kept_as, const Value& result) {
  --depth_;
  meter_->Release(function.registers * int64_t{sizeof(Value)});
  if (kept_as >= 0) graphs_.Keep(kept_as, result);
}

std::optional<Outcome> VmMachine::EndIfKilled(const Value& value, std::string_view how, SourceSpan span) {
  const auto* object = value.As<ObjectValue>();
  if (object == nullptr || object->object->kind != ObjectKind::kKilled) return std::nullopt;
  return Outcome(MakeTrap(TrapKind::kUseAfterKill, fmt::format("a killed value is {}", how), span));
}

std::optional<Outcome> VmMachine::EndIfUnreadable(const Value& value, std::string_view reader) const {
  std::optional<Trap> trap = watch_.CheckRead(value, reader);
  return trap ? std::optional<Outcome>(*std::move(trap)) : std::nullopt;
}

Value VmMachine::KilledValue() { return Value{ObjectValue{std::make_shared<Killed>()}}; }

Value VmMachine::FixedValue(const VmArg& arg) const {
  switch (arg.kind) {
    case ArgKind::kImmediate: return Value{PrimValue{Scalar::Int(DType::Int(64), arg.value)}};
    case ArgKind::kConstant: return image_.constants[static_cast<size_t>(arg.value)];
    case ArgKind::kFunction: {
      auto closure = std::make_shared<VmClosure>();
      closure->function = static_cast<int32_t>(arg.value);
      return Value{ObjectValue{std::move(closure)}};
    }
    case ArgKind::kRegister: break;
  }
  ASSAY_UNREACHABLE();
}

std::variant<bool, Outcome> VmMachine::Test(const Value& condition, SourceSpan span) {
  if (const auto* prim = condition.As<PrimValue>()) return prim->scalar.IsTrue();
  const auto* tensor = condition.As<TensorValue>();
  if (tensor != nullptr && tensor->tensor.size() == 1) return tensor->tensor.At(0).IsTrue();
  return Outcome(MakeTrap(TrapKind::kCondition, "the condition is no scalar", span));
}

Outcome VmMachine::Placed(Outcome outcome, uint32_t pc) const {
  auto* trap = std::get_if<Trap>(&outcome);
  if (trap == nullptr) return outcome;
  auto inside = [pc](const VmFunction& function) { return function.first <= pc && pc < function.end; };
  const VmFunction& function = *std::ranges::find_if(image_.functions, inside);
  const VmInstruction& instruction = image_.code[pc];
  if (watch_.shadow() != nullptr && IsOfStorage(*trap)) {
    // Kernels that passes make stand nowhere in the text: the call that runs them does.
    if (trap->span.file == 0) trap->span = instruction.span;
    const std::string& name = image_.names[instruction.name];
    trap->message += fmt::format(", in {}{}", function.name, name.empty() ? "" : ", binding " + name);
  }
  // Passes make calls that stand nowhere in the text.
  if (trap->span.file != 0 || (image_.source.empty() && instruction.line == 0)) return outcome;
  uint32_t at = instruction.line;
  std::string line = at == 0 ? image_.source : fmt::format("{}:{}", image_.source, at);
  bool named = !image_.source.empty();
  trap->message +=
      named ? fmt::format(" (in {} of {})", function.name, line) : fmt::format(" (in {}, line {})", function.name, at);
  return outcome;
}

// ---- calls

VmMachine::Called VmMachine::Call(int32_t function, std::vector<Value> args, SourceSpan span) {
  for (const Value& arg : args) {
    if (std::optional<Outcome> end = EndIfKilled(arg, "used", span)) return *std::move(end);
  }
  switch (targets_[static_cast<size_t>(function)].special) {
    case Special::kInvokeClosure: return InvokeClosure(std::move(args), span);
    case Special::kMakeClosure: return Weighed(MakeClosure(std::move(args), span), span);
    case Special::kCallTirDyn: return CallTirDyn(std::move(args), span);
    case Special::kCachedAllocation: return CachedAllocation(std::move(args), span);
    case Special::kRunOrCapture: return RunOrCapture(std::move(args), span);
    case Special::kNone: return Dispatch(function, std::move(args), span);
  }
  ASSAY_UNREACHABLE();
}

VmMachine::Called VmMachine::Dispatch(int32_t function, std::vector<Value> args, SourceSpan span) {
  const VmFunction& callee = image_.functions[static_cast<size_t>(function)];
  const Target& target = targets_[static_cast<size_t>(function)];
  if (callee.kind == VmFunctionKind::kBytecode) return Entered{function, std::move(args)};
  if (target.builtin != nullptr) {
    if (target.reads) {
      if (std::optional<Trap> trap = watch_.BeforeHost(args, callee.name, false)) return Outcome(*std::move(trap));
    }
    const VmInstruction& instruction = image_.code[pc_];
    BuiltinSite site{*meter_, span, watch_.shadow(), image_.names[instruction.name], instruction.line, poison_};
    return Weighed(target.builtin(args, site), span);
  }
  if (target.kernel != nullptr) return Weighed(CallKernel(*target.kernel, callee, args), span);
  if (std::optional<Trap> trap = watch_.BeforeHost(args, callee.name, true)) return Outcome(*std::move(trap));
  if (target.packed != nullptr) {
    NoteEffect(callee.name, args);
    return Weighed(target.packed(args), span);
  }
  if (std::optional<Outcome> outcome = externals_.Call(callee.name, args, *meter_)) {
    return Weighed(*std::move(outcome), span);
  }
  return Outcome(Refused{fmt::format("no function is registered as {}", callee.name)});
}

Outcome VmMachine::Weighed(Outcome outcome, SourceSpan span) {
  return assay::Weighed(std::move(outcome), *meter_, span);
}

// ---- kernels

Outcome VmMachine::CallKernel(Kernel& kernel, const VmFunction& callee, std::span<const Value> args) {
  Outcome outcome = kernel.Run(args, watch_.FreshFrom(args), *meter_);
  watch_.AfterKernel(args, callee.name, outcome);
  const auto* value = std::get_if<Value>(&outcome);
  // A kernel called for its effects yields the empty tuple.
  if (value != nullptr && value->As<NullValue>() != nullptr) outcome = Value{TupleValue{}};
  return outcome;
}

// (kernel, tensors…, shape of scalars), the last of which TVM's runtime takes for granted.
VmMachine::Called VmMachine::CallTirDyn(std::vector<Value> args, SourceSpan span) {
  const VmClosure* closure = AsClosure(args.empty() ? Value{} : args[0]);
  if (closure == nullptr) return Outcome(MakeTrap(TrapKind::kArgument, "call_tir_dyn wants a kernel", span));
  if (args.back().As<ShapeValue>() == nullptr)
    return Outcome(MakeTrap(TrapKind::kArgument, "call_tir_dyn's last argument is no shape", span));
  std::vector<Value> flat;
  for (size_t i = 1; i < args.size(); ++i) {
    const auto* shape = args[i].As<ShapeValue>();
    if (shape == nullptr) {
      flat.push_back(std::move(args[i]));
      continue;
    }
    for (int64_t dim : shape->dims) flat.push_back(Value{PrimValue{Scalar::Int(DType::Int(64), dim)}});
  }
  return Dispatch(closure->function, std::move(flat), span);
}

// ---- graphs

// (function, index)
VmMachine::Called VmMachine::CachedAllocation(std::vector<Value> args, SourceSpan span) {
  const VmClosure* callee = AsClosure(args.empty() ? Value{} : args[0]);
  std::optional<int64_t> index = IntArg(args, 1);
  if (callee == nullptr || !index || *index < 0) {
    return Outcome(MakeTrap(TrapKind::kArgument, "get_cached_alloc wants a function and an index", span));
  }
  if (const Value* kept = graphs_.Allocation(*index)) return Weighed(*kept, span);
  Called called = Dispatch(callee->function, {}, span);
  if (auto* entered = std::get_if<Entered>(&called)) entered->kept_as = *index;
  return called;
}

// (function, tuple of arguments, index, sizes where there are symbolic ones)
VmMachine::Called VmMachine::RunOrCapture(std::vector<Value> args, SourceSpan span) {
  const VmClosure* callee = AsClosure(args.empty() ? Value{} : args[0]);
  const auto* inputs = args.size() < 2 ? nullptr : args[1].As<TupleValue>();
  std::optional<int64_t> index = IntArg(args, 2);
  if (callee == nullptr || inputs == nullptr || !index) {
    return Outcome(MakeTrap(TrapKind::kArgument, "run_or_capture wants a function, its arguments and an index", span));
  }
  const ShapeValue* sizes = ShapeArg(args, 3);
  std::span<const int64_t> key = sizes == nullptr ? std::span<const int64_t>() : std::span<const int64_t>(sizes->dims);
  std::vector<Value> launched = graphs_.LaunchArguments(*index, key, inputs->fields);
  watch_.Renew(launched, inputs->fields);
  return Dispatch(callee->function, std::move(launched), span);
}

// ---- closures

VmMachine::Called VmMachine::InvokeClosure(std::vector<Value> args, SourceSpan span) {
  if (const HostFunction* host = AsHostFunction(args.empty() ? Value{} : args[0])) {
    return Weighed(host->Call(std::span<const Value>(args).subspan(1)), span);
  }
  const VmClosure* closure = AsClosure(args.empty() ? Value{} : args[0]);
  if (closure == nullptr) return Outcome(MakeTrap(TrapKind::kNotCallable, "what is invoked is no closure", span));
  std::vector<Value> all(args.begin() + 1, args.end());
  all.insert(all.end(), closure->bound.begin(), closure->bound.end());
  return Dispatch(closure->function, std::move(all), span);
}

Outcome VmMachine::MakeClosure(std::vector<Value> args, SourceSpan span) {
  const VmClosure* callee = AsClosure(args.empty() ? Value{} : args[0]);
  if (callee == nullptr) return MakeTrap(TrapKind::kArgument, "make_closure wants a function", span);
  auto closure = std::make_shared<VmClosure>(*callee);
  // As TVM's VMClosure::BindLastArgs: captured values follow the arguments, the latest first.
  closure->bound.insert(closure->bound.begin(), args.begin() + 1, args.end());
  int64_t values = 0;
  for (const Value& value : closure->bound) {
    ValueWeight weight = WeightOf(value);
    values += weight.values;
    closure->depth = std::max(closure->depth, 1 + weight.depth);
  }
  if (!meter_->Allocate(values * int64_t{sizeof(Value)})) return meter_->Spent();
  return Value{ObjectValue{std::move(closure)}};
}

}  // namespace assay
