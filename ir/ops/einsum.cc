// Sums of products: einsum by subscripts, outer of two vectors. Tested by index_rows_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/kernel_broadcast.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

using eval::Index;

// ---- subscripts

// Labels of each operand's dimensions and of the result's; an ellipsis is written out as numbered labels below 'A', the
// last dimension's first.
struct Equation {
  std::vector<std::string> operands;
  std::string result;
};
constexpr char kEllipsis = '.';

// The text as it stands, with one dot for each ellipsis; nothing where it is no equation.
std::optional<Equation> ParseSubscripts(std::string_view text) {
  Equation equation;
  bool arrow = false;
  std::string current;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ') continue;
    if (text.substr(i, 3) == "..." && current.find(kEllipsis) == std::string::npos) {
      current += kEllipsis;
      i += 2;
    } else if (text.substr(i, 2) == "->" && !arrow) {
      arrow = true;
      equation.operands.push_back(std::exchange(current, {}));
      ++i;
    } else if (text[i] == ',' && !arrow) {
      equation.operands.push_back(std::exchange(current, {}));
    } else if (std::isalpha(static_cast<unsigned char>(text[i])) != 0) {
      current += text[i];
    } else {
      return std::nullopt;
    }
  }
  if (arrow) {
    equation.result = current;
    return equation;
  }
  // Without an arrow: the ellipsis, then labels that stand once, in order.
  equation.operands.push_back(current);
  std::map<char, int> counts;
  for (const std::string& operand : equation.operands) {
    for (char label : operand) ++counts[label];
  }
  for (auto [label, count] : counts) {
    if (label == kEllipsis || count == 1) equation.result += label;
  }
  return equation;
}
void WriteOut(std::string& labels, int rank) {
  size_t at = labels.find(kEllipsis);
  if (at == std::string::npos) return;
  std::string expanded;
  for (int d = rank; d-- > 0;) expanded += static_cast<char>(1 + d);
  labels.replace(at, 1, expanded);
}
// The equation for operands of these ranks; nothing where they do not fit.
std::optional<Equation> EquationFor(std::string_view text, const std::vector<int>& ranks) {
  std::optional<Equation> equation = ParseSubscripts(text);
  if (!equation || equation->operands.size() != ranks.size()) return std::nullopt;
  int widest = 0;
  for (size_t i = 0; i < ranks.size(); ++i) {
    std::string& labels = equation->operands[i];
    bool open = labels.find(kEllipsis) != std::string::npos;
    int own = ranks[i] - static_cast<int>(labels.size()) + (open ? 1 : 0);
    if (own < 0 || (!open && own != 0)) return std::nullopt;
    WriteOut(labels, own);
    widest = std::max(widest, own);
  }
  WriteOut(equation->result, widest);
  for (char label : equation->result) {
    bool known = std::any_of(equation->operands.begin(), equation->operands.end(),
                             [&](const std::string& labels) { return labels.find(label) != std::string::npos; });
    if (!known || std::count(equation->result.begin(), equation->result.end(), label) > 1) return std::nullopt;
  }
  return equation;
}
// Labels that are summed over, in order of their first occurrence.
std::string SummedLabels(const Equation& equation) {
  std::string summed;
  for (const std::string& labels : equation.operands) {
    for (char label : labels) {
      bool stays = equation.result.find(label) != std::string::npos || summed.find(label) != std::string::npos;
      if (!stays) summed += label;
    }
  }
  return summed;
}

// ---- inference

