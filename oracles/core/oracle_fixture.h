// What the tests of oracles share: a subject that passes everything on to the native one, for tests to break, and a
// case. Part of oracles_test.cc and program_oracles_test.cc.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "ir/tensor/scalar.h"
#include "ir/text/parse.h"
#include "oracles/core/oracle.h"

namespace assay {

inline constexpr std::string_view kModule = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"kind": "llvm", "tag": "", "keys": ["cpu"]}, 0, "global")]})
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        y: R.Tensor((2, 3), dtype="float32") = R.add(x, x)
        z: R.Tensor((2, 3), dtype="float32") = R.multiply(y, x)
        return z
)";

// Passes everything on to the native subject; tests override what they break.
class Wrapper : public Subject {
 public:
  explicit Wrapper(Context& context) : ctx(context), inner(MakeNativeSubject(context)) {}
  std::string_view name() const override { return "wrapper"; }
  Answer<ModuleRef> Import(const Module& m) override { return inner->Import(m); }
  Answer<ModuleRef> Parse(std::string_view text) override { return inner->Parse(text); }
  std::string Print(const ModuleRef& m) override { return inner->Print(m); }
  Answer<ModuleRef> AsRead(const ModuleRef& m) override { return inner->AsRead(m); }
  std::string Fingerprint(const ModuleRef& m) override { return inner->Fingerprint(m); }
  Answer<ModuleRef> SaveAndLoad(const ModuleRef& m) override { return inner->SaveAndLoad(m); }
  std::optional<ModuleDifference> Difference(const ModuleRef& a, const ModuleRef& b) override {
    return inner->Difference(a, b);
  }
  std::optional<uint64_t> Hash(const ModuleRef& m) override { return inner->Hash(m); }
  std::vector<Violation> Violations(const ModuleRef& m) override { return inner->Violations(m); }
  void Enter(const PassOptions& config) override { inner->Enter(config); }
  Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override { return inner->ApplyDirect(p, m); }
  Answer<ModuleRef> ApplySequential(std::span<const PassCall> p, const ModuleRef& m) override {
    return inner->ApplySequential(p, m);
  }
  std::vector<PassCall> BuildPipeline() override { return inner->BuildPipeline(); }
  std::vector<std::pair<std::string, std::vector<PassCall>>> OtherPipelines() override {
    return inner->OtherPipelines();
  }
  std::vector<std::string> Engines() const override { return inner->Engines(); }
  const Module* Native(const ModuleRef& m) override { return inner->Native(m); }
  Answer<ProgramRef> Build(const ModuleRef& m, const BuildOptions& o) override { return inner->Build(m, o); }
  Answer<ProgramRef> BuildThroughFile(const ModuleRef& m, const BuildOptions& o) override {
    return inner->BuildThroughFile(m, o);
  }
  Outcome Run(const ProgramRef& p, std::string_view entry, std::span<const Value> args, const Budget& budget) override {
    return inner->Run(p, entry, args, budget);
  }

  Context& ctx;
  std::unique_ptr<Subject> inner;
};

// Every result is off by one in its first element.
struct WrongResults : Wrapper {
  using Wrapper::Wrapper;
  Outcome Run(const ProgramRef& p, std::string_view entry, std::span<const Value> args, const Budget& budget) override {
    Outcome outcome = inner->Run(p, entry, args, budget);
    auto* value = std::get_if<Value>(&outcome);
    auto* tensor = value == nullptr ? nullptr : std::get_if<TensorValue>(&value->state);
    if (tensor == nullptr) return outcome;
    Tensor wrong = tensor->tensor.Clone();
    wrong.Set(0, scalar::Add(wrong.At(0), Scalar::One(wrong.dtype())));
    return Value{TensorValue{wrong, tensor->device}};
  }
};

class OraclesTest : public testing::Test {
 protected:
  OraclesTest() {
    auto parsed = ParseModule(ctx, "case.py", std::string(kModule));
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().message);
    c.module = *parsed;
    c.inputs = {
        {Value{TensorValue{Tensor::Floats(DType::Float(32), {2, 3}, std::vector<double>{1, 2, 3, 4, 5, 6}), -1}}}};
    c.passes = {{FindPass("DeadCodeElimination"), {}}};
  }
  Verdict Ask(std::string_view oracle, Subject& subject) {
    const OracleSpec* spec = FindOracle(oracle);
    EXPECT_NE(spec, nullptr);
    OracleContext oc(ctx, subject, c);
    return spec->judge(spec->scope == OracleScope::kModule ? nullptr : &c.passes[0], oc);
  }
  void ExpectAgree(std::string_view oracle) {
    Wrapper sound(ctx);
    Verdict verdict = Ask(oracle, sound);
    const auto* finding = std::get_if<Finding>(&verdict);
    const auto* skip = std::get_if<Skip>(&verdict);
    EXPECT_TRUE(std::holds_alternative<Agree>(verdict)) << (finding ? finding->detail : skip ? skip->why : "");
  }
  void ExpectFinding(std::string_view oracle, Subject& subject, FindingClass klass) {
    Verdict verdict = Ask(oracle, subject);
    const auto* finding = std::get_if<Finding>(&verdict);
    ASSERT_NE(finding, nullptr) << oracle << " did not fire";
    EXPECT_EQ(finding->klass, klass);
    EXPECT_EQ(finding->oracle, oracle);
    EXPECT_FALSE(finding->detail.empty());
    bool two = AllFindingClasses()[klass.row()].sides == SidesShown::kTwo;
    EXPECT_EQ(finding->sides.empty(), !two) << oracle << " " << klass.name();
  }
  Context ctx;
  Case c;
};

}  // namespace assay
