// Generate: random well-formed modules, valid by construction, from one source of choice. Bytes that run out end
// growth, so that a prefix of the bytes makes a smaller module. Every run draws a subset of features (swarm). Tested by
// generate_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "generators/modules/feature.h"
#include "generators/modules/neighbourhood.h"
#include "generators/modules/topics.h"
#include "ir/module.h"
#include "ir/ops/value.h"
#include "ir/support/byte_source.h"

namespace assay {

class BaitSite;

// What a module consists of: graphs, loop nests (and one graph that calls them), graphs that call loop nests, or
// launches of threads (and one graph that calls them).
enum class Profile : uint8_t { kRelax, kTir, kMixed, kGpu };
// By the name that users give it, in this order.
inline constexpr std::array<std::string_view, 4> kProfileNames{"relax", "tir", "mixed", "gpu"};
// False when `name` is none of them.
bool ParseProfile(std::string_view name, Profile* profile);
// Whether functions of Relax have operators, and whether kernels are loop nests.
inline bool HasOperators(Profile profile) { return profile == Profile::kRelax || profile == Profile::kMixed; }
inline bool HasLoopNests(Profile profile) { return profile == Profile::kTir || profile == Profile::kMixed; }

struct GenOptions {
  Profile profile = Profile::kMixed;
  // Operators to use, by TVM's name; empty: all.
  std::vector<std::string> ops;
  // Operators that come up more often than others, where the swarm draws, and features that the module has in any case.
  std::vector<std::string> favoured_ops;
  Features wanted = 0;
  // Those that it has in no case.
  Features unwanted = 0;
  // What most of the statements of kernels that no operator is lowered to are about; none: any.
  Topics topics = 0;
  // What `main` consists of instead of random steps, in this order; not in kTir and kGpu.
  std::vector<Neighbourhood> neighbourhoods;
  // What some passes bite on, laid here and there (bait.h).
  std::vector<void (*)(BaitSite&)> baits;
  // A pass whose bait text (bait_text.h) stands in for `main` now and then; in kMixed only.
  std::string_view bait_text_for = {};
  // dtypes to use; empty: all.
  std::vector<DType> dtypes;
  // Of which whoever reads the module has no numbers: no tensor is of one, unless `dtypes` names it.
  std::vector<DType> without_numbers;
  // How many operator bindings a module has on average; with `exact`, each has that many.
  int bindings = 10;
  bool exact = false;
  int max_rank = 4;
  int64_t max_dim = 8;
  // No tensor has more elements, with symbolic dimensions at their largest.
  int64_t max_elements = 4096;
  // Kernels without blocks may have vectors, with predicates, and stages that are functions of their own, which take
  // pointers. For engines of kernels alone: TVM 0.26 loses the variables of predicates on the way to its code
  // generator, and passes on Relax leave such functions behind where they copy a kernel.
  bool bare_kernels = false;
  // Kernels may do what ends a run: divide and shift by whatever comes, read beside a buffer, assert what does not
  // hold.
  bool hazards = false;
  // Draw a subset of operators, dtypes and features for each module.
  bool swarm = true;
};

// The seed of the module with this number, where many are made from one seed.
uint64_t CaseSeed(uint64_t seed, uint64_t number);

// Counts over many modules: what samplers could not give, and what inference refused (a bug of the row's sampler).
struct GenStats {
  uint64_t modules = 0;
  uint64_t bindings = 0;
  uint64_t null_samples = 0;
  uint64_t too_large = 0;
  uint64_t refused = 0;
  // The first refusals: "op: message".
  std::vector<std::string> refusals;
  // Of each neighbourhood that was asked for.
  std::vector<LaidNeighbourhood> laid;
};

// A module whose function "main" is public and of Relax; in kTir and kGpu it only calls the kernels, which are public
// too.
Module Generate(Context& ctx, ByteSource& bytes, const GenOptions& options, GenStats* stats = nullptr);

// Arguments for a function of the module: symbolic dimensions are chosen (consistently over the parameters), values are
// mostly moderate, so that float comparisons stay meaningful, and sometimes special. Empty when there is no such
// function. A PrimFunc gets one tensor for each buffer, in the order of its parameters, outputs included. Extents that
// would make a tensor of more than 2^20 elements become 1; where an extent would be negative, sizes are larger, or next
// to nothing.
std::vector<Value> MakeInputs(const Module& module, std::string_view entry, uint64_t seed);

struct LargeInputs {
  std::vector<Value> values;
  // The first symbolic extent that no sizes tried make 0 or more; its tensor has an extent of 1 there.
  const Expr* negative = nullptr;
  // The first symbolic shape that the sizes drawn make larger than that, with these sizes. The values are then of sizes
  // of 1, or as small as bounds let them be; where these are too large, too, there are none.
  std::span<const Expr* const> too_large = {};
  std::vector<std::pair<const Var*, int64_t>> drawn = {}, taken = {};
  bool none = false;
};
// The same with up to `most` elements, and never with another extent than types ask for.
LargeInputs MakeLargeInputs(const Module& module, std::string_view entry, uint64_t seed, int64_t most);

}  // namespace assay
