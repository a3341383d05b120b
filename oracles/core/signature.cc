// The words by which findings are merged (oracle.h): Signature, and the operators that it goes by.
#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/walk.h"
#include "oracles/core/cause.h"
#include "oracles/core/kernel_features.h"
#include "oracles/core/oracle.h"

namespace assay {
namespace {

// By what reduction makes modules plain, and what calls a kernel or chooses in it, which says nothing of what was
// lowered to it.
bool IsPlain(std::string_view name) {
  constexpr std::string_view kPlain[] = {
      "add", "negative", "call_tir", "builtin.alloc_tensor", "vm.call_tir_dyn", "tirx.if_then_else"};
  return std::ranges::find(kPlain, name) != std::end(kPlain);
}
std::string_view PlainName(std::string_view name) { return name.starts_with("relax.") ? name.substr(6) : name; }
bool IsControl(std::string_view name) { return name == "If" || name == "MatchCast"; }

// What stays of control is needed for the fault, as reduction tries to do without; the operators are what it holds.
std::vector<std::string> TellingOperators(const Finding& finding, const Module& module) {
  std::vector<std::string> names = OperatorsOf(module);
  if (std::ranges::any_of(names, IsControl)) {
    std::erase_if(names, [](const std::string& name) { return !IsControl(name); });
  } else if (finding.taken) {
    names = *finding.taken;
  }
  std::erase_if(names, IsPlain);
  return names;
}

// Both say that what is bound or passed is of another type than it should be.
std::string RuleFamily(const Cause& cause) {
  return cause.rule == RuleLabel(Rule::kRelaxCallTIR) ? BrokenRule(cause.by, Rule::kRelaxTypeCorrect).text : cause.text;
}

// The operators of a module's calls with their results' dtypes, "relax.matmul float16".
std::set<std::pair<std::string_view, std::string>> ResultDtypes(const Module& module) {
  std::set<std::pair<std::string_view, std::string>> dtypes;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
      const auto* tensor = call == nullptr ? nullptr : As<TensorType>(call->type);
      if (op != nullptr && tensor != nullptr) dtypes.emplace(op->name.text(), DTypeName(tensor->dtype));
    });
  }
  return dtypes;
}

bool HasNegativeExtent(const Type* type) {
  const auto* tensor = As<TensorType>(type);
  const auto* shape = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
  return shape != nullptr && std::ranges::any_of(shape->values, [](const Expr* dim) {
           return Is<IntImm>(dim) && As<IntImm>(dim)->value < 0;
         });
}

// The operator whose result is said to have an extent that no tensor has, of arguments that are sound:
// "relax.strided_slice".
std::string MakerOfNegativeExtents(const Module& module) {
  std::string maker;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
      if (op == nullptr || !maker.empty() || !HasNegativeExtent(call->type)) return;
      bool sound = std::ranges::none_of(call->args, [](const Expr* arg) { return HasNegativeExtent(arg->type); });
      if (sound) maker = op->name.text();
    });
  }
  return maker;
}

// Where integers are divided, kernels' simplification goes by rules of its own.
std::set<std::string> DivisionsOf(const Module& module) {
  std::set<std::string> kinds;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      if (node->kind == NodeKind::kFloorDiv || node->kind == NodeKind::kFloorMod)
        kinds.emplace(NodeKindName(node->kind));
    });
  }
  return kinds;
}

}  // namespace

std::vector<std::string> OperatorsOf(const Module& module) {
  std::set<std::string> names;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      if (node->kind == NodeKind::kIf || node->kind == NodeKind::kMatchCast) names.emplace(NodeKindName(node->kind));
      const auto* call = As<Call>(node);
      const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
      if (op == nullptr) return;
      names.emplace(PlainName(op->name.text()));
    });
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> OperatorsTaken(const Module& before, const Module& after) {
  std::vector<std::string> taken;
  std::ranges::set_difference(OperatorsOf(before), OperatorsOf(after), std::back_inserter(taken));
  // One code lowers and simplifies both kinds.
  std::vector<std::string> divisions;
  std::ranges::set_difference(DivisionsOf(before), DivisionsOf(after), std::back_inserter(divisions));
  if (!divisions.empty()) taken.emplace_back("FloorDiv");
  return taken;
}

std::vector<std::string> OperatorsRetyped(const Module& before, const Module& after) {
  std::vector<std::string> names;
  auto now = ResultDtypes(after), were = ResultDtypes(before);
  for (const auto& [name, dtype] : now) {
    bool known = std::ranges::any_of(were, [&](const auto& was) { return was.first == name; });
    if (known && !were.contains({name, dtype}) && !std::ranges::count(names, PlainName(name)))
      names.emplace_back(PlainName(name));
  }
  return names;
}

bool LooksAtRuns(std::string_view oracle) {
  const OracleSpec* spec = FindOracle(oracle);
  return spec != nullptr && spec->looks_at_runs;
}

OtherForm FormOf(std::string_view oracle) {
  const OracleSpec* spec = FindOracle(oracle);
  return spec == nullptr ? OtherForm::kNone : spec->other_form;
}

bool SameFinding(const Finding& a, const Finding& b) {
  auto of_results = [](FindingClass klass) {
    return klass == FindingClass::kDiffers || klass == FindingClass::kTrap || klass == FindingClass::kTypeDiffers;
  };
  bool same_class = a.klass == b.klass || (LooksAtRuns(a.oracle) && of_results(a.klass) && of_results(b.klass));
  return a.oracle == b.oracle && a.pass == b.pass && same_class && a.cause.text == b.cause.text;
}

std::string Signature(const Finding& finding, const Module& module) {
  if (finding.cause.breaks_rule) return fmt::format("ill_formed|{}", RuleFamily(finding.cause));
  if (!finding.cause.empty()) return fmt::format("{}|{}", finding.klass.name(), finding.cause.text);
  bool of_runs = LooksAtRuns(finding.oracle);
  // As type_sound calls it where what has that type comes to be.
  std::string maker = of_runs && finding.facts.negative_extent ? MakerOfNegativeExtents(module) : "";
  if (!maker.empty()) return fmt::format("unsound|{}", maker);
  std::vector<std::string> names = TellingOperators(finding, module);
  // Kernels that have no operator in common need have nothing in common.
  bool of_results = of_runs || finding.klass == FindingClass::kBitsDiffer;
  if (names.empty() && finding.pass.empty() && of_results) names = KernelFeatures(module);
  // Plain graphs without a pass to blame have nothing in common but who saw them.
  if (names.empty() && finding.pass.empty() && of_runs) names = {finding.oracle};
  if (!of_runs)
    return fmt::format("{}|{}|{}|{}", finding.oracle, finding.pass, finding.klass.name(), fmt::join(names, "+"));
  // Results of another type have them for all inputs.
  std::string_view what = finding.klass == FindingClass::kTypeDiffers ? "types" : "results";
  return fmt::format("{}|{}|{}", what, finding.pass, fmt::join(names, "+"));
}

}  // namespace assay
