// CanonicalizeLoop: loops begin at 0 and go up by 1. Tested by testdata/canonicalize_loop.
#include <fmt/format.h>

#include "passes/analysis/effects.h"
#include "passes/rewrite/facts_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class LoopCanonicalizer : public FactsMutator {
 public:
  using FactsMutator::FactsMutator;

  Result<const PrimFunc*> Lower(const PrimFunc* func) {
    const PrimFunc* lowered = VisitFunction(func);
    if (refusal_) return std::move(*refusal_);
    return lowered;
  }

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const auto* loop = As<For>(s);
    BindLoop(s);
    const Stmt* visited = Children(s);
    return loop == nullptr ? visited : Canonical(*As<For>(visited));
  }

 private:
  const Stmt* Canonical(const For& loop) {
    const IntImm* min = AsInt(loop.min);
    bool starts_at_zero = min != nullptr && min->value == 0;
    if (starts_at_zero && loop.step == nullptr) return &loop;
    if (loop.step != nullptr && !IsPositive(loop.step)) return Refuse(loop);
    std::vector<const Stmt*> before;
    const Expr* start = Kept(loop.min, loop.loop_var->name, "_start", before);
    const Expr* step = loop.step == nullptr ? nullptr : Kept(loop.step, loop.loop_var->name, "_step", before);
    For* canonical = ctx.arena.New<For>(loop);
    DType dtype = DTypeOf(loop.loop_var);
    canonical->min = MakeInt(ctx, 0, dtype);
    canonical->step = nullptr;
    if (step != nullptr) canonical->extent = Iterations(loop.extent, step);
    const Var* counter = MakeVar(ctx, loop.loop_var->name.text(), dtype);
    canonical->loop_var = counter;
    const Expr* value = step == nullptr ? counter : MakeBinary(ctx, NodeKind::kMul, counter, step);
    if (!starts_at_zero) value = MakeBinary(ctx, NodeKind::kAdd, value, start);
    canonical->body = SubstituteIn(ctx, loop.body, {{loop.loop_var, value}});
    before.push_back(canonical);
    return MakeSeqStmt(ctx, before);
  }
  bool IsPositive(const Expr* step) {
    return facts_->Proves(MakeBinary(ctx, NodeKind::kGT, step, MakeInt(ctx, 0, DTypeOf(step))));
  }
  // Rounded up, without a sum that could leave the range of the dtype.
  const Expr* Iterations(const Expr* extent, const Expr* step) {
    DType dtype = DTypeOf(extent);
    const Expr* one = MakeInt(ctx, 1, dtype);
    const Expr* last = MakeBinary(ctx, NodeKind::kSub, extent, one);
    const Expr* whole = MakeBinary(ctx, NodeKind::kFloorDiv, last, MakeSameDType(step, dtype));
    return facts_->Simplify(MakeBinary(ctx, NodeKind::kAdd, whole, one));
  }
  const Expr* MakeSameDType(const Expr* e, DType dtype) { return DTypeOf(e) == dtype ? e : MakeCast(ctx, dtype, e); }
  // What iterations might change, or what may trap, is evaluated once and before.
  const Expr* Kept(const Expr* e, Name name, std::string_view suffix, std::vector<const Stmt*>& before) {
    if (IsSpeculatable(e)) return e;
    Bind* bind = ctx.arena.New<Bind>();
    bind->value = e;
    bind->var = MakeVar(ctx, fmt::format("{}{}", name.text(), suffix), DTypeOf(e));
    before.push_back(bind);
    return bind->var;
  }
  const Stmt* Refuse(const For& loop) {
    refusal_ = Diag{DiagKind::kCannotLower,
                    loop.span,
                    fmt::format("the step of loop '{}' is not known to be positive", loop.loop_var->name.text()),
                    "",
                    {}};
    return &loop;
  }

  std::optional<Diag> refusal_;
};

Result<Module> RunCanonicalizeLoop(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MapPrimFuncs(pass_ctx.ctx, module,
                      [&](const PrimFunc* func) { return LoopCanonicalizer(pass_ctx.ctx).Lower(func); });
}

}  // namespace

const PassSpec tir_pass::kCanonicalizeLoop = {
    .name = "CanonicalizeLoop",
    .doc = "makes loops begin at 0 and go up by 1",
    .changes = Alters({Facet::kKernels}),
    .run = RunCanonicalizeLoop,
};

}  // namespace assay
