// The table of subjects: what users call them, how they are found on this machine, and how campaigns pace themselves by
// them. Tested by subject_spec_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
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
  // One run in so many is of the sweep (fuzzers/campaign/campaign.h).
  uint64_t sweep_one_in = 0;
};

// How a user asks for a subject: by its name alone, "tvm", or with one of its versions, "tvm:0.27", or with the place
// where it stands, "tvm@/usr/bin/python3".
struct GivenSubject {
  std::string_view name;
  std::optional<std::string_view> version = {};
  std::optional<std::string_view> place = {};
  // What it is to compile for: a kind ("cuda"), or JSON of a target; empty: what it compiles for anyway.
  std::string_view target = {};
};
GivenSubject SplitSubject(std::string_view given, std::string_view target = {});

// A kind of target that a subject compiles for.
struct TargetKind {
  std::string_view name;
  // Nothing that is built for it runs here.
  bool device = false;
  std::string_view doc;
};

struct SubjectSpec {
  std::string_view name;
  std::string_view doc;
  // How it is asked for, as help says it: "native", "a real TVM: tvm:VERSION, tvm@PYTHON, tvm".
  std::string_view forms;
  // Whether a version or a place may stand behind its name.
  bool has_versions = false;
  // Modules run on the engines of vm/engines.def, in this process: then a run may be traced or checked, and may be of
  // an executable.
  bool own_engines = false;
  // The folder of assay's own regressions whose bugs are on file for it, whoever asks; empty: there is none.
  std::string_view bugs_on_file = {};
  // Whether `find` can be asked, before anything is started: what it would say of the version or place. nullptr:
  // always.
  Status (*check)(const GivenSubject& given) = nullptr;
  // Whether a target, which is not empty, is one that it compiles for, before anything is started: Diag kBadArgument
  // where it is not. nullptr: it compiles for this machine alone.
  Status (*check_target)(std::string_view target) = nullptr;
  // Their kinds; nullptr: there are none to choose from.
  std::span<const TargetKind> (*targets)() = nullptr;
  // What answers for it: Diag kUnknownName for a version or place that cannot be, kEnvironment where the subject is not
  // there. What is costly to start is started once.
  Result<SubjectMaker> (*find)(const GivenSubject& given) = nullptr;
  // A digest of the libraries that its answers come from, of one that was found; nullptr: it is a part of assay.
  std::string (*libraries)(const GivenSubject& given) = nullptr;
  // Nothing: campaigns go at their own.
  std::optional<SubjectPace> pace = {};
};

constexpr bool Complete(const SubjectSpec& row) {
  return !row.name.empty() && !row.doc.empty() && !row.forms.empty() && row.find != nullptr;
}

// In subjects.def order.
std::span<const SubjectSpec* const> AllSubjects();
// Of one that was found by its name: whether it compiles for that target, in what it says itself or of those without.
Status CheckTarget(const SubjectSpec& subject, std::string_view target);
// The one that is asked for so; nullptr: none.
const SubjectSpec* FindSubject(std::string_view given);

}  // namespace assay
