#include "cli/subjects.h"

#include <cstdlib>
#include <filesystem>

#include <fmt/ranges.h>

#include "cli/names.h"
#include "passes/foreign_pass.h"

namespace assay {

std::vector<std::string> SubjectNames() {
  std::vector<std::string> names;
  for (const SubjectSpec* subject : AllSubjects()) names.emplace_back(subject->name);
  return names;
}

std::string SubjectForms() {
  std::vector<std::string_view> forms;
  for (const SubjectSpec* subject : AllSubjects()) forms.push_back(subject->forms);
  return fmt::format("{}", fmt::join(forms, ", or "));
}

Status CheckHas(const Subject& subject, std::span<const PassCall> passes, PassesAsked asked) {
  for (const PassCall& call : passes) {
    bool own = IsForeign(*call.pass);
    if (asked == PassesAsked::kOwn && !own) continue;
    bool imports = own && subject.Traits().elsewhere;
    DiagKind kind = imports ? DiagKind::kEnvironment : DiagKind::kUnknownName;
    std::string why = subject.WhyLacks(*call.pass);
    if (!why.empty() && imports) why += "; --python-path says where it is";
    if (why.empty()) {
      why = subject.WhyNotMade(call);
      kind = DiagKind::kUnknownName;
    }
    if (why.empty()) continue;
    return Diag{kind, {}, fmt::format("invalid pass {}: {}", call.pass->name, why), "", {}};
  }
  return Done{};
}

Status TakePythonPath(const std::vector<std::string>& folders) {
  std::error_code error;
  for (const std::string& folder : folders) {
    if (std::filesystem::is_directory(folder, error)) continue;
    return Diag{
        DiagKind::kBadArgument, {}, fmt::format("invalid --python-path {}: there is no such folder", folder), "", {}};
  }
  AddPythonPath(folders);
  return Done{};
}

Option AddPythonPathFlag(Command sub, std::vector<std::string>& folders) {
  return sub.AddOption("--python-path", folders, "Folders that the TVM's Python imports from, for your own passes");
}

namespace {

Result<const SubjectSpec*> SpecNamed(const std::string& name) {
  const SubjectSpec* subject = FindSubject(name);
  if (subject != nullptr) return subject;
  std::vector<std::string> names = SubjectNames();
  Diag unknown = UnknownName("subject", name, {}, SubjectForms());
  unknown.message += NearHint(SplitSubject(name).name, {names.begin(), names.end()});
  return unknown;
}

}  // namespace

Option AddTargetFlag(Command sub, std::string& target, std::string_view otherwise) {
  return sub
      .AddOption("--target", target,
                 "What a TVM compiles for: a kind that `assay list targets` names, or TVM's JSON of a target")
      .ShowDefault(otherwise);
}

Status CheckSubject(const std::string& name, const std::string& target) {
  ASSAY_TRY(const SubjectSpec* subject, SpecNamed(name));
  ASSAY_RETURN_IF_ERROR(CheckTarget(*subject, target));
  return subject->check == nullptr ? Status(Done{}) : subject->check(SplitSubject(name));
}

Status CheckTargetOfAny(const std::string& target) {
  Status last = Done{};
  for (const SubjectSpec* subject : AllSubjects()) {
    last = CheckTarget(*subject, target);
    if (last.ok()) break;
  }
  return last;
}

Result<SubjectMaker> SubjectNamed(const std::string& name, const std::string& target) {
  ASSAY_TRY(const SubjectSpec* subject, SpecNamed(name));
  ASSAY_RETURN_IF_ERROR(CheckTarget(*subject, target));
  return subject->find(SplitSubject(name, target));
}

std::string SubjectIdentity(const std::string& name, const SubjectMaker& make) {
  Context ctx;
  std::string identity(make(ctx)->name());
  const SubjectSpec* subject = FindSubject(name);
  if (subject == nullptr || subject->libraries == nullptr) return identity;
  return fmt::format("{}, libraries {}", identity, subject->libraries(SplitSubject(name)));
}

}  // namespace assay
