// Taking a tensor apart: split, by sections or by indices. Tested by manipulate_test.cc.
#include <algorithm>

#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/gradients.h"
#include "ir/ops/layout_rules.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

using eval::Index;

constexpr int64_t kMaxSections = 65536;

// The attribute indices_or_sections: a number of sections, or where the parts begin.
struct Cuts {
  bool by_sections = false;
  int64_t sections = 0;
  std::vector<int64_t> indices;
};
Cuts CutsOf(const Call& call) {
  Cuts cuts;
  cuts.indices = IntsAttr(call, "indices_or_sections");
  cuts.by_sections = Is<AttrInt>(call.attrs->Find("indices_or_sections"));
  if (cuts.by_sections) cuts.sections = cuts.indices.front();
  return cuts;
}
bool SaysCuts(const Call& call) {
  const Attr* given = call.attrs == nullptr ? nullptr : call.attrs->Find("indices_or_sections");
  const auto* list = As<AttrList>(given);
  return Is<AttrInt>(given) ||
         (list != nullptr && std::ranges::all_of(list->items, [](const Attr* item) { return Is<AttrInt>(item); }));
}
// How many parts; 1 means that the result is no tuple, but x itself.
size_t PartCount(const Cuts& cuts) {
  return cuts.by_sections ? static_cast<size_t>(cuts.sections) : cuts.indices.size() + 1;
}

// ---- inference

// Sections have length ceil(extent / sections), the last one takes what is left.
const Expr* SectionLength(Context& ctx, int64_t sections, size_t n, const Expr* extent) {
  const Expr* length = FloorDivDims(ctx, AddDims(ctx, extent, MakeInt(ctx, sections - 1)), MakeInt(ctx, sections));
  if (static_cast<int64_t>(n) + 1 < sections) return length;
  return SubDims(ctx, extent, MulDims(ctx, length, MakeInt(ctx, sections - 1)));
}
// Indices are clamped to [0, extent]; no part is shorter than 0. Written as TVM's simplifier leaves it where it knows
// no bounds of the extent.
const Expr* PartLength(Context& ctx, const Cuts& cuts, size_t n, const Expr* extent) {
  if (cuts.by_sections) return SectionLength(ctx, cuts.sections, n, extent);
  Term zero = IntLiteral(ctx, 0), whole(ctx, extent);
  Term begin = n == 0 ? zero : MaxOf(IntLiteral(ctx, cuts.indices[n - 1]), zero);
  if (n == cuts.indices.size()) return Simplified(MaxOf(whole - begin, zero)).expr();
  Term end = MaxOf(IntLiteral(ctx, cuts.indices[n]), zero);
  return Simplified(MaxOf(MinOf(end, whole) - MinOf(begin, whole), zero)).expr();
}
Result<const Type*> InferSplit(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  if (!SaysCuts(in.call)) return Broken(in, 1, "a number or a list of numbers", fact::Attr{"indices_or_sections"});
  Cuts cuts = CutsOf(in.call);
  if (cuts.by_sections && cuts.sections < 1)
    return Broken(in, 1, "one section or more", fact::Attr{"indices_or_sections"});
  if (cuts.by_sections && cuts.sections > kMaxSections)
    return Broken(in, 1, fmt::format("at most {} sections", kMaxSections), fact::Attr{"indices_or_sections"});
  std::optional<int> axis = 0;
  if (x->rank != kUnknownRank) axis = NormalizeAxis(IntAttr(in.call, "axis"), x->rank);
  if (!axis) return BadAxis(in, 2, "axis", x->rank);
  if (PartCount(cuts) == 1) return x;
  const ShapeExpr* shape = KnownShape(x);
  std::vector<const Type*> parts;
  for (size_t n = 0; n < PartCount(cuts); ++n) {
    if (shape == nullptr) {
      parts.push_back(LikeWithRank(in.ctx, x, x->rank));
      continue;
    }
    Dims dims(shape->values.begin(), shape->values.end());
    const Expr*& along = dims[static_cast<size_t>(*axis)];
    along = PartLength(in.ctx, cuts, n, along);
    parts.push_back(LikeWithDims(in.ctx, x, dims));
  }
  return MakeTupleType(in.ctx, parts);
}

// ---- reference evaluation

int64_t BeginAt(const Cuts& cuts, size_t n, int64_t extent) {
  if (n == 0) return 0;
  if (n == PartCount(cuts)) return extent;
  if (!cuts.by_sections) return std::clamp<int64_t>(cuts.indices[n - 1], 0, extent);
  return (extent + cuts.sections - 1) / cuts.sections * static_cast<int64_t>(n);
}
EvalResult EvalSplit(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  Cuts cuts = CutsOf(in.call);
  std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "axis"), x.rank());
  if (!axis) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
  auto along = static_cast<size_t>(*axis);
  // Where the last part would have less than nothing, those before it may reach beyond the dimension already.
  if (cuts.by_sections && BeginAt(cuts, PartCount(cuts) - 1, x.shape()[along]) > x.shape()[along]) {
    return eval::ShapeMismatch(in, "there are more sections than the dimension can fill");
  }
  TupleValue parts;
  for (size_t n = 0; n < PartCount(cuts); ++n) {
    int64_t begin = BeginAt(cuts, n, x.shape()[along]);
    Index shape = x.shape();
    shape[along] = BeginAt(cuts, n + 1, x.shape()[along]) - begin;
    if (!cuts.by_sections) shape[along] = std::max<int64_t>(shape[along], 0);
    EvalResult part = eval::Fill(x.dtype(), shape, [&](const Index& i) {
      Index source = i;
      source[along] += begin;
      return eval::At(x, source);
    });
    if (!std::holds_alternative<Value>(part)) return part;
    parts.fields.push_back(std::get<Value>(std::move(part)));
  }
  if (parts.fields.size() == 1) return parts.fields[0];
  return Value{std::move(parts)};
}

