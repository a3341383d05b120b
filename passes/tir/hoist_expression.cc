// HoistExpression: what a loop computes anew in each iteration is computed before it: variables that are bound to what
// the loop does not decide, and conditions, which become a branch with a loop on each side. Then the kernel is
// simplified. Nothing is moved that reads memory or may trap. Tested by testdata/hoist_expression.
#include <functional>
#include <unordered_set>

#include "ir/arith/sum.h"
#include "ir/mentions.h"
#include "ir/prim/intrinsics.h"
#include "ir/walk.h"
#include "passes/analysis/all_parts.h"
#include "passes/analysis/kernel_facts.h"
#include "passes/analysis/loop_vars.h"
#include "passes/op_names.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/own_sizes.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// Each condition makes two loops of one; TVM has no limit.
constexpr int kMaxConditions = 8;

// Of one node: it defines nothing, and computing it can do nothing but give a value.
bool IsPlainAlone(const Node* node) { return !Is<Let>(node) && IsSpeculatableAlone(node); }

bool DefinesAny(const Expr* e) {
  bool defines = false;
  WalkBeforeChildren(e, [&](const Node* node) {
    defines |= Is<Let>(node);
    return !defines;
  });
  return defines;
}

// Finds a condition that decides about a whole loop and is not decided by it.
class ConditionFinder {
 public:
  explicit ConditionFinder(const For& loop) : inner_(DefinedInLoop(loop)) {}
  // Null where there is none. Goes on where a statement is all that its parent does, but for binds.
  // other kinds: decide nothing about a whole loop
  // recursion: statements nest as deep as the parser lets them
  const Expr* In(const Stmt* s) {
    if (s == nullptr) return nullptr;
    if (const auto* loop = As<For>(s)) return In(loop->body);
    if (const auto* store = As<BufferStore>(s)) return InValue(store->value);
    if (const auto* seq = As<SeqStmt>(s)) return InSequence(*seq);
    const auto* branch = As<IfThenElse>(s);
    if (branch == nullptr) return nullptr;
    if (MayHoist(branch->condition)) return branch->condition;
    if (const Expr* part = InValue(branch->condition)) return part;
    if (const Expr* found = In(branch->then_case)) return found;
    return In(branch->else_case);
  }

 private:
  bool StaysAlone(const Node* node) const {
    return IsPlainAlone(node) && (!Is<Var>(node) || !inner_.contains(As<Var>(node)));
  }
  const Expr* InSequence(const SeqStmt& seq) {
    const Stmt* only = nullptr;
    for (const Stmt* item : seq.seq) {
      if (Is<Bind>(item)) continue;
      if (only != nullptr) return nullptr;
      only = item;
    }
    return In(only);
  }
  // Of choices between values, and parts of conditions.
  const Expr* InValue(const Expr* value) {
    const Expr* found = nullptr;
    auto look = [&](const Expr* e) {
      if (found == nullptr && MayHoist(e)) found = e;
    };
    WalkBeforeChildren(value, [&](const Node* node) {
      const BinaryExpr* binary = AsBinary(node);
      if (binary != nullptr && (binary->kind == NodeKind::kAnd || binary->kind == NodeKind::kOr)) {
        look(binary->a);
        look(binary->b);
      }
      const auto* call = As<Call>(node);
      if (call != nullptr && IsCallOf(call, IntrinsicId::if_then_else)) look(call->args[0]);
      return found == nullptr && !Is<Buffer>(node);
    });
    return found;
  }
  bool MayHoist(const Expr* e) { return DTypeOf(e) == DType::Bool() && AsInt(e) == nullptr && stays_(e); }

  VarSet inner_;
  AllParts<std::function<bool(const Node*)>> stays_{[this](const Node* node) { return StaysAlone(node); }};
};

// Takes binds and lets out of a loop whose values it does not decide.
class BindTaker : public StmtMutator {
 public:
  BindTaker(Context& context, const For& loop) : StmtMutator(context), inner_(DefinedInLoop(loop)) {}
  const For* Take(const For* loop) { return WithBody(loop, Visit(loop->body)); }
  std::vector<const Stmt*>& taken() { return taken_; }

