// fields_count: any field of any node that is changed is seen by equality, saved and loaded as it is, and told by the
// text.
#include <algorithm>

#include "ir/check/well_formed.h"
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
  NodeField changed{change.kind, std::string(change.field)};
  std::string field = changed.Text();
  Finding finding = MakeFinding(kFieldsCount, nullptr, klass,
                                fmt::format("{} ({}): {}\n{}", field, change.how, what, oc.subject.Print(before)),
                                {.field = changed});
  return WithSides(std::move(finding), SidesOf("the module", before, "with " + field + " changed", after, "", oc));
}

// Literals and values of attributes, which any text says; of constants that are no numbers it does not tell the bits.
// What holds other nodes may say nothing by itself, such as a flavour of a parameter or a device that the module does
// not list.
bool IsSaid(NodeKind kind) {
  constexpr NodeKind kSaid[] = {
      NodeKind::kIntImm,  NodeKind::kFloatImm,  NodeKind::kStringImm,  NodeKind::kDataTypeImm, NodeKind::kAttrBool,
      NodeKind::kAttrInt, NodeKind::kAttrFloat, NodeKind::kAttrString, NodeKind::kAttrDType,   NodeKind::kTupleGetItem};
  return std::ranges::find(kSaid, kind) != std::end(kSaid);
}

// Another text, which reads back as another module.
std::optional<Finding> JudgeText(const FieldChange& change, const ModuleRef& module, const ModuleRef& changed,
                                 OracleContext& oc) {
  if (!IsSaid(change.kind) || !IsWellFormed(oc.ctx, change.module)) return std::nullopt;
  Answer<ModuleRef> was = oc.subject.AsRead(module), is = oc.subject.AsRead(changed);
  if (!was.ok() || !is.ok() || !oc.subject.Difference(*was, *is)) return std::nullopt;
  // Readers infer types, and may refuse what they cannot infer.
  Answer<ModuleRef> reread = oc.subject.Parse(oc.subject.Print(changed));
  if (!reread.ok() || oc.subject.Difference(*was, *reread)) return std::nullopt;
  return Fired(FindingClass::kEqual, change, "is printed as the same module", module, changed, oc);
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
  return JudgeText(change, module, *changed, oc);
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
        "equality, both ways, and to what is saved, and is loaded as it was saved; where it is well-formed with "
        "another "
        "literal, its text is that of another module. Cannot see fields that no list names.",
    .scope = OracleScope::kModule,
    .one_in = 32,
    .one_in_swept = 256,
    .judge = Judge,
    // A text does not say everything, nor is everything that differs in one field readable.
    .suits = [](const Subject& subject) { return !subject.Traits().takes_text; },
    .lacking = "the subject is given texts",
};

}  // namespace assay
