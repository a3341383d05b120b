#include "ir/equal.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <set>

#include <fmt/format.h>

#include "ir/fields.h"
#include "ir/own_scope.h"
#include "ir/support/fault.h"
#include "ir/support/hash.h"
#include "ir/support/pointer_map.h"

namespace assay {
namespace {

// ---- values of fields that are not nodes

bool SameValue(double a, double b) {
  if (FaultOn(Fault::equality_compares_floats_by_value)) return a == b;
  return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}
bool SameValue(const TensorView& a, const TensorView& b) {
  return a.dtype == b.dtype && std::ranges::equal(a.shape, b.shape) &&
         (a.ByteCount() == 0 || std::memcmp(a.data, b.data, a.ByteCount()) == 0);
}
template <class T>
bool SameValue(std::span<const T> a, std::span<const T> b) {
  return std::ranges::equal(a, b);
}
template <class T>
bool SameValue(const T& a, const T& b) {
  return a == b;
}

std::string Show(Name value) { return fmt::format("\"{}\"", value.text()); }
std::string Show(DType value) { return DTypeName(value); }
std::string Show(const TensorView& value) {
  return fmt::format("constant {} of {} elements", DTypeName(value.dtype), value.ElementCount());
}
template <class T>
std::string Show(std::span<const T> value) {
  return fmt::format("{} items", value.size());
}
template <class T>
std::string Show(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return std::to_string(static_cast<int>(value));
  } else {
    return fmt::format("{}", value);
  }
}
std::string Show(const Node* node) {
  if (node == nullptr) return "nothing";
  if (const auto* var = As<Var>(node)) return fmt::format("Var {}", var->name.text());
  if (const auto* op = As<Op>(node)) return fmt::format("Op {}", op->name.text());
  if (const auto* imm = As<IntImm>(node)) return fmt::format("IntImm {}", imm->value);
  return std::string(NodeKindName(node->kind));
}

// ---- the comparison

// One pair still to compare; `parent` and `step` rebuild the path on failure.
struct Pair {
  const Node* a;
  const Node* b;
  FieldRole role;
  int32_t parent;
  std::string_view field;
  int32_t index;
};

// Equal modules are compared quickest without noting the way to each pair; only for a difference is it walked again,
// and noted.
enum class Paths : bool { kForget, kNote };

class Comparer {
 public:
  Comparer(const EqualOptions& options, Paths paths) : options_(options), notes_(paths == Paths::kNote) {}

  // Compares and returns the first difference in field order.
  std::optional<NodeDifference> Run(const Node* a, const Node* b) {
    Push(a, b, FieldRole::kUse, -1, {}, -1);
    while (!stack_.empty() && !difference_) {
      Pair pair = stack_.back();
      stack_.pop_back();
      int32_t id = -1;
      if (notes_) {
        id = static_cast<int32_t>(pairs_.size());
        pairs_.push_back(pair);
      }
      Compare(id, pair);
    }
    stack_.clear();
    return std::exchange(difference_, std::nullopt);
  }

 private:
  void Push(const Node* a, const Node* b, FieldRole role, int32_t parent, std::string_view field, int32_t index) {
    stack_.push_back({a, b, role, parent, field, index});
  }

  void Differ(int32_t id, std::string left, std::string right, std::string_view field = {}) {
    if (difference_) return;
    if (!notes_) {
      difference_.emplace();
      return;
    }
    std::vector<const Pair*> steps;
    for (int32_t at = id; at >= 0; at = pairs_[at].parent) steps.push_back(&pairs_[at]);
    std::string path;
    for (auto it = steps.rbegin(); it != steps.rend(); ++it) {
      if ((*it)->field.empty()) continue;
      if (!path.empty()) path += '.';
      path += (*it)->field;
      if ((*it)->index >= 0) path += fmt::format("[{}]", (*it)->index);
    }
    if (!field.empty()) path += (path.empty() ? "" : ".") + std::string(field);
    difference_ = NodeDifference{std::move(path), std::move(left), std::move(right)};
  }

