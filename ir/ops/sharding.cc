#include "ir/ops/sharding.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "ir/arith/dim_binary.h"
#include "ir/equal.h"
#include "ir/ops/infer_rules.h"
#include "ir/placement.h"

namespace assay {
namespace {

// ---- which axis of the result an axis of an operand becomes

// kOperand: the type of the operand. kReplicate: a replica everywhere. kUnary: axis by axis, with the operand's
// placement.
enum class Carry : uint8_t {
  kOperand,
  kRedistribute,
  kReplicate,
  kShard,
  kUnary,
  kBinary,
  kReduce,
  kSoftmax,
  kMatmul,
  kPermute,
  kReshape
};
struct CarryRule {
  std::string_view op;
  Carry carry;
};
// The operators to which TVM gives a dist.FInferType.
constexpr CarryRule kRules[] = {
    {"dist.annotate_sharding", Carry::kOperand},
    {"builtin.stop_lift_params", Carry::kOperand},
    {"dist.redistribute", Carry::kRedistribute},
    {"ccl.allreduce", Carry::kReplicate},
    {"dist.redistribute_replica_to_shard", Carry::kShard},
    {"abs", Carry::kUnary},
    {"acos", Carry::kUnary},
    {"acosh", Carry::kUnary},
    {"asin", Carry::kUnary},
    {"asinh", Carry::kUnary},
    {"atan", Carry::kUnary},
    {"atanh", Carry::kUnary},
    {"bitwise_not", Carry::kUnary},
    {"ceil", Carry::kUnary},
    {"cos", Carry::kUnary},
    {"cosh", Carry::kUnary},
    {"exp", Carry::kUnary},
    {"floor", Carry::kUnary},
    {"log", Carry::kUnary},
    {"logical_not", Carry::kUnary},
    {"negative", Carry::kUnary},
    {"round", Carry::kUnary},
    {"rsqrt", Carry::kUnary},
    {"sigmoid", Carry::kUnary},
    {"sign", Carry::kUnary},
    {"sin", Carry::kUnary},
    {"sinh", Carry::kUnary},
    {"square", Carry::kUnary},
    {"sqrt", Carry::kUnary},
    {"tan", Carry::kUnary},
    {"tanh", Carry::kUnary},
    {"erf", Carry::kUnary},
    {"isfinite", Carry::kUnary},
    {"isinf", Carry::kUnary},
    {"isnan", Carry::kUnary},
    {"nn.relu", Carry::kUnary},
    {"nn.gelu", Carry::kUnary},
    {"nn.gelu_tanh", Carry::kUnary},
    {"nn.silu", Carry::kUnary},
    {"add", Carry::kBinary},
    {"divide", Carry::kBinary},
    {"floor_divide", Carry::kBinary},
    {"multiply", Carry::kBinary},
    {"power", Carry::kBinary},
    {"subtract", Carry::kBinary},
    {"mod", Carry::kBinary},
    {"floor_mod", Carry::kBinary},
    {"equal", Carry::kBinary},
    {"greater", Carry::kBinary},
    {"greater_equal", Carry::kBinary},
    {"less", Carry::kBinary},
    {"less_equal", Carry::kBinary},
    {"not_equal", Carry::kBinary},
    {"minimum", Carry::kBinary},
    {"maximum", Carry::kBinary},
    {"logical_and", Carry::kBinary},
    {"logical_or", Carry::kBinary},
    {"logical_xor", Carry::kBinary},
    {"bitwise_and", Carry::kBinary},
    {"bitwise_or", Carry::kBinary},
    {"bitwise_xor", Carry::kBinary},
    {"left_shift", Carry::kBinary},
    {"right_shift", Carry::kBinary},
    {"max", Carry::kReduce},
    {"mean", Carry::kReduce},
    {"min", Carry::kReduce},
    {"prod", Carry::kReduce},
    {"std", Carry::kReduce},
    {"sum", Carry::kReduce},
    {"variance", Carry::kReduce},
    {"nn.softmax", Carry::kSoftmax},
    {"matmul", Carry::kMatmul},
    {"permute_dims", Carry::kPermute},
    {"reshape", Carry::kReshape},
};

Diag Wrong(const InferIn& in, std::string_view rule, std::string_view expected) {
  std::vector<std::string> found;
  for (size_t i = 0; i < in.call.args.size(); ++i) found.push_back(FactText(in.call, fact::Arg{i}));
  std::string message = fmt::format("{}: expected {}, got {}", SpecOf(&in.call)->name, expected, GotText(found));
  return {DiagKind::kTypeMismatch, in.call.span, std::move(message), std::string(rule), {}};
}

// ---- the graph of axes that are split alike

enum class Edge : uint8_t { kUp, kAcross, kDown };

// One operator's axes. Splits spread from the operands along the edges; where several reach an axis, those that came
// straight down win over those that turned, and these over those that came straight up (TVM's AxisGroupGraph).
class AxisGraph {
 public:
  using Axis = std::pair<const Expr*, int64_t>;
  // `from` is a producer of `to`.
  void JoinDown(Axis from, Axis to) {
    edges_[from].push_back({to, Edge::kDown});
    edges_[to].push_back({from, Edge::kUp});
  }
  void JoinAcross(Axis a, Axis b) {
    edges_[a].push_back({b, Edge::kAcross});
    edges_[b].push_back({a, Edge::kAcross});
  }
  void Split(Axis axis, size_t mesh_dim) { sources_[axis] = mesh_dim; }
  // False when an axis would have to be split along two dimensions of the mesh.
  bool Spread() {
    for (const auto& [axis, mesh_dim] : sources_) SpreadFrom(axis, mesh_dim);
    return std::ranges::all_of(reached_, [](const auto& entry) { return Best(entry.second).second; });
  }
  std::optional<size_t> SplitOf(Axis axis) const {
    auto found = reached_.find(axis);
    return found == reached_.end() ? std::nullopt : std::optional(Best(found->second).first);
  }

