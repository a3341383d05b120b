// What a launch's statements become (launch_loops.h).
#include <algorithm>

#include "ir/mentions.h"
#include "ir/tir/all_reduce.h"
#include "ir/tir/barriers.h"
#include "ir/tir/compact.h"
#include "ir/walk.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/placed_access.h"
#include "passes/rewrite/stmt_mutator.h"
#include "vm/launch_splitter.h"
#include "vm/reference/tir_program.h"

namespace assay {
namespace {

// A piece without what binds threads, and without allocations of memory that is placed for the block.
class Unbinder : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

 protected:
  // other kinds: neither bind an axis nor allocate
  const Stmt* VisitStmt(const Stmt* s) override {
    if (ThreadAxisOf(s)) return Visit(Is<For>(s) ? As<For>(s)->body : As<AttrStmt>(s)->body);
    const auto* alloc = As<AllocBuffer>(s);
    if (alloc != nullptr && IsSharedByThreads(*alloc->buffer)) return nullptr;
    return Children(s);
  }
};

// Whether exchanges stand only where they are computed in any case.
bool ExchangesAreCertain(const Node* root) {
  bool certain = true;
  WalkBeforeChildren(root, [&](const Node* node) {
    bool perhaps = AsChoice(node) != nullptr || Is<Let>(node) || Is<And>(node) || Is<Or>(node);
    if (perhaps) certain &= !Meets(node);
    return !perhaps;
  });
  return certain;
}

}  // namespace

bool Meets(const Node* root) {
  bool meets = false;
  WalkOnce(root, [&](const Node* node) { meets |= IsMeeting(node); });
  return meets;
}

bool LaunchSplitter::IsUniform(const Expr* e) const {
  bool uniform = true;
  // other kinds: the same where their parts are
  WalkOnce(e, [&](const Node* node) {
    if (const auto* var = As<Var>(node)) {
      auto axis = axis_of_.find(var);
      bool of_block =
          axis == axis_of_.end() ? !defined_.contains(var) || uniform_.contains(var) : axis->second < kFirstThreadAxis;
      uniform &= of_block && !kept_.contains(var);
    } else if (const auto* load = As<BufferLoad>(node)) {
      bool own = std::ranges::any_of(allocated_, [&](const Buffer* one) {
        return one->data == load->buffer->data && !one->scope.text().starts_with("shared");
      });
      uniform &= !own || uniform_memory_.contains(load->buffer->data);
    } else if (const auto* call = As<Call>(node)) {
      const IntrinsicSpec* row = IntrinsicOf(call);
      uniform &= row != nullptr && !row->HasSideEffect() && !IsMeeting(call);
    }
  });
  return uniform;
}

const Expr* LaunchSplitter::ThreadNumber() {
  const Expr* number = nullptr;
  int64_t stride = 1;
  for (size_t i = kFirstThreadAxis; i < kThreadAxes; ++i) {
    if (axes_[i].extent == nullptr) continue;
    const Expr* step = stride == 1 ? axes_[i].var : Op(NodeKind::kMul, axes_[i].var, Int(stride));
    number = number == nullptr ? step : Op(NodeKind::kAdd, number, step);
    stride *= As<IntImm>(axes_[i].extent)->value;
  }
  return number == nullptr ? Int(0) : number;
}

const Buffer* LaunchSplitter::PerThread(std::string_view name, DType dtype) {
  const Buffer* buffer = MakeBuffer(ctx_, name, dtype, {Int(threads_)});
  AllocBuffer* alloc = ctx_.arena.New<AllocBuffer>();
  alloc->buffer = buffer;
  memory_.push_back(alloc);
  return buffer;
}

bool LaunchSplitter::IsSizedOutside(const Buffer& buffer) const {
  return std::ranges::none_of(buffer.shape, [&](const Expr* dim) {
    return MentionsAny(
        dim, [&](const Var* var) { return defined_.contains(var) || values_.contains(var) || axis_of_.contains(var); });
  });
}

