// Native subject: assay's own compiler, in this process. A handle owns a Module value; passes share nodes between their
// input and output as they do in any compiler, so that a pass that writes into its input is seen. Tested by
// native_subject_test.cc.
#include <fmt/format.h>

#include <map>

#include "coverage/own_code.h"
#include "ir/check/known_sound.h"
#include "ir/equal.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/support/unknown_name.h"
#include "ir/text/as_read.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "oracles/subjects/native/native_subject.h"

#include "oracles/core/subject.h"
#include "oracles/subjects/native/native_arithmetic.h"
#include "oracles/subjects/native/native_build.h"
#include "oracles/subjects/native/native_infer.h"
#include "oracles/subjects/subject_spec.h"
#include "vm/bytecode/executable.h"
#include "vm/llvm/compiled_kernels.h"
#include "vm/llvm/engines.h"

namespace assay {
extern const SubjectSpec kNativeSubject;
namespace {

struct NativeModule : SubjectModule {
  explicit NativeModule(Module m) : module(m) {}
  Module module;
  // Kept because several oracles ask: what the build pipeline makes of it, what engines make of that, and the image
  // that copies are loaded from, taken before any pass saw the module.
  mutable std::optional<Result<Module>> compiled;
  mutable BuildNotes notes;
  mutable std::map<std::string, ProgramRef, std::less<>> programs;
  mutable std::vector<uint8_t> image;
};
struct NativeProgram : SubjectProgram {
  explicit NativeProgram(std::unique_ptr<Executable> e) : executable(std::move(e)) {}
  std::unique_ptr<Executable> executable;
};

const Module& Unwrap(const ModuleRef& ref) { return static_cast<const NativeModule&>(*ref).module; }

Refusal ToRefusal(const Diag& diag) {
  RefusalKind kind = RefusalKind::kBadInput;
  if (diag.kind == DiagKind::kIllFormed) kind = RefusalKind::kInternal;
  if (diag.kind == DiagKind::kPassOrder) kind = RefusalKind::kNeeds;
  if (diag.kind == DiagKind::kCannotLower || diag.kind == DiagKind::kUnsupported) kind = RefusalKind::kUnsupported;
  if (diag.kind == DiagKind::kTooLarge || diag.kind == DiagKind::kOutOfBudget) kind = RefusalKind::kTooLarge;
  std::string message = diag.rule.empty() ? diag.message : fmt::format("{} [{}]", diag.message, diag.rule);
  return {.kind = kind, .message = std::move(message), .rule = RuleLabel(diag.rule), .diag = diag.kind};
}

ModuleDifference ToDifference(const NodeDifference& found) {
  ModuleDifference difference{.text = fmt::format("{}: {} against {}", found.path, found.left, found.right),
                              .path = MembersOf(found.path)};
  // A body is one statement or several.
  if (difference.path.size() > 1) difference.tail = difference.path.back() == "seq" ? "body" : difference.path.back();
  difference.of_nan = found.left == "nan" && found.right == "nan";
  return difference;
}

class NativeSubject : public Subject {
 public:
  NativeSubject(Context& ctx, const NativeVariant& variant)
      : ctx_(ctx), without_(variant.without), leaves_unused_(variant.leaves_unused), of_another_(variant.of_another) {}
  std::string_view name() const override { return "native"; }
  // That executables run from files as from memory is for serialised_equals_loaded.
  SubjectTraits Traits() const override {
    if (of_another_)
      return {.interpreted = "tir-reference", .tells_traps = false, .checks_needs = false, .rounds_otherwise = true};
    return {.interpreted = "tir-reference", .claims_arithmetic = true, .names_faults = true};
  }

  Result<std::shared_ptr<Reach>> WatchCode(const std::string& folder) override { return WatchOwnCode(folder); }

