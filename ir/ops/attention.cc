// Attention of queries to keys and values: nn.attention, nn.attention_bias; nn.attention_var_len is inferred alone. All
// are (batch, sequence, heads, dimension). Tested by nn_rows_test.cc.
#include "ir/ops/engine_rows.h"
#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

Status CheckBias(const InferIn& in, const Dims& q, const Dims& k) {
  ASSAY_TRY(const TensorType* bias, TensorArg(in, 3));
  if (bias->rank != 4) return Broken(in, 3, "bias has not four dimensions");
  const ShapeExpr* shape = KnownShape(bias);
  if (shape == nullptr) return Done{};
  const Expr* wanted[] = {q[0], q[2], q[1], k[1]};
  for (size_t d = 0; d < 4; ++d) {
    const IntImm* own = AsInt(shape->values[d]);
    bool repeats = d < 3 && own != nullptr && own->value == 1;
    if (!repeats && ProveUnequal(in.ctx, wanted[d], shape->values[d])) return Broken(in, 3, "bias does not broadcast");
  }
  return Done{};
}
Result<const Type*> InferAttention(const InferIn& in) {
  std::vector<Dims> dims;
  const TensorType* query = nullptr;
  for (size_t i = 0; i < 3; ++i) {
    ASSAY_TRY(const TensorType* type, TensorArg(in, i));
    if (type->rank != 4) return Broken(in, 1, "query, key or value has not four dimensions");
    if (i == 0) query = type;
    const ShapeExpr* shape = KnownShape(type);
    if (shape != nullptr) dims.emplace_back(shape->values.begin(), shape->values.end());
  }
  if (dims.size() < 3) return LikeWithRank(in.ctx, query, 4);
  const Dims &q = dims[0], &k = dims[1], &v = dims[2];
  auto differ = [&](const Expr* a, const Expr* b) { return ProveUnequal(in.ctx, a, b); };
  if (differ(q[0], k[0]) || differ(q[0], v[0])) return Broken(in, 2, "batches differ");
  if (differ(k[1], v[1])) return Broken(in, 2, "keys and values have two lengths");
  if (differ(q[3], k[3])) return Broken(in, 2, "queries and keys have two dimensions of heads");
  for (const Dims* other : {&k, &v}) {
    const IntImm *heads = AsInt(q[2]), *own = AsInt((*other)[2]);
    bool fits = heads == nullptr || own == nullptr || (own->value > 0 && heads->value % own->value == 0);
    if (!fits) return Broken(in, 2, "heads of queries are no multiple of the others'");
  }
  if (in.call.args.size() == 4) ASSAY_RETURN_IF_ERROR(CheckBias(in, q, k));
  return LikeWithDims(in.ctx, query, {q[0], q[1], q[2], v[3]});
}

// ---- what cannot be done

// Empty, "TopLeft" or "BottomRight".
std::string_view MaskOf(const Call& call) {
  return IsNullAttr(call, "causal_mask") ? "" : TextAttr(call, "causal_mask");
}
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
std::string WhyNot(const Call& call) {
  DType dtype = As<TensorType>(call.args[0]->type)->dtype;
  for (const Expr* arg : call.args) {
    if (As<TensorType>(arg->type)->dtype != dtype || !dtype.IsFloating())
      return "attention of integers, or of two dtypes";
  }
  std::string_view mask = MaskOf(call);
  if (!mask.empty() && mask != "TopLeft" && mask != "BottomRight") return "causal_mask is unknown";
  return IsNullAttr(call, "window_size") ? "" : "attention in a sliding window: TVM's legalisation does not either";
}
constexpr std::string_view kGrouped = "keys or values with fewer heads: TVM's legalisation does not either";

// ---- reference evaluation

struct AttentionRun {
  const EvalIn& in;
  const Tensor &q, &k, &v;
  DType dtype;

