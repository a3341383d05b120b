// The symbolic half of CanonicalizeBindings: a match_cast whose value's type is known says what its symbolic variables
// are, unless something defined them before; they are replaced in shapes and types that follow. Variables that are used
// as run-time values keep their match_cast. Tested by testdata/canonicalize_bindings.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "ir/arith/analyzer.h"
#include "ir/mentions.h"
#include "ir/walk.h"
#include "passes/analysis/symbols.h"
#include "passes/relax/canonicalize.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

using KnownValues = std::unordered_map<const Var*, const Expr*>;

// Dimensions of `pattern` that are plain variables, with what stands at their place in `type`.
void MatchSymbols(const Type* pattern, const Type* type, KnownValues& found);

void MatchDims(Nodes<Expr> pattern, Nodes<Expr> dims, KnownValues& found) {
  if (pattern.size() != dims.size()) return;
  for (size_t i = 0; i < dims.size(); ++i) {
    const auto* var = As<Var>(pattern[i]);
    if (var != nullptr && var != dims[i]) found.emplace(var, dims[i]);
  }
}

// recursion: types nest no deeper than the reader lets them
void MatchSymbols(const Type* pattern, const Type* type, KnownValues& found) {
  if (pattern == nullptr || type == nullptr || pattern->kind != type->kind) return;
  if (const auto* tensor = As<TensorType>(pattern)) {
    const auto* wanted = As<ShapeExpr>(tensor->shape);
    const auto* known = As<ShapeExpr>(static_cast<const TensorType*>(type)->shape);
    if (wanted != nullptr && known != nullptr) MatchDims(wanted->values, known->values, found);
  } else if (const auto* shape = As<ShapeType>(pattern)) {
    MatchDims(shape->values, static_cast<const ShapeType*>(type)->values, found);
  } else if (const auto* tuple = As<TupleType>(pattern)) {
    const auto* other = static_cast<const TupleType*>(type);
    for (size_t i = 0; i < tuple->fields.size() && i < other->fields.size(); ++i) {
      MatchSymbols(tuple->fields[i], other->fields[i], found);
    }
  }
}

using Symbols = std::unordered_set<const Var*>;

// Scalar variables that occur as run-time values: not in shapes, not in types.
void CollectRuntimeSymbols(const Node* root, Symbols& uses) {
  WalkBeforeChildren(root, [&](const Node* node) {
    const auto* var = As<Var>(node);
    if (var != nullptr && Is<PrimType>(var->type)) uses.insert(var);
    return !IsTypeKind(node->kind) && !Is<ShapeExpr>(node);
  });
}

bool CallsFunctionOfModule(const Call* call) {
  return Is<GlobalVar>(call->op) || std::ranges::any_of(call->args, [](const Expr* arg) { return Is<GlobalVar>(arg); });
}

// Those that functions of the module, kernels among them, are given as numbers.
void CollectPassedSymbols(const Function* func, Symbols& passed) {
  WalkBeforeChildren(func->body, [&](const Node* node) {
    const auto* call = As<Call>(node);
    if (call != nullptr && CallsFunctionOfModule(call)) {
      for (const Expr* arg : call->args) CollectRuntimeSymbols(arg, passed);
    }
    return !IsTypeKind(node->kind) && !Is<ShapeExpr>(node);
  });
}

// What becomes of a symbol that is used as a number, too: its cast stays as it is. Elsewhere its value takes its place,
// as in TVM, or it stays.
enum class UsedAsNumbers : uint8_t { kReplaced, kStay };

class SymbolCanonicalizer : public RelaxMutator {
 public:
  SymbolCanonicalizer(Context& context, const Module* module, UsedAsNumbers numbers)
      : RelaxMutator(context, module), numbers_(numbers) {}

