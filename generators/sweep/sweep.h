// Sweep: the whole table, in modules of a few calls, each of one unit. What a step makes depends on the options and the
// step alone. Units are planned when they first come up: the first steps are one module of each unit, in an order that
// the seed decides, then the others follow so that all units end together. Tested by sweep_test.cc.
#pragma once

#include <memory>
#include <optional>

#include "generators/sweep/sweep_unit.h"
#include "ir/ops/op_spec.h"

namespace assay {

struct SweepOptions {
  // Operators, all when empty, and dtypes, likewise. Whoever names operators or dtypes of others is understood so.
  std::vector<const OpSpec*> ops = {};
  std::vector<DType> dtypes = {};
  bool operators = true;
  bool kernels = true;
  // Only what TVM 0.26 reads from text, and what it defines.
  bool readable = false;
  // No kernel writes a number of one of these.
  std::vector<DType> without_numbers = {};
  // Decides the order.
  uint64_t seed = 1;
};

// What is known of a unit that was planned.
struct SweptUnit {
  std::string_view name;
  uint64_t rows = 0;
  uint64_t covered = 0, refused = 0, absent = 0, uncovered = 0;
  uint64_t asked = 0, refusals = 0;
};

struct SweptModule {
  Module module;
  // Seeds of its sets of arguments (special_inputs.h).
  std::vector<uint64_t> seeds;
  SweptUnit unit;
  // Rows that stand in it and in no other one.
  uint64_t rows = 0;
};

// Who is told which unit is being planned: a row at fault may end the process that infers, evaluates or lowers it.
class SweepWatch {
 public:
  virtual ~SweepWatch() = default;
  // A unit that may not be planned has no rows.
  virtual bool MayPlan(size_t unit) = 0;
  // Nothing when the plan is made.
  virtual void Planning(std::optional<size_t> unit) = 0;
};

class Sweep {
 public:
  explicit Sweep(const SweepOptions& options);
  ~Sweep();

  size_t units() const;
  std::string_view NameOf(size_t unit) const;
  // Of the plans that are not made yet; null: nobody. It outlives them.
  void SetWatch(SweepWatch* watch) { watch_ = watch; }
  // How many steps there are; plans all units.
  size_t steps();
  // Nothing behind the last step, and for a unit without rows.
  std::optional<SweptModule> Step(Context& ctx, uint64_t step);
  // A few kernels of one family at levels that are drawn: the same for the same draw, and without a plan. They count as
  // no rows. Nothing where no kernels are swept.
  std::optional<SweptModule> Kernels(Context& ctx, uint64_t draw) const;
  // The unit's plan, made now if it was not.
  SweptUnit PlanOf(size_t unit);

 private:
  struct Plan;
  class Packer;
  struct Later {
    size_t unit, module;
  };

  const Plan& Planned(size_t unit);
  void PlanAll();
  SweptModule Make(Context& ctx, size_t unit, size_t module);

  // Operators, and then families of kernels from `first_kernels_` on.
  std::vector<std::unique_ptr<SweepUnit>> units_;
  size_t first_kernels_ = 0;
  std::vector<std::unique_ptr<Plan>> plans_;
  // The order of the first steps, and the steps behind them.
  std::vector<size_t> order_;
  std::vector<Later> later_;
  bool all_planned_ = false;
  SweepWatch* watch_ = nullptr;
  bool readable_;
  uint64_t seed_;
};

}  // namespace assay
