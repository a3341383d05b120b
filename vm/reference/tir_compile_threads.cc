// Launches of threads. A launch is the outermost statement that binds an axis of threads; what binds further axes
// inside names them, and every thread runs all of it, as TVM's UnifyThreadBinding has it. Two kinds of launches run as
// plain loops over their threads: those that hold blocks and no barrier, since a schedule's loops run in their order
// and TVM places the barriers later; and those without a barrier when no races are looked for, since there the order
// shows in nothing but a race, unless threads keep memory of their own from one of their loops to the next.
#include <fmt/format.h>

#include <algorithm>

#include "ir/equal.h"
#include "ir/support/plural.h"
#include "ir/tir/accesses.h"
#include "ir/tir/all_reduce.h"
#include "ir/tir/barriers.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"
#include "vm/reference/tir_compiler.h"

namespace assay {
namespace {

// other kinds: bind no axis
const Expr* ExtentOf(const Stmt* s) {
  const auto* loop = As<For>(s);
  return loop != nullptr ? loop->extent : As<AttrStmt>(s)->value;
}

// Of a meeting that is neither a barrier nor a reduction.
MeetingKind ExchangeKind(IntrinsicId id) {
  // other intrinsics: no exchange
  if (id == IntrinsicId::tvm_warp_activemask) return MeetingKind::kActiveMask;
  if (id == IntrinsicId::tvm_warp_shuffle_up) return MeetingKind::kShuffleUp;
  if (id == IntrinsicId::tvm_warp_shuffle_down) return MeetingKind::kShuffleDown;
  if (id == IntrinsicId::tvm_warp_shuffle_xor) return MeetingKind::kShuffleXor;
  return MeetingKind::kShuffle;
}

bool SameExtent(const Expr* a, const Expr* b) {
  const auto *left = As<IntImm>(a), *right = As<IntImm>(b);
  return left != nullptr && right != nullptr ? left->value == right->value : Equal(a, b);
}

}  // namespace

bool TirCompiler::BindsThreads(const Stmt* s) {
  std::optional<size_t> axis = ThreadAxisOf(s);
  if (!axis || region_ == Region::kLoops) return false;
  if (region_ == Region::kThreads) return BindAxis(s, *axis), true;
  region_ = RunsAsThreads(s) ? Region::kThreads : Region::kLoops;
  // other kinds: nothing else binds an axis
  if (region_ == Region::kThreads) {
    Launch(s);
  } else if (const auto* loop = As<For>(s)) {
    Loop(*loop);
  } else {
    Attribute(*As<AttrStmt>(s));
  }
  region_ = Region::kHost;
  return true;
}

bool TirCompiler::RunsAsThreads(const Stmt* s) const {
  bool meets = false, blocks = false;
  WalkOnce(s, [&](const Node* node) {
    meets |= IsMeeting(node);
    blocks |= Is<SBlock>(node);
  });
  if (meets || (!blocks && (Tracks() || order_.kind != ThreadOrder::Kind::kForward))) return true;
  return NeedsThreads(s);
}

// The extents are computed once, before the threads begin; an axis has one extent in all of a launch.
void TirCompiler::LaunchAxes(const Stmt* s, TirLaunch& launch) {
  std::array<const Expr*, kThreadAxes> extents{};
  WalkBeforeChildren(s, [&](const Node* node) {
    // other kinds: bind no thread
    const Stmt* statement = Is<For>(node) || Is<AttrStmt>(node) ? static_cast<const Stmt*>(node) : nullptr;
    std::optional<size_t> axis = statement == nullptr ? std::nullopt : ThreadAxisOf(statement);
    if (!axis || failure_) return !failure_;
    const Expr* extent = ExtentOf(statement);
    if (extents[*axis] == nullptr) {
      extents[*axis] = extent;
      launch.extents[*axis] = Expression(extent).first;
    } else if (!SameExtent(extents[*axis], extent)) {
      Fail(statement, fmt::format("two extents of {} in one launch", kThreadAxisNames[*axis]));
    }
    return true;
  });
  for (int32_t& index : launch.indices) index = NewCells(1);
}

void TirCompiler::Launch(const Stmt* s) {
  TirLaunch launch;
  LaunchAxes(s, launch);
  auto number = static_cast<int32_t>(program_.launches.size());
  program_.launches.push_back(launch);
  // No jump leads out of a launch.
  std::vector<LoopJumps> outer = std::exchange(loops_, {});
  int32_t begin = Emit({.op = Opcode::kLaunch, .extra = number});
  ++track_depth_;
  BindAxis(s, *ThreadAxisOf(s));
  Emit({.op = Opcode::kThreadEnd});
  --track_depth_;
  Land(begin);
  loops_ = std::move(outer);
}

// other kinds: bind no axis
void TirCompiler::BindAxis(const Stmt* s, size_t axis) {
  int32_t index = program_.launches.back().indices[axis];
  const auto* loop = As<For>(s);
  const Var* var = loop != nullptr ? loop->loop_var : ThreadOf(s)->var;
  int32_t cell = DefineVar(var).first;
  axis_of_[var] = axis;
  const auto* start = loop == nullptr ? nullptr : As<IntImm>(loop->min);
  if (loop == nullptr || (start != nullptr && start->value == 0)) {
    Emit({.op = Opcode::kMove, .dst = cell, .a = index});
  } else {
    EmitBinary(NodeKind::kAdd, DTypeOf(var), cell, Expression(loop->min).first, index);
  }
  if (loop != nullptr && loop->step != nullptr) Fail(s, "a step of a loop that is bound to a thread");
  loops_.emplace_back();
  Statement(loop != nullptr ? loop->body : As<AttrStmt>(s)->body);
  for (int32_t jump : loops_.back().continues) Land(jump);
  for (int32_t jump : loops_.back().breaks) Land(jump);
  loops_.pop_back();
  TrackLanding();
}

void TirCompiler::NoteSpace(const Buffer* buffer, int32_t memory) {
  auto at = static_cast<size_t>(memory);
  if (program_.spaces.size() <= at) program_.spaces.resize(at + 1, MemorySpace::kGlobal);
  std::string_view scope = buffer->scope.text();
  program_.spaces[at] = scope.empty() || scope == "global" ? MemorySpace::kGlobal
                        : scope.starts_with("shared")      ? MemorySpace::kShared
                        : scope == "warp"                  ? MemorySpace::kWarp
                                                           : MemorySpace::kLocal;
}

TirCompiler::Cells TirCompiler::Meeting(const Call& call) {
  if (region_ != Region::kThreads) {
    Fail(&call, fmt::format("a call of '{}' outside of a launch of threads", IntrinsicOf(&call)->op_name));
    return {};
  }
  IntrinsicId id = IntrinsicOf(&call)->id;
  if (id == IntrinsicId::tvm_thread_allreduce) {
    ReduceOverThreads(call);
  } else if (id == IntrinsicId::tvm_storage_sync) {
    std::optional<MeetingKind> kind = BarrierOf(call);
    if (kind) EmitMeeting(call, {.kind = *kind});
  } else {
    return Exchange(call, ExchangeKind(id));
  }
  return Constant(DType::Int(32), Cell{.i = 0});
}

std::optional<MeetingKind> TirCompiler::BarrierOf(const Call& call) {
  const auto* text = call.args.empty() ? nullptr : As<StringImm>(call.args[0]);
  std::string_view scope = text == nullptr ? "" : text->value.text();
  if (scope == "warp") return MeetingKind::kWarpBarrier;
  if (scope == "shared" || scope == "shared.dyn") return MeetingKind::kBlockBarrier;
  Fail(&call,
       fmt::format("a call of '{}' for '{}': no launch has a barrier for that", IntrinsicOf(&call)->op_name, scope));
  return std::nullopt;
}

// mask, value, lane, width and the size of a warp, which TVM does not hand on to CUDA.
TirCompiler::Cells TirCompiler::Exchange(const Call& call, MeetingKind kind) {
  TirMeeting meeting{.kind = kind, .result = NewCells(1)};
  if (kind != MeetingKind::kActiveMask) {
    if (LanesOf(&call, DTypeOf(call.args[1])) != 1) Fail(&call, "an exchange of vectors");
    if (DTypeOf(call.args[1]) != DTypeOf(&call)) Fail(&call, "an exchange whose result is of another dtype");
    meeting.mask = Expression(call.args[0]).first;
    meeting.value = Expression(call.args[1]).first;
    meeting.lane = Expression(call.args[2]).first;
    meeting.width = Expression(call.args[3]).first;
  }
  EmitMeeting(call, meeting);
  return {meeting.result, 1};
}

bool TirCompiler::ReducedAxes(const Call& call, Nodes<Expr> threads, TirMeeting& meeting) {
  for (const Expr* thread : threads) {
    const auto* number = As<IntImm>(thread);
    // An axis of one thread.
    if (number != nullptr && number->value == 0) continue;
    auto bound = axis_of_.find(As<Var>(thread));
    bool names = bound != axis_of_.end() && bound->second >= kFirstThreadAxis;
    if (!names) {
      Fail(&call, "a reduction over what is no thread of its block");
      return false;
    }
    meeting.axes[bound->second] = true;
  }
  return true;
}

void TirCompiler::CombinerOf(const CommReducer& reducer, TirCombiner& combiner) {
  int32_t around = Emit({.op = Opcode::kJump});
  combiner.begin = Here();
  for (const Var* var : reducer.lhs) combiner.lhs.push_back(DefineVar(var).first);
  for (const Var* var : reducer.rhs) combiner.rhs.push_back(DefineVar(var).first);
  for (const Expr* value : reducer.result) combiner.result.push_back(Expression(value).first);
  Emit({.op = Opcode::kThreadEnd});
  Land(around);
}

// Source: TVM's LowerThreadAllreduce, of which the order of the operands is; where the condition is false, a thread
// brings the identity.
void TirCompiler::ReduceOverThreads(const Call& call) {
  std::optional<AllReduce> parts = AllReduceOf(&call);
  const CommReducer* reducer = reducers_.empty() ? nullptr : reducers_.back();
  if (!parts) return Fail(&call, "a reduction over threads whose operands are not values, a condition and results");
  if (reducer == nullptr) return Fail(&call, "a reduction over threads without a reducer around it");
  size_t count = parts->sources.size();
  if (reducer->lhs.size() != count || reducer->rhs.size() != count || reducer->result.size() != count)
    return Fail(&call,
                fmt::format("a reduction of {} by a reducer of {}", Counted(count, "value"), reducer->lhs.size()));
  bool reads = AnyAccess(reducer, [](const ElementAccess&) { return true; });
  if (reads) return Fail(&call, "a reducer that reads memory");
  TirMeeting meeting{.kind = MeetingKind::kAllReduce};
  if (!ReducedAxes(call, parts->threads, meeting)) return;
  int32_t holds = Expression(parts->condition).first;
  for (size_t i = 0; i < count; ++i) {
    DType dtype = DTypeOf(parts->sources[i]);
    bool fits = dtype.IsScalar() && dtype == DTypeOf(reducer->identity_element[i]) &&
                dtype == DTypeOf(reducer->result[i]) && dtype == DTypeOf(parts->destinations[i]);
    if (!fits) return Fail(&call, "a reduction whose values and results are not of the reducer's dtypes");
    int32_t value = Expression(parts->sources[i]).first, identity = Expression(reducer->identity_element[i]).first;
    meeting.values.push_back(NewCells(1));
    Emit({.op = Opcode::kSelect, .dst = meeting.values.back(), .a = holds, .b = value, .c = identity});
  }
  CombinerOf(*reducer, meeting.combiner);
  EmitMeeting(call, meeting);
  for (size_t i = 0; i < count; ++i) {
    const BufferLoad& to = *parts->destinations[i];
    EmitAccess(Opcode::kStore, AccessOf(&call, to.buffer, to.indices, to.predicate), 0, meeting.values[i]);
  }
}

void TirCompiler::EmitMeeting(const Call& call, const TirMeeting& meeting) {
  if (failure_) return;
  program_.launches.back().warps |= IsOfWarp(meeting.kind);
  program_.meetings.push_back(meeting);
  const Node* outer = std::exchange(place_, call.span.file == 0 ? place_ : &call);
  Emit({.op = Opcode::kMeet, .extra = static_cast<int32_t>(program_.meetings.size()) - 1});
  place_ = outer;
}

}  // namespace assay
