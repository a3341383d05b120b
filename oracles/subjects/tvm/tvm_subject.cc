#include "oracles/subjects/tvm/tvm_subject.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "ir/support/check.h"
#include "ir/support/hash.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "oracles/core/value_json.h"
#include "oracles/subjects/native/native_build.h"
#include "oracles/subjects/native/native_subject.h"
#include "oracles/subjects/tvm/knowledge.h"
#include "oracles/subjects/tvm/reproduce.h"
#include "oracles/subjects/tvm/target.h"
#include "oracles/subjects/tvm/tvm_claims.h"
#include "oracles/subjects/tvm/tvm_messages.h"
#include "passes/target_pass.h"
#include "vm/effects.h"

namespace assay {
namespace {

// Something that TVM's process holds: what was asked to get it, of what. In another child it has to be asked again.
class Held {
 public:
  Held(std::shared_ptr<TvmServer> server, nlohmann::json ask, ModuleRef of);
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held();

  // Its number in the child that holds it now.
  uint64_t Number() const { return id_; }
  // What has to be asked for, in order, until the child that is there now holds this: what it is of, and itself.
  void AddMissing(std::vector<const Held*>& missing) const;
  // The question, with numbers for a child that was asked all that is in front of this among what is missing.
  nlohmann::json Question() const;
  // The child of that generation has answered it.
  void Hold(uint64_t generation) const { generation_ = generation; }
  const nlohmann::json& ask() const { return ask_; }
  const ModuleRef& of() const { return of_; }
  // Tells it from all others: what was asked, back to the text.
  uint64_t Key() const { return key_; }