Result<std::map<char, const Expr*>> LabelExtents(const InferIn& in, const Equation& equation,
                                                 const std::vector<const ShapeExpr*>& shapes) {
  std::map<char, const Expr*> extents;
  for (size_t i = 0; i < shapes.size(); ++i) {
    for (size_t d = 0; d < shapes[i]->values.size(); ++d) {
      const Expr* extent = shapes[i]->values[d];
      const Expr*& known = extents[equation.operands[i][d]];
      const IntImm* old = known == nullptr ? nullptr : AsInt(known);
      const IntImm* given = AsInt(extent);
      if (known == nullptr || (old != nullptr && old->value == 1)) {
        known = extent;
      } else if (!(given != nullptr && given->value == 1) && ProveUnequal(in.ctx, known, extent)) {
        return Broken(in, 4, fmt::format("one extent for label {}", equation.operands[i][d]),
                      fact::NamedDim("first", known), fact::NamedDim("then", extent), fact::Attr{"subscripts"},
                      fact::Field{0, i});
      } else if (old == nullptr && given != nullptr && given->value != 1) {
        // A size beside a number is that number, or 1 and broadcast to it; TVM says the size.
        known = extent;
      }
    }
  }
  return extents;
}
Result<const Type*> InferEinsum(const InferIn& in) {
  ASSAY_TRY(std::vector<const TensorType*> types, TensorTupleArg(in, 0));
  if (types.empty()) return Broken(in, 1, "at least one operand", fact::Arg{0});
  std::vector<int> ranks;
  for (const TensorType* type : types) ranks.push_back(type->rank);
  bool ranked = std::ranges::find(ranks, kUnknownRank) == ranks.end();
  std::optional<Equation> equation = ranked ? EquationFor(TextAttr(in.call, "subscripts"), ranks) : std::nullopt;
  for (size_t i = 0; i < types.size(); ++i) {
    if (types[i]->dtype != types[0]->dtype) return Differ(in, 2, "dtypes", fact::Field{0, 0}, fact::Field{0, i});
  }
  if (ranked && !equation)
    return Broken(in, 3, "subscripts that are an equation for operands of these ranks", fact::Attr{"subscripts"},
                  fact::Arg{0});
  std::vector<const ShapeExpr*> shapes;
  const VDevice* device = nullptr;
  for (const TensorType* type : types) {
    device = device == nullptr ? type->vdevice : device;
    shapes.push_back(KnownShape(type));
    if (shapes.back() != nullptr) continue;
    // TVM gives this operand's rank, also where the subscripts give the result another one.
    int rank = equation ? static_cast<int>(equation->result.size()) : kUnknownRank;
    return MakeTensorTypeOfRank(in.ctx, rank, type->dtype, device);
  }
  using Extents = std::map<char, const Expr*>;
  ASSAY_TRY(Extents extents, LabelExtents(in, *equation, shapes));
  Dims dims;
  for (char label : equation->result) dims.push_back(extents[label]);
  return MakeTensorType(in.ctx, dims, types[0]->dtype, device);
}
Result<const Type*> InferOuter(const InferIn& in) {
  ASSAY_TRY(const TensorType* a, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* b, TensorArg(in, 1));
  if (a->rank != 1 || b->rank != 1) return Broken(in, 1, "operands of rank 1", fact::Arg{0}, fact::Arg{1});
  const ShapeExpr *left = KnownShape(a), *right = KnownShape(b);
  if (left == nullptr || right == nullptr) return MakeTensorTypeOfRank(in.ctx, 2, a->dtype);
  return MakeTensorType(in.ctx, Dims{left->values[0], right->values[0]}, a->dtype);
}

// ---- reference evaluation

