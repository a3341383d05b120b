// Counts and their JSON form (tally.h).
#include "fuzzers/campaign/tally.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/support/json_shape.h"
#include "ir/support/read_json.h"
#include "oracles/core/known_as.h"

namespace assay {
namespace {

void AddTo(OracleTally& sum, const OracleTally& counts) {
  sum.agree += counts.agree;
  sum.skip += counts.skip;
  sum.finding += counts.finding;
  sum.seconds += counts.seconds;
}

void AddTo(OracleTallies& sums, const OracleTallies& more) {
  for (const auto& [name, counts] : more) AddTo(sums[name], counts);
}

nlohmann::json OraclesToJson(const OracleTallies& tallies) {
  nlohmann::json oracles = nlohmann::json::object();
  for (const auto& [name, counts] : tallies) {
    oracles[name] = {
        {"agree", counts.agree}, {"skip", counts.skip}, {"finding", counts.finding}, {"seconds", counts.seconds}};
  }
  return oracles;
}

OracleTallies OraclesFromJson(const nlohmann::json& json) {
  OracleTallies tallies;
  for (const auto& [name, counts] : json.items()) {
    tallies[name] = {counts.value("agree", uint64_t{0}), counts.value("skip", uint64_t{0}),
                     counts.value("finding", uint64_t{0}), counts.value("seconds", 0.0)};
  }
  return tallies;
}

nlohmann::json PassesToJson(const Tally& tally) {
  nlohmann::json passes = nlohmann::json::object();
  for (const auto& [name, pass] : tally.passes) {
    passes[name] = {{"tried", pass.tried}, {"changed", pass.changed}, {"oracles", OraclesToJson(pass.oracles)}};
  }
  return passes;
}

nlohmann::json MovesToJson(const Tally& tally) {
  nlohmann::json moves = nlohmann::json::object();
  for (const auto& [name, move] : tally.moves) moves[name] = {{"made", move.made}, {"kept", move.kept}};
  return moves;
}

nlohmann::json SweepToJson(const Tally& tally) {
  nlohmann::json units = nlohmann::json::object();
  for (const auto& [name, unit] : tally.sweep)
    units[name] = {{"tried", unit.tried}, {"rows", unit.rows}, {"covered", unit.covered}, {"refused", unit.refused}};
  return {{"units", tally.swept_units}, {"by_unit", units}};
}

nlohmann::json QuestionsToJson(const Tally& tally) {
  nlohmann::json kinds = nlohmann::json::object();
  for (const auto& [kind, question] : tally.questions)
    kinds[kind] = {{"asked", question.asked}, {"seconds", question.seconds}, {"blocks", question.blocks}};
  return kinds;
}

nlohmann::json ReachToJson(const ReachCount& count) {
  return {{"name", count.name},
          {"functions", count.functions},
          {"functions_reached", count.functions_reached},
          {"blocks", count.blocks},
          {"blocks_reached", count.blocks_reached}};
}

ReachCount ReachFromJson(const nlohmann::json& json) {
  if (!json.is_object()) return {};
  return {json.value("name", ""), json.value("functions", uint64_t{0}), json.value("functions_reached", uint64_t{0}),
          json.value("blocks", uint64_t{0}), json.value("blocks_reached", uint64_t{0})};
}

nlohmann::json CodeToJson(const ReachSummary& code) {
  nlohmann::json areas = nlohmann::json::array(), files = nlohmann::json::array();
  for (const ReachCount& area : code.areas) areas.push_back(ReachToJson(area));
  for (const ReachCount& file : code.files) files.push_back(ReachToJson(file));
  return {{"total", ReachToJson(code.total)}, {"areas", areas}, {"files", files}};
}

std::optional<ReachSummary> CodeFromJson(const nlohmann::json& json) {
  if (!json.is_object()) return std::nullopt;
  ReachSummary code{.total = ReachFromJson(json.value("total", nlohmann::json()))};
  for (const nlohmann::json& area : json.value("areas", nlohmann::json::array()))
    code.areas.push_back(ReachFromJson(area));
  for (const nlohmann::json& file : json.value("files", nlohmann::json::array()))
    code.files.push_back(ReachFromJson(file));
  return code;
}

void SweepFromJson(const nlohmann::json& json, Tally& tally) {
  tally.swept_units = json.value("units", uint64_t{0});
  const nlohmann::json units = json.value("by_unit", nlohmann::json::object());
  for (const auto& [name, unit] : units.items()) {
    tally.sweep[name] = {unit.value("tried", uint64_t{0}), unit.value("rows", uint64_t{0}),
                         unit.value("covered", uint64_t{0}), unit.value("refused", uint64_t{0})};
  }
}

}  // namespace

void SweepTally::Add(const SweepTally& other) {
  tried += other.tried;
  rows = std::max(rows, other.rows);
  covered = std::max(covered, other.covered);
  refused = std::max(refused, other.refused);
}

SweepTally Total(const std::map<std::string, SweepTally, std::less<>>& sweep) {
  SweepTally total;
  for (const auto& [name, unit] : sweep) {
    total.tried += std::min(unit.tried, unit.rows);
    total.rows += unit.rows;
    total.covered += unit.covered;
    total.refused += unit.refused;
  }
  return total;
}

bool FindingRecord::SeenBy(const std::vector<std::string>& oracles_named) const {
  auto named = [&](const std::string& name) { return std::ranges::find(oracles_named, name) != oracles_named.end(); };
  return named(oracle) || std::ranges::any_of(also, named);
}

std::string_view StatusOf(const FindingRecord& finding) {
  switch (finding.decision) {
    case Decision::kClosed: return "closed";
    case Decision::kKnown: return "known";
    case Decision::kNone:
      if (finding.known()) return "known";
      break;
    case Decision::kOpen: break;
  }
  return finding.flaky ? "flaky" : "open";
}

void Tally::Add(const CaseReport& report) {
  AddTo(oracles, report.tallies);
  for (const auto& [why, count] : report.skips) skips[why] += count;
  for (const auto& [name, pass] : report.passes) {
    PassTally& sum = passes[name];
    sum.tried += pass.tried;
    sum.changed += pass.changed;
    AddTo(sum.oracles, pass.oracles);
  }
}

void Tally::Add(const Tally& other) {
  runs += other.runs;
  generate_seconds += other.generate_seconds;
  generated += other.generated;
  for (const auto& [kind, question] : other.questions) {
    questions[kind].asked += question.asked;
    questions[kind].seconds += question.seconds;
    questions[kind].blocks += question.blocks;
  }
  Add(CaseReport{other.oracles, other.skips, other.passes, {}, {}});
  op_coverage.insert(other.op_coverage.begin(), other.op_coverage.end());
  kept += other.kept;
  if (other.code && (!code || other.code->total.blocks_reached >= code->total.blocks_reached)) code = other.code;
  for (const auto& [number, blocks] : other.growth) growth[number] = std::max(growth[number], blocks);
  own_texts += other.own_texts;
  screened += other.screened;
  suspicious += other.suspicious;
  for (const auto& [what, count] : other.seeds) seeds[what] += count;
  for (const auto& [name, unit] : other.sweep) sweep[name].Add(unit);
  swept_units = std::max(swept_units, other.swept_units);
  for (const auto& [name, move] : other.moves) {
    moves[name].made += move.made;
    moves[name].kept += move.kept;
  }
}

double ChangedPercent(const PassTally& pass) {
  return pass.tried == 0 ? 0 : 100 * static_cast<double>(pass.changed) / static_cast<double>(pass.tried);
}

double SubjectSeconds(const Tally& tally) {
  double seconds = 0;
  for (const auto& [kind, question] : tally.questions) seconds += question.seconds;
  return seconds;
}

OracleTally Total(const OracleTallies& oracles) {
  OracleTally total;
  for (const auto& [name, counts] : oracles) AddTo(total, counts);
  return total;
}

namespace {

nlohmann::json SkipsToJson(const SkipCounts& skips) {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& [reason, count] : skips) json[reason.Text()] = count;
  return json;
}

}  // namespace

