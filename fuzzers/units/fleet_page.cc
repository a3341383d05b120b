// The page of a fleet (fleet.h): tables and charts, in the form of reports.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "fuzzers/units/fleet.h"
#include "fuzzers/units/missing_units.h"
#include "ir/support/plural.h"
#include "oracles/report/chart.h"
#include "oracles/report/show.h"

namespace assay {
namespace {

// A page lists no more units of a campaign: those that are not whole, and the last ones.
constexpr size_t kMostRows = 2000;

ReportedTable CampaignsTable(const Fleet& fleet) {
  ReportedTable table{.title = "Campaigns",
                      .note =
                          "A unit is whole when all of its cases are done, cut off when its fuse or a signal ended it "
                          "(its first cases count), and missing when no machine has left a whole folder of it. Quiet "
                          "units are the last ones, none of which "
                          "brought a bucket or a feature.",
                      .columns = {{"subject"},
                                  {"version"},
                                  {"target"},
                                  {"seed"},
                                  {"units", true},
                                  {"whole", true},
                                  {"cut off", true},
                                  {"missing", true},
                                  {"cases", true},
                                  {"buckets", true},
                                  {"features", true},
                                  {"quiet units", true}}};
  for (const FleetCampaign& one : fleet.campaigns) {
    table.rows.push_back({{one.campaign.subject},
                          {one.campaign.version},
                          {one.campaign.target},
                          {std::to_string(one.campaign.seed)},
                          NumberCell(one.campaign.units),
                          NumberCell(one.whole),
                          NumberCell(one.cut()),
                          NumberCell(one.missing.size()),
                          NumberCell(one.cases),
                          NumberCell(one.buckets.size()),
                          NumberCell(one.features),
                          NumberCell(one.Quiet())});
  }
  return table;
}

ReportedCell RateCell(const FleetUnit& unit, const FleetView& view) {
  auto seconds = view.seconds.find(unit.unit);
  if (seconds == view.seconds.end() || seconds->second <= 0) return {"–", -1};
  double rate = static_cast<double>(unit.cases) / seconds->second;
  return {fmt::format("{:.1f}", rate), rate};
}

// Units that are missing are a row for each stretch of them.
ReportedTable UnitsTable(const FleetCampaign& campaign, const FleetView& view, bool rates) {
  ReportedTable table{.title = fmt::format("Units of {}", campaign.Name()),
                      .note =
                          "New is what no unit before it has. Entries are the modules that the corpus keeps, for what "
                          "they reach. Cases that are given up are those that a clock ended, or that were left out.",
                      .columns = {{"unit", true}, {"state"}, {"cases", true}},
                      .page_only = true};
  if (rates) table.columns.push_back({"cases per second", true});
  for (const char* label : {"buckets in it", "new buckets", "new features", "new entries", "given up"})
    table.columns.push_back({label, true});
  std::string missing = ArrayOf(campaign.missing);
  for (size_t at = 0; at < missing.size();) {
    size_t end = std::min(missing.find(',', at), missing.size());
    std::string stretch = missing.substr(at, end - at);
    std::vector<ReportedCell> row{{stretch, std::stod(stretch)}, {"missing"}};
    while (row.size() < table.columns.size()) row.push_back({"–", -1});
    table.rows.push_back(std::move(row));
    at = end + 1;
  }
  size_t left_out = 0;
  for (size_t i = 0; i < campaign.units.size(); ++i) {
    const FleetUnit& unit = campaign.units[i];
    bool whole = unit.cases == campaign.campaign.cases;
    if (whole && campaign.units.size() - i > kMostRows) {
      ++left_out;
      continue;
    }
    std::vector<ReportedCell> row{NumberCell(unit.unit),
                                  {whole ? "whole" : fmt::format("cut off, of {}", ShowCount(campaign.campaign.cases))},
                                  NumberCell(unit.cases)};
    if (rates) row.push_back(RateCell(unit, view));
    for (size_t count : {unit.buckets, unit.new_buckets, unit.new_features, unit.new_entries, unit.clocked})
      row.push_back(NumberCell(count));
    table.rows.push_back(std::move(row));
  }
  if (left_out > 0)
    table.note += fmt::format(" {} that came before and are whole are left out.", Counted(left_out, "unit"));
  return table;
}

// Nothing where there is none.
std::optional<ReportedTable> BucketsTable(const FleetCampaign& campaign) {
  if (campaign.buckets.empty()) return std::nullopt;
  ReportedTable table{
      .title = fmt::format("Buckets of {}", campaign.Name()),
      .note =
          "What its findings have in common; how often all units saw it. The report of a merge (assay "
          "merge) has a case of each.",
      .columns = {{"bucket"}, {"bug on file"}, {"first in unit", true}, {"in units", true}, {"seen", true}},
      .page_only = true};
  for (const FleetBucket& bucket : campaign.buckets) {
    if (table.rows.size() == kMostRows) break;
    table.rows.push_back({{bucket.signature},
                          {bucket.known_as},
                          NumberCell(bucket.first),
                          NumberCell(bucket.units),
                          NumberCell(bucket.seen)});
  }
  if (size_t more = campaign.buckets.size() - table.rows.size(); more > 0)
    table.note += fmt::format(" {} that came last are left out.", Counted(more, "bucket"));
  return table;
}

ReportedTable RefusedTable(const Fleet& fleet) {
  ReportedTable table{
      .title = "Refused",
      .note = "Damaged folders, and what is none of a unit. Units in them count as missing: do them again.",
      .columns = {{"folder"}, {"why"}}};
  for (const std::string& why : fleet.refused) {
    size_t colon = why.find(": ");
    table.rows.push_back({{why.substr(0, colon)}, {colon == std::string::npos ? "" : why.substr(colon + 2)}});
  }
  return table;
}

// How a sum grows with the units that are there, in order of their numbers.
ReportedChart GrowthChart(const FleetCampaign& campaign, const std::string& what, size_t FleetUnit::* of) {
  std::vector<std::pair<double, double>> points;
  double sum = 0;
  for (const FleetUnit& unit : campaign.units) {
    sum += static_cast<double>(unit.*of);
    points.emplace_back(static_cast<double>(points.size() + 1), sum);
  }
  return CurveChart(fmt::format("{} over units of {}", what, campaign.Name()), points, "units", what);
}

}  // namespace

ReportedRun FleetReport(const Fleet& fleet, const FleetView& view) {
  ReportedRun report{.title = "Units of campaigns", .made_by = "assay " ASSAY_VERSION};
  uint64_t units = 0, there = 0, whole = 0, cases = 0, buckets = 0, fresh = 0;
  for (const FleetCampaign& one : fleet.campaigns) {
    units += one.campaign.units;
    there += one.units.size();
    whole += one.whole;
    cases += one.cases;
    buckets += one.buckets.size();
    fresh += static_cast<uint64_t>(std::ranges::count(one.buckets, "", &FleetBucket::known_as));
    if (!one.buckets.empty()) report.charts.push_back(GrowthChart(one, "Buckets", &FleetUnit::new_buckets));
    report.charts.push_back(GrowthChart(one, "Features", &FleetUnit::new_features));
  }
  std::vector<std::string> alerts = AlertsOf(fleet, view.alert_after);
  report.lead = fmt::format(
      "{} of {} whole, {} cut off, {} missing. A bucket is all findings of one signature, and a feature something that "
      "a module makes the compiler do; each counts for the first unit that has it",
      ShowCount(whole), Counted(units, "unit"), ShowCount(there - whole), ShowCount(units - there));
  for (const std::string& alert : alerts) report.facts.emplace_back("Alert", alert);
  if (view.alert_after > 0 && alerts.empty())
    report.facts.emplace_back(
        "Alert", fmt::format("none: something new in the last {} of each campaign", Counted(view.alert_after, "unit")));
  report.figures = {
      {fmt::format("{} of {}", ShowCount(whole), ShowCount(units)), "units whole", whole == units ? "good" : ""},
      {ShowCount(there - whole), "cut off", ""},
      {ShowCount(units - there), "missing", units == there ? "" : "bad"},
      {ShowCount(fleet.refused.size()), "folders or files refused", fleet.refused.empty() ? "" : "bad"},
      {ShowCount(cases), "cases", ""},
      {ShowCount(buckets), "buckets", ""},
      {ShowCount(fresh), "of them no bug on file", ""}};
  if (view.alert_after > 0)
    report.figures.push_back({ShowCount(alerts.size()), "alerts", alerts.empty() ? "good" : "bad"});
  report.tables.push_back(CampaignsTable(fleet));
  if (!fleet.refused.empty()) report.tables.push_back(RefusedTable(fleet));
  // What an engine tells of is one campaign.
  bool rates = !view.seconds.empty() && fleet.campaigns.size() == 1;
  for (const FleetCampaign& one : fleet.campaigns) {
    if (std::optional<ReportedTable> found = BucketsTable(one)) report.tables.push_back(*std::move(found));
    report.tables.push_back(UnitsTable(one, view, rates));
  }
  return report;
}

}  // namespace assay