 private:
  std::shared_ptr<TvmServer> server_;
  nlohmann::json ask_;
  mutable ModuleRef of_;
  uint64_t key_ = 0;
  mutable uint64_t id_ = 0;
  mutable uint64_t generation_ = 0;
};

struct TvmModule : SubjectModule, Held {
  using Held::Held;
  // Kept because several oracles ask.
  mutable std::map<std::string, Answer<ProgramRef>, std::less<>> programs;
  mutable std::optional<std::vector<Violation>> violations;
};
struct TvmProgram : SubjectProgram, Held {
  using Held::Held;
};

const TvmModule& Unwrap(const ModuleRef& ref) { return static_cast<const TvmModule&>(*ref); }

Held::~Held() {
  if (generation_ != 0) server_->Worker().Drop(id_, generation_);
  // One after the other, however many passes lie between this and the text.
  while (of_ != nullptr && of_.use_count() == 1) of_ = std::exchange(Unwrap(of_).of_, nullptr);
}

void Held::AddMissing(std::vector<const Held*>& missing) const {
  uint64_t now = server_->Worker().Generation();
  std::vector<const Held*> chain;
  for (const Held* one = this; one != nullptr; one = one->of_ == nullptr ? nullptr : &Unwrap(one->of_)) {
    bool held = one->generation_ != 0 && one->generation_ == now;
    if (held || std::ranges::find(missing, one) != missing.end()) break;
    chain.push_back(one);
  }
  missing.insert(missing.end(), chain.rbegin(), chain.rend());
}

nlohmann::json Held::Question() const {
  nlohmann::json ask = ask_;
  if (of_ != nullptr) ask["of"] = Unwrap(of_).Number();
  id_ = server_->Worker().NextId();
  ask["id"] = id_;
  return ask;
}

Held::Held(std::shared_ptr<TvmServer> server, nlohmann::json ask, ModuleRef of)
    : server_(std::move(server)), ask_(std::move(ask)), of_(std::move(of)) {
  key_ = HashText(ask_.dump(), of_ == nullptr ? 0 : Unwrap(of_).Key());
}

bool IsOfProcess(const Refusal& refusal) {
  return refusal.kind == RefusalKind::kCrash || refusal.kind == RefusalKind::kHang ||
         refusal.kind == RefusalKind::kOutOfMemory;
}

// 0.26 and 0.27 print T.int4(3), and have no such function.
constexpr DType kWithoutNumbers[] = {{DTypeCode::kInt, 4, 1}, {DTypeCode::kUInt, 4, 1}};

// The scalars of a program's result have no dtypes of their own in Python.
constexpr SubjectTraits kTraits{.graph_engine = "bytecode",
                                .interpreted = "bytecode",
                                .compiled = "bytecode",
                                .modes = "compiled",
                                .watches_storage = false,
                                .tells_traps = false,
                                .checks_needs = false,
                                .takes_text = true,
                                .without_numbers = kWithoutNumbers,
                                .rounds_otherwise = true,
                                .infers_again = true,
                                .claims_arithmetic = true,
                                .elsewhere = true};

// For a device: what TVM schedules is run by assay's engines, which tell traps.
constexpr std::string_view kScheduled = "scheduled";
constexpr SubjectTraits kDeviceTraits = [] {
  SubjectTraits traits = kTraits;
  traits.graph_engine = traits.interpreted = traits.compiled = traits.modes = kScheduled;
  traits.for_device = true;
  return traits;
}();

// A module of TVM's that assay's own compiler was given.
struct ScheduledProgram : SubjectProgram {
  std::unique_ptr<Subject> own;
  ProgramRef program;
};

// TVM's no to a call is one of its inference, unless its reader lacks what the text names.
Refusal OfInference(Refusal refusal) {
  bool unread = refusal.message.find("has no attribute") != std::string::npos ||
                refusal.message.find("GlobalInfos") != std::string::npos;
  if (!unread && (refusal.kind == RefusalKind::kUnsupported || refusal.kind == RefusalKind::kInternal))
    refusal.kind = RefusalKind::kBadInput;
  return refusal;
}

// A diagnostic of its reader is about the text, unless the reader lacks what the text names.
Refusal OfReader(Refusal refusal) {
  bool about_text = refusal.kind == RefusalKind::kUnsupported && refusal.lacks.empty();
  if (about_text && refusal.message.starts_with("DiagnosticError")) refusal.kind = RefusalKind::kBadInput;
  return refusal;
}

class TvmSubject : public Subject {
 public:
  TvmSubject(Context& ctx, std::shared_ptr<TvmServer> server, std::string target)
      : ctx_(ctx),
        server_(std::move(server)),
        name_("tvm " + server_->version()),
        target_(std::move(target)),
        for_device_(IsForDevice(target_)) {}
  std::string_view name() const override { return name_; }
  SubjectTraits Traits() const override { return for_device_ ? kDeviceTraits : kTraits; }
  std::string AllowanceFor(const Finding& finding) const override {
    const Allowance* found = FindAllowance(server_->version(), finding);
    return found == nullptr ? "" : std::string(found->id);
  }
  std::string NormalizedMessage(std::string_view said) const override { return TvmNormalizedMessage(said); }
  std::string NormalizedTrap(const Trap& trap) const override { return TvmNormalizedMessage(trap); }
  std::map<std::string, std::string> Reproducer(const Case& c, const Finding& finding) override {
    TvmFinding found = TvmFindingOf(ctx_, *this, server_->version(), c, finding);
    found.target = target_;
    return TvmReproducer(found);
  }
  std::string WhyLacks(const PassSpec& pass) const override {
    std::string name(pass.name);
    if (IsTargetPass(pass) && WhatIsScheduledFor(pass) == ScheduledFor::kAdreno && !IsForAdreno(target_))
      return fmt::format("{} schedules for Adreno alone", name);
    if (!IsForeign(pass))
      return server_->passes().contains(name) && HasTvmOptions(pass)
                 ? ""
                 : fmt::format("TVM {} has no pass {}", server_->version(), name);
    // Its own Python knows, and is asked once.
    auto known = foreign_.find(name);
    if (known == foreign_.end()) {
      Answer<nlohmann::json> found = server_->Worker().Ask({{"do", "find_pass"}, {"name", name}});
      known = foreign_.emplace(name, found.ok() ? "" : found.refusal().message).first;
    }
    return known->second;
  }