  Scalar Bias(int64_t b, int64_t n, int64_t i, int64_t j) const {
    const Tensor& bias = eval::TensorOf(in, 3);
    return bias.At(eval::BroadcastOffset(bias.shape(), {b, n, i, j}));
  }
  // How much query i of head n looks for key j.
  Scalar Score(int64_t b, int64_t n, int64_t i, int64_t j) const {
    Scalar sum = Scalar::Zero(dtype);
    for (int64_t h = 0; h < q.shape()[3]; ++h) {
      sum = scalar::Add(sum, scalar::Mul(eval::At(q, {b, i, n, h}), eval::At(k, {b, j, n, h})));
    }
    if (IsNullAttr(in.call, "scale")) {
      sum = scalar::Div(sum, eval::Math("sqrt", Scalar::Int(dtype, q.shape()[3])));
    } else {
      sum = scalar::Mul(sum, Scalar::Float(dtype, ScaleOf(in.call)));
    }
    return in.args.size() > 3 ? scalar::Add(sum, Bias(b, n, i, j)) : sum;
  }
  // Weights of all keys for one query. A masked key scores 0 and weighs nothing.
  std::vector<Scalar> Weights(int64_t b, int64_t n, int64_t i) const {
    int64_t keys = k.shape()[1], queries = q.shape()[1];
    std::string_view mask = MaskOf(in.call);
    int64_t last = mask.empty() ? keys : mask == "TopLeft" ? i : i + std::abs(queries - keys);
    std::vector<Scalar> weights;
    Scalar greatest = scalar::Lowest(dtype), sum = Scalar::Zero(dtype);
    for (int64_t j = 0; j < keys; ++j) {
      weights.push_back(j <= last ? Score(b, n, i, j) : Scalar::Zero(dtype));
      greatest = scalar::Max(greatest, weights.back());
    }
    for (int64_t j = 0; j < keys; ++j) {
      Scalar& weight = weights[static_cast<size_t>(j)];
      weight = j <= last ? eval::Math("exp", scalar::Sub(weight, greatest)) : Scalar::Zero(dtype);
      sum = scalar::Add(sum, weight);
    }
    for (Scalar& weight : weights) weight = scalar::Div(weight, sum);
    return weights;
  }
};
EvalResult EvalAttention(const EvalIn& in) {
  if (std::string why = WhyNot(in.call); !why.empty()) return Refused{why};
  const Tensor &q = eval::TensorOf(in, 0), &k = eval::TensorOf(in, 1), &v = eval::TensorOf(in, 2);
  if (k.shape()[2] != q.shape()[2] || v.shape()[2] != q.shape()[2]) return Refused{std::string(kGrouped)};
  bool fits = q.shape()[0] == k.shape()[0] && q.shape()[0] == v.shape()[0] && k.shape()[1] == v.shape()[1] &&
              q.shape()[3] == k.shape()[3];
  if (!fits) return eval::ShapeMismatch(in, "shapes of query, key and value do not fit");
  AttentionRun run{in, q, k, v, q.dtype()};
  // Weights of the query at hand: its outputs follow one another.
  std::vector<Scalar> weights;
  return eval::Fill(q.dtype(), {q.shape()[0], q.shape()[1], q.shape()[2], v.shape()[3]}, [&](const Index& at) {
    if (at[3] == 0) weights = run.Weights(at[0], at[2], at[1]);
    Scalar sum = Scalar::Zero(q.dtype());
    for (int64_t j = 0; j < k.shape()[1]; ++j) {
      sum = scalar::Add(sum, scalar::Mul(weights[static_cast<size_t>(j)], eval::At(v, {at[0], j, at[2], at[3]})));
    }
    return sum;
  });
}

// ---- lowering: stages over (batch, head, query, key), then the product with values

Lowered LowerAttention(LowerSite& site, const Call& call) {
  if (std::string why = WhyNot(call); !why.empty()) return Refused{why};
  std::vector<const Expr*> args(call.args.begin(), call.args.end());
  auto heads = [&](size_t i) {
    const ShapeExpr* shape = KnownShape(args[i]->type);
    return shape == nullptr ? nullptr : shape->values[2];
  };
  for (size_t i = 1; i < 3; ++i) {
    bool same = heads(0) == nullptr || heads(i) == nullptr || ProveEqual(site.ctx(), heads(0), heads(i));
    if (!same) return Refused{std::string(kGrouped)};
  }
  std::string_view hint = args.size() > 3 ? "attention_bias" : "attention";
  return LowerToCallTIR(site, call, hint, args, [&](KernelBuilder& k, const auto& in) {
    const KernelBuffer &q = in[0], &key = in[1], &v = in[2];
    DType dtype = q.dtype();
    Term zero = Literal(k.ctx(), dtype, 0), queries = q.dim(1), keys = key.dim(1);
    Terms scores{q.dim(0), q.dim(2), queries, keys}, rows{q.dim(0), q.dim(2), queries};
    KernelBuffer product = k.Reduce("T_batch_matmul_NT", Axes("ax", scores), {{"k", q.dim(3)}}, zero,
                                    [&](Term sum, const Terms& s, const Terms& r) {
                                      return sum + q(s[0], s[2], s[1], r[0]) * key(s[0], s[3], s[1], r[0]);
                                    });
    std::string_view mask = MaskOf(call);
    auto kept = [&](const Terms& s) {
      Term last = s[2];
      Term distance = queries - keys;
      if (mask == "BottomRight") last = last + MaxOf(distance, 0 - distance);
      return s[3] <= last;
    };
    KernelBuffer score = k.Compute("T_score", Axes("ax", scores), [&](const Terms& s) {
      Term value = IsNullAttr(call, "scale") ? product(s) / Sqrt(CastTo(dtype, q.dim(3)))
                                             : product(s) * Literal(k.ctx(), dtype, ScaleOf(call));
      if (in.size() > 3) {
        Terms place = s;
        for (int d = 0; d < 4; ++d) {
          if (in[3].dim(d).IsInt(1)) place[static_cast<size_t>(d)] = k.Int(0);
        }
        value = value + in[3](place);
      }
      return mask.empty() ? value : Choose(kept(s), value, zero);
    });
    KernelBuffer greatest = k.Reduce(
        "T_softmax_maxelem", Axes("ax", rows), {{"k", keys}}, LowestTerm(k.ctx(), dtype),
        [&](Term value, const Terms& s, const Terms& r) { return MaxOf(value, score(s[0], s[1], s[2], r[0])); });
    KernelBuffer exp = k.Compute("T_softmax_exp", Axes("ax", scores), [&](const Terms& s) {
      Term value = Exp(score(s) - greatest(s[0], s[1], s[2]));
      return mask.empty() ? value : Choose(kept(s), value, zero);
    });
    KernelBuffer sum =
        k.Reduce("T_softmax_expsum", Axes("ax", rows), {{"k", keys}}, zero,
                 [&](Term value, const Terms& s, const Terms& r) { return value + exp(s[0], s[1], s[2], r[0]); });
    KernelBuffer weight =
        k.Compute("T_softmax_norm", Axes("ax", scores), [&](const Terms& s) { return exp(s) / sum(s[0], s[1], s[2]); });
    return std::vector{k.Reduce("T_attention", Axes("ax", {q.dim(0), queries, q.dim(2), v.dim(3)}), {{"k", keys}}, zero,
                                [&](Term value, const Terms& s, const Terms& r) {
                                  return value + weight(s[0], s[2], s[1], r[0]) * v(s[0], r[0], s[2], s[3]);
                                })};
  });
}

