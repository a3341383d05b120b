// For tests of rows only: makes calls of rows on tensors, infers, evaluates, lowers and runs them, and says whether
// evaluation and lowering agree to the bit.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/ops/infer.h"
#include "ir/ops/kernel_run.h"
#include "ir/ops/op_spec.h"

namespace assay {

// RowBench has a member called Tensor.
using HostTensor = Tensor;

class RowBench : public LowerSite, public SampleSite {
 public:
  Context& ctx() override { return ctx_; }

  // ---- calls

  // A variable that holds `tensor`; dims as given (symbolic ones), or those of the tensor.
  const Expr* Given(HostTensor tensor, std::string_view name = "x", std::vector<const Expr*> dims = {}) {
    if (dims.empty()) {
      for (int64_t extent : tensor.shape()) dims.push_back(MakeInt(ctx_, extent));
    }
    const Var* var = MakeVar(ctx_, name, MakeTensorType(ctx_, dims, tensor.dtype()));
    values_[var] = Value{TensorValue{std::move(tensor), -1}};
    return var;
  }
  // A variable of a type without a value, for inference.
  const Expr* Typed(const Type* type) { return MakeVar(ctx_, "x", type); }
  const Expr* Ints(const std::vector<int64_t>& numbers) {
    std::vector<const Expr*> items;
    for (int64_t number : numbers) items.push_back(MakeInt(ctx_, number));
    return MakeTuple(ctx_, items);
  }
  const Attr* IntList(const std::vector<int64_t>& numbers) { return MakeAttrInts(ctx_, numbers); }
  // A symbolic dimension that stands for `value` when the call runs.
  const Expr* Symbol(std::string_view name, int64_t value) {
    const Var* var = MakeVar(ctx_, name, DType::Int(64));
    symbols_.vars[var] = Scalar::Int(DType::Int(64), value);
    return var;
  }
  Result<const Call*> Infer(std::string_view op, const std::vector<const Expr*>& args, const AttrItems& attrs = {}) {
    return WithInferredType(ctx_, nullptr, MakeOpCall(ctx_, *FindOp(op), args, attrs));
  }
  // The label of the precondition that the call breaks; empty when it is fine.
  std::string Breaks(std::string_view op, const std::vector<const Expr*>& args, const AttrItems& attrs = {}) {
    Result<const Call*> call = Infer(op, args, attrs);
    return call.ok() ? "" : call.error().rule;
  }

  // ---- evaluation and lowering

  // recursion: as deep as the samples of operators
  Value ValueOf(const Expr* e) {
    if (const auto* var = As<Var>(e); var != nullptr && values_.contains(var)) return values_.at(var);
    if (const auto* constant = As<Constant>(e)) return {TensorValue{HostTensor::Copy(constant->value), -1}};
    if (const auto* tuple = As<Tuple>(e)) {
      TupleValue value;
      for (const Expr* field : tuple->fields) value.fields.push_back(ValueOf(field));
      return {value};
    }
    if (const auto* shape = As<ShapeExpr>(e)) return {ShapeValue{Numbers(shape->values)}};
    return {PrimValue{symbols_.Eval(e)}};
  }
  EvalResult Evaluate(const Call* call) {
    std::vector<Value> args;
    for (const Expr* arg : call->args) args.push_back(ValueOf(arg));
    return SpecOf(call)->eval({*call, args});
  }
  // The tensors of an evaluation's result.
  std::vector<HostTensor> Tensors(const Value& value) {
    if (const auto* tensor = value.As<TensorValue>()) return {tensor->tensor};
    std::vector<HostTensor> tensors;
    for (const Value& field : value.As<TupleValue>()->fields) tensors.push_back(field.As<TensorValue>()->tensor);
    return tensors;
  }
  // What the kernel of a lowered call computes, or of the operator that it is lowered to; results are made by the
  // inferred type.
  // recursion: once for each operator that another one is lowered to
  std::vector<HostTensor> RunLowered(const Expr* lowered) {
    if (const auto* constant = As<Constant>(lowered)) return {HostTensor::Copy(constant->value)};
    if (Is<Var>(lowered) || Is<assay::Tuple>(lowered)) return Tensors(ValueOf(lowered));
    const auto* call = As<Call>(lowered);
    if (SpecOf(call)->name != "call_tir")
      return RunLowered(std::get<const Expr*>(SpecOf(call)->lower.rule(*this, *call)));
    std::vector<HostTensor> tensors, results;
    std::vector<Scalar> scalars;
    for (const Expr* arg : As<Tuple>(call->args[1])->fields) {
      if (Is<PrimType>(arg->type)) {
        scalars.push_back(symbols_.Eval(arg));
      } else {
        tensors.push_back(ValueOf(arg).As<TensorValue>()->tensor);
      }
    }
    for (const TensorType* type : ResultTypes(call->type)) {
      results.emplace_back(type->dtype, Numbers(As<ShapeExpr>(type->shape)->values));
    }
    tensors.insert(tensors.end(), results.begin(), results.end());
    KernelRun().Run(*kernel_, tensors, scalars);
    return results;
  }
  static std::vector<const TensorType*> ResultTypes(const Type* type) {
    if (const auto* tensor = As<TensorType>(type)) return {tensor};
    std::vector<const TensorType*> types;
    for (const Type* field : As<TupleType>(type)->fields) types.push_back(As<TensorType>(field));
    return types;
  }

