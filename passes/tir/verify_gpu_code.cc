// VerifyGPUCode: each launch of a kernel stays within the limits that are given: threads, memory, bytes of a vector.
// Named as in TVM, which has it in C++ alone (s_tir.transform.VerifyGPUCode). Tested by testdata/verify_gpu_code.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ir/prim/node.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"
#include "passes/options.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

enum Limit : uint8_t {
  kLocalMemory,
  kSharedMemory,
  kThreads,
  kThreadX,
  kThreadY,
  kThreadZ,
  kVirtualThreads,
  kVectorBytes,
  kKernels,
};
struct LimitRow {
  std::string_view name, what;
};
constexpr std::array kLimits = {
    LimitRow{"max_local_memory_per_block", "bytes of local memory"},
    LimitRow{"max_shared_memory_per_block", "bytes of shared memory"},
    LimitRow{"max_threads_per_block", "threads per block"},
    LimitRow{"max_thread_x", "threads along threadIdx.x"},
    LimitRow{"max_thread_y", "threads along threadIdx.y"},
    LimitRow{"max_thread_z", "threads along threadIdx.z"},
    LimitRow{"max_vthread", "virtual threads"},
    LimitRow{"max_vector_bytes", "bytes of a vector"},
    LimitRow{"max_kernels", "launches"},
};
using Limits = std::array<int64_t, kLimits.size()>;

// Of an element: all lanes.
int64_t BytesOf(DType dtype) { return (int64_t{dtype.bits} * dtype.lanes + 7) / 8; }
bool IsVector(DType dtype) { return dtype.lanes > 1; }

class GpuCodeVerifier {
 public:
  explicit GpuCodeVerifier(const Limits& limits) : limits_(limits) {}

  // other kinds: take nothing of what is limited
  // recursion: statements nest as deep as the parser lets them
  void Visit(const Node* root) {
    WalkBeforeChildren(root, [&](const Node* node) {
      const Stmt* s = AsStmt(node);
      if (s != nullptr && ThreadOf(s) != nullptr && s != at_) return InThread(s), false;
      if (const auto* alloc = As<AllocBuffer>(node)) Allocate(*alloc->buffer, alloc->span);
      if (const auto* block = As<SBlock>(node)) {
        for (const Buffer* buffer : block->alloc_buffers) Allocate(*buffer, block->span);
      }
      if (const auto* store = As<BufferStore>(node)) Accessed(DTypeOf(store->value), store->indices, store->span);
      if (const auto* load = As<BufferLoad>(node)) Accessed(DTypeOf(load), load->indices, load->span);
      if (const auto* cast = As<Cast>(node)) Vector(DTypeOf(cast), cast->span);
      return !Is<Buffer>(node);
    });
  }
  // What is exceeded first, and where; empty when nothing is.
  const std::string& why() const { return why_; }
  SourceSpan span() const { return span_; }

 private:
  void InThread(const Stmt* s) {
    if (depth_ == 0) {
      used_ = {};
      used_[kThreads] = 1;
      bound_.clear();
      Use(kKernels, ++kernels_, s->span);
    }
    Bind(s);
    ++depth_;
    at_ = s;
    Visit(s);
    if (--depth_ > 0) return;
    for (Limit limit : {kThreads, kLocalMemory, kSharedMemory}) Use(limit, used_[limit], s->span);
  }
  // other kinds: bind no thread
  void Bind(const Stmt* s) {
    std::string_view tag = ThreadOf(s)->thread_tag.text();
    const auto* loop = As<For>(s);
    const IntImm* extent = AsInt(loop != nullptr ? loop->extent : As<AttrStmt>(s)->value);
    std::optional<size_t> axis = ThreadAxisOf(s);
    bool is_virtual = tag.starts_with("vthread");
    if (!is_virtual && (!axis || *axis < kFirstThreadAxis)) return;
    if (extent == nullptr) return Fail(fmt::format("no known number of threads along {}", tag), s->span);
    auto known = std::ranges::find(bound_, tag, &std::pair<std::string_view, int64_t>::first);
    if (known != bound_.end()) {
      if (known->second != extent->value)
        Fail(fmt::format("{} threads along {}, and {} where it is bound again", known->second, tag, extent->value),
             s->span);
      return;
    }
    bound_.emplace_back(tag, extent->value);
    used_[kThreads] *= extent->value;
    Use(is_virtual ? kVirtualThreads : static_cast<Limit>(kThreadX + *axis - kFirstThreadAxis), extent->value, s->span);
  }
  void Allocate(const Buffer& buffer, SourceSpan span) {
    int64_t count = 1;
    for (const Expr* dim : buffer.shape) count *= AsInt(dim) == nullptr ? 0 : AsInt(dim)->value;
    std::string_view scope = buffer.scope.text();
    if (scope.starts_with("local")) used_[kLocalMemory] += count * BytesOf(buffer.dtype);
    if (scope.starts_with("shared")) used_[kSharedMemory] += count * BytesOf(buffer.dtype);
    Vector(buffer.dtype, span);
  }
  void Accessed(DType dtype, Nodes<Expr> indices, SourceSpan span) {
    if (!IsVector(dtype)) return;
    Vector(dtype, span);
    for (const Expr* index : indices) {
      const auto* ramp = As<Ramp>(index);
      const IntImm* stride = ramp == nullptr ? nullptr : AsInt(ramp->stride);
      if (ramp != nullptr && (stride == nullptr || stride->value != 1)) Vector(DTypeOf(ramp), span);
    }
  }
  void Vector(DType dtype, SourceSpan span) {
    if (IsVector(dtype)) Use(kVectorBytes, BytesOf(dtype), span);
  }
  void Use(Limit limit, int64_t used, SourceSpan span) {
    if (used > limits_[limit])
      Fail(fmt::format("{} {}, more than the {} of {}", used, kLimits[limit].what, limits_[limit], kLimits[limit].name),
           span);
  }
  void Fail(std::string why, SourceSpan span) {
    if (!why_.empty()) return;
    why_ = std::move(why);
    span_ = span;
  }

