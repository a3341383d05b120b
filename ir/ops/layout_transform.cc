// layout_transform: elements at the places that an index map gives them. Tested by index_rows_test.cc.
#include <algorithm>
#include <map>

#include "ir/arith/dim_binary.h"
#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/row_types.h"
#include "ir/prim/fold_binary.h"
#include "ir/tir/node.h"

namespace assay {
namespace {

using eval::Index;

const IndexMap* MapOf(const Call& call) {
  const auto* node = As<AttrNode>(call.attrs->Find("index_map"));
  return node == nullptr ? nullptr : As<IndexMap>(node->node);
}
// The value for places of the result to which nothing is mapped; nothing for 0. A bare number in text is an int32.
std::optional<Scalar> PadOf(const Call& call) {
  const Attr* attr = call.attrs->Find("pad_value");
  if (const auto* number = As<AttrInt>(attr)) return Scalar::Int(DType::Int(32), number->value);
  if (const auto* number = As<AttrFloat>(attr)) return Scalar::Float(DType::Float(32), number->value);
  const auto* node = As<AttrNode>(attr);
  if (node == nullptr) return std::nullopt;
  if (const auto* imm = As<FloatImm>(node->node)) return Scalar::Float(DTypeOf(imm), imm->value);
  const auto* imm = As<IntImm>(node->node);
  return imm == nullptr ? std::nullopt : std::optional(Scalar::Int(DTypeOf(imm), imm->value));
}

// ---- how far the values of an index reach

struct Reach {
  Term low, high;
};
using Reaches = std::unordered_map<const Var*, Reach>;
// Nothing for what is no sum, product with a constant, quotient or remainder by a positive constant.
std::optional<Reach> ReachOf(Context& ctx, const Expr* e, const Reaches& vars) {
  auto leaf = [&](const Expr* part) -> std::optional<Reach> {
    if (const auto* var = As<Var>(part); var != nullptr && vars.contains(var)) return vars.at(var);
    const IntImm* number = AsInt(part);
    if (number == nullptr) return std::nullopt;
    return Reach{{ctx, MakeInt(ctx, number->value)}, {ctx, MakeInt(ctx, number->value)}};
  };
  auto combine = [&](const BinaryExpr& binary, std::optional<Reach> a, std::optional<Reach> b) -> std::optional<Reach> {
    if (!a || !b) return std::nullopt;
    if (binary.kind == NodeKind::kAdd) return Reach{a->low + b->low, a->high + b->high};
    if (binary.kind == NodeKind::kSub) return Reach{a->low - b->high, a->high - b->low};
    if (AsInt(binary.b) == nullptr && binary.kind == NodeKind::kMul) std::swap(a, b);
    const IntImm* number = AsInt(b->low.expr());
    if (number == nullptr || number->value <= 0) return std::nullopt;
    if (binary.kind == NodeKind::kMul) return Reach{a->low * number->value, a->high * number->value};
    if (binary.kind == NodeKind::kFloorDiv) return Reach{a->low / number->value, a->high / number->value};
    if (binary.kind != NodeKind::kFloorMod) return std::nullopt;
    return Reach{{ctx, MakeInt(ctx, 0)}, {ctx, MakeInt(ctx, number->value - 1)}};
  };
  return FoldBinary(e, leaf, combine);
}

// ---- inference

Result<const Type*> InferLayoutTransform(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  const IndexMap* map = MapOf(in.call);
  if (map == nullptr) return Broken(in, 1, "an index map", fact::Attr{"index_map"});
  std::optional<Scalar> pad = PadOf(in.call);
  if (pad && pad->dtype != x->dtype)
    return Broken(in, 2, fmt::format("pad_value of {}", DTypeName(x->dtype)),
                  fact::NamedDType("pad_value's dtype", pad->dtype), fact::Arg{0});
  int rank = static_cast<int>(map->final_indices.size());
  if (x->rank == kUnknownRank) return LikeWithRank(in.ctx, x, rank);
  if (static_cast<int>(map->initial_indices.size()) != x->rank)
    return Broken(in, 3, "an index map for tensors of x's rank",
                  fact::Value{"indices of index_map", static_cast<int64_t>(map->initial_indices.size())}, fact::Arg{0});
  std::optional<Dims> dims = DimsOf(x);
  if (!dims) return LikeWithRank(in.ctx, x, rank);
  Reaches reaches;
  Term zero(in.ctx, MakeInt(in.ctx, 0));
  for (size_t d = 0; d < dims->size(); ++d) {
    reaches.emplace(map->initial_indices[d], Reach{zero, Term(in.ctx, (*dims)[d]) - 1});
  }
  Dims mapped;
  for (const Expr* index : map->final_indices) {
    std::optional<Reach> reach = ReachOf(in.ctx, index, reaches);
    if (!reach) return LikeWithRank(in.ctx, x, rank);
    mapped.push_back(Simplified(reach->high + 1).expr());
  }
  return LikeWithDims(in.ctx, x, mapped);
}

// ---- reference evaluation

// The value of an index; nothing where it is no arithmetic.
std::optional<int64_t> ValueOf(const Expr* e, const std::unordered_map<const Var*, int64_t>& vars) {
  using Number = std::optional<int64_t>;
  auto leaf = [&](const Expr* part) -> Number {
    if (const auto* var = As<Var>(part)) return vars.contains(var) ? Number(vars.at(var)) : std::nullopt;
    return AsInt(part) != nullptr ? Number(AsInt(part)->value) : std::nullopt;
  };
  auto combine = [](const BinaryExpr& binary, Number a, Number b) -> Number {
    if (!a || !b) return std::nullopt;
    if (binary.kind == NodeKind::kAdd) return *a + *b;
    if (binary.kind == NodeKind::kSub) return *a - *b;
    if (binary.kind == NodeKind::kMul) return *a * *b;
    if (*b <= 0 || *a < 0) return std::nullopt;
    if (binary.kind == NodeKind::kFloorDiv) return *a / *b;
    return binary.kind == NodeKind::kFloorMod ? Number(*a % *b) : std::nullopt;
  };
  return FoldBinary(e, leaf, combine);
}
EvalResult EvalLayoutTransform(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  const IndexMap* map = MapOf(in.call);
  if (static_cast<int>(map->initial_indices.size()) != x.rank()) return eval::ShapeMismatch(in, "index_map");
  Scalar fill = PadOf(in.call).value_or(Scalar::Zero(x.dtype()));
  Index shape(map->final_indices.size(), 0);
  bool arithmetic = true;
  std::vector<Index> targets;
  eval::ForEach(x.shape(), [&](const Index& i) {
    std::unordered_map<const Var*, int64_t> vars;
    for (size_t d = 0; d < i.size(); ++d) vars[map->initial_indices[d]] = i[d];
    targets.emplace_back();
    for (const Expr* index : map->final_indices) {
      std::optional<int64_t> value = ValueOf(index, vars);
      arithmetic = arithmetic && value.has_value();
      targets.back().push_back(value.value_or(0));
    }
  });
  if (!arithmetic) return Refused{"an index map of more than sums, products, quotients and remainders"};
  Context ctx;
  for (size_t n = 0; n < shape.size(); ++n) {
    Reaches reaches;
    for (size_t d = 0; d < x.shape().size(); ++d) {
      Term low(ctx, MakeInt(ctx, 0)), high(ctx, MakeInt(ctx, x.shape()[d] - 1));
      reaches.emplace(map->initial_indices[d], Reach{low, high});
    }
    std::optional<Reach> reach = ReachOf(ctx, map->final_indices[n], reaches);
    if (!reach) return Refused{"an index map whose extents are not known"};
    shape[n] = ConstantValue(ctx, reach->high.expr()).value_or(-1) + 1;
  }
  EvalResult result = eval::Fill(x.dtype(), shape, [&](const Index&) { return fill; });
  if (!std::holds_alternative<Value>(result)) return result;
  Tensor out = eval::TensorOf(std::get<Value>(result));
  for (size_t n = 0; n < targets.size(); ++n) {
    out.Set(eval::Offset(shape, targets[n]), x.At(static_cast<int64_t>(n)));
  }
  return result;
}

// ---- lowering

// Where a variable of the map is found again in the result: at one place, or as quotient and remainder at two.
struct Inverse {
  size_t place = 0;
  std::optional<size_t> remainder;
  int64_t divisor = 1;
};
// For each variable; nothing unless each index of the result is a variable, a quotient or a remainder of one.
std::optional<std::vector<Inverse>> Invert(const IndexMap& map) {
  std::vector<Inverse> inverses;
  size_t used = 0;
  for (const Var* var : map.initial_indices) {
    std::optional<size_t> plain, quotient, remainder;
    int64_t by = 0, of = 0;
    for (size_t n = 0; n < map.final_indices.size(); ++n) {
      const Expr* index = map.final_indices[n];
      const auto* binary = AsBinary(index);
      if (index == var) plain = n;
      if (binary == nullptr || binary->a != var || AsInt(binary->b) == nullptr) continue;
      if (index->kind == NodeKind::kFloorDiv) quotient = n, by = AsInt(binary->b)->value;
      if (index->kind == NodeKind::kFloorMod) remainder = n, of = AsInt(binary->b)->value;
    }
    if (!plain && (!quotient || !remainder || by != of || by <= 0)) return std::nullopt;
    used += plain ? 1 : 2;
    inverses.push_back(plain ? Inverse{*plain, {}, 1} : Inverse{*quotient, remainder, by});
  }
  if (used != map.final_indices.size()) return std::nullopt;
  return inverses;
}
// Whether some place of the result may be one to which nothing is mapped.
bool Pads(Context& ctx, const Call& call, const std::optional<std::vector<Inverse>>& inverses) {
  const ShapeExpr* shape = KnownShape(call.args[0]->type);
  for (size_t d = 0; inverses && shape != nullptr && d < inverses->size(); ++d) {
    const Expr* divisor = MakeInt(ctx, (*inverses)[d].divisor);
    const Expr* rest = Simplify(ctx, DimBinary(ctx, NodeKind::kFloorMod, shape->values[d], divisor));
    if (!ProveEqual(ctx, rest, MakeInt(ctx, 0))) return true;
  }
  return false;
}

// An index in int64, whatever the map is written in; inference has seen that it is arithmetic.
Term TermOf(KernelBuilder& k, const Expr* e, const std::unordered_map<const Var*, Term>& vars) {
  auto leaf = [&](const Expr* part) -> Term {
    if (const auto* var = As<Var>(part)) return vars.at(var);
    ASSAY_CHECK(AsInt(part) != nullptr);
    return k.Int(AsInt(part)->value);
  };
  auto combine = [](const BinaryExpr& binary, Term a, Term b) -> Term {
    if (binary.kind == NodeKind::kAdd) return a + b;
    if (binary.kind == NodeKind::kSub) return a - b;
    if (binary.kind == NodeKind::kMul) return a * b;
    return binary.kind == NodeKind::kFloorDiv ? a / b : a % b;
  };
  return FoldBinary(e, leaf, combine);
}
// Each element where the map puts it, as TVM's schedules rewrite a copy.
KernelBuffer Moved(KernelBuilder& k, const KernelBuffer& x, const IndexMap& map, const KernelAxes& axes) {
  Terms dims;
  for (const KernelAxis& axis : axes) dims.push_back(axis.extent);
  auto place = [&](const Terms& i) {
    std::unordered_map<const Var*, Term> vars;
    for (size_t d = 0; d < i.size(); ++d) vars.emplace(map.initial_indices[d], i[d]);
    Terms finals;
    for (const Expr* index : map.final_indices) finals.push_back(TermOf(k, index, vars));
    return finals;
  };
  return k.Scatter("te_layout_transform", Axes("i", x.dims()), dims, place, x);
}
Terms SourceOf(const std::vector<Inverse>& inverses, const Terms& i) {
  Terms source;
  for (const Inverse& inverse : inverses) {
    Term place = i[inverse.place];
    source.push_back(inverse.remainder ? place * inverse.divisor + i[*inverse.remainder] : place);
  }
  return source;
}
// Of x's dimension `d`: whether the quotient is the last and the remainder beyond it, in the form that TVM proves.
Term Beyond(const KernelBuffer& x, int d, const Inverse& inverse, const Terms& i) {
  Term extent = x.dim(d), quotient = i[inverse.place], remainder = i[*inverse.remainder];
  Term rest = Simplified(extent % inverse.divisor), last = quotient == Simplified(extent / inverse.divisor);
  // There is no other quotient.
  if (AsInt(extent.expr()) != nullptr && AsInt(extent.expr())->value < inverse.divisor)
    last = Term(x.ctx(), MakeBool(x.ctx(), true));
  if (rest.IsInt(inverse.divisor - 1)) return last && remainder == rest;
  Term beyond = last && rest <= remainder;
  if (AsInt(extent.expr()) != nullptr) return beyond;
  return extent % Like(extent, -inverse.divisor) < 0 && last && rest <= remainder;
}
// Whether nothing is mapped to a place of the result.
Term Unmapped(const KernelBuffer& x, const std::vector<Inverse>& inverses, const Terms& i) {
  std::map<size_t, Term> beyond;
  for (size_t d = 0; d < inverses.size(); ++d) {
    const Inverse& inverse = inverses[d];
    bool whole = !inverse.remainder || Simplified(x.dim(static_cast<int>(d)) % inverse.divisor).IsInt(0);
    if (!whole) beyond.emplace(inverse.place, Beyond(x, static_cast<int>(d), inverse, i));
  }
  Term any(x.ctx(), MakeBool(x.ctx(), false));
  for (const auto& [place, one] : beyond) any = any || one;
  return any;
}
Lowered LowerLayoutTransform(LowerSite& site, const Call& call) {
  const IndexMap* map = MapOf(call);
  std::optional<std::vector<Inverse>> inverses = Invert(*map);
  std::optional<Scalar> pad = PadOf(call);
  bool pads = Pads(site.ctx(), call, inverses);
  std::string_view hint = pads ? "te_layout_transform_with_pad" : "te_layout_transform";
  return LowerToCallTIR(site, call, hint, {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    const KernelBuffer& x = in[0];
    KernelAxes axes = Axes("axis", k.ImportDims(KnownShape(call.type)->values));
    Term fill = Literal(k.ctx(), x.dtype(), pad ? pad->AsDouble() : 0);
    if (inverses && !pads) return std::vector{Moved(k, x, *map, axes)};
    if (inverses) {
      return std::vector{k.Compute(hint, axes, [&](const Terms& i) {
        return IfThenElseOf(Unmapped(x, *inverses, i), fill, x(SourceOf(*inverses, i)));
      })};
    }
    // Any other map: each place looks for the element that is mapped to it.
    return std::vector{k.Reduce("te_layout_transform", axes, Axes("k", x.dims()), fill,
                                [&](Term value, const Terms& s, const Terms& r) {
                                  std::unordered_map<const Var*, Term> own;
                                  for (size_t d = 0; d < r.size(); ++d) own.emplace(map->initial_indices[d], r[d]);
                                  Term here(k.ctx(), MakeBool(k.ctx(), true));
                                  for (size_t n = 0; n < s.size(); ++n)
                                    here = here && TermOf(k, map->final_indices[n], own) == s[n];
                                  return SelectOf(here, x(r), value);
                                })};
  });
}

// ---- sampling (maps are over int32, as text reads them): dimensions in another order, one of them split

const Call* SampleLayoutTransform(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  const Expr* x = site.Tensor(RequestRank(kNumeric, 1, 3));
  std::vector<const Var*> vars;
  std::vector<const Expr*> finals;
  for (int d = 0; d < SampledType(x)->rank; ++d) {
    vars.push_back(MakeVar(ctx, "i" + std::to_string(d), DType::Int(32)));
    size_t at = site.bytes().Below(finals.size() + 1);
    finals.insert(finals.begin() + static_cast<std::ptrdiff_t>(at), vars.back());
  }
  if (site.bytes().Chance(1, 2)) {
    const Expr* two = MakeInt(ctx, 2, DType::Int(32));
    size_t at = site.bytes().Below(finals.size());
    finals.push_back(MakeBinary(ctx, NodeKind::kFloorMod, finals[at], two));
    const Expr*& split = finals[at];
    split = MakeBinary(ctx, NodeKind::kFloorDiv, split, two);
  }
  auto* map = ctx.arena.New<IndexMap>();
  map->initial_indices = ctx.Copy(vars);
  map->final_indices = ctx.Copy(finals);
  return MakeOpCall(ctx, row, {x}, {{"index_map", MakeAttrNode(ctx, map)}});
}

constexpr Operand kX[] = {{"x", OperandKind::kTensor, kNumeric}};
constexpr AttrSpec kAttrs[] = {{"index_map", AttrKind::kAny, ""}, {"pad_value", AttrKind::kAny, "None"}};
constexpr Precondition kRules[] = {{"layout_transform.r1", "index_map is an index map"},
                                   {"layout_transform.r2", "pad_value has the dtype of x"},
                                   {"layout_transform.r3", "index_map is for tensors of x's rank"}};
constexpr OpSpec kLayout[] = {
    {.name = "layout_transform",
     .doc = "Each element of x at the place that index_map gives its indices; extents are what the map reaches, and "
            "places "
            "to which nothing is mapped hold pad_value, or 0. Of two elements with one place the last one counts. Bits "
            "are kept.",
     .operands = kX,
     .attrs = kAttrs,
     .preconditions = kRules,
     .infer = InferLayoutTransform,
     .eval = EvalLayoutTransform,
     .lower = {LowerLayoutTransform},
     .sample = SampleLayoutTransform,
     .tolerance = Exact(),
     .mixed = kFollows},
};
static_assert(AllComplete(kLayout));

}  // namespace

std::span<const OpSpec> LayoutOps() { return kLayout; }

}  // namespace assay
