#include "passes/option_choices.h"

#include <algorithm>

#include "ir/builder.h"
#include "ir/ops/op_spec.h"
#include "ir/walk.h"
#include "passes/analysis/private_function.h"
#include "passes/op_names.h"

namespace assay {
namespace {

const Attr* Flag(ChoiceSite& site) { return MakeAttrBool(site.ctx, site.bytes.Chance(1, 2)); }
template <int64_t kLow, int64_t kHigh>
const Attr* Number(ChoiceSite& site) {
  return MakeAttrInt(site.ctx, site.bytes.Between(kLow, kHigh));
}
const Attr* Nothing(ChoiceSite& site) { return MakeNull(site.ctx); }

const Attr* TextOf(ChoiceSite& site, std::span<const std::string_view> texts) {
  return texts.empty() ? nullptr : MakeAttrString(site.ctx, site.bytes.Pick(texts));
}
// Each of the texts one time in two, in a drawn order.
const Attr* SomeOf(ChoiceSite& site, std::vector<std::string_view> texts) {
  std::vector<const Attr*> some;
  while (!texts.empty()) {
    auto next = texts.begin() + static_cast<std::ptrdiff_t>(site.bytes.Below(texts.size()));
    if (site.bytes.Chance(1, 2)) some.push_back(MakeAttrString(site.ctx, *next));
    texts.erase(next);
  }
  return some.empty() ? nullptr : MakeAttrList(site.ctx, some);
}

const Attr* SortOrder(ChoiceSite& site) {
  static constexpr std::string_view kOrders[] = {"depth-first", "breadth-first"};
  return TextOf(site, kOrders);
}
const Attr* SortDirection(ChoiceSite& site) {
  static constexpr std::string_view kDirections[] = {"from-inputs", "from-outputs"};
  return TextOf(site, kDirections);
}
const Attr* SumDType(ChoiceSite& site) {
  static constexpr std::string_view kDTypes[] = {"float16", "float32"};
  return TextOf(site, kDTypes);
}
const Attr* IndexBits(ChoiceSite& site) { return MakeAttrInt(site.ctx, int64_t{16} << site.bytes.Below(3)); }

// ---- names of the module's functions

std::vector<std::string_view> Functions(const Module& module, bool (*wanted)(const Expr*)) {
  std::vector<std::string_view> names;
  for (const ModuleEntry& entry : module.entries) {
    if (wanted(entry.func)) names.push_back(entry.var->name.text());
  }
  return names;
}
bool IsGraph(const Expr* func) { return Is<Function>(func); }

const Attr* AnyFunctions(ChoiceSite& site) {
  return SomeOf(site, Functions(site.module, [](const Expr* func) { return !Is<ExternFunc>(func); }));
}
const Attr* GraphName(ChoiceSite& site) { return TextOf(site, Functions(site.module, IsGraph)); }
const Attr* GraphNames(ChoiceSite& site) { return SomeOf(site, Functions(site.module, IsGraph)); }
// Whether all functions with weights share one function for them, or names of such.
const Attr* SharedTransform(ChoiceSite& site) {
  std::vector<std::string_view> weighted = Functions(site.module, [](const Expr* func) {
    const auto* graph = As<Function>(func);
    return graph != nullptr && NumInputAttr(graph) >= 0;
  });
  if (weighted.empty() || site.bytes.Chance(1, 2)) return MakeAttrBool(site.ctx, !weighted.empty());
  return SomeOf(site, std::move(weighted));
}

// ---- names within them

// As likely one that is taken by something that it must not be confused with.
const Attr* NewName(ChoiceSite& site) {
  std::vector<std::string_view> names{"weights"};
  for (const ModuleEntry& entry : site.module.entries) {
    const auto* func = As<Function>(entry.func);
    for (const Var* param : func == nullptr ? Nodes<Var>() : func->params) names.push_back(param->name.text());
  }
  return TextOf(site, names);
}

const Attr* Operators(ChoiceSite& site) {
  std::vector<std::string_view> names;
  for (const ModuleEntry& entry : site.module.entries) {
    if (!Is<Function>(entry.func)) continue;
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      std::string_view name = call == nullptr ? std::string_view() : OpNameOf(call);
      if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
    });
  }
  return TextOf(site, names);
}

// recursion: types nest no deeper than the reader lets them
bool IsFloats(const Type* type) {
  if (const auto* tensor = As<TensorType>(type)) return !tensor->dtype.IsVoid() && tensor->dtype.IsFloating();
  const auto* tuple = As<TupleType>(type);
  return tuple != nullptr && std::ranges::all_of(tuple->fields, IsFloats);
}
// Of the function that is derived; a name that two parameters have says neither.
const Attr* FloatParameters(ChoiceSite& site) {
  auto found = site.options.find("func_name");
  const auto* name = found == site.options.end() ? nullptr : As<AttrString>(found->second);
  const auto* func = name == nullptr ? nullptr : As<Function>(site.module.Find(name->value.text()));
  std::vector<std::string_view> params;
  for (const Var* param : func == nullptr ? Nodes<Var>() : func->params) {
    auto same = [&](const Var* other) { return other->name == param->name; };
    if (IsFloats(param->type) && std::ranges::count_if(func->params, same) == 1) params.push_back(param->name.text());
  }
  return SomeOf(site, std::move(params));
}

constexpr OptionChoice kChoices[] = {
#define ASSAY_CHOICE(pass, option, draw) {pass, option, draw, {}},
#define ASSAY_NO_CHOICE(pass, option, why) {pass, option, nullptr, why},
#include "passes/option_choices.def"
};

}  // namespace

std::span<const OptionChoice> AllOptionChoices() { return kChoices; }

void DrawChoices(Context& ctx, const Module& module, ByteSource& bytes, PassCall& call) {
  std::vector<const OptionChoice*> open;
  for (const OptionChoice& row : kChoices) {
    if (row.pass == call.pass->name && row.draw != nullptr && !call.options.contains(row.option)) open.push_back(&row);
  }
  // What has no choice takes no bytes.
  if (open.empty() || !bytes.Chance(1, 3)) return;
  for (const OptionChoice* row : open) {
    if (open.size() > 1 && !bytes.Chance(2, 3)) continue;
    ChoiceSite site{ctx, module, bytes, call.options};
    if (const Attr* value = row->draw(site)) call.options.insert_or_assign(std::string(row->option), value);
  }
}

}  // namespace assay
