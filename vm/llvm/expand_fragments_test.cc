// Products of tiles by tensor cores: every engine computes what the same product by plain loops is, for each size,
// layout, padding and dtype; threads that race for a tile are found.
#include "vm/expand_fragments.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "vm/llvm/engines.h"
#include "vm/reference/run_launch.h"
#include "vm/run_script.h"

namespace assay {
namespace {

using testing::HasSubstr;

struct TileCase {
  int64_t m, n, k;
  std::string_view factors, sum;
  // Elements between the ends of rows, or columns, and the next ones.
  int64_t padding;
  bool a_by_column, b_by_column, out_by_column;
};
constexpr TileCase kTileCases[] = {
    {16, 16, 16, "float16", "float32", 0, false, false, false},
    {16, 16, 16, "float16", "float16", 8, true, false, false},
    {32, 8, 16, "int8", "int32", 0, false, true, false},
    {8, 32, 16, "uint8", "int32", 4, false, false, true},
    {8, 32, 16, "bfloat16", "float32", 1, true, true, true},
};

int64_t StrideOf(int64_t rows, int64_t columns, bool by_column, int64_t padding) {
  return (by_column ? rows : columns) + padding;
}
int64_t CountOf(int64_t rows, int64_t columns, bool by_column, int64_t padding) {
  return StrideOf(rows, columns, by_column, padding) * (by_column ? columns : rows);
}
std::string_view LayoutOf(bool by_column) { return by_column ? "col_major" : "row_major"; }

std::string ByTensorCores(const TileCase& one) {
  auto move = [&](std::string_view call, std::string_view tile, std::string_view memory, std::string_view dtype,
                  int64_t count, int64_t stride, bool by_column) {
    return fmt::format(
        "        T.{}({}.data, {}, {}, {}, 0, T.tvm_access_ptr(T.type_annotation(\"{}\"), {}.data, 0, {}, 3), {}, "
        "\"{}\")\n",
        call, tile, one.m, one.n, one.k, dtype, memory, count, stride, LayoutOf(by_column));
  };
  int64_t a = CountOf(one.m, one.k, one.a_by_column, one.padding);
  int64_t b = CountOf(one.k, one.n, one.b_by_column, one.padding);
  int64_t c = CountOf(one.m, one.n, one.out_by_column, one.padding);
  std::string text = fmt::format(
      "\n    @T.prim_func\n    def main(A: T.Buffer(({},), \"{}\"), B: T.Buffer(({},), \"{}\"), C: T.Buffer(({},), "
      "\"{}\")):\n        tx = T.launch_thread(\"threadIdx.x\", 32)\n",
      a, one.factors, b, one.factors, c, one.sum);
  text += fmt::format(
      "        x = T.alloc_buffer(({},), \"{}\", scope=\"wmma.matrix_a\")\n"
      "        y = T.alloc_buffer(({},), \"{}\", scope=\"wmma.matrix_b\")\n"
      "        z = T.alloc_buffer(({},), \"{}\", scope=\"wmma.accumulator\")\n"
      "        T.tvm_fill_fragment(z.data, {}, {}, {}, 1, T.Cast(\"{}\", 1))\n",
      one.m * one.k, one.factors, one.k * one.n, one.factors, 2 * one.m * one.n, one.sum, one.m, one.n, one.k, one.sum);
  text += move("tvm_load_matrix_sync", "x", "A", one.factors, a, StrideOf(one.m, one.k, one.a_by_column, one.padding),
               one.a_by_column);
  text += move("tvm_load_matrix_sync", "y", "B", one.factors, b, StrideOf(one.k, one.n, one.b_by_column, one.padding),
               one.b_by_column);
  text += "        T.tvm_mma_sync(z.data, 0, x.data, 0, y.data, 0, z.data, 1)\n";
  return text + move("tvm_store_matrix_sync", "z", "C", one.sum, c,
                     StrideOf(one.m, one.n, one.out_by_column, one.padding), one.out_by_column);
}
std::string ByLoops(const TileCase& one) {
  auto at = [&](std::string_view row, std::string_view column, int64_t rows, int64_t columns, bool by_column) {
    return fmt::format("{} * {} + {}", by_column ? column : row, StrideOf(rows, columns, by_column, one.padding),
                       by_column ? row : column);
  };
  std::string out = at("i", "j", one.m, one.n, one.out_by_column);
  return fmt::format(
      "\n    @T.prim_func\n    def main(A: T.Buffer(({},), \"{}\"), B: T.Buffer(({},), \"{}\"), C: T.Buffer(({},), "
      "\"{}\")):\n        for i, j in T.grid({}, {}):\n            C[{}] = T.Cast(\"{}\", 1)\n            for k in "
      "range({}):\n                C[{}] = C[{}] + T.Cast(\"{}\", A[{}]) * T.Cast(\"{}\", B[{}])\n",
      CountOf(one.m, one.k, one.a_by_column, one.padding), one.factors,
      CountOf(one.k, one.n, one.b_by_column, one.padding), one.factors,
      CountOf(one.m, one.n, one.out_by_column, one.padding), one.sum, one.m, one.n, out, one.sum, one.k, out, out,
      one.sum, at("i", "k", one.m, one.k, one.a_by_column), one.sum, at("k", "j", one.k, one.n, one.b_by_column));
}

Value Counting(DType dtype, int64_t count) {
  std::vector<double> numbers;
  numbers.reserve(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) numbers.push_back(static_cast<double>((i * 7 + i / 5) % 11));
  if (dtype.IsFloating()) return Value{TensorValue{Tensor::Floats(dtype, {count}, numbers)}};
  return Value{TensorValue{Tensor::Ints(dtype, {count}, std::vector<int64_t>(numbers.begin(), numbers.end()))}};
}
std::vector<Value> ArgumentsOf(const TileCase& one) {
  DType factors = ParseDType(one.factors).value_or(DType::Void()), sum = ParseDType(one.sum).value_or(DType::Void());
  return {Counting(factors, CountOf(one.m, one.k, one.a_by_column, one.padding)),
          Counting(factors, CountOf(one.k, one.n, one.b_by_column, one.padding)),
          Counting(sum, CountOf(one.m, one.n, one.out_by_column, one.padding))};
}

TEST(ExpandFragmentsTest, TilesAreMultipliedAsLoopsDo) {
  for (const TileCase& one : kTileCases) {
    SCOPED_TRACE(ByTensorCores(one));
    Script loops(ByLoops(one)), tiles(ByTensorCores(one));
    for (const EngineSpec* engine : AllEngines()) {
      SCOPED_TRACE(engine->name);
      std::string want = loops.Run(*engine, ArgumentsOf(one), {}, {});
      EXPECT_THAT(want, HasSubstr(one.sum));
      EXPECT_EQ(tiles.Run(*engine, ArgumentsOf(one), {}, {}), want);
    }
  }
}

// A tile that one warp writes and another one loads.
constexpr std::string_view kShared = R"(
    @T.prim_func
    def main(A: T.Buffer((256,), "int8"), C: T.Buffer((512,), "int32")):
        tx = T.launch_thread("threadIdx.x", 64)
        s = T.alloc_buffer((256,), "int8", scope="shared")
        x = T.alloc_buffer((256,), "int8", scope="wmma.matrix_a")
        y = T.alloc_buffer((256,), "int8", scope="wmma.matrix_b")
        z = T.alloc_buffer((256,), "int32", scope="wmma.accumulator")
        for i in range(4):
            s[i * 64 + tx] = T.Cast("int8", 0)
        T.tvm_storage_sync("shared")
        for i in range(4):
            s[i * 64 + tx] = A[i * 64 + tx]
        BARRIER
        T.tvm_load_matrix_sync(x.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("int8"), s.data, 0, 256, 1), 16, "row_major")
        T.tvm_load_matrix_sync(y.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("int8"), s.data, 0, 256, 1), 16, "row_major")
        T.tvm_fill_fragment(z.data, 16, 16, 16, 0, 0)
        T.tvm_mma_sync(z.data, 0, x.data, 0, y.data, 0, z.data, 0)
        T.tvm_store_matrix_sync(z.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("int32"), C.data, tx // 32 * 256, 256, 2), 16, "row_major")
)";

