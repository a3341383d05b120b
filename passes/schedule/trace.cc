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

constexpr size_t kMaxInstructions = 10000;
// How often an instruction is drawn anew for each that is wanted.
constexpr int kTries = 24;
// What few arguments fit has so many tries in a row: else what takes any would be all that there is.
constexpr int kTriesOfPrimitive = 8;

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

std::optional<PrimitiveArg> ReadArg(std::string_view text, char kind) {
  PrimitiveArg arg;
  bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  if (kind == 'b' || kind == 't') {
    arg.kind = kind == 'b' ? PrimitiveArg::Kind::kBlock : PrimitiveArg::Kind::kText;
    arg.text = quoted ? text.substr(1, text.size() - 2) : text;
    return arg.text.empty() || (kind == 't' && !quoted) ? std::nullopt : std::optional(arg);
  }
  if (kind == 'i') {
    std::optional<int64_t> number = Number(text);
    if (number) arg.number = *number;
    return number ? std::optional(arg) : std::nullopt;
  }
  arg.kind = PrimitiveArg::Kind::kInts;
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
  for (std::string_view part : SplitArgs(text.substr(1, text.size() - 2))) {
    std::optional<int64_t> number = Number(part);
    if (!number && part != "None") return std::nullopt;
    arg.numbers.push_back(number);
  }
  return arg;
}

std::string_view KindOfArg(char kind) {
  switch (kind) {
    case 'b': return "the name of a block";
    case 'i': return "a whole number";
    case 'n': return "a list of whole numbers or None";
    default: return "a text in double quotes";
  }
}

std::string ArgText(const PrimitiveArg& arg) {
  if (arg.kind == PrimitiveArg::Kind::kBlock) return arg.text;
  if (arg.kind == PrimitiveArg::Kind::kText) return '"' + arg.text + '"';
  if (arg.kind == PrimitiveArg::Kind::kInt) return std::to_string(arg.number);
  std::vector<std::string> parts;
  for (std::optional<int64_t> number : arg.numbers) parts.push_back(number ? std::to_string(*number) : "None");
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

Result<TraceInstruction> ReadInstruction(std::string_view text, int line) {
  size_t open = text.find('(');
  if (open == std::string_view::npos || text.back() != ')')
    return SyntaxError(
        line, fmt::format("invalid instruction: expected name(argument, …), got {}", Printable(text.substr(0, 60))));
  std::string_view name = Trimmed(text.substr(0, open));
  const PrimitiveSpec* primitive = FindPrimitive(name);
  std::vector<std::string_view> names;
  for (const PrimitiveSpec* known : AllPrimitives()) names.push_back(known->name);
  if (primitive == nullptr) return SyntaxError(line, UnknownText("schedule primitive", name, names));
  std::vector<std::string_view> parts = SplitArgs(text.substr(open + 1, text.size() - open - 2));
  if (parts.size() != primitive->args.size()) {
    return SyntaxError(
        line, fmt::format("{} takes {}, not {}", name, Counted(primitive->args.size(), "argument"), parts.size()));
  }
  TraceInstruction read{"", primitive, {}, line};
  for (size_t i = 0; i < parts.size(); ++i) {
    std::optional<PrimitiveArg> arg = ReadArg(parts[i], primitive->args[i]);
    if (!arg) {
      return SyntaxError(line, fmt::format("invalid argument {} of {}: expected {}, got {}", i + 1, name,
                                           KindOfArg(primitive->args[i]), Printable(parts[i].substr(0, 60))));
    }
    read.args.push_back(*std::move(arg));
  }
  return read;
}

// The kernel that an instruction names, or the only one.
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

Diag AtLine(Diag why, const TraceInstruction& instruction) {
  if (instruction.line > 0) why.message = fmt::format("line {} of the schedule: {}", instruction.line, why.message);
  return why;
}

// What an instruction of this kind may be given, within reason.
std::vector<PrimitiveArg> DrawArgs(ByteSource& bytes, const PrimitiveSpec& primitive,
                                   const std::vector<std::string>& blocks) {
  constexpr std::string_view kScopes[] = {"global", "shared", "local"};
  std::vector<PrimitiveArg> args;
  for (char kind : primitive.args) {
    PrimitiveArg arg;
    arg.number = static_cast<int64_t>(bytes.Below(4));
    if (kind == 'b') arg = {PrimitiveArg::Kind::kBlock, bytes.Pick(blocks), 0, {}};
    if (kind == 't') arg = {PrimitiveArg::Kind::kText, std::string(kScopes[bytes.Below(3)]), 0, {}};
    if (kind == 'n') {
      arg.kind = PrimitiveArg::Kind::kInts;
      size_t count = 2 + bytes.Below(2);
      for (size_t i = 0; i < count; ++i) arg.numbers.emplace_back(static_cast<int64_t>(bytes.Below(5)));
      if (bytes.Chance(1, 2)) arg.numbers[bytes.Below(count)] = std::nullopt;
    }
    args.push_back(std::move(arg));
  }
  return args;
}

}  // namespace

