// Walking the table (sweep.h).
#include "generators/sweep/sweep.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "generators/modules/plan.h"
#include "generators/sweep/kernel_unit.h"
#include "generators/sweep/op_unit.h"
#include "generators/sweep/swept_module.h"
#include "ir/support/check.h"
#include "ir/support/hash.h"

namespace assay {
namespace {

// Calls of one module, and symbols, of which a seed says the size of each.
constexpr size_t kCalls = 16;
// Of a module of drawn kernels, and how many draws they take at most.
constexpr size_t kDrawnCalls = 10;
constexpr uint32_t kMostDraws = 30;
// One such module in so many has the first special values, NaN among them: comparisons of what is no number are what
// rewrites of conditions get wrong.
constexpr uint64_t kOneInFirstValues = 3;
// Of one unit: how many rows that end in a trap stand alone.
constexpr size_t kTrapsAlone = 4;

}  // namespace

// The rows of a unit in modules: indices into its rows.
struct Sweep::Plan {
  struct Part {
    std::vector<size_t> rows;
    // Without special values, since with them the calls end in traps.
    bool plain = false;
    // Rows that stand in another module, too.
    bool again = false;
  };
  CoveringResult covering;
  std::vector<Part> modules;
};

Sweep::Sweep(const SweepOptions& options) : readable_(options.readable), seed_(options.seed) {
  const std::vector<DType>& dtypes = options.dtypes.empty() ? AllTensorDTypes() : options.dtypes;
  std::vector<const OpSpec*> rows = options.ops;
  if (rows.empty()) rows.assign(AllOps().begin(), AllOps().end());
  if (options.readable) std::erase_if(rows, [](const OpSpec* row) { return !row->tvm_reads_back; });
  if (options.operators) units_ = OpUnits(rows, dtypes, !options.readable);
  first_kernels_ = units_.size();
  if (options.kernels && options.ops.empty()) {
    for (auto& unit : KernelUnits(dtypes, options.readable, options.without_numbers)) units_.push_back(std::move(unit));
  }
  plans_.resize(units_.size());
  order_.resize(units_.size());
  std::iota(order_.begin(), order_.end(), size_t{0});
  std::ranges::sort(order_, {}, [&](size_t unit) { return HashCombine(HashCombine(0, seed_), unit); });
}

Sweep::~Sweep() = default;

size_t Sweep::units() const { return units_.size(); }
std::string_view Sweep::NameOf(size_t unit) const { return units_[unit]->name(); }

// Puts rows into modules.
class Sweep::Packer {
 public:
  Packer(const SweepUnit& unit, Plan& plan) : unit_(unit), plan_(plan) {}

  // What a trap hides is tried without special values; some such rows stand alone with them.
  void Add(size_t index) {
    const CoveringRow& row = plan_.covering.rows[index];
    Context ctx;
    Levels shown(row.asked.size(), kAnyLevel);
    SweptCall made;
    unit_.Make(ctx, row.asked, row.attempt, {}, shown, made);
    CallFate fate = unit_.FateOf(made);
    bool plain = fate == CallFate::kTraps;
    if (plain && alone_++ < kTrapsAlone) plan_.modules.push_back({{index}, /*plain=*/false, /*again=*/true});
    if (plain) {
      made.values = {kNoSpecialValue, kNoSpecialValue};
      fate = unit_.FateOf(made);
    }
    std::optional<size_t> values = unit_.values_factor();
    Group& group = open_[{plain || !values ? kAnyLevel : row.shown[*values], fate}];
    bool full = group.part.rows.size() == kCalls || group.symbols + made.symbols.size() > kSweptSymbols;
    if (full) Close(group);
    group.part.plain = plain;
    group.part.rows.push_back(index);
    group.symbols += made.symbols.size();
  }
  void Finish() {
    for (auto& [key, group] : open_) Close(group);
  }

 private:
  struct Group {
    Plan::Part part;
    size_t symbols = 0;
  };
  void Close(Group& group) {
    if (!group.part.rows.empty()) plan_.modules.push_back(std::move(group.part));
    group = {};
  }

