// Blocks whose loops go beyond their axes or leave some of them out, loops as long as memory says, and views that name
// their strides come up, in kernels that are well-formed.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "generators/modules/generate.h"
#include "ir/check/well_formed.h"
#include "ir/mentions.h"
#include "ir/walk.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/pipeline_marks.h"

namespace assay {
namespace {

int64_t ExtentOf(const Expr* e) { return As<IntImm>(e) == nullptr ? -1 : As<IntImm>(e)->value; }

// A loop that an axis is bound to and that is longer than the axis.
void CountBeyond(const For& loop, std::map<std::string, int>& seen) {
  const SBlockRealize* realize = OnlyBlock(&loop);
  for (size_t i = 0; realize != nullptr && i < realize->iter_values.size(); ++i) {
    const IterVar& axis = *realize->block->iter_vars[i];
    bool beyond = realize->iter_values[i] == loop.loop_var && ExtentOf(axis.dom->extent) > 0 &&
                  ExtentOf(loop.extent) > ExtentOf(axis.dom->extent) && Mentions(realize->predicate, loop.loop_var);
    bool reduces = axis.iter_type == IterType::kCommReduce;
    seen[reduces ? "reduction beyond its axis" : "loop beyond its axis"] += beyond ? 1 : 0;
    seen["thread beyond its axis"] += beyond && loop.thread_binding != nullptr ? 1 : 0;
  }
  const auto* inner = As<For>(loop.body);
  seen["loop as long as another one has come"] +=
      realize != nullptr && inner != nullptr && Mentions(inner->extent, loop.loop_var) ? 1 : 0;
  seen["predicate on a part"] +=
      realize != nullptr && realize->block->name_hint.text().ends_with("_part") && As<LT>(realize->predicate) != nullptr
          ? 1
          : 0;
}

// Extents that a name in front of the loop says.
void CountNamed(const SeqStmt& seq, std::map<std::string, int>& seen) {
  for (size_t i = 0; i + 1 < seq.seq.size(); ++i) {
    const auto* bind = As<Bind>(seq.seq[i]);
    const auto* loop = As<For>(seq.seq[i + 1]);
    if (bind == nullptr || loop == nullptr || loop->extent != bind->var) continue;
    bool staged = loop->annotations != nullptr && loop->annotations->Find(kPipelineStage) != nullptr;
    ++seen[staged ? "pipeline as long as memory says" : "loop as long as memory says"];
  }
}

void CountViews(const SBlock& block, std::map<std::string, int>& seen) {
  for (const MatchBufferRegion* match : block.match_buffers) {
    for (const Expr* stride : match->buffer->strides) {
      ++seen["name of a stride"];
      seen["name of a stride of fewer axes"] +=
          match->buffer->shape.size() < match->source->buffer->shape.size() ? 1 : 0;
      seen["name of a stride of memory that lies apart"] += match->source->buffer->strides.empty() ? 0 : 1;
      seen["name of a stride that is used"] += Mentions(block.body, As<Var>(stride)) ? 1 : 0;
    }
  }
}

TEST(TirEdges, ComeUpAndAreWellFormed) {
  std::map<std::string, int> seen;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    GenOptions options;
    options.profile = seed % 3 == 0 ? Profile::kGpu : Profile::kTir;
    options.wanted = BitOf(Feature::kFreeStmts) | BitOf(Feature::kSplitLoops);
    options.topics = seed % 2 == 0 ? 0 : BitOf(Topic::kPipeline) | BitOf(Topic::kSplit) | BitOf(Topic::kBlocks);
    Module module = Generate(ctx, bytes, options);
    DiagSink sink;
    CheckWellFormed(ctx, module, sink);
    ASSERT_TRUE(sink.ok()) << "seed " << seed << ": " << sink.diags()[0].message << " [" << sink.diags()[0].rule << "]";
    for (const ModuleEntry& entry : module.entries) {
      if (!Is<PrimFunc>(entry.func)) continue;
      WalkOnce(entry.func, [&](const Node* node) {
        if (Is<For>(node)) CountBeyond(*As<For>(node), seen);
        if (Is<SeqStmt>(node)) CountNamed(*As<SeqStmt>(node), seen);
        if (Is<SBlock>(node)) CountViews(*As<SBlock>(node), seen);
      });
    }
  }
  for (const char* form : {"loop beyond its axis", "reduction beyond its axis", "loop as long as another one has come",
                           "predicate on a part", "pipeline as long as memory says", "loop as long as memory says",
                           "name of a stride", "name of a stride of fewer axes",
                           "name of a stride of memory that lies apart", "name of a stride that is used"}) {
    EXPECT_GE(seen[form], 8) << form;
  }
  EXPECT_GE(seen["thread beyond its axis"], 3);
}

}  // namespace
}  // namespace assay
