#include "ir/ops/describe.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/ops/op_spec.h"
#include "ir/prim/node.h"
#include "ir/support/unknown_name.h"
#include "ir/tensor/unknown_dtype.h"

namespace assay {
namespace {

// Messages show this much of what nests and of what is long.
constexpr int kDepth = 6;
constexpr size_t kItems = 8;

std::string_view OperatorText(NodeKind kind) {
  switch (kind) {
    case NodeKind::kAdd: return "+";
    case NodeKind::kSub: return "-";
    case NodeKind::kMul: return "*";
    case NodeKind::kDiv: return "/";
    case NodeKind::kMod:
    case NodeKind::kFloorMod: return "%";
    case NodeKind::kFloorDiv: return "//";
    // other kinds: shown as calls
    default: return {};
  }
}

// recursion: capped by depth
std::string DimAt(const Expr* e, int depth) {
  if (e == nullptr || depth == 0) return "…";
  if (const auto* var = As<Var>(e)) return var->name.str();
  if (const auto* number = As<IntImm>(e)) return std::to_string(number->value);
  if (const auto* number = As<FloatImm>(e)) return fmt::format("{}", number->value);
  if (const auto* cast = As<Cast>(e)) return DimAt(cast->value, depth);
  if (!IsBinary(e->kind)) return "…";
  const auto* binary = static_cast<const BinaryExpr*>(e);
  std::string_view symbol = OperatorText(e->kind);
  std::string a = DimAt(binary->a, depth - 1), b = DimAt(binary->b, depth - 1);
  if (symbol.empty()) return fmt::format("{}({}, {})", NodeKindName(e->kind), a, b);
  auto inner = [](const Expr* part, std::string text) { return IsBinary(part->kind) ? "(" + text + ")" : text; };
  return fmt::format("{} {} {}", inner(binary->a, std::move(a)), symbol, inner(binary->b, std::move(b)));
}

// The items' texts between commas; of many, the first.
template <class Items, class Text>
std::string Listed(const Items& items, const Text& text) {
  std::string out;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += ", ";
    if (i == kItems && items.size() > kItems + 1) return out + fmt::format("… {} more", items.size() - i);
    out += text(items[i]);
  }
  return out;
}

std::string DeviceText(const VDevice& device) {
  const auto* config = As<AttrDict>(device.target);
  const Attr* kind = config == nullptr ? device.target : config->Find("kind");
  const auto* name = As<AttrString>(kind);
  return fmt::format("vdevice=\"{}:{}:{}\"", name == nullptr ? "" : name->value.text(), device.vdevice_id,
                     device.memory_scope.text());
}

std::string TensorText(const TensorType& type) {
  std::vector<std::string> parts;
  if (const auto* dims = As<ShapeExpr>(type.shape)) {
    parts.push_back(DimsText(dims->values));
  } else if (const auto* shape = As<Var>(type.shape)) {
    parts.push_back(shape->name.str());
  } else if (type.rank != kUnknownRank) {
    parts.push_back(fmt::format("ndim={}", type.rank));
  }
  if (!type.dtype.IsVoid()) parts.push_back(DTypeName(type.dtype));
  if (type.vdevice != nullptr) parts.push_back(DeviceText(*type.vdevice));
  return fmt::format("Tensor({})", Listed(parts, [](const std::string& part) { return part; }));
}

// recursion: types nest no deeper than the reader lets them
std::string TypeAt(const Type* type, int depth) {
  if (type == nullptr) return "no type";
  if (depth == 0) return "…";
  if (const auto* tensor = As<TensorType>(type)) return TensorText(*tensor);
  if (const auto* prim = As<PrimType>(type)) return DTypeName(prim->dtype);
  if (const auto* dist = As<DTensorType>(type)) {
    std::span<const int64_t> mesh = dist->mesh == nullptr ? std::span<const int64_t>() : dist->mesh->shape;
    return fmt::format("D{} with \"{}\" on a mesh of ({})", TensorText(*dist->tensor), dist->placement.text(),
                       Listed(mesh, [](int64_t n) { return std::to_string(n); }));
  }
  if (const auto* shape = As<ShapeType>(type)) {
    if (shape->has_values) return fmt::format("Shape([{}])", Listed(shape->values, DimText));
    return shape->rank == kUnknownRank ? "Shape()" : fmt::format("Shape(ndim={})", shape->rank);
  }
  if (const auto* tuple = As<TupleType>(type)) {
    return fmt::format("Tuple({})", Listed(tuple->fields, [&](const Type* field) { return TypeAt(field, depth - 1); }));
  }
  if (Is<FuncType>(type)) return "Callable";
  return Is<ObjectType>(type) ? "Object" : std::string(NodeKindName(type->kind));
}

// recursion: capped by depth
std::string AttrAt(const Attr* attr, int depth) {
  if (attr == nullptr) return "nothing";
  if (depth == 0) return "…";
  if (Is<AttrNull>(attr)) return "None";
  if (const auto* truth = As<AttrBool>(attr)) return truth->value ? "True" : "False";
  if (const auto* number = As<AttrInt>(attr)) return std::to_string(number->value);
  if (const auto* number = As<AttrFloat>(attr)) return fmt::format("{}", number->value);
  if (const auto* text = As<AttrString>(attr)) return fmt::format("\"{}\"", text->value.text());
  if (const auto* dtype = As<AttrDType>(attr)) return dtype->value.IsVoid() ? "void" : DTypeName(dtype->value);
  if (const auto* list = As<AttrList>(attr)) {
    return fmt::format("[{}]", Listed(list->items, [&](const Attr* item) { return AttrAt(item, depth - 1); }));
  }
  const auto* node = As<AttrNode>(attr);
  return fmt::format("({})", NodeKindName(node == nullptr ? attr->kind : node->node->kind));
}

// What an argument is where its type does not say it all.
std::string LiteralText(const Expr* arg) {
  if (Is<IntImm>(arg) || Is<FloatImm>(arg)) return DimText(arg);
  if (const auto* text = As<StringImm>(arg)) return fmt::format("\"{}\"", text->value.text());
  if (const auto* dtype = As<DataTypeImm>(arg)) return DTypeName(dtype->value);
  if (const auto* op = As<Op>(arg)) return fmt::format("operator {}", op->name.text());
  if (const auto* global = As<GlobalVar>(arg)) return fmt::format("function {}", global->name.text());
  if (const auto* packed = As<ExternFunc>(arg))
    return fmt::format("packed function \"{}\"", packed->global_symbol.text());
  return {};
}

std::string OperandName(const Call& call, size_t index) {
  const auto* op = As<Op>(call.op);
  if (op == nullptr || op->spec == nullptr || op->spec->operands.empty()) return fmt::format("argument {}", index);
  const Operand& operand = op->spec->operands[std::min(index, op->spec->operands.size() - 1)];
  return operand.variadic ? fmt::format("{}[{}]", operand.name, index - (op->spec->operands.size() - 1))
                          : std::string(operand.name);
}

// A field's name in a message, and where it is written in the call, what stands there.
std::string FieldName(const Call& call, size_t index, size_t field) {
  const auto* tuple = As<Tuple>(call.args[index]);
  const auto* var = tuple != nullptr && field < tuple->fields.size() ? As<Var>(tuple->fields[field]) : nullptr;
  return fmt::format("{}[{}]{}", ArgName(call, index), field,
                     var == nullptr ? "" : fmt::format(" ({})", var->name.text()));
}

const Expr* DimAtAxis(const Type* type, int64_t axis) {
  const auto* tensor = As<TensorType>(type);
  const auto* shape = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
  const auto* own = As<ShapeType>(type);
  Nodes<Expr> dims = shape != nullptr ? shape->values : own != nullptr && own->has_values ? own->values : Nodes<Expr>();
  return axis >= 0 && axis < static_cast<int64_t>(dims.size()) ? dims[static_cast<size_t>(axis)] : nullptr;
}
int RankOf(const Type* type) {
  const auto* tensor = As<TensorType>(type);
  const auto* shape = As<ShapeType>(type);
  return tensor != nullptr ? tensor->rank : shape != nullptr ? shape->rank : kUnknownRank;
}

}  // namespace

