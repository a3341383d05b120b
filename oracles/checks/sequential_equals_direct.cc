// sequential_equals_direct: Sequential([p])(m) and p(m) agree, applied to the same module object in both orders, with
// no copy between (TVM #17205).
#include "oracles/core/pass_oracles.h"

namespace assay {
extern const OracleSpec kSequentialEqualsDirect;
namespace {

// What both make of one object, `sequential_first` or not, and how that differs.
Verdict JudgeOrder(const PassCall& pass, const Answer<ModuleRef>& first, const Answer<ModuleRef>& second,
                   bool sequential_first, OracleContext& oc) {
  if (first.ok() != second.ok()) {
    const Refusal& refusal = first.ok() ? second.refusal() : first.refusal();
    bool direct = first.ok() == sequential_first;
    return WithSides(
        MakeFinding(kSequentialEqualsDirect, &pass, FindingClass::kOneRefuses,
                    fmt::format("only {} application refuses: {}", direct ? "direct" : "Sequential", refusal.message),
                    FactsOf(refusal)),
        TakenAndRefused(direct ? "through Sequential" : "directly", direct ? "directly" : "through Sequential",
                        refusal.message));
  }
  if (!first.ok()) return FromRefusal(kSequentialEqualsDirect, &pass, first.refusal());
  std::optional<ModuleDifference> difference = oc.subject.Difference(*first, *second);
  if (!difference) return Agree{};
  std::string one = oc.subject.Print(*first), other = oc.subject.Print(*second);
  std::string_view how = sequential_first ? "through Sequential" : "directly",
                   then = sequential_first ? "directly" : "through Sequential";
  return WithSides(MakeFinding(kSequentialEqualsDirect, &pass, FindingClass::kDiffers,
                               fmt::format("{} applied {} to one module object gives another module than applied {} "
                                           "after that, at {}\n{}\nagainst\n{}",
                                           pass.pass->name, how, then, difference->text, one, other),
                               FactsOf(*difference)),
                   {.expected_title = std::string(how),
                    .got_title = fmt::format("then {}", then),
                    .expected = one,
                    .got = other,
                    .where = difference->text});
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  auto sequential = [&](const ModuleRef& module) { return oc.subject.ApplySequential({pass, 1}, module); };
  const auto& [given, output, before, seconds] = oc.ApplicationOf(*pass);
  const Answer<ModuleRef>& fresh = oc.SecondInputOf(*pass);
  if (!given.ok()) return FromRefusal(kSequentialEqualsDirect, pass, given.refusal());
  if (!fresh.ok()) return FromRefusal(kSequentialEqualsDirect, pass, fresh.refusal());
  // Nobody has applied the pass directly to the second one before: `deterministic` comes after.
  Answer<ModuleRef> first = sequential(*fresh);
  Verdict verdict = JudgeOrder(*pass, first, oc.SecondOutputOf(*pass), true, oc);
  if (!std::holds_alternative<Agree>(verdict)) return verdict;
  return JudgeOrder(*pass, output, sequential(*given), false, oc);
}

}  // namespace

const OracleSpec kSequentialEqualsDirect = {
    .name = "sequential_equals_direct",
    .doc =
        "Applying a pass through Sequential and directly, both to the same module object and in both orders, gives "
        "structurally equal modules. Cannot see a fault that both share.",
    .scope = OracleScope::kPass,
    .one_in = 2,
    .one_in_elsewhere = 1,
    .one_in_swept = 4,
    .shares_input = true,
    .judge = Judge,
};

}  // namespace assay
