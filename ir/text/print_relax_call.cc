// Calls: Relax operators with their attributes, the call_tir family, packed functions; constants.
#include <algorithm>

#include "ir/ops/op_spec.h"
#include "ir/tensor/scalar.h"
#include "ir/text/attr_printer.h"
#include "ir/text/call_printer.h"
#include "ir/text/expr_printer.h"
#include "ir/text/metadata.h"
#include "ir/text/print_literal.h"
#include "ir/text/type_printer.h"

namespace assay {

void CallPrinter::Callee(Out out, const assay::Expr* callee) {
  if (const auto* external = As<ExternFunc>(callee)) {
    literal::Quoted(out, external->global_symbol.text());
  } else {
    exprs_.Expr(out, callee);
  }
}

void CallPrinter::Operand(Out out, const assay::Expr* operand) {
  const auto* number = As<IntImm>(operand);
  if (number != nullptr && DTypeOf(number).IsBool()) {
    out += number->value != 0 ? "True" : "False";
  } else {
    exprs_.Expr(out, operand);
  }
}

namespace {

// TVM asks no deeper.
bool HasDTensor(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  return Is<DTensorType>(type) || (tuple != nullptr && std::ranges::any_of(tuple->fields, Is<DTensorType>));
}

}  // namespace

void CallPrinter::CallTir(Out out, const Call& call, std::string_view op) {
  head_.RelaxName(out, op == "call_tir" && HasDTensor(call.ty_args[0]) ? "dist.call_tir" : op);
  out += '(';
  Callee(out, call.args[0]);
  out += ", ";
  exprs_.Expr(out, call.args[1]);
  out += form_.OldRelax() ? ", out_sinfo=" : ", out_ty=";
  if (const auto* tuple = As<TupleType>(call.ty_args[0])) {
    out += '[';
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      if (i != 0) out += ", ";
      types_.Type(out, tuple->fields[i]);
    }
    out += ']';
  } else {
    types_.Type(out, call.ty_args[0]);
  }
  for (size_t i = 0; call.attrs != nullptr && i < call.attrs->keys.size(); ++i) {
    const auto* dict = As<AttrDict>(call.attrs->values[i]);
    if (Is<AttrNull>(call.attrs->values[i]) || (dict != nullptr && dict->keys.empty())) continue;
    out += ", ";
    out += call.attrs->keys[i].text();
    out += '=';
    attrs_.Attribute(out, call.attrs->values[i]);
  }
  // Extra arguments (the scalars of kernels whose shapes do not say them).
  if (call.args.size() > 2) {
    out += ", tir_vars=";
    exprs_.Expr(out, call.args[2]);
  }
  out += ')';
}

void CallPrinter::FormatCall(Out out, const Call& call, std::string_view op, size_t format_at) {
  head_.RelaxName(out, op);
  out += '(';
  bool first = true;
  for (size_t i = 0; i < call.args.size(); ++i) {
    if (i == format_at) continue;
    if (!first) out += ", ";
    first = false;
    Operand(out, call.args[i]);
  }
  out += first ? "format=" : ", format=";
  exprs_.Expr(out, call.args[format_at]);
  out += ')';
}

void CallPrinter::HintOnDevice(Out out, const Call& call) {
  head_.RelaxName(out, "hint_on_device(");
  exprs_.Expr(out, call.args[0]);
  out += ", ";
  head_.RelaxName(out, "device(");
  const AttrDict& attrs = *call.attrs;
  size_t last = attrs.keys.size() - 1;
  for (size_t i = 0; i < last; ++i) {
    if (i != 0) out += ", ";
    out += attrs.keys[i].text();
    out += '=';
    attrs_.Attribute(out, attrs.values[i]);
  }
  out += "), ";
  attrs_.Attribute(out, attrs.values[last]);
  out += ')';
}

// Calls with a form of their own; false for all others.
bool CallPrinter::SpecialCall(Out out, const Call& call, std::string_view op) {
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
    head_.RelaxName(out, "to_vdevice(");
    exprs_.Expr(out, call.args[0]);
    out += ", dst_vdevice=";
    attrs_.VDeviceReference(out, *vdevice);
    out += ')';
  } else {
    return false;
  }
  return true;
}

