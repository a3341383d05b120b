// Which form of TVMScript is written. Internal to ir/text.
#pragma once

#include "ir/text/print.h"

namespace assay {

struct PrintForm {
  PrintOptions options;

  bool Old() const { return options.dialect == TextDialect::k017; }
  // Of types in Relax: out_sinfo, R.Prim, R.Object.
  bool OldRelax() const { return Old() || options.dialect == TextDialect::k025; }
  bool New() const { return options.dialect == TextDialect::k027; }
  // TVM knows no such variables from 0.26 on.
  bool SaysSize(const Var& var) const { return var.flavor == VarFlavor::kSize && !options.matched_buffers; }
};

}  // namespace assay
