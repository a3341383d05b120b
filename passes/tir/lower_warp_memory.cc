// LowerWarpMemory: memory of a warp becomes registers of its lanes. A lane writes its own element alone, and what it
// reads of others is exchanged, which all lanes must come to. Named as in tvm.tirx.transform, which also takes memory
// of several elements for each lane, and a guard around an exchange. Tested by testdata/lower_warp_memory and
// fuzzers/bench/races_test.cc.
#include <array>
#include <unordered_map>

#include <fmt/format.h>

#include "ir/mentions.h"
#include "ir/prim/intrinsics.h"
#include "ir/tir/threads.h"
#include "passes/rewrite/facts_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class WarpMemoryLowerer : public FactsMutator {
 public:
  using FactsMutator::FactsMutator;

  Result<const PrimFunc*> Lower(const PrimFunc* func) {
    if (!HasWarpMemory(func)) return func;
    const PrimFunc* lowered = VisitFunction(func);
    if (refusal_) return std::move(*refusal_);
    return lowered;
  }

 protected:
  // recursion: statements nest as deep as the parser lets them
  const Stmt* VisitStmt(const Stmt* s) override {
    std::optional<size_t> axis = ThreadAxisOf(s);
    if (axis && *axis >= kFirstThreadAxis) return InThreads(s, *axis);
    switch (StmtKindOf(s)) {
      case StmtKind::kAllocBuffer: return Allocated(As<AllocBuffer>(s));
      case StmtKind::kBufferStore: return Stored(As<BufferStore>(s));
      case StmtKind::kIfThenElse: return Branches(*As<IfThenElse>(s));
      case StmtKind::kFor: return Loop(As<For>(s));
      case StmtKind::kWhile: return Divergent(s);
      case StmtKind::kSBlockRealize:
      case StmtKind::kSBlock: return MentionsAny(s, Pointers()) ? Refuse(s, "a block uses memory of a warp") : s;
      case StmtKind::kBind:
        if (!IsUniform(As<Bind>(s)->value)) threads_.insert(As<Bind>(s)->var);
        return Children(s);
      case StmtKind::kAttrStmt:
      case StmtKind::kAssertStmt:
      case StmtKind::kDeclBuffer:
      case StmtKind::kSeqStmt:
      case StmtKind::kEvaluate:
      case StmtKind::kReturn:
      case StmtKind::kBreak:
      case StmtKind::kContinue: return Children(s);
    }
    ASSAY_UNREACHABLE();
  }
  const Buffer* VisitBuffer(const Buffer* buffer) override {
    if (registers_.contains(buffer->data)) Refuse(buffer, "memory of a warp is seen another way");
    return buffer;
  }
  const Expr* VisitExpr(const Expr* e) override {
    if (registers_.empty() || !MentionsAny(e, Pointers())) return e;
    bool always = together_ && IsCertain(e);
    auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
      if (const auto* var = As<Var>(original); var != nullptr && registers_.contains(var))
        Refuse(e, "the pointer of memory of a warp is handed on");
      const auto* load = As<BufferLoad>(original);
      auto kept = load == nullptr ? registers_.end() : registers_.find(load->buffer->data);
      return kept == registers_.end() ? rebuilt : Loaded(*As<BufferLoad>(rebuilt), kept->second, always);
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
  }

 private:
  struct Axis {
    const Var* var = nullptr;
    int64_t extent = 1;
  };

  static bool HasWarpMemory(const PrimFunc* func) {
    return Holds(func->body, [](const Node* node) {
      const auto* alloc = As<AllocBuffer>(node);
      return alloc != nullptr && alloc->buffer->scope.text() == "warp";
    });
  }
  VarSet Pointers() const {
    VarSet pointers;
    for (const auto& [data, buffer] : registers_) pointers.insert(data);
    return pointers;
  }
  const Stmt* Refuse(const Node* node, std::string why) {
    if (!refusal_) refusal_ = Diag{DiagKind::kCannotLower, node->span, std::move(why), "", {}};
    return NoOp(ctx);
  }
  const Expr* Int(int64_t value) { return MakeInt(ctx, value, DType::Int(32)); }
  const Expr* AsInt32(const Expr* e) { return DTypeOf(e) == DType::Int(32) ? e : MakeCast(ctx, DType::Int(32), e); }

  // other kinds: bind no axis
  const Stmt* InThreads(const Stmt* s, size_t axis) {
    const auto* loop = As<For>(s);
    const Expr* extent = loop != nullptr ? loop->extent : As<AttrStmt>(s)->value;
    const IntImm* known = AsInt(extent);
    const Var* var = loop != nullptr ? loop->loop_var : ThreadOf(s)->var;
    if (known == nullptr || known->value < 1) return Refuse(s, "the number of threads is not known");
    BindRange(var, MakeInt(ctx, 0, DTypeOf(var)), extent);
    Axis outer = std::exchange(axes_[axis], {var, known->value});
    threads_.insert(var);
    const Stmt* visited = Children(s);
    threads_.erase(var);
    axes_[axis] = outer;
    return visited;
  }
  // Of the thread in its warp, x counted first.
  const Expr* Lane() {
    const Expr* number = Int(0);
    int64_t stride = 1;
    for (size_t i = kFirstThreadAxis; i < kThreadAxes; ++i) {
      if (axes_[i].var == nullptr) continue;
      const Expr* step = MakeBinary(ctx, NodeKind::kMul, AsInt32(axes_[i].var), Int(stride));
      number = MakeBinary(ctx, NodeKind::kAdd, number, step);
      stride *= axes_[i].extent;
    }
    return facts_->Simplify(MakeBinary(ctx, NodeKind::kFloorMod, number, Int(kWarpThreads)));
  }
  bool IsOwnLane(Nodes<Expr> indices) {
    if (indices.size() != 1 || !DTypeOf(indices[0]).IsScalar()) return false;
    return facts_->Proves(MakeBinary(ctx, NodeKind::kEQ, AsInt32(indices[0]), Lane()));
  }

  const Stmt* Allocated(const AllocBuffer* alloc) {
    const Buffer& buffer = *alloc->buffer;
    if (buffer.scope.text() != "warp") return alloc;
    const IntImm* size = buffer.shape.size() == 1 ? AsInt(buffer.shape[0]) : nullptr;
    bool plain = buffer.strides.empty() && buffer.elem_offset == nullptr && buffer.dtype.IsScalar();
    if (size == nullptr || size->value > kWarpThreads || !plain)
      return Refuse(alloc, fmt::format("memory '{}' is no row of one element for each lane", buffer.name.text()));
    const Buffer* own = MakeBuffer(ctx, buffer.name.text(), buffer.dtype, {Int(1)}, "local");
    registers_[buffer.data] = own;
    AllocBuffer* kept = ctx.arena.New<AllocBuffer>(*alloc);
    kept->buffer = own;
    return kept;
  }
  const Stmt* Stored(const BufferStore* store) {
    auto kept = registers_.find(store->buffer->data);
    if (kept == registers_.end()) return Children(store);
    if (store->predicate != nullptr || !IsOwnLane(store->indices))
      return Refuse(store, fmt::format("a lane writes an element of '{}' that is not known to be its own",
                                       store->buffer->name.text()));
    return MakeStore(ctx, kept->second, VisitExpr(store->value), {Int(0)});
  }
  const Expr* Loaded(const BufferLoad& load, const Buffer* own, bool always) {
    const Expr* value = MakeLoad(ctx, own, {Int(0)});
    if (load.predicate == nullptr && IsOwnLane(load.indices)) return value;
    if (!always || load.predicate != nullptr || load.indices.size() != 1 || !DTypeOf(load.indices[0]).IsScalar()) {
      Refuse(&load,
             fmt::format("another lane's element of '{}' is read where not all lanes come", load.buffer->name.text()));
      return value;
    }
    const Expr* mask = MakeIntrinsic(ctx, IntrinsicId::tvm_warp_activemask, DType::UInt(32), {});
    return MakeIntrinsic(ctx, IntrinsicId::tvm_warp_shuffle, own->dtype,
                         {mask, value, AsInt32(load.indices[0]), Int(kWarpThreads), Int(kWarpThreads)});
  }

  // Whether all parts are evaluated, once and in every lane.
  static bool IsCertain(const Expr* e) {
    bool certain = true;
    WalkOnce(e, [&](const Node* node) {
      certain &= AsChoice(node) == nullptr && !Is<Let>(node) && !Is<And>(node) && !Is<Or>(node);
    });
    return certain;
  }
  // The same value in all threads of a block, as far as is easily seen.
  bool IsUniform(const Expr* e) const {
    bool uniform = true;
    WalkOnce(e, [&](const Node* node) {
      const auto* var = As<Var>(node);
      uniform &= !Is<BufferLoad>(node) && !Is<Call>(node) && (var == nullptr || !threads_.contains(var));
    });
    return uniform;
  }
  const Stmt* Divergent(const Stmt* s) {
    bool outer = std::exchange(together_, false);
    const Stmt* visited = Children(s);
    // Who returns does not come to what stands behind.
    together_ = outer && !Holds(s, [](const Node* node) { return Is<Return>(node); });
    return visited;
  }
  const Stmt* Branches(const IfThenElse& branch) {
    const Expr* condition = VisitExpr(branch.condition);
    IfThenElse* made = ctx.arena.New<IfThenElse>(branch);
    made->condition = condition;
    return IsUniform(branch.condition) ? Children(made) : Divergent(made);
  }
  const Stmt* Loop(const For* loop) {
    BindLoop(loop);
    bool uniform = loop->for_kind == ForKind::kSerial || loop->for_kind == ForKind::kUnrolled ||
                   loop->for_kind == ForKind::kThreadBinding;
    for (const Expr* part : {loop->min, loop->extent, loop->step}) uniform &= part == nullptr || IsUniform(part);
    // other kinds: do not leave the loop early
    uniform &= !Holds(loop->body, [](const Node* node) { return Is<Break>(node) || Is<Continue>(node); });
    return uniform ? Children(loop) : Divergent(loop);
  }
  template <class F>
  static bool Holds(const Stmt* s, F&& wanted) {
    bool found = false;
    WalkBeforeChildren(s, [&](const Node* node) {
      found |= wanted(node);
      return AsExpr(node) == nullptr;
    });
    return found;
  }

  std::array<Axis, kThreadAxes> axes_{};
  // Variables that threads of a block have different values of.
  VarSet threads_;
  // The lane's own element, by the pointer of the warp's memory.
  std::unordered_map<const Var*, const Buffer*> registers_;
  // All threads of the block come to where the visitor stands.
  bool together_ = true;
  std::optional<Diag> refusal_;
};

Result<Module> RunLowerWarpMemory(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MapPrimFuncs(pass_ctx.ctx, module,
                      [&](const PrimFunc* func) { return WarpMemoryLowerer(pass_ctx.ctx).Lower(func); });
}

}  // namespace

const PassSpec tir_pass::kLowerWarpMemory = {
    .name = "LowerWarpMemory",
    .doc = "makes registers of memory of warps, and exchanges of what lanes read of each other's",
    .changes = Alters({Facet::kKernels, Facet::kOwnShapes, Facet::kOwnMemory}),
    .run = RunLowerWarpMemory,
    .about_threads = true,
};

}  // namespace assay