EvalResult EvalEinsum(const EvalIn& in) {
  std::vector<Tensor> operands;
  std::vector<int> ranks;
  for (const Value& field : in.args[0].As<TupleValue>()->fields) {
    operands.push_back(eval::TensorOf(field));
    ranks.push_back(operands.back().rank());
  }
  DType dtype = operands[0].dtype();
  if (dtype.IsBool()) return Refused{"a sum of products of bool has no agreed meaning"};
  std::optional<Equation> equation = EquationFor(TextAttr(in.call, "subscripts"), ranks);
  if (!equation) return eval::ShapeMismatch(in, "subscripts do not fit the run-time ranks");
  std::map<char, int64_t> extents;
  for (size_t i = 0; i < operands.size(); ++i) {
    for (size_t d = 0; d < operands[i].shape().size(); ++d) {
      int64_t extent = operands[i].shape()[d];
      auto [known, fresh] = extents.emplace(equation->operands[i][d], extent);
      if (known->second == 1) known->second = extent;
      if (known->second != extent && extent != 1) return eval::ShapeMismatch(in, "a label stands for two extents");
    }
  }
  std::string summed = SummedLabels(*equation);
  Index shape, inner;
  for (char label : equation->result) shape.push_back(extents[label]);
  for (char label : summed) inner.push_back(extents[label]);
  return eval::Fill(dtype, shape, [&](const Index& out) {
    std::optional<Scalar> sum;
    if (!summed.empty()) sum = Scalar::Zero(dtype);
    eval::ForEach(inner, [&](const Index& r) {
      std::optional<Scalar> product;
      for (size_t i = 0; i < operands.size(); ++i) {
        Index at;
        for (char label : equation->operands[i]) {
          size_t place = equation->result.find(label);
          at.push_back(place != std::string::npos ? out[place] : r[summed.find(label)]);
          if (operands[i].shape()[at.size() - 1] == 1) at.back() = 0;
        }
        Scalar factor = eval::At(operands[i], at);
        product = product ? scalar::Mul(*product, factor) : factor;
      }
      sum = sum ? scalar::Add(*sum, *product) : *product;
    });
    return *sum;
  });
}
EvalResult EvalOuter(const EvalIn& in) {
  const Tensor &a = eval::TensorOf(in, 0), &b = eval::TensorOf(in, 1);
  if (a.rank() != 1 || b.rank() != 1) return eval::ShapeMismatch(in, "an operand is no vector");
  if (a.dtype() != b.dtype() || a.dtype().IsBool()) return Refused{"products of bool, or of two dtypes"};
  return eval::Fill(a.dtype(), {a.size(), b.size()},
                    [&](const Index& i) { return scalar::Mul(a.At(i[0]), b.At(i[1])); });
}

// ---- lowering

Lowered LowerEinsum(LowerSite& site, const Call& call) {
  const auto* types = As<TupleType>(call.args[0]->type);
  const auto* tuple = As<Tuple>(call.args[0]);
  if (As<TensorType>(types->fields[0])->dtype.IsBool())
    return Refused{"a sum of products of bool has no agreed meaning"};
  std::vector<const Expr*> tensors;
  std::vector<int> ranks;
  for (size_t i = 0; i < types->fields.size(); ++i) {
    const Expr* item = tuple != nullptr ? tuple->fields[i] : nullptr;
    if (item == nullptr) item = site.Emit(MakeTupleGetItem(site.ctx(), call.args[0], static_cast<int64_t>(i)));
    tensors.push_back(item);
    ranks.push_back(As<TensorType>(types->fields[i])->rank);
  }
  return LowerToCallTIR(site, call, "einsum", tensors, [&](KernelBuilder& k, const auto& in) {
    Equation equation = *EquationFor(TextAttr(call, "subscripts"), ranks);
    std::string summed = SummedLabels(equation);
    KernelAxes reduce;
    for (char label : summed) {
      Term extent = k.Int(1);
      for (size_t i = 0; i < in.size(); ++i) {
        for (size_t d = 0; d < equation.operands[i].size(); ++d) {
          if (equation.operands[i][d] == label) extent = BroadcastExtent(extent, in[i].dim(static_cast<int>(d)));
        }
      }
      reduce.push_back({"k" + std::to_string(reduce.size()), extent});
    }
    KernelAxes axes = Axes("ax", k.ImportDims(KnownShape(call.type)->values));
    auto product = [&](const Terms& s, const Terms& r) {
      std::optional<Term> value;
      for (size_t i = 0; i < in.size(); ++i) {
        Terms at;
        for (char label : equation.operands[i]) {
          size_t place = equation.result.find(label), sum = summed.find(label);
          bool stays = place != std::string::npos;
          const Term& extent = stays ? axes[place].extent : reduce[sum].extent;
          at.push_back(BroadcastPlace(in[i], static_cast<int>(at.size()), extent, stays ? s[place] : r[sum]));
        }
        value = value ? *value * in[i](at) : in[i](at);
      }
      return *value;
    };
    Term zero = Literal(k.ctx(), in[0].dtype(), 0);
    if (reduce.empty()) {
      return std::vector{k.Compute("T_einsum", axes, [&](const Terms& s) { return product(s, {}); })};
    }
    return std::vector{k.Reduce("T_einsum", axes, reduce, zero,
                                [&](Term sum, const Terms& s, const Terms& r) { return sum + product(s, r); })};
  });
}
Lowered LowerOuter(LowerSite& site, const Call& call) {
  const auto *a = As<TensorType>(call.args[0]->type), *b = As<TensorType>(call.args[1]->type);
  if (a->dtype != b->dtype || a->dtype.IsBool()) return Refused{"products of bool, or of two dtypes"};
  return LowerToCallTIR(site, call, "outer", {call.args[0], call.args[1]}, [&](KernelBuilder& k, const auto& in) {
    return std::vector{k.Compute("T_outer", Axes("ax", {in[0].dim(0), in[1].dim(0)}),
                                 [&](const Terms& i) { return in[0](i[0]) * in[1](i[1]); })};
  });
}