  void Compare(int32_t id, const Pair& pair) {
    if (pair.a == nullptr || pair.b == nullptr || pair.a->kind != pair.b->kind) {
      if (pair.a != pair.b) Differ(id, Show(pair.a), Show(pair.b));
      return;
    }
    if (pair.a->kind == NodeKind::kVar || pair.a->kind == NodeKind::kBuffer) {
      CompareDefinable(id, pair);
      return;
    }
    if (IsSmall(pair.a->kind)) {
      if (pair.a != pair.b) CompareFields(id, pair);
      return;
    }
    if (pair.role == FieldRole::kUse) {
      auto [first, fresh] = seen_.Insert(pair.a, pair.b);
      if (!fresh && (*first == pair.b || !seen_again_.emplace(pair.a, pair.b).second)) return;
    }
    CompareOwn(id, pair);
    CompareFields(id, pair);
  }

  // Where one node stands twice, two that are like it may stand on the other side: its own variables have a counterpart
  // at each of these places.
  void CompareOwn(int32_t id, const Pair& pair) {
    std::vector<const Var*> left = OwnVarsOf(pair.a), right = OwnVarsOf(pair.b);
    if (left.size() != right.size()) return;
    for (size_t i = 0; i < left.size(); ++i) {
      bool known = to_b_.contains(left[i]) || to_a_.contains(right[i]);
      if (!known) continue;
      *to_b_.Insert(left[i], right[i]).first = right[i];
      *to_a_.Insert(right[i], left[i]).first = left[i];
      if (left[i]->type != right[i]->type) Push(left[i]->type, right[i]->type, FieldRole::kUse, id, "type", -1);
    }
  }

  // Quicker compared again than looked up; none of them defines or uses a variable.
  static bool IsSmall(NodeKind kind) {
    return kind == NodeKind::kIntImm || kind == NodeKind::kFloatImm || kind == NodeKind::kPrimType ||
           kind == NodeKind::kOp;
  }

  void CompareDefinable(int32_t id, const Pair& pair) {
    const Node* const* left = to_b_.Find(pair.a);
    const Node* const* right = to_a_.Find(pair.b);
    if (left != nullptr || right != nullptr) {
      bool mapped = left != nullptr && *left == pair.b && right != nullptr && *right == pair.a;
      if (!mapped) Differ(id, Show(pair.a), Show(pair.b));
      return;
    }
    bool defines = pair.role != FieldRole::kUse || options_.map_free_vars || pair.a->kind == NodeKind::kBuffer;
    if (!defines && pair.a != pair.b) {
      Differ(id, Show(pair.a), Show(pair.b));
      return;
    }
    to_b_.Insert(pair.a, pair.b);
    to_a_.Insert(pair.b, pair.a);
    CompareFields(id, pair);
  }

  void CompareFields(int32_t id, const Pair& pair) {
    size_t first = stack_.size();
    Visit(pair.a, [&](const auto& a) {
      using T = std::remove_cvref_t<decltype(a)>;
      const T& b = *static_cast<const T*>(pair.b);
      // A variable's type comes before its uses; of other expressions it may mention what their fields define.
      constexpr bool kDeclared = std::is_same_v<T, Var> || std::is_same_v<T, IntImm> || std::is_same_v<T, FloatImm>;
      if constexpr (kDeclared) {
        if (a.type != b.type) Push(a.type, b.type, Inherit(pair.role, FieldRole::kUse), id, "type", -1);
      }
      ForEachField(a, [&](const auto& value, const auto& field) {
        CompareField(id, pair.role, value, b.*(field.member), field);
      });
      if constexpr (std::is_base_of_v<Expr, T> && !kDeclared) {
        // These follow from the parts, and may not have been inferred on one side.
        if (a.type != nullptr && b.type != nullptr)
          Push(a.type, b.type, Inherit(pair.role, FieldRole::kUse), id, "type", -1);
      }
    });
    // A local function may call itself: there the name comes first (as TVM compares a VarBinding).
    const auto* binding = As<VarBinding>(pair.a);
    if (binding != nullptr && Is<Function>(binding->value)) return;
    // Left to right: the stack is popped from its end.
    std::reverse(stack_.begin() + static_cast<ptrdiff_t>(first), stack_.end());
  }

