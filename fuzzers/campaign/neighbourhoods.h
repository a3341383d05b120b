// Which neighbourhoods campaigns make: what a pass is about, by aspects of operators (concerns.def), and a plan that
// goes by counts, so that every pass, each of its operators in each figure, and each pair of them has its turn. Tested
// by neighbourhoods_test.cc.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "fuzzers/campaign/preparation.h"
#include "generators/modules/aspects.h"
#include "generators/modules/generate.h"
#include "passes/pass.h"

namespace assay {

// The operators that a pass is about, and those that they stand beside; a pass that rewrites sequences wants the
// partners behind. Null for a pass that is about none.
struct Concern {
  std::string_view pass;
  AspectSet operators;
  AspectSet partners;
};
const Concern* ConcernOf(const PassSpec& pass);
// Of a TIR pass, only those that reach them: sizes, constants and how kernels fuse.
std::vector<Figure> FiguresOf(const PassSpec& pass);
// The operators of a pass for modules that have none of these features.
std::vector<const OpSpec*> OperatorsOf(const PassSpec& pass, Features unwanted);
std::vector<const OpSpec*> PartnersOf(const PassSpec& pass, Features unwanted);

// One module: the passes that it is about, of which the first one's preparation fits all, and a neighbourhood for each,
// or several.
struct PlannedModule {
  std::vector<const PassSpec*> passes;
  std::vector<Neighbourhood> neighbourhoods;
};

class NeighbourhoodPlan {
 public:
  // For these passes, up to so many of them for a module; other seeds go through the same in another order.
  NeighbourhoodPlan(std::span<const PassSpec* const> passes, size_t for_each, uint64_t seed, Features unwanted = 0);

  // Nothing for passes that are about no operators.
  bool empty() const { return batches_.empty(); }
  PlannedModule At(uint64_t n) const;
  // The options of such a module.
  GenOptions Options(GenOptions options, const PlannedModule& planned) const;

 private:
  // The k-th of a pass.
  Neighbourhood Of(const PassSpec& pass, uint64_t k) const;

  std::vector<std::vector<const PassSpec*>> batches_;
  size_t for_each_;
  uint64_t seed_;
  Features unwanted_;
};

}  // namespace assay
