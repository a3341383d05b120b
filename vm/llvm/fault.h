// Signals in generated code: a call of it ends with what happened instead of ending the process. Signals elsewhere go
// to whoever handled them before. Tested by guards_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "vm/llvm/frame.h"

namespace assay {

// "SIGSEGV".
std::string_view SignalName(int signal);

// What a call of compiled code needs.
struct CompiledCall {
  KernelEntry entry = nullptr;
  const TensorArgument* tensors = nullptr;
  const int64_t* vars = nullptr;
  KernelFrame* frame = nullptr;
  int32_t number = 0;
};
// Sets `code` to what the kernel returns; a CaughtSignal when it did not come to that.
std::optional<CaughtSignal> CallCompiled(const CompiledCall& call, int32_t* code);

}  // namespace assay
