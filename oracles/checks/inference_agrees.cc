// inference_agrees: the types that assay gave the module's variables do not contradict what the subject infers for the
// same calls.
#include "oracles/core/pass_oracles.h"

namespace assay {
extern const OracleSpec kInferenceAgrees;
namespace {

Verdict Judge(const PassCall*, OracleContext& oc) {
  Answer<ModuleRef> module = oc.Original();
  if (!module.ok()) return FromRefusal(kInferenceAgrees, nullptr, module.refusal());
  Answer<std::vector<TypeDisagreement>> found = oc.subject.Disagreements(*module);
  if (!found.ok()) return FromRefusal(kInferenceAgrees, nullptr, found.refusal());
  if (found->empty()) return Agree{};
  const TypeDisagreement& first = found->front();
  return WithSides(
      MakeFinding(kInferenceAgrees, nullptr, first.klass, first.what, {.op = first.op, .said = first.what}),
      {.expected_title = "given", .got_title = "inferred again", .expected = first.given, .got = first.inferred});
}

}  // namespace

const OracleSpec kInferenceAgrees = {
    .name = "inference_agrees",
    .doc =
        "No type that assay inferred contradicts the subject's own inference of the same call: dtype, rank, dimensions "
        "that "
        "are provably different. A type that says less contradicts nothing. Cannot see what both infer wrongly.",
    .scope = OracleScope::kModule,
    .judge = Judge,
    .suits = [](const Subject& subject) { return subject.Traits().infers_again; },
    .lacking = "the subject has no inference of its own",
};

}  // namespace assay