  Answer<ModuleRef> Import(const Module& module) override {
    std::vector<uint8_t> image = Serialize(module);
    Answer<ModuleRef> loaded = Reload(image);
    if (loaded.ok()) static_cast<const NativeModule&>(**loaded).image = std::move(image);
    return loaded;
  }
  Answer<ModuleRef> Parse(std::string_view text) override {
    return Wrap(ParseModule(ctx_, "round_trip.py", std::string(text)));
  }
  std::string Print(const ModuleRef& module) override { return PrintModule(Unwrap(module)); }
  Answer<ModuleRef> AsRead(const ModuleRef& module) override { return Wrap(assay::AsRead(ctx_, Unwrap(module))); }
  std::string Fingerprint(const ModuleRef& module) override {
    std::vector<uint8_t> bytes = Serialize(Unwrap(module));
    return {bytes.begin(), bytes.end()};
  }
  Answer<ModuleRef> SaveAndLoad(const ModuleRef& module) override { return Reload(Serialize(Unwrap(module))); }
  Answer<ModuleRef> LoadAgain(const ModuleRef& module) override {
    std::vector<uint8_t>& image = static_cast<const NativeModule&>(*module).image;
    if (image.empty()) image = Serialize(Unwrap(module));
    return Reload(image);
  }
  bool AreOne(const ModuleRef& a, const ModuleRef& b) override { return AreSameNodes(Unwrap(a), Unwrap(b)); }
  std::optional<ModuleDifference> Difference(const ModuleRef& a, const ModuleRef& b) override {
    // What a pass hands on is equal to itself; one handle beside itself is asked about for that very reason.
    if (a != b && AreOne(a, b)) return std::nullopt;
    auto found = FirstDifference(Unwrap(a), Unwrap(b));
    if (!found) return std::nullopt;
    return ToDifference(*found);
  }
  std::optional<uint64_t> Hash(const ModuleRef& module) override { return StructuralHash(Unwrap(module)); }
  std::vector<Violation> Violations(const ModuleRef& module) override {
    DiagSink sink;
    sound_.Check(ctx_, Unwrap(module), sink);
    std::vector<Violation> found;
    for (const Diag& diag : sink.diags())
      found.emplace_back(fmt::format("{} [{}]", diag.message, diag.rule), RuleLabel(diag.rule));
    return found;
  }

  void Enter(const PassOptions& config) override { config_ = config; }
  Answer<ModuleRef> ApplyDirect(const PassCall& pass, const ModuleRef& module) override {
    // The manager looks at needs only when it verifies; well-formedness is the oracles' to judge.
    if (Status needs = CheckNeeds(ctx_, *pass.pass, Unwrap(module)); !needs.ok()) return ToRefusal(needs.error());
    return ApplyWithin({.config = config_}, pass, module);
  }
  // As TVM does, which takes a pass's needs on trust.
  Answer<ModuleRef> ApplyWithin(const PassSettings& settings, const PassCall& pass, const ModuleRef& module) override {
    PassContext pass_ctx(ctx_);
    pass_ctx.verify_each = false;
    pass_ctx.leaves_unused = leaves_unused_;
    pass_ctx.opt_level = settings.opt_level;
    pass_ctx.config = settings.config;
    return Wrap(RunPass(pass_ctx, pass, Unwrap(module)));
  }
  Answer<ModuleRef> ApplySequential(std::span<const PassCall> passes, const ModuleRef& module) override {
    PassContext pass_ctx(ctx_);
    pass_ctx.verify_each = false;
    pass_ctx.leaves_unused = leaves_unused_;
    pass_ctx.opt_level = 3;
    pass_ctx.config = config_;
    return Wrap(RunSequential(pass_ctx, passes, Unwrap(module)));
  }
  Answer<std::vector<ArithmeticClaim>> ClaimsOf(const ArithmeticExpr& one) override {
    return NativeClaimsOf(ctx_, one);
  }

  Answer<InferredType> Infer(std::string_view call, const std::map<std::string, std::string>& vars,
                             std::string_view want) override {
    return InferNatively(ctx_, call, vars, want);
  }
  const Module* Native(const ModuleRef& module) override { return &Unwrap(module); }
  std::vector<PassCall> BuildPipeline() override { return Pipeline("default"); }
  // Without fusion, fused by another pipeline before, and with nothing that only saves time or memory.
  std::vector<std::pair<std::string, std::vector<PassCall>>> OtherPipelines() override {
    std::vector<std::pair<std::string, std::vector<PassCall>>> pipelines;
    for (const char* list : {"default_build", "zero,default_build", "minimal"}) {
      pipelines.emplace_back(list, Pipeline(list));
    }
    return pipelines;
  }

