// Suites: the kinds of recorded cases, one row each: which scores a case counts for, and how it is judged. A case is
// judged through the Subject interface, in a Context of its own. Tested by read_suite_test.cc and conform_test.cc.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "oracles/core/oracle.h"
#include "oracles/core/sides.h"
#include "oracles/core/subject.h"

namespace assay {

// Arguments for a function of a module, from a seed; the generator above this layer provides them.
using InputMaker = std::function<std::vector<Value>(const Module&, std::string_view entry, uint64_t seed)>;

// What people say that a run may use; 0: what is usual there.
struct GivenBudget {
  int64_t steps = 0;
  int64_t bytes = 0;
  Budget Of(const Budget& usual) const { return {steps > 0 ? steps : usual.steps, bytes > 0 ? bytes : usual.bytes}; }
};

// What a judge works with.
struct JudgeSite {
  Context& ctx;
  Subject& subject;
  const InputMaker& make_inputs;
  GivenBudget budget = {};
  // What was judged, as oracles take it; a judge that knows it leaves it here for who looks whether a failure is on
  // file.
  std::optional<Case> judged = {};
};

// kNotApplicable: nothing was judged, since the subject has no such thing.
enum class MarkEnding : uint8_t { kFailed, kPassed, kNotApplicable };

// One score of one case. `why` says what went wrong when it is not passed.
struct Mark {
  std::string score;
  MarkEnding ending = MarkEnding::kFailed;
  std::string why;
  // What was recorded and what came, for readers.
  Sides sides = {};
  // What an oracle would call the failure; nothing where none would see it.
  std::optional<Finding> finding = {};
};
using Marks = std::vector<Mark>;
void Pass(Marks& marks, std::string_view score);
void Fail(Marks& marks, std::string_view score, std::string why, Sides sides = {}, std::optional<Finding> finding = {});
void NotApplicable(Marks& marks, std::string_view score, std::string why);
// Every mark that is not passed gets this reason.
void FailRest(Marks& marks, const std::string& why);
// Every mark that is not passed ends by the refusal: `what` and its words say why. What `oracle` says of such an answer
// where a pass (may be null) is judged makes it known or not.
void RefuseRest(Marks& marks, std::string_view what, const Refusal& refusal, std::string_view oracle,
                const PassCall* pass = nullptr);
// Of the one score.
void Refuse(Marks& marks, std::string_view score, std::string_view what, const Refusal& refusal,
            std::string_view oracle, const PassCall* pass = nullptr);

struct SuiteKind {
  std::string_view name;
  std::string_view doc;
  // A field that each case of this kind has, by which a suite is known whose file is called otherwise.
  std::string_view own_field;
  // Every score of this kind, in the order of reports.
  std::span<const std::string_view> scores;
  // What a case may have beside kCommonFields (docs/guide/conformance.md says what each is); no other has an effect.
  std::span<const std::string_view> fields;
  // What is expected where nothing is refused, in whose place "error" may stand; empty: there is no such case.
  std::string_view outcome = "";
  // The scores that a case counts for; Diag kCorrupt when a field is missing or of a wrong kind.
  Result<std::vector<std::string>> (*scores_of)(const nlohmann::json& recorded, const Subject& subject);
  // What is wrong with a case that scores_of takes: archives that cannot be read, arguments that are not the
  // function's. Asked about all cases before any is judged; may be null.
  Status (*check)(Context& ctx, const nlohmann::json& recorded) = nullptr;
  // Sets the marks, which start as failed.
  void (*judge)(JudgeSite& site, const nlohmann::json& recorded, Marks& marks);
  // Cases of one test function share one point (those of a parametrised test weigh less each); one of no test is a
  // point.
  bool weigh_by_test = false;
  // Adds to cases what stands in others of the suite; null: each stands for itself.
  void (*complete)(std::vector<nlohmann::json>& cases) = nullptr;
};

// Fields of every kind.
inline constexpr std::string_view kCommonFields[] = {"id", "test", "label"};

std::span<const SuiteKind* const> AllSuiteKinds();
// nullptr when there is none of that name.
const SuiteKind* FindSuiteKind(std::string_view name);
// By the fields of a case; nullptr when it is of none.
const SuiteKind* SuiteKindOf(const nlohmann::json& recorded);

// ---- what judges share

// The string under `key`; scores_of has checked that it is there.
std::string TextField(const nlohmann::json& recorded, std::string_view key);
// Diag when one of the keys is missing or no string.
Status NeedTexts(const nlohmann::json& recorded, std::initializer_list<std::string_view> keys);
// The first line in which two texts differ, both shown.
std::string FirstLineThatDiffers(std::string_view got, std::string_view want);

}  // namespace assay
