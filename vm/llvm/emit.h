// The emitter of kernels: a PrimFunc becomes one LLVM function that computes what tensor/scalar.h says, bit for bit,
// and that returns a KernelCode instead of faulting. Vectors are spread over their lanes, or one LLVM vector where all
// lanes do the same; variables are SSA values, known where they are in scope. Internal to vm/llvm, and the only header
// that shows LLVM. Tested by llvm_kernels_test.cc.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <climits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/support/function_ref.h"
#include "ir/tensor/math.h"
#include "vm/llvm/debug_info.h"
#include "vm/llvm/frame.h"
#include "vm/llvm/interval.h"
#include "vm/llvm/scoped_map.h"
#include "vm/scalar_ops.h"

namespace assay {

// One lane, or all lanes in one LLVM vector; then the interval holds for each. Integers have an LLVM type of their own
// width, bool is i1, float32 and float64 are themselves, and a narrower float is the double of equal value.
struct Lane {
  llvm::Value* value = nullptr;
  Interval interval;
};

// The lanes of a value; a single one stands for any number of equal ones.
class Lanes {
 public:
  Lanes() = default;
  Lanes(Lane only) { lanes_.push_back(only); }
  const Lane& At(int lane) const { return lanes_[static_cast<size_t>(lane) % lanes_.size()]; }
  int count() const { return static_cast<int>(lanes_.size()); }
  void Add(Lane lane) { lanes_.push_back(lane); }

 private:
  llvm::SmallVector<Lane, 1> lanes_;
};

struct EmitOptions {
  // Where functions that kernels call are found.
  Module functions;
  // Where instructions come from is written down here; null: nowhere.
  DebugInfo* debug = nullptr;
  // Leaves out the checks of indices, which makes code that strays: for tests of the guards.
  bool unchecked = false;
  // An optimiser follows, which is told what it cannot see.
  bool optimised = false;
  // Takes steps at each loop, so that a run which ends OutOfBudget ends where the reference interpreter's does.
  // Otherwise such a run of a kernel without traps writes nothing, and returns kOutOfFuel: the host runs it again with
  // this.
  bool stepwise = false;
  // Tensors that are written may share memory with others, as FramePlan::written is about.
  bool overlapping = false;
  // Parallel loops whose iterations are apart are made for FrameRun::InParallel.
  bool parallel = false;
};

// What a kernel and the functions that it calls share while they are emitted.
struct KernelUnit {
  struct Called {
    const PrimFunc* func = nullptr;
    llvm::Function* function = nullptr;
  };
  std::string symbol;
  FramePlan plan;
  std::vector<Called> called;
};

class KernelEmitter {
 public:
  KernelEmitter(llvm::Module& module, const KernelSignature& signature, const EmitOptions& options)
      : KernelEmitter(module, signature, options, std::make_shared<KernelUnit>()) {}
  // Adds the function `symbol`, a KernelEntry, to the module, and what it calls. Diag kUnsupported or kTooLarge, with
  // the place, for what cannot be compiled; the functions are then incomplete.
  Result<FramePlan> Emit(const std::string& symbol);

  // ---- emit_call.cc: rows of the table of intrinsics.
  using Arguments = std::span<const Lane>;
  Lane Absolute(DType dtype, Arguments args);
  Lane First(DType dtype, Arguments args);
  Lane BitAnd(DType dtype, Arguments args);
  Lane BitOr(DType dtype, Arguments args);
  Lane BitXor(DType dtype, Arguments args);
  Lane BitNot(DType dtype, Arguments args);
  Lane ShiftLeft(DType dtype, Arguments args);
  Lane ShiftRight(DType dtype, Arguments args);
  Lane PopCount(DType dtype, Arguments args);
  Lane LeadingZeros(DType dtype, Arguments args);
  Lane IsNaN(DType dtype, Arguments args);
  Lane IsInfinite(DType dtype, Arguments args);
  Lane IsFinite(DType dtype, Arguments args);
  Lane FusedMultiplyAdd(DType dtype, Arguments args);
  // One lane of a call of an intrinsic: operands of one scalar dtype, and the scalar dtype of the call.
  struct IntrinsicUse {
    const Call& call;
    const IntrinsicSpec& row;
    DType operand;
    DType result;
    Arguments args;
  };
  Lane Mathematics(const IntrinsicUse& use);
  Lane Reinterpreted(const IntrinsicUse& use);
  Lane Limit(const IntrinsicUse& use);
  Lane LargeUInt(const IntrinsicUse& use);
  Lane NoForm(const IntrinsicUse& use);

