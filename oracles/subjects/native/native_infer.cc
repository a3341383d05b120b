#include "oracles/subjects/native/native_infer.h"

#include <optional>

#include <fmt/format.h>

#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

Refusal Unreadable(std::string_view what, const Diag& diag) {
  return {.kind = RefusalKind::kUnsupported, .message = fmt::format("{} cannot be read: {}", what, diag.message)};
}

// A bare dtype is the type of a scalar.
Result<const Type*> ReadType(Context& ctx, std::string_view text, NamedVars& known) {
  if (std::optional<DType> dtype = ParseDType(text); dtype && !dtype->IsVoid()) return ctx.Prim(*dtype);
  return ParseType(ctx, std::string(text), known);
}

// Not to know an operator is no judgement of its call.
Refusal RefusalOf(const Diag& diag) {
  bool unknown = diag.kind == DiagKind::kUnknownOperator || diag.kind == DiagKind::kUnsupported;
  return {.kind = unknown ? RefusalKind::kUnsupported : RefusalKind::kBadInput,
          .message = diag.message,
          .rule = RuleLabel(diag.rule),
          .diag = diag.kind};
}

// Scalars first: dimensions of other variables' types may use them.
Status ReadVars(Context& ctx, const std::map<std::string, std::string>& vars, NamedVars& known) {
  for (bool scalars : {true, false}) {
    for (const auto& [name, text] : vars) {
      if (ParseDType(text).has_value() != scalars || known.contains(name)) continue;
      auto type = ReadType(ctx, text, known);
      if (!type.ok()) {
        Diag diag = type.error();
        diag.message = fmt::format("the type of {} cannot be read: {}", name, diag.message);
        return diag;
      }
      known[name] = MakeVar(ctx, name, *type);
    }
  }
  return Done{};
}

}  // namespace

Answer<InferredType> InferNatively(Context& ctx, std::string_view call, const std::map<std::string, std::string>& vars,
                                   std::string_view want) {
  NamedVars known;
  if (Status read = ReadVars(ctx, vars, known); !read.ok())
    return Refusal{RefusalKind::kUnsupported, read.error().message};
  auto expr = ParseExpr(ctx, std::string(call), known);
  // The reader completes attributes by the row, whose refusal is as good as that of inference.
  if (!expr.ok() && expr.error().kind == DiagKind::kSyntax) return Unreadable("the call", expr.error());
  if (!expr.ok()) return RefusalOf(expr.error());
  // Recorded calls may stand inside one another.
  auto typed = WithInferredTypes(ctx, nullptr, *expr);
  if (!typed.ok()) return RefusalOf(typed.error());
  const Type* type = (*typed)->type;
  InferredType inferred{PrintType(type), false};
  inferred.equal = inferred.type == want;
  if (inferred.equal || want.empty()) return inferred;
  auto wanted = ReadType(ctx, want, known);
  if (!wanted.ok()) return Unreadable("the recorded type", wanted.error());
  inferred.equal = Equal(type, *wanted);
  return inferred;
}

bool SayOneType(Context& ctx, const std::map<std::string, std::string>& vars, std::string_view a, std::string_view b) {
  NamedVars known;
  if (!ReadVars(ctx, vars, known).ok()) return false;
  auto one = ReadType(ctx, a, known), other = ReadType(ctx, b, known);
  return one.ok() && other.ok() && Equal(*one, *other);
}

}  // namespace assay
