#include "fuzzers/bench/golden_growth.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/case_source.h"
#include "fuzzers/process/shared_array.h"
#include "fuzzers/reduce/reduce.h"
#include "generators/moves/move.h"
#include "ir/check/well_formed.h"
#include "ir/entries.h"
#include "ir/equal.h"
#include "ir/support/check.h"
#include "ir/support/clock.h"
#include "ir/support/hash.h"
#include "ir/support/read_json.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "oracles/conform/isolate.h"
#include "oracles/core/value_json.h"
#include "passes/golden_text.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// A mutant that so many modules did not tell apart is tried on one in so many from then on.
constexpr uint32_t kPatience = 100;
constexpr uint64_t kOneInLater = 8;
// What hangs for good takes this long, in a text at hand and in a module that is made, which may be reduced so often.
constexpr double kSlowestText = 6;
constexpr double kSlowestModule = 30;
constexpr size_t kMostReductions = 3;
// One module in so many is a text at hand, moved on from by up to so many moves.
constexpr uint64_t kOneInMoves = 2;
constexpr uint64_t kMostMoves = 4;

enum class Fate : uint8_t { kOpen, kTold, kEnded };

// What is known of a mutant, in memory that all processes share.
struct Standing {
  Fate fate;
  bool reached;
  uint32_t tries;
  // One more than the index of the case in which some process is at it; 0: none is.
  uint64_t trying;
};

using Standings = SharedArray<Standing>;

// What became of a module: its hash, or the words of a refusal.
struct Became {
  uint64_t hash = 0;
  std::string refusal;
  bool operator==(const Became&) const = default;
};

// A text that has no module yet, and its module.
using Made = std::pair<GoldenText, Module>;

// With the imports that a printed module only mentions.
std::string WithImports(const std::string& printed) {
  std::string text;
  for (size_t at = 0; at < printed.size();) {
    size_t end = std::min(printed.find('\n', at), printed.size() - 1) + 1;
    std::string_view line = std::string_view(printed).substr(at, end - at);
    bool mentions = line.starts_with("# from tvm.script import ");
    if (!line.starts_with("# from") || mentions) text += line.substr(mentions ? 2 : 0);
    at = end;
  }
  return text;
}

class Grower {
 public:
  Grower(const GrowthOptions& options, const std::vector<GoldenText>& texts, Standings& standings)
      : options_(options), texts_(texts), standings_(standings) {
    for (size_t i = 0; i < options.mutants.size(); ++i) index_.emplace(options.mutants[i].number, i);
    passes_ = options.passes;
    if (passes_.empty()) passes_.assign(AllRelaxAndTirPasses().begin(), AllRelaxAndTirPasses().end());
  }

  // Marks what a text at hand tells apart.
  void TakeIn(size_t text) {
    Context ctx;
    case_ = text;
    const GoldenText& golden = texts_[text];
    Result<Module> module = ParseModule(ctx, "golden", golden.input);
    if (module.ok()) Told(ctx, golden, *module, 0);
  }
  std::vector<GrownText> MakeOne(uint64_t run) {
    Context ctx;
    case_ = run;
    std::vector<GrownText> grown;
    std::optional<Made> made = run % kOneInMoves == 0 ? Move(ctx, run) : Draw(ctx, run);
    if (!made) return grown;
    auto& [golden, module] = *made;
    size_t reductions = 0;
    for (uint32_t mutant : Candidates(ctx, golden, module, HashCombine(options_.seed, run))) {
      // One that was reduced just now may show it as well.
      if (Of(mutant).fate != Fate::kOpen || !Differs(ctx, golden, module, mutant)) continue;
      std::optional<GrownText> text = Reduced(golden, module, mutant);
      if (text) grown.push_back(std::move(*text));
      if (++reductions == kMostReductions) break;
    }
    return grown;
  }

 private:
  Standing& Of(uint32_t mutant) { return standings_[index_.at(mutant)]; }
  std::string About(uint32_t mutant) const {
    const MutantSpec& spec = options_.mutants[index_.at(mutant)];
    return fmt::format("# Shows a mutant of {} ({}): {}\n", spec.file, spec.kind, spec.text);
  }

