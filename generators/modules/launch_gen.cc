// Launches (launch_gen.h), and what their threads go through together. What they do in between is in launch_phases.cc.
#include "generators/modules/launch_gen.h"

#include <algorithm>
#include <array>
#include <utility>

#include "generators/modules/tir_gen.h"
#include "ir/prim/intrinsics.h"
#include "ir/support/check.h"
#include "ir/tir/barriers.h"
#include "ir/tir/threads.h"

namespace assay {
namespace {

constexpr int kDepth = 2;
constexpr int64_t kMostTrips = 3;
// Threads of a block: around a warp, of one, and of no power of two.
constexpr std::array<int64_t, 12> kThreads{1, 2, 3, 4, 5, 8, 8, 16, 31, 32, 33, 64};
constexpr std::array<int64_t, 5> kBlocks{1, 2, 2, 3, 4};

bool IsPowerOfTwo(int64_t n) { return (n & (n - 1)) == 0; }

}  // namespace

void LaunchGen::DrawExtents() {
  blocks_ = {{"blockIdx.x", bytes().Pick(kBlocks)}};
  if (bytes().Chance(1, 6)) blocks_.push_back({"blockIdx.y", 2});
  threads_ = {{"threadIdx.x", bytes().Pick(kThreads)}};
  if (threads_[0].extent <= 16 && bytes().Chance(1, 2))
    threads_.push_back({"threadIdx.y", 1 + static_cast<int64_t>(bytes().Below(3))});
  block_count_ = thread_count_ = 1;
  for (const Binding& one : blocks_) block_count_ *= one.extent;
  for (const Binding& one : threads_) thread_count_ *= one.extent;
}

void LaunchGen::DrawMemory() {
  shared_.clear();
  registers_.clear();
  all_sums_.clear();
  sums_.clear();
  // Memory whose size the launch says is one piece.
  bool dynamic = bytes().Chance(1, 4);
  for (uint64_t i = (dynamic ? 2 : 1) + bytes().Below(3); i > 0; --i) {
    // Lanes that a warp lacks have no memory.
    bool of_warp = (thread_count_ % kWarpThreads == 0 || thread_count_ < kWarpThreads) && bytes().Chance(1, 6);
    int64_t each = of_warp ? 1 : 1 + static_cast<int64_t>(bytes().Below(2));
    int64_t count = of_warp ? std::min<int64_t>(thread_count_, kWarpThreads) : thread_count_ * each;
    bool in_piece = bytes().Chance(dynamic ? 7 : 1, 8);
    std::string_view scope = of_warp ? "warp" : in_piece ? "shared.dyn" : "shared";
    DType dtype = module_.plan.PickDType(bytes(), kAnyDType);
    // Elements may be vectors.
    constexpr std::array<int16_t, 2> kLanes{2, 4};
    if (!dtype.IsBool() && bytes().Chance(1, 4)) dtype = dtype.WithLanes(bytes().Pick(kLanes));
    shared_.push_back({MakeBuffer(ctx(), Fresh("s"), dtype, {Int(count)}, scope), each, of_warp});
  }
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) {
    DType dtype = module_.plan.PickDType(bytes(), kAnyDType);
    registers_.push_back(MakeBuffer(ctx(), Fresh("r"), dtype, {Int(1)}, "local"));
  }
  if (!apart_) return;
  // Each is of one thread, but no index says so.
  registers_.clear();
  // Where they lie once they lie for good; that turned ones are of different threads is not seen everywhere.
  for (Shared& memory : shared_) memory.slots = memory.of_warp ? 0 : bytes().Below(kSlots - 1);
}

const Stmt* LaunchGen::Bound(const Binding& binding, const Stmt* body, bool by_loop) {
  IterVar* thread = ctx().arena.New<IterVar>();
  thread->iter_type = IterType::kThreadIndex;
  thread->thread_tag = ctx().Intern(binding.tag);
  const Expr* extent = Int(binding.extent);
  if (by_loop) {
    thread->var = MakeVar(ctx(), "", DType::Int(32));
    For* loop = ctx().arena.New<For>(*MakeFor(ctx(), binding.var, extent, body));
    loop->for_kind = ForKind::kThreadBinding;
    loop->thread_binding = thread;
    return loop;
  }
  thread->var = binding.var;
  thread->dom = MakeRange(ctx(), Int(0), extent);
  AttrStmt* launch = ctx().arena.New<AttrStmt>();
  launch->node = thread;
  launch->attr_key = ctx().Intern(binding.tag.starts_with("vthread") ? "virtual_thread" : "thread_extent");
  launch->value = extent;
  launch->body = body;
  return launch;
}

