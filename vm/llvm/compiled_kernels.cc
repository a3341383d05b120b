#include "vm/llvm/compiled_kernels.h"

#include "ir/serial/serial.h"

namespace assay {
namespace {

class SharedLibrary : public KernelLibrary {
 public:
  explicit SharedLibrary(std::shared_ptr<KernelLibrary> library) : library_(std::move(library)) {}
  Kernel* Find(std::string_view name) override { return library_->Find(name); }
  StorageShadow* shadow() override { return library_->shadow(); }

 private:
  std::shared_ptr<KernelLibrary> library_;
};

// Without what no machine code is made of.
std::vector<uint8_t> BytesOf(const Module& module) {
  std::vector<ModuleEntry> kernels;
  for (const ModuleEntry& entry : module.entries) {
    if (Is<PrimFunc>(entry.func)) kernels.push_back(entry);
  }
  Module alone;
  alone.entries = kernels;
  return Serialize(alone);
}

}  // namespace

Result<std::unique_ptr<KernelLibrary>> CompiledKernels::Make(const Module& kernels, const LlvmOptions& options) {
  Key key(BytesOf(kernels), options.opt_level, options.threads, options.unchecked);
  auto found = libraries_.find(key);
  if (found == libraries_.end()) {
    // What is refused is not kept.
    ASSAY_TRY(std::unique_ptr<KernelLibrary> made, MakeLlvmKernels(kernels, options));
    found = libraries_.emplace(std::move(key), std::move(made)).first;
  } else if (options.verify) {
    ASSAY_RETURN_IF_ERROR(VerifyLlvmKernels(kernels, options));
  }
  return std::unique_ptr<KernelLibrary>(std::make_unique<SharedLibrary>(found->second));
}

}  // namespace assay
