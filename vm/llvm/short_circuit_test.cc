// And and Or stop early where their second operand reads memory, on every engine.
#include "vm/llvm/engines.h"
#include "vm/run_script.h"

namespace assay {
namespace {

std::string RunGuarded(const EngineSpec& engine, const char* condition, int opt_level) {
  Script script(fmt::format(R"(
    @T.prim_func(private=True, s_tir=True)
    def kernel(A: T.Buffer((T.int64(2),), "int32"), B: T.Buffer((T.int64(4),), "int32")):
        for i in range(T.int64(4)):
            with T.sblock("B"):
                vi = T.axis.spatial(T.int64(4), i)
                B[vi] = T.Cast("int32", {})
    @R.function
    def main(x: R.Tensor((2,), "int32")) -> R.Tensor((4,), "int32"):
        cls = Module
        y = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((4,), dtype="int32"))
        return y
)",
                            condition));
  std::vector<Value> args{Value{TensorValue{Tensor::Ints(DType::Int(32), {2}, std::vector<int64_t>{7, 0})}}};
  return script.Run(engine, args, {}, {.opt_level = opt_level});
}

TEST(LazyGuardsTest, TheSecondOperandIsNotReadWhereTheFirstDecides) {
  for (const EngineSpec* engine : AllEngines()) {
    for (int opt_level : {0, 3}) {
      SCOPED_TRACE(fmt::format("{} at O{}", engine->name, opt_level));
      EXPECT_EQ(RunGuarded(*engine, "vi < T.int64(2) and A[vi] == 7", opt_level), "int32[4] 1 0 0 0");
      EXPECT_EQ(RunGuarded(*engine, "T.int64(2) <= vi or A[vi] == 7", opt_level), "int32[4] 1 0 1 1");
      EXPECT_EQ(RunGuarded(*engine, "A[vi] == 7 and vi < T.int64(2)", opt_level), "trap out_of_bounds");
    }
  }
}

}  // namespace
}  // namespace assay
