#include "ir/fields.h"

namespace assay {
namespace {

template <class T, class F>
void ForEachChildOf(const T& node, F&& f) {
  ForEachField(node, [&](const auto& value, const auto&) {
    using V = std::remove_cvref_t<decltype(value)>;
    if constexpr (NodePointer<V>) {
      if (value != nullptr) f(static_cast<const Node*>(value));
    } else if constexpr (kIsNodeSpan<V>) {
      for (const Node* child : value) {
        if (child != nullptr) f(child);
      }
    }
  });
}

template <class T, class F>
const Node* MapChildrenOf(Context& ctx, const T& node, Types types, F&& f) {
  T fresh = node;
  bool changed = false;
  auto map_one = [&]<class V>(V& slot) {
    if (slot == nullptr) return;
    V mapped = static_cast<V>(f(static_cast<const Node*>(slot)));
    changed |= mapped != slot;
    slot = mapped;
  };
  auto map_span = [&]<class E>(Nodes<E>& slot) {
    std::vector<const E*> items;
    for (size_t i = 0; i < slot.size(); ++i) {
      if (slot[i] == nullptr) continue;
      auto* mapped = static_cast<const E*>(f(static_cast<const Node*>(slot[i])));
      if (mapped == slot[i]) continue;
      if (items.empty()) items.assign(slot.begin(), slot.end());
      items[i] = mapped;
    }
    if (items.empty()) return;
    changed = true;
    slot = ctx.Copy(items);
  };
  if constexpr (std::is_base_of_v<Expr, T>) {
    if (types == Types::kInclude) map_one(fresh.type);
  }
  std::apply(
      [&](const auto&... field) {
        [[maybe_unused]] auto map_field = [&](auto& value) {
          using V = std::remove_cvref_t<decltype(value)>;
          if constexpr (NodePointer<V>) {
            map_one(value);
          } else if constexpr (kIsNodeSpan<V>) {
            map_span(value);
          }
        };
        (map_field(fresh.*(field.member)), ...);
      },
      T::kFields);
  return changed ? ctx.arena.New<T>(fresh) : static_cast<const Node*>(&node);
}

}  // namespace

void ForEachChild(const Node* node, Types types, FunctionRef<void(const Node*)> f) {
  Visit(node, [&](const auto& n) {
    using T = std::remove_cvref_t<decltype(n)>;
    if constexpr (std::is_base_of_v<Expr, T>) {
      if (types == Types::kInclude && n.type != nullptr) f(static_cast<const Node*>(n.type));
    }
    ForEachChildOf(n, f);
  });
}

const Node* MapChildren(Context& ctx, const Node* node, Types types, FunctionRef<const Node*(const Node*)> f) {
  return Visit(node, [&](const auto& n) { return MapChildrenOf(ctx, n, types, f); });
}

}  // namespace assay