  const Limits& limits_;
  int depth_ = 0;
  int64_t kernels_ = 0;
  Limits used_{};
  std::vector<std::pair<std::string_view, int64_t>> bound_;
  // The statement whose inside is looked at.
  const Stmt* at_ = nullptr;
  std::string why_;
  SourceSpan span_;
};

Result<Limits> LimitsOf(const PassOptions& options) {
  Limits limits;
  limits.fill(INT64_MAX);
  const Attr* given = FindOption(options, "constraints");
  const auto* dict = As<AttrDict>(given);
  if (given != nullptr && dict == nullptr) return InvalidOption(options, "constraints", "a dictionary of limits");
  if (dict == nullptr) return limits;
  for (size_t i = 0; i < dict->keys.size(); ++i) {
    const auto* row = std::ranges::find(kLimits, dict->keys[i].text(), &LimitRow::name);
    const auto* number = As<AttrInt>(dict->values[i]);
    if (row == kLimits.end() || number == nullptr)
      return InvalidOption(options, "constraints", "numbers under names such as max_threads_per_block");
    limits[static_cast<size_t>(row - kLimits.begin())] = number->value;
  }
  return limits;
}

Result<Module> RunVerifyGPUCode(PassContext&, const Module& module, const PassOptions& options) {
  ASSAY_TRY(Limits limits, LimitsOf(options));
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<PrimFunc>(entry.func);
    if (func == nullptr) continue;
    GpuCodeVerifier verifier(limits);
    verifier.Visit(func->body);
    if (!verifier.why().empty())
      return Diag{DiagKind::kCannotLower,
                  verifier.span(),
                  fmt::format("{} has {}", entry.var->name.text(), verifier.why()),
                  "",
                  {}};
  }
  return module;
}

// One or two limits, as small as what kernels take.
bool SampleOptions(Context& ctx, const Module&, ByteSource& bytes, PassOptions& options) {
  constexpr int64_t kSmall[] = {1, 2, 4, 8, 16, 32, 64, 256, 1024};
  AttrItems items;
  for (uint64_t i = 1 + bytes.Below(2); i > 0; --i) {
    std::string_view name = kLimits[bytes.Below(kLimits.size())].name;
    int64_t limit = kSmall[bytes.Below(std::size(kSmall))];
    if (std::ranges::find(items, name, &AttrItems::value_type::first) == items.end())
      items.emplace_back(name, MakeAttrInt(ctx, limit));
  }
  options["constraints"] = MakeSortedDict(ctx, items);
  return true;
}

constexpr std::string_view kOptions[] = {"constraints"};

}  // namespace

const PassSpec tir_pass::kVerifyGPUCode = {
    .name = "VerifyGPUCode",
    .doc = "refuses kernels whose launches take more than the limits that are given",
    .options = kOptions,
    .run = RunVerifyGPUCode,
    .sample_options = SampleOptions,
    .about_threads = true,
};

}  // namespace assay
