// The oracles on types, files, levels, sizes, gradients and costs agree on a sound subject, and fire on one that breaks
// exactly their promise.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "generators/modules/generate.h"
#include "ir/builder.h"
#include "ir/text/print.h"
#include "oracles/core/cause.h"
#include "oracles/core/checked_run.h"
#include "oracles/core/differentiable.h"
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

class ProgramOraclesTest : public OraclesTest {
 protected:
  void Read(std::string_view body) {
    std::string text =
        "from tvm.script import ir as I\nfrom tvm.script import relax as R\nfrom tvm.script import tirx as T\n\n";
    auto parsed = ParseModule(ctx, "case.py", text + "@I.ir_module\nclass Module:\n" + std::string(body));
    ASSERT_TRUE(parsed.ok()) << parsed.error().message;
    c.module = *parsed;
  }
  Verdict AskOfModule(std::string_view oracle, Subject& subject) {
    OracleContext oc(ctx, subject, c);
    return FindOracle(oracle)->judge(nullptr, oc);
  }
  static std::string ClassOf(const Verdict& verdict) {
    const auto* finding = std::get_if<Finding>(&verdict);
    return finding == nullptr ? "" : finding->klass.name();
  }
};

// The lowest bit of the first element of what one program gives is another.
struct WrongProgram : Wrapper {
  using Wrapper::Wrapper;
  Outcome Run(const ProgramRef& p, std::string_view entry, std::span<const Value> args, const Budget& budget) override {
    Outcome outcome = inner->Run(p, entry, args, budget);
    if (p == wrong) Tensor(std::get_if<Value>(&outcome)->As<TensorValue>()->tensor).data()[0] ^= std::byte{1};
    return outcome;
  }
  ProgramRef wrong;
};

TEST_F(ProgramOraclesTest, OptimisationLevelsSeesOneThatDiffersOrRefuses) {
  struct Level : WrongProgram {
    using WrongProgram::WrongProgram;
    Answer<ProgramRef> Build(const ModuleRef& m, const BuildOptions& o) override {
      if (o.opt_level == 3 && refuses) return Refusal{RefusalKind::kUnsupported, "too hard"};
      Answer<ProgramRef> program = inner->Build(m, o);
      if (o.opt_level == 3) wrong = *program;
      return program;
    }
    bool refuses = false;
  } subject(ctx);
  ExpectFinding("optimisation_levels", subject, FindingClass::kBitsDiffer);
  subject.refuses = true;
  ExpectFinding("optimisation_levels", subject, FindingClass::kOneRefuses);
}

TEST_F(ProgramOraclesTest, SerialisedEqualsLoadedSeesFilesThatLose) {
  struct FromFile : WrongProgram {
    using WrongProgram::WrongProgram;
    Answer<ProgramRef> BuildThroughFile(const ModuleRef& m, const BuildOptions& o) override {
      Answer<ProgramRef> program = inner->BuildThroughFile(m, o);
      wrong = *program;
      return program;
    }
  } from_file(ctx);
  EXPECT_EQ(ClassOf(AskOfModule("serialised_equals_loaded", from_file)), "bits_differ");
  struct Loses : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> SaveAndLoad(const ModuleRef&) override { return inner->Import({}); }
  } loses(ctx);
  EXPECT_EQ(ClassOf(AskOfModule("serialised_equals_loaded", loses)), "differs");
  struct Unreadable : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> SaveAndLoad(const ModuleRef&) override { return Refusal{RefusalKind::kBadInput, "no magic"}; }
  } unreadable(ctx);
  EXPECT_EQ(ClassOf(AskOfModule("serialised_equals_loaded", unreadable)), "unreadable");
  // Of what a pass makes, too.
  c.passes = {{FindPass("LegalizeOps"), {}}};
  struct Renames : Wrapper {
    using Wrapper::Wrapper;
    std::string Fingerprint(const ModuleRef& m) override { return inner->Fingerprint(m) + std::to_string(++asked); }
    int asked = 0;
  } renames(ctx);
  ExpectFinding("serialised_equals_loaded", renames, FindingClass::kBytesDiffer);
}