  // A text at hand, moved on from; nothing where it is no module and one pass.
  std::optional<Made> Move(Context& ctx, uint64_t run) const {
    ByteSource bytes = ByteSource::FromSeed(HashCombine(options_.seed, run));
    if (texts_.empty()) return std::nullopt;
    GoldenText golden = bytes.Pick(texts_);
    Result<Module> module = ParseModule(ctx, "golden", golden.input),
                   donor = ParseModule(ctx, "golden", bytes.Pick(texts_).input);
    Result<std::vector<PassCall>> calls = ParsePassList(ctx, golden.run);
    bool whole = module.ok() && donor.ok() && calls.ok() && calls->size() == 1 && IsWellFormed(ctx, *module) &&
                 IsWellFormed(ctx, *donor);
    if (!whole) return std::nullopt;
    Moved moved = ApplyMoves({ctx, *module, bytes, EntryOf(*module), &*donor}, AllMoves(), 1 + bytes.Below(kMostMoves));
    return Made(std::move(golden), std::move(moved.module));
  }
  std::optional<Made> Draw(Context& ctx, uint64_t run) const {
    CampaignOptions campaign;
    campaign.seed = options_.seed;
    campaign.passes = {{passes_[run / kOneInMoves % passes_.size()], {}}};
    campaign.passes_per_case = 1;
    campaign.evolve = false;
    Case c = CaseSource(campaign).Make(ctx, run, Corpus()).c;
    // A text has room for one setting that is true.
    bool plain = c.config.empty() || (c.config.size() == 1 && Is<AttrBool>(c.config.begin()->second) &&
                                      As<AttrBool>(c.config.begin()->second)->value);
    if (c.passes.empty() || !plain) return std::nullopt;
    GoldenText golden;
    golden.run = PassToText(c.passes[0]);
    if (!c.config.empty()) golden.setting = c.config.begin()->first;
    return Made(std::move(golden), std::move(c.module));
  }

  Became Run(Context& ctx, const GoldenText& golden, const Module& module, uint32_t mutant) const {
    options_.switch_on(mutant);
    PassContext pass_ctx(ctx);
    Result<Module> after = options_.run(pass_ctx, golden, module);
    Became became = after.ok() ? Became{StructuralHash(*after), ""} : Became{0, after.error().message};
    options_.switch_on(0);
    return became;
  }
  // Those that are open and that the text reaches, the more seldom the longer they have been tried in vain; all of them
  // for a text at hand, which has no seed.
  std::vector<uint32_t> Candidates(Context& ctx, const GoldenText& golden, const Module& module, uint64_t seed) {
    options_.forget();
    plain_ = Run(ctx, golden, module, 0);
    std::vector<uint32_t> candidates;
    if (seed != 0 && !plain_.refusal.empty()) return candidates;
    for (const MutantSpec& one : options_.mutants) {
      if (!options_.reached(one.number)) continue;
      Standing& standing = Of(one.number);
      standing.reached = true;
      bool later = seed != 0 && standing.tries > kPatience && HashCombine(seed, one.number) % kOneInLater != 0;
      if (standing.fate == Fate::kOpen && !later) candidates.push_back(one.number);
    }
    return candidates;
  }
  // From what `plain_` says.
  bool Differs(Context& ctx, const GoldenText& golden, const Module& module, uint32_t mutant) {
    Standing& standing = Of(mutant);
    standing.trying = case_ + 1;
    ++standing.tries;
    bool differs = Run(ctx, golden, module, mutant) != plain_;
    standing.trying = 0;
    return differs;
  }
  std::vector<uint32_t> Told(Context& ctx, const GoldenText& golden, const Module& module, uint64_t seed) {
    std::vector<uint32_t> told;
    for (uint32_t mutant : Candidates(ctx, golden, module, seed)) {
      if (!Differs(ctx, golden, module, mutant)) continue;
      Of(mutant).fate = Fate::kTold;
      told.push_back(mutant);
    }
    return told;
  }

  std::optional<GrownText> Reduced(const GoldenText& golden, const Module& module, uint32_t mutant) {
    Context ctx;
    Result<std::vector<PassCall>> calls = ParsePassList(ctx, golden.run);
    if (!calls.ok()) return std::nullopt;
    Became plain = plain_;
    auto shows = [&](const Module& candidate, std::span<const PassCall> passes) {
      plain_ = passes.size() == 1 ? Run(ctx, golden, candidate, 0) : Became{0, "no pass"};
      return plain_.refusal.empty() && Differs(ctx, golden, candidate, mutant);
    };
    ReduceResult reduced = Reduce(ctx, module, EntryOf(module), *calls, shows, {.seconds = options_.reduce_seconds});
    std::optional<GrownText> text = AsText(golden, PrintModule(reduced.module), mutant);
    plain_ = plain;
    return text;
  }
  // Once it is read, it must show what it is to show.
  std::optional<GrownText> AsText(const GoldenText& from, const std::string& printed, uint32_t mutant) {
    GoldenText golden = from;
    std::string setting = golden.setting.empty() ? "" : fmt::format("{}{}\n", kGoldenConfig, golden.setting);
    golden.input = fmt::format("{}{}\n{}{}{}", kGoldenRun, golden.run, setting, About(mutant), WithImports(printed));
    if (!golden.input.ends_with('\n')) golden.input += '\n';
    if (std::ranges::count(golden.input, '\n') > options_.most_lines) return std::nullopt;
    Context ctx;
    Result<Module> module = ParseModule(ctx, "grown", golden.input);
    if (!module.ok()) return std::nullopt;
    plain_ = Run(ctx, golden, *module, 0);
    if (!plain_.refusal.empty() || !Differs(ctx, golden, *module, mutant)) return std::nullopt;
    Of(mutant).fate = Fate::kTold;
    std::vector<uint32_t> also = Told(ctx, golden, *module, 0);
    also.insert(also.begin(), mutant);
    PassContext pass_ctx(ctx);
    std::string after = GoldenOutcome(pass_ctx, options_.run(pass_ctx, golden, *module));
    return GrownText{golden.run.substr(0, golden.run.find('{')), golden.input + std::string(kGoldenSeparator) + after,
                     std::move(also)};
  }

