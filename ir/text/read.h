// Lowering: from the Python tree (py_ast.h) to modules. One object lowers one module; its parts stand in lower_*.cc by
// subject: module and functions, types, scalars, attributes, Relax, TIR. Errors stick: after the first Diag of a
// function every step yields null, and lowering goes on with the next function. Tested by parse_test.cc.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/module.h"
#include "ir/ops/op_spec.h"
#include "ir/placement.h"
#include "ir/support/diag.h"
#include "ir/text/py_ast.h"

namespace assay {

// Names visible at a point: variables, buffers, or the module itself. Frames are undone in reverse.
class Scope {
 public:
  const Node* Find(std::string_view name) const {
    auto found = names_.find(name);
    return found == names_.end() ? nullptr : found->second;
  }
  void Define(std::string_view name, const Node* node);
  size_t Mark() const { return undo_.size(); }
  // What was defined since the mark and still stands.
  std::vector<std::pair<std::string_view, const Node*>> DefinedSince(size_t mark) const;
  void RollBack(size_t mark);

 private:
  std::unordered_map<std::string_view, const Node*> names_;
  std::vector<std::pair<std::string_view, const Node*>> undo_;
};

// T.int64(is_size_var=True), as TVM up to 0.17 writes it, and T.SizeVar("n", "int64").
bool DeclaresSize(const PyExpr* call, std::string_view path);

// "R.nn.conv2d": dialect 'R', path "nn.conv2d".
struct DottedName {
  char dialect = 0;
  std::string_view path;
  bool Is(char d, std::string_view p) const { return dialect == d && path == p; }
};

// Names under which the three dialects were imported, e.g. {"rx", 'R'}.
using DialectAliases = std::unordered_map<std::string_view, char>;

class ModuleReader {
 public:
  // `s_tir` is what a prim_func without s_tir= is: true before 0.26, where all of TIR was scheduled by blocks.
  ModuleReader(Context& ctx, uint32_t file, DiagSink& sink, const DialectAliases& aliases, bool s_tir)
      : ctx_(ctx), file_(file), sink_(sink), aliases_(aliases), s_tir_(s_tir) {}

  // The constants of the text's metadata section; without one, what refers to it is an error.
  void UseMetadata(std::span<const Constant* const> constants) { metadata_ = constants; }
  // The functions and infos of a class body, or bare functions. `type_vars` are names declared by TypeVar.
  Module LowerModule(std::string_view name, std::span<const PyStmt* const> body,
                     const std::vector<std::string_view>& type_vars);
  // Functions of plain Python in that body, which were not looked into.
  std::span<const PyStmt* const> plain_defs() const { return plain_defs_; }
  // Lone pieces; names in `vars` are defined, others become int64 variables in types.
  const Type* LowerLoneType(const PyExpr* e, std::unordered_map<std::string, const Var*>& vars);
  const Expr* LowerLoneExpr(const PyExpr* e, const std::unordered_map<std::string, const Var*>& vars);

 private:
  // ---- shared (read.cc)
  std::nullptr_t Fail(SourceSpan span, std::string message, DiagKind kind = DiagKind::kSyntax);
  std::nullptr_t Fail(Diag diag);
  std::nullptr_t Undefined(SourceSpan span, std::string_view name);
  std::optional<DottedName> Dotted(const PyExpr* e);
  std::optional<DottedName> DottedCallee(const PyExpr* e) {
    return e->Is(PyKind::kCall) ? Dotted(e->items[0]) : std::nullopt;
  }
  // Dtype names in strings ("float32") and as T.float32.
  std::optional<DType> LowerDType(const PyExpr* e);
  std::optional<int64_t> LowerInt(const PyExpr* e);
  std::optional<bool> LowerBool(const PyExpr* e);
  std::optional<std::string_view> LowerText(const PyExpr* e, std::string_view what);
  // Positional argument `index` of a call, or its keyword; null when absent.
  static const PyExpr* Arg(const PyExpr* call, size_t index, std::string_view keyword);
  template <class T>
  const T* At(SourceSpan span, const T* node) {
    // Freshly made and not shared yet.
    if (node != nullptr) const_cast<T*>(node)->span = span;
    return node;
  }