  // Evaluates and lowers the call; results must have the inferred type and agree to the bit. Returns them.
  std::vector<HostTensor> Agree(const Call* call) {
    EvalResult evaluated = Evaluate(call);
    if (const auto* trap = std::get_if<Trap>(&evaluated)) ADD_FAILURE() << trap->message;
    if (const auto* refused = std::get_if<Refused>(&evaluated)) ADD_FAILURE() << refused->why;
    if (!std::holds_alternative<Value>(evaluated)) return {};
    std::vector<HostTensor> want = Tensors(std::get<Value>(evaluated));
    Lowered lowered = SpecOf(call)->lower.rule(*this, *call);
    if (const auto* refused = std::get_if<Refused>(&lowered)) ADD_FAILURE() << refused->why;
    if (!std::holds_alternative<const Expr*>(lowered)) return want;
    std::vector<HostTensor> got = RunLowered(std::get<const Expr*>(lowered));
    EXPECT_EQ(got.size(), want.size());
    for (size_t i = 0; i < std::min(got.size(), want.size()); ++i) ExpectSame(got[i], want[i]);
    return want;
  }
  std::vector<HostTensor> Agree(std::string_view op, const std::vector<const Expr*>& args,
                                const AttrItems& attrs = {}) {
    Result<const Call*> call = Infer(op, args, attrs);
    if (!call.ok()) ADD_FAILURE() << call.error().message << " [" << call.error().rule << "]";
    return call.ok() ? Agree(*call) : std::vector<HostTensor>();
  }
  static void ExpectSame(const HostTensor& got, const HostTensor& want) {
    EXPECT_EQ(got.dtype(), want.dtype());
    ASSERT_EQ(got.shape(), want.shape());
    for (int64_t i = 0; i < want.size(); ++i) {
      ASSERT_TRUE(SameBits(got.At(i), want.At(i)))
          << "element " << i << ": " << ToText(got.At(i)) << " for " << ToText(want.At(i));
    }
  }

  // ---- LowerSite

  const GlobalVar* AddKernel(std::string_view hint, const PrimFunc* kernel) override {
    kernel_ = kernel;
    return MakeGlobalVar(ctx_, hint);
  }
  const Var* Emit(const Expr* value) override {
    const auto* item = As<TupleGetItem>(value);
    const Var* var = MakeVar(ctx_, "lv", value->type);
    if (const auto* call = As<Call>(value)) {
      values_[var] = EmittedValue(call);
      return var;
    }
    // Another name of a value, or a field of one.
    values_[var] = item == nullptr ? ValueOf(value)
                                   : ValueOf(item->tuple).As<TupleValue>()->fields[static_cast<size_t>(item->index)];
    return var;
  }
  // Of a kernel that was just added, or of a shape whose dimensions begin here.
  Value EmittedValue(const Call* call) {
    const auto* shape = As<ShapeType>(call->type);
    if (SpecOf(call)->name == "shape_of") return std::get<Value>(Evaluate(call));
    if (shape == nullptr) return {TensorValue{RunLowered(call)[0], -1}};
    HostTensor extents = ValueOf(call->args[0]).As<TensorValue>()->tensor;
    for (size_t i = 0; i < shape->values.size(); ++i) {
      symbols_.vars[As<Var>(shape->values[i])] = extents.At(static_cast<int64_t>(i));
    }
    return {ShapeValue{Numbers(shape->values)}};
  }
  const PrimFunc* kernel() const { return kernel_; }

  // ---- SampleSite: fresh tensors of small numbers, dimensions up to 4, some of them symbolic

  void Seed(uint64_t seed) { bytes_ = ByteSource::FromSeed(seed); }
  ByteSource& bytes() override { return bytes_; }
  const Expr* Dim() override {
    int64_t extent = bytes_.Between(1, 4);
    return bytes_.Chance(1, 3) ? Symbol("n", extent) : MakeInt(ctx_, extent);
  }
  DType PickDType(DTypeSet set) override {
    static constexpr std::array kChoices = {DType::Float(32), DType::Int(8),  DType::Float(16),
                                            DType::Int(32),   DType::UInt(8), DType::Bool(),
                                            DType::Float(64), DType::Int(64), DType::BFloat16()};
    auto both = static_cast<DTypeSet>(set & preferred);
    if (both == kNoDType) both = set;
    DType dtype = bytes_.Pick(kChoices);
    while (!Contains(both, dtype)) dtype = bytes_.Pick(kChoices);
    return dtype;
  }
  // Operands are of these dtypes where the row takes one of them.
  DTypeSet preferred = kAnyDType;
  const Expr* Tensor(const TensorRequest& wish) override {
    std::vector<const Expr*> dims = wish.shape;
    if (!wish.has_shape) {
      for (int64_t rank = bytes_.Between(wish.min_rank, wish.max_rank); rank > 0; --rank) dims.push_back(Dim());
    }
    DType dtype = wish.dtype.IsVoid() ? PickDType(wish.dtypes) : wish.dtype;
    HostTensor tensor(dtype, Numbers(dims));
    for (int64_t i = 0; i < tensor.size(); ++i) {
      double value = static_cast<double>(bytes_.Between(-40, 40)) / 8;
      tensor.Set(i, Scalar::Float(dtype, dtype.IsUInt() ? std::abs(value) : value));
    }
    return Given(tensor, "x", dims);
  }
  const Call* KernelCall() override { return nullptr; }
  const VDevice* Device() override { return nullptr; }

 private:
  std::vector<int64_t> Numbers(std::span<const Expr* const> exprs) {
    std::vector<int64_t> numbers;
    for (const Expr* e : exprs) numbers.push_back(symbols_.Eval(e).AsInt());
    return numbers;
  }

  Context ctx_;
  ByteSource bytes_ = ByteSource::FromSeed(0);
  KernelRun symbols_;
  std::unordered_map<const Var*, Value> values_;
  const PrimFunc* kernel_ = nullptr;
};

}  // namespace assay
