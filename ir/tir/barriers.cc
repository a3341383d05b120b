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

}  // namespace assay
