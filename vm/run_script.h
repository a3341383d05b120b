// For tests: a module given as TVMScript, lowered where an engine wants that, run, and its outcome as one line of text.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "ir/text/parse.h"
#include "passes/pass.h"
#include "vm/engine.h"

namespace assay {

// "float32[2] 1 2", "(shape [3], int64 4)", "trap match_cast", "refused: why", "out of budget".
inline std::string RunText(const Outcome& outcome) {
  if (const Trap* trap = std::get_if<Trap>(&outcome)) return fmt::format("trap {}", TrapKindName(trap->kind));
  if (const Refused* refused = std::get_if<Refused>(&outcome)) return "refused: " + refused->why;
  if (std::holds_alternative<OutOfBudget>(outcome)) return "out of budget";
  return ValueText(*std::get_if<Value>(&outcome));
}

inline Value FloatsValue(std::vector<int64_t> shape, std::vector<double> values, DType dtype = DType::Float(32)) {
  return Value{TensorValue{Tensor::Floats(dtype, std::move(shape), values)}};
}
inline Value IntsValue(std::vector<int64_t> shape, std::vector<int64_t> values, DType dtype = DType::Int(32)) {
  return Value{TensorValue{Tensor::Ints(dtype, std::move(shape), values)}};
}
inline Value IntValue(int64_t value, DType dtype = DType::Int(64)) {
  return Value{PrimValue{Scalar::Int(dtype, value)}};
}
inline Value BoolValue(bool value) { return Value{TensorValue{Tensor::Of(Scalar::Bool(value))}}; }

// The module of a script, whose functions are written with four spaces of indent.
class Script {
 public:
  explicit Script(std::string_view functions) {
    std::string text =
        "from tvm.script import ir as I\nfrom tvm.script import tirx as T\nfrom tvm.script import relax as R\n\n"
        "@I.ir_module\nclass Module:\n";
    Result<Module> parsed = ParseModule(ctx, "test.py", text + std::string(functions));
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : Render(parsed.error(), ctx.sources));
    if (parsed.ok()) module = *parsed;
  }

  // The module after a named pipeline; a failure of the test, and the module as it is, when the pipeline refuses.
  Module Lowered(std::string_view pipeline = "default") {
    Result<std::vector<PassCall>> calls = Pipeline(pipeline);
    PassContext passes(ctx);
    Result<Module> lowered = RunSequential(passes, *calls, module);
    EXPECT_TRUE(lowered.ok()) << (lowered.ok() ? "" : Render(lowered.error(), ctx.sources));
    return lowered.ok() ? *lowered : module;
  }

  std::string Run(const EngineSpec& engine, std::span<const Value> args, const Budget& budget = {},
                  const LoadOptions& options = {}) {
    Module form = engine.input == EngineInput::kOriginal ? module : Lowered();
    Result<std::unique_ptr<Executable>> loaded = engine.load(ctx, form, options);
    if (!loaded.ok()) return "not loaded: " + loaded.error().message;
    return RunText((*loaded)->Run("main", args, budget));
  }

  Context ctx;
  Module module;
};

}  // namespace assay