void CallPrinter::RelaxCall(Out out, const Call& call) {
  bool first = true;
  auto separate = [&] {
    if (!first) out += ", ";
    first = false;
  };
  if (const auto* op = As<Op>(call.op)) {
    std::string_view name = op->name.text();
    if (!name.starts_with("relax.")) return exprs_.Intrinsic(out, call);
    name.remove_prefix(6);
    if (SpecialCall(out, call, name)) return;
    head_.RelaxName(out, name);
    out += '(';
  } else if (const auto* external = As<ExternFunc>(call.op)) {
    head_.RelaxName(out, "call_packed(");
    separate();
    literal::Quoted(out, external->global_symbol.text());
  } else {
    exprs_.Expr(out, call.op);
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
      exprs_.Expr(out, call.args[i]);
  }
  for (size_t i = 0; call.attrs != nullptr && i < call.attrs->keys.size(); ++i) {
    separate();
    out += call.attrs->keys[i].text();
    out += '=';
    attrs_.OperatorAttribute(out, call.attrs->values[i]);
  }
  // 0.27 says what this operator has always done.
  if (form_.New() && op != nullptr && op->name == "relax.vision.multibox_transform_loc") out += ", apply_softmax=True";
  if (!call.ty_args.empty()) {
    separate();
    out += form_.OldRelax() ? "sinfo_args=(" : "ty_args=(";
    for (size_t i = 0; i < call.ty_args.size(); ++i) {
      if (i != 0) out += ", ";
      types_.Type(out, call.ty_args[i]);
    }
    out += call.ty_args.size() == 1 ? ",)" : ")";
  }
  out += ')';
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

void CallPrinter::ConstantReference(Out out, const Constant& constant) {
  size_t index = static_cast<size_t>(std::find(constants_.begin(), constants_.end(), &constant) - constants_.begin());
  if (index == constants_.size()) constants_.push_back(&constant);
  std::string_view key = form_.New() ? kNewConstantKey : kConstantKey;
  out += "metadata[\"" + std::string(key) + "\"][" + std::to_string(index) + "]";
}

// The text of a module or function with what it says of its constants.
std::string CallPrinter::WithConstants(std::string text) const {
  if (constants_.empty()) return text;
  MetadataForm form = form_.New() ? MetadataForm::k027 : MetadataForm::k026;
  if (form_.options.constants != ConstantForm::kOmitted) return WriteMetadata(constants_, form) + text;
  return text + "\n\n# Metadata omitted. Use show_meta=True in script() method to show it.";
}

// Scalars as TVM writes them; larger tensors as nested lists, which TVM reads, unless its own form is asked for.
void CallPrinter::ConstantValue(Out out, const Constant& constant) {
  bool inline_form =
      form_.options.constants == ConstantForm::kInline ? HasListForm(constant.value) : IsPlainScalar(constant.value);
  if (!inline_form && form_.program) scope_.CannotSay("a constant with an empty dimension");
  if (!inline_form) return ConstantReference(out, constant);
  bool distributed = Is<DTensorType>(constant.type);
  head_.RelaxName(out, distributed ? "dist.const(" : "const(");
  int64_t at = 0;
  literal::ConstantElements(out, constant.value, 0, at);
  out += ", ";
  if (distributed) {
    types_.Type(out, constant.type);
  } else {
    literal::Quoted(out, DTypeName(constant.value.dtype));
  }
  out += ')';
}

// Any packed function: the type that an ExternFunc has when nothing else is said.
bool CallPrinter::IsOpaque(const assay::Type* type) {
  const auto* func = As<FuncType>(type);
  return func != nullptr && !func->has_params && !func->purity &&
         (func->result == nullptr || Is<ObjectType>(func->result));
}

void CallPrinter::RelaxExpr(Out out, const assay::Expr* e) {
  switch (e->kind) {
    case NodeKind::kTuple: {
      Nodes<assay::Expr> fields = static_cast<const Tuple*>(e)->fields;
      if (fields.empty()) return head_.RelaxName(out, "tuple()");
      out += '(';
      exprs_.CommaList(out, fields);
      out += fields.size() == 1 ? ",)" : ")";
      return;
    }
    case NodeKind::kTupleGetItem: {
      const auto* n = static_cast<const TupleGetItem*>(e);
      exprs_.Expr(out, n->tuple);
      out += '[';
      literal::Int(out, n->index);
      out += ']';
      return;
    }
    case NodeKind::kShapeExpr: {
      head_.RelaxName(out, "shape([");
      Nodes<assay::Expr> values = static_cast<const ShapeExpr*>(e)->values;
      for (size_t i = 0; i < values.size(); ++i) {
        if (i != 0) out += ", ";
        types_.Dimension(out, values[i]);
      }
      out += "])";
      return;
    }
    case NodeKind::kConstant: return ConstantValue(out, *static_cast<const Constant*>(e));
    case NodeKind::kDataTypeImm:
      head_.RelaxName(out, "dtype(");
      literal::Quoted(out, DTypeName(static_cast<const DataTypeImm*>(e)->value));
      out += ')';
      return;
    case NodeKind::kExternFunc:
      head_.RelaxName(out, "ExternFunc(");
      literal::Quoted(out, static_cast<const ExternFunc*>(e)->global_symbol.text());
      if (e->type != nullptr && !IsOpaque(e->type)) {
        out += ", ";
        types_.Type(out, e->type);
      }
      out += ')';
      return;
    case NodeKind::kOp:
      head_.IrName(out, "Op(");
      literal::Quoted(out, static_cast<const Op*>(e)->name.text());
      out += ')';
      return;
    // other kinds: Expr has written them, or they are functions, branches and sequences, which no expression of a
    // well-formed module holds
    default:
      out += '<';
      out += NodeKindName(e->kind);
      out += '>';
  }
}

}  // namespace assay
