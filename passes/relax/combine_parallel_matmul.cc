// CombineParallelMatmul: matmuls of one left side become one matmul with the concatenation of the right sides, and a
// split; with them a bias and an activation that all branches have. Tested by testdata/combine_parallel_matmul.
#include <algorithm>
#include <array>

#include "ir/arith/analyzer.h"
#include "passes/module_editor.h"
#include "passes/pass_names.h"
#include "passes/relax/matmul_branches.h"
#include "passes/relax/op_rewriter.h"

namespace assay {
namespace {

class MatmulCombiner : public OpRewriter {
 public:
  MatmulCombiner(Context& context, const Module* module, const Function* func, const BranchShape& shape)
      : OpRewriter(context, module, func), groups_(FindMatmulGroups(ctx, func, shape)) {
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
      const Expr* joined = Emitted(Op("concat", {MakeTuple(ctx, bias)}, axis_of(bias[0])));
      product = Op("add", {Emitted(product), joined});
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

Result<Module> RunCombineParallelMatmul(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  return MapRelaxFunctions(ctx, module, [&](const Function* func) -> Result<const Function*> {
    for (const BranchShape& shape : BranchShapesOf(func)) {
      ASSAY_TRY(func, RewriteOps<MatmulCombiner>(ctx, module, func, shape));
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
    .run = RunCombineParallelMatmul,
};

}  // namespace assay
