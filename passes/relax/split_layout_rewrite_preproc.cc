// SplitLayoutRewritePreproc: a kernel that first brings a weight into another layout, in blocks that say so
// ("meta_schedule.layout_rewrite_preproc"), becomes two: one that does this, and one that takes the weight as it comes
// out. The first depends on weights alone, so that LiftTransformParams can lift it. Then dead code goes. Tested by
// testdata/split_layout_rewrite_preproc.
#include <algorithm>
#include <optional>

#include "ir/mentions.h"
#include "ir/ops/op_spec.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"
#include "passes/analysis/signature_vars.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"
#include "passes/rewrite/renew_defs.h"

namespace assay {
namespace {

constexpr std::string_view kMark = "meta_schedule.layout_rewrite_preproc";

struct LayoutRewrite {
  size_t param;
  const Buffer *before, *after;
};
struct SplitKernel {
  std::vector<LayoutRewrite> rewrites;
  const PrimFunc *prepack = nullptr, *compute = nullptr;
};

bool IsMarked(const SBlock* block) {
  const Attr* mark = block->annotations == nullptr ? nullptr : block->annotations->Find(kMark);
  const auto* flag = As<AttrBool>(mark);
  const auto* number = As<AttrInt>(mark);
  return (flag != nullptr && flag->value) || (number != nullptr && number->value != 0);
}

std::vector<const SBlock*> BlocksIn(const Stmt* stmt) {
  std::vector<const SBlock*> blocks;
  WalkOnce(stmt, [&](const Node* node) {
    if (const auto* block = As<SBlock>(node)) blocks.push_back(block);
  });
  return blocks;
}

// other kinds: write what their parts write
bool Writes(const Stmt* stmt, const Buffer* buffer) {
  auto declares = [&](const SBlock* block) {
    return std::ranges::find(block->writes, buffer, &BufferRegion::buffer) != block->writes.end();
  };
  return std::ranges::any_of(BlocksIn(stmt), declares) ||
         AnyAccess(stmt, [&](const ElementAccess& access) { return access.writes && access.buffer == buffer; });
}

// Takes one kernel apart; nothing where it is not of the form that splits.
class Splitter {
 public:
  Splitter(Context& ctx, const PrimFunc* kernel) : ctx_(ctx), kernel_(kernel) {}

  // other kinds: a kernel that is no sequence in a block does not split
  std::optional<SplitKernel> Split() {
    const auto* realize = As<SBlockRealize>(kernel_->body);
    const auto* sequence = realize == nullptr ? nullptr : As<SeqStmt>(realize->block->body);
    if (sequence == nullptr || !realize->block->match_buffers.empty() || realize->block->init != nullptr) return {};
    root_ = realize->block;
    for (const Stmt* stmt : sequence->seq) {
      if (!Sort(stmt)) return {};
    }
    if (split_.rewrites.empty() || compute_.empty() || !ComputeIsFree() || !PrepackIsFree()) return {};
    const PrimFunc *prepack = Prepack(), *compute = Compute();
    if (LosesVars(prepack) || LosesVars(compute)) return {};
    split_.prepack = RenewDefs(ctx_, prepack);
    split_.compute = RenewDefs(ctx_, compute);
    return split_;
  }

