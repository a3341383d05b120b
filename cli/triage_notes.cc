#include "cli/triage_notes.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files.h"
#include "cli/names.h"
#include "ir/support/read_json.h"
#include "ir/support/unknown_name.h"

namespace assay {
namespace {

std::string PathIn(const std::string& folder) { return folder + "/triage.json"; }

std::string Word(const nlohmann::json& object, const char* key, const char* otherwise) {
  return object.contains(key) && object[key].is_string() ? object[key].get<std::string>() : otherwise;
}

constexpr std::array<std::pair<Decision, std::string_view>, 4> kDecisions{
    {{Decision::kNone, ""}, {Decision::kOpen, "open"}, {Decision::kKnown, "known"}, {Decision::kClosed, "closed"}}};
std::string_view WordOf(Decision decision) { return kDecisions[static_cast<size_t>(decision)].second; }
Decision DecisionNamed(std::string_view word) {
  auto found = std::ranges::find(kDecisions, word, &std::pair<Decision, std::string_view>::second);
  return found == kDecisions.end() ? Decision::kNone : found->first;
}

Diag Wrong(std::string message) { return {DiagKind::kBadArgument, {}, std::move(message), "", {}}; }

Result<std::string> IdOf(const std::string& given, const std::vector<FindingRecord>& findings) {
  std::vector<std::string> found;
  for (const FindingRecord& finding : findings) {
    if (!given.empty() && finding.id.starts_with(given)) found.push_back(finding.id);
  }
  if (found.size() == 1) return found[0];
  std::vector<std::string_view> ids;
  for (const FindingRecord& finding : findings) ids.emplace_back(finding.id);
  if (found.empty()) return Wrong(UnknownText("finding", given, ids));
  return Wrong(fmt::format("{} findings begin with \"{}\"", found.size(), given));
}

Status Set(Decision decision, const std::vector<std::string>& ids, const TriageOrders& orders,
           const std::vector<FindingRecord>& findings, TriageNotes& notes) {
  for (const std::string& given : SplitNames(ids)) {
    ASSAY_TRY(std::string id, IdOf(given, findings));
    notes[id].decision = decision;
    // Why it was closed or known is no word on one that is open again.
    if (!orders.note.empty() || decision == Decision::kOpen) notes[id].note = orders.note;
  }
  return Done{};
}

// All get the name of the first, or what it was seen as.
Status Merge(const std::string& list, const std::vector<FindingRecord>& findings, TriageNotes& notes) {
  std::string name;
  for (const std::string& given : SplitNames({list})) {
    ASSAY_TRY(std::string id, IdOf(given, findings));
    for (const FindingRecord& finding : findings) {
      if (finding.id == id && name.empty()) name = BugOf(finding, notes);
    }
    notes[id].name = name;
  }
  return Done{};
}

}  // namespace

Result<TriageNotes> ReadTriage(const std::string& folder) {
  TriageNotes notes;
  std::error_code error;
  if (!std::filesystem::exists(PathIn(folder), error)) return notes;
  ASSAY_TRY(std::string text, ReadInput(PathIn(folder)));
  ASSAY_TRY(nlohmann::json json, ParseJson(text, PathIn(folder)));
  if (!json.is_object())
    return Diag{
        DiagKind::kCorrupt, {}, PathIn(folder) + ": expected a JSON object with a member for each finding", "", {}};
  for (const auto& [id, note] : json.items()) {
    notes[id] = {Word(note, "name", ""), DecisionNamed(Word(note, "status", "")), Word(note, "note", "")};
  }
  return notes;
}

Status WriteTriage(const std::string& folder, const TriageNotes& notes) {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& [id, note] : notes)
    json[id] = {{"name", note.name}, {"status", WordOf(note.decision)}, {"note", note.note}};
  return WriteWhole(PathIn(folder), json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

// Each finding gets one decision, each order what it needs.
Status CheckOrders(const TriageOrders& orders, const std::vector<FindingRecord>& findings) {
  std::map<std::string, std::string_view> decided;
  const std::pair<std::string_view, const std::vector<std::string>&> lists[] = {
      {"--close", orders.close}, {"--known", orders.known}, {"--open", orders.open}};
  for (const auto& [flag, ids] : lists) {
    if (!ids.empty() && SplitNames(ids).empty()) return Wrong(fmt::format("{} takes ids of findings", flag));
    for (const std::string& given : SplitNames(ids)) {
      ASSAY_TRY(std::string id, IdOf(given, findings));
      auto [known, added] = decided.emplace(id, flag);
      if (!added && known->second != flag)
        return Wrong(fmt::format("{} is named by {} and by {}", id, known->second, flag));
    }
  }
  for (const std::string& list : orders.merge) {
    if (SplitNames({list}).size() < 2) return Wrong(fmt::format("--merge takes two ids or more, not \"{}\"", list));
  }
  if (!orders.note.empty() && decided.empty()) return Wrong("--note goes with --close, --known or --open");
  return Done{};
}

Status Decide(const TriageOrders& orders, const std::vector<FindingRecord>& findings, TriageNotes& notes) {
  ASSAY_RETURN_IF_ERROR(CheckOrders(orders, findings));
  for (const std::string& list : orders.merge) ASSAY_RETURN_IF_ERROR(Merge(list, findings, notes));
  for (const std::string& order : orders.rename) {
    size_t equals = order.find('=');
    if (equals == std::string::npos) return Wrong(fmt::format("--rename takes ID=NAME, not \"{}\"", order));
    if (equals + 1 == order.size()) return Wrong(fmt::format("--rename takes ID=NAME, not \"{}\"", order));
    ASSAY_TRY(std::string id, IdOf(order.substr(0, equals), findings));
    notes[id].name = order.substr(equals + 1);
  }
  ASSAY_RETURN_IF_ERROR(Set(Decision::kClosed, orders.close, orders, findings, notes));
  ASSAY_RETURN_IF_ERROR(Set(Decision::kKnown, orders.known, orders, findings, notes));
  return Set(Decision::kOpen, orders.open, orders, findings, notes);
}

std::string BugOf(const FindingRecord& finding, const TriageNotes& notes) {
  auto note = notes.find(finding.id);
  if (note != notes.end() && !note->second.name.empty()) return note->second.name;
  return fmt::format("{}: {} ({})", finding.pass.empty() ? "the module" : finding.pass, finding.klass.name(),
                     finding.oracle);
}

void Apply(const TriageNotes& notes, std::vector<FindingRecord>& findings) {
  for (FindingRecord& finding : findings) {
    auto note = notes.find(finding.id);
    if (note == notes.end()) continue;
    finding.decision = note->second.decision;
    finding.note = note->second.note;
  }
}

}  // namespace assay
