// deterministic: a pass makes the same of two copies of one module, names and the sharing of nodes included.
#include "oracles/core/pass_oracles.h"

namespace assay {
extern const OracleSpec kDeterministic;
namespace {

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  Answer<ModuleRef> first = oc.OutputOf(*pass);
  if (!first.ok()) return FromRefusal(kDeterministic, pass, first.refusal());
  // A copy lies elsewhere in memory, so that whatever goes by addresses comes out in another order.
  Answer<ModuleRef> copy = oc.FreshInputOf(*pass);
  if (copy.ok()) copy = oc.subject.Separated(*copy);
  if (!copy.ok()) return FromRefusal(kDeterministic, pass, copy.refusal());
  Answer<ModuleRef> second = oc.subject.ApplyDirect(*pass, *copy);
  if (!second.ok()) {
    return WithSides(MakeFinding(kDeterministic, pass, FindingClass::kOneRefuses,
                                 fmt::format("{} takes a module and refuses a copy of it: {}", pass->pass->name,
                                             second.refusal().message),
                                 FactsOf(second.refusal())),
                     TakenAndRefused("a module", "a copy of it", second.refusal().message));
  }
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
    .one_in_elsewhere = 8,
    .tries = 8,
    .judge = Judge,
};

}  // namespace assay