  static FieldRole Inherit(FieldRole parent, FieldRole own) {
    return parent == FieldRole::kDefDeep ? FieldRole::kDefDeep : own;
  }

  template <class V, class F>
  void CompareField(int32_t id, FieldRole role, const V& a, const V& b, const F& field) {
    if (field.role == FieldRole::kIgnore && !options_.compare_names) return;
    FieldRole own = Inherit(role, field.role);
    if constexpr (NodePointer<V>) {
      if (a != nullptr || b != nullptr) Push(a, b, own, id, field.name, -1);
    } else if constexpr (kIsNodeSpan<V>) {
      if (a.size() != b.size()) return Differ(id, Show(a), Show(b), field.name);
      for (size_t i = 0; i < a.size(); ++i) {
        if (a[i] != nullptr || b[i] != nullptr) Push(a[i], b[i], own, id, field.name, static_cast<int32_t>(i));
      }
    } else {
      if (!SameValue(a, b)) Differ(id, Show(a), Show(b), field.name);
    }
  }

  EqualOptions options_;
  bool notes_;
  // What has been compared, when it is noted: parents come before their parts.
  std::vector<Pair> pairs_;
  std::vector<Pair> stack_;
  PointerMap<Node, const Node*> to_b_;
  PointerMap<Node, const Node*> to_a_;
  // Pairs that need no second look: what each node was first compared with, and the few others.
  PointerMap<Node, const Node*> seen_;
  std::set<std::pair<const Node*, const Node*>> seen_again_;
  std::optional<NodeDifference> difference_;
};

std::optional<NodeDifference> CompareInfos(const Module& a, const Module& b, Comparer& comparer) {
  if (a.global_infos.size() != b.global_infos.size()) {
    return NodeDifference{"global_infos", Show(a.global_infos), Show(b.global_infos)};
  }
  for (size_t i = 0; i < a.global_infos.size(); ++i) {
    const GlobalInfoList &left = a.global_infos[i], &right = b.global_infos[i];
    std::string path = fmt::format("global_infos[{}]", i);
    if (!(left.key == right.key)) return NodeDifference{path, Show(left.key), Show(right.key)};
    if (left.infos.size() != right.infos.size()) return NodeDifference{path, Show(left.infos), Show(right.infos)};
    for (size_t j = 0; j < left.infos.size(); ++j) {
      if (auto found = comparer.Run(left.infos[j], right.infos[j]))
        return NodeDifference{path, found->left, found->right};
    }
  }
  return std::nullopt;
}

std::optional<NodeDifference> CompareModules(const Module& a, const Module& b, Comparer comparer) {
  if (auto found = comparer.Run(a.attrs, b.attrs))
    return NodeDifference{"attrs." + found->path, found->left, found->right};
  if (auto found = CompareInfos(a, b, comparer)) return found;
  for (const ModuleEntry& entry : a.entries) {
    std::string name = entry.var->name.str();
    const Expr* other = b.Find(name);
    if (other == nullptr) return NodeDifference{name, "a function", "nothing"};
    // Each pair of functions starts afresh only in what it has seen: a variable has one counterpart in the module.
    if (auto found = comparer.Run(entry.func, other))
      return NodeDifference{name + "." + found->path, found->left, found->right};
  }
  for (const ModuleEntry& entry : b.entries) {
    if (a.Find(entry.var->name.text()) == nullptr)
      return NodeDifference{entry.var->name.str(), "nothing", "a function"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<NodeDifference> FirstDifference(const Node* a, const Node* b, const EqualOptions& options) {
  if (!Comparer(options, Paths::kForget).Run(a, b)) return std::nullopt;
  return Comparer(options, Paths::kNote).Run(a, b);
}

std::optional<NodeDifference> FirstDifference(const Module& a, const Module& b, const EqualOptions& options) {
  if (!CompareModules(a, b, Comparer(options, Paths::kForget))) return std::nullopt;
  return CompareModules(a, b, Comparer(options, Paths::kNote));
}

}  // namespace assay
