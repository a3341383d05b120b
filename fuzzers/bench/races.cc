#include "fuzzers/bench/races.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "fuzzers/bench/kernel_runs.h"
#include "generators/modules/generate.h"
#include "ir/builder.h"
#include "ir/prim/intrinsics.h"
#include "ir/rewrite.h"
#include "ir/support/hash.h"
#include "ir/support/interrupt.h"
#include "ir/text/print.h"
#include "ir/tir/barriers.h"
#include "ir/walk.h"
#include "vm/bytecode/executable.h"
#include "vm/reference/tir_eval.h"
#include "vm/reference/tir_program.h"

namespace assay {
namespace {

constexpr std::array<ThreadOrder, 4> kOrders{{{},
                                              {.kind = ThreadOrder::Kind::kReverse},
                                              {.kind = ThreadOrder::Kind::kShuffled, .seed = 1},
                                              {.kind = ThreadOrder::Kind::kShuffled, .seed = 2}}};
// What the search for races may say, and what any run says of memory.
constexpr std::array kOfThreads{TrapKind::kDataRace, TrapKind::kDivergentBarrier, TrapKind::kReadBeforeWrite,
                                TrapKind::kOutOfBounds};

// other kinds: nothing to take out
bool IsCut(const Node* node) {
  const auto* choice = As<IfThenElse>(node);
  return BarrierScopeOf(node) || (choice != nullptr && choice->else_case == nullptr);
}

class Measurer {
 public:
  explicit Measurer(RacesResult& result) : result_(result) {}

  void Measure(uint64_t seed, bool cut) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(HashCombine(seed, 0));
    GenOptions options;
    options.profile = Profile::kGpu;
    Module module = Generate(ctx, bytes, options);
    // As engines run them.
    module.entries = KernelsOf(ctx, module).entries;
    const ModuleEntry* entry = FirstKernel(module);
    const auto* func = As<PrimFunc>(entry->func);
    ++result_.kernels;
    bool barrier = false, exchange = false;
    WalkOnce(func, [&](const Node* node) {
      barrier |= BarrierScopeOf(node).has_value();
      exchange |= IsMeeting(node) && !IsCallOf(node, IntrinsicId::tvm_storage_sync);
    });
    result_.with_barrier += barrier ? 1 : 0;
    result_.with_exchange += exchange ? 1 : 0;
    std::vector<Value> args = MakeInputs(module, entry->var->name.text(), seed);
    if (!MeasureClean(seed, module, *func, args)) return;
    size_t cuts = cut ? CutsOf(*func) : 0;
    if (cuts > 0) MeasureCut(seed, module, *WithoutCut(ctx, *func, HashCombine(seed, 1) % cuts), args);
  }

 private:
  struct Runs {
    std::vector<Observed> observed;
    // Where a run differs from the first, in words.
    std::string differs;
  };

  static const ModuleEntry* FirstKernel(const Module& module) {
    return &*std::ranges::find_if(module.entries, [](const ModuleEntry& entry) { return Is<PrimFunc>(entry.func); });
  }

  static std::optional<Observed> RunOnce(const Module& module, const PrimFunc& func, std::span<const Value> args,
                                         const TirOptions& options) {
    auto kernel = MakeReferenceKernel(module, func, options);
    if (!kernel.ok()) return std::nullopt;
    return Observe(**kernel, args);
  }

  // In every order, with no more looked for than usual; nothing where it cannot be run.
  static std::optional<Runs> RunInOrders(const Module& module, const PrimFunc& func, std::span<const Value> args) {
    Runs runs;
    for (const ThreadOrder& order : kOrders) {
      std::optional<Observed> one = RunOnce(module, func, args, {TirChecks::kMemory, order});
      if (!one || one->out_of_budget) return std::nullopt;
      if (!runs.observed.empty() && runs.differs.empty()) {
        runs.differs = one->outcome == runs.observed[0].outcome ? FirstDifference(runs.observed[0], *one)
                                                                : one->outcome + " against " + runs.observed[0].outcome;
      }
      runs.observed.push_back(*std::move(one));
    }
    return runs;
  }

