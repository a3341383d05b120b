// RemoveNoOp: statements that change nothing go away: loops that never run or run over nothing, branches without
// content, values that nobody looks at, buffers that nobody touches, stores of what is there. Tested by
// testdata/remove_no_op.
#include <unordered_map>
#include <unordered_set>

#include "ir/walk.h"
#include "passes/analysis/kernel_facts.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class NoOpRemover : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

  const PrimFunc* VisitFunction(const PrimFunc* func) override {
    CountUses(func);
    return StmtMutator::VisitFunction(func);
  }

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    switch (StmtKindOf(s)) {
      case StmtKind::kEvaluate: return IsSpeculatable(As<Evaluate>(s)->value) ? nullptr : s;
      case StmtKind::kBufferStore: return IsSelfStore(As<BufferStore>(s)) ? nullptr : s;
      case StmtKind::kBind:
        return IsSpeculatable(As<Bind>(s)->value) && !used_.contains(As<Bind>(s)->var) ? nullptr : s;
      case StmtKind::kAllocBuffer: return used_.contains(As<AllocBuffer>(s)->buffer->data) ? s : nullptr;
      case StmtKind::kFor: return VisitLoop(As<For>(s));
      case StmtKind::kIfThenElse: return VisitBranch(As<IfThenElse>(s));
      case StmtKind::kAttrStmt:
      case StmtKind::kAssertStmt:
      case StmtKind::kDeclBuffer:
      case StmtKind::kSeqStmt:
      case StmtKind::kWhile:
      case StmtKind::kReturn:
      case StmtKind::kBreak:
      case StmtKind::kContinue:
      case StmtKind::kSBlock:
      case StmtKind::kSBlockRealize: return Children(s);
    }
    ASSAY_UNREACHABLE();
  }

 private:
  // other kinds: only binds and allocations define what may go
  // Every occurrence but the definition of a bind or an allocation counts. What a bind mentions that may go is needed
  // when its variable is; what else goes away counts as well: one run takes away what the run before has left unused.
  void CountUses(const PrimFunc* func) {
    std::unordered_map<const Var*, const Expr*> binds;
    WalkBeforeChildren(func->body, [&](const Node* node) {
      const auto* bind = As<Bind>(node);
      const Var* own = bind != nullptr ? bind->var : Is<Buffer>(node) ? As<Buffer>(node)->data : nullptr;
      if (bind != nullptr && IsSpeculatable(bind->value)) binds.emplace(bind->var, bind->value);
      if (bind != nullptr && binds.contains(own)) return false;
      if (Is<AllocBuffer>(node)) return true;
      ForEachChild(node, Types::kSkip, [&](const Node* child) {
        if (Is<Var>(child) && child != own) used_.insert(As<Var>(child));
        if (Is<Buffer>(child)) used_.insert(As<Buffer>(child)->data);
      });
      return true;
    });
    std::vector<const Var*> needed(used_.begin(), used_.end());
    while (!needed.empty()) {
      auto bound = binds.find(needed.back());
      needed.pop_back();
      if (bound == binds.end()) continue;
      for (const Var* var : VarsIn(bound->second, Types::kSkip)) {
        if (used_.insert(var).second) needed.push_back(var);
      }
    }
  }
  const Stmt* VisitLoop(const For* loop) {
    std::optional<int64_t> extent = ConstantOf(loop->extent);
    bool no_iterations =
        extent && *extent <= 0 && IsSpeculatable(loop->min) && (loop->step == nullptr || IsSpeculatable(loop->step));
    if (no_iterations && !ReducesOverNothing(loop)) return nullptr;
    const Stmt* body = Visit(loop->body);
    if (body == nullptr && IsHeadSpeculatable(*loop)) return nullptr;
    return WithBody(loop, body);
  }
  const Stmt* VisitBranch(const IfThenElse* branch) {
    const auto* visited = static_cast<const IfThenElse*>(Children(branch));
    bool nothing = IsNoOp(visited->then_case);
    if (!nothing) return visited;
    if (visited->else_case == nullptr) return IsSpeculatable(visited->condition) ? nullptr : visited;
    IfThenElse* other = ctx.arena.New<IfThenElse>(*visited);
    other->condition = MakeNot(ctx, visited->condition);
    other->then_case = visited->else_case;
    other->else_case = nullptr;
    return other;
  }
  // Its result is what its init gives, without an iteration (docs/semantics.md).
  static bool ReducesOverNothing(const For* loop) {
    bool found = false;
    WalkBeforeChildren(loop->body, [&](const Node* node) {
      const auto* block = As<SBlock>(node);
      found |= block != nullptr && block->init != nullptr;
      return !found;
    });
    return found;
  }
  static std::optional<int64_t> ConstantOf(const Expr* e) {
    const IntImm* imm = AsInt(e);
    return imm == nullptr ? std::nullopt : std::optional(imm->value);
  }

  std::unordered_set<const Var*> used_;
};

// Until nothing more goes away.
Result<Module> RunRemoveNoOp(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MapPrimFuncs(pass_ctx.ctx, module, [&](const PrimFunc* func) -> Result<const PrimFunc*> {
    for (const PrimFunc* before = nullptr; before != func;) {
      before = func;
      func = NoOpRemover(pass_ctx.ctx).VisitFunction(func);
    }
    return func;
  });
}

}  // namespace

const PassSpec tir_pass::kRemoveNoOp = {
    .name = "RemoveNoOp",
    .doc = "removes statements of kernels that change nothing",
    .changes = kDropsStatements | Alters({Facet::kKernels}),
    .run = RunRemoveNoOp,
};

}  // namespace assay