 private:
  KernelEmitter(llvm::Module& module, const KernelSignature& signature, const EmitOptions& options,
                std::shared_ptr<KernelUnit> unit)
      : module_(module),
        signature_(signature),
        options_(options),
        builder_(module.getContext()),
        unit_(std::move(unit)),
        plan_(unit_->plan) {}

  // Memory behind a data variable. `known_bytes` is what it has at least. `id`s count from 0; parameters come first.
  // See Bytes for bytes that are null.
  struct Memory {
    llvm::Value* data = nullptr;
    llvm::Value* bytes = nullptr;
    int64_t known_bytes = 0;
    size_t id = 0;
  };

  // Deeper nesting, or more code, is refused: shared subtrees can make small functions huge.
  static constexpr int kMaxDepth = 1000;
  static constexpr int kMaxNodes = 100'000;

  // ---- emit_function.cc: the frame of the function, places that trap, scopes.
  void Enter(const std::string& symbol, llvm::Function::LinkageTypes linkage);
  // Starts the function, whose parameter `frame` is the frame.
  void EnterFunction(llvm::Function* function, llvm::StringRef symbol, unsigned frame);
  void DeclareParameters();
  // Where the host says what a tensor's memory is: of the parameters, then what FramePlan::given is about.
  llvm::Value* Argument(size_t position);
  llvm::Value* LengthOf(llvm::Value* argument);
  // Of a parameter they are loaded where they are asked for, which is seldom.
  llvm::Value* Bytes(const Memory& memory) {
    return memory.bytes != nullptr ? memory.bytes : LengthOf(Argument(memory.id));
  }
  // Makes the exits of the function.
  void Leave();
  llvm::Value* FrameField(size_t offset);
  llvm::Value* Behind(llvm::Value* address, size_t bytes);
  // Ends the run with a trap when `ok` is false. The notes are stored for the message.
  void TrapUnless(llvm::Value* ok, Site site, llvm::ArrayRef<llvm::Value*> notes = {});
  void OutOfBudgetUnless(llvm::Value* ok);
  // Gives what is left of the budget back to the frame, and leaves.
  void LeaveWith(KernelCode code);
  // Goes on when `ok`, otherwise to `cold`.
  void BranchToCold(llvm::Value* ok, llvm::BasicBlock* cold);
  llvm::BasicBlock* NewBlock();
  // Goes on in the block, which comes to lie behind the one at work: without an optimiser, what lies apart is jumped
  // to.
  void GoOnAt(llvm::BasicBlock* block);
  // The same after a jump there; the block is dropped when nothing else goes there.
  void ContinueAt(llvm::BasicBlock* block);
  // A stack slot for so many numbers of 64 bits.
  llvm::AllocaInst* StackSlot(int64_t count);
  // Goes on in a block that nothing reaches, after a jump away.
  void StartDeadBlock();
  struct Scope {
    size_t vars, memories, views;
  };
  Scope OpenScope() const { return {vars_.Mark(), memories_.Mark(), views_.Mark()}; }
  void CloseScope(const Scope& scope);
  void Fail(const Node* node, const std::string& what);
  void FailTooLarge(const Node* node, const std::string& what);
  SourceSpan Place() const { return place_->span; }
  // Code from here on comes from the node, or from its surroundings when the text does not show it; gives what it came
  // from before.
  const Node* EnterPlace(const Node* node);
  void LeavePlace(const Node* outer);
  int LanesOf(const Node* node, DType dtype);

