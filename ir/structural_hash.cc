// Structural hash: equal structures (ir/equal.h) hash alike. Variables and buffers hash as their number in order of
// first occurrence, which renaming does not change; every other node as its kind and fields. Tested by equal_test.cc.
#include <algorithm>
#include <bit>
#include <cmath>

#include "ir/equal.h"
#include "ir/fields.h"
#include "ir/own_scope.h"
#include "ir/support/hash.h"
#include "ir/support/pointer_map.h"
#include "ir/walk.h"

namespace assay {
namespace {

uint64_t HashValue(Name value) { return HashText(value.text()); }
uint64_t HashValue(double value) { return std::isnan(value) ? 0x7ff8 : std::bit_cast<uint64_t>(value); }
uint64_t HashValue(DType value) {
  return uint64_t{static_cast<uint8_t>(value.code)} << 24 | uint64_t{value.bits} << 16 |
         static_cast<uint16_t>(value.lanes);
}
uint64_t HashValue(const TensorView& value) {
  uint64_t state = HashBytes(value.data, value.ByteCount(), HashValue(value.dtype));
  for (int64_t extent : value.shape) state = HashCombine(state, static_cast<uint64_t>(extent));
  return state;
}
template <class T>
uint64_t HashValue(std::span<const T> values) {
  uint64_t state = values.size();
  for (const T& value : values) state = HashCombine(state, HashValue(value));
  return state;
}
template <class T>
  requires std::is_integral_v<T> || std::is_enum_v<T>
uint64_t HashValue(T value) {
  return static_cast<uint64_t>(value);
}

class Hasher {
 public:
  uint64_t Run(const Node* root) {
    if (root == nullptr) return 0;
    auto done = [&](const Node* node) { return done_.contains(node); };
    auto expand = [&](const Node* node, auto push) {
      // By their places, so that it does not count how often what has them stands there.
      uint64_t place = 0;
      for (const Var* own : OwnVarsOf(node)) own_.Insert(own, place++);
      bool numbered = node->kind == NodeKind::kVar || node->kind == NodeKind::kBuffer;
      if (numbered && !own_.contains(node)) numbers_.Insert(node, numbers_.size());
      ForEachChild(node, TypesOf(node), [&](const Node* child) {
        if (!done(child)) push(child);
      });
    };
    WalkAfterChildren(root, done, expand, [&](const Node* node) { done_.Insert(node, Combine(node)); });
    return *done_.Find(root);
  }

 private:
  // Types of expressions other than variables and immediates follow from their parts and may be missing on one side.
  static Types TypesOf(const Node* node) {
    return node->kind == NodeKind::kVar || node->kind == NodeKind::kIntImm || node->kind == NodeKind::kFloatImm
               ? Types::kInclude
               : Types::kSkip;
  }

  uint64_t Combine(const Node* node) {
    uint64_t state = static_cast<uint64_t>(node->kind);
    if (const uint64_t* number = numbers_.Find(node)) state = HashCombine(state, *number);
    if (const uint64_t* place = own_.Find(node)) state = HashCombine(state, *place);
    auto add = [&](const Node* child) { state = HashCombine(state, child == nullptr ? 0 : *done_.Find(child)); };
    Visit(node, [&](const auto& n) {
      using T = std::remove_cvref_t<decltype(n)>;
      if constexpr (std::is_base_of_v<Expr, T>) {
        if (TypesOf(node) == Types::kInclude) add(n.type);
      }
      ForEachField(n, [&](const auto& value, const auto& field) {
        using V = std::remove_cvref_t<decltype(value)>;
        if (field.role == FieldRole::kIgnore) return;
        if constexpr (NodePointer<V>) {
          add(value);
        } else if constexpr (kIsNodeSpan<V>) {
          state = HashCombine(state, value.size());
          for (const Node* child : value) add(child);
        } else {
          state = HashCombine(state, HashValue(value));
        }
      });
    });
    return state;
  }

  PointerMap<Node, uint64_t> done_;
  PointerMap<Node, uint64_t> numbers_;
  // Variables of maps and reducers.
  PointerMap<Node, uint64_t> own_;
};

}  // namespace

uint64_t StructuralHash(const Node* root) { return Hasher().Run(root); }

uint64_t StructuralHash(const Module& module) {
  uint64_t state = StructuralHash(module.attrs);
  for (const GlobalInfoList& list : module.global_infos) {
    state = HashCombine(state, HashText(list.key.text()));
    for (const Node* info : list.infos) state = HashCombine(state, StructuralHash(info));
  }
  std::vector<uint64_t> functions;
  for (const ModuleEntry& entry : module.entries) {
    functions.push_back(HashCombine(HashText(entry.var->name.text()), StructuralHash(entry.func)));
  }
  std::sort(functions.begin(), functions.end());
  for (uint64_t function : functions) state = HashCombine(state, function);
  return state;
}

}  // namespace assay
