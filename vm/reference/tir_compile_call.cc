// Calls of PrimFuncs by each other. A pointer is a memory that begins where it points and ends where the pointed-to one
// ends.
#include <fmt/format.h>

#include <algorithm>

#include "vm/kernel_calls.h"
#include "vm/reference/tir_compiler.h"

namespace assay {

TirCompiler::Cells TirCompiler::FunctionCall(const Call& call, const GlobalVar& global) {
  KernelCallee callee = CalleeOf(module_, call, global);
  if (!callee.why_not.empty()) {
    Fail(&call, callee.why_not);
    return {};
  }
  std::vector<int32_t> args;
  for (const Expr* arg : call.args) args.push_back(IsPointer(arg) ? Pointer(arg) : Expression(arg).first);
  if (failure_) return {};
  auto found = std::ranges::find(called_, callee.func);
  if (found == called_.end()) found = called_.insert(found, callee.func);
  Cells result{NewCells(1), 1};
  const Node* outer = std::exchange(place_, call.span.file == 0 ? place_ : &call);
  Emit({.op = Opcode::kCall,
        .extra = static_cast<int32_t>(found - called_.begin()),
        .dst = result.first,
        .first = static_cast<int32_t>(program_.operands.size())});
  place_ = outer;
  program_.operands.insert(program_.operands.end(), args.begin(), args.end());
  return result;
}

// recursion: calls, as address_of is, nest as deep as the parser lets them
int32_t TirCompiler::Pointer(const Expr* e) {
  if (const auto* var = As<Var>(e)) {
    auto memory = memory_.find(var);
    if (memory != memory_.end()) return memory->second;
    Fail(e, fmt::format("pointer {}, which nothing binds here", var->name.text()));
    return -1;
  }
  PointerParts parts = PartsOfPointer(e);
  const Node* outer = std::exchange(place_, e->span.file == 0 ? place_ : e);
  int32_t memory = program_.memories++;
  if (parts.element != nullptr) {
    EmitAccess(Opcode::kAddress, AccessOf(e, parts.element->buffer, parts.element->indices, nullptr), 0, memory);
  } else if (parts.from != nullptr) {
    int32_t from = Pointer(parts.from);
    Emit({.op = Opcode::kAdvance,
          .extra = from,
          .dst = memory,
          .a = Expression(parts.offset).first,
          .b = static_cast<int32_t>(parts.width)});
  } else {
    Fail(e, "a pointer that is computed otherwise than by address_of and access_ptr");
  }
  place_ = outer;
  return memory;
}

void TirCompiler::BindPointer(const Var* var, const Expr* value) {
  int32_t memory = Pointer(value);
  if (!failure_) memory_[var] = memory;
}

}  // namespace assay
