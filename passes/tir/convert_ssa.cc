// ConvertSSA: every variable is defined in one place of the module: a kernel that shares variables with one before it
// gets its own, and so does what is defined a second time in one kernel. Tested by convert_ssa_test.cc.
#include <unordered_map>
#include <unordered_set>

#include "ir/mentions.h"
#include "ir/support/fault.h"
#include "ir/walk.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/own_sizes.h"
#include "passes/rewrite/renew_defs.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class Renamer : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

  const PrimFunc* VisitFunction(const PrimFunc* func) override {
    defined_.insert(func->params.begin(), func->params.end());
    for (const Buffer* buffer : func->buffers) {
      for (const Var* var : VarsIn(buffer)) defined_.insert(var);
    }
    return StmtMutator::VisitFunction(func);
  }

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    if (const auto* seq = As<SeqStmt>(s)) return VisitSequence(*seq);
    return Children(Renamed(s));
  }
  // Definitions inside of expressions.
  const Expr* VisitExpr(const Expr* root) override {
    const Expr* e = WithOwnLets(ctx, root);
    VarMap fresh;
    WalkBeforeChildren(e, [&](const Node* node) {
      const auto* let = As<Let>(node);
      if (let != nullptr && !defined_.insert(let->var).second) fresh[let->var] = Renewed(ctx, let->var);
      return !Is<Buffer>(node);
    });
    return fresh.empty() ? e : SubstituteIn(ctx, e, fresh);
  }

 private:
  // What the statement itself defines, where that is defined already, is renamed in all of it.
  const Stmt* Renamed(const Stmt* s) {
    VarMap fresh;
    for (const Var* var : OwnDefinitions(s)) {
      if (!defined_.insert(var).second) fresh[var] = Renewed(ctx, var);
    }
    if (const auto* block = As<SBlock>(s)) RenameFound(*block, fresh);
    if (fresh.empty()) return s;
    return FaultOn(Fault::convert_ssa_keeps_buffer_remap) ? WithKeptBuffers(s, fresh) : SubstituteIn(ctx, s, fresh);
  }
  // Where what a block matches lies is defined there, unless it was before: then the match says that it lies there. Its
  // sizes are WithOwnSizes' to rename.
  void RenameFound(const SBlock& block, VarMap& fresh) {
    auto found = [&](const Expr* place) {
      const auto* var = As<Var>(place);
      if (var == nullptr) return;
      if (defined_.insert(var).second) {
        found_.insert(var);
      } else if (found_.contains(var)) {
        fresh.try_emplace(var, Renewed(ctx, var));
      }
    };
    for (const MatchBufferRegion* match : block.match_buffers) {
      for (const Expr* stride : match->buffer->strides) found(stride);
      found(match->buffer->elem_offset);
    }
  }
  // The fault: a buffer that was renamed once stays what it became then, whatever its offset mentions.
  const Stmt* WithKeptBuffers(const Stmt* s, const VarMap& fresh) {
    auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
      if (Is<Buffer>(original)) return kept_.emplace(As<Buffer>(original), As<Buffer>(rebuilt)).first->second;
      auto found = Is<Var>(original) ? fresh.find(As<Var>(original)) : fresh.end();
      return found == fresh.end() ? rebuilt : found->second;
    };
    return static_cast<const Stmt*>(Rewrite(ctx, s, rule, Types::kInclude));
  }
  static std::vector<const Var*> OwnDefinitions(const Stmt* s) {
    switch (StmtKindOf(s)) {
      case StmtKind::kFor: {
        // Of a loop that is bound to threads, the binding has one, too.
        std::vector<const Var*> vars{As<For>(s)->loop_var};
        const IterVar* thread = As<For>(s)->thread_binding;
        if (thread != nullptr && thread->var != nullptr) vars.push_back(thread->var);
        return vars;
      }
      case StmtKind::kSBlock: {
        std::vector<const Var*> vars;
        for (const IterVar* iter : As<SBlock>(s)->iter_vars) vars.push_back(iter->var);
        for (const Buffer* buffer : As<SBlock>(s)->alloc_buffers) vars.push_back(buffer->data);
        for (const MatchBufferRegion* match : As<SBlock>(s)->match_buffers) vars.push_back(match->buffer->data);
        return vars;
      }
      case StmtKind::kAttrStmt: {
        const Node* about = As<AttrStmt>(s)->node;
        if (const auto* thread = As<IterVar>(about)) return {thread->var};
        const auto* reducer = As<CommReducer>(about);
        if (reducer == nullptr) return {};
        std::vector<const Var*> vars(reducer->lhs.begin(), reducer->lhs.end());
        vars.insert(vars.end(), reducer->rhs.begin(), reducer->rhs.end());
        return vars;
      }
      case StmtKind::kBind: return {As<Bind>(s)->var};
      case StmtKind::kAllocBuffer: return {As<AllocBuffer>(s)->buffer->data};
      // A view reads through a pointer that is there.
      case StmtKind::kDeclBuffer:
      case StmtKind::kAssertStmt:
      case StmtKind::kBufferStore:
      case StmtKind::kSeqStmt:
      case StmtKind::kEvaluate:
      case StmtKind::kIfThenElse:
      case StmtKind::kWhile:
      case StmtKind::kReturn:
      case StmtKind::kBreak:
      case StmtKind::kContinue:
      case StmtKind::kSBlockRealize: return {};
    }
    ASSAY_UNREACHABLE();
  }
  // other kinds: what they define ends with them
  // Binds, allocations and views are there for the statements after them.
  const Stmt* VisitSequence(const SeqStmt& seq) {
    std::vector<const Stmt*> items(seq.seq.begin(), seq.seq.end());
    for (size_t i = 0; i < items.size(); ++i) {
      bool defines = Is<Bind>(items[i]) || Is<AllocBuffer>(items[i]) || Is<DeclBuffer>(items[i]);
      if (defines) RenameFrom(std::span(items).subspan(i));
      items[i] = defines ? Children(items[i]) : Visit(items[i]);
    }
    return std::ranges::equal(items, seq.seq) ? static_cast<const Stmt*>(&seq) : MakeSeqStmt(ctx, items);
  }
  // What the first statement defines and is defined already, in it and in those after it.
  void RenameFrom(std::span<const Stmt*> items) {
    VarMap fresh;
    for (const Var* var : OwnDefinitions(items[0])) {
      if (!defined_.insert(var).second) fresh[var] = Renewed(ctx, var);
    }
    const auto* view = As<DeclBuffer>(items[0]);
    bool again = view != nullptr && !declared_.insert(view->buffer).second;
    if (fresh.empty() && !again) return;
    // One rewrite for all, so that a buffer stays one buffer; a statement that stands there twice is renamed twice.
    RewriteMemo memo;
    const Buffer* own = nullptr;
    auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
      if (again && original == view->buffer) {
        if (own == nullptr) own = ctx.arena.New<Buffer>(*static_cast<const Buffer*>(rebuilt));
        return own;
      }
      auto found = Is<Var>(original) ? fresh.find(As<Var>(original)) : fresh.end();
      return found == fresh.end() ? rebuilt : found->second;
    };
    auto enter = [](const Node*) { return true; };
    for (const Stmt*& item : items)
      item = static_cast<const Stmt*>(Rewrite(ctx, item, rule, enter, Types::kInclude, memo));
  }

  std::unordered_map<const Buffer*, const Buffer*> kept_;
  std::unordered_set<const Buffer*> declared_;
  std::unordered_set<const Var*> defined_;
  // Of them, where what blocks match lies.
  std::unordered_set<const Var*> found_;
};

}  // namespace

const PrimFunc* WithOwnDefinitions(Context& ctx, const PrimFunc* func) {
  return WithOwnSizes(ctx, Renamer(ctx).VisitFunction(func));
}

namespace {

Result<Module> RunConvertSSA(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  std::unordered_set<const Var*> taken;
  auto left = std::ranges::count_if(module.entries, [](const ModuleEntry& entry) { return Is<PrimFunc>(entry.func); });
  return MapPrimFuncs(ctx, module, [&](const PrimFunc* func) -> Result<const PrimFunc*> {
    func = WithOwnDefinitions(ctx, func);
    bool shares = !taken.empty() && MentionsAny(func, taken);
    if (shares) func = RenewDefs(ctx, func);
    if (--left == 0) return func;
    for (const Var* var : VarsIn(func)) taken.insert(var);
    return func;
  });
}

}  // namespace

const PassSpec tir_pass::kConvertSSA = {
    .name = "ConvertSSA",
    .doc = "gives each variable of kernels one definition",
    .establishes = kDefinedOnce,
    .changes = Alters({Facet::kKernels}),
    .run = RunConvertSSA,
};

}  // namespace assay
