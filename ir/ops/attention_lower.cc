// Kernels of attention that topi has none for (shared heads, windows, sequences one behind the other): stages over
// (batch, head, query, key), then the product with values. Tested by attention_test.cc.
#include "ir/arith/analyzer.h"
#include "ir/ops/attention.h"
#include "ir/ops/kernel.h"
#include "ir/ops/kernel_broadcast.h"

namespace assay {
namespace {

struct AttentionKernel {
  KernelBuilder& k;
  const Call& call;
  const std::vector<KernelBuffer>& in;
  AttentionMask mask = AttentionMask::Of(call);
  // Of attention_var_len, for each query: the first key of its sequence and the end of these, the number of the query
  // among those of its sequence, and the difference of lengths.
  std::vector<KernelBuffer> sequence = {};

  DType dtype() const { return in[0].dtype(); }
  Term Queries() const { return in[0].dim(1); }
  Term AllKeys() const { return in[1].dim(1); }
  bool VarLen() const { return in.size() > 4; }
  // What topi has a kernel for.
  bool IsPlain() const {
    auto same = [&](const KernelBuffer& other) {
      return ProveEqual(k.ctx(), in[0].dim(2).expr(), other.dim(2).expr());
    };
    return !VarLen() && mask.window <= 0 && same(in[1]) && same(in[2]);
  }
  Term HeadOf(const KernelBuffer& other, const Term& n) const {
    bool same = ProveEqual(k.ctx(), in[0].dim(2).expr(), other.dim(2).expr());
    return same ? n : n / (in[0].dim(2) / other.dim(2));
  }
  void FindSequences() {
    const KernelBuffer &starts = in[3], &key_starts = in[4];
    DType longs = DType::Int(64);
    KernelAxes queries{{"i", Queries()}};
    auto at = [&](const KernelBuffer& from, const Term& s) { return CastTo(longs, from(s)); };
    KernelBuffer own = k.Reduce("own_sequence", queries, {{"s", starts.dim(0) - 1}}, k.Int(-1),
                                [&](Term found, const Terms& i, const Terms& r) {
                                  Term inside = at(starts, r[0]) <= i[0] && i[0] < at(starts, r[0] + 1);
                                  return SelectOf(inside, r[0], found);
                                });
    auto bounded = [&](const Term& place) { return MinOf(MaxOf(place, k.Int(0)), AllKeys()); };
    // 0 for a query of no sequence.
    auto stage = [&](std::string_view name, const std::function<Term(const Terms&, const Term&)>& value) {
      sequence.push_back(k.Compute(name, queries, [&](const Terms& i) {
        return IfThenElseOf(own(i) >= 0, value(i, MaxOf(own(i), k.Int(0))), k.Int(0));
      }));
    };
    stage("first_key", [&](const Terms&, const Term& s) { return bounded(at(key_starts, s)); });
    stage("end_key", [&](const Terms&, const Term& s) {
      return MaxOf(bounded(at(key_starts, s + 1)), bounded(at(key_starts, s)));
    });
    stage("number", [&](const Terms& i, const Term& s) { return i[0] - at(starts, s); });
    stage("difference", [&](const Terms& i, const Term& s) {
      Term distance = at(starts, s + 1) - at(starts, s) - (sequence[1](i) - sequence[0](i));
      return MaxOf(distance, 0 - distance);
    });
  }
  // Whether key s[3] is of the sequence of query s[2].
  Term InSequence(const Term& i, const Term& j) const { return sequence[0](i) <= j && j < sequence[1](i); }
  // Whether the query looks at the key.
  Term Seen(const Terms& s) const {
    Term last = VarLen() ? sequence[2](s[2]) : s[2], key = VarLen() ? s[3] - sequence[0](s[2]) : s[3];
    if (mask.kind == "BottomRight") {
      Term distance = Queries() - AllKeys();
      last = last + (VarLen() ? sequence[3](s[2]) : MaxOf(distance, 0 - distance));
    }
    Term seen = mask.window > 0 ? key <= last && last - mask.window < key : key <= last;
    return VarLen() ? InSequence(s[2], s[3]) && seen : seen;
  }
  Term IfSeen(const Terms& s, const Term& value) const {
    if (!mask.kind.empty()) return SelectOf(Seen(s), value, Like(value, 0.0));
    return VarLen() ? SelectOf(InSequence(s[2], s[3]), value, Like(value, 0.0)) : value;
  }
  // A fold over keys leaves out those of other sequences.
  Term IfOwn(const Term& i, const Term& j, const Term& next, const Term& value) const {
    return VarLen() ? SelectOf(InSequence(i, j), next, value) : next;
  }
  Term Scored(const KernelBuffer& product, const Terms& s) const {
    Term value = mask.scale ? product(s) * Literal(k.ctx(), dtype(), *mask.scale)
                            : product(s) / Sqrt(CastTo(dtype(), in[0].dim(3)));
    if (in.size() != 4) return value;
    return value + in[3](BroadcastIndex(in[3], s, {in[0].dim(0), in[0].dim(2), Queries(), AllKeys()}));
  }
  std::vector<KernelBuffer> Stages() {
    const KernelBuffer &q = in[0], &key = in[1], &v = in[2];
    Term zero = Literal(k.ctx(), dtype(), 0);
    if (VarLen()) FindSequences();
    Terms scores{q.dim(0), q.dim(2), Queries(), AllKeys()}, rows{q.dim(0), q.dim(2), Queries()};
    KernelBuffer product = k.Reduce("T_batch_matmul_NT", Axes("ax", scores), {{"k", q.dim(3)}}, zero,
                                    [&](Term sum, const Terms& s, const Terms& r) {
                                      return sum + q(s[0], s[2], s[1], r[0]) * key(s[0], s[3], HeadOf(key, s[1]), r[0]);
                                    });
    KernelBuffer score =
        k.Compute("T_score", Axes("ax", scores), [&](const Terms& s) { return IfSeen(s, Scored(product, s)); });
    KernelAxes along{{"k", AllKeys()}};
    KernelBuffer greatest = k.Reduce("T_softmax_maxelem", Axes("ax", rows), along, LowestTerm(k.ctx(), dtype()),
                                     [&](Term value, const Terms& s, const Terms& r) {
                                       return IfOwn(s[2], r[0], MaxOf(value, score(s[0], s[1], s[2], r[0])), value);
                                     });
    KernelBuffer exp = k.Compute("T_softmax_exp", Axes("ax", scores),
                                 [&](const Terms& s) { return IfSeen(s, Exp(score(s) - greatest(s[0], s[1], s[2]))); });
    KernelBuffer sum =
        k.Reduce("T_softmax_expsum", Axes("ax", rows), along, zero, [&](Term value, const Terms& s, const Terms& r) {
          return IfOwn(s[2], r[0], value + exp(s[0], s[1], s[2], r[0]), value);
        });
    KernelBuffer weight =
        k.Compute("T_softmax_norm", Axes("ax", scores), [&](const Terms& s) { return exp(s) / sum(s[0], s[1], s[2]); });
    Terms results{q.dim(0), Queries(), q.dim(2), v.dim(3)};
    return {k.Reduce("T_attention", Axes("ax", results), along, zero, [&](Term value, const Terms& s, const Terms& r) {
      Term next = value + weight(s[0], s[2], s[1], r[0]) * v(s[0], r[0], HeadOf(v, s[2]), s[3]);
      return IfOwn(s[1], r[0], next, value);
    })};
  }
};

}  // namespace

Lowered LowerAttention(LowerSite& site, const Call& call) {
  if (std::string why = WhyNoAttention(call); !why.empty()) return Refused{why};
  // The longest sequences say nothing that the kernel needs.
  std::vector<const Expr*> args(call.args.begin(), call.args.size() > 4 ? call.args.begin() + 5 : call.args.end());
  std::string_view hint = args.size() > 4 ? "attention_var_len" : args.size() == 4 ? "attention_bias" : "attention";
  return LowerToCallTIR(site, call, hint, args, [&](KernelBuilder& k, const auto& in) {
    AttentionKernel kernel{k, call, in};
    return kernel.IsPlain() ? std::vector{AttentionInStages(k, call, in)} : kernel.Stages();
  });
}

}  // namespace assay
