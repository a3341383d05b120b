// strided_slice and take.
#include <cmath>

#include "ir/ops/row_bench.h"

namespace assay {
namespace {

class Slice : public testing::Test {
 protected:
  const Expr* Counted(int64_t count) {
    std::vector<int64_t> values;
    for (int64_t i = 0; i < count; ++i) values.push_back(i);
    return bench.Given(Tensor::Ints(DType::Int(32), {count}, values));
  }
  static std::vector<int64_t> Values(const Tensor& tensor) {
    std::vector<int64_t> values;
    for (int64_t i = 0; i < tensor.size(); ++i) values.push_back(tensor.At(i).AsInt());
    return values;
  }
  // x[begin:end:stride] of x = 0, 1, …
  std::vector<int64_t> Sliced(int64_t count, int64_t begin, int64_t end, int64_t stride = 1) {
    return Values(bench.Agree("strided_slice", {Counted(count), bench.Ints({0}), bench.Ints({begin}), bench.Ints({end}),
                                                bench.Ints({stride})})[0]);
  }
  std::vector<int64_t> Taken(std::vector<int64_t> indices, std::string_view mode, bool axis = true) {
    AttrItems attrs{{"mode", MakeAttrString(ctx, mode)}};
    if (axis) attrs.emplace_back("axis", MakeAttrInt(ctx, 0));
    auto count = static_cast<int64_t>(indices.size());
    const Expr* at = bench.Given(Tensor::Ints(DType::Int(32), {count}, indices), "i");
    return Values(bench.Agree("take", {Counted(3), at}, attrs)[0]);
  }
  using Numbers = std::vector<int64_t>;
  RowBench bench;
  Context& ctx = bench.ctx();
};

TEST_F(Slice, AsPythonDoes) {
  EXPECT_EQ(Sliced(5, 1, 4), (Numbers{1, 2, 3}));
  EXPECT_EQ(Sliced(5, 0, 5, 2), (Numbers{0, 2, 4}));
  EXPECT_EQ(Sliced(5, -2, INT64_MAX), (Numbers{3, 4}));
  EXPECT_EQ(Sliced(5, 9, 10), Numbers{});
  EXPECT_EQ(Sliced(5, 3, 1), Numbers{});
  EXPECT_EQ(Sliced(5, -1, -4, -1), (Numbers{4, 3, 2}));
  EXPECT_EQ(Sliced(5, 100, -100, -2), (Numbers{4, 2, 0}));
}
TEST_F(Slice, OfSymbolicExtents) {
  for (int64_t extent = 0; extent < 6; ++extent) {
    const Expr* n = bench.Symbol("n", extent);
    const Expr* x = bench.Given(Tensor(DType::Int(32), {extent}), "x", {n});
    for (int64_t begin = -3; begin <= 3; ++begin) {
      for (int64_t stride : {-2, -1, 1, 2}) {
        SCOPED_TRACE(testing::Message() << extent << ": " << begin << " by " << stride);
        bench.Agree("strided_slice", {x, bench.Ints({0}), bench.Ints({begin}), bench.Ints({2}), bench.Ints({stride})});
        bench.Agree("strided_slice",
                    {x, bench.Ints({0}), bench.Ints({begin}), MakeTuple(ctx, {n}), bench.Ints({stride})});
      }
    }
  }
}
TEST_F(Slice, SymbolicBeginBecomesAParameter) {
  const Expr* start = bench.Symbol("start", 2);
  Tensor out = bench.Agree("strided_slice", {Counted(5), bench.Ints({0}), MakeTuple(ctx, {start}), bench.Ints({5})})[0];
  EXPECT_EQ(Values(out), (Numbers{2, 3, 4}));
  EXPECT_EQ(bench.kernel()->params.size(), 3u);
}
TEST_F(Slice, AssumeInboundTrapsOutside) {
  AttrItems inbound{{"assume_inbound", MakeAttrBool(ctx, true)}};
  const Expr* n = bench.Symbol("n", 2);
  const Expr* x = bench.Given(Tensor(DType::Int(32), {2}), "x", {n});
  Result<const Call*> call =
      bench.Infer("strided_slice", {x, bench.Ints({0}), bench.Ints({1}), bench.Ints({4})}, inbound);
  ASSERT_TRUE(call.ok());
  EvalResult result = bench.Evaluate(*call);
  ASSERT_TRUE(std::holds_alternative<Trap>(result));
  EXPECT_EQ(std::get<Trap>(result).kind, TrapKind::kOutOfBounds);
}
// Indices as they are: (3, 1) would have -2 elements, (1, 1) has none.
TEST_F(Slice, AssumeInboundHasNoNegativeExtent) {
  AttrItems inbound{{"assume_inbound", MakeAttrBool(ctx, true)}};
  auto evaluate = [&](int64_t begin, int64_t end, int64_t stride) {
    Result<const Call*> call = bench.Infer(
        "strided_slice", {Counted(5), bench.Ints({0}), bench.Ints({begin}), bench.Ints({end}), bench.Ints({stride})},
        inbound);
    EXPECT_TRUE(call.ok());
    EvalResult result = bench.Evaluate(*call);
    const auto* trap = std::get_if<Trap>(&result);
    return std::string(trap == nullptr ? "a value" : TrapKindName(trap->kind));
  };
  EXPECT_EQ(evaluate(1, 1, 1), "a value");
  EXPECT_EQ(evaluate(3, 1, 1), "shape_mismatch");
  EXPECT_EQ(evaluate(3, 2, 2), "a value");
  EXPECT_EQ(evaluate(1, 3, -1), "shape_mismatch");
  EXPECT_EQ(evaluate(3, 1, -1), "a value");
}
TEST_F(Slice, TakeByEveryMode) {
  EXPECT_EQ(Taken({2, 0}, "fast"), (Numbers{2, 0}));
  EXPECT_EQ(Taken({-1, 7}, "clip"), (Numbers{0, 2}));
  EXPECT_EQ(Taken({-1, 7}, "wrap"), (Numbers{2, 1}));
  EXPECT_EQ(Taken({-1, 7}, "fast", false), (Numbers{2, 1}));
  const Expr* x = bench.Given(Tensor::Floats(DType::Float(32), {2}, std::vector<double>{1, 2}));
  const Expr* at = bench.Given(Tensor::Ints(DType::Int(64), {2}, std::vector<int64_t>{1, 2}));
  AttrItems nan{{"axis", MakeAttrInt(ctx, 0)}, {"mode", MakeAttrString(ctx, "nan")}};
  EXPECT_TRUE(std::isnan(bench.Agree("take", {x, at}, nan)[0].At(1).f));
}
TEST_F(Slice, TakeByAScalar) {
  AttrItems first{{"axis", MakeAttrInt(ctx, 0)}};
  EXPECT_EQ(Values(bench.Agree("take", {Counted(3), MakeInt(ctx, 1)}, first)[0]), Numbers{1});
}
TEST_F(Slice, TakeOutOfBoundsTraps) {
  const Expr* at = bench.Given(Tensor::Ints(DType::Int(64), {1}, std::vector<int64_t>{3}));
  Result<const Call*> call = bench.Infer("take", {Counted(3), at}, {{"axis", MakeAttrInt(ctx, 0)}});
  ASSERT_TRUE(call.ok());
  EvalResult result = bench.Evaluate(*call);
  ASSERT_TRUE(std::holds_alternative<Trap>(result));
  EXPECT_EQ(std::get<Trap>(result).kind, TrapKind::kOutOfBounds);
}
TEST_F(Slice, BrokenPreconditions) {
  const Expr* x = Counted(3);
  auto ints = [&](std::vector<int64_t> numbers) { return bench.Ints(numbers); };
  EXPECT_EQ(bench.Breaks("strided_slice", {x, MakeTuple(ctx, {x}), ints({0}), ints({1})}), "strided_slice.r1");
  EXPECT_EQ(bench.Breaks("strided_slice", {x, ints({0}), ints({0, 1}), ints({1})}), "strided_slice.r2");
  EXPECT_EQ(bench.Breaks("strided_slice", {x, ints({1}), ints({0}), ints({1})}), "strided_slice.r3");
  EXPECT_EQ(bench.Breaks("strided_slice", {x, ints({0}), ints({0}), ints({1}), ints({0})}), "strided_slice.r4");
  const Expr* floats = bench.Given(Tensor(DType::Float(32), {1}));
  const Expr* matrix = bench.Given(Tensor(DType::Float(32), {1, 1}));
  EXPECT_EQ(bench.Breaks("take", {x, floats}), "take.r1");
  EXPECT_EQ(bench.Breaks("take", {matrix, x}), "take.r2");
  EXPECT_EQ(bench.Breaks("take", {x, x}, {{"axis", MakeAttrInt(ctx, 1)}}), "take.r3");
  EXPECT_EQ(bench.Breaks("take", {x, x}, {{"mode", MakeAttrString(ctx, "slow")}}), "take.r4");
}

}  // namespace
}  // namespace assay
