// Relax functions: statements and bindings (read_relax.cc). Internal to ir/text.
#pragma once

#include "ir/text/reader_part.h"

namespace assay {

class RelaxReader : public ReaderPart {
 public:
  RelaxReader(ReadSite& site, ModuleAround& around, TypeReader& types, ScalarReader& scalars, AttrReader& attrs,
              BindingBuilder& bindings, ValueReader& values, SignatureReader& signatures)
      : ReaderPart(site, around),
        types_(types),
        scalars_(scalars),
        attrs_(attrs),
        bindings_(bindings),
        values_(values),
        signatures_(signatures) {}

  void FinishRelax(FunctionDraft& draft);

 private:
  bool LowerRelaxStmts(std::span<const PyStmt* const> stmts);
  bool LowerRelaxStmt(const PyStmt* stmt);
  bool LowerRelaxAssign(const PyStmt* stmt);
  bool LowerUnpacking(const PyStmt* stmt);
  bool LowerRelaxExprStmt(const PyStmt* stmt);
  bool LowerDataflow(const PyStmt* stmt);
  bool LowerNestedFunction(const PyStmt* stmt);
  bool LowerRelaxIf(const PyStmt* stmt);
  bool LowerRelaxReturn(const PyStmt* stmt);
  const SeqExpr* LowerBranch(std::span<const PyStmt* const> stmts, bool is_then, std::string_view& name,
                             const Type*& type);
  std::vector<const Var*> VisibleAround(const FunctionDraft& draft) const;
  const Type* RefinedResult(const FunctionDraft& draft, const Type* body);

  TypeReader& types_;
  ScalarReader& scalars_;
  AttrReader& attrs_;
  BindingBuilder& bindings_;
  ValueReader& values_;
  SignatureReader& signatures_;
};

}  // namespace assay
