// Memory that nothing wrote stops the interpreters, and is another pattern by each engine that does not look: outputs
// of kernels, tensors, storage, kernels' own buffers, also within tuples, for every dtype.
#include "vm/poison.h"

#include <set>

#include <gtest/gtest.h>

#include "vm/llvm/engines.h"
#include "vm/run_script.h"

namespace assay {
namespace {

constexpr std::string_view kDTypes[] = {"bool",  "int8",   "uint8",   "int16",    "uint16",  "int32",  "uint32",
                                        "int64", "uint64", "float16", "bfloat16", "float32", "float64"};
// Each gives a tensor, or a tuple of one, that nothing wrote; DTYPE and the like are filled in.
struct Kind {
  std::string_view name, functions;
};
constexpr Kind kKinds[] = {
    {"an output of call_tir", R"(
    @T.prim_func(private=True, s_tir=True)
    def none(x: T.Buffer((4,), "DTYPE"), y: T.Buffer((4,), "DTYPE")):
        for i in range(0):
            with T.sblock("y"):
                v = T.axis.spatial(4, i)
                T.reads(x[v])
                T.writes(y[v])
                y[v] = x[v]

    @R.function
    def main(x: R.Tensor((4,), dtype="DTYPE")) -> R.Tensor((4,), dtype="DTYPE"):
        cls = Module
        y = R.call_tir(cls.none, (x,), out_ty=R.Tensor((4,), dtype="DTYPE"))
        return y
)"},
    {"a tensor of alloc_tensor", R"(
    @R.function(pure=False)
    def main(x: R.Tensor((4,), dtype="DTYPE")) -> R.Tensor((4,), dtype="DTYPE"):
        y: R.Tensor((4,), dtype="DTYPE") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("DTYPE"), R.prim_value(0), R.str("global"))
        return y
)"},
    {"a tensor in storage", R"(
    @R.function(pure=False)
    def main(x: R.Tensor((4,), dtype="DTYPE")) -> R.Tensor((4,), dtype="DTYPE"):
        s: R.Object = R.memory.alloc_storage(R.shape([64]), R.prim_value(0), R.str("global"), R.dtype("uint8"))
        y: R.Tensor((4,), dtype="DTYPE") = R.memory.alloc_tensor(s, R.prim_value(0), R.shape([4]), R.dtype("DTYPE"))
        return y
)"},
    {"a field of a tuple", R"(
    @R.function(pure=False)
    def main(x: R.Tensor((4,), dtype="DTYPE")) -> R.Tuple(R.Tensor((4,), dtype="DTYPE"), R.Tensor((4,), dtype="DTYPE")):
        y: R.Tensor((4,), dtype="DTYPE") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("DTYPE"), R.prim_value(0), R.str("global"))
        return (y, x)
)"},
};
constexpr std::string_view kOwnBuffer = R"(
    @T.prim_func(private=True, s_tir=True)
    def own(x: T.Buffer((4,), "DTYPE"), y: T.Buffer((4,), "DTYPE")):
        t = T.sblock_alloc_buffer((4,), "DTYPE")
        for i in range(0):
            with T.sblock("t"):
                v = T.axis.spatial(4, i)
                T.reads(x[v])
                T.writes(t[v])
                t[v] = x[v]
        for j in range(4):
            with T.sblock("y"):
                w = T.axis.spatial(4, j)
                T.reads(t[w])
                T.writes(y[w])
                y[w] = t[w]

    @R.function
    def main(x: R.Tensor((4,), dtype="DTYPE")) -> R.Tensor((4,), dtype="DTYPE"):
        cls = Module
        y = R.call_tir(cls.own, (x,), out_ty=R.Tensor((4,), dtype="DTYPE"))
        return y
)";

std::string With(std::string_view functions, std::string_view dtype) {
  std::string text(functions);
  for (size_t at = text.find("DTYPE"); at != std::string::npos; at = text.find("DTYPE")) text.replace(at, 5, dtype);
  return text;
}
std::vector<Value> ArgumentOf(std::string_view dtype) {
  return {Value{TensorValue{Tensor(*ParseDType(dtype), {4}), -1}}};
}

// Of the first tensor that the engine gives, as it lies there: what is no bool counts as true.
std::byte FirstByte(Script& script, std::string_view engine, std::span<const Value> args) {
  auto executable = FindEngine(engine)->load(script.ctx, script.Lowered(), {});
  if (!executable.ok()) return {};
  Outcome outcome = (*executable)->Run("main", args);
  const auto* value = std::get_if<Value>(&outcome);
  const auto* tuple = value == nullptr ? nullptr : value->As<TupleValue>();
  const auto* tensor = tuple != nullptr ? tuple->fields[0].As<TensorValue>() : value->As<TensorValue>();
  return *tensor->tensor.data();
}

TEST(PoisonTest, WhatNothingWroteIsNeverTheSameTwice) {
  for (const Kind& kind : kKinds) {
    for (std::string_view dtype : kDTypes) {
      SCOPED_TRACE(std::string(kind.name) + " of " + std::string(dtype));
      Script script(With(kind.functions, dtype));
      std::vector<Value> args = ArgumentOf(dtype);
      for (const char* watches : {"relax-reference", "vm"}) {
        EXPECT_EQ(script.Run(*FindEngine(watches), args), "trap read_before_write") << watches;
      }
      std::string bytecode = script.Run(*FindEngine("vm-llvm"), args);
      std::string compiled = script.Run(*FindEngine("vm-compiled"), args);
      EXPECT_FALSE(bytecode.starts_with("trap") || bytecode.starts_with("refused")) << bytecode;
      if (dtype != "bool") EXPECT_NE(bytecode, compiled);
      if (dtype == "bool") EXPECT_NE(FirstByte(script, "vm-llvm", args), FirstByte(script, "vm-compiled", args));
    }
  }
}

TEST(PoisonTest, KernelsOwnBuffersDifferByLevel) {
  for (std::string_view dtype : kDTypes) {
    SCOPED_TRACE(std::string(dtype));
    Script script(With(kOwnBuffer, dtype));
    std::vector<Value> args = ArgumentOf(dtype);
    for (const char* watches : {"relax-reference", "vm"}) {
      EXPECT_EQ(script.Run(*FindEngine(watches), args), "trap read_before_write") << watches;
    }
    std::set<std::string> results;
    for (int level = 0; level < 4; ++level) {
      results.insert(script.Run(*FindEngine("vm-llvm"), args, {}, {.opt_level = level}));
    }
    EXPECT_EQ(results.size(), dtype == "bool" ? 2u : 4u);
  }
}

TEST(PoisonTest, PatternsDifferAlsoInTheBitsOfNarrowIntegers) {
  EXPECT_NE(kBytecodePoison & 15, kCompiledPoison & 15);
  std::set<int> narrow;
  for (int level = 0; level < 4; ++level) narrow.insert(KernelPoison(level) & 15);
  EXPECT_EQ(narrow.size(), 4u);
  // A byte that is neither 0 nor 1 is no bool.
  EXPECT_GT(kBytecodePoison, 1);
  EXPECT_GT(kCompiledPoison, 1);
}

}  // namespace
}  // namespace assay
