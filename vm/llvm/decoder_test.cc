// A decoder of a language model whose kernels TVM's rules have scheduled for a GPU: every engine computes what the
// network itself is, as blocks, and as threads with barriers behind assay's own passes, which have no race.
#include <cmath>
#include <fstream>
#include <sstream>

#include "vm/bytecode/executable.h"
#include "vm/bytecode/interp.h"
#include "vm/llvm/engines.h"
#include "vm/reference/tir_eval.h"
#include "vm/run_script.h"

namespace assay {
namespace {

constexpr std::string_view kToThreads =
    "LowerCrossThreadReduction,LowerInitBlock,PlanAndUpdateBufferAllocationLocation,ConvertBlocksToOpaque,"
    "LiftThreadBinding,"
    "CompactBufferAllocation,UnifyThreadBinding,LowerMatchBuffer,LowerOpaqueBlock,FlattenBuffer,InjectVirtualThread,"
    "ThreadSync{\"storage_scope\":\"shared\"},ThreadSync{\"storage_scope\":\"shared.dyn\"}";

std::string TextOf(const char* path) {
  std::ifstream file(std::string(ASSAY_SOURCE_DIR "/") + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}
Module Parsed(Context& ctx, const char* path) {
  Result<Module> module = ParseModule(ctx, path, TextOf(path));
  EXPECT_TRUE(module.ok()) << path;
  return module.ok() ? *module : Module{};
}
Module After(Context& ctx, const Module& module, std::string_view passes) {
  Result<std::vector<PassCall>> calls = ParsePassList(ctx, passes);
  EXPECT_TRUE(calls.ok());
  PassContext pass_ctx(ctx);
  Result<Module> made = RunSequential(pass_ctx, *calls, module);
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message);
  return made.ok() ? *made : module;
}
Module Lowered(Context& ctx, const Module& module) {
  PassContext pass_ctx(ctx);
  Result<Module> made = RunSequential(pass_ctx, *Pipeline("default"), module);
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message);
  return made.ok() ? *made : module;
}

// Small numbers of both signs, so that norms and exponentials keep their digits.
Value Drawn(const TensorType& type, int64_t m, int64_t n, int which) {
  std::vector<int64_t> shape;
  int64_t count = 1;
  for (const Expr* dim : As<ShapeExpr>(type.shape)->values) {
    const IntImm* known = AsInt(dim);
    const auto* var = As<Var>(dim);
    shape.push_back(known != nullptr ? known->value : var == nullptr ? m + n : var->name.text() == "m" ? m : n);
    count *= shape.back();
  }
  std::vector<double> numbers;
  numbers.reserve(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) numbers.push_back(static_cast<double>((i * 37 + which * 11) % 41 - 20) / 40);
  return FloatsValue(shape, numbers, type.dtype);
}
std::vector<Value> ArgumentsOf(const Module& module, std::string_view entry, int64_t m, int64_t n) {
  std::vector<Value> args;
  for (const Var* param : As<Function>(module.Find(entry))->params)
    args.push_back(Drawn(*As<TensorType>(param->type), m, n, static_cast<int>(args.size())));
  return args;
}

// Of a tensor, or all tensors of a tuple, one behind the other.
std::vector<double> Numbers(const Outcome& outcome) {
  std::vector<double> numbers;
  const auto* value = std::get_if<Value>(&outcome);
  if (value == nullptr) return numbers;
  const auto* tuple = value->As<TupleValue>();
  for (const Value& field : tuple == nullptr ? std::vector<Value>{*value} : tuple->fields) {
    const auto* tensor = field.As<TensorValue>();
    for (int64_t i = 0; tensor != nullptr && i < tensor->tensor.size(); ++i)
      numbers.push_back(tensor->tensor.At(i).AsDouble());
  }
  return numbers;
}
std::vector<double> ResultsOf(Context& ctx, const EngineSpec& engine, const Module& module, std::string_view entry,
                              const std::vector<Value>& args) {
  Module form = engine.input == EngineInput::kOriginal ? module : Lowered(ctx, module);
  Result<std::unique_ptr<Executable>> loaded = engine.load(ctx, form, {});
  EXPECT_TRUE(loaded.ok()) << (loaded.ok() ? "" : loaded.error().message);
  return loaded.ok() ? Numbers((*loaded)->Run(entry, args, {})) : std::vector<double>();
}
void ExpectNear(const std::vector<double>& got, const std::vector<double>& want) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < want.size(); ++i)
    ASSERT_LE(std::abs(got[i] - want[i]), 1e-4 * std::max(1.0, std::abs(want[i]))) << i;
}

