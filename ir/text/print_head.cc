#include "ir/text/print_head.h"

#include <algorithm>

namespace assay {

// The comments that name what the text uses, a blank line, and in 0.27 the declarations of dimensions.
std::string PrintHead::Imports() const {
  std::string text;
  if (!type_vars_.empty()) text += "# from typing import TypeVar\n";
  if (ir_used_) text += "# from tvm.script import ir as I\n";
  if (tir_used_ && form_.Old()) text += "# from tvm.script import tir as T\n";
  if (tir_used_ && !form_.Old()) text += "# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n";
  if (relax_used_) text += "# from tvm.script import relax as R\n";
  text += '\n';
  for (const std::string& name : type_vars_) text += name + " = TypeVar(\"" + name + "\")\n";
  return text;
}

bool PrintHead::IsTypeVar(const Var* var) const { return form_.New() && dimension_vars_.contains(var); }

void PrintHead::NoteTypeVar(const Var* var, const std::string& name) {
  dimension_vars_.insert(var);
  if (std::find(type_vars_.begin(), type_vars_.end(), name) == type_vars_.end()) type_vars_.push_back(name);
}

// Each function declares its own by name, but for those that an earlier one has declared.
void PrintHead::SortTypeVars(size_t first) {
  std::sort(type_vars_.begin() + static_cast<std::ptrdiff_t>(first), type_vars_.end());
}

std::vector<std::string_view> PrintHead::InnerImports() const {
  std::vector<std::string_view> lines;
  if (ir_used_) lines.emplace_back("# from tvm.script import ir as I");
  if (tir_used_) lines.emplace_back("# from tvm.script import tirx as T");
  if (tir_used_) lines.emplace_back("# from tvm.tirx.layout import Axis");
  lines.emplace_back("# from tvm.script import relax as R");
  return lines;
}

}  // namespace assay
