// A few TIR passes on kernels of their own, beside each case of a campaign: what they make of results shows in a small
// part of the time that a case takes, so that far more kernels meet far more of these passes. Tested by
// kernels_beside_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fuzzers/campaign/campaign.h"

namespace assay {

// The kernels of a run and the passes to try, always the same ones; its inputs are drawn from `input_seeds`. Nothing
// where the campaign is about something else.
std::optional<Case> KernelsBeside(Context& ctx, const CampaignOptions& options, uint64_t run,
                                  std::span<const uint64_t> input_seeds);
// The oracles that are asked about them: those among a campaign's that say in little time whether a pass keeps results.
// None where a campaign has one oracle alone, which is meant by itself.
std::vector<const OracleSpec*> OraclesBeside(std::span<const OracleSpec* const> oracles);

}  // namespace assay