  const Function* VisitFunction(const Function* func) override {
    KnownValues outer_known = known_;
    Symbols outer_uses = std::exchange(runtime_uses_, {}), outer_defined = defined_;
    for (const Var* param : func->params) Define(param);
    CollectRuntimeSymbols(func->body, runtime_uses_);
    CollectPassedSymbols(func, passed_);
    const Function* visited = RelaxMutator::VisitFunction(func);
    known_ = std::move(outer_known);
    runtime_uses_ = std::move(outer_uses);
    defined_ = std::move(outer_defined);
    return visited;
  }

 protected:
  const Type* VisitType(const Type* type) override {
    const Type* visited = RelaxMutator::VisitType(type);
    return visited == nullptr || !Replaces() ? visited : static_cast<const Type*>(Replaced(visited));
  }
  const Expr* VisitScalarOrShape(const Expr* e) override {
    if (!Is<ShapeExpr>(e)) return RelaxMutator::VisitScalarOrShape(e);
    return Replaces() ? static_cast<const Expr*>(Replaced(e)) : e;
  }
  // A type that was inferred from run-time values may mention symbols that are known by now.
  const Expr* VisitCall(const Call* call, const Call*) override {
    const Type* type = VisitType(call->type);
    if (type == call->type) return call;
    Call* fresh = ctx.arena.New<Call>(*call);
    fresh->type = type;
    return fresh;
  }
  void VisitVarBinding(const VarBinding* binding) override {
    RelaxMutator::VisitVarBinding(binding);
    if (Is<PrimType>(binding->var->type)) defined_.insert(binding->var);
  }
  void VisitMatchCast(const MatchCast* binding) override;
  const Expr* VisitIf(const If* branch) override;

 private:
  void Define(const Type* type) {
    for (const Var* var : DefinableSymbols({type})) defined_.insert(var);
  }
  // A scalar is a size by itself.
  void Define(const Var* var) {
    if (Is<PrimType>(var->type)) defined_.insert(var);
    Define(var->type);
  }
  bool Replaces() const { return replacing_ && !known_.empty(); }
  // Shapes and types are rebuilt around the dimensions that changed, which are simplified.
  const Node* Replaced(const Node* root) {
    return MentionsAny(root, [&](const Var* var) { return known_.contains(var); }) ? Rebuild(root) : root;
  }
  const Node* Rebuild(const Node* node);
  const SeqExpr* WithTypeOf(const SeqExpr* seq, const Type* type, std::string_view hint);

  KnownValues known_;
  Symbols defined_;
  Symbols runtime_uses_;
  Symbols passed_;
  bool replacing_ = true;
  UsedAsNumbers numbers_;
};

// recursion: types nest as deep as the parser lets them
const Node* SymbolCanonicalizer::Rebuild(const Node* node) {
  if (const auto* shape = As<ShapeExpr>(node)) {
    std::vector<const Expr*> dims;
    for (const Expr* dim : shape->values) dims.push_back(static_cast<const Expr*>(Rebuild(dim)));
    return MakeShape(ctx, dims);
  }
  if (IsTypeKind(node->kind)) {
    return MapChildren(ctx, node, Types::kSkip, [&](const Node* child) { return Rebuild(child); });
  }
  const Expr* e = AsExpr(node);
  if (e == nullptr || !Is<PrimType>(e->type)) return node;
  const Expr* replaced = SubstituteIn(ctx, e, known_);
  return replaced == e ? e : Simplify(ctx, replaced);
}

