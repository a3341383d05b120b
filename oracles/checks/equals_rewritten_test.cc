// equals_rewritten fires on a build that gets one of the rewritten forms wrong and says by which move; sound builds of
// generated modules agree, which also shows that metamorphic moves keep results.
#include <gmock/gmock.h>

#include "generators/modules/generate.h"
#include "generators/moves/move.h"
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

class EqualsRewrittenTest : public OraclesTest {};

TEST_F(EqualsRewrittenTest, NamesTheMoveThatABuildGetsWrong) {
  // Right about everything but kernels that negate.
  struct CannotNegate : Wrapper {
    using Wrapper::Wrapper;
    Answer<ProgramRef> Build(const ModuleRef& m, const BuildOptions& o) override {
      wrong = inner->Print(m).find("tir_negative") != std::string::npos;
      return inner->Build(m, o);
    }
    Outcome Run(const ProgramRef& p, std::string_view entry, std::span<const Value> args,
                const Budget& budget) override {
      Outcome outcome = inner->Run(p, entry, args, budget);
      auto* tensor = std::get_if<TensorValue>(&std::get<Value>(outcome).state);
      if (wrong) tensor->tensor.Set(0, Scalar::Float(tensor->tensor.dtype(), 77));
      return outcome;
    }
    bool wrong = false;
  } subject(ctx);
  Verdict verdict = Ask("equals_rewritten", subject);
  const auto* finding = std::get_if<Finding>(&verdict);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->klass, FindingClass::kDiffers);
  EXPECT_EQ(finding->facts.move, "negate_twice");
}

// Whose passes do not take modules that hold R.negative.
struct RefusesNegative : Wrapper {
  RefusesNegative(Context& ctx, Refusal refusal) : Wrapper(ctx), why(std::move(refusal)) {}
  Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
    if (inner->Print(m).find("R.negative") != std::string::npos) return why;
    return inner->ApplyDirect(p, m);
  }
  Refusal why;
};

TEST_F(EqualsRewrittenTest, SeesABuildThatRefusesTheOtherForm) {
  RefusesNegative subject(ctx, {RefusalKind::kUnsupported, "negative is not known"});
  ExpectFinding("equals_rewritten", subject, FindingClass::kOneRefuses);
}

TEST_F(EqualsRewrittenTest, AnErrorOfTheBuildsOwnGoesByItsWords) {
  RefusesNegative subject(ctx, {.kind = RefusalKind::kInternal, .message = "negative broke", .cause = "broke at N"});
  Verdict verdict = Ask("equals_rewritten", subject);
  const auto* finding = std::get_if<Finding>(&verdict);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->klass, FindingClass::kInternal);
  EXPECT_EQ(finding->facts.normalized, "broke at N");
}

TEST_F(EqualsRewrittenTest, AgreesOnGeneratedModules) {
  std::map<std::string, int> agrees;
  for (Profile profile : {Profile::kMixed, Profile::kTir, Profile::kRelax}) {
    for (uint64_t seed = 0; seed < 60; ++seed) {
      Context own;
      GenOptions options;
      options.profile = profile;
      ByteSource bytes = ByteSource::FromSeed(seed);
      Case made{Generate(own, bytes, options), "main", {}, {}};
      made.inputs = {MakeInputs(made.module, "main", seed)};
      std::unique_ptr<Subject> subject = MakeNativeSubject(own);
      OracleContext oc(own, *subject, made);
      Verdict verdict = FindOracle("equals_rewritten")->judge(nullptr, oc);
      const auto* finding = std::get_if<Finding>(&verdict);
      EXPECT_EQ(finding, nullptr) << "seed " << seed << ": " << finding->klass.name() << ", " << finding->detail;
      const auto* skip = std::get_if<Skip>(&verdict);
      ++agrees[skip == nullptr ? "agrees" : skip->Text()];
    }
  }
  EXPECT_GE(agrees["agrees"], 150) << testing::PrintToString(agrees);
}

}  // namespace
}  // namespace assay
