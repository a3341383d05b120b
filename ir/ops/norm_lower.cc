// Kernels of normalisations: sums over the peers of an element as loops, then elementwise stages. Tested by
// nn_rows_test.cc.
#include "ir/arith/analyzer.h"
#include "ir/ops/kernel.h"
#include "ir/ops/norm.h"
#include "ir/ops/stages.h"

namespace assay {
namespace {

struct NormKernel {
  KernelBuilder& k;
  const KernelBuffer& x;
  const NormCall& norm;
  DType wide;
  // Extents of the loops over groups of peers, and over peers.
  Terms outer, inner;

  NormKernel(KernelBuilder& kernel, const KernelBuffer& data, const NormCall& call, DType dtype)
      : k(kernel), x(data), norm(call), wide(dtype) {
    for (int d = 0; d < x.rank(); ++d) {
      (norm.span.reduced[static_cast<size_t>(d)] ? inner : outer).push_back(x.dim(d));
    }
  }
  Terms Source(const Terms& s, const Terms& r) const {
    Terms source;
    size_t next_outer = 0, next_inner = 0;
    for (int d = 0; d < x.rank(); ++d) {
      source.push_back(norm.span.reduced[static_cast<size_t>(d)] ? r[next_inner++] : s[next_outer++]);
    }
    return source;
  }
  // The group of peers of a place of x.
  Terms GroupOf(const Terms& i) const {
    Terms group;
    for (int d = 0; d < x.rank(); ++d) {
      if (!norm.span.reduced[static_cast<size_t>(d)]) group.push_back(i[static_cast<size_t>(d)]);
    }
    return group;
  }
  Terms ScaleIndex(const Terms& i) const {
    Terms at;
    for (int d : norm.scaled) at.push_back(i[static_cast<size_t>(d)]);
    return at;
  }
  Term Wide(const Terms& at) const { return CastTo(wide, x(at)); }
  // How many peers there are: their number, or the product of the lengths as floats (topi's layer_norm).
  Term Count() const {
    Term count = k.Int(1);
    for (const Term& extent : inner) count = count * extent;
    count = Simplified(count);
    if (!norm.form.widens || AsInt(count.expr()) != nullptr) return CastTo(wide, count);
    Term product = CastTo(wide, inner[0]);
    for (size_t d = 1; d < inner.size(); ++d) product = product * CastTo(wide, inner[d]);
    return product;
  }
  using Summand = std::function<Term(const Terms& outer, const Terms& source)>;
  KernelBuffer Sum(std::string_view name, const Summand& summand) const {
    return k.Reduce(name, Axes("ax", outer), Axes("k", inner), Literal(k.ctx(), wide, 0),
                    [&](Term sum, const Terms& s, const Terms& r) { return sum + summand(s, Source(s, r)); });
  }
  // A sum over the number of peers.
  KernelBuffer Averaged(const KernelBuffer& sum) const {
    return k.Compute("T_divide", Axes("ax", outer), [&](const Terms& i) { return sum(i) / Count(); });
  }
  KernelBuffer MeanOfX() const {
    return Averaged(Sum("x_sum", [&](const Terms&, const Terms& source) { return Wide(source); }));
  }
  // The sum of squared deviations.
  KernelBuffer Spread(const KernelBuffer& mean) const {
    return Sum("x_var_sum", [&](const Terms& s, const Terms& source) {
      Term deviation = Wide(source) - mean(s);
      return deviation * deviation;
    });
  }
  // Sums of the elements and of their squares, in one stage.
  std::vector<KernelBuffer> SumsTogether() const {
    Term zero = Literal(k.ctx(), wide, 0);
    return k.ReduceTogether("x_red_temp", Axes("ax", outer), Axes("k", inner), {zero, zero},
                            [&](const Terms& sums, const Terms& s, const Terms& r) {
                              Term element = Wide(Source(s, r));
                              return Terms{sums[0] + element, sums[1] + element * element};
                            });
  }
  Term Root(const Term& variance) const {
    return assay::Intrinsic("rsqrt", {variance + Literal(k.ctx(), wide, norm.epsilon)});
  }
  // A place of x, less the mean, over the root of the variance, from these sums.
  Term Normalised(const std::vector<KernelBuffer>& sums, const Terms& i) const {
    Terms group = GroupOf(i);
    Term mean = sums[0](group) / Count();
    return (Wide(i) - mean) * Root(sums[1](group) / Count() - mean * mean);
  }
};
bool IsFloatCall(const Call& call) { return As<TensorType>(call.args[0]->type)->dtype.IsFloating(); }
std::vector<const Expr*> ArgsOf(const Call& call) { return {call.args.begin(), call.args.end()}; }
// Of averages that move: dimensions that broadcast, by the larger where nothing is known (topi's broadcast).
Term MovedLength(const KernelBuffer& moving, const KernelBuffer& observed) {
  Term length = moving.dim(0), other = observed.dim(0);
  bool same = ProveEqual(moving.ctx(), length.expr(), other.expr()) || AsInt(length.expr()) != nullptr ||
              AsInt(other.expr()) != nullptr;
  return same ? length : MaxOf(length, other);
}

}  // namespace

Lowered LowerLayerNorm(LowerSite& site, const Call& call) {
  if (!IsFloatCall(call)) return Refused{"a norm of integers"};
  return LowerToCallTIR(site, call, "layer_norm", ArgsOf(call), [&](KernelBuilder& k, const auto& in) {
    NormCall norm = ReadNorm(call, in[0].rank());
    NormKernel kernel(k, in[0], norm, SumDType(in[0].dtype(), norm.form));
    KernelBuffer mean = kernel.MeanOfX(), spread = kernel.Spread(mean);
    return std::vector{k.Compute("T_layer_norm", Axes("ax", in[0].dims()), [&](const Terms& i) {
      Terms group = kernel.GroupOf(i);
      // As topi's, which divides where it takes the root.
      Term value = (kernel.Wide(i) - mean(group)) * kernel.Root(spread(group) / kernel.Count());
      return CastTo(in[0].dtype(), value) * in[1](kernel.ScaleIndex(i)) + in[2](kernel.ScaleIndex(i));
    })};
  });
}

Lowered LowerInstanceNorm(LowerSite& site, const Call& call) {
  if (!IsFloatCall(call)) return Refused{"a norm of integers"};
  return LowerToCallTIR(site, call, "instance_norm", ArgsOf(call), [&](KernelBuilder& k, const auto& in) {
    NormCall norm = ReadNorm(call, in[0].rank());
    NormKernel kernel(k, in[0], norm, SumDType(in[0].dtype(), norm.form));
    std::vector<KernelBuffer> sums = kernel.SumsTogether();
    return std::vector{k.Compute("T_instance_norm", Axes("ax", in[0].dims()), [&](const Terms& i) {
      Term value = CastTo(in[0].dtype(), kernel.Normalised(sums, i));
      return value * in[1](kernel.ScaleIndex(i)) + in[2](kernel.ScaleIndex(i));
    })};
  });
}

// Stages as topi's group_norm: data, gamma and beta with groups as a dimension of their own, and the result without it.
Lowered LowerGroupNorm(LowerSite& site, const Call& call) {
  if (!IsFloatCall(call)) return Refused{"a norm of integers"};
  return LowerToCallTIR(site, call, "group_norm", ArgsOf(call), [&](KernelBuilder& k, const auto& in) {
    NormCall norm = ReadNorm(call, in[0].rank());
    DType dtype = in[0].dtype(), wide = SumDType(dtype, norm.form);
    auto channel = static_cast<size_t>(norm.span.channel);
    Terms split{k.Int(norm.span.groups), Simplified(in[0].dim(norm.span.channel) / norm.span.groups)},
        dims = in[0].dims();
    dims[channel] = split[1];
    dims.insert(dims.begin() + norm.span.channel, split[0]);
    norm.span.reduced.insert(norm.span.reduced.begin() + norm.span.channel + 1, true);
    norm.span.channel = -1;
    KernelBuffer x = Reshaped(k, in[0], dims);
    if (wide != dtype) {
      x = k.Compute("T_cast", Axes("ax", dims), [&, narrow = x](const Terms& i) { return CastTo(wide, narrow(i)); });
    }
    NormKernel kernel(k, x, norm, wide);
    std::vector<KernelBuffer> sums = kernel.SumsTogether();
    KernelBuffer gamma = Reshaped(k, in[1], split), beta = Reshaped(k, in[2], split);
    KernelBuffer out = k.Compute("T_group_norm", Axes("ax", dims), [&](const Terms& i) {
      Term value = CastTo(dtype, kernel.Normalised(sums, i));
      return value * gamma(i[channel], i[channel + 1]) + beta(i[channel], i[channel + 1]);
    });
    return std::vector{Reshaped(k, out, in[0].dims())};
  });
}

// Stages as topi's rms_norm: operands in float32, the root and all that follows in RootDType.
Lowered LowerRmsNorm(LowerSite& site, const Call& call) {
  return LowerToCallTIR(site, call, "rms_norm", ArgsOf(call), [&](KernelBuilder& k, const auto& in) {
    NormCall norm = ReadNorm(call, in[0].rank());
    DType dtype = in[0].dtype(), late = RootDType(dtype);
    auto widened = [&](const KernelBuffer& x) {
      return k.Compute("T_cast", Axes("ax", x.dims()), [&](const Terms& i) { return CastTo(DType::Float(32), x(i)); });
    };
    KernelBuffer x = widened(in[0]);
    KernelBuffer squares = k.Compute("T_multiply", Axes("ax", x.dims()), [&](const Terms& i) { return x(i) * x(i); });
    NormKernel kernel(k, squares, norm, DType::Float(32));
    KernelBuffer sum = kernel.Sum("T_multiply_red", [&](const Terms&, const Terms& at) { return squares(at); });
    KernelBuffer root = k.Compute("rsqrt", Axes("ax", kernel.outer), [&](const Terms& i) {
      return assay::Intrinsic("rsqrt", {CastTo(late, sum(i) / kernel.Count()) + Literal(k.ctx(), late, norm.epsilon)});
    });
    KernelBuffer weight = widened(in[1]);
    KernelBuffer scaled = k.Compute("T_rms_norm", Axes("ax", x.dims()), [&](const Terms& i) {
      return root(kernel.GroupOf(i)) * CastTo(late, x(i)) * CastTo(late, weight(kernel.ScaleIndex(i)));
    });
    return std::vector{
        k.Compute("T_cast", Axes("ax", x.dims()), [&](const Terms& i) { return CastTo(dtype, scaled(i)); })};
  });
}

namespace {

// The stages of topi's batch_norm: numbers of each channel become rows that broadcast along data.
struct BatchNormStages {
  const NormKernel& kernel;
  // Along data.
  Stages s;