void LaunchGen::OpenPhase() {
  if (style_ != Style::kAgain) return;
  names_.clear();
  for (Binding& thread : threads_) thread.var = MakeVar(ctx(), Fresh("t"), DType::Int(32));
}

void LaunchGen::ClosePhase() {
  if (!phase_.empty()) {
    const Stmt* body = MakeSeqStmt(ctx(), std::exchange(phase_, {}));
    for (size_t i = threads_.size(); style_ == Style::kAgain && i-- > 0;)
      body = Bound(threads_[i], body, /*by_loop=*/true);
    launch_.push_back(body);
  }
  OpenPhase();
}

void LaunchGen::Barrier(bool of_warp) {
  if (apart_) {
    if (bytes().Chance(1, 2)) ClosePhase();
    return;
  }
  std::string_view scope = of_warp ? "warp" : bytes().Chance(1, 4) ? "shared.dyn" : "shared";
  // All threads run what stands beside their loops as well.
  if (style_ == Style::kAgain && bytes().Chance(1, 2)) ClosePhase();
  Add(MakeBarrier(ctx(), scope));
  if (style_ != Style::kAgain || bytes().Chance(1, 2)) ClosePhase();
  for (Shared& memory : shared_) {
    if (!of_warp || memory.of_warp) memory.use = Shared::Use::kNone;
  }
}

// recursion: at most `depth` deep
void LaunchGen::Items(int depth) {
  for (uint64_t i = 1 + bytes().Below(3); i > 0; --i) {
    uint64_t roll = bytes().exhausted() ? 9 : bytes().Below(10);
    if (roll < 2 && depth > 0)
      Iterations(depth - 1);
    else if (roll == 2 && depth > 0)
      Choice(depth - 1);
    else if (roll == 3 && !apart_ && IsPowerOfTwo(thread_count_))
      Tree();
    else
      Step();
    // Also where nothing asks for one.
    if (bytes().Chance(1, 6)) Barrier();
  }
}

// Memory that is filled inside of a loop or branch may not be filled behind it. What is used before the loop may still
// be in use behind it, where it has no iteration.
void LaunchGen::Iterations(int depth) {
  if (bytes().Chance(1, 2)) Barrier();
  ClosePhase();
  std::vector<Shared> outer = shared_;
  std::vector<Named> names = names_;
  std::vector<const Buffer*> sums = sums_;
  Stmts before = std::exchange(launch_, {});
  For* loop = ctx().arena.New<For>();
  loop->min = Int(0);
  int64_t extent = 1 + static_cast<int64_t>(bytes().Below(kMostTrips));
  loop->extent = Int(extent);
  // In some blocks there may be no iteration.
  bool varies = bytes().Chance(1, 3);
  if (varies) {
    std::vector<const Var*> counts{bytes().Pick(blocks_).var};
    for (const Named& one : names_) {
      if (one.uniform) counts.push_back(one.axis.var);
    }
    loop->extent = Op(NodeKind::kMin, bytes().Pick(counts), loop->extent);
  }
  loop->loop_var = MakeVar(ctx(), Fresh("k"), DType::Int(32));
  if (!varies && bytes().Chance(1, 6)) loop->for_kind = ForKind::kUnrolled;
  iterations_.push_back({loop->loop_var, loop->extent, false});
  if (bytes().Chance(1, 3)) Stage();
  Items(depth);
  // What this iteration reads the next one may write.
  Barrier();
  ClosePhase();
  iterations_.pop_back();
  loop->body = MakeSeqStmt(ctx(), std::exchange(launch_, std::move(before)));
  launch_.push_back(loop);
  shared_ = std::move(outer);
  sums_ = std::move(sums);
  names_ = std::move(names);
}

void LaunchGen::Stage() {
  DType dtype = module_.plan.PickDType(bytes(), kAnyDType);
  std::string_view scope = bytes().Chance(1, 4) ? "shared.dyn" : "shared";
  Shared stage{.buffer = MakeBuffer(ctx(), Fresh("d"), dtype, {Int(thread_count_)}, scope)};
  stage.staged = true;
  staged_.push_back(stage.buffer);
  size_t before = launch_.size();
  shared_.push_back(stage);
  FillAt(shared_.back(), bytes().Below(2));
  ClosePhase();
  // What was asked for before it, such as a barrier, stands in front.
  AttrStmt* attr = ctx().arena.New<AttrStmt>();
  attr->node = stage.buffer->data;
  attr->attr_key = ctx().Intern("double_buffer_scope");
  attr->value = Int(1);
  attr->body = launch_.back();
  ASSAY_CHECK(launch_.size() > before, "nothing is filled");
  launch_.back() = attr;
  if (bytes().Chance(7, 8)) Barrier();
}