  // ---- emit_callee.cc: calls of PrimFuncs, and the pointers that they take.
  Lanes FunctionCall(const Call& call, const GlobalVar& global);
  llvm::Function* FunctionOf(const PrimFunc* callee);
  void CallWith(llvm::Function* function, llvm::ArrayRef<llvm::Value*> args);
  Memory Pointer(const Expr* e);
  // What begins at an address within the memory; and behind so many elements of it.
  Memory Behind(const Memory& memory, llvm::Value* address);
  Memory Advanced(const Memory& memory, llvm::Value* offset, int64_t width);
  void BindPointer(const Var* var, const Expr* value);
  void DeclareCalledParameters();
  // Nothing when all went well.
  std::optional<Diag> EmitCalled(llvm::Function* function);
  void EmitAllCalled();

  // ---- emit_fuel.cc: steps are taken from the budget at the head of each loop, or once for all loops.
  void OpenMeter();
  void CopySteps(llvm::Value* from, llvm::Value* to);
  void BurnFuel(llvm::Value* count);
  // Runs other code of the run, which counts in the frame and returns a KernelCode. Goes on when that is kDone;
  // otherwise this code ends with it, too.
  void RunCountedInFrame(FunctionRef<llvm::Value*()> call);
  // Behind the whole body: takes all steps where the first ones are taken, if nothing but the budget can end the run.
  void TakeStepsAtOnce();
  struct Taken {
    llvm::BranchInst* branch = nullptr;
    llvm::LoadInst* left = nullptr;
  };
  static void GiveBack(const Taken& taken);

  // ---- emit_type.cc: dtypes, constants, memory.
  // Null for dtypes that have no scalar values here.
  llvm::Type* TypeOf(DType dtype);
  Lane Constant(Scalar value);
  Lane Zero(DType dtype);
  llvm::Constant* Int(llvm::Type* type, int64_t value);
  llvm::Constant* Int64(int64_t value) { return builder_.getInt64(static_cast<uint64_t>(value)); }
  // The integer (or bool) as 64 bits, extended by its own sign; and back, keeping the low bits.
  llvm::Value* Widen(DType dtype, llvm::Value* value);
  llvm::Value* Narrow(DType dtype, llvm::Value* wide);
  Lane Index(const Expr* e);
  // As 64 raw bits like Cell.
  llvm::Value* ToCell(DType dtype, llvm::Value* value);
  Lane FromCell(DType dtype, llvm::Value* cell);
  // With more than one lane, a vector of elements in a row.
  llvm::Value* LoadElement(DType dtype, llvm::Value* address, const Memory& memory, int lanes = 1);
  void StoreElement(DType dtype, llvm::Value* address, llvm::Value* value, const Memory& memory);

  // ---- emit_float.cc: floats.
  llvm::Value* Canonical(llvm::Value* value);
  // In the form that takes the fewest instructions to store: an integer, without an optimiser.
  llvm::Value* CanonicalToStore(llvm::Value* value);
  // Rounds a double to a narrow float; other dtypes pass.
  llvm::Value* RoundNarrow(DType dtype, llvm::Value* value);
  llvm::Value* FloatBinary(NodeKind kind, DType dtype, llvm::Value* a, llvm::Value* b);
  llvm::Value* FloatMinMax(NodeKind kind, llvm::Value* a, llvm::Value* b);
  llvm::Value* FloatCompare(NodeKind kind, llvm::Value* a, llvm::Value* b);
  // One of math.h's functions.
  llvm::Value* MathCall(const MathFunction& function, DType dtype, llvm::ArrayRef<llvm::Value*> args);
  llvm::Value* FloatToDouble(llvm::Value* value);
  llvm::Value* DoubleToFloat(DType dtype, llvm::Value* value);
  llvm::Value* RawBits(DType dtype, llvm::Value* value);
  llvm::Value* FromRawBits(DType dtype, llvm::Value* raw);

  // ---- emit_integer.cc: integers and bool.
  llvm::Value* Add(llvm::Value* a, llvm::Value* b);
  llvm::Value* Multiply(llvm::Value* a, llvm::Value* b);
  llvm::Value* IntegerBinary(NodeKind kind, DType dtype, const Lane& a, const Lane& b);
  llvm::Value* IntegerCompare(NodeKind kind, DType dtype, llvm::Value* a, llvm::Value* b);
  llvm::Value* Divide(NodeKind kind, DType dtype, const Lane& dividend, const Lane& divisor);
  llvm::Value* SignedDivide(NodeKind kind, llvm::Value* a, llvm::Value* b);
  void TrapIfZero(llvm::Value* divisor);

