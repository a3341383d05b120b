// Attention of queries to keys and values: nn.attention, nn.attention_bias, nn.attention_var_len. All are (batch,
// sequence, heads, dimension). Kernels are in attention_lower.cc. Tested by attention_test.cc and nn_rows_test.cc.
#include <algorithm>

#include "ir/ops/attention.h"
#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

Status CheckBias(const InferIn& in, const Dims& q, const Dims& k) {
  ASSAY_TRY(const TensorType* bias, TensorArg(in, 3));
  if (bias->rank != 4) return Broken(in, 3, "bias of rank 4", fact::Arg{3});
  const ShapeExpr* shape = KnownShape(bias);
  if (shape == nullptr) return Done{};
  const Expr* wanted[] = {q[0], q[2], q[1], k[1]};
  for (size_t d = 0; d < 4; ++d) {
    bool differs = d < 3 ? ExtentsDifferAndNoneIsOne(in, shape->values[d], wanted[d])
                         : ExtentsDiffer(in, wanted[d], shape->values[d]);
    if (differs) {
      std::string expected = fmt::format("bias that broadcasts to {}", DimsText(wanted));
      return Broken(in, 3, expected, fact::Extent{3, static_cast<int64_t>(d)}, fact::Arg{3});
    }
  }
  return Done{};
}
Status CheckStarts(const InferIn& in) {
  const ShapeExpr *queries = KnownShape(in.call.args[3]->type), *keys = KnownShape(in.call.args[4]->type);
  if (queries == nullptr || keys == nullptr || queries->values.size() != keys->values.size()) return Done{};
  for (size_t d = 0; d < queries->values.size(); ++d) {
    auto axis = static_cast<int64_t>(d);
    if (ExtentsDiffer(in, queries->values[d], keys->values[d]))
      return Differ(in, 3, "lengths", fact::Extent{3, axis}, fact::Extent{4, axis});
  }
  return Done{};
}
Result<const Type*> InferAttention(const InferIn& in) {
  std::vector<Dims> dims;
  const TensorType* query = nullptr;
  for (size_t i = 0; i < 3; ++i) {
    ASSAY_TRY(const TensorType* type, TensorArg(in, i));
    if (type->rank != 4) return Broken(in, 1, "query, key and value of rank 4", fact::Arg{i});
    if (i == 0) query = type;
    const ShapeExpr* shape = KnownShape(type);
    if (shape != nullptr) dims.emplace_back(shape->values.begin(), shape->values.end());
  }
  if (dims.size() < 3) return LikeWithRank(in.ctx, query, 4);
  const Dims &q = dims[0], &k = dims[1], &v = dims[2];
  auto differ = [&](const Expr* a, const Expr* b) { return ExtentsDiffer(in, a, b); };
  if (differ(q[0], k[0]) || differ(q[0], v[0]))
    return Differ(in, 2, "batches", fact::Extent{0, 0}, fact::Extent{1, 0}, fact::Extent{2, 0});
  if (differ(k[1], v[1])) return Differ(in, 2, "lengths of key and value", fact::Extent{1, 1}, fact::Extent{2, 1});
  if (differ(q[3], k[3]))
    return Differ(in, 2, "head dimensions of query and key", fact::Extent{0, 3}, fact::Extent{1, 3});
  for (const Dims* other : {&k, &v}) {
    const IntImm *heads = AsInt(q[2]), *own = AsInt((*other)[2]);
    bool fits = heads == nullptr || own == nullptr || (own->value > 0 && heads->value % own->value == 0);
    if (!fits)
      return Broken(in, 2, "as many heads in query as in key and value, or a multiple", fact::Extent{0, 2},
                    fact::Extent{1, 2}, fact::Extent{2, 2});
  }
  if (in.call.args.size() == 4) ASSAY_RETURN_IF_ERROR(CheckBias(in, q, k));
  if (in.call.args.size() > 4) ASSAY_RETURN_IF_ERROR(CheckStarts(in));
  return LikeWithDims(in.ctx, query, {q[0], q[1], q[2], v[3]});
}

