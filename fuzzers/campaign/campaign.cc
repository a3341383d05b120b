// The parent of a campaign (campaign.h): starts workers, reads what they report, deals with those that do not come
// back.
#include "fuzzers/campaign/campaign.h"

#include <poll.h>
#include <signal.h>

#include <algorithm>

#include <fmt/format.h>

#include "fuzzers/campaign/aspects_in_children.h"
#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/ledger.h"
#include "fuzzers/campaign/slot.h"
#include "fuzzers/campaign/worker.h"
#include "fuzzers/process/memory_group.h"
#include "ir/support/file.h"
#include "ir/support/interrupt.h"
#include "oracles/core/cause.h"

namespace assay {
namespace {

constexpr int kPollMilliseconds = 50;
constexpr double kSaveSeconds = 5;
// How long workers may take to finish a reduction once the campaign is over.
constexpr double kMostGrace = 10;
// Where seconds are of the processor, a busy machine is no hang; what waits for something else ends after this many
// times as long.
constexpr double kSlowest = 20;
// Which blocks of the subject's code the campaign reached.
constexpr const char* kReachedFile = "reached.blocks";

class Campaign {
 public:
  explicit Campaign(const CampaignOptions& options)
      : options_(options), source_(options), progress_(options.quiet), ledger_(options, known_, progress_) {}
  Result<CampaignResult> Run();

 private:
  Status SetUp();
  void StartWorker(size_t index, uint64_t first);
  void StartCrashReduction(size_t index, const Finding& crash);
  void Poll();
  void ReadMessages(size_t index);
  void Learn(const nlohmann::json& message);
  void OnEnding(size_t index, Ending ending);
  // `planned`: the unit of the sweep that was being planned.
  FindingMessage CrashOf(const SharedCase& shared, const Ending& ending, std::optional<size_t> planned) const;
  void OnCrash(size_t index, const Ending& ending);
  void EnforceTime(size_t index);
  void Accept(const FindingMessage& message);
  // A worker's finding, which may be followed by a smaller one.
  void Hear(Slot& slot, FindingMessage message);
  void Keep(Status status);
  bool Over();
  uint64_t RunsSoFar() const;
  ProgressNow State() const;
  Tally Total() const;
  // What earlier stretches reached of the subject's code, and what all have now.
  void TakeReached();
  void KeepReached();
  double Elapsed() const { return options_.cpu_seconds ? CpuSeconds() - cpu_before_ : Now() - start_; }
  double CpuSeconds() const;

