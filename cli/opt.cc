// assay opt: applies passes to a module, one by one, and shows on request what each of them did.
#include <charconv>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "cli/changes.h"
#include "cli/command.h"
#include "cli/diff.h"
#include "cli/files.h"
#include "cli/hints.h"
#include "cli/limits.h"
#include "cli/module_input.h"
#include "cli/names.h"
#include "cli/opt_elsewhere.h"
#include "cli/options.h"
#include "cli/say.h"
#include "cli/subjects.h"
#include "fuzzers/campaign/case_file.h"
#include "ir/support/clock.h"
#include "ir/support/unknown_name.h"
#include "ir/text/print.h"
#include "passes/config.h"
#include "passes/enabled.h"
#include "passes/note_text.h"

namespace assay {
namespace {

struct OptOptions {
  std::string file;
  std::string passes;
  std::string schedule;
  std::string subject = "native";
  std::string target;
  std::vector<std::string> python_path;
  std::vector<std::string> config;
  std::vector<std::string> faults;
  std::string out;
  std::string stop_after;
  int opt_level = 2;
  LimitFlags limits;
  bool no_check = false;
  bool verify_each = false;
  bool print_after_all = false;
  bool print_diff = false;
  bool times = false;
  bool explain = false;
  bool json = false;
};

std::string PropsText(Props props) {
  std::string text;
  for (uint32_t bit = 1; bit != 0 && bit <= props; bit <<= 1) {
    if ((props & bit) == 0) continue;
    text += text.empty() ? "" : ", ";
    text += PropName(static_cast<Prop>(bit));
  }
  return text.empty() ? "nothing" : text;
}

// Lines that went are red, lines that came green, where that is wanted.
std::string Painted(const std::string& diff, bool colour) {
  if (!colour) return diff;
  std::string text;
  for (size_t begin = 0; begin < diff.size();) {
    size_t end = std::min(diff.find('\n', begin), diff.size());
    std::string_view line = std::string_view(diff).substr(begin, end - begin);
    std::string_view paint = line.starts_with('-') ? "\x1b[31m" : line.starts_with('+') ? "\x1b[32m" : "";
    text += fmt::format("{}{}{}\n", paint, line, paint.empty() ? "" : "\x1b[0m");
    begin = end + 1;
  }
  return text;
}

class Optimizer {
 public:
  Optimizer(Context& ctx, const OptOptions& options, PassOptions config)
      : ctx_(ctx), options_(options), budget_(options.limits.Of(kPassBudget)), pass_ctx_(ctx) {
    pass_ctx_.config = std::move(config);
    pass_ctx_.verify_each = options.verify_each;
    pass_ctx_.opt_level = options.opt_level;
    pass_ctx_.meter = Meter(budget_);
  }

  Result<Module> Run(const std::vector<PassCall>& calls, Module module) {
    for (const PassCall& call : calls) {
      double start = Now();
      Result<Module> result = RunSequential(pass_ctx_, {&call, 1}, module);
      double seconds = Now() - start;
      if (!result.ok() && options_.explain) fmt::print(stderr, "{}: refused\n", TitleOf(call));
      if (!result.ok())
        return WithLimit(InItsFile(result.error(), &call == calls.data()), pass_ctx_.meter.Spent(), budget_);
      Tell(call, module, *result, seconds);
      module = *result;
    }
    return module;
  }
  void PrintTimes() const {
    if (options_.times) fmt::print(stderr, "{}", times_.Text());
  }
  const nlohmann::json& records() const { return records_; }

 private:
  // Steps, which are the first call where there are any, have lines of their own file.
  Diag InItsFile(Diag diag, bool first) const {
    if (first && !options_.schedule.empty()) diag.message = fmt::format("{}: {}", options_.schedule, diag.message);
    return diag;
  }
  std::string TitleOf(const PassCall& call) const {
    return fmt::format("{}# {}{}", colour_ ? "\x1b[1m" : "", call.pass->name, colour_ ? "\x1b[0m" : "");
  }
  void Tell(const PassCall& call, const Module& before, const Module& after, double seconds) {
    std::string title = TitleOf(call);
    if (options_.print_after_all) fmt::print(stderr, "{}\n{}\n", title, PrintModule(after));
    if (options_.print_diff) {
      std::string diff = LineDiff(PrintModule(before), PrintModule(after));
      fmt::print(stderr, "{}\n{}", title, diff.empty() ? "(no change)\n" : Painted(diff, colour_));
    }
    std::vector<std::string> notes, changes;
    if (options_.explain || options_.json) changes = ChangesOf(before, after);
    for (; told_ < pass_ctx_.notes.size(); ++told_) notes.push_back(NoteText(pass_ctx_.notes[told_], ctx_));
    if (options_.explain) {
      fmt::print(stderr, "{}: {}\n  needs {}; gives {}\n", title, call.pass->doc, PropsText(call.pass->needs),
                 PropsText(call.pass->gives));
      if (!PassEnabled(pass_ctx_, *call.pass)) {
        fmt::print(stderr, "  left out: it runs from --opt-level {} on\n", call.pass->opt_level);
      }
      if (changes.empty()) fmt::print(stderr, "  changed nothing\n");
      for (const std::string& change : changes) fmt::print(stderr, "  {}\n", change);
      for (const std::string& note : notes) fmt::print(stderr, "  {}\n", note);
    }
    times_.Row({std::string(call.pass->name), fmt::format("{:.3f}", seconds * 1000)});
    nlohmann::json record{{"name", call.pass->name}, {"seconds", seconds}, {"changed", !changes.empty()}};
    record["changes"] = changes;
    record["notes"] = notes;
    records_.push_back(std::move(record));
  }

