// T.name(…) in scalar position: conversions, operators with a name, vectors, and calls of intrinsics.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ir/support/plural.h"
#include "ir/tensor/int_range.h"
#include "ir/text/buffer_reader.h"
#include "ir/text/scalar_build.h"
#include "ir/text/scalar_reader.h"

namespace assay {

namespace {

// The dtype of a call that states none; int32 where no operand gives it.
DType ResultOf(const IntrinsicSpec* row, const std::vector<const Expr*>& args) {
  switch (row == nullptr ? ResultType::kFirst : row->result) {
    case ResultType::kFirst:
    case ResultType::kCount:
    case ResultType::kStated: return args.empty() ? DType::Int(32) : DTypeOf(args[0]);
    case ResultType::kSecond:
    case ResultType::kValues: return DTypeOf(args[1]);
    // tirx.isnan: a truth value for each lane.
    // A pointer has no lanes.
    case ResultType::kBool:
      return args.empty() || !Is<PrimType>(args[0]->type) ? DType::Bool()
                                                          : DType::Bool().WithLanes(DTypeOf(args[0]).lanes);
    case ResultType::kInt32: return DType::Int(32);
    case ResultType::kUInt32: return DType::UInt(32);
    case ResultType::kHandle: return DType::Handle();
    case ResultType::kVoid: return DType::Void();
  }
  return DType::Void();
}

}  // namespace

const Expr* ScalarReader::LowerScalarCall(const PyExpr* e) {
  const PyExpr* callee = e->items[0];
  if (auto name = site_.Dotted(callee)) {
    if (name->dialect == 'T') return LowerIntrinsic(e, name->path);
    if (name->Is('R', "prim_value") && e->items.size() == 2) return LowerScalar(e->items[1]);
    if (name->Is('R', "str") && e->items.size() == 2) return LowerScalar(e->items[1]);
    return site_.Fail(e->span, "this call is no scalar");
  }
  if (!callee->Is(PyKind::kAttribute)) return site_.Fail(e->span, "expected a call of an intrinsic");
  // cls.f(…) and Module.f(…): a call of another function of the module.
  if (callee->items[0]->Is(PyKind::kName) && scope_.Find(callee->items[0]->text) == around_.marker()) {
    const GlobalVar* global = around_.GlobalNamed(callee->text);
    if (global == nullptr) return site_.Undefined(callee->span, callee->text);
    std::vector<const Expr*> args;
    if (!LowerScalarArgs(e->args(), args)) return nullptr;
    const auto* function = As<PrimFunc>(around_.module().Find(callee->text));
    const Type* type =
        function != nullptr && function->ret_type != nullptr ? function->ret_type : ctx_.Prim(DType::Void());
    return At(e->span, MakeCall(ctx_, global, args, nullptr, {}, type));
  }
  return LowerMethodCall(e);
}

// x.astype("float32"), buffer.vload([…]).
const Expr* ScalarReader::LowerMethodCall(const PyExpr* e) {
  const PyExpr* callee = e->items[0];
  if (callee->text == "astype" && e->items.size() == 2) {
    auto dtype = site_.LowerDType(e->items[1]);
    const Expr* value = dtype ? LowerScalar(callee->items[0]) : nullptr;
    return value == nullptr ? nullptr : BuildCast(ctx_, *dtype, value);
  }
  if (callee->text == "vload" && e->items.size() >= 2) {
    const Buffer* buffer = buffers_.FindBuffer(callee->items[0]);
    std::vector<const Expr*> indices;
    if (buffer == nullptr || !LowerIndices(e->items[1]->items, indices)) return nullptr;
    BufferLoad* load = ctx_.arena.New<BufferLoad>(*MakeLoad(ctx_, buffer, indices));
    if (const PyExpr* predicate = e->Keyword("predicate"); predicate != nullptr && !predicate->Is(PyKind::kNone)) {
      load->predicate = LowerScalar(predicate);
    }
    return site_.failed() ? nullptr : At(e->span, load);
  }
  if (callee->text == "access_ptr") {
    const Buffer* buffer = buffers_.FindBuffer(callee->items[0]);
    return buffer == nullptr ? nullptr : LowerAccessPointer(e, *buffer);
  }
  return site_.Fail(e->span, "unknown method '" + std::string(callee->text) + "'");
}

// buffer.access_ptr("rw", "handle", 1, offset, extent): the call of tvm_access_ptr that it stands for.
const Expr* ScalarReader::LowerAccessPointer(const PyExpr* e, const Buffer& buffer) {
  const PyExpr *mask_arg = Arg(e, 0, "access_mask"), *lanes_arg = Arg(e, 2, "content_lanes");
  const PyExpr *offset_arg = Arg(e, 3, "offset"), *extent_arg = Arg(e, 4, "extent");
  std::optional<int64_t> mask;
  if (mask_arg != nullptr && mask_arg->Is(PyKind::kString)) {
    bool reads = mask_arg->text.find('r') != std::string_view::npos;
    bool writes = mask_arg->text.find('w') != std::string_view::npos;
    mask = (reads ? 1 : 0) | (writes ? 2 : 0);
  } else if (mask_arg != nullptr) {
    mask = site_.LowerInt(mask_arg);
  }
  auto lanes = lanes_arg == nullptr ? std::optional<int64_t>(1) : site_.LowerInt(lanes_arg);
  if (!mask || lanes != 1) return site_.Fail(e->span, "expected an access mask, and whole elements");
  DType index = buffer.shape.empty() ? DType::Int(32) : DTypeOf(buffer.shape[0]);
  const Expr* offset = offset_arg == nullptr ? MakeInt(ctx_, 0, index) : LowerScalar(offset_arg);
  const Expr* extent = nullptr;
  if (extent_arg != nullptr && !extent_arg->Is(PyKind::kNone)) {
    extent = LowerScalar(extent_arg);
  } else if (!buffer.strides.empty()) {
    extent = BuildBinary(ctx_, NodeKind::kMul, buffer.strides[0], buffer.shape[0]);
  } else {
    extent = MakeInt(ctx_, 1, DType::Int(32));
    for (const Expr* dim : buffer.shape) extent = BuildBinary(ctx_, NodeKind::kMul, extent, dim);
  }
  if (site_.failed()) return nullptr;
  if (!DTypeOf(offset).IsInteger() || !DTypeOf(extent).IsInteger()) {
    return site_.Fail(e->span, "offset and extent must be integers", DiagKind::kTypeMismatch);
  }
  if (extent_arg == nullptr && !buffer.shape.empty()) extent = BuildBinary(ctx_, NodeKind::kSub, extent, offset);
  const Expr* start = offset;
  if (buffer.elem_offset != nullptr) start = BuildBinary(ctx_, NodeKind::kAdd, buffer.elem_offset, offset);
  const Expr* element = MakeIntrinsic(ctx_, IntrinsicId::type_annotation, buffer.dtype, {});
  const Expr* bits = MakeInt(ctx_, *mask, DType::Int(32));
  return At(e->span, MakeIntrinsic(ctx_, IntrinsicId::tvm_access_ptr, DType::Handle(),
                                   {element, buffer.data, start, extent, bits}));
}

// T.max_value("int32"), T.min_value(…), T.infinity(…): constants.
const Expr* ScalarReader::LowerLimit(const PyExpr* e, std::string_view path) {
  const PyExpr* dtype_arg = Arg(e, 0, "dtype");
  auto dtype = dtype_arg == nullptr ? std::nullopt : site_.LowerDType(dtype_arg);
  if (!dtype || !dtype->IsScalar()) return site_.Fail(e->span, "expected a dtype");
  bool least = path == "min_value";
  if (path == "infinity" && dtype->IsFloating()) return At(e->span, MakeFloat(ctx_, INFINITY, *dtype));
  if (dtype->IsFloating()) {
    static constexpr std::pair<DType, double> kMost[] = {{DType::Float(64), 1.7976931348623157e308},
                                                         {DType::Float(32), 3.4028234663852886e38},
                                                         {DType::BFloat16(), 3.3895313892515355e38},
                                                         {DType::Float(16), 65504}};
    for (const auto& [known, most] : kMost) {
      if (known == *dtype) return At(e->span, MakeFloat(ctx_, least ? -most : most, *dtype));
    }
  }
  if (!dtype->IsInteger() || path == "infinity") {
    return site_.Fail(e->span, "this dtype has no such limit", DiagKind::kBadArgument);
  }
  if (dtype->IsUInt()) return At(e->span, BuildImmediate(ctx_, *dtype, int64_t{least ? 0 : -1}));
  uint64_t half = uint64_t{1} << (dtype->bits - 1);
  return At(e->span, MakeInt(ctx_, static_cast<int64_t>(least ? ~half + 1 : half - 1), *dtype));
}

const Expr* ScalarReader::LowerIntrinsic(const PyExpr* e, std::string_view path) {
  bool known = false;
  const Expr* value = LowerKnownIntrinsic(e, path, known);
  if (known) return value;
  if (auto dtype = ParseDType(path)) return LowerConversion(e, *dtype);
  return LowerPlainIntrinsic(e, path);
}

const Expr* ScalarReader::LowerKnownIntrinsic(const PyExpr* e, std::string_view path, bool& known) {
  known = true;
  struct Named {
    std::string_view path;
    NodeKind kind;
    bool fold;
  };
  // T.Add and its like stay as they are written; T.min and its like fold.
  static constexpr Named kBinary[] = {{"Add", NodeKind::kAdd, false},
                                      {"Sub", NodeKind::kSub, false},
                                      {"Mul", NodeKind::kMul, false},
                                      {"Div", NodeKind::kDiv, false},
                                      {"Mod", NodeKind::kMod, false},
                                      {"FloorDiv", NodeKind::kFloorDiv, false},
                                      {"FloorMod", NodeKind::kFloorMod, false},
                                      {"Min", NodeKind::kMin, false},
                                      {"Max", NodeKind::kMax, false},
                                      {"EQ", NodeKind::kEQ, false},
                                      {"NE", NodeKind::kNE, false},
                                      {"LT", NodeKind::kLT, false},
                                      {"LE", NodeKind::kLE, false},
                                      {"GT", NodeKind::kGT, false},
                                      {"GE", NodeKind::kGE, false},
                                      {"And", NodeKind::kAnd, false},
                                      {"Or", NodeKind::kOr, false},
                                      {"min", NodeKind::kMin, false},
                                      {"max", NodeKind::kMax, false},
                                      {"truncdiv", NodeKind::kDiv, true},
                                      {"div", NodeKind::kDiv, true},
                                      {"truncmod", NodeKind::kMod, false},
                                      {"floordiv", NodeKind::kFloorDiv, true},
                                      {"floormod", NodeKind::kFloorMod, true},
                                      {"indexdiv", NodeKind::kFloorDiv, true},
                                      {"indexmod", NodeKind::kFloorMod, true}};
  for (const Named& named : kBinary) {
    if (named.path == path) return LowerBinaryFunction(e, named.kind, named.fold);
  }
  if (path == "Select") return LowerSelect(e);
  if (path == "Cast") return LowerCastCall(e, true);
  if (path == "cast") return LowerCastCall(e, false);
  if (path == "Broadcast" || path == "Ramp" || path == "Shuffle") return LowerVector(e, path);
  if (path == "broadcast" || path == "ramp") return LowerVector(e, path == "ramp" ? "Ramp" : "Broadcast");
  if (path == "ceildiv") return LowerCeilDiv(e);
  if (path == "Let") return LowerLetExpr(e);
  if (path == "abs") return LowerAbs(e);
  if (path == "max_value" || path == "min_value" || path == "infinity") return LowerLimit(e, path);
  if (path == "Not" && e->items.size() == 2) {
    const Expr* value = LowerScalar(e->items[1]);
    return value == nullptr ? nullptr : At(e->span, MakeNot(ctx_, value));
  }
  known = false;
  return nullptr;
}

const Expr* ScalarReader::LowerBinaryFunction(const PyExpr* e, NodeKind kind, bool fold) {
  if (e->items.size() != 3) return site_.Fail(e->span, "expected two arguments", DiagKind::kArityMismatch);
  const Expr* a = LowerScalar(e->items[1]);
  const Expr* b = LowerScalar(e->items[2]);
  if (site_.failed()) return nullptr;
  if (!MatchDTypes(ctx_, a, b))
    return site_.Fail(e->span, NoCommonDType("the operands have no common dtype", a, b), DiagKind::kTypeMismatch);
  if (fold) {
    if (const Expr* folded = TryFold(ctx_, kind, a, b)) return folded;
  }
  return At(e->span, MakeBinary(ctx_, kind, a, b));
}

// An operand that comes to stand in two places. Each inside of another doubles what is walked.
const Expr* ScalarReader::LowerTwiceUsed(const PyExpr* e) {
  if (twice_used_ == kMostTwiceUsed) return site_.Fail(e->span, "T.abs and T.ceildiv nest too deep");
  ++twice_used_;
  const Expr* value = LowerScalar(e);
  --twice_used_;
  return value;
}

// As TVM's operator, which makes a floor division of it.
const Expr* ScalarReader::LowerCeilDiv(const PyExpr* e) {
  if (e->items.size() != 3) return site_.Fail(e->span, "expected two arguments", DiagKind::kArityMismatch);
  const Expr* a = LowerScalar(e->items[1]);
  const Expr* b = LowerTwiceUsed(e->items[2]);
  if (site_.failed()) return nullptr;
  if (!MatchDTypes(ctx_, a, b) || !DTypeOf(a).IsInteger()) {
    return site_.Fail(e->span, NoCommonDType("expected two integers of a common dtype", a, b), DiagKind::kTypeMismatch);
  }
  const Expr* beyond = BuildBinary(ctx_, NodeKind::kSub, BuildBinary(ctx_, NodeKind::kAdd, a, b),
                                   BuildImmediate(ctx_, DTypeOf(b), int64_t{1}));
  return At(e->span, BuildBinary(ctx_, NodeKind::kFloorDiv, beyond, b));
}

const Expr* ScalarReader::LowerAbs(const PyExpr* e) {
  const Expr* value = e->items.size() == 2 ? LowerTwiceUsed(e->items[1]) : site_.Fail(e->span, "expected one argument");
  if (value == nullptr) return nullptr;
  DType dtype = DTypeOf(value);
  if (dtype.IsUInt()) return value;
  if (dtype.IsFloating()) return At(e->span, MakeIntrinsic(ctx_, IntrinsicId::fabs, dtype, {value}));
  const Expr* zero = BuildImmediate(ctx_, dtype, int64_t{0});
  return MakeSelect(ctx_, MakeBinary(ctx_, NodeKind::kGE, value, zero), value,
                    MakeBinary(ctx_, NodeKind::kSub, zero, value));
}

const Expr* ScalarReader::LowerCastCall(const PyExpr* e, bool dtype_first) {
  if (e->items.size() != 3) return site_.Fail(e->span, "expected a dtype and a value", DiagKind::kArityMismatch);
  auto dtype = site_.LowerDType(e->items[dtype_first ? 1 : 2]);
  const Expr* value = dtype ? LowerScalar(e->items[dtype_first ? 2 : 1]) : nullptr;
  if (value == nullptr) return nullptr;
  // T.Cast("float32", 0) stays a cast of an immediate.
  return dtype_first ? At(e->span, MakeCast(ctx_, *dtype, value)) : BuildCast(ctx_, *dtype, value);
}

const Expr* ScalarReader::LowerSelect(const PyExpr* e) {
  std::vector<const Expr*> args;
  if (!LowerScalarArgs(e->args(), args)) return nullptr;
  if (args.size() != 3) return site_.Fail(e->span, "expected three arguments", DiagKind::kArityMismatch);
  if (!MatchDTypes(ctx_, args[1], args[2]))
    return site_.Fail(e->span, NoCommonDType("the values have no common dtype", args[1], args[2]),
                      DiagKind::kTypeMismatch);
  return At(e->span, MakeSelect(ctx_, args[0], args[1], args[2]));
}

const Expr* ScalarReader::LowerVector(const PyExpr* e, std::string_view path) {
  if (path == "Shuffle") {
    Shuffle* shuffle = ctx_.arena.New<Shuffle>();
    std::vector<const Expr*> vectors;
    std::vector<const Expr*> indices;
    if (e->items.size() != 3) return site_.Fail(e->span, "expected vectors and indices", DiagKind::kArityMismatch);
    if (!LowerScalarArgs(e->items[1]->items, vectors) || !LowerScalarArgs(e->items[2]->items, indices)) return nullptr;
    if (vectors.empty() || indices.empty() || indices.size() > INT16_MAX)
      return site_.Fail(e->span, "an empty shuffle");
    shuffle->vectors = ctx_.Copy(vectors);
    shuffle->indices = ctx_.Copy(indices);
    shuffle->type = ctx_.Prim(DTypeOf(vectors[0]).WithLanes(static_cast<int16_t>(indices.size())));
    return At(e->span, shuffle);
  }
  bool is_ramp = path == "Ramp";
  std::vector<const Expr*> args;
  if (!LowerScalarArgs(e->args(), args)) return nullptr;
  if (args.size() != (is_ramp ? 3u : 2u))
    return site_.Fail(e->span, "wrong number of arguments", DiagKind::kArityMismatch);
  const auto* lanes = As<IntImm>(args.back());
  if (lanes == nullptr || lanes->value < 1 || lanes->value > INT16_MAX || !DTypeOf(args[0]).IsScalar()) {
    return site_.Fail(e->span, "the number of lanes must be a small positive constant", DiagKind::kBadArgument);
  }
  const Type* type = ctx_.Prim(DTypeOf(args[0]).WithLanes(static_cast<int16_t>(lanes->value)));
  if (!is_ramp) {
    Broadcast* broadcast = ctx_.arena.New<Broadcast>();
    broadcast->value = args[0];
    broadcast->lanes = lanes;
    broadcast->type = type;
    return At(e->span, broadcast);
  }
  if (!MatchDTypes(ctx_, args[0], args[1]))
    return site_.Fail(e->span, NoCommonDType("base and stride differ in dtype", args[0], args[1]),
                      DiagKind::kTypeMismatch);
  Ramp* ramp = ctx_.arena.New<Ramp>();
  ramp->base = args[0];
  ramp->stride = args[1];
  ramp->lanes = lanes;
  ramp->type = ctx_.Prim(DTypeOf(args[0]).WithLanes(static_cast<int16_t>(lanes->value)));
  return At(e->span, ramp);
}

// T.Let(body, where={x: value}).
const Expr* ScalarReader::LowerLetExpr(const PyExpr* e) {
  const PyExpr* where = e->Keyword("where");
  bool shaped = where != nullptr && where->Is(PyKind::kDict) && where->items.size() == 2 && e->items.size() == 2;
  if (!shaped || !where->items[0]->Is(PyKind::kName))
    return site_.Fail(e->span, "expected T.Let(body, where={x: value})");
  const Expr* value = LowerScalar(where->items[1]);
  if (value == nullptr) return nullptr;
  std::string_view name = where->items[0]->text;
  size_t mark = scope_.Mark();
  // A variable declared before (x = T.int32()) is the one that is meant.
  const auto* declared = As<Var>(scope_.Find(name));
  bool reuse = declared != nullptr && declared->type == value->type;
  Let* let = ctx_.arena.New<Let>();
  let->var = reuse ? declared : MakeVar(ctx_, name, value->type);
  scope_.Define(name, let->var);
  let->value = value;
  let->body = LowerScalar(e->items[1]);
  scope_.RollBack(mark);
  if (let->body == nullptr) return nullptr;
  let->type = let->body->type;
  return At(e->span, let);
}

// T.int64(3), T.float32("inf"), T.float16(x); T.bool(True).
const Expr* ScalarReader::LowerConversion(const PyExpr* e, DType dtype) {
  if (e->items.size() != 2) {
    return site_.Fail(e->span, "a declaration of a variable stands where a scalar is expected",
                      DiagKind::kArityMismatch);
  }
  const PyExpr* arg = e->items[1];
  if (arg->Is(PyKind::kString)) {
    double value = arg->text == "inf" ? INFINITY : arg->text == "-inf" ? -INFINITY : NAN;
    bool known = std::isinf(value) || arg->text == "nan" || arg->text == "-nan";
    if (!known || !dtype.IsFloating()) return site_.Fail(arg->span, "expected a number");
    return At(e->span, MakeFloat(ctx_, value, dtype));
  }
  if (arg->Is(PyKind::kInt) && !arg->overflow && dtype == DType::UInt(64)) {
    return At(e->span, MakeInt(ctx_, static_cast<int64_t>(arg->integer), dtype));
  }
  const Expr* value = LowerScalar(arg);
  if (value == nullptr) return nullptr;
  if (const auto* imm = As<IntImm>(value); imm != nullptr && dtype.IsInteger() && dtype.IsScalar() && dtype.bits < 64) {
    if (imm->value > GreatestInt(dtype) || imm->value < LeastInt(dtype)) {
      return site_.Fail(e->span, "the literal does not fit its dtype", DiagKind::kBadArgument);
    }
  }
  const Expr* converted = BuildCast(ctx_, dtype, value);
  return converted == value ? value : At(e->span, converted);
}

// The number of operands, and one dtype for those that share one.
bool ScalarReader::TakesOperands(const PyExpr* e, std::string_view path, const IntrinsicSpec* row,
                                 std::vector<const Expr*>& args) {
  if (row == nullptr) return true;
  if (row->id == IntrinsicId::if_then_else) {
    if (args.size() == 3 && MatchDTypes(ctx_, args[1], args[2])) return true;
    return site_.Fail(e->span, "expected a condition and two values of one dtype", DiagKind::kTypeMismatch) != nullptr;
  }
  if (row->arity != kAnyArity && args.size() != static_cast<size_t>(row->arity)) {
    std::string expected = fmt::format("T.{}: expected {}, got {}", path,
                                       Counted(static_cast<uint64_t>(row->arity), "operand"), args.size());
    return site_.Fail(e->span, expected, DiagKind::kArityMismatch) != nullptr;
  }
  if (row->matches_operands && !MatchDTypes(ctx_, args[0], args[1])) {
    return site_.Fail(e->span, NoCommonDType("the operands have no common dtype", args[0], args[1]),
                      DiagKind::kTypeMismatch) != nullptr;
  }
  return true;
}

// name=["…", …], which such a call has.
const AttrDict* ScalarReader::LowerStringsAttribute(const PyExpr* e, std::string_view name) {
  const PyExpr* list = e->Keyword(name);
  if (list == nullptr || !(list->Is(PyKind::kList) || list->Is(PyKind::kTuple))) {
    site_.Fail(e->span, fmt::format("expected {}=[…], a list of strings", name), DiagKind::kBadArgument);
    return nullptr;
  }
  std::vector<const Attr*> items;
  for (const PyExpr* item : list->items) {
    auto text = site_.LowerText(item, "a string");
    if (!text) return nullptr;
    items.push_back(MakeAttrString(ctx_, *text));
  }
  return MakeDict(ctx_, {{name, MakeAttrList(ctx_, items)}});
}

const Expr* ScalarReader::LowerPlainIntrinsic(const PyExpr* e, std::string_view path) {
  if (path.starts_with("axis.")) return site_.Fail(e->span, "an axis stands alone, as v = T.axis.…");
  const IntrinsicSpec* row = FindIntrinsicByScript(path);
  std::span<const PyExpr* const> items = e->args();
  std::optional<DType> stated;
  const PyExpr* dtype_arg = e->Keyword("dtype");
  const AttrDict* attrs = nullptr;
  if (row != nullptr && !row->attribute.empty()) {
    attrs = LowerStringsAttribute(e, row->attribute);
    if (attrs == nullptr) return nullptr;
    dtype_arg = e->Keyword("ret_ty");
  }
  if (row != nullptr && row->dtype_at != DTypeAt::kNone && dtype_arg == nullptr) {
    if (items.empty()) return site_.Fail(e->span, "expected a dtype", DiagKind::kArityMismatch);
    bool first = row->dtype_at == DTypeAt::kFirst;
    dtype_arg = first ? items.front() : items.back();
    items = first ? items.subspan(1) : items.first(items.size() - 1);
  }
  if (dtype_arg != nullptr) {
    // T.handle().ty is the pointer type as a dtype.
    bool pointer = dtype_arg->Is(PyKind::kAttribute) && dtype_arg->text == "ty";
    stated = pointer ? std::optional(DType::Handle()) : site_.LowerDType(dtype_arg);
    if (!stated) return nullptr;
  }
  std::vector<const Expr*> args;
  if (!LowerScalarArgs(items, args)) return nullptr;
  if (!TakesOperands(e, path, row, args)) return nullptr;
  // As TVM's Python makes them.
  if (row != nullptr && row->widens_halves && DTypeOf(args[0]).IsFloating() && DTypeOf(args[0]).bits == 16) {
    args[0] = BuildCast(ctx_, DType::Float(32), args[0]);
  }
  if (row != nullptr && row->id == IntrinsicId::tvm_storage_sync && args.size() == 1) {
    args.insert(args.end(), {MakeBool(ctx_, false), MakeInt(ctx_, -1, DType::Int(32))});
  }
  DType result = stated ? *stated : ResultOf(row, args);
  if (row != nullptr) {
    Call* call = ctx_.arena.New<Call>(*MakeIntrinsic(ctx_, row->id, result, args));
    call->attrs = attrs;
    return At(e->span, call);
  }
  return At(e->span, MakeIntrinsic(ctx_, ctx_.Intern("tirx." + std::string(path)).text(), result, args));
}

}  // namespace assay