  // ---- emit_cast.cc
  Lane Convert(Lane value, DType from, DType to);
  llvm::Value* IntegerToFloat(DType from, DType to, llvm::Value* value);
  llvm::Value* FloatToInteger(DType to, llvm::Value* value);
  llvm::Value* Truth(DType dtype, llvm::Value* value);
  Lane Reinterpret(Lane value, DType from, DType to);

  // ---- emit_expr.cc
  Lanes Expression(const Expr* e);
  Lanes ExpressionNode(const Expr* e);
  Lanes Binary(const BinaryExpr& e);
  Lane BinaryLane(NodeKind kind, DType dtype, Lane a, Lane b);
  Lanes LoadOf(const BufferLoad& load);
  Lanes RampOf(const Ramp& ramp);
  Lanes ShuffleOf(const Shuffle& shuffle);
  Lanes CastOf(const Cast& cast);
  Lanes SelectOf(const Select& select);
  Lanes VarOf(const Var& var);
  // Of a scalar; of a vector its first lane.
  Lane FirstLane(const Expr* e) { return Scalarize(Expression(e), 1).At(0); }
  // A scalar or vector of booleans as i1.
  llvm::Value* Condition(const Expr* e);
  // emit_known.cc: until the scope closes, variables are as the condition says when it holds, or when it does not.
  void Know(const Expr* condition, bool holds);
  void KnowComparison(const BinaryExpr& binary, bool holds);

  // ---- emit_vector.cc: all lanes at once, where nothing in them can trap and LLVM's operation is the scalar one.
  static bool IsWhole(const Lanes& lanes) { return lanes.count() == 1 && lanes.At(0).value->getType()->isVectorTy(); }
  // Each lane by itself, at least so many of a vector; all lanes as one vector.
  Lanes Scalarize(Lanes lanes, int at_most = INT_MAX);
  Lanes Whole(const Lanes& lanes, int count);
  // Makes all of one kind where one is a vector: vectors, if that can be, or lanes.
  void Meet(std::initializer_list<Lanes*> operands, bool at_once);
  // The scalar type, or a vector of it if the value is a vector.
  static llvm::Type* Like(llvm::Type* scalar, llvm::Value* value);
  struct Access;
  // Where the first element lies, if all lanes of the access lie in a row; null otherwise. `inside` says whether the
  // last lane is within the dimension; null if that is certain.
  llvm::Value* RunAddress(const Access& access, llvm::Value** inside);
  Lanes LoadRun(const Access& access, llvm::Value* address, llvm::Value* inside);
  void StoreRun(const Access& access, llvm::Value* address, llvm::Value* inside, const Lanes& value);

  // ---- emit_call.cc
  Lanes CallOf(const Call& call);
  Lanes IfThenElseCall(const Call& call);
  Lanes IntrinsicCall(const Call& call, const IntrinsicSpec& row);
  Lane IntrinsicLane(const Call& call, const IntrinsicSpec& row, DType operand, Arguments args);
  llvm::Value* CallRuntime(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> args,
                           bool pure = true);
  // Vectorised loops may call these instead.
  void OfferVectorForms(llvm::Function& scalar);

  // ---- emit_counter.cc: variables of loops.
  // Counts iterations from 0: one of `phi` and `slot`.
  struct Counter {
    llvm::BasicBlock* body = nullptr;
    llvm::PHINode* phi = nullptr;
    llvm::AllocaInst* slot = nullptr;
  };
  // Goes on in the body.
  Counter StartCounter();
  void BindCounter(const Var* var, const Counter& counter, Lane start, Interval values);
  // Counts on, and goes to the body while iterations are left, else to the end.
  llvm::BranchInst* CountOn(const Counter& counter, llvm::Value* step, llvm::Value* extent, llvm::BasicBlock* end);
  // Of variables whose count lies in memory, a number in a register.
  Lanes InRegisters(const Lanes& lanes);
  llvm::Value* Count(llvm::AllocaInst* slot);

