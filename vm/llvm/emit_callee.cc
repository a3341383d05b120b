// Calls of PrimFuncs by each other, and pointers. A function that is called takes the frame, scalars, and where each
// memory begins and how long it is; it returns a KernelCode like a kernel. It is emitted once for each kernel that
// reaches it, since the places where it can trap are numbered among that kernel's.
#include <fmt/format.h>

#include <cstddef>

#include "vm/kernel_calls.h"
#include "vm/llvm/buffer_emitter.h"
#include "vm/llvm/call_emitter.h"
#include "vm/llvm/expression_emitter.h"
#include "vm/llvm/fuel_emitter.h"
#include "vm/llvm/function_builder.h"
#include "vm/llvm/memory_tracker.h"
#include "vm/llvm/number_emitter.h"

namespace assay {

llvm::Function* CallEmitter::FunctionOf(const PrimFunc* callee) {
  for (const KernelUnit::Called& known : fn_.unit()->called) {
    if (known.func == callee) return known.function;
  }
  llvm::SmallVector<llvm::Type*, 8> types{builder_.getPtrTy()};
  for (const Var* param : callee->params) {
    if (IsPointer(param)) {
      types.append({builder_.getPtrTy(), builder_.getInt64Ty()});
    } else {
      types.push_back(numbers_.TypeOf(DTypeOf(param)));
    }
    if (types.back() == nullptr) fn_.Fail(param, fmt::format("parameter {}", param->name.text()));
  }
  if (fn_.failed()) return nullptr;
  auto* type = llvm::FunctionType::get(builder_.getInt32Ty(), types, /*isVarArg=*/false);
  std::string symbol = fmt::format("{}.calls{}", fn_.unit()->symbol, fn_.unit()->called.size());
  llvm::Function* function = llvm::Function::Create(type, llvm::Function::InternalLinkage, symbol, fn_.module());
  fn_.unit()->called.push_back({callee, function});
  return function;
}

Lanes CallEmitter::FunctionCall(const Call& call, const GlobalVar& global) {
  KernelCallee callee = CalleeOf(options_.functions, call, global);
  if (!callee.why_not.empty()) fn_.Fail(&call, callee.why_not);
  llvm::SmallVector<llvm::Value*, 8> args{fn_.code().frame};
  for (const Expr* arg : call.args) {
    if (fn_.failed()) return {};
    if (!IsPointer(arg)) {
      args.push_back(exprs_.FirstLane(arg).value);
      continue;
    }
    KernelMemory memory = Pointer(arg);
    args.append({memory.data, fn_.Bytes(memory)});
    tracked_.MarkObservable(memory);
    if (memory.id < fn_.plan().written.size()) fn_.plan().written[memory.id] = true;
  }
  if (fn_.failed()) return {};
  llvm::Function* function = FunctionOf(callee.func);
  if (fn_.failed()) return {};
  const Node* outer = fn_.EnterNode(&call);
  CallWith(function, args);
  DType dtype = ReturnedBy(*callee.func);
  Lane result = numbers_.Zero(dtype);
  if (!dtype.IsVoid())
    result = numbers_.FromCell(
        dtype, builder_.CreateLoad(builder_.getInt64Ty(), fn_.FrameField(offsetof(KernelFrame, result))));
  builder_.CreateStore(Int64(-1), fn_.FrameField(offsetof(KernelFrame, result_type)));
  fn_.LeaveNode(outer);
  return result;
}

// The steps go through the frame, and so does what is returned: 0, when nothing is.
void CallEmitter::CallWith(llvm::Function* function, llvm::ArrayRef<llvm::Value*> args) {
  fuel_.Uncountable();
  llvm::Value* entered =
      fn_.CallRuntime("assay_kernel_enter", builder_.getInt32Ty(), {fn_.code().frame}, /*pure=*/false);
  fn_.TrapUnless(builder_.CreateICmpNE(entered, builder_.getInt32(0)),
                 {.kind = SiteKind::kStack, .span = fn_.CurrentSpan(), .buffer = nullptr, .text = {}});
  builder_.CreateStore(Int64(0), fn_.FrameField(offsetof(KernelFrame, result)));
  fn_.RunCountedInFrame([&] { return builder_.CreateCall(function, args); });
  fn_.CallRuntime("assay_kernel_leave", builder_.getVoidTy(), {fn_.code().frame}, /*pure=*/false);
}

// recursion: calls, as address_of is, nest as deep as the parser lets them
KernelMemory CallEmitter::Pointer(const Expr* e) {
  if (const auto* var = As<Var>(e)) {
    if (const KernelMemory* memory = scope_.memories.Find(var)) return *memory;
    fn_.Fail(e, fmt::format("pointer {}, which nothing binds here", var->name.text()));
    return {};
  }
  PointerParts parts = PartsOfPointer(e);
  const Node* outer = fn_.EnterNode(e);
  KernelMemory memory;
  if (parts.element != nullptr) {
    BufferAccess access = buffers_.AccessOf(e, parts.element->buffer, parts.element->indices, nullptr);
    if (!fn_.failed()) memory = MemoryBehind(access.view->memory, buffers_.Locate(access, 0));
  } else if (parts.from != nullptr) {
    memory = Advanced(Pointer(parts.from), exprs_.Index(parts.offset).value, parts.width);
  } else {
    fn_.Fail(e, "a pointer that is computed otherwise than by address_of and access_ptr");
  }
  fn_.LeaveNode(outer);
  return memory;
}

KernelMemory CallEmitter::MemoryBehind(const KernelMemory& memory, llvm::Value* address) {
  tracked_.NotePointer();
  tracked_.MarkObservable(memory);
  llvm::Type* wide = builder_.getInt64Ty();
  llvm::Value* begin = builder_.CreatePtrToInt(memory.data, wide);
  llvm::Value* skipped = builder_.CreateSub(builder_.CreatePtrToInt(address, wide), begin);
  return {address, builder_.CreateSub(fn_.Bytes(memory), skipped), 0, memory.id};
}

KernelMemory CallEmitter::Advanced(const KernelMemory& memory, llvm::Value* offset, int64_t width) {
  if (fn_.failed()) return memory;
  llvm::Value* elements = builder_.CreateUDiv(fn_.Bytes(memory), Int64(width));
  fn_.TrapUnless(builder_.CreateICmpULE(offset, elements),
                 {.kind = SiteKind::kPointer, .span = fn_.CurrentSpan(), .buffer = nullptr, .text = {}},
                 {offset, elements});
  auto* element = llvm::ArrayType::get(builder_.getInt8Ty(), static_cast<uint64_t>(width));
  return MemoryBehind(memory, builder_.CreateGEP(element, memory.data, offset));
}

void CallEmitter::BindPointer(const Var* var, const Expr* value) {
  KernelMemory memory = Pointer(value);
  if (!fn_.failed()) scope_.memories.Set(var, memory);
}

}  // namespace assay