// ---- reference evaluation

// TVM holds it as a float32 scalar; a bare number does as well.
double ScaleOf(const Call& call) {
  const Attr* attr = call.attrs->Find("scale");
  const auto* node = As<AttrNode>(attr);
  const auto* imm = node == nullptr ? nullptr : As<FloatImm>(node->node);
  if (imm != nullptr) return imm->value;
  const auto* number = As<AttrFloat>(attr);
  const auto* whole = As<AttrInt>(attr);
  return number != nullptr ? number->value : whole != nullptr ? static_cast<double>(whole->value) : 1.0;
}
// The keys that a query may look at, and where the query stands among those of its sequence.
struct Keys {
  int64_t first = 0, count = 0;
  int64_t query = 0, queries = 0;
};
struct AttentionRun {
  const EvalIn& in;
  const Tensor &q, &k, &v;
  DType dtype;
  AttentionMask mask = AttentionMask::Of(in.call);

  bool VarLen() const { return in.args.size() > 4; }
  Scalar Bias(int64_t b, int64_t n, int64_t i, int64_t j) const {
    const Tensor& bias = eval::TensorOf(in, 3);
    return bias.At(eval::BroadcastOffset(bias.shape(), {b, n, i, j}));
  }
  // The head of keys or values that head n of the queries looks at.
  int64_t HeadOf(const Tensor& other, int64_t n) const { return n / (q.shape()[2] / other.shape()[2]); }
  Keys KeysOf(int64_t i) const {
    if (!VarLen()) return {0, k.shape()[1], i, q.shape()[1]};
    auto start = [&](size_t arg, int64_t s) { return eval::At(eval::TensorOf(in, arg), {s}).AsInt(); };
    auto key = [&](int64_t s) { return std::clamp<int64_t>(start(4, s), 0, k.shape()[1]); };
    for (int64_t s = eval::TensorOf(in, 3).shape()[0] - 1; s-- > 0;) {
      if (i < start(3, s) || i >= start(3, s + 1)) continue;
      return {key(s), std::max<int64_t>(key(s + 1) - key(s), 0), i - start(3, s), start(3, s + 1) - start(3, s)};
    }
    return {};
  }
  // How much query i of head n looks for key j.
  Scalar Score(int64_t b, int64_t n, int64_t i, int64_t j) const {
    Scalar sum = Scalar::Zero(dtype);
    for (int64_t h = 0; h < q.shape()[3]; ++h) {
      sum = scalar::Add(sum, scalar::Mul(eval::At(q, {b, i, n, h}), eval::At(k, {b, j, HeadOf(k, n), h})));
    }
    if (!mask.scale) {
      sum = scalar::Div(sum, eval::Math("sqrt", Scalar::Int(dtype, q.shape()[3])));
    } else {
      sum = scalar::Mul(sum, Scalar::Float(dtype, *mask.scale));
    }
    return in.args.size() == 4 ? scalar::Add(sum, Bias(b, n, i, j)) : sum;
  }
  // Weights of all keys for one query. A masked key scores 0 and weighs nothing.
  std::vector<Scalar> Weights(int64_t b, int64_t n, int64_t i, const Keys& keys) const {
    int64_t last = keys.query + (mask.kind == "BottomRight" ? std::abs(keys.queries - keys.count) : 0);
    auto seen = [&](int64_t j) {
      return mask.kind.empty() || (j <= last && (mask.window <= 0 || last - mask.window < j));
    };
    eval::Visit(keys.count * q.shape()[3]);
    std::vector<Scalar> weights;
    Scalar greatest = scalar::Lowest(dtype), sum = Scalar::Zero(dtype);
    for (int64_t j = 0; j < keys.count; ++j) {
      weights.push_back(seen(j) ? Score(b, n, i, keys.first + j) : Scalar::Zero(dtype));
      greatest = scalar::Max(greatest, weights.back());
    }
    for (int64_t j = 0; j < keys.count; ++j) {
      Scalar& weight = weights[static_cast<size_t>(j)];
      weight = seen(j) ? eval::Math("exp", scalar::Sub(weight, greatest)) : Scalar::Zero(dtype);
      sum = scalar::Add(sum, weight);
    }
    for (Scalar& weight : weights) weight = scalar::Div(weight, sum);
    return weights;
  }
};
bool Fits(const Tensor& q, const Tensor& k, const Tensor& v) {
  for (const Tensor* other : {&k, &v}) {
    int64_t heads = other->shape()[2];
    if (other->shape()[0] != q.shape()[0] || heads == 0 || q.shape()[2] % heads != 0) return false;
  }
  return k.shape()[1] == v.shape()[1] && q.shape()[3] == k.shape()[3];
}
// To (batch, heads, queries, keys), of which the last does not repeat.
bool BiasFits(const Tensor& bias, const Tensor& q, const Tensor& k) {
  const Index wanted{q.shape()[0], q.shape()[2], q.shape()[1], k.shape()[1]};
  if (bias.rank() != 4 || bias.shape()[3] != wanted[3]) return false;
  for (size_t d = 0; d < 3; ++d) {
    if (bias.shape()[d] != 1 && bias.shape()[d] != wanted[d]) return false;
  }
  return true;
}
EvalResult EvalAttention(const EvalIn& in) {
  if (std::string why = WhyNoAttention(in.call); !why.empty()) return Refused{why};
  const Tensor &q = eval::TensorOf(in, 0), &k = eval::TensorOf(in, 1), &v = eval::TensorOf(in, 2);
  if (!Fits(q, k, v)) return eval::ShapeMismatch(in, "shapes of query, key and value do not fit");
  if (in.args.size() == 4 && !BiasFits(eval::TensorOf(in, 3), q, k))
    return eval::ShapeMismatch(in, "bias does not broadcast");
  AttentionRun run{in, q, k, v, q.dtype()};
  bool starts = !run.VarLen() || eval::TensorOf(in, 3).shape() == eval::TensorOf(in, 4).shape();
  if (!starts) return eval::ShapeMismatch(in, "seqstart_q and seqstart_k have two lengths");
  // Keys and weights of the query at hand: its outputs follow one another.
  Keys keys;
  std::vector<Scalar> weights;
  return eval::Fill(q.dtype(), {q.shape()[0], q.shape()[1], q.shape()[2], v.shape()[3]}, [&](const Index& at) {
    if (at[3] == 0) keys = run.KeysOf(at[1]);
    if (at[3] == 0) weights = run.Weights(at[0], at[2], at[1], keys);
    eval::Visit(keys.count);
    Scalar sum = Scalar::Zero(q.dtype());
    for (int64_t j = 0; j < keys.count; ++j) {
      Scalar value = eval::At(v, {at[0], keys.first + j, run.HeadOf(v, at[2]), at[3]});
      sum = scalar::Add(sum, scalar::Mul(weights[static_cast<size_t>(j)], value));
    }
    return sum;
  });
}

