#include "oracles/native_infer.h"

#include <fmt/format.h>

#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

Refusal Unreadable(std::string_view what, const Diag& diag) {
  return {"unsupported", fmt::format("{} cannot be read: {}", what, diag.message)};
}

}  // namespace

Answer<InferredType> InferNatively(Context& ctx, std::string_view call, const std::map<std::string, std::string>& vars,
                                   std::string_view want) {
  NamedVars known;
  // Scalars first: dimensions of other variables' types may use them.
  for (bool scalars : {true, false}) {
    for (const auto& [name, text] : vars) {
      if (ParseDType(text).has_value() != scalars || known.contains(name)) continue;
      auto type = ParseType(ctx, text, known);
      if (!type.ok()) return Unreadable("the type of " + name, type.error());
      known[name] = MakeVar(ctx, name, *type);
    }
  }
  auto expr = ParseExpr(ctx, std::string(call), known);
  // The reader completes attributes by the row, whose refusal is as good as that of inference.
  if (!expr.ok() && expr.error().kind == DiagKind::kSyntax) return Unreadable("the call", expr.error());
  if (!expr.ok() && expr.error().kind == DiagKind::kUnknownOperator) return Unreadable("the call", expr.error());
  if (!expr.ok()) return Refusal{"bad_input", expr.error().message};
  auto type = InferType(ctx, nullptr, *expr);
  if (!type.ok()) return Refusal{"bad_input", type.error().message};
  InferredType inferred{PrintType(*type), false};
  inferred.equal = inferred.type == want;
  if (inferred.equal || want.empty()) return inferred;
  auto wanted = ParseType(ctx, std::string(want), known);
  if (!wanted.ok()) return Unreadable("the recorded type", wanted.error());
  inferred.equal = Equal(*type, *wanted);
  return inferred;
}

}  // namespace assay