std::string_view AttrKindText(AttrKind kind) {
  switch (kind) {
    case AttrKind::kBool: return "True or False";
    case AttrKind::kInt: return "an integer";
    case AttrKind::kFloat: return "a number";
    case AttrKind::kString: return "a string";
    case AttrKind::kDType: return "a dtype";
    case AttrKind::kIntList: return "a list of integers";
    case AttrKind::kAny: return "a value";
  }
  ASSAY_UNREACHABLE();
}

std::string DTypeHint(std::string_view written, std::string_view before) {
  // Of three letters every dtype is near.
  return written.size() < 4 ? std::string() : NearHint(written, OfferedDTypes(), before);
}
std::string DimText(const Expr* dim) { return DimAt(dim, kDepth); }
std::string DimsText(std::span<const Expr* const> dims) {
  return fmt::format("({}{})", Listed(dims, DimText), dims.size() == 1 ? "," : "");
}
std::string TypeText(const Type* type) { return TypeAt(type, kDepth); }
std::string AttrText(const Attr* attr) { return AttrAt(attr, kDepth); }

std::string ArgName(const Call& call, size_t index) {
  std::string operand = OperandName(call, index);
  const auto* var = index < call.args.size() ? As<Var>(call.args[index]) : nullptr;
  if (var == nullptr || var->name == operand) return operand;
  // "x", "x1" and the like say no more than the place does.
  if (operand.size() <= 2) return var->name.str();
  return fmt::format("{} ({})", var->name.text(), operand);
}

