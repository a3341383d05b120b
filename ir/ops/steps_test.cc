// Extents that are a number of steps, of slices and ranges: what is inferred, evaluated and computed by kernels is what
// a loop takes. Slices that end before they begin are empty; such ranges have the extent of a shape that no tensor has.
#include <algorithm>
#include <functional>

#include "ir/arith/analyzer.h"
#include "ir/ops/row_bench.h"

namespace assay {
namespace {

using Numbers = std::vector<int64_t>;

struct Steps {
  int64_t start, stop, step;
};
constexpr int64_t kMost = INT64_MAX, kLeast = INT64_MIN;
constexpr Steps kSteps[] = {
    {0, 5, 1},     {0, 5, 2},      {0, 6, 2},   {2, 2, 1},      {2, 2, -1},    {4, 1, 1},      {4, 1, 3},
    {4, 1, -1},    {4, 1, -2},     {4, 0, -2},  {1, 4, -1},     {1, 4, -5},    {-1, -4, 1},    {-1, -4, -2},
    {-4, -1, 2},   {-9, 9, 3},     {9, -9, -4}, {9, 9, kLeast}, {0, 5, kMost}, {0, 5, kLeast}, {5, 0, kLeast},
    {5, 0, kMost}, {5, 0, -kMost}, {3, 2, 1},   {2, 3, -1},     {0, 0, -3},    {7, 7, 7},      {1, 0, 2}};

// What a loop over x[start:stop:step] or range(start, stop, step) meets.
Numbers Met(WideInt from, WideInt to, WideInt step) {
  Numbers met;
  for (WideInt i = from; step > 0 ? i < to : i > to; i += step) met.push_back(static_cast<int64_t>(i));
  return met;
}
Numbers MetInSlice(Steps of, int64_t extent) {
  int64_t low = of.step < 0 ? -1 : 0, high = of.step < 0 ? extent - 1 : extent;
  auto place = [&](int64_t at) { return std::clamp(at < 0 ? at + extent : at, low, high); };
  return Met(place(of.start), place(of.stop), of.step);
}

struct Row {
  std::string_view name;
  std::function<Numbers(RowBench&, Steps)> computed;
  std::function<Numbers(Steps)> expected;
};
constexpr int64_t kExtents[] = {0, 1, 5};

Numbers ValuesOf(const std::vector<HostTensor>& tensors) {
  Numbers values;
  for (int64_t i = 0; !tensors.empty() && i < tensors[0].size(); ++i) values.push_back(tensors[0].At(i).AsInt());
  return values;
}
const Expr* Counted(RowBench& bench, int64_t extent, std::vector<const Expr*> dims = {}) {
  return bench.Given(HostTensor::Ints(DType::Int(32), {extent}, Met(0, extent, 1)), "x", std::move(dims));
}
const Expr* Vector(RowBench& bench, std::string_view name, int64_t number) {
  return bench.Given(HostTensor::Ints(DType::Int(64), {1}, Numbers{number}), name);
}
// Of a length below zero, both the type and the trap say so.
Numbers Ranged(RowBench& bench, Steps of, const std::vector<const Expr*>& args) {
  AttrItems dtype{{"dtype", MakeAttrDType(bench.ctx(), DType::Int(64))}};
  WideInt distance = static_cast<WideInt>(of.stop) - of.start, step = of.step;
  if (step < 0) distance = -distance, step = -step;
  if (distance > -step) return ValuesOf(bench.Agree("arange", args, dtype));
  Result<const Call*> call = bench.Infer("arange", args, dtype);
  Value shape = bench.ValueOf(As<TensorType>((*call)->type)->shape);
  EXPECT_EQ(shape.As<ShapeValue>()->dims, Numbers{static_cast<int64_t>(distance / step)});
  EvalResult evaluated = bench.Evaluate(*call);
  const auto* trap = std::get_if<Trap>(&evaluated);
  EXPECT_TRUE(trap != nullptr && trap->kind == TrapKind::kOutOfMemory);
  EXPECT_TRUE(std::holds_alternative<const Expr*>(SpecOf(*call)->lower.rule(bench, **call)));
  return {};
}
Numbers OverExtents(const std::function<Numbers(int64_t)>& of) {
  Numbers all;
  for (int64_t extent : kExtents) {
    Numbers some = of(extent);
    all.push_back(static_cast<int64_t>(some.size()));
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}
Numbers ExpectedOfSlices(Steps of) {
  return OverExtents([&](int64_t extent) { return MetInSlice(of, extent); });
}
Numbers ExpectedOfRanges(Steps of) { return Met(of.start, of.stop, of.step); }

Numbers OfDynamicSlices(RowBench& bench, Steps of) {
  return OverExtents([&](int64_t extent) {
    return ValuesOf(bench.Agree("dynamic_strided_slice", {Counted(bench, extent), Vector(bench, "b", of.start),
                                                          Vector(bench, "e", of.stop), Vector(bench, "s", of.step)}));
  });
}
Numbers OfDynamicSlicesOfAnExtent(RowBench& bench, Steps of) {
  return OverExtents([&](int64_t extent) {
    return ValuesOf(bench.Agree("dynamic_strided_slice",
                                {Counted(bench, extent, {bench.Symbol("n", extent)}), Vector(bench, "b", of.start),
                                 Vector(bench, "e", of.stop), Vector(bench, "s", of.step)}));
  });
}
Numbers OfSlices(RowBench& bench, Steps of) {
  return OverExtents([&](int64_t extent) {
    return ValuesOf(bench.Agree("strided_slice", {Counted(bench, extent), bench.Ints({0}), bench.Ints({of.start}),
                                                  bench.Ints({of.stop}), bench.Ints({of.step})}));
  });
}
Numbers OfSlicesByVariables(RowBench& bench, Steps of) {
  Context& ctx = bench.ctx();
  return OverExtents([&](int64_t extent) {
    return ValuesOf(bench.Agree(
        "strided_slice",
        {Counted(bench, extent, {bench.Symbol("n", extent)}), bench.Ints({0}),
         MakeTuple(ctx, {AddDims(ctx, bench.Symbol("b", of.start - 1), MakeInt(ctx, 1))}),
         MakeTuple(ctx, {AddDims(ctx, bench.Symbol("e", of.stop - 1), MakeInt(ctx, 1))}), bench.Ints({of.step})}));
  });
}
Numbers OfRanges(RowBench& bench, Steps of) {
  Context& ctx = bench.ctx();
  return Ranged(bench, of, {MakeInt(ctx, of.start), MakeInt(ctx, of.stop), MakeInt(ctx, of.step)});
}
Numbers OfRangesByBounds(RowBench& bench, Steps of) {
  return Ranged(bench, of, {bench.Symbol("b", of.start), bench.Symbol("e", of.stop), MakeInt(bench.ctx(), of.step)});
}
Numbers OfRangesBySteps(RowBench& bench, Steps of) {
  Context& ctx = bench.ctx();
  return Ranged(bench, of, {MakeInt(ctx, of.start), MakeInt(ctx, of.stop), bench.Symbol("s", of.step)});
}
Numbers OfRangesByAll(RowBench& bench, Steps of) {
  return Ranged(bench, of, {bench.Symbol("b", of.start), bench.Symbol("e", of.stop), bench.Symbol("s", of.step)});
}

const Row kRows[] = {{"dynamic_strided_slice", OfDynamicSlices, ExpectedOfSlices},
                     {"dynamic_strided_slice of n", OfDynamicSlicesOfAnExtent, ExpectedOfSlices},
                     {"strided_slice", OfSlices, ExpectedOfSlices},
                     {"strided_slice by variables", OfSlicesByVariables, ExpectedOfSlices},
                     {"arange", OfRanges, ExpectedOfRanges},
                     {"arange by bounds", OfRangesByBounds, ExpectedOfRanges},
                     {"arange by its step", OfRangesBySteps, ExpectedOfRanges},
                     {"arange by all", OfRangesByAll, ExpectedOfRanges}};

TEST(StepsTest, AreWhatALoopTakes) {
  for (const Row& row : kRows) {
    for (Steps of : kSteps) {
      SCOPED_TRACE(testing::Message() << row.name << ": " << of.start << " to " << of.stop << " by " << of.step);
      RowBench bench;
      EXPECT_EQ(row.computed(bench, of), row.expected(of));
    }
  }
}
// Counted in integers, whatever their size.
TEST(StepsTest, OfLargeNumbers) {
  for (int64_t base : {int64_t{1} << 53, (int64_t{1} << 60) + 1, -(int64_t{1} << 62)}) {
    for (Steps of : {Steps{base, base + 3, 1}, Steps{base + 7, base, -3}}) {
      RowBench bench;
      EXPECT_EQ(OfRanges(bench, of), ExpectedOfRanges(of));
      EXPECT_EQ(OfRangesByBounds(bench, of), ExpectedOfRanges(of));
    }
  }
}
}  // namespace
}  // namespace assay
