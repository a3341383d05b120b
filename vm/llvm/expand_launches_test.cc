// A kernel that is launched by its name runs on every engine, as both releases of TVM write the launch.
#include "vm/expand_launches.h"

#include <gmock/gmock.h>

#include <fmt/format.h>

#include "ir/text/print.h"
#include "vm/llvm/engines.h"
#include "vm/run_script.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string Launching(std::string_view call, std::string_view convention = "\"calling_conv\": 2, ") {
  return fmt::format(R"(
    @T.prim_func
    def add(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), n: T.int32):
        T.func_attr({{{}"tirx.is_global_func": True}})
        A = T.decl_buffer((4,), data=A_ptr)
        B = T.decl_buffer((4,), data=B_ptr)
        with T.launch_thread("threadIdx.x", 4) as tx:
            if tx < n:
                B[tx] = A[tx] + T.float32(1)
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            y[i] = T.float32(0)
        {}
    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Module
        y = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((4,), "float32"))
        return y
)",
                     convention, call);
}

constexpr std::string_view kNew =
    R"(T.call_ffi_kernel("add", x.data, y.data, 3, 4, launch_params=["threadIdx.x"], ret_ty="int32"))";
constexpr std::string_view kOld = R"(T.call_packed("add", x.data, y.data, 3, 4))";

TEST(ExpandLaunchesTest, EveryEngineRunsTheKernel) {
  std::vector<double> values{1, 2, 3, 4};
  for (std::string_view call : {kNew, kOld}) {
    for (const EngineSpec* engine : AllEngines()) {
      Script script(Launching(call));
      std::vector<Value> args{Value{TensorValue{Tensor::Floats(DType::Float(32), {4}, values)}}};
      EXPECT_EQ(script.Run(*engine, args, {}, {}), "float32[4] 2 3 4 0") << engine->name << ", " << call;
    }
  }
}

TEST(ExpandLaunchesTest, WhatIsNoLaunchStays) {
  Script launched{Launching(kNew)};
  EXPECT_THAT(PrintModule(ExpandLaunches(launched.ctx, launched.module)), Not(HasSubstr("call_ffi_kernel")));
  // A function of the host, one that is not there, and too few arguments.
  for (const std::string& text : {Launching(kOld, ""), Launching(R"(T.call_packed("sub", x.data, y.data, 3, 4))"),
                                  Launching(R"(T.call_packed("add", x.data))")}) {
    Script script(text);
    EXPECT_THAT(PrintModule(ExpandLaunches(script.ctx, script.module)), HasSubstr("T.call_packed")) << text;
  }
}

}  // namespace
}  // namespace assay
