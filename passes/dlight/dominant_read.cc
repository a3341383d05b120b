#include "passes/dlight/dominant_read.h"

#include <algorithm>

#include "ir/arith/linear_form.h"
#include "ir/builder.h"
#include "ir/walk.h"
#include "passes/analysis/digits.h"

namespace assay::dlight {
namespace {

bool IsVariableOf(const SBlock& block, const Expr* e) {
  return std::ranges::any_of(block.iter_vars, [&](const IterVar* iter) { return iter->var == e; });
}

// Variables of blocks count places, and wrap nowhere.
class PlaceReader : public LinearReader {
 protected:
  bool IsNumber(const LinearForm&, const Expr*) const override { return true; }
};

struct Term {
  LinearTerm term;
  // The extent of the axis where it counts alone, or 0.
  int64_t alone_over = 0;
};

// x // 4 in front of x % 4 along an axis of 4 is x.
bool Joins(const Term& slow, const Term& fast) {
  return slow.term.of == fast.term.of && fast.term.modulus > 0 && fast.term.modulus == fast.alone_over &&
         fast.term.factor == 1 && slow.term.factor == 1 && slow.term.divisor == fast.term.divisor * fast.term.modulus;
}

// Those of one factor keep their order.
std::vector<LinearTerm> SlowestFirst(const std::vector<LinearTerm>& terms) {
  std::vector<LinearTerm> sorted;
  for (const LinearTerm& term : terms)
    sorted.insert(std::ranges::upper_bound(sorted, term.factor, std::ranges::greater(), &LinearTerm::factor), term);
  return sorted;
}

}  // namespace

std::optional<VarSet> VariablesIn(const SBlock& block, const BufferRegion& region) {
  VarSet vars;
  for (const Range* range : region.region) {
    if (!IsOne(range->extent)) return std::nullopt;
    for (const IterVar* iter : block.iter_vars) {
      if (Mentions(range->min, iter->var)) vars.insert(iter->var);
    }
  }
  return vars;
}

std::optional<DominantRead> DominantReadOf(const SBlock& block, const VarSet* counts) {
  DominantRead read;
  size_t most = 0;
  for (const BufferRegion* region : block.reads) {
    std::optional<VarSet> vars = VariablesIn(block, *region);
    if (!vars) return std::nullopt;
    if (counts != nullptr) std::erase_if(*vars, [&](const Var* var) { return !counts->contains(var); });
    if (read.region != nullptr && vars->size() <= most) continue;
    most = vars->size();
    read.region = region;
  }
  if (read.region == nullptr) return std::nullopt;
  std::vector<Term> terms;
  for (size_t axis = 0; axis < read.region->region.size(); ++axis) {
    MaybeLinear form = PlaceReader().Of(read.region->region[axis]->min);
    if (!form || !form->rest.IsPoint()) return std::nullopt;
    read.from_zero &= form->rest.low == 0;
    const IntImm* extent = AsInt(read.region->buffer->shape[axis]);
    for (const LinearTerm& term : SlowestFirst(form->terms)) {
      if (term.factor <= 0) return std::nullopt;
      if (!IsVariableOf(block, term.of)) {
        read.from_zero = false;
        continue;
      }
      Term next{term, form->terms.size() == 1 && extent != nullptr ? extent->value : 0};
      if (!terms.empty() && Joins(terms.back(), next)) {
        terms.back().term.divisor = term.divisor;
      } else {
        terms.push_back(next);
      }
    }
  }
  for (const Term& term : terms) read.parts.push_back({As<Var>(term.term.of), term.term.divisor});
  return read;
}

}  // namespace assay::dlight
