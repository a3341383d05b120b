#include "oracles/core/kernel_features.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "ir/visit.h"
#include "ir/walk.h"

namespace assay {
namespace {

// How much a kind of node says of a kernel. What stays of control and vectors is needed for the fault, as reduction
// tries to do without; conditions and conversions less so, and sums and products stand in most indices.
enum class Weight : uint8_t { kNone, kSlight, kFair, kFull };

Weight StmtWeight(StmtKind kind) {
  switch (kind) {
    case StmtKind::kWhile:
    case StmtKind::kReturn:
    case StmtKind::kBreak:
    case StmtKind::kContinue:
    case StmtKind::kAttrStmt:
    case StmtKind::kAssertStmt:
    case StmtKind::kBind:
    case StmtKind::kDeclBuffer: return Weight::kFull;
    case StmtKind::kAllocBuffer:
    case StmtKind::kIfThenElse: return Weight::kFair;
    case StmtKind::kBufferStore: return Weight::kSlight;
    case StmtKind::kSeqStmt:
    case StmtKind::kEvaluate:
    case StmtKind::kFor:
    case StmtKind::kSBlock:
    case StmtKind::kSBlockRealize: return Weight::kNone;
  }
  ASSAY_UNREACHABLE();
}

Weight ExprWeight(ExprKind kind) {
  switch (kind) {
    case ExprKind::kRamp:
    case ExprKind::kBroadcast:
    case ExprKind::kShuffle:
    case ExprKind::kLet: return Weight::kFull;
    case ExprKind::kSelect:
    case ExprKind::kCast:
    case ExprKind::kDiv:
    case ExprKind::kMod:
    case ExprKind::kFloorDiv:
    case ExprKind::kFloorMod:
    case ExprKind::kMin:
    case ExprKind::kMax:
    case ExprKind::kEQ:
    case ExprKind::kNE:
    case ExprKind::kLT:
    case ExprKind::kLE:
    case ExprKind::kGT:
    case ExprKind::kGE:
    case ExprKind::kAnd:
    case ExprKind::kOr:
    case ExprKind::kNot: return Weight::kFair;
    case ExprKind::kAdd:
    case ExprKind::kSub:
    case ExprKind::kMul:
    case ExprKind::kBufferLoad: return Weight::kSlight;
    // Leaves and calls are everywhere; Relax does not stand in kernels.
    case ExprKind::kVar:
    case ExprKind::kIntImm:
    case ExprKind::kFloatImm:
    case ExprKind::kStringImm:
    case ExprKind::kOp:
    case ExprKind::kGlobalVar:
    case ExprKind::kCall:
    case ExprKind::kPrimFunc:
    case ExprKind::kConstant:
    case ExprKind::kDataTypeImm:
    case ExprKind::kTuple:
    case ExprKind::kTupleGetItem:
    case ExprKind::kShapeExpr:
    case ExprKind::kIf:
    case ExprKind::kSeqExpr:
    case ExprKind::kFunction:
    case ExprKind::kExternFunc: return Weight::kNone;
  }
  ASSAY_UNREACHABLE();
}

Weight WeightOf(const Node* node) {
  if (const Stmt* s = AsStmt(node)) return StmtWeight(StmtKindOf(s));
  if (const Expr* e = AsExpr(node)) return ExprWeight(ExprKindOf(e));
  return Is<MatchBufferRegion>(node) ? Weight::kFull : Weight::kNone;
}

std::string_view LoopName(ForKind kind) {
  switch (kind) {
    case ForKind::kSerial: return "For";
    case ForKind::kParallel: return "For parallel";
    case ForKind::kVectorized: return "For vectorized";
    case ForKind::kUnrolled: return "For unrolled";
    case ForKind::kThreadBinding: return "For thread_binding";
  }
  return "For";
}

class Collector {
 public:
  // other kinds: StmtWeight says all that they say
  void Take(const Node* node) {
    Add(WeightOf(node), std::string(NodeKindName(node->kind)));
    if (const auto* loop = As<For>(node)) {
      Add(loop->for_kind == ForKind::kSerial ? Weight::kNone : Weight::kFull, std::string(LoopName(loop->for_kind)));
      Add(loop->step == nullptr ? Weight::kNone : Weight::kFull, "For step");
      TakeKeys(loop->annotations);
    }
    if (const auto* block = As<SBlock>(node)) TakeKeys(block->annotations);
  }
  // Those that say most.
  std::vector<std::string> Most() const {
    for (const std::set<std::string>& names : {full_, fair_, slight_}) {
      if (!names.empty()) return {names.begin(), names.end()};
    }
    return {"PrimFunc"};
  }

 private:
  void Add(Weight weight, std::string name) {
    if (weight == Weight::kFull)
      full_.insert(std::move(name));
    else if (weight == Weight::kFair)
      fair_.insert(std::move(name));
    else if (weight == Weight::kSlight)
      slight_.insert(std::move(name));
  }
  void TakeKeys(const AttrDict* annotations) {
    if (annotations == nullptr) return;
    for (Name key : annotations->keys) Add(Weight::kFull, fmt::format("annotation {}", key.text()));
  }

  std::set<std::string> full_, fair_, slight_;
};

}  // namespace

std::vector<std::string> KernelFeatures(const Module& module) {
  Collector collector;
  bool any = false;
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<PrimFunc>(entry.func)) continue;
    any = true;
    WalkOnce(entry.func, [&](const Node* node) { collector.Take(node); });
  }
  return any ? collector.Most() : std::vector<std::string>();
}

}  // namespace assay
