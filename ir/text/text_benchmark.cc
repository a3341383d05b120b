// How long reading and writing a small module takes. Goals: 100 and 30 microseconds for three operators.
#include <benchmark/benchmark.h>

#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

constexpr std::string_view kText = R"(@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 16), dtype="float32"), w: R.Tensor((16, 8), dtype="float32")) -> R.Tensor(("n", 8), dtype="float32"):
        n = T.int64()
        with R.dataflow():
            lv: R.Tensor((n, 8), dtype="float32") = R.matmul(x, w, out_dtype=None)
            lv1: R.Tensor((n, 8), dtype="float32") = R.nn.relu(lv)
            gv: R.Tensor((n, 8), dtype="float32") = R.add(lv1, lv)
            R.output(gv)
        return gv
)";

void BM_Parse(benchmark::State& state) {
  for (auto _ : state) {
    Context ctx;
    benchmark::DoNotOptimize(ParseModule(ctx, "bench.py", std::string(kText)));
  }
}
BENCHMARK(BM_Parse);

void BM_Print(benchmark::State& state) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "bench.py", std::string(kText));
  for (auto _ : state) benchmark::DoNotOptimize(PrintModule(*module));
}
BENCHMARK(BM_Print);

}  // namespace
}  // namespace assay
