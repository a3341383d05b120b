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

}  // namespace assay
