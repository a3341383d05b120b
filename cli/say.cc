#include "cli/say.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {

bool ColourOn(int fd) {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(fd) == 1 && (no_colour == nullptr || *no_colour == '\0');
}

int Report(const Diag& diag, ExitCode code, const Context* ctx) {
  SourceMap none;
  fmt::print(stderr, "{}{}\n", diag.span.file == 0 ? "assay: " : "",
             Render(diag, ctx == nullptr ? none : ctx->sources, ColourOn(STDERR_FILENO)));
  return code;
}

int ReportFile(const Diag& diag, const Context* ctx) {
  if (diag.kind == DiagKind::kEnvironment) return Report(diag, kEnvironment, ctx);
  if (diag.kind == DiagKind::kBadArgument && diag.span.file == 0) return Report(diag, kUsage, ctx);
  return Report(diag, kBadInput, ctx);
}

void PrintJson(const nlohmann::json& json) {
  // Text from elsewhere may be no UTF-8; the object must still be JSON.
  fmt::print("{}\n", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

namespace {
bool IsNumber(const std::string& cell) { return !cell.empty() && cell[0] >= '0' && cell[0] <= '9'; }

// Columns of text: bytes that do not continue a UTF-8 sequence.
size_t Width(const std::string& cell) {
  return static_cast<size_t>(std::count_if(cell.begin(), cell.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}
}  // namespace

std::string Table::Text() const {
  std::vector<size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], Width(row[i]));
  }
  std::string out;
  for (const auto& row : rows_) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      std::string pad(widths[i] - Width(row[i]), ' ');
      line += i == 0 ? "" : "  ";
      line += IsNumber(row[i]) ? pad + row[i] : row[i] + pad;
    }
    while (line.ends_with(' ')) line.pop_back();
    out += line + "\n";
  }
  return out;
}

std::string Table::Markdown() const {
  std::string out;
  for (size_t i = 0; i < rows_.size(); ++i) {
    std::vector<std::string> cells;
    for (std::string cell : rows_[i]) {
      for (size_t at = 0; (at = cell.find('|', at)) != std::string::npos; at += 2) cell.replace(at, 1, "\\|");
      cells.push_back(std::move(cell));
    }
    out += fmt::format("| {} |\n", fmt::join(cells, " | "));
    if (i != 0) continue;
    out += "|";
    for (size_t column = 0; column < rows_[0].size(); ++column) out += "--|";
    out += "\n";
  }
  return out;
}

nlohmann::json Table::Json() const {
  nlohmann::json list = nlohmann::json::array();
  for (size_t row = 1; row < rows_.size(); ++row) {
    nlohmann::json object = nlohmann::json::object();
    for (size_t i = 0; i < rows_[row].size(); ++i) object[rows_[0][i]] = rows_[row][i];
    list.push_back(std::move(object));
  }
  return list;
}

}  // namespace assay
