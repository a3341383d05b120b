// Traces as text, their replay, and random ones.
#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/support/plural.h"
#include "ir/support/printable.h"
#include "ir/support/unknown_name.h"
#include "passes/rewrite/module_editor.h"
#include "passes/schedule/schedule.h"

namespace assay {
namespace {

constexpr size_t kMaxSteps = 10000;
// How often a step is drawn anew for each that is wanted.
constexpr int kTries = 24;
// What few arguments fit has so many tries in a row: else what takes any would be all that there is.
constexpr int kTriesOfStep = 8;

std::string_view Trimmed(std::string_view text) {
  size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}
Diag SyntaxError(int line, std::string why) {
  return {DiagKind::kSyntax, {}, fmt::format("line {} of the schedule: {}", line, why), "", {}};
}
std::optional<int64_t> Number(std::string_view text) {
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// "a, [1, 2], "x"" at its outer commas.
std::vector<std::string_view> SplitArgs(std::string_view text) {
  std::vector<std::string_view> parts;
  size_t begin = 0;
  bool inside = false;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && (text[i] == '[' || text[i] == ']')) inside = text[i] == '[';
    if (i < text.size() && (inside || text[i] != ',')) continue;
    parts.push_back(Trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (parts.size() == 1 && parts[0].empty()) parts.clear();
  return parts;
}

std::optional<StepArg> ReadArg(std::string_view text, char kind) {
  StepArg arg;
  bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  if (kind == 'b' || kind == 't') {
    arg.kind = kind == 'b' ? StepArg::Kind::kBlock : StepArg::Kind::kText;
    arg.text = quoted ? text.substr(1, text.size() - 2) : text;
    return arg.text.empty() || (kind == 't' && !quoted) ? std::nullopt : std::optional(arg);
  }
  if (kind == 'i') {
    std::optional<int64_t> number = Number(text);
    if (number) arg.number = *number;
    return number ? std::optional(arg) : std::nullopt;
  }
  arg.kind = StepArg::Kind::kInts;
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
  for (std::string_view part : SplitArgs(text.substr(1, text.size() - 2))) {
    std::optional<int64_t> number = Number(part);
    if (!number && part != "None") return std::nullopt;
    arg.numbers.push_back(number);
  }
  return arg;
}

std::string ArgText(const StepArg& arg) {
  if (arg.kind == StepArg::Kind::kBlock) return arg.text;
  if (arg.kind == StepArg::Kind::kText) return '"' + arg.text + '"';
  if (arg.kind == StepArg::Kind::kInt) return std::to_string(arg.number);
  std::vector<std::string> parts;
  for (std::optional<int64_t> number : arg.numbers) parts.push_back(number ? std::to_string(*number) : "None");
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

Result<ScheduleStep> ReadStep(std::string_view text, int line) {
  size_t open = text.find('(');
  if (open == std::string_view::npos || text.back() != ')')
    return SyntaxError(line,
                       fmt::format("invalid step: expected name(argument, …), got {}", Printable(text.substr(0, 60))));
  std::string_view name = Trimmed(text.substr(0, open));
  const PrimitiveSpec* step = FindStep(name);
  std::vector<std::string_view> names;
  for (const PrimitiveSpec* known : AllPrimitives()) names.push_back(known->name);
  if (step == nullptr) return SyntaxError(line, UnknownText("step", name, names));
  std::vector<std::string_view> parts = SplitArgs(text.substr(open + 1, text.size() - open - 2));
  if (parts.size() != step->args.size()) {
    return SyntaxError(line,
                       fmt::format("{} takes {}, not {}", name, Counted(step->args.size(), "argument"), parts.size()));
  }
  ScheduleStep read{"", step, {}, line};
  for (size_t i = 0; i < parts.size(); ++i) {
    std::optional<StepArg> arg = ReadArg(parts[i], step->args[i]);
    if (!arg)
      return SyntaxError(line, fmt::format("argument {} of {} is not what it takes: {}", i + 1, name, parts[i]));
    read.args.push_back(*std::move(arg));
  }
  return read;
}

// The kernel that a step names, or the only one.
const ModuleEntry* KernelOf(const Module& module, std::string_view name) {
  const ModuleEntry* only = nullptr;
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<PrimFunc>(entry.func)) continue;
    if (entry.var->name == name) return &entry;
    if (name.empty() && only != nullptr) return nullptr;
    if (name.empty()) only = &entry;
  }
  return only;
}

Diag AtLine(Diag why, const ScheduleStep& step) {
  if (step.line > 0) why.message = fmt::format("line {} of the schedule: {}", step.line, why.message);
  return why;
}

// What a step of this kind may be given, within reason.
std::vector<StepArg> DrawArgs(ByteSource& bytes, const PrimitiveSpec& step, const std::vector<std::string>& blocks) {
  constexpr std::string_view kScopes[] = {"global", "shared", "local"};
  std::vector<StepArg> args;
  for (char kind : step.args) {
    StepArg arg;
    arg.number = static_cast<int64_t>(bytes.Below(4));
    if (kind == 'b') arg = {StepArg::Kind::kBlock, bytes.Pick(blocks), 0, {}};
    if (kind == 't') arg = {StepArg::Kind::kText, std::string(kScopes[bytes.Below(3)]), 0, {}};
    if (kind == 'n') {
      arg.kind = StepArg::Kind::kInts;
      size_t count = 2 + bytes.Below(2);
      for (size_t i = 0; i < count; ++i) arg.numbers.emplace_back(static_cast<int64_t>(bytes.Below(5)));
      if (bytes.Chance(1, 2)) arg.numbers[bytes.Below(count)] = std::nullopt;
    }
    args.push_back(std::move(arg));
  }
  return args;
}

}  // namespace

Result<std::vector<ScheduleStep>> ParseTrace(std::string_view text) {
  std::vector<ScheduleStep> steps;
  std::string function;
  int line = 0;
  for (size_t begin = 0; begin < text.size(); ++line) {
    size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view written = text.substr(begin, end - begin);
    written = Trimmed(written.substr(0, written.find('#')));
    begin = end + 1;
    if (written.empty()) continue;
    if (written.front() == '@') {
      function = Trimmed(written.substr(1));
      continue;
    }
    if (steps.size() >= kMaxSteps) return SyntaxError(line + 1, "a schedule has at most 10000 steps");
    ASSAY_TRY(ScheduleStep step, ReadStep(written, line + 1));
    step.function = function;
    steps.push_back(std::move(step));
  }
  return steps;
}

std::string TraceText(std::span<const ScheduleStep> steps) {
  std::string text, function;
  for (const ScheduleStep& step : steps) {
    if (step.function != function) text += fmt::format("@{}\n", step.function);
    function = step.function;
    std::vector<std::string> args;
    for (const StepArg& arg : step.args) args.push_back(ArgText(arg));
    text += fmt::format("{}({})\n", step.step->name, fmt::join(args, ", "));
  }
  return text;
}

Result<Module> ApplyTrace(Context& ctx, const Module& module, std::span<const ScheduleStep> steps) {
  ModuleEditor editor(ctx, module);
  for (const ScheduleStep& step : steps) {
    const ModuleEntry* entry = KernelOf(module, step.function);
    if (entry == nullptr) {
      std::string why = step.function.empty() ? "the module has not one kernel; say which by @name"
                                              : fmt::format("the module has no kernel {}", step.function);
      return AtLine(RefusedPrimitive("kernel", why), step);
    }
    KernelSchedule schedule(ctx, As<PrimFunc>(editor.Find(entry->var->name.text())));
    Status done = step.step->apply(schedule, step.args);
    if (!done.ok()) return AtLine(done.error(), step);
    editor.Replace(static_cast<size_t>(entry - module.entries.data()), schedule.func);
  }
  return editor.Finish();
}

std::vector<ScheduleStep> DrawTrace(Context& ctx, const Module& module, ByteSource& bytes, int count,
                                    std::span<const std::string> only) {
  std::vector<const PrimitiveSpec*> offered;
  for (const PrimitiveSpec* step : AllPrimitives()) {
    if (only.empty() || std::ranges::find(only, step->name) != only.end()) offered.push_back(step);
  }
  std::vector<ScheduleStep> steps;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<PrimFunc>(entry.func);
    if (func == nullptr || offered.empty()) continue;
    KernelSchedule schedule(ctx, func);
    const PrimitiveSpec* aim = nullptr;
    for (int tries = 0, done = 0; tries < kTries * count && done < count; ++tries) {
      std::vector<std::string> blocks = schedule.Blocks();
      if (blocks.empty()) break;
      if (tries % kTriesOfStep == 0 || aim == nullptr) aim = bytes.Pick(offered);
      ScheduleStep step{entry.var->name.str(), aim, {}, 0};
      step.args = DrawArgs(bytes, *step.step, blocks);
      if (step.step->draw != nullptr) step.step->draw(schedule, bytes, step.args);
      if (!step.step->apply(schedule, step.args).ok()) continue;
      steps.push_back(std::move(step));
      aim = nullptr;
      ++done;
    }
  }
  return steps;
}

}  // namespace assay
