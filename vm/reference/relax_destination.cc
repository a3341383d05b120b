#include "vm/reference/relax_destination.h"

#include <algorithm>

namespace assay {
namespace {

// recursion: types nest no deeper than the reader lets them
Value Arrange(const Type* type, const std::vector<Value>& outputs, size_t& next) {
  const auto* tuple = As<TupleType>(type);
  if (tuple == nullptr) return outputs[next++];
  TupleValue value;
  for (const Type* field : tuple->fields) value.fields.push_back(Arrange(field, outputs, next));
  return Value{std::move(value)};
}

bool IsSameMemory(const Tensor& a, const Tensor& b) {
  return a.byte_count() > 0 && a.data() == b.data() && a.byte_count() == b.byte_count() && a.dtype() == b.dtype();
}

}  // namespace

Outcome EvalShape(Nodes<Expr> dims, const ValueMap& env) {
  ShapeValue shape;
  for (const Expr* dim : dims) {
    std::optional<int64_t> extent = EvalDim(dim, env);
    if (!extent) return Refused{"a dimension has no value"};
    shape.dims.push_back(*extent);
  }
  return Value{std::move(shape)};
}

// recursion: types nest no deeper than the reader lets them
std::optional<Outcome> AllocateOutputs(const Type* out, const ValueMap& env, Meter& meter,
                                       std::vector<Value>& outputs) {
  if (const auto* tuple = As<TupleType>(out)) {
    for (const Type* field : tuple->fields) {
      if (auto failed = AllocateOutputs(field, env, meter, outputs)) return failed;
    }
    return std::nullopt;
  }
  if (Is<DTensorType>(out)) return Outcome(Refused{"a distributed tensor needs a mesh of devices"});
  const auto* tensor = As<TensorType>(out);
  const auto* shape = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
  if (shape == nullptr || tensor->dtype.IsVoid()) return Outcome(Refused{"an output's shape or dtype is not known"});
  Outcome dims = EvalShape(shape->values, env);
  const auto* value = std::get_if<Value>(&dims);
  if (value == nullptr) return dims;
  Result<Tensor> made = Tensor::Make(tensor->dtype, value->As<ShapeValue>()->dims);
  if (!made.ok()) return Outcome(MakeTrap(TrapKind::kOutOfMemory, made.error().message));
  if (!meter.Allocate(made->byte_count())) return Outcome(meter.Spent());
  outputs.push_back(Value{TensorValue{*std::move(made), -1}});
  return std::nullopt;
}

std::optional<Outcome> ShareInplace(const std::vector<int64_t>& inplace, std::vector<Value>& args,
                                    std::vector<Value>& outputs, SourceSpan span) {
  for (size_t i = 0; i < inplace.size(); ++i) {
    if (inplace[i] < 0) continue;
    auto index = static_cast<size_t>(inplace[i]);
    const auto* given = index < args.size() && i < outputs.size() ? args[index].As<TensorValue>() : nullptr;
    if (given == nullptr)
      return Outcome(MakeTrap(TrapKind::kArgument, "an output in place names no tensor argument", span));
    const Tensor taken = given->tensor;
    const Tensor copy = taken.Clone();
    for (Value& arg : args) {
      const auto* other = arg.As<TensorValue>();
      if (&arg == &args[index] || (other != nullptr && IsSameMemory(other->tensor, taken)))
        arg = Value{TensorValue{copy.Reshaped(other->tensor.shape()), -1}};
    }
  }
  // An argument that is given twice has been replaced twice.
  for (size_t i = 0; i < std::min(inplace.size(), outputs.size()); ++i) {
    if (inplace[i] >= 0) outputs[i] = args[static_cast<size_t>(inplace[i])];
  }
  return std::nullopt;
}

void Overwritten::Note(const Value& value) {
  const auto* tensor = value.As<TensorValue>();
  if (tensor != nullptr && tensor->tensor.byte_count() > 0)
    tensors_.insert_or_assign(tensor->tensor.data(), tensor->tensor);
}

// recursion: tuples nest as deep as the reader lets types
std::optional<Trap> Overwritten::CheckRead(const Value& value, SourceSpan span) const {
  if (tensors_.empty()) return std::nullopt;
  if (const auto* tuple = value.As<TupleValue>()) return CheckRead(tuple->fields, span);
  const auto* tensor = value.As<TensorValue>();
  if (tensor == nullptr || !tensors_.contains(tensor->tensor.data())) return std::nullopt;
  return MakeTrap(TrapKind::kStaleRead, "a tensor is read that call_tir_inplace has overwritten", span);
}

// recursion: none, it calls another overload
std::optional<Trap> Overwritten::CheckRead(std::span<const Value> values, SourceSpan span) const {
  for (const Value& value : values) {
    if (std::optional<Trap> trap = CheckRead(value, span)) return trap;
  }
  return std::nullopt;
}

Value ArrangeOutputs(const Type* type, const std::vector<Value>& outputs) {
  size_t next = 0;
  return Arrange(type, outputs, next);
}

}  // namespace assay
