// The loop over moves that shrink until none is taken (reduce.h, reducer.h).
#include "fuzzers/reduce/reduce.h"

#include <algorithm>

#include "fuzzers/process/process.h"
#include "fuzzers/reduce/reducer.h"
#include "generators/moves/extents.h"
#include "generators/moves/retype.h"
#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/support/interrupt.h"
#include "ir/walk.h"

namespace assay {
namespace {

// A node, a symbolic size, and what an operator counts beside its node: one parameter or tuple of constants may come in
// for it.
constexpr size_t kNode = 4;
constexpr size_t kSymbol = 16;
constexpr size_t kAddition = 8;
constexpr size_t kOperator = 12;
// What tells extents apart that reduction brings about.
constexpr int64_t kLargestExtent = 4;

size_t OperatorWeight(const Op* op) {
  if (op == nullptr || op->name == "relax.negative") return 0;
  return op->name == "relax.add" ? kAddition : kOperator;
}
size_t WeightOf(const Node* node) {
  switch (node->kind) {
    case NodeKind::kOp:
    case NodeKind::kIntImm:
    case NodeKind::kFloatImm: return 0;
    case NodeKind::kConstant: return 1;
    case NodeKind::kTuple: return 1 + As<Tuple>(node)->fields.size();
    case NodeKind::kCall: return kNode + OperatorWeight(As<Op>(As<Call>(node)->op));
    case NodeKind::kBindingBlock: return kNode + (As<BindingBlock>(node)->is_dataflow ? 1 : 0);
    case NodeKind::kFunction: return kNode + (As<Function>(node)->is_pure ? 0 : 1);
    case NodeKind::kFor: return kNode + (As<For>(node)->for_kind == ForKind::kSerial ? 0 : 1);
    // other kinds: whatever goes away makes a module smaller by the same
    default: return kNode;
  }
}

size_t SymbolsIn(const Function* func) {
  size_t symbols = 0;
  NodeSet seen;
  WalkBeforeChildren(
      func,
      [&](const Node* node) {
        const auto* var = As<Var>(node);
        symbols += var != nullptr && DTypeOf(var).IsInt() ? 1 : 0;
        // The type of a function has symbols of its own.
        return !Is<FuncType>(node);
      },
      Types::kInclude, &seen);
  return symbols;
}

double Seconds(const ReduceBudget& budget) { return budget.cpu_seconds ? CpuSecondsHere() : Now(); }

}  // namespace

size_t ModuleSize(const Module& module) {
  size_t size = 0;
  for (const ModuleEntry& entry : module.entries) {
    size += 1;
    WalkOnce(entry.func, [&](const Node*) { ++size; }, Types::kInclude);
    if (const AttrDict* attrs = AttrsOf(entry.func)) size += attrs->keys.size();
  }
  return size + (module.attrs == nullptr ? 0 : 1) + module.global_infos.size();
}

size_t ModuleWeight(const Module& module) {
  size_t weight = module.global_infos.size() + (module.attrs == nullptr ? 0 : module.attrs->keys.size());
  for (const GlobalInfoList& list : module.global_infos) weight += list.infos.size();
  for (const ModuleEntry& entry : module.entries) {
    const AttrDict* attrs = AttrsOf(entry.func);
    weight += kNode + (attrs == nullptr ? 0 : attrs->keys.size());
    WalkOnce(entry.func, [&](const Node* node) { weight += WeightOf(node); });
    if (const auto* func = As<Function>(entry.func)) weight += kSymbol * SymbolsIn(func);
  }
  for (int64_t extent : GivenExtents(module)) weight += static_cast<size_t>(std::min(extent - 1, kLargestExtent));
  return weight;
}

Reducer::Reducer(Context& context, const Module& input, std::string_view entry_name, std::vector<PassCall> calls,
                 const ReducePredicate& shows, const ReduceBudget& limits)
    : ctx(context),
      module(input),
      entry(entry_name),
      passes(std::move(calls)),
      predicate_(shows),
      budget_(limits),
      deadline_(Seconds(limits) + limits.seconds),
      lookahead_(limits.jobs),
      weight_(ModuleWeight(input)) {}

bool Reducer::Spent() const { return tried >= budget_.tries || Seconds(budget_) >= deadline_ || Interrupted(); }

bool Reducer::Try(const Module& shrunk) {
  if (Spent()) return false;
  Module candidate = WithResultsKnown(ctx, shrunk);
  // What is not smaller, was asked before or is ill-formed costs no try: the predicate never sees it.
  size_t weight = ModuleWeight(candidate);
  if (weight >= weight_) return false;
  uint64_t hash = StructuralHash(candidate);
  if (refused_.contains(hash) || !IsWellFormed(ctx, candidate)) return false;
  ++tried;
  if (!lookahead_.Ask(hash, [&] { return predicate_(candidate, passes); })) {
    refused_.insert(hash);
    return false;
  }
  module = candidate;
  weight_ = weight;
  ++kept;
  return true;
}

bool Reducer::TryPasses(std::vector<PassCall> candidate) {
  if (Spent()) return false;
  ++tried;
  if (!lookahead_.Ask(candidate.size(), [&] { return predicate_(module, candidate); })) return false;
  passes = std::move(candidate);
  refused_.clear();
  ++kept;
  return true;
}

void Reducer::Walk(const MoveSpec& move) {
  auto propose = [&] { return move.propose({ctx, module, entry, true}); };
  Proposals proposals = propose();
  auto drop = [&](size_t start, size_t end) {
    for (size_t way = 0; way < proposals.ways && !Spent(); ++way) {
      std::optional<Module> shrunk = proposals.make(way, start, end);
      if (!shrunk || !Try(*shrunk)) continue;
      proposals = propose();
      return true;
    }
    return false;
  };
  DropParts(*this, drop, [&] { return proposals.places; });
}

ReduceResult Reducer::Run() {
  ReduceResult result{module, passes, 1, 0, "the input does not show it", false};
  if (!predicate_(module, passes)) {
    // What the predicate asks may have been ended with this process.
    if (Interrupted()) result.why = "interrupted";
    return result;
  }
  bool again = true;
  while (again && !Spent()) {
    int before = kept;
    DropPasses(*this);
    DropInstructions(*this);
    for (const MoveSpec* move : AllMoves()) {
      if (move->family == MoveFamily::kShrink) Walk(*move);
    }
    again = kept != before;
  }
  lookahead_.End();
  result = {module, passes, tried, kept, "nothing smaller shows it", true};
  if (Seconds(budget_) >= deadline_) result.why = "out of time";
  if (tried >= budget_.tries) result.why = "out of tries";
  if (Interrupted()) result.why = "interrupted";
  return result;
}

ReduceResult Reduce(Context& ctx, const Module& module, std::string_view entry, std::vector<PassCall> passes,
                    const ReducePredicate& predicate, const ReduceBudget& budget) {
  return Reducer(ctx, module, entry, std::move(passes), predicate, budget).Run();
}

}  // namespace assay
