#include "passes/tir/narrow_floats.h"

#include <unordered_map>
#include <unordered_set>

#include "ir/prim/intrinsics.h"
#include "ir/tensor/narrow_float.h"
#include "ir/tir/all_reduce.h"
#include "ir/tir/tiles.h"
#include "ir/walk.h"
#include "passes/analysis/effects.h"
#include "passes/op_names.h"
#include "passes/rewrite/stmt_mutator.h"

namespace assay {
namespace {

bool IsExact(NodeKind kind) {
  return kind == NodeKind::kAdd || kind == NodeKind::kSub || kind == NodeKind::kMul || kind == NodeKind::kDiv ||
         kind == NodeKind::kMin || kind == NodeKind::kMax || IsComparison(kind);
}

class ComputeLegalizer : public StmtMutator {
 public:
  ComputeLegalizer(Context& context, FloatPredicate is_narrow, DType promoted)
      : StmtMutator(context), is_narrow_(is_narrow), promoted_(promoted) {}

 protected:
  const Expr* VisitExpr(const Expr* e) override {
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      if (const BinaryExpr* binary = AsBinary(rebuilt)) return Binary(*binary);
      if (const auto* call = As<Call>(rebuilt)) return Function(*call);
      return rebuilt;
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
  }

 private:
  const Expr* Binary(const BinaryExpr& e) {
    DType dtype = DTypeOf(e.a);
    if (!IsExact(e.kind) || !is_narrow_(dtype)) return &e;
    return Rounded(DTypeOf(&e), MakeBinary(ctx, e.kind, Promoted(e.a), Promoted(e.b)));
  }
  const Expr* Function(const Call& call) {
    const IntrinsicSpec* row = IntrinsicOf(&call);
    bool exact = row != nullptr && row->exact_when_narrow && call.args.size() == 1;
    if (!exact || !is_narrow_(DTypeOf(call.args[0]))) return &call;
    DType dtype = DTypeOf(&call);
    DType made = is_narrow_(dtype) ? promoted_.WithLanes(dtype.lanes) : dtype;
    return Rounded(dtype, MakeIntrinsic(ctx, OpNameOf(&call), made, {Promoted(call.args[0])}));
  }
  const Expr* Promoted(const Expr* e) {
    if (const auto* imm = As<FloatImm>(e)) return MakeFloat(ctx, RoundToFloat(DTypeOf(e), imm->value), promoted_);
    return MakeCast(ctx, promoted_.WithLanes(DTypeOf(e).lanes), e);
  }
  const Expr* Rounded(DType dtype, const Expr* e) { return DTypeOf(e) == dtype ? e : MakeCast(ctx, dtype, e); }

  FloatPredicate is_narrow_;
  DType promoted_;
};

class StorageLegalizer : public StmtMutator {
 public:
  StorageLegalizer(Context& context, FloatPredicate is_narrow) : StmtMutator(context), is_narrow_(is_narrow) {}

  // Parameters keep their dtype; a view of unsigned integers lies over each that is used.
  const PrimFunc* VisitFunction(const PrimFunc* func) override {
    WalkOnce(func->body, [&](const Node* node) {
      // Tensor cores take numbers, and no bits.
      WalkOnce(AsTileCall(node), [&](const Node* part) {
        for (PointerUse pointer : PointersTakenBy(part)) kept_.insert(pointer.data);
      });
      std::optional<AllReduce> reduction = AllReduceOf(node);
      if (!reduction) return;
      for (const BufferLoad* to : reduction->destinations) kept_.insert(to->buffer->data);
    });
    const Stmt* body = OrNoOp(ctx, Visit(func->body), func->body);
    std::vector<const Stmt*> stmts;
    for (const Buffer* buffer : func->buffers) {
      auto found = buffer == nullptr ? bits_.end() : bits_.find(buffer);
      if (found == bits_.end()) continue;
      DeclBuffer* view = ctx.arena.New<DeclBuffer>();
      view->data = buffer->data;
      view->buffer = found->second;
      stmts.push_back(view);
    }
    stmts.push_back(body);
    return assay::WithBody(ctx, func, stmts.size() == 1 ? body : MakeSeqStmt(ctx, stmts));
  }

