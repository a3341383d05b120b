// thread_races sees what a pass may do wrong to threads that wait for each other, and nothing in what it may do.
#include <gmock/gmock.h>

#include "ir/builder.h"
#include "ir/prim/intrinsics.h"
#include "ir/rewrite.h"
#include "ir/text/parse.h"
#include "oracles/core/oracle_fixture.h"
#include "vm/run_script.h"

namespace assay {
namespace {

constexpr std::string_view kTurn = R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def turn(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        b = T.launch_thread("blockIdx.x", 2)
        t = T.launch_thread("threadIdx.x", 4)
        s = T.alloc_buffer((4,), "float32", scope="shared")
        s[t] = A[b * 4 + t]
        T.tvm_storage_sync("shared")
        B[b * 4 + t] = s[3 - t]

    @R.function
    def main(x: R.Tensor((8,), "float32")):
        cls = Module
        return R.call_tir(cls.turn, (x,), out_ty=R.Tensor((8,), "float32"))
)";

// A pass that rewrites statements as it is told.
struct Rewrites : Wrapper {
  using Wrapper::Wrapper;
  Answer<ModuleRef> ApplyDirect(const PassCall&, const ModuleRef& module) override {
    Module after = *Native(module);
    std::vector<ModuleEntry> entries(after.entries.begin(), after.entries.end());
    for (ModuleEntry& entry : entries) {
      if (!Is<PrimFunc>(entry.func)) continue;
      entry.func = static_cast<const Expr*>(
          Rewrite(ctx, entry.func, [&](const Node* rebuilt, const Node*) { return rule(ctx, rebuilt); }));
    }
    after.entries = ctx.Copy(entries);
    return Import(after);
  }
  std::vector<PassCall> BuildPipeline() override { return {}; }
  const Node* (*rule)(Context&, const Node*) = nullptr;
};

bool IsBarrier(const Node* node) {
  const auto* evaluate = As<Evaluate>(node);
  const IntrinsicSpec* row = evaluate == nullptr ? nullptr : IntrinsicOf(evaluate->value);
  return row != nullptr && row->id == IntrinsicId::tvm_storage_sync;
}

struct Row {
  const char* name;
  const Node* (*rule)(Context&, const Node*);
  // Of the message; empty: agrees.
  const char* found;
};
const Row kRows[] = {
    {"nothing", [](Context&, const Node* node) { return node; }, ""},
    {"the barrier goes",
     [](Context& ctx, const Node* node) -> const Node* {
       if (!IsBarrier(node)) return node;
       Evaluate* nothing = ctx.arena.New<Evaluate>();
       nothing->value = MakeInt(ctx, 0, DType::Int(32));
       return nothing;
     },
     "element 3 of buffer s is read before it is written"},
    {"the barrier is of warps, which these threads are",
     [](Context& ctx, const Node* node) -> const Node* {
       if (!IsBarrier(node)) return node;
       Evaluate* barrier = ctx.arena.New<Evaluate>();
       barrier->value = MakeIntrinsic(ctx, IntrinsicId::tvm_storage_sync, DType::Int(32), {MakeString(ctx, "warp")});
       return barrier;
     },
     ""},
    {"one barrier more",
     [](Context& ctx, const Node* node) -> const Node* {
       const auto* barrier = As<Evaluate>(node);
       return IsBarrier(node) ? MakeSeqStmt(ctx, {barrier, ctx.arena.New<Evaluate>(*barrier)}) : node;
     },
     ""},
    {"all share what each had for itself",
     [](Context& ctx, const Node* node) -> const Node* {
       const auto* load = As<BufferLoad>(node);
       return load != nullptr && load->buffer->name == "s"
                  ? MakeLoad(ctx, load->buffer, {MakeInt(ctx, 0, DType::Int(32))})
                  : node;
     },
     ""},
    {"every thread writes one element",
     [](Context& ctx, const Node* node) -> const Node* {
       const auto* store = As<BufferStore>(node);
       return store != nullptr && store->buffer->name == "B"
                  ? MakeStore(ctx, store->buffer, store->value, {MakeInt(ctx, 0, DType::Int(32))})
                  : node;
     },
     "no barrier between"},
    {"some threads wait once more",
     [](Context& ctx, const Node* node) -> const Node* {
       const auto* seq = As<SeqStmt>(node);
       if (seq == nullptr) return node;
       std::vector<const Stmt*> stmts;
       for (const Stmt* stmt : seq->seq) {
         if (IsBarrier(stmt)) {
           IfThenElse* some = ctx.arena.New<IfThenElse>();
           // The store before it says where the thread writes.
           const Expr* thread = As<BufferStore>(stmts.back())->indices[0];
           some->condition = MakeBinary(ctx, NodeKind::kLT, thread, MakeInt(ctx, 2, DType::Int(32)));
           some->then_case = stmt;
           stmts.push_back(some);
         }
         stmts.push_back(stmt);
       }
       return MakeSeqStmt(ctx, stmts);
     },
     "waits here"},
};

TEST(ThreadRacesTest, SeesWhatAPassDoesToThreads) {
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.name);
    Context ctx;
    auto module = ParseModule(ctx, "turn", std::string(kTurn));
    ASSERT_TRUE(module.ok()) << module.error().message;
    Case c;
    c.module = *module;
    c.inputs = {{FloatsValue({8}, {1, 2, 3, 4, 5, 6, 7, 8})}};
    c.passes = {{FindPass("RemoveNoOp"), {}}};
    Rewrites subject(ctx);
    subject.rule = row.rule;
    OracleContext oc(ctx, subject, c);
    Verdict verdict = FindOracle("thread_races")->judge(c.passes.data(), oc);
    const auto* finding = std::get_if<Finding>(&verdict);
    const auto* skip = std::get_if<Skip>(&verdict);
    EXPECT_EQ(skip, nullptr) << skip->why;
    EXPECT_EQ(finding != nullptr, *row.found != '\0') << (finding == nullptr ? "" : finding->detail);
    if (finding == nullptr) continue;
    EXPECT_EQ(finding->klass, FindingClass::kTrap);
    EXPECT_THAT(finding->detail, testing::HasSubstr(row.found));
  }
}

// Without what it stored beside the memory, the same threads race.
TEST(ThreadRacesTest, SaysNothingOfWhatTrapsByItself) {
  Context ctx;
  std::string text(kTurn);
  text.replace(text.find("s[t] ="), 6, "s[t + 2] =");
  auto module = ParseModule(ctx, "turn", text);
  ASSERT_TRUE(module.ok()) << module.error().message;
  Case c;
  c.module = *module;
  c.inputs = {{FloatsValue({8}, {1, 2, 3, 4, 5, 6, 7, 8})}};
  c.passes = {{FindPass("RemoveNoOp"), {}}};
  Rewrites subject(ctx);
  subject.rule = [](Context& context, const Node* node) -> const Node* {
    const auto* store = As<BufferStore>(node);
    if (store == nullptr || store->buffer->name != "s") return node;
    Evaluate* nothing = context.arena.New<Evaluate>();
    nothing->value = MakeInt(context, 0, DType::Int(32));
    return nothing;
  };
  OracleContext oc(ctx, subject, c);
  Verdict verdict = FindOracle("thread_races")->judge(c.passes.data(), oc);
  const auto* skip = std::get_if<Skip>(&verdict);
  ASSERT_NE(skip, nullptr);
  EXPECT_EQ(skip->why, "the module ends with a trap of its own");
}

}  // namespace
}  // namespace assay