  Context& ctx_;
  const OptOptions& options_;
  Budget budget_;
  PassContext pass_ctx_;
  bool colour_ = ColourOn(STDERR_FILENO);
  size_t told_ = 0;
  Table times_{{"pass", "ms"}};
  nlohmann::json records_ = nlohmann::json::array();
};

int Emit(const OptOptions& options, const Module& module, const nlohmann::json& records) {
  std::string text = PrintModule(module);
  if (!text.ends_with('\n')) text += '\n';
  if (!options.out.empty()) {
    Status written = WriteWhole(options.out, text);
    if (!written.ok()) return ReportFile(written.error());
  }
  if (options.json) {
    PrintJson({{"passes", records}, {"module", text}});
  } else if (options.out.empty()) {
    fmt::print("{}", text);
  }
  return kClean;
}

// The schedule, when there is one, and then the passes.
Result<std::vector<PassCall>> CallsOf(Context& ctx, const OptOptions& options) {
  ASSAY_TRY(std::vector<PassCall> calls, ParsePassList(ctx, options.passes));
  if (options.schedule.empty()) return calls;
  ASSAY_TRY(std::string trace, ReadFile(options.schedule));
  PassCall scheduled{FindPass("ApplySchedule"), {{"trace", MakeAttrString(ctx, trace)}}};
  calls.insert(calls.begin(), std::move(scheduled));
  return calls;
}

// How many of the calls run: `text` is a number of them, or the name of a pass, whose first call is the last then.
Result<size_t> CallsUpTo(const std::vector<PassCall>& calls, const std::string& text) {
  if (text.empty()) return calls.size();
  std::vector<std::string_view> names;
  for (size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].pass->name == text) return i + 1;
    names.push_back(calls[i].pass->name);
  }
  size_t count = 0;
  auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), count);
  bool number = wrong == std::errc() && end == text.data() + text.size();
  if (number && count >= 1 && count <= calls.size()) return count;
  std::string message = fmt::format("invalid --stop-after '{}': expected 1 to {}, or one of {}", text, calls.size(),
                                    fmt::join(names, ", "));
  message += NearHint(text, names);
  return Diag{DiagKind::kBadArgument, {}, message, "", {}};
}

// On a subject that is not in this process.
Status CheckElsewhere(const OptOptions& options) {
  std::vector<std::string_view> idle;
  auto note = [&](bool given, std::string_view name) {
    if (given) idle.push_back(name);
  };
  note(!options.schedule.empty(), "--schedule");
  note(options.explain, "--explain");
  note(options.verify_each, "--verify-each");
  if (idle.empty()) return Done{};
  return Diag{DiagKind::kBadArgument,
              {},
              fmt::format("{} {} for assay's own passes, not for {}", fmt::join(idle, ", "),
                          idle.size() == 1 ? "is" : "are", options.subject),
              "",
              {}};
}

int OptElsewhereWith(Context& ctx, const OptOptions& options, const std::vector<PassCall>& calls) {
  if (Status fits = CheckElsewhere(options); !fits.ok()) return ReportUsage(fits.error());
  if (Status path = TakePythonPath(options.python_path); !path.ok()) return ReportUsage(path.error());
  Result<PassOptions> config = ParseConfig(ctx, options.config);
  if (!config.ok()) return ReportUsage(config.error());
  return OptOn(ctx,
               {.subject = options.subject,
                .target = options.target,
                .file = options.file,
                .out = options.out,
                .no_check = options.no_check,
                .print_after_all = options.print_after_all,
                .print_diff = options.print_diff,
                .times = options.times,
                .json = options.json,
                .opt_level = options.opt_level},
               calls, *config);
}