// A pass that says float16 of what is float32.
struct LiesAboutTypes : Wrapper {
  using Wrapper::Wrapper;
  Answer<ModuleRef> ApplyDirect(const PassCall&, const ModuleRef& m) override {
    const auto* main = As<Function>(inner->Native(m)->Find("main"));
    const Binding* first = main->body->blocks[0]->bindings[0];
    const Var* var = MakeVar(ctx, "lie", MakeTensorType(ctx, {MakeInt(ctx, 2), MakeInt(ctx, 3)}, DType::Float(16)));
    const Function* f =
        MakeFunction(ctx, {main->params.begin(), main->params.end()},
                     MakeSeq(ctx, {MakeBlock(ctx, {MakeBinding(ctx, var, first->value)}, false)}, var), var->type);
    return inner->Import(WithEntries(ctx, {}, {{MakeGlobalVar(ctx, "main"), f}}));
  }
};

TEST_F(ProgramOraclesTest, TypeSoundSeesATypeThatIsNotSo) {
  LiesAboutTypes subject(ctx);
  EXPECT_TRUE(std::holds_alternative<Agree>(AskOfModule("type_sound", subject)));
  ExpectFinding("type_sound", subject, FindingClass::kUnsound);
  Verdict verdict = Ask("type_sound", subject);
  const Sides& sides = std::get<Finding>(verdict).sides;
  // As reports and stored findings have them.
  EXPECT_EQ(SidesToJson(sides)["titles"], nlohmann::json({"declared or inferred type", "what it holds"}));
  EXPECT_EQ(sides.where, "lie");
  EXPECT_EQ(sides.expected, "R.Tensor((2, 3), dtype=\"float16\")");
  EXPECT_EQ(sides.got, "R.Tensor((2, 3), dtype=\"float32\")");
}

// An annotation that inference cannot compare is the writer's claim; inference, and passes that keep it, are not to
// blame.
TEST_F(ProgramOraclesTest, TypeSoundLeavesClaimsToTheModule) {
  constexpr std::string_view kModule = R"(
    @R.function
    def main(x: R.Tensor(("n", "m"), dtype="float32")) -> R.Tensor(("n", "m"), dtype="float32"):
        n, m = T.int64(), T.int64()
        y: R.Tensor((n, {}), dtype="float32") = R.negative(x)
        return y
)";
  Read(fmt::format(kModule, "m * 2"));
  Wrapper subject(ctx);
  EXPECT_TRUE(std::holds_alternative<Skip>(AskOfModule("type_sound", subject)));
  // The pass's own claim.
  Read(fmt::format(kModule, "m"));
  struct Claims : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall&, const ModuleRef& m) override {
      std::string text = inner->Print(m);
      constexpr std::string_view kType = "y: R.Tensor((n, m)";
      return inner->Parse(text.replace(text.find(kType), kType.size(), "y: R.Tensor((n, m * 2)"));
    }
  } claims(ctx);
  EXPECT_TRUE(std::holds_alternative<Agree>(AskOfModule("type_sound", claims)));
  ExpectFinding("type_sound", claims, FindingClass::kUnsound);
}

// A branch that the first inputs do not take.
TEST_F(ProgramOraclesTest, TypeSoundLooksAtAllInputs) {
  struct SecondIsUnsound : Wrapper {
    using Wrapper::Wrapper;
    Outcome Run(const ProgramRef&, std::string_view, std::span<const Value>, const Budget&) override {
      return ++runs == 2 ? Outcome(Trap{.kind = TrapKind::kUnsoundType,
                                        .message = "y is not what it says",
                                        .span = {},
                                        .value_of = "relax.add"})
                         : Outcome(Value{});
    }
    int runs = 0;
  } subject(ctx);
  c.inputs.resize(2, c.inputs.front());
  Verdict verdict = AskOfModule("type_sound", subject);
  ASSERT_EQ(ClassOf(verdict), "unsound");
  EXPECT_EQ(CauseOf(std::get<Finding>(verdict)).text, "relax.add");
}

