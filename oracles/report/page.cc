// A report as one HTML page (report.h): page.html, which travels in the program, filled with what does not change
// (header, figures, tables, charts) and with the cases as JSON, which its script lists. Without a script there is a
// plain table of them.
#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "oracles/report/chart.h"
#include "oracles/report/report.h"
#include "oracles/report/show.h"

namespace assay {

// The text of page.html.
extern const std::string_view kPageSource;

namespace {

// Pages stay small enough to open: beyond this, cases say where their texts stand.
constexpr size_t kMostText = size_t{12} << 20;
constexpr size_t kMostOfOne = 20'000;
// Order in which statuses are sorted and offered.
constexpr const char* kStatuses[] = {"open",   "failed",    "fails alone", "flaky",
                                     "known",  "both fail", "other fails", "expected failure",
                                     "closed", "allowed",   "skipped",     "not applicable"};

// Letters and digits, for addresses within the page.
std::string Anchor(std::string_view name) {
  std::string out;
  for (char c : name) {
    bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_';
    if (plain || (!out.empty() && out.back() != '-')) out += plain ? c : '-';
  }
  return out;
}

bool IsListed(const ReportedCase& one) { return one.on_page && (one.ending != CaseEnding::kPassed || one.other_fails); }

int Rank(const ReportedCase& one) {
  switch (one.ending) {
    case CaseEnding::kFailed: return 0;
    case CaseEnding::kKnown: return 1;
    case CaseEnding::kPassed: return one.other_fails ? 2 : 6;
    case CaseEnding::kClosed: return 3;
    case CaseEnding::kSkipped: return 4;
    case CaseEnding::kNotApplicable: return 5;
  }
  return 6;
}

// ---- the cases as JSON

class Rows {
 public:
  explicit Rows(const ReportedRun& report) : report_(report) {}
  nlohmann::json rows = nlohmann::json::array();
  size_t unlisted = 0;

  void Add(const ReportedCase& one) {
    if (!one.on_page) return;
    if (!IsListed(one)) {
      ++unlisted;
      return;
    }
    std::string id = Anchor(one.id.empty() ? one.suite + "-" + one.name : one.id);
    auto [place, fresh] = places_.emplace(id, rows.size());
    if (fresh) rows.push_back(RowOf(one, id));
    if (fresh)
      ranks_.push_back(Rank(one));
    else if (one.score.empty())
      return;
    nlohmann::json& row = rows[place->second];
    if (!one.score.empty()) row["scores"].push_back({one.score, StatusWord(one, report_), Bounded(one.detail)});
    if (fresh || Rank(one) >= ranks_[place->second]) return AddSides(one, row);
    ranks_[place->second] = Rank(one);
    row["status"] = StatusWord(one, report_);
    row["what"] = FirstLine(one.detail, 200);
    row["klass"] = one.klass;
    AddSides(one, row);
  }

 private:
  static void Put(nlohmann::json& row, const char* key, const std::string& text) {
    if (!text.empty()) row[key] = text;
  }

  std::string Bounded(const std::string& text) {
    if (text.empty()) return text;
    spent_ += std::min(text.size(), kMostOfOne);
    if (spent_ > kMostText) return "(left out: the page would be too large)";
    return text.size() <= kMostOfOne ? text : text.substr(0, text.rfind('\n', kMostOfOne)) + "\n…";
  }

  // Scores of one case often differ in the same texts.
  void AddSides(const ReportedCase& one, nlohmann::json& row) {
    if (one.sides.empty() || spent_ > kMostText) return;
    nlohmann::json sides = SidesToJson(one.sides);
    nlohmann::json& all = row["sides"];
    if (all.is_array() && std::ranges::find(all, sides) != all.end()) return;
    spent_ += one.sides.expected.size() + one.sides.got.size();
    all.push_back(std::move(sides));
  }

