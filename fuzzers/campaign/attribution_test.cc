// Who is named, and who is not, on cases whose fault is known.
#include "fuzzers/campaign/attribution.h"

#include <fstream>

#include <gtest/gtest.h>

#include "fuzzers/campaign/case_file.h"
#include "generators/modules/generate.h"
#include "ir/support/fault.h"
#include "ir/support/temp_folder.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

// The case of a file, as if some oracle had seen a pass go wrong on it.
AttributedFinding NamedOn(Context& ctx, const std::string& file, std::string_view pass,
                          std::string_view oracle = "metamorphic", FindingClass klass = FindingClass::kDiffers) {
  Result<Module> module = ParseModule(ctx, file, *ReadFile(file));
  EXPECT_TRUE(module.ok());
  Case reduced{.module = *module, .inputs = {}, .passes = {{FindPass(pass), {}}}};
  for (uint64_t seed : {7, 11}) reduced.inputs.push_back(MakeInputs(reduced.module, reduced.entry, seed));
  return AttributeFinding(ctx, reduced, {std::string(oracle), std::string(pass), klass, "as it was seen", {}},
                          AllOracles());
}

TEST(NamingTest, WhatNoOracleSeesAnyMoreStaysAsItWasSeen) {
  Context ctx;
  AttributedFinding named = NamedOn(ctx, "cli/testdata/add.py", "FuseOps");
  EXPECT_EQ(named.finding.oracle, "metamorphic");
  EXPECT_EQ(named.finding.detail, "as it was seen");
  ASSERT_EQ(named.passes.size(), 1u);
  EXPECT_EQ(named.passes[0].pass->name, "FuseOps");
}

#ifdef ASSAY_FAULTS
// The path of a file of this text.
std::string Written(std::string_view name, std::string_view text) {
  static TempFolder folder;
  std::string path = folder.path() + "/" + std::string(name);
  std::ofstream(path) << text;
  return path;
}

AttributedFinding NamedWith(Fault fault, Context& ctx, const std::string& file, std::string_view pass,
                            std::string_view oracle = "metamorphic", FindingClass klass = FindingClass::kDiffers) {
  SetFaults({fault});
  AttributedFinding named = NamedOn(ctx, file, pass, oracle, klass);
  SetFaults({});
  return named;
}

TEST(NamingTest, ThePassThatWasTriedIsInnocentWhereTheBuildIsWrong) {
  Context ctx;
  AttributedFinding named = NamedWith(Fault::plan_memory_shares_storage_across_if_branches, ctx,
                                      "regressions/text/plan-memory-branches/module.py", "CanonicalizeBindings");
  EXPECT_EQ(named.finding.pass, "StaticPlanBlockMemory");
  EXPECT_EQ(named.finding.oracle, "well_formed_after_pass");
  ASSERT_EQ(named.passes.size(), 1u);
  EXPECT_EQ(named.passes[0].pass->name, "StaticPlanBlockMemory");
}

TEST(NamingTest, SoWhereOnlyAnotherPipelineIsWrong) {
  Context ctx;
  AttributedFinding named =
      NamedWith(Fault::plan_memory_shares_storage_across_if_branches, ctx,
                "regressions/vm/plan-memory-branches-in-another-build/module.py", "CanonicalizeBindings");
  EXPECT_EQ(named.finding.klass, FindingClass::kIllFormed);
  EXPECT_EQ(named.finding.cause.text, "StaticPlanBlockMemory: relax.wf8");
}

TEST(NamingTest, AStepOfTheBuildIsNamedThatTheBuildIsRightWithout) {
  Context ctx;
  AttributedFinding named =
      NamedWith(Fault::plan_memory_ignores_match_cast_alias, ctx,
                "regressions/vm/plan-memory-cast-in-another-build/module.py", "CanonicalizeBindings");
  EXPECT_EQ(named.finding.pass, "StaticPlanBlockMemory");
}

// A pass that merges what is there twice on its way is not to blame for how that is done.
// Whichever step is left out, others tidy up in the same way.
TEST(NamingTest, WhatManyStepsDoOnTheirWayIsNamed) {
  Context ctx;
  std::string file = Written("cast.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(p: T.int64, x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        c: R.Tensor((p,), dtype="float32") = R.match_cast(x, R.Tensor((p,), dtype="float32"))
        return x
)");
  AttributedFinding named = NamedWith(Fault::dce_drops_defining_match_cast, ctx, file, "Normalize",
                                      "interpreted_equals_compiled", FindingClass::kTrap);
  EXPECT_EQ(named.finding.pass, "DeadCodeElimination");
  EXPECT_EQ(named.finding.klass, FindingClass::kTrap);
}

