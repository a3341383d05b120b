// LoopPartition: a loop with conditions that are marked as likely is taken apart, so that they hold in all iterations
// of its middle part and go away there; then the marks go away. Where a condition begins or ceases to hold is solved
// for the loop's variable, over all iterations of the loops inside, by numbers that cannot overflow. Tested by
// testdata/loop_partition.
#include <algorithm>
#include <optional>
#include <unordered_set>

#include "ir/arith/analyzer.h"
#include "ir/mentions.h"
#include "ir/prim/intrinsics.h"
#include "ir/walk.h"
#include "passes/analysis/loop_indices.h"
#include "passes/op_names.h"
#include "passes/options.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/facts_mutator.h"
#include "passes/rewrite/own_sizes.h"
#include "passes/rewrite/renew_defs.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr std::string_view kOptions[] = {"partition_const_loop"};

// `coefficient * var + rest >= 0` as numbers, with the rest between two expressions in all iterations of the loops
// inside.
struct Inequality {
  int64_t coefficient = 0;
  const Expr* lowest = nullptr;
  const Expr* highest = nullptr;
};
// The condition holds from `begin` on, or before `end`; the other one is null. `exact`: and nowhere else.
struct Stretch {
  const Node* condition = nullptr;
  const Expr* begin = nullptr;
  const Expr* end = nullptr;
  bool exact = false;
};