nlohmann::json TallyToJson(const Tally& tally) {
  nlohmann::json json = {{"runs", tally.runs},
                         {"generate_seconds", tally.generate_seconds},
                         {"generated", tally.generated},
                         {"oracles", OraclesToJson(tally.oracles)},
                         {"skips", SkipsToJson(tally.skips)},
                         {"op_coverage", tally.op_coverage},
                         {"passes", PassesToJson(tally)},
                         {"questions", QuestionsToJson(tally)},
                         {"moves", MovesToJson(tally)},
                         {"kept", tally.kept},
                         {"own_texts", tally.own_texts},
                         {"screened", tally.screened},
                         {"suspicious", tally.suspicious},
                         {"sweep", SweepToJson(tally)},
                         {"seeds", tally.seeds}};
  if (tally.code) json["code"] = CodeToJson(*tally.code);
  if (!tally.growth.empty()) json["growth"] = std::vector(tally.growth.begin(), tally.growth.end());
  return json;
}

namespace {

nlohmann::json OraclesShape(Clocks clocks) {
  nlohmann::json counts{{"agree", 0}, {"skip", 0}, {"finding", 0}};
  if (clocks == Clocks::kAll) counts["seconds"] = 0.0;
  return {{"*", counts}};
}

nlohmann::json ReachShape() {
  return {{"name", ""}, {"functions", 0}, {"functions_reached", 0}, {"blocks", 0}, {"blocks_reached", 0}};
}

}  // namespace