// ---- sampling

const Call* SampleEinsum(SampleSite& site, const OpSpec& row) {
  static constexpr std::string_view kEquations[] = {"ij,jk->ik",   "ii",       "ii->i", "ij->ji", "i,j->ij",
                                                    "...i,i->...", "ij,ij->i", "i,i",   "ijk->",  "bij,bjk->bik"};
  std::string_view text = kEquations[site.bytes().Below(std::size(kEquations))];
  std::map<char, const Expr*> extents;
  DType dtype = site.PickDType(kNumeric);
  std::vector<const Expr*> operands;
  Equation equation = *ParseSubscripts(text);
  for (const std::string& labels : equation.operands) {
    Dims dims;
    for (char label : labels) {
      auto [extent, fresh] = extents.emplace(label, nullptr);
      if (fresh) extent->second = site.Dim();
      dims.push_back(extent->second);
    }
    operands.push_back(site.Tensor(RequestShape(dtype, dims)));
  }
  return MakeOpCall(site.ctx(), row, {MakeTuple(site.ctx(), operands)},
                    {{"subscripts", MakeAttrString(site.ctx(), text)}});
}
const Call* SampleOuter(SampleSite& site, const OpSpec& row) {
  const Expr* a = site.Tensor(RequestRank(kNumeric, 1, 1));
  return MakeOpCall(site.ctx(), row, {a, site.Tensor(RequestShape(SampledType(a)->dtype, {site.Dim()}))});
}

// ---- rows

constexpr Operand kEinsumOperands[] = {{"operands", OperandKind::kTensorTuple, kNumeric}};
constexpr Operand kOuterOperands[] = {{"x1", OperandKind::kTensor, kNumeric}, {"x2", OperandKind::kTensor, kNumeric}};
constexpr AttrSpec kEinsumAttrs[] = {{"subscripts", AttrKind::kString, ""}};
constexpr Precondition kEinsumRules[] = {{"einsum.r1", "there is an operand"},
                                         {"einsum.r2", "operands have one dtype"},
                                         {"einsum.r3", "subscripts are an equation for operands of these ranks"},
                                         {"einsum.r4", "a label stands for one extent, or for 1"}};
constexpr Precondition kOuterRules[] = {{"outer.r1", "both operands are vectors"}};

constexpr OpSpec kRows[] = {
    {.name = "einsum",
     .doc = "Sum over the labels that the result does not have, where there are any, of the product of all operands, "
            "left to right; "
            "labels in order of first occurrence, the last the fastest. Each step rounds or wraps in the operands' "
            "dtype. A label "
            "twice in an operand takes its diagonal, ellipses broadcast, an extent of 1 stands for any.",
     .operands = kEinsumOperands,
     .attrs = kEinsumAttrs,
     .preconditions = kEinsumRules,
     .infer = InferEinsum,
     .eval = EvalEinsum,
     .lower = {LowerEinsum},
     .sample = SampleEinsum,
     .tolerance = UlpsPerReduced(4)},
    {.name = "outer",
     .doc = "x1[i] * x2[j], rounded or wrapped in their dtype.",
     .operands = kOuterOperands,
     .attrs = {},
     .preconditions = kOuterRules,
     .infer = InferOuter,
     .eval = EvalOuter,
     .lower = {LowerOuter},
     .sample = SampleOuter,
     .tolerance = Ulps(1),
     .mixed = {MixedPolicy::kAlways, {}}},
};
static_assert(AllComplete(kRows));

}  // namespace

std::span<const OpSpec> EinsumOps() { return kRows; }

}  // namespace assay
