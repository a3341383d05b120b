// The page of a mutation measurement (mutation.h).
#include <map>

#include <fmt/format.h>

#include "fuzzers/bench/mutation.h"
#include "oracles/report/show.h"

namespace assay {
namespace {

struct Share {
  size_t killed = 0, all = 0;
};

std::string Shares(std::string_view title, const std::map<std::string, Share>& shares) {
  std::string out = fmt::format("<h2>{}</h2>\n<div class=\"scroll\"><table>\n", title);
  for (const auto& [name, share] : shares) {
    double percent = 100 * static_cast<double>(share.killed) / static_cast<double>(share.all);
    out += fmt::format("<tr><td>{}</td><td class=\"n\">{} of {}</td><td class=\"n\">{:.0f} %</td><td><span class=\"bar\"><i class=\"p\" "
                       "style=\"width:{:.1f}%\"></i><i class=\"f\" style=\"width:{:.1f}%\"></i></span></td></tr>\n",
                       HtmlEscaped(name), share.killed, share.all, percent, percent, 100 - percent);
  }
  return out + "</table></div>\n";
}

std::string Killers(const MutationResult& result) {
  std::map<std::string, size_t> oracles;
  for (const MutationTrial& trial : result.trials) {
    if (trial.killed) ++oracles[trial.oracle];
  }
  std::string out = "<h2>Killed by</h2>\n<div class=\"scroll\"><table>\n";
  for (const auto& [oracle, count] : oracles) {
    out += fmt::format("<tr><td>{}</td><td class=\"n\">{}</td><td><span class=\"bar\"><i class=\"p\" style=\"width:{:.1f}%\"></i></span></td></tr>\n",
                       HtmlEscaped(oracle), count, 100.0 * static_cast<double>(count) / static_cast<double>(result.trials.size()));
  }
  return out + "</table></div>\n";
}

std::string Survivors(const MutationResult& result) {
  std::string out = "<h2>Survivors</h2>\n<div class=\"scroll\"><table><tr><th>place</th><th>kind</th><th>what stood there</th><th>reason</th></tr>\n";
  for (const MutationTrial& trial : result.trials) {
    if (trial.killed) continue;
    out += fmt::format("<tr><td><code>{}:{}</code></td><td>{}</td><td><code>{}</code></td><td class=\"{}\">{}</td></tr>\n", HtmlEscaped(trial.mutant.file),
                       trial.mutant.line, HtmlEscaped(trial.mutant.kind), HtmlEscaped(trial.mutant.text), trial.equivalent ? "known" : "",
                       HtmlEscaped((trial.equivalent ? "equivalent: " : "") + trial.reason));
  }
  return out + "</table></div>\n";
}

}  // namespace

std::string MutationPage(const MutationResult& result) {
  std::map<std::string, Share> kinds, files;
  size_t survivors = 0;
  for (const MutationTrial& trial : result.trials) {
    survivors += trial.killed ? 0 : 1;
    if (trial.equivalent) continue;
    for (Share* share : {&kinds[std::string(trial.mutant.kind)], &files[std::string(trial.mutant.file)]}) {
      ++share->all;
      share->killed += trial.killed ? 1 : 0;
    }
  }
  std::string out = PageHead("Mutation power") + "<div class=\"figures\">\n";
  out += Figure(fmt::format("{:.1f} %", 100 * result.killed_share()), "of non-equivalent mutants killed");
  out += Figure(fmt::format("{:.1f} %", 100 * result.campaign_share()), result.suites_first ? "by campaigns, at least" : "by campaigns alone");
  out += Figure(ShowCount(result.trials.size()), fmt::format("tried, for at most {:.0f} s each", result.budget));
  out += Figure(ShowCount(survivors), "survived");
  out += Figure(fmt::format("{} of {}", ShowCount(result.reached), ShowCount(result.mutants)), "places reached without a fault");
  out += "</div>\n" + Shares("By kind", kinds) + Killers(result) + Survivors(result) + Shares("By file", files);
  return out + std::string(kPageEnd);
}

}  // namespace assay
