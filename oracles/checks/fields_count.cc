// fields_count: any field of any node that is changed is seen by equality, and saved and loaded as it is.
#include "ir/visit.h"
#include "oracles/core/field_changes.h"
#include "oracles/core/pass_oracles.h"

namespace assay {
extern const OracleSpec kFieldsCount;
namespace {

// A campaign changes one field in so many.
constexpr uint64_t kOneInFields = 8;

Finding Fired(FindingClass klass, const FieldChange& change, std::string_view what, const ModuleRef& before,
              const ModuleRef& after, OracleContext& oc) {
  std::string field = fmt::format("{}.{}", NodeKindName(change.kind), change.field);
  Finding finding = MakeFinding(kFieldsCount, nullptr, klass,
                                fmt::format("{} ({}): {}\n{}", field, change.how, what, oc.subject.Print(before)),
                                {.essence = "field " + field});
  return WithSides(std::move(finding), SidesOf("the module", before, "with " + field + " changed", after, "", oc));
}

std::optional<Finding> JudgeChange(const FieldChange& change, const ModuleRef& module, const std::string& fingerprint,
                                   OracleContext& oc) {
  Answer<ModuleRef> changed = oc.subject.Import(change.module);
  // Not all that differs in one field is a module.
  if (!changed.ok()) return std::nullopt;
  bool there = oc.subject.Difference(module, *changed).has_value();
  bool back = oc.subject.Difference(*changed, module).has_value();
  // Equality overlooks names, and types that inference gives again, such as a function's own.
  bool overlooked = change.of_name || IsTypeKind(change.kind);
  if (there != back || (!there && !overlooked)) {
    std::string_view what = there == back ? "counts as equal" : "differs only one way";
    return Fired(FindingClass::kEqual, change, what, module, *changed, oc);
  }
  std::string other = oc.subject.Fingerprint(*changed);
  if (other == fingerprint)
    return Fired(FindingClass::kEqual, change, "is saved as the same bytes", module, *changed, oc);
  Answer<ModuleRef> loaded = oc.subject.SaveAndLoad(*changed);
  if (loaded.ok() && oc.subject.Fingerprint(*loaded) != other)
    return Fired(FindingClass::kBytesDiffer, change, "is not loaded as it was saved", *changed, *loaded, oc);
  return std::nullopt;
}

Verdict Judge(const PassCall*, OracleContext& oc) {
  Answer<ModuleRef> module = oc.Original();
  if (!module.ok()) return FromRefusal(kFieldsCount, nullptr, module.refusal());
  std::string fingerprint = oc.subject.Fingerprint(*module);
  auto asked = [&](size_t i) { return oc.settings.Asks(i, kOneInFields); };
  for (const FieldChange& change : FieldChanges(oc.ctx, oc.c.module, WhichChanges::kOneOfEach, asked)) {
    if (auto finding = JudgeChange(change, *module, fingerprint, oc)) return *std::move(finding);
  }
  return Agree{};
}

}  // namespace

const OracleSpec kFieldsCount = {
    .name = "fields_count",
    .doc =
        "With any field of any kind of node changed (by the nodes' own lists of fields) the module is another one to "
        "equality, both ways, and to what is saved, and is loaded as it was saved. Cannot see fields that no list "
        "names.",
    .scope = OracleScope::kModule,
    .one_in = 32,
    .one_in_swept = 256,
    .judge = Judge,
    // A text does not say everything, nor is everything that differs in one field readable.
    .suits = [](const Subject& subject) { return !subject.Traits().takes_text; },
    .lacking = "the subject is given texts",
};

}  // namespace assay
