#include "fuzzers/units/outcomes.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "fuzzers/units/digest.h"
#include "fuzzers/units/merge_inputs.h"
#include "fuzzers/units/missing_units.h"
#include "ir/support/json_shape.h"
#include "fuzzers/units/unit_folder.h"
#include "ir/support/read_json.h"

namespace assay {
namespace {

std::string LineOf(uint64_t number, const IsolatedResult& outcome) {
  return nlohmann::json{{"case", number}, {"finished", outcome.finished}, {"text", outcome.text}}.dump(
             -1, ' ', false, nlohmann::json::error_handler_t::replace) +
         "\n";
}

// Another machine may say otherwise.
bool IsOfMachine(const IsolatedResult& outcome) {
  constexpr std::string_view kWords[] = {"out of time", "out of memory", "crashed with SIGKILL", "no more "};
  return !outcome.finished &&
         std::ranges::any_of(kWords, [&](std::string_view word) { return outcome.text.starts_with(word); });
}

}  // namespace

Result<Outcomes> ParseOutcomes(std::string_view text, std::string_view place) {
  Outcomes outcomes;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    ASSAY_TRY(nlohmann::json json, ParseJson(text.substr(0, end), place));
    ASSAY_RETURN_IF_ERROR(CheckShape(json, {{"case", 0}, {"finished", false}, {"text", ""}}, place));
    outcomes[json.value("case", uint64_t{0})] = {.finished = json.value("finished", false),
                                                 .text = json.value("text", "")};
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return outcomes;
}

Result<uint64_t> WriteOutcomes(const std::string& folder, const CampaignIdentity& identity, uint64_t unit, uint64_t all,
                               const Outcomes& outcomes) {
  UnitSummary summary{.campaign = identity, .unit = unit};
  std::string lines, trail;
  OutsideSummary outside;
  uint64_t judged = 0;
  for (uint64_t place = 0; place < identity.cases; ++place) {
    uint64_t number = place * identity.units + unit;
    auto found = outcomes.find(number);
    if (found == outcomes.end() && number < all) break;
    ++summary.cases;
    if (found == outcomes.end()) {
      trail += std::string(kTrailDigits, '0') + "\n";
      continue;
    }
    ++judged;
    std::string line = LineOf(number, found->second);
    bool of_machine = IsOfMachine(found->second);
    trail += (of_machine ? std::string(kClockLine) : DigestOf(line).substr(0, kTrailDigits)) + "\n";
    if (of_machine) outside.cases[number] = found->second.text;
    lines += line;
  }
  summary.tally.runs = summary.cases;
  std::map<std::string, std::string> files{
      {kUnitName, SummaryText(summary)}, {kTrailName, trail}, {kOutcomesName, lines}};
  if (!outside.cases.empty()) files[kOutsideName] = OutsideText(outside);
  ASSAY_RETURN_IF_ERROR(WriteUnit(folder, files));
  return judged;
}

Result<Outcomes> OutcomesAt(const std::string& folder, CampaignIdentity identity, uint64_t unit) {
  // How many places its units have, nobody knows before the cases are read.
  identity.cases = 0;
  ASSAY_TRY(std::optional<UnitHead> head, UnitAt(folder, std::move(identity), unit));
  ASSAY_RETURN_IF_ERROR(CheckUnitPlace(folder));
  if (!head) return Outcomes();
  ASSAY_TRY(FolderReader reader, FolderReader::Open(folder));
  ASSAY_TRY(std::string text, ReadListed(reader, head->manifest, kOutcomesName));
  ASSAY_TRY(Outcomes outcomes, ParseOutcomes(text, fmt::format("{}/{}", folder, kOutcomesName)));
  // Another try may have more time, or more memory.
  std::erase_if(outcomes, [](const auto& item) { return IsOfMachine(item.second); });
  return outcomes;
}

namespace {

class OutcomesReader {
 public:
  OutcomesReader(const CampaignIdentity& identity, OutcomesRead& read) : identity_(identity), read_(read) {}
  Status Read(const std::string& folder);

 private:
  void Take(uint64_t number, IsolatedResult outcome, const std::string& folder);

  const CampaignIdentity& identity_;
  OutcomesRead& read_;
  // Where what counts comes from.
  std::map<uint64_t, std::string> folders_;
};

void OutcomesReader::Take(uint64_t number, IsolatedResult outcome, const std::string& folder) {
  auto [there, fresh] = read_.outcomes.try_emplace(number, outcome);
  std::string& from = folders_[number];
  if (fresh) {
    from = folder;
    return;
  }
  IsolatedResult& counts = there->second;
  auto rank = [](const IsolatedResult& one) { return std::tuple(IsOfMachine(one), !one.finished, one.text); };
  if (!IsOfMachine(counts) && !IsOfMachine(outcome) && rank(counts) != rank(outcome))
    read_.differing.try_emplace(number, from, folder);
  // What a machine had no time for, another one may have had.
  if (rank(counts) <= rank(outcome)) return;
  counts = std::move(outcome);
  from = folder;
}

Status OutcomesReader::Read(const std::string& folder) {
  ASSAY_TRY(FolderReader reader, OpenCopy(folder));
  ASSAY_TRY(UnitHead head, ReadUnitHead(reader));
  const CampaignIdentity& theirs = head.summary.campaign;
  CampaignIdentity ours = identity_;
  ours.units = theirs.units;
  ours.cases = theirs.cases;
  if (theirs != ours)
    return Diag{
        DiagKind::kCorrupt, {}, fmt::format("{}: of other cases: {}", folder, Differences(ours, theirs)), "", {}};
  ASSAY_TRY(std::string text, ReadListed(reader, head.manifest, kOutcomesName));
  ASSAY_TRY(Outcomes some, ParseOutcomes(text, fmt::format("{}/{}", folder, kOutcomesName)));
  for (auto& [number, outcome] : some) {
    if (!IsOfUnit(number, head.summary.unit, theirs.units))
      return Diag{DiagKind::kCorrupt, {}, fmt::format("{}: case {} is not the unit's", folder, number), "", {}};
    Take(number, std::move(outcome), folder);
  }
  read_.splits.insert(theirs.units);
  return Done{};
}

}  // namespace

Result<OutcomesRead> ReadOutcomes(const std::vector<std::string>& paths, const CampaignIdentity& identity) {
  OutcomesRead read;
  ASSAY_TRY(std::vector<CopyFolder> copies, CopiesIn(paths, read.refused));
  if (copies.empty() && read.refused.empty()) return NoUnitsIn(paths.front());
  OutcomesReader reader(identity, read);
  for (const CopyFolder& copy : copies) {
    if (Status status = reader.Read(copy.folder); !status.ok()) read.refused.push_back(status.error().message);
  }
  return read;
}

}  // namespace assay
