// What the commands say: diagnostics with the exit code that belongs to them, tables, JSON. Results go to standard
// output, everything else to standard error. Tested by cli_test.cc and say_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "ir/context.h"
#include "ir/support/result.h"
#include "oracles/report/show.h"

namespace assay {

// --color: "always", "never", or "auto" for what ColourOn says of a terminal.
void SetColour(const std::string& when);
// Whether to colour what goes to this stream. Where --color leaves it open: never with NO_COLOR, always with
// FORCE_COLOR, else on a terminal.
bool ColourOn(int fd);

// "assay: error: sentence" and "assay: note: sentence" on standard error.
void SayError(std::string_view sentence);
void SayNote(std::string_view sentence);

// Prints the diagnostic to standard error, with source lines when `ctx` is given; returns `code`.
int Report(const Diag& diag, ExitCode code, const Context* ctx = nullptr);
// A wrong name or value on the command line: 2; what the machine lacks (kEnvironment): 4.
inline int ReportUsage(const Diag& diag) {
  return Report(diag, diag.kind == DiagKind::kEnvironment ? kEnvironment : kUsage);
}
// Wrong input: 3. What the machine refuses (kEnvironment) and wrong folders for output (kBadArgument): 4 and 2.
int ReportFile(const Diag& diag, const Context* ctx = nullptr);

// One JSON object and a newline on standard output.
void PrintJson(const nlohmann::json& json);

// Columns padded to their widest cell; numbers (cells that start with a digit) to the right. A cell of several lines is
// its first one and "…", but whole in JSON and where lines are wrapped.
class Table {
 public:
  explicit Table(std::vector<std::string> head) { rows_.push_back(std::move(head)); }
  void Row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.size() == 1; }
  std::string Text() const;
  // The same in lines of at most `width` columns: cells go on below themselves, and nothing is left out.
  std::string Text(size_t width) const;
  std::string Markdown() const;
  // A list of objects, keyed by the words of the head.
  nlohmann::json Json() const;

 private:
  std::vector<size_t> Widths() const;

  std::vector<std::vector<std::string>> rows_;
};

// Columns of the terminal that standard output goes to, 80 where it does not say; elsewhere as many as there are, so
// that a line of a table is one line to other programs.
size_t PageColumns();

}  // namespace assay
