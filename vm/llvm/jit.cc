// ORC without its IR layers: IR goes through a kept code generation pipeline into an object in memory, which JITLink
// places into reserved address space next to what was compiled before.
#include "vm/llvm/jit.h"

#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/MapperJITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>

#include <array>
#include <mutex>

#include "ir/support/check.h"
#include "vm/llvm/canonical_pass.h"
#include "vm/llvm/code_memory.h"
#include "vm/llvm/frame.h"
#include "vm/llvm/masked_steps_pass.h"
#include "vm/llvm/needed_passes.h"

namespace assay {
namespace {

// Address space reserved at a time for code; pages are committed as they are used.
constexpr size_t kReservation = size_t{1} << 24;

template <class T>
T Must(llvm::Expected<T> value) {
  if (!value) ASSAY_CHECK(false, llvm::toString(value.takeError()));
  return std::move(*value);
}
void Must(llvm::Error error) {
  if (error) ASSAY_CHECK(false, llvm::toString(std::move(error)));
}

// What the processor has and the system lets it use, as "+avx2,-avx512f".
std::string HostFeatures() {
  llvm::SubtargetFeatures features;
  for (const auto& feature : llvm::sys::getHostCPUFeatures()) features.AddFeature(feature.first(), feature.second);
  return features.getString();
}

// How one optimisation level compiles.
class Level {
 public:
  Level(const llvm::Target& target, const llvm::Triple& triple, int opt_level) : opt_level_(opt_level) {
    constexpr llvm::CodeGenOptLevel kLevels[] = {llvm::CodeGenOptLevel::None, llvm::CodeGenOptLevel::Less,
                                                 llvm::CodeGenOptLevel::Default, llvm::CodeGenOptLevel::Aggressive};
    llvm::TargetOptions options;
    // No multiply-add is fused: every operation rounds by itself.
    options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
    options.EnableFastISel = opt_level == 0;
    // The baseline instruction set is the quickest to compile for, and the host's own runs faster. With AVX, LLVM 19's
    // FastISel makes a selection of floats read sixteen bytes where a float is.
    std::string cpu = opt_level == 0 ? std::string() : llvm::sys::getHostCPUName().str();
    machine_.reset(target.createTargetMachine(triple.str(), cpu, opt_level == 0 ? "" : HostFeatures(), options,
                                              llvm::Reloc::PIC_, llvm::CodeModel::Small, kLevels[opt_level],
                                              /*JIT=*/true));
    ASSAY_CHECK(machine_ != nullptr, "no target machine for the host");
    if (opt_level == 0) machine_->setO0WantsFastISel(true);
    llvm::MCContext* context = nullptr;
    NeededPasses needed(codegen_);
    llvm::legacy::PassManagerBase& passes =
        opt_level == 0 ? static_cast<llvm::legacy::PassManagerBase&>(needed) : codegen_;
    ASSAY_CHECK(!machine_->addPassesToEmitMC(passes, context, stream_, /*DisableVerify=*/true));
  }

  const llvm::TargetMachine& machine() const { return *machine_; }

  std::unique_ptr<llvm::MemoryBuffer> Compile(llvm::Module& module) {
    if (opt_level_ > 0) Optimise(module);
    codegen_.run(module);
    auto object = std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(object_), /*RequiresNullTerminator=*/false);
    object_.clear();
    return object;
  }

  std::string ObjectByAllPasses(llvm::Module& module) {
    llvm::SmallVector<char, 0> object;
    llvm::raw_svector_ostream stream(object);
    llvm::legacy::PassManager codegen;
    llvm::MCContext* context = nullptr;
    ASSAY_CHECK(!machine_->addPassesToEmitMC(codegen, context, stream, /*DisableVerify=*/true));
    codegen.run(module);
    return {object.begin(), object.end()};
  }

  std::string List(llvm::Module& module, KernelForm form) {
    if (form == KernelForm::kObject) return Compile(module)->getBuffer().str();
    if (opt_level_ > 0) Optimise(module);
    std::string text;
    llvm::raw_string_ostream out(text);
    if (form == KernelForm::kLlvm) {
      module.print(out, nullptr);
      return text;
    }
    llvm::SmallVector<char, 0> assembly;
    llvm::raw_svector_ostream stream(assembly);
    llvm::legacy::PassManager codegen;
    ASSAY_CHECK(!machine_->addPassesToEmitFile(codegen, stream, nullptr, llvm::CodeGenFileType::AssemblyFile));
    codegen.run(module);
    return {assembly.begin(), assembly.end()};
  }

 private:
  void Optimise(llvm::Module& module) {
    llvm::PipelineTuningOptions tuning;
    // Unrolling vectorised loops takes as long as everything else together.
    tuning.LoopUnrolling = opt_level_ == 3;
    // LLVM 19 gathers bytes that are read backwards, sign-extended and unrolled into a vector that it extends by zeros:
    // float(uint64(int8(-3))) becomes 253 (fast_code_test.cc).
    tuning.SLPVectorization = false;
    llvm::PassBuilder builder(machine_.get(), tuning);
    builder.registerVectorizerStartEPCallback([](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) {
      passes.addPass(CanonicalPass());
      passes.addPass(MaskedStepsPass());
    });
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    const llvm::OptimizationLevel levels[] = {llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1,
                                              llvm::OptimizationLevel::O2, llvm::OptimizationLevel::O3};
    builder.buildPerModuleDefaultPipeline(levels[opt_level_]).run(module, modules);
  }