// No value has such a type, whoever says so.
TEST_F(ProgramOraclesTest, TypeSoundLeavesExtentsAloneThatComeOutNegative) {
  Read(R"(
    @R.function
    def main(x: R.Tensor(("n", "m"), dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
        n, m = T.int64(), T.int64()
        y: R.Tensor((n - 7, m), dtype="float32") = R.strided_slice(x, (0,), (7,), (n,), (1,), assume_inbound=True)
        return y
)");
  Wrapper subject(ctx);
  EXPECT_TRUE(std::holds_alternative<Agree>(AskOfModule("type_sound", subject)));
}

// The engines fail where such a tensor is allocated; whose type it is tells more than what else the module does.
TEST_F(ProgramOraclesTest, RunsThatFailForANegativeExtentGoByWhoseTypeHasIt) {
  Read(R"(
    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((), dtype="float32"):
        y: R.Tensor((-2,), dtype="float32") = R.strided_slice(x, (0,), (3,), (1,), (1,), assume_inbound=True)
        z: R.Tensor((-2,), dtype="float32") = R.exp(y)
        s: R.Tensor((), dtype="float32") = R.sum(z)
        return s
)");
  Finding finding{"interpreted_equals_compiled", "", FindingClass::kTrap, "", {}, {.negative_extent = true}};
  EXPECT_EQ(Signature(finding, c.module), "unsound|relax.strided_slice");
  finding.facts.negative_extent = false;
  EXPECT_EQ(Signature(finding, c.module), "results||exp+strided_slice+sum");
}

TEST_F(ProgramOraclesTest, SymbolicEqualsSubstitutedSeesWrongSizes) {
  Read(R"(
    @R.function
    def main(x: R.Tensor(("n", "m"), dtype="float32"), s: R.Shape(["m"])) -> R.Tensor(("n * m",), dtype="float32"):
        n, m = T.int64(), T.int64()
        y: R.Tensor((n * m,), dtype="float32") = R.reshape(x, R.shape([n * m]))
        z: R.Tensor((n * m,), dtype="float32") = R.add(y, y)
        return z
)");
  c.inputs[0].push_back(Value{ShapeValue{{3}}});
  Wrapper sound(ctx);
  EXPECT_TRUE(std::holds_alternative<Agree>(AskOfModule("symbolic_equals_substituted", sound)));
  struct Wrong : Wrapper {
    using Wrapper::Wrapper;
    Outcome Run(const ProgramRef&, std::string_view, std::span<const Value>, const Budget&) override {
      return Value{TensorValue{Tensor(DType::Float(32), {5})}};
    }
  } wrong(ctx);
  EXPECT_EQ(ClassOf(AskOfModule("symbolic_equals_substituted", wrong)), "type_differs");
  struct Strict : Wrapper {
    using Wrapper::Wrapper;
    std::vector<Violation> Violations(const ModuleRef&) override { return {"not with these sizes"}; }
  } strict(ctx);
  EXPECT_EQ(ClassOf(AskOfModule("symbolic_equals_substituted", strict)), "ill_formed");
}

// It looks at the first inputs only; what the reference makes of the others is there for the oracles that are asked
// next.
TEST_F(ProgramOraclesTest, SymbolicEqualsSubstitutedLeavesTheReferenceOfAllInputs) {
  Read(R"(
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        y: R.Tensor((n,), dtype="float32") = R.add(x, x)
        return y
)");
  for (uint64_t seed = 1; seed <= 5; ++seed) c.inputs.push_back(MakeInputs(c.module, c.entry, seed));
  Wrapper subject(ctx);
  OracleContext oc(ctx, subject, c);
  EXPECT_TRUE(std::holds_alternative<Agree>(FindOracle("symbolic_equals_substituted")->judge(nullptr, oc)));
  EXPECT_EQ(oc.ReferenceOf().size(), c.inputs.size());
  EXPECT_TRUE(std::holds_alternative<Agree>(FindOracle("interpreted_equals_compiled")->judge(nullptr, oc)));
}

// Two sizes that may be one, and are not: nothing is wrong with whoever says so.
TEST_F(ProgramOraclesTest, SymbolicEqualsSubstitutedLeavesSizesAloneThatDoNotFit) {
  Read(R"(
    @R.function
    def main(x: R.Tensor(("n", "m"), dtype="float32"), y: R.Tensor(("k",), dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
        n, m, k = T.int64(), T.int64(), T.int64()
        z: R.Tensor(dtype="float32", ndim=2) = R.add(x, y)
        return z
)");
  Wrapper sound(ctx);
  c.inputs[0].push_back(Value{TensorValue{Tensor(DType::Float(32), {3}), -1}});
  EXPECT_TRUE(std::holds_alternative<Agree>(AskOfModule("symbolic_equals_substituted", sound)));
  c.inputs[0].back() = Value{TensorValue{Tensor(DType::Float(32), {4}), -1}};
  EXPECT_TRUE(std::holds_alternative<Skip>(AskOfModule("symbolic_equals_substituted", sound)));
}

TEST_F(ProgramOraclesTest, SymbolicEqualsSubstitutedLeavesArgumentsAloneThatDoNotFit) {
  Read(R"(
    @R.function(private=True)
    def row(x: R.Tensor((1, "m"), dtype="float32")) -> R.Tensor((1, "m"), dtype="float32"):
        m = T.int64()
        y: R.Tensor((1, m), dtype="float32") = R.exp(x)
        return y

    @R.function
    def main(x: R.Tensor(("n", 3), dtype="float32")) -> R.Tensor((1, 3), dtype="float32"):
        n = T.int64()
        cls = Module
        y: R.Tensor((1, 3), dtype="float32") = cls.row(x)
        return y
)");
  Wrapper sound(ctx);
  c.inputs[0][0] = Value{TensorValue{Tensor(DType::Float(32), {1, 3}), -1}};
  EXPECT_TRUE(std::holds_alternative<Agree>(AskOfModule("symbolic_equals_substituted", sound)));
  c.inputs[0][0] = Value{TensorValue{Tensor(DType::Float(32), {2, 3}), -1}};
  EXPECT_TRUE(std::holds_alternative<Skip>(AskOfModule("symbolic_equals_substituted", sound)));
}

// What is refused in front of sizes that do not fit hides them from a run.
TEST_F(ProgramOraclesTest, SymbolicEqualsSubstitutedLeavesRunsAloneThatNeverGetThere) {
  Read(R"(
    @R.function
    def main(x: R.Tensor((1, "k"), dtype="float32"), y: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        k = T.int64()
        z: R.Tensor((1, 1), dtype="float32") = R.bitwise_xor(y, y)
        w: R.Tensor((2,), dtype="float32") = R.reshape(x, R.shape([2]))
        return w
)");
  Wrapper sound(ctx);
  c.inputs[0] = {Value{TensorValue{Tensor(DType::Float(32), {1, 1}), -1}},
                 Value{TensorValue{Tensor(DType::Float(32), {1, 1}), -1}}};
  EXPECT_TRUE(std::holds_alternative<Skip>(AskOfModule("symbolic_equals_substituted", sound)));
}

class GradientTest : public ProgramOraclesTest {
 protected:
  void SetUp() override {
    Read(R"(
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            y: R.Tensor((2, 3), dtype="float32") = R.multiply(x, R.exp(x))
            z: R.Tensor((), dtype="float32") = R.sum(y)
            R.output(z)
        return z
)");
    c.passes = {{FindPass("Gradient"), {{"func_name", MakeAttrString(ctx, "main")}}}};
  }
};

TEST_F(GradientTest, Agrees) {
  Wrapper sound(ctx);
  Verdict verdict = Ask("gradient_numeric", sound);
  const auto* skip = std::get_if<Skip>(&verdict);
  EXPECT_TRUE(std::holds_alternative<Agree>(verdict)) << (skip ? skip->why : ClassOf(verdict));
}

TEST_F(GradientTest, TakesThePartThatCanBeDifferentiated) {
  Read(R"(
    @R.function
    def other(x: R.Tensor((2, 3), dtype="float32")):
        y: R.Tensor((2, 3), dtype="float32") = R.nn.softplus(x)
        z: R.Tensor((2, 3), dtype="float32") = R.exp(y)
        w: R.Tensor((2, 3), dtype="float32") = R.tanh(z)
        s: R.Tensor((2, 3), dtype="float32") = R.floor(w)
        return s
)");
  std::vector<Module> parts = DifferentiableParts(ctx, c.module, 0, 8);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_THAT(PrintModule(parts[0]), testing::HasSubstr(R"(
    def main(y: R.Tensor((2, 3), dtype="float32"), weights: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            z: R.Tensor((2, 3), dtype="float32") = R.exp(y)
            w: R.Tensor((2, 3), dtype="float32") = R.tanh(z)
            weighted: R.Tensor((2, 3), dtype="float32") = R.multiply(w, weights)
            loss: R.Tensor((), dtype="float32") = R.sum(weighted, axis=None, keepdims=False)
            R.output(loss)
        return loss)"));
  Wrapper sound(ctx);
  EXPECT_TRUE(std::holds_alternative<Agree>(AskOfModule("gradient_numeric", sound)));
}

// In branches, of symbolic sizes, and of lists: each end is a part of its own.
TEST_F(GradientTest, TakesPartsOfEverySequence) {
  Read(R"(
    @R.function
    def other(x: R.Tensor(("n", 4), dtype="float32"), b: R.Tensor((), dtype="bool")):
        n = T.int64()
        p = R.split(x, indices_or_sections=2, axis=1)
        q = p[1]
        if b:
            y = R.tanh(x)
            w = R.concat((y, x), axis=-1)
            z = R.sum(w)
        else:
            z = R.mean(q)
        e = R.exp(x)
        return (z, e)
)");
  std::vector<Module> parts = DifferentiableParts(ctx, c.module, 0, 8);
  ASSERT_EQ(parts.size(), 3u);
  std::string all;
  for (const Module& part : parts) all += PrintModule(part);
  for (const char* part : {"R.split(x", "R.concat((y, x)", "R.mean(q", "R.exp(x)", "R.Tensor((2, 4)"})
    EXPECT_THAT(all, testing::HasSubstr(part));
  EXPECT_EQ(PrintModule(DifferentiableParts(ctx, c.module, 1, 1).at(0)), PrintModule(parts[1]));
  Wrapper sound(ctx);
  EXPECT_TRUE(std::holds_alternative<Agree>(AskOfModule("gradient_numeric", sound)));
}

TEST_F(GradientTest, SkipsShapesThatNoTensorHas) {
  for (std::string_view dims : {"-3, 2", "1048576, 1048576, 1048576"}) {
    Read(fmt::format(R"(
    @R.function
    def other(x: R.Tensor(({0}), dtype="float32")) -> R.Tensor(({0}), dtype="float32"):
        y: R.Tensor(({0}), dtype="float32") = R.negative(x)
        return y
)",
                     dims));
    Wrapper sound(ctx);
    EXPECT_TRUE(std::holds_alternative<Skip>(AskOfModule("gradient_numeric", sound))) << dims;
  }
}

// A pool's window that lies in the padding has the lowest number, beside which no step along a direction shows.
TEST_F(GradientTest, SaysNothingBesideTheLowestNumber) {
  for (int padding : {0, 2}) {
    Read(fmt::format(R"(
    @R.function
    def other(x: R.Tensor((1, 1, 3, 1), dtype="float32"), y: R.Tensor((1,), dtype="float32")):
        p = R.nn.max_pool2d(x, pool_size=[1, 1], strides=[1, 1], padding=[{0}, 0, {0}, 0])
        s = R.add(p, y)
        z = R.subtract(s, p)
        return z
)",
                     padding));
    Wrapper sound(ctx);
    Verdict verdict = AskOfModule("gradient_numeric", sound);
    EXPECT_EQ(std::holds_alternative<Agree>(verdict), padding == 0);
    EXPECT_EQ(std::holds_alternative<Skip>(verdict), padding == 2);
  }
}

TEST_F(GradientTest, SeesAWrongSlope) {
  // x * exp(x) grows faster than exp(x).
  struct Forgets : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall&, const ModuleRef& m) override {
      std::string text = inner->Print(m);
      text += R"(
    @R.function
    def main_adjoint(x: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((), dtype="float32"), R.Tuple(R.Tensor((2, 3), dtype="float32"))):
        with R.dataflow():
            y: R.Tensor((2, 3), dtype="float32") = R.exp(x)
            z: R.Tensor((), dtype="float32") = R.sum(R.multiply(x, y))
            R.output(y, z)
        return (z, (y,))
)";
      return inner->Parse(text);
    }
  } subject(ctx);
  ExpectFinding("gradient_numeric", subject, FindingClass::kDiffers);
}

TEST_F(GradientTest, StopsAtWhatIsNotSmooth) {
  Read(R"(
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            y: R.Tensor((2, 3), dtype="float32") = R.divide(x, R.const(0.0, "float32"))
            z: R.Tensor((), dtype="float32") = R.sum(y)
            R.output(z)
        return z
)");
  Wrapper sound(ctx);
  EXPECT_TRUE(std::holds_alternative<Skip>(Ask("gradient_numeric", sound)));
}

TEST_F(ProgramOraclesTest, WhatWritesAndIsCalledAsIfItWerePureHasNoResult) {
  Read(R"(
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        y: R.Tensor((2, 3), dtype="float32") = R.add(x, x)
        z: R.Tensor((2, 3), dtype="float32") = R.call_pure_packed("test.vm.identity", x, y, ty_args=(R.Tensor((2, 3), dtype="float32"),))
        return y
)");
  Wrapper sound(ctx);
  Verdict verdict = Ask("interpreted_equals_compiled", sound);
  ASSERT_TRUE(std::holds_alternative<Skip>(verdict)) << "nobody uses z, so the call may go";
  EXPECT_NE(std::get<Skip>(verdict).why.find("test.vm.identity is called as if it were pure"), std::string::npos);
}

TEST_F(ProgramOraclesTest, HandlesMadeOfNumbersAreSavedAndLoaded) {
  Read(R"(
    @T.prim_func(private=True)
    def k(x: T.Buffer((1,), "int64"), y: T.Buffer((1,), "int64")):
        y[0] = T.reinterpret("int64", T.reinterpret(T.handle().ty, T.uint64(5))) + x[0]
    @R.function
    def main(x: R.Tensor((1,), dtype="int64")) -> R.Tensor((1,), dtype="int64"):
        y = R.call_tir(Module.k, (x,), out_ty=R.Tensor((1,), dtype="int64"))
        return y
)");
  c.inputs = {{Value{TensorValue{Tensor::Ints(DType::Int(64), {1}, std::vector<int64_t>{3}), -1}}}};
  ExpectAgree("serialised_equals_loaded");
}

TEST_F(ProgramOraclesTest, CompileCostSeesGrowthAndWaste) {
  struct Grows : Wrapper {
    using Wrapper::Wrapper;
    // The second question is about what the pass made.
    std::string Fingerprint(const ModuleRef& m) override {
      return ++asked == 2 ? std::string(10 << 20, 'x') : inner->Fingerprint(m);
    }
    int asked = 0;
  } grows(ctx);
  ExpectFinding("compile_cost", grows, FindingClass::kGrows);
  struct Wastes : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      for (int i = 0; i < iterations; ++i) inner->ApplyDirect(p, m);
      return inner->ApplyDirect(p, m);
    }
    int iterations = 200'000;
  } wastes(ctx);
  ExpectFinding("compile_cost", wastes, FindingClass::kSlow);
}

