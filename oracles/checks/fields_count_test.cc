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

}  // namespace
}  // namespace assay