bool LaunchSplitter::KeepMemory(const Buffer* buffer) {
  bool plain = buffer->strides.empty() && buffer->elem_offset == nullptr && buffer->axis_separators.empty();
  if (!IsCompact(*buffer) && !(plain && IsSizedOutside(*buffer))) return false;
  std::vector<const Expr*> shape{Int(threads_)};
  shape.insert(shape.end(), buffer->shape.begin(), buffer->shape.end());
  AllocBuffer* alloc = ctx_.arena.New<AllocBuffer>();
  alloc->buffer = wider_[buffer] = MakeBuffer(ctx_, buffer->name.text(), buffer->dtype, shape);
  memory_.push_back(alloc);
  return true;
}

const Node* LaunchSplitter::Placed(const Node* root) {
  auto index_of = [&](const Buffer* buffer, Nodes<Expr> indices) {
    const Expr* first = ThreadNumber();
    if (buffer->scope.text() == "warp") first = Op(NodeKind::kFloorDiv, first, Int(kWarpThreads));
    std::vector<const Expr*> all{first};
    all.insert(all.end(), indices.begin(), indices.end());
    return ctx_.Copy(all);
  };
  auto place = [&](const Buffer* buffer, Nodes<Expr> indices) -> std::optional<Place> {
    auto wider = wider_.find(buffer);
    if (wider == wider_.end()) return std::nullopt;
    return Place{wider->second, index_of(buffer, indices)};
  };
  // other kinds: nothing of a thread's own by themselves
  auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
    if (const auto* var = As<Var>(original)) {
      auto value = values_.find(var);
      if (value != values_.end()) return value->second;
      auto kept = kept_.find(var);
      if (kept != kept_.end()) return MakeLoad(ctx_, kept->second, {ThreadNumber()});
      failed_ |= std::ranges::any_of(wider_, [&](const auto& one) { return one.first->data == var; });
    }
    return PlacedAccess(ctx_, rebuilt, place);
  };
  auto enter = [&](const Node* node) { return !Is<Buffer>(node) || !wider_.contains(As<Buffer>(node)); };
  RewriteMemo memo;
  return Rewrite(ctx_, root, rule, enter, Types::kSkip, memo);
}

const Node* LaunchSplitter::OfFirstThread(const Node* root) {
  VarMap first;
  for (size_t i = kFirstThreadAxis; i < kThreadAxes; ++i) {
    if (axes_[i].extent != nullptr) first[axes_[i].var] = Int(0);
  }
  return Substitute(ctx_, root, first);
}

void LaunchSplitter::ClosePiece() {
  if (piece_.empty()) return;
  const Stmt* body = MakeSeqStmt(ctx_, std::exchange(piece_, {}));
  body = PlacedIn(OrNoOp(ctx_, Unbinder(ctx_).Visit(body), body));
  block_.push_back(LoopOverThreads(body));
}

// Each loop has variables of its own; x runs first.
const Stmt* LaunchSplitter::LoopOverThreads(const Stmt* body) {
  VarMap fresh;
  for (size_t i = kFirstThreadAxis; i < kThreadAxes; ++i) {
    if (axes_[i].extent != nullptr) fresh[axes_[i].var] = MakeVar(ctx_, "t", DType::Int(32));
  }
  body = SubstituteIn(ctx_, body, fresh);
  for (size_t i = kFirstThreadAxis; i < kThreadAxes; ++i) {
    if (axes_[i].extent == nullptr) continue;
    body = MakeFor(ctx_, As<Var>(fresh[axes_[i].var]), Int(As<IntImm>(axes_[i].extent)->value), body);
  }
  return body;
}

// other kinds: cannot hold what threads meet at
// recursion: statements nest as deep as the parser lets them
bool LaunchSplitter::Convert(const Stmt* s) {
  if (ThreadAxisOf(s)) return Convert(Is<For>(s) ? As<For>(s)->body : As<AttrStmt>(s)->body);
  if (!Meets(s)) return piece_.push_back(s), true;
  if (const auto* seq = As<SeqStmt>(s)) return ConvertSequence(seq->seq);
  if (const auto* loop = As<For>(s)) return ConvertLoop(*loop);
  if (const auto* choice = As<IfThenElse>(s)) return ConvertChoice(*choice);
  if (const auto* attr = As<AttrStmt>(s)) return ConvertAttribute(*attr);
  if (Is<Evaluate>(s) || Is<BufferStore>(s)) return ConvertMeeting(s);
  return false;
}

