// The compiler behind CompileUnit: expressions yield cells, statements emit code. Internal to vm/reference.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "vm/reference/tir_program.h"

namespace assay {

class TirCompiler {
 public:
  // Functions of a unit, in order of the first call; a program each.
  using Called = std::vector<const PrimFunc*>;

  TirCompiler(const KernelSignature& signature, const Module& module, Called& called, bool is_called,
              const TirOptions& options)
      : signature_(signature), module_(module), called_(called), is_called_(is_called), order_(options.order) {
    program_.checks = options.checks;
  }
  Result<TirProgram> Compile();

 private:
  // First of `lanes` consecutive cells.
  struct Cells {
    int32_t first = 0;
    int32_t lanes = 1;
    int32_t At(int32_t lane) const { return lanes == 1 ? first : first + lane; }
  };
  // Where an expression's code comes from while it is compiled, and how deep it is.
  static constexpr int kMaxDepth = 2000;
  // Instructions and cells: shared subtrees and wide vectors can make small functions huge.
  static constexpr size_t kMaxCode = size_t{1} << 21;

  // ---- tir_compile_expr.cc
  Cells Expression(const Expr* e);
  Cells ExpressionNode(const Expr* e);
  Cells Binary(const BinaryExpr& e);
  Cells CallOf(const Call& call);
  Cells IfThenElseCall(const Call& call);
  Cells IntrinsicCall(const Call& call, const IntrinsicSpec& intrinsic);
  Cells LoadOf(const BufferLoad& load);
  Cells RampOf(const Ramp& ramp);
  Cells BroadcastOf(const Broadcast& broadcast);
  Cells LetOf(const Let& let);
  Cells CastOf(const Cast& cast);
  Cells NotOf(const Not& negation);
  Cells SelectOf(const Select& select);
  Cells ShuffleOf(const Shuffle& shuffle);
  Cells Constant(DType dtype, Cell value);
  void EmitBinary(NodeKind kind, DType dtype, int32_t dst, int32_t a, int32_t b);

  // ---- tir_compile_call.cc: calls of PrimFuncs, and the pointers that they take.
  Cells FunctionCall(const Call& call, const GlobalVar& global);
  // The memory that a pointer leads to; -1 after a failure.
  int32_t Pointer(const Expr* e);
  void BindPointer(const Var* var, const Expr* value);

  // ---- tir_compile_stmt.cc
  void Statement(const Stmt* s);
  void StatementNode(const Stmt* s);
  void Loop(const For& loop);
  void WhileLoop(const While& loop);
  void Conditional(const IfThenElse& branch);
  void Block(const SBlockRealize& realize);
  void Init(const SBlock& block);
  void Attribute(const AttrStmt& attr);
  void Store(const BufferStore& store);
  void ReturnOf(const Expr* value);

  // ---- tir_compile_threads.cc
  // Whether the statement binds an axis of threads that is no loop here; then it is compiled.
  bool BindsThreads(const Stmt* s);
  bool RunsAsThreads(const Stmt* s) const;
  void Launch(const Stmt* s);
  void LaunchAxes(const Stmt* s, TirLaunch& launch);
  void BindAxis(const Stmt* s, size_t axis);
  // A call where threads wait for each other.
  Cells Meeting(const Call& call);
  std::optional<MeetingKind> BarrierOf(const Call& call);
  Cells Exchange(const Call& call, MeetingKind kind);
  // A reduction over threads, by the reducer around it.
  void ReduceOverThreads(const Call& call);
  bool ReducedAxes(const Call& call, Nodes<Expr> threads, TirMeeting& meeting);
  void CombinerOf(const CommReducer& reducer, TirCombiner& combiner);
  void EmitMeeting(const Call& call, const TirMeeting& meeting);
  void NoteSpace(const Buffer* buffer, int32_t memory);

  // ---- tir_compile_track.cc: only when all undefined behaviour is looked for
  bool Tracks() const { return program_.checks != TirChecks::kMemory; }
  void EmitTrack(TrackKind kind, int32_t extra);
  void TrackLoopEntry(const Var* var, ForKind kind);
  void TrackIteration();
  void TrackLoopEnd();
  void TrackBlockEntry(const SBlock& block);
  void TrackBlockEnd();
  // Back to what is open here, after code that may have been left by a jump.
  void TrackLanding();

  // ---- tir_compile_buffer.cc
  void DeclareParameters();
  // Slot of a buffer; declares one over known memory when the buffer was never declared.
  int32_t SlotOf(const Buffer* buffer);
  int32_t Declare(const Buffer* buffer, int32_t memory);
  void Allocate(const Buffer* buffer);
  void MatchRegion(const MatchBufferRegion& match);
  // Fills in the index cells of one element access (for one lane) and returns where they start.
  struct Access {
    int32_t slot = 0;
    std::vector<Cells> indices;
    int32_t index_lanes = 1;
    int32_t lanes = 1;
    // Which lanes are on, if not all.
    std::optional<Cells> mask;
  };
  Access AccessOf(const Node* place, const Buffer* buffer, Nodes<Expr> indices, const Expr* predicate);
  // Of a lane that is off nothing happens.
  void EmitAccess(Opcode op, const Access& access, int32_t lane, int32_t cell);

  // ---- tir_compiler.cc
  int32_t NewCells(int32_t count);
  Cells DefineVar(const Var* var);
  int32_t Emit(Instruction instruction);
  uint16_t TypeIndex(DType dtype);
  void Fail(const Node* node, std::string why);
  int32_t Here() const { return static_cast<int32_t>(program_.code.size()); }
  void Land(int32_t jump) { LandAt(jump, Here()); }
  void LandAt(int32_t jump, int32_t target) {
    if (!failure_) program_.code[static_cast<size_t>(jump)].target = target;
  }
  // Counts a node that is compiled; a Diag when it is too deep or one too many. LeaveNode when it is done.
  void EnterNode(const Node* node);
  void LeaveNode() { --depth_; }
  int32_t LanesOf(const Node* node, DType dtype);

  const KernelSignature& signature_;
  const Module& module_;
  Called& called_;
  const bool is_called_;
  const ThreadOrder order_;
  TirProgram program_;
  std::optional<Diag> failure_;
  std::unordered_map<const Var*, Cells> vars_;
  // Memory behind a buffer's data variable.
  std::unordered_map<const Var*, int32_t> memory_;
  std::unordered_map<const Buffer*, int32_t> slots_;
  std::unordered_map<uint64_t, int32_t> constants_;
  struct LoopJumps {
    std::vector<int32_t> breaks;
    std::vector<int32_t> continues;
  };
  std::vector<LoopJumps> loops_;
  // Open structure: indices of unordered loops, -1 for other loops; and how much of it counts as contexts.
  std::vector<int32_t> tracked_loops_;
  int32_t track_depth_ = 0;
  int32_t block_depth_ = 0;
  // What statements are in: no launch, one that runs as loops, or one that runs as threads.
  enum class Region : uint8_t { kHost, kLoops, kThreads };
  Region region_ = Region::kHost;
  std::vector<const Var*> open_threads_;
  // In a launch: what is bound to which axis, and the reducers around.
  std::unordered_map<const Var*, size_t> axis_of_;
  std::vector<const CommReducer*> reducers_;
  const Node* place_ = nullptr;
  int depth_ = 0;
  size_t nodes_ = 0;
};

}  // namespace assay
