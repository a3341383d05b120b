// Where a campaign's cases come from. Most runs draw a module afresh: run r of a campaign with seed s then is one case,
// always the same; one in five of them lays neighbourhoods by a plan (neighbourhoods.h), some are rows of a sweep, by
// the run's number, some begin with one of the project's own texts (own_texts.h). The others move on from what the
// worker's corpus holds by then. Tested by campaign_test.cc and
// swept_runs_test.cc.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fuzzers/campaign/campaign.h"
#include "fuzzers/campaign/corpus.h"
#include "fuzzers/campaign/neighbourhoods.h"
#include "generators/moves/move.h"
#include "generators/sweep/sweep.h"
#include "ir/support/function_ref.h"

namespace assay {

struct MadeCase {
  Case c;
  // What the module was made by, when it comes out of the corpus.
  std::vector<const MoveSpec*> moves;
  // What became of the seed whose turn it was: "tried", or why it was left out; empty when it was nobody's.
  std::string_view seed = {};
  // The part of the sweep that the module is of, and how many of its rows.
  std::optional<SweptUnit> swept = {};
  uint64_t swept_rows = 0;
  // It began with one of the project's own texts.
  bool own_text = false;
};

class CaseSource {
 public:
  explicit CaseSource(const CampaignOptions& options);

  // Reads the seed files' texts, each of which is tried once for each of its entries; Diag when one cannot be read.
  Status Load();
  // How many runs begin with a seed: the first ones.
  size_t seeds() const { return seeds_.size(); }
  // "FILE: why" of each file among the seeds that is not run, after Load.
  const std::vector<std::string>& unread() const { return unread_; }
  // Called before a pass is tried on a module, which may end the process or go on for ever.
  using Watch = FunctionRef<void(const Module&, const PassSpec&)>;
  MadeCase Make(Context& ctx, uint64_t run, const Corpus& corpus, Watch watch) const;
  MadeCase Make(Context& ctx, uint64_t run, const Corpus& corpus) const;
  // The n-th case beside the run's own, with the run's inputs: of the draws alone, neither of the sweep nor a seed's.
  MadeCase MakeBeside(Context& ctx, uint64_t run, uint64_t n, const Corpus& corpus, Watch watch) const;
  // The case of a run whose module is at hand.
  Case Around(Context& ctx, uint64_t run, const Module& module) const;
  // Passes that the run's case was not drawn for, in the run's order, those first that seldom do something, with the
  // options that the run draws for each; none where passes are given.
  std::vector<PassCall> Others(Context& ctx, uint64_t run, const Case& c, size_t most) const;
  // Those that change nearly any module, of which Others has none.
  std::vector<PassCall> CommonOthers(Context& ctx, uint64_t run, const Case& c) const;
  // One of them, with each of its draws (drawn_passes.def) of options that fit the module.
  std::vector<PassCall> Other(Context& ctx, uint64_t run, const Module& module, const PassSpec& pass) const;
  // Seeds of a run's sets of arguments.
  std::vector<uint64_t> InputSeeds(uint64_t run) const;
  // Operators and families of kernels that the sweep has; 0 without one.
  size_t SweptUnits() const { return sweep_ == nullptr ? 0 : sweep_->units(); }
  std::string_view NameOfUnit(size_t unit) const { return sweep_->NameOf(unit); }
  // It outlives this.
  void WatchSweep(SweepWatch& watch) const {
    if (sweep_ != nullptr) sweep_->SetWatch(&watch);
  }
  // What InputSeeds gives for the run, said by whoever made its case: to find out anew may need the plan of the sweep.
  void KnowInputSeeds(uint64_t run, std::vector<uint64_t> input_seeds) const {
    swept_seeds_ = {run, std::move(input_seeds)};
  }

