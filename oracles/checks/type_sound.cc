// type_sound: what a variable holds when the module runs is what its type says, in the module and in what passes make
// of it.
#include "oracles/core/modes.h"

namespace assay {
extern const OracleSpec kTypeSound;
namespace {

constexpr std::string_view kEngine = "relax-reference";

Verdict JudgeRun(const PassCall* pass, const ModuleRef& module, const Outcome& outcome, OracleContext& oc) {
  if (std::holds_alternative<OutOfBudget>(outcome)) return Skip{"out of budget"};
  if (const auto* refused = std::get_if<Refused>(&outcome))
    return Skip{fmt::format("{} refused: {}", kEngine, refused->why)};
  const auto* trap = std::get_if<Trap>(&outcome);
  // What ran before another trap was sound; arguments that do not fit run nothing.
  if (trap == nullptr || (trap->kind != TrapKind::kUnsoundType && trap->kind != TrapKind::kArgument)) return Agree{};
  if (trap->kind == TrapKind::kArgument) return Skip{"the module traps where arguments are checked"};
  Finding finding = MakeFinding(kTypeSound, pass, FindingClass::kUnsound,
                                fmt::format("{}\n{}", trap->message, oc.subject.Print(module)),
                                {.op = trap->value_of, .said = trap->message});
  return WithSides(std::move(finding), {.expected_title = "declared or inferred type",
                                        .got_title = "what it holds",
                                        .expected = trap->type,
                                        .got = trap->held,
                                        .where = trap->variable});
}

Verdict Judge(const Case& c, const PassCall* pass, OracleContext& oc) {
  if (c.inputs.empty()) return Skip{"no inputs for the entry function"};
  Answer<ModuleRef> module = pass == nullptr ? oc.Original(c) : oc.OutputOf(c, *pass);
  if (!module.ok()) return FromRefusal(kTypeSound, pass, module.refusal());
  // What a pass leaves as it was has no new types.
  if (pass != nullptr && !oc.Changed(*pass)) return Agree{};
  Answer<ProgramRef> program = oc.subject.Build(*module, {.engine = std::string(kEngine), .check_types = true});
  if (!program.ok()) return FromRefusal(kTypeSound, pass, program.refusal());
  Verdict verdict = Agree{};
  for (const auto& inputs : c.inputs) {
    Verdict next = JudgeRun(pass, *module, oc.subject.Run(*program, c.entry, inputs, oc.budget), oc);
    if (std::holds_alternative<Finding>(next)) return next;
    if (std::holds_alternative<Skip>(next)) verdict = std::move(next);
  }
  return verdict;
}

// The case's inputs are not for other parameters.
bool Applies(const PassSpec& pass) { return pass.signatures != Signatures::kChanged; }

}  // namespace

const OracleSpec kTypeSound = {
    .name = "type_sound",
    .doc =
        "While relax-reference runs the module, and what each pass makes of it, every variable that is "
        "bound holds what its type says: kind, dtype, rank and extents. Cannot see types that are too weak, nor "
        "branches that "
        "these inputs do not take.",
    .scope = OracleScope::kBoth,
    .one_in = 4,
    .applies = Applies,
    .judge = Judge,
    .suits = [](const Subject& subject) { return HasEngine(subject, kEngine); },
    .lacking = "the subject does not look at types while it runs",
};

}  // namespace assay
