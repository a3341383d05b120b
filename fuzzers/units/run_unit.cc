// The parent of a unit (run_unit.h): hands out cases and reductions, puts what comes back in order of cases, and leaves
// in the book what is finished.
#include "fuzzers/units/run_unit.h"

#include <poll.h>
#include <signal.h>

#include <algorithm>
#include <deque>
#include <filesystem>

#include <fmt/format.h>

#include "fuzzers/campaign/aspects_in_children.h"
#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/case_outcome.h"
#include "fuzzers/campaign/progress.h"
#include "fuzzers/campaign/slot.h"
#include "fuzzers/campaign/worker.h"
#include "fuzzers/units/crash_message.h"
#include "fuzzers/units/digest.h"
#include "fuzzers/units/snapshot.h"
#include "fuzzers/units/unit_book.h"
#include "fuzzers/units/unit_folder.h"
#include "ir/support/file.h"
#include "ir/support/interrupt.h"

namespace assay {
namespace {

constexpr int kPollMilliseconds = 50;
// Cases that one process judges, so that what a process keeps is the same whoever judges beside it.
constexpr uint64_t kCasesPerProcess = 25;
// What is judged or reduced while the subject gives no answer in time is begun again, since another time it may: so
// often in all.
constexpr int kMostTries = 3;
// How far cases are judged ahead of one whose reduction goes on.
constexpr uint64_t kMostAhead = 2000;
// A case that takes longer than its seconds of the processor, or this many times as long by the clock, is given up; so
// is a single try of a reduction.
constexpr double kSlowest = 20;

struct Task {
  enum Kind : uint8_t { kJudge, kReduce, kReduceCrash };
  Kind kind = kJudge;
  // Judges [run, end); reduces finding number `which` of `run`.
  uint64_t run = 0, end = 0;
  size_t which = 0;
  // What is reduced, as it was seen.
  FindingMessage seen = {};
  // How often it was begun.
  int tries = 0;
};

// One worker process at a time, and what it has sent of its task.
struct Lane {
  explicit Lane(SharedCase& shared) : slot(shared) {}
  Slot slot;
  Task task;
  // The next run of a task that judges, and findings of bugs on file that came before its outcome.
  uint64_t next = 0;
  std::vector<FindingMessage> known;
  // The last that a reduction sent.
  std::optional<FindingMessage> reduced;
  // The clock had a part in that.
  bool of_clock = false;
};

// A case that is judged, and waits for its reductions and for the cases before it.
struct Waiting {
  FinishedCase finished;
  size_t outstanding = 0;
};

// What an earlier attempt left.
UnitResult AsItWas(const UnitHead& head) {
  UnitResult result{.summary = head.summary, .of_clock = head.outside.cases.size(), .was_there = true};
  result.result.tally = head.summary.tally;
  result.result.interrupted = Interrupted();
  return result;
}

class UnitRun {
 public:
  explicit UnitRun(const UnitOptions& options)
      : options_(options), campaign_(options.campaign), source_(campaign_), progress_(campaign_.quiet) {}
  Result<UnitResult> Run();

 private:
  Status SetUp();
  Result<std::optional<UnitHead>> Existing() const;
  void HandOut();
  std::optional<Task> NextTask();
  void Start(Lane& lane, Task task);
  void Poll();
  void Read(Lane& lane);
  void Hear(Lane& lane, const nlohmann::json& message);
  void JudgeAgain(Lane& lane, uint64_t run);
  void OnEnding(Lane& lane, const Ending& ending);
  void OnLostCase(Lane& lane, const Ending& ending);
  void OnReduced(Lane& lane, const Ending& ending);
  void EnforceTime(Lane& lane);
  // Takes what was judged in order of cases, and asks for the reductions of each.
  void Advance();
  void AskFor(Task task);
  void Commit();
  bool Over();
  void Keep(Status status) {
    if (!status.ok() && !failure_) failure_ = status.error();
  }
  double Elapsed() const { return Now() - start_; }
  Tally Total() const { return book_->summary().tally; }
  ProgressNow State() const;
  FindingMessage Unreduced(const Finding& finding, uint64_t run) const;

