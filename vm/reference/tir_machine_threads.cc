// Launches on the machine. A program is flat code, so that a thread is its cells, views and memories beside a place in
// the code: each runs until it waits or ends, then the next one does, and nothing but data is kept of those that wait.
// No stacks are switched, and a thread that never waits leaves nothing behind. Blocks run one after another, whole.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "vm/reference/tir_machine.h"

namespace assay {
namespace {

// The numbers below `count`, each once, in an order that takes no memory.
class Sequence {
 public:
  Sequence(const ThreadOrder& order, uint64_t iteration, int64_t count) : count_(static_cast<uint64_t>(count)) {
    if (order.kind == ThreadOrder::Kind::kForward) return;
    first_ = count_ - 1;
    step_ = count_ - 1;
    if (order.kind == ThreadOrder::Kind::kReverse) return;
    uint64_t random = Mixed(order.seed ^ Mixed(iteration));
    first_ = random % count_;
    step_ = std::max<uint64_t>(Mixed(random) % count_, 1);
    while (std::gcd(step_, count_) != 1) ++step_;
  }
  int64_t At(int64_t i) const {
    auto far = static_cast<__uint128_t>(step_) * static_cast<uint64_t>(i) + first_;
    return static_cast<int64_t>(far % count_);
  }

 private:
  static uint64_t Mixed(uint64_t x) {
    x += 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31);
  }
  uint64_t count_;
  uint64_t first_ = 0;
  uint64_t step_ = 1;
};

}  // namespace

std::string PlaceText(int64_t number, const int64_t* extents) {
  return fmt::format("({}, {}, {})", number % extents[0], number / extents[0] % extents[1],
                     number / extents[0] / extents[1]);
}

std::string TirMachine::ThreadText(const Grid& grid, size_t thread) const {
  return fmt::format("thread {} of block {}", PlaceText(static_cast<int64_t>(thread), &grid.extents[3]),
                     PlaceText(grid.block, grid.extents.data()));
}

bool TirMachine::Launch(const Instruction& ins, size_t begin) {
  Grid grid;
  grid.launch = &program_.launches[static_cast<size_t>(ins.extra)];
  grid.begin = begin;
  int64_t counts[2] = {1, 1};
  bool fits = true;
  for (size_t axis = 0; axis < kThreadAxes; ++axis) {
    int32_t cell = grid.launch->extents[axis];
    grid.extents[axis] = cell < 0 ? 1 : At(cell).i;
    // As a loop without iterations.
    if (grid.extents[axis] <= 0) return true;
    fits = fits && !__builtin_mul_overflow(counts[axis / 3], grid.extents[axis], &counts[axis / 3]);
  }
  if (!fits || !meter_.Step(counts[0])) {
    stop_ = meter_.Spent();
    return false;
  }
  int64_t before = allocated_;
  int64_t bytes = counts[1] <= meter_.left().steps ? counts[1] * static_cast<int64_t>(sizeof(Thread)) : 0;
  if (bytes == 0 || !meter_.Allocate(bytes)) {
    stop_ = meter_.Spent();
    return false;
  }
  allocated_ += bytes;
  grid.threads.resize(static_cast<size_t>(counts[1]));
  SwapState(grid.outer);
  grid_ = &grid;
  if (tracker_) tracker_->BeginLaunch(*grid.launch, grid.extents);
  Sequence order(unit_.order, 0, counts[0]);
  bool go_on = true;
  for (int64_t i = 0; i < counts[0] && go_on; ++i) {
    grid.block = order.At(i);
    go_on = RunBlock(grid);
  }
  if (tracker_) tracker_->EndLaunch();
  grid_ = nullptr;
  SwapState(grid.outer);
  meter_.Release(allocated_ - before);
  allocated_ = before;
  return go_on;
}

void TirMachine::SwapState(State& state) {
  std::swap(cells_, state.cells);
  std::swap(memories_, state.memories);
  std::swap(views_, state.views);
}

