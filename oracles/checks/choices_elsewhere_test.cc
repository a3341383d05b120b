// pass_preserves_results of another compiler for a device, whose results come from assay's engines: a choice that reads
// memory computes one of its sides, as that compiler's builds do.
#include "ir/text/parse.h"
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

std::string Copying(std::string_view value) {
  return fmt::format(R"(
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((2,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            y[i] = {}
)",
                     value);
}

// Its pass gives the module in the text.
struct ForDevice : Wrapper {
  ForDevice(Context& context, std::string made) : Wrapper(context), text(std::move(made)) {}
  SubjectTraits Traits() const override {
    SubjectTraits traits = inner->Traits();
    traits.elsewhere = traits.for_device = true;
    return traits;
  }
  Answer<ModuleRef> ApplyDirect(const PassCall&, const ModuleRef&) override { return inner->Parse(text); }
  std::string text;
};

TEST_F(OraclesTest, AChoiceElsewhereComputesTheSideThatIsTaken) {
  auto parsed = ParseModule(ctx, "case.py", Copying("T.if_then_else(i < 2, x[i], T.float32(0))"));
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  c.module = *parsed;
  c.inputs = {{Value{TensorValue{Tensor::Floats(DType::Float(32), {2}, std::vector<double>{1, 2}), -1}},
               Value{TensorValue{Tensor::Floats(DType::Float(32), {4}, std::vector<double>{9, 9, 9, 9}), -1}}}};
  struct Row {
    const char* value;
    bool agrees;
  };
  constexpr Row kRows[] = {{"T.Select(i < 2, x[i], T.float32(0))", true},
                           {"T.Select(i >= 2, T.float32(0), x[i])", true},
                           {"T.Select(i < 3, x[i], T.float32(0))", false},
                           {"T.Select(i < 2, x[i], T.float32(1))", false}};
  for (const Row& row : kRows) {
    ForDevice subject(ctx, Copying(row.value));
    Verdict verdict = Ask("pass_preserves_results", subject);
    EXPECT_EQ(std::holds_alternative<Agree>(verdict), row.agrees) << row.value;
    EXPECT_EQ(std::holds_alternative<Finding>(verdict), !row.agrees) << row.value;
    if (const auto* skip = std::get_if<Skip>(&verdict)) ADD_FAILURE() << row.value << ": " << skip->why;
  }
}

}  // namespace
}  // namespace assay
