// Findings are data: what identifies a fault stands in typed fields, set by the oracle that saw it; texts are for
// people alone. CauseOf (cause.h) and Signature (oracle.h) read nothing else. Tested by finding_test.cc and
// cause_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/support/diag.h"
#include "oracles/core/change_kind.h"
#include "oracles/core/finding_class.h"
#include "oracles/core/module_difference.h"
#include "oracles/core/rule_label.h"
#include "oracles/core/sides.h"
#include "oracles/core/typed_facts.h"

namespace assay {

// What an oracle knows of a fault beside its class. All fields may be empty.
struct FindingFacts {
  // The rule that is broken.
  RuleLabel rule = {};
  // The pass of a build pipeline after which it is, or kWholeBuild (refusal.h).
  std::string step = {};
  // Where the two modules first differ.
  std::optional<ModuleDifference> difference = {};
  // They are a module and what is read of its text: whoever made the module, the text loses something.
  bool lost_in_text = false;
  // The change with which the module was tried.
  std::optional<ChangeKind> change = {};
  // The operator or statement in the line in which two texts first differ: "R.nn.relu".
  std::string reads = {};
  // The operator whose type is wrong, or the kind of expression.
  std::string op = {};
  // One of the runs met a tensor of negative extent.
  bool negative_extent = false;
  // Who refuses, where it is no pass: "checker", or an engine.
  std::string refuser = {};
  // A pass that has run and should have dealt with what is refused.
  std::string ran_in_vain = {};
  // The build would have taken the module, had it legalized once more.
  bool legalizes_late = false;
  // The move that shows it.
  std::string move = {};
  // What assay's own compiler says no by.
  std::optional<DiagKind> diag = {};
  // The place of a promise of its own that a process broke, "broken promise at FILE:N: CONDITION".
  std::string promise = {};
  // frame_kept: what the pass's row does not say that it changes.
  std::optional<FrameBreach> frame = {};
  // arithmetic_holds: the expression and whose claim of it does not hold.
  std::optional<ArithmeticFault> arithmetic = {};
  // fields_count: the field that was changed.
  std::optional<NodeField> field = {};
  // What applies the pass's rule, as it applies others: they have their faults in common.
  std::string applied_by = {};
  // promised_form: the attribute that is not as the pass promises.
  std::string attribute = {};
  // options_refused: the option that has an invalid value.
  std::string option = {};
  // How the run that is wrong ended.
  std::optional<TrapFact> trap = {};
  // The subject's own words.
  std::string said = {};
  // These without what changes from module to module, as the subject itself puts it (Subject::NormalizedMessage).
  std::string normalized = {};
};

// What went wrong, in words that do not change from module to module.
struct Cause {
  std::string text = {};
  // A module came out ill-formed, whoever noticed.
  bool breaks_rule = false;
  // Then: by whose work (a pass, or kWholeBuild), and which rule, where the subject names rules.
  std::string by = {};
  RuleLabel rule = {};

  bool empty() const { return text.empty(); }
  friend bool operator==(const Cause&, const Cause&) = default;
};

struct Finding {
  std::string oracle;
  // The first bad pass, or empty.
  std::string pass;
  // What goes wrong.
  FindingClass klass;
  // One paragraph for a reader: what was expected and what happened, first difference first.
  std::string detail;
  // Oracles that see the same fault in the same case.
  std::vector<std::string> also = {};
  FindingFacts facts = {};
  // CauseOf the finding as it was first seen; whoever finds out more writes into it.
  Cause cause = {};
  // The operators that the pass took away, where that was looked at.
  std::optional<std::vector<std::string>> taken = {};
  // What was expected and what came, for readers alone.
  Sides sides = {};
};

}  // namespace assay
