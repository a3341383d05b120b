// Structural equality and hash, on modules made by builders: renaming, free variables, NaN, sharing, first differences.
#include "ir/equal.h"

#include <cmath>

#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/rewrite.h"

namespace assay {
namespace {

class EqualTest : public testing::Test {
 protected:
  // def f(x: Tensor((n, 2))) -> Tensor((n, 2)): y = relax.op(x, x); return y
  const Function* MakeFn(std::string_view n_name, std::string_view x_name, std::string_view op = "relax.add") {
    const Var* n = MakeVar(ctx, n_name, DType::Int(64));
    const Type* type = MakeTensorType(ctx, {n, MakeInt(ctx, 2)}, DType::Float(32));
    const Var* x = MakeVar(ctx, x_name, type);
    const Var* y = MakeVar(ctx, "y", type);
    const Call* call = MakeCall(ctx, ctx.InternOp(op, nullptr), {x, x}, nullptr, {}, type);
    const BindingBlock* block = MakeBlock(ctx, {MakeBinding(ctx, y, call)}, false);
    return MakeFunction(ctx, {x}, MakeSeq(ctx, {block}, y), type);
  }
  Context ctx;
};

TEST_F(EqualTest, RenamingDoesNotMatter) {
  const Function *a = MakeFn("n", "x"), *b = MakeFn("m", "input");
  EXPECT_TRUE(Equal(a, b));
  EXPECT_EQ(StructuralHash(a), StructuralHash(b));
  EXPECT_FALSE(Equal(a, b, {.map_free_vars = false, .compare_names = true}));
}

// A pass that writes a block twice shares what its annotation says, and a reader makes two of it.
TEST_F(EqualTest, WhatHasItsOwnVariablesMayStandTwice) {
  auto map = [&](DType dtype, int64_t step) {
    const Var* i = MakeVar(ctx, "i", dtype);
    auto* made = ctx.arena.New<IndexMap>();
    made->initial_indices = ctx.Copy(std::vector<const Var*>{i});
    made->final_indices =
        ctx.Copy(std::vector<const Expr*>{MakeBinary(ctx, NodeKind::kAdd, i, MakeInt(ctx, step, dtype))});
    return MakeAttrNode(ctx, made);
  };
  DType narrow = DType::Int(32), wide = DType::Int(64);
  const Attr* once = map(wide, 1);
  const Node *shared = MakeAttrList(ctx, {once, once}), *apart = MakeAttrList(ctx, {map(wide, 1), map(wide, 1)});
  EXPECT_TRUE(Equal(shared, apart));
  EXPECT_TRUE(Equal(apart, shared));
  EXPECT_EQ(StructuralHash(shared), StructuralHash(apart));
  for (const Attr* other : {map(wide, 2), map(narrow, 1)}) {
    const Node* unlike = MakeAttrList(ctx, {map(wide, 1), other});
    EXPECT_FALSE(Equal(shared, unlike));
    EXPECT_FALSE(Equal(unlike, shared));
  }
}

TEST_F(EqualTest, FirstDifferenceHasAPath) {
  auto found = FirstDifference(MakeFn("n", "x"), MakeFn("n", "x", "relax.multiply"));
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->path, "body.blocks[0].bindings[0].value.op.name");
  EXPECT_EQ(found->left, "\"relax.add\"");
  EXPECT_EQ(found->right, "\"relax.multiply\"");
}

TEST_F(EqualTest, FreeVariablesCompareByIdentityUnlessMapped) {
  const Var *a = MakeVar(ctx, "a", DType::Int(64)), *b = MakeVar(ctx, "b", DType::Int(64));
  const Expr* sum_a = MakeBinary(ctx, NodeKind::kAdd, a, a);
  const Expr* sum_b = MakeBinary(ctx, NodeKind::kAdd, b, b);
  const Expr* mixed = MakeBinary(ctx, NodeKind::kAdd, b, a);
  EXPECT_FALSE(Equal(sum_a, sum_b));
  EXPECT_TRUE(Equal(sum_a, sum_b, {.map_free_vars = true, .compare_names = false}));
  EXPECT_FALSE(Equal(sum_a, mixed, {.map_free_vars = true, .compare_names = false}));
}

TEST_F(EqualTest, LocalFunctionsMayCallThemselves) {
  auto make = [&](std::string_view name) {
    const Type* type = MakeTensorType(ctx, std::vector<const Expr*>{MakeInt(ctx, 2)}, DType::Float(32));
    const Var* self = MakeVar(ctx, name, MakeFuncType(ctx, {type}, type, true));
    const Var *x = MakeVar(ctx, "x", type), *y = MakeVar(ctx, "y", type);
    const BindingBlock* again =
        MakeBlock(ctx, {MakeBinding(ctx, y, MakeCall(ctx, self, {x}, nullptr, {}, type))}, false);
    const Function* local = MakeFunction(ctx, {x}, MakeSeq(ctx, {again}, y), type);
    const BindingBlock* block = MakeBlock(ctx, {MakeBinding(ctx, self, local)}, false);
    const Var* a = MakeVar(ctx, "a", type);
    return MakeFunction(ctx, {a}, MakeSeq(ctx, {block}, a), type);
  };
  EXPECT_TRUE(Equal(make("f"), make("g")));
}

TEST_F(EqualTest, NaNEqualsItselfAndZerosDiffer) {
  EXPECT_TRUE(Equal(MakeFloat(ctx, NAN), MakeFloat(ctx, NAN)));
  EXPECT_EQ(StructuralHash(MakeFloat(ctx, NAN)), StructuralHash(MakeFloat(ctx, -NAN)));
  EXPECT_FALSE(Equal(MakeFloat(ctx, 0.0), MakeFloat(ctx, -0.0)));
}

TEST_F(EqualTest, DtypesOfImmediatesCount) {
  EXPECT_FALSE(Equal(MakeInt(ctx, 1, DType::Int(32)), MakeInt(ctx, 1, DType::Int(64))));
}

TEST_F(EqualTest, SharedAndCopiedSubtreesAreEqualAndHashAlike) {
  const Expr* one = MakeInt(ctx, 1);
  const Expr* shared = MakeBinary(ctx, NodeKind::kAdd, one, one);
  const Expr* copied = MakeBinary(ctx, NodeKind::kAdd, MakeInt(ctx, 1), MakeInt(ctx, 1));
  EXPECT_TRUE(Equal(shared, copied));
  EXPECT_EQ(StructuralHash(shared), StructuralHash(copied));
}

TEST_F(EqualTest, SharingIsNotExponentialAndDepthDoesNotRecurse) {
  const Expr *a = MakeVar(ctx, "a", DType::Int(64)), *b = a;
  for (int i = 0; i < 20000; ++i) {
    a = MakeBinary(ctx, NodeKind::kAdd, a, a);
    b = MakeBinary(ctx, NodeKind::kAdd, b, b);
  }
  EXPECT_TRUE(Equal(a, b));
  EXPECT_EQ(StructuralHash(a), StructuralHash(b));
  EXPECT_FALSE(Equal(a, MakeBinary(ctx, NodeKind::kAdd, b, b)));
}

TEST_F(EqualTest, ModulesPairFunctionsByName) {
  std::vector<ModuleEntry> ab = {{MakeGlobalVar(ctx, "a"), MakeFn("n", "x")},
                                 {MakeGlobalVar(ctx, "b"), MakeFn("n", "x", "relax.exp")}};
  std::vector<ModuleEntry> ba = {ab[1], ab[0]};
  Module first = WithEntries(ctx, {}, ab), second = WithEntries(ctx, {}, ba);
  EXPECT_TRUE(Equal(first, second));
  EXPECT_EQ(StructuralHash(first), StructuralHash(second));
  Module fewer = WithEntries(ctx, {}, {ab[0]});
  EXPECT_EQ(FirstDifference(first, fewer)->path, "b");
}

TEST_F(EqualTest, SubstitutionChangesExactlyTheVariable) {
  const Var *n = MakeVar(ctx, "n", DType::Int(64)), *m = MakeVar(ctx, "m", DType::Int(64));
  const Expr* e = MakeBinary(ctx, NodeKind::kMul, n, m);
  const Expr* substituted = SubstituteIn(ctx, e, {{n, MakeInt(ctx, 4)}});
  EXPECT_TRUE(Equal(substituted, MakeBinary(ctx, NodeKind::kMul, MakeInt(ctx, 4), m)));
  EXPECT_EQ(SubstituteIn(ctx, e, {{MakeVar(ctx, "k", DType::Int(64)), m}}), e) << "nothing to replace: the very node";
}

TEST_F(EqualTest, RewritesFollowVariablesIntoTypes) {
  const Var* n = MakeVar(ctx, "n", DType::Int(64));
  const Var* x = MakeVar(ctx, "x", MakeTensorType(ctx, std::vector<const Expr*>{n}, DType::Float(32)));
  const Expr* pair = MakeTuple(ctx, {x, x});
  const auto* out = As<Tuple>(SubstituteIn(ctx, pair, {{n, MakeInt(ctx, 3)}}));
  ASSERT_NE(out, nullptr);
  EXPECT_EQ(out->fields[0], out->fields[1]) << "one variable stays one variable";
  std::vector<const Expr*> three = {MakeInt(ctx, 3)};
  EXPECT_TRUE(Equal(out->fields[0]->type, MakeTensorType(ctx, three, DType::Float(32))));
}

}  // namespace
}  // namespace assay
