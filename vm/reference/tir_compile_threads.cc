// A launch is the outermost statement that binds an axis of threads; what binds further axes
// inside names them, and every thread runs all of it, as TVM's UnifyThreadBinding has it. Two kinds of launches run as
// plain loops over their threads: those that hold blocks and no barrier, since a schedule's loops run in their order
// and TVM places the barriers later; and those without a barrier when no races are looked for, since there the order
// shows in nothing but a race, unless threads keep memory of their own from one of their loops to the next.
#include "vm/reference/tir_compile_threads.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/equal.h"
#include "ir/support/plural.h"
#include "ir/tir/accesses.h"
#include "ir/tir/all_reduce.h"
#include "ir/tir/barriers.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"
#include "vm/reference/tir_compile_buffer.h"
#include "vm/reference/tir_compile_expr.h"
#include "vm/reference/tir_compile_stmt.h"
#include "vm/reference/tir_compile_track.h"

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

bool TirThreadCompiler::BindsThreads(const Stmt* s) {
  std::optional<size_t> axis = ThreadAxisOf(s);
  if (!axis || state_.region == Region::kLoops) return false;
  if (state_.region == Region::kThreads) return BindAxis(s, *axis), true;
  state_.region = RunsAsThreads(s) ? Region::kThreads : Region::kLoops;
  // other kinds: nothing else binds an axis
  if (state_.region == Region::kThreads) {
    Launch(s);
  } else if (const auto* loop = As<For>(s)) {
    TirStmtCompiler(state_).Loop(*loop);
  } else {
    TirStmtCompiler(state_).Attribute(*As<AttrStmt>(s));
  }
  state_.region = Region::kHost;
  return true;
}

bool TirThreadCompiler::RunsAsThreads(const Stmt* s) const {
  bool meets = false, blocks = false;
  WalkOnce(s, [&](const Node* node) {
    meets |= IsMeeting(node);
    blocks |= Is<SBlock>(node);
  });
  if (meets || (!blocks && (state_.Tracks() || state_.order.kind != ThreadOrder::Kind::kForward))) return true;
  return NeedsThreads(s);
}

// The extents are computed once, before the threads begin; an axis has one extent in all of a launch.
void TirThreadCompiler::LaunchAxes(const Stmt* s, TirLaunch& launch) {
  std::array<const Expr*, kThreadAxes> extents{};
  WalkBeforeChildren(s, [&](const Node* node) {
    // other kinds: bind no thread
    const Stmt* statement = Is<For>(node) || Is<AttrStmt>(node) ? static_cast<const Stmt*>(node) : nullptr;
    std::optional<size_t> axis = statement == nullptr ? std::nullopt : ThreadAxisOf(statement);
    if (!axis || state_.failure) return !state_.failure;
    const Expr* extent = ExtentOf(statement);
    if (extents[*axis] == nullptr) {
      extents[*axis] = extent;
      launch.extents[*axis] = TirExprCompiler(state_).Expression(extent).first;
    } else if (!SameExtent(extents[*axis], extent)) {
      state_.Fail(statement, fmt::format("two extents of {} in one launch", kThreadAxisNames[*axis]));
    }
    return true;
  });
  for (int32_t& index : launch.indices) index = state_.NewCells(1);
}

void TirThreadCompiler::Launch(const Stmt* s) {
  TirLaunch launch;
  LaunchAxes(s, launch);
  auto number = static_cast<int32_t>(state_.program.launches.size());
  state_.program.launches.push_back(launch);
  // No jump leads out of a launch.
  std::vector<TirCodeState::LoopJumps> outer = std::exchange(state_.loops, {});
  int32_t begin = state_.Emit({.op = Opcode::kLaunch, .extra = number});
  ++state_.track_depth;
  BindAxis(s, *ThreadAxisOf(s));
  state_.Emit({.op = Opcode::kThreadEnd});
  --state_.track_depth;
  state_.Land(begin);
  state_.loops = std::move(outer);
}

