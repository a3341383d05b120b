// The instruction loop. Integer cells stay wrapped to their dtype, float cells rounded to theirs.
#include "vm/reference/tir_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ir/tensor/int_division.h"
#include "ir/tensor/narrow_float.h"

namespace assay {

bool TirMachine::Stop(const Instruction& ins, TrapKind kind, std::string message) {
  return Stop(ins, MakeTrap(kind, std::move(message)));
}

bool TirMachine::Stop(const Instruction& ins, Trap trap) {
  trap.span = program_.places[static_cast<size_t>(&ins - program_.code.data())]->span;
  stop_ = std::move(trap);
  return false;
}

void TirMachine::Prepare() {
  cells_ = program_.cells;
  memories_.resize(static_cast<size_t>(program_.memories));
  for (size_t i = 0; i < memories_.size(); ++i) memories_[i].tracked = static_cast<int32_t>(i);
  views_.resize(program_.buffers.size());
}

void TirMachine::Enter(const KernelSignature::Bound& bound, size_t fresh_from) {
  Prepare();
  for (size_t i = 0; i < program_.signature_cells.size(); ++i) At(program_.signature_cells[i]) = bound.values[i];
  for (size_t i = 0; i < program_.param_memory.size(); ++i) {
    if (program_.param_memory[i] < 0) continue;
    Memory& memory = memories_[static_cast<size_t>(program_.param_memory[i])];
    Tensor tensor = bound.tensors[i];
    memory.data = tensor.data();
    memory.bytes = tensor.byte_count();
    if (tracker_) tracker_->NoteParameter(program_.param_memory[i], memory.data, memory.bytes);
    memory.watched = shadow_ == nullptr ? StorageShadow::Found{} : shadow_->Find(memory.data);
    if (memory.watched.tenant != nullptr) {
      memory.shadow = memory.watched.tenant->states.data() + memory.watched.at;
    } else if (i >= fresh_from) {
      memory.owned_shadow.assign(static_cast<size_t>(memory.bytes), ByteState::kUnwritten);
      memory.shadow = memory.owned_shadow.data();
    }
  }
}

Outcome TirMachine::Run(const KernelSignature::Bound& bound, size_t fresh_from) {
  Enter(bound, fresh_from);
  const Instruction* last = Loop();
  meter_.Release(allocated_);
  if (stop_) return *std::move(stop_);
  return Finish(*last, fresh_from);
}

// An output that was not written whole holds whatever the memory held, which no engine can be held to.
bool TirMachine::CheckOutputs(const Instruction& ins, size_t fresh_from) {
  for (size_t i = fresh_from; i < program_.param_memory.size(); ++i) {
    if (program_.param_memory[i] < 0) continue;
    const Memory& memory = memories_[static_cast<size_t>(program_.param_memory[i])];
    std::span<const ByteState> shadow(memory.shadow, static_cast<size_t>(memory.bytes));
    auto gap = std::ranges::find(shadow, ByteState::kUnwritten);
    if (gap == shadow.end()) continue;
    return Stop(ins, TrapKind::kReadBeforeWrite,
                fmt::format("byte {} of output {} is never written", gap - shadow.begin(), i));
  }
  return true;
}

Outcome TirMachine::Finish(const Instruction& ins, size_t fresh_from) {
  if (!CheckOutputs(ins, fresh_from)) return *std::move(stop_);
  if (ins.a < 0) return Value{NullValue{}};
  return Value{PrimValue{ScalarAt(ins.a, ins.type)}};
}

const Instruction* TirMachine::Loop(size_t pc) {
  const Instruction* code = program_.code.data();
  while (true) {
    const Instruction& ins = code[pc++];
    bool go_on = true;
    switch (ins.op) {
      case Opcode::kMove: At(ins.dst) = At(ins.a); break;
      case Opcode::kAdd:
      case Opcode::kSub:
      case Opcode::kMul: go_on = Arithmetic(ins); break;
      case Opcode::kFloorDiv:
      case Opcode::kFloorMod: go_on = FloorDivide(ins); break;
      case Opcode::kEqual:
      case Opcode::kNotEqual:
      case Opcode::kLess:
      case Opcode::kLessEqual: Compare(ins); break;
      case Opcode::kBinary:
        if (strict_ && !CheckArithmetic(ins)) return &ins;
        At(ins.dst).u =
            program_.binary[static_cast<size_t>(ins.extra)](ScalarAt(ins.a, ins.type), ScalarAt(ins.b, ins.type)).u;
        break;
      case Opcode::kDivide: go_on = Divide(ins); break;
      case Opcode::kIntrinsic:
        if (strict_ && !CheckIntrinsic(ins)) return &ins;
        Intrinsic(ins);
        break;
      case Opcode::kCast: At(ins.dst).u = scalar::Cast(ScalarAt(ins.a, ins.type), program_.dtypes[ins.result]).u; break;
      case Opcode::kNot: At(ins.dst).u = At(ins.a).u == 0; break;
      case Opcode::kSelect: At(ins.dst) = At(ins.a).u != 0 ? At(ins.b) : At(ins.c); break;
      case Opcode::kJump: pc = static_cast<size_t>(ins.target); break;
      case Opcode::kJumpUnless:
        if (At(ins.a).u == 0) pc = static_cast<size_t>(ins.target);
        break;
      case Opcode::kLoopBegin: go_on = LoopBegin(ins, pc); break;
      case Opcode::kLoopNext: LoopNext(ins, pc); break;
      case Opcode::kTick:
        go_on = meter_.Step();
        if (!go_on) stop_ = meter_.Spent();
        break;
      case Opcode::kLoad: go_on = Load(ins); break;
      case Opcode::kStore: go_on = Store(ins); break;
      case Opcode::kAllocate: go_on = Allocate(ins); break;
      case Opcode::kBind:
        Bind(ins);
        go_on = !strict_ || CheckAlignment(ins);
        break;
      case Opcode::kAssert:
        if (At(ins.a).u == 0) go_on = Stop(ins, TrapKind::kAssert, program_.texts[static_cast<size_t>(ins.extra)]);
        break;
      case Opcode::kThreadEnd:
      case Opcode::kMeet:
      case Opcode::kReturn: return &ins;
      case Opcode::kLaunch:
        go_on = Launch(ins, pc);
        pc = static_cast<size_t>(ins.target);
        break;
      case Opcode::kCall: go_on = CallFunction(ins); break;
      case Opcode::kAddress: go_on = Address(ins); break;
      case Opcode::kAdvance: go_on = Advance(ins); break;
      case Opcode::kTrack: go_on = Track(ins); break;
    }
    if (!go_on) return &ins;
  }
}

namespace {

uint64_t WholeResult(Opcode op, uint64_t a, uint64_t b) {
  return op == Opcode::kAdd ? a + b : op == Opcode::kSub ? a - b : a * b;
}
double RealResult(Opcode op, double a, double b) {
  return op == Opcode::kAdd ? a + b : op == Opcode::kSub ? a - b : a * b;
}

}  // namespace

bool TirMachine::Arithmetic(const Instruction& ins) {
  if (strict_ && !CheckArithmetic(ins)) return false;
  Cell a = At(ins.a);
  Cell b = At(ins.b);
  Cell& dst = At(ins.dst);
  switch (ins.kind) {
    case CellKind::kInt64: dst.u = WholeResult(ins.op, a.u, b.u); break;
    case CellKind::kInt32: dst.i = static_cast<int32_t>(WholeResult(ins.op, a.u, b.u)); break;
    case CellKind::kFloat32:
      dst.f = Canonical(static_cast<double>(static_cast<float>(RealResult(ins.op, a.f, b.f))));
      break;
    case CellKind::kFloat64: dst.f = Canonical(RealResult(ins.op, a.f, b.f)); break;
    case CellKind::kOther: return Stop(ins, TrapKind::kInternal, "arithmetic without a kind");
  }
  return true;
}

bool TirMachine::FloorDivide(const Instruction& ins) {
  if (strict_ && !CheckArithmetic(ins)) return false;
  int64_t a = At(ins.a).i;
  int64_t b = At(ins.b).i;
  if (b == 0) return Stop(ins, TrapKind::kDivisionByZero, "an integer is divided by zero");
  bool narrow = ins.kind == CellKind::kInt32;
  int64_t value = ins.op == Opcode::kFloorDiv ? FloorQuotient(a, b) : FloorRemainder(a, b);
  At(ins.dst).i = narrow ? static_cast<int32_t>(value) : value;
  return true;
}

bool TirMachine::Divide(const Instruction& ins) {
  Scalar divisor = ScalarAt(ins.b, ins.type);
  if (scalar::DividesByZero(divisor)) return Stop(ins, TrapKind::kDivisionByZero, "an integer is divided by zero");
  if (strict_ && !CheckArithmetic(ins)) return false;
  At(ins.dst).u = program_.binary[static_cast<size_t>(ins.extra)](ScalarAt(ins.a, ins.type), divisor).u;
  return true;
}

namespace {

template <class T>
bool Holds(Opcode op, T a, T b) {
  if (op == Opcode::kEqual) return a == b;
  if (op == Opcode::kNotEqual) return a != b;
  return op == Opcode::kLess ? a < b : a <= b;
}

}  // namespace

void TirMachine::Compare(const Instruction& ins) {
  Cell a = At(ins.a);
  Cell b = At(ins.b);
  At(ins.dst).u = ins.kind == CellKind::kFloat64 ? Holds(ins.op, a.f, b.f) : Holds(ins.op, a.i, b.i);
}

void TirMachine::Intrinsic(const Instruction& ins) {
  const MathFunction* math = program_.math[static_cast<size_t>(ins.extra)];
  if (math != nullptr && (ins.kind == CellKind::kFloat32 || ins.kind == CellKind::kFloat64)) {
    double value = math->arity == 1 ? math->unary(At(ins.a).f) : math->binary(At(ins.a).f, At(ins.b).f);
    At(ins.dst).f = ins.kind == CellKind::kFloat64 ? value : Canonical(static_cast<double>(static_cast<float>(value)));
    return;
  }
  Scalar args[3] = {ScalarAt(ins.a, ins.type), ScalarAt(ins.b, ins.type), ScalarAt(ins.c, ins.type)};
  DType result = program_.dtypes[ins.result];
  At(ins.dst).u = ApplyIntrinsic(*program_.intrinsics[static_cast<size_t>(ins.extra)], args, result).u;
}

bool TirMachine::LoopBegin(const Instruction& ins, size_t& pc) {
  int64_t extent = At(ins.b).i;
  int64_t step = ins.c < 0 ? 1 : At(ins.c).i;
  At(ins.dst) = At(ins.a);
  // A loop without iterations takes no step, as in TVM's code.
  if (extent <= 0) {
    pc = static_cast<size_t>(ins.target);
    return true;
  }
  if (step <= 0) return Stop(ins, TrapKind::kLoopStep, "a loop's step is not positive");
  if (meter_.Step((extent - 1) / step + 1)) return true;
  stop_ = meter_.Spent();
  return false;
}

void TirMachine::LoopNext(const Instruction& ins, size_t& pc) {
  int64_t step = ins.c < 0 ? 1 : At(ins.c).i;
  Cell& index = At(ins.dst);
  // Counted from the start, so that a loop up to the largest number ends.
  uint64_t done = index.u - At(ins.a).u + static_cast<uint64_t>(step);
  if (done >= At(ins.b).u) return;
  index.u += static_cast<uint64_t>(step);
  pc = static_cast<size_t>(ins.target);
}

}  // namespace assay
