// structural_equality fires on subjects that see too little, too much, or that only one way; what a reader takes for
// the same is left out.
#include "ir/text/parse.h"
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

class StructuralEqualityTest : public OraclesTest {};

TEST_F(StructuralEqualityTest, SeesTooLittleAndTooMuch) {
  struct Distrusts : Wrapper {
    using Wrapper::Wrapper;
    std::optional<ModuleDifference> Difference(const ModuleRef&, const ModuleRef&) override {
      return ModuleDifference{"somewhere"};
    }
  } distrusts(ctx);
  ExpectFinding("structural_equality", distrusts, FindingClass::kDiffers);
  struct Blind : Wrapper {
    using Wrapper::Wrapper;
    std::optional<ModuleDifference> Difference(const ModuleRef&, const ModuleRef&) override { return std::nullopt; }
  } blind(ctx);
  ExpectFinding("structural_equality", blind, FindingClass::kEqual);
  struct OneWay : Wrapper {
    using Wrapper::Wrapper;
    // Sees a difference only where the second module says more.
    std::optional<ModuleDifference> Difference(const ModuleRef& a, const ModuleRef& b) override {
      return inner->Print(b).size() > inner->Print(a).size() ? inner->Difference(a, b) : std::nullopt;
    }
  } one_way(ctx);
  ExpectFinding("structural_equality", one_way, FindingClass::kEqual);
  struct Hashes : Wrapper {
    using Wrapper::Wrapper;
    std::optional<uint64_t> Hash(const ModuleRef&) override { return ++asked; }
    uint64_t asked = 0;
  } hashes(ctx);
  ExpectFinding("structural_equality", hashes, FindingClass::kHashDiffers);
}

TEST_F(StructuralEqualityTest, LeavesOutWhatAReaderTakesForTheSame) {
  struct Reader : Wrapper {
    using Wrapper::Wrapper;
    SubjectTraits Traits() const override { return {.takes_text = true}; }
    Answer<ModuleRef> Import(const Module& module) override {
      if (first == nullptr) first = &module;
      return inner->Import(*first);
    }
    const Module* first = nullptr;
  } reader(ctx);
  Verdict verdict = Ask("structural_equality", reader);
  EXPECT_TRUE(std::holds_alternative<Agree>(verdict));
  struct Blind : Reader {
    using Reader::Reader;
    Answer<ModuleRef> Import(const Module& module) override { return inner->Import(module); }
    std::optional<ModuleDifference> Difference(const ModuleRef&, const ModuleRef&) override { return std::nullopt; }
  } blind(ctx);
  ExpectFinding("structural_equality", blind, FindingClass::kEqual);
}

TEST_F(StructuralEqualityTest, SeesWhatIsNotANumberDifferFromItself) {
  constexpr std::string_view kWithFloat = R"(
@R.function
def main(x: R.Tensor((2, 3), dtype="float32")):
    y = R.clip(x, R.prim_value(T.float32(0)), R.prim_value(T.float32(2)))
    return y
)";
  auto parsed = ParseModule(ctx, "case.py", std::string(kWithFloat));
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  c.module = *parsed;
  ExpectAgree("structural_equality");
  struct ByValue : Wrapper {
    using Wrapper::Wrapper;
    std::optional<ModuleDifference> Difference(const ModuleRef& a, const ModuleRef& b) override {
      bool both = inner->Print(a).find("nan") != std::string::npos && inner->Print(b).find("nan") != std::string::npos;
      return both ? ModuleDifference{"a float"} : inner->Difference(a, b);
    }
  } by_value(ctx);
  ExpectFinding("structural_equality", by_value, FindingClass::kDiffers);
}

}  // namespace
}  // namespace assay
