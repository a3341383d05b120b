// Where the greatest or least element stands: argmax, argmin. Tested by reduce_test.cc.
#include "ir/ops/families.h"
#include "ir/ops/reduction.h"

namespace assay {
namespace {

using eval::Index;

Result<const Type*> InferArg(const InferIn& in) { return InferReduced(in, 1, DType::Int(64)); }

// `beats(a, b)`: a is kept against b. Starts from index -1 and the value that every element is at least (or at most).
// The old element stays when it beats the new one, or equals it (the first of equals wins); otherwise the new one is
// taken, so a NaN is taken and is given up at the next element.
EvalResult EvalArg(const EvalIn& in, Scalar start, Scalar (*beats)(Scalar, Scalar)) {
  const Tensor& x = eval::TensorOf(in, 0);
  if (x.rank() == 0) return Refused{"TVM does not look for a place in a scalar"};
  std::optional<ReducedShape> shape = ReduceShape(in.call, x.shape());
  if (!shape) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
  return eval::Fill(DType::Int(64), shape->kept, [&](const Index& index) {
    Scalar value = start;
    int64_t place = -1, at = 0;
    ForEachReduced(x, *shape, index, [&](Scalar element, const Index&) {
      bool stays = beats(value, element).IsTrue();
      bool equal = scalar::Eq(value, element).IsTrue();
      if (!stays && !equal) place = at;
      if (!stays) value = element;
      ++at;
    });
    return Scalar::Int(DType::Int(64), place);
  });
}
EvalResult EvalArgmax(const EvalIn& in) {
  return EvalArg(in, scalar::Lowest(eval::TensorOf(in, 0).dtype()), scalar::Gt);
}
EvalResult EvalArgmin(const EvalIn& in) {
  return EvalArg(in, scalar::Highest(eval::TensorOf(in, 0).dtype()), scalar::Lt);
}

// Number of the reduced element in row-major order of the reduced dimensions.
Term ReducedNumber(KernelBuilder& k, const KernelAxes& reduce, const Terms& reduced) {
  Term number = k.Int(0);
  bool constant = true;
  for (size_t d = 0; d < reduce.size(); ++d) {
    number = number * reduce[d].extent + reduced[d];
    constant &= AsInt(reduce[d].extent.expr()) != nullptr;
  }
  return constant ? Simplified(number) : number;
}
Lowered LowerArg(LowerSite& site, const Call& call, std::string_view hint, Term (*start)(Context&, DType),
                 Term (*beats)(Term, Term)) {
  const auto* type = As<TensorType>(call.args[0]->type);
  if (type->rank == 0) return Refused{"TVM does not look for a place in a scalar"};
  if (type->dtype.IsBool()) return Refused{"TVM has no least or greatest bool to start from"};
  return LowerToCallTIR(site, call, hint, {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    const KernelBuffer& x = in[0];
    std::string name = x.buffer()->name.str() + "_red";
    ReductionLoops loops = LoopsOf(k, call, x, BoolAttr(call, "keepdims"));
    Terms starts{k.Int(-1), start(k.ctx(), x.dtype())};
    auto steps = [&](const Terms& old, const Terms& s, const Terms& r) {
      Term place = ReducedNumber(k, loops.reduce, r);
      Term element = x(SourceIndices(loops, s, r));
      Term stays = beats(old[1], element);
      return Terms{SelectOf(stays || (old[1] == element && old[0] < place), old[0], place),
                   SelectOf(stays, old[1], element)};
    };
    std::vector<KernelBuffer> found = k.ReduceTogether(name + "_temp", loops.axes, loops.reduce, starts, steps);
    return std::vector{k.Compute(name, loops.axes, [&](const Terms& i) { return found[0](i); })};
  });
}
Lowered LowerArgmax(LowerSite& site, const Call& call) {
  return LowerArg(site, call, "argmax", LowestTerm, [](Term a, Term b) { return a > b; });
}
Lowered LowerArgmin(LowerSite& site, const Call& call) {
  return LowerArg(site, call, "argmin", HighestTerm, [](Term a, Term b) { return a < b; });
}

const Call* SampleArg(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  const Expr* x = site.Tensor(RequestRank(kNumeric, 1, 4));
  AttrItems attrs;
  if (site.bytes().Chance(3, 4)) {
    attrs.emplace_back("axis", MakeAttrInt(ctx, SampleAxis(site, static_cast<int>(SampledDims(x).size()))));
  }
  attrs.emplace_back("keepdims", MakeAttrBool(ctx, site.bytes().Chance(1, 3)));
  return MakeOpCall(ctx, row, {x}, attrs);
}

constexpr Operand kArgOperands[] = {{"x", OperandKind::kTensor, kNumeric}};
constexpr AttrSpec kArgAttrs[] = {{"axis", AttrKind::kInt, "None"}, {"keepdims", AttrKind::kBool, "False"}};
constexpr Precondition kArgmaxRules[] = {{"argmax.r1", "axis is in [-rank, rank)"}};
constexpr Precondition kArgminRules[] = {{"argmin.r1", "axis is in [-rank, rank)"}};

constexpr OpSpec kArg[] = {
    {.name = "argmax",
     .doc = "Index (int64) of the greatest element along axis, or in the flattened tensor; the first of equals. -1 "
            "where no "
            "element is above the lowest finite value of the dtype. A NaN is taken and given up at the next element.",
     .operands = kArgOperands,
     .attrs = kArgAttrs,
     .preconditions = kArgmaxRules,
     .infer = InferArg,
     .eval = EvalArgmax,
     .lower = {LowerArgmax},
     .sample = SampleArg,
     .tolerance = Exact()},
    {.name = "argmin",
     .doc =
         "Index (int64) of the least element along axis, or in the flattened tensor; the first of equals. -1 where no "
         "element is below the highest finite value of the dtype. A NaN is taken and given up at the next element.",
     .operands = kArgOperands,
     .attrs = kArgAttrs,
     .preconditions = kArgminRules,
     .infer = InferArg,
     .eval = EvalArgmin,
     .lower = {LowerArgmin},
     .sample = SampleArg,
     .tolerance = Exact()},
};
static_assert(AllComplete(kArg));

}  // namespace

std::span<const OpSpec> ArgOps() { return kArg; }

}  // namespace assay
