#include "ir/arith/rule_table.h"

#include <algorithm>
#include <cctype>

#include "ir/arith/sum.h"
#include "ir/prim/exact_int.h"
#include "ir/support/check.h"
#include "ir/tensor/scalar.h"

namespace assay {
namespace {

// ---- reading rules

struct Sign {
  std::string_view text;
  NodeKind op;
  int precedence;
};
// Longer signs first.
constexpr Sign kSigns[] = {{"||", NodeKind::kOr, 1},       {"&&", NodeKind::kAnd, 2},    {"==", NodeKind::kEQ, 3},
                           {"!=", NodeKind::kNE, 3},       {"<=", NodeKind::kLE, 3},     {"<", NodeKind::kLT, 3},
                           {"+", NodeKind::kAdd, 4},       {"-", NodeKind::kSub, 4},     {"*", NodeKind::kMul, 5},
                           {"//", NodeKind::kFloorDiv, 5}, {"%", NodeKind::kFloorMod, 5}};
struct Called {
  std::string_view text;
  NodeKind op;
};
constexpr Called kCalled[] = {{"min", NodeKind::kMin},
                              {"max", NodeKind::kMax},
                              {"tdiv", NodeKind::kDiv},
                              {"tmod", NodeKind::kMod},
                              {"select", NodeKind::kSelect}};

// Rules are part of the program, so that what does not read is a broken promise of our own.
class RuleReader {
 public:
  explicit RuleReader(std::string_view text) : text_(text) {}

  RuleTerm Read() {
    RuleTerm term = Infix(0);
    ASSAY_CHECK(text_.empty(), "a rewrite rule reads to its end");
    return term;
  }

 private:
  void SkipSpace() {
    while (text_.starts_with(' ')) text_.remove_prefix(1);
  }
  bool Accept(std::string_view sign) {
    SkipSpace();
    if (!text_.starts_with(sign)) return false;
    text_.remove_prefix(sign.size());
    SkipSpace();
    return true;
  }

  // recursion: as deep as the rules of the table
  RuleTerm Infix(int least) {
    RuleTerm left = Atom();
    while (true) {
      SkipSpace();
      auto sign = std::ranges::find_if(kSigns, [&](const Sign& s) { return text_.starts_with(s.text); });
      if (sign == std::end(kSigns) || sign->precedence <= least) return left;
      Accept(sign->text);
      RuleTerm right = Infix(sign->precedence);
      left = {RuleTerm::Kind::kOperator, sign->op, 0, 0, {std::move(left), std::move(right)}};
    }
  }
  RuleTerm Atom() {
    if (Accept("(")) {
      RuleTerm inner = Infix(0);
      ASSAY_CHECK(Accept(")"), "a bracket closes in a rewrite rule");
      return inner;
    }
    if (Accept("!")) return {RuleTerm::Kind::kOperator, NodeKind::kNot, 0, 0, {Atom()}};
    if (Accept("true")) return {RuleTerm::Kind::kTruth, NodeKind::kAdd, 0, 1, {}};
    if (Accept("false")) return {RuleTerm::Kind::kTruth, NodeKind::kAdd, 0, 0, {}};
    for (const Called& called : kCalled) {
      if (Accept(called.text)) return Call(called.op);
    }
    bool negative = Accept("-");
    if (!text_.empty() && std::isdigit(static_cast<unsigned char>(text_[0]))) return Number(negative);
    ASSAY_CHECK(!text_.empty() && std::isalpha(static_cast<unsigned char>(text_[0])), "a rewrite rule names its parts");
    char name = text_[0];
    text_.remove_prefix(1);
    bool constant = name >= 'c' && name <= 'e';
    return {constant ? RuleTerm::Kind::kConstant : RuleTerm::Kind::kAny, NodeKind::kAdd, name, 0, {}};
  }
  RuleTerm Call(NodeKind op) {
    RuleTerm call{RuleTerm::Kind::kOperator, op, 0, 0, {}};
    ASSAY_CHECK(Accept("("), "a function of a rewrite rule has arguments");
    do call.args.push_back(Infix(0));
    while (Accept(","));
    ASSAY_CHECK(Accept(")"), "a bracket closes in a rewrite rule");
    return call;
  }
  RuleTerm Number(bool negative) {
    int64_t value = 0;
    while (!text_.empty() && std::isdigit(static_cast<unsigned char>(text_[0]))) {
      value = value * 10 + (text_[0] - '0');
      text_.remove_prefix(1);
    }
    return {RuleTerm::Kind::kNumber, NodeKind::kAdd, 0, negative ? -value : value, {}};
  }

