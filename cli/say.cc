#include "cli/say.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/help.h"
#include "ir/support/printable.h"

namespace assay {

namespace {

enum class Colour { kAuto, kAlways, kNever };
Colour colour = Colour::kAuto;

bool IsSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

void SetColour(const std::string& when) {
  colour = when == "always" ? Colour::kAlways : when == "never" ? Colour::kNever : Colour::kAuto;
}

bool ColourOn(int fd) {
  if (colour != Colour::kAuto) return colour == Colour::kAlways;
  if (IsSet("NO_COLOR")) return false;
  return IsSet("FORCE_COLOR") || isatty(fd) == 1;
}

void SayError(std::string_view sentence) {
  bool bold = ColourOn(STDERR_FILENO);
  fmt::print(stderr, "assay: {}error:{} {}\n", bold ? "\x1b[1;31m" : "", bold ? "\x1b[0m" : "",
             Printable(sentence, LineEnds::kKept));
}

void SayNote(std::string_view sentence) {
  fmt::print(stderr, "assay: note: {}\n", Printable(sentence, LineEnds::kKept));
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

size_t PageColumns() {
  constexpr size_t kNoPage = std::numeric_limits<size_t>::max();
  winsize size{};
  if (isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
    return size.ws_col;
  return isatty(STDOUT_FILENO) == 1 ? kPageWidth : kNoPage;
}

namespace {
bool IsNumber(const std::string& cell) { return !cell.empty() && cell[0] >= '0' && cell[0] <= '9'; }

// Narrower columns would hold no word.
constexpr size_t kLeastColumn = 12;
constexpr size_t kGap = 2;

// Takes columns from the widest until all fit.
void Narrow(std::vector<size_t>& widths, size_t most) {
  auto all = [&] { return std::accumulate(widths.begin(), widths.end(), kGap * (widths.size() - 1)); };
  while (all() > most) {
    auto widest = std::max_element(widths.begin(), widths.end());
    if (*widest <= kLeastColumn) return;
    --*widest;
  }
}

// Lines of at most `width` columns; a word that is longer is broken.
std::vector<std::string> LinesOf(const std::string& cell, size_t width) {
  std::vector<std::string> lines;
  std::string wrapped = Wrapped(cell, width);
  for (std::string_view rest = wrapped; !rest.empty() || lines.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    size_t bytes = 0;
    for (size_t columns = 0; bytes < line.size(); ++bytes) {
      bool starts = (line[bytes] & 0xC0) != 0x80;
      if (starts && ++columns > width) break;
    }
    lines.emplace_back(line.substr(0, bytes));
    rest.remove_prefix(std::min(rest.size(), bytes == line.size() ? bytes + 1 : bytes));
  }
  return lines;
}

// What fits into one line; JSON has the whole.
std::string FirstLine(const std::string& cell) {
  size_t end = cell.find('\n');
  return end == std::string::npos ? cell : cell.substr(0, end) + " …";
}

std::vector<std::string> FirstLines(const std::vector<std::string>& row) {
  std::vector<std::string> cells;
  for (const std::string& cell : row) cells.push_back(FirstLine(cell));
  return cells;
}

// One line of a row; `cells` are padded to their columns.
std::string Joined(const std::vector<std::string>& cells, const std::vector<size_t>& widths) {
  std::string line;
  for (size_t i = 0; i < cells.size(); ++i) {
    std::string pad(widths[i] - std::min(widths[i], ColumnsOf(cells[i])), ' ');
    line += i == 0 ? "" : std::string(kGap, ' ');
    line += IsNumber(cells[i]) ? pad + cells[i] : cells[i] + pad;
  }
  while (line.ends_with(' ')) line.pop_back();
  return line + "\n";
}
}  // namespace

std::vector<size_t> Table::Widths() const {
  std::vector<size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], ColumnsOf(FirstLine(row[i])));
  }
  return widths;
}

std::string Table::Text() const {
  std::vector<size_t> widths = Widths();
  std::string out;
  for (const auto& row : rows_) out += Joined(FirstLines(row), widths);
  return out;
}

std::string Table::Text(size_t width) const {
  std::vector<size_t> widths = Widths();
  Narrow(widths, width);
  std::string out;
  for (const auto& row : rows_) {
    std::vector<std::vector<std::string>> cells;
    size_t lines = 0;
    for (size_t i = 0; i < row.size(); ++i)
      lines = std::max(lines, cells.emplace_back(LinesOf(row[i], widths[i])).size());
    for (size_t line = 0; line < lines; ++line) {
      std::vector<std::string> parts;
      for (const auto& cell : cells) parts.push_back(line < cell.size() ? cell[line] : "");
      out += Joined(parts, widths);
    }
  }
  return out;
}

std::string Table::Markdown() const {
  std::string out;
  for (size_t i = 0; i < rows_.size(); ++i) {
    std::vector<std::string> cells;
    for (std::string cell : FirstLines(rows_[i])) {
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