void LaunchGen::Choice(int depth) {
  ClosePhase();
  std::vector<Shared> outer = shared_;
  std::vector<const Buffer*> sums = sums_;
  std::vector<Named> names = names_;
  Stmts before = std::exchange(launch_, {});
  IfThenElse* choice = ctx().arena.New<IfThenElse>();
  choice->condition = Condition(/*uniform=*/true);
  bool both = bytes().Chance(1, 2);
  for (const Stmt** arm : {&choice->then_case, &choice->else_case}) {
    if (arm == &choice->else_case && !both) break;
    shared_ = outer;
    sums_ = sums;
    names_ = names;
    Items(depth);
    Barrier();
    ClosePhase();
    *arm = MakeSeqStmt(ctx(), std::exchange(launch_, {}));
  }
  launch_ = std::move(before);
  launch_.push_back(choice);
  shared_ = std::move(outer);
  sums_ = std::move(sums);
  names_ = std::move(names);
  // Without a branch of its own, what was used before the choice still is.
  if (both) {
    for (Shared& memory : shared_) memory.use = Shared::Use::kNone;
  }
}

void LaunchGen::Tree() {
  std::vector<Shared*> possible;
  for (Shared& memory : shared_) {
    bool fits = !memory.of_warp && !memory.staged && memory.each == 1 && !memory.buffer->dtype.IsBool() &&
                memory.buffer->dtype.IsScalar();
    if (fits) possible.push_back(&memory);
  }
  if (possible.empty()) return Step();
  Shared& memory = *bytes().Pick(possible);
  FillAt(memory, /*slots=*/0);
  Barrier();
  ClosePhase();
  // A thread reads what another one, which is idle by now, wrote in the iteration before.
  Stmts before = std::exchange(launch_, {});
  int64_t halves = 0;
  while ((int64_t{1} << halves) < thread_count_) ++halves;
  const Var* iteration = MakeVar(ctx(), Fresh("k"), DType::Int(32));
  const Expr* stride =
      MakeIntrinsic(ctx(), IntrinsicId::shift_right, DType::Int(32), {Int(thread_count_ / 2), iteration});
  IfThenElse* some = ctx().arena.New<IfThenElse>();
  some->condition = Op(NodeKind::kLT, Thread(), stride);
  const Expr* mine = MakeLoad(ctx(), memory.buffer, {Thread()});
  const Expr* theirs = MakeLoad(ctx(), memory.buffer, {Op(NodeKind::kAdd, Thread(), stride)});
  some->then_case = MakeStore(ctx(), memory.buffer, Joined(memory.buffer->dtype, mine, theirs), {Thread()});
  Add(some);
  Barrier();
  ClosePhase();
  const Stmt* body = MakeSeqStmt(ctx(), std::exchange(launch_, std::move(before)));
  if (halves > 0) launch_.push_back(MakeFor(ctx(), iteration, Int(halves), body));
}

// What the thread has kept and what reductions have given, of which nothing else may show.
const Expr* LaunchGen::WithKept(const Expr* value) {
  DType dtype = DTypeOf(value);
  if (!dtype.IsScalar()) return value;
  for (const std::vector<const Buffer*>* list : {&registers_, &sums_}) {
    for (const Buffer* kept : *list) {
      if (!kept->dtype.IsScalar() || bytes().Chance(1, 6)) continue;
      const Expr* share = MakeLoad(ctx(), kept, {Int(0)});
      // A cast of any float to an integer is not defined.
      bool defined = !kept->dtype.IsFloating() || dtype.IsFloating();
      if (!defined) share = Op(NodeKind::kGT, share, Number(kept->dtype, 1));
      if (DTypeOf(share) != dtype) share = MakeCast(ctx(), dtype, share);
      value = Op(dtype.IsBool() ? NodeKind::kNE : NodeKind::kAdd, value, share);
    }
  }
  return value;
}

