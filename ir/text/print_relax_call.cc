// Calls: Relax operators with their attributes, the call_tir family, packed functions; constants.
#include <algorithm>

#include "ir/ops/op_spec.h"
#include "ir/tensor/scalar.h"
#include "ir/text/metadata.h"
#include "ir/text/printer.h"

namespace assay {

void Printer::Callee(Out out, const assay::Expr* callee) {
  if (const auto* external = As<ExternFunc>(callee)) {
    Quoted(out, external->global_symbol.text());
  } else {
    Expr(out, callee);
  }
}

void Printer::Operand(Out out, const assay::Expr* operand) {
  const auto* number = As<IntImm>(operand);
  if (number != nullptr && DTypeOf(number).IsBool()) {
    out += number->value != 0 ? "True" : "False";
  } else {
    Expr(out, operand);
  }
}

namespace {

// TVM asks no deeper.
bool HasDTensor(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  return Is<DTensorType>(type) || (tuple != nullptr && std::ranges::any_of(tuple->fields, Is<DTensorType>));
}

}  // namespace

void Printer::CallTir(Out out, const Call& call, std::string_view op) {
  RelaxName(out, op == "call_tir" && HasDTensor(call.ty_args[0]) ? "dist.call_tir" : op);
  out += '(';
  Callee(out, call.args[0]);
  out += ", ";
  Expr(out, call.args[1]);
  out += OldRelax() ? ", out_sinfo=" : ", out_ty=";
  if (const auto* tuple = As<TupleType>(call.ty_args[0])) {
    out += '[';
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      if (i != 0) out += ", ";
      Type(out, tuple->fields[i]);
    }
    out += ']';
  } else {
    Type(out, call.ty_args[0]);
  }
  for (size_t i = 0; call.attrs != nullptr && i < call.attrs->keys.size(); ++i) {
    const auto* dict = As<AttrDict>(call.attrs->values[i]);
    if (Is<AttrNull>(call.attrs->values[i]) || (dict != nullptr && dict->keys.empty())) continue;
    out += ", ";
    out += call.attrs->keys[i].text();
    out += '=';
    Attribute(out, call.attrs->values[i]);
  }
  // Extra arguments (the scalars of kernels whose shapes do not say them).
  if (call.args.size() > 2) {
    out += ", tir_vars=";
    Expr(out, call.args[2]);
  }
  out += ')';
}

void Printer::FormatCall(Out out, const Call& call, std::string_view op, size_t format_at) {
  RelaxName(out, op);
  out += '(';
  bool first = true;
  for (size_t i = 0; i < call.args.size(); ++i) {
    if (i == format_at) continue;
    if (!first) out += ", ";
    first = false;
    Operand(out, call.args[i]);
  }
  out += first ? "format=" : ", format=";
  Expr(out, call.args[format_at]);
  out += ')';
}

void Printer::HintOnDevice(Out out, const Call& call) {
  RelaxName(out, "hint_on_device(");
  Expr(out, call.args[0]);
  out += ", ";
  RelaxName(out, "device(");
  const AttrDict& attrs = *call.attrs;
  size_t last = attrs.keys.size() - 1;
  for (size_t i = 0; i < last; ++i) {
    if (i != 0) out += ", ";
    out += attrs.keys[i].text();
    out += '=';
    Attribute(out, attrs.values[i]);
  }
  out += "), ";
  Attribute(out, attrs.values[last]);
  out += ')';
}

// Calls with a form of their own; false for all others.
bool Printer::SpecialCall(Out out, const Call& call, std::string_view op) {
  bool tir_family = op == "call_tir" || op == "call_tir_inplace" || op == "call_dps_packed" ||
                    op == "call_tir_with_grad" || op == "dist.call_tir_local_view";
  if (tir_family && call.args.size() >= 2 && call.ty_args.size() == 1) {
    CallTir(out, call, op);
  } else if (op == "assert_op" && call.args.size() >= 2) {
    FormatCall(out, call, op, 1);
  } else if (op == "print" && !call.args.empty()) {
    FormatCall(out, call, op, 0);
  } else if (op == "hint_on_device" && call.attrs != nullptr && !call.attrs->keys.empty()) {
    HintOnDevice(out, call);
  } else if (op == "to_vdevice" && call.attrs != nullptr && call.attrs->Find("dst_vdevice") != nullptr) {
    const auto* node = As<AttrNode>(call.attrs->Find("dst_vdevice"));
    const auto* vdevice = node == nullptr ? nullptr : As<VDevice>(node->node);
    if (vdevice == nullptr) return false;
    RelaxName(out, "to_vdevice(");
    Expr(out, call.args[0]);
    out += ", dst_vdevice=";
    VDeviceReference(out, *vdevice);
    out += ')';
  } else {
    return false;
  }
  return true;
}

