// The splitting of one launch (launch_loops.h). Internal to vm.
#pragma once

#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/builder.h"
#include "ir/prim/intrinsics.h"
#include "ir/rewrite.h"
#include "ir/tir/threads.h"

namespace assay {

// Whether threads wait for each other anywhere in it.
bool Meets(const Node* root);

class LaunchSplitter {
 public:
  // `func`: the kernel that the launch is of.
  LaunchSplitter(Context& ctx, const PrimFunc& func) : ctx_(ctx), func_(func) {}
  // Null where the launch cannot be written as loops.
  const Stmt* Split(const Stmt* launch);

 private:
  using Stmts = std::vector<const Stmt*>;
  struct Axis {
    // Null: not bound.
    const Expr* extent = nullptr;
    const Var* var = nullptr;
  };

  // ---- launch_loops.cc: what a launch is made of
  bool Collect(const Stmt* launch);
  bool CollectAxis(const Stmt* binding, size_t axis);
  void CollectDefinition(const Node* node);
  // Finds what is the same for all threads: variables, and what they keep in memory of their own.
  void FindUniform(const Stmt* launch);
  // `together`: all threads come here.
  void Scan(const Stmt* s, bool together);
  bool PlaceMemory();
  const Stmt* Whole(const Stmt* body);

  // ---- launch_split.cc: statements, the ones for all threads at once
  // Adds what the statement becomes to what stands behind each other for the block.
  bool Convert(const Stmt* s);
  bool ConvertSequence(Nodes<Stmt> items);
  bool ConvertLoop(const For& loop);
  bool ConvertChoice(const IfThenElse& choice);
  bool ConvertAttribute(const AttrStmt& attr);
  bool ConvertBind(const Bind& bind);
  // A barrier, a reduction, or a statement with exchanges in it.
  bool ConvertMeeting(const Stmt* s);
  bool ConvertReduction(const Call& call);
  bool ConvertExchanges(const Stmt* s);
  const Expr* Exchanged(const Call& call);
  const Expr* SourceLane(IntrinsicId id, const Expr* by, int64_t width);
  // Whether its dimensions are known before the launch.
  bool IsSizedOutside(const Buffer& buffer) const;
  // Local memory that is in use on both sides of a barrier; false where that cannot be.
  bool KeepMemory(const Buffer* buffer);
  // What `convert` makes of a statement, as one of its own.
  const Stmt* Converted(const Stmt* s);
  // A statement or expression in which variables and memory of threads are what stands for them.
  const Node* Placed(const Node* root);
  template <class T>
  const T* PlacedIn(const T* root) {
    return root == nullptr ? nullptr : static_cast<const T*>(Placed(root));
  }
  // Of what is the same for all threads: as the first one has it.
  template <class T>
  const T* PlacedForBlock(const T* root) {
    return root == nullptr ? nullptr : static_cast<const T*>(OfFirstThread(Placed(root)));
  }
  const Node* OfFirstThread(const Node* root);
  // The statements that each thread does so far become a loop.
  void ClosePiece();
  const Stmt* LoopOverThreads(const Stmt* body);
  // The same value for all threads of a block, wherever it is computed.
  bool IsUniform(const Expr* e) const;

  const Expr* Int(int64_t value) { return MakeInt(ctx_, value, DType::Int(32)); }
  const Expr* Op(NodeKind kind, const Expr* a, const Expr* b) { return MakeBinary(ctx_, kind, a, b); }
  // The number of the thread within its block.
  const Expr* ThreadNumber();
  // Memory for a value of each thread.
  const Buffer* PerThread(std::string_view name, DType dtype);

  Context& ctx_;
  const PrimFunc& func_;
  std::array<Axis, kThreadAxes> axes_{};
  int64_t threads_ = 1;
  // What variables of threads stand for.
  VarMap values_;
  std::unordered_map<const Var*, size_t> axis_of_;
  // Defined in the launch, but for the variables of its axes.
  std::unordered_set<const Var*> defined_;
  std::vector<const Buffer*> allocated_;
  // Of these, the ones that are allocated before the launch and used in it alone.
  std::vector<const Buffer*> before_;
  // Of each thread: memory that has another dimension in front, of threads or of warps; and variables.
  std::unordered_map<const Buffer*, const Buffer*> wider_;
  std::unordered_map<const Var*, const Buffer*> kept_;
  std::unordered_set<const Var*> uniform_;
  // Memory of each thread that holds the same in all of them, by its pointer.
  std::unordered_set<const Var*> uniform_memory_;
  std::vector<const CommReducer*> reducers_;
  // Before what the block does; what it does; and what each thread does since.
  Stmts memory_, block_, piece_;
  // Something was met that cannot be written so.
  bool failed_ = false;
};

}  // namespace assay
