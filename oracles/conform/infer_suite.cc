// The infer suite: a call whose arguments have given types gets the recorded type, or is refused.
#include <map>

#include <fmt/format.h>

#include "oracles/conform/suite.h"
#include "oracles/subjects/native/native_infer.h"

namespace assay {
namespace {

constexpr std::string_view kScores[] = {"types", "rejections"};
constexpr std::string_view kFields[] = {"call", "vars", "type", "error"};

Result<std::vector<std::string>> ScoresOf(const nlohmann::json& recorded, const Subject&) {
  ASSAY_RETURN_IF_ERROR(NeedTexts(recorded, {"call"}));
  auto vars = recorded.find("vars");
  if (vars == recorded.end() || !vars->is_object()) {
    return Diag{DiagKind::kCorrupt, {}, "has no object \"vars\"", "", {}};
  }
  bool rejected = recorded.contains("error");
  ASSAY_RETURN_IF_ERROR(NeedTexts(recorded, {rejected ? "error" : "type"}));
  return std::vector<std::string>{rejected ? "rejections" : "types"};
}

void Judge(JudgeSite& site, const nlohmann::json& recorded, Marks& marks) {
  std::map<std::string, std::string> vars;
  for (const auto& [name, type] : recorded["vars"].items()) {
    if (type.is_string()) vars.emplace(name, type.get<std::string>());
  }
  bool rejected = recorded.contains("error");
  auto inferred = site.subject.Infer(TextField(recorded, "call"), vars, rejected ? "" : TextField(recorded, "type"));
  if (rejected) {
    if (inferred.ok()) return Fail(marks, "rejections", "inferred " + inferred->type);
    if (inferred.refusal().kind != RefusalKind::kBadInput || IsLacking(inferred.refusal()))
      return Refuse(marks, "rejections", "", inferred.refusal(), "inference_agrees");
    return Pass(marks, "rejections");
  }
  if (!inferred.ok()) return Refuse(marks, "types", "", inferred.refusal(), "inference_agrees");
  // Other subjects write the same type in another form.
  bool same = inferred->equal || SayOneType(site.ctx, vars, inferred->type, TextField(recorded, "type"));
  if (same) return Pass(marks, "types");
  Fail(marks, "types", fmt::format("got {}, want {}", inferred->type, TextField(recorded, "type")),
       {.expected_title = "recorded type",
        .got_title = "inferred type",
        .expected = TextField(recorded, "type"),
        .got = inferred->type});
}

}  // namespace

extern const SuiteKind kInferSuite;
const SuiteKind kInferSuite{.name = "infer",
                            .doc = "calls of operators get the recorded type, or are refused",
                            .own_field = "call",
                            .scores = kScores,
                            .fields = kFields,
                            .outcome = "type",
                            .scores_of = ScoresOf,
                            .judge = Judge};

}  // namespace assay
