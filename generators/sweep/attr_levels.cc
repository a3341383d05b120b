// Levels of attributes (attr_levels.h).
#include "generators/sweep/attr_levels.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "generators/sweep/sweep_site.h"
#include "ir/attr_numbers.h"

namespace assay {
namespace {

bool MayBeNone(const AttrSpec& spec) { return spec.nullable || spec.default_text == "None"; }

AttrLevel OfInt(int64_t number) { return {.form = AttrForm::kInt, .number = number}; }
AttrLevel OfInts(std::vector<int64_t> numbers) { return {.form = AttrForm::kInts, .numbers = std::move(numbers)}; }

void AddAxes(std::vector<AttrLevel>& levels, bool list) {
  for (int64_t axis = -kMostSweptRank; axis < kMostSweptRank; ++axis)
    levels.push_back(list ? OfInts({axis}) : OfInt(axis));
  if (!list) return;
  levels.push_back(OfInts({}));
  levels.push_back(OfInts({0, -1}));
  levels.push_back({.form = AttrForm::kWhole});
}

std::vector<int64_t> WholeAxes(int rank) {
  std::vector<int64_t> axes;
  for (int axis = 0; axis < rank; ++axis) axes.push_back(axis);
  return axes;
}

}  // namespace

std::vector<AttrLevel> LevelsOf(const AttrSpec& spec, const std::vector<DType>& dtypes) {
  std::vector<AttrLevel> levels;
  bool axis = IsAxisAttr(spec);
  switch (spec.kind) {
    case AttrKind::kBool:
      for (bool truth : {false, true}) levels.push_back({.form = AttrForm::kBool, .number = truth ? 1 : 0});
      break;
    case AttrKind::kInt:
      if (axis) AddAxes(levels, /*list=*/false);
      for (int64_t number : {0, 1, 2, 3, -1}) {
        if (!axis) levels.push_back(OfInt(number));
      }
      break;
    case AttrKind::kIntList:
      if (axis) AddAxes(levels, /*list=*/true);
      for (int64_t number : {0, 1, 2, 3}) {
        if (!axis) levels.push_back({.form = AttrForm::kEach, .number = number});
      }
      break;
    case AttrKind::kFloat:
      for (double real : {0.0, 1.0, -1.0, 0.5}) levels.push_back({.form = AttrForm::kFloat, .real = real});
      break;
    case AttrKind::kString:
      for (const std::string& text : ChoicesOf(spec))
        levels.push_back(text == "None" ? AttrLevel() : AttrLevel{.form = AttrForm::kText, .text = text});
      return levels;
    case AttrKind::kDType:
      for (DType dtype : dtypes) levels.push_back({.form = AttrForm::kDType, .dtype = dtype});
      break;
    case AttrKind::kAny: return {};
  }
  if (levels.empty()) return {};
  if (MayBeNone(spec)) levels.push_back({});
  return levels;
}

std::string LevelText(const AttrLevel& level) {
  switch (level.form) {
    case AttrForm::kNone: return "None";
    case AttrForm::kBool: return level.number != 0 ? "True" : "False";
    case AttrForm::kInt: return fmt::to_string(level.number);
    case AttrForm::kInts: return fmt::format("[{}]", fmt::join(level.numbers, ", "));
    case AttrForm::kEach: return fmt::format("[{}, …]", level.number);
    case AttrForm::kWhole: return "all axes";
    case AttrForm::kFloat: return fmt::to_string(level.real);
    case AttrForm::kText: return level.text;
    case AttrForm::kDType: return DTypeName(level.dtype);
  }
  ASSAY_UNREACHABLE();
}

const Attr* AttrAt(Context& ctx, const AttrLevel& level, const Attr* sampled, int rank) {
  switch (level.form) {
    case AttrForm::kNone: return MakeNull(ctx);
    case AttrForm::kBool: return MakeAttrBool(ctx, level.number != 0);
    case AttrForm::kInt: return MakeAttrInt(ctx, level.number);
    case AttrForm::kInts: return MakeAttrInts(ctx, level.numbers);
    case AttrForm::kEach: {
      auto numbers = NumbersOf(sampled);
      if (!numbers || numbers->empty()) return nullptr;
      return MakeAttrInts(ctx, std::vector<int64_t>(numbers->size(), level.number));
    }
    case AttrForm::kWhole: return MakeAttrInts(ctx, WholeAxes(rank));
    case AttrForm::kFloat: return MakeAttrFloat(ctx, level.real);
    case AttrForm::kText: return MakeAttrString(ctx, level.text);
    case AttrForm::kDType: return MakeAttrDType(ctx, level.dtype);
  }
  ASSAY_UNREACHABLE();
}

bool IsAtLevel(const AttrLevel& level, const Attr* attr, int rank) {
  switch (level.form) {
    case AttrForm::kNone: return Is<AttrNull>(attr);
    case AttrForm::kBool: return Is<AttrBool>(attr) && As<AttrBool>(attr)->value == (level.number != 0);
    case AttrForm::kInt: return Is<AttrInt>(attr) && As<AttrInt>(attr)->value == level.number;
    case AttrForm::kInts: return NumbersOf(attr) == level.numbers;
    case AttrForm::kEach: {
      auto numbers = NumbersOf(attr);
      return numbers && !numbers->empty() && std::ranges::count(*numbers, level.number) == std::ssize(*numbers);
    }
    case AttrForm::kWhole: return rank > 0 && NumbersOf(attr) == WholeAxes(rank);
    case AttrForm::kFloat: return Is<AttrFloat>(attr) && As<AttrFloat>(attr)->value == level.real;
    case AttrForm::kText: return Is<AttrString>(attr) && As<AttrString>(attr)->value == level.text;
    case AttrForm::kDType: return Is<AttrDType>(attr) && As<AttrDType>(attr)->value == level.dtype;
  }
  ASSAY_UNREACHABLE();
}

}  // namespace assay
