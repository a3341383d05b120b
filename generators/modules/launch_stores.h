// LaunchStores: stores of the threads of a launch (launch_scope.h) to what is their own: elements of memory that they
// share, by virtual threads as well, registers, and elements of the result. Tested by launch_gen_test.cc.
#pragma once

#include <vector>

#include "generators/modules/launch_values.h"

namespace assay {

class LaunchStores : protected LaunchValues {
 public:
  explicit LaunchStores(LaunchScope& scope) : LaunchValues(scope) {}

  void Fill(LaunchScope::Shared& memory) { FillAt(memory, memory.of_warp ? 0 : bytes().Below(LaunchScope::kSlots)); }
  // Own elements that lie so, or as they do where they were used in this interval already.
  void FillAt(LaunchScope::Shared& memory, uint64_t slots);
  void Keep();
  // Every thread writes elements of its own of what the launch is for.
  void WriteResult(const Buffer* result, bool ragged);

 private:
  void FillVirtually(Shared& memory, const Shared* from);
  const Stmt* Either(const Var* thread, const std::vector<const Buffer*>& into, const Shared* from);
  const Stmt* InTurn(const Var* thread, const Buffer* into, const Shared* from);
  const Stmt* NamedIn(const Var* of);
  const Expr* WithKept(const Expr* value);
  // Now and then for some threads alone.
  void AddGuarded(const Stmt* stmt);
};

}  // namespace assay
