// Signatures of functions, which are read before any body, so that bodies can call what stands further down
// (read_signature.cc). Internal to ir/text.
#pragma once

#include "ir/text/reader_part.h"

namespace assay {

class SignatureReader : public ReaderPart {
 public:
  SignatureReader(ReadSite& site, ModuleAround& around, TypeReader& types, BindingBuilder& bindings,
                  BufferReader& buffers)
      : ReaderPart(site, around), types_(types), bindings_(bindings), buffers_(buffers) {}

  void DeclareRelax(FunctionDraft& draft);
  void DeclarePrim(FunctionDraft& draft);
  const AttrDict* WithSymbol(const AttrDict* attrs, const FunctionDraft& draft);

 private:
  bool IsPrivate(const PyStmt* def);
  static bool DecoratorFlag(const PyStmt* def, std::string_view keyword, bool otherwise);
  void DeclareScalarParams(const PyStmt* def);
  bool DeclareParam(const PyParam& param, std::vector<const Var*>& params);

  TypeReader& types_;
  BindingBuilder& bindings_;
  BufferReader& buffers_;
};

}  // namespace assay