// ---- sampling

const Call* SampleAttention(SampleSite& site, const OpSpec& row) {
  DType dtype = site.PickDType(kFloatDType);
  if (dtype.bits < 16) return nullptr;
  const Expr *batch = site.Dim(), *queries = site.Dim(), *keys = site.Dim(),
             *heads = MakeInt(site.ctx(), site.bytes().Between(1, 2));
  const Expr *depth = site.Dim(), *width = site.Dim();
  std::vector<const Expr*> args{site.Tensor(WishShape(dtype, {batch, queries, heads, depth})),
                                site.Tensor(WishShape(dtype, {batch, keys, heads, depth})),
                                site.Tensor(WishShape(dtype, {batch, keys, heads, width}))};
  if (row.name == "nn.attention_bias") {
    Dims bias{batch, heads, queries, keys};
    for (size_t d = 0; d < 3; ++d) {
      if (site.bytes().Chance(1, 3)) bias[d] = MakeInt(site.ctx(), 1);
    }
    args.push_back(site.Tensor(WishShape(dtype, bias)));
  }
  AttrItems attrs;
  if (site.bytes().Chance(1, 2)) attrs.emplace_back("scale", MakeAttrNode(site.ctx(), MakeFloat(site.ctx(), 0.5)));
  if (site.bytes().Chance(1, 2)) {
    std::string_view mask = site.bytes().Chance(1, 2) ? "TopLeft" : "BottomRight";
    attrs.emplace_back("causal_mask", MakeAttrString(site.ctx(), mask));
  }
  return MakeOpCall(site.ctx(), row, args, attrs);
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
constexpr Precondition kVarLenRules[] = {ASSAY_ATTENTION_RULES(attention_var_len)};
#undef ASSAY_ATTENTION_RULES
constexpr std::string_view kDoc =
    "softmax of the queries' products with the keys (times scale, or over the root of the heads' dimension, plus bias) "
    "along the keys, times the values; each step rounds in the query's dtype. With causal_mask a query looks at keys "
    "up to "
    "its own index, or from BottomRight that plus the difference of lengths; masked keys score 0 where the greatest is "
    "taken, and weigh nothing.";
EvalResult RefuseVarLen(const EvalIn&) { return Refused{"attention_var_len: TVM has no legalisation to follow"}; }

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
     .doc = "attention over packed sequences of several lengths; inferred alone",
     .operands = kSeven,
     .attrs = kAttrs,
     .preconditions = kVarLenRules,
     .infer = InferAttention,
     .eval = RefuseVarLen,
     .lower = NoLowering("refused: TVM hands it to GPU libraries and has no kernel to agree with; possible with a "
                         "definition of our own"),
     .sample = NeverSampled,
     .tolerance = Exact(),
     .mixed = {MixedPolicy::kAlways, {}}},
};
static_assert(AllComplete(kAttention));

}  // namespace

std::span<const OpSpec> AttentionOps() { return kAttention; }

}  // namespace assay
