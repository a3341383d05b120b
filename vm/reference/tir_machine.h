// The machine that runs programs: cells, memories, and views of them. Internal to vm/reference.
#pragma once

#include <optional>
#include <vector>

#include "vm/reference/tir_track.h"

namespace assay {

class TirMachine {
 public:
  // `shadow` knows the tensors that lie in watched storage; null: none do. Runs the unit's first program.
  TirMachine(const TirUnit& unit, const StorageShadow* shadow, Meter& meter) : TirMachine(unit, 0, 0, shadow, meter) {}
  // `fresh_from`: tensors of parameters from there on have no contents yet.
  Outcome Run(const KernelSignature::Bound& bound, size_t fresh_from);

 private:
  struct Memory {
    std::byte* data = nullptr;
    int64_t bytes = 0;
    // Of each byte; null when contents are known to be there.
    ByteState* shadow = nullptr;
    // The tensor in watched storage, and which of its bytes is the first one here.
    StorageShadow::Found watched;
    std::vector<std::byte> owned;
    std::vector<ByteState> owned_shadow;
    // Which memory the tracker knows it by, and which of its bytes is the first one here.
    int32_t tracked = 0;
    int64_t tracked_at = 0;
  };
  struct View {
    std::byte* data = nullptr;
    ByteState* shadow = nullptr;
    // In scalars of the buffer's element type.
    int64_t capacity = 0;
    int64_t offset = 0;
    std::vector<int64_t> dims;
    std::vector<int64_t> strides;
  };
  // What a thread has of its own while another one runs.
  struct State {
    std::vector<Cell> cells;
    std::vector<Memory> memories;
    std::vector<View> views;
  };
  struct Thread {
    State state;
    AccessTracker::Strand strand;
    size_t pc = 0;
    // Where it waits.
    const Instruction* waits = nullptr;
    bool begun = false;
    bool done = false;
    // It came through a barrier, which orders memory, as an exchange does not.
    bool ordered = false;
  };
  // A launch while it runs, one block at a time.
  struct Grid {
    const TirLaunch* launch = nullptr;
    std::array<int64_t, kThreadAxes> extents{};
    int64_t blocks = 1;
    size_t begin = 0;
    // Cells, memories and views as they are outside.
    State outer;
    int64_t block = 0;
    std::vector<Thread> threads;
    // Memories of the block, and of its warps.
    std::vector<Memory> shared;
    std::vector<std::vector<Memory>> warps;
    size_t thread = 0;
    // How often threads went on after they had met.
    uint64_t iterations = 0;
  };

  // `depth`: how many calls are open around this one.
  TirMachine(const TirUnit& unit, size_t program, int depth, const StorageShadow* shadow, Meter& meter)
      : unit_(unit), program_(unit.programs[program]), depth_(depth), shadow_(shadow), meter_(meter) {
    if (program_.checks != TirChecks::kMemory) tracker_.emplace(program_);
  }

  void Prepare();
  void Enter(const KernelSignature::Bound& bound, size_t fresh_from);
  bool CheckOutputs(const Instruction& ins, size_t fresh_from);
  Outcome Finish(const Instruction& ins, size_t fresh_from);
  // Runs until a return, a trap, the end of the budget, or where a thread ends or waits.
  const Instruction* Loop(size_t pc = 0);
  // True to go on; otherwise stop_ says why not.
  bool Arithmetic(const Instruction& ins);
  bool Divide(const Instruction& ins);
  bool FloorDivide(const Instruction& ins);
  void Compare(const Instruction& ins);
  void Intrinsic(const Instruction& ins);
  bool LoopBegin(const Instruction& ins, size_t& pc);
  void LoopNext(const Instruction& ins, size_t& pc);
  bool Load(const Instruction& ins);
  bool Store(const Instruction& ins);
  bool CallFunction(const Instruction& ins);
  // With the cells and memories of the caller that `args` names.
  void EnterCalled(TirMachine& caller, const int32_t* args);
  bool Address(const Instruction& ins);
  bool Advance(const Instruction& ins);
  // Makes memory `to` what begins at a byte of another one.
  void Point(int32_t to, int32_t from, int64_t byte);
  // The scalar index of an access, or -1 after a trap.
  int64_t Locate(const Instruction& ins, const View& view);
  // Why bytes of an access cannot be read, or not be written because they are lost.
  bool StopUnreadable(const Instruction& ins, int64_t flat, int64_t width);
  bool StopLost(const Instruction& ins, int64_t byte, bool write);
  void Bind(const Instruction& ins);
  bool Allocate(const Instruction& ins);
  bool Stop(const Instruction& ins, TrapKind kind, std::string message);
  bool Stop(const Instruction& ins, Trap trap);