  const UnitOptions& options_;
  const CampaignOptions& campaign_;
  CaseSource source_;
  KnownBugs known_;
  Snapshot snapshot_;
  Progress progress_;
  std::unique_ptr<UnitBook> book_;
  SharedControl* control_ = nullptr;
  std::vector<std::unique_ptr<Lane>> lanes_;
  bool elsewhere_ = false;
  uint64_t first_ = 0, end_ = 0;
  // Tasks: reductions come before cases that are yet to be judged.
  std::deque<Task> reductions_, remainders_;
  uint64_t next_batch_ = 0;
  // What came back, by run; what waits, from run `waiting_from_` on; findings and crashes so far, by kind.
  std::map<uint64_t, FinishedCase> judged_;
  std::deque<Waiting> waiting_;
  uint64_t waiting_from_ = 0;
  std::map<std::string, int> kinds_;
  double start_ = 0;
  bool stopping_ = false, fused_ = false;
  std::optional<Diag> failure_;
};

Status UnitRun::SetUp() {
  ASSAY_RETURN_IF_ERROR(source_.Load());
  if (campaign_.tell_unread) campaign_.tell_unread(source_.unread());
  ASSAY_TRY(known_, KnownBugs::Load(campaign_.known, campaign_.subject));
  ASSAY_TRY(snapshot_, LoadSnapshot(options_.snapshot));
  if (campaign_.tell_unread) campaign_.tell_unread(snapshot_.left_out);
  Context ctx;
  elsewhere_ = campaign_.make_subject && campaign_.make_subject(ctx)->Traits().elsewhere;
  UnitSummary summary{.campaign = options_.identity, .unit = options_.unit, .snapshot = snapshot_.digest};
  if (!known_.empty()) summary.known = DigestOf(known_.Listing());
  first_ = options_.unit * options_.identity.cases;
  end_ = first_ + options_.identity.cases;
  if (options_.only_end != 0) {
    first_ = options_.only_first;
    end_ = options_.only_end;
  }
  next_batch_ = waiting_from_ = first_;
  book_ = std::make_unique<UnitBook>(campaign_, std::move(summary), known_, snapshot_.corpus);
  control_ = static_cast<SharedControl*>(MapShared(sizeof(SharedControl)));
  for (int i = 0; i < std::max(1, campaign_.jobs) && control_ != nullptr; ++i) {
    auto* shared = static_cast<SharedCase*>(MapShared(sizeof(SharedCase)));
    if (shared == nullptr) break;
    lanes_.push_back(std::make_unique<Lane>(*shared));
  }
  if (lanes_.empty()) return Diag{DiagKind::kEnvironment, {}, "no memory to share with workers", "", {}};
  start_ = Now();
  return Done{};
}

// The unit as an earlier attempt left it. Anything else that stands there is left alone.
Result<std::optional<UnitHead>> UnitRun::Existing() const {
  if (campaign_.out.empty()) return std::optional<UnitHead>();
  ASSAY_TRY(std::optional<UnitHead> head, UnitAt(campaign_.out, options_.identity, options_.unit));
  if (head && head->summary.Id() != book_->summary().Id()) head.reset();
  if (!head || !head->summary.whole()) ASSAY_RETURN_IF_ERROR(CheckUnitPlace(campaign_.out));
  return head;
}

std::optional<Task> UnitRun::NextTask() {
  for (std::deque<Task>* tasks : {&reductions_, &remainders_}) {
    if (tasks->empty()) continue;
    Task task = std::move(tasks->front());
    tasks->pop_front();
    return task;
  }
  for (; next_batch_ < end_ && options_.left_out.contains(next_batch_); ++next_batch_)
    judged_.emplace(next_batch_, FinishedCase{.outcome = {.run = next_batch_, .of_clock = true},
                                              .found = {{LeftOutMessage(next_batch_), false}}});
  if (next_batch_ >= end_ || next_batch_ >= waiting_from_ + kMostAhead) return std::nullopt;
  Task task{.run = next_batch_};
  // From multiples of the batch on, whatever part of a unit is done.
  task.end = std::min(end_, (next_batch_ / kCasesPerProcess + 1) * kCasesPerProcess);
  if (auto lost = options_.left_out.lower_bound(task.run); lost != options_.left_out.end() && *lost < task.end)
    task.end = *lost;
  next_batch_ = task.end;
  return task;
}

void UnitRun::HandOut() {
  for (auto& lane : lanes_) {
    if (lane->slot.running() || stopping_) continue;
    std::optional<Task> task = NextTask();
    if (!task) return;
    Start(*lane, *std::move(task));
  }
}

void UnitRun::Start(Lane& lane, Task task) {
  lane.task = std::move(task);
  lane.next = lane.task.run;
  lane.known.clear();
  lane.reduced.reset();
  lane.of_clock = false;
  ++lane.task.tries;
  SharedCase& shared = lane.slot.shared();
  shared.run.store(lane.task.run);
  shared.SetNames("", "");
  shared.SetModule({});
  shared.SetInputSeeds({});
  if (lane.task.kind == Task::kReduceCrash) {
    shared.SetModule(lane.task.seen.bytes);
    shared.SetInputSeeds(lane.task.seen.input_seeds);
  }
  // The whole of it, however many there are: whether a case has the memory that it needs is no question of how many.
  ChildLimits limits{lane.task.kind == Task::kReduceCrash ? 0 : campaign_.memory_bytes, 0};
  bool started = lane.slot.Start(limits, [&](int fd) {
    Worker worker(campaign_, source_, known_, snapshot_.corpus, *control_, shared, fd);
    switch (lane.task.kind) {
      case Task::kJudge: return worker.JudgeRuns(lane.task.run, lane.task.end);
      case Task::kReduce: return worker.ReduceFinding(lane.task.run, lane.task.which);
      case Task::kReduceCrash: break;
    }
    shared.Enter(Phase::kReduce);
    return worker.ReduceCrash(lane.task.run, lane.task.seen.finding);
  });
  if (!started) Keep(Diag{DiagKind::kEnvironment, {}, "cannot start a worker process", "", {}});
}

// By itself: what is said of a case does not depend on what was judged before it.
void UnitRun::JudgeAgain(Lane& lane, uint64_t run) {
  lane.known.clear();
  lane.next = run + 1;
  remainders_.push_front({.run = run, .end = run + 1, .tries = lane.task.tries});
}

void UnitRun::Hear(Lane& lane, const nlohmann::json& message) {
  std::string kind = message.value("kind", "");
  if (kind == kOutcomeMessage) {
    Result<CaseOutcome> outcome = OutcomeFromJson(message);
    if (!outcome.ok()) return Keep(outcome.error());
    if (outcome->of_clock && lane.task.tries < kMostTries) return JudgeAgain(lane, outcome->run);
    FinishedCase finished{.outcome = *std::move(outcome)};
    for (FindingMessage& known : lane.known) finished.found.push_back({std::move(known), false});
    lane.known.clear();
    lane.next = finished.outcome.run + 1;
    judged_.emplace(finished.outcome.run, std::move(finished));
  } else if (kind == kFindingMessage) {
    Result<FindingMessage> found = FindingMessageFromJson(message);
    if (!found.ok()) return Keep(found.error());
    // What is not final stands only where nothing follows.
    if (lane.task.kind == Task::kJudge)
      lane.known.push_back(*std::move(found));
    else
      lane.reduced = *std::move(found);
  } else if (kind == kClockMessage) {
    lane.of_clock = true;
  }
}

void UnitRun::Read(Lane& lane) {
  while (std::optional<nlohmann::json> message = lane.slot.Next()) Hear(lane, *message);
}

// The case that a worker did not survive is finished as such; those behind it are for another worker.
void UnitRun::OnLostCase(Lane& lane, const Ending& ending) {
  uint64_t run = lane.next;
  FinishedCase finished{.outcome = {.run = run}};
  finished.outcome.of_clock = IsOfMachine(ending);
  finished.found.push_back({CrashMessage(lane.slot.shared(), run, lane.slot.shared().InputSeeds(), ending), false});
  finished.crash_signature = finished.found[0].message.signature;
  judged_.emplace(run, std::move(finished));
  if (run + 1 < lane.task.end) remainders_.push_back({.run = run + 1, .end = lane.task.end});
}

void UnitRun::OnReduced(Lane& lane, const Ending& ending) {
  if (lane.of_clock && lane.task.tries < kMostTries) return reductions_.push_front(std::move(lane.task));
  Waiting& waiting = waiting_[lane.task.run - waiting_from_];
  --waiting.outstanding;
  FinishedCase::Found found{lane.reduced ? *std::move(lane.reduced) : lane.task.seen, lane.of_clock};
  if (!ending.clean()) {
    found.of_clock = IsOfMachine(ending);
    if (!found.message.final || !lane.reduced)
      found.message.how = fmt::format("not reduced: the reduction ended by {}", ending.Word());
  } else if (!lane.reduced && lane.task.kind == Task::kReduce) {
    found.message.flaky = true;
    found.message.how = lane.of_clock ? "not reduced: the subject gave no answer in time"
                                      : "not reduced: it did not show when its case was judged once more";
  }
  waiting.finished.found.push_back(std::move(found));
}

void UnitRun::OnEnding(Lane& lane, const Ending& ending) {
  Read(lane);
  if (stopping_) return;
  if (lane.task.kind != Task::kJudge) return OnReduced(lane, ending);
  if (lane.next < lane.task.end) OnLostCase(lane, ending);
}

void UnitRun::EnforceTime(Lane& lane) {
  double limit = campaign_.case_seconds;
  bool late = !elsewhere_ && lane.slot.CpuSecondsInPhase() > limit;
  bool one_phase = lane.task.kind == Task::kReduceCrash;
  // Each try of a crash's reduction has a process and a limit of its own.
  if (!one_phase && (late || lane.slot.SecondsInPhase() > kSlowest * limit)) lane.slot.Kill(true);
}

void UnitRun::Poll() {
  std::vector<pollfd> waiting;
  for (const auto& lane : lanes_) waiting.push_back({lane->slot.fd(), POLLIN, 0});
  poll(waiting.data(), waiting.size(), kPollMilliseconds);
  for (size_t i = 0; i < lanes_.size(); ++i) {
    Lane& lane = *lanes_[i];
    if (!lane.slot.running()) continue;
    if ((waiting[i].revents & POLLIN) != 0) lane.slot.Pump();
    Read(lane);
    EnforceTime(lane);
    if (std::optional<Ending> ending = lane.slot.Reap()) OnEnding(lane, *ending);
  }
}

// A finding as it was seen, for where no reduction comes back.
FindingMessage UnitRun::Unreduced(const Finding& finding, uint64_t run) const {
  FindingMessage message;
  message.run = run;
  message.finding = finding;
  message.signature = Signature(finding, Module{});
  message.input_seeds = source_.InputSeeds(run);
  message.final = true;
  return message;
}

void UnitRun::Advance() {
  while (!judged_.empty() && judged_.begin()->first == waiting_from_ + waiting_.size()) {
    FinishedCase finished = std::move(judged_.begin()->second);
    judged_.erase(judged_.begin());
    uint64_t run = finished.outcome.run;
    bool reduces = !finished.outcome.of_clock;
    std::vector<Task> tasks;
    if (finished.crashed()) {
      const FindingMessage& crash = finished.found[0].message;
      int times = ++kinds_[fmt::format("{}|{}", crash.finding.pass, crash.finding.klass.name())];
      reduces &= times <= campaign_.reductions_per_kind && known_.Find(crash.signature) == nullptr;
      if (reduces) tasks.push_back({Task::kReduceCrash, run, run + 1, 0, crash});
      // More of a kind are counted.
      if (reduces || (times > campaign_.reductions_per_kind && !finished.outcome.of_clock)) finished.found.clear();
    }
    for (size_t i = 0; i < finished.outcome.findings.size(); ++i) {
      const Finding& finding = finished.outcome.findings[i];
      FindingMessage seen = Unreduced(finding, run);
      seen.bytes = finished.outcome.module;
      if (!reduces)
        finished.found.push_back({std::move(seen), true});
      else if (++kinds_[KindOfFinding(finding)] <= campaign_.reductions_per_kind)
        tasks.push_back({Task::kReduce, run, run + 1, i, std::move(seen)});
    }
    waiting_.push_back({std::move(finished), tasks.size()});
    std::ranges::move(tasks, std::back_inserter(reductions_));
  }
}

void UnitRun::Commit() {
  while (!waiting_.empty() && waiting_.front().outstanding == 0) {
    FinishedCase finished = std::move(waiting_.front().finished);
    waiting_.pop_front();
    ++waiting_from_;
    // Reductions come back in any order.
    std::ranges::sort(finished.found, {}, [](const FinishedCase::Found& found) {
      return std::tuple(found.message.signature, found.message.reduced.value_or(""), found.message.how,
                        found.message.finding.detail);
    });
    book_->Add(std::move(finished));
  }
}

ProgressNow UnitRun::State() const {
  ProgressNow now{.workers = lanes_.size()};
  for (const FindingRecord& finding : book_->Records("")) ++(finding.known() ? now.known_findings : now.new_findings);
  for (const auto& lane : lanes_) now.reducing += lane->slot.running() && lane->task.kind != Task::kJudge ? 1 : 0;
  if (elsewhere_) now.subject = campaign_.subject;
  if (campaign_.seconds > 0) now.seconds_left = std::max(0.0, campaign_.seconds - Elapsed());
  return now;
}

bool UnitRun::Over() {
  bool late = campaign_.seconds > 0 && Elapsed() >= campaign_.seconds;
  if (!stopping_ && (Interrupted() || late || failure_)) {
    // What is not finished is another attempt's.
    stopping_ = true;
    fused_ = late && !Interrupted();
    control_->stop.store(true);
    for (auto& lane : lanes_) lane->slot.Kill(false);
  }
  bool idle = std::ranges::none_of(lanes_, [](const auto& lane) { return lane->slot.running(); });
  return idle && (stopping_ || waiting_from_ == end_);
}

Result<UnitResult> UnitRun::Run() {
  ASSAY_RETURN_IF_ERROR(SetUp());
  ASSAY_TRY(std::optional<UnitHead> existing, Existing());
  if (existing && existing->summary.whole()) return AsItWas(*existing);
  InterruptGuard guard;
  while (!Over()) {
    HandOut();
    Poll();
    Advance();
    Commit();
    if (progress_.IsDue()) progress_.Update(Total(), Elapsed(), State());
  }
  progress_.Finish();
  if (failure_) return *failure_;
  if (existing && existing->summary.cases > book_->summary().cases) {
    UnitResult result = AsItWas(*existing);
    result.fused = fused_;
    return result;
  }
  UnitResult result{.summary = book_->summary(), .of_clock = book_->of_clock(), .fused = fused_};
  result.result = {book_->summary().tally, Elapsed(), book_->Records(campaign_.out), 0, Interrupted()};
  if (!campaign_.out.empty()) {
    std::map<std::string, std::string> files = book_->Files();
    ASSAY_RETURN_IF_ERROR(WriteUnit(campaign_.out, files));
  }
  return result;
}

}  // namespace

Result<UnitResult> RunUnit(const UnitOptions& options) {
  FindAspectsInChildren();
  return UnitRun(options).Run();
}

}  // namespace assay
