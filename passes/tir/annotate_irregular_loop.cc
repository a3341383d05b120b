// AnnotateIrregularLoop: a loop that a break or continue ends early, or begins anew, is marked, so that nothing takes
// it for one that runs all of its iterations. Tested by testdata/annotate_irregular_loop.
#include <algorithm>

#include <fmt/format.h>

#include "passes/analysis/pipeline_marks.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/refusing_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr std::string_view kMark = "irregular_loop_mark";
// What only a loop of all its iterations can be marked with.
constexpr std::string_view kOfRegularLoops[] = {"pragma_auto_unroll_max_step", "pragma_unroll_explicit",
                                                "pragma_loop_partition_hint", kPipelineStage};

class IrregularLoopMarker : public RefusingMutator {
 public:
  using RefusingMutator::RefusingMutator;

 protected:
  // other kinds: are no loops that can be marked
  const Stmt* VisitStmt(const Stmt* s) override {
    const Stmt* visited = Children(s);
    const auto* loop = As<For>(visited);
    if (loop == nullptr || !JumpsOut(loop->body)) return visited;
    std::string_view why_not = WhyNot(*loop);
    if (!why_not.empty()) {
      failure_ = Diag{DiagKind::kCannotLower,
                      loop->span,
                      fmt::format("the loop over {} is left early, and {}", loop->loop_var->name.text(), why_not),
                      "",
                      {}};
      return visited;
    }
    For* marked = ctx.arena.New<For>(*loop);
    marked->annotations = WithAttr(ctx, loop->annotations, kMark, MakeAttrInt(ctx, 1));
    return marked;
  }

 private:
  static std::string_view WhyNot(const For& loop) {
    if (loop.for_kind != ForKind::kSerial) return "is no serial one";
    bool regular = std::ranges::any_of(kOfRegularLoops, [&](std::string_view key) {
      return loop.annotations != nullptr && loop.annotations->Find(key) != nullptr;
    });
    return regular ? "has a mark of loops that run all of their iterations" : "";
  }
};

Result<Module> RunAnnotateIrregularLoop(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return LowerPrimFuncs<IrregularLoopMarker>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kAnnotateIrregularLoop = {
    .name = "AnnotateIrregularLoop",
    .doc = "marks loops that a break or continue ends early, or begins anew",
    .changes = Adds({Facet::kAnnotations}) | Alters({Facet::kKernels}),
    .run = RunAnnotateIrregularLoop,
};

}  // namespace assay
