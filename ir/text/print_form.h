// Which form of TVMScript is written. Internal to ir/text.
#pragma once

#include <string>
#include <string_view>

#include "ir/text/print.h"

namespace assay {

struct PrintForm {
  PrintOptions options;
  // Instead of script, a plain Python program that calls the builders that TVM's reader calls (print_program.h).
  bool program = false;

  bool Old() const { return options.dialect == TextDialect::k017; }
  // Of types in Relax: out_sinfo, R.Prim, R.Object.
  bool OldRelax() const { return Old() || options.dialect == TextDialect::k025; }
  bool New() const { return options.dialect == TextDialect::k027; }
  // TVM knows no such variables from 0.26 on.
  bool SaysSize(const Var& var) const { return var.flavor == VarFlavor::kSize && !options.matched_buffers; }

  // A line that makes something and gives it the name: the reader of script does the second by itself.
  std::string Named(std::string_view name, std::string_view value) const {
    std::string text(name);
    if (!program) return text.append(" = ").append(value);
    return text.append(" = named(\"").append(name).append("\", ").append(value).append(")");
  }
};

}  // namespace assay