  // ---- module and functions (read_module.cc)
  struct Draft {
    const PyStmt* def = nullptr;
    const GlobalVar* var = nullptr;
    bool is_prim = false;
    Function* relax = nullptr;
    PrimFunc* prim = nullptr;
    const ExternFunc* external = nullptr;
    // Names of the signature, defined again before the body.
    std::vector<std::pair<std::string_view, const Node*>> names;
    // Scalar variables of the functions around this one.
    std::vector<const Var*> outer_scalars;
    bool failed = false;
  };
  std::vector<const Var*> VisibleAround(const Draft& draft) const;
  void DeclareAll(std::span<const PyStmt* const> body, std::vector<Draft>& drafts);
  void DeclareAssign(const PyStmt* stmt, std::vector<Draft>& drafts);
  void LowerModuleCall(const PyExpr* call);
  void LowerGlobalInfos(const PyExpr* dict);
  const VDevice* LowerVDevice(const PyExpr* call);
  const GlobalVar* GlobalNamed(std::string_view name);
  bool IsPrivate(const PyStmt* def);
  static bool DecoratorFlag(const PyStmt* def, std::string_view keyword, bool otherwise);
  void DeclareScalarParams(const PyStmt* def);
  bool DeclareParam(const PyParam& param, std::vector<const Var*>& params);
  void DeclareRelax(Draft& draft);
  void NoteDeclaredDims(const PyStmt* def);
  void DeclarePrim(Draft& draft);
  void FinishRelax(Draft& draft);
  void FinishPrim(Draft& draft);
  const Type* RefinedResult(const Draft& draft, const Type* body);
  const AttrDict* WithSymbol(const AttrDict* attrs, const Draft& draft);
  void UpdateModule(const std::vector<Draft>& drafts);

  // ---- types (read_type.cc)
  const Type* LowerType(const PyExpr* e);
  const Type* LowerRelaxType(const PyExpr* e, std::string_view path, const PyExpr* call);
  const Type* LowerTensorType(const PyExpr* e, const PyExpr* call);
  const Type* LowerTensorOn(const PyExpr* e, const PyExpr* call, const VDevice* vdevice, const PyExpr* ndim);
  const Type* LowerShapeType(const PyExpr* e, const PyExpr* call);
  const Type* LowerTupleType(const PyExpr* call);
  const Type* LowerCallable(const PyExpr* e, const PyExpr* call);
  const Type* LowerPrimValueType(const PyExpr* e, const PyExpr* call);
  const Type* LowerTirType(const PyExpr* e, std::string_view path, const PyExpr* call);
  bool LowerDims(const PyExpr* e, std::vector<const Expr*>& dims);
  const Expr* LowerDim(const PyExpr* e, DType dtype);
  const PyExpr* ParseQuoted(const PyExpr* text);
  const VDevice* FindVDevice(const PyExpr* e);

  // ---- meshes of devices (read_dist.cc)
  bool LowerInts(const PyExpr* e, std::vector<int64_t>& out);
  const DeviceMesh* LowerDeviceMesh(const PyExpr* call);
  const DeviceMesh* FindMesh(const PyExpr* e);
  std::optional<Placement> LowerPlacement(const PyExpr* e);
  const Type* LowerDTensorType(const PyExpr* e, const PyExpr* call);
  const Expr* LowerSharding(const PyExpr* e, std::string_view path);
  const Expr* LowerDistConst(const PyExpr* e);

  // ---- scalars (read_scalar.cc, read_intrinsic.cc)
  const Expr* LowerScalar(const PyExpr* e);
  const Expr* LowerScalarName(const PyExpr* e);
  const Expr* LowerLiteral(const PyExpr* e);
  const Expr* LowerScalarBinary(const PyExpr* e);
  const Expr* ApplyScalarBinary(const PyExpr* e, const Expr* a, const Expr* b);
  const Expr* LowerScalarUnary(const PyExpr* e);
  const Expr* LowerScalarAttribute(const PyExpr* e);
  const Expr* LowerLoad(const PyExpr* e);
  bool LowerIndices(std::span<const PyExpr* const> items, std::vector<const Expr*>& indices);
  const Expr* LowerScalarCall(const PyExpr* e);
  const Expr* LowerMethodCall(const PyExpr* e);
  const Expr* LowerAccessPointer(const PyExpr* e, const Buffer& buffer);
  const Expr* LowerBufferShape(const PyExpr* e);
  const Expr* LowerLimit(const PyExpr* e, std::string_view path);
  const Expr* LowerIntrinsic(const PyExpr* e, std::string_view path);
  const Expr* LowerKnownIntrinsic(const PyExpr* e, std::string_view path, bool& known);
  const Expr* LowerBinaryFunction(const PyExpr* e, NodeKind kind, bool fold);
  const Expr* LowerAbs(const PyExpr* e);
  const Expr* LowerCeilDiv(const PyExpr* e);
  const Expr* LowerTwiceUsed(const PyExpr* e);
  static constexpr int kMostTwiceUsed = 8;
  int twice_used_ = 0;
  const Expr* LowerCastCall(const PyExpr* e, bool dtype_first);
  const Expr* LowerSelect(const PyExpr* e);
  const Expr* LowerVector(const PyExpr* e, std::string_view path);
  const Expr* LowerLetExpr(const PyExpr* e);
  const Expr* LowerConversion(const PyExpr* e, DType dtype);
  bool TakesOperands(const PyExpr* e, std::string_view path, const IntrinsicSpec* row, std::vector<const Expr*>& args);
  const Expr* LowerPlainIntrinsic(const PyExpr* e, std::string_view path);
  const Expr* LowerOpaqueCall(const PyExpr* e);
  bool LowerScalarArgs(std::span<const PyExpr* const> items, std::vector<const Expr*>& args);