// other kinds: define nothing for those behind them
bool LaunchSplitter::ConvertSequence(Nodes<Stmt> items) {
  for (const Stmt* item : items) {
    if (const auto* alloc = As<AllocBuffer>(item)) {
      if (!IsSharedByThreads(*alloc->buffer) && !KeepMemory(alloc->buffer)) return false;
    } else if (const auto* bind = As<Bind>(item)) {
      if (!ConvertBind(*bind)) return false;
    } else if (const auto* view = As<DeclBuffer>(item)) {
      bool of_block = view->data != nullptr && IsUniform(view->data);
      for (const Expr* dim : view->buffer->shape) of_block = of_block && IsUniform(dim);
      for (const Expr* stride : view->buffer->strides) of_block = of_block && IsUniform(stride);
      of_block = of_block && (view->buffer->elem_offset == nullptr || IsUniform(view->buffer->elem_offset));
      if (!of_block) return false;
      ClosePiece();
      block_.push_back(PlacedForBlock(item));
    } else if (!Convert(item)) {
      return false;
    }
  }
  return true;
}

const Stmt* LaunchSplitter::Converted(const Stmt* s) {
  Stmts outer = std::exchange(block_, {});
  failed_ |= !Convert(s);
  ClosePiece();
  const Stmt* made = MakeSeqStmt(ctx_, std::exchange(block_, std::move(outer)));
  return made;
}

bool LaunchSplitter::ConvertLoop(const For& loop) {
  if (const For* made = VirtualThreadAsLoop(ctx_, &loop)) return ConvertLoop(*made);
  bool together = loop.for_kind == ForKind::kSerial || loop.for_kind == ForKind::kUnrolled;
  together =
      together && IsUniform(loop.min) && IsUniform(loop.extent) && (loop.step == nullptr || IsUniform(loop.step));
  if (!together || JumpsOut(loop.body)) return false;
  ClosePiece();
  For* made = ctx_.arena.New<For>(loop);
  made->min = PlacedForBlock(loop.min);
  made->extent = PlacedForBlock(loop.extent);
  made->step = PlacedForBlock(loop.step);
  made->body = Converted(loop.body);
  block_.push_back(made);
  return !failed_;
}

bool LaunchSplitter::ConvertChoice(const IfThenElse& choice) {
  if (!IsUniform(choice.condition)) return false;
  ClosePiece();
  IfThenElse* made = ctx_.arena.New<IfThenElse>(choice);
  made->condition = PlacedForBlock(choice.condition);
  made->then_case = Converted(choice.then_case);
  if (choice.else_case != nullptr) made->else_case = Converted(choice.else_case);
  block_.push_back(made);
  return !failed_;
}

// Others say how to make code of what they hold.
bool LaunchSplitter::ConvertAttribute(const AttrStmt& attr) {
  if (const For* loop = VirtualThreadAsLoop(ctx_, &attr)) return ConvertLoop(*loop);
  if (Is<IterVar>(attr.node)) return false;
  const auto* reducer = As<CommReducer>(attr.node);
  bool reduces = reducer != nullptr && attr.attr_key == "reduce_scope";
  if (reduces) reducers_.push_back(reducer);
  bool done = Convert(attr.body);
  if (reduces) reducers_.pop_back();
  return done;
}

bool LaunchSplitter::ConvertBind(const Bind& bind) {
  if (Is<PointerType>(bind.var->type) || DTypeOf(bind.var).IsHandle() || !ExchangesAreCertain(bind.value)) return false;
  const Expr* value = bind.value;
  if (Meets(&bind)) {
    // other kinds: nothing that lanes exchange
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      return IsMeeting(rebuilt) ? Exchanged(*As<Call>(rebuilt)) : rebuilt;
    };
    value = static_cast<const Expr*>(Rewrite(ctx_, value, rule));
  } else if (IsUniform(value)) {
    ClosePiece();
    block_.push_back(PlacedForBlock(&bind));
    return !failed_;
  }
  const Buffer* memory = PerThread(bind.var->name.text(), DTypeOf(bind.var));
  piece_.push_back(MakeStore(ctx_, memory, value, {ThreadNumber()}));
  kept_[bind.var] = memory;
  return !failed_;
}

