// The library of compiled kernels: one LLVM module and one piece of machine code for all of them.
#include "vm/llvm/llvm_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "vm/llvm/emit.h"
#include "vm/llvm/jit.h"
#include "vm/llvm/join.h"

namespace assay {
namespace {

class LlvmKernel : public Kernel {
 public:
  LlvmKernel(KernelSignature signature, KernelPlan plan) : signature_(std::move(signature)), plan_(std::move(plan)) {}
  void SetEntry(void* address, int32_t number) {
    entry_ = reinterpret_cast<KernelEntry>(address);
    number_ = number;
  }

  Outcome Run(std::span<const Value> args, size_t, Meter& meter) override {
    std::variant<KernelSignature::Bound, Trap> outcome = signature_.Bind(args);
    if (Trap* trap = std::get_if<Trap>(&outcome)) return std::move(*trap);
    KernelSignature::Bound& bound = *std::get_if<KernelSignature::Bound>(&outcome);
    std::vector<TensorArgument> tensors;
    for (Tensor& tensor : bound.tensors) tensors.push_back({tensor.data(), tensor.byte_count()});
    static_assert(sizeof(Cell) == sizeof(int64_t));
    KernelRun run(meter, plan_.memories);
    int32_t code = entry_(tensors.data(), reinterpret_cast<const int64_t*>(bound.values.data()), &run, number_);
    if (code == static_cast<int32_t>(KernelCode::kTrap)) return TrapOf(plan_, run);
    if (code == static_cast<int32_t>(KernelCode::kOutOfBudget)) return OutOfBudget{};
    return ResultOf(run);
  }

 private:
  Value ResultOf(const Frame& frame) const {
    if (frame.result_type < 0) return Value{NullValue{}};
    Scalar result;
    result.dtype = plan_.results[static_cast<size_t>(frame.result_type)];
    result.i = frame.result;
    return Value{PrimValue{result}};
  }

  KernelSignature signature_;
  KernelPlan plan_;
  KernelEntry entry_ = nullptr;
  int32_t number_ = 0;
};

class LlvmLibrary : public KernelLibrary {
 public:
  Kernel* Find(std::string_view name) override {
    auto found = kernels_.find(std::string(name));
    return found == kernels_.end() ? nullptr : found->second.get();
  }

  Status Compile(const Module& module, int opt_level) {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> code = NewJitModule(context, opt_level);
    std::vector<llvm::Function*> functions;
    std::vector<LlvmKernel*> kernels;
    for (const ModuleEntry& entry : module.entries) {
      const auto* func = As<PrimFunc>(entry.func);
      if (func == nullptr) continue;
      std::string symbol = fmt::format("kernel{}", kernels.size());
      ASSAY_TRY(std::unique_ptr<LlvmKernel> kernel, Emit(*func, *code, symbol));
      functions.push_back(code->getFunction(symbol));
      kernels.push_back(kernel.get());
      kernels_[entry.var->name.str()] = std::move(kernel);
    }
    if (kernels.empty()) return Done{};
    KernelPlaces places = opt_level == 0 ? Join(functions) : KeepApart(functions);
    code_ = JitCompile(*code, opt_level, places.symbols);
    for (size_t i = 0; i < kernels.size(); ++i) {
      kernels[i]->SetEntry(code_->addresses()[places.kernels[i].symbol], places.kernels[i].number);
    }
    return Done{};
  }

 private:
  static Result<std::unique_ptr<LlvmKernel>> Emit(const PrimFunc& func, llvm::Module& code, const std::string& symbol) {
    ASSAY_TRY(KernelSignature signature, KernelSignature::Make(func));
    ASSAY_TRY(KernelPlan plan, KernelEmitter(code, signature).Emit(symbol));
    return std::make_unique<LlvmKernel>(std::move(signature), std::move(plan));
  }

  // Freed after the kernels that point into it.
  std::unique_ptr<JitCode> code_;
  std::unordered_map<std::string, std::unique_ptr<LlvmKernel>> kernels_;
};

}  // namespace

Result<std::unique_ptr<KernelLibrary>> MakeLlvmKernels(const Module& module, const LlvmOptions& options) {
  auto library = std::make_unique<LlvmLibrary>();
  ASSAY_RETURN_IF_ERROR(library->Compile(module, std::clamp(options.opt_level, 0, 3)));
  return std::unique_ptr<KernelLibrary>(std::move(library));
}

}  // namespace assay
