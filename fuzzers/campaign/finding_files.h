// What is stored of a finding: its record, and the files of its folder. Tested by store_test.cc and campaign_test.cc.
#pragma once

#include <string>

#include "fuzzers/campaign/campaign.h"
#include "fuzzers/campaign/finding_message.h"
#include "fuzzers/campaign/store.h"

namespace assay {

// All that a message says; `id` is of its reduced module and signature.
FindingRecord RecordOf(const FindingMessage& message);

// Where and by what it was found, and the command that repeats it.
struct FoundBy {
  nlohmann::json environment;
  std::string replay;
};
FindingFiles FilesOf(const CampaignOptions& options, const FindingMessage& message, const FindingRecord& record,
                     const FoundBy& by);

}  // namespace assay
