// What findings have in common whatever the module: rules, steps, ends of paths, operators. Texts for people count for
// nothing.
#include "oracles/core/cause.h"

#include <gtest/gtest.h>

#include "oracles/core/refusal.h"

namespace assay {
namespace {

std::string CauseText(std::string oracle, std::string pass, FindingClass klass, FindingFacts facts) {
  return CauseOf({std::move(oracle), std::move(pass), klass, "", {}, std::move(facts)}).text;
}
bool BreaksRule(std::string oracle, std::string pass, FindingClass klass, FindingFacts facts) {
  return CauseOf({std::move(oracle), std::move(pass), klass, "", {}, std::move(facts)}).breaks_rule;
}

// One row for each way to have a cause.
struct Row {
  const char* oracle;
  const char* pass;
  FindingClass klass;
  FindingFacts facts;
  const char* cause;
  bool breaks_rule = false;
};

TEST(Cause, GoesByClassAndFacts) {
  ModuleDifference of_tvm{.text = "", .path = {"", "body", "value", "op"}, .tail = "value.op", .of_objects = true};
  ModuleDifference of_dtypes{.text = "",
                             .path = {"", "args", "ty", "dtype"},
                             .tail = "ty.dtype",
                             .of_objects = true,
                             .dtypes = DTypeDifference{DType::Bool(), DType::Int(64)}};
  ModuleDifference of_assay{.text = "", .path = {"main", "params", "flavor"}, .tail = "flavor"};
  // clang-format off: a table of cases
  const Row rows[] = {
      {"well_formed_after_pass", "DeadCodeElimination", FindingClass::kIllFormed, {.rule = Rule::kRelaxGlobalDefined}, "DeadCodeElimination: relax.wf2", true},
      {"metamorphic", "LazyGetInput", FindingClass::kIllFormed, {.normalized = "Var V is not defined."}, "LazyGetInput: Var V is not defined.", true},
      {"well_formed_after_pass", "p", FindingClass::kIllFormed, {}, ""},
      {"equals_rewritten", "", FindingClass::kOneRefuses, {.rule = Rule::kRelaxBranchScope, .step = "FuseTIR"}, "FuseTIR: relax.wf8", true},
      {"memory_plan", "LazyGetInput", FindingClass::kInternal, {.rule = Rule::kRelaxVarDefined, .step = std::string(kWholeBuild)}, "build: relax.wf5", true},
      {"metamorphic", "p", FindingClass::kOneRefuses, {.rule = Rule::kRelaxVarDefined}, ""},
      {"idempotent", "p", FindingClass::kSecondRefuses, {.normalized = "InternalError Check failed"}, "InternalError Check failed"},
      {"round_trip", "p", FindingClass::kUnreadable, {.normalized = "Undefined variable"}, "Undefined variable"},
      {"execution_modes", "", FindingClass::kOneRefuses, {.refuser = "vm-compiled", .diag = DiagKind::kUnsupported}, "vm-compiled: Unsupported"},
      {"refuse_or_compile", "", FindingClass::kRejectsValid, {.ran_in_vain = "LegalizeOps"}, "LegalizeOps has run"},
      {"refuse_or_compile", "", FindingClass::kRejectsValid, {.legalizes_late = true}, "would compile if the build legalized once more"},
      {"refuse_or_compile", "Gradient", FindingClass::kRejectsValid, {.diag = DiagKind::kUndefinedName}, "Gradient: UndefinedName"},
      {"refuse_or_compile", "Gradient", FindingClass::kRejectsValid, {.rule = Rule::kRelaxVarOnce}, "Gradient: relax.wf6"},
      {"refuse_or_compile", "Gradient", FindingClass::kRejectsValid, {.rule = RuleLabel("group_norm.r2")}, "Gradient: relax.wf11", true},
      {"refuse_or_compile", "", FindingClass::kRejectsValid, {.rule = RuleLabel("group_norm.r2")}, ": group_norm.r2"},
      {"rejects_invalid", "", FindingClass::kRejectsValid, {.refuser = "checker", .normalized = "Var V is not defined."}, "checker: Var V is not defined."},
      {"rejects_invalid", "", FindingClass::kRejectsValid, {.rule = RuleLabel("group_norm.r2"), .refuser = "checker"}, "checker: group_norm.r2"},
      {"rejects_invalid", "", FindingClass::kAcceptsInvalid, {.change = ChangeKind::kNestedCall}, "a call stands within a call"},
      {"structural_equality", "", FindingClass::kDiffers, {.change = ChangeKind::kNotANumber}, "equality of copies where a float is not a number"},
      {"structural_equality", "", FindingClass::kEqual, {.change = ChangeKind::kNotANumber}, ""},
      {"idempotent", "p", FindingClass::kDiffers, {.difference = of_tvm}, "idempotent p: value.op"},
      {"idempotent", "p", FindingClass::kDiffers, {.difference = of_assay}, ""},
      {"round_trip", "p", FindingClass::kDiffers, {.difference = of_tvm, .lost_in_text = true}, "round trip loses value.op"},
      {"round_trip", "p", FindingClass::kDiffers, {.difference = of_assay, .lost_in_text = true}, "round trip loses flavor"},
      {"round_trip", "", FindingClass::kDiffers, {.difference = of_dtypes, .lost_in_text = true}, "round trip loses ty.dtype: bool as int64"},
      {"round_trip", "", FindingClass::kDiffers, {.difference = ModuleDifference{"another order"}, .lost_in_text = true}, ""},
      {"round_trip", "", FindingClass::kTextDiffers, {.reads = "R.nn.relu"}, "text of R.nn.relu"},
      {"input_unchanged", "p", FindingClass::kInputChanged, {}, "p writes"},
      {"input_unchanged", "p", FindingClass::kInputChanged, {.applied_by = "all_rules"}, "all_rules writes"},
      {"frame_kept", "p", FindingClass::kFrameBroken, {.frame = FrameBreach{Facet::kDevices, Way::kDropped, "k"}}, "p: devices of variables dropped"},
      {"arithmetic_holds", "", FindingClass::kArithmetic, {.arithmetic = ArithmeticFault{{NodeKind::kFloorMod, NodeKind::kSub}, "simplify"}}, "arithmetic of FloorMod Sub (simplify)"},
      {"options_refused", "FuseOps", FindingClass::kAcceptsInvalid, {.option = "a"}, "FuseOps: option a"},
      {"options_refused", "FuseOps", FindingClass::kUnexplained, {.option = "b"}, "FuseOps: option b"},
      {"fields_count", "", FindingClass::kEqual, {.field = NodeField{NodeKind::kIntImm, "value"}}, "field IntImm.value"},
      {"promised_form", "p", FindingClass::kPromiseBroken, {.attribute = "op_pattern"}, "p: attribute op_pattern"},
      {"pass_preserves_results", "p", FindingClass::kTrap, {.trap = TrapFact{TrapKind::kDataRace, "a"}}, ""},
      {"type_sound", "", FindingClass::kUnsound, {.op = "relax.add"}, "relax.add"},
      {"inference_agrees", "", FindingClass::kDtype, {.op = "relax.add"}, "inference of relax.add"},
      {"equals_rewritten", "", FindingClass::kOneRefuses, {.rule = Rule::kRelaxVarOnce, .step = "p", .move = "split_loop"}, "split_loop"},
      {"equals_rewritten", "", FindingClass::kInternal, {.move = "dead_call", .normalized = "InternalError unknown intrinsic"}, "InternalError unknown intrinsic"},
      {"equals_rewritten", "", FindingClass::kInternal, {.move = "dead_call"}, "dead_call"},
      {"pass_preserves_results", "p", FindingClass::kTrap, {.normalized = "run: InternalError"}, "run: InternalError"},
      {"pass_preserves_results", "p", FindingClass::kDiffers, {}, ""},
      {"no_crash_or_hang", "p", FindingClass(FindingClass::kSignal, 6), {.promise = "broken promise at a.cc:N: ok"}, "broken promise at a.cc:N: ok"},
  };
  // clang-format on
  for (const Row& row : rows) {
    EXPECT_EQ(CauseText(row.oracle, row.pass, row.klass, row.facts), row.cause)
        << row.oracle << " " << row.klass.name();
    EXPECT_EQ(BreaksRule(row.oracle, row.pass, row.klass, row.facts), row.breaks_rule)
        << row.oracle << " " << row.klass.name();
  }
}

TEST(Cause, WordsForPeopleCountForNothing) {
  FindingFacts facts{.rule = Rule::kRelaxVarDefined, .step = "FuseTIR"};
  Finding one{"memory_plan", "p", FindingClass::kInternal, "after FuseTIR: variable a [relax.wf5]", {}, facts};
  Finding other = one;
  other.detail = other.facts.said = "after Normalize in the build pipeline: an If stands here [relax.wf12]";
  EXPECT_EQ(CauseOf(one), CauseOf(other));
}

}  // namespace
}  // namespace assay
