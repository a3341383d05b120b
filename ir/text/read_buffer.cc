// Buffer declarations: T.Buffer and its relatives share one reader of their arguments.
#include "ir/text/as_read.h"
#include "ir/text/buffer_reader.h"
#include "ir/text/kernel_reader.h"
#include "ir/text/scalar_build.h"
#include "ir/text/scalar_reader.h"
#include "ir/text/type_reader.h"

namespace assay {

std::optional<BufferReader::BufferCall> BufferReader::LowerBufferCall(const PyExpr* call, size_t first,
                                                                      std::string_view name, DType default_dtype,
                                                                      std::string_view default_scope) {
  const PyExpr* shape = Arg(call, first, "shape");
  const PyExpr* dtype_arg = Arg(call, first + 1, "dtype");
  DType dtype = default_dtype;
  if (dtype_arg != nullptr) {
    auto given = site_.LowerDType(dtype_arg);
    if (!given) return std::nullopt;
    dtype = *given;
  }
  if (shape == nullptr) return site_.Fail(call->span, "a buffer needs a shape", DiagKind::kArityMismatch), std::nullopt;
  if (dtype.IsVoid()) return site_.Fail(call->span, "a buffer needs a dtype", DiagKind::kTypeMismatch), std::nullopt;
  bool many = shape->Is(PyKind::kTuple) || shape->Is(PyKind::kList);
  std::vector<const Expr*> dims;
  for (const PyExpr* item : many ? shape->items : std::span<const PyExpr* const>(&shape, 1)) {
    const Expr* dim = types_.LowerDim(item, DType::Int(32));
    if (dim == nullptr) return std::nullopt;
    dims.push_back(dim);
  }
  auto scope = std::optional<std::string_view>(default_scope);
  if (const PyExpr* scope_arg = call->Keyword("scope")) scope = site_.LowerText(scope_arg, "a storage scope");
  if (!scope) return std::nullopt;
  BufferCall out;
  Buffer* buffer = const_cast<Buffer*>(MakeBuffer(ctx_, name, dtype, dims, *scope));
  if (!LowerBufferExtras(call, first, *buffer, out.data)) return std::nullopt;
  if (const auto* data = As<Var>(out.data)) buffer->data = data;
  out.buffer = buffer;
  return out;
}

bool BufferReader::LowerBufferExtras(const PyExpr* call, size_t first, Buffer& buffer, const Expr*& data) {
  auto present = [](const PyExpr* e) { return e != nullptr && !e->Is(PyKind::kNone); };
  if (const PyExpr* given = Arg(call, first + 2, "data"); present(given)) {
    if ((data = scalars_.LowerScalar(given)) == nullptr) return false;
  }
  if (const PyExpr* strides = Arg(call, first + 3, "strides"); present(strides)) {
    std::vector<const Expr*> values;
    for (const PyExpr* item : strides->items) {
      const Expr* stride = types_.LowerDim(item, DType::Int(32));
      if (stride == nullptr) return false;
      values.push_back(stride);
    }
    buffer.strides = ctx_.Copy(values);
  }
  const PyExpr* offset = Arg(call, first + 4, "elem_offset");
  if (present(offset)) {
    buffer.elem_offset = scalars_.LowerScalar(offset);
    if (buffer.elem_offset == nullptr) return false;
  }
  const PyExpr* align = call->Keyword("align");
  if (present(align)) {
    auto value = site_.LowerInt(align);
    if (!value || *value > 1 << 20) return site_.Fail(align->span, "the alignment is out of range"), false;
    if (*value > 0) buffer.data_alignment = *value;
  }
  const PyExpr* factor = call->Keyword("offset_factor");
  if (present(factor)) {
    auto value = site_.LowerInt(factor);
    if (!value || *value < 0) return site_.Fail(factor->span, "the offset factor is out of range"), false;
    buffer.offset_factor = *value == 0 ? 1 : *value;
    // With a factor but no offset the offset is a variable.
    if (*value != 0 && !present(offset)) {
      DType dtype = buffer.shape.empty() ? DType::Int(32) : DTypeOf(buffer.shape[0]);
      buffer.elem_offset = MakeVar(ctx_, buffer.name.str() + "_elem_offset", dtype);
    }
  }
  if (IsDefaultOffset(buffer)) buffer.elem_offset = nullptr;
  // TVM 0.27 writes None for rows one behind the other without a layout object, as FlattenBuffer leaves them: the same
  // elements.
  const PyExpr* layout = call->Keyword("layout");
  if (present(layout))
    return site_.Fail(layout->span, "unsupported buffer layout: expected None", DiagKind::kUnsupported), false;
  const PyExpr* separators = call->Keyword("axis_separators");
  if (present(separators)) {
    std::vector<int64_t> values;
    for (const PyExpr* item : separators->items) {
      auto value = site_.LowerInt(item);
      if (!value) return false;
      values.push_back(*value);
    }
    buffer.axis_separators = ctx_.arena.Copy(values);
  }
  return true;
}

// TVM writes buffers of one element by their bare name, too.
bool BufferReader::IsScalar(const Buffer& buffer) const {
  return scalar_buffers_.contains(&buffer) || (buffer.shape.size() == 1 && IsConstant(buffer.shape[0], 1));
}

// x = T.alloc_scalar(T.int32, scope="global"), x = T.local_scalar("int32"), x = T.decl_scalar(T.int32, data=A.data,
// elem_offset=3).
bool KernelReader::LowerScalarDeclaration(const PyStmt* stmt, std::string_view path, std::vector<const Stmt*>& done,
                                          bool& known) {
  known = path == "alloc_scalar" || path == "local_scalar" || path == "shared_scalar" || path == "decl_scalar";
  if (!known) return true;
  const PyExpr* call = stmt->value;
  const PyExpr* dtype_arg = Arg(call, 0, "dtype");
  auto dtype = dtype_arg == nullptr ? std::optional(DType::Float(32)) : site_.LowerDType(dtype_arg);
  bool views = path == "decl_scalar";
  const PyExpr* scope_arg = path == "alloc_scalar" ? Arg(call, 1, "scope") : views ? Arg(call, 2, "scope") : nullptr;
  std::string_view usual = path == "local_scalar" ? "local" : path == "shared_scalar" ? "shared" : "global";
  auto scope = scope_arg == nullptr ? std::optional(usual) : site_.LowerText(scope_arg, "a storage scope");
  if (!dtype || !scope) return false;
  if (dtype->IsVoid()) return site_.Fail(stmt->span, "a variable needs a dtype", DiagKind::kTypeMismatch), false;
  Buffer* buffer =
      const_cast<Buffer*>(MakeBuffer(ctx_, stmt->target->text, *dtype, {MakeInt(ctx_, 1, DType::Int(32))}, *scope));
  const Expr* data = views ? buffers_.LowerScalarView(call, *buffer) : nullptr;
  if (views && data == nullptr) return false;
  if (views) {
    DeclBuffer* decl = ctx_.arena.New<DeclBuffer>();
    decl->buffer = At(stmt->span, buffer);
    decl->data = data;
    done.push_back(At(stmt->span, decl));
  } else {
    AllocBuffer* alloc = ctx_.arena.New<AllocBuffer>();
    alloc->buffer = At(stmt->span, buffer);
    done.push_back(At(stmt->span, alloc));
  }
  scope_.Define(stmt->target->text, buffer);
  return true;
}

// The memory that it lies in.
const Expr* BufferReader::LowerScalarView(const PyExpr* call, Buffer& buffer) {
  const PyExpr* data_arg = Arg(call, 1, "data");
  const Expr* data = data_arg == nullptr ? site_.Fail(call->span, "a view needs data", DiagKind::kArityMismatch)
                                         : scalars_.LowerScalar(data_arg);
  const PyExpr* offset_arg = Arg(call, 3, "elem_offset");
  const Expr* offset = offset_arg == nullptr ? MakeInt(ctx_, 0, DType::Int(32)) : scalars_.LowerScalar(offset_arg);
  if (data == nullptr || offset == nullptr) return nullptr;
  if (const auto* var = As<Var>(data)) buffer.data = var;
  if (!IsConstant(offset, 0)) buffer.elem_offset = offset;
  return data;
}

// A = T.match_buffer(a, (n,), "float32") of a parameter, or of a region inside a block.
bool KernelReader::LowerMatchBuffer(const PyStmt* stmt, const PyExpr* call) {
  const PyExpr* subject = Arg(call, 0, "param");
  if (subject == nullptr) return site_.Fail(call->span, "expected what to match", DiagKind::kArityMismatch), false;
  const auto* var = subject->Is(PyKind::kName) ? As<Var>(scope_.Find(subject->text)) : nullptr;
  std::string_view name = stmt->target->text;
  if (var == nullptr) {
    const BufferRegion* source = LowerRegion(subject);
    if (source == nullptr) return false;
    auto made = buffers_.LowerBufferCall(call, 1, name, source->buffer->dtype, source->buffer->scope.text());
    if (!made || block_ == nullptr) return site_.Fail(call->span, "T.match_buffer of a region outside a block"), false;
    MatchBufferRegion* match = ctx_.arena.New<MatchBufferRegion>();
    match->source = source;
    match->buffer = At(stmt->span, made->buffer);
    block_->match_buffers.push_back(match);
    scope_.Define(name, match->buffer);
    return true;
  }
  PrimFunc* func = around_.draft()->prim;
  for (size_t i = 0; i < func->params.size(); ++i) {
    if (func->params[i] != var) continue;
    auto made = buffers_.LowerBufferCall(call, 1, name, DType::Float(32), "global");
    if (!made) return false;
    std::vector<const Buffer*> buffers(func->buffers.begin(), func->buffers.end());
    buffers[i] = At(stmt->span, made->buffer);
    func->buffers = ctx_.Copy(buffers);
    scope_.Define(name, made->buffer);
    return true;
  }
  return site_.Fail(call->span, "only a parameter can be matched to a buffer"), false;
}

}  // namespace assay
