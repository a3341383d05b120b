#include "fuzzers/units/made_units.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "fuzzers/campaign/finding_files.h"
#include "fuzzers/units/digest.h"
#include "fuzzers/units/manifest.h"
#include "ir/support/hash.h"

namespace assay {
namespace {

// Whether case `i` of `cases` is one of `some` that are spread over them.
bool IsOneOf(uint64_t i, uint64_t cases, uint64_t some) { return i * some / cases != (i + 1) * some / cases; }

std::string ModuleText(uint64_t extent) {
  return fmt::format(
      "# from tvm.script import ir as I\n# from tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n"
      "    @R.function\n    def main(x: R.Tensor(({0},), dtype=\"float32\")) -> R.Tensor(({0},), dtype=\"float32\"):\n"
      "        y: R.Tensor(({0},), dtype=\"float32\") = R.nn.relu(x)\n        return y\n",
      extent);
}

struct MadeFinding {
  FindingMessage message;
  uint64_t seen = 0;
};

std::map<std::string, std::string> FilesOfFinding(const CampaignIdentity& campaign, uint64_t unit,
                                                  const FindingMessage& message) {
  CampaignOptions options;
  options.seed = campaign.seed;
  nlohmann::json environment{{"assay", campaign.build}, {"subject", campaign.subject},
                             {"seed", campaign.seed},   {"unit", unit},
                             {"run", message.run},      {"of_clock", false}};
  return FilesOf(options, message, RecordOf(message), {environment, "assay replay ."});
}

}  // namespace

CampaignIdentity MadeUnits::Campaign() const {
  return {.seed = seed, .units = units, .cases = cases, .build = "made", .version = "made"};
}

std::map<std::string, std::string> MadeUnits::Files(uint64_t unit, uint64_t done, const std::set<uint64_t>& clocked,
                                                    std::optional<uint64_t> other) const {
  std::map<std::string, std::string> files;
  UnitSummary summary{.campaign = Campaign(), .unit = unit, .cases = done};
  summary.tally.runs = summary.tally.generated = done;
  std::string trail;
  std::map<std::string, MadeFinding> found;
  OutsideSummary outside;
  for (uint64_t i = 0; i < done; ++i) {
    uint64_t run = unit * cases + i;
    uint64_t drawn = HashCombine(HashCombine(seed, run), other == i ? 1 : 0);
    if (clocked.contains(i)) {
      trail += fmt::format("{}\n", kClockLine);
      outside.cases[run] = "made";
      continue;
    }
    trail += fmt::format("{:08x}\n", static_cast<uint32_t>(drawn));
    ++summary.tally.oracles["made"].agree;
    ++summary.tally.skips[{.oracle = "made", .skip = {SkipKind::kNotApplicable, std::to_string(drawn % 5)}}];
    if (IsOneOf(i, cases, entries)) {
      std::string head = "# reaches";
      for (uint64_t k = 0; k < 20; ++k) {
        uint64_t feature = HashCombine(drawn, k);
        // Few are reached often, and many seldom.
        head += fmt::format(" {:x}", HashCombine(7, feature % (1 + (feature >> 20) % features)) & 0xffffffff);
      }
      std::string text = head + "\n" + ModuleText(1 + drawn % 1'000'000'007);
      files[fmt::format("corpus/{}.py", DigestOf(text))] = text;
      ++summary.tally.kept;
    }
    if (!IsOneOf(i, cases, findings)) continue;
    FindingMessage message;
    message.run = run;
    message.finding = {"made", "", FindingClass::kDiffers, fmt::format("made by case {}", run), {}};
    message.signature = fmt::format("made|differs|{}", HashCombine(drawn, 99) % signatures);
    message.reduced = ModuleText(HashCombine(drawn, 98) % 5000);
    message.reduced_lines = LinesIn(*message.reduced);
    message.how = "made";
    MadeFinding& one = found[message.signature];
    bool least = one.seen == 0 || message.reduced->size() < one.message.reduced->size();
    ++one.seen;
    if (least) one.message = std::move(message);
  }
  for (const auto& [signature, one] : found) {
    std::string id = FindingId(signature);
    summary.findings[id] = {signature, "made", "", FindingClass::kDiffers, {}, one.seen, "", ""};
    for (auto& [name, text] : FilesOfFinding(summary.campaign, unit, one.message))
      files[fmt::format("findings/{}/{}", id, name)] = text;
  }
  files[kUnitName] = SummaryText(summary);
  files[kTrailName] = trail;
  if (!outside.cases.empty()) files[kOutsideName] = OutsideText(outside);
  return files;
}

}  // namespace assay