  nlohmann::json RowOf(const ReportedCase& one, const std::string& id) {
    nlohmann::json row{
        {"id", id}, {"status", StatusWord(one, report_)}, {"name", one.case_name.empty() ? one.name : one.case_name}};
    Put(row, "suite", one.suite);
    Put(row, "group", one.group);
    Put(row, "pass", one.pass);
    Put(row, "klass", one.klass);
    Put(row, "what", FirstLine(one.detail, 200));
    if (one.score.empty()) Put(row, "detail", Bounded(one.detail));
    Put(row, "reason", one.reason);
    Put(row, "other", one.other_detail);
    Put(row, "module", Bounded(one.module));
    Put(row, "replay", one.replay);
    if (!one.file.empty()) row["place"] = one.line > 1 ? fmt::format("{}:{}", one.file, one.line) : one.file;
    if (!one.also.empty()) row["also"] = one.also;
    if (one.lines > 0) row["lines"] = one.lines;
    if (one.seen > 1 || one.lines > 0) row["seen"] = one.seen;
    for (const auto& [name, link] : one.links) row["links"].push_back({name, link});
    return row;
  }

  const ReportedRun& report_;
  std::map<std::string, size_t> places_;
  std::vector<int> ranks_;
  size_t spent_ = 0;
};

// In a script no text may end it.
std::string ForScript(const nlohmann::json& json) {
  std::string text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), out;
  for (char c : text) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string DataOf(const ReportedRun& report, const Rows& rows) {
  nlohmann::json docs = nlohmann::json::object();
  for (const ReportedGroup& group : report.groups) {
    if (!group.doc.empty()) docs[group.name] = group.doc;
  }
  std::string unlisted = rows.unlisted == 0 ? ""
                                            : fmt::format("{} that passed {} not listed.", ShowCount(rows.unlisted),
                                                          rows.unlisted == 1 ? "is" : "are");
  return ForScript(
      {{"rows", rows.rows},
       {"docs", docs},
       {"labels", {{"name", report.case_word}, {"group", report.group_word}, {"klass", report.class_word}}},
       {"statuses", kStatuses},
       {"against", report.against},
       {"unlisted", unlisted}});
}

// What is read where no script runs.
std::string PlainCases(const ReportedRun& report, const nlohmann::json& rows) {
  if (report.cases.empty()) return "";
  std::string title = fmt::format("<h2 id=\"cases-title\">{}</h2>\n", HtmlEscaped(report.list_title));
  std::string out =
      "<section id=\"cases\" aria-labelledby=\"cases-title\">" + title + "<div id=\"app\" hidden></div>\n";
  if (rows.empty()) return out + "<p>None.</p></section>\n";
  out += fmt::format(
      "<noscript><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Cases\"><table><thead><tr><th "
      "scope=\"col\">status</th>"
      "<th scope=\"col\">{}</th><th scope=\"col\">{}</th><th scope=\"col\">pass</th><th scope=\"col\">{}</th><th "
      "scope=\"col\">what happened</th></tr></thead><tbody>\n",
      HtmlEscaped(report.case_word), HtmlEscaped(report.group_word), HtmlEscaped(report.class_word));
  for (const nlohmann::json& row : rows) {
    out += fmt::format("<tr id=\"{}\"><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                       row.value("id", ""), HtmlEscaped(row.value("status", "")), HtmlEscaped(row.value("name", "")),
                       HtmlEscaped(row.value("group", "")), HtmlEscaped(row.value("pass", "")),
                       HtmlEscaped(row.value("klass", "")), HtmlEscaped(row.value("what", "")));
  }
  return out + "</tbody></table></div></noscript></section>\n";
}

// ---- what stands still

std::string HeadOf(const ReportedRun& report) {
  std::string out = fmt::format("<header><h1>{}</h1>\n<p class=\"lead\">{}</p>\n<dl class=\"facts\">\n",
                                HtmlEscaped(TitleOf(report)), HtmlEscaped(SummaryOf(report) + "."));
  for (const auto& [name, value] : report.facts) {
    bool wide = value.size() > 60;
    out += fmt::format("<div{}><dt>{}</dt><dd>{}</dd></div>\n", wide ? " class=\"wide\"" : "", HtmlEscaped(name),
                       wide ? "<code>" + HtmlEscaped(value) + "</code>" : HtmlEscaped(value));
  }
  return out + "</dl></header>\n";
}

std::string NavOf(const ReportedRun& report) {
  std::string out = "<nav class=\"sections\" aria-label=\"Sections\"><ul>";
  if (!report.cases.empty()) out += "<li><a href=\"#cases\">Cases</a></li>";
  if (!report.history.empty()) out += "<li><a href=\"#History\">History</a></li>";
  for (const ReportedTable& table : report.tables)
    out += fmt::format("<li><a href=\"#{}\">{}</a></li>", Anchor(table.title), HtmlEscaped(table.title));
  return out + "</ul></nav>\n";
}

std::string FigureOf(const ReportedFigure& figure) {
  return fmt::format("<li class=\"{}\"><b>{}</b>{}</li>\n", figure.tone, HtmlEscaped(figure.value),
                     HtmlEscaped(figure.what));
}

std::string FiguresOf(const ReportedRun& report) {
  std::vector<ReportedFigure> figures;
  Endings all;
  for (const ReportedCase& one : report.cases) {
    if (one.on_page) all.Count(one.ending);
  }
  if (!report.against.empty()) {
    AgainstCounts counts = CountAgainst(report);
    figures.push_back(
        {ShowCount(counts.ours), "failed by " + report.subject + " alone", counts.ours == 0 ? "good" : "bad"});
    figures.push_back({ShowCount(counts.theirs), "failed by " + report.against + " alone", ""});
    figures.push_back({ShowCount(counts.both), "failed by both", ""});
  } else if (!report.cases.empty()) {
    figures.push_back({ShowCount(all.failed), report.compared ? "newly failing" : report.failing_word,
                       all.failed == 0 ? "good" : "bad"});
    if (report.compared) figures.push_back({ShowCount(report.newly_passing.size()), "newly passing", "good"});
    if (all.known > 0) figures.push_back({ShowCount(all.known), "known", "known"});
    if (all.closed > 0) figures.push_back({ShowCount(all.closed), "closed", ""});
    if (all.skipped > 0) figures.push_back({ShowCount(all.skipped), "skipped", ""});
    if (all.not_applicable > 0) figures.push_back({ShowCount(all.not_applicable), "not applicable", ""});
  }
  figures.insert(figures.end(), report.figures.begin(), report.figures.end());
  std::string out = "<ul class=\"figures\">\n";
  for (const ReportedFigure& figure : figures) out += FigureOf(figure);
  return figures.empty() ? "" : out + "</ul>\n";
}

std::string BarOf(const std::array<double, 4>& bar) {
  std::string out = "<span class=\"bar\" aria-hidden=\"true\">";
  for (size_t i = 0; i < bar.size(); ++i) {
    // What is there at all is seen.
    if (bar[i] > 0) out += fmt::format("<i class=\"b{}\" style=\"width:max(2px,{:.2f}%)\"></i>", i, 100 * bar[i]);
  }
  return out + "</span>";
}

std::string CellOf(const ReportedCell& cell, const ReportedColumn& column, bool names_row) {
  std::string classes = column.number ? "n" : "";
  if (cell.shade > 0) classes += fmt::format(" s{}", cell.shade);
  std::string attributes = classes.empty() ? "" : fmt::format(" class=\"{}\"", classes);
  if (cell.number) attributes += fmt::format(" data-n=\"{:g}\"", *cell.number);
  double length = std::accumulate(cell.bar.begin(), cell.bar.end(), 0.0);
  bool bar = length > 0;
  if (bar && !cell.number) attributes += fmt::format(" data-n=\"{:g}\"", length);
  std::string_view tag = names_row ? "th" : "td";
  return fmt::format("<{}{}{}>{}</{}>", tag, names_row ? " scope=\"row\"" : "", attributes,
                     bar ? BarOf(cell.bar) : HtmlEscaped(cell.text), tag);
}

std::string TableOf(const ReportedTable& table) {
  std::string out = fmt::format("<section aria-labelledby=\"{0}\"><h2 id=\"{0}\">{1}</h2>\n", Anchor(table.title),
                                HtmlEscaped(table.title));
  if (!table.note.empty()) out += fmt::format("<p class=\"note\">{}</p>\n", HtmlEscaped(table.note));
  out += fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table class=\"sortable{}\"><thead><tr>",
      HtmlEscaped(table.title), table.grid ? " grid" : "");
  for (const ReportedColumn& column : table.columns) {
    out += fmt::format("<th scope=\"col\"{}><button type=\"button\">{}</button></th>",
                       column.number ? " class=\"n\"" : "", HtmlEscaped(column.label));
  }
  out += "</tr></thead><tbody>\n";
  for (const std::vector<ReportedCell>& row : table.rows) {
    out += "<tr>";
    for (size_t i = 0; i < row.size(); ++i) out += CellOf(row[i], table.columns[i], table.grid && i == 0);
    out += "</tr>\n";
  }
  return out + "</tbody></table></div></section>\n";
}

std::string ChartOf(const ReportedChart& chart) {
  return fmt::format("<section><h2 id=\"{0}\">{1}</h2>\n<figure>{2}<figcaption>{3}</figcaption></figure></section>\n",
                     Anchor(chart.title), HtmlEscaped(chart.title), chart.svg, HtmlEscaped(chart.text));
}

std::string NewlyPassing(const ReportedRun& report) {
  if (report.newly_passing.empty()) return "";
  std::string out = "<section><h2>Newly passing</h2>\n<ul>\n";
  for (const std::string& name : report.newly_passing) out += fmt::format("<li>{}</li>\n", HtmlEscaped(name));
  return out + "</ul></section>\n";
}

std::string SectionsOf(const ReportedRun& report) {
  std::string out = NewlyPassing(report);
  for (const ReportedChart& chart : TrendCharts(report.history)) out += ChartOf(chart);
  if (!report.history.empty()) out += TableOf(HistoryTable(report.history));
  for (const ReportedChart& chart : report.charts) out += ChartOf(chart);
  for (const ReportedTable& table : report.tables) out += TableOf(table);
  return out;
}

// The template's comments are its places; each stands once.
std::string Filled(std::string_view source, const std::vector<std::pair<std::string_view, std::string>>& parts) {
  std::string out;
  for (const auto& [name, text] : parts) {
    std::string mark = fmt::format("<!--{}-->", name);
    size_t at = source.find(mark);
    if (at == std::string_view::npos) continue;
    out.append(source.substr(0, at)).append(text);
    source.remove_prefix(at + mark.size());
  }
  return out.append(source);
}

}  // namespace

