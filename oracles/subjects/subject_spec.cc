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

GivenSubject SplitSubject(std::string_view given) {
  size_t end = given.find_first_of(":@");
  GivenSubject split{.name = given.substr(0, end)};
  if (end == std::string_view::npos) return split;
  (given[end] == ':' ? split.version : split.place) = given.substr(end + 1);
  return split;
}

const SubjectSpec* FindSubject(std::string_view given) {
  GivenSubject split = SplitSubject(given);
  for (const SubjectSpec* subject : AllSubjects()) {
    bool alone = !split.version && !split.place;
    if (subject->name == split.name && (alone || subject->has_versions)) return subject;
  }
  return nullptr;
}

}  // namespace assay