// ---- sampling

AttrItems SampleMask(SampleSite& site) {
  AttrItems attrs;
  if (site.bytes().Chance(1, 2)) attrs.emplace_back("scale", MakeAttrNode(site.ctx(), MakeFloat(site.ctx(), 0.5)));
  if (site.bytes().Chance(1, 2)) {
    std::string_view mask = site.bytes().Chance(1, 2) ? "TopLeft" : "BottomRight";
    attrs.emplace_back("causal_mask", MakeAttrString(site.ctx(), mask));
    if (site.bytes().Chance(1, 4))
      attrs.emplace_back("window_size", MakeAttrInt(site.ctx(), site.bytes().Between(1, 3)));
  }
  return attrs;
}
const Call* SampleAttention(SampleSite& site, const OpSpec& row) {
  DType dtype = site.PickDType(kFloatDType);
  if (dtype.bits < 16) return nullptr;
  int64_t groups = site.bytes().Between(1, 2), each = site.bytes().Chance(1, 3) ? 2 : 1;
  const Expr *batch = site.Dim(), *queries = site.Dim(), *keys = site.Dim(),
             *heads = MakeInt(site.ctx(), groups * each);
  const Expr *depth = site.Dim(), *width = site.Dim(), *own = MakeInt(site.ctx(), groups);
  std::vector<const Expr*> args{site.Tensor(RequestShape(dtype, {batch, queries, heads, depth})),
                                site.Tensor(RequestShape(dtype, {batch, keys, own, depth})),
                                site.Tensor(RequestShape(dtype, {batch, keys, own, width}))};
  if (row.name == "nn.attention_bias") {
    Dims bias{batch, heads, queries, keys};
    for (size_t d = 0; d < 3; ++d) {
      if (site.bytes().Chance(1, 3)) bias[d] = MakeInt(site.ctx(), 1);
    }
    args.push_back(site.Tensor(RequestShape(dtype, bias)));
  }
  return MakeOpCall(site.ctx(), row, args, SampleMask(site));
}
// One to three sequences, one behind the other.
const Call* SampleVarLen(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  DType dtype = site.PickDType(kFloatDType);
  if (dtype.bits < 16) return nullptr;
  std::vector<int64_t> starts[2] = {{0}, {0}}, longest[2] = {{0}, {0}};
  for (int64_t count = site.bytes().Between(1, 3); count > 0; --count) {
    for (size_t side = 0; side < 2; ++side) {
      int64_t length = site.bytes().Between(1, 3);
      starts[side].push_back(starts[side].back() + length);
      longest[side][0] = std::max(longest[side][0], length);
    }
  }
  const Expr *one = MakeInt(ctx, 1), *heads = MakeInt(ctx, 2), *depth = site.Dim(), *width = site.Dim(),
             *own = MakeInt(ctx, site.bytes().Between(1, 2));
  const Expr *queries = MakeInt(ctx, starts[0].back()), *keys = MakeInt(ctx, starts[1].back());
  std::vector<const Expr*> args{site.Tensor(RequestShape(dtype, {one, queries, heads, depth})),
                                site.Tensor(RequestShape(dtype, {one, keys, own, depth})),
                                site.Tensor(RequestShape(dtype, {one, keys, own, width}))};
  for (const auto& numbers : {starts[0], starts[1], longest[0], longest[1]}) {
    std::vector<int64_t> shape{static_cast<int64_t>(numbers.size())};
    args.push_back(MakeConstant(ctx, Tensor::Ints(DType::Int(32), shape, numbers).View()));
  }
  return MakeOpCall(ctx, row, args, SampleMask(site));
}