  std::string WhyNotMade(const PassCall& call) const override {
    if (!IsForeign(*call.pass)) return "";
    nlohmann::json ask = PassesToJson({&call, 1})[0];
    ask["do"] = "find_pass";
    if (!ask.contains("options")) ask["options"] = nlohmann::json::object();
    Answer<nlohmann::json> found = server_->Worker().Ask(std::move(ask));
    return found.ok() ? "" : found.refusal().message;
  }

  void LimitAnswers(double seconds, uint64_t bytes) override { server_->LimitAnswers(seconds, bytes); }
  void ExpectHangs(const std::set<std::string>& passes) override { server_->ExpectHangs(passes); }
  Result<std::shared_ptr<Reach>> WatchCode(const std::string& folder) override { return server_->Watch(folder); }
  QuestionTallies QuestionsElsewhere() const override { return server_->Worker().questions(); }
  uint64_t Interruptions() const override { return server_->Worker().interruptions(); }
  uint64_t Hangs() const override {
    return static_cast<uint64_t>(
        std::ranges::count_if(deadly_, [](const auto& one) { return one.second.kind == RefusalKind::kHang; }));
  }

  Answer<ModuleRef> Import(const Module& module) override {
    Answer<ModuleRef> made = Construct(module);
    if (made.ok() || IsOfProcess(made.refusal())) return made;
    notes_.push_back("import: read as text: " + made.refusal().message);
    Answer<ModuleRef> read = Read(TextFor(module, server_->version()));
    // What TVM cannot read of assay's text says nothing of the module.
    if (!read.ok() && read.refusal().kind == RefusalKind::kUnsupported) {
      return Refusal{
          RefusalKind::kCannot, "TVM does not read the module: " + read.refusal().message.substr(0, 200), {}};
    }
    return read;
  }
  std::optional<Answer<ModuleRef>> ImportAsText(const Module& module) override {
    if (!Construct(module).ok()) return std::nullopt;
    return Read(TextFor(module, server_->version()));
  }
  std::vector<std::string> TakeNotes() override { return std::exchange(notes_, {}); }
  Answer<ModuleRef> Parse(std::string_view text) override {
    Answer<ModuleRef> read = Read(text);
    if (!read.ok()) return OfReader(read.refusal());
    return read;
  }
  std::string Print(const ModuleRef& module) override {
    Answer<nlohmann::json> text = Ask(module, {{"do", "print"}});
    return text.ok() ? TextIn(*text) : "(not printed: " + text.refusal().message + ")";
  }
  std::string Fingerprint(const ModuleRef& module) override {
    Answer<nlohmann::json> text = Ask(module, {{"do", "fingerprint"}});
    return text.ok() ? TextIn(*text) : "none";
  }
  // TVM's own save format ends the process with many modules, and what its text says is round_trip's question.
  Answer<ModuleRef> SaveAndLoad(const ModuleRef& module) override { return Fresh(module); }
  Answer<ModuleRef> Separated(const ModuleRef& module) override {
    const TvmModule* read = &Unwrap(module);
    while (read->of() != nullptr && read->ask()["do"] == "fresh") read = &Unwrap(read->of());
    return read->of() == nullptr ? Make(read->ask(), nullptr) : module;
  }
  std::optional<ModuleDifference> Difference(const ModuleRef& a, const ModuleRef& b) override {
    Answer<nlohmann::json> found = Ask(a, {{"do", "difference"}}, b);
    if (!found.ok())
      return IsOfProcess(found.refusal()) ? std::optional(ModuleDifference{found.refusal().message}) : std::nullopt;
    if (found->is_null()) return std::nullopt;
    const nlohmann::json dtypes = found->value("dtypes", nlohmann::json::array({"", ""}));
    return TvmDifference(TextIn((*found)["text"]), TextIn(dtypes[0]), TextIn(dtypes[1]));
  }
  std::optional<uint64_t> Hash(const ModuleRef& module) override {
    Answer<nlohmann::json> hash = Ask(module, {{"do", "hash"}});
    if (!hash.ok() || !hash->is_number_integer()) return std::nullopt;
    return hash->get<uint64_t>();
  }
  std::vector<Violation> Violations(const ModuleRef& module) override {
    std::optional<std::vector<Violation>>& kept = Unwrap(module).violations;
    if (kept) return *kept;
    Answer<nlohmann::json> found = Ask(module, {{"do", "violations"}});
    kept.emplace();
    for (size_t i = 0; found.ok() && i < found->size(); ++i) kept->emplace_back(TextIn((*found)[i]));
    if (!found.ok() && IsOfProcess(found.refusal())) kept->emplace_back("the checker: " + found.refusal().message);
    return *kept;
  }
  Answer<std::vector<TypeDisagreement>> Disagreements(const ModuleRef& module) override {
    Answer<nlohmann::json> found = Ask(module, {{"do", "disagreements"}});
    if (!found.ok()) return found.refusal();
    std::vector<TypeDisagreement> all;
    for (const auto& one : *found) {
      Result<FindingClass> klass = FindingClassNamed(TextIn(one["class"]));
      if (!klass.ok()) return Refusal{RefusalKind::kCannot, klass.error().message};
      all.push_back({*klass, TextIn(one["op"]), TextIn(one["where"]) + ": " + TextIn(one["why"]), TextIn(one["given"]),
                     TextIn(one["inferred"])});
    }
    return all;
  }

