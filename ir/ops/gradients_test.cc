// Every gradient rule against central differences in float64, by the rows' reference evaluation.
#include <gtest/gtest.h>

#include <cmath>

#include "ir/ops/gradients.h"
#include "ir/ops/table_test_site.h"

namespace assay {
namespace {

constexpr int kSeeds = 24;
constexpr int kElementsOfATensor = 12;
constexpr double kStep = 1e-5;

// Floats are float64.
class DoubleSite : public TestSite {
 public:
  using TestSite::TestSite;
  DType PickDType(DTypeSet set) override {
    return Contains(set, DType::Float(64)) ? DType::Float(64) : TestSite::PickDType(set);
  }
};

using Values = std::map<const Expr*, Value>;

// Trees of calls over leaves with values. Trees of rules are a few calls deep.
EvalResult EvaluateTree(TestSite& site, const Values& leaves, const Expr* e) {
  auto known = leaves.find(e);
  if (known != leaves.end()) return known->second;
  if (const auto* call = As<Call>(e)) {
    std::vector<Value> args;
    for (const Expr* arg : call->args) {
      EvalResult value = EvaluateTree(site, leaves, arg);
      if (!std::holds_alternative<Value>(value)) return value;
      args.push_back(std::get<Value>(value));
    }
    return SpecOf(call)->eval({*call, args});
  }
  if (const auto* tuple = As<Tuple>(e)) {
    TupleValue fields;
    for (const Expr* field : tuple->fields) {
      EvalResult value = EvaluateTree(site, leaves, field);
      if (!std::holds_alternative<Value>(value)) return value;
      fields.fields.push_back(std::get<Value>(value));
    }
    return Value{std::move(fields)};
  }
  return site.ValueOf(e);
}

void CollectTensors(const Value& value, std::vector<Tensor>* tensors) {
  if (const auto* held = value.As<TensorValue>()) tensors->push_back(held->tensor);
  if (const auto* tuple = value.As<TupleValue>()) {
    for (const Value& field : tuple->fields) CollectTensors(field, tensors);
  }
}
std::vector<Tensor> TensorsOf(const Value& value) {
  std::vector<Tensor> tensors;
  CollectTensors(value, &tensors);
  return tensors;
}

// The same structure with other numbers in float64 tensors; positive ones where `positive`.
Value Jittered(ByteSource& bytes, const Value& value, bool positive) {
  if (const auto* tuple = value.As<TupleValue>()) {
    TupleValue fields;
    for (const Value& field : tuple->fields) fields.fields.push_back(Jittered(bytes, field, positive));
    return {std::move(fields)};
  }
  const auto* held = value.As<TensorValue>();
  if (held == nullptr || held->tensor.dtype() != DType::Float(64)) return value;
  Tensor fresh(DType::Float(64), held->tensor.shape());
  for (int64_t i = 0; i < fresh.size(); ++i) {
    double unit = static_cast<double>(bytes.Below(1'000'003)) / 1'000'003;
    fresh.Set(i, Scalar::Float(DType::Float(64), positive ? 0.3 + 2 * unit : 4 * unit - 2));
  }
  return {TensorValue{fresh, -1}};
}

// One call with values, and what its rule gives.
struct GradientCase {
  TestSite& site;
  const Call& call;
  std::vector<Value> args;

