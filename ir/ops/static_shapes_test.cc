// Where all extents are numbers, what surely cannot run is refused by inference: a sampled call of each row, with one
// extent of one operand changed, either infers as something that evaluates or breaks a precondition. Evaluation alone
// says "shape_mismatch" only where extents are known when the program runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "ir/ops/row_bench.h"

namespace assay {
namespace {

// Dimensions are numbers.
class NumberBench : public RowBench {
 public:
  const Expr* Dim() override { return MakeInt(ctx(), bytes().Between(1, 4)); }
};

// A tensor of another shape with the elements of `like`, from the first again where there are not enough.
HostTensor Reshaped(const HostTensor& like, std::vector<int64_t> shape) {
  HostTensor tensor(like.dtype(), shape);
  for (int64_t i = 0; i < tensor.size(); ++i) {
    if (like.size() != 0) tensor.Set(i, like.At(i % like.size()));
  }
  return tensor;
}

// The calls that differ from `call` in one extent of one tensor.
std::vector<const Call*> Changed(NumberBench& bench, const Call& call) {
  std::vector<const Call*> changed;
  for (size_t i = 0; i < call.args.size(); ++i) {
    if (!Is<Var>(call.args[i]) || !Is<TensorType>(call.args[i]->type)) continue;
    Value value = bench.ValueOf(call.args[i]);
    const HostTensor& tensor = value.As<TensorValue>()->tensor;
    for (size_t d = 0; d < tensor.shape().size(); ++d) {
      std::vector<int64_t> shape = tensor.shape();
      shape[d] += shape[d] == 1 ? 2 : 1;
      std::vector<const Expr*> args(call.args.begin(), call.args.end());
      args[i] = bench.Given(Reshaped(tensor, shape));
      auto* other = bench.ctx().arena.New<Call>(call);
      other->args = bench.ctx().Copy(args);
      other->type = nullptr;
      changed.push_back(other);
    }
  }
  return changed;
}

// Arguments that the bench has values of.
bool HasValue(const Expr* arg) {
  if (const auto* tuple = As<Tuple>(arg)) return std::ranges::all_of(tuple->fields, HasValue);
  return Is<Constant>(arg) || Is<ShapeExpr>(arg) || Is<IntImm>(arg) || Is<FloatImm>(arg) ||
         (Is<Var>(arg) && !Is<FuncType>(arg->type));
}

// Rows whose inference, as TVM's, leaves to run time what it could know.
const std::map<std::string_view, std::string_view> kLeftToRunTime = {
    {"grad.max_pool2d_backward", "the Gradient pass makes it, whose rules give what fits"},
    {"grad.avg_pool2d_backward", "the Gradient pass makes it, whose rules give what fits"},
    {"grad.take_backward", "the Gradient pass makes it, whose rules give what fits"},
    {"grad.nll_loss_backward", "the Gradient pass makes it, whose rules give what fits"},
};

TEST(StaticShapes, WhatCannotRunIsRefused) {
  std::map<std::string, std::string> left;
  for (const OpSpec* row : AllOps()) {
    for (uint64_t seed = 0; seed < 60; ++seed) {
      NumberBench bench;
      bench.Seed(seed);
      const Call* call = row->sample(bench, *row);
      if (call == nullptr || !std::ranges::all_of(call->args, HasValue)) continue;
      for (const Call* other : Changed(bench, *call)) {
        Result<const Call*> typed = WithInferredType(bench.ctx(), nullptr, other);
        if (!typed.ok()) continue;
        EvalResult result = bench.Evaluate(*typed);
        const auto* trap = std::get_if<Trap>(&result);
        if (trap != nullptr && trap->kind == TrapKind::kShapeMismatch) left[std::string(row->name)] = trap->message;
      }
    }
  }
  for (const auto& [name, message] : left)
    EXPECT_TRUE(kLeftToRunTime.contains(name)) << name << " infers what traps: " << message;
  for (const auto& [name, reason] : kLeftToRunTime)
    EXPECT_TRUE(left.contains(std::string(name))) << name << " refuses it, too";
}

}  // namespace
}  // namespace assay
