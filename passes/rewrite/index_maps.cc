#include "passes/rewrite/index_maps.h"

#include "ir/arith/analyzer.h"
#include "ir/builder.h"
#include "ir/rewrite.h"
#include "ir/text/parse.h"

namespace assay {

Result<const IndexMap*> ParseIndexMap(Context& ctx, const std::string& text) {
  // The reader knows index maps as attributes of this operator.
  const NamedVars vars{{"x", MakeVar(ctx, "x", ctx.Object())}};
  ASSAY_TRY(const Expr* e, ParseExpr(ctx, "R.layout_transform(x, index_map=" + text + ")", vars));
  const auto* call = As<Call>(e);
  const auto* attr = call == nullptr || call->attrs == nullptr ? nullptr : As<AttrNode>(call->attrs->Find("index_map"));
  const auto* map = attr == nullptr ? nullptr : As<IndexMap>(attr->node);
  if (map == nullptr) return Diag{DiagKind::kSyntax, {}, "'" + text + "' is no index map", "", {}};
  return map;
}

namespace {

const IndexMap* MakeIndexMap(Context& ctx, const std::vector<const Var*>& initial,
                             const std::vector<const Expr*>& final) {
  IndexMap* map = ctx.arena.New<IndexMap>();
  map->initial_indices = ctx.Copy(initial);
  map->final_indices = ctx.Copy(final);
  return map;
}

}  // namespace

const IndexMap* CopyOf(Context& ctx, const IndexMap* map) {
  VarMap renamed;
  std::vector<const Var*> vars;
  for (const Var* var : map->initial_indices) {
    vars.push_back(MakeVar(ctx, var->name.text(), var->type));
    renamed.emplace(var, vars.back());
  }
  std::vector<const Expr*> indices;
  for (const Expr* index : map->final_indices) indices.push_back(SubstituteIn(ctx, index, renamed));
  return MakeIndexMap(ctx, vars, indices);
}

namespace {

// Finds each variable of a map again in what the map gives.
class Inverter {
 public:
  Inverter(Context& ctx, const IndexMap& map, std::span<const Expr* const> dims) : ctx_(ctx), map_(map), dims_(dims) {
    for (size_t n = 0; n < map.final_indices.size(); ++n) {
      axes_.push_back(MakeVar(ctx, "axis" + std::to_string(n), DType::Int(32)));
    }
  }
  Result<InverseMap> Run() {
    std::vector<const Expr*> back(map_.initial_indices.size(), nullptr);
    for (size_t n = 0; n < map_.final_indices.size(); ++n) Note(map_.final_indices[n], axes_[n], back);
    for (size_t d = 0; d < back.size(); ++d) {
      if (back[d] == nullptr) back[d] = FromParts(map_.initial_indices[d], d);
      if (back[d] == nullptr || used_ > axes_.size()) return NoInverse();
    }
    if (used_ != axes_.size()) return NoInverse();
    return InverseMap{MakeIndexMap(ctx_, axes_, back), pads_};
  }

 private:
  static Diag NoInverse() {
    return {DiagKind::kUnsupported, {}, "the index map is none that can be turned round here", "", {}};
  }
  const Expr* Number(int64_t value) { return MakeInt(ctx_, value, DType::Int(32)); }
  size_t IndexOf(const Expr* var) const {
    for (size_t d = 0; d < map_.initial_indices.size(); ++d) {
      if (map_.initial_indices[d] == var) return d;
    }
    return map_.initial_indices.size();
  }
  // A variable itself, or i * c + j.
  void Note(const Expr* index, const Var* axis, std::vector<const Expr*>& back) {
    size_t plain = IndexOf(index);
    if (plain < back.size() && back[plain] == nullptr) {
      back[plain] = axis;
      ++used_;
    }
    const auto* sum = index->kind == NodeKind::kAdd ? AsBinary(index) : nullptr;
    const auto* product = sum != nullptr && sum->a->kind == NodeKind::kMul ? AsBinary(sum->a) : nullptr;
    if (product == nullptr || AsInt(product->b) == nullptr) return;
    size_t high = IndexOf(product->a), low = IndexOf(sum->b);
    if (high == back.size() || low == back.size() || back[high] != nullptr || back[low] != nullptr) return;
    const auto* extent = AsInt(dims_[low]);
    int64_t count = AsInt(product->b)->value;
    if (extent == nullptr || extent->value != count || count <= 0) return;
    back[high] = MakeBinary(ctx_, NodeKind::kFloorDiv, axis, Number(count));
    back[low] = MakeBinary(ctx_, NodeKind::kFloorMod, axis, Number(count));
    ++used_;
  }
  // quotient * c + remainder, or the remainder alone; null when they are nowhere.
  const Expr* FromParts(const Var* var, size_t d) {
    const Var *quotient = nullptr, *remainder = nullptr;
    int64_t by = 0, of = 0;
    for (size_t n = 0; n < map_.final_indices.size(); ++n) {
      const auto* binary = AsBinary(map_.final_indices[n]);
      if (binary == nullptr || binary->a != var || AsInt(binary->b) == nullptr) continue;
      if (binary->kind == NodeKind::kFloorDiv) quotient = axes_[n], by = AsInt(binary->b)->value;
      if (binary->kind == NodeKind::kFloorMod) remainder = axes_[n], of = AsInt(binary->b)->value;
    }
    const auto* extent = AsInt(dims_[d]);
    // A remainder alone, by no less than there are values: room for more.
    if (quotient == nullptr && remainder != nullptr && extent != nullptr && extent->value <= of) {
      ++used_;
      pads_ |= extent->value != of;
      return remainder;
    }
    if (quotient == nullptr || remainder == nullptr || by != of || by <= 0) return nullptr;
    used_ += 2;
    const Expr* rest = MakeBinary(ctx_, NodeKind::kFloorMod, dims_[d], MakeInt(ctx_, by, DTypeOf(dims_[d])));
    pads_ |= !ProveEqual(ctx_, Simplify(ctx_, rest), MakeInt(ctx_, 0, DTypeOf(dims_[d])));
    return MakeBinary(ctx_, NodeKind::kAdd, MakeBinary(ctx_, NodeKind::kMul, quotient, Number(by)), remainder);
  }

  Context& ctx_;
  const IndexMap& map_;
  std::span<const Expr* const> dims_;
  std::vector<const Var*> axes_;
  // Indices of the result that some variable is found at.
  size_t used_ = 0;
  bool pads_ = false;
};

}  // namespace

Result<InverseMap> Inverted(Context& ctx, const IndexMap& map, std::span<const Expr* const> dims) {
  return Inverter(ctx, map, dims).Run();
}

}  // namespace assay
