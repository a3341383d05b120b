// A disguised case is well-formed, has its functions in reversed order, and its entry does what the plain one's does.
#include "oracles/relations.h"

#include <gtest/gtest.h>

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
  Case disguised = Disguised(ctx, c, nullptr);
  EXPECT_EQ(Names(disguised.module), (std::vector<std::string>{"f0000_main", "f0001_helper", "f0001_helper_double"}));
  EXPECT_EQ(disguised.entry, "f0000_main");
  EXPECT_TRUE(IsWellFormed(ctx, disguised.module));
  std::string text = PrintModule(disguised.module);
  EXPECT_NE(text.find("cls.f0001_helper(x)"), std::string::npos) << text;
}

TEST_F(RelationsTest, OptionsMayNameFunctions) {
  PassCall pass{FindPass("BindParams"), {{"func_name", MakeAttrString(ctx, "main")}}};
  Case disguised = Disguised(ctx, c, &pass);
  EXPECT_EQ(Names(disguised.module), (std::vector<std::string>{"helper", "helper_double", "main"}));
  EXPECT_EQ(disguised.entry, "main");
  EXPECT_TRUE(IsWellFormed(ctx, disguised.module));
}

}  // namespace
}  // namespace assay
