#include "generators/modules/attr_choices.h"

#include <algorithm>

#include <fmt/format.h>

namespace assay {
namespace {

struct ChoiceRow {
  std::string_view attribute;
  std::vector<std::string> texts;
};
const std::vector<ChoiceRow>& Choices() {
  static const std::vector<ChoiceRow> kRows = {
#define ASSAY_CHOICES(attribute, ...) {attribute, {__VA_ARGS__}},
#include "generators/modules/attr_choices.def"
  };
  return kRows;
}

}  // namespace

bool IsAxisAttr(const AttrSpec& spec) {
  bool whole = spec.kind == AttrKind::kInt || spec.kind == AttrKind::kIntList;
  return whole && (spec.name.ends_with("axis") || spec.name.ends_with("axes"));
}

std::vector<std::string> ChoicesOf(const AttrSpec& spec) {
  std::vector<const ChoiceRow*> named;
  for (const ChoiceRow& row : Choices()) {
    if (row.attribute == spec.name) named.push_back(&row);
  }
  auto has_default = [&](const ChoiceRow* row) {
    return std::ranges::any_of(
        row->texts, [&](const std::string& text) { return fmt::format("\"{}\"", text) == spec.default_text; });
  };
  if (named.size() > 1) std::erase_if(named, [&](const ChoiceRow* row) { return !has_default(row); });
  return named.empty() ? std::vector<std::string>() : named[0]->texts;
}

}  // namespace assay
