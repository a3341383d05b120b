// Scalar expressions: literals, operators, loads, intrinsics (read_scalar.cc, read_intrinsic.cc). Internal to ir/text.
#pragma once

#include "ir/prim/intrinsics.h"
#include "ir/text/reader_part.h"

namespace assay {

class ScalarReader : public ReaderPart {
 public:
  ScalarReader(ReadSite& site, ModuleAround& around, TypeReader& types, BufferReader& buffers)
      : ReaderPart(site, around), types_(types), buffers_(buffers) {}

  const Expr* LowerScalar(const PyExpr* e);
  const Expr* LowerScalarName(const PyExpr* e);
  const Expr* LowerLiteral(const PyExpr* e);
  const Expr* ApplyScalarBinary(const PyExpr* e, const Expr* a, const Expr* b);
  const Expr* LowerScalarUnary(const PyExpr* e);
  bool LowerIndices(std::span<const PyExpr* const> items, std::vector<const Expr*>& indices);
  const Expr* LowerScalarCall(const PyExpr* e);

 private:
  static constexpr int kMostTwiceUsed = 8;
  const Expr* LowerScalarBinary(const PyExpr* e);
  const Expr* LowerScalarAttribute(const PyExpr* e);
  const Expr* LowerLoad(const PyExpr* e);
  const Expr* LowerMethodCall(const PyExpr* e);
  const Expr* LowerAccessPointer(const PyExpr* e, const Buffer& buffer);
  const Expr* LowerBufferShape(const PyExpr* e);
  const Expr* LowerLimit(const PyExpr* e, std::string_view path);
  const Expr* LowerIntrinsic(const PyExpr* e, std::string_view path);
  const Expr* LowerKnownIntrinsic(const PyExpr* e, std::string_view path, bool& known);
  const Expr* LowerBinaryFunction(const PyExpr* e, NodeKind kind, bool fold);
  const Expr* LowerAbs(const PyExpr* e);
  const Expr* LowerCeilDiv(const PyExpr* e);
  const Expr* LowerTwiceUsed(const PyExpr* e);
  const Expr* LowerCastCall(const PyExpr* e, bool dtype_first);
  const Expr* LowerSelect(const PyExpr* e);
  const Expr* LowerVector(const PyExpr* e, std::string_view path);
  const Expr* LowerLetExpr(const PyExpr* e);
  const Expr* LowerConversion(const PyExpr* e, DType dtype);
  bool TakesOperands(const PyExpr* e, std::string_view path, const IntrinsicSpec* row, std::vector<const Expr*>& args);
  const Expr* LowerPlainIntrinsic(const PyExpr* e, std::string_view path);
  const AttrDict* LowerStringsAttribute(const PyExpr* e, std::string_view name);
  const Expr* LowerOpaqueCall(const PyExpr* e);
  bool LowerScalarArgs(std::span<const PyExpr* const> items, std::vector<const Expr*>& args);

  TypeReader& types_;
  BufferReader& buffers_;
  int twice_used_ = 0;
};

}  // namespace assay
