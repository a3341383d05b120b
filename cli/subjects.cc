#include "cli/subjects.h"

#include <cstdlib>
#include <filesystem>

#include <fmt/ranges.h>

#include "cli/names.h"

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

void AddPythonPath(const std::vector<std::string>& folders) {
  if (folders.empty()) return;
  const char* old = std::getenv("PYTHONPATH");
  std::string path;
  for (const std::string& folder : folders) path += std::filesystem::absolute(folder).string() + ":";
  path += old == nullptr ? "" : old;
  if (path.ends_with(':')) path.pop_back();
  setenv("PYTHONPATH", path.c_str(), 1);
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