bool TirMachine::RunBlock(Grid& grid) {
  auto count = static_cast<int64_t>(grid.threads.size());
  if (!meter_.Step(count)) {
    stop_ = meter_.Spent();
    return false;
  }
  int64_t before = allocated_;
  for (Thread& thread : grid.threads) thread = {};
  grid.shared.assign(program_.spaces.size(), Memory{});
  grid.warps.assign(0, {});
  if (tracker_) tracker_->BeginBlock(grid.block);
  while (true) {
    Sequence order(unit_.order, ++grid.iterations, count);
    for (int64_t i = 0; i < count; ++i) {
      auto thread = static_cast<size_t>(order.At(i));
      if (!RunThread(grid, thread)) return false;
    }
    bool done = std::ranges::all_of(grid.threads, &Thread::done);
    if (done) break;
    if (!Release(grid)) return false;
  }
  // What the threads had of their own goes with them.
  memories_.clear();
  meter_.Release(allocated_ - before);
  allocated_ = before;
  return true;
}

bool TirMachine::RunThread(Grid& grid, size_t number) {
  Thread& thread = grid.threads[number];
  if (thread.done || thread.waits != nullptr) return true;
  grid.thread = number;
  if (!thread.begun) {
    BeginThread(grid, number);
    if (!OwnMemories(grid)) return false;
  } else {
    SwapState(thread.state);
    if (tracker_) tracker_->SwapStrand(thread.strand);
    if (tracker_ && thread.ordered) tracker_->GoOn(static_cast<int64_t>(number));
    thread.ordered = false;
  }
  const Instruction* last = Loop(thread.begun ? thread.pc : grid.begin);
  bool first = !std::exchange(thread.begun, true);
  if (stop_) return false;
  thread.done = last->op != Opcode::kMeet;
  if (!thread.done) {
    thread.waits = last;
    thread.pc = static_cast<size_t>(last - program_.code.data()) + 1;
    if (first && !KeepThread(thread)) return false;
  }
  if (first && thread.done) return true;
  SwapState(thread.state);
  if (tracker_) tracker_->SwapStrand(thread.strand);
  if (thread.done) thread.state = {};
  return true;
}

// A thread that waits keeps what it has; the place of it is empty until then.
bool TirMachine::KeepThread(Thread& thread) {
  auto bytes = static_cast<int64_t>(cells_.size() * sizeof(Cell) + memories_.size() * sizeof(Memory) +
                                    views_.size() * (sizeof(View) + 4 * sizeof(int64_t)));
  if (!meter_.Allocate(bytes)) {
    stop_ = meter_.Spent();
    return false;
  }
  allocated_ += bytes;
  if (tracker_) thread.strand.loop_entries.resize(program_.loops.size());
  return true;
}

void TirMachine::BeginThread(Grid& grid, size_t number) {
  cells_ = grid.outer.cells;
  views_ = grid.outer.views;
  int64_t places[2] = {grid.block, static_cast<int64_t>(number)};
  for (size_t axis = 0; axis < kThreadAxes; ++axis) {
    At(grid.launch->indices[axis]).i = places[axis / 3] % grid.extents[axis];
    places[axis / 3] /= grid.extents[axis];
  }
  if (tracker_) tracker_->BeginThread(static_cast<int64_t>(number));
}

bool TirMachine::CopyOf(const Memory& outer, Memory& own) {
  auto bytes = static_cast<size_t>(outer.bytes);
  if (!meter_.Allocate(outer.bytes)) {
    stop_ = meter_.Spent();
    return false;
  }
  allocated_ += outer.bytes;
  own.owned.assign(outer.data, outer.data + bytes);
  own.owned_shadow.assign(bytes, ByteState::kWritten);
  if (outer.shadow != nullptr) std::copy_n(outer.shadow, bytes, own.owned_shadow.begin());
  own.data = own.owned.data();
  own.shadow = own.owned_shadow.data();
  own.bytes = outer.bytes;
  return true;
}

