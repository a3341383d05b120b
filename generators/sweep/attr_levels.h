// The values that a sweep gives to an attribute of an operator, told from the attribute's row: both truths, every axis,
// each of a list of texts, each dtype, None. Tested by attr_levels_test.cc.
#pragma once

#include <string>
#include <vector>

#include "generators/modules/attr_choices.h"

namespace assay {

// kEach: a list as long as the sampled one, of this number. kWhole: a list of all of the first operand's axes.
enum class AttrForm : uint8_t { kNone, kBool, kInt, kInts, kEach, kWhole, kFloat, kText, kDType };
struct AttrLevel {
  AttrForm form = AttrForm::kNone;
  int64_t number = 0;
  double real = 0;
  std::string text = {};
  std::vector<int64_t> numbers = {};
  DType dtype = DType::Void();
};

// Empty for an attribute whose values only a sampler knows.
std::vector<AttrLevel> LevelsOf(const AttrSpec& spec, const std::vector<DType>& dtypes);
std::string LevelText(const AttrLevel& level);

// The attribute at the level; `sampled` is what the sampler gave, `rank` that of the first operand. Null where there is
// none such: then the sampled one stays.
const Attr* AttrAt(Context& ctx, const AttrLevel& level, const Attr* sampled, int rank);
bool IsAtLevel(const AttrLevel& level, const Attr* attr, int rank);

}  // namespace assay