int Opt(const OptOptions& options) {
  if (Status on = SwitchOnFaults(SplitNames(options.faults)); !on.ok()) return ReportUsage(on.error());
  if (options.passes.empty() && options.schedule.empty()) {
    return ReportUsage({DiagKind::kBadArgument, {}, "opt takes --passes, --schedule, or both", "", {}});
  }
  Context ctx;
  Result<std::vector<PassCall>> calls = CallsOf(ctx, options);
  if (!calls.ok()) return calls.error().kind == DiagKind::kIo ? ReportFile(calls.error()) : ReportUsage(calls.error());
  if (Status out = CheckOutFile(options.out); !out.ok()) return ReportFile(out.error());
  Result<size_t> count = CallsUpTo(*calls, options.stop_after);
  if (!count.ok()) return ReportUsage(count.error());
  calls->resize(*count);
  const SubjectSpec* subject = FindSubject(options.subject);
  if (subject == nullptr || !subject->own_engines) return OptElsewhereWith(ctx, options, *calls);
  if (Status fits = CheckTarget(*subject, options.target); !fits.ok()) return ReportUsage(fits.error());
  Result<PassOptions> config = ParseConfig(ctx, options.config);
  if (!config.ok()) return ReportUsage(config.error());
  Result<Module> module = LoadModule(ctx, options.file, options.no_check ? Checked::kNo : Checked::kYes);
  if (!module.ok()) return ReportFile(module.error(), &ctx);
  if (Status order = CheckOrder(ctx, *calls, *module); !order.ok()) return Report(order.error(), kBadInput, &ctx);
  NoteIdleHints(ctx, *module, *calls);
  Optimizer optimizer(ctx, options, *std::move(config));
  Result<Module> result = optimizer.Run(*calls, *module);
  optimizer.PrintTimes();
  if (!result.ok()) {
    // A pass that breaks well-formedness or its promise is a bug, not bad input; values of options are the caller's.
    DiagKind kind = result.error().kind;
    bool of_options = kind == DiagKind::kBadArgument || kind == DiagKind::kUnknownName;
    return Report(result.error(), kind == DiagKind::kIllFormed ? kMismatch : of_options ? kUsage : kBadInput, &ctx);
  }
  return Emit(options, *result, optimizer.records());
}

}  // namespace

void AddOpt(Command app, Job& job) {
  auto options = std::make_shared<OptOptions>();
  Command sub = app.AddSubcommand("opt", "Apply passes to a module and print the result");
  sub.AddOption("FILE", options->file, "A file of TVMScript; - is standard input").Required();
  sub.AddOption("--passes,--pass", options->passes,
                "Names with JSON options: 'LegalizeOps,Gradient{\"func_name\":\"main\"}'")
      .TypeName("PASSES");
  sub.AddOption("--schedule", options->schedule,
                "A file of schedule primitives that are applied to kernels first, a line each: split(C, 0, [4, None])");
  sub.AddOption("--subject", options->subject, "Whose passes: " + SubjectForms()).ShowDefault();
  AddTargetFlag(sub, options->target);
  AddPythonPathFlag(sub, options->python_path);
  sub.AddOption("-o,--output", options->out, "Write the result to this file");
  AddWhole(sub, "--opt-level", options->opt_level, "The pass context's level: passes of a higher one are left out",
           kOptLevels)
      .ShowDefault();
  sub.AddOption("--stop-after", options->stop_after,
                "Run no further than this: the first N passes, or up to the first pass of this name")
      .TypeName("N|PASS");
  sub.AddOption("--config", options->config, "PassContext config for the passes");
  sub.AddOption("--faults", options->faults, "Switch historical bugs on, by name (faults build)");
  AddPassBudgetFlags(sub, options->limits);
  sub.AddFlag("--no-check", options->no_check, "Take a module even if it is ill-formed");
  sub.AddFlag("--verify-each", options->verify_each, "Check well-formedness and promises around every pass");
  sub.AddFlag("--print-after-all", options->print_after_all, "Print the module after each pass to standard error");
  sub.AddFlag("--print-diff", options->print_diff, "Print what each pass changed to standard error");
  sub.AddFlag("--times", options->times, "Print how long each pass took to standard error");
  sub.AddFlag("--explain", options->explain,
              "Say what each pass does, needs, gives, changed, and left or refused, and why");
  sub.AddFlag("--json", options->json, "One JSON object on standard output");
  sub.SetJob(job, [options] { return Opt(*options); });
}

}  // namespace assay