void SymbolCanonicalizer::VisitMatchCast(const MatchCast* binding) {
  KnownValues found;
  MatchSymbols(binding->target, binding->value->type, found);
  bool used_at_run_time = false;
  for (auto [var, value] : found) {
    // What has a value already is compared with it when this runs.
    if (defined_.contains(var) && !known_.contains(var)) continue;
    // A kernel that is given the number, too, would be told two things of one dimension.
    if (passed_.contains(var)) continue;
    if (numbers_ == UsedAsNumbers::kStay && runtime_uses_.contains(var)) continue;
    const Expr* settled = known_.empty() ? value : SubstituteIn(ctx, value, known_);
    // Where a shape is asked for, a written 0 means another dimension (reshape).
    if (const IntImm* number = AsInt(settled); number != nullptr && number->value == 0) continue;
    used_at_run_time |= runtime_uses_.contains(var);
    auto [known, fresh] = known_.emplace(var, settled);
    if (!fresh && ProveUnequal(ctx, known->second, settled)) {
      // As TVM refuses it; the second cast would trap whenever it ran.
      Fail({DiagKind::kUnsupported,
            binding->span,
            "match_cast contradicts an earlier one: '" + var->name.str() + "' cannot have both values",
            "",
            {}});
      return;
    }
  }
  Define(binding->target);
  if (Is<PrimType>(binding->var->type)) defined_.insert(binding->var);
  bool outer = replacing_;
  replacing_ = !used_at_run_time;
  RelaxMutator::VisitMatchCast(binding);
  replacing_ = outer;
}

const SeqExpr* SymbolCanonicalizer::WithTypeOf(const SeqExpr* seq, const Type* type, std::string_view hint) {
  if (SameType(seq->type, type)) return seq;
  const Var* var = MakeVar(ctx, hint, type);
  std::vector<const BindingBlock*> blocks(seq->blocks.begin(), seq->blocks.end());
  blocks.push_back(MakeBlock(ctx, {MakeMatchCast(ctx, var, seq->body, type)}, false));
  return MakeSeq(ctx, MergeBlocks(ctx, blocks), var);
}

// What a branch finds out holds in that branch alone. After it the variables stand for themselves again, so that both
// branches have the type that the If had.
const Expr* SymbolCanonicalizer::VisitIf(const If* branch) {
  KnownValues outer = known_;
  Symbols outer_defined = defined_;
  const Expr* cond = AsArgument(VisitExpr(branch->cond));
  const SeqExpr* then_branch = VisitSeq(branch->true_branch);
  known_ = outer;
  defined_ = outer_defined;
  const SeqExpr* else_branch = VisitSeq(branch->false_branch);
  known_ = std::move(outer);
  defined_ = std::move(outer_defined);
  if (cond == branch->cond && then_branch == branch->true_branch && else_branch == branch->false_branch) return branch;
  If* fresh = ctx.arena.New<If>(*branch);
  fresh->cond = cond;
  fresh->type = VisitType(branch->type);
  fresh->true_branch = WithTypeOf(then_branch, fresh->type, "then_branch_with_dyn");
  fresh->false_branch = WithTypeOf(else_branch, fresh->type, "else_branch_with_dyn");
  return fresh;
}

bool HasMatchCast(const Function* func) {
  bool found = false;
  WalkBeforeChildren(func->body, [&](const Node* node) {
    found |= Is<MatchCast>(node);
    return !found &&
           (Is<SeqExpr>(node) || Is<BindingBlock>(node) || Is<VarBinding>(node) || Is<If>(node) || Is<Function>(node));
  });
  return found;
}

Result<const Function*> CanonicalizeAs(Context& ctx, const Module& module, const Function* func,
                                       UsedAsNumbers numbers) {
  SymbolCanonicalizer canonicalizer(ctx, &module, numbers);
  const Function* visited = canonicalizer.VisitFunction(func);
  ASSAY_RETURN_IF_ERROR(canonicalizer.status());
  return visited;
}

}  // namespace

Result<const Function*> CanonicalizeSymbols(Context& ctx, const Module& module, const Function* func) {
  if (!HasMatchCast(func)) return func;
  Result<const Function*> done = CanonicalizeAs(ctx, module, func, UsedAsNumbers::kReplaced);
  if (done.ok() || done.error().kind == DiagKind::kUnsupported) return done;
  // Operators that want equal sizes do not take a symbol beside its value. TVM ends there in their error.
  Result<const Function*> kept = CanonicalizeAs(ctx, module, func, UsedAsNumbers::kStay);
  if (kept.ok()) return kept;
  // The values show that an operator never succeeds, which is for a run to say: it may not come there.
  return func;
}

}  // namespace assay
