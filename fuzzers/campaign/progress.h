// Progress: one line on standard error, rewritten in place on a terminal, plain and rare when piped. Colour obeys
// NO_COLOR. Tested by tally_test.cc.
#pragma once

#include <string>

#include "fuzzers/campaign/tally.h"

namespace assay {

class Progress {
 public:
  // `quiet`: findings alone are announced.
  explicit Progress(bool quiet);

  void Update(const Tally& tally, double seconds, size_t new_findings);
  void Announce(const FindingRecord& finding);
  // Ends the line that is being rewritten.
  void Finish();

 private:
  void Clear();

  bool quiet_;
  bool terminal_;
  bool colour_;
  double next_ = 0;
  bool line_open_ = false;
};

// "runs 1200 (103/s)  agree 8,000  skip 120  findings 2  01:05".
std::string ProgressLine(const Tally& tally, double seconds, size_t new_findings);

}  // namespace assay
