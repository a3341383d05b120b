#include "passes/analysis/matmul_branches.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "ir/arith/analyzer.h"
#include "ir/ops/kernel.h"
#include "ir/ops/purity.h"
#include "ir/walk.h"
#include "passes/op_names.h"

namespace assay {
namespace {

constexpr std::array<std::string_view, 4> kActivations = {"relax.nn.relu", "relax.nn.gelu", "relax.nn.gelu_tanh",
                                                          "relax.nn.silu"};

DType ElementOf(const Expr* e) {
  const auto* type = As<TensorType>(e->type);
  return type == nullptr ? DType::Void() : type->dtype;
}

// One matmul with everything that follows it.
struct Chain {
  const Var* matmul = nullptr;
  const Call* call = nullptr;
  const Expr* bias = nullptr;
  const Var* biased = nullptr;
  std::string_view activation;
  const Expr* activates = nullptr;
  const Var* activated = nullptr;

  const Var* ResultOf(const BranchShape& shape) const {
    if (!shape.activation.empty()) return activated;
    return shape.has_bias ? biased : matmul;
  }
  bool Fits(const BranchShape& shape) const {
    bool biased_alike =
        !shape.has_bias || (bias != nullptr && static_cast<const TensorType*>(bias->type)->rank == shape.bias_rank);
    // An activation after a bias is one of the chain only together with the bias.
    bool activated_alike =
        shape.activation.empty() || (activation == shape.activation && shape.has_bias == (bias != nullptr));
    return biased_alike && activated_alike;
  }
};

// The chains of a run of bindings, by left side, in order.
class Chains {
 public:
  explicit Chains(const std::vector<const Binding*>& bindings) {
    for (size_t i = 0; i < bindings.size(); ++i) {
      place.emplace(bindings[i]->var, i);
      const auto* call = As<Call>(bindings[i]->value);
      if (call == nullptr || !Is<VarBinding>(bindings[i])) continue;
      if (IsCallOf(call, "relax.matmul")) {
        if (Is<Var>(call->args[0])) Start(bindings[i]->var, call);
      } else if (IsCallOf(call, "relax.add")) {
        AddBias(bindings[i]->var, call);
      } else if (std::ranges::find(kActivations, OpNameOf(call)) != kActivations.end()) {
        Activate(bindings[i]->var, call);
      }
    }
    // An activation of what comes before the bias is none of the chain.
    for (Chain& chain : all) {
      if (chain.activates == (chain.bias == nullptr ? chain.matmul : chain.biased)) continue;
      chain.activation = {};
      chain.activates = chain.activated = nullptr;
    }
  }
  std::vector<Chain> all;
  // Indices into `all`, by left side, left sides in order.
  std::vector<std::pair<const Expr*, std::vector<size_t>>> groups;
  std::unordered_map<const Var*, size_t> place;

 private:
  void Start(const Var* var, const Call* call) {
    auto group = std::ranges::find(groups, call->args[0], [](const auto& entry) { return entry.first; });
    if (group == groups.end()) {
      groups.push_back({call->args[0], {}});
      group = groups.end() - 1;
    }
    group->second.push_back(all.size());
    chain_of_[var] = all.size();
    Chain chain;
    chain.matmul = var;
    chain.call = call;
    all.push_back(chain);
  }
  void AddBias(const Var* var, const Call* call) {
    auto chain = chain_of_.find(As<Var>(call->args[0]));
    if (chain == chain_of_.end() || !Is<Var>(call->args[1]) || !Is<TensorType>(call->args[1]->type)) return;
    Chain& found = all[chain->second];
    if (found.matmul != call->args[0] || found.bias != nullptr) return;
    found.bias = call->args[1];
    found.biased = var;
    chain_of_[var] = chain->second;
  }
  void Activate(const Var* var, const Call* call) {
    auto chain = chain_of_.find(As<Var>(call->args[0]));
    if (chain == chain_of_.end()) return;
    Chain& found = all[chain->second];
    if (found.activated != nullptr && found.activates != found.matmul) return;
    if (found.activated != nullptr && call->args[0] == found.activates) return;
    found.activation = OpNameOf(call);
    found.activates = call->args[0];
    found.activated = var;
  }

