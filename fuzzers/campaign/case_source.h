// Where a campaign's cases come from: run r of a campaign with seed s is one case, always the same.
// Tested by campaign_test.cc.
#pragma once

#include <vector>

#include "fuzzers/campaign/campaign.h"

namespace assay {

class CaseSource {
 public:
  explicit CaseSource(const CampaignOptions& options) : options_(options) {}

  // Reads the seed files' texts; Diag when one cannot be read.
  Status Load();
  Case Make(Context& ctx, uint64_t run) const;
  // Seeds of a run's sets of arguments.
  std::vector<uint64_t> InputSeeds(uint64_t run) const;

 private:
  std::vector<PassCall> DrawPasses(ByteSource& bytes) const;
  // A module in the form that the first of the passes with one is about.
  Module GenerateFor(Context& ctx, ByteSource& bytes, std::span<const PassCall> passes) const;
  Module AfterOthers(Context& ctx, ByteSource& bytes, Module module) const;

  struct SeedText {
    std::string name;
    std::string text;
  };
  const CampaignOptions& options_;
  std::vector<SeedText> seeds_;
};

}  // namespace assay
