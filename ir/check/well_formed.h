// Well-formedness of modules: every rule of rules.def, all violations in one run, each a located Diag that names its
// rule. Relax functions are judged as TVM's Relax well-formedness check does, PrimFuncs as its TIR verifiers do and by
// what their blocks declare; the symbols of both must be their names, where TVM looks at Relax functions alone. Tested
// by well_formed_test.cc with one minimal violation for each rule.
#pragma once

#include <span>
#include <string_view>

#include "ir/module.h"
#include "ir/support/diag.h"

namespace assay {

enum class Rule : uint8_t {
#define ASSAY_RULE(Name, label, doc) Name,
#include "ir/check/rules.def"
};
struct RuleSpec {
  std::string_view label, doc;
};
std::span<const RuleSpec> AllRules();

// Reports every violation (up to 100) into `sink`; sink.ok() afterwards means well-formed.
void CheckWellFormed(Context& ctx, const Module& module, DiagSink& sink);
bool IsWellFormed(Context& ctx, const Module& module);

}  // namespace assay