 protected:
  const Buffer* VisitBuffer(const Buffer* buffer) override {
    auto data = data_.find(buffer->data);
    if (!Changes(*buffer) && data == data_.end()) return buffer;
    auto [it, fresh] = bits_.emplace(buffer, nullptr);
    if (!fresh) return it->second;
    Buffer* bits = ctx.arena.New<Buffer>(*buffer);
    if (Changes(*buffer)) bits->dtype = Bits(buffer->dtype);
    if (data != data_.end()) bits->data = data->second;
    return it->second = bits;
  }
  // other kinds: store and allocate nothing
  const Stmt* VisitStmt(const Stmt* s) override {
    if (const auto* alloc = As<AllocBuffer>(s); alloc != nullptr && Changes(*alloc->buffer)) {
      const Buffer& buffer = *alloc->buffer;
      data_[buffer.data] =
          MakeVar(ctx, buffer.data->name.text(), MakePointerType(ctx, Bits(buffer.dtype), buffer.scope.text()));
    }
    const Stmt* visited = Children(s);
    const auto* store = As<BufferStore>(visited);
    bool kept = store != nullptr && !Changes(*As<BufferStore>(s)->buffer);
    if (store == nullptr || kept || !is_narrow_(DTypeOf(store->value))) return visited;
    BufferStore* bits = ctx.arena.New<BufferStore>(*store);
    bits->value = Reinterpreted(Bits(DTypeOf(store->value)), store->value);
    return bits;
  }
  const Expr* VisitExpr(const Expr* e) override {
    auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
      if (const auto* buffer = As<Buffer>(original)) return VisitBuffer(buffer);
      auto data = Is<Var>(original) ? data_.find(As<Var>(original)) : data_.end();
      if (data != data_.end()) return data->second;
      if (IsCallOf(As<Call>(original), IntrinsicId::address_of)) return OfElement(static_cast<const Call*>(rebuilt));
      const auto* load = As<BufferLoad>(original);
      if (load == nullptr || !Changes(*load->buffer)) return rebuilt;
      BufferLoad* bits = ctx.arena.New<BufferLoad>(*static_cast<const BufferLoad*>(rebuilt));
      bits->type = ctx.Prim(Bits(DTypeOf(load)));
      return Reinterpreted(DTypeOf(load), bits);
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
  }

 private:
  // A reduction over threads puts its results into memory of their dtype.
  bool Changes(const Buffer& buffer) const { return is_narrow_(buffer.dtype) && !kept_.contains(buffer.data); }
  static DType Bits(DType dtype) { return DType::UInt(dtype.bits, dtype.lanes); }
  // The address is that of the element, whatever its bits are taken for.
  const Expr* OfElement(const Call* address) {
    const auto* taken = As<Call>(address->args[0]);
    if (!IsCallOf(taken, IntrinsicId::reinterpret) || !Is<BufferLoad>(taken->args[0])) return address;
    Call* direct = ctx.arena.New<Call>(*address);
    direct->args = ctx.Copy(std::vector<const Expr*>{taken->args[0]});
    return direct;
  }
  // There and back is nothing.
  const Expr* Reinterpreted(DType dtype, const Expr* e) {
    const auto* call = As<Call>(e);
    bool back = call != nullptr && IsCallOf(call, IntrinsicId::reinterpret) && DTypeOf(call->args[0]) == dtype;
    return back ? call->args[0] : MakeIntrinsic(ctx, IntrinsicId::reinterpret, dtype, {e});
  }

  FloatPredicate is_narrow_;
  std::unordered_map<const Buffer*, const Buffer*> bits_;
  // Pointers to what the kernel allocates.
  std::unordered_map<const Var*, const Var*> data_;
  // Memory that keeps its dtype.
  std::unordered_set<const Var*> kept_;
};

}  // namespace

bool IsBFloat16(DType dtype) { return dtype.code == DTypeCode::kBFloat && dtype.bits == 16; }
bool IsFloat8(DType dtype) { return dtype.code >= DTypeCode::kFloat8E3M4 && dtype.code <= DTypeCode::kFloat8E8M0FNU; }

Result<Module> LegalizeCompute(PassContext& pass_ctx, const Module& module, FloatPredicate is_narrow, DType promoted) {
  return MutatePrimFuncs<ComputeLegalizer>(pass_ctx.ctx, module, is_narrow, promoted);
}
Result<Module> LegalizeStorage(PassContext& pass_ctx, const Module& module, FloatPredicate is_narrow) {
  return MapPrimFuncs(pass_ctx.ctx, module, [&](const PrimFunc* func) -> Result<const PrimFunc*> {
    if (!HasBlocks(*func)) return StorageLegalizer(pass_ctx.ctx, is_narrow).VisitFunction(func);
    return BlocksAreLeft(*func);
  });
}

}  // namespace assay