  Answer<std::vector<ArithmeticClaim>> ClaimsOf(const ArithmeticExpr& one) override {
    std::string text = TextFor(KernelOf(ctx_, one), server_->version());
    Answer<nlohmann::json> found =
        server_->Worker().Ask({{"do", "claims"}, {"text", std::move(text)}, {"ranges", RangesOf(one)}});
    if (!found.ok()) return found.refusal();
    return ClaimsIn(ctx_, *found, one);
  }

  void Enter(const PassOptions& config) override { config_ = OptionsToJson(config); }
  Answer<ModuleRef> ApplyDirect(const PassCall& pass, const ModuleRef& module) override {
    return Apply({&pass, 1}, module, {{"config", config_}});
  }
  Answer<ModuleRef> ApplyWithin(const PassSettings& settings, const PassCall& pass, const ModuleRef& module) override {
    return Apply({&pass, 1}, module, {{"config", OptionsToJson(settings.config)}, {"opt_level", settings.opt_level}});
  }
  Answer<ModuleRef> ApplySequential(std::span<const PassCall> passes, const ModuleRef& module) override {
    return Apply(passes, module, {{"config", config_}, {"sequential", true}});
  }
  Answer<InferredType> Infer(std::string_view call, const std::map<std::string, std::string>& vars,
                             std::string_view want) override {
    Answer<nlohmann::json> type = server_->Worker().Ask({{"do", "infer"}, {"call", call}, {"vars", vars}});
    if (!type.ok()) return OfInference(type.refusal());
    return InferredType{TextIn(*type), TextIn(*type) == want};
  }
  std::vector<PassCall> BuildPipeline() override { return WhatThereIs(NativeBuildPipeline(ctx_)); }
  std::vector<std::pair<std::string, std::vector<PassCall>>> OtherPipelines() override {
    return {{"default_build", WhatThereIs(NativeBuildPipeline(ctx_, "default_build"))}};
  }

  Answer<std::vector<BuildStep>> StepsOfBuild(const ModuleRef& module) override {
    Answer<nlohmann::json> found = Ask(module, UnderTarget({{"do", "steps"}, {"config", config_}}));
    if (!found.ok()) return found.refusal();
    std::vector<BuildStep> steps;
    for (const auto& one : *found) steps.push_back({TextIn(one["pass"]), TextIn(one["text"]), TextIn(one["error"])});
    return steps;
  }

  std::vector<PassCall> Schedule() override {
    if (!for_device_) return {};
    const PassSpec* rules = FindPass("dlight.ApplyDefaultSchedule");
    Result<std::vector<PassCall>> passes = ParsePassList(ctx_, FormOfTargetPass(*rules));
    ASSAY_CHECK(passes.ok(), "target_passes.def has pass lists");
    passes->push_back({rules, {}});
    return WhatThereIs(*std::move(passes));
  }