// ---- rows

constexpr Operand kThree[] = {{"query", OperandKind::kTensor, kFloatDType},
                              {"key", OperandKind::kTensor, kFloatDType},
                              {"value", OperandKind::kTensor, kFloatDType}};
constexpr Operand kFour[] = {kThree[0], kThree[1], kThree[2], {"bias", OperandKind::kTensor, kFloatDType}};
constexpr Operand kSeven[] = {kThree[0],      kThree[1],        kThree[2],       {"seqstart_q"},
                              {"seqstart_k"}, {"max_seqlen_q"}, {"max_seqlen_k"}};
constexpr AttrSpec kAttrs[] = {{"scale", AttrKind::kAny, "None"},
                               {"causal_mask", AttrKind::kString, "None"},
                               {"window_size", AttrKind::kInt, "None"}};
#define ASSAY_ATTENTION_RULES(name)                                                                                   \
  {#name ".r1", "query, key and value have four dimensions"}, {#name ".r2",                                           \
                                                               "batches, lengths and dimensions of heads agree, and " \
                                                               "heads of queries are a multiple of the others'"}
constexpr Precondition kAttentionRules[] = {ASSAY_ATTENTION_RULES(attention)};
constexpr Precondition kBiasRules[] = {ASSAY_ATTENTION_RULES(attention_bias),
                                       {"attention_bias.r3", "bias broadcasts to (batch, heads, queries, keys)"}};