  std::string_view text_;
};

std::vector<RewriteRule> ReadRules() {
  std::vector<RewriteRule> rules;
  auto add = [&](RuleScope scope, std::string_view from, std::string_view to, std::string_view condition) {
    RewriteRule rule{scope, from, to, condition, RuleReader(from).Read(), RuleReader(to).Read(), std::nullopt};
    if (!condition.empty()) rule.condition = RuleReader(condition).Read();
    rules.push_back(std::move(rule));
  };
#define ASSAY_REWRITE(scope, from, to, condition) add(RuleScope::scope, from, to, condition);
#include "ir/arith/rules.def"
  return rules;
}

// ---- matching and building

bool Commutes(NodeKind op) {
  return op == NodeKind::kAdd || op == NodeKind::kMul || op == NodeKind::kMin || op == NodeKind::kMax ||
         op == NodeKind::kEQ || op == NodeKind::kNE || op == NodeKind::kAnd || op == NodeKind::kOr;
}

// recursion: as deep as the rules of the table
bool OfConstantsOnly(const RuleTerm& term) {
  if (term.kind == RuleTerm::Kind::kAny || term.kind == RuleTerm::Kind::kTruth) return false;
  return std::ranges::all_of(term.args, OfConstantsOnly);
}

class Matcher {
 public:
  explicit Matcher(Context& ctx) : ctx_(ctx) {}
  RuleBindings bindings;

  // Leaves the bindings as they were when it fails.
  // recursion: as deep as the rules of the table
  bool Match(const RuleTerm& term, const Expr* e) {
    switch (term.kind) {
      case RuleTerm::Kind::kAny: return MatchAny(term.name, e);
      case RuleTerm::Kind::kConstant:
        return AsInt(e) != nullptr && !DTypeOf(e).IsBool() && MatchConstant(term.name, AsInt(e)->value);
      case RuleTerm::Kind::kNumber: return AsInt(e) != nullptr && !DTypeOf(e).IsBool() && AsInt(e)->value == term.value;
      case RuleTerm::Kind::kTruth: return AsInt(e) != nullptr && DTypeOf(e).IsBool() && AsInt(e)->value == term.value;
      case RuleTerm::Kind::kOperator: return MatchOperator(term, e);
    }
    return false;
  }

 private:
  bool MatchAny(char name, const Expr* e) {
    const Expr*& slot = bindings.any[RuleBindings::Slot(name)];
    if (slot != nullptr) return SameFactor(slot, e);
    // p and q are truth values, all others integers.
    bool truth = name == 'p' || name == 'q';
    if (!DTypeOf(e).IsScalar() || (truth ? !DTypeOf(e).IsBool() : !DTypeOf(e).IsInteger())) return false;
    slot = e;
    return true;
  }
  bool MatchConstant(char name, int64_t value) {
    std::optional<int64_t>& slot = bindings.constants[RuleBindings::Slot(name)];
    if (slot) return *slot == value;
    slot = value;
    return true;
  }
  bool MatchOperator(const RuleTerm& term, const Expr* e) {
    if (const auto* negation = As<Not>(e)) return term.op == NodeKind::kNot && Match(term.args[0], negation->a);
    if (const auto* choice = As<Select>(e)) {
      return term.op == NodeKind::kSelect &&
             MatchAll(term, {choice->condition, choice->true_value, choice->false_value});
    }
    const BinaryExpr* binary = AsBinary(e);
    if (binary == nullptr) return false;
    // Canonical sums write x + -3 as x - 3.
    const IntImm* taken = e->kind == NodeKind::kSub ? AsInt(binary->b) : nullptr;
    if (term.op == NodeKind::kAdd && taken != nullptr && taken->value != INT64_MIN) {
      const Expr* added = MakeInt(ctx_, -taken->value, DTypeOf(taken));
      return MatchAll(term, {binary->a, added}) || MatchAll(term, {added, binary->a});
    }
    if (term.op != e->kind) return false;
    return MatchAll(term, {binary->a, binary->b}) || (Commutes(e->kind) && MatchAll(term, {binary->b, binary->a}));
  }
  bool MatchAll(const RuleTerm& term, std::initializer_list<const Expr*> operands) {
    RuleBindings saved = bindings;
    size_t i = 0;
    for (const Expr* operand : operands) {
      if (Match(term.args[i++], operand)) continue;
      bindings = saved;
      return false;
    }
    return true;
  }

