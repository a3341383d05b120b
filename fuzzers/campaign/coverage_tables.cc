#include "fuzzers/campaign/coverage_tables.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "ir/ops/op_spec.h"
#include "ir/support/plural.h"

namespace assay {
namespace {

constexpr size_t kMostReasons = 200;

std::vector<std::pair<std::string, uint64_t>> ByCount(const std::map<std::string, uint64_t>& counts) {
  std::vector<std::pair<std::string, uint64_t>> sorted(counts.begin(), counts.end());
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  if (sorted.size() > kMostReasons) sorted.resize(kMostReasons);
  return sorted;
}

// Agreements, skips and findings, scaled to the longest.
ReportedCell BarOf(const OracleTally& counts, uint64_t most) {
  auto share = [&](uint64_t count) {
    return static_cast<double>(count) / static_cast<double>(std::max<uint64_t>(most, 1));
  };
  return {.bar = {share(counts.agree), share(counts.skip), 0, share(counts.finding)}};
}
uint64_t Sum(const OracleTally& counts) { return counts.agree + counts.skip + counts.finding; }

ReportedCell Decimal(double value, std::string_view unit = "") {
  return {.text = fmt::format("{:.1f}{}", value, unit), .number = value};
}

ReportedTable Oracles(const Tally& tally) {
  ReportedTable table{.title = "Oracles",
                      .note = "What each oracle was asked, and what it said.",
                      .columns = {{"oracle"},
                                  {"agree", true},
                                  {"skip", true},
                                  {"finding", true},
                                  {"seconds", true},
                                  {.label = "share", .page_only = true}}};
  uint64_t most = 0;
  for (const auto& [name, counts] : tally.oracles) most = std::max(most, Sum(counts));
  for (const auto& [name, counts] : tally.oracles) {
    table.rows.push_back({{name},
                          NumberCell(counts.agree),
                          NumberCell(counts.skip),
                          NumberCell(counts.finding),
                          Decimal(counts.seconds),
                          BarOf(counts, most)});
  }
  return table;
}

ReportedTable Passes(const Tally& tally) {
  ReportedTable table{
      .title = "Passes",
      .note = "How often each pass was tried, how many modules it changed, and what oracles said about it.",
      .columns = {{"pass"},
                  {"tried", true},
                  {"changed", true},
                  {"agree", true},
                  {"skip", true},
                  {"finding", true},
                  {.label = "share", .page_only = true}}};
  uint64_t most = 0;
  for (const auto& [name, pass] : tally.passes) most = std::max(most, Sum(Total(pass)));
  for (const auto& [name, pass] : tally.passes) {
    OracleTally total = Total(pass);
    table.rows.push_back({{name},
                          NumberCell(pass.tried),
                          Decimal(ChangedPercent(pass), " %"),
                          NumberCell(total.agree),
                          NumberCell(total.skip),
                          NumberCell(total.finding),
                          BarOf(total, most)});
  }
  // What was found first, then what was tried most, since a summary has the first rows alone.
  std::ranges::sort(table.rows, [](const auto& a, const auto& b) {
    return std::tuple(*b[5].number, *b[1].number, a[0].text) < std::tuple(*a[5].number, *a[1].number, b[0].text);
  });
  return table;
}

// The same reason from several oracles is one line.
ReportedTable Skips(const Tally& tally) {
  ReportedTable table{.title = "Skips by reason", .columns = {{"count", true}, {"kind"}, {"reason"}}};
  std::map<Skip, uint64_t> reasons;
  for (const auto& [reason, count] : tally.skips) reasons[reason.skip] += count;
  std::vector<std::pair<Skip, uint64_t>> sorted(reasons.begin(), reasons.end());
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  if (sorted.size() > kMostReasons) sorted.resize(kMostReasons);
  for (const auto& [skip, count] : sorted) {
    std::string kind = Skip{skip.kind, "", skip.refusal}.Text();
    table.rows.push_back({NumberCell(count), {std::move(kind)}, {FirstLine(skip.why, 300)}});
  }
  return table;
}

ReportedTable Uncompiled(const Tally& tally) {
  ReportedTable table{.title = "Modules that were not compiled",
                      .note = fmt::format("{:.2f} % were.", 100 * CompiledShare(tally)),
                      .columns = {{"modules", true}, {"first reason"}}};
  for (const auto& [why, count] : ByCount(NotCompiled(tally)))
    table.rows.push_back({NumberCell(count), {FirstLine(why, 300)}});
  return table;
}

ReportedTable Moves(const Tally& tally) {
  ReportedTable table{
      .title = "Mutations",
      .note = fmt::format("{} reached something first; {} began with one of the project's own texts. {} "
                          "beside the runs' own were screened, {} of them looked wrong and were judged.",
                          Counted(tally.kept, "module"), Counted(tally.own_texts, "run"),
                          Counted(tally.screened, "module"), tally.suspicious),
      .columns = {{"mutation"}, {"modules", true}, {"reached something first", true}}};
  for (const auto& [name, move] : tally.moves)
    table.rows.push_back({{name}, NumberCell(move.made), NumberCell(move.kept)});
  return table;
}

ReportedTable Seeds(const Tally& tally) {
  ReportedTable table{.title = "Seeds", .columns = {{"modules from files"}, {"count", true}}};
  for (const auto& [what, count] : tally.seeds) table.rows.push_back({{what}, NumberCell(count)});
  return table;
}

ReportedTable Swept(const Tally& tally) {
  SweepTally total = Total(tally.sweep);
  ReportedTable table{.title = "Sweep",
                      .note = fmt::format("{} of {} rows were tried, of {} of {} operators and families of kernels.",
                                          total.tried, total.rows, tally.sweep.size(), tally.swept_units),
                      .columns = {{"swept"},
                                  {"rows tried", true},
                                  {"rows", true},
                                  {"pairs covered", true},
                                  {"pairs refused by inference", true}},
                      .page_only = true};
  for (const auto& [name, unit] : tally.sweep) {
    table.rows.push_back({{name},
                          NumberCell(std::min(unit.tried, unit.rows)),
                          NumberCell(unit.rows),
                          NumberCell(unit.covered),
                          NumberCell(unit.refused)});
  }
  return table;
}

// "op dtype kind-of-shape" by operator and dtype.
ReportedTable Operators(const Tally& tally) {
  std::map<std::string_view, std::map<std::string_view, int>> kinds;
  std::set<std::string_view> dtypes;
  for (const std::string& text : tally.op_coverage) {
    std::string_view entry = text;
    size_t first = entry.find(' '), last = entry.rfind(' ');
    if (first == last) continue;
    std::string_view dtype = entry.substr(first + 1, last - first - 1);
    dtypes.insert(dtype);
    ++kinds[entry.substr(0, first)][dtype];
  }
  ReportedTable table{
      .title = "Operators and dtypes",
      .note = "In how many kinds of shape (scalar, static, symbolic, …) each operator gave each dtype; empty: never.",
      .columns = {{"operator"}, {"all", true}},
      .grid = true,
      .page_only = true};
  if (dtypes.empty()) return table;
  for (std::string_view dtype : dtypes) table.columns.push_back({std::string(dtype), true});
  for (const OpSpec* row : AllOps()) {
    std::vector<ReportedCell> cells{{std::string(row->name)}, {}};
    int all = 0;
    for (std::string_view dtype : dtypes) {
      int count = kinds[row->name][dtype];
      all += count;
      cells.push_back({.text = count == 0 ? "" : std::to_string(count), .number = count, .shade = std::min(count, 3)});
    }
    cells[1] = NumberCell(static_cast<uint64_t>(all));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::vector<ReportedCell> CodeRow(const ReachCount& count, std::string_view unnamed) {
  auto share = [](uint64_t part, uint64_t all) {
    return all == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(all);
  };
  double reached = share(count.blocks_reached, count.blocks);
  return {{count.name.empty() ? std::string(unnamed) : count.name},
          NumberCell(count.functions_reached),
          NumberCell(count.functions),
          NumberCell(count.blocks_reached),
          NumberCell(count.blocks),
          Decimal(BlocksPercent(count), " %"),
          {.bar = {reached, 1 - reached, 0, 0}}};
}

const std::vector<ReportedColumn> kCodeColumns = {{"functions reached", true}, {"functions", true},
                                                  {"blocks reached", true},    {"blocks", true},
                                                  {"of the blocks", true},     {.label = "share", .page_only = true}};

ReportedTable CodeTable(std::string title, std::string note, std::string first, const std::vector<ReachCount>& counts,
                        std::string_view unnamed) {
  ReportedTable table{.title = std::move(title), .note = std::move(note), .columns = {{std::move(first)}}};
  table.columns.insert(table.columns.end(), kCodeColumns.begin(), kCodeColumns.end());
  for (const ReachCount& count : counts) table.rows.push_back(CodeRow(count, unnamed));
  // Where most is left first.
  std::ranges::sort(table.rows, {}, [](const std::vector<ReportedCell>& row) {
    return std::pair(*row[3].number - *row[4].number, row[0].text);
  });
  return table;
}

ReportedTable CodeAreas(const Tally& tally) {
  if (!tally.code) return {};
  std::string note = fmt::format(
      "Of {} {:.1f} % were reached. An area is a folder of its sources, which the library itself names for "
      "some of its functions; what stands between two of these is of their folder. Of assay's own code, blocks count "
      "that "
      "call others of its functions.",
      Counted(tally.code->total.blocks, "block"), BlocksPercent(tally.code->total));
  return CodeTable("Code of the subject by area", std::move(note), "area", tally.code->areas, "of no known area");
}

ReportedTable CodeFiles(const Tally& tally) {
  if (!tally.code) return {};
  ReportedTable table =
      CodeTable("Code of the subject by file", "Each function counts for the file that it, or those around it, name.",
                "file", tally.code->files, "of no known file");
  table.page_only = true;
  return table;
}

}  // namespace

size_t OperatorsCovered(const Tally& tally) {
  std::set<std::string_view> operators;
  for (const std::string& entry : tally.op_coverage)
    operators.insert(std::string_view(entry).substr(0, entry.find(' ')));
  return operators.size();
}

size_t OperatorsKnown() { return AllOps().size(); }

std::vector<ReportedTable> CoverageTables(const Tally& tally) {
  std::vector<ReportedTable> tables{Oracles(tally),    Passes(tally),   Operators(tally), Swept(tally),
                                    Uncompiled(tally), Skips(tally),    Seeds(tally),     Moves(tally),
                                    CodeAreas(tally),  CodeFiles(tally)};
  std::erase_if(tables, [](const ReportedTable& table) { return table.rows.empty(); });
  return tables;
}

}  // namespace assay
