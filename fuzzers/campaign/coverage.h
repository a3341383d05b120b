// Coverage by operator: which came up with which dtype and class of shape of their results. Tested by campaign_test.cc.
#pragma once

#include <cstdint>
#include <set>

#include "fuzzers/campaign/tally.h"
#include "ir/module.h"

namespace assay {

class OpCoverage {
 public:
  // Adds to the tally what it has not added before: "add float32 static".
  void Add(const Module& module, Tally& tally);

 private:
  std::set<uint64_t> covered_;
};

}  // namespace assay
