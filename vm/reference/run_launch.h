// How tests run a kernel of threads, in one order and in several.
#pragma once

#include <gtest/gtest.h>

#include "vm/reference/tir_eval.h"
#include "vm/run_script.h"

namespace assay {

inline Value Zeros(std::vector<int64_t> shape, DType dtype = DType::Int(32)) {
  return Value{TensorValue{Tensor(dtype, std::move(shape))}};
}
inline Value Counted(int64_t count) {
  std::vector<int64_t> values;
  for (int64_t i = 0; i < count; ++i) values.push_back(i + 1);
  return IntsValue({count}, values);
}

struct Found {
  std::string outcome;
  std::string message;
  uint32_t line = 0;
};

// Runs "main" with the last tensor as an output that holds nothing.
inline Found RunMain(std::string_view function, std::vector<Value> args, const TirOptions& options,
                     const Budget& budget = {}) {
  Script script(function);
  auto library = MakeReferenceKernels(script.module, /*strict=*/true, options);
  if (!library.ok()) return {library.error().message, {}, 0};
  args = OwnedCopies(args);
  Meter meter(budget);
  Outcome outcome = (*library)->Find("main")->Run(args, args.size() - 1, meter);
  EXPECT_EQ(meter.left().bytes, budget.bytes);
  if (const Trap* trap = std::get_if<Trap>(&outcome)) {
    return {std::string(TrapKindName(trap->kind)), trap->message,
            script.ctx.sources.Locate(trap->span.file, trap->span.begin).line};
  }
  const auto* value = std::get_if<Value>(&outcome);
  return {value != nullptr && value->As<NullValue>() != nullptr ? ValueText(args.back()) : RunText(outcome), {}, 0};
}

inline constexpr ThreadOrder kForward{}, kReverse{.kind = ThreadOrder::Kind::kReverse};
inline ThreadOrder Drawn(uint64_t seed) { return {.kind = ThreadOrder::Kind::kShuffled, .seed = seed}; }

// The result of a clean kernel: the same in every order, with and without the checks.
inline std::string InEveryOrder(std::string_view function, const std::vector<Value>& args) {
  std::string first;
  for (TirChecks checks : {TirChecks::kMemory, TirChecks::kAll}) {
    for (const ThreadOrder& order : {kForward, kReverse, Drawn(1), Drawn(2), Drawn(3)}) {
      Found found = RunMain(function, args, {checks, order});
      if (first.empty()) first = found.outcome;
      EXPECT_EQ(found.outcome, first) << found.message;
    }
  }
  return first;
}

}  // namespace assay
