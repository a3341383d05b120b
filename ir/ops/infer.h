// Type inference of Relax expressions: operators by their rows, calls of functions by their signatures.
#pragma once

#include "ir/module.h"
#include "ir/rewrite.h"
#include "ir/support/result.h"

namespace assay {

// The type of any Relax expression whose parts are typed (in A-normal form: calls, tuples, …; If and Function from
// their annotated bodies). `module` resolves GlobalVars and may be null.
Result<const Type*> InferType(Context& ctx, const Module* module, const Expr* expr);
// What to say of an operator that has no row, by its full name; with the row whose name is nearest.
std::string UnknownOperatorText(std::string_view name);
// A copy of `call` that carries its inferred type.
Result<const Call*> WithInferredType(Context& ctx, const Module* module, const Call* call);

// The same expression with the types of all calls and tuples in it inferred, inner ones first; for expressions that are
// not in A-normal form.
Result<const Expr*> WithInferredTypes(Context& ctx, const Module* module, const Expr* expr);

// The smallest type that holds values of both (TVM's TypeLCA).
const Type* JoinTypes(Context& ctx, const Type* a, const Type* b);
// Whether every value of `derived` is one of `base` (TVM's BaseCheck): never (kFailL0), only after a cast that says
// more than the static type (kFailL1), when dimensions agree that cannot be compared here (kFailL2), or always.
enum class SubtypeAnswer : uint8_t { kNever, kNeedsCast, kMaybe, kAlways };
SubtypeAnswer IsSubtype(Context& ctx, const Type* base, const Type* derived);
// The same for a parameter and its argument: a variable that is a whole dimension of `param` is bound in `bound` to
// what the argument has there, and later occurrences are compared with it.
SubtypeAnswer MatchParam(Context& ctx, const Type* param, const Type* arg, VarMap& bound);
// `type` with bound variables replaced; a shape that uses any other variable keeps its rank alone.
const Type* EraseWith(Context& ctx, const Type* type, const VarMap& bound);
// `type` without symbolic variables that are not in `visible`: shapes that use them keep their rank alone (TVM's
// EraseToWellDefined).
const Type* EraseVars(Context& ctx, const Type* type, const std::vector<const Var*>& visible);

// Whether both hold types of functions, and say the same. Such types have symbolic variables of their own, so that a
// variable has the type of its value, and not another one that says the same.
bool SaysTheSameOfFunctions(const Type* declared, const Type* inferred);

// The FuncType of any function: a Function, a PrimFunc (parameters by buffer, result an empty tuple), an ExternFunc.
const FuncType* SignatureOf(Context& ctx, const Expr* func);
// A function by its symbol in the runtime's registry, with that type.
const ExternFunc* MakePackedFunc(Context& ctx, std::string_view symbol);
// A call of it whose result has a type that is stated (ty_args) and thus known.
const Call* MakePackedCall(Context& ctx, std::string_view symbol, const std::vector<const Expr*>& args,
                           const Type* type);

}  // namespace assay
