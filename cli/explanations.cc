#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/explain.h"
#include "ir/check/well_formed.h"
#include "ir/ops/describe.h"
#include "ir/ops/engine_rows.h"
#include "ir/ops/general_rules.h"
#include "ir/ops/op_spec.h"
#include "oracles/core/oracle.h"
#include "oracles/subjects/subject_spec.h"
#include "passes/option_docs.h"
#include "passes/schedule/schedule.h"
#include "passes/target_pass.h"
#include "passes/tir/tir_passes.h"
#include "vm/llvm/engines.h"

namespace assay {

// ir/ops/testdata/rejected.txt.
extern const std::string_view kRejectedCalls;

namespace {

// ---- rules

constexpr RuleNote kRuleNotes[] = {
#define ASSAY_RULE_NOTE(label, why, tvm, example) {label, why, tvm, example},
#include "cli/explain_rules.def"
};

std::string Trim(std::string_view text) {
  size_t begin = std::min(text.find_first_not_of(" \n"), text.size());
  return std::string(text.substr(begin, text.find_last_not_of(" \n") + 1 - begin));
}

Explanation OfCheckRule(const RuleSpec& rule) {
  Explanation out{"rule", std::string(rule.label), {{"Demands", std::string(rule.doc)}}};
  const RuleNote* note = FindRuleNote(rule.label);
  if (note == nullptr) return out;
  out.parts.emplace_back("Why", note->why);
  bool text = !note->example.empty();
  out.parts.emplace_back("Rejected", text ? std::string(note->example.substr(1))
                                          : "No text breaks it: a pass, or a program that builds the nodes, does.");
  out.parts.emplace_back("In TVM", note->tvm);
  return out;
}

// The part of a row that has the precondition.
const OpSpec* RowOfRule(std::string_view label, const Precondition** found) {
  for (const OpSpec* row : AllOps()) {
    for (const Precondition& rule : row->preconditions) {
      if (rule.label == label) return *found = &rule, row;
    }
  }
  return nullptr;
}
Explanation OfPrecondition(const OpSpec& row, const Precondition& rule) {
  Explanation out{"rule", std::string(rule.label), {{"Demands", fmt::format("{}: {}", row.name, rule.text)}}};
  out.parts.emplace_back(
      "Why",
      "Inference gives the call no type otherwise, so that check, opt, run and build refuse it where it stands.");
  std::string call = RejectedCall(rule.label);
  out.parts.emplace_back(
      "Rejected", call.empty() ? "Not written in text alone: the callee or an attribute is another node." : call);
  out.parts.emplace_back("In TVM", fmt::format("FInferType of relax.{} (before 0.26: FInferStructInfo)", row.name));
  return out;
}
Explanation OfGeneralRule(const Precondition& rule) {
  Explanation out{"rule", std::string(rule.label), {{"Demands", std::string(rule.text)}}};
  out.parts.emplace_back("Why", "Inference of types needs it of every call, whatever the operator.");
  std::string call = RejectedCall(rule.label);
  if (!call.empty()) out.parts.emplace_back("Rejected", call);
  out.parts.emplace_back("In TVM", rule.label.starts_with("dist.")
                                       ? "dist.FInferType of the operator"
                                       : "the block builder's Normalize, and FInferType of the operator");
  return out;
}

// ---- operators

std::string_view KindText(OperandKind kind) {
  switch (kind) {
    case OperandKind::kTensor: return "tensor";
    case OperandKind::kTensorTuple: return "tuple of tensors";
    case OperandKind::kShape: return "shape";
    case OperandKind::kPrim: return "scalar";
    case OperandKind::kString: return "string literal";
    case OperandKind::kDType: return "dtype literal";
    case OperandKind::kFunction: return "function";
    case OperandKind::kTuple: return "tuple";
    case OperandKind::kAny: return "any value";
  }
  return "?";
}
std::string DTypesText(DTypeSet set) {
  if (set == kAnyDType) return "any dtype";
  std::vector<std::string_view> names;
  if ((set & kBoolDType) != 0) names.push_back("bool");
  if ((set & kIntDType) != 0) names.push_back("int");
  if ((set & kUIntDType) != 0) names.push_back("uint");
  if ((set & kFloatDType) != 0) names.push_back("float");
  return fmt::format("{}", fmt::join(names, ", "));
}
std::string SignatureOf(const OpSpec& row) {
  std::vector<std::string> parts;
  for (const Operand& operand : row.operands)
    parts.push_back(fmt::format("{}{}{}", operand.variadic ? "*" : "", operand.name, operand.optional ? "=None" : ""));
  for (const AttrSpec& attr : row.attrs) {
    parts.push_back(attr.default_text.empty() ? std::string(attr.name)
                                              : fmt::format("{}={}", attr.name, attr.default_text));
  }
  return fmt::format("R.{}({})", row.name, fmt::join(parts, ", "));
}
std::string OperandsText(const OpSpec& row) {
  std::string text;
  for (const Operand& operand : row.operands) {
    bool tensors = operand.kind == OperandKind::kTensor || operand.kind == OperandKind::kTensorTuple;
    text += fmt::format("{}: {}{}{}{}\n", operand.name, KindText(operand.kind),
                        tensors ? " of " + DTypesText(operand.dtypes) : "", operand.optional ? ", may be left out" : "",
                        operand.variadic ? ", any number" : "");
  }
  return text.empty() ? "none\n" : text;
}
std::string AttrsText(const OpSpec& row) {
  std::string text;
  for (const AttrSpec& attr : row.attrs) {
    std::string default_text =
        attr.default_text.empty() ? "must be given" : fmt::format("default {}", attr.default_text);
    text += fmt::format("{}: {}, {}{}\n", attr.name, AttrKindText(attr.kind), default_text,
                        attr.nullable ? ", may be None" : "");
  }
  return text.empty() ? "none\n" : text;
}
Explanation OfOperator(const OpSpec& row) {
  Explanation out{"operator", "relax." + std::string(row.name), {}};
  out.parts.emplace_back("Signature", SignatureOf(row));
  out.parts.emplace_back("Does", row.doc);
  out.parts.emplace_back("Operands", OperandsText(row));
  out.parts.emplace_back("Attributes", AttrsText(row));
  std::string rules;
  for (const Precondition& rule : row.preconditions) rules += fmt::format("{}: {}\n", rule.label, rule.text);
  out.parts.emplace_back("Preconditions", rules.empty() ? "none beside the kinds of operands and attributes" : rules);
  out.parts.emplace_back(
      "Effect", row.purity == Purity::kPure ? "pure" : "impure: stands in no dataflow block and no pure function");
  bool lowered = row.lower.rule != nullptr;
  out.parts.emplace_back("Lowering", lowered
                                         ? (IsCarriedOut(row) ? "to a kernel" : "to functions of TVM's disco runtime")
                                         : std::string(row.lower.why_not));
  out.parts.emplace_back("Gradient", row.gradient.rule != nullptr ? "yes" : std::string(row.gradient.why_not));
  return out;
}

// ---- passes

std::string PropsText(Props props) {
  std::vector<std::string_view> names;
  for (Prop prop : kAllProps) {
    if ((props & prop) != 0) names.push_back(PropName(prop));
  }
  return names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", "));
}
std::string_view ExactnessText(Exactness exact) {
  switch (exact) {
    case Exactness::kBits: return "to the bit";
    case Exactness::kRounding: return "up to rounding, within bounds that are derived from the module";
    case Exactness::kNarrowed: return "up to the rounding of narrower dtypes";
    case Exactness::kInference: return "those of inference, whatever the operators say";
    case Exactness::kTraining: return "those of training, whatever the operators say";
  }
  return "?";
}
std::string_view SignaturesText(Signatures signatures) {
  switch (signatures) {
    case Signatures::kKept: return "are kept";
    case Signatures::kRefined: return "may come to say more";
    case Signatures::kChanged: return "may change";
  }
  return "?";
}
std::string OptionsText(const PassSpec& pass) {
  std::string text;
  for (std::string_view option : pass.options) {
    const OptionDoc* known = FindOptionDoc(pass, option);
    text += known == nullptr ? fmt::format("{}: see the pass's documentation\n", option)
                             : fmt::format("{}: {}: {}\n", option, known->type, known->text);
  }
  return text.empty() ? "none\n" : text;
}
std::string ConfigText(const PassSpec& pass) {
  std::string text;
  for (const ConfigKey& key : pass.config)
    text += fmt::format("{}: {}\n", key.name, key.is_bool ? "True or False" : "an integer");
  return text;
}
// "attributes of functions: added, altered": what it may change beside results.
std::string ChangesText(const PassSpec& pass) {
  std::string text;
  for (size_t i = 0; i < kFacetCount; ++i) {
    std::string ways;
    for (Way way : kAllWays) {
      if (!pass.changes.Allows(static_cast<Facet>(i), way)) continue;
      ways += fmt::format("{}{}", ways.empty() ? "" : ", ", kWayTexts[static_cast<size_t>(way)]);
    }
    if (!ways.empty()) text += fmt::format("{}: {}\n", kFacetTexts[i], ways);
  }
  for (std::string_view attr : pass.attrs) text += fmt::format("the attribute {}\n", attr);
  return text.empty() ? "nothing\n" : text;
}
std::string_view ScheduledForText(ScheduledFor where) {
  switch (where) {
    case ScheduledFor::kDevice: return "a device (--target)";
    case ScheduledFor::kAdreno: return R"(Adreno (--target '{"kind": "opencl", "device": "adreno"}'))";
    case ScheduledFor::kProcessor: return "this machine's processor";
  }
  return "";
}

