// LaunchGen: one random PrimFunc of GPU launches: blocks and threads, memory that they share, and barriers, written
// from nothing. No two threads access an element in an interval between two barriers when one of them writes it, every
// thread of a block comes to every barrier, and what is read was written: so the result is the same in every order of
// the threads. Barriers that order nothing stand there as well, and launches in which no thread needs another one.
// Tested by launch_gen_test.cc, which runs kernels in several orders and looks for races.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "generators/modules/tir_expr.h"
#include "ir/prim/intrinsics.h"

namespace assay {

class LaunchGen {
 public:
  explicit LaunchGen(ModuleGen& module) : module_(module) {}

  // Reads its inputs anywhere, and writes each element of its output once.
  GenKernel PublicKernel(std::string_view symbol);

 private:
  // How threads are bound: by launch_thread, by loops around all of a launch, or by loops of each phase again, which
  // name the same threads.
  enum class Style : uint8_t { kLaunchThread, kLoops, kAgain };
  struct Binding {
    std::string_view tag;
    int64_t extent = 1;
    const Var* var = nullptr;
  };
  // Memory that the threads of a block share, or those of a warp.
  struct Shared {
    const Buffer* buffer = nullptr;
    // Elements of each thread.
    int64_t each = 1;
    bool of_warp = false;
    bool filled = false;
    // Filled anew at the start of each iteration of a loop, and by nothing else.
    bool staged = false;
    // Since the last barrier: nothing, each thread's own elements were written (and read), or any were read.
    enum class Use : uint8_t { kNone, kOwn, kAny } use = Use::kNone;
    // Which elements are a thread's own.
    uint64_t slots = 0;
  };
  // How a thread's own elements lie: one behind the other, those of all threads together, backwards, or turned.
  static constexpr uint64_t kSlots = 4;
  // A number that a statement gives a name; `uniform`: the same for all threads of a block.
  struct Named {
    Axis axis;
    bool uniform;
  };
  using Stmts = std::vector<const Stmt*>;

  Context& ctx() { return module_.ctx; }
  ByteSource& bytes() { return module_.bytes; }
  const Expr* Int(int64_t value) { return MakeInt(ctx(), value, DType::Int(32)); }
  const Expr* Op(NodeKind kind, const Expr* a, const Expr* b) { return MakeBinary(ctx(), kind, a, b); }
  std::string Fresh(std::string_view hint) { return std::string(hint) + std::to_string(module_.next_free++); }

  // ---- launch_gen.cc: launches, and what stands between phases
  const Stmt* Launch(const Buffer* result, bool last);
  void DrawExtents();
  void DrawMemory();
  const Stmt* Bound(const Binding& binding, const Stmt* body, bool by_loop);
  // The variables of this phase's threads.
  void OpenPhase();
  // What stands in the phase joins the statements of the launch.
  void ClosePhase();
  // A barrier of the block, or of each warp; then nothing was used.
  void Barrier(bool of_warp = false);
  void Items(int depth);
  void Iterations(int depth);
  // Fills memory of the iteration's own, which is said to be a double buffer.
  void Stage();
  void Choice(int depth);
  // By halves in memory, with a barrier behind each.
  void Tree();
  // Every thread writes elements of its own of what the launch is for.
  void WriteResult(const Buffer* result, bool ragged);
  const Expr* WithKept(const Expr* value);

  // ---- launch_phases.cc: what threads do between barriers
  void Step();
  void Fill(Shared& memory) { FillAt(memory, memory.of_warp ? 0 : bytes().Below(kSlots)); }
  // Own elements that lie so, or as they do where they were used in this interval already.
  void FillAt(Shared& memory, uint64_t slots);
  void FillVirtually(Shared& memory, const Shared* from);
  const Stmt* Either(const Var* thread, const std::vector<const Buffer*>& into, const Shared* from);
  const Stmt* InTurn(const Var* thread, const Buffer* into, const Shared* from);
  const Stmt* NamedIn(const Var* of);
  void Keep();
  void Name();
  const Expr* OfName();
  void Exchange();
  // Over the threads of a block that differ along some axes; all threads come.
  void Reduce();
  std::vector<const Buffer*> IntoWhat();
  const CommReducer* Reducer(std::span<const DType> dtypes);
  std::vector<const Expr*> Combined(std::span<const Var* const> lhs, std::span<const Var* const> rhs);
  // Memory for such a use, behind a barrier where one is needed. `of_warp`: also of warps.
  void Ready(Shared& memory, Shared::Use use);
  // Memory that is filled, to read any element of; null where there is none, or none is drawn.
  Shared* ToRead(const Shared* but);
  const Expr* Thread();
  const Expr* Block();
  // In its memory; its own elements lie where `slots` has them.
  const Expr* Own(const Shared& memory, const Expr* which);
  const Expr* Any(const Shared& memory);
  // Of a dtype with lanes all have one value, or each its own.
  const Expr* Value(DType dtype, const Shared* from);
  const Expr* InARow(DType dtype, const Shared* from);
  const Expr* Number(DType dtype, int64_t value);
  const Expr* ScalarValue(DType dtype, const Shared* from);
  // Another one for each thread of a block.
  const Expr* TellingThreads(const Expr* value);
  // An element of the memory, or a lane of one.
  const Expr* Read(const Shared& memory, const Expr* index);
  const Expr* Joined(DType dtype, const Expr* a, const Expr* b);
  // `uniform`: the same for all threads of a block.
  const Expr* Condition(bool uniform);
  std::vector<Axis> Axes(bool uniform) const;
  void Add(const Stmt* stmt) { phase_.push_back(stmt); }
  // Now and then for some threads alone.
  void AddGuarded(const Stmt* stmt);

  // ---- launch_tiles.cc: products of tiles by tensor cores
  using TileSizes = std::array<int64_t, 3>;
  // Rows, or columns, are `stride` elements apart.
  struct TileInMemory {
    const Buffer* buffer = nullptr;
    int64_t count = 0;
    int64_t stride = 0;
    bool by_column = false;
  };
  void Tiles();
  // Of the launch.
  const Buffer* TileMemory(DType dtype, int64_t count, std::string_view scope);
  TileInMemory WriteTile(DType dtype, int64_t rows, int64_t columns, const Shared* from);
  void MoveTile(IntrinsicId id, const Buffer* tiles, int64_t which, const TileSizes& sizes, const TileInMemory& memory,
                const Expr* offset);
  void StoreTile(const Buffer* tiles, int64_t which, const TileSizes& sizes);
  void AddTileCall(IntrinsicId id, const std::vector<const Expr*>& args);
  // The number of the thread's warp.
  const Expr* Warp();

  ModuleGen& module_;
  std::vector<const Buffer*> readable_;
  Style style_ = Style::kLaunchThread;
  // Threads of the launch at hand keep to elements of their own, and none waits for another one.
  bool apart_ = false;
  std::vector<Binding> blocks_, threads_;
  int64_t block_count_ = 1, thread_count_ = 1;
  // Variables of loops that all threads of a block go through together, with their extents.
  std::vector<Axis> iterations_;
  // Those in scope.
  std::vector<Named> names_;
  std::vector<Shared> shared_;
  std::vector<const Buffer*> registers_;
  // Of the launch, what iterations have for their own.
  std::vector<const Buffer*> staged_;
  // Registers that reductions alone write, as schedules have it: those of the launch, and those that are written by
  // now.
  std::vector<const Buffer*> all_sums_, sums_;
  Stmts launch_, phase_;
};

}  // namespace assay
