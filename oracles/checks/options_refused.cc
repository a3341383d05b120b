// options_refused: a pass refuses options that it does not take, by name, and leaves the module as it was; what it
// takes gives a well-formed module. Tested by options_refused_test.cc.
#include "oracles/core/pass_oracles.h"
#include "oracles/core/value_json.h"
#include "passes/foreign_pass.h"
#include "passes/invalid_options.h"

namespace assay {
extern const OracleSpec kOptionsRefused;
namespace {

// Of the options that a pass may be given, campaigns try one in so many.
constexpr uint64_t kOneInOptions = 8;

std::string TextOf(const PassCall& pass, const InvalidOptions& invalid) {
  return PassToText({pass.pass, invalid.options});
}

// Whether the pass breaks the rule with the options of the case, too: then well_formed_after_pass says what is to be
// said.
bool BreaksAnyway(const PassCall& pass, const Violation& broken, OracleContext& oc) {
  Answer<ModuleRef> output = oc.OutputOf(pass);
  if (!output.ok()) return false;
  std::vector<Violation> violations = oc.subject.Violations(*output);
  return std::ranges::any_of(violations, [&](const Violation& one) { return one.rule == broken.rule; });
}

std::optional<Finding> JudgeOne(const PassCall& pass, const InvalidOptions& invalid, const ModuleRef& input,
                                OracleContext& oc) {
  Answer<ModuleRef> output = oc.subject.ApplyDirect({pass.pass, invalid.options}, input);
  std::string call = TextOf(pass, invalid);
  if (output.ok()) {
    std::vector<Violation> broken = oc.subject.Violations(*output);
    if (!invalid.certain && (broken.empty() || BreaksAnyway(pass, broken.front(), oc))) return std::nullopt;
    FindingClass klass = invalid.certain ? FindingClass::kAcceptsInvalid : FindingClass::kIllFormed;
    std::string what = invalid.certain ? fmt::format("takes no such '{}'", invalid.name) : broken.front().message;
    return WithSides(
        MakeFinding(kOptionsRefused, &pass, klass, fmt::format("{}: {}", call, what), {.option = invalid.name}),
        {.expected = "refused, or well-formed", .got = "taken", .where = call});
  }
  const Refusal& refusal = output.refusal();
  if (FaultOf(refusal))
    return MakeFinding(kOptionsRefused, &pass, *FaultOf(refusal), refusal.message, FactsOf(refusal));
  std::string wrong =
      WrongWordsOf({refusal.diag.value_or(DiagKind::kBadArgument), {}, refusal.message, "", {}}, invalid);
  if (wrong.empty() && !refusal.message.empty()) return std::nullopt;
  return MakeFinding(kOptionsRefused, &pass, FindingClass::kUnexplained,
                     fmt::format("{} is refused, and not by the name of the option: {}", call, refusal.message),
                     {.option = invalid.name});
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  Answer<ModuleRef> input = oc.FreshInputOf(*pass);
  if (!input.ok()) return FromRefusal(kOptionsRefused, pass, input.refusal());
  // Where an option of its own is refused, no other one gets to be.
  Answer<ModuleRef> output = pass->options.empty() ? input : oc.OutputOf(*pass);
  if (!output.ok() && output.refusal().diag == DiagKind::kBadArgument)
    return FromRefusal(kOptionsRefused, pass, output.refusal());
  std::string before = oc.subject.Fingerprint(*input);
  size_t asked = 0;
  for (const InvalidOptions& invalid : InvalidOptionsOf(oc.ctx, *pass->pass, pass->options)) {
    if (!oc.settings.Asks(asked++, kOneInOptions)) continue;
    if (std::optional<Finding> finding = JudgeOne(*pass, invalid, *input, oc)) return *std::move(finding);
    std::string after = oc.subject.Fingerprint(*input);
    if (after == before) continue;
    return WithSides(MakeFinding(kOptionsRefused, pass, FindingClass::kInputChanged,
                                 fmt::format("{} changed the module that it was given", TextOf(*pass, invalid)),
                                 {.option = invalid.name}),
                     {.expected_title = "before", .got_title = "after", .expected = before, .got = after});
  }
  return Agree{};
}

bool Applies(const PassSpec& pass) { return !IsForeign(pass); }

bool Suits(const Subject& subject) { return !subject.Traits().takes_text; }

}  // namespace

const OracleSpec kOptionsRefused = {
    .name = "options_refused",
    .doc =
        "A pass refuses options of names or kinds that it does not have, by name, and leaves the module; numbers at "
        "the "
        "ends of their range, empty names and values with a part of another kind it refuses, or makes a well-formed "
        "module. Cannot see a value that should be refused and is taken as another.",
    .scope = OracleScope::kPass,
    .one_in = 16,
    .applies = Applies,
    .judge = Judge,
    .suits = Suits,
    .lacking = "options are those of assay's own passes",
};

}  // namespace assay