  int opt_level_;
  std::unique_ptr<llvm::TargetMachine> machine_;
  llvm::SmallVector<char, 0> object_;
  llvm::raw_svector_ostream stream_{object_};
  llvm::legacy::PassManager codegen_;
};

class Session;

class SessionCode : public JitCode {
 public:
  SessionCode(Session& session, llvm::orc::JITDylib& dylib, std::vector<void*> addresses)
      : session_(session), dylib_(dylib) {
    addresses_ = std::move(addresses);
  }
  ~SessionCode() override;

 private:
  Session& session_;
  llvm::orc::JITDylib& dylib_;
};

class Session {
 public:
  // Never destroyed: code may outlive every static object.
  static Session& Instance() {
    static Session* const session = new Session;
    return *session;
  }

  // Configured on first use.
  Level& LevelOf(int opt_level) {
    std::unique_ptr<Level>& level = levels_[static_cast<size_t>(opt_level)];
    if (level == nullptr) level = std::make_unique<Level>(*target_, triple_, opt_level);
    return *level;
  }

  std::unique_ptr<JitCode> Load(std::unique_ptr<llvm::MemoryBuffer> object, const std::vector<std::string>& symbols) {
    using llvm::orc::JITDylibLookupFlags;
    llvm::orc::JITDylib& dylib = orc_.createBareJITDylib("kernels" + std::to_string(next_dylib_++));
    dylib.setLinkOrder(
        {{&dylib, JITDylibLookupFlags::MatchAllSymbols}, {runtime_, JITDylibLookupFlags::MatchExportedSymbolsOnly}},
        /*LinkAgainstThisJITDylibFirst=*/false);
    Must(linker_.add(dylib, std::move(object)));
    llvm::orc::SymbolLookupSet wanted;
    for (const std::string& symbol : symbols) wanted.add(orc_.intern(symbol));
    auto found = Must(orc_.lookup({{&dylib, JITDylibLookupFlags::MatchAllSymbols}}, std::move(wanted)));
    std::vector<void*> addresses;
    for (const std::string& symbol : symbols) {
      addresses.push_back(found[orc_.intern(symbol)].getAddress().toPtr<void*>());
    }
    return std::make_unique<SessionCode>(*this, dylib, std::move(addresses));
  }

  void Remove(llvm::orc::JITDylib& dylib) {
    std::lock_guard lock(mutex);
    Must(orc_.removeJITDylib(dylib));
  }

  std::mutex mutex;

 private:
  Session() : triple_(llvm::sys::getProcessTriple()) {
    std::string error;
    target_ = llvm::TargetRegistry::lookupTarget(triple_.str(), error);
    ASSAY_CHECK(target_ != nullptr, error);
    runtime_ = &orc_.createBareJITDylib("runtime");
    llvm::orc::SymbolMap symbols;
    for (const RuntimeSymbol& symbol : RuntimeSymbols()) {
      symbols[orc_.intern(llvm::StringRef(symbol.name))] = {
          llvm::orc::ExecutorAddr::fromPtr(symbol.address),
          llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
    }
    Must(runtime_->define(llvm::orc::absoluteSymbols(std::move(symbols))));
  }

  static std::unique_ptr<llvm::orc::ExecutorProcessControl> ThisProcess() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return Must(llvm::orc::SelfExecutorProcessControl::Create());
  }

  llvm::orc::ExecutionSession orc_{ThisProcess()};
  llvm::orc::ObjectLinkingLayer linker_{
      orc_, std::make_unique<llvm::orc::MapperJITLinkMemoryManager>(kReservation, std::make_unique<CodeMemory>())};
  llvm::Triple triple_;
  const llvm::Target* target_ = nullptr;
  llvm::orc::JITDylib* runtime_ = nullptr;
  std::array<std::unique_ptr<Level>, 4> levels_;
  uint64_t next_dylib_ = 0;
};

SessionCode::~SessionCode() { session_.Remove(dylib_); }

}  // namespace

std::unique_ptr<llvm::Module> NewJitModule(llvm::LLVMContext& context, int opt_level) {
  Session& session = Session::Instance();
  std::lock_guard lock(session.mutex);
  const llvm::TargetMachine& machine = session.LevelOf(opt_level).machine();
  auto module = std::make_unique<llvm::Module>("kernels", context);
  module->setDataLayout(machine.createDataLayout());
  module->setTargetTriple(machine.getTargetTriple().str());
  return module;
}

std::string JitFlaws(const llvm::Module& module) {
  std::string flaws;
  llvm::raw_string_ostream report(flaws);
  return llvm::verifyModule(module, &report) ? report.str() : std::string();
}

std::unique_ptr<JitCode> JitCompile(llvm::Module& module, int opt_level, const std::vector<std::string>& symbols) {
#ifndef NDEBUG
  std::string flaws = JitFlaws(module);
  ASSAY_CHECK(flaws.empty(), flaws);
#endif
  Session& session = Session::Instance();
  std::lock_guard lock(session.mutex);
  return session.Load(session.LevelOf(opt_level).Compile(module), symbols);
}

std::string ObjectByAllPasses(llvm::Module& module, int opt_level) {
  Session& session = Session::Instance();
  std::lock_guard lock(session.mutex);
  return session.LevelOf(opt_level).ObjectByAllPasses(module);
}

std::string JitListing(llvm::Module& module, int opt_level, KernelForm form) {
  Session& session = Session::Instance();
  std::lock_guard lock(session.mutex);
  return session.LevelOf(opt_level).List(module, form);
}

}  // namespace assay
