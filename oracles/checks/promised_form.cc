// promised_form: what a pass's row says that it gives (no operator that needs a kernel, no dataflow block, …) holds of
// what it makes, what it says to take away is gone, and the attributes that it is there to write or to take away are
// there or gone (passes/marks.h), unless it was told, or has said, what it leaves; and what its options tell it holds
// of what it makes (passes/told.h). Tested by promises_test.cc.
#include <algorithm>
#include <vector>

#include "ir/support/check.h"
#include "oracles/core/pass_oracles.h"
#include "passes/left_over.h"
#include "passes/marks.h"
#include "passes/told.h"

namespace assay {
extern const OracleSpec kPromisedForm;
namespace {

// Options and config may tell a pass to leave something.
bool IsTold(const Case& c, const PassCall& pass) {
  return !pass.options.empty() ||
         std::ranges::any_of(pass.pass->config, [&](const ConfigKey& key) { return c.config.contains(key.name); });
}

// Notes are said by the pass alone: it is asked once more where something is left.
bool SaysWhatItLeaves(const PassCall& pass, OracleContext& oc) {
  Answer<ModuleRef> input = oc.FreshInputOf(pass);
  if (!input.ok()) return false;
  PassContext pass_ctx(oc.ctx);
  pass_ctx.verify_each = false;
  pass_ctx.config = oc.c.config;
  return RunPass(pass_ctx, pass, *oc.subject.Native(*input)).ok() && !pass_ctx.notes.empty();
}

// What is not as the pass promises.
struct Broken {
  std::string said;
  // Options or config may be the reason.
  bool may_be_told = true;
  // The one that is not as promised.
  std::string attribute = {};
};

// What its row says that it gives, what it is there to take away and has not, what it never makes, attributes that are
// not as it promises, and what is not as its options say.
std::vector<Broken> AllBroken(const PassCall& call, const Module& before, const Module& made, Context& ctx) {
  const PassSpec& pass = *call.pass;
  std::vector<Broken> all;
  for (Prop prop : kAllProps) {
    if ((pass.gives & prop) == 0) continue;
    Status holds = CheckProp(ctx, made, prop);
    if (!holds.ok())
      all.push_back(
          {fmt::format("after {} the module is not {}: {}", pass.name, PropName(prop), holds.error().message)});
  }
  LeftOver find = LeftOverOf(pass), never = NeverMadeBy(pass);
  if (std::string left = find == nullptr ? "" : find(made); !left.empty())
    all.push_back({fmt::format("{} leaves {}", pass.name, left)});
  if (std::string found = never == nullptr ? "" : never(made); !found.empty())
    all.push_back({fmt::format("{} makes {}", pass.name, found), false});
  for (WrongMark& wrong : WrongMarks(pass, before, made))
    all.push_back({fmt::format("after {} {}", pass.name, wrong.what), !wrong.of_what_it_made, std::string(wrong.key)});
  if (std::string said = NotAsTold(ctx, call, before, made); !said.empty())
    all.push_back({fmt::format("{} was told otherwise: {}", pass.name, said), false});
  return all;
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  Answer<ModuleRef> output = oc.OutputOf(*pass);
  if (!output.ok()) return FromRefusal(kPromisedForm, pass, output.refusal());
  const Answer<ModuleRef>& input = oc.ApplicationOf(*pass).input;
  if (!input.ok()) return Agree{};
  const Module *before = oc.subject.Native(*input), *made = oc.subject.Native(*output);
  ASSAY_CHECK(before != nullptr && made != nullptr, "whoever looks at needs has modules that can be looked at");
  std::vector<Broken> all = AllBroken(*pass, *before, *made, oc.ctx);
  if (all.empty()) return Agree{};
  // What nothing excuses comes first.
  const Broken& broken = *std::ranges::min_element(all, {}, &Broken::may_be_told);
  if (broken.may_be_told && IsTold(oc.c, *pass))
    return Skip{SkipKind::kAmbiguous, "options or config have a say in what the pass leaves"};
  if (broken.may_be_told && SaysWhatItLeaves(*pass, oc))
    return Skip{SkipKind::kAmbiguous, "the pass says what it leaves"};
  FindingFacts facts;
  facts.attribute = broken.attribute;
  Finding finding = MakeFinding(kPromisedForm, pass, FindingClass::kPromiseBroken, broken.said, std::move(facts));
  return WithSides(std::move(finding),
                   SidesOf("before", *input, fmt::format("after {}", pass->pass->name), *output, broken.said, oc));
}

}  // namespace

const OracleSpec kPromisedForm = {
    .name = "promised_form",
    .doc =
        "What a pass says that it gives holds of what it makes, what it says to take away is gone, and attributes that "
        "it is there to write are written, unless it was told, or has said, what it leaves; what options tell it "
        "holds, "
        "too. Cannot see what no property, no mark and no option speaks of.",
    .scope = OracleScope::kPass,
    .seen_at_a_glance = true,
    .applies =
        [](const PassSpec& pass) {
          return pass.gives != kNoProps || LeftOverOf(pass) != nullptr || NeverMadeBy(pass) != nullptr ||
                 HasMarks(pass) || CanBeTold(pass);
        },
    .judge = Judge,
    .suits = [](const Subject& subject) { return subject.Traits().checks_needs; },
    .lacking = "passes of another implementation promise nothing",
};

}  // namespace assay