  std::unordered_map<const Var*, size_t> chain_of_;
};

// The shape that these chains have in common, as TVM counts them: a bias only if all are of one rank.
BranchShape ShapeOfSome(const std::vector<const Chain*>& chains, bool has_bias, std::string_view activation) {
  BranchShape shape{chains.size(), has_bias, 0, activation};
  if (!has_bias || chains.empty()) return shape;
  shape.bias_rank = static_cast<const TensorType*>(chains[0]->bias->type)->rank;
  shape.has_bias =
      std::ranges::all_of(chains, [&](const Chain* chain) { return chain->Fits({0, true, shape.bias_rank, {}}); });
  return shape;
}

// Of the chains of one left side: those with a bias, those with the first of the activations that some have, and all of
// them, with what all have.
class ShapesOfSide {
 public:
  ShapesOfSide(const Chains& chains, const std::vector<size_t>& group) {
    for (size_t i : group) group_.push_back(&chains.all[i]);
  }
  std::array<BranchShape, 3> All() const {
    BranchShape biased = ShapeOfSome(Those([](const Chain& chain) { return chain.bias != nullptr; }), true, {});
    BranchShape activated = Activated();
    BranchShape every{group_.size(), false, 0, {}};
    for (const BranchShape& shape : {biased, activated}) {
      if (shape.branches == every.branches) every = shape;
    }
    return {every, activated, biased};
  }

 private:
  template <class F>
  std::vector<const Chain*> Those(F&& is_one) const {
    std::vector<const Chain*> found;
    std::ranges::copy_if(group_, std::back_inserter(found), [&](const Chain* chain) { return is_one(*chain); });
    return found;
  }
  BranchShape Activated() const {
    for (bool biased : {true, false}) {
      for (std::string_view activation : kActivations) {
        auto has = [&](const Chain& chain) {
          return chain.activation == activation && (chain.bias != nullptr) == biased;
        };
        std::vector<const Chain*> found = Those(has);
        if (!found.empty()) return ShapeOfSome(found, biased, activation);
      }
    }
    return {};
  }

  std::vector<const Chain*> group_;
};

// The first chains of the shape, as many as it has; none where some operand meets again, as to TVM's matcher one
// variable stands at one place of the pattern.
std::vector<size_t> BranchesOf(const Chains& chains, const Expr* lhs, const std::vector<size_t>& group,
                               const BranchShape& shape) {
  std::vector<size_t> found;
  std::unordered_set<const Expr*> taken{lhs};
  for (size_t index : group) {
    const Chain& chain = chains.all[index];
    if (!chain.Fits(shape)) continue;
    if (!taken.insert(chain.call->args[1]).second || (shape.has_bias && !taken.insert(chain.bias).second)) return {};
    found.push_back(index);
    if (found.size() == shape.branches) return found;
  }
  return {};
}

using Run = std::vector<const Binding*>;

// Bindings that may change places: those of a dataflow block, and those of another one between what is impure or
// branches, as TVM's PatternMatchingRewriter takes them.
std::vector<Run> RunsOf(const Module& module, const Function* func) {
  std::vector<Run> runs;
  WalkBeforeChildren(func->body, [&](const Node* node) {
    const auto* block = As<BindingBlock>(node);
    if (block != nullptr) runs.emplace_back();
    for (size_t i = 0; block != nullptr && i < block->bindings.size(); ++i) {
      if (block->is_dataflow || MayBeInDataflow(&module, block->bindings[i]->value)) {
        runs.back().push_back(block->bindings[i]);
      } else {
        runs.emplace_back();
      }
    }
    return !IsTypeKind(node->kind);
  });
  return runs;
}

// Whether two right sides can be concatenated along their last axis.
bool SameButLast(Context& ctx, const Expr* a, const Expr* b) {
  const ShapeExpr* left = KnownShape(a->type);
  const ShapeExpr* right = KnownShape(b->type);
  if (left == nullptr || right == nullptr || left->values.size() != right->values.size()) return false;
  if (ElementOf(a) != ElementOf(b)) return false;
  for (size_t i = 0; i + 1 < left->values.size(); ++i) {
    if (!ProveEqual(ctx, left->values[i], right->values[i])) return false;
  }
  return true;
}

// A bias is concatenated along with the right sides, so that it must be as wide as its own.
bool BiasFits(Context& ctx, const MatmulBranch& branch) {
  if (branch.bias == nullptr) return true;
  const ShapeExpr* dims = KnownShape(branch.bias->type);
  return dims != nullptr && !dims->values.empty() && ProveEqual(ctx, dims->values.back(), branch.width);
}

class GroupBuilder {
 public:
  GroupBuilder(Context& ctx, const Chains& chains, const BranchShape& shape, bool late)
      : ctx_(ctx), chains_(chains), shape_(shape), late_(late) {}