  const GrowthOptions& options_;
  const std::vector<GoldenText>& texts_;
  Standings& standings_;
  std::map<uint32_t, size_t> index_;
  std::vector<const PassSpec*> passes_;
  Became plain_;
  // The text at hand, or the module made, of which this process has the turn.
  uint64_t case_ = 0;
};

nlohmann::json ToJson(const std::vector<GrownText>& texts) {
  nlohmann::json rows = nlohmann::json::array();
  for (const GrownText& one : texts) rows.push_back({{"pass", one.pass}, {"text", one.text}, {"mutants", one.mutants}});
  return rows;
}

// Whoever a process that ended was at, it was that mutant's doing.
void MarkEnded(Standings& standings, size_t index) {
  for (Standing& one : standings) {
    if (one.trying != index + 1) continue;
    one.fate = Fate::kEnded;
    one.trying = 0;
  }
}

Result<std::vector<GoldenText>> ReadTexts(const std::vector<std::string>& folders) {
  std::vector<GoldenText> texts;
  for (const std::string& folder : folders) {
    std::vector<std::string> paths = GoldenTextsIn(folder);
    if (paths.empty()) return Diag{DiagKind::kIo, {}, fmt::format("there are no golden texts in {}", folder), "", {}};
    for (const std::string& path : paths) {
      ASSAY_TRY(std::string text, ReadFile(path));
      ASSAY_TRY(GoldenText golden, SplitGoldenText(text));
      texts.push_back(std::move(golden));
    }
  }
  return texts;
}

GrowthResult Count(const GrowthOptions& options, Standings& standings, size_t known) {
  GrowthResult result{.known = known, .left = {}, .unreached = {}};
  for (size_t i = 0; i < options.mutants.size(); ++i) {
    const Standing& one = standings[i];
    result.told += one.fate == Fate::kTold ? 1 : 0;
    result.ended += one.fate == Fate::kEnded ? 1 : 0;
    if (one.fate == Fate::kOpen) (one.reached ? result.left : result.unreached).push_back(options.mutants[i].number);
  }
  result.told -= known;
  return result;
}

}  // namespace

Result<GrowthResult> GrowGoldenTexts(const GrowthOptions& options) {
  ASSAY_TRY(std::vector<GoldenText> texts, ReadTexts(options.texts));
  Standings standings(options.mutants.size());
  Grower grower(options, texts, standings);
  IsolateOptions isolate{.jobs = options.jobs,
                         .case_seconds = kSlowestText,
                         .memory_bytes = uint64_t{4} << 30,
                         .batch = 64,
                         .progress = nullptr};
  isolate.finished = [&](size_t text, const IsolatedResult& answer) {
    if (!answer.finished) MarkEnded(standings, text);
  };
  // One that ends a process leaves the text's other mutants for the next iteration.
  for (size_t ended = 1, before = 0; ended != before;) {
    before = ended;
    RunIsolated(texts.size(), [&](size_t i) { return grower.TakeIn(i), std::string(); }, isolate);
    ended = 1 + Count(options, standings, 0).ended;
  }
  size_t known = Count(options, standings, 0).told;
  isolate.finished = [&](size_t run, const IsolatedResult& answer) {
    if (!answer.finished) return MarkEnded(standings, run);
    for (const nlohmann::json& one : JsonOf(answer.text.empty() ? "[]" : answer.text)) {
      if (options.grown) options.grown({one["pass"], one["text"], one["mutants"]});
    }
  };
  isolate.case_seconds = kSlowestModule;
  double deadline = Now() + options.seconds;
  RunIsolated(
      options.runs, [&](size_t run) { return Now() < deadline ? ToJson(grower.MakeOne(run)).dump() : std::string(); },
      isolate);
  return Count(options, standings, known);
}

}  // namespace assay
