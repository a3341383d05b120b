// --unit K/N and what goes with it: which cases of a campaign this process does, and what makes units of one campaign.
// Tested by units_cli_test.cc.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "fuzzers/units/summary.h"
#include "ir/support/result.h"

namespace assay {

struct UnitFlags {
  // "K/N"; empty: no unit.
  std::string unit;
  std::string snapshot;
  // "A-B" or "A", cases from the campaign's beginning; empty: all of the unit's.
  std::string only;
  // Cases, from the campaign's beginning: "37", "37,120".
  std::vector<std::string> leave_out;

  bool given() const { return !unit.empty(); }
};

struct UnitNumbers {
  uint64_t unit = 0, units = 1;
};
// "3/64": unit 3 of those from 0 to 63. Diag kBadArgument.
Result<UnitNumbers> ParseUnit(const std::string& text);
// "1200-1250" or "1200", both ends of it, within unit `unit` of so many cases: [first, end). {0, 0} of an empty text.
Result<std::pair<uint64_t, uint64_t>> ParseOnly(const std::string& text, uint64_t unit, uint64_t cases);
// "37", "37,120": cases, of this unit or another one. Diag kBadArgument.
Result<std::set<uint64_t>> ParseLeaveOut(const std::vector<std::string>& lists);

// assay's version, commit and kind of build; of one with changes that are not committed also what the program is.
std::string BuildIdentity();
// Of what all files hold that stand under these paths.
Result<std::string> DigestOfFiles(const std::vector<std::string>& paths);

// --unit of a command.
Option AddUnitFlag(Command sub, UnitFlags& flags, std::string_view doc);

}  // namespace assay
