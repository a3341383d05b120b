// Attribute values: literals, lists, dictionaries, targets, vdevices, index maps (read_attr.cc). Internal to ir/text.
#pragma once

#include "ir/text/reader_part.h"

namespace assay {

class AttrReader : public ReaderPart {
 public:
  AttrReader(ReadSite& site, ModuleAround& around, TypeReader& types, ScalarReader& scalars, ValueReader& values)
      : ReaderPart(site, around), types_(types), scalars_(scalars), values_(values) {}

  const Attr* LowerAttr(const PyExpr* e);
  const AttrDict* LowerDict(const PyExpr* e);

 private:
  const Attr* LowerAttrCall(const PyExpr* e);
  const Attr* LowerTarget(const PyExpr* e);
  const IndexMap* LowerIndexMap(const PyExpr* e);
  const CommReducer* LowerReducer(const PyExpr* e);
  // The variables have the dtypes given, and int32 where there are none.
  bool LowerLambda(const PyExpr* e, std::span<const DType> dtypes, std::vector<const Var*>& vars,
                   std::vector<const Expr*>& results);
  const VDevice* LowerVDevice(const PyExpr* call);

  TypeReader& types_;
  ScalarReader& scalars_;
  ValueReader& values_;
};

}  // namespace assay
