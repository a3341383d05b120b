#include "ir/ops/kernel_broadcast.h"

#include "ir/arith/analyzer.h"

namespace assay {
namespace {

bool IsNumber(const Term& extent) { return AsInt(extent.expr()) != nullptr; }

}  // namespace

Term BroadcastPlace(const KernelBuffer& x, int axis, const Term& extent, const Term& i) {
  Term own = x.dim(axis), first = IntLiteral(x.ctx(), 0);
  if (own.IsInt(1)) return extent.IsInt(1) ? i : first;
  if (IsNumber(own) || ProveEqual(x.ctx(), own.expr(), extent.expr())) return i;
  return SelectOf(own == 1, first, i);
}

Terms BroadcastIndex(const KernelBuffer& x, const Terms& at, const Terms& dims) {
  Terms own;
  for (int d = 0; d < x.rank(); ++d) {
    size_t from = at.size() - static_cast<size_t>(x.rank() - d);
    own.push_back(BroadcastPlace(x, d, dims[from], at[from]));
  }
  return own;
}

Term BroadcastExtent(const Term& a, const Term& b) {
  if (a.IsInt(1)) return b;
  if (b.IsInt(1) || IsNumber(a) || ProveEqual(a.ctx(), a.expr(), b.expr())) return a;
  if (IsNumber(b)) return b;
  return SelectOf(a == 1, b, a);
}

}  // namespace assay
