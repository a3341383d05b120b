// Dump shows every kind of node, also one that stands in no function.
#include "ir/text/dump.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "ir/builder.h"
#include "ir/make.h"
#include "ir/text/parse.h"
#include "ir/walk.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view kModule = R"(
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.sblock("b"):
                vi = T.axis.spatial(4, i)
                T.reads(A[vi])
                T.writes(B[vi])
                if vi < 2:
                    B[vi] = A[vi] + T.float32(1)
                else:
                    B[vi] = T.exp(A[vi])

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.kernel, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
            z: R.Tensor((4,), dtype="float32") = R.add(y, x)
            R.output(z)
        return z
)";

class DumpTest : public testing::Test {
 protected:
  DumpTest() : module(*ParseModule(ctx, "test.py", std::string(kModule))) {}
  // The first node of this kind.
  const Node* First(NodeKind kind) {
    const Node* found = nullptr;
    for (const ModuleEntry& entry : module.entries) {
      WalkOnce(
          entry.func,
          [&](const Node* node) {
            if (found == nullptr && node->kind == kind) found = node;
          },
          Types::kInclude);
    }
    return found;
  }
  Context ctx;
  Module module;
};

TEST_F(DumpTest, ScriptOfNodesThatStandAlone) {
  EXPECT_THAT(DumpText(First(NodeKind::kFor)), StartsWith("For:\n"));
  EXPECT_THAT(DumpText(First(NodeKind::kFor)), HasSubstr("for i in range(4):\n    with T.sblock(\"b\"):\n"));
  EXPECT_THAT(DumpText(First(NodeKind::kIfThenElse)), HasSubstr("if vi < 2:\n"));
  EXPECT_THAT(DumpText(First(NodeKind::kBufferStore)), HasSubstr("B[vi] = A[vi] + T.float32(1"));
  EXPECT_EQ(DumpText(First(NodeKind::kTensorType)), "TensorType: R.Tensor((4,), dtype=\"float32\")\n");
  EXPECT_EQ(DumpText(First(NodeKind::kLT)), "LT: vi < T.int32(2)\n");
  EXPECT_THAT(DumpText(First(NodeKind::kBindingBlock)), HasSubstr("with R.dataflow():\n"));
  EXPECT_THAT(DumpText(First(NodeKind::kVarBinding)), HasSubstr("y = R.call_tir(kernel, (x,)"));
  EXPECT_THAT(DumpText(First(NodeKind::kFunction)), HasSubstr("def main(x: R.Tensor((4,)"));
  EXPECT_EQ(DumpText(nullptr), "null\n");
}

TEST_F(DumpTest, EveryNodeHasText) {
  std::set<NodeKind> kinds;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(
        entry.func,
        [&](const Node* node) {
          kinds.insert(node->kind);
          std::string name(NodeKindName(node->kind));
          EXPECT_THAT(DumpText(node), StartsWith(name));
          EXPECT_THAT(DumpFields(node), StartsWith(name));
        },
        Types::kInclude);
  }
  EXPECT_GE(kinds.size(), 25u);
}

TEST_F(DumpTest, FieldsOfAHalfBuiltNode) {
  const auto* half = Make<For>(ctx, [](For&) {});
  std::string text = DumpFields(half);
  EXPECT_THAT(text, StartsWith("For\n  min = null\n  extent = null\n"));
  EXPECT_THAT(text, HasSubstr("  body = null\n"));
  EXPECT_THAT(DumpFields(First(NodeKind::kFor), 1), HasSubstr("  body = SBlockRealize …\n"));
}

}  // namespace
}  // namespace assay