  // ---- emit_nan.cc: floats that only floats are computed from.
  // Of a memory of the kernel's own: which NaN lies there shows nowhere while it is read as what is written.
  struct PrivateFloats {
    DType element;
    bool shows = true;
    std::vector<llvm::StoreInst*> stores;
  };
  void MarkPrivate(const Memory& memory, DType element);
  bool IsPrivate(const Memory& memory) const {
    return memory.id < private_floats_.size() && !private_floats_[memory.id].shows;
  }
  // The bytes can be seen in another way.
  void MarkObservable(const Memory& memory);
  // Makes canonical what shows after all.
  void CanonicalizeObservable();

  // ---- emit_stmt.cc
  void Statement(const Stmt* s);
  void StatementNode(const Stmt* s);
  void BindVar(const Var* var, Lanes value, const Expr* from);
  void Loop(const Var* var, Lane start, Lane extent, Lane step, const Stmt* body, bool apart = false);
  llvm::BranchInst* IterationsInOrder(const Var* var, Lane start, Lane extent, Lane step, Interval values,
                                      llvm::BasicBlock* end, const Stmt* body);
  // Of a loop that ends with this jump back.
  void DisableUnroll(llvm::BranchInst* again);
  // A loop of one iteration.
  void EmitSingleTrip(const Var* var, Lane start, const Stmt* body);
  void ForLoop(const For& loop);
  void WhileLoop(const While& loop);
  void Conditional(const IfThenElse& branch);
  void Block(const SBlockRealize& realize);
  void BlockInstance(const SBlockRealize& realize);
  Lanes BlockValue(const Expr* value, const Var* var);
  void BlockBody(const SBlock& block);
  void Init(const SBlock& block);
  void Attribute(const AttrStmt& attr);
  void Assertion(const AssertStmt& assertion);
  void Store(const BufferStore& store);
  void ReturnOf(const Expr* value);
  void JumpAway(const Node* node, bool to_end);

  // ---- emit_parallel.cc: loops that threads share.
  bool RunsApart(const For& loop);
  void ParallelIterations(const Var* var, Lane start, llvm::Value* iterations, Interval values, const Stmt* body);
  void RunRange(const Var* var, Lane start, Interval values, const Stmt* body);
  // Loads what the function at work takes from the one around it from its first argument, and says what that is, in
  // order.
  std::vector<llvm::Value*> TakeFromAround();
  void CallParallelFor(llvm::Function* function, llvm::Value* iterations, llvm::ArrayRef<llvm::Value*> taken);

  // ---- emit_alias.cc: which accesses never meet.
  // The instruction reads or writes the memory.
  void Touches(llvm::Instruction* access, const Memory& memory);
  // Tells LLVM of all touches that those of different memories are of different bytes.
  void TellMemoriesApart();

  // ---- emit_buffer.cc
  struct View {
    const Buffer* buffer = nullptr;
    Memory memory;
    DType element;
    int lanes = 1;
    std::vector<Lane> dims;
    std::vector<Lane> strides;
    Lane offset;
    // Every index within the dimensions is within the memory.
    bool covered = false;
  };
  // Evaluates dimensions, strides and offset, and makes the view known.
  View& Declare(const Buffer* buffer, const Memory& memory);
  View MakeView(const Buffer* buffer, const Memory& memory);
  View& Remember(View view);
  // Row-major strides of the dimensions; `stated` wins where it is not empty.
  std::vector<Lane> StridesOf(std::span<const Lane> dims, std::span<const Lane> stated);
  const View* ViewOf(const Buffer* buffer);
  void DeclareOver(const DeclBuffer& decl);
  void Allocate(const Buffer* buffer);
  bool CanBeGiven(llvm::Value* bytes) const;
  llvm::Value* Given(int64_t bytes);
  llvm::Value* AllocatedNow(llvm::Value* bytes);
  llvm::Value* AllocationBytes(const View& view, int64_t width, int64_t& known);
  void MatchRegion(const MatchBufferRegion& match);
  // Defines symbolic extents, strides and offset of a matched buffer from its region.
  void BindRegionExtents(const MatchBufferRegion& match, size_t dropped);
  void BindIfFree(const Expr* e, Lane wide);
  struct Access {
    const View* view = nullptr;
    std::vector<Lanes> indices;
    std::vector<DType> types;
    int lanes = 1;
    // The last index counts up by one from lane to lane, and stands for the first of them.
    bool run = false;
    // Which lanes are on; no lanes: all.
    Lanes mask;
    llvm::Value* On(int lane) const { return mask.count() == 0 ? nullptr : mask.At(lane).value; }
  };
  Access AccessOf(const Node* place, const Buffer* buffer, Nodes<Expr> indices, const Expr* predicate);
  // The index of one lane; the checked number of its element in the memory, and its checked address.
  Lane IndexAt(const Access& access, size_t axis, int lane);
  Lane Flat(const Access& access, int lane);
  llvm::Value* Locate(const Access& access, int lane);
  llvm::Value* ElementAddress(const View& view, const Lane& flat);
  llvm::Value* LoadLane(const Access& access, int lane);
  void StoreLane(const Access& access, int lane, llvm::Value* value);
  // Reads or writes the lane where it is on; a lane that is off is not even located, and reads as zero.
  template <class Emit>
  llvm::Value* WhereOn(llvm::Value* on, llvm::Value* otherwise, Emit&& emit);
  void CheckBounds(const View& view, std::span<const Lane> indices);
  void CheckCapacity(const View& view, const Lane& flat);
  Lane Wide(NodeKind kind, Lane a, Lane b);

