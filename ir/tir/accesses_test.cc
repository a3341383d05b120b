// Which loads and stores stand below a node, in which order.
#include "ir/tir/accesses.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/builder.h"

namespace assay {
namespace {

class TirAccessesTest : public testing::Test {
 protected:
  const Expr* Load(const Buffer* buffer, const Expr* index) {
    return MakeLoad(ctx_, buffer, std::vector<const Expr*>{index});
  }
  const Stmt* Store(const Buffer* buffer, const Expr* index, const Expr* value) {
    return MakeStore(ctx_, buffer, value, std::vector<const Expr*>{index});
  }
  const Buffer* Of(std::string_view name, const Expr* size) {
    return MakeBuffer(ctx_, name, DType::Int(32), std::vector<const Expr*>{size});
  }
  static std::string TextOf(const Node* root) {
    std::string text;
    ForEachAccess(root, [&](const ElementAccess& access) {
      text +=
          fmt::format("{}{}{} ", access.writes ? "write " : "read ", access.buffer->name.text(), access.indices.size());
    });
    return text;
  }

  Context ctx_;
  const Var* i_ = MakeVar(ctx_, "i", DType::Int(32));
  const Buffer* a_ = Of("a", MakeInt(ctx_, 4));
  const Buffer* b_ = Of("b", MakeInt(ctx_, 4));
  // Its size is read from memory.
  const Buffer* c_ = Of("c", Load(a_, i_));
};

TEST_F(TirAccessesTest, AllThatStandBelow) {
  struct Case {
    const char* name;
    const Node* root;
    const char* accesses;
  };
  const Expr* nested = Load(b_, Load(a_, i_));
  const Case cases[] = {
      {"nothing", nullptr, ""},
      {"a variable", i_, ""},
      {"a load", Load(a_, i_), "read a1 "},
      {"an index", nested, "read b1 read a1 "},
      {"a store before what it stores", Store(a_, i_, nested), "write a1 read b1 read a1 "},
      {"two places", MakeBinary(ctx_, NodeKind::kAdd, Load(a_, i_), Load(a_, i_)), "read a1 read a1 "},
      {"a loop", MakeFor(ctx_, i_, Load(b_, MakeInt(ctx_, 0)), Store(a_, i_, i_)), "read b1 write a1 "},
      {"no size of a buffer", Load(c_, i_), "read c1 "},
  };
  for (const Case& one : cases) EXPECT_EQ(TextOf(one.root), one.accesses) << one.name;
}

TEST_F(TirAccessesTest, AnyStopsWhereItFindsOne) {
  const Stmt* store = Store(a_, i_, Load(b_, Load(a_, i_)));
  int asked = 0;
  auto reads = [&](const Buffer* buffer) {
    asked = 0;
    return AnyAccess(store, [&](const ElementAccess& access) {
      ++asked;
      return !access.writes && access.buffer == buffer;
    });
  };
  EXPECT_TRUE(reads(b_));
  EXPECT_EQ(asked, 2);
  EXPECT_TRUE(reads(a_));
  EXPECT_EQ(asked, 3);
  EXPECT_FALSE(reads(c_));
  EXPECT_FALSE(AnyAccess(nullptr, [](const ElementAccess&) { return true; }));
}

}  // namespace
}  // namespace assay
