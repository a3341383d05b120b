// arithmetic_holds: what the subject's arithmetic makes of a module's integer expressions, and says of them, is so.
#include <map>

#include "ir/text/print.h"
#include "oracles/core/arithmetic.h"
#include "oracles/core/pass_oracles.h"

namespace assay {
extern const OracleSpec kArithmeticHolds;
namespace {

// Of one case; elsewhere each is a question to another process.
constexpr size_t kMostExprs = 24;
constexpr size_t kMostExprsElsewhere = 8;

struct Broken {
  ArithmeticExpr of;
  ArithmeticClaim claim;
  ArithmeticBreach breach;
};

std::optional<Broken> FirstBroken(const ArithmeticExpr& one, OracleContext& oc, std::string_view by = {}) {
  Answer<std::vector<ArithmeticClaim>> claims = oc.subject.ClaimsOf(one);
  if (!claims.ok()) return std::nullopt;
  for (const ArithmeticClaim& claim : *claims) {
    if (!by.empty() && claim.by != by) continue;
    if (auto breach = BreachOf(claim, one.vars)) return Broken{one, claim, *std::move(breach)};
  }
  return std::nullopt;
}

// The same of the least part that shows it.
Broken Least(const Broken& broken, OracleContext& oc) {
  for (const ArithmeticExpr& part : PartsOf(broken.of)) {
    if (auto least = FirstBroken(part, oc, broken.claim.by)) return *std::move(least);
  }
  return broken;
}

std::vector<NodeKind> OperationsOf(const ArithmeticExpr& one) {
  std::map<std::string_view, NodeKind> by_name;
  for (const ArithmeticExpr& part : PartsOf(one)) by_name.emplace(NodeKindName(part.e->kind), part.e->kind);
  std::vector<NodeKind> operations;
  for (const auto& [name, kind] : by_name) operations.push_back(kind);
  return operations;
}

std::string ShowScalar(const std::optional<Scalar>& value) {
  if (!value) return "a division by zero";
  return value->dtype.IsUInt() ? std::to_string(value->u) : std::to_string(value->i);
}

Finding FindingOf(const Broken& broken) {
  std::string values;
  for (const auto& [var, value] : broken.breach.values)
    values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", var->name.text(), value);
  std::string left = PrintExpr(broken.claim.left), right = PrintExpr(broken.claim.right);
  std::string detail = fmt::format("{}: `{}` is taken for `{}`; for {} they are {} and {}", broken.claim.by, left,
                                   right, values, ShowScalar(broken.breach.left), ShowScalar(broken.breach.right));
  FindingFacts facts{.arithmetic = ArithmeticFault{OperationsOf(broken.of), broken.claim.by}};
  return WithSides(
      MakeFinding(kArithmeticHolds, nullptr, FindingClass::kArithmetic, std::move(detail), std::move(facts)),
      {.expected_title = "as written",
       .got_title = broken.claim.by,
       .expected = fmt::format("{}\n= {} for {}", left, ShowScalar(broken.breach.left), values),
       .got = fmt::format("{}\n= {}", right, ShowScalar(broken.breach.right))});
}

// And what is made of them: in a campaign by one variant, of a case on file by all, among which is that one.
void AddMore(std::vector<ArithmeticExpr>& exprs, OracleContext& oc) {
  std::vector<ArithmeticExpr> more;
  uint64_t first = oc.settings.draw ? *oc.settings.draw % kVariants : 0, count = oc.settings.draw ? 1 : kVariants;
  for (const ArithmeticExpr& one : exprs) {
    for (uint64_t i = 0; i < count; ++i) {
      for (ArithmeticExpr& made : MoreArithmetic(oc.ctx, one, first + i)) more.push_back(std::move(made));
    }
  }
  exprs.insert(exprs.end(), more.begin(), more.end());
}

Verdict Judge(const PassCall*, OracleContext& oc) {
  size_t most = oc.subject.Traits().elsewhere ? kMostExprsElsewhere : kMostExprs;
  std::vector<ArithmeticExpr> exprs = ArithmeticOf(oc.ctx, oc.c.module, most);
  if (exprs.empty()) return Skip{SkipKind::kNotApplicable, "the module has no arithmetic of integers"};
  if (!oc.subject.Traits().elsewhere) AddMore(exprs, oc);
  for (const ArithmeticExpr& one : exprs) {
    Answer<std::vector<ArithmeticClaim>> claims = oc.subject.ClaimsOf(one);
    bool says_nothing = !claims.ok() && (claims.refusal().kind == RefusalKind::kCannot ||
                                         claims.refusal().kind == RefusalKind::kUnsupported);
    if (!claims.ok() && !says_nothing) return FromRefusal(kArithmeticHolds, nullptr, claims.refusal());
    if (auto broken = FirstBroken(one, oc)) return FindingOf(Least(*broken, oc));
  }
  return Agree{};
}

}  // namespace

const OracleSpec kArithmeticHolds = {
    .name = "arithmetic_holds",
    .doc =
        "What the subject's arithmetic makes of the module's integer and truth expressions, and here of others made of "
        "these (simplified forms, bounds, proofs), holds for every value of their variables, which are gone through: "
        "loop variables within their ranges, "
        "others within a small one. Cannot see what goes wrong beyond these values, nor expressions of more than four "
        "variables.",
    .scope = OracleScope::kModule,
    .one_in = 2,
    .one_in_elsewhere = 4,
    .judge = Judge,
    .suits = [](const Subject& subject) { return subject.Traits().claims_arithmetic; },
    .lacking = "the subject's arithmetic cannot be asked",
};

}  // namespace assay
