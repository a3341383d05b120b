// The library of reference kernels: programs are compiled when a kernel is first called.
#include "vm/reference/tir_eval.h"

#include <unordered_map>

#include "vm/kernel_calls.h"
#include "vm/reference/tir_machine.h"

namespace assay {
namespace {

class ReferenceKernel : public Kernel {
 public:
  ReferenceKernel(KernelSignature signature, TirUnit unit, const StorageShadow* shadow)
      : signature_(std::move(signature)), unit_(std::move(unit)), shadow_(shadow) {}

  Outcome Run(std::span<const Value> args, size_t fresh_from, Meter& meter) override {
    std::variant<KernelSignature::Bound, Trap> bound = signature_.Bind(args);
    if (Trap* trap = std::get_if<Trap>(&bound)) return std::move(*trap);
    return TirMachine(unit_, shadow_, meter).Run(*std::get_if<KernelSignature::Bound>(&bound), fresh_from);
  }

 private:
  KernelSignature signature_;
  TirUnit unit_;
  const StorageShadow* shadow_;
};

class ReferenceLibrary : public KernelLibrary {
 public:
  ReferenceLibrary(const Module& module, const TirOptions& options) : module_(module), options_(options) {}
  void Add(std::string_view name, const PrimFunc* func) { entries_[std::string(name)] = {func, nullptr}; }

  Kernel* Find(std::string_view name) override {
    auto found = entries_.find(std::string(name));
    if (found == entries_.end()) return nullptr;
    Entry& entry = found->second;
    if (Status made = Compile(entry); !made.ok()) entry.kernel = std::make_unique<RefusingKernel>(made.error().message);
    return entry.kernel.get();
  }
  // Compiles a kernel that was added before it is called, to see whether that can be done.
  Status Compile(std::string_view name) { return Compile(entries_.find(std::string(name))->second); }
  StorageShadow* shadow() override { return &shadow_; }

 private:
  struct Entry {
    const PrimFunc* func = nullptr;
    std::unique_ptr<Kernel> kernel;
  };
  Status Compile(Entry& entry) {
    if (entry.kernel != nullptr) return Done{};
    ASSAY_TRY(entry.kernel, MakeReferenceKernel(module_, *entry.func, options_, &shadow_));
    return Done{};
  }

  Module module_;
  TirOptions options_;
  StorageShadow shadow_;
  std::unordered_map<std::string, Entry> entries_;
};

}  // namespace

Result<std::unique_ptr<Kernel>> MakeReferenceKernel(const Module& module, const PrimFunc& func,
                                                    const TirOptions& options, const StorageShadow* shadow) {
  ASSAY_TRY(KernelSignature signature, KernelSignature::Make(func));
  ASSAY_TRY(TirUnit unit, CompileUnit(signature, module, options));
  return std::unique_ptr<Kernel>(new ReferenceKernel(std::move(signature), std::move(unit), shadow));
}

Result<std::unique_ptr<KernelLibrary>> MakeReferenceKernels(const Module& module, bool strict,
                                                            const TirOptions& options) {
  auto library = std::make_unique<ReferenceLibrary>(module, options);
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<PrimFunc>(entry.func);
    if (func == nullptr) continue;
    library->Add(entry.var->name.text(), func);
    // Functions that take pointers are compiled with those that call them.
    if (strict && !TakesPointers(*func)) ASSAY_RETURN_IF_ERROR(library->Compile(entry.var->name.text()));
  }
  return std::unique_ptr<KernelLibrary>(std::move(library));
}

}  // namespace assay