 private:
  struct Step {
    Axis to;
    Edge edge;
  };
  struct Visit {
    Axis axis;
    unsigned way = 0;
  };

  static int Priority(unsigned way) {
    constexpr unsigned kUpOnly = 1, kDownOnly = 4;
    return way == 0 ? 3 : way == kDownOnly ? 2 : way == kUpOnly ? 0 : 1;
  }
  // The dimension of the mesh with the highest priority, and whether it is the only one.
  static std::pair<size_t, bool> Best(const std::map<size_t, int>& by_dim) {
    auto best = std::ranges::max_element(by_dim, {}, [](const auto& item) { return item.second; });
    auto equal = std::ranges::count_if(by_dim, [&](const auto& item) { return item.second == best->second; });
    return {best->first, equal == 1};
  }
  void SpreadFrom(Axis source, size_t mesh_dim) {
    std::vector<Axis> seen;
    std::vector<Visit> stack{{source}};
    while (!stack.empty()) {
      Visit at = stack.back();
      stack.pop_back();
      auto other = sources_.find(at.axis);
      bool stops = other != sources_.end() && other->second != mesh_dim;
      if (stops || std::ranges::find(seen, at.axis) != seen.end()) continue;
      seen.push_back(at.axis);
      int& priority = reached_[at.axis].try_emplace(mesh_dim, 0).first->second;
      priority = std::max(priority, Priority(at.way));
      std::vector<Visit> next;
      // As in TVM, what an axis tries later has also been where it tried before.
      for (const Step& step : edges_[at.axis])
        next.push_back({step.to, at.way |= 1U << static_cast<unsigned>(step.edge)});
      stack.insert(stack.end(), next.rbegin(), next.rend());
    }
  }

  std::map<Axis, std::vector<Step>> edges_;
  std::map<Axis, size_t> sources_;
  std::map<Axis, std::map<size_t, int>> reached_;
};

// ---- one operator's graph

class Carrier {
 public:
  // `result` stands for the result, whose plain type it has.
  Carrier(const InferIn& in, const Expr* result) : in_(in), result_(result) {}

