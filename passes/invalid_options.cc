#include "passes/invalid_options.h"

#include <algorithm>
#include <cstdint>

#include "ir/builder.h"
#include "ir/support/function_ref.h"
#include "passes/option_docs.h"

namespace assay {
namespace {

using Emit = FunctionRef<void(const Attr*)>;

// As option_docs.def writes types.
bool TypeHas(std::string_view type, std::string_view one) {
  for (size_t at = 0; at <= type.size();) {
    size_t end = std::min(type.find(" or ", at), type.size());
    if (type.substr(at, end - at) == one) return true;
    at = end + 4;
  }
  return false;
}

const AttrDict* MakeDict(Context& ctx, std::string_view key, const Attr* value) {
  AttrDict* dict = ctx.arena.New<AttrDict>();
  dict->keys = ctx.Copy(std::vector<Name>{ctx.Intern(key)});
  dict->values = ctx.Copy(std::vector<const Attr*>{value});
  return dict;
}

// Values of kinds that an option of the type does not have. A number stands for truth, and one text for a list of one.
std::vector<const Attr*> OfOtherKinds(Context& ctx, std::string_view type) {
  bool text = TypeHas(type, "str") || TypeHas(type, "list[str]"), texts = TypeHas(type, "list[str]");
  bool number = TypeHas(type, "int") || TypeHas(type, "bool"), dict = TypeHas(type, "dict");
  bool list = texts || TypeHas(type, "list");
  const Attr* fraction = MakeAttrFloat(ctx, 1.5);
  std::vector<const Attr*> others{fraction};
  if (!number) others.push_back(MakeAttrInt(ctx, 7));
  if (!text && !list) others.push_back(MakeAttrString(ctx, "a text"));
  if (!dict) others.push_back(MakeDict(ctx, "a key", MakeAttrInt(ctx, 1)));
  if (!list && !dict) others.push_back(MakeAttrList(ctx, {MakeAttrInt(ctx, 1)}));
  if (texts) others.push_back(MakeAttrList(ctx, {MakeAttrString(ctx, "main"), fraction}));
  return others;
}

void EndsOfKind(Context& ctx, std::string_view type, Emit emit) {
  if (TypeHas(type, "int")) {
    for (int64_t end : {INT64_MIN, int64_t{-1}, int64_t{0}, int64_t{1} << 32, INT64_MAX}) emit(MakeAttrInt(ctx, end));
  }
  if (TypeHas(type, "str") || TypeHas(type, "list[str]")) {
    for (std::string_view end : {"", "no such name"}) emit(MakeAttrString(ctx, end));
  }
  if (TypeHas(type, "list") || TypeHas(type, "list[str]")) emit(MakeAttrList(ctx, {}));
  if (TypeHas(type, "dict")) emit(ctx.arena.New<AttrDict>());
}

// recursion: values nest as deep as whoever made them
// The value with one of its parts changed.
void WithOtherParts(Context& ctx, const Attr* value, Emit emit) {
  auto each = [&](std::span<const Attr* const> parts, FunctionRef<const Attr*(std::vector<const Attr*>)> rebuilt) {
    for (size_t i = 0; i < parts.size(); ++i) {
      std::vector<const Attr*> changed(parts.begin(), parts.end());
      auto put = [&](const Attr* part) { changed[i] = part, emit(rebuilt(changed)); };
      put(MakeAttrFloat(ctx, 1.5));
      put(MakeNull(ctx));
      WithOtherParts(ctx, parts[i], put);
    }
  };
  if (const auto* list = As<AttrList>(value)) {
    each(list->items, [&](const std::vector<const Attr*>& items) { return MakeAttrList(ctx, items); });
    if (!list->items.empty()) emit(MakeAttrList(ctx, {list->items.begin(), list->items.end() - 1}));
  } else if (const auto* dict = As<AttrDict>(value)) {
    auto with = [&](const std::vector<const Attr*>& values) {
      AttrDict* changed = ctx.arena.New<AttrDict>(*dict);
      changed->values = ctx.Copy(values);
      return changed;
    };
    each(dict->values, with);
    if (!dict->keys.empty()) emit(MakeDict(ctx, dict->keys[0].str() + "_", dict->values[0]));
  } else if (Is<AttrInt>(value)) {
    EndsOfKind(ctx, "int", emit);
  } else if (Is<AttrString>(value)) {
    EndsOfKind(ctx, "str", emit);
  }
}

}  // namespace

std::vector<InvalidOptions> InvalidOptionsOf(Context& ctx, const PassSpec& pass, const PassOptions& valid) {
  std::vector<InvalidOptions> all;
  auto add = [&](std::string_view name, const Attr* value, bool certain) {
    PassOptions options = valid;
    options.insert_or_assign(std::string(name), value);
    all.push_back({std::move(options), std::string(name), certain});
  };
  add("no_such_option", MakeNull(ctx), true);
  // What it cannot run without it asks for first.
  if (pass.sample_options != nullptr && valid.empty()) return all;
  for (std::string_view name : pass.options) {
    const OptionDoc* doc = FindOptionDoc(pass, name);
    if (doc == nullptr) continue;
    for (const Attr* other : OfOtherKinds(ctx, doc->type)) add(name, other, true);
    auto uncertain = [&](const Attr* value) { add(name, value, false); };
    EndsOfKind(ctx, doc->type, uncertain);
    if (auto drawn = valid.find(name); drawn != valid.end()) WithOtherParts(ctx, drawn->second, uncertain);
  }
  return all;
}

std::string WrongWordsOf(const Diag& diag, const InvalidOptions& invalid) {
  bool looked = diag.kind != DiagKind::kPassOrder && diag.kind != DiagKind::kUnsupported;
  bool says = !diag.message.empty() && (!invalid.certain || diag.message.find(invalid.name) != std::string::npos);
  return looked && !says ? diag.message : "";
}

}  // namespace assay
