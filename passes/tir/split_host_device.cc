// SplitHostDevice: what a function launches on a device becomes a kernel of its own, which the rest, on the host, calls
// by name with the memory and numbers that it uses and the extents of its launch. Tested by
// testdata/split_host_device.
#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>

#include <fmt/format.h>

#include "ir/prim/intrinsics.h"
#include "ir/prim/pointer.h"
#include "ir/targets.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"
#include "passes/analysis/launches_by_name.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/global_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/refusing_mutator.h"
#include "passes/rewrite/renew_defs.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// Outermost, what the device runs: threads are bound, or it is said. Loops of threads count, too.
// other kinds: run where what is around them runs
bool IsRegion(const Stmt* s) {
  const auto* attr = As<AttrStmt>(s);
  return ThreadAxisOf(s) || (attr != nullptr && attr->attr_key == "device_scope");
}
// other kinds: bind no thread
const Expr* ExtentOf(const Stmt* s) {
  return Is<For>(s) ? static_cast<const For*>(s)->extent : static_cast<const AttrStmt*>(s)->value;
}

// Buffers that the statement uses and that stand outside of it, in the order in which it comes to them.
std::vector<const Buffer*> BuffersFromOutside(const Stmt* s) {
  std::unordered_set<const Buffer*> own;
  std::vector<const Buffer*> used;
  // other kinds: have no buffers of their own
  WalkOnce(s, [&](const Node* node) {
    if (const auto* alloc = As<AllocBuffer>(node)) own.insert(alloc->buffer);
    if (const auto* view = As<DeclBuffer>(node)) own.insert(view->buffer);
    if (const auto* buffer = As<Buffer>(node)) used.push_back(buffer);
  });
  std::erase_if(used, [&](const Buffer* buffer) { return own.contains(buffer); });
  return used;
}

// How a kernel is launched: its axes in the order in which it binds them, then the bytes of dynamic shared memory.
struct Launch {
  std::vector<std::string_view> params;
  std::vector<const Expr*> args;

  const AttrList* Tags(Context& ctx) const {
    std::vector<const Attr*> tags;
    for (std::string_view tag : params) tags.push_back(MakeAttrString(ctx, tag));
    return MakeAttrList(ctx, tags);
  }
};

class LaunchFinder {
 public:
  LaunchFinder(Context& ctx, const Stmt* region) : ctx_(ctx) {
    // other kinds: say nothing of how they are launched
    WalkBeforeChildren(region, [&](const Node* node) {
      if (const auto* bind = As<Bind>(node)) bound_[bind->var] = SubstituteIn(ctx_, bind->value, bound_);
      const Stmt* s = AsStmt(node);
      if (s != nullptr && ThreadAxisOf(s)) Note(*ThreadOf(s), ExtentOf(s));
      const auto* alloc = As<AllocBuffer>(node);
      if (alloc != nullptr && alloc->buffer->scope == "shared.dyn") NoteMemory(*alloc->buffer);
      return true;
    });
  }
  Launch Found() && {
    if (memory_ != nullptr) {
      launch_.params.emplace_back("tirx.use_dyn_shared_memory");
      launch_.args.push_back(memory_);
    }
    return std::move(launch_);
  }
  bool has_two_memories() const { return memories_ > 1; }

 private:
  void Note(const IterVar& thread, const Expr* extent) {
    std::string_view tag = thread.thread_tag.text();
    if (std::ranges::find(launch_.params, tag) != launch_.params.end()) return;
    launch_.params.push_back(tag);
    launch_.args.push_back(SubstituteIn(ctx_, extent, bound_));
  }
  void NoteMemory(const Buffer& buffer) {
    ++memories_;
    const Expr* bytes = MakeInt(ctx_, buffer.dtype.ElementBytes() * buffer.dtype.lanes, DType::Int(32));
    for (const Expr* extent : buffer.shape) {
      const Expr* known = SubstituteIn(ctx_, extent, bound_);
      if (DTypeOf(known) != DType::Int(32)) known = MakeCast(ctx_, DType::Int(32), known);
      bytes = MakeBinary(ctx_, NodeKind::kMul, bytes, known);
    }
    memory_ = bytes;
  }

  Context& ctx_;
  Launch launch_;
  VarMap bound_;
  const Expr* memory_ = nullptr;
  int memories_ = 0;
};

// Takes the regions out of one function.
class RegionTaker : public RefusingMutator {
 public:
  RegionTaker(Context& ctx, ModuleEditor& editor, const PrimFunc& func, std::string_view name, const Attr* target)
      : RefusingMutator(ctx), editor_(editor), func_(func), name_(name), target_(target) {}

 protected:
  // other kinds: launch nothing by themselves
  const Stmt* VisitStmt(const Stmt* s) override {
    if (!IsRegion(s)) return Children(s);
    return failure_ ? s : Taken(s);
  }

