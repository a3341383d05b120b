// Types in all dialects, the dimensions in them and the variables that these define, and what distributed types lie on
// (read_type.cc, read_dist.cc). Internal to ir/text.
#pragma once

#include "ir/placement.h"
#include "ir/text/reader_part.h"

namespace assay {

class TypeReader : public ReaderPart {
 public:
  TypeReader(ReadSite& site, ModuleAround& around, ScalarReader& scalars)
      : ReaderPart(site, around), scalars_(scalars) {}

  const Type* LowerType(const PyExpr* e);
  bool LowerDims(const PyExpr* e, std::vector<const Expr*>& dims);
  const Expr* LowerDim(const PyExpr* e, DType dtype);
  const VDevice* FindVDevice(const PyExpr* e);
  const DeviceMesh* LowerDeviceMesh(const PyExpr* call);
  const DeviceMesh* FindMesh(const PyExpr* e);
  std::optional<Placement> LowerPlacement(const PyExpr* e);
  // Of the function whose signature is read next: n = T.int64() in its body.
  void NoteDeclaredDims(const PyStmt* def);
  // The same of sizes alone: dimensions are int64, whatever the body says.
  void NoteDeclaredSizes(const PyStmt* def) {
    NoteDeclaredDims(def);
    declared_dims_.clear();
  }
  // The variable of a name that nothing has defined yet, where one may be: in a quoted dimension, or declared by
  // TypeVar; null elsewhere.
  const Var* NewDimension(std::string_view name);
  void ForgetDeclaredDims() {
    declared_dims_.clear();
    declared_sizes_.clear();
  }
  // The dtype of quoted dimensions: int64 in Relax, int32 in buffers' shapes.
  void MeasureIn(DType dtype) { quoted_dtype_ = dtype; }
  // Whether quoted dimensions define variables; gives back what was so before.
  bool DefineQuoted(bool define) { return std::exchange(quoted_defines_, define); }
  bool LowerSymbolicVars(const PyStmt* stmt);

 private:
  const Type* LowerRelaxType(const PyExpr* e, std::string_view path, const PyExpr* call);
  const Type* LowerTensorType(const PyExpr* e, const PyExpr* call);
  const Type* LowerTensorOn(const PyExpr* e, const PyExpr* call, const VDevice* vdevice, const PyExpr* ndim);
  const Type* LowerShapeType(const PyExpr* e, const PyExpr* call);
  const Type* LowerTupleType(const PyExpr* call);
  const Type* LowerCallable(const PyExpr* e, const PyExpr* call);
  const Type* LowerPrimValueType(const PyExpr* e, const PyExpr* call);
  const Type* LowerTirType(const PyExpr* e, std::string_view path, const PyExpr* call);
  const PyExpr* ParseQuoted(const PyExpr* text);
  const Type* LowerDTensorType(const PyExpr* e, const PyExpr* call);

  ScalarReader& scalars_;
  // Of the function whose signature is read: the dtypes that its body declares for dimensions, and which of these are
  // sizes, which are never negative.
  std::unordered_map<std::string_view, DType> declared_dims_;
  std::unordered_set<std::string_view> declared_sizes_;
  // Quoted dimensions define variables here (signatures); match_cast targets define nothing, their names are declared.
  bool quoted_defines_ = false;
  DType quoted_dtype_ = DType::Int(64);
};

}  // namespace assay
