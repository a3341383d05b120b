// Loop nests: buffers, statements, blocks and PrimFuncs. Names and meanings as TVM's tirx.
#pragma once

#include "ir/prim/node.h"

namespace assay {

// A view of memory; its identity is its address. `data` is the pointer variable that it reads through.
struct Buffer : NodeOf<NodeKind::kBuffer, Node> {
  Name name;
  DType dtype;
  const Var* data = nullptr;
  Nodes<Expr> shape;
  // Empty: compact row-major.
  Nodes<Expr> strides;
  // In elements; null means 0.
  const Expr* elem_offset = nullptr;
  Name scope;
  int64_t data_alignment = 64;
  int64_t offset_factor = 1;
  std::span<const int64_t> axis_separators;
  static constexpr auto kFields = std::tuple{Field{"name", &Buffer::name, FieldRole::kIgnore},
                                             Field{"dtype", &Buffer::dtype},
                                             Field{"data", &Buffer::data, FieldRole::kDef},
                                             Field{"shape", &Buffer::shape},
                                             Field{"strides", &Buffer::strides},
                                             Field{"elem_offset", &Buffer::elem_offset},
                                             Field{"scope", &Buffer::scope},
                                             Field{"data_alignment", &Buffer::data_alignment},
                                             Field{"offset_factor", &Buffer::offset_factor},
                                             Field{"axis_separators", &Buffer::axis_separators}};
};
struct BufferLoad : NodeOf<NodeKind::kBufferLoad, Expr> {
  const Buffer* buffer = nullptr;
  Nodes<Expr> indices;
  const Expr* predicate = nullptr;
  static constexpr auto kFields =
      std::tuple{Field{"buffer", &BufferLoad::buffer}, Field{"indices", &BufferLoad::indices},
                 Field{"predicate", &BufferLoad::predicate}};
};
// [min, min + extent).
struct Range : NodeOf<NodeKind::kRange, Node> {
  const Expr* min = nullptr;
  const Expr* extent = nullptr;
  static constexpr auto kFields = std::tuple{Field{"min", &Range::min}, Field{"extent", &Range::extent}};
};
// TVM's IterVarType with its numbering.
enum class IterType : uint8_t {
  kDataPar = 0,
  kThreadIndex = 1,
  kCommReduce = 2,
  kOrdered = 3,
  kOpaque = 4,
  kUnrolled = 5,
  kVectorized = 6,
  kParallelized = 7,
  kTensorized = 8,
};
struct IterVar : NodeOf<NodeKind::kIterVar, Node> {
  // May be null for a thread binding.
  const Range* dom = nullptr;
  const Var* var = nullptr;
  IterType iter_type = IterType::kDataPar;
  Name thread_tag;
  static constexpr auto kFields =
      std::tuple{Field{"dom", &IterVar::dom}, Field{"var", &IterVar::var, FieldRole::kDef},
                 Field{"iter_type", &IterVar::iter_type}, Field{"thread_tag", &IterVar::thread_tag}};
};
struct BufferRegion : NodeOf<NodeKind::kBufferRegion, Node> {
  const Buffer* buffer = nullptr;
  Nodes<Range> region;
  static constexpr auto kFields =
      std::tuple{Field{"buffer", &BufferRegion::buffer}, Field{"region", &BufferRegion::region}};
};
struct MatchBufferRegion : NodeOf<NodeKind::kMatchBufferRegion, Node> {
  const BufferRegion* source = nullptr;
  const Buffer* buffer = nullptr;
  static constexpr auto kFields = std::tuple{Field{"source", &MatchBufferRegion::source},
                                             Field{"buffer", &MatchBufferRegion::buffer, FieldRole::kDefDeep}};
};
// T.index_map(lambda i, j: (…)), as layout_transform takes it.
struct IndexMap : NodeOf<NodeKind::kIndexMap, Node> {
  Nodes<Var> initial_indices;
  Nodes<Expr> final_indices;
  const Node* inverse_index_map = nullptr;
  static constexpr auto kFields = std::tuple{Field{"initial_indices", &IndexMap::initial_indices, FieldRole::kDef},
                                             Field{"final_indices", &IndexMap::final_indices},
                                             Field{"inverse_index_map", &IndexMap::inverse_index_map}};
};
// T.comm_reducer(lambda x, y: x + y, [0]): how two tuples of values become one, and what changes nothing. A reduction
// over threads (tvm_thread_allreduce) combines by that of the AttrStmt "reduce_scope" around it.
struct CommReducer : NodeOf<NodeKind::kCommReducer, Node> {
  // One variable of each side for each value.
  Nodes<Var> lhs;
  Nodes<Var> rhs;
  Nodes<Expr> result;
  Nodes<Expr> identity_element;
  static constexpr auto kFields =
      std::tuple{Field{"lhs", &CommReducer::lhs, FieldRole::kDef}, Field{"rhs", &CommReducer::rhs, FieldRole::kDef},
                 Field{"result", &CommReducer::result}, Field{"identity_element", &CommReducer::identity_element}};
};

// let var = value, visible in the statements that follow in the same sequence (0.26; older LetStmt has a body).
struct Bind : NodeOf<NodeKind::kBind, Stmt> {
  const Expr* value = nullptr;
  const Var* var = nullptr;
  static constexpr auto kFields = std::tuple{Field{"value", &Bind::value}, Field{"var", &Bind::var, FieldRole::kDef}};
};
struct AttrStmt : NodeOf<NodeKind::kAttrStmt, Stmt> {
  // What the attribute is about: an IterVar (defined here), a Var, a Buffer, a CommReducer, an Attr, or null.
  const Node* node = nullptr;
  Name attr_key;
  const Expr* value = nullptr;
  const Stmt* body = nullptr;
  static constexpr auto kFields = std::tuple{Field{"node", &AttrStmt::node}, Field{"attr_key", &AttrStmt::attr_key},
                                             Field{"value", &AttrStmt::value}, Field{"body", &AttrStmt::body}};
};
struct AssertStmt : NodeOf<NodeKind::kAssertStmt, Stmt> {
  const Expr* condition = nullptr;
  Name error_kind;
  std::span<const Name> message_parts;
  static constexpr auto kFields =
      std::tuple{Field{"condition", &AssertStmt::condition}, Field{"error_kind", &AssertStmt::error_kind},
                 Field{"message_parts", &AssertStmt::message_parts}};
};
struct BufferStore : NodeOf<NodeKind::kBufferStore, Stmt> {
  const Buffer* buffer = nullptr;
  const Expr* value = nullptr;
  Nodes<Expr> indices;
  const Expr* predicate = nullptr;
  static constexpr auto kFields =
      std::tuple{Field{"buffer", &BufferStore::buffer}, Field{"value", &BufferStore::value},
                 Field{"indices", &BufferStore::indices}, Field{"predicate", &BufferStore::predicate}};
};
// Declares a buffer over existing memory (`data`, or the buffer's own data variable when null); flat like Bind.
struct DeclBuffer : NodeOf<NodeKind::kDeclBuffer, Stmt> {
  const Expr* data = nullptr;
  const Buffer* buffer = nullptr;
  static constexpr auto kFields =
      std::tuple{Field{"data", &DeclBuffer::data}, Field{"buffer", &DeclBuffer::buffer, FieldRole::kDefDeep}};
};
// Allocates memory for a buffer until the end of the enclosing sequence; flat like Bind.
struct AllocBuffer : NodeOf<NodeKind::kAllocBuffer, Stmt> {
  const Buffer* buffer = nullptr;
  const AttrDict* annotations = nullptr;
  static constexpr auto kFields = std::tuple{Field{"buffer", &AllocBuffer::buffer, FieldRole::kDef},
                                             Field{"annotations", &AllocBuffer::annotations}};
};
struct SeqStmt : NodeOf<NodeKind::kSeqStmt, Stmt> {
  Nodes<Stmt> seq;
  static constexpr auto kFields = std::tuple{Field{"seq", &SeqStmt::seq}};
};
struct Evaluate : NodeOf<NodeKind::kEvaluate, Stmt> {
  const Expr* value = nullptr;
  static constexpr auto kFields = std::tuple{Field{"value", &Evaluate::value}};
};
struct IfThenElse : NodeOf<NodeKind::kIfThenElse, Stmt> {
  const Expr* condition = nullptr;
  const Stmt* then_case = nullptr;
  // May be null.
  const Stmt* else_case = nullptr;
  static constexpr auto kFields =
      std::tuple{Field{"condition", &IfThenElse::condition}, Field{"then_case", &IfThenElse::then_case},
                 Field{"else_case", &IfThenElse::else_case}};
};
enum class ForKind : uint8_t { kSerial = 0, kParallel = 1, kVectorized = 2, kUnrolled = 3, kThreadBinding = 4 };
struct For : NodeOf<NodeKind::kFor, Stmt> {
  const Expr* min = nullptr;
  const Expr* extent = nullptr;
  // Null means 1.
  const Expr* step = nullptr;
  ForKind for_kind = ForKind::kSerial;
  // Only for kThreadBinding; carries the thread tag.
  const IterVar* thread_binding = nullptr;
  const AttrDict* annotations = nullptr;
  const Var* loop_var = nullptr;
  const Stmt* body = nullptr;
  static constexpr auto kFields = std::tuple{Field{"min", &For::min},
                                             Field{"extent", &For::extent},
                                             Field{"step", &For::step},
                                             Field{"for_kind", &For::for_kind},
                                             Field{"thread_binding", &For::thread_binding},
                                             Field{"annotations", &For::annotations},
                                             Field{"loop_var", &For::loop_var, FieldRole::kDef},
                                             Field{"body", &For::body}};
};
struct While : NodeOf<NodeKind::kWhile, Stmt> {
  const Expr* condition = nullptr;
  const Stmt* body = nullptr;
  static constexpr auto kFields = std::tuple{Field{"condition", &While::condition}, Field{"body", &While::body}};
};
struct Return : NodeOf<NodeKind::kReturn, Stmt> {
  const Expr* value = nullptr;
  static constexpr auto kFields = std::tuple{Field{"value", &Return::value}};
};
struct Break : NodeOf<NodeKind::kBreak, Stmt> {
  static constexpr auto kFields = std::tuple{};
};
struct Continue : NodeOf<NodeKind::kContinue, Stmt> {
  static constexpr auto kFields = std::tuple{};
};
// T.sblock (T.block before 0.26). The root block of a PrimFunc has no iter_vars and the name "root".
struct SBlock : NodeOf<NodeKind::kSBlock, Stmt> {
  Nodes<IterVar> iter_vars;
  Nodes<Buffer> alloc_buffers;
  Nodes<MatchBufferRegion> match_buffers;
  Nodes<BufferRegion> reads;
  Nodes<BufferRegion> writes;
  Name name_hint;
  const AttrDict* annotations = nullptr;
  // May be null.
  const Stmt* init = nullptr;
  const Stmt* body = nullptr;
  static constexpr auto kFields = std::tuple{Field{"iter_vars", &SBlock::iter_vars, FieldRole::kDef},
                                             Field{"alloc_buffers", &SBlock::alloc_buffers, FieldRole::kDef},
                                             Field{"match_buffers", &SBlock::match_buffers},
                                             Field{"reads", &SBlock::reads},
                                             Field{"writes", &SBlock::writes},
                                             Field{"name_hint", &SBlock::name_hint, FieldRole::kIgnore},
                                             Field{"annotations", &SBlock::annotations},
                                             Field{"init", &SBlock::init},
                                             Field{"body", &SBlock::body}};
};
struct SBlockRealize : NodeOf<NodeKind::kSBlockRealize, Stmt> {
  Nodes<Expr> iter_values;
  const Expr* predicate = nullptr;
  const SBlock* block = nullptr;
  static constexpr auto kFields =
      std::tuple{Field{"iter_values", &SBlockRealize::iter_values}, Field{"predicate", &SBlockRealize::predicate},
                 Field{"block", &SBlockRealize::block}};
};
// @T.prim_func. `buffers` runs beside `params`: the buffer that a handle parameter is matched to, or null for a scalar.
struct PrimFunc : NodeOf<NodeKind::kPrimFunc, Expr> {
  Nodes<Var> params;
  Nodes<Buffer> buffers;
  const Type* ret_type = nullptr;
  const AttrDict* attrs = nullptr;
  const Stmt* body = nullptr;
  // @T.prim_func(s_tir=True): the body is scheduled by blocks.
  bool is_s_tir = true;
  static constexpr auto kFields = std::tuple{Field{"params", &PrimFunc::params, FieldRole::kDefDeep},
                                             Field{"buffers", &PrimFunc::buffers, FieldRole::kDefDeep},
                                             Field{"ret_type", &PrimFunc::ret_type},
                                             Field{"attrs", &PrimFunc::attrs},
                                             Field{"body", &PrimFunc::body},
                                             Field{"is_s_tir", &PrimFunc::is_s_tir}};
};

}  // namespace assay
