// deterministic: a pass makes the same of two copies of one module, names and the sharing of nodes included.
#include "oracles/core/pass_oracles.h"

namespace assay {
extern const OracleSpec kDeterministic;
namespace {

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  const auto& [input, first, before, seconds] = oc.ApplicationOf(*pass);
  if (!first.ok()) return FromRefusal(kDeterministic, pass, first.refusal());
  // A copy lies elsewhere in memory, so that whatever goes by addresses comes out in another order.
  const Answer<ModuleRef>& copy = oc.SecondInputOf(*pass);
  Answer<ModuleRef> apart = copy.ok() ? oc.subject.Separated(*copy) : copy;
  if (!apart.ok()) return FromRefusal(kDeterministic, pass, apart.refusal());
  Answer<ModuleRef> second = *apart == *copy ? oc.SecondOutputOf(*pass) : oc.subject.ApplyDirect(*pass, *apart);
  if (!second.ok()) {
    return WithSides(MakeFinding(kDeterministic, pass, FindingClass::kOneRefuses,
                                 fmt::format("{} takes a module and refuses a copy of it: {}", pass->pass->name,
                                             second.refusal().message),
                                 FactsOf(second.refusal())),
                     TakenAndRefused("a module", "a copy of it", second.refusal().message));
  }
  // Handed on as they were: the copies say the same.
  if (oc.subject.AreOne(*input, *first) && oc.subject.AreOne(*apart, *second)) return Agree{};
  if (oc.subject.Fingerprint(*first) == oc.subject.Fingerprint(*second)) return Agree{};
  ModuleDifference difference =
      oc.subject.Difference(*first, *second).value_or(ModuleDifference{"names, order or shared nodes alone"});
  std::string one = oc.subject.Print(*first), other = oc.subject.Print(*second);
  return WithSides(
      MakeFinding(kDeterministic, pass, FindingClass::kDiffers,
                  fmt::format("{} makes different things of two copies of one module, at {}\nfirst:\n{}\nsecond:\n{}",
                              pass->pass->name, difference.text, one, other),
                  FactsOf(difference)),
      {.expected_title = "of the first copy",
       .got_title = "of the second",
       .expected = one,
       .got = other,
       .where = difference.text});
}

}  // namespace

const OracleSpec kDeterministic = {
    .name = "deterministic",
    .doc =
        "A pass makes the same of two copies of one module, to the byte: names, order and shared nodes included. "
        "Cannot "
        "see what differs only between processes.",
    .scope = OracleScope::kPass,
    .one_in = 2,
    .one_in_elsewhere = 8,
    .one_in_swept = 4,
    .tries = 8,
    .judge = Judge,
};

}  // namespace assay