  std::vector<std::string> Engines() const override {
    if (for_device_) return {std::string(kScheduled)};
    return {"bytecode", "compiled"};
  }
  Answer<ProgramRef> Build(const ModuleRef& module, const BuildOptions& options) override {
    if (for_device_) return BuildScheduled(module, options);
    auto& programs = Unwrap(module).programs;
    std::string key = fmt::format("{} {}", options.engine, options.lowered);
    auto kept = programs.find(key);
    if (kept == programs.end()) kept = programs.emplace(key, BuildAnew(module, options)).first;
    // The module keeps its programs, so that whoever has one keeps the module, and the program does not.
    return kept->second.ok() ? ProgramRef(module, kept->second->get()) : kept->second;
  }
  Outcome Run(const ProgramRef& program, std::string_view entry, std::span<const Value> args,
              const Budget& budget) override {
    if (for_device_) {
      const auto& scheduled = static_cast<const ScheduledProgram&>(*program);
      return scheduled.own->Run(scheduled.program, entry, args, budget);
    }
    nlohmann::json values = nlohmann::json::array();
    for (const Value& arg : args) {
      if (AsHostFunction(arg) != nullptr) return Refused{"a function of this process is no argument for TVM's"};
      values.push_back(ValueToJson(arg));
    }
    Answer<nlohmann::json> result =
        AskOf(static_cast<const TvmProgram&>(*program), {{"do", "run"}, {"entry", entry}, {"args", values}});
    if (!result.ok()) return Failed(result.refusal());
    Result<Value> value = ValueFromJson(*result);
    if (!value.ok()) return Refused{value.error().message};
    return *value;
  }

 private:
  static std::string TextIn(const nlohmann::json& json) {
    return json.is_string() ? json.get<std::string>() : json.dump();
  }

  static TrapKind TrapOf(RefusalKind kind) {
    if (kind == RefusalKind::kUnsupported) return TrapKind::kError;
    return TrapKindNamed(RefusalKindName(kind)).value_or(TrapKind::kError);
  }
  static Outcome Failed(const Refusal& refusal) {
    if (refusal.kind == RefusalKind::kHang) return OutOfBudget{Limit::kSeconds};
    if (refusal.kind == RefusalKind::kOutOfMemory) return OutOfBudget{Limit::kBytes};
    if (refusal.kind == RefusalKind::kCannot) return Refused{refusal.message};
    return Trap{.kind = TrapOf(refusal.kind),
                .message = refusal.message,
                .span = {},
                .of_sizes = SaysOtherSizes(refusal.message)};
  }

  // The same thing kills a second child as surely as the first.
  Answer<nlohmann::json> AskOf(const Held& held, nlohmann::json ask, const ModuleRef& other = nullptr) {
    uint64_t key = HashText(ask.dump(), held.Key());
    if (auto known = deadly_.find(key); known != deadly_.end()) return known->second;
    Answer<nlohmann::json> answer = AskAlive(held, std::move(ask), other);
    if (!answer.ok() && IsOfProcess(answer.refusal())) deadly_.emplace(key, answer.refusal());
    return answer;
  }
  Answer<nlohmann::json> AskAlive(const Held& held, nlohmann::json ask, const ModuleRef& other) {
    std::vector<const Held*> missing;
    held.AddMissing(missing);
    if (other != nullptr) Unwrap(other).AddMissing(missing);
    std::vector<nlohmann::json> asks;
    for (const Held* one : missing) asks.push_back(one->Question());
    ask[other == nullptr ? "of" : "a"] = held.Number();
    if (other != nullptr) ask["b"] = Unwrap(other).Number();
    asks.push_back(std::move(ask));
    return AskMissing(missing, std::move(asks));
  }
  // The answer to the last of the questions, of which those before it are by what is missing; or why one of these has
  // none.
  Answer<nlohmann::json> AskMissing(std::span<const Held* const> missing, std::vector<nlohmann::json> asks) {
    uint64_t generation = server_->Worker().Generation();
    std::vector<Answer<nlohmann::json>> answers = server_->Worker().AskAll(std::move(asks));
    for (size_t i = 0; i < std::min(missing.size(), answers.size()); ++i) {
      if (answers[i].ok()) {
        missing[i]->Hold(generation);
        continue;
      }
      if (IsOfProcess(answers[i].refusal())) deadly_.emplace(missing[i]->Key(), answers[i].refusal());
      return answers[i].refusal();
    }
    return answers.back();
  }
  Answer<nlohmann::json> Ask(const ModuleRef& module, nlohmann::json ask, const ModuleRef& other = nullptr) {
    return AskOf(Unwrap(module), std::move(ask), other);
  }

