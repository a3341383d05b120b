// Kernels that call TVM's sort of boxes run on every engine.
#include "vm/llvm/engines.h"
#include "vm/run_script.h"

namespace assay {
namespace {

constexpr std::string_view kSort = R"(
    @T.prim_func(private=True, s_tir=True)
    def kernel(A: T.Buffer((T.int64(2), T.int64(4)), "float32"), C: T.Buffer((T.int64(2),), "int32"), B: T.Buffer((T.int64(2), T.int64(4)), "int32")):
        with T.sblock("sort"):
            T.reads()
            T.writes()
            T.call_packed("tvm.contrib.sort.argsort_nms", T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(T.int64(2), T.int64(4)), 0, 2, T.float32(0.0), T.int64(0)), T.tvm_stack_make_array(C.data, T.tvm_stack_make_shape(T.int64(2)), 0, 1, 0, T.int64(0)), T.tvm_stack_make_array(B.data, T.tvm_stack_make_shape(T.int64(2), T.int64(4)), 0, 2, 0, T.int64(0)), 1, T.bool(ASCEND))
    @R.function
    def main(x: R.Tensor((2, 4), "float32"), c: R.Tensor((2,), "int32")) -> R.Tensor((2, 4), "int32"):
        cls = Module
        y = R.call_tir(cls.kernel, (x, c), out_ty=R.Tensor((2, 4), dtype="int32"))
        return y
)";

std::string RunSort(const EngineSpec& engine, std::string_view ascend) {
  std::string text(kSort);
  text.replace(text.find("ASCEND"), 6, ascend);
  Script script(text);
  std::vector<double> scores{1, 3, 3, 2, 5, 7, 6, 9};
  std::vector<Value> args{Value{TensorValue{Tensor::Floats(DType::Float(32), {2, 4}, scores)}},
                          Value{TensorValue{Tensor::Ints(DType::Int(32), {2}, std::vector<int64_t>{4, 3})}}};
  return script.Run(engine, args, {}, {});
}

TEST(ForeignSortsTest, TheFirstOnesInOrderTheOthersAsTheyAre) {
  for (const EngineSpec* engine : AllEngines()) {
    SCOPED_TRACE(engine->name);
    EXPECT_EQ(RunSort(*engine, "False"), "int32[2, 4] 1 2 3 0 1 2 0 3");
    EXPECT_EQ(RunSort(*engine, "True"), "int32[2, 4] 0 3 1 2 0 2 1 3");
  }
}

}  // namespace
}  // namespace assay
