#include "ir/text/untaken.h"

#include <algorithm>
#include <string>
#include <vector>

#include "ir/support/plural.h"

namespace assay {
namespace {

// What TVM's decorators take and the module does not keep: when to check it, and how a module's frame is made.
bool IsForTheReader(std::string_view callee, std::string_view keyword) {
  bool decorates = callee == "ir_module" || callee == "prim_func" || callee == "function";
  return decorates && (keyword == "check_well_formed" || (keyword == "s_tir" && callee == "ir_module"));
}

void Check(const PyExpr* call, DiagSink& sink) {
  std::string callee(call->items[0]->text);
  if (callee.empty()) callee = "what is called";
  size_t taken = call->taken;
  if (taken > 0 && call->items.size() - 1 > taken) {
    sink.Report({DiagKind::kArityMismatch,
                 call->items[taken + 1]->span,
                 callee + " takes at most " + Counted(taken, "positional argument"),
                 "",
                 {}});
  }
  for (const PyKeyword& keyword : call->keywords) {
    if (keyword.read || IsForTheReader(callee, keyword.name)) continue;
    sink.Report({DiagKind::kUnknownName,
                 keyword.value->span,
                 callee + " takes no argument '" + std::string(keyword.name) + "'",
                 "",
                 {}});
  }
}

}  // namespace

void ReportUntakenArguments(std::span<const PyExpr* const> calls, std::span<const PyStmt* const> plain_defs,
                            DiagSink& sink) {
  std::vector<bool> lowered(calls.size(), true);
  for (const PyStmt* def : plain_defs)
    std::fill(lowered.begin() + def->first_call, lowered.begin() + def->end_call, false);
  for (size_t i = 0; i < calls.size(); ++i) {
    if (lowered[i]) Check(calls[i], sink);
  }
}

}  // namespace assay
