// gradient_numeric of Gradient with options: gradients come in the order in which these name parameters, of the field
// that they name.
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

constexpr std::string_view kTwoTargets = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(a: R.Tensor((2,), dtype="float32"), b: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32")):
        with R.dataflow():
            y: R.Tensor((2,), dtype="float32") = R.multiply(a, R.exp(b))
            s: R.Tensor((), dtype="float32") = R.sum(a)
            z: R.Tensor((), dtype="float32") = R.sum(y)
            R.output(s, z)
        return (s, z)
)";

// Gives what the pass gives for options of which one is another.
struct WithAnother : Wrapper {
  WithAnother(Context& context, std::string_view name, const Attr* value)
      : Wrapper(context), option(name), other(value) {}
  Answer<ModuleRef> ApplyDirect(const PassCall& pass, const ModuleRef& m) override {
    PassCall changed = pass;
    if (!option.empty()) changed.options[option] = other;
    return inner->ApplyDirect(changed, m);
  }
  std::string option;
  const Attr* other;
};

TEST(GradientOptionsTest, OrderAndTargetAreLookedAt) {
  struct Row {
    std::string_view call;
    // What a wrong pass takes another value for.
    std::string_view option;
    std::vector<std::string_view> names;
    int64_t number = 0;
  };
  const Row kRows[] = {
      {R"(Gradient{"func_name": "main", "target_index": 1})", "target_index", {}, 0},
      {R"(Gradient{"func_name": "main", "target_index": 1, "require_grads": ["b"]})", "target_index", {}, 0},
      {R"(Gradient{"func_name": "main", "target_index": 0, "require_grads": ["b", "a"]})", "target_index", {}, 1},
      {R"(Gradient{"func_name": "main", "target_index": 1, "require_grads": ["b", "a"]})",
       "require_grads",
       {"a", "b"},
       0},
      {R"(Gradient{"func_name": "main", "target_index": 1, "require_grads": ["b"]})", "require_grads", {"a"}, 0},
  };
  for (const Row& row : kRows) {
    Context ctx;
    Case c;
    c.module = *ParseModule(ctx, "case.py", std::string(kTwoTargets));
    Value two{TensorValue{Tensor::Floats(DType::Float(32), {2}, std::vector<double>{1, 2}), -1}};
    c.inputs = {{two, two}};
    c.passes = *ParsePassList(ctx, row.call);
    std::vector<const Attr*> names;
    for (std::string_view name : row.names) names.push_back(MakeAttrString(ctx, name));
    const Attr* other =
        names.empty() ? static_cast<const Attr*>(MakeAttrInt(ctx, row.number)) : MakeAttrList(ctx, names);
    for (bool wrong : {false, true}) {
      WithAnother subject(ctx, wrong ? row.option : "", other);
      OracleContext oc(ctx, subject, c);
      Verdict verdict = FindOracle("gradient_numeric")->judge(&c.passes[0], oc);
      const auto* finding = std::get_if<Finding>(&verdict);
      const auto* skip = std::get_if<Skip>(&verdict);
      EXPECT_EQ(finding != nullptr, wrong) << row.call << " " << row.option;
      EXPECT_EQ(skip, nullptr) << row.call << ": " << (skip == nullptr ? "" : skip->why);
    }
  }
}

}  // namespace
}  // namespace assay
