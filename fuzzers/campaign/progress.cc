// The line of progress (progress.h).
#include "fuzzers/campaign/progress.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/process/process.h"
#include "ir/support/plural.h"

namespace assay {
namespace {

constexpr double kTerminalSeconds = 0.2;
constexpr double kPipedSeconds = 10;

}  // namespace

Progress::Progress(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {
  const char* no_color = std::getenv("NO_COLOR");
  colour_ = terminal_ && (no_color == nullptr || *no_color == '\0');
  // A piped campaign says something first when there is something to say.
  if (!terminal_) next_ = Now() + kPipedSeconds;
}

namespace {

std::string Clock(double seconds) {
  int whole = static_cast<int>(seconds);
  return fmt::format("{:02}:{:02}", whole / 60, whole % 60);
}

// A slow subject's runs are counted by the minute.
std::string Rate(uint64_t runs, double seconds) {
  double rate = seconds > 0 ? static_cast<double>(runs) / seconds : 0;
  return rate < 1 ? fmt::format("{:.0f}/min", rate * 60) : fmt::format("{:.0f}/s", rate);
}

// What the workers are at.
std::string Phase(const ProgressNow& now) {
  if (now.reducing > 0) return fmt::format("reducing {} of {}", now.reducing, now.workers);
  return now.subject.empty() ? "" : "asking " + now.subject;
}

}  // namespace

std::string ProgressLine(const Tally& tally, double seconds, const ProgressNow& now) {
  uint64_t agree = 0, skip = 0;
  for (const auto& [name, counts] : tally.oracles) {
    agree += counts.agree;
    skip += counts.skip;
  }
  std::string line = fmt::format("{}  runs {} ({})  agree {}  skip {}  new {}", Clock(seconds), tally.runs,
                                 Rate(tally.runs, seconds), agree, skip, now.new_findings);
  if (now.known_findings > 0) line += fmt::format("  known {}", now.known_findings);
  if (std::string phase = Phase(now); !phase.empty()) line += "  " + phase;
  if (now.seconds_left > 0) line += fmt::format("  {} left", Clock(now.seconds_left));
  return line;
}

void Progress::Clear() {
  if (line_open_) std::fputs("\r\033[K", stderr);
  line_open_ = false;
}

bool Progress::IsDue() const { return !quiet_ && Now() >= next_; }

void Progress::Update(const Tally& tally, double seconds, const ProgressNow& now) {
  next_ = Now() + (terminal_ ? kTerminalSeconds : kPipedSeconds);
  std::string line = ProgressLine(tally, seconds, now);
  Clear();
  fmt::print(stderr, "{}{}", line, terminal_ ? "" : "\n");
  line_open_ = terminal_;
  std::fflush(stderr);
}

void Progress::Announce(const FindingRecord& finding) {
  Clear();
  std::string_view red = colour_ ? "\033[31m" : "", plain = colour_ ? "\033[0m" : "";
  std::string where = finding.pass.empty() ? "" : " after " + finding.pass;
  if (finding.known()) {
    if (!quiet_) fmt::print(stderr, "{} {}: {}{}\n", finding.KnownLabel(), finding.oracle, finding.klass.name(), where);
    return;
  }
  fmt::print(stderr, "{}finding{} {} {}: {}{} ({})\n", red, plain, finding.id, finding.oracle, finding.klass.name(),
             where, Counted(static_cast<uint64_t>(finding.reduced_lines), "line"));
  if (!finding.path.empty()) fmt::print(stderr, "  {}\n", AsInvoked(ReplayCommand(finding.path)));
}

void Progress::Finish() {
  if (line_open_) std::fputc('\n', stderr);
  line_open_ = false;
}

}  // namespace assay
