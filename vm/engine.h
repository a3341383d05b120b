// Engines: what runs a module. All stand behind one interface and one table (engines.def), so that an oracle compares
// any two of them. Values and traps are those of ir/ops/value.h. Tested by llvm/engines_test.cc, which walks the table.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <string_view>
#include <variant>

#include "ir/module.h"
#include "ir/ops/value.h"
#include "ir/support/budget.h"
#include "ir/support/result.h"

namespace assay {

using Outcome = std::variant<Value, Trap, Refused, OutOfBudget>;

// relax-reference only: move every float result of a row whose tolerance is not exact by that tolerance
// (Tolerance::ulps units in the last place, times the reduced elements where the row says so): up, down, or by a random
// share of it. Oracles derive their error bounds from how far the final results move.
enum class Perturbation : uint8_t { kNone, kUp, kDown, kRandom };

struct LoadOptions {
  Perturbation perturbation = Perturbation::kNone;
  // With a perturbation: what functions of real numbers give is moved, too, also in kernels, since another
  // implementation has another library.
  bool other_library = false;
  // relax-reference only, with a perturbation: every operator's float operands and results move by units of this dtype,
  // as if it computed in it; a run that needs values which it does not hold is Refused. Void: none.
  DType narrowed = DType::Void();
  // relax-reference only: a binding whose value is not what its variable's type says is a Trap kUnsoundType.
  bool check_types = false;
  // 0 to 3, for engines that compile to machine code.
  int opt_level = 0;
  // Of engines that compile to machine code: how many share the iterations of a parallel loop. What a run gives is the
  // same.
  int threads = 1;
};

// Relax functions that call each other deeper than this are a Trap kStackOverflow on every engine.
inline constexpr size_t kMaxCallDepth = 200;

// A loaded module. The Context of the module must outlive it. One thread at a time.
class Executable {
 public:
  virtual ~Executable() = default;
  // Runs a function of the module by its GlobalVar's name (or its global_symbol). Arguments are checked against the
  // function's parameters; a mismatch is a Trap kArgument. The caller's tensors are never written, but a result may
  // be one of them. A PrimFunc works on copies, and gives a tuple of its tensors as it leaves them (and of its return
  // value, if it has one).
  virtual Outcome Run(std::string_view function, std::span<const Value> args, const Budget& budget) = 0;
  Outcome Run(std::string_view function, std::span<const Value> args) { return Run(function, args, Budget{}); }
};

// Which form of a module an engine takes: as written, or after a pipeline that ends in code generation's form.
enum class EngineInput : uint8_t { kOriginal, kCompiled };

struct EngineSpec {
  std::string_view name;
  std::string_view doc;
  EngineInput input = EngineInput::kOriginal;
  // Diag kUnsupported or kCannotLower, with name and place, for what the engine cannot take.
  Result<std::unique_ptr<Executable>> (*load)(Context&, const Module&, const LoadOptions&) = nullptr;
};

// Tensors of their own, also inside tuples: what a run works on, since kernels may write in place (call_tir_inplace).
std::vector<Value> OwnedCopies(std::span<const Value> values);
Trap MakeTrap(TrapKind kind, std::string message, SourceSpan span = {});

}  // namespace assay
