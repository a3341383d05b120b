// Each change is what it says it is: visible, or against a rule.
#include "oracles/core/changes.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

// Has a place for every change.
constexpr std::string_view kModule = R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def twice(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.sblock("y"):
                v = T.axis.spatial(4, i)
                y[v] = x[v] * T.float32(2)

    @R.function
    def main(c: R.Tensor((), dtype="bool"), x: R.Tensor((4,), dtype="float32"), z: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.twice, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.add(a, z)
            d = R.multiply(b, R.const([1.0, 2.0, 3.0, 4.0], "float32"))
            R.output(d)
        if c:
            e = R.exp(d)
            r: R.Tensor((4,), dtype="float32") = R.negative(e)
        else:
            r: R.Tensor((4,), dtype="float32") = R.exp(d)

        @R.function
        def inner(p: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
            q = R.negative(p)
            return q
        s = inner(r)
        return s
)";

class ChangesTest : public testing::Test {
 protected:
  ChangesTest() {
    auto parsed = ParseModule(ctx, "module.py", std::string(kModule));
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().message);
    module = *parsed;
  }
  Context ctx;
  Module module;
};

TEST_F(ChangesTest, NamesOfVariablesAreNobodysBusiness) {
  Module renamed = WithOtherVariables(ctx, module);
  EXPECT_TRUE(Equal(module, renamed));
  EXPECT_EQ(StructuralHash(module), StructuralHash(renamed));
  EXPECT_NE(PrintModule(module), PrintModule(renamed));
  EXPECT_TRUE(IsWellFormed(ctx, renamed));
}

TEST_F(ChangesTest, VisibleOnesAreSeen) {
  for (const Change& change : VisibleChanges()) {
    for (size_t place = 0; place < kChangePlaces; ++place) {
      auto changed = MakeAt(change, place, ctx, module);
      ASSERT_TRUE(changed.has_value()) << ChangeName(change.kind);
      EXPECT_FALSE(Equal(module, *changed)) << ChangeName(change.kind);
    }
    EXPECT_FALSE(change.make(ctx, Module{}, 0).has_value()) << ChangeName(change.kind);
  }
}

TEST_F(ChangesTest, BreakingOnesAreRefused) {
  ASSERT_TRUE(IsWellFormed(ctx, module));
  int others = 0;
  for (size_t i = 0; i < BreakingChanges().size() * kChangePlaces; ++i) {
    const Change& change = BreakingChanges()[i / kChangePlaces];
    auto changed = MakeAt(change, i % kChangePlaces, ctx, module);
    ASSERT_TRUE(changed.has_value()) << ChangeName(change.kind);
    DiagSink sink;
    CheckWellFormed(ctx, *changed, sink);
    ASSERT_TRUE(change.rule.has_value()) << ChangeName(change.kind);
    std::string_view label = AllRules()[static_cast<size_t>(*change.rule)].label;
    EXPECT_TRUE(std::ranges::any_of(sink.diags(), [&](const Diag& diag) { return diag.rule == label; }))
        << ChangeName(change.kind) << " does not break " << label << "\n"
        << PrintModule(*changed);
    EXPECT_FALSE(change.make(ctx, Module{}, 0).has_value()) << ChangeName(change.kind);
    others += std::ranges::any_of(sink.diags(), [&](const Diag& diag) { return diag.rule != label; }) ? 1 : 0;
  }
  // Who drops one rule is found by the changes that break it alone.
  EXPECT_LE(others, 2 * kChangePlaces);
}

// Where there are several that would do, another one is taken each time, and after the last the first again.
TEST_F(ChangesTest, PlacesAreDifferentOnes) {
  std::set<std::string> with_another_integer, with_a_branch_variable;
  for (size_t place = 0; place < kChangePlaces; ++place) {
    for (const Change& change : VisibleChanges()) {
      if (change.kind == ChangeKind::kAnotherInteger)
        with_another_integer.insert(PrintModule(*MakeAt(change, place, ctx, module)));
    }
    for (const Change& change : BreakingChanges()) {
      if (change.kind == ChangeKind::kBranchVarOutside)
        with_a_branch_variable.insert(PrintModule(*MakeAt(change, place, ctx, module)));
    }
  }
  EXPECT_GE(with_another_integer.size(), 2u);
  EXPECT_EQ(with_a_branch_variable.size(), 4u) << "of e, and the values of r in each branch, of one block and of two";
}

// Whatever else of the block is of its variable's size.
TEST(Changes, TheVariableOfALoopIsRefusedInAnyBlock) {
  for (std::string_view body :
       {"A[v] = T.float32(1)", "A[0] = A[v]", "M = T.match_buffer(A[0:v + v], (v + v,))\n{}M[0] = T.float32(1)",
        "M = T.match_buffer(A[v:v + v], (v,), offset_factor=1)\n{}M[0] = T.float32(1)",
        "M = T.sblock_alloc_buffer((v + 1,))\n{}M[0] = T.float32(1)",
        "M = T.alloc_buffer((v + 1,))\n{}M[0] = T.float32(1)",
        "M = T.decl_buffer((v + 1,), data=A.data)\n{}M[0] = T.float32(1)",
        "M = T.Buffer((v + 1,), data=A.data)\n{}M[0] = T.float32(1)"}) {
    SCOPED_TRACE(body);
    Context ctx;
    std::string indent(16, ' ');
    auto parsed = ParseModule(ctx, "module.py",
                              R"(
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i in range(4):
            with T.sblock("b"):
                v = T.axis.spatial(4, i)
                T.reads(A[0:8])
                T.writes(A[0:8])
                )" + fmt::format(fmt::runtime(body), indent) +
                                  "\n");
    ASSERT_TRUE(parsed.ok()) << parsed.error().message;
    ASSERT_TRUE(IsWellFormed(ctx, *parsed));
    auto loop = std::ranges::find(BreakingChanges(), ChangeKind::kLoopVarInBlock, &Change::kind);
    auto changed = loop->make(ctx, *parsed, 0);
    ASSERT_TRUE(changed.has_value());
    EXPECT_FALSE(IsWellFormed(ctx, *changed)) << PrintModule(*changed);
  }
}

