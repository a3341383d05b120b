#include "ir/arith/analyzer.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <map>

#include "ir/support/byte_source.h"
#include "ir/tensor/scalar.h"

namespace assay {
namespace {

// Expressions written as C++ writes them; // is FloorDiv through Over, % FloorMod.
struct E {
  Context* ctx;
  const Expr* e;
};
E Node(NodeKind kind, E a, E b) { return {a.ctx, MakeBinary(*a.ctx, kind, a.e, b.e)}; }
E Lit(E like, int64_t value) { return {like.ctx, MakeInt(*like.ctx, value, DTypeOf(like.e))}; }
E operator+(E a, E b) { return Node(NodeKind::kAdd, a, b); }
E operator-(E a, E b) { return Node(NodeKind::kSub, a, b); }
E operator*(E a, E b) { return Node(NodeKind::kMul, a, b); }
E operator%(E a, E b) { return Node(NodeKind::kFloorMod, a, b); }
E Over(E a, E b) { return Node(NodeKind::kFloorDiv, a, b); }
E operator+(E a, int64_t b) { return a + Lit(a, b); }
E operator-(E a, int64_t b) { return a - Lit(a, b); }
E operator*(E a, int64_t b) { return a * Lit(a, b); }
E operator%(E a, int64_t b) { return a % Lit(a, b); }
E operator*(int64_t a, E b) { return Lit(b, a) * b; }
E operator-(int64_t a, E b) { return Lit(b, a) - b; }
E Over(E a, int64_t b) { return Over(a, Lit(a, b)); }

std::string_view SymbolOf(NodeKind kind) {
  switch (kind) {
    case NodeKind::kAdd: return "+";
    case NodeKind::kSub: return "-";
    case NodeKind::kMul: return "*";
    case NodeKind::kFloorDiv: return "//";
    case NodeKind::kFloorMod: return "%";
    case NodeKind::kMin: return "min";
    case NodeKind::kMax: return "max";
    // other kinds: no test writes them
    default: return "?";
  }
}
// Fully bracketed text.
std::string Show(const Expr* e) {
  if (const auto* imm = AsInt(e)) return std::to_string(imm->value);
  if (const auto* var = As<Var>(e)) return var->name.str();
  const BinaryExpr* binary = AsBinary(e);
  return fmt::format("({} {} {})", Show(binary->a), SymbolOf(e->kind), Show(binary->b));
}

class AnalyzerTest : public testing::Test {
 protected:
  E Var64(std::string_view name) { return {&ctx, MakeVar(ctx, name, DType::Int(64))}; }
  std::string Simple(E e) { return Show(Simplify(ctx, e.e)); }
  bool Same(E a, E b) { return ProveEqual(ctx, a.e, b.e); }

