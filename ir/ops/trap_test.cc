// The table of traps' kinds: each has a spelling of its own that is read back, and says what it means.
#include "ir/ops/trap.h"

#include <set>

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(TrapKinds, EachIsReadBackFromItsName) {
  std::set<std::string_view> names;
  for (size_t i = 0; i < AllTrapKinds().size(); ++i) {
    const auto kind = static_cast<TrapKind>(i);
    EXPECT_TRUE(names.insert(TrapKindName(kind)).second) << TrapKindName(kind);
    EXPECT_EQ(TrapKindNamed(TrapKindName(kind)), kind);
    EXPECT_FALSE(AllTrapKinds()[i].doc.empty()) << TrapKindName(kind);
  }
  EXPECT_EQ(TrapKindNamed("out of bounds"), std::nullopt);
}

}  // namespace
}  // namespace assay
