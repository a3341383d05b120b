// Moves that shrink sizes, alike wherever they stand: types, shapes, constants, buffers and loops.
#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include "generators/moves/extents.h"
#include "generators/moves/function_edit.h"
#include "generators/moves/retype.h"
#include "ir/arith/analyzer.h"
#include "ir/builder.h"
#include "ir/equal.h"
#include "ir/own_scope.h"
#include "ir/tensor/tensor.h"

namespace assay {
namespace {

constexpr std::array<int64_t, 3> kSmallest = {1, 2, 3};
// From extents to smaller ones.
using Extents = std::map<int64_t, int64_t>;

int64_t Mapped(const Extents& extents, int64_t extent) {
  auto found = extents.find(extent);
  return found == extents.end() ? extent : found->second;
}

// The leading elements of a constant, under the new extents.
const Node* ShrinkConstant(Context& ctx, const Constant& constant, const Extents& extents) {
  std::vector<int64_t> shape;
  for (int64_t extent : constant.value.shape) shape.push_back(Mapped(extents, extent));
  if (std::ranges::equal(shape, constant.value.shape)) return &constant;
  Tensor tensor(constant.value.dtype, shape);
  for (int64_t i = 0; i < tensor.size() && i < constant.value.ElementCount(); ++i) {
    tensor.Set(i, ElementAt(constant.value, i));
  }
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
  // What a device says of itself is no size, and the module lists it as it is.
  auto enter = [](const Node* node) { return !Is<VDevice>(node); };
  RewriteMemo memo;
  return static_cast<const Expr*>(Rewrite(ctx, func, rule, enter, Types::kInclude, memo));
}

// ---- extents

template <class Vector>
const Vector* WithLanesOfType(Context& ctx, const Vector& vector) {
  const IntImm* lanes = AsInt(vector.lanes);
  int64_t said = DTypeOf(&vector).lanes;
  if (lanes == nullptr || lanes->value == said) return &vector;
  Vector* changed = ctx.arena.New<Vector>(vector);
  changed->lanes = MakeInt(ctx, said, DTypeOf(lanes));
  return changed;
}

// In Relax only dimensions change; in a PrimFunc every integer that equals the extent does, loops and indices alike.
const Expr* ReplaceExtents(Context& ctx, const Expr* func, const Extents& extents) {
  bool prim = Is<PrimFunc>(func);
  auto change = [&](const Expr* e) -> const Expr* {
    const auto* constant = As<IntImm>(e);
    bool other = constant != nullptr && extents.contains(constant->value);
    return other ? MakeInt(ctx, extents.at(constant->value), DTypeOf(e)) : e;
  };
  return MapDims(ctx, func, change, [&](const Node* node) -> const Node* {
    if (const auto* constant = As<Constant>(node)) return ShrinkConstant(ctx, *constant, extents);
    // Steps of one have no text: a loop without a step goes by one.
    if (const auto* loop = As<For>(node);
        loop != nullptr && AsInt(loop->step) != nullptr && AsInt(loop->step)->value == 1) {
      For* by_one = ctx.arena.New<For>(*loop);
      by_one->step = nullptr;
      return by_one;
    }
    // Vectors stay as wide as their types say.
    if (const auto* ramp = As<Ramp>(node)) return WithLanesOfType(ctx, *ramp);
    if (const auto* broadcast = As<Broadcast>(node)) return WithLanesOfType(ctx, *broadcast);
    return prim && Is<IntImm>(node) ? change(As<IntImm>(node)) : node;
  });
}

Proposals SmallerExtent(const ShrinkSite& site) {
  std::vector<int64_t> found = GivenExtents(site.module);
  size_t places = found.size();
  return {places, kSmallest.size(),
          [site, found = std::move(found)](size_t way, size_t first, size_t last) -> std::optional<Module> {
            Extents extents;
            for (size_t i = first; i < last; ++i) {
              if (kSmallest[way] < found[i]) extents[found[i]] = kSmallest[way];
            }
            if (extents.empty()) return std::nullopt;
            FunctionChanges changes;
            for (size_t i = 0; i < site.module.entries.size(); ++i) {
              changes.push_back({i, ReplaceExtents(site.ctx, site.module.entries[i].func, extents)});
            }
            // A size that was computed of the extent is another one, too: n + 5 of what was joined with five elements.
            // One that operators give of themselves comes back.
            Module changed = WithFunctionsInStep(site.ctx, site.module, changes);
            return StructuralHash(changed) == StructuralHash(site.module) ? std::nullopt : std::optional(changed);
          }};
}

// ---- symbols

// Dimensions in canonical form: what symbols that became numbers leave behind is folded.
const Expr* FoldDims(Context& ctx, const Expr* func) {
  auto fold = [&](const Expr* e) { return Simplify(ctx, e); };
  return MapDims(ctx, func, fold, [&](const Node* node) -> const Node* {
    const BinaryExpr* binary = AsBinary(node);
    return binary == nullptr || !Is<IntImm>(binary->a) || !Is<IntImm>(binary->b) ? node : fold(binary);
  });
}

// What types define: a scalar parameter, a binding, an index of an index map stand where only variables may.
std::vector<const Var*> SymbolsOf(const Expr* func) {
  std::set<const Var*> values;
  WalkOnce(func, [&](const Node* node) {
    if (const auto* inner = As<Function>(node)) values.insert(inner->params.begin(), inner->params.end());
    if (const auto* binding = As<VarBinding>(node)) values.insert(binding->var);
    if (const auto* cast = As<MatchCast>(node)) values.insert(cast->var);
    if (const auto* let = As<Let>(node)) values.insert(let->var);
    for (const Var* own : OwnVarsOf(node)) values.insert(own);
  });
  std::vector<const Var*> symbols;
  NodeSet seen;
  WalkBeforeChildren(
      func,
      [&](const Node* node) {
        const auto* var = As<Var>(node);
        if (var != nullptr && DTypeOf(var).IsInt() && !values.contains(var)) symbols.push_back(var);
        // The type of a function has symbols of its own, and so has what a device says of itself.
        return !Is<FuncType>(node) && !Is<VDevice>(node);
      },
      Types::kInclude, &seen);
  return symbols;
}

struct SymbolPlace {
  size_t entry = 0;
  const Var* symbol = nullptr;
};

Proposals FixedSymbol(const ShrinkSite& site) {
  auto places = std::make_shared<std::vector<SymbolPlace>>();
  for (size_t entry : ShrinkableFunctions(site)) {
    for (const Var* symbol : SymbolsOf(site.module.entries[entry].func)) places->push_back({entry, symbol});
  }
  return {
      places->size(), kSmallest.size(), [site, places](size_t way, size_t first, size_t last) -> std::optional<Module> {
        std::map<size_t, VarMap> numbers;
        for (size_t i = first; i < last; ++i) {
          auto [entry, symbol] = (*places)[i];
          numbers[entry].emplace(symbol, MakeInt(site.ctx, kSmallest[way], DTypeOf(symbol)));
        }
        FunctionChanges changes;
        for (const auto& [entry, map] : numbers) {
          changes.push_back({entry, FoldDims(site.ctx, SubstituteIn(site.ctx, site.module.entries[entry].func, map))});
        }
        return WithFunctions(site.ctx, site.module, changes);
      }};
}

constexpr MoveFamily kShrink = MoveFamily::kShrink;

}  // namespace

std::vector<int64_t> GivenExtents(const Module& module) {
  std::set<int64_t> extents;
  auto add = [&](int64_t extent) {
    if (extent > 1) extents.insert(extent);
  };
  auto add_dims = [&](Nodes<Expr> dims) {
    for (const Expr* dim : dims) {
      if (const IntImm* extent = AsInt(dim)) add(extent->value);
    }
  };
  std::vector<const Node*> open;
  for (const ModuleEntry& entry : module.entries) open.push_back(entry.func);
  NodeSet seen;
  while (!open.empty()) {
    const Node* root = open.back();
    open.pop_back();
    WalkBeforeChildren(
        root,
        [&](const Node* node) {
          if (const auto* shape = As<ShapeExpr>(node)) add_dims(shape->values);
          if (const auto* shape = As<ShapeType>(node)) add_dims(shape->values);
          if (const auto* buffer = As<Buffer>(node)) add_dims(buffer->shape);
          if (const auto* constant = As<Constant>(node)) std::ranges::for_each(constant->value.shape, add);
          const auto* func = As<Function>(node);
          if (func == nullptr) return true;
          // What it gives back follows from its body.
          for (const Var* param : func->params) open.push_back(param->type);
          open.push_back(func->body);
          return false;
        },
        Types::kSkip, &seen);
  }
  return {extents.begin(), extents.end()};
}

const MoveSpec kFixedSymbol = {
    .name = "fixed_symbol", .family = kShrink, .doc = "a symbolic size becomes a small number", .propose = FixedSymbol};
const MoveSpec kSmallerExtent = {.name = "smaller_extent",
                                 .family = kShrink,
                                 .doc = "a size becomes a smaller one, alike wherever it stands",
                                 .propose = SmallerExtent};

}  // namespace assay
