// input_unchanged: a pass never writes into the module object that it is given (TVM #17205).
#include "oracles/core/pass_oracles.h"
#include "passes/target_pass.h"

namespace assay {
extern const OracleSpec kInputUnchanged;
namespace {

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  const auto& [input, output, before, seconds] = oc.ApplicationOf(*pass);
  if (!input.ok()) return FromRefusal(kInputUnchanged, pass, input.refusal());
  if (oc.subject.Fingerprint(*input) == before) {
    return output.ok() ? Verdict(Agree{}) : FromRefusal(kInputUnchanged, pass, output.refusal());
  }
  // Where devices stand in the module, its text need not say which.
  Answer<ModuleRef> fresh = oc.FreshInputOf(*pass);
  std::string text = fresh.ok() ? oc.subject.Print(*fresh) : "(not made again: " + fresh.refusal().message + ")";
  std::string now = oc.subject.Print(*input);
  FindingFacts facts;
  // What applies one rule applies all of them.
  if (IsTargetPass(*pass->pass)) facts.applied_by = MakerOfTargetPass(*pass->pass);
  return WithSides(MakeFinding(kInputUnchanged, pass, FindingClass::kInputChanged,
                               fmt::format("{} changed the module that it was given. Before:\n{}\nAfter:\n{}",
                                           pass->pass->name, text, now),
                               std::move(facts)),
                   {.expected_title = "before", .got_title = "after", .expected = text, .got = now});
}

}  // namespace

const OracleSpec kInputUnchanged = {
    .name = "input_unchanged",
    .doc =
        "Serialised bytes of the input (types, attributes, devices, names) are the same before and after a pass. "
        "Cannot see writes that are undone again.",
    .scope = OracleScope::kPass,
    .shares_input = true,
    .judge = Judge,
};

}  // namespace assay
