// Screening (worker.h): a glance at a pass costs a hundredth of what all oracles ask about it, so that many more
// modules and passes come together than can be judged.
#include <algorithm>

#include "fuzzers/campaign/glance.h"
#include "fuzzers/campaign/worker.h"
#include "generators/moves/move.h"
#include "ir/entries.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/support/hash.h"
#include "ir/text/as_read.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// One run in so many has a case beside its own.
constexpr uint64_t kOneInScreened = 2;
// Of one that looks wrong everywhere, no more are judged.
constexpr size_t kMostSuspicious = 3;

// Where new code is reached, so many modules are tried that moves make of the one that did, by up to so many moves
// each; the last that did come first, and no more of them are kept.
constexpr uint64_t kMovedOn = 6;
constexpr int kChildren = 12;
constexpr size_t kMostFrontier = 64;
constexpr uint64_t kMostMoves = 3;

}  // namespace

bool Worker::WatchesItself() const { return options_.steer && options_.reach->whose() == WhoseCode::kThisProgram; }

std::vector<PassCall> Worker::Suspicious(Context& ctx, uint64_t run, const Case& c, std::span<const uint8_t> module,
                                         Screened with) {
  std::unique_ptr<Subject> subject = MakeSubject(ctx);
  OracleContext oc(ctx, *subject, c, DrawnFor(run));
  Glance glance(oc);
  std::vector<PassCall> found;
  auto look = [&](const PassCall& call) {
    shared_.SetNames("", call.pass->name);
    if (found.size() < kMostSuspicious && glance.LooksWrong(call)) found.push_back(call);
    NoteFrontier(module, call.pass);
  };
  // With the run's options, which are drawn again where one ends the process.
  for (const PassCall& call : c.passes) {
    std::vector<PassCall> drawn = source_.Other(ctx, run, c.module, *call.pass);
    if (drawn.empty() || !options_.passes.empty()) drawn = {call};
    for (const PassCall& one : drawn) look(one);
  }
  if (with == Screened::kEveryPass) {
    for (const PassCall& call : source_.Others(ctx, run, c, SIZE_MAX)) look(call);
    for (const PassCall& call : source_.CommonOthers(ctx, run, c)) look(call);
  }
  shared_.SetNames("", "");
  return found;
}

void Worker::NoteFrontier(std::span<const uint8_t> module, const PassSpec* pass) {
  if (!WatchesItself()) return;
  uint64_t found = options_.reach->FoundHere();
  bool more = found > found_before_;
  found_before_ = found;
  if (!more || module.size() > Corpus::kMostBytes) return;
  frontier_.push_back({{module.begin(), module.end()}, pass, kChildren});
  if (frontier_.size() > kMostFrontier) frontier_.pop_front();
}

std::optional<Case> Worker::MovedFrontier(Context& ctx, uint64_t run, uint64_t n) {
  if (frontier_.empty()) return std::nullopt;
  Frontier& last = frontier_.back();
  const PassSpec* pass = last.pass;
  auto module = Deserialize(ctx, last.module, OpOfFullName);
  if (--last.children == 0) frontier_.pop_back();
  if (!module.ok()) return std::nullopt;
  ByteSource bytes = ByteSource::FromSeed(HashCombine(HashCombine(options_.seed, run), n));
  Moved moved = ApplyMoves({ctx, *module, bytes, EntryOf(*module), nullptr},
                           IsTirPass(*pass) ? KernelMoves() : AllMoves(), 1 + bytes.Below(kMostMoves));
  if (moved.moves.empty()) return std::nullopt;
  Case c = source_.Around(ctx, run, AsRead(ctx, moved.module));
  c.passes = source_.Other(ctx, run, c.module, *pass);
  if (c.passes.empty()) return std::nullopt;
  return c;
}

void Worker::ScreenOthers(uint64_t run) {
  bool sees = std::ranges::any_of(oracles_, &OracleSpec::seen_at_a_glance);
  if (traits_.elsewhere || !sees) return;
  if (HashCombine(4, run) % kOneInScreened == 0) {
    Context ctx;
    shared_.SetNames("", "");
    shared_.Enter(Phase::kGenerate);
    MadeCase made = source_.MakeBeside(ctx, run, 0, corpus_, [&](const Module& module, const PassSpec& pass) {
      shared_.SetModule(Serialize(module));
      shared_.SetNames("", pass.name);
      shared_.Enter(Phase::kJudge);
    });
    Screen(ctx, run, made.c, Screened::kEveryPass);
  }
  for (uint64_t n = 0; n < kMovedOn && WatchesItself(); ++n) {
    Context ctx;
    shared_.SetNames("", "");
    shared_.Enter(Phase::kGenerate);
    if (std::optional<Case> c = MovedFrontier(ctx, run, n)) Screen(ctx, run, *c, Screened::kOwnPasses);
  }
}

void Worker::Screen(Context& ctx, uint64_t run, Case& c, Screened with) {
  std::vector<uint8_t> module = Serialize(c.module);
  shared_.SetNames("", "");
  shared_.SetModule(module);
  shared_.Enter(Phase::kJudge);
  ++tally_.screened;
  if (WatchesItself()) found_before_ = options_.reach->FoundHere();
  c.passes = Suspicious(ctx, run, c, module, with);
  if (c.passes.empty()) return;
  ++tally_.suspicious;
  CaseReport report = Judge(ctx, run, c, oracles_);
  tally_.Add(report);
  ReportKnown(run, c, report);
  ReportAll(ctx, run, c, report);
}

}  // namespace assay