// Tensors that are computed in the place of calls are no growth: as large as the calls' types say, and no larger.
TEST_F(ProgramOraclesTest, CompileCostKnowsTensorsThatAreComputed) {
  Read(R"(
    @R.function
    def main(x: R.Tensor((16,), "float32")) -> R.Tensor((128, 32, 2, 16), "float32"):
        with R.dataflow():
            y = R.broadcast_to(R.const([0.5], "float32"), R.shape([128, 32, 2, 16]))
            z = R.add(y, x)
            R.output(z)
        return z
)");
  c.passes = {{FindPass("FoldConstant"), {}}};
  ExpectAgree("compile_cost");
  struct Grows : Wrapper {
    using Wrapper::Wrapper;
    std::string Fingerprint(const ModuleRef& m) override {
      std::string image = inner->Fingerprint(m);
      return ++asked == 2 ? image + image : image;
    }
    int asked = 0;
  } doubles(ctx);
  ExpectFinding("compile_cost", doubles, FindingClass::kGrows);
  // What grows otherwise is a finding, however large the tensors are that the types speak of.
  c.passes = {{FindPass("Normalize"), {}}};
  struct Pads : Wrapper {
    using Wrapper::Wrapper;
    std::string Fingerprint(const ModuleRef& m) override {
      return inner->Fingerprint(m) + (++asked == 2 ? std::string(200 << 10, 'x') : "");
    }
    int asked = 0;
  } pads(ctx);
  ExpectFinding("compile_cost", pads, FindingClass::kGrows);
}

