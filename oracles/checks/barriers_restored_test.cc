// barriers_restored sees barriers that ThreadSync does not put back, wherever they are missing, and nothing where it
// puts back all of them or more.
#include "ir/builder.h"
#include "ir/prim/intrinsics.h"
#include "ir/rewrite.h"
#include "ir/text/parse.h"
#include "oracles/core/oracle_fixture.h"
#include "vm/run_script.h"

namespace assay {
namespace {

bool IsBarrier(const Node* node) {
  const auto* evaluate = As<Evaluate>(node);
  const IntrinsicSpec* row = evaluate == nullptr ? nullptr : IntrinsicOf(evaluate->value);
  return row != nullptr && row->id == IntrinsicId::tvm_storage_sync;
}

// Leaves out the barrier of that number, or puts in one more in front of it.
struct Forgetful : Wrapper {
  using Wrapper::Wrapper;
  Answer<ModuleRef> ApplyDirect(const PassCall& pass, const ModuleRef& module) override {
    Answer<ModuleRef> after = inner->ApplyDirect(pass, module);
    if (!after.ok()) return after;
    Module made = *Native(*after);
    std::vector<ModuleEntry> entries(made.entries.begin(), made.entries.end());
    int number = 0;
    for (ModuleEntry& entry : entries) {
      if (!Is<PrimFunc>(entry.func)) continue;
      entry.func =
          static_cast<const Expr*>(Rewrite(ctx, entry.func, [&](const Node* rebuilt, const Node*) -> const Node* {
            if (!IsBarrier(rebuilt)) return rebuilt;
            ++number;
            Evaluate* nothing = ctx.arena.New<Evaluate>();
            nothing->value = MakeInt(ctx, 0, DType::Int(32));
            return number == without ? nothing : rebuilt;
          }));
    }
    made.entries = ctx.Copy(entries);
    return Import(made);
  }
  // 0: leaves out none.
  int without = 0;
};

// Statements of a launch of four threads that share s, with the barriers that they need.
struct Row {
  const char* name;
  const char* body;
  int barriers;
};
const Row kRows[] = {
    {"one behind another", R"(
        s[t] = A[t]
        T.tvm_storage_sync("shared")
        B[t] = s[3 - t])",
     1},
    {"behind a branch that all take", R"(
        if b < 1:
            s[t] = A[t]
        else:
            s[t] = A[t + 4]
        T.tvm_storage_sync("shared")
        B[t] = s[3 - t])",
     1},
    {"in a loop, for its next iteration as well", R"(
        s[t] = A[t]
        for i in range(3):
            T.tvm_storage_sync("shared")
            r[0] = s[3 - t] + A[i]
            T.tvm_storage_sync("shared")
            s[t] = r[0]
        B[t] = s[t])",
     2},
    {"none is needed", R"(
        s[t] = A[t]
        T.tvm_storage_sync("shared")
        B[t] = s[t])",
     0},
};

Case CaseOf(Context& ctx, std::string_view body) {
  std::string text = R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def turn(A: T.Buffer((8,), "float32"), B: T.Buffer((4,), "float32")):
        b = T.launch_thread("blockIdx.x", 1)
        t = T.launch_thread("threadIdx.x", 4)
        s = T.alloc_buffer((4,), "float32", scope="shared")
        r = T.alloc_buffer((1,), "float32", scope="local"))";
  text += body;
  text += R"(

    @R.function
    def main(x: R.Tensor((8,), "float32")):
        cls = Module
        return R.call_tir(cls.turn, (x,), out_ty=R.Tensor((4,), "float32"))
)";
  Case c;
  auto module = ParseModule(ctx, "turn", text);
  EXPECT_TRUE(module.ok()) << module.error().message;
  if (module.ok()) c.module = *module;
  c.inputs = {{FloatsValue({8}, {1, 2, 3, 4, 5, 6, 7, 8})}};
  return c;
}

TEST(BarriersRestoredTest, SeesEachThatIsMissing) {
  for (const Row& row : kRows) {
    for (int without = 0; without <= row.barriers; ++without) {
      SCOPED_TRACE(testing::Message() << row.name << ", without number " << without);
      Context ctx;
      Case c = CaseOf(ctx, row.body);
      Forgetful subject(ctx);
      subject.without = without;
      OracleContext oc(ctx, subject, c);
      Verdict verdict = FindOracle("barriers_restored")->judge(nullptr, oc);
      const auto* finding = std::get_if<Finding>(&verdict);
      const auto* skip = std::get_if<Skip>(&verdict);
      EXPECT_EQ(skip, nullptr) << skip->why;
      EXPECT_EQ(finding != nullptr, without != 0) << (finding == nullptr ? "" : finding->detail);
    }
  }
}

}  // namespace
}  // namespace assay