bool LaunchSplitter::ConvertMeeting(const Stmt* s) {
  if (std::optional<std::string_view> scope = BarrierScopeOf(s)) {
    bool known = *scope == "shared" || *scope == "shared.dyn" || *scope == "warp";
    if (known) ClosePiece();
    return known;
  }
  const auto* evaluate = As<Evaluate>(s);
  if (evaluate != nullptr && IsCallOf(evaluate->value, IntrinsicId::tvm_thread_allreduce))
    return ConvertReduction(*As<Call>(evaluate->value));
  if (!ExchangesAreCertain(s)) return false;
  auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
    return IsMeeting(rebuilt) ? Exchanged(*As<Call>(rebuilt)) : rebuilt;
  };
  piece_.push_back(static_cast<const Stmt*>(Rewrite(ctx_, s, rule)));
  return !failed_;
}

// As the reference has it (TirMachine::SourceLane).
const Expr* LaunchSplitter::SourceLane(IntrinsicId id, const Expr* by, int64_t width) {
  const Expr* lane = Op(NodeKind::kFloorMod, ThreadNumber(), Int(kWarpThreads));
  const Expr* first = Op(NodeKind::kSub, lane, Op(NodeKind::kFloorMod, lane, Int(width)));
  if (id == IntrinsicId::tvm_warp_shuffle) return Op(NodeKind::kAdd, first, Op(NodeKind::kFloorMod, by, Int(width)));
  const Expr* near = Op(NodeKind::kAnd, Op(NodeKind::kGE, by, Int(0)), Op(NodeKind::kLT, by, Int(kWarpThreads)));
  const Expr* other = nullptr;
  const Expr* inside = nullptr;
  const Expr* last = Op(NodeKind::kAdd, first, Int(width - 1));
  if (id == IntrinsicId::tvm_warp_shuffle_up) {
    other = Op(NodeKind::kSub, lane, by);
    inside = Op(NodeKind::kGE, other, first);
  } else {
    other = id == IntrinsicId::tvm_warp_shuffle_down
                ? Op(NodeKind::kAdd, lane, by)
                : static_cast<const Expr*>(MakeIntrinsic(ctx_, IntrinsicId::bitwise_xor, DType::Int(32), {lane, by}));
    inside = Op(NodeKind::kLE, other, last);
  }
  return MakeSelect(ctx_, Op(NodeKind::kAnd, near, inside), other, lane);
}

// Of a lane that the warp lacks there is no value; here its own stands for it, with the reference another one.
const Expr* LaunchSplitter::Exchanged(const Call& call) {
  IntrinsicId id = IntrinsicOf(&call)->id;
  const Expr* number = ThreadNumber();
  const Expr* begin = Op(NodeKind::kSub, number, Op(NodeKind::kFloorMod, number, Int(kWarpThreads)));
  if (id == IntrinsicId::tvm_warp_activemask) {
    auto bits = [&](int64_t lanes) { return MakeInt(ctx_, (int64_t{1} << lanes) - 1, DType::UInt(32)); };
    int64_t rest = threads_ % kWarpThreads;
    if (rest == 0) return bits(kWarpThreads);
    const Expr* last = Op(NodeKind::kGE, Op(NodeKind::kAdd, begin, Int(kWarpThreads)), Int(threads_));
    return MakeSelect(ctx_, last, bits(rest), bits(kWarpThreads));
  }
  const auto* width = call.args.size() == 5 ? As<IntImm>(call.args[3]) : nullptr;
  bool fits = width != nullptr && width->value > 0 && width->value <= kWarpThreads &&
              (width->value & (width->value - 1)) == 0 && DTypeOf(call.args[1]) == DTypeOf(&call) &&
              DTypeOf(&call).IsScalar();
  if (!fits) {
    failed_ = true;
    return &call;
  }
  const Buffer* values = PerThread("exchanged", DTypeOf(&call));
  piece_.push_back(MakeStore(ctx_, values, call.args[1], {number}));
  const Expr* by = call.args[2];
  if (!Is<IntImm>(by)) {
    const Buffer* lanes = PerThread("lane", DTypeOf(by));
    piece_.push_back(MakeStore(ctx_, lanes, by, {number}));
    by = MakeLoad(ctx_, lanes, {number});
  }
  if (DTypeOf(by) != DType::Int(32)) by = MakeCast(ctx_, DType::Int(32), by);
  ClosePiece();
  const Expr* source = Op(NodeKind::kAdd, begin, SourceLane(id, by, width->value));
  if (threads_ % kWarpThreads != 0) source = MakeSelect(ctx_, Op(NodeKind::kLT, source, Int(threads_)), source, number);
  return MakeLoad(ctx_, values, {source});
}