// Another compiler may give anything where iterations in no order meet, but not where each keeps to its own element.
TEST_F(OraclesTest, OfAnotherImplementationARaceIsNoWrongResult) {
  struct Foreign : WrongResults {
    using WrongResults::WrongResults;
    SubjectTraits Traits() const override { return {.tells_traps = false, .rounds_otherwise = true}; }
  } subject(ctx);
  for (bool races : {true, false}) {
    std::string text =
        "@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n"
        "    def step(x: T.Buffer((8,), \"int32\"), y: T.Buffer((8,), \"int32\")):\n"
        "        for i in range(8):\n            y[i] = x[i]\n"
        "        for i in T.vectorized(7):\n            y[i + 1] = y[@]\n"
        "    @R.function\n    def main(x: R.Tensor((8,), \"int32\")):\n        cls = Module\n"
        "        y = R.call_tir(cls.step, (x,), out_ty=R.Tensor((8,), \"int32\"))\n        return y\n";
    text.replace(text.find('@', text.find("y[i + 1]")), 1, races ? "i" : "i + 1");
    auto module = ParseModule(ctx, "step.py", text);
    ASSERT_TRUE(module.ok()) << module.error().message;
    c = Case{*module, "main", {MakeInputs(*module, "main", 1)}, {}, {}};
    Verdict verdict = Ask("interpreted_equals_compiled", subject);
    EXPECT_EQ(std::holds_alternative<Finding>(verdict), !races);
    const auto* skip = std::get_if<Skip>(&verdict);
    if (races && skip != nullptr) EXPECT_EQ(skip->Text(), "undefined: in machine code: race");
  }
}

