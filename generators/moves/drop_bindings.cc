// The move that cuts: bindings go, any number in a row at once, and what used them uses something else.
#include <algorithm>
#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "generators/moves/function_edit.h"
#include "generators/moves/plain_values.h"
#include "ir/builder.h"
#include "ir/equal.h"
#include "passes/analysis/function_uses.h"

namespace assay {
namespace {

// In which way bindings go. Where nothing new may be handed in, as the function is called by others, zeros stand for
// it.
enum class Cut : size_t { kEnd, kSameType, kHandedIn };
constexpr size_t kCuts = 3;

using Places = std::vector<BindingPlace>;
using PlaceRange = std::span<const BindingPlace>;

struct BindingList {
  ShrinkSite site;
  Places places;
  std::unordered_set<std::string_view> mentioned;
};

// One function without the bindings of a range of its own.
class Cutter {
 public:
  Cutter(const BindingList& list, PlaceRange range, FunctionEdit& edit)
      : list_(list),
        ctx_(list.site.ctx),
        range_(range),
        edit_(edit),
        entry_(list.site.module.entries[range[0].entry]),
        func_(*As<Function>(entry_.func)) {
    for (const BindingPlace& place : range) edit_.dropped.Insert(place.binding, {});
    // Within a branch or a local function, the binding of the function's own that holds it.
    size_t at = static_cast<size_t>(range.data() - list.places.data());
    while (!list.places[at].outermost) --at;
    holder_ = list.places[at].binding;
  }

  // Whether the function ends before the range: nothing of its own stands behind it.
  bool EndsIt() const {
    return !func_.body->blocks.empty() && edit_.dropped.contains(func_.body->blocks.back()->bindings.back());
  }
  // Whether there is something that it gives back then.
  bool End() {
    edit_.result = LastValue();
    if (edit_.result == nullptr) return false;
    edit_.Widen(ctx_, edit_.result);
    return true;
  }
  // Whether there is something to stand for each variable that is gone.
  bool StandIn(Cut cut) {
    std::vector<const Binding*> needed = Needed();
    std::unordered_map<const Binding*, const Expr*> alike;
    if (cut == Cut::kSameType) alike = SameTypeBefore(needed);
    for (const Binding* binding : needed) {
      auto found = alike.find(binding);
      const Expr* by = found == alike.end() ? HandedIn(binding) : found->second;
      if (by == nullptr) return false;
      edit_.Replace(ctx_, binding->var, by);
    }
    return true;
  }

 private:
  const Expr* LastValue() const {
    for (size_t block = func_.body->blocks.size(); block-- > 0;) {
      Nodes<Binding> bindings = func_.body->blocks[block]->bindings;
      for (size_t i = bindings.size(); i-- > 0;) {
        // A function that returns a function is no simpler.
        if (!edit_.dropped.contains(bindings[i]) && !Is<FuncType>(bindings[i]->var->type)) return bindings[i]->var;
      }
    }
    return func_.params.empty() ? nullptr : func_.params[0];
  }

  // What is gone and used by what is left, in order. Types count as uses.
  std::vector<const Binding*> Needed() const {
    PointerSet<Node> used;
    auto look = [&](const Node* root) {
      WalkBeforeChildren(
          root,
          [&](const Node* node) {
            bool binding = Is<VarBinding>(node) || Is<MatchCast>(node);
            return !binding || !edit_.dropped.contains(static_cast<const Binding*>(node));
          },
          Types::kInclude, &used);
    };
    for (const BindingBlock* block : func_.body->blocks) look(block);
    look(edit_.result == nullptr ? func_.body->body : edit_.result);
    std::vector<const Binding*> needed;
    for (const BindingPlace& place : range_) {
      if (used.contains(place.binding->var)) needed.push_back(place.binding);
    }
    return needed;
  }

  // For those that have it, something of the same type that is in scope before the range: the first there is.
  std::unordered_map<const Binding*, const Expr*> SameTypeBefore(const std::vector<const Binding*>& needed) const {
    std::unordered_map<uint64_t, std::vector<const Binding*>> open;
    size_t left = needed.size();
    for (const Binding* gone : needed) open[StructuralHash(gone->var->type)].push_back(gone);
    std::unordered_map<const Binding*, const Expr*> found;
    auto offer = [&](const Var* var) {
      auto alike = open.find(StructuralHash(var->type));
      if (alike == open.end()) return;
      left -= std::erase_if(alike->second, [&](const Binding* gone) {
        bool same = Equal(gone->var->type, var->type);
        if (same) found.emplace(gone, var);
        return same;
      });
    };
    for (const Var* param : func_.params) {
      if (left != 0) offer(param);
    }
    for (const BindingBlock* block : func_.body->blocks) {
      for (const Binding* binding : block->bindings) {
        if (binding == holder_ || left == 0) return found;
        if (binding->var->flavor != VarFlavor::kDataflow) offer(binding->var);
      }
    }
    return found;
  }

  const Expr* HandedIn(const Binding* gone) {
    const Var* var = gone->var;
    // The fields of a tuple are handed in one by one.
    if (Is<FuncType>(var->type) || Is<Tuple>(gone->value)) return nullptr;
    if (list_.mentioned.contains(entry_.var->name.text())) return ZerosOf(ctx_, var->type);
    edit_.new_params.push_back(MakeVar(ctx_, var->name.text(), var->type));
    return edit_.new_params.back();
  }

  const BindingList& list_;
  Context& ctx_;
  PlaceRange range_;
  FunctionEdit& edit_;
  const ModuleEntry& entry_;
  const Function& func_;
  const Binding* holder_ = nullptr;
};

std::optional<Module> WithoutBindings(const BindingList& list, Cut cut, PlaceRange range) {
  FunctionEdits edits;
  bool ends = false;
  for (size_t at = 0; at < range.size();) {
    size_t end = at;
    while (end < range.size() && range[end].entry == range[at].entry) ++end;
    Cutter cutter(list, range.subspan(at, end - at), edits[range[at].entry]);
    bool here = cut == Cut::kEnd && cutter.EndsIt();
    if (here && !cutter.End()) return std::nullopt;
    if (!cutter.StandIn(cut == Cut::kEnd ? Cut::kSameType : cut)) return std::nullopt;
    ends |= here;
    at = end;
  }
  return cut == Cut::kEnd && !ends ? std::nullopt : WithEdits(list.site, edits);
}

Proposals DropBinding(const ShrinkSite& site) {
  auto list = std::make_shared<BindingList>(BindingList{site, BindingPlaces(site), {}});
  if (!list->places.empty()) list->mentioned = MentionedFunctions(site.module);
  return {list->places.size(), kCuts, [list](size_t way, size_t first, size_t last) {
            return WithoutBindings(*list, static_cast<Cut>(way), PlaceRange(list->places).subspan(first, last - first));
          }};
}

}  // namespace

const MoveSpec kDropBinding = {.name = "drop_binding",
                               .family = MoveFamily::kShrink,
                               .doc =
                                   "a binding goes; another variable of its type stands for it, or a new parameter, or "
                                   "the function ends before it",
                               .propose = DropBinding};

}  // namespace assay
