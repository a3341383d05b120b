#include "passes/analysis/op_pattern.h"

#include <algorithm>
#include <vector>

#include "ir/mentions.h"
#include "ir/prim/literals.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"

namespace assay {
namespace {

bool SameIndices(Nodes<Expr> a, Nodes<Expr> b) { return std::ranges::equal(a, b); }

// The indices of the load are among those of the store, in the same order; dimensions of one element do not count.
bool IsBroadcast(const ElementAccess& store, const ElementAccess& load) {
  size_t at = 0;
  for (size_t i = 0; i < load.indices.size(); ++i) {
    if (IsLiteralInt(load.buffer->shape[i], 1) && IsLiteralInt(load.indices[i], 0)) continue;
    while (at < store.indices.size() && store.indices[at] != load.indices[i]) ++at;
    if (at == store.indices.size()) return false;
  }
  return true;
}

bool Holds(Nodes<Expr> indices, const Var* var) { return std::ranges::find(indices, var) != indices.end(); }

// The store is at plain variables, and the load uses no others.
bool IsInjective(const ElementAccess& store, const ElementAccess& load) {
  if (!std::ranges::all_of(store.indices, [](const Expr* e) { return Is<Var>(e); })) return false;
  return std::ranges::none_of(load.indices, [&](const Expr* index) {
    return MentionsAny(index, [&](const Var* var) { return !Holds(store.indices, var); }, Types::kSkip);
  });
}

// Some variable of the store is not in the load: the loaded element serves several stored ones.
bool AllowsReuse(const BufferStore& store, const BufferLoad& load) {
  if (!std::ranges::all_of(store.indices, [](const Expr* e) { return Is<Var>(e); })) return false;
  return std::ranges::any_of(store.indices, [&](const Expr* index) {
    return std::ranges::none_of(load.indices, [&](const Expr* e) { return Mentions(e, index, Types::kSkip); });
  });
}

const Expr* WithoutCasts(const Expr* e) {
  while (const auto* cast = As<Cast>(e)) e = cast->value;
  return e;
}

// C[i, j] = C[i, j] + A[i, k] * B[k, j], where casts do not count.
bool IsMultiplyAdd(const Stmt* body) {
  const auto* store = As<BufferStore>(body);
  const BinaryExpr* add = store == nullptr ? nullptr : AsBinary(WithoutCasts(store->value));
  if (add == nullptr || add->kind != NodeKind::kAdd) return false;
  const BinaryExpr* product = AsBinary(WithoutCasts(add->b));
  const auto* own = As<BufferLoad>(WithoutCasts(add->a));
  if (product == nullptr || product->kind != NodeKind::kMul || own == nullptr) return false;
  if (own->buffer != store->buffer || !SameIndices(own->indices, store->indices)) return false;
  const auto* a = As<BufferLoad>(WithoutCasts(product->a));
  const auto* b = As<BufferLoad>(WithoutCasts(product->b));
  return a != nullptr && b != nullptr && AllowsReuse(*store, *a) && AllowsReuse(*store, *b);
}

// Every index that uses a reduced variable is that variable.
bool IsPureReduce(const SBlock& block, const ElementAccess& load) {
  auto is_reduced = [&](const Var* var) {
    return std::ranges::any_of(block.iter_vars, [&](const IterVar* iter) {
      return iter->var == var && iter->iter_type == IterType::kCommReduce;
    });
  };
  return std::ranges::all_of(load.indices, [&](const Expr* index) {
    const auto* var = As<Var>(index);
    return var != nullptr ? true : !MentionsAny(index, is_reduced, Types::kSkip);
  });
}

// Goes through the blocks in order of execution, inner ones before the rest of the outer ones.
class Analyzer {
 public:
  explicit Analyzer(const PrimFunc* kernel) : kernel_(kernel) {}