class LoopPartitioner : public FactsMutator {
 public:
  LoopPartitioner(Context& context, bool constant_loops) : FactsMutator(context), constant_loops_(constant_loops) {}

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const auto* loop = As<For>(s);
    if (loop == nullptr || !MayPartition(*loop)) return FactsMutator::VisitStmt(s);
    BindLoop(loop);
    std::vector<Stretch> stretches = StretchesOf(*loop);
    if (stretches.empty()) return Children(loop);
    return Partitioned(*loop, stretches);
  }

 private:
  bool MayPartition(const For& loop) const {
    bool splits =
        loop.for_kind == ForKind::kSerial || loop.for_kind == ForKind::kParallel || loop.for_kind == ForKind::kUnrolled;
    bool constant = AsInt(loop.min) != nullptr && AsInt(loop.extent) != nullptr;
    bool alike = DTypeOf(loop.min) == DTypeOf(loop.loop_var) && DTypeOf(loop.extent) == DTypeOf(loop.loop_var);
    // Each part would read its ends anew.
    alike &= IsPure(loop.min) && IsPure(loop.extent);
    return splits && alike && loop.step == nullptr && (!constant || constant_loops_) && !JumpsOut(loop.body);
  }
  const Expr* Make(NodeKind kind, const Expr* a, const Expr* b) {
    return facts_->Simplify(MakeBinary(ctx, kind, a, b));
  }
  const Expr* Number(int64_t value, const Expr* like) { return MakeInt(ctx, value, DTypeOf(like)); }

  // Of all likely conditions in the loop, those that a part of its iterations can be proven to keep.
  std::vector<Stretch> StretchesOf(const For& loop) {
    std::vector<Stretch> found;
    ExprDomains inner = InnerLoops(loop.body);
    std::unordered_set<const Var*> defined;
    for (const Var* var : DefinedIn(loop.body)) defined.insert(var);
    NodeSet seen;
    WalkBeforeChildren(
        loop.body,
        [&](const Node* node) {
          const auto* call = As<Call>(node);
          bool marked = IsCallOf(call, IntrinsicId::likely);
          if (std::optional<Stretch> stretch = marked ? Solve(loop, *call, inner) : std::nullopt) {
            const Expr* bound = stretch->begin == nullptr ? stretch->end : stretch->begin;
            if (!MentionsAny(bound, defined)) found.push_back(*stretch);
          }
          return !Is<Buffer>(node);
        },
        Types::kSkip, &seen);
    return found;
  }
  // The ranges of loops in the statement, in terms of what is around it.
  ExprDomains InnerLoops(const Stmt* s) {
    ExprDomains domains;
    WalkBeforeChildren(s, [&](const Node* node) {
      const auto* loop = As<For>(node);
      if (loop != nullptr && loop->step == nullptr) {
        BindLoop(loop);
        ExprBound low = BoundIn(ctx, domains, loop->min);
        const Expr* last = MakeBinary(ctx, NodeKind::kSub, MakeBinary(ctx, NodeKind::kAdd, loop->min, loop->extent),
                                      Number(1, loop->min));
        ExprBound high = BoundIn(ctx, domains, facts_->Simplify(last));
        if (low.low != nullptr && high.high != nullptr) domains[loop->loop_var] = {low.low, high.high};
      }
      return AsExpr(node) == nullptr;
    });
    return domains;
  }
  std::optional<Stretch> Solve(const For& loop, const Call& likely, const ExprDomains& inner) {
    std::optional<Inequality> it = InequalityOf(loop.loop_var, likely.args[0], inner);
    if (!it) return std::nullopt;
    Stretch stretch{.condition = &likely, .exact = it->lowest == it->highest};
    const Expr* rest = it->lowest;
    if (it->coefficient < 0) {
      // var <= rest // -coefficient
      stretch.end =
          Make(NodeKind::kAdd, Make(NodeKind::kFloorDiv, rest, Number(-it->coefficient, rest)), Number(1, rest));
    } else {
      // var >= (coefficient - 1 - rest) // coefficient
      const Expr* above = Make(NodeKind::kSub, Number(it->coefficient - 1, rest), rest);
      stretch.begin = Make(NodeKind::kFloorDiv, above, Number(it->coefficient, rest));
    }
    const Expr* bound = stretch.begin == nullptr ? stretch.end : stretch.begin;
    bool nowhere = stretch.begin == nullptr ? facts_->Proves(MakeBinary(ctx, NodeKind::kLE, bound, loop.min))
                                            : facts_->Proves(MakeBinary(ctx, NodeKind::kGE, bound, EndOf(loop)));
    if (!facts_->DoesNotOverflow(bound) || !IsPure(bound) || nowhere) return std::nullopt;
    return stretch;
  }
  const Expr* EndOf(const For& loop) { return Make(NodeKind::kAdd, loop.min, loop.extent); }
  std::optional<Inequality> InequalityOf(const Var* var, const Expr* condition, const ExprDomains& inner) {
    const BinaryExpr* binary = AsBinary(condition);
    bool orders = binary != nullptr && condition->kind >= NodeKind::kLT && condition->kind <= NodeKind::kGE;
    if (!orders || DTypeOf(binary->a) != DTypeOf(var) || !facts_->DoesNotOverflow(binary->a) ||
        !facts_->DoesNotOverflow(binary->b))
      return std::nullopt;
    bool less = condition->kind == NodeKind::kLT || condition->kind == NodeKind::kLE;
    bool strict = condition->kind == NodeKind::kLT || condition->kind == NodeKind::kGT;
    const Expr *small = less ? binary->a : binary->b, *large = less ? binary->b : binary->a;
    if (strict) large = MakeBinary(ctx, NodeKind::kSub, large, Number(1, large));
    const Expr* gap = Simplify(ctx, MakeBinary(ctx, NodeKind::kSub, large, small));
    std::optional<LinearSplit> form = LinearIn(ctx, gap, var);
    if (!form || form->coefficient == 0) return std::nullopt;
    ExprBound bound = BoundIn(ctx, inner, form->rest);
    if (bound.low == nullptr) return std::nullopt;
    return Inequality{form->coefficient, bound.low, bound.high};
  }

  // Where the middle part begins and ends: inside of the loop, and in order.
  const Expr* Clamped(const Expr* value, const Expr* low, const Expr* high) {
    auto proven = [&](const Expr* a, const Expr* b) { return facts_->Proves(MakeBinary(ctx, NodeKind::kLE, a, b)); };
    if (!proven(low, value)) value = proven(value, low) ? low : Make(NodeKind::kMax, value, low);
    if (!proven(value, high)) value = proven(high, value) ? high : Make(NodeKind::kMin, value, high);
    return value;
  }
  const Stmt* Partitioned(const For& loop, const std::vector<Stretch>& stretches) {
    const Expr *begin = loop.min, *end = EndOf(loop), *last = end;
    const Stretch *only_begin = nullptr, *only_end = nullptr;
    int begins = 0, ends = 0;
    for (const Stretch& stretch : stretches) {
      if (stretch.begin != nullptr) {
        begin = ++begins == 1 ? stretch.begin : Make(NodeKind::kMax, begin, stretch.begin);
        only_begin = &stretch;
      } else {
        end = ++ends == 1 ? stretch.end : Make(NodeKind::kMin, end, stretch.end);
        only_end = &stretch;
      }
    }
    begin = Clamped(begin, loop.min, last);
    end = Clamped(end, begin, last);
    std::unordered_set<const Node*> hold;
    for (const Stretch& stretch : stretches) hold.insert(stretch.condition);
    auto fails = [](const Stretch* only, int count) {
      std::unordered_set<const Node*> known;
      if (count == 1 && only->exact) known.insert(only->condition);
      return known;
    };
    std::vector<const Stmt*> parts;
    AddPart(parts, loop, loop.min, begin, fails(only_begin, begins), false);
    AddPart(parts, loop, begin, end, hold, true);
    AddPart(parts, loop, end, last, fails(only_end, ends), false);
    return parts.empty() ? nullptr : MakeSeqStmt(ctx, parts);
  }
  // Iterations from `begin` to `end`, in which these conditions are known.
  void AddPart(std::vector<const Stmt*>& parts, const For& loop, const Expr* begin, const Expr* end,
               const std::unordered_set<const Node*>& known, bool truth) {
    const Expr* extent = Make(NodeKind::kSub, end, begin);
    if (facts_->Proves(MakeBinary(ctx, NodeKind::kLE, extent, Number(0, extent)))) return;
    auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
      return known.contains(original) ? MakeBool(ctx, truth) : rebuilt;
    };
    const auto* body = static_cast<const Stmt*>(Rewrite(ctx, loop.body, rule));
    const Var* var = loop.loop_var;
    const Var* own = parts.empty() ? var : Renewed(ctx, var);
    const IntImm *count = AsInt(extent), *start = AsInt(begin);
    bool single = count != nullptr && count->value == 1 && loop.annotations == nullptr;
    const Expr* value = single ? begin : start != nullptr && start->value == 0 ? own : Make(NodeKind::kAdd, own, begin);
    VarMap iteration{{var, value}};
    body = parts.empty() ? SubstituteIn(ctx, body, iteration) : FreshCopy(ctx, body, iteration);
    For* part = ctx.arena.New<For>(loop);
    part->loop_var = own;
    part->min = Number(0, begin);
    part->extent = extent;
    part->body = body;
    if (!single) BindLoop(part);
    // Loops inside, whose conditions may be known better now.
    body = Visit(body);
    if (body == nullptr) return;
    part->body = body;
    parts.push_back(single ? body : part);
  }

  bool constant_loops_;
};