  const SweepUnit& unit_;
  Plan& plan_;
  size_t alone_ = 0;
  std::map<std::pair<int16_t, CallFate>, Group> open_;
};

// Rows of one level of special values and one fate go into modules together, in the order in which they were found.
const Sweep::Plan& Sweep::Planned(size_t unit) {
  if (plans_[unit] != nullptr) return *plans_[unit];
  auto plan = std::make_unique<Plan>();
  if (watch_ == nullptr || watch_->MayPlan(unit)) {
    if (watch_ != nullptr) watch_->Planning(unit);
    plan->covering = Cover(*units_[unit]);
    Packer packer(*units_[unit], *plan);
    for (size_t i = 0; i < plan->covering.rows.size(); ++i) packer.Add(i);
    packer.Finish();
    if (watch_ != nullptr) watch_->Planning(std::nullopt);
  }
  plans_[unit] = std::move(plan);
  return *plans_[unit];
}

// Module j of n of a unit comes at j / n of the way.
void Sweep::PlanAll() {
  if (all_planned_) return;
  all_planned_ = true;
  struct Placed {
    double at;
    uint64_t tie;
    Later later;
  };
  std::vector<Placed> placed;
  for (size_t unit = 0; unit < units_.size(); ++unit) {
    size_t count = Planned(unit).modules.size();
    for (size_t module = 1; module < count; ++module) {
      placed.push_back({static_cast<double>(module) / static_cast<double>(count),
                        HashCombine(HashCombine(seed_, unit), module),
                        {unit, module}});
    }
  }
  std::ranges::sort(placed,
                    [](const Placed& a, const Placed& b) { return std::pair(a.at, a.tie) < std::pair(b.at, b.tie); });
  for (const Placed& one : placed) later_.push_back(one.later);
}

SweptUnit Sweep::PlanOf(size_t unit) {
  const CoveringResult& covering = Planned(unit).covering;
  return {.name = units_[unit]->name(),
          .rows = covering.rows.size(),
          .covered = covering.covered,
          .refused = covering.refused,
          .absent = covering.absent,
          .uncovered = covering.uncovered,
          .asked = covering.asked,
          .refusals = covering.refusals};
}

size_t Sweep::steps() {
  PlanAll();
  return order_.size() + later_.size();
}

std::optional<SweptModule> Sweep::Step(Context& ctx, uint64_t step) {
  if (step < order_.size()) {
    size_t unit = order_[step];
    if (Planned(unit).modules.empty()) return std::nullopt;
    return Make(ctx, unit, 0);
  }
  PlanAll();
  step -= order_.size();
  if (step >= later_.size()) return std::nullopt;
  return Make(ctx, later_[step].unit, later_[step].module);
}

// What follows in a module takes up names behind those of the call.
static void Pass(SweptPlace& place, const SweptCall& made) {
  place.param += made.params.size();
  place.symbol += made.sizes.size();
  place.kernel += made.kernels.size();
}

std::optional<SweptModule> Sweep::Kernels(Context& ctx, uint64_t draw) const {
  if (first_kernels_ == units_.size()) return std::nullopt;
  const SweepUnit& unit = *units_[first_kernels_ + draw % (units_.size() - first_kernels_)];
  // Calls that share special values share a module.
  Levels asked(unit.factors().size(), kAnyLevel);
  if (std::optional<size_t> values = unit.values_factor()) {
    uint64_t drawn = HashCombine(draw, 0), levels = unit.factors()[*values].levels.size();
    asked[*values] = static_cast<int16_t>(drawn % kOneInFirstValues == 0 ? 0 : drawn / kOneInFirstValues % levels);
  }
  std::vector<SweptCall> calls;
  SweptPlace place;
  for (uint32_t i = 1; i <= kMostDraws && calls.size() < kDrawnCalls; ++i) {
    Levels shown(asked.size(), kAnyLevel);
    SweptCall made;
    auto attempt = static_cast<uint32_t>(HashCombine(draw, i));
    if (unit.Make(ctx, asked, attempt, place, shown, made) != RowAnswer::kMade) continue;
    Pass(place, made);
    calls.push_back(std::move(made));
  }
  if (calls.empty()) return std::nullopt;
  SweptModule made = ModuleOf(ctx, calls, readable_, draw);
  made.unit.name = unit.name();
  return made;
}

SweptModule Sweep::Make(Context& ctx, size_t unit, size_t module) {
  const Plan& plan = Planned(unit);
  // The first modules of a unit differ from seed to seed.
  size_t turned = (module + HashCombine(seed_, unit)) % plan.modules.size();
  std::vector<SweptCall> calls;
  SweptPlace place;
  const Plan::Part& part = plan.modules[turned];
  for (size_t index : part.rows) {
    const CoveringRow& row = plan.covering.rows[index];
    Levels shown(row.asked.size(), kAnyLevel);
    SweptCall made;
    RowAnswer answer = units_[unit]->Make(ctx, row.asked, row.attempt, place, shown, made);
    ASSAY_CHECK(answer == RowAnswer::kMade, "a row of the plan can be made again");
    if (part.plain) made.values = {kNoSpecialValue, kNoSpecialValue};
    Pass(place, made);
    calls.push_back(std::move(made));
  }
  SweptModule made = ModuleOf(ctx, calls, readable_, HashCombine(unit, turned));
  made.unit = PlanOf(unit);
  made.rows = part.again ? 0 : calls.size();
  return made;
}

}  // namespace assay
