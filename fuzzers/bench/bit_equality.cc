#include "fuzzers/bench/bit_equality.h"

#include <numeric>
#include <set>

#include <fmt/format.h>

#include "fuzzers/bench/kernel_runs.h"
#include "fuzzers/process/jobs.h"
#include "generators/modules/generate.h"
#include "generators/modules/plan.h"
#include "ir/prim/intrinsics.h"
#include "ir/support/interrupt.h"
#include "ir/text/print.h"
#include "ir/tir/barriers.h"
#include "ir/walk.h"
#include "vm/bytecode/executable.h"
#include "vm/kernel_calls.h"
#include "vm/launch_loops.h"
#include "vm/llvm/llvm_kernels.h"
#include "vm/reference/tir_eval.h"
#include "vm/reference/tir_program.h"

namespace assay {
namespace {

constexpr int kLevels[] = {0, 1, 2, 3};
// One module in so many has kernels that may end in a trap.
constexpr uint64_t kHazardous = 3;
// And one in so many has more than two dimensions: its machine code takes several times as long to make.
constexpr uint64_t kDeep = 6;
// Of which a module's tensors are, but for one in float32 where none of them fits.
constexpr size_t kDTypesOfModule = 3;

// The first difference in words; empty for none.
std::string Difference(const Observed& want, const Observed& got, bool steps) {
  if (want.outcome != got.outcome) return fmt::format("{} against {}", got.outcome, want.outcome);
  if (steps && want.steps_left != got.steps_left)
    return fmt::format("{} steps left against {}", got.steps_left, want.steps_left);
  return FirstDifference(want, got);
}

GenOptions OptionsFor(uint64_t seed, ByteSource& bytes, bool launches) {
  GenOptions options;
  options.profile = launches ? Profile::kGpu : Profile::kTir;
  options.bare_kernels = true;
  options.hazards = seed % kHazardous == 0;
  options.max_rank = seed % kDeep == 0 ? 4 : 2;
  // Campaigns do not draw integers of four bits.
  std::vector<DType> dtypes = AllTensorDTypes();
  dtypes.insert(dtypes.end(), {DType::Int(4), DType::UInt(4)});
  for (size_t i = 0; i < kDTypesOfModule; ++i) options.dtypes.push_back(bytes.Pick(dtypes));
  return options;
}

class Comparer {
 public:
  Comparer(BitEqualityResult& result, bool launches) : result_(result), launches_(launches) {}

  void Compare(uint64_t seed, uint64_t most) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = Generate(ctx, bytes, OptionsFor(seed, bytes, launches_));
    Module kernels = KernelsOf(ctx, module);
    auto reference = MakeReferenceKernels(kernels, /*strict=*/false);
    std::vector<std::unique_ptr<KernelLibrary>> compiled;
    Module loops = WithLaunchesAsLoops(ctx, kernels);
    for (int level : kLevels) {
      auto library = MakeLlvmKernels(loops, {.opt_level = level});
      if (library.ok()) compiled.push_back(*std::move(library));
    }
    for (const ModuleEntry& entry : module.entries) {
      const auto* func = As<PrimFunc>(entry.func);
      if (func == nullptr || TakesPointers(*func) || result_.kernels >= most) continue;
      ++result_.kernels;
      Count(*func);
      if (compiled.size() != std::size(kLevels)) {
        ++result_.refused;
        continue;
      }
      std::vector<Value> args = MakeInputs(module, entry.var->name.text(), seed);
      Kernel kernel{seed, module, entry.var->name.str()};
      CompareOn(kernel, args, false, **reference, compiled);
      CompareOn(kernel, WithSpecialValues(args, seed), true, **reference, compiled);
    }
  }

 private:
  void Count(const PrimFunc& func) {
    std::set<std::string> dtypes;
    for (const Buffer* buffer : func.buffers) {
      if (buffer != nullptr) dtypes.insert(DTypeName(buffer->dtype));
    }
    for (const std::string& dtype : dtypes) ++result_.dtypes[dtype];
    bool barrier = false, exchange = false;
    WalkOnce(&func, [&](const Node* node) {
      bool waits = IsCallOf(node, IntrinsicId::tvm_storage_sync);
      barrier |= waits;
      exchange |= !waits && IsMeeting(node);
    });
    result_.with_barrier += barrier ? 1 : 0;
    result_.with_exchange += exchange ? 1 : 0;
  }

  struct Kernel {
    uint64_t seed;
    const Module& module;
    std::string name;
  };

