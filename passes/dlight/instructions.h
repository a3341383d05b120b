// Schedule primitives as rules call them: loops are counted from the outermost one around a block. What a primitive
// refuses ends the rule.
#pragma once

#include <string>
#include <vector>

#include "passes/schedule/schedule.h"

namespace assay::dlight {

// That a rule does not apply to a kernel; "gemv" is labelled "dlight.gemv".
Diag RefusedRule(std::string_view rule, std::string_view why);

using Factors = std::vector<std::optional<int64_t>>;

Status Split(KernelSchedule& schedule, const std::string& block, size_t loop, const Factors& factors);
// `count` loops from `loop` on become one. Of loops of one iteration nothing is left where `keeps_units` does not hold.
Status Fuse(KernelSchedule& schedule, const std::string& block, size_t loop, size_t count, bool keeps_units = true);
// The loops from `from` on, which are the innermost ones, in another order: numbers among themselves.
Status Reorder(KernelSchedule& schedule, const std::string& block, size_t from, const std::vector<size_t>& order);
// All loops in groups, each of which becomes one, in their order; a group of none is a loop of one iteration.
Status GroupLoops(KernelSchedule& schedule, const std::string& block, std::vector<std::vector<size_t>> groups);
Status Bind(KernelSchedule& schedule, const std::string& block, size_t loop, std::string_view thread);
Status Vectorize(KernelSchedule& schedule, const std::string& block, size_t loop);
Status Unroll(KernelSchedule& schedule, const std::string& block, size_t loop);
Status AddUnitLoop(KernelSchedule& schedule, const std::string& block, size_t loop);
Status SetScope(KernelSchedule& schedule, const std::string& block, std::string_view scope);
// The block that copies number `read` of what the block reads, or what it writes.
Result<std::string> CacheRead(KernelSchedule& schedule, const std::string& block, size_t read, std::string_view scope);
Result<std::string> CacheWrite(KernelSchedule& schedule, const std::string& block, std::string_view scope);
// [axis, factor, offset] of what the block writes.
Status StorageAlign(KernelSchedule& schedule, const std::string& block, const Factors& numbers);
Status ComputeInline(KernelSchedule& schedule, const std::string& block);
Status ReverseComputeInline(KernelSchedule& schedule, const std::string& block);
Status ComputeAt(KernelSchedule& schedule, const std::string& block, const std::string& reader, size_t loop);
Status ReverseComputeAt(KernelSchedule& schedule, const std::string& block, const std::string& maker, size_t loop);
// The block that is left when the start stands in front of the loop.
Result<std::string> DecomposeReduction(KernelSchedule& schedule, const std::string& block, size_t loop);
// The block that makes the partial results, one for each iteration of the loop, along axis 0 of what it writes.
Result<std::string> Rfactor(KernelSchedule& schedule, const std::string& block, size_t loop);
// How far a loop is to be unrolled, for UnrollLoop.
Status AnnotateUnroll(KernelSchedule& schedule, const std::string& block, size_t loop, int64_t depth);

}  // namespace assay::dlight
