// LaunchScope: a launch under construction: how its threads are bound, the memory that they have, and what stands in it
// by now. LaunchParts: what all statements of launches are made of: numbers of threads, phases, and barriers between
// uses of memory; the base of the classes that make them, which have no state but the scope. Tested by
// launch_gen_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "generators/modules/tir_expr.h"

namespace assay {

struct LaunchScope {
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

  ModuleGen& module;
  std::vector<const Buffer*> readable = {};
  Style style = Style::kLaunchThread;
  // Threads of the launch at hand keep to elements of their own, and none waits for another one.
  bool apart = false;
  std::vector<Binding> blocks = {}, threads = {};
  int64_t block_count = 1, thread_count = 1;
  // Variables of loops that all threads of a block go through together, with their extents.
  std::vector<Axis> iterations = {};
  // Those in scope.
  std::vector<Named> names = {};
  std::vector<Shared> shared = {};
  std::vector<const Buffer*> registers = {};
  // Of the launch, what iterations have for their own.
  std::vector<const Buffer*> staged = {};
  // Registers that reductions alone write, as schedules have it: those of the launch, and those that are written by
  // now.
  std::vector<const Buffer*> all_sums = {}, sums = {};
  std::vector<const Stmt*> launch = {}, phase = {};
};

class LaunchParts {
 protected:
  using Style = LaunchScope::Style;
  using Binding = LaunchScope::Binding;
  using Shared = LaunchScope::Shared;
  using Named = LaunchScope::Named;
  using Stmts = std::vector<const Stmt*>;

  explicit LaunchParts(LaunchScope& scope) : scope_(scope) {}

  Context& ctx() { return scope_.module.ctx; }
  ByteSource& bytes() { return scope_.module.bytes; }
  const Expr* Int(int64_t value) { return MakeInt(ctx(), value, DType::Int(32)); }
  const Expr* Op(NodeKind kind, const Expr* a, const Expr* b) { return MakeBinary(ctx(), kind, a, b); }
  std::string Fresh(std::string_view hint) { return std::string(hint) + std::to_string(scope_.module.next_free++); }

  // Numbers of the thread in its block, and of the block.
  const Expr* Thread();
  const Expr* Block();
  const Stmt* Bound(const Binding& binding, const Stmt* body, bool by_loop);
  void Add(const Stmt* stmt) { scope_.phase.push_back(stmt); }
  // The variables of this phase's threads.
  void OpenPhase();
  // What stands in the phase joins the statements of the launch.
  void ClosePhase();
  // A barrier of the block, or of each warp; then nothing was used.
  void Barrier(bool of_warp = false);
  // Memory for such a use, behind a barrier where one is needed. `of_warp`: also of warps.
  void Ready(Shared& memory, Shared::Use use);
  // Memory that is filled, to read any element of; null where there is none, or none is drawn.
  Shared* ToRead(const Shared* but);

  LaunchScope& scope_;
};

}  // namespace assay