  // False when shapes do not fit one another.
  bool Build(Carry carry) {
    switch (carry) {
      case Carry::kBinary: return JoinBroadcast(DimsOfArg(0), DimsOfArg(1), 0);
      case Carry::kReduce:
      case Carry::kSoftmax: return JoinKept(carry);
      case Carry::kMatmul: return JoinMatmul();
      case Carry::kPermute: return JoinPermuted();
      case Carry::kReshape: return JoinReshaped();
      case Carry::kOperand:
      case Carry::kRedistribute:
      case Carry::kReplicate:
      case Carry::kShard:
      case Carry::kUnary: return true;
    }
    ASSAY_UNREACHABLE();
  }
  AxisGraph& graph() { return graph_; }

 private:
  Dims DimsOfArg(size_t i) const { return *DimsOf(As<DTensorType>(in_.call.args[i]->type)->tensor); }
  int64_t Rank() const { return static_cast<int64_t>(DimsOfArg(0).size()); }
  AxisGraph::Axis Of(size_t arg, int64_t axis) const { return {in_.call.args[arg], axis}; }
  AxisGraph::Axis Out(int64_t axis) const { return {result_, axis}; }

  // The last dimensions of both operands, aligned at their ends and `behind` places before the result's.
  bool JoinBroadcast(const Dims& a, const Dims& b, int64_t behind) {
    auto left = static_cast<int64_t>(a.size()), right = static_cast<int64_t>(b.size());
    int64_t longest = std::max(left, right);
    const Expr* one = MakeInt(in_.ctx, 1);
    for (int64_t i = 1; i <= std::min(left, right); ++i) {
      const Expr *x = a[static_cast<size_t>(left - i)], *y = b[static_cast<size_t>(right - i)];
      bool same = ProveEqual(in_.ctx, x, y), left_one = ProveEqual(in_.ctx, x, one);
      if (!same && !left_one && !ProveEqual(in_.ctx, y, one)) return false;
      if (same || !left_one) graph_.JoinDown(Of(0, left - i), Out(longest - i));
      if (same || left_one) graph_.JoinDown(Of(1, right - i), Out(longest - i));
    }
    if (behind != 0) return true;
    for (int64_t i = 0; i < longest - std::min(left, right); ++i) graph_.JoinDown(Of(left > right ? 0 : 1, i), Out(i));
    return true;
  }

  bool JoinKept(Carry carry) {
    bool softmax = carry == Carry::kSoftmax;
    std::vector<int64_t> axes;
    if (softmax) {
      axes.push_back(IntAttr(in_.call, "axis"));
    } else if (!Is<AttrNull>(in_.call.attrs->Find("axis"))) {
      axes = IntsAttr(in_.call, "axis");
    }
    for (int64_t& axis : axes) axis += axis < 0 ? Rank() : 0;
    bool keeps = softmax || BoolAttr(in_.call, "keepdims");
    for (int64_t i = 0, out = 0; i < Rank(); ++i) {
      bool kept = std::ranges::find(axes, i) == axes.end();
      if (kept) graph_.JoinDown(Of(0, i), Out(out));
      out += kept || keeps ? 1 : 0;
    }
    return true;
  }

  bool JoinMatmul() {
    Dims a = DimsOfArg(0), b = DimsOfArg(1);
    bool row = a.size() == 1, column = b.size() == 1;
    auto prefix = [](const Dims& dims) { return Dims(dims.begin(), dims.size() < 2 ? dims.begin() : dims.end() - 2); };
    Dims left = prefix(a), right = prefix(b);
    if (!JoinBroadcast(left, right, 2)) return false;
    auto lead = static_cast<int64_t>(std::max(left.size(), right.size()));
    auto left_rank = static_cast<int64_t>(a.size()), right_rank = static_cast<int64_t>(b.size());
    graph_.JoinAcross(Of(0, left_rank - 1), Of(1, column ? 0 : right_rank - 2));
    if (!row) graph_.JoinDown(Of(0, left_rank - 2), Out(lead));
    if (!column) graph_.JoinDown(Of(1, right_rank - 1), Out(lead + (row ? 0 : 1)));
    return true;
  }