TirMachine::Memory& TirMachine::SharedMemory(Grid& grid, int32_t memory) {
  auto at = static_cast<size_t>(memory);
  if (program_.spaces[at] == MemorySpace::kShared) return grid.shared[at];
  size_t warp = grid.thread / static_cast<size_t>(kWarpThreads);
  if (grid.warps.size() <= warp) grid.warps.resize(warp + 1);
  if (grid.warps[warp].empty()) grid.warps[warp].resize(program_.spaces.size());
  return grid.warps[warp][at];
}

// Every thread has memories of its own, or those of the launch, of its block or of its warp.
bool TirMachine::OwnMemories(Grid& grid) {
  memories_.resize(program_.spaces.size());
  auto see = [](Memory& memory, const Memory& other) {
    memory.data = other.data;
    memory.bytes = other.bytes;
    memory.shadow = other.shadow;
    memory.watched = other.watched;
    memory.tracked = other.tracked;
    memory.tracked_at = other.tracked_at;
  };
  for (size_t i = 0; i < memories_.size(); ++i) {
    const Memory& outer = grid.outer.memories[i];
    MemorySpace space = program_.spaces[i];
    bool own = space != MemorySpace::kGlobal;
    if (outer.data != nullptr && space == MemorySpace::kLocal) {
      if (!CopyOf(outer, memories_[i])) return false;
    } else if (outer.data != nullptr && own) {
      Memory& shared = SharedMemory(grid, static_cast<int32_t>(i));
      if (shared.data == nullptr) {
        if (!CopyOf(outer, shared)) return false;
        shared.tracked = tracker_ ? tracker_->NewMemory() : 0;
      }
      see(memories_[i], shared);
    } else {
      see(memories_[i], outer);
    }
    bool alone = outer.data == nullptr || space == MemorySpace::kLocal;
    if (alone && tracker_) memories_[i].tracked = tracker_->NewMemory();
  }
  for (size_t i = 0; i < views_.size(); ++i) {
    auto memory = static_cast<size_t>(program_.buffers[i].memory);
    if (program_.spaces[memory] == MemorySpace::kGlobal) continue;
    views_[i].data = memories_[memory].data;
    views_[i].shadow = memories_[memory].shadow;
  }
  return true;
}

// The first thread that comes to the allocation makes the memory, and the others find it.
bool TirMachine::AttachShared(const Instruction& ins, int64_t bytes) {
  int32_t number = program_.buffers[static_cast<size_t>(ins.extra)].memory;
  Memory& shared = SharedMemory(*grid_, number);
  if (shared.data == nullptr) {
    if (!meter_.Allocate(bytes)) {
      stop_ = meter_.Spent();
      return false;
    }
    allocated_ += bytes;
    shared.owned.assign(static_cast<size_t>(std::max<int64_t>(bytes, 1)), std::byte{0});
    shared.owned_shadow.assign(static_cast<size_t>(bytes), ByteState::kUnwritten);
    shared.data = shared.owned.data();
    shared.shadow = shared.owned_shadow.data();
    shared.bytes = bytes;
    shared.tracked = tracker_ ? tracker_->NewMemory() : 0;
  } else if (shared.bytes != bytes) {
    stop_ = Refused{fmt::format("buffer {} is shared, and threads allocate it in different sizes",
                                program_.buffers[static_cast<size_t>(ins.extra)].buffer->name.text())};
    return false;
  }
  Memory& memory = memories_[static_cast<size_t>(number)];
  memory.data = shared.data;
  memory.shadow = shared.shadow;
  memory.bytes = bytes;
  memory.tracked = shared.tracked;
  Bind(ins);
  return true;
}

bool TirMachine::StopDivergent(Grid& grid, size_t waiting, size_t missing) {
  const Thread& other = grid.threads[missing];
  std::string where = "has ended";
  if (!other.done) where = "waits elsewhere";
  return Stop(*grid.threads[waiting].waits, TrapKind::kDivergentBarrier,
              fmt::format("{} waits here, and {} {}", ThreadText(grid, waiting), ThreadText(grid, missing), where));
}