std::string FactText(const Call& call, const fact::Arg& found) {
  if (found.index >= call.args.size()) return fmt::format("{}: nothing", OperandName(call, found.index));
  const Expr* arg = call.args[found.index];
  std::string literal = LiteralText(arg);
  if (!literal.empty()) return fmt::format("{}={}", ArgName(call, found.index), literal);
  return fmt::format("{}: {}", ArgName(call, found.index), TypeText(arg->type));
}
// recursion: none, it calls another overload
std::string FactText(const Call& call, const fact::Field& found) {
  const Type* type = found.index < call.args.size() ? call.args[found.index]->type : nullptr;
  const auto* tuple = As<TupleType>(type);
  if (tuple == nullptr || found.field >= tuple->fields.size()) return FactText(call, fact::Arg{found.index});
  return fmt::format("{}: {}", FieldName(call, found.index, found.field), TypeText(tuple->fields[found.field]));
}
std::string FactText(const Call& call, const fact::Extent& found) {
  const Type* type = found.index < call.args.size() ? call.args[found.index]->type : nullptr;
  int rank = RankOf(type);
  int64_t axis = found.axis < 0 && rank != kUnknownRank ? found.axis + rank : found.axis;
  const Expr* dim = DimAtAxis(type, axis);
  if (dim == nullptr) return FactText(call, fact::Arg{found.index});
  return fmt::format("{} has {} (axis {})", ArgName(call, found.index), DimText(dim), axis);
}
std::string FactText(const Call& call, const fact::Attr& found) {
  return fmt::format("{}={}", found.name, AttrText(call.attrs == nullptr ? nullptr : call.attrs->Find(found.name)));
}
std::string FactText(const Call&, const fact::Value& found) { return fmt::format("{}={}", found.name, found.value); }
std::string FactText(const Call&, const fact::NamedDim& found) {
  return fmt::format("{}={}", found.name, DimText(found.value));
}
std::string FactText(const Call&, const fact::NamedDType& found) {
  return fmt::format("{}={}", found.name, DTypeName(found.value));
}
std::string FactText(const Call& call, const fact::OutTypes&) {
  return fmt::format("out_ty: {}", call.ty_args.empty() ? "nothing" : Listed(call.ty_args, TypeText));
}

}  // namespace assay
