#include "passes/told.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/equal.h"
#include "ir/ops/op_spec.h"
#include "ir/walk.h"
#include "passes/analysis/private_function.h"
#include "passes/fuse/pattern_groups.h"
#include "passes/op_names.h"

namespace assay {
namespace {

struct ToldSite {
  Context& ctx;
  const PassOptions& options;
  const Attr* value;
  const Module& before;
  const Module& made;
};

// Calls visit(name, function before, function made) for the Relax functions that both have.
template <class F>
void ForEachPair(const ToldSite& site, F&& visit) {
  for (const ModuleEntry& entry : site.before.entries) {
    const auto* func = As<Function>(entry.func);
    const auto* made = func == nullptr ? nullptr : As<Function>(site.made.Find(entry.var->name.text()));
    if (made != nullptr) visit(entry.var->name.text(), *func, *made);
  }
}

// recursion: attributes nest no deeper than the parser lets them
bool HasText(const Attr* value, std::string_view text) {
  const auto* list = As<AttrList>(value);
  if (list != nullptr) return std::ranges::any_of(list->items, [&](const Attr* item) { return HasText(item, text); });
  return Is<AttrString>(value) && As<AttrString>(value)->value == text;
}

// ---- what is named

std::string OthersStay(const ToldSite& site) {
  std::string wrong;
  ForEachPair(site, [&](std::string_view name, const Function& before, const Function& made) {
    bool meant = HasText(site.value, name) || HasText(site.value, StringAttr(before.attrs, "global_symbol"));
    if (!wrong.empty() || HasText(site.value, "") || meant || Equal(&before, &made)) return;
    wrong = fmt::format("{} is another function, which was not named", name);
  });
  return wrong;
}

std::string EntriesStay(const ToldSite& site) {
  for (const ModuleEntry& entry : site.before.entries) {
    bool gone = HasText(site.value, entry.var->name.text()) && site.made.Find(entry.var->name.text()) == nullptr;
    if (gone) return fmt::format("{} is gone, which was named", entry.var->name.text());
  }
  return "";
}

std::string BundlesAreCalled(const ToldSite& site) {
  std::string wrong;
  ForEachPair(site, [&](std::string_view name, const Function& before, const Function& made) {
    if (!wrong.empty() || NumInputAttr(&before) < 0 || made.params.empty()) return;
    std::string_view last = made.params.back()->name.text();
    if (!HasText(site.value, last)) wrong = fmt::format("the weights of {} are called {}", name, last);
  });
  return wrong;
}

// ---- what is left out

size_t CallsOf(const Function& func, std::string_view op) {
  size_t count = 0;
  WalkBeforeChildren(func.body, [&](const Node* node) {
    const auto* call = As<Call>(node);
    if (call != nullptr && OpNameOf(call) == op) ++count;
    return !IsTypeKind(node->kind);
  });
  return count;
}

// Where kernels are bound to a target, dead code goes as well, with the kernels that nobody calls then.
bool BindsTargets(const ToldSite& site) {
  for (const ModuleEntry& entry : site.before.entries) {
    bool names_device = false;
    WalkOnce(entry.func, [&](const Node* node) { names_device |= Is<VDevice>(node); }, Types::kInclude);
    if (names_device) return true;
  }
  return std::ranges::any_of(site.made.entries, [](const ModuleEntry& entry) {
    const AttrDict* attrs = AttrsOf(entry.func);
    return Is<PrimFunc>(entry.func) && attrs != nullptr && attrs->Find("target") != nullptr;
  });
}

std::string OperatorsStay(const ToldSite& site) {
  std::string wrong;
  if (BindsTargets(site)) return wrong;
  std::vector<const Attr*> ops{site.value};
  if (const auto* list = As<AttrList>(site.value)) ops.assign(list->items.begin(), list->items.end());
  for (const Attr* item : ops) {
    std::string op = As<AttrString>(item)->value.str();
    if (!op.starts_with("relax.")) op = "relax." + op;
    ForEachPair(site, [&](std::string_view name, const Function& before, const Function& made) {
      size_t wanted = CallsOf(before, op), left = CallsOf(made, op);
      if (wrong.empty() && left < wanted) wrong = fmt::format("{} has {} of {} calls of {}", name, left, wanted, op);
    });
  }
  return wrong;
}

bool IsOn(const Attr* value) {
  const auto* flag = As<AttrBool>(value);
  const auto* number = As<AttrInt>(value);
  return flag != nullptr ? flag->value : number != nullptr && number->value != 0;
}

// other kinds: bind nothing
std::vector<const Binding*> BindingsIn(const Function& func) {
  std::vector<const Binding*> bindings;
  WalkBeforeChildren(func.body, [&](const Node* node) {
    if (Is<VarBinding>(node) || Is<MatchCast>(node)) bindings.push_back(static_cast<const Binding*>(node));
    return !IsTypeKind(node->kind);
  });
  return bindings;
}

// No binding comes or goes; one of a call may become a name.
std::string OnlyCallsAreShared(const ToldSite& site) {
  std::string wrong;
  if (!IsOn(site.value)) return wrong;
  ForEachPair(site, [&](std::string_view name, const Function& before, const Function& made) {
    std::vector<const Binding*> were = BindingsIn(before), are = BindingsIn(made);
    for (size_t i = 0; i < were.size() && were.size() == are.size() && wrong.empty(); ++i) {
      const Expr *value = were[i]->value, *now = are[i]->value;
      bool shared = !Is<Call>(value) && !Is<Var>(value) && Is<Var>(now);
      if (shared) wrong = fmt::format("{} in {} is another name, and was no call", were[i]->var->name.text(), name);
    }
  });
  return wrong;
}

std::string NothingIsFused(const ToldSite& site) {
  const auto* level = As<AttrInt>(site.value);
  if (level == nullptr || level->value != 0) return "";
  for (const ModuleEntry& entry : site.made.entries) {
    if (site.before.Find(entry.var->name.text()) == nullptr) return fmt::format("{} is fused", entry.var->name.text());
  }
  return "";
}

size_t PlacesNamedIn(const Module& module) {
  size_t count = 0;
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<Function>(entry.func)) continue;
    WalkBeforeChildren(entry.func, [&](const Node* node) {
      const auto* text = As<StringImm>(node);
      if (text != nullptr && text->value.text().starts_with("ErrorContext")) ++count;
      return !IsTypeKind(node->kind);
    });
  }
  return count;
}
std::string NoPlacesAreNamed(const ToldSite& site) {
  if (IsOn(site.value) || PlacesNamedIn(site.made) <= PlacesNamedIn(site.before)) return "";
  return "checks say where they stand";
}

