#include "oracles/report/show.h"

#include <fmt/format.h>

namespace assay {
namespace {

// Figures wrap, tables scroll, and letters grow with screens that are very wide.
constexpr std::string_view kStyle =
    ":root{color-scheme:light dark;--fg:#1d2126;--bg:#fff;--soft:#f3f5f8;--line:#d9dde3;--grey:#626a75;--good:#187a5b;--bad:#b3261e;--known:#8a5a00}"
    "@media(prefers-color-scheme:dark){:root{--fg:#dfe3e8;--bg:#15181c;--soft:#22272e;--line:#3a414b;--grey:#9aa3af;--good:#4cc79e;--bad:#ff7b72;--known:#d9a441}}"
    "*{box-sizing:border-box}html{font-size:15px}@media(min-width:2200px){html{font-size:22px}}"
    "body{font:1rem/1.45 system-ui,sans-serif;margin:0;color:var(--fg);background:var(--bg)}"
    "main{max-width:76rem;margin:0 auto;padding:1.2rem;overflow-wrap:anywhere}h1{font-size:1.7rem;margin:.2em 0}"
    "h2{font-size:1.25rem;margin:1.8em 0 .5em;padding-bottom:.2em;border-bottom:1px solid var(--line)}h3{font-size:1.05rem;margin:1.2em 0 .3em}"
    "a{color:inherit}.figures{display:flex;flex-wrap:wrap;gap:.7rem;margin:1rem 0}.figures div{background:var(--soft);border-radius:6px;padding:.5rem .9rem}"
    ".figures b{display:block;font-size:1.5rem}.good b,.good{color:var(--good)}.bad b,.bad{color:var(--bad)}.known{color:var(--known)}"
    ".scroll{overflow-x:auto}table{border-collapse:collapse}th,td{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top;overflow-wrap:normal}"
    "tr{border-bottom:1px solid var(--line)}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}"
    "code,pre{font:.87rem ui-monospace,monospace}pre{background:var(--soft);padding:.7rem;overflow-x:auto;border-radius:6px;overflow-wrap:normal}"
    "details{border-bottom:1px solid var(--line)}summary{cursor:pointer;padding:.35rem 0}svg{max-width:100%;height:auto}svg text{font:12px sans-serif;fill:var(--grey)}"
    ".bar{display:flex;width:12rem;height:.75rem;margin-top:.35rem;background:var(--soft)}.bar i{display:block}.p{background:var(--good)}.f{background:var(--bad)}"
    ".k{background:var(--known)}.s{background:var(--line)}nav a{margin-right:1rem}";

}  // namespace

std::string HtmlEscaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string ShowCount(uint64_t count) {
  std::string digits = std::to_string(count);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string PageHead(std::string_view title, std::string_view style) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
      "<title>{0}</title>\n<style>{1}{2}</style></head><body><main>\n<h1>{0}</h1>\n",
      HtmlEscaped(title), kStyle, style);
}

std::string Figure(std::string_view value, std::string_view what, std::string_view klass) {
  return fmt::format("<div class=\"{}\"><b>{}</b>{}</div>\n", klass, value, what);
}

}  // namespace assay
