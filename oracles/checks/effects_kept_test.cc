// effects_kept fires for each kind of effect that is dropped, doubled, in another order, or of other arguments, whoever
// does it; and what passes make that fetch and hand over runs.
#include "generators/modules/generate.h"
#include "oracles/core/changed_calls.h"
#include "oracles/core/oracle_fixture.h"
#include "vm/effects.h"

namespace assay {
namespace {

constexpr std::string_view kProgram = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        y: R.Tensor((2, 3), dtype="float32") = R.exp(x)
        a = R.print(x, format=R.str("{}"))
        b = R.assert_op(R.const(True, "bool"), y, format=R.str("so it is"))
        c = R.print(y, format=R.str("and {}"))
        s: R.Tensor((2, 3), dtype="float32") = R.call_packed("test.vm.add", x, x, ty_args=(R.Tensor((2, 3), dtype="float32"),))
        t: R.Tensor((2, 3), dtype="float32") = R.call_packed("test.vm.mul", s, s, ty_args=(R.Tensor((2, 3), dtype="float32"),))
        return t
)";
// As they are noted.
constexpr std::string_view kNames[] = {"relax.run.print", "relax.run.assert_op", "relax.run.print", "test.vm.add",
                                       "test.vm.mul"};

// What runs do is noted otherwise than it was.
struct Meddles : Wrapper {
  using Wrapper::Wrapper;
  Outcome Run(const ProgramRef& p, std::string_view entry, std::span<const Value> args, const Budget& budget) override {
    std::vector<Effect> effects;
    Outcome outcome;
    {
      EffectLog log;
      outcome = inner->Run(p, entry, args, budget);
      effects = std::move(log.effects);
    }
    seen = effects.size();
    if (meddle && ++runs > after) meddle(effects);
    for (const Effect& effect : effects) NoteEffect(effect.name, effect.args);
    return outcome;
  }
  std::function<void(std::vector<Effect>&)> meddle;
  size_t seen = 0;
  // The first runs are left alone: those of the first engines.
  int runs = 0, after = 0;
};

class EffectsKeptTest : public OraclesTest {
 protected:
  EffectsKeptTest() {
    auto parsed = ParseModule(ctx, "case.py", std::string(kProgram));
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().message);
    c.module = *parsed;
    // One that rewrites something, so that what it made is run.
    c.passes = {{FindPass("LegalizeOps"), {}}};
  }
  Verdict Judge(Subject& subject, const PassCall* pass) {
    OracleContext oc(ctx, subject, c);
    return FindOracle("effects_kept")->judge(pass, oc);
  }
  void ExpectSeen(const std::function<void(std::vector<Effect>&)>& meddle, std::string_view what) {
    for (const PassCall* pass : {static_cast<const PassCall*>(nullptr), static_cast<const PassCall*>(&c.passes[0])}) {
      Meddles meddles(ctx);
      meddles.meddle = meddle;
      Verdict verdict = Judge(meddles, pass);
      const auto* finding = std::get_if<Finding>(&verdict);
      ASSERT_NE(finding, nullptr) << what;
      EXPECT_EQ(finding->klass, FindingClass::kEffectsDiffer) << what;
      EXPECT_FALSE(finding->sides.empty()) << what;
    }
  }
};

TEST_F(EffectsKeptTest, AgreesWhereAllIsDone) {
  for (const PassCall* pass : {static_cast<const PassCall*>(nullptr), static_cast<const PassCall*>(&c.passes[0])}) {
    Meddles sound(ctx);
    Verdict verdict = Judge(sound, pass);
    EXPECT_TRUE(std::holds_alternative<Agree>(verdict));
    EXPECT_EQ(sound.seen, std::size(kNames));
  }
}

TEST_F(EffectsKeptTest, SeesEachEffectDroppedDoubledReorderedOrOtherwise) {
  for (size_t i = 0; i < std::size(kNames); ++i) {
    auto at = [i](std::vector<Effect>& effects) { return effects.begin() + static_cast<std::ptrdiff_t>(i); };
    SCOPED_TRACE(std::string(kNames[i]));
    ExpectSeen([&](std::vector<Effect>& effects) { effects.erase(at(effects)); }, "dropped");
    ExpectSeen([&](std::vector<Effect>& effects) { effects.insert(at(effects), Effect(*at(effects))); }, "doubled");
    ExpectSeen([&](std::vector<Effect>& effects) { at(effects)->args.pop_back(); }, "an argument less");
    ExpectSeen([&](std::vector<Effect>& effects) { at(effects)->args[0] = Value{StringValue{"other"}}; },
               "another argument");
    if (i + 1 == std::size(kNames)) continue;
    ExpectSeen([&](std::vector<Effect>& effects) { std::swap(*at(effects), *(at(effects) + 1)); }, "reordered");
  }
}

TEST_F(EffectsKeptTest, SeesWhichEngineDoesIt) {
  for (int engine : {0, 1, 2}) {
    Meddles meddles(ctx);
    meddles.meddle = [](std::vector<Effect>& effects) { effects.clear(); };
    meddles.after = engine;
    Verdict verdict = Judge(meddles, nullptr);
    EXPECT_TRUE(std::holds_alternative<Finding>(verdict)) << engine;
  }
}

