#include "ir/module.h"

#include <gtest/gtest.h>

#include "ir/builder.h"

namespace assay {
namespace {

// Functions f0, f1, … that are told apart by what they return.
Module ManyFunctions(Context& ctx, int count, int64_t first) {
  std::vector<ModuleEntry> entries;
  for (int i = 0; i < count; ++i) {
    const Expr* result = MakeInt(ctx, first + i);
    const Function* func = MakeFunction(ctx, {}, MakeSeq(ctx, {}, result), result->type);
    entries.push_back({MakeGlobalVar(ctx, "f" + std::to_string(i)), func});
  }
  return WithEntries(ctx, {}, entries);
}
int64_t ResultOf(const Expr* func) { return AsInt(As<Function>(func)->body->body)->value; }

TEST(ModuleTest, FindsInModulesOfAnySize) {
  Context ctx;
  for (int count : {1, 63, 64, 500}) {
    Module module = ManyFunctions(ctx, count, 0);
    for (int i = 0; i < count; ++i) EXPECT_EQ(ResultOf(module.Find("f" + std::to_string(i))), i);
    EXPECT_EQ(module.Find("f" + std::to_string(count)), nullptr);
    EXPECT_EQ(module.Find(""), nullptr);
  }
}

TEST(ModuleTest, FindsInTheModuleThatIsAsked) {
  Context ctx;
  Module one = ManyFunctions(ctx, 100, 0), other = ManyFunctions(ctx, 100, 1000);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(ResultOf(one.Find("f" + std::to_string(i))), i);
    EXPECT_EQ(ResultOf(other.Find("f" + std::to_string(i))), 1000 + i);
  }
}

// Entries that come to lie where others lay, under other names.
TEST(ModuleTest, FindsWhereAnotherModuleWas) {
  Context ctx;
  std::vector<ModuleEntry> entries(100);
  Module reused;
  reused.entries = entries;
  for (int iteration = 0; iteration < 3; ++iteration) {
    for (int i = 0; i < 100; ++i) {
      entries[static_cast<size_t>(i)] = {MakeGlobalVar(ctx, "f" + std::to_string((i + 7 * iteration) % 100)),
                                         ManyFunctions(ctx, 1, i).entries[0].func};
    }
    for (int i = 0; i < 100; ++i) EXPECT_EQ(ResultOf(reused.Find("f" + std::to_string((i + 7 * iteration) % 100))), i);
  }
}

}  // namespace
}  // namespace assay