  // ---- attributes (read_attr.cc)
  const Attr* LowerAttr(const PyExpr* e);
  const Attr* LowerAttrCall(const PyExpr* e);
  const AttrDict* LowerDict(const PyExpr* e);
  const Attr* LowerTarget(const PyExpr* e);
  const IndexMap* LowerIndexMap(const PyExpr* e);
  bool LowerLambda(const PyExpr* e, std::vector<const Var*>& vars, std::vector<const Expr*>& results);

  // ---- Relax (read_relax.cc, read_relax_call.cc)
  struct RelaxBody {
    std::vector<const BindingBlock*> blocks;
    std::vector<const Binding*> bindings;
    bool is_dataflow = false;
    // Symbolic sizes that have a value by now: the signature's, and what bindings here and around here have defined.
    std::vector<const Var*> sizes;
    // Positions (of statements) whose variable leaves the dataflow block.
    const std::vector<const PyStmt*>* outputs = nullptr;
    const std::vector<std::string_view>* output_names = nullptr;
    const Expr* result = nullptr;
    SourceSpan result_span = {};
  };
  void FlushBlock(RelaxBody& body);
  const SeqExpr* Sequence(const RelaxBody& body, const Expr* result, const std::vector<const Var*>& visible);
  bool LowerRelaxStmts(std::span<const PyStmt* const> stmts);
  bool LowerRelaxStmt(const PyStmt* stmt);
  bool LowerRelaxAssign(const PyStmt* stmt);
  bool LowerUnpacking(const PyStmt* stmt);
  bool LowerRelaxExprStmt(const PyStmt* stmt);
  bool LowerSymbolicVars(const PyStmt* stmt);
  bool LowerDataflow(const PyStmt* stmt);
  bool LowerNestedFunction(const PyStmt* stmt);
  bool LowerRelaxIf(const PyStmt* stmt);
  bool LowerRelaxReturn(const PyStmt* stmt);
  const SeqExpr* LowerBranch(std::span<const PyStmt* const> stmts, bool is_then, std::string_view& name,
                             const Type*& type);
  // Without a name: a statement for its effect, which hides no variable that is called "_".
  const Var* BindRelax(const PyStmt* stmt, std::string_view name, const Expr* value, const Type* annotation);
  const Function* LowerRelaxFunction(const PyStmt* def, Draft& draft);
  const Expr* LowerRelax(const PyExpr* e);
  const Expr* LowerRelaxNode(const PyExpr* e);
  const Expr* LowerRelaxName(const PyExpr* e);
  const Expr* LowerRelaxAttribute(const PyExpr* e);
  const Expr* LowerRelaxSubscript(const PyExpr* e);
  static bool IsMetadata(const PyExpr* e);
  const Expr* LowerMetadata(const PyExpr* e);
  const Expr* LowerRelaxBinary(const PyExpr* e);
  const Expr* LowerRelaxTuple(const PyExpr* e);
  const Expr* LowerRelaxCall(const PyExpr* e);
  const Expr* LowerRelaxOp(const PyExpr* e, std::string_view path);
  const Expr* LowerRelaxSurface(const PyExpr* e, std::string_view path, bool& known);
  struct OperandArg {
    const Operand* operand = nullptr;
    const PyExpr* value = nullptr;
  };
  bool BindOperands(const PyExpr* e, const OpSpec& row, std::vector<OperandArg>& given, AttrItems& attrs);
  bool AttrsOfRow(const PyExpr* e, std::string_view path, const AttrItems& attrs, const AttrDict*& out);
  const Expr* LeftOutOperand(const OpSpec& row, const Operand& operand, const std::vector<const Expr*>& args);
  const OpSpec& AttentionRow(const PyExpr* e, const OpSpec& row);
  static void CompleteArange(std::vector<OperandArg>& given);
  const Attr* DTypeLeftOut(const OpSpec& row, const std::vector<const Expr*>& args);
  const Expr* LowerTableOp(const PyExpr* e, const OpSpec& written);
  const Expr* LowerUnknownOp(const PyExpr* e, std::string_view path);
  const Expr* LowerCallTir(const PyExpr* e, std::string_view path);
  const Expr* LowerPackedCall(const PyExpr* e);
  const Expr* LowerPyFuncCall(const PyExpr* e);
  const AttrDict* WithPadDType(const AttrDict* attrs, const Expr* data);
  const Expr* LowerPrint(const PyExpr* e, std::string_view path);
  const Expr* LowerHintOnDevice(const PyExpr* e);
  const Expr* LowerToVDevice(const PyExpr* e);
  const Expr* LowerConst(const PyExpr* e);
  // A literal of a scalar that stands for R.const of it.
  const Expr* LowerBareConst(const PyExpr* e);
  const Expr* LowerConstOf(const PyExpr* e, std::optional<DType> given);
  const Expr* LowerConstElement(const PyExpr* e);
  const Expr* LowerFunctionCall(const PyExpr* e);
  const Expr* LowerAsType(const PyExpr* e);
  const Expr* LowerOperand(const PyExpr* e, const Operand& operand);
  const Expr* LowerArgument(const PyExpr* e);
  bool LowerTypeArgs(const PyExpr* call, std::vector<const Type*>& types);
  // The value as a leaf or tuple, bound to a fresh variable when it is neither (A-normal form).
  const Expr* ToLeaf(const Expr* value, std::string name = {});
  const Expr* WithType(const Expr* value);