  void CompareOn(const Kernel& kernel, std::span<const Value> args, bool special, KernelLibrary& reference,
                 std::span<const std::unique_ptr<KernelLibrary>> compiled) {
    Observed want = Observe(*reference.Find(kernel.name), args);
    if (want.undefined) {
      ++result_.undefined;
      return;
    }
    for (size_t i = 0; i < compiled.size(); ++i) {
      ++result_.runs;
      result_.traps += want.trap ? 1 : 0;
      std::string what = Difference(want, Observe(*compiled[i]->Find(kernel.name), args), !launches_);
      if (what.empty()) continue;
      result_.differences.push_back({kernel.seed, kernel.name, kLevels[i], special, what, PrintModule(kernel.module)});
    }
  }

  BitEqualityResult& result_;
  bool launches_;
};

// Every `stride`-th seed from the first one on.
BitEqualityResult CompareSeeds(const BitEqualityOptions& options, uint64_t stride) {
  BitEqualityResult result;
  Comparer comparer(result, options.launches);
  uint64_t modules = 0;
  while (result.kernels < options.kernels && !Interrupted()) {
    comparer.Compare(options.seed + stride * modules++, options.kernels);
    if (options.progress && modules % 16 == 0) options.progress(result.kernels);
  }
  return result;
}

void Add(BitEqualityResult& to, const BitEqualityResult& more) {
  to.kernels += more.kernels;
  to.runs += more.runs;
  to.traps += more.traps;
  to.refused += more.refused;
  to.undefined += more.undefined;
  to.with_barrier += more.with_barrier;
  to.with_exchange += more.with_exchange;
  for (const auto& [dtype, kernels] : more.dtypes) to.dtypes[dtype] += kernels;
  to.differences.insert(to.differences.end(), more.differences.begin(), more.differences.end());
}

// A share of the kernels for each of several processes, of which each sends how far it is and in the end what it found.
Result<BitEqualityResult> CompareInProcesses(const BitEqualityOptions& options) {
  auto jobs = static_cast<uint64_t>(options.jobs);
  auto work = [&](size_t job, int fd) {
    BitEqualityOptions share = options;
    share.kernels = options.kernels / jobs + (job < options.kernels % jobs ? 1 : 0);
    share.seed += job;
    share.progress = [fd](uint64_t kernels) { SendMessage(fd, {{"so_far", kernels}}); };
    return SendMessage(fd, BitEqualityJson(CompareSeeds(share, jobs))) ? 0 : 1;
  };
  BitEqualityResult result;
  std::vector<uint64_t> so_far(jobs);
  auto hear = [&](size_t job, const nlohmann::json& message) {
    if (!message.contains("so_far")) {
      Add(result, BitEqualityFromJson(message));
      return;
    }
    so_far[job] = message["so_far"];
    if (options.progress) options.progress(std::accumulate(so_far.begin(), so_far.end(), uint64_t{0}));
  };
  ASSAY_RETURN_IF_ERROR(RunJobs(jobs, work, hear));
  return result;
}

}  // namespace

nlohmann::json BitEqualityJson(const BitEqualityResult& result) {
  nlohmann::json differences = nlohmann::json::array();
  for (const BitDifference& d : result.differences) {
    differences.push_back({{"seed", d.seed},
                           {"kernel", d.kernel},
                           {"opt_level", d.opt_level},
                           {"special_inputs", d.special_inputs},
                           {"what", d.what},
                           {"module", d.module}});
  }
  return {{"kernels", result.kernels},
          {"runs", result.runs},
          {"traps", result.traps},
          {"refused", result.refused},
          {"undefined", result.undefined},
          {"with_barrier", result.with_barrier},
          {"with_exchange", result.with_exchange},
          {"dtypes", result.dtypes},
          {"differences", differences}};
}

BitEqualityResult BitEqualityFromJson(const nlohmann::json& json) {
  BitEqualityResult result{.kernels = json["kernels"],
                           .runs = json["runs"],
                           .traps = json["traps"],
                           .refused = json["refused"],
                           .undefined = json["undefined"],
                           .with_barrier = json["with_barrier"],
                           .with_exchange = json["with_exchange"],
                           .dtypes = json["dtypes"],
                           .differences = {}};
  for (const nlohmann::json& d : json["differences"]) {
    result.differences.push_back({d["seed"], d["kernel"], d["opt_level"], d["special_inputs"], d["what"], d["module"]});
  }
  return result;
}

Result<BitEqualityResult> CompareBitEquality(const BitEqualityOptions& options) {
  if (options.jobs <= 1) return CompareSeeds(options, 1);
  return CompareInProcesses(options);
}

}  // namespace assay