TEST(NamingTest, ThePassWhoseWorkOthersDoIsNamed) {
  Context ctx;
  AttributedFinding named = NamedWith(Fault::cse_merges_allocations, ctx,
                                      "regressions/passes/EliminateCommonSubexpr/cse-two-allocations/module.py",
                                      "ExpandMatmulOfSum", "pass_preserves_results");
  EXPECT_EQ(named.finding.pass, "EliminateCommonSubexpr");
}
TEST(NamingTest, SoWhereAStepOfTheBuildDoesThatWork) {
  Context ctx;
  AttributedFinding named = NamedWith(Fault::dce_drops_defining_match_cast, ctx,
                                      "regressions/passes/DeadCodeElimination/dce-match-cast-defines-size/module.py",
                                      "FoldConstant", "well_formed_after_pass");
  EXPECT_EQ(named.finding.pass, "DeadCodeElimination");
  EXPECT_EQ(named.finding.klass, FindingClass::kIllFormed);
}

TEST(NamingTest, SoWhereAPassEndsWithThatWorkOnWhatItMade) {
  Context ctx;
  AttributedFinding named = NamedWith(Fault::dce_drops_defining_match_cast, ctx,
                                      "regressions/passes/LegalizeOps/dce-match-cast-behind-legalize-ops/module.py",
                                      "LegalizeOps", "well_formed_after_pass");
  EXPECT_EQ(named.finding.pass, "DeadCodeElimination");
  EXPECT_EQ(named.finding.cause.text, "DeadCodeElimination: relax.wf5");
}

TEST(NamingTest, ResultsOfAnotherTypeNameWhoseTheyAre) {
  Context ctx;
  auto named = [&](const std::string& file, std::string_view pass, std::string_view oracle) {
    return NamedWith(Fault::rebuilt_matmul_loses_out_dtype, ctx, file, pass, oracle).finding;
  };
  EXPECT_EQ(
      named("regressions/tvm/tvm-expand-matmul-out-dtype/module.py", "ExpandMatmulOfSum", "type_sound").cause.text,
      "matmul");
  std::string taken = Written("take_after_matmul.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((3, 4), dtype="float32"), i: R.Tensor((1,), dtype="int64")) -> R.Tensor((2, 1), dtype="float64"):
        some: R.Tensor((3, 1), dtype="float32") = R.take(y, i, axis=1, mode="clip")
        product: R.Tensor((2, 1), dtype="float64") = R.matmul(x, some, out_dtype="float64")
        return product
)");
  Finding run = named(taken, "ReorderTakeAfterMatmul", "pass_preserves_results");
  EXPECT_EQ(run.klass, FindingClass::kTypeDiffers);
  EXPECT_EQ(run.cause.text, "matmul");
  EXPECT_EQ(Signature(run, Module()), "type_differs|matmul");
}

TEST(NamingTest, ABuildThatIsWrongOnWhatThePassMadeIsNotThePasss) {
  Context ctx;
  AttributedFinding named = NamedWith(Fault::kill_of_null_value, ctx, "cli/testdata/add.py", "VMShapeLower",
                                      "pass_preserves_results", FindingClass::kTrap);
  EXPECT_EQ(named.finding.pass, "KillAfterLastUse");
  ASSERT_TRUE(named.module.has_value());
  EXPECT_NE(PrintModule(*named.module).find("null_value"), std::string::npos) << "what VMShapeLower made";
}

// As the oracle sees it that asks for forms of the module: by a move, of which the step's name says nothing.
TEST(NamingTest, AStepIsNamedRatherThanTheMoveThatShowsIt) {
  Context ctx;
  std::string path = Written("lower_bound.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", "n"), dtype="float64")) -> R.Tensor(("n", "n"), dtype="float64"):
        n = T.int64()
        R.func_attr({"tir_var_lower_bound": {"n": 2}})
        y: R.Tensor((n, n), dtype="float64") = R.negative(x)
        return y
)");
  AttributedFinding named = NamedWith(Fault::plan_memory_uses_lower_bound, ctx, path, "CanonicalizeBindings",
                                      "equals_rewritten", FindingClass::kTrap);
  EXPECT_EQ(named.finding.pass, "StaticPlanBlockMemory");
  EXPECT_EQ(named.finding.cause.text, "");
  EXPECT_TRUE(named.module.has_value()) << "what the move made shows it without the move";
}

TEST(NamingTest, SoWhereTheBuildBreaksARule) {
  Context ctx;
  std::string path = Written("reshaped.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        y: R.Tensor((1, 1, 1), dtype="float32") = R.negative(x)
        z: R.Tensor((1, 1), dtype="float32") = R.layout_transform(y, index_map=T.index_map(lambda i, j, k: (i, j * 2 + k)), pad_value=None)
        return z
)");
  AttributedFinding named = NamedWith(Fault::dce_drops_inputs_of_impure_calls, ctx, path, "CallTIRRewrite",
                                      "pass_preserves_results", FindingClass::kInternal);
  EXPECT_EQ(named.finding.cause.text, "DeadCodeElimination: relax.wf5");
}

