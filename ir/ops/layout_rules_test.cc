// Every layout rule: a call whose arguments were reordered as the rule says, under the attributes that it gives, has
// the same elements in the order that it gives.
#include <gtest/gtest.h>

#include <cmath>

#include "ir/ops/layout_rules.h"
#include "ir/ops/table_test_site.h"

namespace assay {
namespace {

using Index = std::vector<int64_t>;

// A random order of the dimensions.
std::string Shuffled(ByteSource& bytes, std::string letters) {
  for (size_t i = letters.size(); i > 1; --i) std::swap(letters[i - 1], letters[bytes.Below(i)]);
  return letters;
}
NestedLayout Shuffled(ByteSource& bytes, const NestedLayout& layout) {
  NestedLayout mixed{Shuffled(bytes, layout.letters), {}};
  for (const NestedLayout& field : layout.fields) mixed.fields.push_back(Shuffled(bytes, field));
  return mixed;
}

// Dimension i of the result is the one that letters[i] names.
Tensor Reordered(const Tensor& x, const std::string& letters) {
  if (letters.empty()) return x;
  Index shape, strides(letters.size(), 1);
  for (size_t i = letters.size() - 1; i-- > 0;) strides[i] = strides[i + 1] * x.shape()[i + 1];
  for (char letter : letters) shape.push_back(x.shape()[static_cast<size_t>(letter - 'A')]);
  Tensor y(x.dtype(), shape);
  for (int64_t n = 0; n < y.size(); ++n) {
    int64_t rest = n, from = 0;
    for (size_t i = letters.size(); i-- > 0;) {
      from += rest % shape[i] * strides[static_cast<size_t>(letters[i] - 'A')];
      rest /= shape[i];
    }
    y.Set(n, x.At(from));
  }
  return y;
}
Value Reordered(const Value& value, const NestedLayout& layout) {
  if (const auto* held = value.As<TensorValue>()) return {TensorValue{Reordered(held->tensor, layout.letters), -1}};
  const auto* tuple = value.As<TupleValue>();
  if (tuple == nullptr) return value;
  TupleValue fields;
  for (size_t i = 0; i < tuple->fields.size(); ++i) {
    fields.fields.push_back(Reordered(tuple->fields[i], layout.fields.empty() ? NestedLayout{} : layout.fields[i]));
  }
  return {std::move(fields)};
}
const Type* Reordered(Context& ctx, const Type* type, const NestedLayout& layout) {
  if (const auto* tuple = As<TupleType>(type)) {
    std::vector<const Type*> fields;
    for (size_t i = 0; i < tuple->fields.size(); ++i)
      fields.push_back(Reordered(ctx, tuple->fields[i], layout.fields[i]));
    return MakeTupleType(ctx, fields);
  }
  const auto* tensor = As<TensorType>(type);
  // A scalar has no layout.
  if (tensor == nullptr) return type;
  std::optional<Dims> dims = DimsOf(tensor);
  if (layout.letters.empty() || !dims) return type;
  Dims moved;
  for (char letter : layout.letters) moved.push_back((*dims)[static_cast<size_t>(letter - 'A')]);
  return MakeTensorType(ctx, moved, tensor->dtype, tensor->vdevice);
}

void ExpectClose(const Value& got, const Value& want, std::string_view name) {
  if (const auto* tuple = got.As<TupleValue>()) {
    for (size_t i = 0; i < tuple->fields.size(); ++i)
      ExpectClose(tuple->fields[i], want.As<TupleValue>()->fields[i], name);
    return;
  }
  const Tensor &a = got.As<TensorValue>()->tensor, &b = want.As<TensorValue>()->tensor;
  ASSERT_EQ(a.shape(), b.shape()) << name;
  for (int64_t i = 0; i < a.size(); ++i) {
    double x = a.At(i).AsDouble(), y = b.At(i).AsDouble();
    if (std::isnan(x) && std::isnan(y)) continue;
    // Sums run in another order.
    ASSERT_TRUE(x == y || std::fabs(x - y) <= 1e-4 * (1 + std::fabs(y))) << name << ": " << x << " and " << y;
  }
}

// The letters that undo `letters`.
std::string Inverse(const std::string& letters) {
  std::string back(letters.size(), 'A');
  for (size_t i = 0; i < letters.size(); ++i) back[static_cast<size_t>(letters[i] - 'A')] = static_cast<char>('A' + i);
  return back;
}
NestedLayout Inverse(const NestedLayout& layout) {
  NestedLayout back{Inverse(layout.letters), {}};
  for (const NestedLayout& field : layout.fields) back.fields.push_back(Inverse(field));
  return back;
}

// Floats are float64, so that the order of sums hardly shows.
class DoubleSite : public TestSite {
 public:
  using TestSite::TestSite;
  DType PickDType(DTypeSet set) override {
    return Contains(set, DType::Float(64)) ? DType::Float(64) : TestSite::PickDType(set);
  }
};

// Whether a case was compared.
bool CheckOneCase(const OpSpec& row, uint64_t seed, std::span<const std::string> desired) {
  Context ctx;
  ByteSource bytes = ByteSource::FromSeed(seed);
  DoubleSite site(ctx, bytes);
  const Call* sampled = row.sample(site, row);
  if (sampled == nullptr) return false;
  Result<const Call*> typed = WithInferredType(ctx, nullptr, sampled);
  if (!typed.ok()) return false;
  const Call& call = **typed;
  std::vector<Value> values;
  std::vector<NestedLayout> layouts;
  for (const Expr* arg : call.args) {
    values.push_back(site.ValueOf(arg));
    layouts.push_back(Shuffled(bytes, OriginalLayout(arg->type)));
  }
  EvalResult want = row.eval({call, values});
  auto laid_out = row.layout({ctx, call, desired, layouts});
  if (!std::holds_alternative<Value>(want) || !std::holds_alternative<LayoutOut>(laid_out)) return false;
  const LayoutOut& out = std::get<LayoutOut>(laid_out);
  std::vector<const Expr*> args(call.args.begin(), call.args.end());
  for (size_t i = 0; i < out.inputs.size(); ++i) {
    values[i] = Reordered(values[i], out.inputs[i]);
    args[i] = MakeVar(ctx, "a", Reordered(ctx, call.args[i]->type, out.inputs[i]));
  }
  for (const auto& [place, arg] : out.args) values[place] = site.ValueOf(args[place] = arg);
  AttrItems attrs;
  for (size_t i = 0; out.attrs != nullptr && i < out.attrs->keys.size(); ++i)
    attrs.emplace_back(out.attrs->keys[i].text(), out.attrs->values[i]);
  Result<const Call*> moved = WithInferredType(ctx, nullptr, MakeOpCall(ctx, row, args, attrs));
  EXPECT_TRUE(moved.ok()) << row.name << ": " << moved.error().message;
  if (!moved.ok()) return false;
  EvalResult got = row.eval({**moved, values});
  EXPECT_TRUE(std::holds_alternative<Value>(got)) << row.name;
  if (!std::holds_alternative<Value>(got)) return false;
  ExpectClose(Reordered(std::get<Value>(got), Inverse(out.output)), std::get<Value>(want), row.name);
  return true;
}

class LayoutRow : public testing::TestWithParam<const OpSpec*> {};

TEST_P(LayoutRow, ReorderedCallsHaveTheSameElements) {
  int checked = 0;
  for (uint64_t seed = 0; seed < 40 && !HasFailure(); ++seed) checked += CheckOneCase(*GetParam(), seed, {}) ? 1 : 0;
  EXPECT_GT(checked, 0);
}
std::vector<const OpSpec*> RowsWithLayout() {
  std::vector<const OpSpec*> rows;
  for (const OpSpec* row : AllOps()) {
    // Nothing evaluates what takes more than one worker.
    if (row->layout != nullptr && !row->name.starts_with("ccl.")) rows.push_back(row);
  }
  return rows;
}
std::string LayoutRowName(const testing::TestParamInfo<const OpSpec*>& info) {
  std::string name(info.param->name);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Table, LayoutRow, testing::ValuesIn(RowsWithLayout()), LayoutRowName);

TEST(LayoutRules, DesiredLayoutsOfConvolutions) {
  std::vector<std::string> desired{"NHWC", "OHWI"};
  int checked = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) checked += CheckOneCase(*FindOp("nn.conv2d"), seed, desired) ? 1 : 0;
  EXPECT_GT(checked, 0);
}

TEST(LayoutRules, WhatWorkersGatherKeepsItsFirstDimension) {
  Context ctx;
  const Expr* dims[] = {MakeInt(ctx, 2), MakeInt(ctx, 3)};
  const Expr* x = MakeVar(ctx, "x", MakeTensorType(ctx, {dims, dims + 2}, DType::Float(32)));
  const OpSpec& row = *FindOp("ccl.allgather");
  const Call* call =
      MakeOpCall(ctx, row, {x}, {{"num_workers", MakeAttrInt(ctx, 2)}, {"in_group", MakeAttrBool(ctx, true)}});
  auto laid_out = [&](std::string letters) {
    NestedLayout layout{std::move(letters), {}};
    auto out = std::get<LayoutOut>(row.layout({ctx, *call, {}, {&layout, 1}}));
    return out.inputs[0].letters + " " + out.output.letters;
  };
  EXPECT_EQ(laid_out("AB"), "AB AB");
  EXPECT_EQ(laid_out("BA"), "AB AB");
  EXPECT_EQ(laid_out("AB2b"), "AB AB");
}
TEST(LayoutRules, Letters) {
  EXPECT_EQ(ReorderedLike("ABCD", "NCHW", "NHWC"), "ACDB");
  EXPECT_EQ(AxisIn("ACDB", 1), 3);
  EXPECT_EQ(AxisIn("ACDB", -1), 2);
}

class PackedLayouts : public testing::Test {
 protected:
  const Expr* Of(const std::vector<int64_t>& dims) {
    Dims shape;
    for (int64_t dim : dims) shape.push_back(MakeInt(ctx_, dim));
    return MakeVar(ctx_, "x", MakeTensorType(ctx_, shape, DType::Float(32)));
  }
  // What the rule of a call gives; a refusal fails the test.
  LayoutOut Ask(std::string_view op, const std::vector<const Expr*>& args, const std::vector<NestedLayout>& layouts,
                const std::vector<std::string>& desired = {}, const AttrItems& attrs = {}) {
    Result<const Call*> call = WithInferredType(ctx_, nullptr, MakeOpCall(ctx_, *FindOp(op), args, attrs));
    EXPECT_TRUE(call.ok()) << call.error().message;
    auto out = FindOp(op)->layout({ctx_, **call, desired, layouts});
    EXPECT_TRUE(std::holds_alternative<LayoutOut>(out)) << op;
    return std::holds_alternative<LayoutOut>(out) ? std::get<LayoutOut>(out) : LayoutOut{};
  }
  static std::string Named(const LayoutOut& out, std::string_view attr) {
    return As<AttrString>(out.attrs->Find(attr))->value.str();
  }
  Context ctx_;
  const std::vector<NestedLayout> original_{{"ABCD", {}}, {"ABCD", {}}};
};

TEST_F(PackedLayouts, AConvolutionTakesThemWhereExtentsAreDivisible) {
  const Expr *data = Of({2, 16, 28, 28}), *weight = Of({4, 16, 3, 3});
  LayoutOut out = Ask("nn.conv2d", {data, weight}, original_, {"NCHW4c", "OIHW4o"});
  EXPECT_EQ(out.inputs[0].letters, "ABCD4b");
  EXPECT_EQ(out.inputs[1].letters, "ABCD4a");
  EXPECT_EQ(out.output.letters, "ABCD4b");
  EXPECT_EQ(Named(out, "kernel_layout"), "OIHW4o");
  out = Ask("nn.conv2d", {Of({2, 6, 28, 28}), Of({4, 6, 3, 3})}, original_, {"NHWC4c", "OHWI4o"});
  EXPECT_EQ(out.inputs[0].letters, "ABCD");
  EXPECT_EQ(Named(out, "data_layout"), "NCHW");
}
TEST_F(PackedLayouts, OthersFollowOrGoBack) {
  const Expr* x = Of({2, 16, 8, 8});
  const std::vector<NestedLayout> packed{{"ABCD4b", {}}, {"ABCD", {}}};
  EXPECT_EQ(Ask("nn.relu", {x}, packed).output.letters, "ABCD4b");
  EXPECT_EQ(Ask("add", {x, Of({2, 16, 8, 8})}, packed).inputs[1].letters, "ABCD4b");
  EXPECT_EQ(Ask("add", {x, Of({2, 1, 8, 8})}, packed).inputs[0].letters, "ABCD");
  EXPECT_EQ(Ask("nn.softmax", {x}, packed).inputs[0].letters, "ABCD");
  EXPECT_EQ(Named(Ask("nn.max_pool2d", {x}, packed), "layout"), "NCHW4c");
  LayoutOut sum = Ask("sum", {x}, packed, {}, {{"axis", MakeAttrInts(ctx_, std::vector<int64_t>{1, 2})}});
  EXPECT_EQ(sum.output.letters, "AB");
  EXPECT_EQ(sum.attrs->Find("axis")->kind, NodeKind::kAttrList);
}

// As TVM registers them; whoever changes a row here changes what ToMixedPrecision does.
TEST(MixedPrecision, SummingRowsSayWhereTheirDTypeStands) {
  for (const OpSpec* row : AllOps()) {
    if (row->mixed.accumulator.empty()) continue;
    EXPECT_EQ(row->mixed.policy, MixedPolicy::kAlways) << row->name;
    bool found = false;
    for (const AttrSpec& attr : row->attrs) found = found || attr.name == row->mixed.accumulator;
    EXPECT_TRUE(found) << row->name;
  }
}

}  // namespace
}  // namespace assay