constexpr Precondition kVarLenRules[] = {ASSAY_ATTENTION_RULES(attention_var_len),
                                         {"attention_var_len.r3", "seqstart_q and seqstart_k have one length"}};
#undef ASSAY_ATTENTION_RULES
constexpr std::string_view kDoc =
    "softmax of the queries' products with the keys (times scale, or over the root of the heads' dimension, plus bias) "
    "along the keys, times the values; each step rounds in the query's dtype. With causal_mask a query looks at keys "
    "up to "
    "its own index, or from BottomRight that plus the difference of lengths; masked keys score 0 where the greatest is "
    "taken, and weigh nothing. With window_size (and a mask) it looks at so many keys alone, the last of those. Where "
    "keys "
    "have fewer heads, as many heads of queries in a row share one.";
constexpr std::string_view kVarLenDoc =
    "attention within each of the sequences that stand one behind the other: sequence s has the queries from "
    "seqstart_q[s] "
    "to seqstart_q[s + 1], the keys from seqstart_k[s] on (as far as there are any), and the mask of an attention of "
    "its "
    "own. Queries of no sequence, or of one without keys, give 0; the last two operands only say how long the longest "
    "are.";

constexpr OpSpec kAttention[] = {
    {.name = "nn.attention",
     .doc = kDoc,
     .operands = kThree,
     .attrs = kAttrs,
     .preconditions = kAttentionRules,
     .infer = InferAttention,
     .eval = EvalAttention,
     .lower = {LowerAttention},
     .sample = SampleAttention,
     .tolerance = UlpsPerReduced(16),
     .mixed = {MixedPolicy::kAlways, {}}},
    {.name = "nn.attention_bias",
     .doc = kDoc,
     .operands = kFour,
     .attrs = kAttrs,
     .preconditions = kBiasRules,
     .infer = InferAttention,
     .eval = EvalAttention,
     .lower = {LowerAttention},
     .sample = SampleAttention,
     .tolerance = UlpsPerReduced(16),
     .mixed = {MixedPolicy::kAlways, {}}},
    {.name = "nn.attention_var_len",
     .doc = kVarLenDoc,
     .operands = kSeven,
     .attrs = kAttrs,
     .preconditions = kVarLenRules,
     .infer = InferAttention,
     .eval = EvalAttention,
     .lower = {LowerAttention},
     .sample = SampleVarLen,
     .tolerance = UlpsPerReduced(16),
     // It writes the operands in another order than it reads them.
     .tvm_reads_back = false,
     .mixed = {MixedPolicy::kAlways, {}}},
};
static_assert(AllComplete(kAttention));

}  // namespace

AttentionMask AttentionMask::Of(const Call& call) {
  AttentionMask mask;
  if (!IsNullAttr(call, "causal_mask")) mask.kind = TextAttr(call, "causal_mask");
  if (!IsNullAttr(call, "window_size")) mask.window = IntAttr(call, "window_size");
  if (!IsNullAttr(call, "scale")) mask.scale = ScaleOf(call);
  return mask;
}
std::string WhyNoAttention(const Call& call) {
  DType dtype = As<TensorType>(call.args[0]->type)->dtype;
  bool var_len = call.args.size() > 4;
  for (size_t i = 0; i < (var_len ? 3 : call.args.size()); ++i) {
    if (As<TensorType>(call.args[i]->type)->dtype != dtype || !dtype.IsFloating())
      return "attention of integers, or of two dtypes";
  }
  for (size_t i = 3; var_len && i < 5; ++i) {
    const auto* starts = As<TensorType>(call.args[i]->type);
    if (!starts->dtype.IsInt() || starts->rank != 1) return "starts of sequences that are no vectors of integers";
  }
  AttentionMask mask = AttentionMask::Of(call);
  if (!mask.kind.empty() && mask.kind != "TopLeft" && mask.kind != "BottomRight") return "causal_mask is unknown";
  if (mask.window > 0 && mask.kind.empty()) return "a window without a causal mask: TVM's libraries do not either";
  return "";
}

std::span<const OpSpec> AttentionOps() { return kAttention; }

}  // namespace assay