ReportedTable HistoryTable(const std::vector<RunSummary>& history) {
  ReportedTable table{
      .title = "History",
      .note =
          "Each run against the one before it: what it was the first to show, what still failed, and what no longer "
          "came up.",
      .columns = {{"run"}, {"subject"}, {"failing", true}, {"new", true}, {"still failing", true}, {"gone", true}}};
  for (auto run = history.rbegin(); run != history.rend(); ++run) {
    table.rows.push_back({{run->when},
                          {run->subject},
                          NumberCell(run->failing),
                          NumberCell(run->fresh),
                          NumberCell(run->still),
                          NumberCell(run->gone)});
  }
  return table;
}

ReportedCell NumberCell(uint64_t count) { return {.text = ShowCount(count), .number = static_cast<double>(count)}; }

std::string HtmlReport(const ReportedRun& report) {
  Rows rows(report);
  for (const ReportedCase& one : report.cases) rows.Add(one);
  std::string title = HtmlEscaped(TitleOf(report));
  return Filled(kPageSource, {{"title", title},
                              {"head", HeadOf(report) + NavOf(report)},
                              {"figures", FiguresOf(report)},
                              {"cases", PlainCases(report, rows.rows)},
                              {"sections", SectionsOf(report)},
                              {"foot", report.made_by.empty() ? "" : "Made by " + HtmlEscaped(report.made_by) + "."},
                              {"data", DataOf(report, rows)}});
}

}  // namespace assay
