// Smaller dimensions, changed alike wherever they stand: types, shapes, constants, buffers and loops.
#include <algorithm>
#include <cstring>
#include <set>

#include "fuzzers/reduce/retype.h"
#include "fuzzers/reduce/shrinks.h"
#include "ir/arith/analyzer.h"
#include "ir/rewrite.h"
#include "ir/tensor/tensor.h"
#include "ir/walk.h"

namespace assay {
namespace {

constexpr int64_t kSmallest[] = {1, 2, 3};

// The leading elements of a constant, under the new extents.
const Node* ShrinkConstant(Context& ctx, const Constant& constant, int64_t from, int64_t to) {
  if (std::find(constant.value.shape.begin(), constant.value.shape.end(), from) == constant.value.shape.end())
    return &constant;
  std::vector<int64_t> shape(constant.value.shape.begin(), constant.value.shape.end());
  std::replace(shape.begin(), shape.end(), from, to);
  Tensor tensor(constant.value.dtype, shape);
  for (int64_t i = 0; i < tensor.size() && i < constant.value.ElementCount(); ++i)
    tensor.Set(i, ElementAt(constant.value, i));
  return MakeConstant(ctx, tensor);
}

// The function with each dimension of its Relax types and shapes replaced by dim(old), and other nodes by rest(node).
template <class Dim, class Rest>
const Expr* MapDims(Context& ctx, const Expr* func, Dim&& map_dim, Rest&& rest) {
  auto in_dims = [&](Nodes<Expr> dims) {
    std::vector<const Expr*> changed;
    for (const Expr* dim : dims) changed.push_back(map_dim(dim));
    return ctx.Copy(changed);
  };
  RewriteMemo memo;
  auto rule = [&](const Node* node, const Node*) -> const Node* {
    if (const auto* shape = As<ShapeExpr>(node)) {
      ShapeExpr* copy = ctx.arena.New<ShapeExpr>(*shape);
      copy->values = in_dims(shape->values);
      copy->type = MakeShapeType(ctx, {copy->values.begin(), copy->values.end()});
      return copy;
    }
    if (const auto* type = As<ShapeType>(node)) {
      ShapeType* copy = ctx.arena.New<ShapeType>(*type);
      copy->values = in_dims(type->values);
      return copy;
    }
    return rest(node);
  };
  auto everywhere = [](const Node*) { return true; };
  return static_cast<const Expr*>(Rewrite(ctx, func, rule, everywhere, Types::kInclude, memo));
}

// In Relax only dimensions change; in a PrimFunc every integer that equals the extent does, loops and indices alike.
const Expr* ReplaceExtent(Context& ctx, const Expr* func, int64_t from, int64_t to) {
  bool prim = Is<PrimFunc>(func);
  auto change = [&](const Expr* e) -> const Expr* {
    const auto* constant = As<IntImm>(e);
    return constant != nullptr && constant->value == from ? MakeInt(ctx, to, DTypeOf(e)) : e;
  };
  return MapDims(ctx, func, change, [&](const Node* node) -> const Node* {
    if (const auto* constant = As<Constant>(node)) return ShrinkConstant(ctx, *constant, from, to);
    return prim && Is<IntImm>(node) ? change(As<IntImm>(node)) : node;
  });
}

// Dimensions in canonical form: what symbols that became numbers leave behind is folded.
const Expr* FoldDims(Context& ctx, const Expr* func) {
  auto fold = [&](const Expr* e) { return Simplify(ctx, e); };
  return MapDims(ctx, func, fold, [&](const Node* node) -> const Node* {
    const BinaryExpr* binary = AsBinary(node);
    return binary == nullptr || !Is<IntImm>(binary->a) || !Is<IntImm>(binary->b) ? node : fold(binary);
  });
}

Module WithExtent(Reducer& r, int64_t from, int64_t to) {
  std::vector<ModuleEntry> entries(r.module.entries.begin(), r.module.entries.end());
  for (ModuleEntry& entry : entries) entry.func = ReplaceExtent(r.ctx, entry.func, from, to);
  Module changed = WithEntries(r.ctx, r.module, entries);
  // A size that was computed of the extent is another one, too: n + 5 of what was joined with five elements.
  for (size_t i = 0; i < entries.size(); ++i) {
    const Expr* func = changed.entries[i].func;
    const Expr* typed = WithTypesInStep(r.ctx, changed, func);
    if (typed != func) changed = WithEntryFunction(r.ctx, changed, i, typed);
  }
  return changed;
}

std::set<int64_t> ExtentsOf(const Module& module) {
  std::set<int64_t> extents;
  auto add = [&](Nodes<Expr> dims) {
    for (const Expr* dim : dims) {
      const auto* constant = As<IntImm>(dim);
      if (constant != nullptr && constant->value > 1) extents.insert(constant->value);
    }
  };
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(
        entry.func,
        [&](const Node* node) {
          if (const auto* shape = As<ShapeExpr>(node)) add(shape->values);
          if (const auto* buffer = As<Buffer>(node)) add(buffer->shape);
        },
        Types::kInclude);
  }
  return extents;
}

// What types define: a scalar parameter, a binding, an index of an index map stand where only variables may.
std::vector<const Var*> SymbolsOf(const Expr* func) {
  std::set<const Var*> values;
  WalkOnce(func, [&](const Node* node) {
    if (const auto* inner = As<Function>(node)) values.insert(inner->params.begin(), inner->params.end());
    if (const auto* binding = As<VarBinding>(node)) values.insert(binding->var);
    if (const auto* cast = As<MatchCast>(node)) values.insert(cast->var);
    if (const auto* let = As<Let>(node)) values.insert(let->var);
    if (const auto* map = As<IndexMap>(node)) values.insert(map->initial_indices.begin(), map->initial_indices.end());
  });
  std::vector<const Var*> symbols;
  for (const Var* var : VarsIn(func)) {
    if (DTypeOf(var).IsInt() && Is<Function>(func) && !values.contains(var)) symbols.push_back(var);
  }
  return symbols;
}

void ShrinkSymbols(Reducer& r, size_t index) {
  for (const Var* symbol : SymbolsOf(r.module.entries[index].func)) {
    for (int64_t value : kSmallest) {
      const VarMap number{{symbol, MakeInt(r.ctx, value, DTypeOf(symbol))}};
      const Expr* func = FoldDims(r.ctx, SubstituteIn(r.ctx, r.module.entries[index].func, number));
      if (r.Spent() || r.Try(WithEntryFunction(r.ctx, r.module, index, func))) break;
    }
  }
}

}  // namespace

void ShrinkDims(Reducer& r) {
  for (size_t i = 0; i < r.module.entries.size() && !r.Spent(); ++i) ShrinkSymbols(r, i);
  for (int64_t from : ExtentsOf(r.module)) {
    for (int64_t to : kSmallest) {
      if (to >= from || r.Spent() || r.Try(WithExtent(r, from, to))) break;
    }
  }
}

}  // namespace assay