 private:
  // False for a statement that does both.
  bool Sort(const Stmt* stmt) {
    std::vector<const SBlock*> blocks = BlocksIn(stmt);
    if (std::ranges::none_of(blocks, IsMarked)) {
      compute_.push_back(stmt);
      return true;
    }
    bool all = std::ranges::all_of(blocks, [&](const SBlock* block) { return IsMarked(block) && AddRewrite(block); });
    prepack_.push_back(stmt);
    return all;
  }
  bool AddRewrite(const SBlock* block) {
    bool plain = block->reads.size() == 1 && block->writes.size() == 1 && block->alloc_buffers.empty() &&
                 block->match_buffers.empty();
    if (!plain) return false;
    const Buffer *before = block->reads[0]->buffer, *after = block->writes[0]->buffer;
    auto param = std::ranges::find(kernel_->buffers, before);
    bool own = std::ranges::find(root_->alloc_buffers, after) != root_->alloc_buffers.end();
    bool fixed = std::ranges::all_of(after->shape, [](const Expr* dim) { return AsInt(dim) != nullptr; });
    auto meets = [&](const LayoutRewrite& r) { return r.before == before || r.after == after; };
    bool again = std::ranges::any_of(split_.rewrites, meets);
    if (param == kernel_->buffers.end() || !own || !fixed || again) return false;
    split_.rewrites.push_back({static_cast<size_t>(param - kernel_->buffers.begin()), before, after});
    return true;
  }
  // What computes reads the weights in their new layout alone, and leaves them as they are.
  bool ComputeIsFree() const {
    for (const LayoutRewrite& rewrite : split_.rewrites) {
      auto meddles = [&](const Stmt* stmt) {
        return Mentions(stmt, rewrite.before, Types::kSkip) || Writes(stmt, rewrite.after);
      };
      if (std::ranges::any_of(compute_, meddles)) return false;
    }
    return true;
  }
  // What rewrites touches nothing else, in conditions neither.
  bool PrepackIsFree() const {
    bool free = true;
    auto look = [&](const Node* node) {
      auto is_own = [&](const LayoutRewrite& rewrite) { return node == rewrite.before || node == rewrite.after; };
      free &= !Is<Buffer>(node) || std::ranges::any_of(split_.rewrites, is_own);
    };
    for (const Stmt* stmt : prepack_) WalkOnce(stmt, look);
    return free;
  }
  // Whether a part uses what the kernel's signature defines and its own does not: the size of a weight that the other
  // part has.
  bool LosesVars(const PrimFunc* part) const {
    std::unordered_set<const Var*> whole = SignatureVars(kernel_->params, kernel_->buffers);
    std::unordered_set<const Var*> own = SignatureVars(part->params, part->buffers);
    return MentionsAny(part, [&](const Var* var) { return whole.contains(var) && !own.contains(var); });
  }
  const Var* ParamFor(const Buffer* buffer, const Var* like) {
    return MakeVar(ctx_, "var_" + buffer->name.str(), like->type);
  }
  const PrimFunc* Prepack() {
    std::vector<const Var*> params;
    std::vector<const Buffer*> buffers;
    for (const LayoutRewrite& rewrite : split_.rewrites) {
      params.push_back(kernel_->params[rewrite.param]);
      buffers.push_back(rewrite.before);
    }
    for (const LayoutRewrite& rewrite : split_.rewrites) {
      params.push_back(ParamFor(rewrite.after, kernel_->params[rewrite.param]));
      buffers.push_back(rewrite.after);
    }
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      const auto* block = As<SBlock>(rebuilt);
      if (block == nullptr || !IsMarked(block)) return rebuilt;
      SBlock* plain = ctx_.arena.New<SBlock>(*block);
      plain->annotations = WithAttr(ctx_, block->annotations, kMark, nullptr);
      return plain;
    };
    std::vector<const Stmt*> body;
    for (const Stmt* stmt : prepack_) body.push_back(static_cast<const Stmt*>(Rewrite(ctx_, stmt, rule)));
    return Kernel(params, buffers, body, {}, "_weight_prepack");
  }
  const PrimFunc* Compute() {
    std::vector<const Var*> params(kernel_->params.begin(), kernel_->params.end());
    std::vector<const Buffer*> buffers(kernel_->buffers.begin(), kernel_->buffers.end());
    std::vector<const Buffer*> allocated(root_->alloc_buffers.begin(), root_->alloc_buffers.end());
    for (const LayoutRewrite& rewrite : split_.rewrites) {
      params[rewrite.param] = ParamFor(rewrite.after, params[rewrite.param]);
      buffers[rewrite.param] = rewrite.after;
      std::erase(allocated, rewrite.after);
    }
    return Kernel(params, buffers, compute_, allocated, "_prepacked");
  }
  const PrimFunc* Kernel(const std::vector<const Var*>& params, const std::vector<const Buffer*>& buffers,
                         const std::vector<const Stmt*>& body, const std::vector<const Buffer*>& allocated,
                         std::string_view suffix) {
    auto* root = ctx_.arena.New<SBlock>();
    root->name_hint = root_->name_hint;
    root->alloc_buffers = ctx_.Copy(allocated);
    root->body = body.size() == 1 ? body[0] : MakeSeqStmt(ctx_, body);
    auto* realize = ctx_.arena.New<SBlockRealize>();
    realize->predicate = MakeBool(ctx_, true);
    realize->block = root;
    PrimFunc* made = ctx_.arena.New<PrimFunc>(*kernel_);
    made->params = ctx_.Copy(params);
    made->buffers = ctx_.Copy(buffers);
    made->body = realize;
    made->attrs = WithAttr(ctx_, kernel_->attrs, "layout_free_buffers", nullptr);
    std::string_view symbol = StringAttr(kernel_->attrs, "global_symbol");
    if (!symbol.empty()) {
      const Attr* renamed = MakeAttrString(ctx_, std::string(symbol) + std::string(suffix));
      made->attrs = WithAttr(ctx_, made->attrs, "global_symbol", renamed);
    }
    return made;
  }