  Answer<ModuleRef> Read(std::string_view text) { return Make({{"do", "parse"}, {"text", text}}, nullptr); }
  // Its reader of script takes twenty times as long.
  Answer<ModuleRef> Construct(const Module& module) {
    constexpr std::string_view kNoBuilders = "this TVM has no script builders";
    if (!has_builders_) return Refusal{RefusalKind::kCannot, std::string(kNoBuilders), {}};
    Result<std::string> program = ProgramFor(module, server_->version());
    if (!program.ok()) return Refusal{RefusalKind::kCannot, program.error().message, {}};
    Answer<ModuleRef> made = Make({{"do", "construct"}, {"program", *std::move(program)}}, nullptr);
    if (made.ok() || IsOfProcess(made.refusal())) return made;
    has_builders_ = made.refusal().message != kNoBuilders;
    // What it says of the module has its names in it.
    bool cannot = made.refusal().kind == RefusalKind::kCannot;
    return Refusal{RefusalKind::kCannot, cannot ? made.refusal().message : "TVM's builders refuse it", {}};
  }
  Answer<ModuleRef> Make(nlohmann::json ask, const ModuleRef& of) {
    auto made = std::make_shared<TvmModule>(server_, std::move(ask), of);
    if (auto refusal = FirstTime(*made)) return *refusal;
    return ModuleRef(made);
  }
  // A module as it was when it was first asked for. Where that is on file, it is asked for with whatever is asked of
  // it.
  Answer<ModuleRef> Fresh(const ModuleRef& of) {
    const std::string what = Unwrap(of).ask().value("do", "");
    if (what != "construct" && what != "parse" && what != "fresh") return Make({{"do", "fresh"}}, of);
    return ModuleRef(std::make_shared<TvmModule>(server_, nlohmann::json{{"do", "fresh"}}, of));
  }
  std::optional<Refusal> FirstTime(const Held& made) {
    uint64_t key = made.Key();
    if (auto known = deadly_.find(key); known != deadly_.end()) return known->second;
    std::vector<const Held*> missing;
    made.AddMissing(missing);
    std::vector<nlohmann::json> asks;
    for (const Held* one : missing) asks.push_back(one->Question());
    Answer<nlohmann::json> answer = AskMissing(missing, std::move(asks));
    if (answer.ok()) return std::nullopt;
    return answer.refusal();
  }
  // What worker.cc says of a question about several passes.
  static constexpr std::string_view kOfNoPass = " in apply";

