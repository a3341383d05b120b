// Parallel loops on several threads: results, traps and budget are those of the reference interpreter, whatever the
// number of threads.
#include <gmock/gmock.h>

#include "ir/support/byte_source.h"
#include "vm/llvm/agreement.h"
#include "vm/run_script.h"

namespace assay {
namespace {

constexpr int64_t kRows = 24;

// Statements of an iteration `i`, which may read all of A (24 × 4 float32) and D (24 int32: 1, seldom 0 or 4), and
// write row i of B (24 × 4 float32) and element i of C (24 int32). Lines are indented by what stands before the loop,
// and by one more step.
constexpr std::string_view kStatements[] = {
    "for j in range(4):\n    B[i, j] = A[23 - i, j] * T.float32(2)\n",
    "for j in range(4):\n    B[i, j] = B[i, j] + T.exp(A[i, 3 - j])\n",
    "C[i] = C[i] * 3 + 12 // D[i]\n",
    "B[i, D[i]] = T.float32(7)\n",
    "C[i] = C[i] + 60 % D[23 - i]\n",
    "own = T.alloc_buffer((4,), \"float32\")\nfor j in range(4):\n    own[j] = A[i, j] + T.float32(1)\nB[i, 1] = "
    "own[D[i]]\n",
    "for j in range(D[i]):\n    C[i] = C[i] + j + i\n",
    "if A[i, 0] > T.float32(0):\n    C[i] = C[i] - 1\n",
    "while C[i] < D[i]:\n    C[i] = C[i] + 1\n",
    "with T.sblock(\"row\"):\n    vi = T.axis.spatial(24, i)\n    B[vi, 2] = A[vi, 2] - B[vi, 1]\n",
    "for j in T.parallel(4):\n    B[i, j] = B[i, j] - A[i, j]\n",
};
// Ways to come by `i`, and how deep its statements stand.
struct LoopForm {
  std::string_view head;
  size_t deep;
};
constexpr LoopForm kLoops[] = {
    {"for i in T.parallel(24):\n", 4},
    {"for i in T.parallel(n):\n", 4},
    {"for o in T.parallel(6):\n    for t in range(4):\n        i: T.let[T.int32] = o * 4 + t\n", 8},
    {"for r in T.parallel(24):\n    i: T.let[T.int32] = 23 - r\n", 4},
    {"for s in range(2):\n    for i in T.parallel(24):\n", 8},
};

std::string Indented(std::string_view lines, size_t by) {
  std::string text;
  while (!lines.empty()) {
    size_t end = lines.find('\n') + 1;
    text += std::string(by, ' ') + std::string(lines.substr(0, end));
    lines.remove_prefix(end);
  }
  return text;
}

std::string RandomKernel(ByteSource& bytes) {
  std::string text =
      "    @T.prim_func(s_tir=True)\n    def main(A: T.Buffer((24, 4), \"float32\"), D: T.Buffer((24,), \"int32\"), b: "
      "T.handle, "
      "C: T.Buffer((24,), \"int32\")):\n        n = T.int32()\n        B = T.match_buffer(b, (n, 4), \"float32\")\n";
  for (uint64_t loops = 1 + bytes.Below(2); loops > 0; --loops) {
    const LoopForm& form = kLoops[bytes.Below(std::size(kLoops))];
    text += Indented(form.head, 8);
    size_t deep = form.deep;
    for (uint64_t statements = 1 + bytes.Below(3); statements > 0; --statements) {
      text += Indented(kStatements[bytes.Below(std::size(kStatements))], 8 + deep);
    }
    // Now and then all iterations meet.
    if (bytes.Chance(1, 6)) text += Indented("B[0, 3] = B[0, 3] + A[i, 1]\n", 8 + deep);
  }
  return text;
}

std::vector<Value> RandomInputs(ByteSource& bytes) {
  std::vector<double> a;
  for (int64_t k = 0; k < kRows * 4; ++k) a.push_back(static_cast<double>(bytes.Below(64)) / 8 - 4);
  std::vector<int64_t> d(kRows, 1);
  for (uint64_t bad = bytes.Below(3); bad > 0; --bad) d[bytes.Below(kRows)] = bytes.Chance(1, 2) ? 0 : 4;
  return {FloatsValue({kRows, 4}, a), IntsValue({kRows}, d),
          FloatsValue({kRows, 4}, std::vector<double>(kRows * 4, 0.5)),
          IntsValue({kRows}, std::vector<int64_t>(kRows, 2))};
}

std::unique_ptr<KernelLibrary> Compiled(const Module& module, int opt_level, int threads, bool unchecked = false) {
  auto library = MakeLlvmKernels(module, {.opt_level = opt_level, .threads = threads, .unchecked = unchecked});
  EXPECT_TRUE(library.ok()) << (library.ok() ? "" : library.error().message);
  return library.ok() ? *std::move(library) : nullptr;
}

// Behind a trap, or where the budget ends, nobody looks at tensors.
void ExpectSameRun(Observed want, Observed got) {
  bool done = want.outcome == "done";
  if (!done) want.tensors.clear();
  if (want.outcome == "out of budget") got.steps_left = want.steps_left;
  ExpectSame(want, got);
}

TEST(ParallelTest, RandomKernelsRunAsOnTheTreeWalker) {
  int done = 0, trapped = 0, ended = 0;
  for (uint64_t seed = 0; seed < 150; ++seed) {
    ByteSource bytes = ByteSource::FromSeed(seed);
    std::string text = RandomKernel(bytes);
    SCOPED_TRACE(text);
    Script script(text);
    auto reference = MakeReferenceKernels(script.module, /*strict=*/true);
    ASSERT_TRUE(reference.ok());
    int level = seed % 8 == 0 ? 3 : 0;
    auto one = Compiled(script.module, level, 1), four = Compiled(script.module, level, 4);
    ASSERT_TRUE(one != nullptr && four != nullptr);
    for (int64_t steps :
         {int64_t{100'000}, static_cast<int64_t>(bytes.Below(300)), static_cast<int64_t>(bytes.Below(100))}) {
      std::vector<Value> args = RandomInputs(bytes);
      Budget budget{.steps = steps, .bytes = bytes.Chance(1, 8) ? 15 : 1 << 20};
      Observed want = Observe(**reference, "main", args, budget);
      ExpectSameRun(want, Observe(*one, "main", args, budget));
      ExpectSameRun(want, Observe(*four, "main", args, budget));
      (want.outcome == "done" ? done : want.outcome == "out of budget" ? ended : trapped) += 1;
    }
  }
  EXPECT_GT(done, 50);
  EXPECT_GT(trapped, 50);
  EXPECT_GT(ended, 50);
}

constexpr std::string_view kWide = R"(
    @T.prim_func(s_tir=True)
    def rows(A: T.Buffer((64, 512), "float32"), B: T.Buffer((64,), "float32")):
        for i in T.parallel(64):
            own = T.alloc_buffer((1,), "float32")
            own[0] = T.float32(0)
            for j in range(512):
                own[0] = own[0] + A[i, j]
            B[i] = own[0]

    @T.prim_func(s_tir=True)
    def race(A: T.Buffer((64, 512), "float32"), B: T.Buffer((64,), "float32")):
        for i in T.parallel(64):
            for j in range(512):
                B[0] = B[0] * T.float32(0.5) + A[i, j]

    @T.prim_func(s_tir=True)
    def strays(A: T.Buffer((64, 512), "float32"), B: T.Buffer((64,), "float32")):
        for i in T.parallel(64):
            own = T.alloc_buffer((4,), "float32")
            for j in range(4):
                own[j] = A[i, j]
            B[i] = own[T.Cast("int32", A[i, 511])]

    @T.prim_func(s_tir=True)
    def apart(D: T.Buffer((24,), "int32"), C: T.Buffer((24,), "int32")):
        for i in T.parallel(24):
            C[i] = 12 // D[i]

    @T.prim_func(s_tir=True)
    def meets(D: T.Buffer((24,), "int32"), C: T.Buffer((24,), "int32")):
        for i in T.parallel(24):
            C[i] = 12 // D[i] + C[0]

    @T.prim_func(s_tir=True)
    def same(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for i in T.parallel(63):
            B[i] = A[i + 1] + A[i]
)";

class ThreadsTest : public testing::TestWithParam<int> {
 protected:
  static std::vector<Value> Inputs() {
    std::vector<double> a(64 * 512);
    for (size_t k = 0; k < a.size(); ++k) a[k] = static_cast<double>(k % 97) / 7;
    for (size_t row = 0; row < 64; ++row) a[row * 512 + 511] = 3;
    return {FloatsValue({64, 512}, a), FloatsValue({64}, std::vector<double>(64, 0))};
  }
  void ExpectAsInOrder(std::string_view name, const std::vector<Value>& args) {
    auto one = Compiled(script_.module, GetParam(), 1), eight = Compiled(script_.module, GetParam(), 8);
    for (int again = 0; again < 10; ++again) ExpectSame(Observe(*one, name, args, {}), Observe(*eight, name, args, {}));
  }
  Script script_{kWide};
};

// A trap of the first iteration ends only the range that it is in.
TEST_P(ThreadsTest, IterationsAreSharedWhereTheyAreIndependent) {
  for (auto [name, threads, last] : {std::tuple{"apart", 4, 12}, {"apart", 1, 0}, {"meets", 4, 0}}) {
    std::vector<int64_t> divisors(24, 1);
    divisors[0] = 0;
    std::vector<Value> args{IntsValue({24}, divisors), IntsValue({24}, std::vector<int64_t>(24, 0))};
    Meter meter{Budget()};
    Outcome outcome = Compiled(script_.module, GetParam(), threads)->Find(name)->Run(args, 2, meter);
    EXPECT_THAT(OutcomeText(outcome), testing::HasSubstr("an integer is divided by zero"));
    EXPECT_EQ(args[1].As<TensorValue>()->tensor.At(23).AsInt(), last) << name << " with " << threads;
  }
}

TEST_P(ThreadsTest, EachThreadHasItsOwnMemory) { ExpectAsInOrder("rows", Inputs()); }

TEST_P(ThreadsTest, ALoopThatRacesRunsInOrder) { ExpectAsInOrder("race", Inputs()); }

TEST_P(ThreadsTest, AKernelOnOverlappingTensorsRunsInOrder) {
  for (bool shared : {false, true}) {
    std::vector<Tensor> results;
    for (int threads : {1, 8}) {
      auto library = Compiled(script_.module, GetParam(), threads);
      std::vector<double> numbers(64);
      for (size_t k = 0; k < 64; ++k) numbers[k] = static_cast<double>(k);
      Value a = FloatsValue({64}, numbers), b = shared ? a : FloatsValue({64}, numbers);
      std::vector<Value> args{a, b};
      Meter meter{Budget()};
      EXPECT_EQ(OutcomeText(library->Find("same")->Run(args, 2, meter)), "done");
      results.push_back(b.As<TensorValue>()->tensor);
    }
    EXPECT_EQ(ValueText(Value{TensorValue{results[0]}}), ValueText(Value{TensorValue{results[1]}}));
  }
}

// The first one in order, of several in several threads.
TEST_P(ThreadsTest, AFaultOnAnotherThreadIsATrap) {
  std::vector<Value> args = Inputs();
  Tensor a = args[0].As<TensorValue>()->tensor;
  for (int64_t row : {63, 50, 41}) a.Set(row * 512 + 511, Scalar::Float(DType::Float(32), static_cast<double>(row)));
  auto library = Compiled(script_.module, GetParam(), 4, /*unchecked=*/true);
  Meter meter{Budget()};
  Outcome outcome = library->Find("strays")->Run(args, 2, meter);
  const Trap* trap = std::get_if<Trap>(&outcome);
  ASSERT_NE(trap, nullptr);
  EXPECT_EQ(trap->message, "machine code gets SIGSEGV at byte 164 of buffer own, which has 16");
  std::string_view text = script_.ctx.sources.TextOf(1);
  auto line = static_cast<uint32_t>(std::ranges::count(text.substr(0, text.find("B[i] = own[T.Cast")), '\n')) + 1;
  EXPECT_EQ(script_.ctx.sources.Locate(trap->span.file, trap->span.begin).line, line);
  EXPECT_EQ(OutcomeText(library->Find("rows")->Run(Inputs(), 2, meter)), "done");
}

INSTANTIATE_TEST_SUITE_P(Levels, ThreadsTest, testing::Values(0, 2));

}  // namespace
}  // namespace assay
