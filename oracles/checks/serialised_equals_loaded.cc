// serialised_equals_loaded: a module, what a pass makes of it, and what is built of it survive being saved and loaded.
#include "oracles/core/modes.h"

namespace assay {
extern const OracleSpec kSerialisedEqualsLoaded;
namespace {

constexpr std::string_view kEngines[] = {"vm", "vm-llvm"};

Verdict JudgeModule(const PassCall* pass, const ModuleRef& module, OracleContext& oc) {
  Answer<ModuleRef> loaded = oc.subject.SaveAndLoad(module);
  auto fire = [&](FindingClass klass, const std::string& what, FindingFacts facts = {}) {
    return MakeFinding(kSerialisedEqualsLoaded, pass, klass, fmt::format("{}\n{}", what, oc.subject.Print(module)),
                       std::move(facts));
  };
  if (!loaded.ok())
    return fire(FindingClass::kUnreadable, "what was saved does not load: " + loaded.refusal().message,
                FactsOf(loaded.refusal(), false));
  if (auto difference = oc.subject.Difference(module, *loaded)) {
    return WithSides(fire(FindingClass::kDiffers, "what was saved loads as another module, at " + difference->text,
                          FactsOf(*difference)),
                     SidesOf("saved", module, "loaded", *loaded, difference->text, oc));
  }
  // Names, shared nodes and order are no structure, and must come back too.
  if (oc.subject.Fingerprint(*loaded) == oc.subject.Fingerprint(module)) return Agree{};
  return WithSides(
      fire(FindingClass::kBytesDiffer, "what was saved loads as the same module, and is saved as other bytes"),
      SidesOf("saved", module, "loaded", *loaded, "", oc));
}

Verdict JudgeProgram(OracleContext& oc) {
  if (oc.c.inputs.empty()) return Agree{};
  Answer<ModuleRef> lowered = oc.LoweredOf();
  if (!lowered.ok()) return FromRefusal(kSerialisedEqualsLoaded, nullptr, lowered.refusal());
  std::vector<Mode> modes;
  for (std::string_view engine : kEngines) {
    Answer<ProgramRef> program =
        oc.subject.BuildThroughFile(*lowered, {.engine = std::string(engine), .lowered = true});
    if (!program.ok()) return FromRefusal(kSerialisedEqualsLoaded, nullptr, program.refusal());
    modes.push_back({fmt::format("{} from a file", engine), *program});
  }
  return CompareModes(kSerialisedEqualsLoaded, modes, oc);
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  Answer<ModuleRef> module = pass == nullptr ? oc.Original() : oc.OutputOf(*pass);
  if (!module.ok()) return FromRefusal(kSerialisedEqualsLoaded, pass, module.refusal());
  // What a pass leaves as it was is nothing new to save.
  if (pass != nullptr && !oc.Changed(*pass)) return Agree{};
  Verdict verdict = JudgeModule(pass, *module, oc);
  if (pass != nullptr || std::holds_alternative<Finding>(verdict)) return verdict;
  return JudgeProgram(oc);
}

}  // namespace

const OracleSpec kSerialisedEqualsLoaded = {
    .name = "serialised_equals_loaded",
    .doc =
        "The module, and what each pass makes of it, is saved and loaded without a difference, and saved again as the "
        "same bytes; "
        "what the build pipeline makes of it runs from a file of executables as it does from memory, to the bit. "
        "Cannot see what "
        "neither the file nor the structure carries.",
    .scope = OracleScope::kBoth,
    .one_in = 4,
    .one_in_swept = 8,
    .judge = Judge,
    .suits = [](const Subject& subject) { return !subject.Traits().takes_text; },
    .lacking = "the subject saves no modules",
};

}  // namespace assay
