// sequential_equals_direct: Sequential([p])(m) and p(m) agree, applied to the same module object in both orders, with no
// copy between (TVM #17205).
#include "oracles/pass_oracles.h"

namespace assay {
extern const OracleSpec kSequentialEqualsDirect;
namespace {

// Applies both to one object, `sequential_first` or not, and says how their results differ.
Verdict JudgeOrder(const PassCall& pass, const ModuleRef& input, bool sequential_first, OracleContext& oc) {
  auto sequential = [&] { return oc.subject.ApplySequential({&pass, 1}, input); };
  auto direct = [&] { return oc.subject.ApplyDirect(pass, input); };
  Answer<ModuleRef> first = sequential_first ? sequential() : direct();
  Answer<ModuleRef> second = sequential_first ? direct() : sequential();
  if (first.ok() != second.ok()) {
    const Refusal& refusal = first.ok() ? second.refusal() : first.refusal();
    return MakeFinding(kSequentialEqualsDirect, &pass, "one_refuses",
                       fmt::format("only {} application refuses: {}", first.ok() == sequential_first ? "direct" : "Sequential",
                                   refusal.message), refusal.cause);
  }
  if (!first.ok()) return FromRefusal(kSequentialEqualsDirect, &pass, first.refusal());
  std::optional<std::string> difference = oc.subject.Difference(*first, *second);
  if (!difference) return Agree{};
  return MakeFinding(
      kSequentialEqualsDirect, &pass, "differs",
      fmt::format("{} applied {} to one module object gives another module than applied {} after that, at {}\n{}\nagainst\n{}",
                  pass.pass->name, sequential_first ? "through Sequential" : "directly",
                  sequential_first ? "directly" : "through Sequential", *difference, oc.subject.Print(*first),
                  oc.subject.Print(*second)));
}

Verdict Judge(const Case& c, const PassCall* pass, OracleContext& oc) {
  for (bool sequential_first : {true, false}) {
    Answer<ModuleRef> input = oc.FreshInputOf(c, *pass);
    if (!input.ok()) return FromRefusal(kSequentialEqualsDirect, pass, input.refusal());
    Verdict verdict = JudgeOrder(*pass, *input, sequential_first, oc);
    if (!std::holds_alternative<Agree>(verdict)) return verdict;
  }
  return Agree{};
}

}  // namespace

const OracleSpec kSequentialEqualsDirect = {
    .name = "sequential_equals_direct",
    .doc = "Applying a pass through Sequential and directly, both to the same module object and in both orders, gives "
           "structurally equal modules. Cannot see a fault that both share.",
    .scope = OracleScope::kPass,
    .judge = Judge,
};

}  // namespace assay
