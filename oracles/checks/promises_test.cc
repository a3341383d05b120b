// Oracles about what a pass promises of its output, what engines make of that, and what programs keep between runs:
// each fires where a subject breaks it.
#include "generators/modules/generate.h"
#include "oracles/core/oracle_fixture.h"
#include "passes/rewrite/global_names.h"

namespace assay {
namespace {

using PromisesTest = OraclesTest;

TEST_F(PromisesTest, ExecutionModesSeesWhatAnEarlierRunLeaves) {
  // From the third run on a program gives what it gave to the first arguments.
  struct Remembers : Wrapper {
    using Wrapper::Wrapper;
    Outcome Run(const ProgramRef& p, std::string_view entry, std::span<const Value> args, const Budget& b) override {
      if (++runs == 1) first.assign(args.begin(), args.end());
      return inner->Run(p, entry, runs > 2 ? std::span<const Value>(first) : args, b);
    }
    int runs = 0;
    std::vector<Value> first;
  } subject(ctx);
  c.inputs = {MakeInputs(c.module, c.entry, 1), MakeInputs(c.module, c.entry, 2)};
  ExpectAgree("execution_modes");
  ExpectFinding("execution_modes", subject, FindingClass::kBitsDiffer);
}

TEST_F(PromisesTest, PromisedFormSeesAPassLeaveWhatItIsThereToTakeAway) {
  struct Leaves : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall&, const ModuleRef& m) override { return m; }
  } subject(ctx);
  auto parsed = ParseModule(ctx, "left.py", R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), n: T.int32):
        A[0] = T.Select(n < 8, A[n], T.float32(3))
)");
  ASSERT_TRUE(parsed.ok());
  c.module = *parsed;
  c.passes = {{FindPass("RewriteUnsafeSelect"), {}}};
  ExpectAgree("promised_form");
  ExpectFinding("promised_form", subject, FindingClass::kPromiseBroken);
}

// What an engine takes of a module and not of what a pass makes of it, nobody says anything of otherwise.
TEST_F(PromisesTest, PassPreservesResultsSeesWhatIsTakenNoLonger) {
  struct Narrow : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      Answer<ModuleRef> made = inner->ApplyDirect(p, m);
      if (made.ok()) last = *made;
      return made;
    }
    Answer<ProgramRef> Build(const ModuleRef& m, const BuildOptions& o) override {
      if (m == last) return Refusal{RefusalKind::kUnsupported, "a break outside a loop"};
      return inner->Build(m, o);
    }
    ModuleRef last;
  } subject(ctx);
  c.passes = {{FindPass("LegalizeOps"), {}}};
  ExpectAgree("pass_preserves_results");
  ExpectFinding("pass_preserves_results", subject, FindingClass::kOneRefuses);
}

TEST_F(PromisesTest, PromisedFormSeesAPassLeaveWhatItSaysItLowers) {
  struct Leaves : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      return p.pass->name == "LegalizeOps" ? Answer<ModuleRef>(m) : inner->ApplyDirect(p, m);
    }
  } subject(ctx);
  c.passes = {{FindPass("LegalizeOps"), {}}};
  ExpectAgree("promised_form");
  ExpectFinding("promised_form", subject, FindingClass::kPromiseBroken);
  c.config["relax.transform.apply_legalize_ops"] = MakeAttrBool(ctx, false);
  Verdict told = Ask("promised_form", subject);
  EXPECT_TRUE(std::holds_alternative<Skip>(told));
}

TEST_F(PromisesTest, PromisedFormSeesThatAnAttributeIsNotWritten) {
  struct Unmarked : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      Answer<ModuleRef> made = inner->ApplyDirect(p, m);
      if (!made.ok()) return made;
      Module module = *inner->Native(*made);
      std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
      for (ModuleEntry& entry : entries) {
        if (inner->Native(m)->Find(entry.var->name.text()) != nullptr) continue;
        entry.func = WithFunctionAttr(ctx, entry.func, "tirx.is_host_func", nullptr);
      }
      return inner->Import(WithEntries(ctx, module, entries));
    }
    Context ctx;
  } subject(ctx);
  auto parsed = ParseModule(ctx, "sizes.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(n: T.int64) -> T.int64:
        m: T.int64 = n + 1
        return m
)");
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  c.module = *parsed;
  c.passes = {{FindPass("ComputePrimValue"), {}}};
  ExpectAgree("promised_form");
  ExpectFinding("promised_form", subject, FindingClass::kPromiseBroken);
}

TEST_F(PromisesTest, PromisedFormLetsAPassSayWhatItLeaves) {
  auto parsed = ParseModule(ctx, "left.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor("float32")):
        y = R.exp(x)
        return y
)");
  ASSERT_TRUE(parsed.ok());
  c.module = *parsed;
  c.passes = {{FindPass("LegalizeOps"), {}}};
  Wrapper sound(ctx);
  Verdict verdict = Ask("promised_form", sound);
  ASSERT_TRUE(std::holds_alternative<Skip>(verdict));
  EXPECT_EQ(std::get<Skip>(verdict).why, "the pass says what it leaves");
}

}  // namespace
}  // namespace assay
