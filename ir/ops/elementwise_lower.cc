// Kernels of elementwise rows, in the form that topi gives them.
#include "ir/ops/elementwise.h"
#include "ir/ops/kernel_broadcast.h"
#include "ir/prim/literals.h"

namespace assay {
namespace {

// An operand of a kernel: a tensor argument by its position, or a scalar expression of the call.
struct KernelOperand {
  int tensor = -1;
  const Expr* scalar = nullptr;
};

// TVM looks for a scalar constant on the right first, and on the left only when there is none.
std::vector<KernelOperand> SplitOperands(Context& ctx, const Call& call, std::vector<const Expr*>& tensors) {
  std::vector<const Expr*> args(call.args.begin(), call.args.end());
  for (size_t i = args.size(); i-- > 0;) {
    const Expr* literal = ScalarLiteral(ctx, args[i]);
    if (literal == nullptr) continue;
    args[i] = literal;
    break;
  }
  std::vector<KernelOperand> operands;
  for (const Expr* arg : args) {
    if (Is<PrimType>(arg->type)) {
      operands.push_back({-1, arg});
    } else {
      operands.push_back({static_cast<int>(tensors.size()), nullptr});
      tensors.push_back(arg);
    }
  }
  return operands;
}

// Of two scalars: the scalar expression itself.
Lowered LowerScalars(Context& ctx, const Call& call, const BinaryTerm& f) {
  const auto* result = As<PrimType>(call.type);
  bool scalars = Is<PrimType>(call.args[0]->type) && Is<PrimType>(call.args[1]->type);
  if (result == nullptr || !scalars) return Refused{"the result is no tensor"};
  Term a(ctx, call.args[0]), b(ctx, call.args[1]);
  DType common = a.dtype().IsBool() ? b.dtype() : a.dtype();
  return CastTo(result->dtype, f(CastTo(common, a), CastTo(common, b))).expr();
}

}  // namespace

Term BinaryNode(NodeKind kind, Term a, Term b) { return {a.ctx(), MakeBinary(a.ctx(), kind, a.expr(), b.expr())}; }

const Expr* ScalarLiteral(Context& ctx, const Expr* e) {
  const auto* constant = As<Constant>(e);
  if (constant == nullptr || constant->value.rank() != 0) return nullptr;
  Scalar value = ElementAt(constant->value, 0);
  return MakeLiteral(ctx, value);
}

Lowered LowerBroadcastInStages(LowerSite& site, const Call& call, std::string_view hint, const BroadcastStages& f) {
  const auto* result = As<TensorType>(call.type);
  if (result == nullptr) return Refused{"the result is no tensor"};
  std::vector<const Expr*> tensors;
  std::vector<KernelOperand> operands = SplitOperands(site.ctx(), call, tensors);
  return LowerToCallTIR(site, call, hint, tensors, [&](KernelBuilder& k, const std::vector<KernelBuffer>& in) {
    Terms dims = k.ImportDims(KnownShape(result)->values);
    auto at = [&](const Terms& i) {
      Terms values;
      for (const KernelOperand& operand : operands) {
        values.push_back(operand.scalar != nullptr ? k.Import(operand.scalar)
                                                   : in[static_cast<size_t>(operand.tensor)](BroadcastIndex(
                                                         in[static_cast<size_t>(operand.tensor)], i, dims)));
      }
      DType common = values[0].dtype().IsBool() ? values[1].dtype() : values[0].dtype();
      return std::pair(CastTo(common, values[0]), CastTo(common, values[1]));
    };
    return std::vector{f(k, dims, at)};
  });
}
Lowered LowerBroadcast(LowerSite& site, const Call& call, std::string_view hint, std::string_view block,
                       const BinaryTerm& f) {
  const auto* result = As<TensorType>(call.type);
  if (result == nullptr) return LowerScalars(site.ctx(), call, f);
  return LowerBroadcastInStages(site, call, hint, [&](KernelBuilder& k, const Terms& dims, const OperandsAt& at) {
    return k.Compute(block, Axes("ax", dims), [&](const Terms& i) {
      auto [a, b] = at(i);
      return CastTo(result->dtype, f(a, b));
    });
  });
}

Lowered LowerTagged(LowerSite& site, const Call& call, std::string_view hint, std::string_view block,
                    const std::function<Term(Term)>& f) {
  return LowerToCallTIR(site, call, hint, {call.args[0]}, [&](KernelBuilder& k, const std::vector<KernelBuffer>& in) {
    const KernelBuffer& x = in[0];
    return std::vector{k.Compute(block, Axes("ax", x.dims()), [&](const Terms& i) { return f(x(i)); })};
  });
}

}  // namespace assay