bool LaunchSplitter::ConvertReduction(const Call& call) {
  std::optional<AllReduce> parts = AllReduceOf(&call);
  const CommReducer* reducer = reducers_.empty() ? nullptr : reducers_.back();
  if (!parts || reducer == nullptr || reducer->result.size() != parts->sources.size()) return false;
  std::array<bool, kThreadAxes> reduced{};
  for (const Expr* thread : parts->threads) {
    auto axis = axis_of_.find(As<Var>(thread));
    const auto* zero = As<IntImm>(thread);
    if (axis == axis_of_.end() && (zero == nullptr || zero->value != 0)) return false;
    if (axis != axis_of_.end()) reduced[axis->second] = true;
  }
  const Expr *first = Int(0), *behind = MakeBool(ctx_, false);
  int64_t stride = 1;
  for (size_t i = kFirstThreadAxis; i < kThreadAxes; ++i) {
    if (axes_[i].extent == nullptr) continue;
    if (reduced[i])
      behind = Op(NodeKind::kOr, behind, Op(NodeKind::kGT, axes_[i].var, Int(0)));
    else
      first = Op(NodeKind::kAdd, first, Op(NodeKind::kMul, axes_[i].var, Int(stride)));
    stride *= As<IntImm>(axes_[i].extent)->value;
  }
  std::vector<const Buffer*> brought;
  VarMap sides;
  for (size_t i = 0; i < parts->sources.size(); ++i) {
    bool fits = DTypeOf(parts->sources[i]) == DTypeOf(reducer->result[i]) && DTypeOf(parts->sources[i]).IsScalar();
    if (!fits) return false;
    brought.push_back(PerThread("brought", DTypeOf(parts->sources[i])));
    const Expr* value = MakeSelect(ctx_, parts->condition, parts->sources[i], reducer->identity_element[i]);
    piece_.push_back(MakeStore(ctx_, brought[i], value, {ThreadNumber()}));
    sides[reducer->lhs[i]] = MakeLoad(ctx_, brought[i], {first});
    sides[reducer->rhs[i]] = MakeLoad(ctx_, brought[i], {ThreadNumber()});
  }
  ClosePiece();
  Stmts combined, stores;
  for (size_t i = 0; i < brought.size(); ++i) {
    Bind* bind = ctx_.arena.New<Bind>();
    bind->var = MakeVar(ctx_, "combined", brought[i]->dtype);
    bind->value = SubstituteIn(ctx_, reducer->result[i], sides);
    combined.push_back(bind);
    stores.push_back(MakeStore(ctx_, brought[i], bind->var, {first}));
  }
  combined.insert(combined.end(), stores.begin(), stores.end());
  IfThenElse* join = ctx_.arena.New<IfThenElse>();
  join->condition = behind;
  join->then_case = MakeSeqStmt(ctx_, combined);
  piece_.push_back(join);
  ClosePiece();
  for (size_t i = 0; i < brought.size(); ++i) {
    const BufferLoad& to = *parts->destinations[i];
    BufferStore* store = ctx_.arena.New<BufferStore>();
    store->buffer = to.buffer;
    store->value = MakeLoad(ctx_, brought[i], {first});
    store->indices = to.indices;
    store->predicate = to.predicate;
    piece_.push_back(store);
  }
  return !failed_;
}

}  // namespace assay