  bool JoinPermuted() {
    std::vector<int64_t> axes;
    if (Is<AttrNull>(in_.call.attrs->Find("axes"))) {
      for (int64_t i = Rank() - 1; i >= 0; --i) axes.push_back(i);
    } else {
      axes = IntsAttr(in_.call, "axes");
    }
    for (size_t i = 0; i < axes.size(); ++i) {
      graph_.JoinDown(Of(0, axes[i] < 0 ? axes[i] + Rank() : axes[i]), Out(static_cast<int64_t>(i)));
    }
    return true;
  }

  // Axes before which equal numbers of elements lie, from the last one; TVM leaves out the first.
  bool JoinReshaped() {
    Dims from = DimsOfArg(0);
    std::optional<Dims> to = DimsOf(As<TensorType>(result_->type));
    if (!to) return false;
    auto i = static_cast<int64_t>(from.size()), j = static_cast<int64_t>(to->size());
    const Expr *old_product = MakeInt(in_.ctx, 1), *new_product = old_product;
    while (i > 0 && j > 0) {
      const IntImm* more = AsInt(Simplify(in_.ctx, DimBinary(in_.ctx, NodeKind::kSub, new_product, old_product)));
      int64_t ahead = more == nullptr ? 0 : more->value;
      if (ahead == 0 && i != static_cast<int64_t>(from.size())) graph_.JoinDown(Of(0, i), Out(j));
      if (ahead >= 0) old_product = MulDims(in_.ctx, old_product, from[static_cast<size_t>(--i)]);
      if (ahead <= 0) new_product = MulDims(in_.ctx, new_product, (*to)[static_cast<size_t>(--j)]);
    }
    return true;
  }

