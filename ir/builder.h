// Makers of nodes: each fills in the type that follows from the arguments alone. No simplification happens here.
// Relax calls get their type from inference (ir/ops/infer.h).
#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/context.h"
#include "ir/module.h"

namespace assay {

enum class IntrinsicId : uint8_t;

// ---- attributes
const AttrNull* MakeNull(Context& ctx);
const AttrBool* MakeAttrBool(Context& ctx, bool value);
const AttrInt* MakeAttrInt(Context& ctx, int64_t value);
const AttrFloat* MakeAttrFloat(Context& ctx, double value);
const AttrString* MakeAttrString(Context& ctx, std::string_view value);
const AttrDType* MakeAttrDType(Context& ctx, DType value);
const AttrList* MakeAttrList(Context& ctx, const std::vector<const Attr*>& items);
const AttrList* MakeAttrInts(Context& ctx, std::span<const int64_t> values);
const AttrNode* MakeAttrNode(Context& ctx, const Node* node);
using AttrItems = std::vector<std::pair<std::string_view, const Attr*>>;
// Keeps the given order (operator attributes).
const AttrDict* MakeDict(Context& ctx, const AttrItems& items);
// Sorted by key (func_attr, module_attrs, annotations); null when empty.
const AttrDict* MakeSortedDict(Context& ctx, AttrItems items);
// A sorted copy of `dict` (which may be null) with `key` set; a null value removes the key.
const AttrDict* WithAttr(Context& ctx, const AttrDict* dict, std::string_view key, const Attr* value);

// ---- types
const TensorType* MakeTensorType(Context& ctx, const Expr* shape, DType dtype, const VDevice* vdevice = nullptr);
// Shape given by its dimensions.
const TensorType* MakeTensorType(Context& ctx, const std::vector<const Expr*>& dims, DType dtype,
                                 const VDevice* vdevice = nullptr);
const TensorType* MakeTensorTypeOfRank(Context& ctx, int rank, DType dtype, const VDevice* vdevice = nullptr);
const ShapeType* MakeShapeType(Context& ctx, const std::vector<const Expr*>& dims);
const ShapeType* MakeShapeTypeOfRank(Context& ctx, int rank);
const TupleType* MakeTupleType(Context& ctx, const std::vector<const Type*>& fields);
const FuncType* MakeFuncType(Context& ctx, const std::vector<const Type*>& params, const Type* result, bool purity);
const PointerType* MakePointerType(Context& ctx, DType element, std::string_view scope = "global");

// ---- scalars
const Var* MakeVar(Context& ctx, std::string_view name, const Type* type, VarFlavor flavor = VarFlavor::kPlain);
// A scalar variable.
const Var* MakeVar(Context& ctx, std::string_view name, DType dtype);
const IntImm* MakeInt(Context& ctx, int64_t value, DType dtype = DType::Int(64));
const IntImm* MakeBool(Context& ctx, bool value);
const FloatImm* MakeFloat(Context& ctx, double value, DType dtype = DType::Float(32));
const StringImm* MakeString(Context& ctx, std::string_view value);
const Expr* MakeCast(Context& ctx, DType to, const Expr* value);
// One of the seventeen binary kinds; both operands must have one dtype.
const Expr* MakeBinary(Context& ctx, NodeKind kind, const Expr* a, const Expr* b);
const Expr* MakeNot(Context& ctx, const Expr* a);
const Expr* MakeSelect(Context& ctx, const Expr* condition, const Expr* true_value, const Expr* false_value);
// A TIR intrinsic by its row, or by name ("tirx.exp") where it may have none.
const Call* MakeIntrinsic(Context& ctx, IntrinsicId id, DType result, const std::vector<const Expr*>& args);
const Call* MakeIntrinsic(Context& ctx, std::string_view name, DType result, const std::vector<const Expr*>& args);
const GlobalVar* MakeGlobalVar(Context& ctx, std::string_view name);
const Call* MakeCall(Context& ctx, const Expr* op, const std::vector<const Expr*>& args,
                     const AttrDict* attrs = nullptr, const std::vector<const Type*>& ty_args = {},
                     const Type* type = nullptr);
// nullopt-like test: the constant's value when `e` is an IntImm.
inline const IntImm* AsInt(const Expr* e) { return As<IntImm>(e); }

// ---- Relax
// R.dtype("float32").
const DataTypeImm* MakeDataType(Context& ctx, DType dtype);
// Without a type; MakePackedFunc (ops/infer.h) gives it that of any packed function.
const ExternFunc* MakeExternFunc(Context& ctx, std::string_view symbol);
const ShapeExpr* MakeShape(Context& ctx, const std::vector<const Expr*>& dims);
const Tuple* MakeTuple(Context& ctx, const std::vector<const Expr*>& fields);
const TupleGetItem* MakeTupleGetItem(Context& ctx, const Expr* tuple, int64_t index);
// Copies the bytes into the arena; the type is the static tensor type.
const Constant* MakeConstant(Context& ctx, const TensorView& value);
const VarBinding* MakeBinding(Context& ctx, const Var* var, const Expr* value);
const MatchCast* MakeMatchCast(Context& ctx, const Var* var, const Expr* value, const Type* target);
const BindingBlock* MakeBlock(Context& ctx, const std::vector<const Binding*>& bindings, bool is_dataflow);
const SeqExpr* MakeSeq(Context& ctx, const std::vector<const BindingBlock*>& blocks, const Expr* body);
const Function* MakeFunction(Context& ctx, const std::vector<const Var*>& params, const SeqExpr* body,
                             const Type* ret_type, bool is_pure = true, const AttrDict* attrs = nullptr);

// ---- TIR
const Buffer* MakeBuffer(Context& ctx, std::string_view name, DType dtype, const std::vector<const Expr*>& shape,
                         std::string_view scope = "global");
const BufferLoad* MakeLoad(Context& ctx, const Buffer* buffer, const std::vector<const Expr*>& indices);
const BufferStore* MakeStore(Context& ctx, const Buffer* buffer, const Expr* value,
                             const std::vector<const Expr*>& indices);
const Range* MakeRange(Context& ctx, const Expr* min, const Expr* extent);
const BufferRegion* MakeRegion(Context& ctx, const Buffer* buffer, const std::vector<const Range*>& ranges);
const For* MakeFor(Context& ctx, const Var* loop_var, const Expr* extent, const Stmt* body,
                   ForKind kind = ForKind::kSerial);
// One statement stays as it is; nested sequences are flattened.
const Stmt* MakeSeqStmt(Context& ctx, const std::vector<const Stmt*>& stmts);

}  // namespace assay
