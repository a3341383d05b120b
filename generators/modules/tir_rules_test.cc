// Forms that the rules of arithmetic look for stand in generated kernels, with numbers that their conditions do not
// take as well.
#include <gtest/gtest.h>

#include <map>

#include "generators/modules/generate.h"
#include "ir/arith/rule_table.h"
#include "ir/equal.h"
#include "ir/prim/binary_function.h"
#include "ir/walk.h"

namespace assay {
namespace {

// Whether the expression is the term as it is written: no operand changes places.
// recursion: rules nest a few levels deep
bool Fits(const RuleTerm& term, const Expr* e, RuleBindings& bindings) {
  const IntImm* number = AsInt(e);
  switch (term.kind) {
    case RuleTerm::Kind::kNumber: return number != nullptr && number->value == term.value;
    case RuleTerm::Kind::kTruth: return number != nullptr && DTypeOf(e).IsBool() && number->value == term.value;
    case RuleTerm::Kind::kConstant: {
      std::optional<int64_t>& known = bindings.constants[RuleBindings::Slot(term.name)];
      if (number == nullptr || known.value_or(number->value) != number->value) return false;
      known = number->value;
      return true;
    }
    case RuleTerm::Kind::kAny: {
      const Expr*& known = bindings.any[RuleBindings::Slot(term.name)];
      if (known != nullptr && !Equal(known, e)) return false;
      known = e;
      return true;
    }
    case RuleTerm::Kind::kOperator: break;
  }
  std::vector<const Expr*> args;
  if (const BinaryExpr* binary = AsBinary(e)) args = {binary->a, binary->b};
  if (const auto* negated = As<Not>(e)) args = {negated->a};
  if (const auto* choice = As<Select>(e)) args = {choice->condition, choice->true_value, choice->false_value};
  if (e->kind != term.op || args.size() != term.args.size()) return false;
  for (size_t i = 0; i < args.size(); ++i) {
    if (!Fits(term.args[i], args[i], bindings)) return false;
  }
  return true;
}

TEST(FormsOfRules, StandInKernelsWithAnyNumbers) {
  constexpr uint64_t kModules = 3000;
  std::map<std::string_view, int> forms, beside;
  for (uint64_t seed = 0; seed < kModules; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    GenOptions options;
    options.profile = Profile::kTir;
    options.wanted = BitOf(Feature::kFreeStmts) | BitOf(Feature::kPlainLoops);
    Module module = Generate(ctx, bytes, options);
    for (const ModuleEntry& entry : module.entries) {
      WalkOnce(entry.func, [&](const Node* node) {
        const Expr* e = AsExpr(node);
        if (e == nullptr || (AsBinary(e) == nullptr && !Is<Not>(e) && !Is<Select>(e))) return;
        for (const RewriteRule* rule : RewriteRulesOf(e->kind)) {
          RuleBindings bindings;
          if (!Fits(rule->from, e, bindings)) continue;
          ++forms[rule->from_text];
          if (rule->condition && ValueOf(*rule->condition, bindings) != 1) ++beside[rule->from_text];
        }
      });
    }
  }
  size_t all = 0, stood = 0, conditional = 0, stood_beside = 0;
  for (const RewriteRule& rule : AllRewriteRules()) {
    ++all;
    stood += forms.contains(rule.from_text) ? 1 : 0;
    if (!rule.condition) continue;
    ++conditional;
    stood_beside += beside.contains(rule.from_text) ? 1 : 0;
  }
  EXPECT_GT(10 * stood, 9 * all);
  EXPECT_GT(10 * stood_beside, 9 * conditional);
}

}  // namespace
}  // namespace assay
