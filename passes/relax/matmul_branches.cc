#include "passes/relax/matmul_branches.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "ir/arith/analyzer.h"
#include "ir/walk.h"
#include "passes/op_names.h"

namespace assay {
namespace {

constexpr std::array<std::string_view, 4> kActivations = {"relax.nn.relu", "relax.nn.gelu", "relax.nn.gelu_tanh",
                                                          "relax.nn.silu"};

const ShapeExpr* DimsOf(const Expr* e) {
  const auto* type = As<TensorType>(e->type);
  return type == nullptr ? nullptr : As<ShapeExpr>(type->shape);
}
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
  explicit Chains(Nodes<Binding> bindings) {
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
    if (chain == chain_of_.end() || all[chain->second].activated != nullptr) return;
    all[chain->second].activation = OpNameOf(call);
    all[chain->second].activated = var;
  }

  std::unordered_map<const Var*, size_t> chain_of_;
};

// The longest shape that all chains of a left side share.
BranchShape SharedShape(const Chains& chains, const std::vector<size_t>& group) {
  const Chain& first = chains.all[group[0]];
  BranchShape shape{group.size(), first.bias != nullptr, 0, first.activation};
  if (shape.has_bias) shape.bias_rank = static_cast<const TensorType*>(first.bias->type)->rank;
  auto all_fit = [&] { return std::ranges::all_of(group, [&](size_t i) { return chains.all[i].Fits(shape); }); };
  if (all_fit()) return shape;
  shape.activation = {};
  if (all_fit()) return shape;
  return {group.size(), false, 0, {}};
}

template <class F>
void ForEachDataflowBlock(const Function* func, F&& f) {
  WalkBeforeChildren(func->body, [&](const Node* node) {
    const auto* block = As<BindingBlock>(node);
    if (block != nullptr && block->is_dataflow) f(block);
    return !IsTypeKind(node->kind);
  });
}

// Whether two right sides can be concatenated along their last axis.
bool SameButLast(Context& ctx, const Expr* a, const Expr* b) {
  const ShapeExpr* left = DimsOf(a);
  const ShapeExpr* right = DimsOf(b);
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
  const ShapeExpr* dims = DimsOf(branch.bias);
  return dims != nullptr && !dims->values.empty() && ProveEqual(ctx, dims->values.back(), branch.width);
}

class GroupBuilder {
 public:
  GroupBuilder(Context& ctx, const Chains& chains, const BranchShape& shape, bool late)
      : ctx_(ctx), chains_(chains), shape_(shape), late_(late) {}

  // The groups of one left side, by rank of the right sides.
  void Build(const Expr* lhs, const std::vector<size_t>& indices, std::vector<MatmulGroup>& groups) const {
    std::map<size_t, std::vector<size_t>> by_rank;
    for (size_t i = 0; i < shape_.branches; ++i) {
      const ShapeExpr* dims = DimsOf(chains_.all[indices[i]].call->args[1]);
      if (dims == nullptr) return;
      by_rank[dims->values.size()].push_back(indices[i]);
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
    MatmulBranch branch{rhs, shape_.has_bias ? chain.bias : nullptr, DimsOf(rhs)->values.back(),
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

std::vector<BranchShape> BranchShapesOf(const Function* func) {
  std::vector<BranchShape> shapes;
  ForEachDataflowBlock(func, [&](const BindingBlock* block) {
    Chains chains(block->bindings);
    for (const auto& [lhs, group] : chains.groups) {
      if (group.size() > 1) shapes.push_back(SharedShape(chains, group));
    }
  });
  std::vector<std::pair<size_t, size_t>> order;
  for (size_t i = 0; i < shapes.size(); ++i) order.emplace_back(SIZE_MAX - shapes[i].branches, i);
  std::ranges::sort(order);
  std::vector<BranchShape> sorted;
  for (auto [rank, i] : order) sorted.push_back(shapes[i]);
  return sorted;
}

std::vector<MatmulGroup> FindMatmulGroups(Context& ctx, const Function* func, const BranchShape& shape, bool late) {
  std::vector<MatmulGroup> groups;
  ForEachDataflowBlock(func, [&](const BindingBlock* block) {
    Chains chains(block->bindings);
    GroupBuilder builder(ctx, chains, shape, late);
    for (const auto& [lhs, indices] : chains.groups) {
      std::vector<size_t> fitting;
      for (size_t index : indices) {
        if (chains.all[index].Fits(shape)) fitting.push_back(index);
      }
      if (fitting.size() < shape.branches) continue;
      size_t before = groups.size();
      builder.Build(lhs, fitting, groups);
      // As TVM's rewriting of bindings, which looks no further once what it has found is not replaced.
      if (groups.size() == before) break;
    }
  });
  return groups;
}

}  // namespace assay