  Context& ctx_;
  const PrimFunc* kernel_;
  const SBlock* root_ = nullptr;
  SplitKernel split_;
  std::vector<const Stmt*> prepack_, compute_;
};

using SplitKernels = std::unordered_map<std::string, SplitKernel>;

class CallSplitter : public RelaxMutator {
 public:
  CallSplitter(Context& context, const Module* module, const SplitKernels& kernels, ModuleEditor& editor)
      : RelaxMutator(context, module), kernels_(kernels), editor_(editor) {}

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    const auto* callee = IsCallOf(call, "relax.call_tir") ? As<GlobalVar>(call->args[0]) : nullptr;
    auto found = callee == nullptr ? kernels_.end() : kernels_.find(callee->name.str());
    const auto* tuple = found == kernels_.end() ? nullptr : As<Tuple>(call->args[1]);
    return tuple == nullptr ? call : Split(call, *callee, *tuple, found->second);
  }

 private:
  const Expr* Split(const Call* call, const GlobalVar& callee, const Tuple& tuple, const SplitKernel& kernel) {
    std::vector<const Expr*> args(tuple.fields.begin(), tuple.fields.end()), weights;
    std::vector<const Type*> types;
    for (const LayoutRewrite& rewrite : kernel.rewrites) {
      weights.push_back(args[rewrite.param]);
      // Relax counts in int64, whatever the kernel counts in.
      std::vector<const Expr*> dims;
      for (const Expr* dim : rewrite.after->shape) dims.push_back(MakeInt(ctx, AsInt(dim)->value));
      types.push_back(MakeTensorType(ctx, MakeShape(ctx, dims), rewrite.after->dtype, nullptr));
    }
    const Type* type = types.size() == 1 ? types[0] : MakeTupleType(ctx, types);
    const GlobalVar* prepack = editor_.AddFunction(callee.name.str() + "_weight_prepack", kernel.prepack);
    const GlobalVar* compute = editor_.AddFunction(callee.name.str() + "_prepacked", kernel.compute);
    const Var* packed = Emit(CallOf(prepack, weights, type, call->span), "lv");
    for (size_t i = 0; i < kernel.rewrites.size(); ++i) {
      const Expr* item = packed;
      if (types.size() > 1) item = MakeTupleGetItem(ctx, packed, static_cast<int64_t>(i));
      args[kernel.rewrites[i].param] = AsArgument(item);
    }
    Call* rest = ctx.arena.New<Call>(*call);
    std::vector<const Expr*> operands(call->args.begin(), call->args.end());
    operands[0] = compute;
    operands[1] = MakeTuple(ctx, args);
    rest->args = ctx.Copy(operands);
    return Emit(rest, "lv");
  }
  const Call* CallOf(const GlobalVar* kernel, const std::vector<const Expr*>& args, const Type* type, SourceSpan span) {
    Call* call = ctx.arena.New<Call>(
        *MakeCall(ctx, OpNode(ctx, "relax.call_tir"), {kernel, MakeTuple(ctx, args)}, nullptr, {type}, type));
    call->span = span;
    return call;
  }

  const SplitKernels& kernels_;
  ModuleEditor& editor_;
};

Result<Module> RunSplitLayoutRewrite(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  SplitKernels kernels;
  for (const ModuleEntry& entry : module.entries) {
    const auto* kernel = As<PrimFunc>(entry.func);
    std::optional<SplitKernel> split = kernel == nullptr ? std::nullopt : Splitter(ctx, kernel).Split();
    if (split) kernels.emplace(entry.var->name.str(), *split);
  }
  Module current = module;
  if (!kernels.empty()) {
    ModuleEditor editor(ctx, module);
    for (size_t i = 0; i < module.entries.size(); ++i) {
      const auto* func = As<Function>(module.entries[i].func);
      if (func == nullptr) continue;
      CallSplitter splitter(ctx, &module, kernels, editor);
      editor.Replace(i, splitter.VisitFunction(func));
      ASSAY_RETURN_IF_ERROR(splitter.status());
    }
    current = editor.Finish();
  }
  return kDeadCodeElimination.run(pass_ctx, current, {});
}

}  // namespace

const PassSpec kSplitLayoutRewritePreproc = {
    .name = "SplitLayoutRewritePreproc",
    .doc = "kernels that rewrite the layout of a weight first become two",
    .changes = Adds({Facet::kPrivateFunctions}) | Drops({Facet::kPrivateFunctions, Facet::kExternals, Facet::kMemory}) |
               Alters({Facet::kGraphs}),
    .run = RunSplitLayoutRewrite,
};

}  // namespace assay
