// Passes for inference, and for training, give the results of the module in that mode, and a wrong one is seen.
#include "oracles/core/norm_mode.h"

#include <fmt/format.h>

#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

// What the pass under test makes in place of the norm.
std::string_view made;

Module NormModule(Context& ctx, std::string_view norm) {
  auto module = ParseModule(ctx, "module.py",
                            fmt::format(R"(
from tvm.script import ir as I, relax as R
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 2, 1, 3), "float32")) -> R.Tuple(R.Tensor((2, 2, 1, 3), "float32"), R.Tensor((2,), "float32")):
        with R.dataflow():
            g = R.const([2.0, 3.0], "float32")
            v = R.const([4.0, 0.25], "float32")
            n = {}
            y = n[0]
            m = n[1]
            r = (y, m)
            R.output(r)
        return r
)",
                                        norm));
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
  return *module;
}

constexpr std::string_view kNorm = "R.nn.batch_norm(x, g, g, g, v, axis=1, training={})";

Case CaseOf(Context& ctx, std::string_view norm, const PassSpec* pass) {
  Case c;
  c.module = NormModule(ctx, norm);
  std::vector<double> x = {0.5, -1.25, 3, 7, 0.25, -2, 1, 2, 3, -4, 5, 0.125};
  c.inputs = {{Value{TensorValue{Tensor::Floats(DType::Float(32), {2, 2, 1, 3}, x), -1}}}};
  c.passes = {PassCall{pass, {}}};
  return c;
}

Verdict Ask(Context& ctx, const Case& c) {
  std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
  OracleContext oc(ctx, *subject, c);
  return FindOracle("pass_preserves_results")->judge(&c.passes[0], oc);
}

std::string Words(const Verdict& verdict) {
  const auto* finding = std::get_if<Finding>(&verdict);
  const auto* skip = std::get_if<Skip>(&verdict);
  return finding != nullptr ? finding->detail : skip != nullptr ? skip->why : "agree";
}

TEST(NormMode, PassesGiveTheResultsOfTheirMode) {
  for (std::string_view name : {"DecomposeOpsForInference", "DecomposeOpsForTraining"}) {
    for (std::string_view training : {"True", "False"}) {
      Context ctx;
      Verdict verdict = Ask(ctx, CaseOf(ctx, fmt::format(fmt::runtime(kNorm), training), FindPass(name)));
      EXPECT_TRUE(std::holds_alternative<Agree>(verdict))
          << name << ", training=" << training << ": " << Words(verdict);
    }
  }
}

TEST(NormMode, TheOtherModeIsSeen) {
  struct Row {
    std::string_view pass, made;
  };
  // What training makes handed out for inference, and the other way; and moving averages that do not learn.
  const Row rows[] = {
      {"DecomposeOpsForInference", "(R.add(x, x), g)"},
      {"DecomposeOpsForTraining", "(R.add(x, x), g)"},
      {"DecomposeOpsForTraining", "(R.nn.batch_norm(x, g, g, g, v, axis=1, training=True)[0], g)"},
      {"DecomposeOpsForInference", "(R.nn.batch_norm(x, g, g, v, v, axis=1, training=False)[0], g)"},
  };
  for (const Row& row : rows) {
    Context ctx;
    made = row.made;
    PassSpec pass = *FindPass(row.pass);
    pass.run = [](PassContext& pass_ctx, const Module&, const PassOptions&) -> Result<Module> {
      return NormModule(pass_ctx.ctx, made);
    };
    Verdict verdict = Ask(ctx, CaseOf(ctx, fmt::format(fmt::runtime(kNorm), "True"), &pass));
    EXPECT_TRUE(std::holds_alternative<Finding>(verdict))
        << row.pass << " makes " << row.made << ": " << Words(verdict);
  }
}

}  // namespace
}  // namespace assay
