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
    std::string why = subject.WhyLacks(*call.pass);
    if (!why.empty() && imports) why += "; --python-path says where it is";
    if (why.empty()) why = subject.WhyNotMade(call);
    if (why.empty()) continue;
    return Diag{imports ? DiagKind::kEnvironment : DiagKind::kUnknownName,
                {},
                fmt::format("invalid pass {}: {}", call.pass->name, why),
                "",
                {}};
  }
  return Done{};
}

Option AddPythonPathFlag(Command sub, std::vector<std::string>& folders) {
  return sub.AddOption("--python-path", folders, "Folders that the TVM's Python imports from, for your own passes");
}

Result<SubjectMaker> SubjectNamed(const std::string& name) {
  const SubjectSpec* subject = FindSubject(name);
  std::vector<std::string> names = SubjectNames();
  if (subject == nullptr) {
    Diag unknown = UnknownName("subject", name, {}, SubjectForms());
    unknown.message += NearHint(SplitSubject(name).name, {names.begin(), names.end()});
    return unknown;
  }
  return subject->find(SplitSubject(name));
}

}  // namespace assay