struct Sizes {
  std::string_view entry;
  int64_t m, n;
};

// m positions before, n tokens now: around the sizes of tiles.
TEST(DecoderTest, ScheduledKernelsAndLaunchesComputeWhatTheNetworkDoes) {
  Context ctx;
  Module network = Parsed(ctx, "corpus/networks/decoder.py");
  Module scheduled = Parsed(ctx, "vm/testdata/decoder_cuda.py");
  Module launches = After(ctx, scheduled, kToThreads);
  for (Sizes sizes : {Sizes{"prefill", 3, 5}, Sizes{"prefill", 1, 33}, Sizes{"decode", 7, 1}}) {
    std::vector<Value> args = ArgumentsOf(network, sizes.entry, sizes.m, sizes.n);
    std::vector<double> want = ResultsOf(ctx, *AllEngines()[0], network, sizes.entry, args);
    ASSERT_FALSE(want.empty());
    for (const EngineSpec* engine : AllEngines()) {
      SCOPED_TRACE(engine->name);
      if (sizes.n > 1 && engine->name != "vm-llvm") continue;  // tiles of 32 tokens take the interpreters long
      ExpectNear(ResultsOf(ctx, *engine, scheduled, sizes.entry, args), want);
      ExpectNear(ResultsOf(ctx, *engine, launches, sizes.entry, args), want);
    }
  }
}

// By the reference, which looks for races, in the reverse order of threads.
TEST(DecoderTest, LaunchesHaveNoRace) {
  Context ctx;
  Module network = Parsed(ctx, "corpus/networks/decoder.py");
  Module launches = After(ctx, Parsed(ctx, "vm/testdata/decoder_cuda.py"), kToThreads);
  std::vector<Value> args = ArgumentsOf(network, "decode", 3, 1);
  Module lowered = Lowered(ctx, launches);
  auto kernels =
      MakeReferenceKernels(KernelsOf(ctx, lowered), true, {TirChecks::kAll, {.kind = ThreadOrder::Kind::kReverse}});
  ASSERT_TRUE(kernels.ok());
  Result<std::unique_ptr<Executable>> loaded = MakeVm(ctx, lowered, std::move(*kernels));
  ASSERT_TRUE(loaded.ok());
  Outcome outcome = (*loaded)->Run("decode", args, {});
  const Trap* trap = std::get_if<Trap>(&outcome);
  EXPECT_EQ(trap, nullptr) << (trap == nullptr ? "" : trap->message);
  ExpectNear(Numbers(outcome), ResultsOf(ctx, *AllEngines()[0], network, "decode", args));
}

// Tensor cores add in the order of the columns, so that the sums are the same to the bit.
TEST(HalfMatmulTest, TensorCoresComputeWhatTheProductIs) {
  Context ctx;
  Module network = Parsed(ctx, "corpus/networks/half_matmul.py");
  Module scheduled = Parsed(ctx, "vm/testdata/half_matmul_cuda.py");
  Module launches = After(ctx, scheduled, kToThreads);
  for (std::string_view entry : {"product", "of_transposed"}) {
    SCOPED_TRACE(entry);
    std::vector<Value> args = ArgumentsOf(network, entry, 0, 0);
    const EngineSpec* engine = FindEngine("vm-llvm");
    std::vector<double> want = ResultsOf(ctx, *engine, network, entry, args);
    ASSERT_EQ(want.size(), 128 * 128);
    EXPECT_EQ(ResultsOf(ctx, *engine, scheduled, entry, args), want);
    EXPECT_EQ(ResultsOf(ctx, *engine, launches, entry, args), want);
  }
}

}  // namespace
}  // namespace assay
