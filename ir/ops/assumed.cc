#include "ir/ops/assumed.h"

#include <algorithm>

#include "ir/ops/infer_rules.h"
#include "ir/ops/sharding.h"

namespace assay {
namespace {

using Extents = std::pair<const Expr*, const Expr*>;

// Of several that are the same, one.
std::vector<Extents> Distinct(Context& ctx, const std::vector<Extents>& pairs) {
  std::vector<Extents> distinct;
  for (const Extents& one : pairs) {
    auto same = [&](const Extents& other) {
      return ProveEqual(ctx, other.first, one.first) && ProveEqual(ctx, other.second, one.second);
    };
    if (std::ranges::none_of(distinct, same)) distinct.push_back(one);
  }
  return distinct;
}

}  // namespace

void EmitAssumed(LowerSite& site, const Module* module, const Call& call) {
  const OpSpec* row = SpecOf(&call);
  if (row == nullptr || IsDistributedCall(call)) return;
  Context& ctx = site.ctx();
  AssumedExtents assumed;
  if (!row->infer({ctx, call, module}).ok() || assumed.pairs.empty()) return;
  std::vector<const Expr*> found, wanted;
  for (const auto& [a, b] : Distinct(ctx, assumed.pairs)) {
    found.push_back(a);
    wanted.push_back(b);
  }
  auto* shape = ctx.arena.New<ShapeExpr>(*MakeShape(ctx, found));
  shape->type = MakeShapeType(ctx, wanted);
  site.Emit(shape);
}

}  // namespace assay
