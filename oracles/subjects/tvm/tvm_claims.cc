#include "oracles/subjects/tvm/tvm_claims.h"

#include <fmt/format.h>

#include "ir/builder.h"
#include "ir/rewrite.h"
#include "ir/text/parse.h"
#include "ir/walk.h"

namespace assay {
namespace {

// The values that a kernel evaluates, in order.
std::vector<const Expr*> Evaluated(const PrimFunc& kernel) {
  std::vector<const Expr*> values;
  WalkBeforeChildren(kernel.body, [&](const Node* node) {
    const auto* evaluate = As<Evaluate>(node);
    if (evaluate != nullptr) values.push_back(evaluate->value);
    return evaluate == nullptr;
  });
  return values;
}

}  // namespace

Module KernelOf(Context& ctx, const ArithmeticExpr& one) {
  std::vector<const Var*> params;
  for (const auto& [var, range] : one.vars) params.push_back(var);
  Evaluate* body = ctx.arena.New<Evaluate>();
  body->value = one.e;
  PrimFunc* kernel = ctx.arena.New<PrimFunc>();
  kernel->params = ctx.arena.Copy(params);
  kernel->buffers = ctx.arena.Copy(std::vector<const Buffer*>(params.size()));
  kernel->body = body;
  return WithFunction(ctx, Module{}, MakeGlobalVar(ctx, "main"), kernel);
}

nlohmann::json RangesOf(const ArithmeticExpr& one) {
  nlohmann::json ranges = nlohmann::json::array();
  for (const auto& [var, range] : one.vars) ranges.push_back({range.low, range.high});
  return ranges;
}

Answer<std::vector<ArithmeticClaim>> ClaimsIn(Context& ctx, const nlohmann::json& answer, const ArithmeticExpr& one) {
  auto cannot = [](std::string why) { return Refusal{RefusalKind::kCannot, std::move(why)}; };
  auto text = answer.find("text"), by = answer.find("by");
  bool whole = text != answer.end() && text->is_string() && by != answer.end() && by->is_array();
  if (!whole) return cannot("the answer is no claims");
  Result<Module> module = ParseModule(ctx, "claims.py", text->get<std::string>());
  if (!module.ok()) return cannot("what TVM says of an expression cannot be read: " + module.error().message);
  const auto* kernel = As<PrimFunc>(module->Find("main"));
  std::vector<const Expr*> values = kernel == nullptr ? std::vector<const Expr*>() : Evaluated(*kernel);
  if (kernel == nullptr || kernel->params.size() != one.vars.size() || values.size() != 2 * by->size())
    return cannot("the answer has other claims than it says");
  VarMap params;
  for (size_t i = 0; i < one.vars.size(); ++i) params[kernel->params[i]] = one.vars[i].first;
  std::vector<ArithmeticClaim> claims;
  for (size_t i = 0; i < by->size(); ++i) {
    if (!(*by)[i].is_string()) return cannot("the answer names nobody");
    claims.push_back({(*by)[i].get<std::string>(), SubstituteIn(ctx, values[2 * i], params),
                      SubstituteIn(ctx, values[2 * i + 1], params)});
  }
  return claims;
}

}  // namespace assay
