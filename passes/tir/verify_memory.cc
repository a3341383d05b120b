// VerifyMemory: a kernel for a GPU touches the memory that it is given where threads are bound, and nowhere else: what
// stands outside of them runs on the host. Tested by testdata/verify_memory.
#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "ir/targets.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"
#include "passes/analysis/launches_by_name.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// Devices with memory of their own, as TVM's IsGPUDevice counts them.
bool IsForGpu(const PrimFunc& func) {
  const AttrTarget* target = TargetOf(&func);
  if (target == nullptr) return false;
  static constexpr std::string_view kGpus[] = {"cuda", "nvptx", "opencl", "vulkan", "metal", "rocm"};
  return std::ranges::find(kGpus, TargetKind(*target)) != std::end(kGpus);
}

// The first access to memory of the function's parameters under no binding of threads.
class HostAccess {
 public:
  explicit HostAccess(const PrimFunc& func) {
    for (size_t i = 0; i < func.params.size(); ++i) {
      given_.insert(func.buffers[i] == nullptr ? func.params[i] : func.buffers[i]->data);
    }
    WalkBeforeChildren(func.body, [&](const Node* node) {
      const Stmt* s = AsStmt(node);
      if (s != nullptr && ThreadAxisOf(s)) return false;
      if (const auto* store = As<BufferStore>(node)) Note(*store->buffer, store->span);
      if (const auto* load = As<BufferLoad>(node)) Note(*load->buffer, load->span);
      return !Is<Buffer>(node) && buffer_ == nullptr;
    });
  }
  const Buffer* buffer() const { return buffer_; }
  SourceSpan span() const { return span_; }

 private:
  void Note(const Buffer& buffer, SourceSpan span) {
    if (buffer_ != nullptr || !given_.contains(buffer.data)) return;
    buffer_ = &buffer;
    span_ = span;
  }

  std::unordered_set<const Var*> given_;
  const Buffer* buffer_ = nullptr;
  SourceSpan span_;
};

Result<Module> RunVerifyMemory(PassContext&, const Module& module, const PassOptions&) {
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<PrimFunc>(entry.func);
    if (func == nullptr || !IsForGpu(*func) || IsDeviceKernel(func)) continue;
    HostAccess access(*func);
    if (access.buffer() == nullptr) continue;
    return Diag{DiagKind::kCannotLower,
                access.span(),
                fmt::format("{} is for a GPU and touches {} where no thread is bound, which runs on the host",
                            entry.var->name.text(), access.buffer()->name.text()),
                "",
                {}};
  }
  return module;
}

}  // namespace

const PassSpec tir_pass::kVerifyMemory = {
    .name = "VerifyMemory",
    .doc = "refuses kernels for a GPU that touch the memory which they are given where no thread is bound",
    .run = RunVerifyMemory,
    .about_threads = true,
};

}  // namespace assay