  llvm::Module& module_;
  const KernelSignature& signature_;
  EmitOptions options_;
  llvm::IRBuilder<> builder_;
  struct LoopExits {
    llvm::BasicBlock* next = nullptr;
    llvm::BasicBlock* end = nullptr;
  };
  // The LLVM function at work.
  struct Code {
    llvm::Function* function = nullptr;
    llvm::Value* frame = nullptr;
    // Where stack slots and values of the whole run are made.
    llvm::BasicBlock* entry = nullptr;
    // Where what is left of the budget is, in the frame and while the function runs.
    llvm::Value* meter = nullptr;
    llvm::Value* steps = nullptr;
    // Reached from cold blocks; made when first needed.
    llvm::BasicBlock* trap_exit = nullptr;
    llvm::BasicBlock* budget_exit = nullptr;
    // Moved to the end, so that hot code is in one piece.
    std::vector<llvm::BasicBlock*> cold;
    std::vector<LoopExits> loops;
    // Slots of loops that are over.
    std::vector<llvm::AllocaInst*> free_slots;
    // It runs iterations of a parallel loop.
    bool iterations = false;
  };
  Code code_;
  std::shared_ptr<KernelUnit> unit_;
  FramePlan& plan_;
  // Other PrimFuncs call this one.
  bool called_ = false;
  // Pointers into memories were computed.
  bool points_ = false;
  // Where steps are taken, and how many in all as long as that is known; how often the code at hand runs, 0 if that is
  // not.
  std::vector<Taken> taken_;
  std::optional<int64_t> all_steps_ = 0;
  int64_t iterations_ = 1;
  // Iterations of the loops inside the one at work, in all, of the nest that has the most.
  int64_t nested_ = 1;
  // Instructions with the memory that they read or write, and how many memories there are.
  std::vector<std::pair<llvm::Instruction*, size_t>> touches_;
  size_t memory_count_ = 0;
  // By number of the memory.
  std::vector<PrivateFloats> private_floats_;
  // Something was read or written.
  bool touched_ = false;
  // Variables whose count lies in a stack slot, with the block that has loaded it last.
  struct InMemory {
    llvm::Value* start = nullptr;
    DType dtype;
    llvm::BasicBlock* block = nullptr;
    llvm::Value* count = nullptr;
  };
  llvm::DenseMap<llvm::AllocaInst*, InMemory> in_memory_;
  std::optional<Diag> failure_;
  ScopedMap<const Var*, Lanes> vars_;
  ScopedMap<const Var*, Memory> memories_;
  ScopedMap<const Buffer*, size_t> views_;
  std::vector<std::unique_ptr<View>> view_store_;
  const Node* place_ = nullptr;
  int depth_ = 0;
  int nodes_ = 0;
};

}  // namespace assay