Result<std::vector<TraceInstruction>> ParseTrace(std::string_view text) {
  std::vector<TraceInstruction> instructions;
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
    if (instructions.size() >= kMaxInstructions)
      return SyntaxError(line + 1, "a schedule has at most 10000 instructions");
    ASSAY_TRY(TraceInstruction instruction, ReadInstruction(written, line + 1));
    instruction.function = function;
    instructions.push_back(std::move(instruction));
  }
  return instructions;
}

std::string TraceText(std::span<const TraceInstruction> instructions) {
  std::string text, function;
  for (const TraceInstruction& instruction : instructions) {
    if (instruction.function != function) text += fmt::format("@{}\n", instruction.function);
    function = instruction.function;
    std::vector<std::string> args;
    for (const PrimitiveArg& arg : instruction.args) args.push_back(ArgText(arg));
    text += fmt::format("{}({})\n", instruction.primitive->name, fmt::join(args, ", "));
  }
  return text;
}

Result<Module> ApplyTrace(Context& ctx, const Module& module, std::span<const TraceInstruction> instructions) {
  ModuleEditor editor(ctx, module);
  for (const TraceInstruction& instruction : instructions) {
    const ModuleEntry* entry = KernelOf(module, instruction.function);
    if (entry == nullptr) {
      std::string why =
          instruction.function.empty() ? "it does not" : fmt::format("there is no kernel {}", instruction.function);
      return AtLine(RefusedPrimitive("kernel", why), instruction);
    }
    KernelSchedule schedule(ctx, As<PrimFunc>(editor.Find(entry->var->name.text())));
    Status done = instruction.primitive->apply(schedule, instruction.args);
    if (!done.ok()) return AtLine(done.error(), instruction);
    editor.Replace(static_cast<size_t>(entry - module.entries.data()), schedule.func);
  }
  return editor.Finish();
}

std::vector<TraceInstruction> DrawTrace(Context& ctx, const Module& module, ByteSource& bytes, int count,
                                        std::span<const std::string> only) {
  std::vector<const PrimitiveSpec*> offered;
  for (const PrimitiveSpec* primitive : AllPrimitives()) {
    if (only.empty() || std::ranges::find(only, primitive->name) != only.end()) offered.push_back(primitive);
  }
  std::vector<TraceInstruction> instructions;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<PrimFunc>(entry.func);
    if (func == nullptr || offered.empty()) continue;
    KernelSchedule schedule(ctx, func);
    const PrimitiveSpec* aim = nullptr;
    for (int tries = 0, done = 0; tries < kTries * count && done < count; ++tries) {
      std::vector<std::string> blocks = schedule.Blocks();
      if (blocks.empty()) break;
      if (tries % kTriesOfPrimitive == 0 || aim == nullptr) aim = bytes.Pick(offered);
      TraceInstruction instruction{entry.var->name.str(), aim, {}, 0};
      instruction.args = DrawArgs(bytes, *instruction.primitive, blocks);
      if (instruction.primitive->draw != nullptr) instruction.primitive->draw(schedule, bytes, instruction.args);
      if (!instruction.primitive->apply(schedule, instruction.args).ok()) continue;
      instructions.push_back(std::move(instruction));
      aim = nullptr;
      ++done;
    }
  }
  return instructions;
}

}  // namespace assay
