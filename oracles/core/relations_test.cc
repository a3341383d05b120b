// A disguised case is well-formed, has its functions in reversed order, and its entry does what the plain one's does.
#include "oracles/core/relations.h"

#include <gtest/gtest.h>

#include "generators/modules/generate.h"
#include "ir/check/well_formed.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

constexpr std::string_view kModule = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        y: R.Tensor((2,), dtype="float32") = R.add(x, x)
        return y

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        z: R.Tensor((2,), dtype="float32") = cls.helper(x)
        return z
)";

class RelationsTest : public testing::Test {
 protected:
  RelationsTest() { c.module = *ParseModule(ctx, "case.py", std::string(kModule)); }
  std::vector<std::string> Names(const Module& module) {
    std::vector<std::string> names;
    for (const ModuleEntry& entry : module.entries) names.push_back(entry.var->name.str());
    return names;
  }
  Context ctx;
  Case c;
};

TEST_F(RelationsTest, NamesAreReversedAndCallsFollow) {
  Case disguised = RenamedVariant(ctx, c, nullptr);
  EXPECT_EQ(Names(disguised.module), (std::vector<std::string>{"f0000_main", "f0001_helper", "f0001_helper_double"}));
  EXPECT_EQ(disguised.entry, "f0000_main");
  EXPECT_TRUE(IsWellFormed(ctx, disguised.module));
  std::string text = PrintModule(disguised.module);
  EXPECT_NE(text.find("cls.f0001_helper(x)"), std::string::npos) << text;
}

TEST_F(RelationsTest, DoublesOfTransformsAreTransformsByName) {
  std::vector<ModuleEntry> entries(c.module.entries.begin(), c.module.entries.end());
  for (ModuleEntry& entry : entries) {
    if (entry.var->name.text() == "helper") entry.var = MakeGlobalVar(ctx, "main_transform_params");
  }
  c.module = WithEntries(ctx, c.module, entries);
  PassCall pass{FindPass("LiftTransformParams"), {{"shared_transform", MakeAttrBool(ctx, true)}}};
  Case disguised = RenamedVariant(ctx, c, &pass);
  EXPECT_EQ(Names(disguised.module),
            (std::vector<std::string>{"main", "main_double_transform_params", "main_transform_params"}));
}

TEST_F(RelationsTest, OptionsMayNameFunctions) {
  PassCall pass{FindPass("BindParams"), {{"func_name", MakeAttrString(ctx, "main")}}};
  Case disguised = RenamedVariant(ctx, c, &pass);
  EXPECT_EQ(Names(disguised.module), (std::vector<std::string>{"helper", "helper_double", "main"}));
  EXPECT_EQ(disguised.entry, "main");
  EXPECT_TRUE(IsWellFormed(ctx, disguised.module));
}

TEST_F(RelationsTest, MovesAreMadeAtTheSamePlacesWheneverAsked) {
  std::optional<Module> once = Rewritten(ctx, c, KeepingMoves()), again = Rewritten(ctx, c, KeepingMoves());
  ASSERT_TRUE(once && again);
  EXPECT_TRUE(IsWellFormed(ctx, *once));
  EXPECT_EQ(PrintModule(*once), PrintModule(*again));
  EXPECT_NE(PrintModule(*once), PrintModule(c.module));
  EXPECT_FALSE(Rewritten(ctx, c, {}));
}

TEST_F(RelationsTest, SizesOfArgumentsTakeThePlaceOfSymbols) {
  EXPECT_FALSE(Substituted(ctx, c, MakeInputs(c.module, "main", 1))) << "there are no symbols";
  c.module = *ParseModule(ctx, "case.py", R"(
@R.function
def main(x: R.Tensor(("n",), "float32")):
    n = T.int64()
    y = R.concat((x, x), axis=0)
    return y
)");
  const double values[] = {1, 2, 3};
  std::vector<Value> args(1);
  args[0].state = TensorValue{Tensor::Floats(DType::Float(32), {3}, values), -1};
  auto fixed = Substituted(ctx, c, args);
  ASSERT_TRUE(fixed && fixed->ok());
  EXPECT_NE(PrintModule(**fixed).find("R.Tensor((6,)"), std::string::npos) << PrintModule(**fixed);
}

TEST_F(RelationsTest, SizesThatAreHandedInByThemselvesStayParameters) {
  c.module = *ParseModule(ctx, "case.py", R"(
@R.function
def main(p: T.int64, x: R.Tensor(("p", "n"), "float32")):
    p = T.int64()
    n = T.int64()
    y = R.zeros(R.shape([p, n]), "float32")
    return y
)");
  std::optional<Result<Module>> fixed = Substituted(ctx, c, MakeInputs(c.module, "main", 1));
  ASSERT_TRUE(fixed && fixed->ok());
  const auto* main = As<Function>((*fixed)->Find("main"));
  EXPECT_EQ(main->params.size(), 2u) << PrintModule(**fixed);
  EXPECT_EQ(As<ShapeExpr>(As<TensorType>(main->params[1]->type)->shape)->values[0], main->params[0]);
  EXPECT_TRUE(Is<IntImm>(As<ShapeExpr>(As<TensorType>(main->params[1]->type)->shape)->values[1]));
}

}  // namespace
}  // namespace assay
