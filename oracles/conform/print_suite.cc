// The print suite: a module is read, and written back as it was recorded after its source text is gone.
#include "oracles/conform/suite.h"

namespace assay {
namespace {

constexpr std::string_view kScores[] = {"parsed", "identical"};
constexpr std::string_view kFields[] = {"module", "reprinted"};

Result<std::vector<std::string>> ScoresOf(const nlohmann::json& recorded, const Subject&) {
  ASSAY_RETURN_IF_ERROR(NeedTexts(recorded, {"module"}));
  if (!recorded.contains("reprinted")) return std::vector<std::string>{"parsed"};
  ASSAY_RETURN_IF_ERROR(NeedTexts(recorded, {"reprinted"}));
  return std::vector<std::string>{"parsed", "identical"};
}

void Judge(JudgeSite& site, const nlohmann::json& recorded, Marks& marks) {
  auto module = site.subject.Parse(TextField(recorded, "module"));
  if (!module.ok()) return RefuseRest(marks, "", module.refusal(), "round_trip");
  Pass(marks, "parsed");
  if (!recorded.contains("reprinted")) return;
  auto loaded = site.subject.SaveAndLoad(*module);
  if (!loaded.ok()) return RefuseRest(marks, "", loaded.refusal(), "structural_equality");
  site.ctx.sources.DropTexts();
  std::string got = site.subject.Print(*loaded), want = TextField(recorded, "reprinted");
  // A file ends in a newline, which recorded text is without.
  if (got.ends_with('\n')) got.pop_back();
  if (got == want) return Pass(marks, "identical");
  Fail(marks, "identical", FirstLineThatDiffers(got, want),
       {.expected_title = "recorded", .got_title = "printed", .expected = want, .got = got});
}

}  // namespace

extern const SuiteKind kPrintSuite;
const SuiteKind kPrintSuite{.name = "print",
                            .doc = "modules are read, and written back byte for byte",
                            .own_field = "module",
                            .scores = kScores,
                            .fields = kFields,
                            .scores_of = ScoresOf,
                            .judge = Judge};

}  // namespace assay
