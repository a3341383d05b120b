// Every rewrite rule is proven by Z3, for all values of what it leaves open: rules for numbers over the integers, with
// each constant in turn from a small set; rules that hold also where arithmetic wraps over 8-bit vectors, signed and
// unsigned, where the proof is complete.
#include <map>

#include <gtest/gtest.h>
#include <z3++.h>

#include "ir/arith/rule_table.h"

namespace assay {
namespace {

enum class World : uint8_t { kIntegers, kSigned8, kUnsigned8 };

class Translator {
 public:
  Translator(z3::context& z3, World world, const RuleBindings& bindings)
      : z3_(z3), world_(world), bindings_(bindings) {}

  z3::expr Run(const RuleTerm& term) {
    switch (term.kind) {
      case RuleTerm::Kind::kAny: return Any(term.name);
      case RuleTerm::Kind::kConstant: return Number(*bindings_.constants[RuleBindings::Slot(term.name)]);
      case RuleTerm::Kind::kNumber: return Number(term.value);
      case RuleTerm::Kind::kTruth: return z3_.bool_val(term.value != 0);
      case RuleTerm::Kind::kOperator: break;
    }
    z3::expr a = Run(term.args[0]);
    if (term.op == NodeKind::kNot) return !a;
    z3::expr b = Run(term.args[1]);
    return term.op == NodeKind::kSelect ? z3::ite(a, b, Run(term.args[2])) : Operate(term.op, a, b);
  }

 private:
  bool Vectors() const { return world_ != World::kIntegers; }
  z3::expr Any(char name) {
    std::string text(1, name);
    if (name == 'p' || name == 'q') return z3_.bool_const(text.c_str());
    return Vectors() ? z3_.bv_const(text.c_str(), 8) : z3_.int_const(text.c_str());
  }
  z3::expr Number(int64_t value) { return Vectors() ? z3_.bv_val(value, 8) : z3_.int_val(value); }
  z3::expr Less(const z3::expr& a, const z3::expr& b) { return world_ == World::kUnsigned8 ? z3::ult(a, b) : a < b; }

  z3::expr Operate(NodeKind op, const z3::expr& a, const z3::expr& b) {
    switch (op) {
      case NodeKind::kAdd: return a + b;
      case NodeKind::kSub: return a - b;
      case NodeKind::kMul: return a * b;
      case NodeKind::kMin: return z3::ite(Less(b, a), b, a);
      case NodeKind::kMax: return z3::ite(Less(a, b), b, a);
      case NodeKind::kEQ: return a == b;
      case NodeKind::kNE: return a != b;
      case NodeKind::kLT: return Less(a, b);
      case NodeKind::kLE: return !Less(b, a);
      case NodeKind::kAnd: return a && b;
      case NodeKind::kOr: return a || b;
      // other kinds: rules have divisions besides
      default: return Divide(op, a, b);
    }
  }
  // Z3's division of integers leaves a remainder that is never negative.
  z3::expr Divide(NodeKind op, const z3::expr& a, const z3::expr& b) {
    if (Vectors()) {
      bool is_unsigned = world_ == World::kUnsigned8;
      if (op == NodeKind::kDiv) return is_unsigned ? z3::udiv(a, b) : a / b;
      return is_unsigned ? z3::urem(a, b) : z3::srem(a, b);
    }
    z3::expr floor = z3::ite(b > 0, a / b, (-a) / (-b));
    z3::expr truncated = z3::ite(a >= 0, z3::ite(b > 0, a / b, -(a / (-b))), z3::ite(b > 0, -((-a) / b), (-a) / (-b)));
    if (op == NodeKind::kFloorDiv) return floor;
    if (op == NodeKind::kFloorMod) return a - floor * b;
    return op == NodeKind::kDiv ? truncated : a - truncated * b;
  }

  z3::context& z3_;
  World world_;
  const RuleBindings& bindings_;
};

// The constants c, d, e of a rule, each from a small set that has all signs, one, and numbers that divide each other.
void CollectConstants(const RuleTerm& term, std::map<char, bool>& names) {
  if (term.kind == RuleTerm::Kind::kConstant) names[term.name] = true;
  for (const RuleTerm& arg : term.args) CollectConstants(arg, names);
}
template <class F>
void ForEachConstants(const RewriteRule& rule, F&& f) {
  std::map<char, bool> names;
  CollectConstants(rule.from, names);
  CollectConstants(rule.to, names);
  std::vector<RuleBindings> choices(1);
  for (const auto& [name, used] : names) {
    std::vector<RuleBindings> wider;
    for (const RuleBindings& choice : choices) {
      for (int64_t value : {-2, -1, 0, 1, 2, 6}) {
        wider.push_back(choice);
        wider.back().constants[RuleBindings::Slot(name)] = value;
      }
    }
    choices = std::move(wider);
  }
  for (const RuleBindings& choice : choices) {
    if (!rule.condition || ValueOf(*rule.condition, choice) == 1) f(choice);
  }
}

// What contradicts the rule; empty when it is proven.
std::string Contradiction(z3::solver& solver, const RewriteRule& rule, World world, const RuleBindings& constants) {
  Translator translator(solver.ctx(), world, constants);
  solver.push();
  solver.add(translator.Run(rule.from) != translator.Run(rule.to));
  z3::check_result result = solver.check();
  std::string found = result == z3::unsat ? "" : result == z3::sat ? solver.get_model().to_string() : "unknown";
  solver.pop();
  return found;
}

TEST(RewriteRules, EveryRuleIsProven) {
  z3::context z3;
  z3::solver solver(z3);
  for (const RewriteRule& rule : AllRewriteRules()) {
    size_t proofs = 0;
    ForEachConstants(rule, [&](const RuleBindings& constants) {
      ++proofs;
      EXPECT_EQ(Contradiction(solver, rule, World::kIntegers, constants), "")
          << rule.from_text << " -> " << rule.to_text;
      if (rule.scope != RuleScope::kAlways) return;
      EXPECT_EQ(Contradiction(solver, rule, World::kSigned8, constants), "")
          << rule.from_text << " -> " << rule.to_text;
      EXPECT_EQ(Contradiction(solver, rule, World::kUnsigned8, constants), "")
          << rule.from_text << " -> " << rule.to_text;
    });
    EXPECT_GT(proofs, 0u) << rule.from_text << ": no constants meet its condition";
  }
}

// The proof would notice a wrong rule.
TEST(RewriteRules, AWrongRuleIsNotProven) {
  z3::context z3;
  z3::solver solver(z3);
  RewriteRule wrong = AllRewriteRules().front();
  wrong.from = {
      RuleTerm::Kind::kOperator,
      NodeKind::kFloorDiv,
      0,
      0,
      {{RuleTerm::Kind::kAny, NodeKind::kAdd, 'x', 0, {}}, {RuleTerm::Kind::kNumber, NodeKind::kAdd, 0, 2, {}}}};
  wrong.to = wrong.from;
  wrong.to.op = NodeKind::kDiv;
  EXPECT_NE(Contradiction(solver, wrong, World::kIntegers, {}), "") << "-1 // 2 is -1, but truncated it is 0";
}

}  // namespace
}  // namespace assay