  // The sum of all elements of the result, weighted; nothing where the row does not evaluate.
  std::optional<double> Loss(const Value& weights) const {
    EvalResult result = SpecOf(&call)->eval({call, args});
    if (!std::holds_alternative<Value>(result)) return std::nullopt;
    std::vector<Tensor> parts = TensorsOf(std::get<Value>(result)), scales = TensorsOf(weights);
    double loss = 0;
    for (size_t p = 0; p < parts.size(); ++p) {
      for (int64_t i = 0; i < parts[p].size(); ++i) loss += parts[p].At(i).AsDouble() * scales[p].At(i).AsDouble();
    }
    return loss;
  }
  std::optional<double> LossAt(Tensor& tensor, int64_t i, double value, const Value& weights) const {
    double old = tensor.At(i).AsDouble();
    tensor.Set(i, Scalar::Float(DType::Float(64), value));
    std::optional<double> loss = Loss(weights);
    tensor.Set(i, Scalar::Float(DType::Float(64), old));
    return loss;
  }
  // The slope at one element; nothing at a kink, or where nothing is defined.
  std::optional<double> Slope(Tensor& tensor, int64_t i, const Value& weights) const {
    double at = tensor.At(i).AsDouble();
    std::optional<double> here = Loss(weights), up = LossAt(tensor, i, at + kStep, weights),
                          down = LossAt(tensor, i, at - kStep, weights);
    if (!here || !up || !down) return std::nullopt;
    double right = (*up - *here) / kStep, left = (*here - *down) / kStep;
    if (!std::isfinite(right - left) || std::fabs(right - left) > 1e-2 * (1 + std::fabs(right))) return std::nullopt;
    return (*up - *down) / (2 * kStep);
  }
};

bool IsFloat64(const Type* type) {
  if (const auto* tuple = As<TupleType>(type)) {
    return std::all_of(tuple->fields.begin(), tuple->fields.end(), IsFloat64);
  }
  const auto* tensor = As<TensorType>(type);
  return tensor != nullptr && tensor->dtype == DType::Float(64);
}
bool HasNoGradient(const Expr* adjoint) {
  const auto* call = As<Call>(adjoint);
  return call != nullptr && SpecOf(call) != nullptr && SpecOf(call)->name == "grad.no_grad";
}

// How many slopes were compared for one argument.
int CompareSlopes(GradientCase& c, const Value& weights, const Value& adjoint, size_t argument) {
  std::vector<Tensor> tensors = TensorsOf(c.args[argument]), slopes = TensorsOf(adjoint);
  EXPECT_EQ(tensors.size(), slopes.size());
  int compared = 0;
  for (size_t t = 0; t < std::min(tensors.size(), slopes.size()); ++t) {
    EXPECT_EQ(tensors[t].shape(), slopes[t].shape());
    if (tensors[t].dtype() != DType::Float(64) || tensors[t].shape() != slopes[t].shape()) continue;
    int64_t stride = std::max<int64_t>(1, tensors[t].size() / kElementsOfATensor);
    for (int64_t i = 0; i < tensors[t].size(); i += stride) {
      std::optional<double> slope = c.Slope(tensors[t], i, weights);
      double given = slopes[t].At(i).AsDouble();
      if (!slope || !std::isfinite(given)) continue;
      ++compared;
      EXPECT_NEAR(given, *slope, 1e-4 * (1 + std::fabs(*slope)))
          << SpecOf(&c.call)->name << ", argument " << argument << ", element " << i;
    }
  }
  return compared;
}

// Makes one case of the row and compares every adjoint; how many slopes were compared.
int CheckOneCase(const OpSpec& row, uint64_t seed) {
  Context ctx;
  ByteSource bytes = ByteSource::FromSeed(seed);
  DoubleSite site(ctx, bytes);
  const Call* sampled = row.sample(site, row);
  if (sampled == nullptr) return 0;
  Result<const Call*> typed = WithInferredType(ctx, nullptr, sampled);
  if (!typed.ok() || !IsFloat64((*typed)->type)) return 0;
  GradientCase c{site, **typed, {}};
  for (const Expr* arg : (*typed)->args) c.args.push_back(Jittered(bytes, site.ValueOf(arg), seed % 2 == 1));
  EvalResult result = row.eval({c.call, c.args});
  if (!std::holds_alternative<Value>(result)) return 0;
  const Var *y = MakeVar(ctx, "y", c.call.type), *g = MakeVar(ctx, "g", c.call.type);
  Values leaves{{y, std::get<Value>(result)}, {g, Jittered(bytes, std::get<Value>(result), false)}};
  for (size_t i = 0; i < c.args.size(); ++i) leaves.emplace(c.call.args[i], c.args[i]);
  if (leaves.size() != 2 + c.args.size()) return 0;
  Adjoints adjoints = row.gradient.rule({ctx, c.call, y, g});
  const auto* trees = std::get_if<std::vector<const Expr*>>(&adjoints);
  if (trees == nullptr) return 0;
  EXPECT_EQ(trees->size(), c.args.size()) << row.name;
  int compared = 0;
  for (size_t i = 0; i < trees->size() && i < c.args.size(); ++i) {
    if (HasNoGradient((*trees)[i])) continue;
    Result<const Expr*> tree = WithInferredTypes(ctx, nullptr, (*trees)[i]);
    EXPECT_TRUE(tree.ok()) << row.name << ": " << tree.error().message;
    if (!tree.ok()) return compared;
    EXPECT_NE(IsSubtype(ctx, c.call.args[i]->type, (*tree)->type), SubtypeAnswer::kNever) << row.name << " " << i;
    EvalResult adjoint = EvaluateTree(site, leaves, *tree);
    EXPECT_FALSE(std::holds_alternative<Trap>(adjoint)) << row.name << ": " << std::get<Trap>(adjoint).message;
    if (const auto* value = std::get_if<Value>(&adjoint)) compared += CompareSlopes(c, leaves.at(g), *value, i);
  }
  return compared;
}

class GradientRow : public testing::TestWithParam<const OpSpec*> {};

TEST_P(GradientRow, MatchesCentralDifferences) {
  const OpSpec& row = *GetParam();
  int compared = 0;
  for (uint64_t seed = 0; seed < kSeeds && !HasFailure(); ++seed) compared += CheckOneCase(row, seed);
  if (row.gradient.rule != NoArgumentGradient) EXPECT_GT(compared, 0) << row.name;
}

std::vector<const OpSpec*> RowsWithGradient() {
  std::vector<const OpSpec*> rows;
  for (const OpSpec* row : AllOps()) {
    if (row->gradient.rule != nullptr) rows.push_back(row);
  }
  return rows;
}
std::string GradientRowName(const testing::TestParamInfo<const OpSpec*>& info) {
  std::string name(info.param->name);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Table, GradientRow, testing::ValuesIn(RowsWithGradient()), GradientRowName);

TEST(Gradients, ReasonsStandWhereThereIsNoRule) {
  for (const OpSpec* row : AllOps()) {
    if (row->gradient.rule == nullptr) EXPECT_FALSE(row->gradient.why_not.empty()) << row->name;
  }
}

}  // namespace
}  // namespace assay
