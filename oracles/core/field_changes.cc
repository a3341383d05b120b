#include "oracles/core/field_changes.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "ir/builder.h"
#include "ir/fields.h"
#include "ir/rewrite.h"
#include "ir/serial/optional_fields.h"
#include "ir/walk.h"

namespace assay {
namespace {

constexpr std::string_view kOther = "another value", kLess = "less", kMore = "more";

DType OtherDType(DType dtype) {
  return dtype == DType::Int(16) ? DType::Float(16, 1) : DType::Int(16).WithLanes(dtype.IsVoid() ? 1 : dtype.lanes);
}

TensorView OtherElement(Context& ctx, TensorView view) {
  size_t bytes = static_cast<size_t>(view.ByteCount());
  if (bytes == 0) return view;
  const auto* data = view.data;
  std::vector<std::byte> copy(data, data + bytes);
  copy[0] ^= std::byte{1};
  view.data = ctx.Copy(copy).data();
  return view;
}

class Changer {
 public:
  Changer(Context& ctx, const Module& module, WhichChanges which, const std::function<bool(size_t)>& asked)
      : ctx_(ctx), module_(module), which_(which), asked_(asked) {}
  std::vector<FieldChange> changes;

  void Run() {
    NodeSet seen;
    auto visit = [&](const Node* root) {
      WalkBeforeChildren(
          root,
          [&](const Node* node) {
            Visit(node, [&](const auto& n) { ChangeFields(n); });
            return true;
          },
          which_ == WhichChanges::kAll ? Types::kInclude : Types::kSkip, &seen);
    };
    for (const ModuleEntry& entry : module_.entries) {
      visit(entry.var);
      visit(entry.func);
    }
    visit(module_.attrs);
    for (const GlobalInfoList& list : module_.global_infos) {
      for (const Node* info : list.infos) visit(info);
    }
  }

 private:
  template <class T>
  void ChangeFields(const T& node) {
    varied_ = &node;
    ForEachField(node, [&](const auto& value, const auto& field) {
      using V = std::remove_cvref_t<decltype(value)>;
      auto with = [&](const V& other, std::string_view how) {
        bool first = which_ == WhichChanges::kAll || made_.emplace(T::kKind, field.name, how).second;
        if (!first) return;
        if (size_t number = numbered_++; asked_ && !asked_(number)) return;
        T* fresh = ctx_.arena.New<T>(node);
        fresh->*(field.member) = other;
        if constexpr (std::is_same_v<T, PrimFunc>) KeepBeside(*fresh);
        bool of_name = field.role == FieldRole::kIgnore;
        changes.push_back({T::kKind, field.name, how, of_name, Replaced(&node, fresh)});
      };
      // An axis of a block has a domain; only a thread may go without.
      bool optional = IsOptionalField(T::kKind, field.name) && !std::is_same_v<T, IterVar>;
      // There are two truth values.
      if constexpr (std::is_same_v<T, IntImm>) {
        if (DTypeOf(&node).IsBool()) return with(value == 0 ? 1 : 0, kOther);
      }
      Vary(value, optional, with);
    });
  }
  // Lists that run side by side stay of one length.
  void KeepBeside(PrimFunc& func) {
    size_t length = std::min(func.params.size(), func.buffers.size());
    func.params = func.params.first(length);
    func.buffers = func.buffers.first(length);
  }

  // A node of the same kind that differs in itself, and not in a name alone; null for variables and buffers, which
  // others name, and for what has no such field of its own.
  // recursion: goes from a node to a child that has none to vary, as deep as these nest
  const Node* Variant(const Node* node) {
    if (node == nullptr || Is<Var>(node) || Is<Buffer>(node)) return nullptr;
    const Node* variant = nullptr;
    Visit(node, [&](const auto& n) {
      using T = std::remove_cvref_t<decltype(n)>;
      ForEachField(n, [&](const auto& value, const auto& field) {
        if (variant != nullptr || field.role == FieldRole::kIgnore) return;
        Vary(value, IsOptionalField(T::kKind, field.name), [&](const auto& other, std::string_view) {
          if (variant != nullptr) return;
          T* fresh = ctx_.arena.New<T>(n);
          fresh->*(field.member) = other;
          variant = fresh;
        });
      });
    });
    return variant;
  }