  Context& ctx_;
};

// Null when a constant does not fit `dtype`, which is that of the rule's numbers.
// recursion: as deep as the rules of the table
const Expr* Build(Context& ctx, const RuleTerm& term, const RuleBindings& bindings, DType dtype,
                  const MakeOperator& make) {
  if (term.kind == RuleTerm::Kind::kAny) return bindings.any[RuleBindings::Slot(term.name)];
  if (term.kind == RuleTerm::Kind::kTruth) return MakeBool(ctx, term.value != 0);
  if (OfConstantsOnly(term)) {
    std::optional<int64_t> value = ValueOf(term, bindings);
    bool fits = value && WrapInt(dtype, static_cast<uint64_t>(*value)) == *value;
    return fits ? MakeInt(ctx, *value, dtype) : nullptr;
  }
  std::vector<const Expr*> operands;
  for (const RuleTerm& arg : term.args) {
    const Expr* operand = Build(ctx, arg, bindings, dtype, make);
    if (operand == nullptr) return nullptr;
    operands.push_back(operand);
  }
  return make(term.op, operands);
}

}  // namespace

std::span<const RewriteRule> AllRewriteRules() {
  static const std::vector<RewriteRule> kRules = ReadRules();
  return kRules;
}

std::span<const RewriteRule* const> RewriteRulesOf(NodeKind op) {
  static const auto kByOperator = [] {
    std::vector<std::vector<const RewriteRule*>> lists(256);
    for (const RewriteRule& rule : AllRewriteRules()) lists[static_cast<size_t>(rule.from.op)].push_back(&rule);
    return lists;
  }();
  return kByOperator[static_cast<size_t>(op)];
}

std::optional<int64_t> ValueOf(const RuleTerm& term, const RuleBindings& bindings) {
  switch (term.kind) {
    case RuleTerm::Kind::kAny: return std::nullopt;
    case RuleTerm::Kind::kConstant: return bindings.constants[RuleBindings::Slot(term.name)];
    case RuleTerm::Kind::kNumber:
    case RuleTerm::Kind::kTruth: return term.value;
    case RuleTerm::Kind::kOperator: break;
  }
  std::optional<int64_t> a = ValueOf(term.args[0], bindings);
  std::optional<int64_t> b = term.args.size() == 2 ? ValueOf(term.args[1], bindings) : std::nullopt;
  return a && b ? ExactInt(term.op, *a, *b) : std::nullopt;
}

const Expr* ApplyRule(Context& ctx, const RewriteRule& rule, const Expr* e, const MakeOperator& make) {
  Matcher matcher(ctx);
  if (!matcher.Match(rule.from, e)) return nullptr;
  if (rule.condition && ValueOf(*rule.condition, matcher.bindings) != 1) return nullptr;
  DType dtype = DTypeOf(e);
  for (const Expr* bound : matcher.bindings.any) {
    if (bound != nullptr && DTypeOf(bound).IsInteger()) dtype = DTypeOf(bound);
  }
  if (rule.scope == RuleScope::kNumbers && !(dtype.IsInt() && dtype.bits >= 32)) return nullptr;
  return Build(ctx, rule.to, matcher.bindings, dtype, make);
}

}  // namespace assay
