#include "fuzzers/campaign/kernels_beside.h"

#include <algorithm>
#include <array>

#include "fuzzers/campaign/preparation.h"
#include "generators/modules/generate.h"
#include "ir/entries.h"
#include "ir/support/hash.h"
#include "passes/config.h"
#include "passes/options.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr uint64_t kBesideStream = 110;
// How many passes are tried on the kernels.
constexpr int kPassesBeside = 8;
constexpr int64_t kMostElementsBeside = 64;
constexpr std::array<std::string_view, 2> kOracles{"well_formed_after_pass", "pass_preserves_results"};

bool IsAboutKernels(const CampaignOptions& options) {
  bool anything = options.generate.ops.empty() && options.generate.dtypes.empty() && options.passes_per_case > 0;
  bool mixed = options.generate.profile == Profile::kMixed || options.generate.profile == Profile::kTir;
  return anything && mixed && !options.elsewhere && !options.passes_only;
}

}  // namespace

std::optional<Case> KernelsBeside(Context& ctx, const CampaignOptions& options, uint64_t run,
                                  std::span<const uint64_t> input_seeds) {
  if (!IsAboutKernels(options)) return std::nullopt;
  std::vector<PassCall> offered;
  if (options.passes.empty()) {
    for (const PassSpec* pass : TirPasses()) offered.push_back({pass, {}});
  } else {
    std::ranges::copy_if(options.passes, std::back_inserter(offered),
                         [](const PassCall& call) { return IsTirPass(*call.pass); });
  }
  if (offered.empty()) return std::nullopt;
  ByteSource bytes = ByteSource::FromSeed(HashCombine(HashCombine(HashCombine(0, options.seed), run), kBesideStream));
  Case c;
  c.config = options.config;
  for (int i = 0; i < kPassesBeside; ++i) {
    // The kernels are made for the first of them.
    std::vector<PassCall> alike;
    if (!c.passes.empty() && bytes.Chance(3, 4)) {
      std::ranges::copy_if(offered, std::back_inserter(alike), [&](const PassCall& call) {
        return call.pass->about_threads == c.passes[0].pass->about_threads;
      });
    }
    const PassCall& call = bytes.Pick(alike.empty() ? offered : alike);
    bool again = std::ranges::any_of(c.passes, [&](const PassCall& known) { return known.pass == call.pass; });
    if (!again) c.passes.push_back(call);
  }
  for (const PassCall& call : c.passes) DrawConfig(ctx, bytes, *call.pass, c.config);
  GenOptions own = options.generate;
  bool launches = c.passes[0].pass->about_threads && bytes.Chance(1, 2);
  own.profile = launches ? Profile::kGpu : Profile::kTir;
  own.wanted |= BitOf(Feature::kFreeStmts) | BitOf(Feature::kPlainLoops) | BitOf(Feature::kLoopKinds);
  own.unwanted |= BitOf(Feature::kManyFunctions);
  own.bare_kernels = bytes.Chance(1, 2);
  if (IsScheduledFirst(*c.passes[0].pass) && bytes.Chance(1, 2)) own = ToBeScheduled(own);
  own.topics = TopicsFor(*c.passes[0].pass);
  own = OfItsDTypes(bytes, std::move(own), *c.passes[0].pass);
  own.max_elements = std::min(own.max_elements, kMostElementsBeside);
  c.module = PrepareKernels(ctx, bytes, Generate(ctx, bytes, own), *c.passes[0].pass);
  std::erase_if(c.passes, [&](PassCall& call) { return !DrawOptions(ctx, c.module, bytes, call); });
  c.entry = EntryOf(c.module);
  for (uint64_t seed : input_seeds) c.inputs.push_back(MakeInputs(c.module, c.entry, seed));
  return c;
}

std::vector<const OracleSpec*> OraclesBeside(std::span<const OracleSpec* const> oracles) {
  std::vector<const OracleSpec*> beside;
  if (oracles.size() < 2) return beside;
  std::ranges::copy_if(oracles, std::back_inserter(beside), [](const OracleSpec* oracle) {
    return std::ranges::find(kOracles, oracle->name) != kOracles.end();
  });
  return beside;
}

}  // namespace assay
