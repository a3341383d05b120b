#include "ir/support/pointer_map.h"

#include <gtest/gtest.h>

#include <unordered_map>

namespace assay {
namespace {

TEST(PointerMapTest, FindsWhatWasInsertedAndNothingElse) {
  std::vector<int> objects(5000);
  PointerMap<int, uint32_t> map;
  EXPECT_EQ(map.Find(&objects[0]), nullptr);
  std::unordered_map<const int*, uint32_t> want;
  // Every third object, in an order that is not that of addresses.
  for (size_t i = 0; i < objects.size(); i += 3) {
    const int* key = &objects[(i * 7) % objects.size()];
    auto [value, fresh] = map.Insert(key, static_cast<uint32_t>(i));
    EXPECT_EQ(fresh, want.emplace(key, static_cast<uint32_t>(i)).second);
    EXPECT_EQ(*value, want.at(key));
  }
  EXPECT_EQ(map.size(), want.size());
  for (const int& object : objects) {
    const uint32_t* found = map.Find(&object);
    auto expected = want.find(&object);
    ASSERT_EQ(found != nullptr, expected != want.end());
    if (found != nullptr) EXPECT_EQ(*found, expected->second);
  }
}

TEST(PointerMapTest, AKnownKeyKeepsItsValue) {
  int object = 0;
  PointerMap<int, int> map;
  EXPECT_TRUE(map.Insert(&object, 1).second);
  EXPECT_FALSE(map.Insert(&object, 2).second);
  EXPECT_EQ(*map.Find(&object), 1);
  EXPECT_EQ(map.size(), 1u);
}

}  // namespace
}  // namespace assay
