// BindTarget: each kernel gets the target that it is compiled for: public ones the whole of it, those that kernels call
// the host's or the device's, as they are called from. What is called from both becomes two. Tested by
// testdata/bind_target.
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "ir/targets.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"
#include "passes/options.h"
#include "passes/rewrite/global_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/renew_defs.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr std::string_view kIsHostFunc = "tirx.is_host_func";

// Another function in place of one that is called, where no thread is bound around the call.
class HostCalls : public StmtMutator {
 public:
  HostCalls(Context& ctx, std::unordered_map<std::string_view, const GlobalVar*> instead)
      : StmtMutator(ctx), instead_(std::move(instead)) {}

  // By name, whom the host calls, and whom a device does.
  std::unordered_set<std::string_view> host, device;

 protected:
  // other kinds: bind no thread
  const Stmt* VisitStmt(const Stmt* s) override {
    bool outer = std::exchange(under_threads_, under_threads_ || ThreadOf(s) != nullptr);
    const Stmt* visited = Children(s);
    under_threads_ = outer;
    return visited;
  }
  const Expr* VisitExpr(const Expr* e) override {
    return static_cast<const Expr*>(Rewrite(ctx, e, [&](const Node* node, const Node*) -> const Node* {
      const auto* call = As<Call>(node);
      const auto* callee = call == nullptr ? nullptr : As<GlobalVar>(call->op);
      if (callee == nullptr) return node;
      (under_threads_ ? device : host).insert(callee->name.text());
      auto found = under_threads_ ? instead_.end() : instead_.find(callee->name.text());
      if (found == instead_.end()) return node;
      Call* other = ctx.arena.New<Call>(*call);
      other->op = found->second;
      return other;
    }));
  }

 private:
  std::unordered_map<std::string_view, const GlobalVar*> instead_;
  bool under_threads_ = false;
};

class TargetBinder {
 public:
  TargetBinder(Context& ctx, const Module& module, const AttrDict* target)
      : ctx_(ctx), module_(module), editor_(ctx, module), calls_(ctx, {}), whole_(Made(target)) {
    const Attr* host = target->Find(kHostKey);
    if (const auto* wrapped = As<AttrTarget>(host)) host = wrapped->config;
    has_host_ = host != nullptr;
    const auto* config = As<AttrDict>(host);
    host_ = Made(config != nullptr ? config
                                   : CompleteTarget(ctx, MakeSortedDict(ctx, {{"kind", MakeAttrString(ctx, "llvm")}})));
    device_ = WithoutHost(ctx, target);
  }

  Module Run() {
    for (const ModuleEntry& entry : module_.entries) {
      const auto* func = As<PrimFunc>(entry.func);
      if (func != nullptr && IsPublic(func)) calls_.VisitFunction(func);
    }
    for (size_t i = 0; i < module_.entries.size(); ++i) {
      if (const auto* func = As<PrimFunc>(module_.entries[i].func)) editor_.Replace(i, Bound(i, *func));
    }
    return WithHostCalls(editor_.Finish());
  }

 private:
  const AttrTarget* Made(const AttrDict* config) {
    AttrTarget* target = ctx_.arena.New<AttrTarget>();
    target->config = config;
    return target;
  }
  const Expr* Bound(size_t i, const PrimFunc& func) {
    const AttrTarget* own = TargetOf(&func);
    if (own != nullptr) {
      bool lacks_host = has_host_ && IsPublic(&func) && own->config->Find(kHostKey) == nullptr;
      return lacks_host ? With(func, Made(WithAttr(ctx_, own->config, kHostKey, host_->config))) : &func;
    }
    const auto* for_host = As<AttrBool>(func.attrs == nullptr ? nullptr : func.attrs->Find(kIsHostFunc));
    if (for_host != nullptr && for_host->value) {
      const Expr* plain = WithFunctionAttr(ctx_, &func, kIsHostFunc, nullptr);
      return With(*plain, Made(WithAttr(ctx_, host_->config, kHostKey, host_->config)));
    }
    if (IsPublic(&func)) return With(func, whole_);
    std::string_view name = module_.entries[i].var->name.text();
    bool by_host = calls_.host.contains(name), by_device = calls_.device.contains(name);
    if (by_host && by_device) {
      const Expr* twin = With(*RenewDefs(ctx_, &func), host_);
      instead_[name] = editor_.AddFunction(fmt::format("{}_host", name), twin);
    }
    return With(func, by_host && !by_device ? host_ : device_);
  }
  const Expr* With(const Expr& func, const AttrTarget* target) {
    return WithFunctionAttr(ctx_, &func, kTargetKey, target);
  }
  Module WithHostCalls(const Module& bound) {
    if (instead_.empty()) return bound;
    ModuleEditor editor(ctx_, bound);
    for (size_t i = 0; i < bound.entries.size(); ++i) {
      const auto* func = As<PrimFunc>(bound.entries[i].func);
      if (func != nullptr && IsPublic(func)) editor.Replace(i, HostCalls(ctx_, instead_).VisitFunction(func));
    }
    return editor.Finish();
  }

  Context& ctx_;
  const Module& module_;
  ModuleEditor editor_;
  HostCalls calls_;
  std::unordered_map<std::string_view, const GlobalVar*> instead_;
  const AttrTarget *whole_, *host_ = nullptr, *device_ = nullptr;
  bool has_host_ = false;
};

Result<Module> RunBindTarget(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  Context& ctx = pass_ctx.ctx;
  const Attr* given = FindOption(options, kTargetKey);
  if (const auto* kind = As<AttrString>(given)) given = MakeSortedDict(ctx, {{"kind", kind}});
  const auto* config = As<AttrDict>(given);
  if (config == nullptr || StringAttr(config, "kind").empty())
    return InvalidOption(options, kTargetKey, "a kind of target, or a dictionary with one");
  return TargetBinder(ctx, module, CompleteTarget(ctx, config)).Run();
}

// A device with a host, without one, or the host alone.
bool SampleOptions(Context& ctx, const Module&, ByteSource& bytes, PassOptions& options) {
  static constexpr std::string_view kKinds[] = {"cuda", "metal", "opencl", "llvm"};
  AttrItems items = {{"kind", MakeAttrString(ctx, kKinds[bytes.Below(std::size(kKinds))])}};
  if (bytes.Chance(2, 3)) items.emplace_back(kHostKey, MakeSortedDict(ctx, {{"kind", MakeAttrString(ctx, "llvm")}}));
  options[std::string(kTargetKey)] = MakeSortedDict(ctx, items);
  return true;
}

constexpr std::string_view kOptions[] = {kTargetKey};
constexpr std::string_view kAttrs[] = {kTargetKey, kIsHostFunc};

}  // namespace

const PassSpec tir_pass::kBindTarget = {
    .name = "BindTarget",
    .doc = "says of each kernel what it is compiled for, and makes two of one that the host and a device call",
    .options = kOptions,
    .changes = Adds({Facet::kPrivateFunctions}) | Alters({Facet::kKernels}),
    .attrs = kAttrs,
    .run = RunBindTarget,
    .sample_options = SampleOptions,
};

}  // namespace assay
