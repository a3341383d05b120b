// What a campaign prints at its end. Tested by cli_test.cc.
#pragma once

#include "fuzzers/campaign/campaign.h"

namespace assay {

void PrintSummary(const CampaignOptions& campaign, const CampaignResult& result);

}  // namespace assay
