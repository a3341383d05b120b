// What stands above the text of a module or function: comments that name the languages that it uses, and in 0.27 the
// int64 dimensions of signatures, which are declared once. Internal to ir/text.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "ir/prim/node.h"
#include "ir/text/print_form.h"

namespace assay {

class PrintHead {
 public:
  explicit PrintHead(const PrintForm& form) : form_(form) {}

  void TirName(std::string& out, std::string_view name) { Prefixed(out, tir_used_, "T.", name); }
  void RelaxName(std::string& out, std::string_view name) { Prefixed(out, relax_used_, "R.", name); }
  void IrName(std::string& out, std::string_view name) { Prefixed(out, ir_used_, "I.", name); }
  void DTypeCall(std::string& out, DType dtype) { TirName(out, DTypeName(dtype)); }

  bool IsTypeVar(const Var* var) const;
  void NoteTypeVar(const Var* var, const std::string& name);
  size_t type_vars() const { return type_vars_.size(); }
  // Those from number `first` on, by name.
  void SortTypeVars(size_t first);

  // A whole module is of I.
  void UseIr() { ir_used_ = true; }
  std::string Imports() const;
  // As they stand above a function inside another one.
  std::vector<std::string_view> InnerImports() const;

 private:
  static void Prefixed(std::string& out, bool& used, std::string_view prefix, std::string_view name) {
    used = true;
    out += prefix;
    out += name;
  }

  const PrintForm& form_;
  std::unordered_set<const Var*> dimension_vars_;
  std::vector<std::string> type_vars_;
  bool ir_used_ = false;
  bool tir_used_ = false;
  bool relax_used_ = false;
};

}  // namespace assay