  template <class V, class With>
  void Vary(const V& value, bool optional, With&& with) {
    if constexpr (std::is_same_v<V, const AttrDict*>) {
      with(WithAttr(ctx_, value, "assay.other", MakeAttrInt(ctx_, 1)), kMore);
      if (value == nullptr) return;
      if (!value->keys.empty()) with(WithAttr(ctx_, value, value->keys[0].text(), nullptr), kLess);
    } else if constexpr (NodePointer<V>) {
      if (optional && value != nullptr) with(V(nullptr), kLess);
      if (const Node* variant = Variant(value)) with(static_cast<V>(variant), kOther);
    } else if constexpr (kIsNodeSpan<V>) {
      if (!value.empty() && !Is<AttrDict>(varied_)) with(value.first(value.size() - 1), kLess);
      if (value.size() > 1 && !Is<AttrDict>(varied_)) with(value.last(value.size() - 1), kLess);
      const Node* variant = value.empty() ? nullptr : Variant(value[0]);
      if (variant == nullptr) return;
      std::vector<std::remove_cvref_t<decltype(value[0])>> items(value.begin(), value.end());
      items[0] = static_cast<std::remove_cvref_t<decltype(value[0])>>(variant);
      with(ctx_.Copy(items), kOther);
    } else if constexpr (std::is_same_v<V, Name>) {
      with(ctx_.Intern(fmt::format("{}_other", value.text())), kOther);
    } else if constexpr (std::is_same_v<V, DType>) {
      with(OtherDType(value), kOther);
    } else if constexpr (std::is_same_v<V, std::span<const Name>>) {
      std::vector<Name> names(value.begin(), value.end());
      if (names.empty()) return;
      names[0] = ctx_.Intern(fmt::format("{}_other", names[0].text()));
      with(ctx_.Copy(names), kOther);
    } else if constexpr (std::is_same_v<V, std::span<const int64_t>>) {
      std::vector<int64_t> numbers(value.begin(), value.end());
      numbers.push_back(1);
      with(ctx_.Copy(numbers), kMore);
    } else if constexpr (std::is_same_v<V, TensorView>) {
      if (value.ByteCount() != 0) with(OtherElement(ctx_, value), kOther);
    } else if constexpr (std::is_same_v<V, bool>) {
      with(!value, kOther);
    } else if constexpr (std::is_enum_v<V>) {
      with(static_cast<V>(static_cast<int>(value) == 0 ? 1 : 0), kOther);
    } else if constexpr (std::is_floating_point_v<V>) {
      with(value == 0.5 ? V{1.5} : V{0.5}, kOther);
    } else {
      with(value == std::numeric_limits<V>::max() ? V{0} : static_cast<V>(value + 1), kOther);
    }
  }

  Module Replaced(const Node* node, const Node* fresh) {
    RewriteMemo memo;
    auto rule = [&](const Node* rebuilt, const Node* original) { return original == node ? fresh : rebuilt; };
    auto enter = [&](const Node* visited) { return visited != node; };
    auto rewritten = [&](const Node* root) {
      return root == nullptr ? root : Rewrite(ctx_, root, rule, enter, Types::kInclude, memo, Said::kEntered);
    };
    std::vector<ModuleEntry> entries;
    for (const ModuleEntry& entry : module_.entries) {
      entries.push_back({As<GlobalVar>(rewritten(entry.var)), static_cast<const Expr*>(rewritten(entry.func))});
    }
    Module changed = WithEntries(ctx_, module_, entries);
    changed.attrs = static_cast<const AttrDict*>(rewritten(module_.attrs));
    std::vector<GlobalInfoList> lists;
    for (const GlobalInfoList& list : module_.global_infos) {
      std::vector<const Node*> infos;
      for (const Node* info : list.infos) infos.push_back(rewritten(info));
      lists.push_back({list.key, ctx_.Copy(infos)});
    }
    changed.global_infos = ctx_.Copy(lists);
    return changed;
  }

  Context& ctx_;
  const Module& module_;
  WhichChanges which_;
  const std::function<bool(size_t)>& asked_;
  size_t numbered_ = 0;
  const Node* varied_ = nullptr;
  std::set<std::tuple<NodeKind, std::string_view, std::string_view>> made_;
};

}  // namespace

std::vector<FieldChange> FieldChanges(Context& ctx, const Module& module, WhichChanges which,
                                      const std::function<bool(size_t)>& asked) {
  Changer changer(ctx, module, which, asked);
  changer.Run();
  return std::move(changer.changes);
}

}  // namespace assay
