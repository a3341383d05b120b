#include "ir/tir/barriers.h"

#include "ir/builder.h"
#include "ir/prim/intrinsics.h"

namespace assay {

const Stmt* MakeBarrier(Context& ctx, std::string_view scope) {
  Evaluate* barrier = ctx.arena.New<Evaluate>();
  barrier->value = MakeIntrinsic(ctx, IntrinsicId::tvm_storage_sync, DType::Int(32),
                                 {MakeString(ctx, scope), MakeBool(ctx, false), MakeInt(ctx, -1, DType::Int(32))});
  return barrier;
}

std::optional<std::string_view> BarrierScopeOf(const Node* node) {
  const auto* evaluate = As<Evaluate>(node);
  if (evaluate == nullptr || !IsCallOf(evaluate->value, IntrinsicId::tvm_storage_sync)) return std::nullopt;
  const Call& call = *As<Call>(evaluate->value);
  const auto* scope = call.args.empty() ? nullptr : As<StringImm>(call.args[0]);
  return scope == nullptr ? std::string_view() : scope->value.text();
}

bool IsMeeting(const Node* node) {
  const auto* call = As<Call>(node);
  return call != nullptr && FormOf(*call) == CallForm::kMeeting;
}

}  // namespace assay