// other kinds: bind no axis
void TirThreadCompiler::BindAxis(const Stmt* s, size_t axis) {
  int32_t index = state_.program.launches.back().indices[axis];
  const auto* loop = As<For>(s);
  const Var* var = loop != nullptr ? loop->loop_var : ThreadOf(s)->var;
  int32_t cell = state_.DefineVar(var).first;
  state_.axis_of[var] = axis;
  const auto* start = loop == nullptr ? nullptr : As<IntImm>(loop->min);
  if (loop == nullptr || (start != nullptr && start->value == 0)) {
    state_.Emit({.op = Opcode::kMove, .dst = cell, .a = index});
  } else {
    TirExprCompiler(state_).EmitBinary(NodeKind::kAdd, DTypeOf(var), cell,
                                       TirExprCompiler(state_).Expression(loop->min).first, index);
  }
  if (loop != nullptr && loop->step != nullptr) state_.Fail(s, "a step of a loop that is bound to a thread");
  state_.loops.emplace_back();
  TirStmtCompiler(state_).Statement(loop != nullptr ? loop->body : As<AttrStmt>(s)->body);
  for (int32_t jump : state_.loops.back().continues) state_.Land(jump);
  for (int32_t jump : state_.loops.back().breaks) state_.Land(jump);
  state_.loops.pop_back();
  TirTrackCompiler(state_).TrackLanding();
}

void TirThreadCompiler::NoteSpace(const Buffer* buffer, int32_t memory) {
  auto at = static_cast<size_t>(memory);
  if (state_.program.spaces.size() <= at) state_.program.spaces.resize(at + 1, MemorySpace::kGlobal);
  std::string_view scope = buffer->scope.text();
  state_.program.spaces[at] = scope.empty() || scope == "global" ? MemorySpace::kGlobal
                              : scope.starts_with("shared")      ? MemorySpace::kShared
                              : scope == "warp"                  ? MemorySpace::kWarp
                                                                 : MemorySpace::kLocal;
}

