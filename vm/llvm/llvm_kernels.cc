// The library of compiled kernels: one LLVM module and one piece of machine code for all of them.
#include "vm/llvm/llvm_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "vm/kernel_calls.h"
#include "vm/llvm/emit.h"
#include "vm/llvm/fault.h"
#include "vm/llvm/guarded_copy.h"
#include "vm/llvm/jit.h"
#include "vm/llvm/join.h"
#include "vm/llvm/thread_pool.h"

namespace assay {
namespace {

class LlvmLibrary;

class LlvmKernel : public Kernel {
 public:
  LlvmKernel(LlvmLibrary& library, std::string name, KernelSignature signature, FramePlan plan)
      : library_(library), name_(std::move(name)), signature_(std::move(signature)), plan_(std::move(plan)) {}
  void SetEntry(void* address, std::string symbol, int32_t number) {
    entry_ = reinterpret_cast<KernelEntry>(address);
    symbol_ = std::move(symbol);
    number_ = number;
  }

  Outcome Run(std::span<const Value> args, size_t fresh_from, Meter& meter) override {
    std::variant<KernelSignature::Bound, Trap> outcome = signature_.Bind(args);
    if (Trap* trap = std::get_if<Trap>(&outcome)) return std::move(*trap);
    KernelSignature::Bound& bound = *std::get_if<KernelSignature::Bound>(&outcome);
    if (Kernel* careful = Overlap(bound.tensors) ? Careful() : nullptr) return careful->Run(args, fresh_from, meter);
    if (std::optional<Outcome> outcome = RunOn(bound, meter)) return *std::move(outcome);
    return Stepwise().Run(args, fresh_from, meter);
  }

  bool Writes(size_t position) const override { return position >= plan_.written.size() || plan_.written[position]; }

 private:
  // Nothing when the budget ends the run, before it did anything.
  std::optional<Outcome> RunOn(KernelSignature::Bound& bound, Meter& meter) const {
    std::vector<GuardedCopy> guarded;
    std::vector<TensorArgument> tensors = Arguments(bound.tensors, guarded);
    static_assert(sizeof(Cell) == sizeof(int64_t));
    FrameRun run(meter, plan_.allocated.size(), Overlap(bound.tensors) ? nullptr : Pool(), Poison());
    for (size_t i = 0; i < plan_.given.size(); ++i) {
      std::byte* data = run.Allocate(static_cast<int64_t>(i), plan_.given[i]);
      if (data == nullptr) return meter.Spent();
      tensors.push_back({data, plan_.given[i]});
    }
    int32_t code = 0;
    std::optional<CaughtSignal> fault = CallCompiled(
        {entry_, tensors.data(), reinterpret_cast<const int64_t*>(bound.values.data()), &run, number_}, &code);
    CopyBack(bound.tensors, guarded);
    if (fault) run.NoteFault(*fault);
    if (run.fault()) return TrapOfFault(*run.fault(), bound.tensors, guarded);
    if (code == static_cast<int32_t>(KernelCode::kTrap)) return TrapOf(plan_, run);
    if (code == static_cast<int32_t>(KernelCode::kOutOfBudget)) return meter.Spent();
    if (code == static_cast<int32_t>(KernelCode::kOutOfFuel)) return std::nullopt;
    return ResultOf(run);
  }

  // Tensors that share memory in part stay where they are; those that are one and the same share a copy.
  static std::vector<TensorArgument> Arguments(std::span<Tensor> tensors, std::vector<GuardedCopy>& guarded) {
    std::vector<TensorArgument> arguments;
    guarded.reserve(tensors.size());
    for (size_t i = 0; i < tensors.size(); ++i) {
      std::byte* data = tensors[i].data();
      int64_t bytes = tensors[i].byte_count();
      arguments.push_back({data, bytes});
      auto count = static_cast<size_t>(bytes);
      bool alone = count > 0 && count < kLeastGuardedBytes;
      for (Tensor& other : tensors) {
        bool same = other.data() == data && other.byte_count() == bytes;
        alone = alone && (same || Disjoint(tensors[i], other));
      }
      if (!alone) continue;
      auto known = std::ranges::find(guarded, data, &GuardedCopy::original);
      arguments.back().data = known != guarded.end() ? known->data() : guarded.emplace_back(data, count).data();
    }
    return arguments;
  }

  void CopyBack(std::span<Tensor> tensors, std::span<const GuardedCopy> guarded) const {
    for (const GuardedCopy& copy : guarded) {
      bool written = false;
      for (size_t i = 0; i < tensors.size(); ++i)
        written = written || (Writes(i) && tensors[i].data() == copy.original());
      if (written) copy.CopyBack();
    }
  }

  static bool Disjoint(Tensor& a, Tensor& b) {
    return b.data() + b.byte_count() <= a.data() || a.data() + a.byte_count() <= b.data();
  }

  // Code that is optimised takes tensors that it writes to lie apart from all others.
  bool Overlap(std::span<Tensor> tensors) const {
    for (size_t i = 0; i < tensors.size(); ++i) {
      for (size_t j = 0; j < tensors.size(); ++j) {
        if (i != j && plan_.written[i] && !Disjoint(tensors[i], tensors[j])) return true;
      }
    }
    return false;
  }
  // The same kernel without that assumption; null when this is it.
  Kernel* Careful() const;
  // The same kernel, which takes its steps one loop after the other.
  Kernel& Stepwise() const;

