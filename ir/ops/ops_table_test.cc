// Walks the table of operators: each row's samples, inference, evaluation, laws and lowering fit together.
#include <gtest/gtest.h>

#include "ir/equal.h"
#include "ir/ops/engine_rows.h"
#include "ir/ops/table_test_site.h"

namespace assay {
namespace {

constexpr int kSamples = 60;

// Rows that only passes make, or that engines carry out: nothing to sample or evaluate here.
bool EngineAlone(const OpSpec& row) { return row.sample == NeverSampled || row.eval == DoneByEngine; }

class OpRow : public testing::TestWithParam<const OpSpec*> {
 protected:
  const OpSpec& row() const { return *GetParam(); }
  // Calls f(site, typed call) for each of some samples; returns how many there were.
  template <class F>
  int ForSamples(F&& f) {
    int made = 0;
    for (int sample = 0; sample < kSamples; ++sample) {
      Context ctx;
      ByteSource bytes = ByteSource::FromSeed(static_cast<uint64_t>(sample));
      TestSite site(ctx, bytes);
      const Call* call = row().sample(site, row());
      if (call == nullptr) continue;
      Result<const Call*> typed = WithInferredType(ctx, nullptr, call);
      EXPECT_TRUE(typed.ok()) << row().name << ": " << typed.error().message << " [" << typed.error().rule << "]";
      if (!typed.ok()) break;
      ++made;
      f(site, **typed);
      if (testing::Test::HasFailure()) break;
    }
    return made;
  }
};

EvalResult Evaluate(TestSite& site, const Call& call) {
  std::vector<Value> args;
  for (const Expr* arg : call.args) args.push_back(site.ValueOf(arg));
  return SpecOf(&call)->eval({call, args});
}

// The value is one of the type, under the site's values of dimensions.
void ExpectOfType(TestSite& site, const Value& value, const Type* type) {
  if (const auto* tuple = As<TupleType>(type)) {
    const auto* fields = value.As<TupleValue>();
    ASSERT_NE(fields, nullptr);
    ASSERT_EQ(fields->fields.size(), tuple->fields.size());
    for (size_t i = 0; i < tuple->fields.size(); ++i) ExpectOfType(site, fields->fields[i], tuple->fields[i]);
  } else if (const auto* shape = As<ShapeType>(type)) {
    const auto* dims = value.As<ShapeValue>();
    ASSERT_NE(dims, nullptr);
    if (shape->has_values) EXPECT_EQ(dims->dims, site.Extents(shape->values));
    if (shape->rank != kUnknownRank) EXPECT_EQ(static_cast<int>(dims->dims.size()), shape->rank);
  } else if (const auto* tensor = As<TensorType>(type)) {
    const auto* held = value.As<TensorValue>();
    ASSERT_NE(held, nullptr);
    if (!tensor->dtype.IsVoid()) EXPECT_EQ(held->tensor.dtype(), tensor->dtype);
    if (tensor->rank != kUnknownRank) EXPECT_EQ(held->tensor.rank(), tensor->rank);
    std::optional<Dims> extents = DimsOf(tensor);
    if (extents) EXPECT_EQ(held->tensor.shape(), site.Extents(*extents));
  }
}

TEST_P(OpRow, NamesAndLabels) {
  EXPECT_EQ(FindOp(row().name), GetParam());
  EXPECT_EQ(FindOp("relax." + std::string(row().name)), GetParam());
  int number = 0;
  // "nn.conv2d" labels its rules "conv2d.r1" and so on.
  std::string_view short_name = row().name.substr(row().name.find_last_of('.') + 1);
  for (const Precondition& rule : row().preconditions) {
    EXPECT_EQ(rule.label, std::string(short_name) + ".r" + std::to_string(++number));
    EXPECT_FALSE(rule.text.empty());
  }
}

TEST_P(OpRow, SamplesAreValidAndEvaluateToTheInferredType) {
  int refused = 0;
  int made = ForSamples([&](TestSite& site, const Call& call) {
    if (EngineAlone(row())) return;
    EvalResult result = Evaluate(site, call);
    if (std::holds_alternative<Refused>(result)) ++refused;
    ASSERT_FALSE(std::holds_alternative<Trap>(result)) << row().name << ": " << std::get<Trap>(result).message;
    if (const auto* value = std::get_if<Value>(&result)) ExpectOfType(site, *value, call.type);
  });
  if (EngineAlone(row())) return;
  EXPECT_GT(made, 0) << row().name << " was never sampled";
  EXPECT_LT(refused, std::max(made, 1)) << row().name << " was never evaluated";
}

TEST_P(OpRow, LowersOrSaysWhyNot) {
  if (row().lower.rule == nullptr) {
    EXPECT_FALSE(row().lower.why_not.empty());
    return;
  }
  int lowered = 0;
  int made = ForSamples([&](TestSite& site, const Call& call) {
    TestLowerSite lower_site(site.ctx());
    Lowered result = row().lower.rule(lower_site, call);
    if (const auto* refused = std::get_if<Refused>(&result)) {
      EXPECT_FALSE(refused->why.empty());
      return;
    }
    ++lowered;
    const Expr* expr = std::get<const Expr*>(result);
    ASSERT_NE(expr, nullptr);
    ASSERT_NE(expr->type, nullptr);
    // A kernel's result may not be of another type than the call that it stands for.
    EXPECT_NE(IsSubtype(site.ctx(), call.type, expr->type), SubtypeAnswer::kNever) << row().name;
  });
  if (made > 0) EXPECT_GT(lowered, 0) << row().name << " was never lowered";
}

// ---- laws, by evaluation

void ExpectSame(const EvalResult& a, const EvalResult& b, std::string_view what) {
  const auto *left = std::get_if<Value>(&a), *right = std::get_if<Value>(&b);
  if (left == nullptr || right == nullptr) return;
  if (const auto *x = left->As<PrimValue>(), *y = right->As<PrimValue>(); x != nullptr && y != nullptr) {
    EXPECT_TRUE(SameBits(x->scalar, y->scalar)) << what;
    return;
  }
  const auto *x = left->As<TensorValue>(), *y = right->As<TensorValue>();
  ASSERT_TRUE(x != nullptr && y != nullptr) << what;
  ASSERT_EQ(x->tensor.shape(), y->tensor.shape()) << what;
  for (int64_t i = 0; i < x->tensor.size(); ++i) {
    EXPECT_TRUE(SameBits(x->tensor.At(i), y->tensor.At(i)))
        << what << ": " << ToText(x->tensor.At(i)) << " and " << ToText(y->tensor.At(i));
  }
}

EvalResult Apply(const Call& call, std::vector<Value> args) { return SpecOf(&call)->eval({call, args}); }

TEST_P(OpRow, LawsHold) {
  uint8_t laws = row().laws;
  if (laws == kNoLaw) return;
  ForSamples([&](TestSite& site, const Call& call) {
    std::vector<Value> args;
    for (const Expr* arg : call.args) args.push_back(site.ValueOf(arg));
    EvalResult once = Apply(call, args);
    if (!std::holds_alternative<Value>(once)) return;
    std::vector<Value> rest(args.begin() + 1, args.end());
    auto again = [&](const Value& first) {
      std::vector<Value> next{first};
      next.insert(next.end(), rest.begin(), rest.end());
      return Apply(call, next);
    };
    bool binary = call.args.size() == 2;
    if ((laws & kCommutative) != 0) ExpectSame(once, Apply(call, {args[1], args[0]}), "commutative");
    if ((laws & kIdempotentLaw) != 0) {
      ExpectSame(binary ? Apply(call, {args[0], args[0]}) : again(std::get<Value>(once)),
                 binary ? EvalResult(args[0]) : once, "idempotent");
    }
    if ((laws & kInvolution) != 0) ExpectSame(again(std::get<Value>(once)), EvalResult(args[0]), "involution");
    if ((laws & kAssociative) != 0) {
      EvalResult right = Apply(call, {args[1], args[0]});
      if (!std::holds_alternative<Value>(right)) return;
      ExpectSame(Apply(call, {std::get<Value>(once), args[0]}), Apply(call, {args[0], std::get<Value>(right)}),
                 "associative");
    }
  });
}

std::string RowName(const testing::TestParamInfo<const OpSpec*>& info) {
  std::string name(info.param->name);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Table, OpRow, testing::ValuesIn(std::vector<const OpSpec*>(AllOps().begin(), AllOps().end())),
                         RowName);

}  // namespace
}  // namespace assay
