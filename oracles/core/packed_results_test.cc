// What packed functions give is held to what their calls declare, where a result differs.
#include "oracles/core/packed_results.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "ir/equal.h"
#include "ir/text/parse.h"
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

Module Parsed(Context& ctx, std::string_view bindings, std::string_view result) {
  return *ParseModule(ctx, "packed.py",
                      fmt::format(R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(ndim=2, dtype="float32")) -> R.Tensor():
        {}
        return {}
)",
                                  bindings, result));
}
constexpr std::string_view kCall =
    R"(y = R.call_pure_packed("test.identity", x, ty_args=(R.Tensor((1, 1), "float32"),)))";

TEST(PackedResults, AreCastToWhatIsDeclared) {
  Context ctx;
  Module plain = Parsed(ctx, "y = R.negative(x)", "y");
  EXPECT_TRUE(Equal(WithPackedResultsCast(ctx, plain), plain));
  Module cast = WithPackedResultsCast(ctx, Parsed(ctx, kCall, "y"));
  Module written = Parsed(ctx, R"(v = R.call_pure_packed("test.identity", x, ty_args=(R.Tensor((1, 1), "float32"),))
        y = R.match_cast(v, R.Tensor((1, 1), "float32")))",
                          "y");
  EXPECT_TRUE(Equal(cast, written));
}

// nonzero asks for no shape; the kernel of a transpose that is put before it is built for one element.
TEST(PackedResults, ThatContradictTheirCallsDecideNothing) {
  for (int64_t size : {1, 2}) {
    Context ctx;
    Case c;
    c.module = Parsed(ctx, fmt::format("{}\n        z = R.nonzero(y)", kCall), "z");
    std::vector<double> elements(static_cast<size_t>(size), 1);
    c.inputs = {{Value{TensorValue{Tensor::Floats(DType::Float(32), {size, 1}, elements), -1}}}};
    std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
    OracleContext oc(ctx, *subject, c);
    Verdict verdict = FindOracle("equals_rewritten")->judge(nullptr, oc);
    if (size == 1) {
      EXPECT_TRUE(std::holds_alternative<Agree>(verdict));
      continue;
    }
    const auto* skip = std::get_if<Skip>(&verdict);
    ASSERT_NE(skip, nullptr);
    EXPECT_EQ(skip->why, "a packed function gives something else than its call declares");
  }
}

}  // namespace
}  // namespace assay