  static bool OfThreads(const Observed& one) {
    return one.trap && std::ranges::find(kOfThreads, *one.trap_kind) != kOfThreads.end();
  }

  // Whether it ran, and was clean.
  bool MeasureClean(uint64_t seed, const Module& module, const PrimFunc& func, std::span<const Value> args) {
    std::optional<Runs> runs = RunInOrders(module, func, args);
    std::optional<Observed> searched = RunOnce(module, func, args, {.checks = TirChecks::kAccesses});
    if (!runs || !searched || searched->out_of_budget) {
      ++result_.not_run;
      return false;
    }
    std::string what = runs->differs.empty() ? "" : "the order shows: " + runs->differs;
    if (searched->trap) what = searched->outcome;
    if (what.empty()) return true;
    result_.false_alarms.push_back({seed, what, PrintModule(module)});
    return false;
  }

  void MeasureCut(uint64_t seed, const Module& module, const PrimFunc& func, std::span<const Value> args) {
    std::optional<Runs> runs = RunInOrders(module, func, args);
    std::optional<Observed> searched = RunOnce(module, func, args, {.checks = TirChecks::kAccesses});
    if (!runs || !searched) return;
    ++result_.cut;
    bool harmed = !runs->differs.empty() || std::ranges::any_of(runs->observed, OfThreads);
    bool flagged = OfThreads(*searched);
    result_.harmed += harmed ? 1 : 0;
    result_.harmed_and_flagged += harmed && flagged ? 1 : 0;
    result_.flagged_alone += !harmed && flagged ? 1 : 0;
    if (flagged) ++result_.kinds[std::string(TrapKindName(*searched->trap_kind))];
    if (!harmed || flagged) return;
    Module shown = module;
    std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
    for (ModuleEntry& entry : entries) {
      if (entry.var == FirstKernel(module)->var) entry.func = &func;
    }
    shown.entries = entries;
    result_.missed.push_back({seed, runs->differs, PrintModule(shown)});
  }

  RacesResult& result_;
};

}  // namespace

size_t CutsOf(const PrimFunc& func) {
  size_t cuts = 0;
  WalkOnce(&func, [&](const Node* node) { cuts += IsCut(node) ? 1 : 0; });
  return cuts;
}

const PrimFunc* WithoutCut(Context& ctx, const PrimFunc& func, size_t which) {
  const Node* chosen = nullptr;
  size_t number = 0;
  WalkOnce(&func, [&](const Node* node) {
    if (IsCut(node) && number++ == which) chosen = node;
  });
  auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
    if (original != chosen) return rebuilt;
    if (const auto* choice = As<IfThenElse>(rebuilt)) return choice->then_case;
    Evaluate* nothing = ctx.arena.New<Evaluate>();
    nothing->value = MakeInt(ctx, 0, DType::Int(32));
    return nothing;
  };
  return static_cast<const PrimFunc*>(Rewrite(ctx, &func, rule));
}

RacesResult MeasureRaces(const RacesOptions& options) {
  RacesResult result;
  Measurer measurer(result);
  for (uint64_t i = 0; i < options.kernels && !Interrupted(); ++i) {
    measurer.Measure(options.seed + i, options.cut);
    if (options.progress) options.progress(i + 1);
  }
  return result;
}

nlohmann::json RacesJson(const RacesResult& result) {
  auto cases = [](const std::vector<RaceCase>& some) {
    nlohmann::json list = nlohmann::json::array();
    for (const RaceCase& one : some) list.push_back({{"seed", one.seed}, {"what", one.what}, {"module", one.module}});
    return list;
  };
  return {{"kernels", result.kernels},
          {"with_barrier", result.with_barrier},
          {"with_exchange", result.with_exchange},
          {"not_run", result.not_run},
          {"false_alarms", cases(result.false_alarms)},
          {"cut", result.cut},
          {"harmed", result.harmed},
          {"harmed_and_flagged", result.harmed_and_flagged},
          {"flagged_alone", result.flagged_alone},
          {"kinds", result.kinds},
          {"missed", cases(result.missed)}};
}

}  // namespace assay
