// CombineParallelMatmul: matmuls of one left side become one matmul with the concatenation of the right sides, and a
// split; with them a bias and an activation that all branches have. Tested by testdata/combine_parallel_matmul.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/arith/analyzer.h"
#include "ir/walk.h"
#include "passes/analysis/matmul_branches.h"
#include "passes/analysis/symbols.h"
#include "passes/pass_names.h"
#include "passes/relax/canonicalize.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/op_rewriter.h"

namespace assay {
namespace {

// Puts the operands of all branches of a group in front of its first result, and what needs those behind them: as late
// as they must, as TVM's rewriting of bindings sorts them. A block where operands need results of their group stays as
// it is.
class OperandsFirst : public RelaxMutator {
 public:
  OperandsFirst(Context& context, const Module* module, const std::vector<MatmulGroup>& groups)
      : RelaxMutator(context, module) {
    for (const MatmulGroup& group : groups) {
      for (const MatmulBranch& result : group.branches) {
        for (const MatmulBranch& branch : group.branches) {
          for (const Expr* operand : {branch.rhs, branch.bias}) {
            if (const auto* var = As<Var>(operand)) operands_[result.result].push_back(var);
          }
        }
      }
    }
  }

 protected:
  void FinishBindings(const BindingBlock* block) override {
    std::vector<const Binding*>& bindings = CurrentBindings();
    bool has_result =
        std::ranges::any_of(block->bindings, [&](const Binding* binding) { return operands_.contains(binding->var); });
    if (!has_result || bindings.size() != block->bindings.size()) return;
    std::vector<const Binding*> sorted = Sorted(bindings);
    if (sorted.size() == bindings.size()) bindings = std::move(sorted);
  }

 private:
  // What the block defines and the binding needs: variables, and symbols of match_casts.
  std::vector<const Var*> NeedsOf(const Binding* binding) const {
    std::vector<const Var*> needs = VarsIn(binding);
    auto operands = operands_.find(binding->var);
    if (operands != operands_.end()) needs.insert(needs.end(), operands->second.begin(), operands->second.end());
    return needs;
  }
  std::vector<const Binding*> Sorted(const std::vector<const Binding*>& bindings) const {
    std::unordered_map<const Var*, const Binding*> definitions;
    for (const Binding* binding : bindings) {
      definitions.emplace(binding->var, binding);
      if (const auto* cast = As<MatchCast>(binding)) {
        for (const Var* symbol : DefinableSymbols({cast->target})) definitions.emplace(symbol, binding);
      }
    }
    std::vector<const Binding*> sorted, delayed;
    std::unordered_set<const Binding*> placed;
    auto place = [&](const Binding* binding) {
      bool ready = std::ranges::all_of(NeedsOf(binding), [&](const Var* var) {
        auto definition = definitions.find(var);
        return definition == definitions.end() || definition->second == binding || placed.contains(definition->second);
      });
      if (!ready) return false;
      sorted.push_back(binding);
      placed.insert(binding);
      return true;
    };
    for (const Binding* binding : bindings) {
      if (place(binding)) {
        while (std::erase_if(delayed, place) != 0) {
        }
      } else {
        delayed.push_back(binding);
      }
    }
    return sorted;
  }

  // By result.
  std::unordered_map<const Var*, std::vector<const Var*>> operands_;
};

class MatmulCombiner : public OpRewriter {
 public:
  MatmulCombiner(Context& context, const Module* module, const Function* func, const BranchShape& shape)
      : OpRewriter(context, module, func), groups_(FindMatmulGroups(ctx, *module, func, shape)) {
    for (const MatmulGroup& group : groups_) {
      for (size_t i = 0; i < group.branches.size(); ++i) place_[group.branches[i].result] = {&group, i};
    }
  }

 protected:
  const Expr* Replace(const Call*) override { return nullptr; }
  void VisitVarBinding(const VarBinding* binding) override {
    auto place = place_.find(binding->var);
    const Expr* parts = place == place_.end() ? nullptr : Combined(*place->second.first);
    if (parts == nullptr) return RelaxMutator::VisitVarBinding(binding);
    MarkChanged();
    ReEmit(binding, MakeTupleGetItem(ctx, parts, static_cast<int64_t>(place->second.second)));
  }

