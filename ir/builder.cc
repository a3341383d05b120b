#include "ir/builder.h"

#include <algorithm>
#include <cstring>

#include "ir/make.h"
#include "ir/prim/intrinsics.h"
#include "ir/support/check.h"

namespace assay {
namespace {

template <class T, class V>
const T* MakeAttrOf(Context& ctx, V value) {
  return Make<T>(ctx, [&](T& n) { n.value = value; });
}

}  // namespace

const AttrNull* MakeNull(Context& ctx) { return ctx.arena.New<AttrNull>(); }
const AttrBool* MakeAttrBool(Context& ctx, bool value) { return MakeAttrOf<AttrBool>(ctx, value); }
const AttrInt* MakeAttrInt(Context& ctx, int64_t value) { return MakeAttrOf<AttrInt>(ctx, value); }
const AttrFloat* MakeAttrFloat(Context& ctx, double value) { return MakeAttrOf<AttrFloat>(ctx, value); }
const AttrDType* MakeAttrDType(Context& ctx, DType value) { return MakeAttrOf<AttrDType>(ctx, value); }
const AttrString* MakeAttrString(Context& ctx, std::string_view value) {
  return MakeAttrOf<AttrString>(ctx, ctx.Intern(value));
}
const AttrList* MakeAttrList(Context& ctx, const std::vector<const Attr*>& items) {
  return Make<AttrList>(ctx, [&](AttrList& n) { n.items = ctx.Copy(items); });
}
const AttrList* MakeAttrInts(Context& ctx, std::span<const int64_t> values) {
  std::vector<const Attr*> items;
  for (int64_t value : values) items.push_back(MakeAttrInt(ctx, value));
  return MakeAttrList(ctx, items);
}
const AttrNode* MakeAttrNode(Context& ctx, const Node* node) {
  return Make<AttrNode>(ctx, [&](AttrNode& n) { n.node = node; });
}
const AttrDict* MakeDict(Context& ctx, const AttrItems& items) {
  std::vector<Name> keys;
  std::vector<const Attr*> values;
  for (auto [key, value] : items) {
    keys.push_back(ctx.Intern(key));
    values.push_back(value);
  }
  return Make<AttrDict>(ctx, [&](AttrDict& n) {
    n.keys = ctx.Copy(keys);
    n.values = ctx.Copy(values);
  });
}
const AttrDict* MakeSortedDict(Context& ctx, AttrItems items) {
  if (items.empty()) return nullptr;
  std::sort(items.begin(), items.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return MakeDict(ctx, items);
}
const AttrDict* WithAttr(Context& ctx, const AttrDict* dict, std::string_view key, const Attr* value) {
  AttrItems items;
  for (size_t i = 0; dict != nullptr && i < dict->keys.size(); ++i) {
    if (!(dict->keys[i] == key)) items.emplace_back(dict->keys[i].text(), dict->values[i]);
  }
  if (value != nullptr) items.emplace_back(key, value);
  return MakeSortedDict(ctx, std::move(items));
}

const TensorType* MakeTensorType(Context& ctx, const Expr* shape, DType dtype, const VDevice* vdevice) {
  return Make<TensorType>(ctx, [&](TensorType& n) {
    n.shape = shape;
    n.dtype = dtype;
    n.vdevice = vdevice;
    if (const auto* dims = As<ShapeExpr>(shape)) n.rank = static_cast<int>(dims->values.size());
    if (const auto* type = shape == nullptr ? nullptr : As<ShapeType>(shape->type)) n.rank = type->rank;
  });
}
const TensorType* MakeTensorType(Context& ctx, const std::vector<const Expr*>& dims, DType dtype,
                                 const VDevice* vdevice) {
  return MakeTensorType(ctx, static_cast<const Expr*>(MakeShape(ctx, dims)), dtype, vdevice);
}
const TensorType* MakeTensorTypeOfRank(Context& ctx, int rank, DType dtype, const VDevice* vdevice) {
  return Make<TensorType>(ctx, [&](TensorType& n) {
    n.dtype = dtype;
    n.rank = rank;
    n.vdevice = vdevice;
  });
}
const ShapeType* MakeShapeType(Context& ctx, const std::vector<const Expr*>& dims) {
  return Make<ShapeType>(ctx, [&](ShapeType& n) {
    n.has_values = true;
    n.values = ctx.Copy(dims);
    n.rank = static_cast<int>(dims.size());
  });
}
const ShapeType* MakeShapeTypeOfRank(Context& ctx, int rank) {
  return Make<ShapeType>(ctx, [&](ShapeType& n) { n.rank = rank; });
}
const TupleType* MakeTupleType(Context& ctx, const std::vector<const Type*>& fields) {
  return Make<TupleType>(ctx, [&](TupleType& n) { n.fields = ctx.Copy(fields); });
}
const FuncType* MakeFuncType(Context& ctx, const std::vector<const Type*>& params, const Type* result, bool purity) {
  return Make<FuncType>(ctx, [&](FuncType& n) {
    n.has_params = true;
    n.params = ctx.Copy(params);
    n.result = result;
    n.purity = purity;
  });
}
const PointerType* MakePointerType(Context& ctx, DType element, std::string_view scope) {
  return Make<PointerType>(ctx, [&](PointerType& n) {
    n.element = element;
    n.storage_scope = ctx.Intern(scope);
  });
}

const Var* MakeVar(Context& ctx, std::string_view name, const Type* type, VarFlavor flavor) {
  return Make<Var>(ctx, [&](Var& n) {
    n.name = ctx.Intern(name);
    n.type = type;
    n.flavor = flavor;
  });
}
const Var* MakeVar(Context& ctx, std::string_view name, DType dtype) { return MakeVar(ctx, name, ctx.Prim(dtype)); }
const IntImm* MakeInt(Context& ctx, int64_t value, DType dtype) {
  return Make<IntImm>(ctx, [&](IntImm& n) {
    n.value = value;
    n.type = ctx.Prim(dtype);
  });
}
const IntImm* MakeBool(Context& ctx, bool value) { return MakeInt(ctx, value ? 1 : 0, DType::Bool()); }
const FloatImm* MakeFloat(Context& ctx, double value, DType dtype) {
  return Make<FloatImm>(ctx, [&](FloatImm& n) {
    n.value = value;
    n.type = ctx.Prim(dtype);
  });
}
const StringImm* MakeString(Context& ctx, std::string_view value) {
  return Make<StringImm>(ctx, [&](StringImm& n) {
    n.value = ctx.Intern(value);
    n.type = ctx.Object();
  });
}
const Expr* MakeCast(Context& ctx, DType to, const Expr* value) {
  return Make<Cast>(ctx, [&](Cast& n) {
    n.value = value;
    n.type = ctx.Prim(to);
  });
}
const Expr* MakeBinary(Context& ctx, NodeKind kind, const Expr* a, const Expr* b) {
  ASSAY_CHECK(IsBinary(kind));
  ASSAY_CHECK(DTypeOf(a) == DTypeOf(b), "operands of a binary expression have one dtype");
  BinaryExpr* n = ctx.arena.New<Add>();
  n->kind = kind;
  n->a = a;
  n->b = b;
  bool logical = IsComparison(kind) || kind == NodeKind::kAnd || kind == NodeKind::kOr;
  n->type = logical ? ctx.Prim(DType::Bool(DTypeOf(a).lanes)) : a->type;
  return n;
}
const Expr* MakeNot(Context& ctx, const Expr* a) {
  return Make<Not>(ctx, [&](Not& n) {
    n.a = a;
    n.type = a->type;
  });
}
const Expr* MakeSelect(Context& ctx, const Expr* condition, const Expr* true_value, const Expr* false_value) {
  return Make<Select>(ctx, [&](Select& n) {
    n.condition = condition;
    n.true_value = true_value;
    n.false_value = false_value;
    n.type = true_value->type;
  });
}
const Call* MakeIntrinsic(Context& ctx, std::string_view name, DType result, const std::vector<const Expr*>& args) {
  return MakeCall(ctx, ctx.InternOp(name, nullptr), args, nullptr, {}, ctx.Prim(result));
}
const Call* MakeIntrinsic(Context& ctx, IntrinsicId id, DType result, const std::vector<const Expr*>& args) {
  return MakeIntrinsic(ctx, IntrinsicRow(id).op_name, result, args);
}
const GlobalVar* MakeGlobalVar(Context& ctx, std::string_view name) {
  return Make<GlobalVar>(ctx, [&](GlobalVar& n) { n.name = ctx.Intern(name); });
}
const Call* MakeCall(Context& ctx, const Expr* op, const std::vector<const Expr*>& args, const AttrDict* attrs,
                     const std::vector<const Type*>& ty_args, const Type* type) {
  return Make<Call>(ctx, [&](Call& n) {
    n.op = op;
    n.args = ctx.Copy(args);
    n.attrs = attrs;
    n.ty_args = ctx.Copy(ty_args);
    n.type = type;
  });
}

}  // namespace assay
