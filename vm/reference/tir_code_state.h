// TirCodeState: a kernel's program while CompileUnit makes it: its code, cells and constants, what variables and
// buffers have become, and the structure that is open. TirCompilerPart: the base of the classes that compile
// expressions, statements, buffers, calls and launches into it; each is made where it is asked, and has no state but
// this. Internal to vm/reference.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "vm/reference/tir_program.h"

namespace assay {

class TirCodeState {
 public:
  // Functions of a unit, in order of the first call; a program each.
  using Called = std::vector<const PrimFunc*>;
  // First of `lanes` consecutive cells.
  struct Cells {
    int32_t first = 0;
    int32_t lanes = 1;
    int32_t At(int32_t lane) const { return lanes == 1 ? first : first + lane; }
  };
  struct LoopJumps {
    std::vector<int32_t> breaks;
    std::vector<int32_t> continues;
  };
  // What statements are in: no launch, one that runs as loops, or one that runs as threads.
  enum class Region : uint8_t { kHost, kLoops, kThreads };

  TirCodeState(const KernelSignature& signature, const Module& module, Called& called, bool is_called,
               const TirOptions& options)
      : signature(signature), module(module), called(called), is_called(is_called), order(options.order) {
    program.checks = options.checks;
  }

  Cells Constant(DType dtype, Cell value);
  int32_t NewCells(int32_t count);
  Cells DefineVar(const Var* var);
  int32_t LanesOf(const Node* node, DType dtype);
  uint16_t TypeIndex(DType dtype);
  int32_t Emit(Instruction instruction);
  int32_t Here() const { return static_cast<int32_t>(program.code.size()); }
  void Land(int32_t jump) { LandAt(jump, Here()); }
  void LandAt(int32_t jump, int32_t target) {
    if (!failure) program.code[static_cast<size_t>(jump)].target = target;
  }
  void Fail(const Node* node, std::string why);
  // Counts a node that is compiled; a Diag when it is too deep or one too many. LeaveNode when it is done.
  void EnterNode(const Node* node);
  void LeaveNode() { --depth_; }
  bool Tracks() const { return program.checks != TirChecks::kMemory; }

  const KernelSignature& signature;
  const Module& module;
  Called& called;
  const bool is_called;
  const ThreadOrder order;
  TirProgram program;
  std::optional<Diag> failure;
  std::unordered_map<const Var*, Cells> vars;
  // Memory behind a buffer's data variable.
  std::unordered_map<const Var*, int32_t> memory;
  std::unordered_map<const Buffer*, int32_t> slots;
  std::vector<LoopJumps> loops;
  // Open structure: indices of unordered loops, -1 for other loops; and how much of it counts as contexts.
  std::vector<int32_t> tracked_loops;
  int32_t track_depth = 0;
  int32_t block_depth = 0;
  Region region = Region::kHost;
  std::vector<const Var*> open_threads;
  // In a launch: what is bound to which axis, and the reducers around.
  std::unordered_map<const Var*, size_t> axis_of;
  std::vector<const CommReducer*> reducers;
  // Where an expression's code comes from while it is compiled.
  const Node* place = nullptr;

 private:
  // How deep an expression or a statement may be.
  static constexpr int kMaxDepth = 2000;
  // Instructions and cells: shared subtrees and wide vectors can make small functions huge.
  static constexpr size_t kMaxCode = size_t{1} << 21;

  std::unordered_map<uint64_t, int32_t> constants_;
  int depth_ = 0;
  size_t nodes_ = 0;
};

class TirCompilerPart {
 protected:
  using Cells = TirCodeState::Cells;
  using Region = TirCodeState::Region;

  explicit TirCompilerPart(TirCodeState& state) : state_(state) {}

  TirCodeState& state_;
};

}  // namespace assay
