// Types of Relax and TIR values. Unknown parts are explicit: a null shape, a void dtype, rank kUnknownRank.
// Types are compared by structure (ir/equal.h); dimensions are scalar expressions, kept as they were written.
#pragma once

#include "ir/attr.h"
#include "ir/node.h"
#include "ir/tensor/dtype.h"

namespace assay {

inline constexpr int kUnknownRank = -1;

// A scalar or vector: T.int64, R.Prim("int64").
struct PrimType : NodeOf<NodeKind::kPrimType, Type> {
  DType dtype;
  static constexpr auto kFields = std::tuple{Field{"dtype", &PrimType::dtype}};
};
// T.handle("float32", "global"): address of elements in a storage scope.
struct PointerType : NodeOf<NodeKind::kPointerType, Type> {
  DType element;
  Name storage_scope;
  static constexpr auto kFields =
      std::tuple{Field{"element", &PointerType::element}, Field{"storage_scope", &PointerType::storage_scope}};
};
// R.Tensor. `shape` is a ShapeExpr, or a variable of ShapeType, or null; then only `rank` may be known.
struct TensorType : NodeOf<NodeKind::kTensorType, Type> {
  const Expr* shape = nullptr;
  DType dtype;
  int rank = kUnknownRank;
  const VDevice* vdevice = nullptr;
  static constexpr auto kFields = std::tuple{Field{"shape", &TensorType::shape}, Field{"dtype", &TensorType::dtype},
                                             Field{"rank", &TensorType::rank}, Field{"vdevice", &TensorType::vdevice}};
};
// R.DTensor: a tensor that lies on a mesh of devices. `placement` says for each dimension of the mesh which one of the
// tensor it splits, or that it holds replicas: "S[0], R" (ir/placement.h).
struct DTensorType : NodeOf<NodeKind::kDTensorType, Type> {
  const TensorType* tensor = nullptr;
  const DeviceMesh* mesh = nullptr;
  Name placement;
  static constexpr auto kFields = std::tuple{Field{"tensor", &DTensorType::tensor}, Field{"mesh", &DTensorType::mesh},
                                             Field{"placement", &DTensorType::placement}};
};
// R.Shape([...]) or R.Shape(ndim=n). `has_values` tells an empty list from an unknown one.
struct ShapeType : NodeOf<NodeKind::kShapeType, Type> {
  bool has_values = false;
  Nodes<Expr> values;
  int rank = kUnknownRank;
  static constexpr auto kFields = std::tuple{Field{"has_values", &ShapeType::has_values},
                                             Field{"values", &ShapeType::values}, Field{"rank", &ShapeType::rank}};
};
struct TupleType : NodeOf<NodeKind::kTupleType, Type> {
  Nodes<Type> fields;
  static constexpr auto kFields = std::tuple{Field{"fields", &TupleType::fields}};
};
// R.Callable. Without `has_params` it stands for any function (an opaque packed one), whose result may be derived by
// the function named `derive`.
struct FuncType : NodeOf<NodeKind::kFuncType, Type> {
  bool has_params = false;
  Nodes<Type> params;
  const Type* result = nullptr;
  bool purity = true;
  Name derive;
  static constexpr auto kFields = std::tuple{
      Field{"has_params", &FuncType::has_params}, Field{"params", &FuncType::params, FieldRole::kDefDeep},
      Field{"result", &FuncType::result}, Field{"purity", &FuncType::purity}, Field{"derive", &FuncType::derive}};
};
// Any value at all: R.Any in 0.26 (AnyType there), R.Object before.
struct ObjectType : NodeOf<NodeKind::kObjectType, Type> {
  static constexpr auto kFields = std::tuple{};
};

}  // namespace assay
