// Buffer declarations: T.Buffer and its relatives share one reader of their arguments.
#include "ir/text/lower.h"
#include "ir/text/scalar_build.h"

namespace assay {

std::optional<Lowerer::BufferCall> Lowerer::LowerBufferCall(const PyExpr* call, size_t first, std::string_view name,
                                                            DType default_dtype, std::string_view default_scope) {
  const PyExpr* shape = Arg(call, first, "shape");
  const PyExpr* dtype_arg = Arg(call, first + 1, "dtype");
  DType dtype = default_dtype;
  if (dtype_arg != nullptr) {
    auto given = LowerDType(dtype_arg);
    if (!given) return std::nullopt;
    dtype = *given;
  }
  if (shape == nullptr) return Fail(call->span, "a buffer needs a shape", DiagKind::kArityMismatch), std::nullopt;
  if (dtype.IsVoid()) return Fail(call->span, "a buffer needs a dtype", DiagKind::kTypeMismatch), std::nullopt;
  bool many = shape->Is(PyKind::kTuple) || shape->Is(PyKind::kList);
  std::vector<const Expr*> dims;
  for (const PyExpr* item : many ? shape->items : std::span<const PyExpr* const>(&shape, 1)) {
    const Expr* dim = LowerDim(item, DType::Int(32));
    if (dim == nullptr) return std::nullopt;
    dims.push_back(dim);
  }
  auto scope = std::optional<std::string_view>(default_scope);
  if (const PyExpr* scope_arg = call->Keyword("scope")) scope = LowerText(scope_arg, "a storage scope");
  if (!scope) return std::nullopt;
  BufferCall out;
  Buffer* buffer = const_cast<Buffer*>(MakeBuffer(ctx_, name, dtype, dims, *scope));
  if (!LowerBufferExtras(call, first, *buffer, out.data)) return std::nullopt;
  if (const auto* data = As<Var>(out.data)) buffer->data = data;
  out.buffer = buffer;
  return out;
}

bool Lowerer::LowerBufferExtras(const PyExpr* call, size_t first, Buffer& buffer, const Expr*& data) {
  auto present = [](const PyExpr* e) { return e != nullptr && !e->Is(PyKind::kNone); };
  if (const PyExpr* given = Arg(call, first + 2, "data"); present(given)) {
    if ((data = LowerScalar(given)) == nullptr) return false;
  }
  if (const PyExpr* strides = Arg(call, first + 3, "strides"); present(strides)) {
    std::vector<const Expr*> values;
    for (const PyExpr* item : strides->items) {
      const Expr* stride = LowerDim(item, DType::Int(32));
      if (stride == nullptr) return false;
      values.push_back(stride);
    }
    buffer.strides = ctx_.Copy(values);
  }
  const PyExpr* offset = Arg(call, first + 4, "elem_offset");
  if (present(offset)) {
    const Expr* value = LowerScalar(offset);
    if (value == nullptr) return false;
    // Zero in the index type is the default.
    DType index = buffer.shape.empty() ? DType::Int(32) : DTypeOf(buffer.shape[0]);
    if (!IsConstant(value, 0) || DTypeOf(value) != index) buffer.elem_offset = value;
  }
  const PyExpr* align = call->Keyword("align");
  if (present(align)) {
    auto value = LowerInt(align);
    if (!value || *value > 1 << 20) return Fail(align->span, "the alignment is out of range"), false;
    if (*value > 0) buffer.data_alignment = *value;
  }
  const PyExpr* factor = call->Keyword("offset_factor");
  if (present(factor)) {
    auto value = LowerInt(factor);
    if (!value || *value < 0) return Fail(factor->span, "the offset factor is out of range"), false;
    buffer.offset_factor = *value == 0 ? 1 : *value;
    // With a factor but no offset the offset is a variable.
    if (*value != 0 && !present(offset)) {
      DType dtype = buffer.shape.empty() ? DType::Int(32) : DTypeOf(buffer.shape[0]);
      buffer.elem_offset = MakeVar(ctx_, buffer.name.str() + "_elem_offset", dtype);
    }
  }
  const PyExpr* separators = call->Keyword("axis_separators");
  if (present(separators)) {
    std::vector<int64_t> values;
    for (const PyExpr* item : separators->items) {
      auto value = LowerInt(item);
      if (!value) return false;
      values.push_back(*value);
    }
    buffer.axis_separators = ctx_.arena.Copy(values);
  }
  return true;
}

// A = T.match_buffer(a, (n,), "float32") of a parameter, or of a region inside a block.
bool Lowerer::LowerMatchBuffer(const PyStmt* stmt, const PyExpr* call) {
  const PyExpr* subject = Arg(call, 0, "param");
  if (subject == nullptr) return Fail(call->span, "expected what to match", DiagKind::kArityMismatch), false;
  const auto* var = subject->Is(PyKind::kName) ? As<Var>(scope_.Find(subject->text)) : nullptr;
  std::string_view name = stmt->target->text;
  if (var == nullptr) {
    const BufferRegion* source = LowerRegion(subject);
    if (source == nullptr) return false;
    auto made = LowerBufferCall(call, 1, name, source->buffer->dtype, source->buffer->scope.text());
    if (!made || block_ == nullptr) return Fail(call->span, "T.match_buffer of a region outside a block"), false;
    MatchBufferRegion* match = ctx_.arena.New<MatchBufferRegion>();
    match->source = source;
    match->buffer = At(stmt->span, made->buffer);
    block_->match_buffers.push_back(match);
    scope_.Define(name, match->buffer);
    return true;
  }
  PrimFunc* func = draft_->prim;
  for (size_t i = 0; i < func->params.size(); ++i) {
    if (func->params[i] != var) continue;
    auto made = LowerBufferCall(call, 1, name, DType::Float(32), "global");
    if (!made) return false;
    std::vector<const Buffer*> buffers(func->buffers.begin(), func->buffers.end());
    buffers[i] = At(stmt->span, made->buffer);
    func->buffers = ctx_.Copy(buffers);
    scope_.Define(name, made->buffer);
    return true;
  }
  return Fail(call->span, "only a parameter can be matched to a buffer"), false;
}

}  // namespace assay