void Printer::RelaxCall(Out out, const Call& call) {
  bool first = true;
  auto separate = [&] {
    if (!first) out += ", ";
    first = false;
  };
  if (const auto* op = As<Op>(call.op)) {
    std::string_view name = op->name.text();
    if (!name.starts_with("relax.")) return Intrinsic(out, call);
    name.remove_prefix(6);
    if (SpecialCall(out, call, name)) return;
    RelaxName(out, name);
    out += '(';
  } else if (const auto* external = As<ExternFunc>(call.op)) {
    RelaxName(out, "call_packed(");
    separate();
    Quoted(out, external->global_symbol.text());
  } else {
    Expr(out, call.op);
    out += '(';
  }
  const auto* op = As<Op>(call.op);
  const OpSpec* row = op == nullptr ? nullptr : FindOp(op->name.text().substr(6));
  bool bare_truth = row != nullptr && !row->operands.empty() && !row->operands.back().variadic;
  for (size_t i = 0; i < call.args.size(); ++i) {
    separate();
    if (i == 0 && Is<ExternFunc>(call.args[i]))
      Callee(out, call.args[i]);
    else if (bare_truth)
      Operand(out, call.args[i]);
    else
      Expr(out, call.args[i]);
  }
  for (size_t i = 0; call.attrs != nullptr && i < call.attrs->keys.size(); ++i) {
    separate();
    out += call.attrs->keys[i].text();
    out += '=';
    OperatorAttribute(out, call.attrs->values[i]);
  }
  // 0.27 says what this operator has always done.
  if (options_.dialect == TextDialect::k027 && op != nullptr && op->name == "relax.vision.multibox_transform_loc")
    out += ", apply_softmax=True";
  if (!call.ty_args.empty()) {
    separate();
    out += OldRelax() ? "sinfo_args=(" : "ty_args=(";
    for (size_t i = 0; i < call.ty_args.size(); ++i) {
      if (i != 0) out += ", ";
      Type(out, call.ty_args[i]);
    }
    out += call.ty_args.size() == 1 ? ",)" : ")";
  }
  out += ')';
}

void Printer::ConstantElements(Out out, const TensorView& value, size_t axis, int64_t& at) {
  if (axis == value.shape.size()) {
    Scalar scalar = LoadScalar(value.dtype, value.data + at++ * value.dtype.ElementBytes());
    if (value.dtype.IsFloating())
      Float(out, scalar.f);
    else if (value.dtype.IsBool())
      out += scalar.u != 0 ? "True" : "False";
    else if (value.dtype.IsUInt())
      out += std::to_string(scalar.u);
    else
      Int(out, scalar.i);
    return;
  }
  out += '[';
  for (int64_t i = 0; i < value.shape[axis]; ++i) {
    if (i != 0) out += ", ";
    ConstantElements(out, value, axis + 1, at);
  }
  out += ']';
}

namespace {

// The scalars that TVM writes as such.
bool IsPlainScalar(const TensorView& value) {
  DType dtype = value.dtype;
  bool narrow_float = dtype.IsFloating() && dtype.code != DTypeCode::kFloat;
  return value.shape.empty() && !dtype.IsUInt() && !narrow_float && (dtype.bits >= 8);
}

// Lists cannot say what follows an empty dimension.
bool HasListForm(const TensorView& value) {
  auto empty = std::ranges::find(value.shape, 0);
  return empty == value.shape.end() || empty + 1 == value.shape.end();
}

}  // namespace

void Printer::ConstantReference(Out out, const Constant& constant) {
  size_t index = static_cast<size_t>(std::find(constants_.begin(), constants_.end(), &constant) - constants_.begin());
  if (index == constants_.size()) constants_.push_back(&constant);
  std::string_view key = options_.dialect == TextDialect::k027 ? kNewConstantKey : kConstantKey;
  out += "metadata[\"" + std::string(key) + "\"][" + std::to_string(index) + "]";
}

// The text of a module or function with what it says of its constants.
std::string Printer::WithConstants(std::string text) const {
  if (constants_.empty()) return text;
  MetadataForm form = options_.dialect == TextDialect::k027 ? MetadataForm::k027 : MetadataForm::k026;
  if (options_.constants != ConstantForm::kOmitted) return WriteMetadata(constants_, form) + text;
  return text + "\n\n# Metadata omitted. Use show_meta=True in script() method to show it.";
}

// Scalars as TVM writes them; larger tensors as nested lists, which TVM reads, unless its own form is asked for.
void Printer::ConstantValue(Out out, const Constant& constant) {
  bool inline_form =
      options_.constants == ConstantForm::kInline ? HasListForm(constant.value) : IsPlainScalar(constant.value);
  if (!inline_form) return ConstantReference(out, constant);
  bool distributed = Is<DTensorType>(constant.type);
  RelaxName(out, distributed ? "dist.const(" : "const(");
  int64_t at = 0;
  ConstantElements(out, constant.value, 0, at);
  out += ", ";
  if (distributed) {
    Type(out, constant.type);
  } else {
    Quoted(out, DTypeName(constant.value.dtype));
  }
  out += ')';
}

}  // namespace assay
