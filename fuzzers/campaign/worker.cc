// The work of one child (worker.h): make, judge, reduce, report.
#include "fuzzers/campaign/worker.h"

#include <algorithm>

#include <fmt/format.h>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/naming.h"
#include "fuzzers/process/channel.h"
#include "fuzzers/process/process.h"
#include "fuzzers/reduce/reduce.h"
#include "fuzzers/reduce/without_operators.h"
#include "ir/entries.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/support/hash.h"
#include "ir/text/print.h"
#include "ir/walk.h"
#include "oracles/core/loosened.h"
#include "oracles/core/pass_input.h"
#include "oracles/core/relations.h"
#include "oracles/subjects/tvm/knowledge.h"
#include "passes/tir/kernel_passes.h"

namespace assay {
namespace {

constexpr double kFlushSeconds = 0.25;
// Exit code of a child in which a candidate shows the finding.
constexpr int kShows = 10;
constexpr int kShowsNot = 11;

std::string KindOfFinding(const Finding& finding) {
  return fmt::format("{}|{}|{}|{}", finding.oracle, finding.pass, finding.klass, finding.cause);
}

bool IsOfResults(std::string_view klass) { return klass == "differs" || klass == "trap" || klass == "type_differs"; }

// In what way results are wrong depends on how much of the module is left.
bool SameFinding(const Finding& a, const Finding& b) {
  bool same_class = a.klass == b.klass || (LooksAtRuns(a.oracle) && IsOfResults(a.klass) && IsOfResults(b.klass));
  return a.oracle == b.oracle && a.pass == b.pass && same_class && a.cause == b.cause;
}

std::string_view ShapeClass(const Type* type) {
  const auto* tensor = As<TensorType>(type);
  if (tensor == nullptr) return Is<TupleType>(type) ? "tuple" : "other";
  const auto* shape = As<ShapeExpr>(tensor->shape);
  if (shape == nullptr) return "unknown";
  if (shape->values.empty()) return "scalar";
  bool fixed = std::ranges::all_of(shape->values, [](const Expr* dim) { return Is<IntImm>(dim); });
  return fixed ? "static" : "symbolic";
}

int CountLines(std::string_view text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n')) + (text.empty() || text.ends_with('\n') ? 0 : 1);
}

nlohmann::json InputsToJson(const Case& c) {
  nlohmann::json sets = nlohmann::json::array();
  for (const auto& set : c.inputs) {
    nlohmann::json values = nlohmann::json::array();
    for (const Value& value : set) values.push_back(ValueToJson(value));
    sets.push_back(values);
  }
  return sets;
}

}  // namespace

Worker::Worker(const CampaignOptions& options, const CaseSource& source, const KnownBugs& known, Corpus corpus, SharedControl& control,
               SharedCase& shared, int fd)
    : options_(options), source_(source), known_(known), corpus_(std::move(corpus)), control_(control), shared_(shared), fd_(fd), oracles_(options.oracles) {
  if (oracles_.empty()) oracles_.assign(AllOracles().begin(), AllOracles().end());
}

int Worker::Run(uint64_t first, uint64_t stride, double deadline) {
  next_flush_ = Now() + kFlushSeconds;
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

CaseReport Worker::Judge(Context& ctx, uint64_t run, const Case& c, std::span<const OracleSpec* const> oracles) {
  std::unique_ptr<Subject> subject = options_.make_subject ? options_.make_subject(ctx) : MakeNativeSubject(ctx);
  double elsewhere = subject->SecondsElsewhere();
  OracleContext oc(ctx, *subject);
  oc.opt_levels = {1 + static_cast<int>(HashCombine(1, run) % 3)};
  oc.draw = HashCombine(2, run);
  oc.is_known = [&](const Finding& finding) {
    return known_.OfUnreduced(finding, c.module) != nullptr || ShowsElsewhere(ctx, run, c, finding);
  };
  oc.on_ask = [this](const OracleSpec& oracle, const PassCall* pass) {
    shared_.SetNames(oracle.name, pass == nullptr ? "" : pass->pass->name);
  };
  CaseReport report = JudgeCase(c, oracles, oc);
  tally_.subject_seconds += subject->SecondsElsewhere() - elsewhere;
  return report;
}

// Asked about the one pass by the one oracle, the other subject does the same wrong.
bool Worker::ShowsElsewhere(Context& ctx, uint64_t run, const Case& c, const Finding& finding) {
  const OracleSpec* oracle = options_.make_against ? FindOracle(finding.oracle) : nullptr;
  if (oracle == nullptr) return false;
  Case one = c;
  std::erase_if(one.passes, [&](const PassCall& call) { return !finding.pass.empty() && call.pass->name != finding.pass; });
  std::unique_ptr<Subject> subject = options_.make_against(ctx);
  OracleContext oc(ctx, *subject);
  oc.opt_levels = {1 + static_cast<int>(HashCombine(1, run) % 3)};
  CaseReport report = JudgeCase(one, {&oracle, 1}, oc);
  return std::ranges::any_of(report.findings, [&](const Finding& other) { return SameFinding(other, finding); });
}

std::vector<const OracleSpec*> Worker::OraclesOf(uint64_t run) const {
  if (oracles_.size() == 1) return oracles_;
  std::vector<const OracleSpec*> asked = oracles_;
  bool elsewhere = options_.subject != "native";
  // Spread over the workers, each of which takes every so many runs.
  uint64_t drawn = HashCombine(0, run);
  std::erase_if(asked, [&](const OracleSpec* oracle) { return drawn % (elsewhere ? oracle->one_in_elsewhere : oracle->one_in) != 0; });
  return asked;
}

void Worker::OneRun(uint64_t run) {
  shared_.run.store(run);
  shared_.SetNames("", "");
  shared_.module_bytes.store(0);
  shared_.Enter(Phase::kGenerate);
  Context ctx;
  double start = Now();
  MadeCase made = source_.Make(ctx, run, corpus_);
  const Case& c = made.c;
  tally_.generate_seconds += Now() - start;
  ++tally_.generated;
  if (!made.seed.empty()) ++tally_.seeds[std::string(made.seed)];
  std::vector<uint8_t> module = Serialize(c.module);
  shared_.SetModule(module);
  shared_.Enter(Phase::kJudge);
  CaseReport report = Judge(ctx, run, c, OraclesOf(run));
  tally_.Add(report);
  Cover(c);
  if (options_.evolve) Learn(made, module, report);
  for (const Finding& finding : report.known) {
    const KnownBug* bug = known_.OfUnreduced(finding, c.module);
    if (bug != nullptr) ReportKnown(run, c, finding, *bug);
    if (bug == nullptr) ++tally_.skips[fmt::format("{}: {} shows it, too", finding.oracle, options_.against)];
  }
  for (const Finding& finding : report.findings) {
    if (++reductions_[KindOfFinding(finding)] <= options_.reductions_per_kind) Report(ctx, run, c, finding);
  }
  shared_.Enter(Phase::kIdle);
  shared_.finished.fetch_add(1);
}

// Each operator with the dtype and class of shape of its result, and the passes that were tried.
void Worker::Cover(const Case& c) {
  for (const ModuleEntry& entry : c.module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
      if (op == nullptr || op->spec == nullptr) return;
      const auto* tensor = As<TensorType>(call->type);
      DType dtype = tensor == nullptr ? DType::Void() : tensor->dtype;
      std::string_view shape = ShapeClass(call->type);
      uint64_t key = HashText(shape, HashText(op->name.text(), HashBytes(&dtype, sizeof(dtype))));
      if (covered_.insert(key).second) {
        tally_.op_coverage.insert(fmt::format("{} {} {}", op->spec->name, DTypeName(dtype), shape));
      }
    });
  }
}