// As CUDA's __shfl_sync and its kin: lanes are counted within segments of `width`, and a lane that would look outside
// of its own segment keeps its value. What a lane that the warp lacks would give is not defined.
int64_t TirMachine::SourceLane(const Grid& grid, size_t begin, size_t lane, uint64_t present) {
  const Instruction& at = *grid.threads[begin + lane].waits;
  const TirMeeting& meeting = MeetingAt(at);
  const std::vector<Cell>& cells = grid.threads[begin + lane].state.cells;
  int64_t width = cells[static_cast<size_t>(meeting.width)].i, by = cells[static_cast<size_t>(meeting.lane)].i;
  if (width < 1 || width > kWarpThreads || (width & (width - 1)) != 0) {
    stop_ = Refused{fmt::format("an exchange among {} lanes, which is no power of two up to {}", width, kWarpThreads)};
    return -1;
  }
  auto own = static_cast<int64_t>(lane);
  int64_t first = own & ~(width - 1), last = first + width - 1, source = own;
  bool near = by >= 0 && by < kWarpThreads;
  if (meeting.kind == MeetingKind::kShuffle) source = first + (by & (width - 1));
  if (meeting.kind == MeetingKind::kShuffleUp && near) source = own - by < first ? own : own - by;
  if (meeting.kind == MeetingKind::kShuffleDown && near) source = own + by > last ? own : own + by;
  if (meeting.kind == MeetingKind::kShuffleXor && near) source = (own ^ by) > last ? own : own ^ by;
  size_t lanes = std::min(static_cast<size_t>(kWarpThreads), grid.threads.size() - begin);
  if (source >= static_cast<int64_t>(lanes)) {
    // A value that nobody may look at: another one than machine code has (vm/launch_split.cc).
    if (program_.checks != TirChecks::kAll) return 0;
    Stop(at, TrapKind::kOutOfBounds,
         fmt::format("{} reads lane {} of a warp of {} threads", ThreadText(grid, begin + lane), source, lanes));
    return -1;
  }
  if ((present >> source & 1) == 0) {
    Stop(at, TrapKind::kDivergentBarrier,
         fmt::format("{} reads lane {}, which takes no part", ThreadText(grid, begin + lane), source));
    return -1;
  }
  return source;
}

bool TirMachine::Exchange(Grid& grid, size_t warp, size_t waiting) {
  size_t begin = warp * static_cast<size_t>(kWarpThreads);
  size_t lanes = std::min(static_cast<size_t>(kWarpThreads), grid.threads.size() - begin);
  const Instruction* at = grid.threads[waiting].waits;
  const TirMeeting& meeting = MeetingAt(*at);
  uint64_t present = 0;
  for (size_t i = 0; i < lanes; ++i) present |= static_cast<uint64_t>(grid.threads[begin + i].waits == at) << i;
  auto cell = [&](size_t lane, int32_t which) -> Cell& {
    return grid.threads[begin + lane].state.cells[static_cast<size_t>(which)];
  };
  std::array<Cell, static_cast<size_t>(kWarpThreads)> results{};
  for (size_t i = 0; i < lanes; ++i) {
    if ((present >> i & 1) == 0) continue;
    results[i].u = present;
    if (meeting.kind == MeetingKind::kActiveMask) continue;
    // Everybody whom the mask names has to come.
    for (size_t other = 0; other < lanes; ++other) {
      bool missing = (cell(i, meeting.mask).u & ~present) >> other & 1;
      if (missing) return StopDivergent(grid, begin + i, begin + other);
    }
    int64_t source = SourceLane(grid, begin, i, present);
    if (source < 0) return false;
    results[i] = cell(static_cast<size_t>(source), meeting.value);
  }
  for (size_t i = 0; i < lanes; ++i) {
    if ((present >> i & 1) == 0) continue;
    cell(i, meeting.result) = results[i];
    grid.threads[begin + i].waits = nullptr;
  }
  return true;
}

