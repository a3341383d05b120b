// The LLVM function at work: its frame, its exits and the places that trap, where its instructions come from, and how
// deep what it is made of nests. Internal to vm/llvm.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/support/function_ref.h"
#include "vm/llvm/debug_info.h"
#include "vm/llvm/frame.h"

namespace assay {

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
  // Parallel loops whose iterations are independent are made for FrameRun::InParallel.
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

// Memory behind a data variable. `known_bytes` is what it has at least. `id`s count from 0; parameters come first.
// See FunctionBuilder::Bytes for bytes that are null.
struct KernelMemory {
  llvm::Value* data = nullptr;
  llvm::Value* bytes = nullptr;
  int64_t known_bytes = 0;
  size_t id = 0;
};

struct LoopExits {
  llvm::BasicBlock* next = nullptr;
  llvm::BasicBlock* end = nullptr;
};

// What there is once for each LLVM function.
struct FunctionCode {
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

class FunctionBuilder {
 public:
  FunctionBuilder(llvm::Module& module, const KernelSignature& signature, const EmitOptions& options,
                  std::shared_ptr<KernelUnit> unit)
      : module_(module),
        signature_(signature),
        options_(options),
        builder_(module.getContext()),
        unit_(std::move(unit)),
        plan_(unit_->plan) {}
  FunctionBuilder(const FunctionBuilder&) = delete;
  FunctionBuilder& operator=(const FunctionBuilder&) = delete;

  llvm::Module& module() { return module_; }
  const KernelSignature& signature() const { return signature_; }
  llvm::IRBuilder<>& builder() { return builder_; }
  const std::shared_ptr<KernelUnit>& unit() const { return unit_; }
  FramePlan& plan() { return plan_; }
  const FramePlan& plan() const { return plan_; }
  FunctionCode& code() { return code_; }
  const FunctionCode& code() const { return code_; }
  // Other PrimFuncs call this one.
  bool called() const { return called_; }
  void BeCalled() { called_ = true; }

  void Enter(const std::string& symbol, llvm::Function::LinkageTypes linkage);
  // Starts the function, whose parameter `frame` is the frame.
  void EnterFunction(llvm::Function* function, llvm::StringRef symbol, unsigned frame);
  // Makes the exits of the function.
  void Leave();
  // Gives what is left of the budget back to the frame, and leaves.
  void LeaveWith(KernelCode code);
  // Where the host says what a tensor's memory is: of the parameters, then what FramePlan::given is about.
  llvm::Value* Argument(size_t position);
  llvm::Value* LengthOf(llvm::Value* argument);
  // Of a parameter they are loaded where they are asked for, which is seldom.
  llvm::Value* Bytes(const KernelMemory& memory) {
    return memory.bytes != nullptr ? memory.bytes : LengthOf(Argument(memory.id));
  }
  llvm::Value* FrameField(size_t offset);
  // Ends the run with a trap when `ok` is false. The notes are stored for the message.
  void TrapUnless(llvm::Value* ok, Site site, llvm::ArrayRef<llvm::Value*> notes = {});
  void OutOfBudgetUnless(llvm::Value* ok);
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
  // Runs other code of the run, which counts in the frame and returns a KernelCode. Goes on when that is kDone;
  // otherwise this code ends with it, too.
  void RunCountedInFrame(FunctionRef<llvm::Value*()> call);
  llvm::Value* CallRuntime(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> args,
                           bool pure = true);

  // ---- what cannot be compiled, and where in the text code comes from
  void Fail(const Node* node, const std::string& what);
  void FailTooLarge(const Node* node, const std::string& what);
  bool failed() const { return failure_.has_value(); }
  std::optional<Diag> TakeFailure() { return std::move(failure_); }
  void FailAs(std::optional<Diag> failure) { failure_ = std::move(failure); }
  void StartAt(const Node& node) { place_ = &node; }
  const Node* place() const { return place_; }
  SourceSpan CurrentSpan() const { return place_->span; }
  // Code from here on comes from the node, or from its surroundings when the text does not show it; gives what it came
  // from before.
  const Node* EnterNode(const Node* node);
  void LeaveNode(const Node* outer);
  int LanesOf(const Node* node, DType dtype);
  // Begins a node inside the one at work, and ends it; false where there is a failure. Deeper nesting, or more code, is
  // refused: shared subtrees can make small functions huge.
  bool Descend(const Node* node);
  void Ascend() { --depth_; }

 private:
  static constexpr int kMaxDepth = 1000;
  static constexpr int kMaxNodes = 100'000;

  llvm::Value* AddressBehind(llvm::Value* address, size_t bytes);
  void OpenMeter();
  void CopySteps(llvm::Value* from, llvm::Value* to);
  // Vectorised loops may call these instead.
  void OfferVectorForms(llvm::Function& scalar);
  llvm::Constant* Int64(int64_t value) { return builder_.getInt64(static_cast<uint64_t>(value)); }

  llvm::Module& module_;
  const KernelSignature& signature_;
  const EmitOptions& options_;
  llvm::IRBuilder<> builder_;
  FunctionCode code_;
  std::shared_ptr<KernelUnit> unit_;
  FramePlan& plan_;
  bool called_ = false;
  std::optional<Diag> failure_;
  const Node* place_ = nullptr;
  int depth_ = 0;
  int nodes_ = 0;
};

}  // namespace assay