void LaunchGen::WriteResult(const Buffer* result, bool ragged) {
  int64_t each =
      (As<IntImm>(result->shape[0])->value + block_count_ * thread_count_ - 1) / (block_count_ * thread_count_);
  Shared* from = ToRead(nullptr);
  if (from != nullptr) Ready(*from, Shared::Use::kAny);
  for (int64_t i = 0; i < each; ++i) {
    const Expr* thread = Op(NodeKind::kAdd, Op(NodeKind::kMul, Block(), Int(thread_count_)), Thread());
    const Expr* index = i == 0 ? thread : Op(NodeKind::kAdd, thread, Int(i * block_count_ * thread_count_));
    const Stmt* store = MakeStore(ctx(), result, WithKept(Value(result->dtype, from)), {index});
    if (ragged) {
      IfThenElse* some = ctx().arena.New<IfThenElse>();
      some->condition = Op(NodeKind::kLT, index, result->shape[0]);
      some->then_case = store;
      store = some;
    }
    Add(store);
  }
}

const Stmt* LaunchGen::Launch(const Buffer* result, bool last) {
  launch_.clear();
  phase_.clear();
  iterations_.clear();
  names_.clear();
  for (Binding& block : blocks_) block.var = MakeVar(ctx(), Fresh("b"), DType::Int(32));
  for (Binding& thread : threads_) thread.var = MakeVar(ctx(), Fresh("t"), DType::Int(32));
  Stmts allocations;
  auto allocate = [&](const Buffer* buffer) {
    AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
    alloc->buffer = buffer;
    allocations.push_back(alloc);
  };
  for (const Shared& memory : shared_) allocate(memory.buffer);
  staged_.clear();
  // Each from those before it.
  for (const Buffer* buffer : std::exchange(registers_, {})) {
    allocate(buffer);
    Add(MakeStore(ctx(), buffer, Value(buffer->dtype, nullptr), {Int(0)}));
    registers_.push_back(buffer);
  }
  Items(kDepth);
  int64_t all = block_count_ * thread_count_;
  WriteResult(result, As<IntImm>(result->shape[0])->value % all != 0 || (last && bytes().Chance(1, 8)));
  ClosePhase();
  for (const Buffer* buffer : all_sums_) allocate(buffer);
  for (const Buffer* buffer : staged_) allocate(buffer);
  Stmts body = allocations;
  body.insert(body.end(), launch_.begin(), launch_.end());
  const Stmt* made = MakeSeqStmt(ctx(), body);
  bool by_loop = style_ != Style::kLaunchThread;
  for (size_t i = threads_.size(); style_ != Style::kAgain && i-- > 0;) made = Bound(threads_[i], made, by_loop);
  for (size_t i = blocks_.size(); i-- > 0;) made = Bound(blocks_[i], made, by_loop);
  return made;
}

GenKernel LaunchGen::PublicKernel(std::string_view symbol) {
  GenKernel kernel;
  std::vector<const Buffer*> buffers;
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) {
    TensorSpec spec{module_.plan.PickDType(bytes(), kAnyDType), {Int(bytes().Pick(kThreads))}};
    buffers.push_back(MakeBuffer(ctx(), "a" + std::to_string(buffers.size()), spec.dtype, spec.dims));
    kernel.inputs.push_back(std::move(spec));
  }
  readable_ = buffers;
  Stmts body;
  bool several = bytes().Chance(1, 4);
  for (bool last : {false, true}) {
    if (!last && !several) continue;
    style_ = static_cast<Style>(bytes().Below(3));
    apart_ = bytes().Chance(1, 5);
    if (apart_ && bytes().Chance(1, 2)) style_ = Style::kAgain;
    DrawExtents();
    DrawMemory();
    int64_t count = block_count_ * thread_count_ * (1 + static_cast<int64_t>(bytes().Below(2)));
    // The last threads of a launch have nothing to write.
    if (bytes().Chance(1, 3))
      count =
          std::max<int64_t>(1, count - static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(thread_count_) + 1)));
    DType dtype = module_.plan.PickDType(bytes(), kAnyDType);
    const Buffer* result = MakeBuffer(ctx(), last ? "out0" : "g0", dtype, {Int(count)});
    if (last) {
      kernel.outputs.push_back({dtype, {Int(count)}});
      buffers.push_back(result);
    } else {
      AllocBuffer* alloc = ctx().arena.New<AllocBuffer>();
      alloc->buffer = result;
      body.push_back(alloc);
    }
    body.push_back(Launch(result, last));
    // Launches follow one another.
    readable_.push_back(result);
  }
  FinishKernel(module_, kernel, buffers, MakeSeqStmt(ctx(), body), symbol,
               style_ != Style::kLaunchThread && bytes().Chance(1, 2));
  return kernel;
}

}  // namespace assay