  // ---- TIR statements (read_tir.cc, read_block.cc, read_buffer.cc)
  struct BlockParts {
    std::vector<const IterVar*> iter_vars;
    std::vector<const Expr*> iter_values;
    std::vector<const Buffer*> alloc_buffers;
    std::vector<const MatchBufferRegion*> match_buffers;
    std::vector<const BufferRegion*> reads;
    std::vector<const BufferRegion*> writes;
    bool has_reads = false;
    bool has_writes = false;
    const AttrDict* annotations = nullptr;
    const Expr* predicate = nullptr;
    const Stmt* init = nullptr;
    bool is_root = false;
  };
  // Statements nest deeper than Python's, where a scope holds what follows it.
  static constexpr int kMaxStmtNesting = 200;
  const Stmt* LowerStmts(std::span<const PyStmt* const> stmts);
  const Stmt* LowerStmtsFrom(std::span<const PyStmt* const> stmts, std::vector<const Stmt*>& done);
  bool LowerTirStmt(const PyStmt* stmt, std::span<const PyStmt* const> rest, std::vector<const Stmt*>& done,
                    bool& consumed_rest);
  bool LowerTirExprStmt(const PyStmt* stmt, std::span<const PyStmt* const> rest, std::vector<const Stmt*>& done,
                        bool& consumed_rest);
  bool LowerBlockCall(const PyExpr* call, std::string_view path, bool& known);
  bool LowerTirAssign(const PyStmt* stmt, std::span<const PyStmt* const> rest, std::vector<const Stmt*>& done,
                      bool& consumed_rest);
  bool LowerNamedAssign(const PyStmt* stmt, std::span<const PyStmt* const> rest, std::vector<const Stmt*>& done,
                        bool& consumed_rest);
  bool LowerCallAssign(const PyStmt* stmt, const DottedName& callee, std::span<const PyStmt* const> rest,
                       std::vector<const Stmt*>& done, bool& consumed_rest, bool& known);
  bool LowerBufferAssign(const PyStmt* stmt, const DottedName& callee, std::vector<const Stmt*>& done, bool& known);
  bool LowerAllocate(const PyStmt* stmt, std::vector<const Stmt*>& done);
  bool LowerView(const PyStmt* stmt, const Buffer& parent, std::vector<const Stmt*>& done);
  bool LowerStore(const PyStmt* stmt, std::vector<const Stmt*>& done);
  bool StoreTo(const PyStmt* stmt, const Buffer* buffer, std::vector<const Expr*> indices, const Expr* value,
               std::vector<const Stmt*>& done);
  bool LowerLetAssign(const PyStmt* stmt, std::vector<const Stmt*>& done);
  bool BindScalar(const PyStmt* stmt, std::string_view name, const Expr* value, const Type* type,
                  std::vector<const Stmt*>& done);
  bool LowerScalarVar(const PyStmt* stmt, DType dtype, std::vector<const Stmt*>& done);
  const Stmt* LowerFor(const PyStmt* stmt);
  const Stmt* LowerGrid(const PyStmt* stmt, const PyExpr* call);
  const Stmt* LowerLoop(const PyStmt* stmt, const PyExpr* call, std::string_view kind);
  const Stmt* LowerWith(const PyStmt* stmt, std::vector<const Stmt*>& done);
  const Stmt* LowerAttrScope(const PyExpr* call, const PyExpr* as, std::string_view path,
                             std::span<const PyStmt* const> body, SourceSpan span);
  const Stmt* LowerLaunchThread(const PyExpr* call, const PyExpr* as, std::span<const PyStmt* const> body);
  const Stmt* LowerIf(const PyStmt* stmt);
  bool LowerAssertStmt(const PyStmt* stmt, std::vector<const Stmt*>& done);
  const Stmt* LowerBlock(const PyStmt* stmt, const PyExpr* call);
  const Stmt* LowerRoot(std::span<const PyStmt* const> stmts);
  bool LowerFuncAttr(const PyExpr* call);
  const SBlock* FinishBlock(BlockParts& parts, std::string_view name, const Stmt* body);
  bool LowerAxis(const PyStmt* stmt, const PyExpr* call, std::string_view kind);
  bool LowerRemap(const PyStmt* stmt, const PyExpr* call);
  // X where the end is written as start + X; null elsewhere.
  static const Expr* ExtentWritten(const Expr* start, const Expr* stop);
  const Expr* LoopExtent(const Expr* start, const Expr* stop);
  bool AddAxis(const PyExpr* target, IterType type, const Range* dom, const Expr* value, DType dtype);
  bool LowerRegions(const PyExpr* call, std::vector<const BufferRegion*>& regions);
  const BufferRegion* LowerRegion(const PyExpr* e);
  struct BufferCall {
    const Buffer* buffer = nullptr;
    const Expr* data = nullptr;
  };
  // T.Buffer(shape, dtype, …) and its relatives; positional arguments start at `first`.
  std::optional<BufferCall> LowerBufferCall(const PyExpr* call, size_t first, std::string_view name,
                                            DType default_dtype, std::string_view default_scope);
  bool IsScalar(const Buffer& buffer) const;
  bool LowerScalarCall(const PyStmt* stmt, std::string_view path, std::vector<const Stmt*>& done, bool& known);
  const Expr* LowerScalarView(const PyExpr* call, Buffer& buffer);
  bool LowerBufferExtras(const PyExpr* call, size_t first, Buffer& buffer, const Expr*& data);
  bool LowerMatchBuffer(const PyStmt* stmt, const PyExpr* call);
  const Buffer* FindBuffer(const PyExpr* e);