// ---- lowering

// Begin of part n (0 … PartCount) along a dimension.
const Expr* Begin(Context& ctx, const Cuts& cuts, size_t n, const Expr* extent) {
  if (n == 0) return MakeInt(ctx, 0);
  if (n == PartCount(cuts)) return extent;
  if (cuts.by_sections)
    return MulDims(ctx, SectionLength(ctx, cuts.sections, 0, extent), MakeInt(ctx, static_cast<int64_t>(n)));
  return MinOf(MaxOf(IntLiteral(ctx, cuts.indices[n - 1]), IntLiteral(ctx, 0)), Term(ctx, extent)).expr();
}
Lowered LowerSplit(LowerSite& site, const Call& call) {
  Cuts cuts = CutsOf(call);
  auto body = [&](KernelBuilder& k, const std::vector<KernelBuffer>& in) {
    const KernelBuffer& x = in[0];
    int axis = *NormalizeAxis(IntAttr(call, "axis"), x.rank());
    const Expr* extent = x.dim(axis).expr();
    std::vector<KernelBuffer> parts;
    for (size_t n = 0; n < PartCount(cuts); ++n) {
      Terms dims = x.dims();
      dims[static_cast<size_t>(axis)] = Term(k.ctx(), PartLength(k.ctx(), cuts, n, extent));
      Term begin(k.ctx(), Begin(k.ctx(), cuts, n, extent));
      // A clamp to the extent only matters for a part that is empty anyway.
      if (!cuts.by_sections && n > 0) begin = k.Int(std::max<int64_t>(cuts.indices[n - 1], 0));
      parts.push_back(
          k.Compute(cuts.by_sections ? "T_split_sections" : "T_split", Axes("ax", dims), [&](const Terms& i) {
            Terms source = i;
            source[static_cast<size_t>(axis)] = i[static_cast<size_t>(axis)] + begin;
            return x(source);
          }));
    }
    return parts;
  };
  return LowerToCallTIR(site, call, "split", {call.args[0]}, body);
}

// ---- sampling

const Call* SampleSplit(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  const Expr* x = site.Tensor(RequestRank(kAnyDType, 1, 4));
  Dims dims = SampledDims(x);
  int64_t axis = SampleAxis(site, static_cast<int>(dims.size()));
  const IntImm* extent = AsInt(dims[static_cast<size_t>(*NormalizeAxis(axis, static_cast<int>(dims.size())))]);
  const Attr* cuts = nullptr;
  if (extent != nullptr && extent->value > 1 && site.bytes().Chance(1, 2)) {
    std::vector<int64_t> indices;
    for (int64_t i = 1; i < extent->value && indices.size() < 4; ++i) {
      if (site.bytes().Chance(1, 2)) indices.push_back(i);
    }
    cuts = MakeAttrInts(ctx, indices);
  } else {
    // A symbolic extent is cut where no part can come out negative: into one section, or at its begin.
    bool divides = extent != nullptr && extent->value % 2 == 0;
    cuts = MakeAttrInt(ctx, divides ? 2 : 1);
  }
  return MakeOpCall(ctx, row, {x}, {{"indices_or_sections", cuts}, {"axis", MakeAttrInt(ctx, axis)}});
}

constexpr Operand kSplitOperands[] = {{"x"}};
constexpr AttrSpec kSplitAttrs[] = {{"indices_or_sections", AttrKind::kAny, ""}, {"axis", AttrKind::kInt, "0"}};
constexpr Precondition kSplitRules[] = {
    {"split.r1", "the number of sections is positive, and at most 65536"},
    {"split.r2", "axis is in [-rank, rank)"},
};

constexpr OpSpec kSplit[] = {
    {.name = "split",
     .doc = "Parts of x along axis, as a tuple. A number of sections gives parts of length ceil(extent / sections), "
            "the last "
            "takes what is left; indices say where parts begin and are clamped to the extent. One part is x itself, no "
            "tuple. Bits are kept.",
     .operands = kSplitOperands,
     .attrs = kSplitAttrs,
     .preconditions = kSplitRules,
     .infer = InferSplit,
     .eval = EvalSplit,
     .lower = {LowerSplit},
     .sample = SampleSplit,
     .tolerance = Exact(),
     .gradient = {SplitGradient},
     .layout = LayoutOfSplit,
     .mixed = kFollows},
};
static_assert(AllComplete(kSplit));

}  // namespace

std::span<const OpSpec> SplitOps() { return kSplit; }

}  // namespace assay
