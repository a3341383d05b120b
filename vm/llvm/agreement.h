// For tests: runs a kernel by the reference interpreter and as machine code at O0 and O3, and expects the same in every
// respect: results and traps, the contents of all tensors, the steps taken.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ir/text/parse.h"
#include "vm/llvm/llvm_kernels.h"
#include "vm/reference/tir_eval.h"

namespace assay {

// What can be seen of one run.
struct Observed {
  std::string outcome;
  std::vector<Tensor> tensors;
  int64_t steps_left = 0;
};

inline std::string OutcomeText(const Outcome& outcome) {
  if (const Trap* trap = std::get_if<Trap>(&outcome)) {
    return std::string(TrapKindName(trap->kind)) + ": " + trap->message + " at " + std::to_string(trap->span.begin);
  }
  if (const Refused* refused = std::get_if<Refused>(&outcome)) return "refused: " + refused->why;
  if (std::holds_alternative<OutOfBudget>(outcome)) return "out of budget";
  const auto* prim = std::get_if<Value>(&outcome)->As<PrimValue>();
  return prim == nullptr ? "done" : "returns " + DTypeName(prim->scalar.dtype) + " " + ToText(prim->scalar);
}

// On copies of the tensors.
inline Observed Observe(KernelLibrary& library, std::string_view name, std::span<const Value> args,
                        const Budget& budget) {
  Observed observed;
  std::vector<Value> copies(args.begin(), args.end());
  for (Value& value : copies) {
    if (const auto* tensor = value.As<TensorValue>()) {
      observed.tensors.push_back(tensor->tensor.Clone());
      value = Value{TensorValue{observed.tensors.back()}};
    }
  }
  Meter meter(budget);
  Kernel* kernel = library.Find(name);
  if (kernel == nullptr) {
    observed.outcome = "no such kernel";
    return observed;
  }
  observed.outcome = OutcomeText(kernel->Run(copies, copies.size(), meter));
  observed.steps_left = *meter.steps();
  return observed;
}

inline void ExpectSame(const Observed& want, const Observed& got) {
  EXPECT_EQ(want.outcome, got.outcome);
  EXPECT_EQ(want.steps_left, got.steps_left);
  for (size_t i = 0; i < want.tensors.size(); ++i) {
    const Tensor& a = want.tensors[i];
    const Tensor& b = got.tensors[i];
    int different = 0;
    for (int64_t k = 0; k < a.size() && different < 4; ++k) {
      if (SameBits(a.At(k), b.At(k))) continue;
      ++different;
      ADD_FAILURE() << "tensor " << i << " element " << k << ": " << ToText(b.At(k))
                    << " where the reference interpreter has " << ToText(a.At(k));
    }
  }
}

// The outcome all of them have.
inline std::string ExpectAgreement(const Module& module, std::string_view name, std::span<const Value> args,
                                   const Budget& budget = {}) {
  auto reference = MakeReferenceKernels(module, /*strict=*/true);
  if (!reference.ok()) {
    ADD_FAILURE() << reference.error().message;
    return {};
  }
  Observed want = Observe(**reference, name, args, budget);
  for (int opt_level : {0, 3}) {
    SCOPED_TRACE(std::string(name) + " at O" + std::to_string(opt_level));
    auto compiled = MakeLlvmKernels(module, {.opt_level = opt_level});
    if (!compiled.ok()) {
      ADD_FAILURE() << compiled.error().message;
      return {};
    }
    ExpectSame(want, Observe(**compiled, name, args, budget));
  }
  return want.outcome;
}

// The text of one module whose function is "main".
struct KernelScript {
  explicit KernelScript(const std::string& body) {
    std::string text =
        "from tvm.script import ir as I\nfrom tvm.script import tir as T\n\n@I.ir_module\nclass Module:\n" + body;
    auto parsed = ParseModule(ctx, "test.py", text);
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().message);
    if (parsed.ok()) module = *parsed;
  }
  std::string Run(const std::vector<Value>& args, const Budget& budget = {}) {
    return ExpectAgreement(module, "main", args, budget);
  }
  // Of compiling at O0.
  std::string Refusal() {
    auto library = MakeLlvmKernels(module);
    return library.ok() ? "" : library.error().message;
  }

  Context ctx;
  Module module;
};

inline Value Numbers(DType dtype, std::vector<int64_t> shape) {
  Tensor tensor(dtype, std::move(shape));
  for (int64_t i = 0; i < tensor.size(); ++i) {
    tensor.Set(i, dtype.IsFloating() ? Scalar::Float(dtype, static_cast<double>(i * 7 % 11) * 0.37 - 1.5)
                                     : Scalar::Int(dtype, i * 7 % 11 - 3));
  }
  return Value{TensorValue{tensor}};
}
inline Value F32(std::vector<int64_t> shape) { return Numbers(DType::Float(32), std::move(shape)); }
inline Value I32(std::vector<int64_t> shape) { return Numbers(DType::Int(32), std::move(shape)); }
inline Value IntOf(DType dtype, int64_t value) { return Value{PrimValue{Scalar::Int(dtype, value)}}; }

}  // namespace assay
