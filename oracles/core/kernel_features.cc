#include "oracles/core/kernel_features.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "ir/prim/node.h"
#include "ir/tir/node.h"
#include "ir/walk.h"

namespace assay {
namespace {

// How much a kind of node says of a kernel. What stays of control and vectors is needed for the fault, as reduction
// tries to do without; conditions and conversions less so, and sums and products stand in most indices.
enum class Weight : uint8_t { kNone, kSlight, kFair, kFull };

Weight WeightOf(NodeKind kind) {
  switch (kind) {
    case NodeKind::kWhile:
    case NodeKind::kReturn:
    case NodeKind::kBreak:
    case NodeKind::kContinue:
    case NodeKind::kRamp:
    case NodeKind::kBroadcast:
    case NodeKind::kShuffle:
    case NodeKind::kAttrStmt:
    case NodeKind::kAssertStmt:
    case NodeKind::kBind:
    case NodeKind::kLet:
    case NodeKind::kDeclBuffer:
    case NodeKind::kMatchBufferRegion: return Weight::kFull;
    case NodeKind::kAllocBuffer:
    case NodeKind::kIfThenElse:
    case NodeKind::kSelect:
    case NodeKind::kCast:
    case NodeKind::kDiv:
    case NodeKind::kMod:
    case NodeKind::kFloorDiv:
    case NodeKind::kFloorMod:
    case NodeKind::kMin:
    case NodeKind::kMax:
    case NodeKind::kEQ:
    case NodeKind::kNE:
    case NodeKind::kLT:
    case NodeKind::kLE:
    case NodeKind::kGT:
    case NodeKind::kGE:
    case NodeKind::kAnd:
    case NodeKind::kOr:
    case NodeKind::kNot: return Weight::kFair;
    case NodeKind::kAdd:
    case NodeKind::kSub:
    case NodeKind::kMul:
    case NodeKind::kBufferLoad:
    case NodeKind::kBufferStore: return Weight::kSlight;
    default: return Weight::kNone;
  }
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
  void Take(const Node* node) {
    Add(WeightOf(node->kind), std::string(NodeKindName(node->kind)));
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
