// KnownSound: what was found well-formed needs no second look, since nodes never change. A module is known as a whole;
// a kernel that names no function of the module also by itself, which most passes hand on as it is. Tested by
// well_formed_test.cc.
#pragma once

#include <unordered_set>
#include <vector>

#include "ir/module.h"
#include "ir/support/diag.h"

namespace assay {

// Whether both are made of the same nodes, by address.
bool AreSameNodes(const Module& a, const Module& b);

// For modules of one Context, whose arena never gives an address twice.
class KnownSound {
 public:
  // CheckWellFormed, but for what is known.
  void Check(Context& ctx, const Module& module, DiagSink& sink);

 private:
  bool Knows(const Module& module) const;

  std::vector<Module> modules_;
  std::unordered_set<const Expr*> kernels_;
};

}  // namespace assay
