// FuseTransposeMatmul: matmul(x, permute_dims(w)) that swaps w's last two dimensions becomes one kernel, NT_matmul(x,
// w), inside a dataflow block; the transposed matrix is left out where nothing else uses it. As TVM, which fuses by a
// pattern first and then looks at what it made, the pass leaves the pattern's functions in the module, which nobody
// calls. Tested by testdata/fuse_transpose_matmul.
#include <algorithm>

#include "ir/ops/assumed.h"
#include "ir/ops/linear.h"
#include "ir/walk.h"
#include "passes/analysis/block_storage.h"
#include "passes/fuse/group_functions.h"
#include "passes/fuse/pattern_groups.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/rewrite/kernel_mutator.h"

namespace assay {
namespace {

// Whether the call swaps the last two of its dimensions, and nothing else.
bool SwapsLastTwo(const Call* call) {
  const auto* tensor = IsCallOf(call, "relax.permute_dims") ? As<TensorType>(call->args[0]->type) : nullptr;
  if (tensor == nullptr || tensor->rank < 2) return false;
  const auto* axes = call->attrs == nullptr ? nullptr : As<AttrList>(call->attrs->Find("axes"));
  if (axes == nullptr) return tensor->rank == 2;
  std::vector<int64_t> wanted;
  for (int64_t i = 0; i < tensor->rank; ++i) wanted.push_back(i);
  std::swap(wanted[wanted.size() - 2], wanted.back());
  return std::ranges::equal(axes->items, wanted, [&](const Attr* axis, int64_t want) {
    const auto* number = As<AttrInt>(axis);
    return number != nullptr && (number->value < 0 ? number->value + tensor->rank : number->value) == want;
  });
}

// Made by a pattern, for whoever knows its name; or the matrix may be overwritten before the product reads it.
bool StaysAsItIs(const Function* func) {
  return !StringAttr(func->attrs, "Composite").empty() || HasInplaceCalls(func);
}

class TransposeFuser : public KernelMutator {
 public:
  using KernelMutator::KernelMutator;

  const Function* VisitFunction(const Function* func) override {
    return StaysAsItIs(func) ? func : KernelMutator::VisitFunction(func);
  }

 protected:
  void BeginBindings(const BindingBlock* block) override {
    swapped_.clear();
    if (!block->is_dataflow) return;
    for (const Binding* binding : block->bindings) {
      const auto* call = Is<VarBinding>(binding) ? As<Call>(binding->value) : nullptr;
      if (call != nullptr && SwapsLastTwo(call)) swapped_.emplace(binding->var, call->args[0]);
    }
  }
  const Expr* VisitCall(const Call* call, const Call* original) override {
    const auto* second = IsCallOf(original, "relax.matmul") ? As<Var>(original->args[1]) : nullptr;
    auto swapped = swapped_.find(second);
    if (swapped == swapped_.end()) return call;
    const Expr* lowered = OrItself(LowerTransposedMatmul(*this, *call, VisitExpr(swapped->second)), call);
    if (lowered != call) {
      fused_.insert(second);
      EmitAssumed(*this, nullptr, *call);
    }
    return lowered;
  }
  // What only the kernels' calls used is used no more.
  void FinishBindings(const BindingBlock*) override {
    std::vector<const Binding*>& bindings = CurrentBindings();
    for (const Var* var : fused_) {
      const Var* current = As<Var>(VisitExpr(var));
      if (var->flavor != VarFlavor::kDataflow) continue;
      bool used = std::ranges::any_of(bindings, [&](const Binding* binding) {
        std::vector<const Var*> vars = VarsIn(binding->value);
        return std::ranges::find(vars, current) != vars.end();
      });
      if (!used) std::erase_if(bindings, [&](const Binding* binding) { return binding->var == current; });
    }
    fused_.clear();
  }

 private:
  // What stands transposed in the block, and the matrix itself.
  std::unordered_map<const Var*, const Expr*> swapped_;
  std::unordered_set<const Var*> fused_;
};

constexpr std::string_view kComposite = "transpose_matmul_fuse";

// What a product and its transposed matrix are, where nothing else uses that.
bool IsTransposedMatmul(const MatchSite& site) {
  const auto* permute = As<Call>(site.Named("permute"));
  return permute != nullptr && SwapsLastTwo(permute) && IsClosed(site);
}

// The functions that FuseOpsByPattern would call for such products.
Result<std::vector<ModuleEntry>> PatternFunctions(Context& ctx, const Module& module) {
  ASSAY_TRY(PatternGraph graph, ParsePattern(ctx, "matmul(_, $permute=permute_dims(_))"));
  const NamedPattern pattern{std::string(kComposite), std::move(graph), IsTransposedMatmul};
  Partition partition;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    if (func != nullptr && IsFusable(func) && !StaysAsItIs(func)) AddPatternGroups(ctx, func, pattern, partition);
  }
  ASSAY_TRY(Module grouped,
            MakeGroupedFunctions(ctx, module, partition,
                                 {.lift_constants = false, .entry_functions = {}, .leaves_cycles = true}));
  std::vector<ModuleEntry> made;
  std::ranges::copy_if(grouped.entries, std::back_inserter(made),
                       [&](const ModuleEntry& entry) { return module.Find(entry.var->name.text()) == nullptr; });
  return made;
}

Result<Module> RunFuseTransposeMatmul(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  ASSAY_TRY(std::vector<ModuleEntry> made, PatternFunctions(ctx, module));
  ASSAY_TRY(Module fused, MutateWithKernels<TransposeFuser>(ctx, module));
  if (made.empty()) return fused;
  std::vector<ModuleEntry> entries(fused.entries.begin(), fused.entries.end());
  entries.insert(entries.end(), made.begin(), made.end());
  return WithEntries(ctx, fused, entries);
}

}  // namespace

const PassSpec kFuseTransposeMatmul = {
    .name = "FuseTransposeMatmul",
    .doc = "a product with a transposed matrix becomes one kernel that reads the matrix as it lies",
    .exact = Exactness::kRounding,
    .changes = Adds({Facet::kPrivateFunctions}) | Alters({Facet::kGraphs}),
    .run = RunFuseTransposeMatmul,
};

}  // namespace assay