// Whatever the block stores through, if its regions have to name it.
TEST(Changes, ABlockThatDoesNotNameWhatItWritesIsRefused) {
  const struct {
    std::string_view views, writes;
    bool broken;
  } kTable[] = {
      {"M = T.Buffer((8,), data=A.data)", "A[0:8]", true},
      {"M = T.match_buffer(A[0:8], (8,))", "A[0:8]", true},
      {"N = T.match_buffer(A[0:8], (8,))\n{0}M = T.Buffer((8,), data=N.data)", "A[0:8]", true},
      {"M = T.sblock_alloc_buffer((8,))", "A[0:8]", false},
      {"N = T.sblock_alloc_buffer((8,))\n{0}M = T.Buffer((8,), data=N.data)", "A[0:8]", false},
      {"N = T.sblock_alloc_buffer((8,))\n{0}M = T.match_buffer(N[0:8], (8,))", "A[0:8]", false},
      {"N = T.sblock_alloc_buffer((8,))\n{0}L = T.match_buffer(N[0:8], (8,))\n{0}M = T.Buffer((8,), data=L.data)",
       "A[0:8]", false},
  };
  for (const auto& [views, writes, broken] : kTable) {
    SCOPED_TRACE(views);
    Context ctx;
    std::string indent(16, ' ');
    auto parsed = ParseModule(ctx, "module.py",
                              fmt::format(R"(
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.sblock("b"):
                v = T.axis.spatial(8, i)
                T.reads(A[0:8])
                T.writes({})
                {}
                M[v] = T.float32(1)
)",
                                          writes, fmt::format(fmt::runtime(views), indent)));
    ASSERT_TRUE(parsed.ok()) << parsed.error().message;
    ASSERT_TRUE(IsWellFormed(ctx, *parsed));
    auto change = std::ranges::find(BreakingChanges(), ChangeKind::kNoRegions, &Change::kind);
    auto changed = change->make(ctx, *parsed, 0);
    ASSERT_EQ(changed.has_value(), broken);
    if (broken) EXPECT_FALSE(IsWellFormed(ctx, *changed)) << PrintModule(*changed);
  }
}

TEST(Changes, EveryRuleIsBrokenByOne) {
  std::set<Rule> broken;
  for (const Change& change : BreakingChanges()) broken.insert(*change.rule);
  size_t rules = AllRules().size();
  std::printf("%zu of %zu rules have a change that breaks them\n", broken.size(), rules);
  EXPECT_EQ(broken.size(), rules);
}

TEST(Changes, EachIsReadBackFromItsName) {
  std::set<std::string_view> names;
  for (std::span<const Change> changes : {VisibleChanges(), BreakingChanges()}) {
    for (const Change& change : changes) {
      EXPECT_TRUE(names.insert(ChangeName(change.kind)).second) << ChangeName(change.kind);
      EXPECT_EQ(ChangeNamed(ChangeName(change.kind)), change.kind);
    }
  }
  EXPECT_EQ(ChangeNamed("all of it"), std::nullopt);
}

}  // namespace
}  // namespace assay
