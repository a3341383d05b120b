// fields_count fires on equality, bytes and loading that overlook a field.
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

TEST_F(OraclesTest, FieldsCountSeesEqualityAndBytesThatOverlookOne) {
  // Compares texts of what has no purity.
  struct Overlooks : Wrapper {
    using Wrapper::Wrapper;
    std::string Fingerprint(const ModuleRef& m) override { return in_bytes ? Without(m) : inner->Fingerprint(m); }
    std::optional<ModuleDifference> Difference(const ModuleRef& a, const ModuleRef& b) override {
      bool same = Without(a) == Without(b);
      return !in_bytes && same ? std::nullopt : inner->Difference(a, b);
    }
    std::string Without(const ModuleRef& m) {
      std::string text = inner->Print(m);
      size_t at = text.find("(pure=False)");
      return at == std::string::npos ? text : text.erase(at, 12);
    }
    bool in_bytes = false;
  } overlooks(ctx);
  ExpectFinding("fields_count", overlooks, FindingClass::kEqual);
  overlooks.in_bytes = true;
  ExpectFinding("fields_count", overlooks, FindingClass::kEqual);
  struct Loses : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> SaveAndLoad(const ModuleRef&) override { return inner->Import(Module{}); }
  } loses(ctx);
  ExpectFinding("fields_count", loses, FindingClass::kBytesDiffer);
}

TEST_F(OraclesTest, FieldsCountSeesTextsThatOverlookALiteral) {
  // Writes all sizes that it was not given as 4.
  struct Unsaid : Wrapper {
    using Wrapper::Wrapper;
    std::string Print(const ModuleRef& m) override {
      std::string text = inner->Print(m);
      for (size_t at = text.find("5"); at != std::string::npos; at = text.find("5", at)) text[at] = '4';
      return text;
    }
  } unsaid(ctx);
  auto parsed = ParseModule(ctx, "case.py", R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 4), dtype="float32")) -> R.Tensor((4, 1), dtype="float32"):
        R.func_attr({"num_input": 4})
        y: R.Tensor((4, 1), dtype="float32") = R.reshape(x, R.shape([4, 1]))
        return y
)");
  ASSERT_TRUE(parsed.ok());
  c.module = *parsed;
  ExpectFinding("fields_count", unsaid, FindingClass::kEqual);
}

}  // namespace
}  // namespace assay
