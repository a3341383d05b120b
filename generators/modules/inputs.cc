// Arguments for a function: symbols first, then values. Tested by inputs_test.cc.
#include <algorithm>
#include <array>

#include "generators/modules/dims.h"
#include "generators/modules/generate.h"
#include "generators/modules/special_inputs.h"
#include "generators/modules/values.h"

namespace assay {
namespace {

class InputMaker {
 public:
  InputMaker(uint64_t seed, int64_t most)
      : bytes_(ByteSource::FromSeed(seed)), special_(SpecialInputsOf(seed)), style_(PickStyle(bytes_)), most_(most) {}

  void ReadBounds(const AttrDict* attrs) {
    if (attrs == nullptr) return;
    upper_ = As<AttrDict>(attrs->Find("tir_var_upper_bound"));
    lower_ = As<AttrDict>(attrs->Find("tir_var_lower_bound"));
  }

  Value Of(const Type* type);
  Value TensorOf(DType dtype, std::span<const Expr* const> dims) {
    std::vector<int64_t> shape;
    for (const Expr* dim : dims) shape.push_back(Extent(dim));
    return TensorOfShape(dtype, std::move(shape));
  }
  Value ScalarOf(DType dtype, const Var* var) {
    if (dtype == DType::Int(64) || dtype == DType::Int(32)) return {PrimValue{Scalar::Int(dtype, SymbolValue(var))}};
    if (special_) return {PrimValue{SpecialScalar(dtype, special_->value)}};
    return {PrimValue{RandomScalar(bytes_, dtype, ValueStyle::kModerate)}};
  }

 private:
  Value TensorOfShape(DType dtype, std::vector<int64_t> shape) {
    int64_t count = 1;
    for (int64_t& extent : shape) {
      if (extent < 0 || (extent != 0 && count > most_ / extent)) extent = 1;
      count *= extent;
    }
    if (dtype.IsVoid()) dtype = DType::Float(32);
    if (special_) return {TensorValue{SpecialTensor(dtype, shape, special_->value, operand_++), -1}};
    return {TensorValue{RandomTensor(bytes_, dtype, shape, bytes_.Chance(3, 4) ? style_ : PickStyle(bytes_)), -1}};
  }
  // Edges and primes come up more often than their neighbours.
  int64_t RandomExtent() {
    static constexpr std::array<int64_t, 10> kExtents = {1, 2, 3, 5, 7, 4, 8, 1, 3, 6};
    return bytes_.Pick(kExtents);
  }
  int64_t SymbolValue(const Var* var) {
    for (const auto& [known, value] : symbols_) {
      if (known == var) return value;
    }
    int64_t value = RandomExtent();
    if (special_) value = SweptSize(*special_, var->name.text()).value_or(value);
    const auto* upper = upper_ == nullptr ? nullptr : As<AttrInt>(upper_->Find(var->name.text()));
    const auto* lower = lower_ == nullptr ? nullptr : As<AttrInt>(lower_->Find(var->name.text()));
    if (upper != nullptr) value = std::min(value, upper->value);
    if (lower != nullptr) value = std::max(value, lower->value);
    symbols_.emplace_back(var, value);
    return value;
  }
  int64_t Extent(const Expr* dim) {
    return EvalDim(dim, [&](const Var* var) { return SymbolValue(var); }).value_or(1);
  }

  ByteSource bytes_;
  // What a sweep's seed says; nothing for another one.
  std::optional<SpecialInputs> special_;
  // How many tensors were made so far.
  size_t operand_ = 0;
  ValueStyle style_;
  // Elements of a tensor; where types ask for more, dimensions fall back to 1.
  int64_t most_;
  std::vector<std::pair<const Var*, int64_t>> symbols_;
  const AttrDict* upper_ = nullptr;
  const AttrDict* lower_ = nullptr;
};

// Types nest no deeper than the parser allows, so recursion is bounded.
Value InputMaker::Of(const Type* type) {
  if (const auto* tensor = As<TensorType>(type)) {
    if (const ShapeExpr* shape = ShapeListOf(tensor)) return TensorOf(tensor->dtype, shape->values);
    std::vector<int64_t> shape;
    for (int i = 0; i < std::max(tensor->rank, 0); ++i) shape.push_back(RandomExtent());
    return TensorOfShape(tensor->dtype, std::move(shape));
  }
  if (const auto* shape = As<ShapeType>(type)) {
    ShapeValue value;
    for (const Expr* dim : shape->values) value.dims.push_back(Extent(dim));
    for (int i = shape->has_values ? shape->rank : 0; i < shape->rank; ++i) value.dims.push_back(RandomExtent());
    return {value};
  }
  if (const auto* tuple = As<TupleType>(type)) {
    TupleValue value;
    for (const Type* field : tuple->fields) value.fields.push_back(Of(field));
    return {value};
  }
  if (const auto* prim = As<PrimType>(type))
    return {PrimValue{RandomScalar(bytes_, prim->dtype, ValueStyle::kSmallInts)}};
  return {NullValue{}};
}

}  // namespace

std::vector<Value> MakeInputs(const Module& module, std::string_view entry, uint64_t seed) {
  return MakeLargeInputs(module, entry, seed, int64_t{1} << 20);
}

std::vector<Value> MakeLargeInputs(const Module& module, std::string_view entry, uint64_t seed, int64_t most) {
  std::vector<Value> values;
  const Expr* found = module.Find(entry);
  InputMaker maker(seed, most);
  if (const auto* func = As<Function>(found)) {
    maker.ReadBounds(func->attrs);
    for (const Var* param : func->params) {
      const auto* prim = As<PrimType>(param->type);
      values.push_back(prim == nullptr ? maker.Of(param->type) : maker.ScalarOf(prim->dtype, param));
    }
  }
  if (const auto* func = As<PrimFunc>(found)) {
    for (size_t i = 0; i < func->params.size(); ++i) {
      const Buffer* buffer = func->buffers[i];
      values.push_back(buffer == nullptr ? maker.ScalarOf(DTypeOf(func->params[i]), func->params[i])
                                         : maker.TensorOf(buffer->dtype, buffer->shape));
    }
  }
  return values;
}

}  // namespace assay