  // ---- tir_machine_threads.cc
  // `begin`: where its threads begin.
  bool Launch(const Instruction& ins, size_t begin);
  bool RunBlock(Grid& grid);
  // Goes on with the thread until it ends or waits.
  bool RunThread(Grid& grid, size_t thread);
  void BeginThread(Grid& grid, size_t thread);
  bool KeepThread(Thread& thread);
  void SwapState(State& state);
  bool OwnMemories(Grid& grid);
  // Own memory for what is allocated outside of the launch, with what it holds there.
  bool CopyOf(const Memory& outer, Memory& own);
  bool AttachShared(const Instruction& ins, int64_t bytes);
  Memory& SharedMemory(Grid& grid, int32_t memory);
  // Lets those go on who have met, when nobody can go on otherwise.
  bool Release(Grid& grid);
  bool ReleaseWarp(Grid& grid, size_t warp, bool& released);
  // Among the threads of the warp that wait where this one does.
  bool Exchange(Grid& grid, size_t warp, size_t waiting);
  // The lane whose value a lane gets, or -1 after a trap.
  int64_t SourceLane(const Grid& grid, size_t begin, size_t lane, uint64_t present);
  bool StopDivergent(Grid& grid, size_t waiting, size_t missing);
  // Among all threads of the block, which wait there; those that differ in the axes of the meeting alone are a group.
  bool Reduce(Grid& grid, const Instruction& at);
  bool Combine(Grid& grid, size_t first, size_t next, const TirMeeting& meeting);
  const TirMeeting& MeetingAt(const Instruction& ins) const {
    return program_.meetings[static_cast<size_t>(ins.extra)];
  }
  std::string ThreadText(const Grid& grid, size_t thread) const;

  // ---- tir_machine_checks.cc: only when all undefined behaviour is looked for
  bool Track(const Instruction& ins);
  bool CheckAxes(const Instruction& ins, const TirBlock& block);
  // False after a trap. `flat` is the access's element in its memory.
  bool CheckAccess(const Instruction& ins, int64_t flat, bool write);
  bool CheckOverflow(const Instruction& ins, NodeKind kind, DType dtype);
  bool CheckArithmetic(const Instruction& ins);
  bool CheckIntrinsic(const Instruction& ins);
  bool CheckAlignment(const Instruction& ins);

  Cell& At(int32_t cell) { return cells_[static_cast<size_t>(cell)]; }
  Scalar ScalarAt(int32_t cell, uint16_t type) {
    Scalar value;
    value.dtype = program_.dtypes[type];
    value.u = At(cell).u;
    return value;
  }

  const TirUnit& unit_;
  const TirProgram& program_;
  const int depth_;
  const StorageShadow* shadow_;
  Meter& meter_;
  std::vector<Cell> cells_;
  std::vector<Memory> memories_;
  std::vector<View> views_;
  std::optional<Outcome> stop_;
  std::optional<AccessTracker> tracker_;
  // Whether arithmetic is looked at as well.
  bool strict_ = program_.checks == TirChecks::kAll;
  int64_t allocated_ = 0;
  // The launch whose thread is running.
  Grid* grid_ = nullptr;
};

}  // namespace assay
