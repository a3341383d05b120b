// UnrollLoop: loops that are marked as unrolled become their iterations one after the other. Tested by
// testdata/unroll_loop.
#include "ir/walk.h"
#include "passes/analysis/kernel_facts.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/own_sizes.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// What the text may grow to; TVM has no limit.
constexpr int64_t kMaxTripCount = 1024;

class LoopUnroller : public StmtMutator {
 public:
  LoopUnroller(Context& context, std::vector<PassNote>& notes) : StmtMutator(context), notes_(notes) {}

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const auto* loop = As<For>(s);
    if (loop == nullptr || loop->for_kind != ForKind::kUnrolled) return Children(s);
    const Stmt* body = Visit(loop->body);
    const IntImm* extent = AsInt(loop->extent);
    std::string why = WhyNot(*loop, extent);
    if (!why.empty()) {
      notes_.push_back({"UnrollLoop", PassNote::Kind::kNow, "loop " + loop->loop_var->name.str(), loop->span, why, ""});
      return WithBody(loop, body);
    }
    return body == nullptr ? nullptr : Iterations(*loop, body, extent->value);
  }

 private:
  static bool HasInit(const Stmt* body) {
    bool found = false;
    WalkOnce(body, [&](const Node* node) {
      const auto* block = As<SBlock>(node);
      found |= block != nullptr && block->init != nullptr;
    });
    return found;
  }
  static std::string WhyNot(const For& loop, const IntImm* extent) {
    if (extent == nullptr) return "its extent is not constant";
    if (extent->value > kMaxTripCount) return "the trip count exceeds 1024";
    if (loop.step != nullptr) return "it has a step";
    if (extent->value == 0 && HasInit(loop.body)) return "a reduction over nothing gives what its block begins with";
    // An iteration might change memory for those behind it, and one that does not use its start would not compute it.
    if (!IsSpeculatable(loop.min)) return "its start is read from memory, or may divide by zero";
    return JumpsOut(loop.body) ? "a break or continue targets this loop" : "";
  }
  const Stmt* Iterations(const For& loop, const Stmt* body, int64_t extent) {
    const IntImm* start = AsInt(loop.min);
    std::vector<const Stmt*> iterations;
    for (int64_t i = 0; i < extent; ++i) {
      const Expr* offset = MakeInt(ctx, i, DTypeOf(loop.loop_var));
      const Expr* value = start == nullptr ? MakeBinary(ctx, NodeKind::kAdd, loop.min, offset)
                                           : MakeInt(ctx, start->value + i, DTypeOf(loop.loop_var));
      VarMap iteration{{loop.loop_var, value}};
      iterations.push_back(i == 0 ? SubstituteIn(ctx, body, iteration) : FreshCopy(ctx, body, iteration));
    }
    return iterations.empty() ? nullptr : MakeSeqStmt(ctx, iterations);
  }

  std::vector<PassNote>& notes_;
};

Result<Module> RunUnrollLoop(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutateWithCopies<LoopUnroller>(pass_ctx.ctx, module, pass_ctx.notes);
}

}  // namespace

const PassSpec tir_pass::kUnrollLoop = {
    .name = "UnrollLoop",
    .doc = "writes out the iterations of loops that are marked as unrolled",
    .changes = kDropsStatements | Alters({Facet::kKernels}),
    .run = RunUnrollLoop,
};

}  // namespace assay