  std::vector<std::string> Engines() const override {
    std::vector<std::string> names;
    for (const EngineSpec* engine : AllEngines()) names.emplace_back(engine->name);
    return names;
  }
  Answer<ProgramRef> Build(const ModuleRef& module, const BuildOptions& options) override {
    auto& programs = static_cast<const NativeModule&>(*module).programs;
    ProgramRef& kept = programs[fmt::format("{} {} {} {} {}", options.engine, options.opt_level, options.lowered,
                                            options.check_types, options.threads)];
    if (kept != nullptr) return kept;
    const EngineSpec* engine = FindEngine(options.engine);
    if (engine == nullptr) {
      std::vector<std::string> names = Engines();
      return Refusal{RefusalKind::kUnsupported, UnknownText("engine", options.engine, {names.begin(), names.end()})};
    }
    Module ready = Unwrap(module);
    if (engine->input == EngineInput::kCompiled && !options.lowered) {
      const Result<Module>& compiled = Compiled(static_cast<const NativeModule&>(*module));
      if (!compiled.ok()) {
        Refusal refusal = ToRefusal(compiled.error());
        const BuildNotes& notes = static_cast<const NativeModule&>(*module).notes;
        refusal.later = notes.later;
        if (notes.breaks_rule) refusal.step = kWholeBuild;
        return refusal;
      }
      ready = *compiled;
    }
    LoadOptions load{.check_types = options.check_types, .opt_level = options.opt_level, .threads = options.threads};
    auto loaded = LoadSharing(compiled_, *engine, ctx_, ready, load);
    if (!loaded.ok()) return ToRefusal(loaded.error());
    kept = std::make_shared<NativeProgram>(std::move(*loaded));
    return kept;
  }
  Answer<ProgramRef> BuildThroughFile(const ModuleRef& module, const BuildOptions& options) override {
    ASSAY_CHECK(options.lowered, "files are made of what the build pipeline gives");
    Result<VmImage> image = MakeExecutable(ctx_, Unwrap(module));
    if (!image.ok()) return ToRefusal(image.error());
    std::vector<uint8_t> bytes = EncodeVm(*image);
    Result<LoadedImage> loaded = LoadImage(ctx_, bytes);
    if (!loaded.ok())
      return Refusal{RefusalKind::kInternal, "an executable that was saved does not load: " + loaded.error().message};
    if (EncodeVm(loaded->image) != bytes)
      return Refusal{RefusalKind::kInternal, "an executable is saved otherwise after it was loaded"};
    LoadOptions load;
    load.opt_level = options.opt_level;
    auto executable = LoadSharing(compiled_, *std::move(loaded), options.engine, load);
    if (!executable.ok()) return ToRefusal(executable.error());
    return ProgramRef(std::make_shared<NativeProgram>(std::move(*executable)));
  }
  Outcome Run(const ProgramRef& program, std::string_view entry, std::span<const Value> args,
              const Budget& budget) override {
    return static_cast<NativeProgram&>(*program).executable->Run(entry, args, budget);
  }

 private:
  std::vector<PassCall> Pipeline(const char* list) {
    std::vector<PassCall> steps = NativeBuildPipeline(ctx_, list);
    std::erase_if(steps, [&](const PassCall& step) { return step.pass->name == without_; });
    return steps;
  }
  Answer<ModuleRef> Wrap(Result<Module> result) {
    if (!result.ok()) return ToRefusal(result.error());
    return ModuleRef(std::make_shared<NativeModule>(*result));
  }
  // What was saved a moment ago must load.
  Answer<ModuleRef> Reload(const std::vector<uint8_t>& bytes) {
    Answer<ModuleRef> loaded = Wrap(Deserialize(ctx_, bytes, OpOfFullName));
    return loaded.ok() ? loaded
                       : Refusal{RefusalKind::kInternal, "what was saved does not load: " + loaded.refusal().message};
  }

  const Result<Module>& Compiled(const NativeModule& module) {
    if (!module.compiled)
      module.compiled = BuildNatively(ctx_, module.module, &module.notes, config_, kPassBudget, leaves_unused_);
    return *module.compiled;
  }

  Context& ctx_;
  KnownSound sound_;
  CompiledKernels compiled_;
  std::string without_;
  bool leaves_unused_;
  bool of_another_;
  PassOptions config_;
};

}  // namespace

const SubjectSpec kNativeSubject = {
    .name = "native",
    .doc = "assay's own compiler, in this process.",
    .forms = "native",
    .own_engines = true,
    .find = [](const GivenSubject&) { return Result<SubjectMaker>(SubjectMaker(MakeNativeSubject)); },
};

std::unique_ptr<Subject> MakeNativeSubject(Context& ctx) { return MakeNativeVariant(ctx, {}); }
std::unique_ptr<Subject> MakeNativeVariant(Context& ctx, const NativeVariant& variant) {
  return std::make_unique<NativeSubject>(ctx, variant);
}

}  // namespace assay