  Context& ctx_;
  uint32_t file_;
  DiagSink& sink_;
  const DialectAliases& aliases_;
  bool s_tir_;

  std::span<const Constant* const> metadata_;

  // Of the module.
  Module module_;
  std::string_view module_name_;
  const Node* module_marker_ = nullptr;
  std::vector<std::string_view> type_vars_;
  std::unordered_map<std::string_view, const GlobalVar*> globals_;
  const AttrDict* module_attrs_ = nullptr;
  std::vector<const PyStmt*> plain_defs_;
  std::vector<GlobalInfoList> global_infos_;

  // Of the function that is being lowered.
  std::unordered_map<std::string_view, DType> declared_dims_;
  // Those that it declares as sizes, which are never negative.
  std::unordered_set<std::string_view> declared_sizes_;
  bool failed_ = false;
  // The first call that inference refuses.
  std::optional<Diag> refused_;
  Scope scope_;
  Draft* draft_ = nullptr;
  // Quoted dimensions define variables here (signatures); match_cast targets define nothing, their names are declared.
  bool quoted_defines_ = false;
  // int64 in Relax, int32 in buffers' shapes when quoted.
  DType quoted_dtype_ = DType::Int(64);
  RelaxBody* relax_ = nullptr;
  int fresh_gv_ = 0;
  int fresh_lv_ = 0;
  BlockParts* block_ = nullptr;
  int stmt_nesting_ = 0;
  // Loops around the current statement, innermost last; T.axis.remap reads their extents.
  std::vector<std::pair<const Var*, const Range*>> loops_;
  // Buffers that stand for scalar variables: their bare name is a load of element 0.
  std::unordered_set<const Buffer*> scalar_buffers_;
};

}  // namespace assay
