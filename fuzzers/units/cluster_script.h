// What engines take that run one command for each unit: a script or manifest of a campaign. An engine places units,
// runs those again that are lost, and keeps what they write; nothing else is asked of it. Tested by
// cluster_script_test.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/support/result.h"

namespace assay {

struct ClusterCampaign {
  uint64_t units = 64, cases = 1000;
  int jobs = 1;
  // A folder that all machines see, or that the engine carries: units go to OUT/units, the merge is OUT/merged.
  std::string out = "campaign";
  // Words of `assay fuzz` beside --unit, --runs, --jobs, --out and --findings-exit, as the user wrote them.
  std::vector<std::string> words;
  // An image that has assay, for engines that start containers.
  std::string image = "assay:latest";
};

struct ClusterEngine {
  std::string_view name;
  std::string_view doc;
  std::string (*script)(const ClusterCampaign&);
};
std::span<const ClusterEngine> ClusterEngines();

// A word as a shell takes it: as it is, or in single quotes.
std::string ShellWord(const std::string& word);

}  // namespace assay