  // recursion: once, through NamedByStep, which asks for each pass alone
  Answer<ModuleRef> Apply(std::span<const PassCall> passes, const ModuleRef& module, nlohmann::json how) {
    for (const PassCall& pass : passes) {
      if (!Has(*pass.pass))
        return Refusal{
            RefusalKind::kCannot, fmt::format("TVM {} has no such {}", server_->version(), pass.pass->name), {}};
    }
    nlohmann::json ask = UnderTarget(how);
    ask["do"] = "apply";
    ask["passes"] = PassesToJson(passes);
    Answer<ModuleRef> made = Make(std::move(ask), module);
    if (made.ok() || passes.size() < 2) return made;
    return NamedByStep(made.refusal(), passes, module, how);
  }
  // A crash of several passes bears the name of the one that ends so by itself, on what those before it left.
  Refusal NamedByStep(Refusal refusal, std::span<const PassCall> passes, ModuleRef module, const nlohmann::json& how) {
    if (refusal.kind != RefusalKind::kCrash || !refusal.cause.ends_with(kOfNoPass)) return refusal;
    for (const PassCall& pass : passes) {
      Answer<ModuleRef> next = Apply({&pass, 1}, module, how);
      if (!next.ok() && next.refusal().kind == RefusalKind::kCrash) return next.refusal();
      if (!next.ok()) break;
      module = *next;
    }
    return refusal;
  }
  Answer<ProgramRef> BuildAnew(const ModuleRef& module, const BuildOptions& options) {
    std::vector<std::string> engines = Engines();
    if (std::ranges::find(engines, options.engine) == engines.end()) {
      return Refusal{RefusalKind::kCannot, fmt::format("TVM has no engine {}", options.engine), {}};
    }
    nlohmann::json ask =
        UnderTarget({{"do", "build"}, {"mode", options.engine}, {"lowered", options.lowered}, {"config", config_}});
    ask["usual"] = options.usual_pipeline;
    if (!options.lowered) ask["pipeline"] = PassesToJson(BuildPipeline());
    auto made = std::make_shared<TvmProgram>(server_, std::move(ask), ModuleRef(ModuleRef(), module.get()));
    if (auto refusal = FirstTime(*made)) {
      bool crashed = refusal->kind == RefusalKind::kCrash && refusal->cause.ends_with(" in build");
      if (!crashed || options.lowered || options.usual_pipeline) return *refusal;
      Answer<ModuleRef> lowered = ApplySequential(BuildPipeline(), module);
      bool before = !lowered.ok() && lowered.refusal().kind == RefusalKind::kCrash;
      return before ? lowered.refusal() : *refusal;
    }
    return ProgramRef(made);
  }
  // What TVM's schedule leaves of the module, for assay's engines.
  Answer<ProgramRef> BuildScheduled(const ModuleRef& module, const BuildOptions& options) {
    if (options.lowered) return Refusal{RefusalKind::kCannot, "what is built for a device does not run here", {}};
    Answer<ModuleRef> scheduled = ApplySequential(Schedule(), module);
    if (!scheduled.ok()) return scheduled.refusal();
    Result<Module> read = ParseModule(ctx_, "scheduled.py", Print(*scheduled));
    if (!read.ok())
      return Refusal{RefusalKind::kCannot, "assay does not read what TVM schedules: " + read.error().message, {}};
    auto made = std::make_shared<ScheduledProgram>();
    made->own = MakeNativeVariant(ctx_, {.of_another = true});
    Answer<ModuleRef> taken = made->own->Import(*read);
    if (!taken.ok()) return taken.refusal();
    Answer<ProgramRef> program = made->own->Build(*taken, {.engine = std::string(made->own->Traits().graph_engine)});
    if (!program.ok()) return program.refusal();
    made->program = *program;
    return ProgramRef(made);
  }
  nlohmann::json UnderTarget(nlohmann::json ask) const {
    if (!target_.empty()) ask["target"] = target_;
    return ask;
  }
  std::vector<PassCall> WhatThereIs(std::vector<PassCall> passes) const {
    std::erase_if(passes, [&](const PassCall& call) { return !Has(*call.pass); });
    return passes;
  }

  Context& ctx_;
  std::shared_ptr<TvmServer> server_;
  std::string name_;
  // Empty: this machine's processor.
  std::string target_;
  bool for_device_;
  nlohmann::json config_ = nlohmann::json::object();
  std::map<uint64_t, Refusal> deadly_;
  bool has_builders_ = true;
  std::vector<std::string> notes_;
  // Passes of its own Python, with why there is none of that name; empty where there is one.
  mutable std::map<std::string, std::string> foreign_;
};

}  // namespace

std::unique_ptr<Subject> MakeTvmSubject(Context& ctx, std::shared_ptr<TvmServer> server, std::string target) {
  return std::make_unique<TvmSubject>(ctx, std::move(server), std::move(target));
}

}  // namespace assay