Explanation OfPass(const PassSpec& pass) {
  Explanation out{"pass", std::string(pass.name), {{"Does", std::string(pass.doc)}}};
  if (IsTargetPass(pass)) {
    out.parts.emplace_back("Of", fmt::format("a TVM{}, for {}; campaigns give it what {} leave\n",
                                             IsOwnTargetPass(pass) ? ", and assay's own" : "",
                                             ScheduledForText(WhatIsScheduledFor(pass)), FormOfTargetPass(pass)));
  }
  out.parts.emplace_back("Needs", PropsText(pass.needs));
  out.parts.emplace_back("Gives", PropsText(pass.gives));
  std::string contract = pass.idempotent ? "idempotent: twice equals once\n"
                                         : fmt::format("not idempotent: {}\n", pass.why_not_idempotent);
  contract += fmt::format("results agree {}\nsignatures of functions {}\nSequential runs it from opt_level {}\n",
                          ExactnessText(pass.exact), SignaturesText(pass.signatures), pass.opt_level);
  out.parts.emplace_back("Contract", contract);
  out.parts.emplace_back("May change beside results", ChangesText(pass));
  out.parts.emplace_back("Options", OptionsText(pass));
  if (std::string config = ConfigText(pass); !config.empty()) out.parts.emplace_back("PassContext config", config);
  return out;
}

