// The table of refusals' kinds: each has a spelling of its own that is read back, and says what it means.
#include "oracles/core/refusal.h"

#include <set>

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(RefusalKinds, EachIsReadBackFromItsName) {
  std::set<std::string_view> names;
  for (size_t i = 0; i < AllRefusalKinds().size(); ++i) {
    const auto kind = static_cast<RefusalKind>(i);
    EXPECT_TRUE(names.insert(RefusalKindName(kind)).second) << RefusalKindName(kind);
    EXPECT_FALSE(AllRefusalKinds()[i].doc.empty()) << RefusalKindName(kind);
    Result<RefusalKind> read = RefusalKindNamed(RefusalKindName(kind));
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(*read, kind);
  }
  Result<RefusalKind> unknown = RefusalKindNamed("will not");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().message, "invalid kind of refusal: expected one such as \"bad_input\", got \"will not\"");
}

}  // namespace
}  // namespace assay