// Products of float16 in dataflow blocks.
std::string ProductsAreSummedIn(const ToldSite& site) {
  const auto* text = As<AttrString>(site.value);
  std::optional<DType> wanted = text == nullptr ? std::nullopt : ParseDType(text->value.text());
  std::string wrong;
  auto is_half = [](const Expr* arg) {
    const auto* type = As<TensorType>(arg->type);
    return type != nullptr && type->dtype == DType::Float(16);
  };
  auto look = [&](const Binding* binding) {
    const auto* call = As<Call>(binding->value);
    const OpSpec* row = call == nullptr ? nullptr : SpecOf(call);
    bool sums = row != nullptr && !row->mixed.accumulator.empty() && call->attrs != nullptr;
    if (!sums || !wrong.empty() || !std::ranges::all_of(call->args, is_half)) return;
    const auto* dtype = As<AttrDType>(call->attrs->Find(row->mixed.accumulator));
    if (dtype != nullptr && dtype->value == *wanted) return;
    wrong =
        fmt::format("{} is summed in {}", binding->var->name.text(), dtype == nullptr ? "" : DTypeName(dtype->value));
  };
  ForEachPair(site, [&](std::string_view, const Function&, const Function& made) {
    WalkBeforeChildren(made.body, [&](const Node* node) {
      const auto* block = As<BindingBlock>(node);
      if (wanted && block != nullptr && block->is_dataflow) std::ranges::for_each(block->bindings, look);
      return !IsTypeKind(node->kind);
    });
  });
  return wrong;
}

