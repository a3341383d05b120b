// CommonSubexprElim: what a list of statements computes more than once, from variables alone, is bound to a variable
// before its first use. Equal expressions have one number; what only stands in one larger expression is not bound
// beside that one. Tested by testdata/common_subexpr_elim.
#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "ir/prim/literals.h"
#include "ir/walk.h"
#include "passes/analysis/all_parts.h"
#include "passes/analysis/value_numbers.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// A computation, however often it is written.
struct Computation {
  const Expr* e = nullptr;
  // Places, of which those in one larger computation count once.
  int uses = 0;
  // The first statement of the list that needs it, and how large it is: what others are made of comes first.
  size_t first = 0;
  size_t size = 0;
  const Var* var = nullptr;
};

class Numbering {
 public:
  explicit Numbering(const std::vector<const Stmt*>& items) : items_(items) {}

  // Takes in a whole expression, or what it is made of where it is nothing that can be bound.
  void Add(const Expr* root, size_t at) {
    auto enter = [&](const Node* node) {
      const Expr* e = AsExpr(node);
      if (e == nullptr) return !Is<Buffer>(node);
      size_t number = NumberOf(e, at);
      if (number != kNone) ++computations_[number].uses;
      // Inside of a let other variables are there.
      return number == kNone && !Is<Let>(e) && !Is<Buffer>(node);
    };
    WalkBeforeChildren(root, enter);
  }
  // Null where the expression is bound to none.
  Computation* Find(const Expr* e) {
    auto found = numbers_.find(e);
    if (found == numbers_.end() || found->second == kNone) return nullptr;
    Computation& computation = computations_[found->second];
    return computation.uses >= 2 ? &computation : nullptr;
  }
  std::vector<Computation>& all() { return computations_; }

 private:
  static constexpr size_t kNone = SIZE_MAX;

  // Variables that are defined inside of a statement of the list are not there where it begins. What a bind of the list
  // itself defines is there for all that follow. Most lists have nothing to bind and never ask.
  bool IsInner(const Var* var) {
    if (!inner_) {
      inner_.emplace();
      for (const Stmt* item : items_) {
        if (Is<Bind>(item)) continue;
        for (const Var* defined : DefinedIn(item)) inner_->insert(defined);
      }
    }
    return inner_->contains(var);
  }
  bool FitsAlone(const Node* node) {
    const Expr* e = AsExpr(node);
    bool plain = e != nullptr && DTypeOf(e).IsScalar() && IsSpeculatableAlone(node);
    return plain && !Is<Call>(node) && !Is<Let>(node) && !Is<StringImm>(node) &&
           !(Is<Var>(node) && IsInner(As<Var>(node)));
  }
  bool MayBind(const Expr* e) {
    if (!DTypeOf(e).IsScalar() || DTypeOf(e).IsVoid() || DTypeOf(e) == DType::Handle()) return false;
    return fits_(e) && !constant_(e) && values_.Of(e).has_value();
  }
  // Of the expression and of what it is made of.
  size_t NumberOf(const Expr* e, size_t at) {
    if (IsVarOrLiteral(e)) return kNone;
    // Parts of what is known already are not looked at again.
    auto expand = [&](const Expr* whole, auto& push) {
      std::optional<size_t> known = Known(whole);
      if (known) return void(numbers_[whole] = *known);
      ForEachChild(whole, Types::kSkip, [&](const Node* child) {
        if (!IsVarOrLiteral(static_cast<const Expr*>(child))) push(static_cast<const Expr*>(child));
      });
    };
    auto visit = [&](const Expr* whole) {
      if (!numbers_.contains(whole)) numbers_[whole] = NewNumber(whole, at);
    };
    WalkAfterChildren(e, [&](const Expr* part) { return numbers_.contains(part); }, expand, visit);
    return numbers_.at(e);
  }
  // The number that an equal expression has; none for what is not bound; nothing for what is new.
  std::optional<size_t> Known(const Expr* e) {
    if (!MayBind(e)) return kNone;
    auto found = by_value_.find(*values_.Of(e));
    return found == by_value_.end() ? std::nullopt : std::optional(found->second);
  }
  // The parts have their numbers.
  size_t NewNumber(const Expr* e, size_t at) {
    size_t size = 1;
    ForEachChild(e, Types::kSkip, [&](const Node* child) {
      auto known = numbers_.find(static_cast<const Expr*>(child));
      size_t part = known == numbers_.end() ? kNone : known->second;
      if (part == kNone) return;
      ++computations_[part].uses;
      size += computations_[part].size;
    });
    by_value_.emplace(*values_.Of(e), computations_.size());
    computations_.push_back({e, 0, at, size, nullptr});
    return computations_.size() - 1;
  }

