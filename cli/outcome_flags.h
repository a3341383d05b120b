// --unit, --out and --from of commands that judge a list of cases: a part of it, or what parts came to elsewhere
// (fuzzers/units/outcomes.h). Tested by units_cli_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/unit_flags.h"
#include "fuzzers/units/outcomes.h"

namespace assay {

struct OutcomeFlags {
  UnitFlags unit;
  std::string out;
  std::vector<std::string> from;
};
void AddOutcomeFlags(Command sub, OutcomeFlags& flags);

// Which cases this process judges, and what is known of the others.
class SharedOutcomes {
 public:
  // Nothing is shared.
  SharedOutcomes() = default;
  // `identity`: whatever decides what comes of a case. Diag kBadArgument for a wrong unit, and for an --out that is
  // something else; kIo for what --from names; kEnvironment where --out cannot be written.
  static Result<SharedOutcomes> Of(const OutcomeFlags& flags, CampaignIdentity identity);

  // Whether anything is shared at all; and which of both.
  bool of_unit() const { return unit_.has_value(); }
  bool taken_over() const { return taken_over_; }

  // What came of a case elsewhere; that it is another unit's or nobody's, where it is not to be judged here.
  std::optional<IsolatedResult> Given(uint64_t number) const;
  // What came of it here.
  void Tell(uint64_t number, const IsolatedResult& outcome) { outcomes_[number] = outcome; }
  // Writes the unit of `all` cases, and says so.
  Status Write(uint64_t all) const;
  // Of what was taken over: says which of `all` cases nobody has judged, and of which units say otherwise; the exit
  // code, where it would have been `code`.
  int NoteGaps(int code, uint64_t all) const;

 private:
  std::optional<UnitNumbers> unit_;
  bool taken_over_ = false;
  std::string out_;
  CampaignIdentity identity_;
  Outcomes outcomes_;
  // Of cases taken over, with the folders that say otherwise.
  std::map<uint64_t, std::pair<std::string, std::string>> differing_;
  // Of --from, a folder was not taken.
  bool refused_ = false;
  // Into how many units the cases were split; 0: not all in the same way.
  uint64_t split_ = 0;
};

}  // namespace assay
