// A kernel as a whole: parameters, body, and then the functions that it calls.
#include <fmt/format.h>

#include "ir/tir/threads.h"
#include "vm/kernel_calls.h"
#include "vm/llvm/emit.h"

namespace assay {

Result<FramePlan> KernelEmitter::Emit(const std::string& symbol) {
  const PrimFunc& func = fn_.signature().func();
  fn_.StartAt(func);
  fn_.unit()->symbol = symbol;
  fn_.Enter(symbol, llvm::Function::ExternalLinkage);
  DeclareParameters();
  Body();
  fn_.LeaveWith(KernelCode::kDone);
  if (!fn_.failed()) fuel_.BurnFuelAtOnce();
  fn_.Leave();
  tracked_.CanonicalizeObservable();
  tracked_.MarkNoAlias();
  EmitAllCalled();
  if (fn_.failed()) return *fn_.TakeFailure();
  return std::move(fn_.plan());
}

// Launches are loops over their threads.
void KernelEmitter::Body() {
  const Stmt* body = fn_.signature().func().body;
  if (const Stmt* launch = FindLaunchThatNeedsThreads(body))
    return fn_.Fail(launch, "a launch whose threads keep memory of their own from one loop to the next");
  stmts_.Statement(body);
}

void KernelEmitter::DeclareParameters() {
  const PrimFunc& func = fn_.signature().func();
  llvm::Type* wide = builder_.getInt64Ty();
  int64_t position = 0;
  tracked_.SetCount(func.params.size());
  fn_.plan().written.resize(func.params.size());
  for (const Var* var : fn_.signature().vars()) {
    llvm::Value* cell =
        builder_.CreateLoad(wide, builder_.CreateConstGEP1_64(wide, fn_.code().function->getArg(1), position++));
    if (numbers_.TypeOf(DTypeOf(var)) == nullptr) return fn_.Fail(var, fmt::format("parameter {}", var->name.text()));
    scope_.vars.Set(var, numbers_.FromCell(DTypeOf(var), cell));
  }
  for (size_t i = 0; i < func.params.size() && !fn_.failed(); ++i) {
    const Buffer* buffer = func.buffers[i];
    if (buffer == nullptr) continue;
    llvm::Value* argument = fn_.Argument(i);
    KernelMemory memory;
    memory.data = builder_.CreateLoad(builder_.getPtrTy(), argument);
    // Iterations that run apart have other arguments.
    if (options_.parallel) memory.bytes = fn_.LengthOf(argument);
    memory.id = i;
    scope_.memories.Set(func.params[i], memory);
    scope_.memories.Set(buffer->data, memory);
    BufferView& view = buffers_.Declare(buffer, memory);
    // The argument's shape was compared with the declared one.
    view.covered = buffer->strides.empty() && view.offset.value == nullptr;
  }
}

// Pointers may lead to one memory.
void KernelEmitter::DeclareCalledParameters() {
  const PrimFunc& func = fn_.signature().func();
  size_t pointed = fn_.plan().written.size();
  tracked_.SetCount(pointed + 1);
  unsigned position = 1;
  for (const Var* param : func.params) {
    llvm::Value* arg = fn_.code().function->getArg(position++);
    if (IsPointer(param)) {
      scope_.memories.Set(param, KernelMemory{arg, fn_.code().function->getArg(position++), 0, pointed});
    } else {
      scope_.vars.Set(param, Lane{arg, DTypeOf(param).IsFloating() ? Interval{} : IntervalOf(DTypeOf(param))});
    }
  }
}

std::optional<Diag> KernelEmitter::EmitCalled(llvm::Function* function) {
  fn_.StartAt(fn_.signature().func());
  fn_.BeCalled();
  fuel_.Uncountable();
  fn_.EnterFunction(function, function->getName(), 0);
  DeclareCalledParameters();
  Body();
  fn_.LeaveWith(KernelCode::kDone);
  fn_.Leave();
  tracked_.CanonicalizeObservable();
  tracked_.MarkNoAlias();
  return fn_.TakeFailure();
}

// What they call in turn comes behind them.
void KernelEmitter::EmitAllCalled() {
  for (size_t i = 0; i < fn_.unit()->called.size() && !fn_.failed(); ++i) {
    KernelUnit::Called called = fn_.unit()->called[i];
    const KernelSignature signature = KernelSignature::OfCalled(*called.func);
    fn_.FailAs(KernelEmitter(fn_.module(), signature, options_, fn_.unit()).EmitCalled(called.function));
  }
}

}  // namespace assay