 private:
  // What passes are drawn for: kernels have TIR passes alone, launches mostly those about threads.
  enum class PassesFor : uint8_t { kAnything, kKernels, kLaunches };
  std::vector<PassCall> DrawPasses(ByteSource& bytes, PassesFor what) const;
  std::vector<PassCall> OthersThat(Context& ctx, uint64_t run, const Case& c, size_t most, bool common) const;
  // Drawn for each run in [0, kOneInMoves): one of these moves on, another one begins with an own text. None for runs
  // that have a plan.
  std::optional<uint64_t> TurnOf(uint64_t run) const;
  // Which step of the sweep the run is; nothing for one that is none.
  std::optional<uint64_t> StepOf(uint64_t run) const;
  // Whether its module is of kernels that the sweep draws.
  bool DrawsKernels(uint64_t run) const;
  // Whether these are launches of threads, and they themselves.
  bool DrawsLaunches(uint64_t run) const;
  Module LaunchesOf(Context& ctx, uint64_t run) const;
  // The module of the run's step, or of its draw. Nothing where the sweep is through.
  std::optional<SweptModule> SweptFor(Context& ctx, uint64_t run) const;
  std::optional<MadeCase> SweptCase(Context& ctx, uint64_t run) const;
  MadeCase MakeDrawn(Context& ctx, uint64_t run, const Corpus& corpus, Watch watch) const;
  MadeCase MoveOn(Context& ctx, uint64_t run, const Corpus& corpus) const;
  // Nothing where the text drawn is none to begin with.
  std::optional<MadeCase> FromOwnText(Context& ctx, uint64_t run) const;
  // What the run lays neighbourhoods for, if it is one of those that do.
  std::optional<PlannedModule> PlannedFor(uint64_t run) const;
  // Passes and their config, as the run draws them from `bytes` where they are not planned.
  Case Begin(Context& ctx, ByteSource& bytes, const std::optional<PlannedModule>& planned, PassesFor what) const;
  // Changes the generated module of one run in some by moves, which it gives.
  std::vector<const MoveSpec*> MoveFresh(Context& ctx, uint64_t run, Case& c) const;
  void AddFile(const std::string& file, std::string text);
  void AddSeed(const std::string& name, std::string text);
  // The entry of a run's case about this module: the seed's, where it was a seed's turn.
  std::string EntryOfRun(uint64_t run, const Module& module) const;
  // Options of passes, entry and inputs for the case's module.
  void Finish(Context& ctx, uint64_t run, Case& c) const;
  // The first two steps of it: the module as the subject has it, and the passes that have options for it.
  void DrawPassOptions(Context& ctx, uint64_t run, Case& c) const;
  void AddInputs(uint64_t run, Case& c) const;
  // The case with a module with which its passes do much: of a few that are generated, the best.
  Case WithModule(Context& ctx, uint64_t run, ByteSource& bytes, const Case& begun,
                  const std::optional<PlannedModule>& planned, Watch watch) const;
  // A module in the form that the first of the passes with one is about.
  Module GenerateFor(Context& ctx, ByteSource& bytes, std::span<const PassCall> passes) const;
  // Nothing for passes that schedule no kernels, and now and then.
  std::optional<Module> OwnKernelsFor(Context& ctx, ByteSource& bytes, std::span<const PassCall> passes) const;
  std::optional<Module> AnchorFor(Context& ctx, ByteSource& bytes, std::span<const PassCall> passes) const;
  Module Planned(Context& ctx, ByteSource& bytes, const PlannedModule& planned) const;
  // Now and then, partly lowered for the first of the passes that comes late.
  Module LoweredFor(Context& ctx, ByteSource& bytes, const Module& module, std::span<const PassCall> passes) const;
  Module AfterOthers(Context& ctx, ByteSource& bytes, Module module) const;

  Status LoadSuite(const std::string& file);

  struct SeedText {
    std::string name;
    std::string text;
    // Empty where the text cannot be read.
    std::string entry;
  };
  const CampaignOptions& options_;
  NeighbourhoodPlan plan_;
  std::vector<SeedText> seeds_;
  std::vector<std::string> unread_;
  // Null without a sweep. It plans as it goes, which changes nothing that it gives.
  std::unique_ptr<Sweep> sweep_;
  // Seeds of the last run that was one of its steps, which reduction asks for again and again.
  mutable std::optional<std::pair<uint64_t, std::vector<uint64_t>>> swept_seeds_;
};

}  // namespace assay
