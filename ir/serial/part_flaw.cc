#include "ir/serial/part_flaw.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "ir/placement.h"

namespace assay {
namespace {

std::string_view RankFlaw(int rank, std::optional<size_t> dimensions) {
  bool agrees = dimensions ? rank == static_cast<int64_t>(*dimensions) : rank >= kUnknownRank && rank <= 1000;
  if (!agrees) return "a rank is not the number of dimensions";
  return {};
}

// Relax measures in int64; the types of TIR functions have the dimensions of their buffers, which may be of int32.
std::string_view DimensionsFlaw(Nodes<Expr> values) {
  auto measures = [](const Expr* value) {
    return DTypeOf(value) == DType::Int(64) || DTypeOf(value) == DType::Int(32);
  };
  if (!std::ranges::all_of(values, measures)) return "a dimension is neither of int64 nor of int32";
  return {};
}

}  // namespace

std::string_view PartFlaw(Context&, const AttrDict& dict) {
  if (dict.keys.size() != dict.values.size()) return "an attribute dictionary has unequal numbers of keys and values";
  return {};
}

std::string_view PartFlaw(Context&, const PrimFunc& func) {
  if (!func.buffers.empty() && func.buffers.size() != func.params.size())
    return "a PrimFunc has not one buffer for each parameter";
  return {};
}

std::string_view PartFlaw(Context&, const SBlock& block) {
  if (std::ranges::any_of(block.iter_vars, [](const IterVar* iter) { return iter->dom == nullptr; })) {
    return "an iteration variable of a block has no domain";
  }
  return {};
}

std::string_view PartFlaw(Context&, const CommReducer& reducer) {
  size_t values = reducer.result.size();
  if (reducer.lhs.size() != values || reducer.rhs.size() != values || reducer.identity_element.size() != values)
    return "a reducer has not one variable of each side and one identity for each value";
  return {};
}

std::string_view PartFlaw(Context&, const SBlockRealize& realize) {
  if (realize.iter_values.size() != realize.block->iter_vars.size())
    return "a block has not one value for each iteration variable";
  return {};
}

// A type that is stored beside its parts must not contradict them: readers of one trust the other.
std::string_view PartFlaw(Context&, const Tuple& tuple) {
  const auto* type = As<TupleType>(tuple.type);
  if (type == nullptr) return {};
  bool agrees = type->fields.size() == tuple.fields.size();
  for (size_t i = 0; agrees && i < tuple.fields.size(); ++i) {
    const Type* field = tuple.fields[i]->type;
    bool known = field != nullptr && !Is<ObjectType>(type->fields[i]) && !Is<ObjectType>(field);
    agrees = !known || (field->kind == type->fields[i]->kind && (!Is<PrimType>(field) || field == type->fields[i]));
  }
  if (!agrees) return "a tuple is not of its type";
  return {};
}

std::string_view PartFlaw(Context&, const IntImm& imm) {
  DType dtype = DTypeOf(&imm);
  if (!dtype.IsInteger() && !dtype.IsBool()) return "an integer is of no integer dtype";
  return {};
}

std::string_view PartFlaw(Context&, const FloatImm& imm) {
  if (!DTypeOf(&imm).IsFloating()) return "a float is of no floating-point dtype";
  return {};
}

std::string_view PartFlaw(Context&, const BinaryExpr& binary) {
  if (DTypeOf(binary.a) != DTypeOf(binary.b)) return "operands differ in dtype";
  return {};
}

std::string_view PartFlaw(Context&, const ShapeExpr& shape) { return DimensionsFlaw(shape.values); }

std::string_view PartFlaw(Context&, const ShapeType& shape) {
  std::string_view flaw = DimensionsFlaw(shape.values);
  if (flaw.empty()) flaw = RankFlaw(shape.rank, shape.has_values ? std::optional(shape.values.size()) : std::nullopt);
  if (!flaw.empty()) return flaw;
  if (!shape.has_values && !shape.values.empty()) return "an unknown shape has dimensions";
  return {};
}

std::string_view PartFlaw(Context&, const TensorType& tensor) {
  const auto* shape = As<ShapeExpr>(tensor.shape);
  std::string_view flaw = RankFlaw(tensor.rank, shape != nullptr ? std::optional(shape->values.size()) : std::nullopt);
  if (!flaw.empty()) return flaw;
  if (tensor.shape != nullptr && shape == nullptr && !Is<Var>(tensor.shape))
    return "a shape is neither written nor a variable";
  return {};
}

std::string_view PartFlaw(Context& ctx, const DeviceMesh& mesh) {
  std::vector<int64_t> shape(mesh.shape.begin(), mesh.shape.end()), ids(mesh.device_ids.begin(), mesh.device_ids.end());
  if (!MakeDeviceMesh(ctx, shape, ids, mesh.is_range).ok()) return "a device mesh has not one device for each place";
  for (size_t i = 1; mesh.is_range && i < ids.size(); ++i) {
    if (ids[i] - 1 != ids[i - 1]) return "the devices of a range do not follow one another";
  }
  return {};
}

std::string_view PartFlaw(Context&, const DTensorType& type) {
  std::optional<Placement> placement = ParsePlacement(type.placement.text());
  if (!placement || PlacementText(*placement) != type.placement.text()) return "a placement is malformed";
  if (!DTensorTypeFlaw(*type.tensor, *type.mesh, *placement).empty())
    return "a distributed tensor does not fit its mesh";
  return {};
}

}  // namespace assay