  const CampaignOptions& options_;
  CaseSource source_;
  // What is on file, read before the workers start.
  KnownBugs known_;
  Progress progress_;
  Ledger ledger_;
  // What all workers found; each starts with a copy.
  Corpus corpus_;
  SharedControl* control_ = nullptr;
  std::vector<std::unique_ptr<Slot>> slots_;
  Tally tally_;
  uint64_t crashes_ = 0;
  std::map<std::string, int> crash_reductions_;
  MemoryGroup memory_;
  // Processes that its kernel had ended in the group when a worker last did.
  uint64_t memory_kills_ = memory_.Kills();
  double start_ = 0;
  double cpu_before_ = 0;
  // When workers end by themselves; 0: they are told.
  double deadline_ = 0;
  double stop_since_ = 0;
  double next_save_ = 0;
  // The subject works in processes of its own.
  bool elsewhere_ = false;
  // The first thing that could not be written: the campaign ends.
  std::optional<Diag> failure_;
};

Status Campaign::SetUp() {
  ASSAY_RETURN_IF_ERROR(source_.Load());
  if (options_.tell_unread) options_.tell_unread(source_.unread());
  ASSAY_TRY(known_, KnownBugs::Load(options_.known, options_.subject));
  ASSAY_RETURN_IF_ERROR(ledger_.Open());
  ASSAY_TRY(corpus_, ledger_.LoadCorpus());
  if (options_.reach != nullptr) TakeReached();
  Context ctx;
  elsewhere_ = options_.make_subject && options_.make_subject(ctx)->Traits().elsewhere;
  control_ = static_cast<SharedControl*>(MapShared(sizeof(SharedControl)));
  for (int i = 0; i < std::max(1, options_.jobs) && control_ != nullptr; ++i) {
    auto* shared = static_cast<SharedCase*>(MapShared(sizeof(SharedCase)));
    if (shared == nullptr) break;
    slots_.push_back(std::make_unique<Slot>(*shared));
  }
  if (slots_.empty()) return Diag{DiagKind::kEnvironment, {}, "no memory to share with workers", "", {}};
  start_ = Now();
  cpu_before_ = CpuSeconds();
  deadline_ = options_.seconds > 0 && !options_.cpu_seconds ? start_ + options_.seconds : 0;
  next_save_ = start_ + kSaveSeconds;
  return Done{};
}

void Campaign::StartWorker(size_t index, uint64_t first) {
  Slot& slot = *slots_[index];
  slot.reducing_crash = false;
  bool started = slot.Start({ShareOf(options_.memory_bytes, memory_.Limit(), slots_.size()), 0}, [&](int fd) {
    return Worker(options_, source_, known_, corpus_, *control_, slot.shared(), fd)
        .Run(first, slots_.size(), deadline_);
  });
  if (!started) Keep(Diag{DiagKind::kEnvironment, {}, "cannot start a worker process", "", {}});
}

void Campaign::StartCrashReduction(size_t index, const Finding& crash) {
  Slot& slot = *slots_[index];
  slot.reducing_crash = true;
  uint64_t run = slot.shared().run.load();
  slot.Start({0, 0}, [&](int fd) {
    slot.shared().Enter(Phase::kReduce);
    return Worker(options_, source_, known_, corpus_, *control_, slot.shared(), fd).ReduceCrash(run, crash);
  });
}

void Campaign::Keep(Status status) {
  if (!status.ok() && !failure_) failure_ = status.error();
}

void Campaign::Accept(const FindingMessage& message) { Keep(ledger_.Accept(message, Elapsed())); }

void Campaign::Learn(const nlohmann::json& message) {
  const auto& bytes = message.at("bytes").get_binary();
  const Corpus::Entry* entry = corpus_.Offer(bytes, message.at("reached").get<Reached>());
  if (entry != nullptr) Keep(ledger_.KeepModule(*entry));
}

void Campaign::Hear(Slot& slot, FindingMessage message) {
  if (!message.final) {
    message.seen_at = Elapsed();
    slot.pending = std::move(message);
    return;
  }
  if (slot.pending) message.seen_at = slot.pending->seen_at;
  slot.pending.reset();
  Accept(message);
}

void Campaign::ReadMessages(size_t index) {
  Slot& slot = *slots_[index];
  while (std::optional<nlohmann::json> message = slot.Next()) {
    std::string kind = message->value("kind", "");
    if (kind == "tally") tally_.Add(TallyFromJson(*message));
    if (kind == "corpus") Learn(*message);
    if (kind != kFindingMessage) continue;
    Result<FindingMessage> found = FindingMessageFromJson(*message);
    if (found.ok())
      Hear(slot, *std::move(found));
    else
      Keep(found.error());
  }
}

// The finding that a worker did not survive its case, as it stood in shared memory.
FindingMessage Campaign::CrashOf(const SharedCase& shared, const Ending& ending, std::optional<size_t> planned) const {
  FindingMessage message;
  message.run = shared.run.load();
  message.finding = {std::string(kCrashOracle), std::string(shared.PassName()), ending.Class(), "", {}};
  std::string during = fmt::format("{} was asked", shared.OracleName().empty() ? "the generator" : shared.OracleName());
  if (planned) during = fmt::format("the sweep of {} was planned", source_.NameOfUnit(*planned));
  message.finding.detail =
      fmt::format("the worker ended by {} while {}; it said: {}", ending.Word(), during, ending.said);
  message.finding.facts = {.promise = ending.BrokenPromise(), .said = ending.said};
  if (planned) message.finding.facts.op = source_.NameOfUnit(*planned);
  message.finding.cause = CauseOf(message.finding);
  message.signature = Signature(message.finding, Module{});
  message.how = "not reduced";
  if (!message.finding.pass.empty()) message.passes.push_back({{"name", message.finding.pass}});
  message.input_seeds = shared.InputSeeds();
  message.bytes.assign(shared.module, shared.module + shared.module_bytes.load());
  message.seen_at = Elapsed();
  return message;
}

// First kept as it is, then reduced in processes of their own.
void Campaign::OnCrash(size_t index, const Ending& ending) {
  Slot& slot = *slots_[index];
  ++crashes_;
  slot.pending = CrashOf(slot.shared(), ending, LeaveOutPlanned(*control_, slot.shared()));
  const Finding& crash = slot.pending->finding;
  int times = ++crash_reductions_[crash.pass + "|" + crash.klass.name()];
  if (times <= options_.reductions_per_kind && !control_->stop.load()) {
    StartCrashReduction(index, crash);
    return;
  }
  if (times == 1) Accept(*slot.pending);
  slot.pending.reset();
  if (!control_->stop.load()) StartWorker(index, slot.shared().run.load() + slots_.size());
}

void Campaign::OnEnding(size_t index, Ending ending) {
  Slot& slot = *slots_[index];
  // The kernel's way to say that the group has no memory left.
  if (uint64_t kills = memory_.Kills();
      ending.Class() == FindingClass(FindingClass::kSignal, SIGKILL) && kills > memory_kills_) {
    ending = {"exit", kOutOfMemoryExit, std::move(ending.said)};
    memory_kills_ = kills;
  }
  ReadMessages(index);
  if (slot.reducing_crash) (void)LeaveOutPlanned(*control_, slot.shared());
  bool in_reduction = slot.shared().phase.load() == Phase::kReduce || slot.reducing_crash;
  if (in_reduction) {
    // The reduction ended too early; the finding itself stands.
    if (slot.pending) {
      slot.pending->how =
          fmt::format("not reduced: the reduction ended by {}; it said: {}", ending.Word(), ending.said);
      Accept(*slot.pending);
    }
    slot.pending.reset();
    if (!slot.reducing_crash) slot.shared().finished.fetch_add(1);
    if (!control_->stop.load()) StartWorker(index, slot.shared().run.load() + slots_.size());
    return;
  }
  bool stopped_by_us = control_->stop.load() && ending.Class() == FindingClass(FindingClass::kSignal, SIGKILL);
  if (!ending.clean() && !stopped_by_us) OnCrash(index, ending);
}

void Campaign::EnforceTime(size_t index) {
  Slot& slot = *slots_[index];
  bool reducing = slot.shared().phase.load() == Phase::kReduce;
  double limit = options_.case_seconds + (reducing ? options_.reduce_seconds : 0);
  // Another subject works in processes of its own.
  bool by_cpu = options_.cpu_seconds || !elsewhere_;
  bool late = by_cpu && slot.CpuSecondsInPhase() > limit;
  if (late || slot.SecondsInPhase() > (by_cpu ? kSlowest : 1) * limit) slot.Kill(true);
  double grace = (options_.cpu_seconds ? kSlowest : 1) * std::min(kMostGrace, options_.reduce_seconds + 1);
  if (stop_since_ > 0 && Now() - stop_since_ > grace) slot.Kill(false);
}

void Campaign::Poll() {
  std::vector<pollfd> waiting;
  for (const auto& slot : slots_) waiting.push_back({slot->fd(), POLLIN, 0});
  poll(waiting.data(), waiting.size(), kPollMilliseconds);
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (!slots_[i]->running()) continue;
    if ((waiting[i].revents & POLLIN) != 0) slots_[i]->Pump();
    ReadMessages(i);
    EnforceTime(i);
    if (std::optional<Ending> ending = slots_[i]->Reap()) OnEnding(i, *ending);
  }
}

uint64_t Campaign::RunsSoFar() const {
  uint64_t runs = crashes_;
  for (const auto& slot : slots_) runs += slot->shared().finished.load();
  return runs;
}

Tally Campaign::Total() const {
  Tally total = tally_;
  total.runs = RunsSoFar();
  OracleTally& crash = total.oracles[std::string(kCrashOracle)];
  crash.agree = total.runs - crashes_;
  crash.finding = crashes_;
  return total;
}

double Campaign::CpuSeconds() const {
  double sum = CpuSecondsOfReaped();
  for (const auto& slot : slots_) sum += slot->CpuSeconds();
  return sum / std::max(1.0, static_cast<double>(slots_.size()));
}

ProgressNow Campaign::State() const {
  ProgressNow now{.new_findings = ledger_.new_findings(), .workers = slots_.size()};
  now.known_findings = ledger_.findings().size() - now.new_findings;
  for (const auto& slot : slots_) now.reducing += slot->shared().phase.load() == Phase::kReduce ? 1 : 0;
  if (elsewhere_) now.subject = options_.subject;
  if (options_.seconds > 0) now.seconds_left = std::max(0.0, options_.seconds - Elapsed());
  return now;
}

bool Campaign::Over() {
  bool late = options_.seconds > 0 && Elapsed() >= options_.seconds;
  bool stop = Interrupted() || failure_.has_value() || late || (options_.stop_at_finding && ledger_.HasWhatEnds()) ||
              (options_.most_findings > 0 && ledger_.came_in() >= options_.most_findings);
  if (stop && stop_since_ == 0) {
    control_->stop.store(true);
    stop_since_ = Now();
  }
  return std::ranges::none_of(slots_, [](const auto& slot) { return slot->running(); });
}

void Campaign::TakeReached() {
  Result<std::string> text = ReadFile(options_.out + "/" + kReachedFile);
  // Of another build of the subject, which begins anew, or there is none.
  if (!options_.out.empty() && text.ok()) (void)options_.reach->Take(*text).ok();
}

void Campaign::KeepReached() {
  if (options_.reach != nullptr && !options_.out.empty())
    Keep(WriteWhole(options_.out + "/" + kReachedFile, options_.reach->Text(), Durability::kCached));
}

Result<CampaignResult> Campaign::Run() {
  ASSAY_RETURN_IF_ERROR(SetUp());
  InterruptGuard guard;
  for (size_t i = 0; i < slots_.size(); ++i) StartWorker(i, ledger_.runs_before() + i);
  while (!Over()) {
    Poll();
    if (progress_.IsDue()) progress_.Update(Total(), Elapsed(), State());
    if (Now() < next_save_) continue;
    next_save_ = Now() + kSaveSeconds;
    Keep(ledger_.SaveProgress(RunsSoFar(), Elapsed()));
    KeepReached();
  }
  progress_.Finish();
  ledger_.DropModules(corpus_.Distil());
  CampaignResult result{Total(), Elapsed(), ledger_.findings(), ledger_.runs_before(), Interrupted()};
  if (options_.reach != nullptr) result.tally.code = options_.reach->Summary();
  KeepReached();
  Keep(ledger_.SaveProgress(result.tally.runs, result.seconds));
  Keep(ledger_.WriteReports(result.tally, result.seconds));
  if (failure_) return *failure_;
  return result;
}

}  // namespace

Result<CampaignResult> RunCampaign(const CampaignOptions& options) {
  FindAspectsInChildren();
  return Campaign(options).Run();
}

}  // namespace assay