nlohmann::json TallyShape(Clocks clocks) {
  const nlohmann::json counts{{"*", 0}}, list = nlohmann::json::array({""}),
                                         points = nlohmann::json::array({nlohmann::json::array({0})}),
                                         reach = nlohmann::json::array({ReachShape()});
  nlohmann::json shape{
      {"runs", 0},
      {"generated", 0},
      {"oracles", OraclesShape(clocks)},
      {"skips", counts},
      {"op_coverage", list},
      {"passes", {{"*", {{"tried", 0}, {"changed", 0}, {"oracles", OraclesShape(clocks)}}}}},
      {"moves", {{"*", {{"made", 0}, {"kept", 0}}}}},
      {"kept", 0},
      {"own_texts", 0},
      {"screened", 0},
      {"suspicious", 0},
      {"sweep", {{"units", 0}, {"by_unit", {{"*", {{"tried", 0}, {"rows", 0}, {"covered", 0}, {"refused", 0}}}}}}},
      {"seeds", counts}};
  if (clocks == Clocks::kNone) return shape;
  shape["generate_seconds"] = 0.0;
  shape["questions"] = {{"*", {{"asked", 0}, {"seconds", 0.0}, {"blocks", 0}}}};
  shape["code"] = {{"total", ReachShape()}, {"areas", reach}, {"files", reach}};
  shape["growth"] = points;
  return shape;
}

Result<Tally> ParseTally(std::string_view text, std::string_view place) {
  ASSAY_TRY(nlohmann::json json, ParseJson(text, place));
  // As CheckShape says it.
  nlohmann::json own = json.is_object() ? nlohmann::json::object() : json;
  const nlohmann::json shape = TallyShape(Clocks::kAll);
  for (const auto& [key, value] : shape.items()) {
    if (json.contains(key)) own[key] = json[key];
  }
  ASSAY_RETURN_IF_ERROR(CheckShape({{"tally", own}}, {{"tally", shape}}, place));
  return TallyFromJson(own);
}

Tally TallyFromJson(const nlohmann::json& json) {
  Tally tally;
  tally.runs = json.value("runs", uint64_t{0});
  tally.generate_seconds = json.value("generate_seconds", 0.0);
  tally.generated = json.value("generated", uint64_t{0});
  const nlohmann::json none = nlohmann::json::object();
  const nlohmann::json questions = json.value("questions", none);
  for (const auto& [kind, question] : questions.items())
    tally.questions[kind] = {question.value("asked", uint64_t{0}), question.value("seconds", 0.0),
                             question.value("blocks", uint64_t{0})};
  const nlohmann::json oracles = json.value("oracles", none), skips = json.value("skips", none),
                       passes = json.value("passes", none);
  tally.oracles = OraclesFromJson(oracles);
  for (const auto& [why, count] : skips.items()) tally.skips[SkipReasonFromText(why)] += count.get<uint64_t>();
  for (const auto& item : json.value("op_coverage", nlohmann::json::array())) tally.op_coverage.insert(item);
  for (const auto& [name, pass] : passes.items()) {
    tally.passes[name] = {pass.value("tried", uint64_t{0}), pass.value("changed", uint64_t{0}),
                          OraclesFromJson(pass.value("oracles", none))};
  }
  tally.kept = json.value("kept", uint64_t{0});
  tally.own_texts = json.value("own_texts", uint64_t{0});
  tally.screened = json.value("screened", uint64_t{0});
  tally.suspicious = json.value("suspicious", uint64_t{0});
  SweepFromJson(json.value("sweep", none), tally);
  const nlohmann::json moves = json.value("moves", none), seeds = json.value("seeds", none);
  for (const auto& [what, count] : seeds.items()) tally.seeds[what] = count;
  if (json.contains("code")) tally.code = CodeFromJson(json["code"]);
  for (const nlohmann::json& point : json.value("growth", nlohmann::json::array())) {
    bool sound =
        point.is_array() && point.size() == 2 && point[0].is_number_unsigned() && point[1].is_number_unsigned();
    if (sound) tally.growth[point[0].get<uint64_t>()] = point[1].get<uint64_t>();
  }
  for (const auto& [name, move] : moves.items()) {
    tally.moves[name] = {move.value("made", uint64_t{0}), move.value("kept", uint64_t{0})};
  }
  return tally;
}

std::map<std::string, uint64_t, std::less<>> Refusals(const Tally& tally) {
  std::map<std::string, uint64_t, std::less<>> refusals;
  for (const auto& [reason, count] : tally.skips) {
    if (reason.skip.kind == SkipKind::kRefused) refusals[reason.Text()] += count;
  }
  return refusals;
}

