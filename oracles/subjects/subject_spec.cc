#include "oracles/subjects/subject_spec.h"

namespace assay {

#define ASSAY_SUBJECT(Constant) extern const SubjectSpec Constant;
#include "oracles/subjects/subjects.def"

std::span<const SubjectSpec* const> AllSubjects() {
  static constexpr const SubjectSpec* kSubjects[] = {
#define ASSAY_SUBJECT(Constant) &Constant,
#include "oracles/subjects/subjects.def"
  };
  return kSubjects;
}

const SubjectSpec* FindSubject(std::string_view given) {
  std::string_view name = given.substr(0, given.find_first_of(":@"));
  for (const SubjectSpec* subject : AllSubjects()) {
    // Of assay itself there is one version.
    bool versions = subject->pace.has_value();
    if (subject->name == name && (versions || name == given)) return subject;
  }
  return nullptr;
}

}  // namespace assay
