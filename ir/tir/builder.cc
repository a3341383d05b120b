// Makers of TIR nodes declared in ir/builder.h.
#include "ir/builder.h"
#include "ir/make.h"

namespace assay {

const Buffer* MakeBuffer(Context& ctx, std::string_view name, DType dtype, const std::vector<const Expr*>& shape,
                         std::string_view scope) {
  return Make<Buffer>(ctx, [&](Buffer& n) {
    n.name = ctx.Intern(name);
    n.dtype = dtype;
    n.data = MakeVar(ctx, name, MakePointerType(ctx, dtype, scope));
    n.shape = ctx.Copy(shape);
    n.scope = ctx.Intern(scope);
  });
}
const BufferLoad* MakeLoad(Context& ctx, const Buffer* buffer, const std::vector<const Expr*>& indices) {
  return Make<BufferLoad>(ctx, [&](BufferLoad& n) {
    n.buffer = buffer;
    n.indices = ctx.Copy(indices);
    int16_t lanes = indices.empty() ? int16_t{1} : DTypeOf(indices.back()).lanes;
    n.type = ctx.Prim(buffer->dtype.WithLanes(static_cast<int16_t>(buffer->dtype.lanes * lanes)));
  });
}
const BufferStore* MakeStore(Context& ctx, const Buffer* buffer, const Expr* value,
                             const std::vector<const Expr*>& indices) {
  return Make<BufferStore>(ctx, [&](BufferStore& n) {
    n.buffer = buffer;
    n.value = value;
    n.indices = ctx.Copy(indices);
  });
}
const Range* MakeRange(Context& ctx, const Expr* min, const Expr* extent) {
  return Make<Range>(ctx, [&](Range& n) {
    n.min = min;
    n.extent = extent;
  });
}
const BufferRegion* MakeRegion(Context& ctx, const Buffer* buffer, const std::vector<const Range*>& ranges) {
  return Make<BufferRegion>(ctx, [&](BufferRegion& n) {
    n.buffer = buffer;
    n.region = ctx.Copy(ranges);
  });
}
const For* MakeFor(Context& ctx, const Var* loop_var, const Expr* extent, const Stmt* body, ForKind kind) {
  return Make<For>(ctx, [&](For& n) {
    n.loop_var = loop_var;
    n.min = MakeInt(ctx, 0, DTypeOf(loop_var));
    n.extent = extent;
    n.body = body;
    n.for_kind = kind;
  });
}
const Stmt* MakeSeqStmt(Context& ctx, const std::vector<const Stmt*>& stmts) {
  std::vector<const Stmt*> flat;
  for (const Stmt* stmt : stmts) {
    const auto* nested = As<SeqStmt>(stmt);
    if (nested != nullptr) {
      flat.insert(flat.end(), nested->seq.begin(), nested->seq.end());
    } else {
      flat.push_back(stmt);
    }
  }
  if (flat.size() == 1) return flat[0];
  return Make<SeqStmt>(ctx, [&](SeqStmt& n) { n.seq = ctx.Copy(flat); });
}

}  // namespace assay