void Worker::Learn(const MadeCase& made, std::span<const uint8_t> module, const CaseReport& report) {
  const Corpus::Entry* entry = corpus_.Offer(module, FeaturesOf(made.c.module, report));
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
bool Worker::StillFires(const Case& whole, const Module& module, std::span<const PassCall> passes, const Finding& finding,
                        uint64_t run) {
  Context ctx;
  auto loaded = Deserialize(ctx, Serialize(module), OpOfFullName);
  if (!loaded.ok()) return false;
  Case c{*loaded, whole.entry, {}, {passes.begin(), passes.end()}, whole.config};
  if (c.module.Find(c.entry) == nullptr) c.entry = EntryOf(c.module);
  for (uint64_t seed : source_.InputSeeds(run)) c.inputs.push_back(MakeInputs(c.module, c.entry, seed));
  const OracleSpec* oracle = nullptr;
  for (const OracleSpec* candidate : oracles_) oracle = candidate->name == finding.oracle ? candidate : oracle;
  std::span<const OracleSpec* const> asked = oracles_;
  if (oracle != nullptr) asked = {&oracle, 1};
  CaseReport report = Judge(ctx, run, c, asked);
  auto found = std::ranges::find_if(report.findings, [&](const Finding& f) { return SameFinding(f, finding); });
  if (found == report.findings.end()) return false;
  last_detail_ = found->detail;
  last_class_ = found->klass;
  return true;
}

void Worker::Report(Context& ctx, uint64_t run, const Case& c, const Finding& seen) {
  Case blamed = c;
  std::erase_if(blamed.passes, [&](const PassCall& call) { return call.pass->name != seen.pass; });
  Finding finding = seen;
  // Whoever asks for one oracle means that.
  bool to_name = options_.subject == "native" && oracles_.size() > 1;
  if (to_name) {
    NamedFinding plainest = PlainestFinding(ctx, blamed, seen);
    finding = plainest.finding;
    blamed.passes = plainest.passes;
  }
  Case whole = c;
  if (const KnownBug* bug = KnownByResults(ctx, run, whole, finding)) return ReportKnown(run, blamed, finding, *bug);
  // Sent before reducing too, in case a candidate takes this process down.
  SendFinding(run, c, blamed, finding, "not reduced: the reduction did not end", false);
  shared_.Enter(Phase::kReduce);
  last_detail_ = finding.detail;
  last_class_ = finding.klass;
  auto shows = [&](const Module& m, std::span<const PassCall> p) { return StillFires(c, m, p, finding, run); };
  ReduceBudget budget{.seconds = options_.reduce_seconds, .cpu_seconds = options_.cpu_seconds};
  ReduceResult result = Reduce(ctx, whole.module, c.entry, blamed.passes, shows, budget);
  Case reduced{result.module, c.entry, {}, result.passes, c.config};
  for (uint64_t seed : source_.InputSeeds(run))
    reduced.inputs.push_back(MakeInputs(reduced.module, reduced.entry, seed));
  Finding shown = finding;
  shown.detail = last_detail_;
  shown.klass = last_class_;
  if (to_name) {
    // With time of its own.
    shared_.Enter(Phase::kReduce);
    NamedFinding named = Named(ctx, run, reduced, shown);
    shown = named.finding;
    reduced.passes = named.passes;
    if (named.module) reduced.module = *named.module;
  }
  SendFinding(run, c, reduced, shown,
              fmt::format("reduced: {} of {} tries kept, {}", result.kept, result.tried, result.why), !result.shows);
  shared_.Enter(Phase::kJudge);
}

// Which bug it is says its signature; a worker sends one case of each, and counts the others.
void Worker::ReportKnown(uint64_t run, const Case& c, Finding finding, const KnownBug& bug) {
  if (!known_sent_.insert(bug.signature).second) {
    SendMessage(fd_, {{"kind", "finding"}, {"final", true}, {"run", run}, {"signature", bug.signature}, {"oracle", finding.oracle}, {"also", finding.also}});
    return;
  }
  SendFinding(run, c, c, finding, fmt::format("not reduced: a known bug, {}", ShownName(bug)), false, &bug);
}

const KnownBug* Worker::KnownByResults(Context& ctx, uint64_t run, Case& c, const Finding& finding) {
  if (!finding.cause.empty() || !LooksAtRuns(finding.oracle)) return nullptr;
  for (const KnownBug* bug : known_.OfResultsAfter(finding.pass)) {
    std::optional<Module> without = WithoutOperators(ctx, c.module, c.entry, bug->operators);
    if (!without) continue;
    std::vector<PassCall> passes = c.passes;
    if (!StillFires(c, *without, passes, finding, run)) return bug;
    c.module = *without;
  }
  return nullptr;
}

// A name that is on file hides what only other oracles see: these name it, where there are any.
NamedFinding Worker::Named(Context& ctx, uint64_t run, const Case& reduced, const Finding& shown) {
  NamedFinding named = NameFinding(ctx, reduced, shown, oracles_);
  if (known_.Find(Signature(named.finding, named.module ? *named.module : reduced.module)) == nullptr) return named;
  CaseReport report = Judge(ctx, run, reduced, oracles_);
  std::set<std::string, std::less<>> taken;
  for (const Finding& known : report.known) {
    taken.insert(known.oracle);
    taken.insert(known.also.begin(), known.also.end());
  }
  std::vector<const OracleSpec*> others;
  std::ranges::copy_if(oracles_, std::back_inserter(others), [&](const OracleSpec* oracle) { return !taken.contains(oracle->name); });
  return report.findings.empty() || others.empty() ? named : NameFinding(ctx, reduced, shown, others);
}

void Worker::SendFinding(uint64_t run, const Case& c, const Case& reduced, const Finding& finding,
                         std::string_view how, bool flaky, const KnownBug* known) {
  std::string text = PrintModule(reduced.module);
  nlohmann::json message{{"kind", "finding"},
                         {"run", run},
                         {"oracle", finding.oracle},
                         {"pass", finding.pass},
                         {"class", finding.klass},
                         {"cause", finding.cause},
                         {"detail", finding.detail},
                         {"also", finding.also},
                         {"how", how},
                         {"final", known != nullptr || how.starts_with("reduced")},
                         {"flaky", flaky},
                         {"signature", known != nullptr ? known->signature : Signature(finding, reduced.module)},
                         {"module", PrintModule(c.module)},
                         {"reduced", text},
                         {"reduced_lines", CountLines(text)},
                         {"entry", reduced.entry},
                         {"passes", PassesToJson(reduced.passes)},
                         {"config", OptionsToJson(reduced.config)},
                         {"input_seeds", source_.InputSeeds(run)},
                         {"values", InputsToJson(reduced)},
                         {"bytes", BinaryJson(Serialize(c.module))}};
  if (options_.subject != "native" && known == nullptr) AddForScript(reduced, message);
  SendMessage(fd_, message);
}

namespace {

// The passes of the build before that pass.
std::vector<PassCall> PassesBefore(std::vector<PassCall> build, const PassSpec& pass) {
  auto at = std::ranges::find_if(build, [&](const PassCall& step) { return step.pass->run == pass.run; });
  build.erase(at == build.end() ? build.begin() : at, build.end());
  return build;
}

std::string TextForScript(const Module& module, const nlohmann::json& message) {
  std::string subject = message["subject_name"];
  return TextFor(module, subject.substr(subject.rfind(' ') + 1));
}

// The form of the case in which it went wrong, for oracles that compare forms another one than the case's.
void AddFormForScript(Context& ctx, const Case& c, nlohmann::json& message) {
  message["given"] = TextForScript(c.module, message);
  if (message["oracle"] == "metamorphic") {
    Case disguised = Disguised(ctx, c, c.passes.empty() ? nullptr : &c.passes[0]);
    message["given"] = TextForScript(disguised.module, message);
    message["script_entry"] = disguised.entry;
  } else if (message["oracle"] == "equals_rewritten") {
    const MoveSpec* blamed = FindMove(message["cause"].get<std::string>());
    std::vector<const MoveSpec*> moves = blamed == nullptr ? KeepingMoves() : std::vector<const MoveSpec*>{blamed};
    if (std::optional<Module> rewritten = Rewritten(ctx, c, moves)) message["given"] = TextForScript(*rewritten, message);
  } else if (message["oracle"] == "symbolic_equals_substituted" && !c.inputs.empty()) {
    std::optional<Result<Module>> fixed = Substituted(ctx, c, c.inputs.front());
    if (fixed && fixed->ok()) message["given"] = TextForScript(**fixed, message);
    message["script_values"] = InputsToJson({c.module, c.entry, {c.inputs.front()}, {}, {}});
  }
}

// The build as the oracle runs it, and what the pass to blame is given.
void AddBuildForScript(Context& ctx, const Case& c, Subject& subject, nlohmann::json& message) {
  std::vector<PassCall> build = subject.BuildPipeline();
  auto others = subject.OtherPipelines();
  bool differential = message["oracle"] == "pipeline_differential";
  // What one way refuses is the build's own, results are another way's.
  bool by_other = differential && c.passes.empty() && !others.empty() && message["class"] != "one_refuses";
  message["pipeline"] = PassesToJson(by_other ? others.front().second : build);
  const PassCall* blamed = c.passes.empty() ? nullptr : &c.passes[0];
  if (blamed == nullptr) return;
  const PassSpec& pass = *blamed->pass;
  if (pass.mends != kNoProps && !IsKernelPass(pass)) message["given"] = TextForScript(Loosened(ctx, c.module, pass.mends), message);
  std::vector<PassCall> before = PassesBefore(build, pass), form = FormBefore(subject, pass);
  if (differential && !before.empty()) {
    std::erase_if(build, [&](const PassCall& step) { return step.pass->run == pass.run; });
    message["pipeline"] = PassesToJson(build);
    message["script_passes"] = nlohmann::json::array();
  } else if (!form.empty()) {
    message["before"] = PassesToJson(form);
  } else if (IsHandedOver(ctx, c.module, pass)) {
    message["before"] = PassesToJson(before);
  }
}

}  // namespace

void Worker::AddForScript(const Case& reduced, nlohmann::json& message) {
  Context ctx;
  auto loaded = Deserialize(ctx, Serialize(reduced.module), OpOfFullName);
  if (!loaded.ok()) return;
  std::unique_ptr<Subject> subject = options_.make_subject(ctx);
  message["subject_name"] = subject->name();
  AddFormForScript(ctx, {*loaded, reduced.entry, reduced.inputs, reduced.passes, {}}, message);
  AddBuildForScript(ctx, {*loaded, reduced.entry, {}, reduced.passes, {}}, *subject, message);
  nlohmann::json expected = nlohmann::json::array();
  auto outcomes = RunReference(ctx, *loaded, reduced.entry, reduced.inputs, OracleContext(ctx, *subject).budget);
  for (size_t i = 0; outcomes.ok() && i < outcomes->size(); ++i) {
    const auto* value = std::get_if<Value>(&(*outcomes)[i].outcome);
    expected.push_back(value == nullptr ? nlohmann::json() : ValueToJson(*value));
  }
  message["expected"] = expected;
}

bool Worker::StillCrashes(const Case& whole, const Module& module, std::span<const PassCall> passes,
                          const Finding& finding, uint64_t run) {
  Ending ending = RunInChild({options_.memory_bytes, options_.case_seconds}, [&] {
    Finding none;
    return StillFires(whole, module, passes, none, run) ? kShows : kShowsNot;
  });
  return ending.Word() == finding.klass;
}

// The module as it stood in shared memory; one that was too large for it is made again.
Case Worker::CrashedCase(Context& ctx, uint64_t run) {
  auto module = Deserialize(ctx, {shared_.module, shared_.module_bytes.load()}, OpOfFullName);
  return module.ok() ? source_.Around(ctx, run, *module) : source_.Make(ctx, run, {}).c;
}

int Worker::ReduceCrash(uint64_t run, Finding finding) {
  Context ctx;
  Case c = CrashedCase(ctx, run);
  std::vector<PassCall> passes;
  for (const PassCall& call : c.passes) {
    if (call.pass->name == finding.pass) passes.push_back(call);
  }
  auto shows = [&](const Module& m, std::span<const PassCall> p) { return StillCrashes(c, m, p, finding, run); };
  ReduceBudget budget{.seconds = options_.reduce_seconds, .cpu_seconds = options_.cpu_seconds};
  ReduceResult result = Reduce(ctx, c.module, c.entry, passes, shows, budget);
  Case reduced{result.module, c.entry, {}, result.passes, c.config};
  for (uint64_t seed : source_.InputSeeds(run))
    reduced.inputs.push_back(MakeInputs(reduced.module, reduced.entry, seed));
  SendFinding(run, c, reduced, finding,
              fmt::format("reduced: {} of {} tries kept, {}", result.kept, result.tried, result.why), !result.shows);
  return 0;
}

}  // namespace assay
