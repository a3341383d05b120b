// Attributes of operator calls: completed from the row's defaults, brought to the kind that the row names, read typed.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "ir/ops/describe.h"
#include "ir/ops/op_spec.h"
#include "ir/support/unknown_name.h"

namespace assay {
namespace {

// A scalar expression as the attribute it stands for; others stay.
const Attr* Unwrap(Context& ctx, const Attr* attr) {
  const auto* node = As<AttrNode>(attr);
  if (node == nullptr) return attr;
  if (const auto* imm = As<IntImm>(node->node)) {
    return DTypeOf(imm).IsBool() ? static_cast<const Attr*>(MakeAttrBool(ctx, imm->value != 0))
                                 : MakeAttrInt(ctx, imm->value);
  }
  if (const auto* imm = As<FloatImm>(node->node)) return MakeAttrFloat(ctx, imm->value);
  if (const auto* text = As<StringImm>(node->node)) return MakeAttrString(ctx, text->value.text());
  if (const auto* dtype = As<DataTypeImm>(node->node)) return MakeAttrDType(ctx, dtype->value);
  return attr;
}

const Attr* ToBool(Context& ctx, const Attr* attr) {
  if (const auto* number = As<AttrInt>(attr)) return MakeAttrBool(ctx, number->value != 0);
  return As<AttrBool>(attr);
}
const Attr* ToInt(Context& ctx, const Attr* attr) {
  if (const auto* truth = As<AttrBool>(attr)) return MakeAttrInt(ctx, truth->value ? 1 : 0);
  return As<AttrInt>(attr);
}
const Attr* ToFloat(Context& ctx, const Attr* attr) {
  if (const auto* number = As<AttrInt>(attr)) return MakeAttrFloat(ctx, static_cast<double>(number->value));
  return As<AttrFloat>(attr);
}
const Attr* ToDType(Context& ctx, const Attr* attr) {
  const auto* text = As<AttrString>(attr);
  if (text == nullptr) return As<AttrDType>(attr);
  if (text->value == "" || text->value == "void") return MakeAttrDType(ctx, DType::Void());
  std::optional<DType> dtype = ParseDType(text->value.text());
  return dtype ? MakeAttrDType(ctx, *dtype) : nullptr;
}
const Attr* ToIntList(Context& ctx, const Attr* attr) {
  if (As<AttrInt>(attr) != nullptr) return MakeAttrList(ctx, {attr});
  const auto* list = As<AttrList>(attr);
  if (list == nullptr) return nullptr;
  std::vector<const Attr*> items;
  for (const Attr* item : list->items) {
    items.push_back(ToInt(ctx, Unwrap(ctx, item)));
    if (items.back() == nullptr) return nullptr;
  }
  return MakeAttrList(ctx, items);
}

// The attribute in the row's kind, or nullptr when it has another.
const Attr* Convert(Context& ctx, const AttrSpec& spec, const Attr* given) {
  const Attr* attr = Unwrap(ctx, given);
  bool nullable = spec.nullable || spec.default_text == "None" || spec.kind == AttrKind::kAny;
  if (Is<AttrNull>(attr)) return nullable ? attr : nullptr;
  switch (spec.kind) {
    case AttrKind::kBool: return ToBool(ctx, attr);
    case AttrKind::kInt: return ToInt(ctx, attr);
    case AttrKind::kFloat: return ToFloat(ctx, attr);
    case AttrKind::kString: return As<AttrString>(attr);
    case AttrKind::kDType: return ToDType(ctx, attr);
    case AttrKind::kIntList: return ToIntList(ctx, attr);
    case AttrKind::kAny: return given;
  }
  ASSAY_UNREACHABLE();
}

const Attr* ParseNumber(Context& ctx, std::string_view text) {
  int64_t whole = 0;
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, whole);
  if (error == std::errc() && stop == end) return MakeAttrInt(ctx, whole);
  double number = 0;
  auto [float_stop, float_error] = std::from_chars(text.data(), end, number);
  ASSAY_CHECK(float_error == std::errc() && float_stop == end, text);
  return MakeAttrFloat(ctx, number);
}

// A row's default: None, {}, True, a number, a quoted string, or a flat list of these.
// recursion: once, on what is in a list
const Attr* ParseDefault(Context& ctx, std::string_view text) {
  if (text == "None") return MakeNull(ctx);
  if (text == "{}") return MakeDict(ctx, {});
  if (text == "True" || text == "False") return MakeAttrBool(ctx, text == "True");
  if (text.front() == '"') return MakeAttrString(ctx, text.substr(1, text.size() - 2));
  if (text.front() != '[') return ParseNumber(ctx, text);
  std::vector<const Attr*> items;
  std::string_view rest = text.substr(1, text.size() - 2);
  while (!rest.empty()) {
    size_t comma = rest.find(',');
    items.push_back(ParseDefault(ctx, rest.substr(0, comma)));
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    while (rest.starts_with(' ')) rest.remove_prefix(1);
  }
  return MakeAttrList(ctx, items);
}

// What the attribute has to be, and what it is.
std::string WrongKind(const AttrSpec& spec, const Attr* given) {
  const auto* text = spec.kind == AttrKind::kDType ? As<AttrString>(given) : nullptr;
  std::string hint = text == nullptr ? "" : DTypeHint(text->value.text());
  return fmt::format("expected {}, got {}{}", AttrKindText(spec.kind), AttrText(given), hint);
}
Diag BadAttribute(const OpSpec& row, DiagKind kind, std::string_view name, std::string_view what) {
  return {kind, {}, fmt::format("{}: attribute {}: {}", row.name, name, what), "op.attr", {}};
}

// Null when it is not given.
const Attr* Given(const AttrItems& given, std::string_view name) {
  for (const auto& [key, value] : given) {
    if (key == name) return value;
  }
  return nullptr;
}

Status CheckNames(const OpSpec& row, const AttrItems& given) {
  std::vector<std::string_view> names;
  for (const AttrSpec& spec : row.attrs) names.push_back(spec.name);
  for (const auto& [key, value] : given) {
    if (std::find(names.begin(), names.end(), key) != names.end()) continue;
    return BadAttribute(row, DiagKind::kBadArgument, key, "unknown attribute" + NearHint(key, names));
  }
  return Done{};
}

const Attr* Read(const Call& call, std::string_view name) {
  const Attr* attr = call.attrs == nullptr ? nullptr : call.attrs->Find(name);
  ASSAY_CHECK(attr != nullptr, name);
  return attr;
}
template <class T>
const T* ReadAs(const Call& call, std::string_view name) {
  const auto* attr = As<T>(Read(call, name));
  ASSAY_CHECK(attr != nullptr, name);
  return attr;
}

}  // namespace

