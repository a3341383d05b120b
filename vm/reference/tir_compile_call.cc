#include "vm/reference/tir_compile_call.h"

#include <fmt/format.h>

#include <algorithm>

#include "vm/kernel_calls.h"
#include "vm/reference/tir_compile_buffer.h"
#include "vm/reference/tir_compile_expr.h"

namespace assay {

TirCallCompiler::Cells TirCallCompiler::FunctionCall(const Call& call, const GlobalVar& global) {
  KernelCallee callee = CalleeOf(state_.module, call, global);
  if (!callee.why_not.empty()) {
    state_.Fail(&call, callee.why_not);
    return {};
  }
  std::vector<int32_t> args;
  for (const Expr* arg : call.args)
    args.push_back(IsPointer(arg) ? Pointer(arg) : TirExprCompiler(state_).Expression(arg).first);
  if (state_.failure) return {};
  auto found = std::ranges::find(state_.called, callee.func);
  if (found == state_.called.end()) found = state_.called.insert(found, callee.func);
  Cells result{state_.NewCells(1), 1};
  const Node* outer = std::exchange(state_.place, call.span.file == 0 ? state_.place : &call);
  state_.Emit({.op = Opcode::kCall,
               .extra = static_cast<int32_t>(found - state_.called.begin()),
               .dst = result.first,
               .first = static_cast<int32_t>(state_.program.operands.size())});
  state_.place = outer;
  state_.program.operands.insert(state_.program.operands.end(), args.begin(), args.end());
  return result;
}

// recursion: calls, as address_of is, nest as deep as the parser lets them
int32_t TirCallCompiler::Pointer(const Expr* e) {
  if (const auto* var = As<Var>(e)) {
    auto memory = state_.memory.find(var);
    if (memory != state_.memory.end()) return memory->second;
    state_.Fail(e, fmt::format("pointer {}, which nothing binds here", var->name.text()));
    return -1;
  }
  PointerParts parts = PartsOfPointer(e);
  const Node* outer = std::exchange(state_.place, e->span.file == 0 ? state_.place : e);
  int32_t memory = state_.program.memories++;
  if (parts.element != nullptr) {
    TirBufferCompiler(state_).EmitAccess(
        Opcode::kAddress, TirBufferCompiler(state_).AccessOf(e, parts.element->buffer, parts.element->indices, nullptr),
        0, memory);
  } else if (parts.from != nullptr) {
    int32_t from = Pointer(parts.from);
    state_.Emit({.op = Opcode::kAdvance,
                 .extra = from,
                 .dst = memory,
                 .a = TirExprCompiler(state_).Expression(parts.offset).first,
                 .b = static_cast<int32_t>(parts.width)});
  } else {
    state_.Fail(e, "a pointer that is computed otherwise than by address_of and access_ptr");
  }
  state_.place = outer;
  return memory;
}

void TirCallCompiler::BindPointer(const Var* var, const Expr* value) {
  int32_t memory = Pointer(value);
  if (!state_.failure) state_.memory[var] = memory;
}

}  // namespace assay