// Builds of what a move makes are looked at when all is done.
TEST(NamingTest, SoWhereNobodySawWhichStepItWas) {
  Context ctx;
  std::string path = Written("fused.py", R"(
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_sqrt(lv0: T.Buffer((), "float32"), compute: T.Buffer((), "float32")):
        # with T.sblock("root"):
        with T.sblock("compute"):
            vi = T.axis.spatial(1, T.int64(0))
            T.reads(lv0[()])
            T.writes(compute[()])
            compute[()] = T.float32(0.0)

    @R.function
    def main(lv0: R.Tensor((), dtype="float32"), lv2: R.Tensor((1,), dtype="float64")) -> R.Tensor((), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv0_1: R.Tensor((), dtype="float32") = R.negative(lv0)
            lv2_1: R.Tensor((1,), dtype="float64") = R.negative(lv2)
            lv3 = R.call_tir(cls.tir_sqrt, (lv0_1,), out_ty=R.Tensor((), dtype="float32"))
            R.output(lv0_1, lv3)
        return lv3
)");
  AttributedFinding named = NamedWith(Fault::fuse_tir_keeps_old_access_regions, ctx, path, "FuseTIR",
                                      "equals_rewritten", FindingClass::kInternal);
  EXPECT_EQ(named.finding.cause.text, "FuseTIR: tir.wf3");
  EXPECT_EQ(Signature(named.finding, Module{}), "ill_formed|FuseTIR: tir.wf3");
}

// A move makes what a pass goes wrong on: it is the pass's, on what the move made.
TEST(NamingTest, SoWhereAMoveMadeWhatAPassIsWrongAbout) {
  Context ctx;
  std::string path = Written("moved.py", R"(
@I.ir_module
class Module:
    @R.function
    def entry(x: R.Tensor((), dtype="float32"), y: R.Tensor(("n", "n"), dtype="int32"), z: R.Tensor(("n * 2",), dtype="float32")) -> R.Tensor(("n * 2",), dtype="float32"):
        n = T.int64()
        a: R.Tensor((), dtype="float32") = R.negative(x)
        b: R.Tensor((n, n), dtype="int32") = R.negative(y)
        c: R.Tensor((n * 2,), dtype="float32") = R.negative(z)
        return c

    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), s: R.Shape(ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        y: R.Tensor(s, dtype="float32") = R.broadcast_to(x, s)
        return y
)");
  AttributedFinding named = NamedWith(Fault::unused_param_drops_symbol_definition, ctx, path, "FuseTIR",
                                      "equals_rewritten", FindingClass::kOneRefuses);
  EXPECT_EQ(named.finding.cause.text, "RemoveUnusedParameters: relax.wf5");
  EXPECT_TRUE(named.module.has_value());
}

TEST(NamingTest, SoWithPassesOverKernels) {
  Context ctx;
  AttributedFinding named = NamedWith(Fault::simplify_keeps_stale_branch_fact, ctx,
                                      "regressions/passes/StmtSimplify/stmt-simplify-condition-reads-memory/module.py",
                                      "HoistIfThenElse", "pass_preserves_results");
  EXPECT_EQ(named.finding.pass, "StmtSimplify");
}

TEST(NamingTest, SoWhereAPassBeginsWithThatWorkOnWhatItIsHanded) {
  Context ctx;
  AttributedFinding named = NamedWith(Fault::unused_param_drops_symbol_definition, ctx,
                                      "regressions/passes/FuseTIR/unused-parameter-in-front-of-fuse-tir/module.py",
                                      "FuseTIR", "well_formed_after_pass");
  EXPECT_EQ(named.finding.cause.text, "RemoveUnusedParameters: relax.wf5");
  EXPECT_EQ(named.passes[0].pass->name, "FuseTIR");
}

// Operators that the pass leaves are not in the name.
TEST(NamingTest, OperatorsAreNamedThatThePassTakesAway) {
  Context ctx;
  AttributedFinding named = NamedWith(Fault::plan_memory_uses_lower_bound, ctx,
                                      "regressions/vm/plan-memory-lower-bound/module.py", "CanonicalizeBindings");
  EXPECT_EQ(named.finding.pass, "StaticPlanBlockMemory");
  ASSERT_TRUE(named.finding.taken.has_value());
  EXPECT_EQ(Signature(named.finding, Module{}), "results|StaticPlanBlockMemory|");
}

// What is written in place shows where nothing is fused.
TEST(NamingTest, StorageThatIsOverwrittenTooEarlyChangesThePassesResults) {
  Context ctx;
  AttributedFinding named =
      NamedWith(Fault::inplace_ignores_view_alias, ctx,
                "regressions/passes/DataflowUseInplaceCalls/inplace-two-views/module.py", "DataflowUseInplaceCalls");
  // The reference sees what is read although it has been overwritten, whichever oracle asks it first.
  EXPECT_TRUE(LooksAtRuns(named.finding.oracle)) << named.finding.oracle;
  EXPECT_EQ(named.finding.pass, "DataflowUseInplaceCalls");
}
#endif

}  // namespace
}  // namespace assay
