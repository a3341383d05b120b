// The kernel of attention where each head has keys of its own, in topi's stages: batch and heads are one dimension of
// matrix products. Tested by attention_test.cc and testdata/legalize_ops.
#include "ir/ops/attention.h"
#include "ir/ops/kernel_broadcast.h"
#include "ir/ops/stages.h"

namespace assay {
namespace {

struct AttentionStages {
  KernelBuilder& k;
  const std::vector<KernelBuffer>& in;
  AttentionMask mask;

  DType dtype() const { return in[0].dtype(); }
  Term Zero() const { return Literal(k.ctx(), dtype(), 0); }
  // Batch and heads together.
  Term Batches() const { return in[0].dim(0) * in[0].dim(2); }

  // (batch, length, head, width) as (batch * head, length, width).
  KernelBuffer Flat(const KernelBuffer& x) const {
    Terms dims{x.dim(0), x.dim(2), x.dim(1), x.dim(3)};
    KernelBuffer turned =
        k.Compute("T_transpose", Axes("ax", dims), [&](const Terms& i) { return x(i[0], i[2], i[1], i[3]); });
    return Reshaped(k, turned, {Batches(), dims[2], dims[3]});
  }
  // (batch * head, length, keys) as (batch, head, length, keys).
  KernelBuffer ByHead(const KernelBuffer& x) const {
    return Reshaped(k, x, {in[0].dim(0), in[0].dim(2), x.dim(1), x.dim(2)});
  }
  // The sum over r of a(b, i, r) times c(b, r, j), or c(b, j, r) where c is turned. One batch has the number 0.
  KernelBuffer Product(std::string_view name, const KernelBuffer& a, const KernelBuffer& c, bool turned) const {
    KernelAxes axes{{"b", a.dim(0)}, {"i", a.dim(1)}, {"j", c.dim(turned ? 1 : 2)}};
    auto step = [&](Term sum, const Terms& s, const Terms& r) {
      Term batch = a.dim(0).IsInt(1) ? k.Int(0) : s[0];
      return sum + a(batch, s[1], r[0]) * (turned ? c(batch, s[2], r[0]) : c(batch, r[0], s[2]));
    };
    KernelBuffer product = k.Reduce(name, axes, {{"k", a.dim(2)}}, Zero(), step);
    k.Annotate("layout_free_placeholders", MakeAttrList(k.ctx(), {MakeAttrNode(k.ctx(), c.buffer())}));
    return product;
  }
  KernelBuffer Scaled(const KernelBuffer& product) const {
    Stages s{k, product.dims()};
    if (mask.scale) return s.NumberTimes(product, *mask.scale);
    return s.Binary("T_divide", [&](const Terms& i) { return product(i) / Sqrt(CastTo(dtype(), in[0].dim(3))); });
  }
  KernelBuffer WithBias(const KernelBuffer& score) const {
    KernelBuffer by_head = ByHead(score);
    Terms dims = by_head.dims();
    KernelBuffer sum = k.Compute("T_add", Axes("ax", dims),
                                 [&](const Terms& i) { return by_head(i) + in[3](BroadcastIndex(in[3], i, dims)); });
    return Reshaped(k, sum, score.dims());
  }
  // Zeros where a query does not look at a key.
  KernelBuffer Masked(const KernelBuffer& x) const {
    Term distance = in[0].dim(1) - in[1].dim(1), more = k.Int(0);
    if (mask.kind == "BottomRight") more = Simplified(SelectOf(0 <= distance, distance, 0 - distance));
    return k.Compute("trilu", Axes("i", x.dims()), [&](const Terms& i) {
      bool number = AsInt(more.expr()) != nullptr;
      Term seen = number ? i[2] <= i[1] + more : i[2] - more <= i[1];
      return SelectOf(seen, x(i), Zero());
    });
  }
  // A fold along keys that leaves a dimension of 1.
  KernelBuffer Along(const KernelBuffer& x, const Term& identity, Term (*step)(Term, Term)) const {
    Terms dims{x.dim(0), x.dim(1), k.Int(1)};
    auto fold = [&](Term value, const Terms& s, const Terms& r) { return step(value, x(s[0], s[1], r[0])); };
    return k.Reduce("trilu_red", Axes("ax", dims), {{"k", x.dim(2)}}, identity, fold);
  }
  KernelBuffer MaskedSoftmax(const KernelBuffer& score) const {
    Stages s{k, score.dims()};
    KernelBuffer seen = Masked(score), greatest = Along(seen, LowestTerm(k.ctx(), dtype()), MaxOf);
    KernelBuffer less =
        s.Binary("T_subtract", [&](const Terms& i) { return seen(i) - greatest(i[0], i[1], k.Int(0)); });
    KernelBuffer exp = Masked(s.Unary(less, Exp));
    KernelBuffer sum = Along(exp, Zero(), [](Term a, Term b) { return a + b; });
    return s.Binary("T_divide", [&](const Terms& i) { return exp(i) / sum(i[0], i[1], k.Int(0)); });
  }
  KernelBuffer Softmax(const KernelBuffer& score) const {
    if (!mask.kind.empty()) return MaskedSoftmax(score);
    KernelAxes rows = Axes("i", {score.dim(0), score.dim(1)}), along{{"k", score.dim(2)}},
               all = Axes("i", score.dims());
    auto larger = [&](Term value, const Terms& s, const Terms& r) { return MaxOf(value, score(s[0], s[1], r[0])); };
    KernelBuffer greatest = k.Reduce("T_softmax_maxelem", rows, along, LowestTerm(k.ctx(), dtype()), larger);
    KernelBuffer exp =
        k.Compute("T_softmax_exp", all, [&](const Terms& i) { return Exp(score(i) - greatest(i[0], i[1])); });
    auto added = [&](Term value, const Terms& s, const Terms& r) { return value + exp(s[0], s[1], r[0]); };
    KernelBuffer sum = k.Reduce("T_softmax_expsum", rows, along, Zero(), added);
    KernelBuffer norm = k.Compute("T_softmax_norm", all, [&](const Terms& i) { return exp(i) / sum(i[0], i[1]); });
    k.Annotate("axis", MakeAttrInt(k.ctx(), 2));
    return norm;
  }
  KernelBuffer Result() const {
    KernelBuffer query = Flat(in[0]), key = Flat(in[1]);
    KernelBuffer score = Scaled(Product("T_batch_matmul_NT", query, key, true));
    if (in.size() == 4) score = WithBias(score);
    KernelBuffer weight = Softmax(score), value = Flat(in[2]);
    KernelBuffer sum = Product("T_batch_matmul_NN", weight, value, false);
    KernelBuffer by_head = ByHead(sum);
    Terms dims{in[0].dim(0), in[0].dim(1), in[0].dim(2), in[2].dim(3)};
    return k.Compute("T_transpose", Axes("ax", dims), [&](const Terms& i) { return by_head(i[0], i[2], i[1], i[3]); });
  }
};

}  // namespace

KernelBuffer AttentionInStages(KernelBuilder& k, const Call& call, const std::vector<KernelBuffer>& in) {
  return AttentionStages{k, in, AttentionMask::Of(call)}.Result();
}

}  // namespace assay