  KernelBuffer Row(const KernelBuffer& channels) const {
    Terms dims(s.dims.size(), s.k.Int(1));
    dims[Channel()] = s.dims[Channel()];
    return Reshaped(s.k, channels, dims);
  }
  size_t Channel() const { return static_cast<size_t>(kernel.norm.scaled[0]); }
  Term At(const KernelBuffer& row, const Terms& i) const {
    Terms place(i.size(), s.k.Int(0));
    place[Channel()] = i[Channel()];
    return row(place);
  }
  KernelBuffer Less(const KernelBuffer& x, const KernelBuffer& row) const {
    return s.Binary("T_subtract", [&](const Terms& i) { return x(i) - At(row, i); });
  }
  KernelBuffer Over(const KernelBuffer& x, const KernelBuffer& row) const {
    return s.Binary("T_divide", [&](const Terms& i) { return x(i) / At(row, i); });
  }
  KernelBuffer Times(const KernelBuffer& x, const KernelBuffer& row) const {
    return s.Binary("T_multiply", [&](const Terms& i) { return x(i) * At(row, i); });
  }
  KernelBuffer Plus(const KernelBuffer& x, const KernelBuffer& row) const {
    return s.Binary("T_add", [&](const Terms& i) { return x(i) + At(row, i); });
  }
  KernelBuffer Variance(const KernelBuffer& mean) const {
    KernelBuffer less = Less(kernel.x, mean), again = Less(kernel.x, mean);
    KernelBuffer squares = s.Times(less, again);
    return kernel.Averaged(kernel.Sum("T_multiply_red", [&](const Terms&, const Terms& at) { return squares(at); }));
  }
  // Of a variance, with epsilon, as a row.
  KernelBuffer Root(const KernelBuffer& variance) const {
    KernelBuffer row = Row(variance);
    Stages along{s.k, row.dims()};
    KernelBuffer sum = along.Binary("T_add", [&](const Terms& i) { return row(i) + kernel.norm.epsilon; });
    return along.Unary(sum, Sqrt);
  }
  // (1 - momentum) * moving + momentum * observed.
  KernelBuffer Moved(const KernelBuffer& moving, const KernelBuffer& observed, double momentum) const {
    KernelBuffer kept = Stages{s.k, moving.dims()}.TimesNumber(1 - momentum, moving);
    KernelBuffer added = Stages{s.k, observed.dims()}.TimesNumber(momentum, observed);
    return Stages{s.k, {MovedLength(moving, observed)}}.Plus(kept, added);
  }
};

}  // namespace

Lowered LowerBatchNorm(LowerSite& site, const Call& call) {
  bool training = BoolAttr(call, "training");
  double momentum = FloatAttr(call, "momentum");
  return LowerToCallTIR(site, call, "batch_norm", ArgsOf(call), [&](KernelBuilder& k, const auto& in) {
    NormCall norm = ReadNorm(call, in[0].rank());
    NormKernel kernel(k, in[0], norm, in[0].dtype());
    BatchNormStages stages{kernel, {k, in[0].dims()}};
    KernelBuffer mean = training ? kernel.MeanOfX() : in[3], row = stages.Row(mean);
    KernelBuffer out = stages.Less(in[0], row);
    KernelBuffer variance = training ? stages.Variance(row) : in[4];
    out = stages.Over(out, stages.Root(variance));
    if (BoolAttr(call, "scale")) out = stages.Times(out, stages.Row(in[1]));
    if (BoolAttr(call, "center")) out = stages.Plus(out, stages.Row(in[2]));
    auto moved = [&](const KernelBuffer& moving, const KernelBuffer& observed) {
      return training ? stages.Moved(moving, observed, momentum) : Stages{k, moving.dims()}.TimesNumber(1, moving);
    };
    KernelBuffer new_mean = moved(in[3], mean);
    return std::vector{out, new_mean, moved(in[4], variance)};
  });
}

}  // namespace assay
