// Assignments in TIR: stores, bindings, scalar variables, buffers, block axes, and attributes that wrap the rest.
#include <algorithm>

#include "ir/support/fault.h"
#include "ir/text/attr_reader.h"
#include "ir/text/buffer_reader.h"
#include "ir/text/kernel_reader.h"
#include "ir/text/scalar_build.h"
#include "ir/text/scalar_reader.h"
#include "ir/text/type_reader.h"

namespace assay {

bool KernelReader::LowerTirAssign(const PyStmt* stmt, std::span<const PyStmt* const> rest,
                                  std::vector<const Stmt*>& done, bool& consumed_rest) {
  if (stmt->target->Is(PyKind::kSubscript)) return LowerStore(stmt, done);
  if (stmt->annotation != nullptr) return LowerLetAssign(stmt, done);
  if (stmt->target->Is(PyKind::kName) && stmt->op == 0) return LowerNamedAssign(stmt, rest, done, consumed_rest);
  if (stmt->target->Is(PyKind::kName)) return LowerStore(stmt, done);
  if (types_.LowerSymbolicVars(stmt)) return true;
  auto callee = site_.DottedCallee(stmt->value);
  if (stmt->target->Is(PyKind::kTuple) && callee && callee->Is('T', "axis.remap")) return LowerRemap(stmt, stmt->value);
  site_.Fail(stmt->span, "this assignment is not part of a PrimFunc");
  return false;
}

bool KernelReader::LowerNamedAssign(const PyStmt* stmt, std::span<const PyStmt* const> rest,
                                    std::vector<const Stmt*>& done, bool& consumed_rest) {
  std::string_view name = stmt->target->text;
  if (auto callee = site_.DottedCallee(stmt->value); callee && callee->dialect == 'T') {
    bool known = false;
    if (!LowerCallAssign(stmt, *callee, rest, done, consumed_rest, known)) return false;
    if (known) return true;
  }
  const PyExpr* method = stmt->value->Is(PyKind::kCall) ? stmt->value->items[0] : nullptr;
  if (method != nullptr && method->Is(PyKind::kAttribute) && method->text == "view" &&
      method->items[0]->Is(PyKind::kName)) {
    const auto* parent = As<Buffer>(scope_.Find(method->items[0]->text));
    if (parent != nullptr) return LowerView(stmt, *parent, done);
  }
  if (types_.LowerSymbolicVars(stmt)) return true;
  if (site_.failed()) return false;
  const auto* buffer = As<Buffer>(scope_.Find(name));
  if (buffer != nullptr && buffers_.IsScalar(*buffer)) return LowerStore(stmt, done);
  // Another name for the module, or for a buffer.
  if (stmt->value->Is(PyKind::kName)) {
    const Node* node = scope_.Find(stmt->value->text);
    if (stmt->value->text == around_.name()) node = around_.marker();
    bool alias =
        node != nullptr && (node == around_.marker() || (Is<Buffer>(node) && !buffers_.NamesScalar(As<Buffer>(node))));
    if (alias) {
      scope_.Define(name, node);
      return true;
    }
  }
  const Expr* value = scalars_.LowerScalar(stmt->value);
  if (value == nullptr) return false;
  DType dtype = DTypeOf(value);
  if (dtype.IsHandle() || Is<StringImm>(value) || Is<PointerType>(value->type))
    return BindScalar(stmt, name, value, value->type, done);
  // x = value makes a scalar variable.
  return LowerScalarVar(stmt, dtype, done) &&
         StoreTo(stmt, As<Buffer>(scope_.Find(name)), {MakeInt(ctx_, 0, DType::Int(32))}, value, done);
}

// x = T.call(…) where the call is more than a value.
bool KernelReader::LowerCallAssign(const PyStmt* stmt, const DottedName& callee, std::span<const PyStmt* const> rest,
                                   std::vector<const Stmt*>& done, bool& consumed_rest, bool& known) {
  known = true;
  std::string_view path = callee.path;
  if (path.starts_with("axis.")) {
    return path == "axis.remap" ? LowerRemap(stmt, stmt->value) : LowerAxis(stmt, stmt->value, path.substr(5));
  }
  if (path == "match_buffer") return LowerMatchBuffer(stmt, stmt->value);
  if (path == "launch_thread") {
    const Stmt* scope = LowerLaunchThread(stmt->value, stmt->target, rest);
    if (scope != nullptr) done.push_back(At(stmt->span, scope));
    consumed_rest = true;
    return scope != nullptr;
  }
  if (path == "env_thread") {
    auto tag = site_.LowerText(Arg(stmt->value, 0, "thread_tag"), "a thread tag");
    if (!tag) return false;
    IterVar* thread = ctx_.arena.New<IterVar>();
    thread->var = MakeVar(ctx_, stmt->target->text, DType::Int(32));
    thread->iter_type = IterType::kThreadIndex;
    thread->thread_tag = ctx_.Intern(*tag);
    scope_.Define(stmt->target->text, thread);
    return true;
  }
  bool is_buffer = false;
  if (!LowerBufferAssign(stmt, callee, done, is_buffer)) return false;
  known = is_buffer;
  return true;
}

namespace {

// Whether a block is opened anywhere below.
// recursion: statements nest as deep as the parser lets them
bool HasBlocks(std::span<const PyStmt* const> stmts) {
  for (const PyStmt* stmt : stmts) {
    const PyExpr* opened = stmt->kind == PyStmtKind::kWith ? stmt->value : nullptr;
    const PyExpr* callee = opened != nullptr && opened->Is(PyKind::kCall) ? opened->items[0] : nullptr;
    if (callee != nullptr && (callee->text == "block" || callee->text == "sblock")) return true;
    if (HasBlocks(stmt->body) || HasBlocks(stmt->orelse)) return true;
  }
  return false;
}

}  // namespace

// T.alloc_buffer, T.sblock_alloc_buffer, T.decl_buffer, T.Buffer, T.alloc_local, …
bool KernelReader::LowerBufferAssign(const PyStmt* stmt, const DottedName& callee, std::vector<const Stmt*>& done,
                                     bool& known) {
  std::string_view path = callee.path;
  std::string_view scope = path == "alloc_local" ? "local" : path == "alloc_shared" ? "shared" : "global";
  // Before 0.26 T.alloc_buffer belonged to the block, in functions that have blocks.
  bool old_form = path == "alloc_buffer" && block_ != nullptr && !around_.draft()->prim->is_s_tir &&
                  HasBlocks(around_.draft()->def->body);
  bool of_block = path == "sblock_alloc_buffer" || old_form;
  bool allocates = path == "alloc_buffer" || path == "alloc_local" || path == "alloc_shared";
  known =
      of_block || allocates || path == "decl_buffer" || path == "Buffer" || path == "buffer_decl" || path == "allocate";
  if (!known && path.ends_with("_scalar")) return LowerScalarDeclaration(stmt, path, done, known);
  if (!known) return true;
  std::string_view name = stmt->target->text;
  if (path == "allocate") return LowerAllocate(stmt, done);
  auto made = buffers_.LowerBufferCall(stmt->value, 0, name, DType::Float(32), scope);
  if (!made) return false;
  scope_.Define(name, At(stmt->span, made->buffer));
  if (of_block) {
    if (block_ == nullptr) return site_.Fail(stmt->span, "a block allocation outside a block"), false;
    block_->alloc_buffers.push_back(made->buffer);
    return true;
  }
  if (allocates) {
    AllocBuffer* alloc = ctx_.arena.New<AllocBuffer>();
    alloc->buffer = made->buffer;
    const PyExpr* annotations = stmt->value->Keyword("annotations");
    if (annotations != nullptr && !annotations->Is(PyKind::kNone)) alloc->annotations = attrs_.LowerDict(annotations);
    done.push_back(At(stmt->span, alloc));
    return !site_.failed();
  }
  // A buffer alone is no statement: a view of memory that nothing declares.
  if (path == "Buffer" && made->buffer->data == made->data) return true;
  DeclBuffer* decl = ctx_.arena.New<DeclBuffer>();
  decl->buffer = made->buffer;
  decl->data = made->data;
  done.push_back(At(stmt->span, decl));
  return true;
}

// a = T.allocate([64], "float32", "shared") of 0.17 gives the address of new memory: here, that of a buffer's.
bool KernelReader::LowerAllocate(const PyStmt* stmt, std::vector<const Stmt*>& done) {
  const PyExpr* call = stmt->value;
  const PyExpr* condition = Arg(call, 3, "condition");
  if (condition != nullptr && !condition->Is(PyKind::kNone) && !condition->Is(PyKind::kTrue)) {
    return site_.Fail(condition->span, "an allocation under a condition is not handled", DiagKind::kUnsupported), false;
  }
  const PyExpr* scope_arg = Arg(call, 2, "scope");
  auto scope =
      scope_arg == nullptr ? std::optional<std::string_view>("global") : site_.LowerText(scope_arg, "a storage scope");
  // Scopes and annotations stand where other buffers have their data.
  PyExpr plain = *call;
  plain.items = call->items.first(std::min<size_t>(call->items.size(), 3));
  plain.keywords = {};
  auto made = scope ? buffers_.LowerBufferCall(&plain, 0, stmt->target->text, DType::Float(32), *scope) : std::nullopt;
  if (!made) return false;
  AllocBuffer* alloc = ctx_.arena.New<AllocBuffer>();
  alloc->buffer = At(stmt->span, made->buffer);
  const PyExpr* annotations = call->Keyword("annotations");
  if (annotations != nullptr && !annotations->Is(PyKind::kNone)) alloc->annotations = attrs_.LowerDict(annotations);
  scope_.Define(stmt->target->text, made->buffer->data);
  done.push_back(At(stmt->span, alloc));
  return !site_.failed();
}

// b = a.view(4, 16), b = a.view("int8"): the same memory in another shape, or as another dtype, whose last dimension
// follows.
bool KernelReader::LowerView(const PyStmt* stmt, const Buffer& parent, std::vector<const Stmt*>& done) {
  std::vector<const Expr*> dims;
  DType dtype = parent.dtype;
  std::span<const PyExpr* const> args = stmt->value->args();
  if (args.size() == 1 && args[0]->Is(PyKind::kString)) {
    auto given = site_.LowerDType(args[0]);
    if (!given) return false;
    dtype = *given;
    dims.assign(parent.shape.begin(), parent.shape.end());
    const auto* last = dims.empty() ? nullptr : As<IntImm>(dims.back());
    int64_t width = int64_t{dtype.bits} * dtype.lanes, bits = 0;
    bool known = last != nullptr && width > 0 &&
                 !__builtin_mul_overflow(last->value, int64_t{parent.dtype.bits} * parent.dtype.lanes, &bits);
    if (!known || bits <= 0 || bits % width != 0) return site_.Fail(stmt->span, "the view's dtype does not fit"), false;
    dims.back() = MakeInt(ctx_, bits / width, DTypeOf(last));
  } else {
    for (const PyExpr* arg : args) {
      const Expr* dim = types_.LowerDim(arg, DType::Int(32));
      if (dim == nullptr) return false;
      dims.push_back(dim);
    }
  }
  Buffer* view = const_cast<Buffer*>(MakeBuffer(ctx_, stmt->target->text, dtype, dims, parent.scope.text()));
  view->data = parent.data;
  view->strides = parent.strides;
  view->elem_offset = parent.elem_offset;
  view->data_alignment = parent.data_alignment;
  view->offset_factor = parent.offset_factor;
  DeclBuffer* decl = ctx_.arena.New<DeclBuffer>();
  decl->buffer = At(stmt->span, view);
  decl->data = parent.data;
  scope_.Define(stmt->target->text, view);
  done.push_back(At(stmt->span, decl));
  return true;
}

// buffer[i] = value, buffer[i] += value, x = value for a scalar variable x.
bool KernelReader::LowerStore(const PyStmt* stmt, std::vector<const Stmt*>& done) {
  bool is_scalar = stmt->target->Is(PyKind::kName);
  const Buffer* buffer = buffers_.FindBuffer(is_scalar ? stmt->target : stmt->target->items[0]);
  std::vector<const Expr*> indices;
  if (buffer == nullptr || stmt->value == nullptr) return site_.Fail(stmt->span, "expected a value to store"), false;
  if (is_scalar) {
    if (!buffers_.IsScalar(*buffer)) return site_.Fail(stmt->span, "a buffer is assigned without indices"), false;
    indices.push_back(MakeInt(ctx_, 0, DType::Int(32)));
  } else if (!scalars_.LowerIndices(stmt->target->args(), indices)) {
    return false;
  }
  if (indices.size() != buffer->shape.size()) {
    site_.Fail(stmt->span, WrongIndexCount(buffer, indices.size()), DiagKind::kShapeMismatch);
    return false;
  }
  const Expr* value = scalars_.LowerScalar(stmt->value);
  if (value == nullptr) return false;
  if (stmt->op != 0) {
    PyExpr operation{.kind = PyKind::kBinary, .op = stmt->op, .span = stmt->span};
    value = scalars_.ApplyScalarBinary(&operation, MakeLoad(ctx_, buffer, indices), value);
  }
  return value != nullptr && StoreTo(stmt, buffer, std::move(indices), value, done);
}

bool KernelReader::StoreTo(const PyStmt* stmt, const Buffer* buffer, std::vector<const Expr*> indices,
                           const Expr* value, std::vector<const Stmt*>& done) {
  const BufferLoad* place = MakeLoad(ctx_, buffer, indices);
  DType wanted = DTypeOf(place);
  DType given = DTypeOf(value);
  if (given != wanted) {
    bool spread = given.lanes != wanted.lanes;
    if (given.IsVoid() || given.IsHandle() || wanted.IsHandle() || (spread && given.lanes != 1)) {
      site_.Fail(stmt->span, "the stored value has another type than the buffer", DiagKind::kTypeMismatch);
      return false;
    }
    if (spread) {
      Broadcast* broadcast = ctx_.arena.New<Broadcast>();
      broadcast->value = value;
      broadcast->lanes = MakeInt(ctx_, wanted.lanes, DType::Int(32));
      broadcast->type = ctx_.Prim(given.WithLanes(wanted.lanes));
      value = broadcast;
    }
    value = BuildCast(ctx_, wanted, value);
  }
  done.push_back(At(stmt->span, MakeStore(ctx_, buffer, value, indices)));
  return true;
}

// x: T.let[T.int64] = value binds; x: T.int64 = value declares a scalar variable.
bool KernelReader::LowerLetAssign(const PyStmt* stmt, std::vector<const Stmt*>& done) {
  if (!stmt->target->Is(PyKind::kName)) return site_.Fail(stmt->span, "expected a name"), false;
  const PyExpr* annotation = stmt->annotation;
  auto name = site_.Dotted(annotation->Is(PyKind::kSubscript) ? annotation->items[0] : annotation);
  if (name && name->Is('T', "let")) {
    const Expr* value = stmt->value == nullptr ? nullptr : scalars_.LowerScalar(stmt->value);
    if (value == nullptr) return site_.Fail(stmt->span, "T.let needs a value"), false;
    const Type* type = value->type;
    if (annotation->Is(PyKind::kSubscript) && annotation->items.size() == 2)
      type = types_.LowerType(annotation->items[1]);
    return type != nullptr && BindScalar(stmt, stmt->target->text, value, type, done);
  }
  const Type* type = types_.LowerType(annotation);
  if (type == nullptr) return false;
  const auto* prim = As<PrimType>(type);
  if (prim == nullptr || prim->dtype.IsHandle()) {
    const Expr* value = stmt->value == nullptr ? nullptr : scalars_.LowerScalar(stmt->value);
    return value != nullptr && BindScalar(stmt, stmt->target->text, value, type, done);
  }
  const Expr* value = stmt->value == nullptr ? nullptr : scalars_.LowerScalar(stmt->value);
  if (site_.failed() || !LowerScalarVar(stmt, prim->dtype, done)) return false;
  if (value == nullptr) return true;
  return StoreTo(stmt, As<Buffer>(scope_.Find(stmt->target->text)), {MakeInt(ctx_, 0, DType::Int(32))}, value, done);
}

bool KernelReader::BindScalar(const PyStmt* stmt, std::string_view name, const Expr* value, const Type* type,
                              std::vector<const Stmt*>& done) {
  if (const auto* prim = As<PrimType>(type); prim != nullptr && !prim->dtype.IsHandle() && !DTypeOf(value).IsVoid()) {
    value = BuildCast(ctx_, prim->dtype, value);
  }
  if (FaultOn(Fault::parser_reads_let_as_rename) && Is<Var>(value)) {
    scope_.Define(name, As<Var>(value));
    return true;
  }
  Bind* bind = ctx_.arena.New<Bind>();
  bind->value = value;
  bind->var = At(stmt->span, MakeVar(ctx_, name, type));
  scope_.Define(name, bind->var);
  done.push_back(At(stmt->span, bind));
  return true;
}

// A scalar variable is a buffer of one element in local memory.
bool KernelReader::LowerScalarVar(const PyStmt* stmt, DType dtype, std::vector<const Stmt*>& done) {
  std::string_view name = stmt->target->text;
  if (dtype.IsVoid()) return site_.Fail(stmt->span, "a variable needs a dtype", DiagKind::kTypeMismatch), false;
  AllocBuffer* alloc = ctx_.arena.New<AllocBuffer>();
  alloc->buffer = At(stmt->span, MakeBuffer(ctx_, name, dtype, {MakeInt(ctx_, 1, DType::Int(32))}, "local"));
  buffers_.NoteScalar(alloc->buffer);
  scope_.Define(name, alloc->buffer);
  done.push_back(At(stmt->span, alloc));
  return true;
}

const Stmt* KernelReader::LowerAttrScope(const PyExpr* call, const PyExpr* as, std::string_view path,
                                         std::span<const PyStmt* const> body, SourceSpan span) {
  if (path == "launch_thread") return LowerLaunchThread(call, as, body);
  std::vector<AttrStmt*> chain;
  auto add = [&](const Node* node, std::string_view key, const PyExpr* value) {
    AttrStmt* made = ctx_.arena.New<AttrStmt>();
    made->node = node;
    made->attr_key = ctx_.Intern(key);
    made->value = scalars_.LowerScalar(value);
    made->span = span;
    chain.push_back(made);
  };
  if (call->items.size() == 2 && call->items[1]->Is(PyKind::kDict)) {
    std::span<const PyExpr* const> items = call->items[1]->items;
    for (size_t i = 0; i + 1 < items.size() && !site_.failed(); i += 2) {
      auto key = site_.LowerText(items[i], "a key");
      if (key) add(nullptr, *key, items[i + 1]);
    }
  } else if (call->items.size() == 4) {
    const PyExpr* subject = call->items[1];
    const Node* node = subject->Is(PyKind::kName) ? scope_.Find(subject->text) : nullptr;
    if (node == nullptr && !(subject->Is(PyKind::kInt) && subject->integer == 0)) node = attrs_.LowerAttr(subject);
    if (const auto* wrapped = As<AttrNode>(node)) node = wrapped->node;
    auto key = site_.LowerText(call->items[2], "a key");
    if (key) add(node, *key, call->items[3]);
  }
  if (chain.size() > kMaxStmtNesting) return site_.Fail(call->span, "too many attributes", DiagKind::kTooDeep);
  if (chain.empty() || site_.failed())
    return site_.Fail(call->span, "expected T.attr({…}) or T.attr(node, key, value)");
  const Stmt* inner = LowerStmts(body);
  for (size_t i = chain.size(); i-- > 0 && inner != nullptr;) {
    chain[i]->body = inner;
    inner = chain[i];
  }
  return inner;
}

// with T.launch_thread("threadIdx.x", 128) as tx, or with a variable made by T.env_thread.
const Stmt* KernelReader::LowerLaunchThread(const PyExpr* call, const PyExpr* as, std::span<const PyStmt* const> body) {
  if (call->items.size() != 3)
    return site_.Fail(call->span, "expected a thread and an extent", DiagKind::kArityMismatch);
  const Expr* extent = scalars_.LowerScalar(call->items[2]);
  if (extent == nullptr) return nullptr;
  IterVar* thread = ctx_.arena.New<IterVar>();
  size_t mark = scope_.Mark();
  const auto* env = call->items[1]->Is(PyKind::kName) ? As<IterVar>(scope_.Find(call->items[1]->text)) : nullptr;
  if (env != nullptr) {
    *thread = *env;
    // From here on the name is the variable.
    scope_.Define(call->items[1]->text, env->var);
  } else {
    auto tag = site_.LowerText(call->items[1], "a thread tag");
    if (!tag) return nullptr;
    thread->thread_tag = ctx_.Intern(*tag);
    thread->var = MakeVar(ctx_, as != nullptr ? as->text : "v", DTypeOf(extent));
    thread->iter_type = IterType::kThreadIndex;
  }
  thread->dom = MakeRange(ctx_, MakeInt(ctx_, 0, DTypeOf(extent)), extent);
  if (as != nullptr) scope_.Define(as->text, thread->var);
  AttrStmt* made = ctx_.arena.New<AttrStmt>();
  made->node = thread;
  made->attr_key = ctx_.Intern(thread->thread_tag.text().starts_with("vthread") ? "virtual_thread" : "thread_extent");
  made->value = extent;
  made->body = LowerStmts(body);
  scope_.RollBack(mark);
  return made->body == nullptr ? nullptr : made;
}

}  // namespace assay
