// A PrimFunc compiled into flat code for the reference interpreter's machine: variables are resolved to cells and
// buffers to slots up front, vectors are spread over consecutive cells, and structure becomes jumps, so that running
// needs neither hashing nor recursion. Tested by tir_eval_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ir/tensor/math.h"
#include "ir/tir/threads.h"
#include "vm/kernel.h"
#include "vm/scalar_ops.h"

namespace assay {

// Types that have fast instructions of their own; everything else goes through Scalar.
enum class CellKind : uint8_t { kInt64, kInt32, kFloat32, kFloat64, kOther };
CellKind CellKindOf(DType dtype);

enum class Opcode : uint8_t {
  // dst = a
  kMove,
  // dst = a op b, for kinds other than kOther
  kAdd,
  kSub,
  kMul,
  kFloorDiv,
  kFloorMod,
  // Comparisons of kInt64 cells serve every signed type, kFloat64 every float.
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  // dst = binary[extra](a, b) with operands of dtypes[type]
  kBinary,
  // The same, with a trap when b is an integer zero.
  kDivide,
  // dst = intrinsics[extra](a, b, c) with operands of dtypes[type], result of dtypes[result]
  kIntrinsic,
  // dst = cast of a from dtypes[type] to dtypes[result]
  kCast,
  // dst = not a
  kNot,
  // dst = a ? b : c
  kSelect,
  // Goes to instruction `target`; kJumpUnless when a is false.
  kJump,
  kJumpUnless,
  // Loop head: b extent, dst variable starts at a; goes to `target` when there is no iteration. Takes the number of
  // iterations from the budget. c is the cell of the step, or -1.
  kLoopBegin,
  // dst += step; back to `target` while dst < a + b.
  kLoopNext,
  // Takes one step from the budget.
  kTick,
  // dst = element of buffers[extra] at the cells operands[first .. first + rank]
  kLoad,
  // element of buffers[extra] = a
  kStore,
  // Fresh memory for buffers[extra].
  kAllocate,
  // Dimensions and strides of buffers[extra] are read from their cells.
  kBind,
  // Traps when a is false; message texts[extra].
  kAssert,
  // Ends the run; a is the value's cell, or -1.
  kReturn,
  // Runs programs[extra] of the unit; its arguments are the cells and memories operands[first …], one per parameter.
  // dst
  // is what it returns, or 0.
  kCall,
  // memories[dst] = what begins at the element that kLoad would read with the same fields.
  kAddress,
  // memories[dst] = what is behind the first a elements of b bytes of memories[extra].
  kAdvance,
  // Only when all undefined behaviour is looked for: structure[extra] begins or ends at depth b.
  kTrack,
  // Runs what follows in every thread of launches[extra], then goes to `target`.
  kLaunch,
  // A thread is done.
  kThreadEnd,
  // A thread waits for the others of its block, or of its warp: meetings[extra].
  kMeet,
};

// How much the reference interpreter looks for. Memory: accesses outside of it, reads before writes, divisions by zero.
// All: also what machine code may take for undefined or for never happening: overflow, shifts beyond the width, races,
// accesses that a block does not declare, overlapping parameters of a function without aliases, offsets that are not
// aligned as declared.
enum class TirChecks : uint8_t { kMemory, kAccesses, kAll };

struct Instruction {
  Opcode op;
  CellKind kind = CellKind::kOther;
  // Indices into TirProgram::dtypes.
  uint16_t type = 0;
  uint16_t result = 0;
  // Further index by opcode: function, buffer or text.
  int32_t extra = 0;
  int32_t dst = 0;
  int32_t a = 0;
  int32_t b = 0;
  int32_t c = 0;
  int32_t target = 0;
  int32_t first = 0;
};

// A buffer as the code sees it: which memory, and which cells hold its dimensions (-1 in strides: compact).
struct BufferSlot {
  const Buffer* buffer = nullptr;
  int32_t memory = 0;
  DType element;
  int32_t lanes = 1;
  std::vector<int32_t> dims;
  std::vector<int32_t> strides;
  int32_t offset = -1;
  // How many blocks enclose the declaration.
  int32_t block_depth = 0;
};

// What kTrack does.
enum class TrackKind : uint8_t { kEnterLoop, kIterate, kEnterBlock, kLeave };
struct TirRegion {
  const Buffer* buffer = nullptr;
  bool write = false;
  // Cells of the first index and the extent of each axis.
  std::vector<std::pair<int32_t, int32_t>> bounds;
};
// Cells of an axis of a block: its value, and the domain that it is to lie in.
struct TirAxis {
  int32_t value = 0;
  int32_t min = 0;
  int32_t extent = 0;
};

struct TirBlock {
  const SBlock* block = nullptr;
  bool is_root = false;
  std::vector<TirAxis> axes;
  // Cells of the variables that tell instances apart.
  std::vector<int32_t> spatial;
  std::vector<TirRegion> regions;
};

// The threads of a launch, by axis: blockIdx.x, y, z, threadIdx.x, y, z. Cells of the extents, -1 where an axis is not
// bound, and of a thread's own index.
struct TirLaunch {
  std::array<int32_t, kThreadAxes> extents{-1, -1, -1, -1, -1, -1};
  std::array<int32_t, kThreadAxes> indices{};
  // Threads of one warp meet without the others.
  bool warps = false;
};
// A thread of a block, or a block, by its number: "(3, 0, 0)". `extents`: of x, y and z.
std::string PlaceText(int64_t number, const int64_t* extents);
// Who has memory of its own behind a buffer: nobody, blocks, warps, or threads.
enum class MemorySpace : uint8_t { kGlobal, kShared, kWarp, kLocal };
// Where threads wait for each other: barriers of a block or a warp, exchanges among the lanes of a warp, and reductions
// over threads of a block.
enum class MeetingKind : uint8_t {
  kBlockBarrier,
  kAllReduce,
  kWarpBarrier,
  kActiveMask,
  kShuffle,
  kShuffleUp,
  kShuffleDown,
  kShuffleXor
};
// Whether the threads of a warp wait without the others of their block.
constexpr bool IsOfWarp(MeetingKind kind) {
  return kind != MeetingKind::kBlockBarrier && kind != MeetingKind::kAllReduce;
}
// The code that combines two values of a reduction, where it begins; it ends with kThreadEnd.
struct TirCombiner {
  int32_t begin = 0;
  // Cells of the operands, and of what comes out.
  std::vector<int32_t> lhs;
  std::vector<int32_t> rhs;
  std::vector<int32_t> result;
};
// Cells of what a thread brings along to an exchange, and of what it gets.
struct TirMeeting {
  MeetingKind kind = MeetingKind::kBlockBarrier;
  int32_t mask = 0;
  int32_t value = 0;
  int32_t lane = 0;
  int32_t width = 0;
  int32_t result = 0;
  // Of a reduction: the axes over which its groups stretch, and the cells of what a thread brings, and then gets.
  std::array<bool, kThreadAxes> axes{};
  std::vector<int32_t> values{};
  TirCombiner combiner{};
};

// In which order the threads of a block run until they meet, and the blocks of a launch. A seed draws one.
struct ThreadOrder {
  enum class Kind : uint8_t { kForward, kReverse, kShuffled };
  Kind kind = Kind::kForward;
  uint64_t seed = 0;
};

struct TirProgram {
  const PrimFunc* func = nullptr;
  TirChecks checks = TirChecks::kMemory;
  // The blocks, and the variables of the loops whose iterations have no order.
  std::vector<TirBlock> blocks;
  std::vector<const Var*> loops;
  std::vector<Instruction> code;
  // Where each instruction comes from, for traps.
  std::vector<const Node*> places;
  // Cells at the start of a run: constants are in place, all else is zero.
  std::vector<Cell> cells;
  std::vector<int32_t> operands;
  std::vector<DType> dtypes;
  std::vector<BinaryFn> binary;
  std::vector<NodeKind> binary_kinds;
  std::vector<const IntrinsicSpec*> intrinsics;
  // Beside `intrinsics`: set when the intrinsic is a function of tensor/math.h.
  std::vector<const MathFunction*> math;
  std::vector<std::string> texts;
  std::vector<BufferSlot> buffers;
  int32_t memories = 0;
  // Of each memory.
  std::vector<MemorySpace> spaces;
  std::vector<TirLaunch> launches;
  std::vector<TirMeeting> meetings;
  // Memory of each parameter, -1 for scalars.
  std::vector<int32_t> param_memory;
  // Cell of each variable of the kernel's signature.
  std::vector<int32_t> signature_cells;
  DType result;
};

// A kernel's program, which comes first, and those of all PrimFuncs that it calls.
struct TirUnit {
  std::vector<TirProgram> programs;
  ThreadOrder order;
};
// What is looked for, and how threads are run. In any order but the first, launches run as threads although they hold
// no barrier.
struct TirOptions {
  TirChecks checks = TirChecks::kMemory;
  ThreadOrder order{};
};

// Functions that are called are looked up in the module. Diag kUnsupported, with the place, for what the reference does
// not evaluate (scalable vectors, calls of unknown intrinsics, pointers as numbers).
Result<TirUnit> CompileUnit(const KernelSignature& signature, const Module& module, const TirOptions& options = {});

}  // namespace assay
