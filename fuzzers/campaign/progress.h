// Progress: one line on standard error, rewritten in place on a terminal, plain and rare when piped. Colour obeys
// NO_COLOR. Tested by tally_test.cc.
#pragma once

#include <string>

#include "fuzzers/campaign/tally.h"

namespace assay {

// What a campaign is at, beside what it has counted.
struct ProgressNow {
  size_t new_findings = 0;
  size_t known_findings = 0;
  // How many workers reduce a finding, and how many there are.
  size_t reducing = 0;
  size_t workers = 0;
  // Whether cases are put to another process, by its name; empty: to assay's own compiler.
  std::string subject = {};
  // Until it ends; 0: it has no such limit.
  double seconds_left = 0;
};

class Progress {
 public:
  // `quiet`: findings alone are announced.
  explicit Progress(bool quiet);

  // Whether a line is due: to add up what workers counted takes longer than to look at the clock.
  bool IsDue() const;
  void Update(const Tally& tally, double seconds, const ProgressNow& now);
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

// "01:05  runs 1200 (103/s)  agree 8000  skip 120  new 2  known 1  reducing 1 of 2  00:55 left".
std::string ProgressLine(const Tally& tally, double seconds, const ProgressNow& now);

}  // namespace assay
