// Matmuls that share their left side, with what follows each of them. Tested by testdata/combine_parallel_matmul.
#pragma once

#include <string_view>
#include <vector>

#include "ir/module.h"

namespace assay {

// What the branches of a group have in common.
struct BranchShape {
  size_t branches = 0;
  bool has_bias = false;
  int bias_rank = 0;
  // "relax.nn.relu", …; empty when there is none.
  std::string_view activation;
};
struct MatmulBranch {
  const Expr* rhs = nullptr;
  const Expr* bias = nullptr;
  // Last dimension of the right side.
  const Expr* width = nullptr;
  // The variable of the matmul, or of the bias or activation after it.
  const Var* result = nullptr;
};
struct MatmulGroup {
  const Expr* lhs = nullptr;
  DType out_dtype;
  std::string_view activation;
  // Those of unknown width last, and at most one of them.
  std::vector<MatmulBranch> branches;
};

// Which groups a function has, the largest first: of all matmuls of a left side, with bias and activation where all
// have them; of those with a bias, and of those with an activation.
std::vector<BranchShape> BranchShapesOf(const Module& module, const Function* func);
// Groups of this shape. Those whose operands do not all stand before their first result are left out, but where `late`
// says otherwise.
std::vector<MatmulGroup> FindMatmulGroups(Context& ctx, const Module& module, const Function* func,
                                          const BranchShape& shape, bool late = false);

}  // namespace assay