 private:
  const Stmt* Taken(const Stmt* region) {
    if (HasBlocks(func_)) {
      failure_ = BlocksAreLeft(func_);
      return region;
    }
    LaunchFinder finder(ctx, region);
    if (finder.has_two_memories()) return Fail(region, "a kernel allocates dynamic shared memory once, and here twice");
    Launch launch = std::move(finder).Found();
    std::vector<const Buffer*> outside = BuffersFromOutside(region);
    for (const Buffer* buffer : outside) {
      if (buffer->scope != "global" && !buffer->scope.empty())
        return Fail(region, fmt::format("what is launched uses {}, which the host would allocate as {} memory",
                                        buffer->name.text(), buffer->scope.text()));
    }
    std::vector<const Stmt*> body;
    // The last that is met is declared first, as TVM has it.
    for (size_t i = outside.size(); i-- > 0;) body.push_back(Declared(outside[i]));
    body.push_back(region);
    const Stmt* whole = body.size() == 1 ? region : MakeSeqStmt(ctx, body);
    std::vector<const Var*> params = Params(whole, region);
    for (size_t i = 0; i < launch.args.size(); ++i) {
      bool known = std::ranges::all_of(VarsIn(launch.args[i]),
                                       [&](const Var* var) { return std::ranges::find(params, var) != params.end(); });
      if (!known)
        return Fail(region, fmt::format("{} of a launch depends on what the kernel itself computes", launch.params[i]));
    }
    return LaunchOf(AddKernel(params, whole, launch), params, launch);
  }
  const Stmt* Declared(const Buffer* buffer) {
    DeclBuffer* declared = ctx.arena.New<DeclBuffer>();
    declared->buffer = buffer;
    declared->data = buffer->data;
    return declared;
  }
  // Memory, then numbers, each by name.
  std::vector<const Var*> Params(const Stmt* whole, const Stmt* region) {
    std::vector<const Var*> own = DefinedIn(region);
    // Of two with one name the one that is met first.
    using Place = std::tuple<bool, std::string_view, size_t>;
    std::map<Place, const Var*> ordered;
    std::unordered_set<const Var*> seen(own.begin(), own.end());
    for (const Var* var : VarsIn(whole)) {
      if (seen.insert(var).second) ordered.emplace(Place(!IsPointer(var), var->name.text(), ordered.size()), var);
    }
    std::vector<const Var*> params;
    for (const auto& [place, var] : ordered) params.push_back(var);
    return params;
  }
  std::string AddKernel(const std::vector<const Var*>& params, const Stmt* whole, const Launch& launch) {
    std::string name = fmt::format("{}_kernel", name_);
    for (int i = 1; editor_.Find(name) != nullptr; ++i) name = fmt::format("{}_kernel_{}", name_, i);
    PrimFunc* kernel = ctx.arena.New<PrimFunc>();
    kernel->params = ctx.Copy(params);
    kernel->buffers = ctx.Copy(std::vector<const Buffer*>(params.size(), nullptr));
    kernel->body = whole;
    kernel->is_s_tir = func_.is_s_tir;
    AttrItems attrs = {{kCallingConv, MakeAttrInt(ctx, kDeviceKernelLaunch)},
                       {"global_symbol", MakeAttrString(ctx, name)},
                       {"tirx.is_global_func", MakeAttrBool(ctx, true)},
                       {"tirx.kernel_launch_params", launch.Tags(ctx)},
                       {"tirx.noalias", MakeAttrBool(ctx, true)}};
    if (target_ != nullptr) attrs.emplace_back(kTargetKey, target_);
    kernel->attrs = MakeSortedDict(ctx, attrs);
    VarMap pointers;
    for (const Var* param : params) {
      if (IsPointer(param))
        pointers.emplace(param, MakeVar(ctx, param->name.str() + "_ptr", param->type, param->flavor));
    }
    return editor_.AddFunction(name, RenewDefs(ctx, SubstituteIn(ctx, kernel, pointers)))->name.str();
  }
  const Stmt* LaunchOf(std::string_view name, const std::vector<const Var*>& params, const Launch& launch) {
    std::vector<const Expr*> args{MakeString(ctx, name)};
    args.insert(args.end(), params.begin(), params.end());
    args.insert(args.end(), launch.args.begin(), launch.args.end());
    auto* call = ctx.arena.New<Call>(*MakeIntrinsic(ctx, IntrinsicId::call_ffi_kernel, DType::Int(32), args));
    call->attrs = MakeDict(ctx, {{IntrinsicRow(IntrinsicId::call_ffi_kernel).attribute, launch.Tags(ctx)}});
    Evaluate* evaluate = ctx.arena.New<Evaluate>();
    evaluate->value = call;
    return evaluate;
  }
  const Stmt* Fail(const Stmt* region, std::string_view why) {
    failure_ = Diag{DiagKind::kCannotLower, region->span, std::string(why), "", {}};
    return region;
  }

  ModuleEditor& editor_;
  const PrimFunc& func_;
  std::string_view name_;
  const Attr* target_;
};

Result<Module> RunSplitHostDevice(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  ModuleEditor editor(ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<PrimFunc>(module.entries[i].func);
    if (func == nullptr) continue;
    const AttrTarget* target = TargetOf(func);
    // What a target without a host says is all for the device, and so is a kernel that was taken out.
    if (target != nullptr && target->config->Find(kHostKey) == nullptr) continue;
    if (IsDeviceKernel(func)) continue;
    std::string_view symbol = StringAttr(func->attrs, "global_symbol");
    std::string_view name = symbol.empty() ? module.entries[i].var->name.text() : symbol;
    RegionTaker taker(ctx, editor, *func, name, target == nullptr ? nullptr : WithoutHost(ctx, target->config));
    ASSAY_TRY(const PrimFunc* host, taker.Lower(func));
    editor.Replace(i, host);
  }
  return editor.Finish();
}

}  // namespace

const PassSpec tir_pass::kSplitHostDevice = {
    .name = "SplitHostDevice",
    .doc = "makes kernels of their own of what functions launch on devices, which the rest calls by name",
    .changes = Adds({Facet::kPublicFunctions}) | Alters({Facet::kKernels, Facet::kLoopKinds}) |
               Drops({Facet::kStatementAttrs, Facet::kLoopKinds}),
    .run = RunSplitHostDevice,
    .about_threads = true,
};

}  // namespace assay