  Context ctx;
  E n = Var64("n"), m = Var64("m"), k = Var64("k");
};

// The expected texts are what TVM's analyzer prints for the same input.
TEST_F(AnalyzerTest, TextsOfSums) {
  EXPECT_EQ(Simple(4 * (m * n)), "((m * n) * 4)");
  EXPECT_EQ(Simple(n + n), "(n * 2)");
  EXPECT_EQ(Simple(Lit(n, 1) + n), "(n + 1)");
  EXPECT_EQ(Simple(n * 2 + 1 - n), "(n + 1)");
  EXPECT_EQ(Simple(1 - n), "(1 - n)");
  EXPECT_EQ(Simple(m + n - 1), "((m + n) - 1)");
  EXPECT_EQ(Simple((n - 2) * 4), "((n * 4) - 8)");
  EXPECT_EQ(Simple(Lit(n, -2) * n + 5), "(5 - (n * 2))");
  EXPECT_EQ(Simple(n + m * 2 + 3 + k), "((((m * 2) + n) + k) + 3)");
  EXPECT_EQ(Simple(k + n * 3 - m * 2 - 5), "((((n * 3) + k) - (m * 2)) - 5)");
  EXPECT_EQ(Simple(n * m + m * n), "((n * m) * 2)");
  EXPECT_EQ(Simple(n * 8 - n * 3), "(n * 5)");
  EXPECT_EQ(Simple((n + 1) * (m + 2)), "((n + 1) * (m + 2))");
  EXPECT_EQ(Simple((n + m) * k), "((n + m) * k)");
}

TEST_F(AnalyzerTest, TextsOfDivisions) {
  EXPECT_EQ(Simple(Over(n * 4 + 3, 4)), "n");
  EXPECT_EQ(Simple(Over(n * 4, 2)), "(n * 2)");
  EXPECT_EQ(Simple(Over(n * 4 + m, 4)), "((m // 4) + n)");
  EXPECT_EQ(Simple((n * 4 + m) % 4), "(m % 4)");
  EXPECT_EQ(Simple(n % 1), "0");
  EXPECT_EQ(Simple(Over(n + 3, 4) * 4), "(((n + 3) // 4) * 4)");
  EXPECT_EQ(Simple(Over(n - 1, 2) + 1), "(((n - 1) // 2) + 1)");
  EXPECT_EQ(Simple(Over(Over(n, 2), 3)), "(n // 6)");
  EXPECT_EQ(Simple(Over(n, 2) * 2 + n % 2), "n");
  EXPECT_EQ(Simple(Over(n * 6, 4)), "((n * 6) // 4)");
  EXPECT_EQ(Simple(Over(n * m, m)), "n");
  EXPECT_EQ(Simple(Over(n + 4, 4)), "((n // 4) + 1)");
  EXPECT_EQ(Simple((n + 4) % 4), "(n % 4)");
  EXPECT_EQ(Simple((n * 8 + 5) % 4), "1");
  EXPECT_EQ(Simple(Over(n * 2 + m * 4, 2)), "((m * 2) + n)");
}

TEST_F(AnalyzerTest, MinAndMaxByDifference) {
  EXPECT_EQ(Simple(Node(NodeKind::kMin, n, n + 1)), "n");
  EXPECT_EQ(Simple(Node(NodeKind::kMax, n, n - 3)), "n");
  EXPECT_EQ(Simple(Node(NodeKind::kMax, n, Lit(n, 1)) + 1 - 1), "(n max 1)");
}

TEST_F(AnalyzerTest, DivisionByZeroStays) {
  EXPECT_EQ(Simple(Over(Lit(n, 4), 0)), "(4 // 0)");
  EXPECT_EQ(Simple(n % 0), "(n % 0)");
}

// Two loads of one buffer still are of one buffer afterwards, whatever its shape could be simplified to.
TEST_F(AnalyzerTest, BuffersStayTheSame) {
  const Expr* n = MakeVar(ctx, "n", DType::Int(64));
  const Expr* odd =
      MakeBinary(ctx, NodeKind::kAdd, MakeBinary(ctx, NodeKind::kMul, n, MakeInt(ctx, 1)), MakeInt(ctx, 0));
  const Buffer* buffer = MakeBuffer(ctx, "b", DType::Int(64), {odd});
  const Expr* load = MakeLoad(ctx, buffer, {MakeInt(ctx, 0)});
  const auto* simplified = As<BufferLoad>(Simplify(ctx, MakeBinary(ctx, NodeKind::kAdd, load, MakeInt(ctx, 0))));
  ASSERT_NE(simplified, nullptr);
  EXPECT_EQ(simplified->buffer, buffer);
}

TEST_F(AnalyzerTest, Proofs) {
  EXPECT_TRUE(Same(n * m, m * n));
  EXPECT_TRUE(Same((n + 1) * (m + 1), n * m + m + n + 1));
  EXPECT_TRUE(Same(Over(n - 1, 2) + 1, Over(n + 1, 2)));
  EXPECT_TRUE(Same(Over(n * 6, 4), Over(n * 3, 2)));
  EXPECT_FALSE(Same(n, m));
  EXPECT_FALSE(Same(n, n + 1));
  EXPECT_TRUE(ProveUnequal(ctx, n.e, (n + 1).e));
  EXPECT_FALSE(ProveUnequal(ctx, n.e, m.e));
  // What divides all coefficients must divide the constant.
  EXPECT_TRUE(ProveUnequal(ctx, (n * 6 + m * 4).e, MakeInt(ctx, 3)));
  EXPECT_FALSE(ProveUnequal(ctx, (n * 6 + m * 4).e, MakeInt(ctx, 2)));
  EXPECT_FALSE(ProveUnequal(ctx, (n * 6 + m * 5).e, MakeInt(ctx, 3)));
  // Of what wraps coefficients are remainders: 255 is -1, and 3 * x takes every value.
  for (DType dtype : {DType::UInt(8), DType::UInt(32), DType::UInt(64), DType::Int(8)}) {
    E x{&ctx, MakeVar(ctx, "x", dtype)};
    EXPECT_FALSE(ProveUnequal(ctx, Lit(x, 7).e, x.e)) << DTypeName(dtype);
    EXPECT_FALSE(ProveUnequal(ctx, Lit(x, 7).e, Node(NodeKind::kMul, x, Lit(x, 3)).e)) << DTypeName(dtype);
    EXPECT_TRUE(ProveUnequal(ctx, Lit(x, 7).e, Node(NodeKind::kMul, x, Lit(x, 6)).e)) << DTypeName(dtype);
  }
  EXPECT_EQ(ConstantValue(ctx, (n - n + 3).e), 3);
  EXPECT_EQ(ConstantValue(ctx, n.e), std::nullopt);
}

// x - 4 and 3 above the least number, added, are in range for an x from 4 on; the sum of both constants is not.
TEST_F(AnalyzerTest, NothingIsComparedByADifferenceThatWrapped) {
  constexpr NodeKind kCompare[] = {NodeKind::kLT, NodeKind::kLE, NodeKind::kGT, NodeKind::kGE};
  constexpr NodeKind kOther[] = {NodeKind::kMin, NodeKind::kMax, NodeKind::kFloorDiv, NodeKind::kFloorMod};
  for (DType dtype : {DType::Int(32), DType::Int(64)}) {
    E x{&ctx, MakeVar(ctx, "x", dtype)};
    int64_t least = dtype.bits == 32 ? INT32_MIN : INT64_MIN;
    E sum = Node(NodeKind::kAdd, Node(NodeKind::kSub, x, Lit(x, 4)), Lit(x, least + 3));
    for (NodeKind kind : kCompare) {
      EXPECT_EQ(AsInt(Simplify(ctx, Node(kind, sum, x).e)), nullptr) << DTypeName(dtype) << " " << NodeKindName(kind);
      EXPECT_EQ(AsInt(Simplify(ctx, Node(kind, x, sum).e)), nullptr) << DTypeName(dtype) << " " << NodeKindName(kind);
    }
    for (NodeKind kind : kOther) {
      E by = kind == NodeKind::kMin || kind == NodeKind::kMax ? x : Lit(x, 3);
      EXPECT_EQ(Simplify(ctx, Node(kind, sum, by).e)->kind, kind) << DTypeName(dtype) << " " << NodeKindName(kind);
    }
    // What stays in range is compared as ever.
    E close = Node(NodeKind::kAdd, Node(NodeKind::kSub, x, Lit(x, 4)), Lit(x, 3));
    const IntImm* truth = AsInt(Simplify(ctx, Node(NodeKind::kLE, close, x).e));
    EXPECT_TRUE(truth != nullptr && truth->value == 1) << DTypeName(dtype);
  }
}

// ---- any expression keeps its value

using Values = std::map<const Expr*, int64_t>;
std::optional<Scalar> ValueOf(const Expr* e, const Values& values) {
  if (const auto* imm = AsInt(e)) return Scalar::Int(DTypeOf(e), imm->value);
  if (Is<Var>(e)) return Scalar::Int(DTypeOf(e), values.at(e));
  const BinaryExpr* binary = AsBinary(e);
  std::optional<Scalar> a = ValueOf(binary->a, values), b = ValueOf(binary->b, values);
  if (!a || !b) return std::nullopt;
  switch (e->kind) {
    case NodeKind::kAdd: return scalar::Add(*a, *b);
    case NodeKind::kSub: return scalar::Sub(*a, *b);
    case NodeKind::kMul: return scalar::Mul(*a, *b);
    case NodeKind::kFloorDiv: return scalar::DividesByZero(*b) ? std::nullopt : std::optional(scalar::FloorDiv(*a, *b));
    case NodeKind::kFloorMod: return scalar::DividesByZero(*b) ? std::nullopt : std::optional(scalar::FloorMod(*a, *b));
    case NodeKind::kMin: return scalar::Min(*a, *b);
    case NodeKind::kMax: return scalar::Max(*a, *b);
    // other kinds: the test fails
    default: ADD_FAILURE() << "unexpected kind"; return std::nullopt;
  }
}

E Random(ByteSource& bytes, const std::vector<E>& leaves, int depth) {
  if (depth == 0 || bytes.Chance(1, 6)) {
    E leaf = bytes.Pick(leaves);
    return bytes.Chance(1, 3) ? Lit(leaf, bytes.Between(-6, 9)) : leaf;
  }
  static constexpr NodeKind kKinds[] = {NodeKind::kAdd,      NodeKind::kSub, NodeKind::kMul, NodeKind::kFloorDiv,
                                        NodeKind::kFloorMod, NodeKind::kMin, NodeKind::kMax};
  NodeKind kind = kKinds[bytes.Below(std::size(kKinds))];
  E a = Random(bytes, leaves, depth - 1);
  bool divides = kind == NodeKind::kFloorDiv || kind == NodeKind::kFloorMod;
  E b = divides && bytes.Chance(3, 4) ? Lit(a, bytes.Between(1, 8)) : Random(bytes, leaves, depth - 1);
  return Node(kind, a, b);
}

TEST_F(AnalyzerTest, RandomExpressionsKeepTheirValue) {
  ByteSource bytes = ByteSource::FromSeed(7);
  int compared = 0;
  for (int iteration = 0; iteration < 4000; ++iteration) {
    E e = Random(bytes, {n, m, k}, 4);
    const Expr* simple = Simplify(ctx, e.e);
    for (int trial = 0; trial < 4; ++trial) {
      Values values{{n.e, bytes.Between(-9, 20)}, {m.e, bytes.Between(-9, 20)}, {k.e, bytes.Between(-9, 20)}};
      std::optional<Scalar> before = ValueOf(e.e, values);
      if (!before) continue;
      ++compared;
      std::optional<Scalar> after = ValueOf(simple, values);
      ASSERT_TRUE(after && SameBits(*before, *after)) << Show(e.e) << " became " << Show(simple);
    }
  }
  EXPECT_GT(compared, 8000);
}

TEST_F(AnalyzerTest, NarrowAndUnsignedExpressionsKeepTheirValue) {
  ByteSource bytes = ByteSource::FromSeed(8);
  for (DType dtype : {DType::Int(8), DType::UInt(8), DType::UInt(32), DType::UInt(64)}) {
    std::vector<E> leaves;
    for (std::string_view name : {"a", "b"}) leaves.push_back({&ctx, MakeVar(ctx, name, dtype)});
    for (int iteration = 0; iteration < 1000; ++iteration) {
      E e = Random(bytes, leaves, 3);
      const Expr* simple = Simplify(ctx, e.e);
      Values values{{leaves[0].e, bytes.Between(0, 127)}, {leaves[1].e, bytes.Between(0, 127)}};
      std::optional<Scalar> before = ValueOf(e.e, values);
      if (!before) continue;
      std::optional<Scalar> after = ValueOf(simple, values);
      ASSERT_TRUE(after && SameBits(*before, *after))
          << DTypeName(dtype) << " " << Show(e.e) << " became " << Show(simple);
    }
  }
}

TEST_F(AnalyzerTest, SimplifyIsIdempotent) {
  ByteSource bytes = ByteSource::FromSeed(9);
  for (int iteration = 0; iteration < 2000; ++iteration) {
    const Expr* once = Simplify(ctx, Random(bytes, {n, m, k}, 4).e);
    EXPECT_EQ(Show(Simplify(ctx, once)), Show(once));
  }
}

// A long sum must neither recurse nor take time beyond reason.
TEST_F(AnalyzerTest, DeepSums) {
  E deep = n;
  for (int i = 0; i < 20000; ++i) deep = deep + 1;
  EXPECT_EQ(Simple(deep), "(n + 20000)");
}

// TIR's buffers may be measured in int32, Relax is in int64.
TEST(Analyzer, DimensionsOfEitherWidthMeetInInt64) {
  Context ctx;
  const Var *narrow = MakeVar(ctx, "n", DType::Int(32)), *wide = MakeVar(ctx, "m", DType::Int(64));
  for (const Expr* dim : {AddDims(ctx, narrow, wide), SubDims(ctx, wide, narrow), MulDims(ctx, narrow, MakeInt(ctx, 3)),
                          FloorDivDims(ctx, MakeInt(ctx, 6, DType::Int(32)), wide)}) {
    EXPECT_EQ(DTypeOf(dim), DType::Int(64));
  }
  EXPECT_EQ(DTypeOf(MulDims(ctx, narrow, narrow)), DType::Int(32));
  EXPECT_FALSE(ProveEqual(ctx, narrow, wide));
}

}  // namespace
}  // namespace assay