// ---- schedule primitives

Explanation OfPrimitive(const PrimitiveSpec& primitive) {
  Explanation out{"schedule primitive", SchedulePrimitiveLabel(primitive.name), {{"Does", std::string(primitive.doc)}}};
  std::vector<std::string_view> args;
  for (char kind : primitive.args)
    args.push_back(kind == 'b' ? "block" : kind == 'i' ? "number" : kind == 'n' ? "[numbers]" : "\"text\"");
  out.parts.emplace_back("In a trace", fmt::format("{}({})", primitive.name, fmt::join(args, ", ")));
  std::string rules;
  for (size_t i = 0; i < primitive.preconditions.size(); ++i)
    rules += fmt::format("{}: {}\n", SchedulePreconditionLabel(primitive, i), primitive.preconditions[i]);
  out.parts.emplace_back("Preconditions", rules);
  return out;
}
// By its label, or as it was called before labels of schedules had a prefix.
std::optional<Explanation> OfSchedule(std::string_view name) {
  auto is = [&](const std::string& label) { return label == name || label == SchedulePrimitiveLabel(name); };
  for (const PrimitiveSpec* primitive : AllPrimitives()) {
    if (is(SchedulePrimitiveLabel(primitive->name))) return OfPrimitive(*primitive);
    for (size_t i = 0; i < primitive->preconditions.size(); ++i) {
      if (!is(SchedulePreconditionLabel(*primitive, i))) continue;
      Explanation out{"rule", SchedulePreconditionLabel(*primitive, i), {}};
      out.parts.emplace_back("Demands", fmt::format("{}: {}", primitive->name, primitive->preconditions[i]));
      out.parts.emplace_back("Why",
                             "The primitive would change a bit of some result otherwise, or is not defined there.");
      out.parts.emplace_back("In TVM",
                             fmt::format("Schedule.{}, which refuses less where a bit may change", primitive->name));
      return out;
    }
  }
  for (const SchedulePrecondition& rule : GeneralSchedulePreconditions()) {
    if (!is(std::string(rule.label))) continue;
    return Explanation{"rule",
                       std::string(rule.label),
                       {{"Demands", std::string(rule.text)},
                        {"Why", "An instruction is carried out at one place of one kernel, or not at all."},
                        {"In TVM", "Schedule.work_on, get_sblock and get_loops"}}};
  }
  return std::nullopt;
}