std::string Checked(std::string_view barrier) {
  std::string text(kShared);
  text.replace(text.find("BARRIER"), 7, barrier);
  Script script(text);
  Module expanded = ExpandFragments(script.ctx, script.module);
  auto library = MakeReferenceKernels(expanded, /*strict=*/true, {.checks = TirChecks::kAll});
  if (!library.ok()) return library.error().message;
  std::vector<Value> args{Counting(DType::Int(8), 256), Counting(DType::Int(32), 512)};
  Meter meter{Budget{}};
  return RunText((*library)->Find("main")->Run(args, args.size() - 1, meter));
}

TEST(ExpandFragmentsTest, ATileThatOtherWarpsWriteNeedsABarrier) {
  EXPECT_THAT(Checked("T.evaluate(0)"), HasSubstr("data_race"));
  EXPECT_THAT(Checked("T.tvm_storage_sync(\"shared\")"), testing::Not(HasSubstr("data_race")));
}

// As schedules leave it: each warp is a number of y, and its lanes are named where they copy alone.
TEST(ExpandFragmentsTest, LanesThatAreBoundElsewhereAreTheSame) {
  Script script(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "int32"), B: T.Buffer((2,), "int32")):
        s = T.alloc_buffer((512,), "int32", scope="shared")
        z = T.alloc_buffer((256,), "int32", scope="wmma.accumulator")
        for y in T.thread_binding(2, thread="threadIdx.y"):
            T.tvm_fill_fragment(z.data, 16, 16, 16, 0, A[y])
            T.tvm_store_matrix_sync(z.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("int32"), s.data, y * 256, 256, 2), 16, "row_major")
            T.tvm_storage_sync("shared")
            for x in T.thread_binding(32, thread="threadIdx.x"):
                if x == 5:
                    B[y] = s[y * 256 + x] * 10 + s[255 - y + x // 8]
)");
  Module expanded = ExpandFragments(script.ctx, script.module);
  for (const ThreadOrder& order : {kForward, kReverse, Drawn(1)}) {
    auto library = MakeReferenceKernels(expanded, /*strict=*/true, {TirChecks::kAll, order});
    ASSERT_TRUE(library.ok()) << library.error().message;
    std::vector<Value> args = OwnedCopies(std::vector<Value>{Counted(2), Zeros({2})});
    Meter meter{Budget{}};
    Outcome outcome = (*library)->Find("main")->Run(args, args.size() - 1, meter);
    EXPECT_NE(std::get_if<Value>(&outcome), nullptr) << RunText(outcome);
    EXPECT_EQ(ValueText(args.back()), "int32[2] 11 21");
  }
}

}  // namespace
}  // namespace assay
