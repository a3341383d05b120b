#include "oracles/subjects/subject_spec.h"

#include <fmt/format.h>

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

GivenSubject SplitSubject(std::string_view given, std::string_view target) {
  size_t end = given.find_first_of(":@");
  GivenSubject split{.name = given.substr(0, end), .target = target};
  if (end == std::string_view::npos) return split;
  (given[end] == ':' ? split.version : split.place) = given.substr(end + 1);
  return split;
}

Status CheckTarget(const SubjectSpec& subject, std::string_view target) {
  if (target.empty() || subject.check_target != nullptr) return target.empty() ? Done{} : subject.check_target(target);
  return Diag{DiagKind::kBadArgument,
              {},
              fmt::format("invalid target: expected none, as the subject {} compiles for this machine's processor "
                          "alone, got {}; --subject tvm:VERSION schedules kernels for GPUs",
                          subject.name, target),
              "",
              {}};
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
