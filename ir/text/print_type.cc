// Types.
#include "ir/text/attr_printer.h"
#include "ir/text/expr_printer.h"
#include "ir/text/print_literal.h"
#include "ir/text/type_printer.h"
#include "ir/walk.h"

namespace assay {

void TypePrinter::Type(Out out, const assay::Type* type) {
  if (type == nullptr) {
    head_.RelaxName(out, "Any");
    return;
  }
  if (const auto* prim = As<PrimType>(type)) {
    std::string name = prim->dtype.IsVoid() ? "handle" : DTypeName(prim->dtype);
    if (!form_.OldRelax() || scope_.kernel() != nullptr) return head_.TirName(out, name);
    head_.RelaxName(out, "Prim(");
    literal::Quoted(out, name);
    out += ')';
  } else if (const auto* pointer = As<PointerType>(type)) {
    PointerTypeText(out, *pointer);
  } else if (const auto* tensor = As<TensorType>(type)) {
    TensorTypeText(out, *tensor);
  } else if (const auto* distributed = As<DTensorType>(type)) {
    DTensorTypeText(out, *distributed);
  } else if (const auto* shape = As<ShapeType>(type)) {
    ShapeTypeText(out, *shape);
  } else if (const auto* func = As<FuncType>(type)) {
    FuncTypeText(out, *func);
  } else if (const auto* tuple = As<TupleType>(type)) {
    bool relax = scope_.RelaxFunctionFrame() != nullptr;
    if (relax) {
      head_.RelaxName(out, "Tuple");
    } else {
      head_.TirName(out, "Tuple");
    }
    if (tuple->fields.empty()) return;
    out += '(';
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      if (i != 0) out += ", ";
      Type(out, tuple->fields[i]);
    }
    out += ')';
  } else {
    head_.RelaxName(out, form_.OldRelax() ? "Object" : "Any");
  }
}

void TypePrinter::TensorTypeText(Out out, const TensorType& type) {
  head_.RelaxName(out, "Tensor");
  size_t open = out.size();
  auto separate = [&] { out += out.size() == open ? "(" : ", "; };
  if (type.shape != nullptr) {
    separate();
    TensorShapeText(out, type.shape);
  }
  if (!type.dtype.IsVoid()) {
    separate();
    out += "dtype=";
    literal::Quoted(out, DTypeName(type.dtype));
  }
  if (type.shape == nullptr && type.rank != kUnknownRank) {
    separate();
    out += "ndim=";
    literal::Int(out, type.rank);
  }
  if (type.vdevice != nullptr) {
    separate();
    out += "vdevice=";
    attrs_.VDeviceReference(out, *type.vdevice);
  }
  if (out.size() != open) out += ')';
}

// (n, 4), or the name of a shape.
void TypePrinter::TensorShapeText(Out out, const assay::Expr* shape) {
  const auto* dims = As<ShapeExpr>(shape);
  if (dims == nullptr) return exprs_.Expr(out, shape);
  out += '(';
  for (size_t i = 0; i < dims->values.size(); ++i) {
    if (i != 0) out += ", ";
    Dimension(out, dims->values[i]);
  }
  out += dims->values.size() == 1 ? ",)" : ")";
}

void TypePrinter::ShapeTypeText(Out out, const ShapeType& type) {
  head_.RelaxName(out, "Shape(");
  if (type.has_values) {
    out += '[';
    for (size_t i = 0; i < type.values.size(); ++i) {
      if (i != 0) out += ", ";
      Dimension(out, type.values[i]);
    }
    out += "])";
    return;
  }
  out += "ndim=";
  literal::Int(out, type.rank);
  out += ')';
}

void TypePrinter::FuncTypeText(Out out, const FuncType& type) {
  head_.RelaxName(out, "Callable");
  if (!type.has_params) {
    size_t open = out.size();
    if (type.result != nullptr && !Is<ObjectType>(type.result)) {
      out += "(ret=";
      Type(out, type.result);
    }
    if (type.purity) out += out.size() == open ? "(purity=True" : ", purity=True";
    if (out.size() != open) out += ')';
    return;
  }
  out += "((";
  for (size_t i = 0; i < type.params.size(); ++i) {
    if (i != 0) out += ", ";
    Type(out, type.params[i]);
  }
  out += type.params.size() == 1 ? ",), " : "), ";
  Type(out, type.result);
  out += type.purity ? ", True)" : ", False)";
}

void TypePrinter::PointerTypeText(Out out, const PointerType& type) {
  head_.TirName(out, "handle");
  if (type.element.IsVoid()) {
    if (type.storage_scope == "global" || type.storage_scope.empty()) return;
    out += "(storage_scope=";
    literal::Quoted(out, type.storage_scope.text());
    out += ')';
    return;
  }
  out += '(';
  literal::Quoted(out, DTypeName(type.element));
  if (!type.storage_scope.empty()) {
    out += ", ";
    literal::Quoted(out, type.storage_scope.text());
  }
  out += ')';
}

void TypePrinter::Dimension(Out out, const assay::Expr* dim) {
  std::string text;
  exprs_.Expr(text, dim);
  const PrintFrame* frame = scope_.SignatureFrame();
  bool quoted = false;
  // A bare declared dimension needs no quotes; an expression of such does.
  const auto* bare = As<Var>(dim);
  if (frame != nullptr && !form_.program && !Is<IntImm>(dim) && (bare == nullptr || !head_.IsTypeVar(bare))) {
    WalkOnce(dim, [&](const Node* node) {
      const auto* var = As<Var>(node);
      quoted |= var != nullptr && frame->signature_vars.contains(var);
    });
  }
  if (quoted) {
    literal::Quoted(out, text);
  } else {
    out += text;
  }
}

}  // namespace assay