  const std::vector<const Stmt*>& items_;
  std::optional<std::unordered_set<const Var*>> inner_;
  std::vector<Computation> computations_;
  std::unordered_map<const Expr*, size_t> numbers_;
  ValueNumbers values_;
  std::unordered_map<size_t, size_t> by_value_;
  AllParts<std::function<bool(const Node*)>> fits_{[this](const Node* node) { return FitsAlone(node); }};
  AllParts<bool (*)(const Node*)> constant_{[](const Node* node) { return !Is<Var>(node); }};
};

class SubexprEliminator : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

  const PrimFunc* VisitFunction(const PrimFunc* func) override { return assay::WithBody(ctx, func, List(func->body)); }

 protected:
  // Every body is a list of its own, in which what its variables allow is bound.
  const Stmt* VisitStmt(const Stmt* s) override { return List(s); }

 private:
  // The expressions of a statement and of those inside of it, up to blocks, whose bodies see other variables. Declared
  // regions stay as they are.
  template <class F>
  static void ForEachExpr(const Stmt* s, F&& f) {
    WalkBeforeChildren(s, [&](const Node* node) {
      if (Is<SBlock>(node) || Is<Buffer>(node) || IsAttr(node)) return false;
      const Expr* e = AsExpr(node);
      if (e != nullptr) f(e);
      return e == nullptr;
    });
  }
  static bool IsAttr(const Node* node) { return node->kind < NodeKind::kPrimType; }

  // recursion: statements nest as deep as the parser lets them
  const Stmt* List(const Stmt* s) {
    std::vector<const Stmt*> items;
    if (const auto* seq = As<SeqStmt>(s)) items.assign(seq->seq.begin(), seq->seq.end());
    if (items.empty()) items.push_back(s);
    Numbering numbers(items);
    for (size_t i = 0; i < items.size(); ++i) {
      ForEachExpr(items[i], [&](const Expr* e) { numbers.Add(e, i); });
    }
    std::vector<Computation*> bound = Bound(numbers);
    std::vector<const Stmt*> made;
    size_t next = 0;
    for (size_t i = 0; i < items.size(); ++i) {
      for (; next < bound.size() && bound[next]->first == i; ++next) made.push_back(MakeBind(numbers, *bound[next]));
      const Stmt* item = bound.empty() ? items[i] : static_cast<const Stmt*>(Replaced(numbers, items[i], nullptr));
      made.push_back(Inside(item));
    }
    bool same = bound.empty() && std::ranges::equal(made, items);
    return same ? s : MakeSeqStmt(ctx, made);
  }
  // Bodies of the statement, as lists.
  const Stmt* Inside(const Stmt* item) { return Is<SeqStmt>(item) ? List(item) : Children(item); }

  std::vector<Computation*> Bound(Numbering& numbers) {
    std::vector<Computation*> bound;
    for (Computation& computation : numbers.all()) {
      if (computation.uses >= 2) bound.push_back(&computation);
    }
    std::ranges::sort(bound, {}, [](const Computation* c) { return std::tuple(c->first, c->size, c); });
    for (Computation* computation : bound) {
      computation->var = MakeVar(ctx, "cse_v" + std::to_string(++count_), DTypeOf(computation->e));
    }
    return bound;
  }
  const Stmt* MakeBind(Numbering& numbers, const Computation& computation) {
    Bind* bind = ctx.arena.New<Bind>();
    bind->var = computation.var;
    bind->value = static_cast<const Expr*>(Replaced(numbers, computation.e, computation.e));
    return bind;
  }
  // With variables for what is bound, but for the root itself.
  const Node* Replaced(Numbering& numbers, const Node* root, const Expr* self) {
    auto enter = [&](const Node* node) {
      if (Is<SBlock>(node) || Is<Buffer>(node) || Is<Let>(node) || IsAttr(node)) return false;
      return node == self || AsExpr(node) == nullptr || numbers.Find(static_cast<const Expr*>(node)) == nullptr;
    };
    auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
      const Expr* e = AsExpr(original);
      const Computation* computation = e == nullptr || original == self ? nullptr : numbers.Find(e);
      return computation == nullptr ? rebuilt : computation->var;
    };
    RewriteMemo memo;
    return Rewrite(ctx, root, rule, enter, Types::kSkip, memo);
  }

  int count_ = 0;
};

Result<Module> RunCommonSubexprElim(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutatePrimFuncs<SubexprEliminator>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kCommonSubexprElim = {
    .name = "CommonSubexprElim",
    .doc = "binds what a list of statements computes more than once to a variable",
    .changes = Alters({Facet::kKernels}),
    .run = RunCommonSubexprElim,
};

}  // namespace assay
