// Shrinks: the ways in which a module gets smaller, coarse ones first. Each proposes candidates until none is taken.
// Adding one is adding a row. Tested by reduce_test.cc.
#pragma once

#include <span>
#include <string_view>

#include "fuzzers/reduce/reducer.h"

namespace assay {

struct ShrinkSpec {
  std::string_view name;
  std::string_view doc;
  void (*run)(Reducer&) = nullptr;
};
std::span<const ShrinkSpec> AllShrinks();

// module_shrinks.cc
void DropFunctions(Reducer& r);
void BecomeEntry(Reducer& r);
void DropPasses(Reducer& r);
void DropAttributes(Reducer& r);
void DropGlobalInfos(Reducer& r);
// relax_shrinks.cc
void DropBindings(Reducer& r);
void ShrinkOutputs(Reducer& r);
void ReplaceCalls(Reducer& r);
void InlineAliases(Reducer& r);
void DropParams(Reducer& r);
void JoinBlocks(Reducer& r);
// operator_shrinks.cc
void PlainOperators(Reducer& r);
// dim_shrinks.cc, param_shrinks.cc and tir_shrinks.cc hold what their names say
void ShrinkDims(Reducer& r);
void DropStatements(Reducer& r);
void SimplifyExpressions(Reducer& r);
// schedule_shrinks.cc
void DropSteps(Reducer& r);

// ---- what several shrinks use

// The function of an entry replaced.
Module WithEntryFunction(Context& ctx, const Module& module, size_t index, const Expr* func);

}  // namespace assay