TirThreadCompiler::Cells TirThreadCompiler::Meeting(const Call& call) {
  if (state_.region != Region::kThreads) {
    state_.Fail(&call, fmt::format("a call of '{}' outside of a launch of threads", IntrinsicOf(&call)->op_name));
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
  return state_.Constant(DType::Int(32), Cell{.i = 0});
}

std::optional<MeetingKind> TirThreadCompiler::BarrierOf(const Call& call) {
  const auto* text = call.args.empty() ? nullptr : As<StringImm>(call.args[0]);
  std::string_view scope = text == nullptr ? "" : text->value.text();
  if (scope == "warp") return MeetingKind::kWarpBarrier;
  if (scope == "shared" || scope == "shared.dyn") return MeetingKind::kBlockBarrier;
  state_.Fail(&call, fmt::format("a call of '{}' for '{}': no launch has a barrier for that",
                                 IntrinsicOf(&call)->op_name, scope));
  return std::nullopt;
}

// mask, value, lane, width and the size of a warp, which TVM does not hand on to CUDA.
TirThreadCompiler::Cells TirThreadCompiler::Exchange(const Call& call, MeetingKind kind) {
  TirMeeting meeting{.kind = kind, .result = state_.NewCells(1)};
  if (kind != MeetingKind::kActiveMask) {
    if (state_.LanesOf(&call, DTypeOf(call.args[1])) != 1) state_.Fail(&call, "an exchange of vectors");
    if (DTypeOf(call.args[1]) != DTypeOf(&call)) state_.Fail(&call, "an exchange whose result is of another dtype");
    meeting.mask = TirExprCompiler(state_).Expression(call.args[0]).first;
    meeting.value = TirExprCompiler(state_).Expression(call.args[1]).first;
    meeting.lane = TirExprCompiler(state_).Expression(call.args[2]).first;
    meeting.width = TirExprCompiler(state_).Expression(call.args[3]).first;
  }
  EmitMeeting(call, meeting);
  return {meeting.result, 1};
}

bool TirThreadCompiler::ReducedAxes(const Call& call, Nodes<Expr> threads, TirMeeting& meeting) {
  for (const Expr* thread : threads) {
    const auto* number = As<IntImm>(thread);
    // An axis of one thread.
    if (number != nullptr && number->value == 0) continue;
    auto bound = state_.axis_of.find(As<Var>(thread));
    bool names = bound != state_.axis_of.end() && bound->second >= kFirstThreadAxis;
    if (!names) {
      state_.Fail(&call, "a reduction over what is no thread of its block");
      return false;
    }
    meeting.axes[bound->second] = true;
  }
  return true;
}

void TirThreadCompiler::CombinerOf(const CommReducer& reducer, TirCombiner& combiner) {
  int32_t around = state_.Emit({.op = Opcode::kJump});
  combiner.begin = state_.Here();
  for (const Var* var : reducer.lhs) combiner.lhs.push_back(state_.DefineVar(var).first);
  for (const Var* var : reducer.rhs) combiner.rhs.push_back(state_.DefineVar(var).first);
  for (const Expr* value : reducer.result) combiner.result.push_back(TirExprCompiler(state_).Expression(value).first);
  state_.Emit({.op = Opcode::kThreadEnd});
  state_.Land(around);
}

// Source: TVM's LowerThreadAllreduce, of which the order of the operands is; where the condition is false, a thread
// brings the identity.
void TirThreadCompiler::ReduceOverThreads(const Call& call) {
  std::optional<AllReduce> parts = AllReduceOf(&call);
  const CommReducer* reducer = state_.reducers.empty() ? nullptr : state_.reducers.back();
  if (!parts)
    return state_.Fail(&call, "a reduction over threads whose operands are not values, a condition and results");
  if (reducer == nullptr) return state_.Fail(&call, "a reduction over threads without a reducer around it");
  size_t count = parts->sources.size();
  if (reducer->lhs.size() != count || reducer->rhs.size() != count || reducer->result.size() != count)
    return state_.Fail(
        &call, fmt::format("a reduction of {} by a reducer of {}", Counted(count, "value"), reducer->lhs.size()));
  bool reads = AnyAccess(reducer, [](const ElementAccess&) { return true; });
  if (reads) return state_.Fail(&call, "a reducer that reads memory");
  TirMeeting meeting{.kind = MeetingKind::kAllReduce};
  if (!ReducedAxes(call, parts->threads, meeting)) return;
  int32_t holds = TirExprCompiler(state_).Expression(parts->condition).first;
  for (size_t i = 0; i < count; ++i) {
    DType dtype = DTypeOf(parts->sources[i]);
    bool fits = dtype.IsScalar() && dtype == DTypeOf(reducer->identity_element[i]) &&
                dtype == DTypeOf(reducer->result[i]) && dtype == DTypeOf(parts->destinations[i]);
    if (!fits) return state_.Fail(&call, "a reduction whose values and results are not of the reducer's dtypes");
    int32_t value = TirExprCompiler(state_).Expression(parts->sources[i]).first,
            identity = TirExprCompiler(state_).Expression(reducer->identity_element[i]).first;
    meeting.values.push_back(state_.NewCells(1));
    state_.Emit({.op = Opcode::kSelect, .dst = meeting.values.back(), .a = holds, .b = value, .c = identity});
  }
  CombinerOf(*reducer, meeting.combiner);
  EmitMeeting(call, meeting);
  for (size_t i = 0; i < count; ++i) {
    const BufferLoad& to = *parts->destinations[i];
    TirBufferCompiler(state_).EmitAccess(Opcode::kStore,
                                         TirBufferCompiler(state_).AccessOf(&call, to.buffer, to.indices, to.predicate),
                                         0, meeting.values[i]);
  }
}

void TirThreadCompiler::EmitMeeting(const Call& call, const TirMeeting& meeting) {
  if (state_.failure) return;
  state_.program.launches.back().warps |= IsOfWarp(meeting.kind);
  state_.program.meetings.push_back(meeting);
  const Node* outer = std::exchange(state_.place, call.span.file == 0 ? state_.place : &call);
  state_.Emit({.op = Opcode::kMeet, .extra = static_cast<int32_t>(state_.program.meetings.size()) - 1});
  state_.place = outer;
}

}  // namespace assay
