// Long chains of operators: a few tries, of which each soon sees little, cut down to what the operator in question
// needs.
#include <gtest/gtest.h>

#include "fuzzers/reduce/reduce.h"
#include "ir/builder.h"
#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/text/print.h"
#include "ir/walk.h"

namespace assay {
namespace {

class Chain {
 public:
  Chain(Context& ctx, bool dataflow) : ctx_(ctx), dataflow_(dataflow) {
    input_ = MakeVar(ctx, "x", MakeTensorType(ctx, {MakeInt(ctx, 2), MakeInt(ctx, 2)}, DType::Float(32)));
  }
  const Var* input() const { return input_; }
  const Var* Let(std::string_view op, const std::vector<const Expr*>& args, bool last = false) {
    auto call = WithInferredType(ctx_, nullptr, MakeOpCall(ctx_, *FindOp(op), args));
    EXPECT_TRUE(call.ok());
    const Var* var = MakeVar(ctx_, "lv", (*call)->type, dataflow_ && !last ? VarFlavor::kDataflow : VarFlavor::kPlain);
    bindings_.push_back(MakeBinding(ctx_, var, *call));
    return var;
  }
  Module Returning(const Var* result) const {
    const SeqExpr* seq = MakeSeq(ctx_, {MakeBlock(ctx_, bindings_, dataflow_)}, result);
    const AttrDict* attrs = WithAttr(ctx_, nullptr, "global_symbol", MakeAttrString(ctx_, "main"));
    const Function* func = MakeFunction(ctx_, {input_}, seq, result->type, true, attrs);
    GlobalVar* var = ctx_.arena.New<GlobalVar>();
    var->name = ctx_.Intern("main");
    var->type = func->type;
    return WithFunction(ctx_, Module{}, var, func);
  }

 private:
  Context& ctx_;
  bool dataflow_;
  const Var* input_;
  std::vector<const Binding*> bindings_;
};

constexpr int kLength = 3000;
constexpr std::string_view kPlain[] = {"tanh", "abs", "nn.relu", "sigmoid", "exp"};

// Operators on what the one before gives; the one at `place` is another one.
Module ChainWith(Context& ctx, std::string_view op, int place, bool dataflow) {
  Chain chain(ctx, dataflow);
  const Var* value = chain.input();
  for (int i = 0; i < kLength; ++i) {
    bool last = i + 1 == kLength;
    value = i == place   ? chain.Let(op, {value}, last)
            : i % 7 == 6 ? chain.Let("add", {value, chain.input()}, last)
                         : chain.Let(kPlain[static_cast<size_t>(i) % std::size(kPlain)], {value}, last);
  }
  return chain.Returning(value);
}

size_t CallsIn(const Module& module, std::string_view name = {}) {
  size_t count = 0;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
      count += op != nullptr && (name.empty() || op->spec->name == name) ? 1 : 0;
    });
  }
  return count;
}

struct Effort {
  ReduceResult result;
  // Calls in all modules that were asked about.
  size_t calls = 0;
};
Effort ReduceTo(Context& ctx, const Module& module, std::string_view op, int jobs = 1) {
  Effort effort;
  auto shows = [&](const Module& candidate, std::span<const PassCall>) {
    effort.calls += CallsIn(candidate);
    return CallsIn(candidate, op) != 0;
  };
  effort.result = Reduce(ctx, module, "main", {}, shows, {.seconds = 600, .jobs = jobs});
  EXPECT_EQ(effort.result.why, "nothing smaller shows it");
  return effort;
}

// Wherever in the chain it stands: the tries grow with the number of halves.
TEST(LongChain, OneOperatorIsFoundByHalving) {
  for (int place : {0, 1, kLength / 3, kLength / 2, kLength - 2, kLength - 1}) {
    for (bool dataflow : {false, true}) {
      Context ctx;
      Effort effort = ReduceTo(ctx, ChainWith(ctx, "negative", place, dataflow), "negative");
      EXPECT_EQ(CallsIn(effort.result.module), 1u) << place << PrintModule(effort.result.module);
      EXPECT_LE(effort.result.tried, 80) << place;
      EXPECT_LE(effort.calls, size_t{8} * kLength) << place;
    }
  }
}

TEST(LongChain, SeveralProcessesGiveWhatOneGives) {
  Context ctx;
  Module module = ChainWith(ctx, "negative", kLength - 1, true);
  Effort alone = ReduceTo(ctx, module, "negative"), together = ReduceTo(ctx, module, "negative", 3);
  EXPECT_EQ(PrintModule(alone.result.module), PrintModule(together.result.module));
  EXPECT_EQ(alone.result.tried, together.result.tried);
}

// What an operator takes of many places becomes parameters, and then fewer.
TEST(LongChain, AnOperatorOfManyTensorsIsLeftWithOne) {
  Context ctx;
  Chain chain(ctx, false);
  const Var* value = chain.input();
  std::vector<const Expr*> states;
  for (int i = 0; i < kLength; ++i) {
    value = chain.Let(kPlain[static_cast<size_t>(i) % std::size(kPlain)], {value});
    if (i % 20 == 0) states.push_back(value);
  }
  Effort effort = ReduceTo(ctx, chain.Returning(chain.Let("concat", {MakeTuple(ctx, states)})), "concat");
  EXPECT_EQ(CallsIn(effort.result.module), 1u);
  EXPECT_LE(effort.result.tried, 120);
  const auto* func = As<Function>(effort.result.module.Find("main"));
  EXPECT_EQ(func->params.size(), 1u) << PrintModule(effort.result.module);
  WalkOnce(func, [&](const Node* node) {
    if (const auto* tuple = As<Tuple>(node)) EXPECT_EQ(tuple->fields.size(), 1u);
  });
}

// Two that must stay are found as one is.
TEST(LongChain, TwoDistantOperatorsStay) {
  Context ctx;
  Module module = ChainWith(ctx, "negative", kLength / 5, false);
  auto shows = [&](const Module& candidate, std::span<const PassCall>) {
    return CallsIn(candidate, "negative") != 0 && CallsIn(candidate, "add") != 0;
  };
  ReduceResult result = Reduce(ctx, module, "main", {}, shows, {.seconds = 600});
  EXPECT_EQ(CallsIn(result.module), 2u) << PrintModule(result.module);
  EXPECT_LE(result.tried, 150);
}

}  // namespace
}  // namespace assay
