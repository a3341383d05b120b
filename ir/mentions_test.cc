// Which expressions, statements and types mention a variable.
#include "ir/mentions.h"

#include <gtest/gtest.h>

#include "ir/builder.h"

namespace assay {
namespace {

class MentionsTest : public testing::Test {
 protected:
  const Expr* Plus(const Expr* a, const Expr* b) { return MakeBinary(ctx_, NodeKind::kAdd, a, b); }

  Context ctx_;
  const Var* i_ = MakeVar(ctx_, "i", DType::Int(64));
  const Var* j_ = MakeVar(ctx_, "j", DType::Int(64));
  const Var* n_ = MakeVar(ctx_, "n", DType::Int(64));
  const Buffer* buffer_ = MakeBuffer(ctx_, "A", DType::Float(32), std::vector<const Expr*>{n_});
  const Expr* load_ = MakeLoad(ctx_, buffer_, std::vector<const Expr*>{i_});
  const Var* tensor_ = MakeVar(ctx_, "x", MakeTensorType(ctx_, std::vector<const Expr*>{n_}, DType::Float(32)));
};

TEST_F(MentionsTest, EachKindOfPlace) {
  struct Case {
    const char* name;
    const Node* root;
    const Node* what;
    bool with_types, without;
  };
  const Expr* sum = Plus(MakeInt(ctx_, 1), Plus(i_, i_));
  const Case cases[] = {
      {"itself", i_, i_, true, true},
      {"an operand", sum, i_, true, true},
      {"another variable of that name", sum, MakeVar(ctx_, "i", DType::Int(64)), false, false},
      {"an index", load_, i_, true, true},
      {"a buffer", load_, buffer_, true, true},
      {"a dimension of a buffer", load_, n_, true, true},
      {"the data of a buffer", load_, buffer_->data, true, true},
      {"a dimension of a type", tensor_, n_, true, false},
      {"nothing there", load_, j_, false, false},
      {"nothing", nullptr, i_, false, false},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(Mentions(one.root, one.what), one.with_types) << one.name;
    EXPECT_EQ(Mentions(one.root, one.what, Types::kSkip), one.without) << one.name;
  }
}

TEST_F(MentionsTest, AnyOfSeveral) {
  std::vector<const Var*> list{j_, i_};
  EXPECT_TRUE(MentionsAny(load_, list));
  EXPECT_TRUE(MentionsAny(load_, VarSet{j_, n_}));
  EXPECT_FALSE(MentionsAny(load_, VarSet{j_}));
  EXPECT_FALSE(MentionsAny(load_, VarSet{}));
  EXPECT_TRUE(MentionsAny(tensor_, [&](const Var* var) { return var == n_; }));
  EXPECT_FALSE(MentionsAny(tensor_, [&](const Var* var) { return var == n_; }, Types::kSkip));
}

// What is shared many times over is looked at once.
TEST_F(MentionsTest, SharedNodesCostNothing) {
  const Expr* sum = i_;
  for (int depth = 0; depth < 100; ++depth) sum = Plus(sum, sum);
  EXPECT_FALSE(Mentions(sum, j_));
  EXPECT_TRUE(Mentions(sum, i_));
}

}  // namespace
}  // namespace assay