class MarkRemover : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

 protected:
  const Expr* VisitExpr(const Expr* e) override {
    auto rule = [](const Node* rebuilt, const Node*) -> const Node* {
      const auto* call = As<Call>(rebuilt);
      return IsCallOf(call, IntrinsicId::likely) ? call->args[0] : rebuilt;
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
  }
};

Result<Module> RunLoopPartition(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  ASSAY_TRY(bool constant_loops, BoolOption(options, kOptions[0], false));
  ASSAY_TRY(Module parted, MutateWithCopies<LoopPartitioner>(pass_ctx.ctx, module, constant_loops));
  return MutatePrimFuncs<MarkRemover>(pass_ctx.ctx, parted);
}

bool SampleConstantLoops(Context& ctx, const Module&, ByteSource& bytes, PassOptions& options) {
  options.emplace(kOptions[0], MakeAttrBool(ctx, bytes.Chance(1, 2)));
  return true;
}

}  // namespace

const PassSpec tir_pass::kLoopPartition = {
    .name = "LoopPartition",
    .doc = "takes loops apart where likely conditions begin or cease to hold",
    .options = kOptions,
    .changes = kDropsStatements | Alters({Facet::kKernels}),
    .run = RunLoopPartition,
    .sample_options = SampleConstantLoops,
};

}  // namespace assay
