// Linear forms of indices, with divisions, and how places move with a variable.
#include "ir/arith/linear_form.h"

#include <gtest/gtest.h>

#include "ir/builder.h"

namespace assay {
namespace {

// Takes everything as a number.
class Numbers : public LinearReader {
 protected:
  bool IsNumber(const LinearForm&, const Expr*) const override { return true; }
};
// Sums and products alone, as they hold modulo the width; the rest stands for variables.
class Atoms : public LinearReader {
 protected:
  MaybeLinear OfOther(const Expr* e) const override { return LinearForm{{{e}}, {0, 0}}; }
};

class LinearFormTest : public testing::Test {
 protected:
  const Expr* Number(int64_t value) { return MakeInt(ctx_, value); }
  const Expr* Make(NodeKind kind, const Expr* a, const Expr* b) { return MakeBinary(ctx_, kind, a, b); }
  const Expr* Plus(const Expr* a, const Expr* b) { return Make(NodeKind::kAdd, a, b); }
  const Expr* Minus(const Expr* a, const Expr* b) { return Make(NodeKind::kSub, a, b); }
  const Expr* Times(const Expr* a, int64_t b) { return Make(NodeKind::kMul, a, Number(b)); }
  const Expr* Over(const Expr* a, int64_t b) { return Make(NodeKind::kFloorDiv, a, Number(b)); }
  const Expr* Mod(const Expr* a, int64_t b) { return Make(NodeKind::kFloorMod, a, Number(b)); }

