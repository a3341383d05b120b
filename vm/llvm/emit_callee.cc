// Calls of PrimFuncs by each other, and pointers. A function that is called takes the frame, scalars, and where each
// memory begins and how long it is; it returns a KernelCode like a kernel. It is emitted once for each kernel that
// reaches it, since the places where it can trap are numbered among that kernel's.
#include <fmt/format.h>

#include <cstddef>

#include "vm/kernel_calls.h"
#include "vm/llvm/emit.h"

namespace assay {

llvm::Function* KernelEmitter::FunctionOf(const PrimFunc* callee) {
  for (const KernelUnit::Called& known : unit_->called) {
    if (known.func == callee) return known.function;
  }
  llvm::SmallVector<llvm::Type*, 8> types{builder_.getPtrTy()};
  for (const Var* param : callee->params) {
    if (IsPointer(param)) {
      types.append({builder_.getPtrTy(), builder_.getInt64Ty()});
    } else {
      types.push_back(TypeOf(DTypeOf(param)));
    }
    if (types.back() == nullptr) Fail(param, fmt::format("parameter {}", param->name.text()));
  }
  if (failure_) return nullptr;
  auto* type = llvm::FunctionType::get(builder_.getInt32Ty(), types, /*isVarArg=*/false);
  std::string symbol = fmt::format("{}.calls{}", unit_->symbol, unit_->called.size());
  llvm::Function* function = llvm::Function::Create(type, llvm::Function::InternalLinkage, symbol, module_);
  unit_->called.push_back({callee, function});
  return function;
}

Lanes KernelEmitter::FunctionCall(const Call& call, const GlobalVar& global) {
  KernelCallee callee = CalleeOf(options_.functions, call, global);
  if (!callee.why_not.empty()) Fail(&call, callee.why_not);
  llvm::SmallVector<llvm::Value*, 8> args{code_.frame};
  for (const Expr* arg : call.args) {
    if (failure_) return {};
    if (!IsPointer(arg)) {
      args.push_back(FirstLane(arg).value);
      continue;
    }
    Memory memory = Pointer(arg);
    args.append({memory.data, Bytes(memory)});
    MarkObservable(memory);
    if (memory.id < plan_.written.size()) plan_.written[memory.id] = true;
  }
  if (failure_) return {};
  llvm::Function* function = FunctionOf(callee.func);
  if (failure_) return {};
  const Node* outer = EnterPlace(&call);
  CallWith(function, args);
  DType dtype = ReturnedBy(*callee.func);
  Lane result = Zero(dtype);
  if (!dtype.IsVoid())
    result = FromCell(dtype, builder_.CreateLoad(builder_.getInt64Ty(), FrameField(offsetof(Frame, result))));
  builder_.CreateStore(Int64(-1), FrameField(offsetof(Frame, result_type)));
  LeavePlace(outer);
  return result;
}

// The steps go through the frame, and so does what is returned: 0, when nothing is.
void KernelEmitter::CallWith(llvm::Function* function, llvm::ArrayRef<llvm::Value*> args) {
  all_steps_.reset();
  llvm::Value* entered = CallRuntime("assay_kernel_enter", builder_.getInt32Ty(), {code_.frame}, /*pure=*/false);
  TrapUnless(builder_.CreateICmpNE(entered, builder_.getInt32(0)),
             {.kind = SiteKind::kStack, .span = Place(), .buffer = nullptr, .text = {}});
  builder_.CreateStore(Int64(0), FrameField(offsetof(Frame, result)));
  RunCountedInFrame([&] { return builder_.CreateCall(function, args); });
  CallRuntime("assay_kernel_leave", builder_.getVoidTy(), {code_.frame}, /*pure=*/false);
}

// recursion: calls, as address_of is, nest as deep as the parser lets them
KernelEmitter::Memory KernelEmitter::Pointer(const Expr* e) {
  if (const auto* var = As<Var>(e)) {
    if (const Memory* memory = memories_.Find(var)) return *memory;
    Fail(e, fmt::format("pointer {}, which nothing binds here", var->name.text()));
    return {};
  }
  PointerParts parts = PartsOfPointer(e);
  const Node* outer = EnterPlace(e);
  Memory memory;
  if (parts.element != nullptr) {
    Access access = AccessOf(e, parts.element->buffer, parts.element->indices, nullptr);
    if (!failure_) memory = Behind(access.view->memory, Locate(access, 0));
  } else if (parts.from != nullptr) {
    memory = Advanced(Pointer(parts.from), Index(parts.offset).value, parts.width);
  } else {
    Fail(e, "a pointer that is computed otherwise than by address_of and access_ptr");
  }
  LeavePlace(outer);
  return memory;
}

KernelEmitter::Memory KernelEmitter::Behind(const Memory& memory, llvm::Value* address) {
  points_ = true;
  MarkObservable(memory);
  llvm::Type* wide = builder_.getInt64Ty();
  llvm::Value* begin = builder_.CreatePtrToInt(memory.data, wide);
  llvm::Value* skipped = builder_.CreateSub(builder_.CreatePtrToInt(address, wide), begin);
  return {address, builder_.CreateSub(Bytes(memory), skipped), 0, memory.id};
}

KernelEmitter::Memory KernelEmitter::Advanced(const Memory& memory, llvm::Value* offset, int64_t width) {
  if (failure_) return memory;
  llvm::Value* elements = builder_.CreateUDiv(Bytes(memory), Int64(width));
  TrapUnless(builder_.CreateICmpULE(offset, elements),
             {.kind = SiteKind::kPointer, .span = Place(), .buffer = nullptr, .text = {}}, {offset, elements});
  auto* element = llvm::ArrayType::get(builder_.getInt8Ty(), static_cast<uint64_t>(width));
  return Behind(memory, builder_.CreateGEP(element, memory.data, offset));
}

void KernelEmitter::BindPointer(const Var* var, const Expr* value) {
  Memory memory = Pointer(value);
  if (!failure_) memories_.Set(var, memory);
}

// Pointers may lead to one memory.
void KernelEmitter::DeclareCalledParameters() {
  const PrimFunc& func = signature_.func();
  size_t pointed = plan_.written.size();
  memory_count_ = pointed + 1;
  unsigned position = 1;
  for (const Var* param : func.params) {
    llvm::Value* arg = code_.function->getArg(position++);
    if (IsPointer(param)) {
      memories_.Set(param, Memory{arg, code_.function->getArg(position++), 0, pointed});
    } else {
      vars_.Set(param, Lane{arg, DTypeOf(param).IsFloating() ? Interval{} : IntervalOf(DTypeOf(param))});
    }
  }
}

std::optional<Diag> KernelEmitter::EmitCalled(llvm::Function* function) {
  place_ = &signature_.func();
  called_ = true;
  all_steps_.reset();
  EnterFunction(function, function->getName(), 0);
  DeclareCalledParameters();
  Statement(signature_.func().body);
  LeaveWith(KernelCode::kDone);
  Leave();
  CanonicalizeObservable();
  TellMemoriesApart();
  return std::move(failure_);
}

// What they call in turn comes behind them.
void KernelEmitter::EmitAllCalled() {
  for (size_t i = 0; i < unit_->called.size() && !failure_; ++i) {
    KernelUnit::Called called = unit_->called[i];
    const KernelSignature signature = KernelSignature::OfCalled(*called.func);
    failure_ = KernelEmitter(module_, signature, options_, unit_).EmitCalled(called.function);
  }
}

}  // namespace assay