// ---- oracles, engines, classes of findings

struct OracleClass {
  std::string_view oracle, name, what;
};
constexpr OracleClass kClasses[] = {
#define ASSAY_CLASS(oracle, klass, what) {oracle, klass, what},
#include "cli/explain_classes.def"
};

Explanation OfOracle(const OracleSpec& oracle) {
  Explanation out{"oracle", std::string(oracle.name), {}};
  // What it cannot see is the last sentence of its words, where it has one.
  size_t cannot = std::min(oracle.doc.find("Cannot "), oracle.doc.size());
  out.parts.emplace_back("Promises", Trim(oracle.doc.substr(0, cannot)));
  if (cannot < oracle.doc.size()) out.parts.emplace_back("Cannot see", Trim(oracle.doc.substr(cannot)));
  out.parts.emplace_back("Asked for", oracle.scope == OracleScope::kModule ? "modules"
                                      : oracle.scope == OracleScope::kPass ? "passes"
                                                                           : "modules and passes");
  std::string classes;
  for (const OracleClass& one : kClasses) {
    if (one.oracle == oracle.name) classes += fmt::format("{}: {}\n", one.name, one.what);
  }
  out.parts.emplace_back("Classes of findings", classes);
  return out;
}
Explanation OfClass(std::string_view name) {
  Explanation out{"class of findings", std::string(name), {}};
  for (const OracleClass& one : kClasses) {
    if (one.name == name) out.parts.emplace_back(one.oracle, one.what);
  }
  return out;
}

}  // namespace

const RuleNote* FindRuleNote(std::string_view label) {
  const auto* note = std::ranges::find(kRuleNotes, label, &RuleNote::label);
  return note == std::end(kRuleNotes) ? nullptr : note;
}
std::string ExampleModule(const RuleNote& note) {
  return "from tvm.script import ir as I\nfrom tvm.script import tirx as T\nfrom tvm.script import relax as "
         "R\n\n@I.ir_module\nclass Module:\n" +
         std::string(note.example);
}

std::string RejectedCall(std::string_view label) {
  for (std::string_view rest = kRejectedCalls; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    size_t bar = line.find(" | ");
    if (bar == std::string_view::npos || line.substr(0, bar) != label) continue;
    std::string text;
    for (std::string_view columns = line.substr(bar + 3);;) {
      size_t end = columns.find(" | ");
      text += Trim(columns.substr(0, end)) + "\n";
      if (end == std::string_view::npos) return text;
      columns.remove_prefix(end + 3);
    }
  }
  return {};
}

namespace {

// Kinds by which findings and runs are told apart, beside those that one oracle explains.
struct Word {
  std::string_view kind, name, what;
};
constexpr Word kWords[] = {
#define ASSAY_FINDING_CLASS(constant, spelling, sides, doc) {"class of findings", spelling, doc},
#include "oracles/core/finding_classes.def"
#define ASSAY_TRAP_KIND(constant, spelling, doc) {"trap", spelling, doc},
#include "ir/ops/trap_kinds.def"
};

// "s_tir.VectorizeLoop", as TVM names its passes: the name behind the last dot.
std::string_view WithoutPrefix(std::string_view name) {
  for (std::string_view prefix : {"relax.", "tirx.", "tir.", "s_tir."}) {
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  }
  return name;
}

}  // namespace

