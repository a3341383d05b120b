// How fast compiled kernels run: whole functions of one operator, from arguments to result, at each level. Timed beside
// TVM's own code for the same functions by oracles/subjects/tvm/bench/kernel_speed.py.
#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include <limits>

#include "ir/text/parse.h"
#include "passes/pass.h"
#include "vm/engine.h"
#include "vm/llvm/engines.h"
#include "vm/llvm/llvm_kernels.h"

namespace assay {
namespace {

struct Operator {
  std::string_view name;
  std::string_view call;
  std::vector<std::vector<int64_t>> shapes;
};

// The same ones as in kernel_speed.py.
const std::vector<Operator>& Operators() {
  static const auto* const operators = new std::vector<Operator>{
      {"matmul", "R.matmul(x0, x1)", {{512, 512}, {512, 512}}},
      {"conv2d", "R.nn.conv2d(x0, x1, padding=[1, 1, 1, 1])", {{1, 64, 56, 56}, {64, 64, 3, 3}}},
      {"softmax", "R.nn.softmax(x0, axis=-1)", {{512, 1000}}},
      {"layer_norm", "R.nn.layer_norm(x0, x1, x2, axes=[-1])", {{512, 768}, {768}, {768}}},
  };
  return *operators;
}

std::string TextOf(const Operator& op) {
  std::string params;
  for (size_t i = 0; i < op.shapes.size(); ++i) {
    params += fmt::format("{}x{}: R.Tensor(({},), \"float32\")", i == 0 ? "" : ", ", i, fmt::join(op.shapes[i], ", "));
  }
  return fmt::format(R"(from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main({}):
        with R.dataflow():
            y = {}
            R.output(y)
        return y
)",
                     params, op.call);
}

std::vector<Value> Inputs(const Operator& op) {
  std::vector<Value> args;
  uint32_t state = 1;
  for (const std::vector<int64_t>& shape : op.shapes) {
    Tensor tensor(DType::Float(32), shape);
    for (float& x : tensor.As<float>()) {
      state = state * 1664525 + 1013904223;
      x = static_cast<float>(state >> 8) / float{1 << 24};
    }
    args.push_back(Value{TensorValue{std::move(tensor)}});
  }
  return args;
}

// The second argument is the level.
void RunOperator(benchmark::State& state) {
  const Operator& op = Operators()[static_cast<size_t>(state.range(0))];
  Context ctx;
  auto module = ParseModule(ctx, "operator.py", TextOf(op));
  ASSAY_CHECK(module.ok(), module.error().message);
  PassContext passes(ctx);
  auto lowered = RunSequential(passes, *Pipeline("default"), *module);
  ASSAY_CHECK(lowered.ok(), lowered.error().message);
  LoadOptions load;
  load.opt_level = static_cast<int>(state.range(1));
  auto executable = FindEngine("vm-llvm")->load(ctx, *lowered, load);
  ASSAY_CHECK(executable.ok(), executable.error().message);
  std::vector<Value> args = Inputs(op);
  Budget budget;
  budget.steps = std::numeric_limits<int64_t>::max();
  for (auto _ : state) {
    Outcome outcome = (*executable)->Run("main", args, budget);
    ASSAY_CHECK(std::holds_alternative<Value>(outcome));
    benchmark::DoNotOptimize(outcome);
  }
  state.SetLabel(std::string(op.name));
}
BENCHMARK(RunOperator)->ArgsProduct({{0, 1, 2, 3}, {0, 3}})->Unit(benchmark::kMillisecond);

// A product of matrices whose rows threads share. The argument is how many threads.
void ParallelMatmul(benchmark::State& state) {
  Context ctx;
  auto module = ParseModule(ctx, "matmul.py", R"(
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def matmul(A: T.Buffer((512, 512), "float32"), B: T.Buffer((512, 512), "float32"), C: T.Buffer((512, 512), "float32")):
        for i in T.parallel(512):
            for j in range(512):
                C[i, j] = T.float32(0)
            for k in range(512):
                for j in range(512):
                    C[i, j] = C[i, j] + A[i, k] * B[k, j]
)");
  ASSAY_CHECK(module.ok(), module.error().message);
  auto library = MakeLlvmKernels(*module, {.opt_level = 3, .threads = static_cast<int>(state.range(0))});
  ASSAY_CHECK(library.ok(), library.error().message);
  std::vector<Value> args = Inputs({"", "", {{512, 512}, {512, 512}, {512, 512}}});
  for (auto _ : state) {
    Meter meter{Budget{.steps = std::numeric_limits<int64_t>::max()}};
    Outcome outcome = (*library)->Find("matmul")->Run(args, args.size(), meter);
    ASSAY_CHECK(std::holds_alternative<Value>(outcome));
  }
}
BENCHMARK(ParallelMatmul)->Arg(1)->Arg(2)->Arg(4)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace assay
