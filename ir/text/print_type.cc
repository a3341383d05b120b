// Types.
#include "ir/text/printer.h"
#include "ir/walk.h"

namespace assay {

void Printer::Type(Out out, const assay::Type* type) {
  if (type == nullptr) {
    RelaxName(out, "Any");
    return;
  }
  if (const auto* prim = As<PrimType>(type)) {
    std::string name = prim->dtype.IsVoid() ? "handle" : DTypeName(prim->dtype);
    if (!OldRelax() || prim_func_ != nullptr) return TirName(out, name);
    RelaxName(out, "Prim(");
    Quoted(out, name);
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
    bool relax = RelaxFunctionFrame() != nullptr;
    if (relax) {
      RelaxName(out, "Tuple");
    } else {
      TirName(out, "Tuple");
    }
    if (tuple->fields.empty()) return;
    out += '(';
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      if (i != 0) out += ", ";
      Type(out, tuple->fields[i]);
    }
    out += ')';
  } else {
    RelaxName(out, OldRelax() ? "Object" : "Any");
  }
}

void Printer::TensorTypeText(Out out, const TensorType& type) {
  RelaxName(out, "Tensor");
  size_t open = out.size();
  auto separate = [&] { out += out.size() == open ? "(" : ", "; };
  if (type.shape != nullptr) {
    separate();
    TensorShapeText(out, type.shape);
  }
  if (!type.dtype.IsVoid()) {
    separate();
    out += "dtype=";
    Quoted(out, DTypeName(type.dtype));
  }
  if (type.shape == nullptr && type.rank != kUnknownRank) {
    separate();
    out += "ndim=";
    Int(out, type.rank);
  }
  if (type.vdevice != nullptr) {
    separate();
    out += "vdevice=";
    VDeviceReference(out, *type.vdevice);
  }
  if (out.size() != open) out += ')';
}

// (n, 4), or the name of a shape.
void Printer::TensorShapeText(Out out, const assay::Expr* shape) {
  const auto* dims = As<ShapeExpr>(shape);
  if (dims == nullptr) return Expr(out, shape);
  out += '(';
  for (size_t i = 0; i < dims->values.size(); ++i) {
    if (i != 0) out += ", ";
    Dimension(out, dims->values[i]);
  }
  out += dims->values.size() == 1 ? ",)" : ")";
}

void Printer::ShapeTypeText(Out out, const ShapeType& type) {
  RelaxName(out, "Shape(");
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
  Int(out, type.rank);
  out += ')';
}

void Printer::FuncTypeText(Out out, const FuncType& type) {
  RelaxName(out, "Callable");
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

void Printer::PointerTypeText(Out out, const PointerType& type) {
  TirName(out, "handle");
  if (type.element.IsVoid()) {
    if (type.storage_scope == "global" || type.storage_scope.empty()) return;
    out += "(storage_scope=";
    Quoted(out, type.storage_scope.text());
    out += ')';
    return;
  }
  out += '(';
  Quoted(out, DTypeName(type.element));
  if (!type.storage_scope.empty()) {
    out += ", ";
    Quoted(out, type.storage_scope.text());
  }
  out += ')';
}

void Printer::Dimension(Out out, const assay::Expr* dim) {
  std::string text;
  Expr(text, dim);
  PrintFrame* frame = nullptr;
  for (PrintFrame& candidate : frames_) {
    if (candidate.in_signature) {
      frame = &candidate;
      break;
    }
  }
  bool quoted = false;
  // A bare declared dimension needs no quotes; an expression of such does.
  const auto* bare = As<Var>(dim);
  if (frame != nullptr && !Is<IntImm>(dim) && (bare == nullptr || !IsTypeVar(bare))) {
    WalkOnce(dim, [&](const Node* node) {
      const auto* var = As<Var>(node);
      quoted |= var != nullptr && frame->signature_vars.contains(var);
    });
  }
  if (quoted) {
    Quoted(out, text);
  } else {
    out += text;
  }
}

}  // namespace assay
