// Aspects: what an operator is like, by the fields of its row and by what samples of it show. Passes are about
// operators with certain aspects (fuzzers/campaign/concerns.def). Tested by aspects_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ir/ops/op_spec.h"

namespace assay {

enum class Aspect : uint8_t {
#define ASSAY_ASPECT(Name, label, doc) Name,
#include "generators/modules/aspects.def"
};
struct AspectSpec {
  std::string_view label, doc;
};
std::span<const AspectSpec> AllAspects();
using Aspects = uint64_t;
constexpr Aspects BitOf(Aspect aspect) { return Aspects{1} << static_cast<int>(aspect); }

// A set of operators: with one of `any` (all operators where that is empty), with each of `all`, without any of `none`.
struct AspectSet {
  Aspects any = 0;
  Aspects all = 0;
  Aspects none = 0;

  constexpr bool Has(Aspects aspects) const {
    return (any == 0 || (any & aspects) != 0) && (all & ~aspects) == 0 && (none & aspects) == 0;
  }
  bool operator==(const AspectSet&) const = default;
};
template <class... A>
constexpr Aspects Bits(A... aspects) {
  return (Aspects{0} | ... | BitOf(aspects));
}

// The same whenever it is asked; computed once for the table.
Aspects AspectsOf(const OpSpec& row);
// Computed anew, by sampling, inferring and lowering, which a row at fault may not survive.
Aspects FindAspects(const OpSpec& row);
// What the fields of the row say alone.
Aspects AspectsOfFields(const OpSpec& row);
// Whether they are computed by now, and those of the whole table, found elsewhere.
bool KnowsAspects();
void TakeAspects(std::span<const Aspects> found);
// Of the table, in its order.
std::vector<const OpSpec*> RowsIn(const AspectSet& set);

}  // namespace assay