namespace {

std::optional<Explanation> OfTarget(std::string_view name) {
  for (const SubjectSpec* subject : AllSubjects()) {
    if (subject->targets == nullptr) continue;
    for (const TargetKind& kind : subject->targets()) {
      if (kind.name != name) continue;
      std::string here = kind.device ? "no: assay's engines run what passes leave, as far as they can\n" : "yes\n";
      return Explanation{"target",
                         std::string(name),
                         {{"Is", std::string(kind.doc)},
                          {"Asked for", fmt::format("--subject {} --target {}\n", subject->name, name)},
                          {"Runs here", here}}};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Explanation> Explain(std::string_view name) {
  for (const RuleSpec& rule : AllRules()) {
    if (rule.label == name) return OfCheckRule(rule);
  }
  const Precondition* rule = nullptr;
  if (const OpSpec* row = RowOfRule(name, &rule)) return OfPrecondition(*row, *rule);
  for (const Precondition& general : GeneralRules()) {
    if (general.label == name) return OfGeneralRule(general);
  }
  if (const OpSpec* row = FindOp(name.starts_with("R.") ? name.substr(2) : name)) return OfOperator(*row);
  for (const PassSpec* pass : AllRelaxAndTirPasses()) {
    if (pass->name == name || pass->name == WithoutPrefix(name)) return OfPass(*pass);
  }
  for (const PassSpec* pass : TargetPasses()) {
    if (pass->name == name) return OfPass(*pass);
  }
  if (std::optional<Explanation> target = OfTarget(name)) return target;
  if (std::optional<Explanation> schedule = OfSchedule(name)) return schedule;
  if (const OracleSpec* oracle = FindOracle(name)) return OfOracle(*oracle);
  for (const EngineSpec* engine : AllEngines()) {
    if (engine->name == name) return Explanation{"engine", std::string(name), {{"Is", std::string(engine->doc)}}};
  }
  if (std::ranges::find(kClasses, name, &OracleClass::name) != std::end(kClasses)) return OfClass(name);
  const auto* word = std::ranges::find(kWords, name, &Word::name);
  if (word != std::end(kWords))
    return Explanation{std::string(word->kind), std::string(name), {{"Is", std::string(word->what)}}};
  return std::nullopt;
}

std::vector<std::string> ExplainedRules() {
  std::vector<std::string> labels;
  for (const RuleSpec& rule : AllRules()) labels.emplace_back(rule.label);
  for (const Precondition& rule : GeneralRules()) labels.emplace_back(rule.label);
  for (const OpSpec* row : AllOps()) {
    for (const Precondition& rule : row->preconditions) labels.emplace_back(rule.label);
  }
  for (const PrimitiveSpec* primitive : AllPrimitives()) {
    for (size_t i = 0; i < primitive->preconditions.size(); ++i)
      labels.push_back(SchedulePreconditionLabel(*primitive, i));
  }
  for (const SchedulePrecondition& rule : GeneralSchedulePreconditions()) labels.emplace_back(rule.label);
  return labels;
}

std::vector<std::string> ExplainedNames() {
  std::vector<std::string> rules = ExplainedRules();
  std::set<std::string> names(rules.begin(), rules.end());
  for (const PrimitiveSpec* primitive : AllPrimitives()) names.insert(SchedulePrimitiveLabel(primitive->name));
  for (const OpSpec* row : AllOps()) {
    names.emplace(row->name);
    names.emplace("relax." + std::string(row->name));
  }
  for (const PassSpec* pass : AllRelaxAndTirPasses()) names.emplace(pass->name);
  for (const PassSpec* pass : TargetPasses()) names.emplace(pass->name);
  for (const SubjectSpec* subject : AllSubjects()) {
    if (subject->targets == nullptr) continue;
    for (const TargetKind& kind : subject->targets()) names.emplace(kind.name);
  }
  for (const OracleSpec* oracle : AllOracles()) names.emplace(oracle->name);
  for (const EngineSpec* engine : AllEngines()) names.emplace(engine->name);
  for (const OracleClass& one : kClasses) names.emplace(one.name);
  for (const Word& word : kWords) names.emplace(word.name);
  return {names.begin(), names.end()};
}

}  // namespace assay