 protected:
  // other kinds: walked into
  const Stmt* VisitStmt(const Stmt* s) override {
    if (Is<SBlockRealize>(s)) return s;
    const auto* bind = As<Bind>(s);
    if (bind == nullptr || !MayTake(bind->value)) return Children(s);
    Add(bind);
    return nullptr;
  }
  const Expr* VisitExpr(const Expr* e) override {
    if (!DefinesAny(e)) return e;
    // Outer ones first, so that what they define is known inside.
    WalkBeforeChildren(e, [&](const Node* node) {
      const auto* let = As<Let>(node);
      if (let != nullptr && !lets_.contains(let) && MayTake(let->value)) {
        // The let may stand outside of the loop, too, where it goes on to define its own.
        const Var* fresh = MakeVar(ctx, let->var->name.text(), DTypeOf(let->var));
        Bind* bind = ctx.arena.New<Bind>();
        bind->var = fresh;
        bind->value = SubstituteInValue(ctx, let->value, names_);
        Add(bind);
        inner_.erase(let->var);
        names_[let->var] = fresh;
        lets_.emplace(let, fresh);
      }
      return !Is<Buffer>(node);
    });
    auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
      auto taken = lets_.find(original);
      if (taken == lets_.end()) return rebuilt;
      return SubstituteInValue(ctx, static_cast<const Let*>(rebuilt)->body, {{As<Let>(original)->var, taken->second}});
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
  }

 private:
  bool MayTake(const Expr* value) { return plain_(value) && !MentionsAny(value, inner_); }
  void Add(const Bind* bind) {
    taken_.push_back(bind);
    inner_.erase(bind->var);
  }

  VarSet inner_;
  AllParts<bool (*)(const Node*)> plain_{IsPlainAlone};
  // What defines them now.
  std::unordered_map<const Node*, const Var*> lets_;
  VarMap names_;
  std::vector<const Stmt*> taken_;
};

// How many nodes an expression has at its places; each is counted once.
class Sizes {
 public:
  size_t Of(const Expr* root) {
    auto expand = [](const Node* node, auto&& push) { ForEachChild(node, Types::kSkip, push); };
    auto visit = [&](const Node* node) {
      size_t size = 1;
      ForEachChild(node, Types::kSkip, [&](const Node* child) { size += *known_.Find(child); });
      known_.Insert(node, size);
    };
    const Node* node = root;
    WalkAfterChildren(node, [&](const Node* one) { return known_.contains(one); }, expand, visit);
    return *known_.Find(node);
  }

 private:
  PointerMap<Node, size_t> known_;
};

class ExpressionHoister : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const auto* loop = As<For>(s);
    // A loop that vectors or threads are made of keeps its whole body.
    bool whole = loop == nullptr || loop->for_kind == ForKind::kVectorized || loop->for_kind == ForKind::kThreadBinding;
    if (whole) return Children(s);
    BindTaker taker(ctx, *loop);
    loop = taker.Take(loop);
    std::vector<const Stmt*> stmts = std::move(taker.taken());
    stmts.push_back(Branched(loop));
    return MakeSeqStmt(ctx, stmts);
  }

 private:
  // recursion: capped by kMaxConditions
  const Stmt* Branched(const For* loop) {
    const Expr* condition = conditions_ == kMaxConditions ? nullptr : ConditionFinder(*loop).In(loop->body);
    if (condition == nullptr) return Children(loop);
    ++conditions_;
    IfThenElse* branch = ctx.arena.New<IfThenElse>();
    branch->condition = condition;
    branch->then_case = Branched(Where(loop, condition, true));
    branch->else_case = Branched(static_cast<const For*>(FreshCopy(ctx, Where(loop, condition, false), {})));
    return branch;
  }
  const For* Where(const For* loop, const Expr* condition, bool holds) {
    // Links of a chain are compared with it only where they are as long.
    Sizes sizes;
    size_t size = sizes.Of(condition);
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      const Expr* e = AsExpr(rebuilt);
      bool is_it = e != nullptr && e->kind == condition->kind && sizes.Of(e) == size && SameFactor(e, condition);
      return is_it ? MakeBool(ctx, holds) : rebuilt;
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const For*>(Rewrite(ctx, loop, rule, enter, Types::kSkip, memo));
  }

  int conditions_ = 0;
};

Result<Module> RunHoistExpression(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  ASSAY_TRY(Module hoisted, MutateWithCopies<ExpressionHoister>(pass_ctx.ctx, module));
  ASSAY_TRY(Module simple, tir_pass::kStmtSimplify.run(pass_ctx, hoisted, options));
  return tir_pass::kRemoveNoOp.run(pass_ctx, simple, options);
}

}  // namespace

const PassSpec tir_pass::kHoistExpression = {
    .name = "HoistExpression",
    .doc = "moves conditions and bound values out of loops that do not decide them, and simplifies",
    .idempotent = false,
    .why_not_idempotent = "simplifying afterwards may free conditions that a second run hoists",
    .changes = kDropsStatements | Alters({Facet::kKernels}),
    .run = RunHoistExpression,
};

}  // namespace assay
