// ReorderPermuteDimsAfterConcat: tensors that are all permuted alike before they are concatenated are concatenated
// first and permuted once. Tested by testdata/reorder_permute_dims_after_concat.
#include <algorithm>

#include "passes/pass_names.h"
#include "passes/relax/canonicalize.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/op_rewriter.h"

namespace assay {
namespace {

// The permutation, the reversal when none is given; empty when the rank is not known.
std::vector<int64_t> AxesOf(const Call* permute) {
  if (!IsNullAttr(*permute, "axes")) return IntsAttr(*permute, "axes");
  std::vector<int64_t> axes;
  const auto* type = As<TensorType>(permute->args[0]->type);
  for (int axis = type == nullptr ? 0 : type->rank; axis-- > 0;) axes.push_back(axis);
  return axes;
}

class PermuteReorderer : public OpRewriter {
 public:
  using OpRewriter::OpRewriter;

 protected:
  const Expr* Replace(const Call* call) override {
    const auto* tuple = IsCallOf(call, "relax.concat") ? As<Tuple>(call->args[0]) : nullptr;
    // As many as TVM's pattern knows.
    if (tuple == nullptr || tuple->fields.size() < 2 || tuple->fields.size() > 11) return nullptr;
    std::vector<const Expr*> sources;
    const Call* first = nullptr;
    for (const Expr* field : tuple->fields) {
      const Call* permute = BoundCall(field, "relax.permute_dims");
      if (permute == nullptr || (first != nullptr && AxesOf(permute) != AxesOf(first))) return nullptr;
      if (first == nullptr) first = permute;
      sources.push_back(permute->args[0]);
    }
    std::vector<int64_t> axes = AxesOf(first);
    int64_t rank = static_cast<int64_t>(axes.size());
    int64_t axis = IsNullAttr(*call, "axis") ? 0 : IntAttr(*call, "axis");
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank) return nullptr;
    int64_t source_axis = axes[static_cast<size_t>(axis)];
    if (source_axis < 0) source_axis += rank;
    for (const Expr*& source : sources) source = Now(source);
    const Expr* joined = Emitted(Op("concat", {MakeTuple(ctx, sources)}, {{"axis", MakeAttrInt(ctx, source_axis)}}));
    return Op("permute_dims", {joined}, {{"axes", first->attrs->Find("axes")}});
  }
};

Result<Module> RunReorderPermuteDims(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MapRelaxFunctions(pass_ctx.ctx, module, [&](const Function* func) {
    return RewriteCalls<PermuteReorderer>(pass_ctx, module, func);
  });
}

}  // namespace

const PassSpec kReorderPermuteDimsAfterConcat = {
    .name = "ReorderPermuteDimsAfterConcat",
    .doc = "permutes once after a concat what was permuted alike before it",
    .opt_level = 1,
    .changes = kCanonicalizes | Drops({Facet::kExternals, Facet::kMemory}) | Alters({Facet::kGraphs}),
    .run = RunReorderPermuteDims,
};

}  // namespace assay