  const InferIn& in_;
  const Expr* result_;
  AxisGraph graph_;
};

// ---- inference

// The call on plain tensors. An operand that stands twice stays one operand.
Call WithoutMesh(const InferIn& in) {
  std::vector<const Expr*> args;
  for (const Expr* arg : in.call.args) {
    const auto* type = As<DTensorType>(arg->type);
    args.push_back(type == nullptr ? arg : MakeVar(in.ctx, "x", type->tensor));
  }
  Call plain = in.call;
  plain.args = in.ctx.Copy(args);
  plain.type = nullptr;
  return plain;
}

std::vector<const DTensorType*> DistributedArgs(const Call& call) {
  std::vector<const DTensorType*> out;
  for (const Expr* arg : call.args) {
    if (const auto* type = As<DTensorType>(arg->type)) out.push_back(type);
  }
  return out;
}

// The placement of the result, whose axes are split as those of the operands from which they come.
Result<const Type*> InferCarried(const InferIn& in, Carry carry, const TensorType* plain) {
  std::vector<const DTensorType*> types = DistributedArgs(in.call);
  bool binary = carry == Carry::kBinary || carry == Carry::kMatmul;
  if (types.size() != (binary ? 2 : 1)) return Wrong(in, "dist.mixed", "distributed tensors alone");
  for (const DTensorType* type : types) {
    if (!DimsOf(type->tensor)) return Wrong(in, "dist.shape", "distributed operands of known shapes");
    if (!Equal(type->mesh, types[0]->mesh)) return Wrong(in, "dist.mesh", "operands on one mesh");
  }
  const Var* result = MakeVar(in.ctx, "result", plain);
  Carrier carrier(in, result);
  if (!carrier.Build(carry)) return Wrong(in, "dist.shape", "axes of which can be told which belong together");
  AxisGraph& graph = carrier.graph();
  for (size_t arg = 0; arg < types.size(); ++arg) {
    Placement placement = *ParsePlacement(types[arg]->placement.text());
    for (size_t j = 0; j < placement.size(); ++j) {
      if (placement[j]) graph.Split({in.call.args[arg], *placement[j]}, j);
    }
  }
  if (!graph.Spread())
    return Wrong(in, "dist.placement", "each axis to be split along one dimension of the mesh at most");
  Placement placement(types[0]->mesh->shape.size());
  for (int64_t axis = 0; axis < plain->rank; ++axis) {
    if (std::optional<size_t> mesh_dim = graph.SplitOf({result, axis})) placement[*mesh_dim] = axis;
  }
  return Distributed(in, plain, types[0]->mesh, PlacementText(placement));
}

Result<const Type*> InferShard(const InferIn& in, const DTensorType& x) {
  bool replica = x.mesh->shape.size() == 1 && x.placement == "R";
  if (!replica) return Wrong(in, "dist.placement", "a replica on a mesh of one dimension");
  return Distributed(in, x.tensor, x.mesh, fmt::format("S[{}]", IntAttr(in.call, "axis")));
}

}  // namespace

bool IsDistributedCall(const Call& call) {
  return std::ranges::any_of(call.args, [](const Expr* arg) { return Is<DTensorType>(arg->type); });
}

Result<const Type*> Distributed(const InferIn& in, const TensorType* tensor, const DeviceMesh* mesh,
                                std::string_view placement) {
  std::optional<Placement> parsed = ParsePlacement(placement);
  if (!parsed)
    return Wrong(in, "dist.placement", fmt::format("a placement such as \"S[0], R\" (not \"{}\")", placement));
  Result<const DTensorType*> type = MakeDTensorType(in.ctx, tensor, mesh, *parsed);
  if (!type.ok())
    return Wrong(in, "dist.placement", fmt::format("a placement of the tensor on the mesh ({})", type.error().message));
  return static_cast<const Type*>(*type);
}

Result<ShardingAttrs> ShardingOf(const Call& call) {
  const auto* mesh = As<AttrNode>(call.attrs == nullptr ? nullptr : call.attrs->Find("device_mesh"));
  const auto* placement = As<AttrString>(call.attrs == nullptr ? nullptr : call.attrs->Find("placement"));
  if (mesh == nullptr || !Is<DeviceMesh>(mesh->node) || placement == nullptr) {
    return Diag{DiagKind::kTypeMismatch,
                call.span,
                fmt::format("expected a device mesh and a placement, got {}, {}",
                            FactText(call, fact::Attr{"device_mesh"}), FactText(call, fact::Attr{"placement"})),
                "dist.attrs",
                {}};
  }
  return ShardingAttrs{As<DeviceMesh>(mesh->node), placement->value.text()};
}

Result<const Type*> InferDistributed(const InferIn& in) {
  const OpSpec& row = *SpecOf(&in.call);
  bool mixed = std::ranges::any_of(in.call.args, [](const Expr* arg) { return Is<TensorType>(arg->type); });
  if (mixed) return Wrong(in, "dist.mixed", "distributed tensors alone");
  const auto* rule = std::ranges::find(kRules, row.name, &CarryRule::op);
  if (rule == std::end(kRules))
    return Wrong(in, "dist.operator", "plain tensors (it has no rule for distributed ones)");
  std::vector<const DTensorType*> types = DistributedArgs(in.call);
  if (rule->carry == Carry::kOperand) return in.call.args[0]->type;
  if (rule->carry == Carry::kRedistribute) return row.infer(in);
  Call plain_call = WithoutMesh(in);
  ASSAY_TRY(const Type* plain, row.infer({in.ctx, plain_call, in.module}));
  const auto* tensor = As<TensorType>(plain);
  if (tensor == nullptr) return Wrong(in, "dist.operator", "a result that is one tensor");
  if (rule->carry == Carry::kShard) return InferShard(in, *types[0]);
  if (rule->carry == Carry::kUnary) return Distributed(in, tensor, types[0]->mesh, types[0]->placement.text());
  if (rule->carry == Carry::kReplicate)
    return Distributed(in, tensor, types[0]->mesh, std::string(types[0]->mesh->shape.size(), 'R'));
  return InferCarried(in, rule->carry, tensor);
}

}  // namespace assay
