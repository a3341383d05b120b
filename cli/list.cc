// assay list: the tables, for readers and (with --markdown) for docs/reference.
#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/say.h"
#include "generators/moves/move.h"
#include "ir/check/well_formed.h"
#include "ir/ops/engine_rows.h"
#include "ir/ops/general_rules.h"
#include "ir/ops/op_spec.h"
#include "ir/support/fault.h"
#include "oracles/core/oracle.h"
#include "oracles/subjects/subject_spec.h"
#include "passes/schedule/schedule.h"
#include "passes/target_pass.h"
#include "passes/tir/tir_passes.h"
#include "vm/llvm/engines.h"

namespace assay {
namespace {

struct ListOptions {
  std::string table;
  bool markdown = false;
  bool json = false;
};

std::string OperandsOf(const OpSpec& row) {
  std::vector<std::string> parts;
  for (const Operand& operand : row.operands) {
    parts.push_back(fmt::format("{}{}{}", operand.variadic ? "*" : "", operand.name, operand.optional ? "?" : ""));
  }
  for (const AttrSpec& attr : row.attrs) {
    parts.push_back(attr.default_text.empty() ? std::string(attr.name)
                                              : fmt::format("{}={}", attr.name, attr.default_text));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string RulesOf(const OpSpec& row) {
  std::vector<std::string> parts;
  for (const Precondition& rule : row.preconditions) parts.push_back(fmt::format("{}: {}", rule.label, rule.text));
  return fmt::format("{}", fmt::join(parts, "; "));
}

// A row that says "refused: …" in place of a lowering is inferred alone.
std::string_view CompleteText(const OpSpec& row) { return IsCarriedOut(row) ? "yes" : "no"; }

std::string_view LoweringText(const OpSpec& row) {
  if (row.lower.rule == nullptr) return row.lower.why_not;
  return IsCarriedOut(row) ? "to a kernel"
                           : "to functions of TVM's disco runtime, which no engine here has, since each is one process";
}

std::string_view PolicyText(const MixedPrecision& mixed) {
  switch (mixed.policy) {
    case MixedPolicy::kNever: return "";
    case MixedPolicy::kFollow: return "follows";
    case MixedPolicy::kAlways: return "always";
  }
  return "";
}

Table OpTable(bool long_form) {
  Table table(long_form ? std::vector<std::string>{"operator", "arguments", "complete", "what it does", "preconditions",
                                                   "lowering", "gradient", "layouts", "mixed precision"}
                        : std::vector<std::string>{"operator", "arguments", "complete", "what it does"});
  for (const OpSpec* row : AllOps()) {
    std::string lowering(LoweringText(*row));
    std::vector<std::string> cells{std::string(row->name), OperandsOf(*row), std::string(CompleteText(*row)),
                                   std::string(row->doc)};
    if (long_form) {
      cells.insert(cells.end(),
                   {RulesOf(*row), lowering, std::string(row->gradient.rule != nullptr ? "yes" : ""),
                    std::string(row->layout != nullptr ? "follows" : ""), std::string(PolicyText(row->mixed))});
    }
    table.Row(std::move(cells));
  }
  return table;
}

std::string PropsText(Props props) {
  std::vector<std::string_view> names;
  for (uint32_t bit = 1; bit != 0 && bit <= props; bit <<= 1) {
    if ((props & bit) != 0) names.push_back(PropName(static_cast<Prop>(bit)));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string_view ExactnessName(Exactness exact) {
  switch (exact) {
    case Exactness::kBits: return "bits";
    case Exactness::kRounding: return "rounding";
    case Exactness::kNarrowed: return "narrowed";
    case Exactness::kInference: return "of inference";
    case Exactness::kTraining: return "of training";
  }
  return "?";
}

std::string_view SignaturesName(Signatures signatures) {
  switch (signatures) {
    case Signatures::kKept: return "kept";
    case Signatures::kRefined: return "refined";
    case Signatures::kChanged: return "changed";
  }
  return "?";
}

std::string ConfigText(const PassSpec& pass) {
  std::vector<std::string_view> names;
  for (const ConfigKey& key : pass.config) names.push_back(key.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

Table PassTable(bool long_form) {
  Table table(long_form ? std::vector<std::string>{"pass", "options", "what it does", "needs", "gives", "idempotent",
                                                   "exact", "signatures", "config"}
                        : std::vector<std::string>{"pass", "options", "what it does"});
  std::vector<const PassSpec*> passes(AllRelaxAndTirPasses().begin(), AllRelaxAndTirPasses().end());
  passes.insert(passes.end(), TargetPasses().begin(), TargetPasses().end());
  for (const PassSpec* pass : passes) {
    std::string options = fmt::format("{}", fmt::join(pass->options, ", "));
    std::string idempotent = pass->idempotent ? "yes" : fmt::format("no: {}", pass->why_not_idempotent);
    std::vector<std::string> cells{std::string(pass->name), options, std::string(pass->doc)};
    if (long_form) {
      cells.insert(cells.end(),
                   {PropsText(pass->needs), PropsText(pass->gives), idempotent, std::string(ExactnessName(pass->exact)),
                    std::string(SignaturesName(pass->signatures)), ConfigText(*pass)});
    }
    table.Row(std::move(cells));
  }
  return table;
}

Table OracleTable() {
  Table table({"oracle", "asked for", "what it promises"});
  for (const OracleSpec* oracle : AllOracles()) {
    std::string scope = oracle->scope == OracleScope::kModule ? "modules"
                        : oracle->scope == OracleScope::kPass ? "passes"
                                                              : "modules, passes";
    table.Row({std::string(oracle->name), scope, std::string(oracle->doc)});
  }
  return table;
}

Table EngineTable() {
  Table table({"engine", "takes modules", "what it is"});
  for (const EngineSpec* engine : AllEngines()) {
    table.Row({std::string(engine->name), engine->input == EngineInput::kOriginal ? "as written" : "compiled",
               std::string(engine->doc)});
  }
  return table;
}

Table MoveTable() {
  Table table({"move", "family", "what it does"});
  for (const MoveSpec* move : AllMoves()) {
    table.Row({std::string(move->name), std::string(FamilyName(move->family)), std::string(move->doc)});
  }
  return table;
}

Table TargetTable() {
  Table table({"target", "of", "runs here", "what it is"});
  for (const SubjectSpec* subject : AllSubjects()) {
    if (subject->targets == nullptr) continue;
    for (const TargetKind& kind : subject->targets()) {
      table.Row({std::string(kind.name), std::string(subject->name), kind.device ? "what passes leave" : "yes",
                 std::string(kind.doc)});
    }
  }
  return table;
}

// The words of the table are there in every build; only a build with faults has their code.
Table FaultTable() {
  Table table({"fault", "component", "class", "oracles", "what goes wrong"});
#define ASSAY_FAULT(name, component, klass, oracles, doc) table.Row({#name, component, klass, oracles, doc});
#include "ir/support/faults.def"
  return table;
}

// What a reader of the table must know.
std::string NotesOn(std::string_view table) {
  if (table != "ops") return {};
  auto complete =
      std::count_if(AllOps().begin(), AllOps().end(), [](const OpSpec* row) { return CompleteText(*row) == "yes"; });
  return fmt::format(
      "{} rows, {} complete: sampled, inferred, evaluated, and lowered or dealt with by the pass that is named. A row "
      "that is "
      "not says under *lowering* what is missing and why. *gradient*: the Gradient pass has a rule (elsewhere TVM has "
      "none). "
      "*layouts*: ConvertLayout passes through. *mixed precision*: what ToMixedPrecision does; nothing: float32.\n\n",
      AllOps().size(), complete);
}

// Rules of well-formedness, and what operators ask for beyond the types of their arguments, and what schedule
// primitives ask for.
Table RuleTable() {
  Table table({"rule", "of", "what it demands"});
  for (const RuleSpec& rule : AllRules()) table.Row({std::string(rule.label), "modules", std::string(rule.doc)});
  for (const OpSpec* row : AllOps()) {
    for (const Precondition& rule : row->preconditions)
      table.Row({std::string(rule.label), std::string(row->name), std::string(rule.text)});
  }
  for (const Precondition& rule : GeneralRules()) table.Row({std::string(rule.label), "calls", std::string(rule.text)});
  for (const SchedulePrecondition& rule : GeneralSchedulePreconditions())
    table.Row({std::string(rule.label), "schedules", std::string(rule.text)});
  for (const PrimitiveSpec* primitive : AllPrimitives()) {
    for (size_t i = 0; i < primitive->preconditions.size(); ++i)
      table.Row({SchedulePreconditionLabel(*primitive, i), std::string(primitive->name),
                 std::string(primitive->preconditions[i])});
  }
  return table;
}

Table NamedTable(const ListOptions& options) {
  if (options.table == "ops") return OpTable(options.markdown);
  if (options.table == "passes") return PassTable(options.markdown);
  if (options.table == "oracles") return OracleTable();
  if (options.table == "engines") return EngineTable();
  if (options.table == "moves") return MoveTable();
  if (options.table == "rules") return RuleTable();
  if (options.table == "targets") return TargetTable();
  return FaultTable();
}

int List(const ListOptions& options) {
  Table table = NamedTable(options);
  if (options.json) {
    PrintJson({{options.table, table.Json()}});
  } else if (options.markdown) {
    fmt::print("# {}\n\nPrinted by `assay list {} --markdown`.\n\n{}{}", options.table, options.table,
               NotesOn(options.table), table.Markdown());
  } else {
    fmt::print("{}", table.Text(PageColumns()));
  }
  return kClean;
}

}  // namespace

void AddList(Command app, Job& job) {
  auto options = std::make_shared<ListOptions>();
  Command sub =
      app.AddSubcommand("list", "Print a table: ops, passes, oracles, engines, targets, moves, rules or faults");
  AddChoice(sub, "TABLE", options->table, "ops, passes, oracles, engines, targets, moves, rules or faults",
            {"ops", "passes", "oracles", "engines", "targets", "moves", "rules", "faults"})
      .Required();
  sub.AddFlag("--markdown", options->markdown, "The long form, as docs/reference has it");
  sub.AddFlag("--json", options->json, "One JSON object on standard output");
  sub.SetJob(job, [options] { return List(*options); });
}

}  // namespace assay
