// The numbers of an attribute that is a list of them. Tested through InjectSoftwarePipeline and attr_levels_test.cc.
#pragma once

#include <optional>
#include <vector>

#include "ir/attr.h"

namespace assay {

// Nothing where it is no list, or holds something else; null has none.
inline std::optional<std::vector<int64_t>> NumbersOf(const Attr* attr) {
  const auto* list = As<AttrList>(attr);
  if (list == nullptr) return std::nullopt;
  std::vector<int64_t> numbers;
  for (const Attr* item : list->items) {
    const auto* number = As<AttrInt>(item);
    if (number == nullptr) return std::nullopt;
    numbers.push_back(number->value);
  }
  return numbers;
}

}  // namespace assay