  Context ctx_;
  const Var* i_ = MakeVar(ctx_, "i", DType::Int(64));
  const Var* j_ = MakeVar(ctx_, "j", DType::Int(64));
  const Var* k_ = MakeVar(ctx_, "k", DType::Int(8));
};

struct Form {
  std::vector<LinearTerm> terms;
  Interval rest;
};

TEST_F(LinearFormTest, Forms) {
  struct Case {
    const char* name;
    const Expr* e;
    std::optional<Form> form;
  };
  const Case cases[] = {
      {"a sum", Plus(Times(i_, 4), Minus(j_, Number(3))), Form{{{i_, 1, 0, 4}, {j_, 1, 0, 1}}, {-3, -3}}},
      {"what goes away", Minus(Plus(i_, j_), i_), Form{{{j_, 1, 0, 1}}, {0, 0}}},
      {"minus", Minus(Number(3), Times(i_, 2)), Form{{{i_, 1, 0, -2}}, {3, 3}}},
      {"times 0", Times(i_, 0), Form{{}, {0, 0}}},
      {"a product of two", Make(NodeKind::kMul, i_, j_), std::nullopt},
      {"a quotient", Over(i_, 4), Form{{{i_, 4, 0, 1}}, {0, 0}}},
      {"of a quotient", Over(Over(i_, 4), 3), Form{{{i_, 12, 0, 1}}, {0, 0}}},
      {"a remainder", Mod(i_, 4), Form{{{i_, 1, 4, 1}}, {0, 0}}},
      {"of a remainder", Mod(Mod(i_, 12), 4), Form{{{i_, 1, 4, 1}}, {0, 0}}},
      {"of a quotient's", Mod(Over(i_, 4), 3), Form{{{i_, 4, 3, 1}}, {0, 0}}},
      {"a remainder that is no multiple", Mod(Mod(i_, 6), 4), Form{{}, {0, 3}}},
      {"what is below the divisor", Over(Mod(i_, 4), 4), Form{{}, {0, 0}}},
      {"multiples", Over(Plus(Times(i_, 8), Number(-3)), 4), Form{{{i_, 1, 0, 2}}, {-1, -1}}},
      {"what multiples leave", Mod(Plus(Times(i_, 8), Number(-3)), 4), Form{{}, {1, 1}}},
      {"a sum that is none", Over(Plus(i_, Number(1)), 4), std::nullopt},
      {"by a negative number", Over(i_, -4), std::nullopt},
      {"by 0", Mod(i_, 0), std::nullopt},
      {"least", Over(Number(INT64_MIN), 2), Form{{}, {INT64_MIN / 2, INT64_MIN / 2}}},
      {"what leaves int64", Plus(Number(INT64_MAX), Number(1)), std::nullopt},
      {"what is negated and leaves it", Minus(i_, Number(INT64_MIN)), std::nullopt},
      {"a factor that leaves it", Times(Times(i_, INT64_MAX), 2), std::nullopt},
      {"a narrow one", k_, Form{{{k_, 1, 0, 1}}, {0, 0}}},
      {"what int64 may not hold", MakeVar(ctx_, "u", DType::UInt(64)), std::nullopt},
      {"no integer", MakeVar(ctx_, "x", DType::Float(32)), std::nullopt},
      {"another function", Make(NodeKind::kMin, i_, j_), std::nullopt},
  };
  for (const Case& one : cases) {
    MaybeLinear form = Numbers().Of(one.e);
    ASSERT_EQ(form.has_value(), one.form.has_value()) << one.name;
    if (!form) continue;
    EXPECT_TRUE(std::ranges::is_permutation(form->terms, one.form->terms)) << one.name;
    EXPECT_EQ(form->rest, one.form->rest) << one.name << ": " << form->rest.low << " " << form->rest.high;
  }
}

// What is no sum is one thing, wherever it stands.
TEST_F(LinearFormTest, AtomsAreToldByWhatTheyAre) {
  MaybeLinear form = Atoms().Of(Plus(Over(i_, 4), Times(Over(i_, 4), 2)));
  ASSERT_TRUE(form);
  ASSERT_EQ(form->terms.size(), 1);
  EXPECT_EQ(form->terms[0].factor, 3);
  EXPECT_EQ(form->FactorOf(i_), 0) << "it is inside";
  EXPECT_EQ(Numbers().Of(Over(i_, 4))->FactorOf(i_), std::nullopt) << "it is divided";
  EXPECT_EQ(Numbers().Of(Times(i_, -5))->FactorOf(i_), -5);
  LinearForm twice{{{i_, 1, 0, 3}, {j_}, {i_, 1, 0, -3}}, {0, 0}};
  EXPECT_EQ(twice.FactorOf(i_), 0) << "in two terms";
  EXPECT_EQ((LinearForm{{{i_, 1, 0, INT64_MAX}, {i_}}, {0, 0}}.FactorOf(i_)), std::nullopt) << "beyond int64";
}

TEST_F(LinearFormTest, PlacesThatMove) {
  struct Case {
    const char* name;
    std::vector<const Expr*> places;
    bool apart;
  };
  const Case cases[] = {
      {"one", {Times(i_, 4)}, true},
      {"within the step", {Times(i_, 4), Plus(Times(i_, 4), Number(3))}, true},
      {"as far as the step", {Times(i_, 4), Plus(Times(i_, 4), Number(4))}, false},
      {"backwards", {Minus(j_, Times(i_, 4)), Minus(Plus(j_, Number(3)), Times(i_, 4))}, true},
      {"backwards as far as the step", {Minus(j_, Times(i_, 4)), Minus(Plus(j_, Number(4)), Times(i_, 4))}, false},
      {"other factors", {Times(i_, 4), Times(i_, 5)}, false},
      {"something else between", {Plus(i_, j_), i_}, false},
      {"no move", {j_, j_}, false},
      {"a quotient", {Over(i_, 4)}, false},
      {"from end to end", {Number(INT64_MIN), Number(INT64_MAX)}, false},
  };
  for (const Case& one : cases) {
    std::vector<LinearForm> places;
    for (const Expr* place : one.places) places.push_back(*Numbers().Of(place));
    std::optional<CommonMove> move = MoveOf(i_, places);
    EXPECT_EQ(move && move->KeepsDisjoint(), one.apart) << one.name;
  }
}

}  // namespace
}  // namespace assay