  // Shares the iterations of parallel loops; null when there is one thread.
  ThreadPool* Pool() const;
  // What its own memory holds at first.
  uint8_t Poison() const;

  Trap TrapOfFault(const FrameRun::Fault& fault, std::span<Tensor> tensors, std::span<const GuardedCopy> guarded) const;
  // " at byte 16 of buffer A, which has 16", of each buffer whose guards the address lies in.
  std::string Strayed(const FrameRun::Fault& fault, std::span<Tensor> tensors,
                      std::span<const GuardedCopy> guarded) const;

  Value ResultOf(const KernelFrame& frame) const {
    if (frame.result_type < 0) return Value{NullValue{}};
    Scalar result;
    result.dtype = plan_.results[static_cast<size_t>(frame.result_type)];
    result.i = frame.result;
    return Value{PrimValue{result}};
  }

  LlvmLibrary& library_;
  std::string name_;
  KernelSignature signature_;
  FramePlan plan_;
  KernelEntry entry_ = nullptr;
  std::string symbol_;
  int32_t number_ = 0;
};

class LlvmLibrary : public KernelLibrary {
 public:
  LlvmLibrary(const Module& module, const LlvmOptions& options, bool overlapping = false, bool stepwise = false)
      : module_(module),
        options_(options),
        level_(std::clamp(options.opt_level, 0, 3)),
        overlapping_(overlapping || level_ == 0),
        stepwise_(stepwise) {}

  Kernel* Find(std::string_view name) override {
    auto found = kernels_.find(std::string(name));
    return found == kernels_.end() ? nullptr : found->second.get();
  }

  Status Compile() {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> code = NewJitModule(context, level_);
    ASSAY_TRY(Emitted emitted, Emit(*code, nullptr));
    for (const ModuleEntry& entry : module_.entries) {
      const auto* func = As<PrimFunc>(entry.func);
      if (func == nullptr || !TakesPointers(*func)) continue;
      kernels_[entry.var->name.str()] = std::make_unique<RefusingKernel>(KernelSignature::Make(*func).error().message);
    }
    if (emitted.kernels.empty()) return Done{};
    if (options_.verify) ASSAY_RETURN_IF_ERROR(Verified(*code));
    code_ = JitCompile(*code, level_, emitted.places.symbols);
    for (size_t i = 0; i < emitted.kernels.size(); ++i) {
      const KernelPlace& place = emitted.places.kernels[i];
      emitted.kernels[i]->SetEntry(code_->addresses()[place.symbol], emitted.places.symbols[place.symbol],
                                   place.number);
      kernels_[emitted.names[i]] = std::move(emitted.kernels[i]);
    }
    return Done{};
  }

  Status Verify() {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> code = NewJitModule(context, level_);
    ASSAY_TRY(Emitted emitted, Emit(*code, nullptr));
    return emitted.kernels.empty() ? Status(Done{}) : Verified(*code);
  }

  // The same kernels for tensors that overlap, compiled when they are first needed; null when these are they.
  LlvmLibrary* Careful() {
    if (overlapping_ || careful_ != nullptr) return careful_.get();
    careful_ = Variant(true, stepwise_);
    return careful_.get();
  }
  // The same kernels taking their steps one loop after the other, compiled when the budget of a run is too small.
  LlvmLibrary& Stepwise() {
    if (step_by_step_ == nullptr) step_by_step_ = Variant(overlapping_, true);
    return *step_by_step_;
  }

  uint8_t Poison() const { return KernelPoison(level_); }
  // Made when first needed; null for one thread.
  ThreadPool* Pool() {
    if (options_.threads > 1 && pool_ == nullptr) pool_ = std::make_unique<ThreadPool>(options_.threads);
    return pool_.get();
  }

  // Where in the text the code at `offset` of a symbol comes from; nothing when that cannot be told. Compiles again,
  // with debug information, since code that runs has none.
  SourceSpan PlaceOf(const std::string& symbol, uint64_t offset, uint32_t file) {
    auto object = [&](bool with_places) -> std::string {
      llvm::LLVMContext context;
      std::unique_ptr<llvm::Module> code = NewJitModule(context, level_);
      std::optional<DebugInfo> debug;
      if (with_places) debug.emplace(*code, nullptr);
      if (!Emit(*code, debug ? &*debug : nullptr).ok()) return {};
      return JitListing(*code, level_, KernelForm::kObject);
    };
    auto begin = static_cast<uint32_t>(LineOfCode(object(true), object(false), symbol, offset));
    return begin == 0 ? SourceSpan{} : SourceSpan{file, begin, begin + 1};
  }

 private:
  static Status Verified(llvm::Module& code) {
    std::string flaws = JitFlaws(code);
    if (flaws.empty()) return Done{};
    return Diag{DiagKind::kCorrupt, {}, "the kernels make no sound machine code: " + flaws, {}, {}};
  }