// ---- composite functions

// Whether the module that the pass got has it, wherever the pass puts it.
bool WasGiven(const ToldSite& site, const Function& composite) {
  return std::ranges::any_of(site.before.entries, [&](const ModuleEntry& entry) {
    const auto* given = As<Function>(entry.func);
    bool fits = given != nullptr && !StringAttr(given->attrs, "Composite").empty();
    return fits && Equal(given->body, composite.body, {.map_free_vars = true});
  });
}

// Those that the pass made, also within functions for a compiler.
template <class F>
void ForEachMadeComposite(const ToldSite& site, F&& visit) {
  for (const ModuleEntry& entry : site.made.entries) {
    if (!Is<Function>(entry.func) || site.before.Find(entry.var->name.text()) != nullptr) continue;
    WalkBeforeChildren(entry.func, [&](const Node* node) {
      const auto* func = As<Function>(node);
      std::string_view composite = func == nullptr ? std::string_view() : StringAttr(func->attrs, "Composite");
      if (!composite.empty() && !WasGiven(site, *func)) visit(entry.var->name.text(), composite, *func);
      return !IsTypeKind(node->kind);
    });
  }
}

std::string ConstantsStayOutside(const ToldSite& site) {
  std::string wrong;
  if (IsOn(site.value)) return wrong;
  auto is_constant = [](const Expr* e) { return Is<Constant>(e); };
  ForEachMadeComposite(site, [&](std::string_view name, std::string_view, const Function& func) {
    for (const Binding* binding : BindingsIn(func)) {
      const auto* call = As<Call>(binding->value);
      if (call != nullptr && wrong.empty() && std::ranges::any_of(call->args, is_constant))
        wrong = fmt::format("{} has a constant of its own", name);
    }
  });
  return wrong;
}

// Whether what the pattern says may have come in by a parameter: constants, and fields of tuples that stay outside.
// recursion: as deep as the pattern, whose nesting is capped
bool MayStandOutside(const Pattern* pattern) {
  bool outside = pattern->kind == PatternKind::kConstant || pattern->kind == PatternKind::kTupleGetItem ||
                 pattern->kind == PatternKind::kVar || pattern->kind == PatternKind::kDataflowVar ||
                 pattern->kind == PatternKind::kTuple || pattern->kind == PatternKind::kUnorderedTuple ||
                 pattern->kind == PatternKind::kNot || pattern->kind == PatternKind::kShape;
  return outside || std::ranges::any_of(pattern->parts, MayStandOutside);
}

// Whether the expression is what the pattern says, by a reading of its own: passes match by pattern/match.h.
class Reading {
 public:
  using Seen = std::vector<std::pair<const Pattern*, const Expr*>>;
  explicit Reading(const Function& func) : bindings_(BindingsIn(func)) {}

  bool SomeBindingIs(const Pattern* pattern) const {
    return std::ranges::any_of(bindings_, [&](const Binding* binding) {
      Seen seen;
      return Is(pattern, binding->value, seen);
    });
  }