Result<const AttrDict*> CompleteAttrs(Context& ctx, const OpSpec& row, const AttrItems& given) {
  ASSAY_RETURN_IF_ERROR(CheckNames(row, given));
  if (row.attrs.empty()) return static_cast<const AttrDict*>(nullptr);
  AttrItems complete;
  for (const AttrSpec& spec : row.attrs) {
    const Attr* value = Given(given, spec.name);
    if (value == nullptr && spec.default_text.empty()) {
      return BadAttribute(row, DiagKind::kArityMismatch, spec.name,
                          fmt::format("expected {}, got nothing", AttrKindText(spec.kind)));
    }
    const Attr* converted = Convert(ctx, spec, value == nullptr ? ParseDefault(ctx, spec.default_text) : value);
    if (converted == nullptr)
      return BadAttribute(row, DiagKind::kTypeMismatch, spec.name, WrongKind(spec, Unwrap(ctx, value)));
    complete.emplace_back(spec.name, converted);
  }
  return MakeDict(ctx, complete);
}

const Call* MakeOpCall(Context& ctx, const OpSpec& row, const std::vector<const Expr*>& args, const AttrItems& attrs,
                       const std::vector<const Type*>& ty_args) {
  Result<const AttrDict*> complete = CompleteAttrs(ctx, row, attrs);
  ASSAY_CHECK(complete.ok(), complete.error().message);
  return MakeCall(ctx, OpNode(ctx, row.name), args, *complete, ty_args);
}

int64_t IntAttr(const Call& call, std::string_view name) { return ReadAs<AttrInt>(call, name)->value; }
bool BoolAttr(const Call& call, std::string_view name) { return ReadAs<AttrBool>(call, name)->value; }
double FloatAttr(const Call& call, std::string_view name) { return ReadAs<AttrFloat>(call, name)->value; }
std::string_view TextAttr(const Call& call, std::string_view name) {
  return ReadAs<AttrString>(call, name)->value.text();
}
DType DTypeAttr(const Call& call, std::string_view name) {
  return IsNullAttr(call, name) ? DType::Void() : ReadAs<AttrDType>(call, name)->value;
}
bool IsNullAttr(const Call& call, std::string_view name) { return Is<AttrNull>(Read(call, name)); }
std::vector<int64_t> IntsAttr(const Call& call, std::string_view name) {
  const Attr* attr = Read(call, name);
  if (const auto* number = As<AttrInt>(attr)) return {number->value};
  const auto* list = As<AttrList>(attr);
  ASSAY_CHECK(list != nullptr, name);
  std::vector<int64_t> values;
  for (const Attr* item : list->items) {
    ASSAY_CHECK(Is<AttrInt>(item), name);
    values.push_back(static_cast<const AttrInt*>(item)->value);
  }
  return values;
}

}  // namespace assay
