#include "ir/arith/scalar_sample.h"

#include "ir/prim/binary_function.h"

namespace assay {
// recursion: as deep as the expressions that ScalarSampler makes
std::optional<Scalar> EvaluateScalar(const Expr* e, const ScalarValues& values) {
  if (const auto* imm = As<IntImm>(e)) return Scalar::Int(DTypeOf(e), imm->value);
  if (const auto* var = As<Var>(e)) return Scalar::Int(DTypeOf(e), values.at(var));
  if (const auto* negation = As<Not>(e)) {
    auto a = EvaluateScalar(negation->a, values);
    return a ? std::optional(Scalar::Int(DType::Bool(), !a->IsTrue())) : std::nullopt;
  }
  if (const auto* choice = As<Select>(e)) {
    auto c = EvaluateScalar(choice->condition, values);
    return c ? EvaluateScalar(c->IsTrue() ? choice->true_value : choice->false_value, values) : std::nullopt;
  }
  const BinaryExpr* binary = AsBinary(e);
  auto a = EvaluateScalar(binary->a, values), b = EvaluateScalar(binary->b, values);
  if (!a || !b || (IsDivision(e->kind) && scalar::DividesByZero(*b))) return std::nullopt;
  return BinaryFunction(e->kind)(*a, *b);
}

ScalarSampler::ScalarSampler(Context& ctx, ByteSource& bytes, DType dtype) : ctx_(ctx), bytes_(bytes), dtype_(dtype) {
  for (const char* name : {"x", "y"}) vars.push_back(MakeVar(ctx, name, dtype));
}

const Expr* ScalarSampler::Number(int depth) {
  static constexpr NodeKind kKinds[] = {NodeKind::kAdd, NodeKind::kSub,      NodeKind::kMul,
                                        NodeKind::kDiv, NodeKind::kMod,      NodeKind::kMin,
                                        NodeKind::kMax, NodeKind::kFloorDiv, NodeKind::kFloorMod};
  if (depth == 0 || bytes_.Chance(1, 6)) {
    if (bytes_.Chance(1, 2)) return vars[bytes_.Below(vars.size())];
    return MakeInt(ctx_, static_cast<int64_t>(bytes_.Below(9)) - (dtype_.IsUInt() ? 0 : 4), dtype_);
  }
  if (bytes_.Chance(1, 8)) {
    const Expr* condition = Truth(depth - 1);
    const Expr* yes = Number(depth - 1);
    return MakeSelect(ctx_, condition, yes, Number(depth - 1));
  }
  NodeKind kind = kKinds[bytes_.Below(std::size(kKinds))];
  const Expr* a = Number(depth - 1);
  return MakeBinary(ctx_, kind, a, Number(depth - 1));
}

// recursion: at most `depth` deep
const Expr* ScalarSampler::Truth(int depth) {
  int below = depth > 0 ? depth - 1 : 0;
  if (depth > 0 && bytes_.Chance(1, 3)) {
    NodeKind kind = bytes_.Chance(1, 2) ? NodeKind::kAnd : NodeKind::kOr;
    const Expr* a = Truth(below);
    return MakeBinary(ctx_, kind, a, Truth(below));
  }
  if (depth > 0 && bytes_.Chance(1, 5)) return MakeNot(ctx_, Truth(below));
  auto kind = static_cast<NodeKind>(static_cast<uint64_t>(NodeKind::kEQ) + bytes_.Below(6));
  const Expr* a = Number(below);
  return MakeBinary(ctx_, kind, a, Number(below));
}

}  // namespace assay