// That an axis is within its domain any pass takes for granted, and no engine asks.
TEST_F(ProgramOraclesTest, WhatLeavesAnAxisDomainIsUndefinedToAnySubject) {
  auto native = MakeNativeSubject(ctx);
  for (int extent : {0, 1, 2}) {
    std::string text = fmt::format(
        "@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n"
        "    def step(x: T.Buffer((2,), \"int32\"), y: T.Buffer((2,), \"int32\")):\n"
        "        for i in range(2):\n            with T.sblock(\"b\"):\n                v = T.axis.spatial({}, i)\n"
        "                T.reads(x[v])\n                T.writes(y[v])\n                y[v] = x[v]\n"
        "    @R.function\n    def main(x: R.Tensor((2,), \"int32\")):\n        cls = Module\n"
        "        y = R.call_tir(cls.step, (x,), out_ty=R.Tensor((2,), \"int32\"))\n        return y\n",
        extent);
    auto module = ParseModule(ctx, "step.py", text);
    ASSERT_TRUE(module.ok()) << module.error().message;
    std::optional<Trap> trap =
        UntoldTrap(ctx, *native, *module, "main", MakeInputs(*module, "main", 1), OracleSettings().budget);
    ASSERT_EQ(trap.has_value(), extent < 2) << extent;
    if (trap) EXPECT_EQ(trap->kind, TrapKind::kAxisDomain);
  }
}

}  // namespace
}  // namespace assay
