// The work of one child (worker.h): make, judge, reduce, report.
#include "fuzzers/campaign/worker.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "fuzzers/campaign/finding_message.h"
#include "fuzzers/campaign/glance.h"
#include "fuzzers/campaign/kernels_beside.h"
#include "fuzzers/process/channel.h"
#include "fuzzers/process/process.h"
#include "ir/entries.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/support/hash.h"
#include "ir/text/print.h"
#include "oracles/core/hang_count.h"
#include "oracles/core/thread_seconds.h"
#include "oracles/core/value_json.h"

namespace assay {
namespace {

constexpr double kFlushSeconds = 0.25;
// Passes that are tried for a case beside its own: once so many have done something, a glance is taken at the others.
constexpr size_t kTriedPasses = 48, kJoiningPasses = 2;
// One run in so many takes a glance at those that change nearly any module.
constexpr uint64_t kOneInCommon = 2;
// Exit code of a child in which a candidate shows the finding.
constexpr int kShows = 10;
constexpr int kShowsNot = 11;

ReduceBudget BudgetOf(const CampaignOptions& options) {
  ReduceBudget budget{
      .seconds = options.reduce_seconds, .cpu_seconds = options.cpu_seconds, .tries = options.reduce_tries};
  if (options.by_steps) budget.seconds = std::numeric_limits<double>::infinity();
  return budget;
}

void AddSince(const QuestionTallies& before, const QuestionTallies& now, QuestionTallies& sum) {
  for (const auto& [kind, question] : now) {
    auto asked = before.find(kind);
    const QuestionTally known = asked == before.end() ? QuestionTally{} : asked->second;
    sum[kind].asked += question.asked - known.asked;
    sum[kind].seconds += question.seconds - known.seconds;
    sum[kind].blocks += question.blocks - known.blocks;
  }
}

}  // namespace

std::string KindOfFinding(const Finding& finding) {
  return fmt::format("{}|{}|{}|{}", finding.oracle, finding.pass, finding.klass.name(), finding.cause.text);
}

Worker::Worker(const CampaignOptions& options, const CaseSource& source, const KnownBugs& known, Corpus corpus,
               SharedControl& control, SharedCase& shared, int fd)
    : options_(options),
      source_(source),
      known_(known),
      corpus_(std::move(corpus)),
      control_(control),
      shared_(shared),
      plan_watch_(control, shared, !options.by_steps),
      fd_(fd),
      oracles_(options.oracles),
      hanging_(known.PassesThatHang()) {
  Context ctx;
  traits_ = MakeSubject(ctx)->Traits();
  source_.WatchSweep(plan_watch_);
  if (oracles_.empty()) oracles_.assign(AllOracles().begin(), AllOracles().end());
}

int Worker::Run(uint64_t first, uint64_t stride, double deadline) {
  next_flush_ = Now() + kFlushSeconds;
  if (options_.reach != nullptr) Watch(1 + static_cast<int>(first % stride % (kProbeSlots - 1)));
  for (uint64_t run = first; options_.runs == 0 || run < options_.runs; run += stride) {
    if (control_.stop.load() || (deadline > 0 && Now() >= deadline)) break;
    OneRun(run);
    if (Now() >= next_flush_) Flush();
  }
  Flush();
  return 0;
}

void Worker::Flush() {
  nlohmann::json message = TallyToJson(tally_);
  message["kind"] = "tally";
  SendMessage(fd_, message);
  tally_ = {};
  next_flush_ = Now() + kFlushSeconds;
}

std::unique_ptr<Subject> Worker::MakeSubject(Context& ctx) const {
  std::unique_ptr<Subject> subject = options_.make_subject ? options_.make_subject(ctx) : MakeNativeSubject(ctx);
  if (!hanging_.empty()) subject->ExpectHangs(hanging_);
  return subject;
}

OracleSettings Worker::DrawnFor(uint64_t run) const {
  OracleSettings settings;
  settings.opt_levels = {1 + static_cast<int>(HashCombine(1, run) % 3)};
  settings.draw = HashCombine(2, run);
  settings.passes_only = options_.passes_only;
  return settings;
}

CaseReport Worker::Judge(Context& ctx, uint64_t run, const Case& c, std::span<const OracleSpec* const> oracles) {
  std::unique_ptr<Subject> subject = MakeSubject(ctx);
  const QuestionTallies before = subject->QuestionsElsewhere();
  const uint64_t hangs = HangCount();
  OracleSettings settings = DrawnFor(run);
  settings.is_known = [&](const Finding& finding) {
    return known_.OfUnreduced(finding, c.module) != nullptr || ShowsElsewhere(ctx, run, c, finding);
  };
  settings.on_ask = [this](const OracleSpec& oracle, const PassCall* pass) {
    shared_.SetNames(oracle.name, pass == nullptr ? "" : pass->pass->name);
  };
  CaseReport report = JudgeCase(ctx, *subject, c, oracles, settings);
  const QuestionTallies now = subject->QuestionsElsewhere();
  AddSince(before, now, tally_.questions);
  if (options_.steer) {
    QuestionTallies asked;
    AddSince(before, now, asked);
    NoteReached(asked);
  }
  of_clock_ = subject->Hangs() > 0 || HangCount() > hangs || report.skips.contains(EndedFromOutside());
  return report;
}

std::vector<const OracleSpec*> Worker::OraclesOf(uint64_t run, bool swept) const {
  if (oracles_.size() == 1) return oracles_;
  std::vector<const OracleSpec*> asked = oracles_;
  // Spread over the workers, each of which takes every so many runs.
  uint64_t drawn = HashCombine(0, run);
  std::erase_if(asked, [&](const OracleSpec* oracle) {
    uint64_t one_in = swept ? oracle->one_in_swept : oracle->one_in;
    return drawn % (traits_.elsewhere ? oracle->one_in_elsewhere : one_in) != 0;
  });
  return asked;
}

Worker::Judged Worker::MakeAndJudge(Context& ctx, uint64_t run) {
  shared_.run.store(run);
  shared_.SetNames("", "");
  shared_.module_bytes.store(0);
  shared_.SetInputSeeds({});
  shared_.Enter(Phase::kGenerate);
  double start = Now();
  MadeCase made = source_.Make(ctx, run, corpus_, [&](const Module& module, const PassSpec& pass) {
    shared_.SetModule(Serialize(module));
    shared_.SetNames("", pass.name);
    shared_.Enter(Phase::kJudge);
  });
  shared_.SetNames("", "");
  Case& c = made.c;
  tally_.generate_seconds += Now() - start;
  ++tally_.generated;
  if (!made.seed.empty()) ++tally_.seeds[std::string(made.seed)];
  if (made.own_text) ++tally_.own_texts;
  if (made.swept) CountSwept(made);
  std::vector<uint8_t> module = Serialize(c.module);
  shared_.SetModule(module);
  shared_.SetInputSeeds(source_.InputSeeds(run));
  shared_.Enter(Phase::kJudge);
  BeginWatching();
  // Elsewhere a pass that changes something costs far more to judge. Of single calls there are enough.
  if (!traits_.elsewhere && !made.swept) AddPassesThatFire(ctx, run, c);
  if (options_.steer && options_.reach->whose() == WhoseCode::kAnothers && !made.swept) PreferPasses(ctx, run, c);
  CaseReport report = Judge(ctx, run, c, OraclesOf(run, made.swept.has_value()));
  tally_.Add(report);
  return {std::move(made), std::move(module), std::move(report)};
}

void Worker::OneRun(uint64_t run) {
  Context ctx;
  const auto [made, module, report] = MakeAndJudge(ctx, run);
  const Case& c = made.c;
  coverage_.Add(c.module, tally_);
  if (options_.evolve) Learn(made, module, report);
  CountReached(run);
  ReportKnown(run, c, report);
  ReportAll(ctx, run, c, report);
  Context beside_ctx;
  if (std::optional<JudgedBeside> beside = JudgeBeside(beside_ctx, run)) {
    ReportKnown(run, beside->c, beside->report);
    ReportAll(beside_ctx, run, beside->c, beside->report);
  }
  ScreenOthers(run);
  shared_.Enter(Phase::kIdle);
  shared_.finished.fetch_add(1);
}

void Worker::ReportAll(Context& ctx, uint64_t run, const Case& c, const CaseReport& report) {
  for (const Finding& finding : report.findings) {
    if (++reductions_[KindOfFinding(finding)] <= options_.reductions_per_kind) Report(ctx, run, c, finding);
  }
}

std::optional<Worker::JudgedBeside> Worker::JudgeBeside(Context& ctx, uint64_t run) {
  std::vector<const OracleSpec*> oracles = OraclesBeside(oracles_);
  if (traits_.elsewhere || oracles.empty()) return std::nullopt;
  shared_.SetNames("", "");
  shared_.Enter(Phase::kGenerate);
  std::optional<Case> c = KernelsBeside(ctx, options_, run, source_.InputSeeds(run));
  if (!c) return std::nullopt;
  shared_.SetModule(Serialize(c->module));
  shared_.Enter(Phase::kJudge);
  CaseReport report = Judge(ctx, run, *c, oracles);
  return JudgedBeside{*std::move(c), std::move(report)};
}

void Worker::AddPassesThatFire(Context& ctx, uint64_t run, Case& c) {
  std::unique_ptr<Subject> subject = MakeSubject(ctx);
  const Case own = c;
  OracleContext oc(ctx, *subject, own, DrawnFor(run));
  Glance glance(oc);
  size_t joined = 0;
  auto look = [&](PassCall call) {
    shared_.SetNames("", call.pass->name);
    if (glance.LooksWrong(call)) c.passes.push_back(std::move(call));
  };
  for (PassCall& call : source_.Others(ctx, run, own, kTriedPasses)) {
    if (joined == kJoiningPasses) {
      look(std::move(call));
      continue;
    }
    shared_.SetNames("", call.pass->name);
    Answer<ModuleRef> output = oc.OutputOf(call);
    bool gives_up = !output.ok() && GivesUp(output.refusal().kind);
    if (!gives_up && !(output.ok() && oc.Changed(call))) continue;
    ++joined;
    c.passes.push_back(std::move(call));
  }
  if (HashCombine(3, run) % kOneInCommon != 0) return;
  for (PassCall& call : source_.CommonOthers(ctx, run, own)) look(std::move(call));
}

void Worker::CountSwept(const MadeCase& made) {
  SweepTally& counts = tally_.sweep[std::string(made.swept->name)];
  counts.Add({made.swept_rows, made.swept->rows, made.swept->covered, made.swept->refused});
  tally_.swept_units = source_.SweptUnits();
}

void Worker::Learn(const MadeCase& made, std::span<const uint8_t> module, const CaseReport& report) {
  Reached reached = FeaturesOf(made.c.module, report);
  if (options_.steer) std::ranges::copy(BlocksAsFeatures(), std::back_inserter(reached));
  std::ranges::sort(reached);
  const Corpus::Entry* entry = corpus_.Offer(module, reached);
  for (const MoveSpec* move : made.moves) {
    MoveTally& counts = tally_.moves[std::string(move->name)];
    ++counts.made;
    counts.kept += entry == nullptr ? 0 : 1;
  }
  if (entry == nullptr) return;
  ++tally_.kept;
  SendMessage(fd_, {{"kind", "corpus"}, {"bytes", BinaryJson(entry->bytes)}, {"reached", entry->reached}});
}

// A candidate has a context of its own, so that what judging it makes is freed with it.
bool Worker::StillFires(const Case& whole, const Module& module, std::span<const PassCall> passes,
                        const Finding& finding, uint64_t run) {
  // Tries are counted: each has the time of a case.
  if (options_.by_steps) shared_.Enter(Phase::kReduce);
  Context ctx;
  auto loaded = Deserialize(ctx, Serialize(module), OpOfFullName);
  if (!loaded.ok()) return false;
  Case c{*loaded, whole.entry, {}, {passes.begin(), passes.end()}, whole.config};
  if (c.module.Find(c.entry) == nullptr) c.entry = EntryOf(c.module);
  for (uint64_t seed : source_.InputSeeds(run)) c.inputs.push_back(MakeInputs(c.module, c.entry, seed));
  auto own = std::ranges::find(oracles_, finding.oracle, &OracleSpec::name);
  std::span<const OracleSpec* const> asked = oracles_;
  if (own != oracles_.end()) asked = {&*own, 1};
  CaseReport report = Judge(ctx, run, c, asked);
  auto found = std::ranges::find_if(report.findings, [&](const Finding& f) { return SameFinding(f, finding); });
  if (found == report.findings.end()) return false;
  last_shown_ = *found;
  return true;
}

// In a context of its own: some of what a context keeps was made while it was planted.
bool Worker::ShowsUnplanted(uint64_t run, const Case& c, const Finding& finding) {
  if (!options_.plant) return false;
  options_.plant(false);
  bool shows = StillFires(c, c.module, c.passes, finding, run);
  options_.plant(true);
  return shows;
}

Case Worker::ReducedTo(const ReduceResult& result, const Case& c, uint64_t run) const {
  Case reduced{result.module, c.entry, {}, result.passes, c.config};
  for (uint64_t seed : source_.InputSeeds(run))
    reduced.inputs.push_back(MakeInputs(reduced.module, reduced.entry, seed));
  return reduced;
}

void Worker::Report(Context& ctx, uint64_t run, const Case& c, const Finding& seen) {
  if (ShowsUnplanted(run, c, seen)) {
    ++tally_.skips[{.oracle = seen.oracle, .skip = {SkipKind::kNotPlanted}}];
    return;
  }
  Case blamed = c;
  std::erase_if(blamed.passes, [&](const PassCall& call) { return call.pass->name != seen.pass; });
  Finding finding = seen;
  // Whoever asks for one oracle means that.
  bool to_name = traits_.names_faults && oracles_.size() > 1;
  if (to_name) {
    AttributedFinding plainest = SimplestRepro(ctx, blamed, seen);
    finding = plainest.finding;
    blamed.passes = plainest.passes;
  }
  Case whole = c;
  if (const KnownBug* bug = KnownByResults(ctx, run, whole, finding)) return ReportKnown(run, blamed, finding, *bug);
  // Sent before reducing too, in case a candidate takes this process down.
  SendFinding(run, c, blamed, finding, nullptr);
  shared_.Enter(Phase::kReduce);
  last_shown_ = finding;
  auto shows = [&](const Module& m, std::span<const PassCall> p) { return StillFires(c, m, p, finding, run); };
  ReduceBudget budget = BudgetOf(options_);
  ReduceResult result = Reduce(ctx, whole.module, c.entry, blamed.passes, shows, budget);
  Case reduced = ReducedTo(result, c, run);
  Finding shown = finding;
  shown.detail = last_shown_.detail;
  shown.klass = last_shown_.klass;
  shown.facts = last_shown_.facts;
  shown.sides = last_shown_.sides;
  if (to_name) {
    // With time of its own.
    shared_.Enter(Phase::kReduce);
    AttributedFinding named = Named(ctx, run, reduced, shown);
    shown = named.finding;
    reduced.passes = named.passes;
    if (named.module) reduced.module = *named.module;
  }
  if (result.shows) BlameStep(ctx, reduced, shown);
  SendFinding(run, c, reduced, shown, &result);
  shared_.Enter(Phase::kJudge);
}

// In a context of its own: what the subject makes of the case is freed with it.
std::map<std::string, std::string> Worker::FilesFor(const Case& reduced, const Finding& finding) {
  Context ctx;
  auto loaded = Deserialize(ctx, Serialize(reduced.module), OpOfFullName);
  if (!loaded.ok()) return {};
  return MakeSubject(ctx)->Reproducer({*loaded, reduced.entry, reduced.inputs, reduced.passes, reduced.config},
                                      finding);
}

void Worker::SendFinding(uint64_t run, const Case& c, const Case& reduced, const Finding& finding,
                         const ReduceResult* result, const KnownBug* known) {
  FindingMessage message;
  message.run = run;
  message.finding = options_.by_steps ? Steady(finding) : finding;
  message.signature = known != nullptr ? known->signature : Signature(finding, reduced.module);
  message.how = known != nullptr ? "not reduced: a known bug, " + ShownName(*known)
                : result == nullptr
                    ? "not reduced: the reduction did not end"
                    : fmt::format("reduced: {} of {} tries kept, {}", result->kept, result->tried, result->why);
  message.final = known != nullptr || result != nullptr;
  message.flaky = result != nullptr && !result->shows;
  message.module = PrintModule(c.module);
  message.reduced = PrintModule(reduced.module);
  message.reduced_lines = LinesIn(*message.reduced);
  message.entry = reduced.entry;
  message.passes = PassesToJson(reduced.passes);
  message.config = OptionsToJson(reduced.config);
  message.input_seeds = source_.InputSeeds(run);
  message.values = InputsToJson(reduced.inputs);
  message.bytes = Serialize(c.module);
  if (known == nullptr) message.files = FilesFor(reduced, message.finding);
  SendMessage(fd_, MessageToJson(message));
}

bool Worker::StillCrashes(const Case& whole, const Module& module, std::span<const PassCall> passes,
                          const Finding& finding, uint64_t run) {
  Ending ending = RunInChild({options_.memory_bytes, options_.case_seconds},
                             [&] { return StillFires(whole, module, passes, {}, run) ? kShows : kShowsNot; });
  return ending.Class() == finding.klass;
}

// The module as it stood in shared memory; one that was too large for it is made again.
Case Worker::CrashedCase(Context& ctx, uint64_t run) {
  auto module = Deserialize(ctx, {shared_.module, shared_.module_bytes.load()}, OpOfFullName);
  return module.ok() ? source_.Around(ctx, run, *module)
                     : source_.Make(ctx, run, options_.by_steps ? corpus_ : Corpus()).c;
}

int Worker::ReduceCrash(uint64_t run, Finding finding) {
  if (options_.by_steps) ThreadClockStands() = true;
  Context ctx;
  if (shared_.seed_count.load() > 0) source_.KnowInputSeeds(run, shared_.InputSeeds());
  Case c = CrashedCase(ctx, run);
  const PassSpec* crashed = FindPass(finding.pass);
  if (crashed != nullptr && std::ranges::count(c.passes, crashed, &PassCall::pass) == 0) {
    // It was tried beside those that the case was drawn for.
    for (PassCall& other : source_.Other(ctx, run, c.module, *crashed)) c.passes.push_back(std::move(other));
  }
  std::vector<PassCall> passes = c.passes;
  std::erase_if(passes, [&](const PassCall& call) { return call.pass->name != finding.pass; });
  auto shows = [&](const Module& m, std::span<const PassCall> p) { return StillCrashes(c, m, p, finding, run); };
  ReduceBudget budget = BudgetOf(options_);
  ReduceResult result = Reduce(ctx, c.module, c.entry, passes, shows, budget);
  Case reduced = ReducedTo(result, c, run);
  SendFinding(run, c, reduced, finding, &result);
  return 0;
}

}  // namespace assay