 private:
  const Expr* ValueOf(const Expr* e) const {
    auto bound_to = [&](const Expr* one) {
      return std::ranges::find(bindings_, As<Var>(one), [](const Binding* binding) { return binding->var; });
    };
    for (auto bound = bound_to(e); bound != bindings_.end(); bound = bound_to(e)) e = (*bound)->value;
    return e;
  }
  // recursion: as deep as the pattern, whose nesting is capped
  bool Is(const Pattern* p, const Expr* e, Seen& seen) const {
    e = ValueOf(e);
    for (auto [pattern, before] : seen) {
      if (pattern == p) return before == e;
    }
    Seen tried = seen;
    if (!Fits(p, e, tried)) return false;
    seen = std::move(tried);
    seen.emplace_back(p, e);
    return true;
  }
  // other kinds: MayStandOutside
  bool Fits(const Pattern* p, const Expr* e, Seen& seen) const {
    const auto* call = As<Call>(e);
    const auto* type = As<TensorType>(e->type);
    switch (p->kind) {
      case PatternKind::kOp: return assay::Is<Op>(e) && As<Op>(e)->name == p->name;
      case PatternKind::kCall: return call != nullptr && IsCall(p, *call, seen);
      case PatternKind::kOr: return Is(p->parts[0], e, seen) || Is(p->parts[1], e, seen);
      case PatternKind::kAnd: return Is(p->parts[0], e, seen) && Is(p->parts[1], e, seen);
      case PatternKind::kHasDType: return type != nullptr && type->dtype == p->dtype && Is(p->parts[0], e, seen);
      case PatternKind::kHasType:
      case PatternKind::kHasShape:
      case PatternKind::kHasAttrs: return Is(p->parts[0], e, seen);
      default: return true;
    }
  }
  bool IsCall(const Pattern* p, const Call& call, Seen& seen) const {
    auto wanted = p->parts.subspan(1);
    bool counts = p->more_args ? call.args.size() >= wanted.size() : call.args.size() == wanted.size();
    if (!counts || !Is(p->parts[0], call.op, seen)) return false;
    std::vector<const Expr*> args(call.args.begin(), call.args.end());
    bool commutes = IsCallOf(&call, "relax.add") || IsCallOf(&call, "relax.multiply");
    for (int order = 0; order < (commutes ? 2 : 1); ++order, std::ranges::reverse(args)) {
      Seen tried = seen;
      size_t fits = 0;
      while (fits < wanted.size() && Is(wanted[fits], args[fits], tried)) ++fits;
      if (fits < wanted.size()) continue;
      seen = std::move(tried);
      return true;
    }
    return false;
  }

  std::vector<const Binding*> bindings_;
};

// Whether functions of that name were there, which may have got others around them.
bool HasComposite(const Module& module, std::string_view composite) {
  return std::ranges::any_of(module.entries, [&](const ModuleEntry& entry) {
    bool found = false;
    WalkBeforeChildren(entry.func, [&](const Node* node) {
      const auto* func = As<Function>(node);
      found |= func != nullptr && StringAttr(func->attrs, "Composite") == composite;
      return !found && !IsTypeKind(node->kind);
    });
    return found;
  });
}

// A function that bears a pattern's name is what some pattern of that name says.
std::string CompositesMatch(const ToldSite& site) {
  std::string wrong;
  Result<std::vector<NamedPattern>> patterns = PatternsOption(site.ctx, site.options);
  if (!patterns.ok()) return wrong;
  ForEachMadeComposite(site, [&](std::string_view name, std::string_view composite, const Function& func) {
    bool fits = std::ranges::any_of(*patterns, [&](const NamedPattern& pattern) {
      return pattern.name == composite &&
             (MayStandOutside(pattern.graph.root) || Reading(func).SomeBindingIs(pattern.graph.root));
    });
    if (!fits && wrong.empty() && !HasComposite(site.before, composite))
      wrong = fmt::format("{} is not what pattern {} says", name, composite);
  });
  return wrong;
}

struct Told {
  std::string_view pass, option;
  std::string (*look)(const ToldSite&);
};
constexpr Told kTold[] = {
#define ASSAY_TOLD(pass, option, look) {pass, option, look},
#include "passes/told.def"
};

}  // namespace

bool CanBeTold(const PassSpec& pass) { return std::ranges::find(kTold, pass.name, &Told::pass) != std::end(kTold); }

std::string NotAsTold(Context& ctx, const PassCall& call, const Module& before, const Module& made) {
  for (const Told& row : kTold) {
    auto found = row.pass == call.pass->name ? call.options.find(row.option) : call.options.end();
    if (found == call.options.end() || Is<AttrNull>(found->second)) continue;
    std::string wrong = row.look({ctx, call.options, found->second, before, made});
    if (!wrong.empty()) return fmt::format("{} {}", row.option, wrong);
  }
  return "";
}

}  // namespace assay
