#include "passes/analysis/value_numbers.h"

#include <bit>
#include <cmath>

#include "ir/support/hash.h"
#include "ir/walk.h"

namespace assay {

size_t ValueNumbers::KeyHash::operator()(const Key& key) const {
  uint64_t state = HashCombine(static_cast<uint64_t>(key.kind), uint64_t{static_cast<uint8_t>(key.dtype.code)} << 32 |
                                                                    uint64_t{key.dtype.bits} << 16 |
                                                                    static_cast<uint16_t>(key.dtype.lanes));
  for (uint64_t part : key.parts) state = HashCombine(state, part);
  return state;
}

// other kinds: are no arithmetic
std::optional<ValueNumbers::Key> ValueNumbers::KeyOf(const Expr* e) const {
  Key key{e->kind, DTypeOf(e), {kNone, kNone, kNone}};
  if (!key.dtype.IsScalar()) return std::nullopt;
  if (Is<Var>(e)) {
    key.parts[0] = reinterpret_cast<uintptr_t>(e);
  } else if (const auto* number = As<IntImm>(e)) {
    key.parts[0] = static_cast<uint64_t>(number->value);
  } else if (const auto* real = As<FloatImm>(e)) {
    key.parts[0] = std::isnan(real->value) ? 0x7ff8 : std::bit_cast<uint64_t>(real->value);
  } else if (AsBinary(e) == nullptr && !Is<Not>(e) && !Is<Cast>(e) && !Is<Select>(e)) {
    return std::nullopt;
  } else {
    size_t count = 0;
    bool known = true;
    ForEachChild(e, Types::kSkip, [&](const Node* child) {
      size_t number = *numbers_.Find(child);
      known &= number != kNone;
      key.parts[count++] = number;
    });
    if (!known) return std::nullopt;
  }
  return key;
}

std::optional<size_t> ValueNumbers::Of(const Expr* root) {
  auto expand = [](const Node* node, auto&& push) {
    if (AsExpr(node) != nullptr) ForEachChild(node, Types::kSkip, push);
  };
  auto visit = [&](const Node* node) {
    ++asked_;
    std::optional<Key> key = AsExpr(node) == nullptr ? std::nullopt : KeyOf(static_cast<const Expr*>(node));
    numbers_.Insert(node, key ? by_key_.emplace(*key, by_key_.size()).first->second : kNone);
  };
  const Node* node = root;
  WalkAfterChildren(node, [&](const Node* one) { return numbers_.contains(one); }, expand, visit);
  size_t number = *numbers_.Find(node);
  return number == kNone ? std::nullopt : std::optional(number);
}

}  // namespace assay
