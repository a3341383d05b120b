// Operators whose operands' types leave the rank open, given values of each rank: what inference would refuse of a type
// of that rank traps or is refused, and nothing else comes of it.
#include <gtest/gtest.h>

#include "ir/ops/engine_rows.h"
#include "ir/ops/table_test_site.h"
#include "vm/reference/relax_eval.h"
#include "vm/run_script.h"

namespace assay {
namespace {

constexpr int kSamples = 6;
constexpr int kMostRank = 4;

// One function that makes the call of its parameters, where these stand for all operands that are variables.
struct OpenCall {
  Module module;
  std::vector<Value> values;
  const Call* call = nullptr;
};
OpenCall Opened(Context& ctx, TestSite& site, const Call& call, size_t open, int rank) {
  OpenCall opened;
  std::vector<const Var*> params;
  std::vector<const Expr*> args(call.args.begin(), call.args.end());
  for (size_t i = 0; i < args.size(); ++i) {
    if (!Is<Var>(args[i])) continue;
    const Type* type = args[i]->type;
    Value value = site.ValueOf(args[i]);
    if (i == open) {
      DType dtype = As<TensorType>(type)->dtype;
      type = MakeTensorTypeOfRank(ctx, kUnknownRank, dtype);
      value = Value{TensorValue{Tensor(dtype, std::vector<int64_t>(static_cast<size_t>(rank), 2)), -1}};
    }
    params.push_back(MakeVar(ctx, "p" + std::to_string(i), type));
    args[i] = params.back();
    opened.values.push_back(std::move(value));
  }
  Call* fresh = ctx.arena.New<Call>(call);
  fresh->args = ctx.Copy(args);
  Result<const Call*> typed = WithInferredType(ctx, nullptr, fresh);
  if (!typed.ok()) return opened;
  opened.call = *typed;
  const Var* result = MakeVar(ctx, "r", (*typed)->type);
  const SeqExpr* body = MakeSeq(ctx, {MakeBlock(ctx, {MakeBinding(ctx, result, *typed)}, false)}, result);
  const Function* main = MakeFunction(ctx, params, body, result->type, true);
  opened.module = WithFunction(ctx, {}, MakeGlobalVar(ctx, "main"), main);
  return opened;
}

// The call with a variable of this type for one of its operands.
const Call* WithOperand(Context& ctx, const Call& call, size_t at, const Type* type) {
  std::vector<const Expr*> args(call.args.begin(), call.args.end());
  args[at] = MakeVar(ctx, "k", type);
  Call* fresh = ctx.arena.New<Call>(call);
  fresh->args = ctx.Copy(args);
  return fresh;
}

struct Counts {
  int refused = 0, ran = 0;
};
Counts ValuesOfEachRank(const OpSpec& row) {
  Counts counts;
  for (int iteration = 0; iteration < kSamples; ++iteration) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(static_cast<uint64_t>(iteration));
    TestSite site(ctx, bytes);
    const Call* call = row.sample(site, row);
    for (size_t i = 0; call != nullptr && i < call->args.size(); ++i) {
      if (!Is<Var>(call->args[i]) || !Is<TensorType>(call->args[i]->type)) continue;
      for (int rank = 0; rank <= kMostRank; ++rank) {
        OpenCall opened = Opened(ctx, site, *call, i, rank);
        if (opened.call == nullptr) continue;
        auto engine = kRelaxReference.load(ctx, opened.module, {});
        if (!engine.ok()) continue;
        Outcome outcome = (*engine)->Run("main", opened.values);
        const Type* known = MakeTensorTypeOfRank(ctx, rank, As<TensorType>(call->args[i]->type)->dtype);
        bool takes = WithInferredType(ctx, nullptr, WithOperand(ctx, *opened.call, i, known)).ok();
        bool ran = std::holds_alternative<Value>(outcome);
        EXPECT_TRUE(takes || !ran) << row.name << " argument " << i << " rank " << rank;
        counts.refused += takes ? 0 : 1;
        counts.ran += ran ? 1 : 0;
      }
    }
  }
  return counts;
}

TEST(OpenRanks, AreAskedOfTheValues) {
  Counts sum;
  for (const OpSpec* row : AllOps()) {
    if (row->sample == NeverSampled || row->eval == DoneByEngine) continue;
    Counts counts = ValuesOfEachRank(*row);
    sum.refused += counts.refused;
    sum.ran += counts.ran;
  }
  EXPECT_GT(sum.refused, 1000);
  EXPECT_GT(sum.ran, 1000);
}

}  // namespace
}  // namespace assay