namespace {

// How often an oracle had an answer to a module, not to a pass.
uint64_t AnswersOfModules(const Tally& tally, std::string_view oracle) {
  auto answers = [](const OracleTally& counts) { return counts.agree + counts.finding; };
  auto all = tally.oracles.find(oracle);
  if (all == tally.oracles.end()) return 0;
  uint64_t of_passes = 0;
  for (const auto& [name, pass] : tally.passes) {
    auto found = pass.oracles.find(oracle);
    if (found != pass.oracles.end()) of_passes += answers(found->second);
  }
  return answers(all->second) - std::min(answers(all->second), of_passes);
}

struct Compilation {
  uint64_t compiled = 0, refused = 0;
  std::map<std::string, uint64_t> reasons = {};
};
Compilation CompilationBy(const Tally& tally, std::string_view oracle) {
  Compilation result;
  result.compiled = AnswersOfModules(tally, oracle);
  for (const auto& [reason, count] : tally.skips) {
    if (reason.oracle != oracle || reason.of_pass) continue;
    const Skip& skip = reason.skip;
    // What nothing runs cannot be compiled.
    bool nowhere = skip.kind == SkipKind::kRunsNowhere;
    if (!nowhere && skip.kind != SkipKind::kRefused) continue;
    result.refused += nowhere ? 0 : count;
    // Of "A; B" the first says enough.
    std::string first = nowhere ? skip.Text() : skip.why;
    result.reasons[first.substr(0, first.find("; "))] += count;
  }
  return result;
}
// The oracle that compiles every case says most; the one that runs what it compiled is next.
Compilation CompilationIn(const Tally& tally) {
  Compilation every = CompilationBy(tally, "refuse_or_compile");
  return every.compiled > 0 || !every.reasons.empty() ? every : CompilationBy(tally, "interpreted_equals_compiled");
}

}  // namespace

std::map<std::string, uint64_t> NotCompiled(const Tally& tally) { return CompilationIn(tally).reasons; }

double CompiledShare(const Tally& tally) {
  Compilation all = CompilationIn(tally);
  uint64_t modules = all.compiled + all.refused;
  return modules == 0 ? 1 : static_cast<double>(all.compiled) / static_cast<double>(modules);
}

std::string FindingRecord::KnownLabel() const {
  if (!known()) return "";
  return "known: " + ShownName(KnownAs{known_as, upstream});
}

nlohmann::json FindingJson(const FindingRecord& finding) {
  return {{"id", finding.id},
          {"oracle", finding.oracle},
          {"pass", finding.pass},
          {"class", finding.klass.name()},
          {"signature", finding.signature},
          {"reduced_lines", finding.reduced_lines},
          {"path", finding.path},
          {"run", finding.run},
          {"seen", finding.seen},
          {"known", StatusOf(finding) == "known"},
          {"known_as", finding.known_as},
          {"upstream", finding.upstream},
          {"earlier", finding.earlier},
          {"status", StatusOf(finding)},
          {"note", finding.note}};
}

nlohmann::json CampaignJson(const Tally& tally, double seconds, const std::vector<FindingRecord>& findings) {
  nlohmann::json list = nlohmann::json::array();
  for (const FindingRecord& finding : findings) list.push_back(FindingJson(finding));
  nlohmann::json counts = TallyToJson(tally);
  double per_generated = tally.generate_seconds > 0 ? static_cast<double>(tally.generated) / tally.generate_seconds : 0;
  nlohmann::json tried = nlohmann::json::object();
  for (const auto& [name, pass] : tally.passes) tried[name] = pass.tried;
  std::set<std::string_view> operators;
  for (const std::string& item : tally.op_coverage) operators.insert(std::string_view(item).substr(0, item.find(' ')));
  nlohmann::json json = {{"runs", tally.runs},
                         {"seconds", seconds},
                         {"subject_seconds", SubjectSeconds(tally)},
                         {"questions", counts["questions"]},
                         {"findings", list},
                         {"oracles", counts["oracles"]},
                         {"skips", counts["skips"]},
                         {"compiled_share", CompiledShare(tally)},
                         {"not_compiled", NotCompiled(tally)},
                         {"refusals", Refusals(tally)},
                         {"rates",
                          {{"modules_per_second", per_generated},
                           {"iterations_per_second", seconds > 0 ? static_cast<double>(tally.runs) / seconds : 0}}},
                         {"passes", counts["passes"]},
                         {"moves", counts["moves"]},
                         {"seeds", counts["seeds"]},
                         {"sweep", counts["sweep"]},
                         {"coverage",
                          {{"operators", operators.size()},
                           {"op_dtype_shape", tally.op_coverage.size()},
                           {"passes", tried},
                           {"kept", tally.kept},
                           {"screened", tally.screened},
                           {"suspicious", tally.suspicious}}}};
  for (const char* code : {"code", "growth"}) {
    if (counts.contains(code)) json[code] = counts[code];
  }
  return json;
}

}  // namespace assay
