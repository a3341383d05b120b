// What RewriteCUDAGraph lifts out of a module's functions: allocations of static storage, and runs of kernel launches
// that depend on nothing but static tensors. Tested by testdata/rewrite_cuda_graph.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "ir/module.h"

namespace assay {

// Bindings that become a function of their own, called where the first of them stood.
struct GraphRegion {
  bool is_alloc = false;
  std::vector<const VarBinding*> bindings;
  // Variables from outside, and those of its own that are needed outside, in order of first need.
  std::vector<const Var*> inputs;
  std::vector<const Var*> outputs;
  // Symbolic variables that come in as the last argument, a shape.
  std::vector<const Var*> symbols;
  // For allocations: which field of the shared allocation each output is.
  std::unordered_map<const Var*, int64_t> fields;
};

struct GraphPlan {
  std::vector<std::unique_ptr<GraphRegion>> allocs;
  std::vector<std::unique_ptr<GraphRegion>> captures;
};

GraphPlan PlanCudaGraphs(const Module& module);
// One region that allocates for all of `allocs`; fills in their `fields`. Where `shared`, functions that never run at
// the same time take the same storage, the largest wish of each place.
GraphRegion MergeAllocations(const std::vector<std::unique_ptr<GraphRegion>>& allocs, bool shared);

}  // namespace assay
