// The table of subjects: what users call them, how they are found on this machine, and how campaigns pace themselves by
// them. Tested by subject_spec_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "ir/support/result.h"
#include "oracles/core/subject.h"

namespace assay {

// A subject is made anew for each piece of work.
using SubjectMaker = std::function<std::unique_ptr<Subject>(Context&)>;

// How a campaign asks a subject that answers slowly.
struct SubjectPace {
  int passes_per_case = 0;
  double case_seconds = 0;
  double reduce_seconds = 0;
  int reductions_per_kind = 0;
};

struct SubjectSpec {
  // "tvm"; with more behind ":" or "@" where the subject has versions, "tvm:0.27", "tvm@/usr/bin/python3".
  std::string_view name;
  std::string_view doc;
  // What answers for the name, as given in full: Diag kUnknownName for a name that cannot be, kEnvironment where the
  // subject is not there. What is costly to start is started once.
  Result<SubjectMaker> (*find)(std::string_view given) = nullptr;
  // Nothing: campaigns go at their own.
  std::optional<SubjectPace> pace = {};
};

// In subjects.def order.
std::span<const SubjectSpec* const> AllSubjects();
// The one that is called so, or so up to ":" or "@"; nullptr: none.
const SubjectSpec* FindSubject(std::string_view given);

}  // namespace assay
