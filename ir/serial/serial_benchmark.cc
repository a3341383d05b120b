// How long saving and loading a small module takes: campaigns load a copy of a module for each pass that they try.
#include <benchmark/benchmark.h>

#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/support/check.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

constexpr std::string_view kText = R"(@I.ir_module
class Module:
    @T.prim_func
    def scaled(A: T.Buffer((16, 8), "float32"), B: T.Buffer((16, 8), "float32")):
        for i, j in T.grid(16, 8):
            B[i, j] = A[i, j] * T.float32(2) + T.float32(1)
    @R.function
    def main(x: R.Tensor((16, 8), dtype="float32")) -> R.Tensor((16, 8), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.scaled, (x,), out_sinfo=R.Tensor((16, 8), dtype="float32"))
            lv1: R.Tensor((16, 8), dtype="float32") = R.nn.relu(lv)
            gv: R.Tensor((16, 8), dtype="float32") = R.add(lv1, lv)
            R.output(gv)
        return gv
)";

Module Parsed(Context& ctx) {
  Result<Module> module = ParseModule(ctx, "bench.py", std::string(kText));
  ASSAY_CHECK(module.ok(), module.error().message);
  return *module;
}

void BM_Serialize(benchmark::State& state) {
  Context ctx;
  Module module = Parsed(ctx);
  for (auto _ : state) benchmark::DoNotOptimize(Serialize(module));
}
BENCHMARK(BM_Serialize);

void BM_Deserialize(benchmark::State& state) {
  Context source;
  std::vector<uint8_t> bytes = Serialize(Parsed(source));
  for (auto _ : state) {
    Context ctx;
    benchmark::DoNotOptimize(Deserialize(ctx, bytes, OpOfFullName).ok());
  }
}
BENCHMARK(BM_Deserialize);

}  // namespace
}  // namespace assay
