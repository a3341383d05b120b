// ConvertToDataflow: runs of at least min_size bindings without side effects and branches become dataflow blocks,
// beside those that there are; then bindings are canonicalized. Tested by testdata/convert_to_dataflow.
#include "ir/ops/purity.h"
#include "ir/rewrite.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/relax/canonicalize.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

// Collects the blocks of one sequence anew.
class BlockSplitter {
 public:
  BlockSplitter(Context& ctx, const Module& module, size_t min_size)
      : ctx_(ctx), module_(module), min_size_(min_size) {}

  std::vector<const BindingBlock*> Split(Nodes<BindingBlock> blocks) {
    for (const BindingBlock* block : blocks) {
      if (block->is_dataflow) {
        run_.insert(run_.end(), block->bindings.begin(), block->bindings.end());
        keeps_run_ = true;
        continue;
      }
      for (const Binding* binding : block->bindings) Add(binding);
    }
    EndRun();
    if (!plain_.empty()) blocks_.push_back(MakeBlock(ctx_, plain_, false));
    return std::move(blocks_);
  }

 private:
  void Add(const Binding* binding) {
    if (MayBeInDataflow(&module_, binding->value)) {
      run_.push_back(binding);
      return;
    }
    EndRun();
    plain_.push_back(binding);
  }
  void EndRun() {
    if (run_.empty()) return;
    if (run_.size() < min_size_ && !keeps_run_) {
      plain_.insert(plain_.end(), run_.begin(), run_.end());
    } else {
      if (!plain_.empty()) blocks_.push_back(MakeBlock(ctx_, plain_, false));
      plain_.clear();
      blocks_.push_back(MakeBlock(ctx_, run_, true));
    }
    run_.clear();
    keeps_run_ = false;
  }

  Context& ctx_;
  const Module& module_;
  size_t min_size_;
  std::vector<const BindingBlock*> blocks_;
  // Bindings that stay outside of dataflow blocks, before those of the run.
  std::vector<const Binding*> plain_;
  std::vector<const Binding*> run_;
  // The run has a dataflow block in it, which stays one however short it is.
  bool keeps_run_ = false;
};

bool SameBlocks(Nodes<BindingBlock> a, const std::vector<const BindingBlock*>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < b.size(); ++i) {
    if (a[i]->is_dataflow != b[i]->is_dataflow || a[i]->bindings.size() != b[i]->bindings.size()) return false;
  }
  return true;
}

Result<Module> RunConvertToDataflow(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  Context& ctx = pass_ctx.ctx;
  ASSAY_TRY(int64_t min_size, IntOption(options, "min_size", 2));
  auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
    const auto* seq = As<SeqExpr>(rebuilt);
    if (seq == nullptr) return rebuilt;
    auto blocks = BlockSplitter(ctx, module, static_cast<size_t>(std::max<int64_t>(min_size, 0))).Split(seq->blocks);
    if (SameBlocks(seq->blocks, blocks)) return seq;
    SeqExpr* fresh = ctx.arena.New<SeqExpr>(*seq);
    fresh->blocks = ctx.Copy(MergeBlocks(ctx, blocks));
    return fresh;
  };
  return MapRelaxFunctions(ctx, module, [&](const Function* func) -> Result<const Function*> {
    const auto* split = static_cast<const Function*>(Rewrite(ctx, func, rule));
    return CanonicalizeFunction(ctx, module, split);
  });
}

constexpr std::string_view kOptions[] = {"min_size"};

}  // namespace

const PassSpec kConvertToDataflow = {
    .name = "ConvertToDataflow",
    .doc = "turns runs of bindings without side effects into dataflow blocks",
    .options = kOptions,
    .breaks = kDataflowFree,
    .idempotent = false,
    .why_not_idempotent = "ends in CanonicalizeBindings, which may fold again what it folded",
    .signatures = Signatures::kRefined,
    .changes = kCanonicalizes | Alters({Facet::kGraphs}),
    .run = RunConvertToDataflow,
};

}  // namespace assay