bool TirMachine::ReleaseWarp(Grid& grid, size_t warp, bool& released) {
  size_t begin = warp * static_cast<size_t>(kWarpThreads);
  size_t end = std::min(begin + static_cast<size_t>(kWarpThreads), grid.threads.size());
  auto waits_in_warp = [&](size_t i) {
    const Instruction* at = grid.threads[i].waits;
    return at != nullptr && IsOfWarp(MeetingAt(*at).kind);
  };
  size_t waiting = begin;
  while (waiting < end && !waits_in_warp(waiting)) ++waiting;
  if (waiting == end) return true;
  released = true;
  if (MeetingAt(*grid.threads[waiting].waits).kind != MeetingKind::kWarpBarrier) return Exchange(grid, warp, waiting);
  for (size_t i = begin; i < end; ++i) {
    if (grid.threads[i].waits != grid.threads[waiting].waits) return StopDivergent(grid, waiting, i);
  }
  for (size_t i = begin; i < end; ++i) {
    grid.threads[i].waits = nullptr;
    grid.threads[i].ordered = true;
  }
  if (tracker_) tracker_->BeginWarpInterval(static_cast<int64_t>(warp));
  return true;
}

bool TirMachine::Release(Grid& grid) {
  bool released = false;
  for (size_t warp = 0; grid.launch->warps && warp * static_cast<size_t>(kWarpThreads) < grid.threads.size(); ++warp) {
    if (!ReleaseWarp(grid, warp, released)) return false;
  }
  if (released) return true;
  auto waiting = std::ranges::find_if(grid.threads, [](const Thread& thread) { return thread.waits != nullptr; });
  auto missing =
      std::ranges::find_if(grid.threads, [&](const Thread& thread) { return thread.waits != waiting->waits; });
  if (missing != grid.threads.end()) {
    return StopDivergent(grid, static_cast<size_t>(waiting - grid.threads.begin()),
                         static_cast<size_t>(missing - grid.threads.begin()));
  }
  const Instruction& at = *waiting->waits;
  bool orders = MeetingAt(at).kind == MeetingKind::kBlockBarrier;
  if (!orders && !Reduce(grid, at)) return false;
  for (Thread& thread : grid.threads) {
    thread.waits = nullptr;
    thread.ordered = orders;
  }
  if (tracker_ && orders) tracker_->BeginInterval();
  return true;
}

// The values of the first thread of a group become those of it and of the next one.
bool TirMachine::Combine(Grid& grid, size_t first, size_t next, const TirMeeting& meeting) {
  const TirCombiner& combiner = meeting.combiner;
  grid.thread = first;
  SwapState(grid.threads[first].state);
  for (size_t i = 0; i < meeting.values.size(); ++i) {
    At(combiner.lhs[i]) = At(meeting.values[i]);
    At(combiner.rhs[i]) = grid.threads[next].state.cells[static_cast<size_t>(meeting.values[i])];
  }
  Loop(static_cast<size_t>(combiner.begin));
  for (size_t i = 0; i < meeting.values.size() && !stop_; ++i) At(meeting.values[i]) = At(combiner.result[i]);
  SwapState(grid.threads[first].state);
  return !stop_;
}

// In the order of the threads, x first.
bool TirMachine::Reduce(Grid& grid, const Instruction& at) {
  const TirMeeting& meeting = MeetingAt(at);
  if (!meter_.Step(static_cast<int64_t>(grid.threads.size()))) {
    stop_ = meter_.Spent();
    return false;
  }
  // Of the group of a thread, the first is where the axes of the reduction are 0.
  auto first_of = [&](size_t thread) {
    size_t first = 0, stride = 1;
    for (size_t axis = kFirstThreadAxis; axis < kThreadAxes; ++axis) {
      auto extent = static_cast<size_t>(grid.extents[axis]);
      if (!meeting.axes[axis]) first += thread / stride % extent * stride;
      stride *= extent;
    }
    return first;
  };
  for (size_t i = 0; i < grid.threads.size(); ++i) {
    size_t first = first_of(i);
    if (first != i && !Combine(grid, first, i, meeting)) return false;
  }
  for (size_t i = 0; i < grid.threads.size(); ++i) {
    const std::vector<Cell>& result = grid.threads[first_of(i)].state.cells;
    for (int32_t value : meeting.values) {
      grid.threads[i].state.cells[static_cast<size_t>(value)] = result[static_cast<size_t>(value)];
    }
  }
  return true;
}

}  // namespace assay