  std::unique_ptr<LlvmLibrary> Variant(bool overlapping, bool stepwise) const {
    auto variant = std::make_unique<LlvmLibrary>(module_, options_, overlapping, stepwise);
    ASSAY_CHECK(variant->Compile().ok(), "what compiles with an assumption compiles without it");
    return variant;
  }

  struct Emitted {
    std::vector<std::string> names;
    std::vector<std::unique_ptr<LlvmKernel>> kernels;
    KernelPlaces places;
  };

  Result<Emitted> Emit(llvm::Module& code, DebugInfo* debug) {
    EmitOptions options{.functions = module_,
                        .debug = debug,
                        .unchecked = options_.unchecked,
                        .optimised = level_ > 0,
                        .stepwise = stepwise_,
                        .overlapping = overlapping_,
                        .parallel = options_.threads > 1};
    Emitted emitted;
    std::vector<llvm::Function*> functions;
    for (const ModuleEntry& entry : module_.entries) {
      const auto* func = As<PrimFunc>(entry.func);
      // Those that take pointers are compiled with the kernels that call them.
      if (func == nullptr || TakesPointers(*func)) continue;
      std::string symbol = fmt::format("kernel{}", functions.size());
      ASSAY_TRY(KernelSignature signature, KernelSignature::Make(*func));
      ASSAY_TRY(FramePlan plan, KernelEmitter(code, signature, options).Emit(symbol));
      functions.push_back(code.getFunction(symbol));
      emitted.names.push_back(entry.var->name.str());
      emitted.kernels.push_back(
          std::make_unique<LlvmKernel>(*this, entry.var->name.str(), std::move(signature), std::move(plan)));
    }
    if (debug != nullptr) debug->Finish();
    if (!functions.empty()) emitted.places = level_ == 0 ? Join(functions) : KeepSeparate(functions);
    return emitted;
  }

  Module module_;
  LlvmOptions options_;
  int level_;
  bool overlapping_;
  bool stepwise_;
  // Freed after the kernels that point into it.
  std::unique_ptr<JitCode> code_;
  std::unordered_map<std::string, std::unique_ptr<Kernel>> kernels_;
  std::unique_ptr<LlvmLibrary> careful_, step_by_step_;
  std::unique_ptr<ThreadPool> pool_;
};

Kernel* LlvmKernel::Careful() const {
  LlvmLibrary* careful = library_.Careful();
  return careful == nullptr ? nullptr : careful->Find(name_);
}

Kernel& LlvmKernel::Stepwise() const { return *library_.Stepwise().Find(name_); }
ThreadPool* LlvmKernel::Pool() const { return library_.Pool(); }
uint8_t LlvmKernel::Poison() const { return library_.Poison(); }

std::string LlvmKernel::Strayed(const FrameRun::Fault& fault, std::span<Tensor> tensors,
                                std::span<const GuardedCopy> guarded) const {
  uintptr_t address = fault.signal.memory;
  auto at = [address](const std::byte* data, int64_t bytes, const Buffer& buffer) {
    return fmt::format(" at byte {} of buffer {}, which has {}",
                       static_cast<int64_t>(address - reinterpret_cast<uintptr_t>(data)), buffer.name.text(), bytes);
  };
  if (fault.own.data() != nullptr)
    return at(fault.own.data(), static_cast<int64_t>(fault.own.size()), *plan_.allocated[fault.memory]);
  std::string what;
  std::span<std::byte> large = LargeMemoryBeside(address);
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i].empty_handle()) continue;
    std::byte* data = tensors[i].data();
    const Buffer& buffer = *signature_.func().buffers[i];
    bool inside = !large.empty() && data >= large.data() && data < large.data() + large.size();
    if (inside) what += at(data, tensors[i].byte_count(), buffer);
    auto copy = std::ranges::find(guarded, data, &GuardedCopy::original);
    bool beside = copy != guarded.end() && copy->memory().Strays(address);
    if (beside) what += at(copy->data(), tensors[i].byte_count(), buffer);
  }
  return what;
}

Trap LlvmKernel::TrapOfFault(const FrameRun::Fault& fault, std::span<Tensor> tensors,
                             std::span<const GuardedCopy> guarded) const {
  const PrimFunc& func = signature_.func();
  std::string what =
      fmt::format("machine code gets {}{}", SignalName(fault.signal.signal), Strayed(fault, tensors, guarded));
  SourceSpan place = library_.PlaceOf(symbol_, fault.signal.code - reinterpret_cast<uintptr_t>(entry_), func.span.file);
  return MakeTrap(TrapKind::kSignal, std::move(what), place.file == 0 ? func.span : place);
}

}  // namespace

Result<std::unique_ptr<KernelLibrary>> MakeLlvmKernels(const Module& module, const LlvmOptions& options) {
  auto library = std::make_unique<LlvmLibrary>(module, options);
  ASSAY_RETURN_IF_ERROR(library->Compile());
  return std::unique_ptr<KernelLibrary>(std::move(library));
}

Status VerifyLlvmKernels(const Module& module, const LlvmOptions& options) {
  return LlvmLibrary(module, options).Verify();
}

}  // namespace assay
