// LowerThreadAllreduce: reductions over threads become exchanges among the lanes of a warp, where a group is a segment
// of one, and else a tree in memory that the threads of the block share, with a barrier at each step. Named as in
// tvm.s_tir.transform; TVM's also uses warps for parts of a group, and adds up by halves. Here results keep their bits:
// neighbours are combined first, so that values keep their order, which tells where an argmax has equal ones, sums of
// floats are added up by one thread; of several values, all are computed before one is stored. Tested by
// testdata/lower_thread_allreduce and fuzzers/bench/races_test.cc.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ir/prim/intrinsics.h"
#include "ir/support/function_ref.h"
#include "ir/tir/all_reduce.h"
#include "ir/tir/barriers.h"
#include "ir/tir/threads.h"
#include "passes/rewrite/refusing_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr int64_t kMostThreads = 1024;

bool IsPowerOfTwo(int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

// Whether values may be combined in pairs: integers, and the least or greatest of floats. Sums of floats round as they
// are added up, and a choice by comparison depends on where a NaN stands.
bool IsAssociative(const CommReducer& reducer) {
  bool floats = false;
  for (const Var* var : reducer.lhs) floats |= DTypeOf(var).IsFloating();
  return !floats || (reducer.result.size() == 1 && (Is<Min>(reducer.result[0]) || Is<Max>(reducer.result[0])));
}

class ReductionLowerer : public RefusingMutator {
 public:
  using RefusingMutator::RefusingMutator;

 protected:
  // other kinds: neither bind an axis nor hold a reducer
  // recursion: statements nest as deep as the parser lets them
  const Stmt* VisitStmt(const Stmt* s) override {
    if (std::optional<size_t> axis = ThreadAxisOf(s); axis && *axis >= kFirstThreadAxis) return InThreads(s, *axis);
    if (const auto* attr = As<AttrStmt>(s)) {
      const auto* reducer = As<CommReducer>(attr->node);
      if (reducer == nullptr || attr->attr_key != "reduce_scope") return Children(s);
      reducers_.push_back(reducer);
      const Stmt* body = Visit(attr->body);
      reducers_.pop_back();
      return body;
    }
    const auto* evaluate = As<Evaluate>(s);
    bool reduces = evaluate != nullptr && IsCallOf(evaluate->value, IntrinsicId::tvm_thread_allreduce);
    return reduces ? Lowered(*As<Call>(evaluate->value)) : Children(s);
  }

 private:
  using Stmts = std::vector<const Stmt*>;
  struct Axis {
    const Var* var = nullptr;
    int64_t extent = 1;
  };
  // The threads of a group, and the groups, both with x counted first.
  struct Group {
    const Expr* place = nullptr;
    int64_t size = 1;
    const Expr* number = nullptr;
    int64_t count = 1;
    // A group is neighbours: the axes of the reduction come before all others.
    bool dense = true;
  };

  const Expr* Int(int64_t value) { return MakeInt(ctx, value, DType::Int(32)); }
  const Expr* Op(NodeKind kind, const Expr* a, const Expr* b) { return MakeBinary(ctx, kind, a, b); }
  const Stmt* Refuse(const Node* node, std::string why) {
    if (!failure_) failure_ = Diag{DiagKind::kCannotLower, node->span, std::move(why), "", {}};
    return NoOp(ctx);
  }

  // other kinds: bind no axis
  const Stmt* InThreads(const Stmt* s, size_t axis) {
    const auto* loop = As<For>(s);
    const auto* known = As<IntImm>(loop != nullptr ? loop->extent : As<AttrStmt>(s)->value);
    if (known == nullptr || known->value < 1 || known->value > kMostThreads)
      return HasReduction(s) ? Refuse(s, "the number of threads is not known") : s;
    const Var* var = loop != nullptr ? loop->loop_var : ThreadOf(s)->var;
    Axis outer = std::exchange(axes_[axis], {var, known->value});
    axis_of_[var] = axis;
    const Stmt* visited = Children(s);
    axes_[axis] = outer;
    return visited;
  }
  static bool HasReduction(const Stmt* s) {
    bool found = false;
    WalkOnce(s, [&](const Node* node) { found |= IsCallOf(node, IntrinsicId::tvm_thread_allreduce); });
    return found;
  }

  const Expr* Flat(const Expr* before, int64_t stride, const Axis& axis) {
    if (axis.extent == 1) return before;
    const Expr* step = stride == 1 ? axis.var : Op(NodeKind::kMul, ThreadAsInt32(axis.var), Int(stride));
    return before == nullptr ? ThreadAsInt32(step) : Op(NodeKind::kAdd, before, ThreadAsInt32(step));
  }
  const Expr* ThreadAsInt32(const Expr* e) {
    return DTypeOf(e) == DType::Int(32) ? e : MakeCast(ctx, DType::Int(32), e);
  }
  std::optional<Group> GroupOf(const Call& call, Nodes<Expr> threads) {
    std::array<bool, kThreadAxes> reduced{};
    for (const Expr* thread : threads) {
      const auto* zero = As<IntImm>(thread);
      if (zero != nullptr && zero->value == 0) continue;
      auto bound = axis_of_.find(As<Var>(thread));
      if (bound == axis_of_.end()) {
        Refuse(&call, "a reduction over what is no thread of its block");
        return std::nullopt;
      }
      reduced[bound->second] = true;
    }
    Group group;
    for (size_t axis = kFirstThreadAxis; axis < kThreadAxes; ++axis) {
      const Axis& one = axes_[axis];
      if (reduced[axis]) {
        if (one.extent > 1 && group.count > 1) group.dense = false;
        group.place = Flat(group.place, group.size, one);
        group.size *= one.extent;
      } else {
        group.number = Flat(group.number, group.count, one);
        group.count *= one.extent;
      }
    }
    if (group.size * group.count > kMostThreads) {
      Refuse(&call, "a block has too many threads");
      return std::nullopt;
    }
    return group;
  }

  const Stmt* Lowered(const Call& call) {
    std::optional<AllReduce> parts = AllReduceOf(&call);
    const CommReducer* reducer = reducers_.empty() ? nullptr : reducers_.back();
    if (!parts || reducer == nullptr || reducer->result.size() != parts->sources.size())
      return Refuse(&call, "a reduction over threads that no reducer fits");
    std::optional<Group> group = GroupOf(call, parts->threads);
    if (!group) return NoOp(ctx);
    bool in_warps = group->dense && IsPowerOfTwo(group->size) && group->size <= kWarpThreads && IsAssociative(*reducer);
    Stmts made;
    Nodes<Expr> brought = Brought(*parts, *reducer);
    if (group->size == 1)
      Deliver(*parts, brought, made);
    else if (in_warps)
      InWarps(*parts, *reducer, *group, brought, made);
    else
      InSharedMemory(*parts, *reducer, *group, brought, made);
    return MakeSeqStmt(ctx, made);
  }
  // What a thread brings.
  Nodes<Expr> Brought(const AllReduce& parts, const CommReducer& reducer) {
    const auto* always = As<IntImm>(parts.condition);
    if (always != nullptr && always->value != 0) return parts.sources;
    std::vector<const Expr*> values;
    for (size_t i = 0; i < parts.sources.size(); ++i)
      values.push_back(MakeSelect(ctx, parts.condition, parts.sources[i], reducer.identity_element[i]));
    return ctx.Copy(values);
  }
  void Deliver(const AllReduce& parts, Nodes<Expr> values, Stmts& made) {
    StoreAll(values, made, [&](size_t i, const Expr* value) {
      const BufferLoad& to = *parts.destinations[i];
      BufferStore* store = ctx.arena.New<BufferStore>();
      store->buffer = to.buffer;
      store->value = value;
      store->indices = to.indices;
      store->predicate = to.predicate;
      return store;
    });
  }
  // Several are all computed first: each may read what another one replaces.
  template <class F>
  void StoreAll(Nodes<Expr> values, Stmts& made, F&& store) {
    std::vector<const Expr*> kept(values.begin(), values.end());
    for (const Expr*& value : kept) {
      if (values.size() == 1) break;
      Bind* bind = ctx.arena.New<Bind>();
      bind->var = MakeVar(ctx, "red", DTypeOf(value));
      bind->value = value;
      made.push_back(bind);
      value = bind->var;
    }
    for (size_t i = 0; i < kept.size(); ++i) made.push_back(store(i, kept[i]));
  }
  std::vector<const Buffer*> Allocated(const CommReducer& reducer, std::string_view name, int64_t count,
                                       std::string_view scope, Stmts& made) {
    std::vector<const Buffer*> buffers;
    for (const Expr* value : reducer.result) {
      std::string hint = fmt::format("{}{}", name, buffers.size());
      buffers.push_back(MakeBuffer(ctx, hint, DTypeOf(value), {Int(count)}, scope));
      AllocBuffer* alloc = ctx.arena.New<AllocBuffer>();
      alloc->buffer = buffers.back();
      made.push_back(alloc);
    }
    return buffers;
  }
  Nodes<Expr> Loads(const std::vector<const Buffer*>& buffers, const Expr* index) {
    std::vector<const Expr*> loads;
    for (const Buffer* buffer : buffers) loads.push_back(MakeLoad(ctx, buffer, {index}));
    return ctx.Copy(loads);
  }
  void Store(const std::vector<const Buffer*>& buffers, Nodes<Expr> values, const Expr* index, Stmts& made) {
    StoreAll(values, made, [&](size_t i, const Expr* value) { return MakeStore(ctx, buffers[i], value, {index}); });
  }
  Nodes<Expr> Combined(const CommReducer& reducer, Nodes<Expr> left, Nodes<Expr> right) {
    VarMap map;
    for (size_t i = 0; i < left.size(); ++i) {
      map[reducer.lhs[i]] = left[i];
      map[reducer.rhs[i]] = right[i];
    }
    std::vector<const Expr*> values;
    for (const Expr* value : reducer.result) values.push_back(SubstituteIn(ctx, value, map));
    return ctx.Copy(values);
  }

  // A lane adds what lies behind it in its segment; the first one has it all, and gives it to the others.
  void InWarps(const AllReduce& parts, const CommReducer& reducer, const Group& group, Nodes<Expr> brought,
               Stmts& made) {
    std::vector<const Buffer*> own = Allocated(reducer, "red_buf", 1, "local", made);
    std::vector<const Buffer*> theirs = Allocated(reducer, "t", 1, "local", made);
    const Buffer* mask = MakeBuffer(ctx, "mask", DType::UInt(32), {Int(1)}, "local");
    AllocBuffer* alloc = ctx.arena.New<AllocBuffer>();
    alloc->buffer = mask;
    made.push_back(alloc);
    Store(own, brought, Int(0), made);
    made.push_back(
        MakeStore(ctx, mask, MakeIntrinsic(ctx, IntrinsicId::tvm_warp_activemask, DType::UInt(32), {}), {Int(0)}));
    auto exchanged = [&](IntrinsicId id, const Buffer* buffer, int64_t lane) {
      return MakeIntrinsic(ctx, id, buffer->dtype,
                           {MakeLoad(ctx, mask, {Int(0)}), MakeLoad(ctx, buffer, {Int(0)}), Int(lane), Int(group.size),
                            Int(kWarpThreads)});
    };
    for (int64_t offset = 1; offset < group.size; offset *= 2) {
      for (size_t i = 0; i < own.size(); ++i) {
        made.push_back(
            MakeStore(ctx, theirs[i], exchanged(IntrinsicId::tvm_warp_shuffle_down, own[i], offset), {Int(0)}));
      }
      Store(own, Combined(reducer, Loads(own, Int(0)), Loads(theirs, Int(0))), Int(0), made);
    }
    for (const Buffer* buffer : own)
      made.push_back(MakeStore(ctx, buffer, exchanged(IntrinsicId::tvm_warp_shuffle, buffer, 0), {Int(0)}));
    Deliver(parts, Loads(own, Int(0)), made);
  }

  using At = FunctionRef<const Expr*(const Expr* place)>;
  // With what stands behind it, at each step twice as far.
  void Tree(const CommReducer& reducer, const Group& group, const std::vector<const Buffer*>& shared, At at,
            Stmts& made) {
    for (int64_t stride = 1; stride < group.size; stride *= 2) {
      const Expr* other = Op(NodeKind::kAdd, group.place, Int(stride));
      Stmts step;
      Store(shared, Combined(reducer, Loads(shared, at(group.place)), Loads(shared, at(other))), at(group.place), step);
      IfThenElse* some = ctx.arena.New<IfThenElse>();
      const Expr* leads = Op(NodeKind::kEQ, Op(NodeKind::kFloorMod, group.place, Int(2 * stride)), Int(0));
      some->condition = Op(NodeKind::kAnd, leads, Op(NodeKind::kLT, other, Int(group.size)));
      some->then_case = MakeSeqStmt(ctx, step);
      made.push_back(some);
      made.push_back(MakeBarrier(ctx, "shared"));
    }
  }
  // The first thread of a group goes through what all have brought.
  void InTurn(const CommReducer& reducer, const Group& group, const std::vector<const Buffer*>& shared, At at,
              Stmts& made) {
    const Var* next = MakeVar(ctx, "k", DType::Int(32));
    Stmts step;
    const Expr* other = Op(NodeKind::kAdd, next, Int(1));
    Store(shared, Combined(reducer, Loads(shared, at(nullptr)), Loads(shared, at(other))), at(nullptr), step);
    IfThenElse* first = ctx.arena.New<IfThenElse>();
    first->condition = Op(NodeKind::kEQ, group.place, Int(0));
    first->then_case = MakeFor(ctx, next, Int(group.size - 1), MakeSeqStmt(ctx, step));
    made.push_back(first);
    made.push_back(MakeBarrier(ctx, "shared"));
  }
  // The first barrier waits for those that still read what an earlier reduction by the same statement left.
  void InSharedMemory(const AllReduce& parts, const CommReducer& reducer, const Group& group, Nodes<Expr> brought,
                      Stmts& made) {
    std::vector<const Buffer*> shared = Allocated(reducer, "red_buf", group.size * group.count, "shared", made);
    const Expr* first = group.number == nullptr ? nullptr : Op(NodeKind::kMul, group.number, Int(group.size));
    auto at = [&](const Expr* place) {
      if (place == nullptr) return first == nullptr ? Int(0) : first;
      return first == nullptr ? place : Op(NodeKind::kAdd, first, place);
    };
    made.push_back(MakeBarrier(ctx, "shared"));
    Store(shared, brought, at(group.place), made);
    made.push_back(MakeBarrier(ctx, "shared"));
    if (IsAssociative(reducer))
      Tree(reducer, group, shared, at, made);
    else
      InTurn(reducer, group, shared, at, made);
    Deliver(parts, Loads(shared, at(nullptr)), made);
  }

  std::array<Axis, kThreadAxes> axes_{};
  std::unordered_map<const Var*, size_t> axis_of_;
  std::vector<const CommReducer*> reducers_;
};

Result<Module> RunLowerThreadAllreduce(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return LowerPrimFuncs<ReductionLowerer>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kLowerThreadAllreduce = {
    .name = "LowerThreadAllreduce",
    .doc = "makes exchanges and barriers of reductions over threads",
    .changes = Alters({Facet::kKernels}) | Adds({Facet::kOwnShapes, Facet::kOwnDTypes, Facet::kOwnMemory}) |
               Drops({Facet::kStatementAttrs}),
    .run = RunLowerThreadAllreduce,
    .about_threads = true,
};

}  // namespace assay
