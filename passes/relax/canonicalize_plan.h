// CanonicalizePlan: what the binding half of CanonicalizeBindings is going to do, found in one look at the function.
// A variable that is dropped early may have to be decided by uses that come later, hence plan first, then rewrite.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "ir/module.h"

namespace assay {

struct CanonicalizePlan {
  // Uses of the key become uses of the value.
  std::unordered_map<const Var*, const Var*> replace_usage;
  // The binding of the key defines the value instead.
  std::unordered_map<const Var*, const Var*> replace_binding;
  std::unordered_set<const Var*> bindings_to_remove;
  std::unordered_map<const Var*, const Constant*> inline_constant;

  bool empty() const {
    return replace_usage.empty() && replace_binding.empty() && bindings_to_remove.empty() && inline_constant.empty();
  }
};

CanonicalizePlan PlanCanonicalization(Context& ctx, const Function* func);

}  // namespace assay