 private:
  // The tuple of the branches' results; made where the first of them stands.
  const Expr* Combined(const MatmulGroup& group) {
    auto [made, fresh] = combined_.emplace(&group, nullptr);
    if (!fresh) return made->second;
    std::vector<const Expr*> rhs;
    std::vector<const Expr*> bias;
    std::vector<int64_t> sections;
    int64_t end = 0;
    for (const MatmulBranch& branch : group.branches) {
      rhs.push_back(Now(branch.rhs));
      if (branch.bias != nullptr) bias.push_back(Now(branch.bias));
      const IntImm* width = AsInt(branch.width);
      end += width == nullptr ? 0 : width->value;
      sections.push_back(end);
    }
    sections.pop_back();
    const Expr* lhs = Now(group.lhs);
    auto axis_of = [&](const Expr* e) { return AttrItems{{"axis", MakeAttrInt(ctx, RankOf(e) - 1)}}; };
    const Expr* weights = Emitted(Op("concat", {MakeTuple(ctx, rhs)}, axis_of(rhs[0])));
    const Expr* product = Op("matmul", {lhs, weights}, {{"out_dtype", MakeAttrDType(ctx, group.out_dtype)}});
    if (!bias.empty()) {
      const Expr* unbiased = Emitted(product);
      product = Op("add", {unbiased, Emitted(Op("concat", {MakeTuple(ctx, bias)}, axis_of(bias[0])))});
    }
    if (!group.activation.empty()) product = Op(group.activation, {Emitted(product)});
    if (product == nullptr) return nullptr;
    int64_t axis = std::max(RankOf(lhs), RankOf(rhs[0])) - 1;
    const Expr* split = Op("split", {Emitted(product)},
                           {{"indices_or_sections", MakeAttrInts(ctx, sections)}, {"axis", MakeAttrInt(ctx, axis)}});
    if (split == nullptr) return nullptr;
    // The parts are what they were, whatever inference makes of the sum of their widths.
    std::vector<const Type*> types;
    for (const MatmulBranch& branch : group.branches) types.push_back(branch.result->type);
    Call* typed = ctx.arena.New<Call>(*As<Call>(split));
    typed->type = MakeTupleType(ctx, types);
    combined_[&group] = Emitted(typed);
    return combined_[&group];
  }

  std::vector<MatmulGroup> groups_;
  std::unordered_map<const Var*, std::pair<const MatmulGroup*, size_t>> place_;
  std::unordered_map<const MatmulGroup*, const Expr*> combined_;
};

// As TVM's rewriting of bindings, which tidies what it has changed and looks again.
Result<const Function*> CombineBranches(PassContext& pass_ctx, const Module& module, const Function* func,
                                        const BranchShape& shape) {
  Context& ctx = pass_ctx.ctx;
  // The products would move behind what overwrites an operand.
  if (HasInplaceCalls(module, func)) return func;
  for (int iteration = 0; iteration < kMaxRewriteIterations; ++iteration) {
    std::vector<MatmulGroup> groups = FindMatmulGroups(ctx, module, func, shape, true);
    if (groups.empty()) break;
    const Function* ordered = OperandsFirst(ctx, &module, groups).VisitFunction(func);
    MatmulCombiner combiner(ctx, &module, ordered, shape);
    const Function* rewritten = combiner.VisitFunction(ordered);
    ASSAY_RETURN_IF_ERROR(combiner.status());
    if (!combiner.changed()) break;
    ASSAY_TRY(func, TidyRewritten(pass_ctx, module, rewritten));
  }
  return func;
}

Result<Module> RunCombineParallelMatmul(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  return MapRelaxFunctions(ctx, module, [&](const Function* func) -> Result<const Function*> {
    for (const BranchShape& shape : BranchShapesOf(module, func)) {
      ASSAY_TRY(func, CombineBranches(pass_ctx, module, func, shape));
    }
    return func;
  });
}

}  // namespace

const PassSpec kCombineParallelMatmul = {
    .name = "CombineParallelMatmul",
    .doc = "combines matmuls of one left side into one",
    .idempotent = false,
    .why_not_idempotent = "what was combined may itself be parallel to another matmul of its left side",
    .exact = Exactness::kRounding,
    .changes = kCanonicalizes | Drops({Facet::kExternals, Facet::kMemory}) | Alters({Facet::kGraphs}),
    .run = RunCombineParallelMatmul,
};

}  // namespace assay