  // The groups of one left side, by rank of the right sides.
  void Build(const Expr* lhs, const std::vector<size_t>& indices, std::vector<MatmulGroup>& groups) const {
    std::map<size_t, std::vector<size_t>> by_rank;
    for (size_t index : indices) {
      const ShapeExpr* dims = KnownShape(chains_.all[index].call->args[1]->type);
      if (dims == nullptr) return;
      by_rank[dims->values.size()].push_back(index);
    }
    const auto* lhs_type = As<TensorType>(lhs->type);
    if (lhs_type == nullptr || lhs_type->rank < 2) return;
    for (const auto& [rank, members] : by_rank) {
      if (rank < 2 || members.size() < 2) continue;
      MatmulGroup group{lhs, ElementOf(chains_.all[members[0]].call), shape_.activation, {}};
      for (size_t index : members) Add(chains_.all[index], group);
      // One that does not fit is one too many.
      if (group.branches.size() != members.size()) continue;
      group.branches = WithOneDynamic(group.branches);
      if (group.branches.size() > 1 && (late_ || IsDefinedInTime(group))) groups.push_back(std::move(group));
    }
  }

 private:
  void Add(const Chain& chain, MatmulGroup& group) const {
    const Expr* rhs = chain.call->args[1];
    MatmulBranch branch{rhs, shape_.has_bias ? chain.bias : nullptr, KnownShape(rhs->type)->values.back(),
                        chain.ResultOf(shape_)};
    bool fits = ElementOf(chain.call) == group.out_dtype && BiasFits(ctx_, branch);
    if (!group.branches.empty()) {
      const MatmulBranch& first = group.branches[0];
      fits = fits && SameButLast(ctx_, first.rhs, rhs);
      fits = fits && (branch.bias == nullptr || SameButLast(ctx_, first.bias, branch.bias));
    }
    if (fits) group.branches.push_back(branch);
  }
  // A split's sections are constants, so that only its last part may be of unknown width.
  static std::vector<MatmulBranch> WithOneDynamic(const std::vector<MatmulBranch>& branches) {
    std::vector<MatmulBranch> fixed;
    for (const MatmulBranch& branch : branches) {
      if (AsInt(branch.width) != nullptr) fixed.push_back(branch);
    }
    auto dynamic =
        std::ranges::find_if(branches, [](const MatmulBranch& branch) { return AsInt(branch.width) == nullptr; });
    if (dynamic != branches.end()) fixed.push_back(*dynamic);
    return fixed;
  }
  // All operands stand before the first result.
  bool IsDefinedInTime(const MatmulGroup& group) const {
    size_t first = SIZE_MAX;
    for (const MatmulBranch& branch : group.branches) first = std::min(first, chains_.place.at(branch.result));
    auto before = [&](const Expr* e) {
      auto place = chains_.place.find(As<Var>(e));
      return place == chains_.place.end() || place->second < first;
    };
    return std::ranges::all_of(group.branches, [&](const MatmulBranch& branch) {
      return before(branch.rhs) && (branch.bias == nullptr || before(branch.bias));
    });
  }

  Context& ctx_;
  const Chains& chains_;
  const BranchShape& shape_;
  bool late_;
};

}  // namespace

std::vector<BranchShape> BranchShapesOf(const Module& module, const Function* func) {
  Run every;
  for (const Run& run : RunsOf(module, func)) every.insert(every.end(), run.begin(), run.end());
  Chains chains(every);
  // By how many branches there are, backwards, and which of the three shapes it is.
  std::multimap<std::pair<size_t, size_t>, BranchShape> shapes;
  for (const auto& [lhs, group] : chains.groups) {
    std::array<BranchShape, 3> all = ShapesOfSide(chains, group).All();
    for (size_t i = 0; i < all.size(); ++i) {
      if (all[i].branches > 1) shapes.emplace(std::pair(SIZE_MAX - all[i].branches, i), all[i]);
    }
  }
  std::vector<BranchShape> sorted;
  for (const auto& [place, shape] : shapes) sorted.push_back(shape);
  return sorted;
}

std::vector<MatmulGroup> FindMatmulGroups(Context& ctx, const Module& module, const Function* func,
                                          const BranchShape& shape, bool late) {
  std::vector<MatmulGroup> groups;
  for (Run& run : RunsOf(module, func)) {
    // Each search leaves out what those before it have found, and there is none behind one whose find is not replaced.
    for (size_t before = SIZE_MAX; groups.size() != before;) {
      before = groups.size();
      Chains chains(run);
      GroupBuilder builder(ctx, chains, shape, late);
      for (const auto& [lhs, indices] : chains.groups) {
        std::vector<size_t> branches = BranchesOf(chains, lhs, indices, shape);
        if (branches.empty()) continue;
        builder.Build(lhs, branches, groups);
        break;
      }
      for (size_t i = before; i < groups.size(); ++i) {
        for (const MatmulBranch& branch : groups[i].branches) {
          std::erase_if(run, [&](const Binding* binding) { return binding->var == branch.result; });
        }
      }
    }
  }
  return groups;
}

}  // namespace assay
