// Binding arguments to a PrimFunc's parameters.
#include "vm/kernel.h"

#include <fmt/format.h>

#include "ir/support/plural.h"
#include "vm/scalar_ops.h"

namespace assay {
namespace {

Trap BadArgument(const PrimFunc& func, size_t param, std::string_view what) {
  return MakeTrap(TrapKind::kArgument,
                  fmt::format("argument {} ({}): {}", param, func.params[param]->name.text(), what), func.span);
}

Scalar WithDType(Cell cell, DType dtype) {
  Scalar value;
  value.dtype = dtype.Scalar();
  value.u = cell.u;
  return value;
}

bool IsStringOrHandle(const Var* var) { return DTypeOf(var).IsHandle() || DTypeOf(var).IsVoid(); }

}  // namespace

KernelSignature KernelSignature::OfCalled(const PrimFunc& func) {
  KernelSignature signature;
  signature.func_ = &func;
  for (const Var* param : func.params) {
    if (!IsStringOrHandle(param)) signature.AddVar(param);
  }
  return signature;
}

Diag Unsupported(const Node* node, std::string message) {
  return {.kind = DiagKind::kUnsupported, .span = node->span, .message = std::move(message), .rule = {}, .labels = {}};
}

void KernelSignature::AddVar(const Var* var) {
  if (index_.emplace(var, vars_.size()).second) vars_.push_back(var);
}

size_t KernelSignature::IndexOf(const Var* var) const {
  auto found = index_.find(var);
  return found == index_.end() ? vars_.size() : found->second;
}

Result<KernelSignature> KernelSignature::Make(const PrimFunc& func) {
  KernelSignature signature;
  signature.func_ = &func;
  for (size_t i = 0; i < func.params.size(); ++i) {
    const Buffer* buffer = func.buffers[i];
    if (buffer == nullptr) {
      if (IsStringOrHandle(func.params[i])) {
        return Unsupported(func.params[i],
                           fmt::format("parameter {} is a handle without a buffer", func.params[i]->name.text()));
      }
      signature.AddVar(func.params[i]);
      continue;
    }
    for (const Expr* dim : buffer->shape) {
      if (const auto* var = As<Var>(dim)) signature.AddVar(var);
    }
    for (const Expr* stride : buffer->strides) {
      if (const auto* var = As<Var>(stride)) signature.AddVar(var);
    }
    if (const auto* var = As<Var>(buffer->elem_offset)) signature.AddVar(var);
  }
  return signature;
}

std::optional<Trap> KernelSignature::BindTensor(size_t param, const Tensor& tensor, Bound& bound) const {
  const Buffer& buffer = *func_->buffers[param];
  if (tensor.dtype() != buffer.dtype) {
    return BadArgument(*func_, param,
                       fmt::format("{} where {} is declared", DTypeName(tensor.dtype()), DTypeName(buffer.dtype)));
  }
  if (tensor.shape().size() != buffer.shape.size()) {
    return BadArgument(*func_, param, fmt::format("rank {} where {} is declared", tensor.rank(), buffer.shape.size()));
  }
  // Row-major strides, for buffers that name theirs.
  int64_t stride = 1;
  for (size_t axis = buffer.shape.size(); axis-- > 0;) {
    if (const auto* var = As<Var>(buffer.shape[axis])) bound.values[IndexOf(var)].i = tensor.shape()[axis];
    if (axis < buffer.strides.size()) {
      if (const auto* var = As<Var>(buffer.strides[axis])) bound.values[IndexOf(var)].i = stride;
    }
    stride *= tensor.shape()[axis];
  }
  bound.tensors[param] = tensor;
  return std::nullopt;
}

std::optional<Trap> KernelSignature::CheckShapes(const Bound& bound) const {
  VarLookup lookup = [&](const Var* var) -> std::optional<Scalar> {
    size_t index = IndexOf(var);
    if (index == vars_.size()) return std::nullopt;
    return WithDType(bound.values[index], DTypeOf(var));
  };
  for (size_t i = 0; i < func_->params.size(); ++i) {
    if (func_->buffers[i] == nullptr) continue;
    for (size_t axis = 0; axis < func_->buffers[i]->shape.size(); ++axis) {
      ScalarOutcome extent = EvalScalar(func_->buffers[i]->shape[axis], lookup);
      if (Trap* trap = std::get_if<Trap>(&extent)) return std::move(*trap);
      const Scalar* wanted = std::get_if<Scalar>(&extent);
      int64_t given = bound.tensors[i].shape()[axis];
      if (wanted == nullptr || wanted->AsInt() != given) {
        return BadArgument(*func_, i,
                           fmt::format("axis {} is {} where {} is declared", axis, given,
                                       wanted == nullptr ? "an expression" : ToText(*wanted)));
      }
    }
  }
  return std::nullopt;
}

std::variant<KernelSignature::Bound, Trap> KernelSignature::Bind(std::span<const Value> args) const {
  if (args.size() != func_->params.size()) {
    return MakeTrap(
        TrapKind::kArgument,
        fmt::format("{} for {}", Counted(args.size(), "argument"), Counted(func_->params.size(), "parameter")),
        func_->span);
  }
  Bound bound;
  bound.values.resize(vars_.size());
  bound.tensors.resize(args.size());
  for (size_t i = 0; i < args.size(); ++i) {
    if (func_->buffers[i] != nullptr) {
      const auto* tensor = args[i].As<TensorValue>();
      if (tensor == nullptr)
        return BadArgument(*func_, i, fmt::format("a {} where a tensor is declared", KindOf(args[i])));
      if (std::optional<Trap> trap = BindTensor(i, tensor->tensor, bound)) return std::move(*trap);
    }
  }
  // Scalars come after tensors, so that a parameter that names a dimension wins and is checked against the shapes.
  for (size_t i = 0; i < args.size(); ++i) {
    if (func_->buffers[i] != nullptr) continue;
    const auto* prim = args[i].As<PrimValue>();
    if (prim == nullptr) return BadArgument(*func_, i, fmt::format("a {} where a scalar is declared", KindOf(args[i])));
    bound.values[IndexOf(func_->params[i])].u = scalar::Cast(prim->scalar, DTypeOf(func_->params[i])).u;
  }
  if (std::optional<Trap> trap = CheckShapes(bound)) return std::move(*trap);
  return bound;
}

Outcome RunAsEntry(Kernel& kernel, std::span<const Value> args, Meter& meter) {
  std::vector<Value> own = OwnedCopies(args);
  Outcome outcome = kernel.Run(own, own.size(), meter);
  const auto* returned = std::get_if<Value>(&outcome);
  if (returned == nullptr) return outcome;
  TupleValue result;
  for (const Value& arg : own) {
    if (arg.As<TensorValue>() != nullptr) result.fields.push_back(arg);
  }
  if (returned->As<PrimValue>() != nullptr) result.fields.push_back(*returned);
  return Value{std::move(result)};
}

}  // namespace assay