// Memory that a packed function is to fill holds what each engine likes; what is written in it counts.
TEST_F(EffectsKeptTest, LooksAtWhatIsWrittenOnly) {
  auto parsed = ParseModule(ctx, "case.py", R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((3,), dtype="int16")) -> R.Tensor((3,), dtype="int16"):
        alloc: R.Tensor((3,), dtype="int16") = R.builtin.alloc_tensor(R.shape([3]), R.dtype("int16"), 0, R.str("global"))
        y: R.Tensor((3,), dtype="int16") = R.add(x, x)
        done: R.Tuple = R.call_packed("test.identity_dps", y, alloc, ty_args=(R.Tuple,))
        again: R.Tuple = R.call_packed("test.identity_dps", alloc, alloc, ty_args=(R.Tuple,))
        return alloc
)");
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  c.module = *parsed;
  c.inputs = {{Value{TensorValue{Tensor::Ints(DType::Int(16), {3}, {{1, 2, 3}})}}}};
  Meddles sound(ctx);
  Verdict verdict = Judge(sound, nullptr);
  EXPECT_TRUE(std::holds_alternative<Agree>(verdict));
  EXPECT_EQ(sound.seen, 2u);
  auto with = [](size_t effect, int64_t value) {
    return [effect, value](std::vector<Effect>& effects) {
      effects[effect].args[1] = Value{TensorValue{Tensor::Ints(DType::Int(16), {3}, {{value, value, value}})}};
    };
  };
  Meddles leftovers(ctx);
  leftovers.meddle = with(0, 7);
  EXPECT_TRUE(std::holds_alternative<Agree>(Judge(leftovers, nullptr))) << "what is left there by others";
  ExpectSeen(with(1, int16_t{0x3434}), "not written where it is");
}

TEST_F(EffectsKeptTest, LeavesAloneWhatHasNone) {
  auto parsed = ParseModule(ctx, "case.py", std::string(kModule));
  c.module = *parsed;
  Meddles meddles(ctx);
  meddles.meddle = [](std::vector<Effect>& effects) { effects.push_back({"relax.run.print", {}}); };
  EXPECT_TRUE(std::holds_alternative<Agree>(Judge(meddles, nullptr)));
  EXPECT_EQ(meddles.runs, 0) << "nothing is run";
}

// ---- passes after which the host is called

constexpr std::string_view kWeights = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(x: R.Tensor((2,), dtype="float32"), w: R.Tensor((2,), dtype="float32"), v: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        R.func_attr({"num_input": 1})
        a: R.Tensor((2,), dtype="float32") = R.add(w, x)
        b: R.Tensor((2,), dtype="float32") = R.multiply(v, w)
        gv: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = (a, b)
        return gv
)";

class LazyPasses : public OraclesTest {
 protected:
  Verdict JudgeResults(std::string_view pass, Subject& subject) {
    auto parsed = ParseModule(ctx, "case.py", std::string(kWeights));
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().message);
    c.module = *parsed;
    c.entry = "main_transform_params";
    c.inputs = {MakeInputs(c.module, c.entry, 1)};
    c.passes = {{FindPass(pass), {}}};
    return Ask("pass_preserves_results", subject);
  }
};

TEST_F(LazyPasses, WhatTheyMakeRunsAndGivesTheSame) {
  for (std::string_view pass : {"LazyGetInput", "LazySetOutput", "LazyTransformParams"}) {
    Wrapper sound(ctx);
    Verdict verdict = JudgeResults(pass, sound);
    const auto* finding = std::get_if<Finding>(&verdict);
    const auto* skip = std::get_if<Skip>(&verdict);
    EXPECT_TRUE(std::holds_alternative<Agree>(verdict)) << pass << (finding ? finding->detail : skip ? skip->why : "");
  }
}

TEST_F(LazyPasses, AnotherIndexOrNameIsSeen) {
  // Every integer that a callback is asked with is one more, or every name another one.
  struct Renumbers : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      Answer<ModuleRef> made = inner->ApplyDirect(p, m);
      if (!made.ok()) return made;
      std::string text = inner->Print(*made);
      for (size_t found = text.find(from); found != std::string::npos; found = text.find(from, found + to.size())) {
        text.replace(found, from.size(), to);
      }
      return inner->Parse(text);
    }
    std::string from, to;
  };
  constexpr std::tuple<std::string_view, std::string_view, std::string_view> kChanges[] = {
      {"LazyGetInput", "fget_param(0", "fget_param(1"},
      {"LazyGetInput", "R.str(\"w\")", "R.str(\"v\")"},
      {"LazySetOutput", "fset_output(0", "fset_output(1"},
      {"LazyTransformParams", "\"get_item\", 0", "\"get_item\", 1"},
      {"LazyTransformParams", "\"set_item\", 1", "\"set_item\", 0"},
  };
  for (const auto& [pass, from, to] : kChanges) {
    Renumbers subject(ctx);
    subject.from = from;
    subject.to = to;
    Verdict verdict = JudgeResults(pass, subject);
    EXPECT_TRUE(std::holds_alternative<Finding>(verdict)) << pass << ": " << from;
  }
}

}  // namespace
}  // namespace assay
