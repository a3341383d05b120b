// Where a pass changes a function that the case's entry does not run, the oracles that run modules run that one.
#include "oracles/core/changed_entry.h"

#include <gtest/gtest.h>

#include "generators/modules/generate.h"
#include "ir/builder.h"
#include "ir/rewrite.h"
#include "ir/text/parse.h"
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

constexpr std::string_view kTwo = R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def first(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            B[i] = A[i]

    @T.prim_func
    def second(C: T.Buffer((4,), "float32"), D: T.Buffer((4,), "float32")):
        for i in range(4):
            D[i] = C[i] + T.float32(1)
)";

// Stores zero into the buffer of the name.
struct Zeroes : Wrapper {
  using Wrapper::Wrapper;
  Answer<ModuleRef> ApplyDirect(const PassCall&, const ModuleRef& module) override {
    Module after = *Native(module);
    std::vector<ModuleEntry> entries(after.entries.begin(), after.entries.end());
    for (ModuleEntry& entry : entries) {
      auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
        const auto* store = As<BufferStore>(rebuilt);
        if (store == nullptr || store->buffer->name != buffer) return rebuilt;
        BufferStore* zero = ctx.arena.New<BufferStore>(*store);
        zero->value = MakeFloat(ctx, 0, DType::Float(32));
        return zero;
      };
      entry.func = static_cast<const Expr*>(Rewrite(ctx, entry.func, rule));
    }
    after.entries = ctx.Copy(entries);
    return Import(after);
  }
  std::vector<PassCall> BuildPipeline() override { return {}; }
  std::string_view buffer;
};

struct Row {
  std::string_view buffer;
  std::vector<std::string> others;
  bool found;
};

TEST(ChangedEntryTest, WhatIsChangedIsRun) {
  const Row kRows[] = {{"B", {}, true}, {"D", {"second"}, true}, {"E", {}, false}};
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.buffer);
    Context ctx;
    auto module = ParseModule(ctx, "two", std::string(kTwo));
    ASSERT_TRUE(module.ok()) << module.error().message;
    Case c;
    c.module = *module;
    c.entry = "first";
    c.inputs = {MakeInputs(*module, c.entry, 1)};
    c.passes = {{FindPass("RemoveNoOp"), {}}};
    Zeroes subject(ctx);
    subject.buffer = row.buffer;
    OracleContext oc(ctx, subject, c);
    Answer<ModuleRef> output = oc.OutputOf(c.passes[0]);
    ASSERT_TRUE(output.ok());
    EXPECT_EQ(EntriesChanged(*output, oc), row.others);
    Verdict verdict = FindOracle("pass_preserves_results")->judge(c.passes.data(), oc);
    EXPECT_EQ(std::holds_alternative<Finding>(verdict), row.found);
  }
}

}  // namespace
}  // namespace assay
