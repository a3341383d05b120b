// Type inference of Relax expressions: operators by their rows, calls of functions by their signatures.
#pragma once

#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

// The type of any Relax expression whose parts are typed (in A-normal form: calls, tuples, …; If and Function from
// their annotated bodies). `module` resolves GlobalVars and may be null.
Result<const Type*> InferType(Context& ctx, const Module* module, const Expr* expr);
// A copy of `call` that carries its inferred type.
Result<const Call*> WithInferredType(Context& ctx, const Module* module, const Call* call);

// The smallest type that holds values of both (TVM's TypeLCA).
const Type* JoinTypes(Context& ctx, const Type* a, const Type* b);
// Whether every value of `derived` is one of `base`: definitely, possibly (run-time check), or never (TVM's BaseCheck).
enum class SubtypeAnswer : uint8_t { kNever, kMaybe, kAlways };
SubtypeAnswer IsSubtype(Context& ctx, const Type* base, const Type* derived);
// `type` without symbolic variables that are not in `visible`: dims that use them become unknown (TVM's EraseToWellDefined).
const Type* EraseVars(Context& ctx, const Type* type, const std::vector<const Var*>& visible);

}  // namespace assay
