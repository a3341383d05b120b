// What the table's tests offer to samplers: fresh variables for operands, values for all of them, a list of kernels.
// Used by ops_table_test.cc.
#pragma once

#include <map>
#include <set>

#include "ir/ops/infer.h"
#include "ir/ops/infer_rules.h"
#include "ir/ops/op_spec.h"
#include "ir/rewrite.h"

namespace assay {

class TestSite : public SampleSite {
 public:
  TestSite(Context& ctx, ByteSource& bytes) : ctx_(ctx), bytes_(bytes) {
    auto* device = ctx.arena.New<VDevice>();
    device->target = MakeDict(ctx, {{"kind", MakeAttrString(ctx, "llvm")}});
    device->memory_scope = ctx.Intern("global");
    device_ = device;
    for (std::string_view name : {"n", "m"}) dims_.emplace(MakeVar(ctx, name, DType::Int(64)), bytes.Between(1, 4));
  }
  Context& ctx() override { return ctx_; }
  ByteSource& bytes() override { return bytes_; }
  const Expr* Tensor(const TensorRequest& wish) override {
    std::vector<const Expr*> shape = wish.shape;
    if (!wish.has_shape) {
      for (int64_t rank = bytes_.Between(wish.min_rank, wish.max_rank); rank > 0; --rank) shape.push_back(Dim());
    }
    DType dtype = wish.dtype.IsVoid() ? PickDType(wish.dtypes) : wish.dtype;
    const Var* var = MakeVar(ctx_, "x" + std::to_string(++count_), MakeTensorType(ctx_, shape, dtype));
    return var;
  }
  const Expr* Dim() override {
    if (bytes_.Chance(1, 3)) return std::next(dims_.begin(), static_cast<int>(bytes_.Below(dims_.size())))->first;
    return MakeInt(ctx_, bytes_.Between(1, 5));
  }
  DType PickDType(DTypeSet set) override {
    static const DType kAll[] = {DType::Float(32), DType::Float(64), DType::Float(16), DType::BFloat16(),
                                 DType::Int(8),    DType::Int(32),   DType::Int(64),   DType::UInt(8),
                                 DType::UInt(32),  DType::Bool()};
    std::vector<DType> fitting;
    for (DType dtype : kAll) {
      if (Contains(set, dtype)) fitting.push_back(dtype);
    }
    return bytes_.Pick(fitting);
  }
  const Call* KernelCall() override { return nullptr; }
  const VDevice* Device() override { return device_; }

  // An integer scalar under the values that this site has given to dimensions.
  int64_t DimValue(const Expr* dim) {
    VarMap map;
    for (const auto& [var, value] : dims_) map.emplace(var, MakeInt(ctx_, value));
    std::optional<int64_t> value = ConstantValue(ctx_, SubstituteIn(ctx_, dim, map));
    ASSAY_CHECK(value.has_value());
    return *value;
  }
  std::vector<int64_t> Extents(std::span<const Expr* const> dims) {
    std::vector<int64_t> extents;
    for (const Expr* dim : dims) extents.push_back(DimValue(dim));
    return extents;
  }
  // The value of an argument: constants are what they are, variables get one random value each.
  // recursion: as deep as the samples of operators
  Value ValueOf(const Expr* arg) {
    auto known = values_.find(arg);
    if (known != values_.end()) return known->second;
    Value value = Make(arg);
    values_.emplace(arg, value);
    return value;
  }

 private:
  Value Make(const Expr* arg) {
    if (const auto* constant = As<Constant>(arg)) return {TensorValue{assay::Tensor::Copy(constant->value), -1}};
    if (const auto* shape = As<ShapeExpr>(arg)) return {ShapeValue{Extents(shape->values)}};
    if (const auto* text = As<StringImm>(arg)) return {StringValue{text->value.str()}};
    if (const auto* dtype = As<DataTypeImm>(arg)) return {DTypeValue{dtype->value}};
    if (const auto* number = As<FloatImm>(arg)) return {PrimValue{Scalar::Float(DTypeOf(arg), number->value)}};
    if (Is<PrimType>(arg->type)) return {PrimValue{Scalar::Int(DTypeOf(arg), DimValue(arg))}};
    if (const auto* tuple = As<Tuple>(arg)) {
      TupleValue fields;
      for (const Expr* field : tuple->fields) fields.fields.push_back(ValueOf(field));
      return {std::move(fields)};
    }
    const auto* type = As<TensorType>(arg->type);
    if (type == nullptr) return {NullValue{}};
    assay::Tensor tensor(type->dtype, Extents(*DimsOf(type)));
    for (int64_t i = 0; i < tensor.size(); ++i) tensor.Set(i, RandomScalar(type->dtype));
    return {TensorValue{tensor, -1}};
  }
  Scalar RandomScalar(DType dtype) {
    if (dtype.IsFloating()) return Scalar::Float(dtype, static_cast<double>(bytes_.Between(-40, 40)) / 8);
    return Scalar::Int(dtype, bytes_.Between(-4, 9));
  }

  Context& ctx_;
  ByteSource& bytes_;
  const VDevice* device_ = nullptr;
  // Ordered by name, so that runs do not depend on addresses.
  struct ByName {
    bool operator()(const Var* a, const Var* b) const { return a->name < b->name; }
  };
  std::map<const Var*, int64_t, ByName> dims_;
  std::map<const Expr*, Value> values_;
  int count_ = 0;
};

// Collects what a lowering makes.
class TestLowerSite : public LowerSite {
 public:
  explicit TestLowerSite(Context& ctx) : ctx_(ctx) {}
  Context& ctx() override { return ctx_; }
  const GlobalVar* AddKernel(std::string_view hint, const PrimFunc* kernel) override {
    kernels.push_back(kernel);
    return MakeGlobalVar(ctx_, std::string(hint) + std::to_string(kernels.size()));
  }
  const Var* Emit(const Expr* value) override { return MakeVar(ctx_, "lv", value->type); }
  std::vector<const PrimFunc*> kernels;

 private:
  Context& ctx_;
};

}  // namespace assay
