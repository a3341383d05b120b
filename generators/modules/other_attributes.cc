#include "generators/modules/other_attributes.h"

#include <algorithm>
#include <cctype>

#include "generators/modules/attr_choices.h"
#include "ir/attr_numbers.h"
#include "ir/builder.h"
#include "ir/ops/infer.h"

namespace assay {
namespace {

constexpr uint32_t kOneInOtherwise = 10;

// The axis as the other way of counting has it.
int64_t FromOtherEnd(int64_t axis, int64_t rank) { return axis < 0 ? axis + rank : axis - rank; }

int64_t RankOfFirst(const Call& call) {
  for (const Expr* arg : call.args) {
    const auto* list = As<TupleType>(arg->type);
    const auto* type = As<TensorType>(list == nullptr || list->fields.empty() ? arg->type : list->fields[0]);
    if (type != nullptr && type->rank > 0) return type->rank;
  }
  return 0;
}

bool IsOrder(std::string_view layout) {
  return !layout.empty() && std::ranges::all_of(layout, [](unsigned char c) { return std::isupper(c) != 0; });
}

// Null where there is no other one.
const Attr* OtherText(Context& ctx, ByteSource& bytes, const AttrSpec& spec, const std::string& now) {
  if (spec.name.ends_with("layout") && IsOrder(now)) {
    std::string other = now;
    for (size_t i = other.size(); i > 1; --i) std::swap(other[i - 1], other[bytes.Below(i)]);
    return MakeAttrString(ctx, other);
  }
  std::vector<std::string> choices = ChoicesOf(spec);
  std::erase_if(choices, [&](const std::string& text) { return text == now || text == "None"; });
  return choices.empty() ? nullptr : MakeAttrString(ctx, bytes.Pick(choices));
}

const Attr* OtherOf(Context& ctx, ByteSource& bytes, const AttrSpec& spec, const Attr* now, int64_t rank) {
  if (const auto* flag = As<AttrBool>(now)) return MakeAttrBool(ctx, !flag->value);
  if (const auto* text = As<AttrString>(now)) return OtherText(ctx, bytes, spec, text->value.str());
  if (!IsAxisAttr(spec) || rank == 0) return nullptr;
  if (const auto* axis = As<AttrInt>(now)) return MakeAttrInt(ctx, FromOtherEnd(axis->value, rank));
  std::optional<std::vector<int64_t>> axes = Is<AttrList>(now) ? NumbersOf(now) : std::nullopt;
  if (!axes || axes->empty()) return nullptr;
  for (int64_t& axis : *axes) {
    if (axes->size() == 1 || bytes.Chance(1, 2)) axis = FromOtherEnd(axis, rank);
  }
  return MakeAttrInts(ctx, *axes);
}

}  // namespace

const Call* WithOtherAttribute(Context& ctx, ByteSource& bytes, const Module& module, const OpSpec& row,
                               const Call* call) {
  if (row.attrs.empty() || call->attrs == nullptr) return call;
  const AttrSpec& spec = bytes.Pick(row.attrs);
  const Attr* now = call->attrs->Find(spec.name);
  const Attr* other = now == nullptr ? nullptr : OtherOf(ctx, bytes, spec, now, RankOfFirst(*call));
  if (other == nullptr) return call;
  AttrItems items;
  for (size_t i = 0; i < call->attrs->keys.size(); ++i) {
    bool changes = call->attrs->keys[i] == spec.name;
    items.emplace_back(call->attrs->keys[i].text(), changes ? other : call->attrs->values[i]);
  }
  Call* changed = ctx.arena.New<Call>(*call);
  changed->attrs = MakeDict(ctx, items);
  return WithInferredType(ctx, &module, changed).ok() ? changed : call;
}

const Call* PerhapsOtherwise(FunctionScope& scope, const OpSpec& row, const Call* call) {
  if (call == nullptr || row.attrs.empty() || !scope.bytes().Chance(1, kOneInOtherwise)) return call;
  Module view = scope.module.View();
  return WithOtherAttribute(scope.ctx(), scope.bytes(), view, row, call);
}

}  // namespace assay