  OpPattern Run() {
    struct Visit {
      const Node* node;
      bool leaving;
    };
    SmallStack<Visit> stack;
    stack.push_back({kernel_->body, false});
    while (!stack.empty()) {
      auto [node, leaving] = stack.back();
      stack.pop_back();
      const auto* block = As<SBlock>(node);
      if (leaving) {
        Leave(*block);
        continue;
      }
      bool inner = block != nullptr && block->name_hint != "root";
      if (inner) {
        loads_.clear();
        store_ = std::nullopt;
        stack.push_back({node, true});
      }
      if (!Enter(node)) continue;
      if (block != nullptr) {
        stack.push_back({block->body, false});
        continue;
      }
      size_t first = stack.size();
      ForEachChild(node, Types::kSkip, [&](const Node* child) { stack.push_back({child, false}); });
      stack.ReverseFrom(first);
    }
    return kind_;
  }

 private:
  // Whether to look inside.
  bool Enter(const Node* node) {
    std::optional<ElementAccess> access = ElementAccessOf(node);
    if (access && !access->writes) loads_.push_back(*access);
    if (!access || !access->writes) return true;
    // Two stores at different places.
    if (store_ && !SameIndices(access->indices, store_->indices)) {
      kind_ = OpPattern::kOpaque;
      return false;
    }
    store_ = access;
    return true;
  }
  void Leave(const SBlock& block) {
    if (!store_) {
      kind_ = OpPattern::kOpaque;
      return;
    }
    OpPattern access = AccessPattern();
    if (access == OpPattern::kOpaque) return Reduce(block);
    // A softmax: a reduction, then an injective step into the output.
    bool closes_reduction = kind_ == OpPattern::kCommReduce && WritesOutput(block);
    kind_ = closes_reduction ? OpPattern::kOutEWiseFusable : std::max(kind_, access);
  }
  // How the loads of the block stand to its store; kOpaque when some load is none of the three.
  OpPattern AccessPattern() const {
    OpPattern pattern = OpPattern::kElemWise;
    bool any_elemwise = false;
    for (const ElementAccess& load : loads_) {
      if (SameIndices(store_->indices, load.indices)) {
        any_elemwise = true;
      } else if (IsBroadcast(*store_, load)) {
        pattern = std::max(pattern, OpPattern::kBroadcast);
      } else if (IsInjective(*store_, load)) {
        pattern = std::max(pattern, OpPattern::kInjective);
      } else {
        return OpPattern::kOpaque;
      }
    }
    return pattern == OpPattern::kBroadcast && any_elemwise ? OpPattern::kElemWise : pattern;
  }
  void Reduce(const SBlock& block) {
    bool reduces = std::ranges::any_of(block.iter_vars,
                                       [](const IterVar* iter) { return iter->iter_type == IterType::kCommReduce; });
    if (!reduces) {
      kind_ = OpPattern::kOpaque;
      return;
    }
    bool whole_axes = !IsMultiplyAdd(block.body) &&
                      std::ranges::all_of(loads_, [&](const ElementAccess& load) { return IsPureReduce(block, load); });
    kind_ = std::max(kind_, whole_axes ? OpPattern::kCommReduce : OpPattern::kOutEWiseFusable);
  }
  bool WritesOutput(const SBlock& block) const {
    return std::ranges::any_of(block.writes, [&](const BufferRegion* region) {
      return std::ranges::find(kernel_->buffers, region->buffer) != kernel_->buffers.end();
    });
  }

  const PrimFunc* kernel_;
  // Of the block at hand: as in TVM, what an inner block left over counts for the outer one.
  std::optional<ElementAccess> store_;
  std::vector<ElementAccess> loads_;
  OpPattern kind_ = OpPattern::kElemWise;
};

}  // namespace

OpPattern AnalyzeOpPattern(const PrimFunc* kernel) { return Analyzer(kernel).Run(); }

OpPattern AnnotatedOpPattern(const PrimFunc* kernel) {
  const Attr* attr = kernel->attrs == nullptr ? nullptr : kernel->attrs->Find(kOpPatternAttr);
  const auto* number = As<AttrInt>(attr);
  return number == nullptr ? OpPattern::kOpaque : static_cast<OpPattern>(number->value);
}

}  // namespace assay
