// Metamorphic moves on one value: something is done to it and undone again, to the bit. Each is a rule: which types it
// fits, and what stands for the value.
#include "generators/moves/relax_places.h"
#include "ir/ops/infer_rules.h"
#include "ir/tensor/tensor.h"

namespace assay {
namespace {

using Attrs = AttrItems;
struct WrapIn {
  BindingEditor& editor;
  MoveSite& site;
  const Var* value;

  Context& ctx() const { return site.ctx; }
  const TensorType* tensor() const { return As<TensorType>(value->type); }
};
// The expression that equals the value; nullptr when it does not fit after all.
using WrapFn = const Expr* (*)(const WrapIn&);
using FitsFn = bool (*)(const Type*);

// A value computed by a call or read from somewhere, under another name, and `wrap` of it in its place.
std::optional<Module> Wrap(MoveSite& site, FitsFn fits, WrapFn wrap) {
  auto place = DrawPlace(site, [&](const Place& p) {
    return !Is<Function>(p.binding->value) && p.binding->var->type != nullptr && fits(p.binding->var->type);
  });
  if (!place) return std::nullopt;
  return EditBinding(site, *place, [&](BindingEditor& editor, const VarBinding& binding) -> const Expr* {
    // The variable keeps what it claims, so that nothing behind it is typed otherwise.
    if (!SameType(binding.value->type, binding.var->type)) return nullptr;
    const Expr* wrapped = wrap({editor, site, editor.Emit(binding.value)});
    return wrapped != nullptr && SameType(wrapped->type, binding.var->type) ? wrapped : nullptr;
  });
}

// ---- which types

bool HasValue(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  return tuple == nullptr || !tuple->fields.empty();
}
bool IsTensor(const Type* type) { return Is<TensorType>(type) && !As<TensorType>(type)->dtype.IsVoid(); }
bool HasDims(const Type* type) { return IsTensor(type) && Is<ShapeExpr>(As<TensorType>(type)->shape); }
bool HasRank(const Type* type, int least) { return HasDims(type) && As<TensorType>(type)->rank >= least; }
bool IsVector(const Type* type) { return HasRank(type, 1); }
bool IsMatrix(const Type* type) { return HasRank(type, 2); }
bool IsTensorOf(const Type* type, DTypeSet set) { return HasDims(type) && Contains(set, As<TensorType>(type)->dtype); }
bool IsInteger(const Type* type) { return IsTensorOf(type, kIntegers); }
bool IsBool(const Type* type) { return IsTensorOf(type, kBoolDType); }
// Signed, and wide enough to have arithmetic of its own.
bool IsSigned(const Type* type) {
  return IsTensorOf(type, kIntDType) || (IsTensorOf(type, kFloatDType) && As<TensorType>(type)->dtype.bits >= 16);
}
bool IsNarrow(const Type* type) {
  if (!HasDims(type)) return false;
  DType dtype = As<TensorType>(type)->dtype;
  return dtype == DType::Float(16) || dtype == DType::Float(32) || (dtype.IsInt() && dtype.bits < 64);
}
bool HasNoZeroDim(const Type* type) {
  if (!IsVector(type)) return false;
  for (const Expr* dim : As<ShapeExpr>(As<TensorType>(type)->shape)->values) {
    if (AsInt(dim) != nullptr && AsInt(dim)->value == 0) return false;
  }
  return true;
}

// ---- what stands for the value

const Attr* Int(const WrapIn& in, int64_t value) { return MakeAttrInt(in.ctx(), value); }
int64_t DrawAxis(const WrapIn& in) {
  return static_cast<int64_t>(in.site.bytes.Below(static_cast<uint64_t>(in.tensor()->rank)));
}

// op(op(value)) with the same attributes.
const Expr* Twice(const WrapIn& in, std::string_view op, const Attrs& attrs = {}) {
  const Var* once = in.editor.EmitOp(op, {in.value}, attrs);
  return once == nullptr ? nullptr : TypedOpCall(in.ctx(), in.site.module, op, {once}, attrs);
}
// second(first(value)).
const Expr* ThereAndBack(const WrapIn& in, std::string_view first, const Attrs& there, std::string_view second,
                         const Attrs& back) {
  const Var* once = in.editor.EmitOp(first, {in.value}, there);
  return once == nullptr ? nullptr : TypedOpCall(in.ctx(), in.site.module, second, {once}, back);
}
const Expr* WithScalar(const WrapIn& in, std::string_view op, int64_t scalar) {
  const Constant* constant = MakeConstant(in.ctx(), Tensor::Of(Scalar::Int(in.tensor()->dtype, scalar)));
  return TypedOpCall(in.ctx(), in.site.module, op, {in.value, constant});
}

const Expr* Alias(const WrapIn& in) { return in.value; }
const Expr* TupleField(const WrapIn& in) {
  std::vector<const Expr*> fields{in.value, in.value};
  fields.resize(1 + in.site.bytes.Below(2));
  int64_t index = static_cast<int64_t>(in.site.bytes.Below(fields.size()));
  return MakeTupleGetItem(in.ctx(), in.editor.Emit(MakeTuple(in.ctx(), fields)), index);
}
const Expr* CastToItself(const WrapIn& in) {
  VarFlavor flavor = in.value->flavor;
  const Var* cast = MakeVar(in.ctx(), "cast", in.value->type, flavor);
  in.editor.EmitBinding(MakeMatchCast(in.ctx(), cast, in.value, in.value->type));
  return cast;
}
const Expr* TransposeTwice(const WrapIn& in) {
  std::vector<int64_t> axes, back(static_cast<size_t>(in.tensor()->rank));
  for (int64_t i = 0; i < in.tensor()->rank; ++i) {
    axes.insert(axes.begin() + static_cast<std::ptrdiff_t>(in.site.bytes.Below(axes.size() + 1)), i);
  }
  for (size_t i = 0; i < axes.size(); ++i) back[static_cast<size_t>(axes[i])] = static_cast<int64_t>(i);
  return ThereAndBack(in, "permute_dims", {{"axes", MakeAttrInts(in.ctx(), axes)}}, "permute_dims",
                      {{"axes", MakeAttrInts(in.ctx(), back)}});
}
const Expr* ReshapeToItself(const WrapIn& in) {
  Nodes<Expr> dims = As<ShapeExpr>(in.tensor()->shape)->values;
  return TypedOpCall(in.ctx(), in.site.module, "reshape", {in.value, MakeShape(in.ctx(), {dims.begin(), dims.end()})});
}
const Expr* SplitAndConcat(const WrapIn& in) {
  int64_t axis = DrawAxis(in);
  const IntImm* extent = AsInt(As<ShapeExpr>(in.tensor()->shape)->values[static_cast<size_t>(axis)]);
  if (extent == nullptr || extent->value == 0 || extent->value % 2 != 0) return nullptr;
  return ThereAndBack(in, "split", {{"indices_or_sections", Int(in, 2)}, {"axis", Int(in, axis)}}, "concat",
                      {{"axis", Int(in, axis)}});
}
const Expr* FlipTwice(const WrapIn& in) { return Twice(in, "flip", {{"axis", Int(in, DrawAxis(in))}}); }
const Expr* ExpandAndSqueeze(const WrapIn& in) {
  const Attr* axis = MakeAttrInts(in.ctx(), std::vector<int64_t>{DrawAxis(in)});
  return ThereAndBack(in, "expand_dims", {{"axis", axis}}, "squeeze", {{"axis", axis}});
}
const Expr* WidenAndNarrow(const WrapIn& in) {
  DType dtype = in.tensor()->dtype;
  DType wide = dtype.IsFloating() ? DType::Float(64) : DType::Int(64);
  return ThereAndBack(in, "astype", {{"dtype", MakeAttrDType(in.ctx(), wide)}}, "astype",
                      {{"dtype", MakeAttrDType(in.ctx(), dtype)}});
}
const Expr* NegateTwice(const WrapIn& in) { return Twice(in, "negative"); }
const Expr* NotTwice(const WrapIn& in) { return Twice(in, "logical_not"); }
const Expr* PlusZero(const WrapIn& in) { return WithScalar(in, "add", 0); }
const Expr* TimesOne(const WrapIn& in) { return WithScalar(in, "multiply", 1); }
const Expr* GreaterOfBoth(const WrapIn& in) {
  return TypedOpCall(in.ctx(), in.site.module, in.site.bytes.Chance(1, 2) ? "maximum" : "minimum",
                     {in.value, in.value});
}
const Expr* WhereEither(const WrapIn& in) {
  const Constant* condition = MakeConstant(in.ctx(), Tensor::Of(Scalar::Bool(in.site.bytes.Chance(1, 2))));
  return TypedOpCall(in.ctx(), in.site.module, "where", {condition, in.value, in.value});
}

// A wrap as a row's function.
template <FitsFn kFits, WrapFn kWrap>
std::optional<Module> By(MoveSite& site) {
  return Wrap(site, kFits, kWrap);
}
constexpr MoveFamily kSame = MoveFamily::kMetamorphic;

}  // namespace

const MoveSpec kAliasValue = {"alias_value", kSame, "a value gets a second name", By<HasValue, Alias>};
const MoveSpec kTupleField = {"tuple_field", kSame, "a value goes into a tuple and is taken out again",
                              By<HasValue, TupleField>};
const MoveSpec kCastToItself = {"cast_to_itself", kSame, "a match_cast of a tensor to the type that it has",
                                By<HasDims, CastToItself>};
const MoveSpec kTransposeTwice = {"transpose_twice", kSame, "permute_dims and its inverse",
                                  By<IsMatrix, TransposeTwice>};
const MoveSpec kReshapeToItself = {"reshape_to_itself", kSame, "a reshape to the same shape",
                                   By<HasNoZeroDim, ReshapeToItself>};
const MoveSpec kSplitAndConcat = {"split_and_concat", kSame,
                                  "a tensor is split in two halves, which are put together again",
                                  By<IsVector, SplitAndConcat>};
const MoveSpec kFlipTwice = {"flip_twice", kSame, "flip along an axis, twice", By<IsVector, FlipTwice>};
const MoveSpec kExpandAndSqueeze = {"expand_and_squeeze", kSame, "an axis of extent 1 comes and goes",
                                    By<IsVector, ExpandAndSqueeze>};
const MoveSpec kWidenAndNarrow = {"widen_and_narrow", kSame, "a number goes through 64 bits",
                                  By<IsNarrow, WidenAndNarrow>};
const MoveSpec kNegateTwice = {"negate_twice", kSame, "negative of negative", By<IsSigned, NegateTwice>};
const MoveSpec kNotTwice = {"not_twice", kSame, "logical_not of logical_not", By<IsBool, NotTwice>};
const MoveSpec kPlusZero = {"plus_zero", kSame, "an integer plus 0", By<IsInteger, PlusZero>};
const MoveSpec kTimesOne = {"times_one", kSame, "an integer times 1", By<IsInteger, TimesOne>};
const MoveSpec kGreaterOfBoth = {"greater_of_both", kSame, "the greater or the less of a value and itself",
                                 By<IsSigned, GreaterOfBoth>};
const MoveSpec kWhereEither = {"where_either", kSame, "a choice between a value and itself", By<HasDims, WhereEither>};

}  // namespace assay
