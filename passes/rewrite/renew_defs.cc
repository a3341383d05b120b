#include "passes/rewrite/renew_defs.h"

#include "ir/builder.h"
#include "ir/rewrite.h"
#include "ir/walk.h"

namespace assay {

const Var* Renewed(Context& ctx, const Var* var) { return MakeVar(ctx, var->name.text(), var->type, var->flavor); }

const PrimFunc* RenewDefs(Context& ctx, const PrimFunc* kernel) {
  // Nothing in a kernel is defined elsewhere: every variable is its own. Buffers follow their data variables.
  VarMap fresh;
  for (const Var* var : VarsIn(kernel)) fresh.emplace(var, Renewed(ctx, var));
  return SubstituteIn(ctx, kernel, fresh);
}

// other kinds: define nothing
const Expr* RenewLets(Context& ctx, const Expr* value) {
  VarMap fresh;
  WalkBeforeChildren(value, [&](const Node* node) {
    if (const auto* let = As<Let>(node)) fresh.emplace(let->var, Renewed(ctx, let->var));
    return !Is<Buffer>(node);
  });
  return fresh.empty() ? value : SubstituteIn(ctx, value, fresh);
}

}  // namespace assay
