// What elementwise rows share: labels made from names at compile time, inference with broadcasting, reference loops,
// kernels in topi's form, samplers. Reference and kernel halves share nothing but types. Tested by ops_table_test.cc.
#pragma once

#include <algorithm>
#include <functional>

#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/row_types.h"

namespace assay {

// A string as a template argument, so that a family is one template and a row one line.
template <size_t N>
struct FixedText {
  char text[N] = {};
  constexpr FixedText(const char (&source)[N]) { std::copy_n(source, N, text); }
  constexpr std::string_view view() const { return {text, N - 1}; }
};
template <FixedText A, FixedText B>
struct Joined {
  static constexpr auto kChars = [] {
    std::array<char, A.view().size() + B.view().size()> chars{};
    std::copy(A.view().begin(), A.view().end(), chars.begin());
    std::copy(B.view().begin(), B.view().end(), chars.begin() + A.view().size());
    return chars;
  }();
  static constexpr std::string_view kText{kChars.data(), kChars.size()};
};

// ---- inference

// The first operand's type; with ty_args, its device.
const Type* SameAsFirst(const InferIn& in, const TensorType* first, DType dtype);
// Operands are tensors or scalars (broken precondition 1), shapes broadcast (2), dtypes agree (3, unless `result` is
// given), devices agree (the last). The result has the left dtype, or `result` when it is not void; of two scalars it
// is a scalar.
Result<const Type*> InferBroadcast(const InferIn& in, DType result = DType::Void());

// ---- reference evaluation

// f of the elements at each index of the broadcast shape; operands are tensors or scalars. Bool operands are converted
// to the other's dtype first, the result to `result` (void: the left operand's dtype).
using BinaryScalar = std::function<Scalar(Scalar, Scalar)>;
EvalResult EvalBroadcast(const EvalIn& in, DType result, const BinaryScalar& f);

// ---- kernels

// Name and block as topi has them: "add", "T_add". Scalar constants and primitive values stand in the expression.
using BinaryTerm = std::function<Term(Term, Term)>;
Lowered LowerBroadcast(LowerSite& site, const Call& call, std::string_view hint, std::string_view block,
                       const BinaryTerm& f);
// The same where the result takes several stages: `f` gets the result's dimensions and both operands at a position, in
// the dtype that they have in common.
using OperandsAt = std::function<std::pair<Term, Term>(const Terms&)>;
using BroadcastStages = std::function<KernelBuffer(KernelBuilder&, const Terms& dims, const OperandsAt& at)>;
Lowered LowerBroadcastInStages(LowerSite& site, const Call& call, std::string_view hint, const BroadcastStages& f);
// An operator node of these operands, which have one dtype.
Term BinaryNode(NodeKind kind, Term a, Term b);
// The value of a constant of rank 0 as a literal; nullptr for other expressions.
const Expr* ScalarLiteral(Context& ctx, const Expr* e);
// One stage over axes ax0, ax1, …: the form of topi's tagged functions.
Lowered LowerTagged(LowerSite& site, const Call& call, std::string_view hint, std::string_view block,
                    const std::function<Term(Term)>& f);

// ---- sampling

// One tensor of these dtypes.
const Expr* SampleTensor(SampleSite& site, DTypeSet dtypes);
// A second operand that broadcasts with `first`: the same shape, some leading dimensions less, or ones.
const Expr* SampleBroadcastable(SampleSite& site, const Expr* first);
// A scalar expression of a dtype, which is no tensor.
const Expr* SampleScalar(SampleSite& site, DType dtype);
// A constant of rank 0.
const Expr* SampleConstant(SampleSite& site, Scalar value);
template <uint8_t kDTypes>
const Call* SampleUnary(SampleSite& site, const OpSpec& row) {
  return MakeOpCall(site.ctx(), row, {SampleTensor(site, static_cast<DTypeSet>(kDTypes))});
}
template <uint8_t kDTypes>
const Call* SampleBinary(SampleSite& site, const OpSpec& row) {
  const Expr* first = SampleTensor(site, static_cast<DTypeSet>(kDTypes));
  DType dtype = SampledType(first)->dtype;
  // Floats of 8 bits have no text as scalars.
  bool scalar = (!dtype.IsFloating() || dtype.bits >= 16) && site.bytes().Chance(1, 10);
  const Expr* second = scalar ? SampleScalar(site, dtype) : SampleBroadcastable(site, first);
  bool swap = site.bytes().Chance(1, 4);
  return MakeOpCall(site.ctx(), row, swap ? std::vector{second, first} : std::vector{first, second});
}

}  // namespace assay
