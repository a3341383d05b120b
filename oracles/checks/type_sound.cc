// type_sound: what a variable holds when the module runs is what its type says, in the module and in what passes make
// of it.
#include "ir/ops/infer.h"
#include "ir/walk.h"
#include "oracles/core/modes.h"

namespace assay {
extern const OracleSpec kTypeSound;
namespace {

constexpr std::string_view kEngine = "relax-reference";

// Whether a variable of that name has a type that says more than what is inferred of its value: whoever wrote the
// module claims that, as TVM lets him where extents cannot be compared.
bool IsClaimed(OracleContext& oc, const ModuleRef& module, std::string_view variable) {
  const Module* native = oc.subject.Native(module);
  if (native == nullptr) return false;
  bool claimed = false;
  for (const ModuleEntry& entry : native->entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* binding = As<VarBinding>(node);
      if (binding == nullptr || binding->var->name.text() != variable) return;
      // The node of a call that was annotated has the annotation.
      Result<const Type*> inferred = InferType(oc.ctx, native, binding->value);
      const Type* type = binding->var->type;
      claimed |= type != nullptr && (!inferred.ok() || IsSubtype(oc.ctx, type, *inferred) != SubtypeAnswer::kAlways);
    });
  }
  return claimed;
}

Verdict JudgeRun(const PassCall* pass, const ModuleRef& module, const Outcome& outcome, OracleContext& oc) {
  if (std::holds_alternative<OutOfBudget>(outcome)) return Skip{SkipKind::kOutOfBudget};
  if (const auto* refused = std::get_if<Refused>(&outcome))
    return Skip{SkipKind::kRefused, fmt::format("{}: {}", kEngine, refused->why)};
  const auto* trap = std::get_if<Trap>(&outcome);
  // What ran before another trap was sound; arguments that do not fit run nothing.
  if (trap == nullptr || (trap->kind != TrapKind::kUnsoundType && trap->kind != TrapKind::kArgument)) return Agree{};
  if (trap->kind == TrapKind::kArgument)
    return Skip{SkipKind::kUndefined, "the module traps where arguments are checked"};
  Finding finding = MakeFinding(kTypeSound, pass, FindingClass::kUnsound,
                                fmt::format("{}\n{}", trap->message, oc.subject.Print(module)),
                                {.op = trap->value_of, .said = trap->message});
  return WithSides(std::move(finding), {.expected_title = "declared or inferred type",
                                        .got_title = "what it holds",
                                        .expected = trap->type,
                                        .got = trap->held,
                                        .where = trap->variable});
}

bool IsUnsound(const Outcome& outcome) {
  const auto* trap = std::get_if<Trap>(&outcome);
  return trap != nullptr && trap->kind == TrapKind::kUnsoundType;
}

// What the module itself claims and does not keep is no fault of inference, nor of a pass that keeps the claim: the
// type of a variable, or what a function is declared to give, which passes give up where its body says something else.
bool OwesItToTheModule(const PassCall* pass, const ModuleRef& module, const Outcome& outcome,
                       std::span<const Value> inputs, OracleContext& oc) {
  if (pass == nullptr) return IsUnsound(outcome) && IsClaimed(oc, module, std::get<Trap>(outcome).variable);
  Answer<ModuleRef> original = oc.Original();
  if (!original.ok()) return false;
  Answer<ProgramRef> program = oc.subject.Build(*original, {.engine = std::string(kEngine), .check_types = true});
  if (!program.ok()) return false;
  Outcome before = oc.subject.Run(*program, oc.c.entry, inputs, oc.settings.budget);
  const auto* trap = std::get_if<Trap>(&before);
  bool declared = trap != nullptr && trap->of_declaration;
  return declared || (IsUnsound(before) && IsClaimed(oc, *original, std::get<Trap>(before).variable));
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  if (oc.c.inputs.empty()) return Skip{SkipKind::kNotApplicable, "no inputs for the entry function"};
  Answer<ModuleRef> module = pass == nullptr ? oc.Original() : oc.OutputOf(*pass);
  if (!module.ok()) return FromRefusal(kTypeSound, pass, module.refusal());
  // What a pass leaves as it was has no new types.
  if (pass != nullptr && !oc.Changed(*pass)) return Agree{};
  Answer<ProgramRef> program = oc.subject.Build(*module, {.engine = std::string(kEngine), .check_types = true});
  if (!program.ok()) return FromRefusal(kTypeSound, pass, program.refusal());
  Verdict verdict = Agree{};
  for (const auto& inputs : oc.c.inputs) {
    Outcome outcome = oc.subject.Run(*program, oc.c.entry, inputs, oc.settings.budget);
    Verdict next = JudgeRun(pass, *module, outcome, oc);
    if (std::holds_alternative<Finding>(next) && OwesItToTheModule(pass, *module, outcome, inputs, oc)) {
      verdict =
          Skip{SkipKind::kNotToBlame, "a variable's annotation says more than can be inferred, and does not hold"};
      continue;
    }
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
    .looks_at_runs = true,
    .applies = Applies,
    .judge = Judge,
    .suits = [](const Subject& subject) { return HasEngine(subject, kEngine); },
    .lacking = "the subject does not look at types while it runs",
};

}  // namespace assay
